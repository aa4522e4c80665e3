// The same costs over plain doubles.

double depreciation(double price, double gpu_share, double lifetime_s, double residual) {
    return gpu_share * price * (1.0 - residual) / lifetime_s;
}

double electricity(double active_w, double idle_w, double price_per_joule, double u) {
    return idle_w * price_per_joule + u * ((active_w - idle_w) * price_per_joule);
}

double line(double local_standing, double local_busy, double cloud_busy) {
    return (local_standing - 0.0) / (cloud_busy - local_busy);
}
