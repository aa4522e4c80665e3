#!/usr/bin/env python3
"""A real Prometheus scrapes the metrics' file and fires the alert on a GPU below its line; 77 where there is no Prometheus.

    prometheus_test.py BREAKEVEN

The file is served as a textfile collector would; waiting times of the rules are shortened, nothing else.
"""
import functools
import http.server
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".prom": "text/plain; version=0.0.4"}

    def log_message(self, *_):
        pass


def alerts(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/alerts", timeout=5) as answer:
        return json.load(answer)["data"]["alerts"]


def main():
    prometheus = shutil.which("prometheus")
    if prometheus is None:
        return 77
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([binary, "metrics", "data/traces/v100-resnet50-training.json.gz", "--scenario", "data/scenarios/rtx4060-laptop-vs-a10.toml",
                        "--set", 'line.base="70 %"', "-o", str(folder / "breakeven.prom"), "--quiet"], cwd=ROOT, check=True, timeout=60)
        rules = (ROOT / "data/monitoring/breakeven-alerts.yml").read_text(encoding="utf-8").replace("for: 5m", "for: 0s")
        (folder / "rules.yml").write_text(rules, encoding="utf-8")
        served, port = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=name)), free_port()
        threading.Thread(target=served.serve_forever, daemon=True).start()
        (folder / "prometheus.yml").write_text(
            "global: {scrape_interval: 1s, evaluation_interval: 1s}\nrule_files: [rules.yml]\nscrape_configs:\n"
            f"  - {{job_name: gpu, metrics_path: /breakeven.prom, static_configs: [{{targets: ['127.0.0.1:{served.server_address[1]}']}}]}}\n")
        server = subprocess.Popen([prometheus, f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data",
                                   f"--web.listen-address=127.0.0.1:{port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            seen, until = [], time.monotonic() + 60
            while time.monotonic() < until and not any(alert["state"] == "firing" for alert in seen):
                time.sleep(0.5)
                try:
                    seen = alerts(port)
                except OSError:  # not listening yet
                    assert server.poll() is None, "prometheus has ended"
        finally:
            server.terminate()
            server.wait(timeout=30)
            served.shutdown()
    firing = {alert["labels"]["alertname"]: alert for alert in seen if alert["state"] == "firing"}
    assert set(firing) == {"BreakevenBelowLine"}, seen
    assert firing["BreakevenBelowLine"]["labels"]["gpu"] == "Tesla V100-DGXS-32GB 0", firing
    print(firing["BreakevenBelowLine"]["annotations"]["summary"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
