#!/usr/bin/env python3
"""Writes a made-up log of thirty days with known weights: data/examples/thirty-days.csv.gz.

    python3 data/tools/make_thirty_days.py data/examples/thirty-days.csv.gz

One window an hour of one GPU. The line is 6.3 % of every hour, 0.9 % of itself higher for each kelvin above 25 degC, 20 % higher for
language tasks and 3 % higher under driver 535, which arrives on day 16; errors of neighbouring hours resemble each other.
"""
import datetime
import gzip
import math
import random
import sys


def rows():
    draw = random.Random(20261201)
    error, task = 0.0, "vision"
    for hour in range(720):
        start = datetime.datetime(2026, 11, 1) + datetime.timedelta(hours=hour)
        temperature = round(25 + 4 * math.sin(2 * math.pi * (hour - 9) / 24) + draw.gauss(0, 1), 1)
        if draw.random() < 1 / 6:
            task = "nlp" if task == "vision" else "vision"
        driver = "525" if hour < 15 * 24 else "535"
        error = 0.5 * error + draw.gauss(0, 0.0006)
        line = 0.063 * (1 + 0.009 * (temperature - 25) + 0.2 * (task == "nlp") + 0.03 * (driver == "535")) + error
        yield f"{start.isoformat()}Z,0,{task},{driver},{temperature},linux,none,local,308.7,36.1,{line:.8f}"


if __name__ == "__main__":
    header = "timestamp,gpu,task,driver,temperature_c,os,virtualization,network,window_s,effective_s,line"
    with open(sys.argv[1], "wb") as file, gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
        packed.write(("\n".join([header, *rows()]) + "\n").encode())
