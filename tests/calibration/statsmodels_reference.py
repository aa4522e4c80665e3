"""Coefficients and standard errors against statsmodels, to 1e-8 relative.

Usage: statsmodels_reference.py PATH_OF_FIT_TOOL. Exits with 77 where statsmodels is not installed.
"""
import subprocess
import sys

try:
    import numpy as np
    import statsmodels.api as sm
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)


def log_of(rows, seed):
    """A log with known weights, autocorrelated errors, a few spoiled windows and unequal weights."""
    random = np.random.default_rng(seed)
    kelvins = 5 * np.sin(np.arange(rows) / 24 * 2 * np.pi) + random.normal(0, 1, rows)
    nlp = (random.random(rows) < 0.4).astype(float)
    vgpu = (np.arange(rows) % 50 < 20).astype(float)
    noise = np.zeros(rows)
    for i in range(1, rows):
        noise[i] = 0.5 * noise[i - 1] + random.normal(0, 0.002)
    noise += (random.random(rows) < 0.03) * 0.05
    line = 0.12 * (1 + 0.0087 * kelvins + 0.233 * nlp + 0.19 * vgpu) + noise
    return line, np.column_stack([np.ones(rows), kelvins, nlp, vgpu]), random.uniform(0.2, 3, rows)


def expected(y, x, weight):
    lag = int(np.floor(4 * (len(y) / 100) ** (2 / 9)))
    ols = sm.OLS(y, x).fit()
    wls = sm.WLS(y, x, weights=weight).fit()
    hac = sm.OLS(y, x).fit(cov_type="HAC", cov_kwds={"maxlags": lag, "use_correction": True})
    huber = sm.RLM(y, x, M=sm.robust.norms.HuberT()).fit(tol=1e-14, maxiter=1000, conv="coefs")
    return {
        "ols b": ols.params, "ols se": ols.bse, "hc3 b": ols.params, "hc3 se": ols.HC3_se,
        "wls b": wls.params, "wls se": wls.bse, "wls-hc3 b": wls.params, "wls-hc3 se": wls.HC3_se,
        "newey-west b": hac.params, "newey-west se": hac.bse, "huber b": huber.params,
    }


def main():
    worst = 0.0
    for rows, seed in ((60, 1), (100, 2), (720, 3), (8400, 4)):
        y, x, weight = log_of(rows, seed)
        lines = "\n".join(",".join(repr(float(v)) for v in row) for row in np.column_stack([y, x, weight]))
        printed = subprocess.run([sys.argv[1]], input=lines, capture_output=True, text=True, check=True).stdout
        ours = {}
        for line in printed.splitlines():
            name, kind, *values = line.split()
            ours[f"{name} {kind}"] = np.array([float(v) for v in values])
        theirs = expected(y, x, weight)
        assert sorted(ours) == sorted(theirs), sorted(ours)
        for name, values in theirs.items():
            difference = np.max(np.abs(ours[name] - values) / np.abs(values))
            worst = max(worst, difference)
            print(f"{rows:6} rows  {name:14} {difference:.1e}")
            if not difference < 1e-8:
                sys.exit(f"{name} differs: {ours[name]} against {values}")
    print(f"largest relative difference {worst:.1e}")


main()
