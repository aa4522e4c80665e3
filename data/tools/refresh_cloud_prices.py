#!/usr/bin/env python3
"""Turns a public cloud catalog's CSV into rows of cloud_prices.csv.

    curl -O https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/v8/lambda/vms.csv
    python3 data/tools/refresh_cloud_prices.py vms.csv --provider Lambda --date 2026-12-01 -o my_prices.csv

It reads files that are already here and opens no connection. The columns read are SkyPilot's: InstanceType, AcceleratorName,
AcceleratorCount, vCPUs, Price, SpotPrice, Region, GpuInfo. The result is a catalog file of your own; with --table it is that
table with this provider's rows replaced. That catalog names no licence: keep what you make of it to yourself, or cite it.

Left out, and counted on stderr: hosts without their GPU (and GPUs without their host), accelerators that are no GPUs, rows
without a price, a price of zero, and 700, which stands for "not sold here". A spot price equal to the on-demand price is left
empty. Of an instance listed once for each zone of a region the first is kept.
"""

import argparse
import ast
import collections
import csv
import datetime
import json
import os
import re
import sys

COLUMNS = ("id provider instance gpu gpu_ref gpu_count gpu_memory_gb vcpus region tier on_demand_usd_h spot_usd_h date source "
           "source_commit page licence note").split()
NOT_SOLD_HERE = 700.0
NO_GPUS = re.compile(r"tpu|trainium|inferentia|gaudi|fpga", re.IGNORECASE)
# Short names that several rows of gpus.csv could mean: the part that clouds rent most under that name.
BOARDS = {
    "A100": "A100 SXM4 40 GB", "A100-80GB": "A100 SXM4 80 GB", "H100": "H100 SXM5 80 GB", "H100-SXM": "H100 SXM5 80 GB",
    "H200": "H200 SXM 141 GB", "V100": "Tesla V100 PCIe 16 GB", "V100-32GB": "Tesla V100 SXM2 32 GB", "T4": "Tesla T4",
    "P100": "Tesla P100 PCIe 16 GB",
}


def slug(text):
    return re.sub(r"[^a-z0-9.+]+", "-", text.lower()).strip("-")


def gpu_key(name):
    return re.sub(r"nvidia|geforce|[^a-z0-9]", "", name.lower())


def price(text):
    """A price, None where the cell is empty, or the reason why it is none."""
    if not text.strip():
        return None
    value = float(text)
    if value == NOT_SOLD_HERE:
        return "placeholder price of 700"
    if not 0.0 < value < 1e6:
        return "price of zero or less"
    return value


def memory_gb(gpu_info):
    """Of one GPU, in GB as the trade writes it (a GiB); empty when the row does not say."""
    for read in (json.loads, ast.literal_eval):
        try:
            return str(round(read(gpu_info)["Gpus"][0]["MemoryInfo"]["SizeInMiB"] / 1024))
        except (ValueError, SyntaxError, KeyError, IndexError, TypeError):
            continue
    return ""


def plain(number):
    return f"{number:g}" if number == round(number, 6) else repr(number)


def convert(rows, provider, origin, gpu_names):
    """The rows of our table, and how many were left out for which reason."""
    by_key = {gpu_key(name): name for name in gpu_names}
    out, left_out = {}, collections.Counter()
    for row in rows:
        instance, gpu, region = row["InstanceType"].strip(), row["AcceleratorName"].strip(), row.get("Region", "").strip()
        if not instance or not gpu:
            left_out["host without its GPU, or GPU without its host"] += 1
            continue
        if NO_GPUS.search(gpu):
            left_out["accelerator that is no GPU"] += 1
            continue
        count = float(row["AcceleratorCount"] or 0)
        on_demand, spot = price(row["Price"]), price(row.get("SpotPrice") or "")
        reasons = [p for p in (on_demand, spot) if isinstance(p, str)]
        if count <= 0 or reasons or (on_demand is None and spot is None):
            left_out["no number of GPUs" if count <= 0 else reasons[0] if reasons else "no price"] += 1
            continue
        notes = []
        if spot is not None and spot == on_demand:
            spot = None
            notes.append("the catalog repeats the on-demand price as spot price")
        key = "/".join((slug(provider), slug(instance), slug(region) or "-", "spot" if on_demand is None else "on-demand"))
        if key in out:
            left_out["further zone of a region"] += 1
            continue
        reference = BOARDS.get(gpu) or by_key.get(gpu_key(gpu), "")
        if gpu in BOARDS and reference in gpu_names:
            notes.append("board assumed")
        out[key] = dict(origin, id=key, provider=provider, instance=instance, gpu=gpu,
                        gpu_ref=reference if reference in gpu_names else "", gpu_count=plain(count),
                        gpu_memory_gb=memory_gb(row.get("GpuInfo") or ""),
                        vcpus=plain(float(row["vCPUs"])) if row.get("vCPUs") else "", region=region, tier=key.rsplit("/", 1)[1],
                        on_demand_usd_h="" if on_demand is None else plain(on_demand),
                        spot_usd_h="" if spot is None else plain(spot), note="; ".join(notes))
    return list(out.values()), left_out


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("catalog", help="the downloaded CSV")
    options.add_argument("--provider", required=True, help="as the table shall name it, such as Lambda")
    options.add_argument("--date", required=True, type=lambda text: datetime.date.fromisoformat(text).isoformat(),
                         help="the day of the download, such as 2026-12-01")
    options.add_argument("--source", default="skypilot-org/skypilot-catalog", help="[%(default)s]")
    options.add_argument("--commit", default="", help="the source's commit, if known")
    options.add_argument("--page", default="https://github.com/skypilot-org/skypilot-catalog", help="[%(default)s]")
    options.add_argument("--licence", default="none stated; single facts", help="[%(default)s]")
    options.add_argument("--gpus", default=os.path.join(here, "..", "gpus.csv"), help="the table that names GPUs [%(default)s]")
    options.add_argument("--table", help="a cloud table whose rows of this provider are replaced")
    options.add_argument("-o", "--output", help="[standard output]")
    arguments = options.parse_args()
    try:
        rows = read_csv(arguments.catalog)
        missing = {"InstanceType", "AcceleratorName", "AcceleratorCount", "Price"} - set(rows[0] if rows else ())
        if missing:
            sys.exit(f"{arguments.catalog}: error: no column {', '.join(sorted(missing))}\n hint: is this a catalog's vms.csv?")
        origin = {"date": arguments.date, "source": arguments.source, "source_commit": arguments.commit, "page": arguments.page,
                  "licence": arguments.licence}
        offers, left_out = convert(rows, arguments.provider, origin, {row["name"] for row in read_csv(arguments.gpus)})
        kept = [row for row in read_csv(arguments.table) if row["provider"] != arguments.provider] if arguments.table else []
        for reason, count in sorted(left_out.items()):
            print(f"left out: {count} x {reason}", file=sys.stderr)
        if not offers:
            sys.exit(f"{arguments.catalog}: error: no offer of a GPU with a price\n hint: nothing was written")
        beside = f"{arguments.output}.part" if arguments.output else None  # renamed when whole
        with open(beside, "w", encoding="utf-8", newline="") if beside else sys.stdout as file:
            writer = csv.DictWriter(file, COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept + offers)
        if beside:
            os.replace(beside, arguments.output)
        print(f"kept: {len(offers)} offers", file=sys.stderr)
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"{arguments.catalog}: error: {error}\n hint: `--help` names the columns of a catalog")


if __name__ == "__main__":
    main()
