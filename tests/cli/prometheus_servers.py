"""Real Prometheus servers on loopback, backfilled and written to, and stopped by the process that was started."""
import contextlib
import pathlib
import socket
import struct
import subprocess
import time
import urllib.request

STALE = struct.pack("<Q", 0x7FF0000000000002)  # the NaN that ends a series


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def backfill(open_metrics, folder):
    # Few large blocks: promtool reads the whole text anew for each.
    subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", "--max-block-duration=486h", str(open_metrics), str(folder)],
                   check=True, capture_output=True, timeout=600)


@contextlib.contextmanager
def running(data, *, web_config=None, scheme="http"):
    """Yields the port of a Prometheus over `data` that scrapes nothing."""
    port = free_port()
    config = pathlib.Path(data) / "prometheus.yml"
    config.write_text("scrape_configs: []\n")
    arguments = ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={data}", "--storage.tsdb.retention.time=100y",
                 f"--web.listen-address=127.0.0.1:{port}", "--web.enable-remote-write-receiver", "--log.level=error"]
    if web_config:
        arguments.append(f"--web.config.file={web_config}")
    server = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 120
        while True:
            assert server.poll() is None, "prometheus has ended"
            try:
                if scheme == "http":
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/-/ready", timeout=5).read()
                else:
                    socket.create_connection(("127.0.0.1", port), timeout=5).close()
                break
            except OSError:
                assert time.monotonic() < until, "prometheus does not answer"
                time.sleep(0.2)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=60)


def number(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def field(tag, content):
    return number(tag << 3 | 2) + number(len(content)) + content


def remote_write(port, series):
    """`series`: [({label: value}, [(time in ms, eight bytes of a double)])]. Protocol buffers and Snappy, both at their plainest."""
    body = b""
    for label, points in series:
        one = b"".join(field(1, field(1, name.encode()) + field(2, label[name].encode())) for name in sorted(label))
        one += b"".join(field(2, b"\x09" + value + b"\x10" + number(t)) for t, value in points)
        body += field(1, one)
    packed = number(len(body))
    for at in range(0, len(body), 60):  # Snappy literals of at most 60 bytes need no length of their own
        piece = body[at:at + 60]
        packed += bytes([len(piece) - 1 << 2]) + piece
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/write", data=packed, method="POST", headers={
        "Content-Encoding": "snappy", "Content-Type": "application/x-protobuf", "X-Prometheus-Remote-Write-Version": "0.1.0"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status in (200, 204), answer.status


def requests_served(port):
    """How many requests to the API the server itself has counted."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        text = answer.read().decode()
    return int(sum(float(row.rsplit(" ", 1)[1]) for row in text.splitlines()
                   if row.startswith("prometheus_http_requests_total{") and 'handler="/api/v1/' in row and 'handler="/api/v1/write"' not in row))
