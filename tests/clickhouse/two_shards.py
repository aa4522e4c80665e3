"""Two ClickHouse servers on loopback, two shards of one cluster, in a folder of their own and ended by their process ids."""
import contextlib
import ctypes
import json
import pathlib
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

USER, PASSWORD = "reader", "Pw-7f3c9e-not-to-be-shown"

CONFIG = """<yandex>
<logger><level>error</level><log>{folder}/log</log><errorlog>{folder}/errors</errorlog></logger>
<http_port>{http}</http_port><tcp_port>{tcp}</tcp_port><interserver_http_port>{other}</interserver_http_port>
<listen_host>127.0.0.1</listen_host><timezone>UTC</timezone>
<path>{folder}/data/</path><tmp_path>{folder}/tmp/</tmp_path><user_files_path>{folder}/files/</user_files_path>
<users_config>{folder}/users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
<mark_cache_size>67108864</mark_cache_size>
<remote_servers><both>{shards}</both></remote_servers>
</yandex>"""

USERS = f"""<yandex>
<profiles>
  <default><allow_experimental_low_cardinality_type>1</allow_experimental_low_cardinality_type><max_memory_usage>6000000000</max_memory_usage></default>
  <reading><readonly>1</readonly></reading>
  <partial><readonly>1</readonly><skip_unavailable_shards>1</skip_unavailable_shards></partial>
</profiles>
<users>
  <default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default>
  <{USER}><password>{PASSWORD}</password><networks><ip>127.0.0.1</ip></networks><profile>reading</profile><quota>default</quota></{USER}>
  <careless><password></password><networks><ip>127.0.0.1</ip></networks><profile>partial</profile><quota>default</quota></careless>
</users>
<quotas><default/></quotas>
</yandex>"""


def end_with_parent():
    """In the server: it ends when the script does, however that ends."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Server:
    def __init__(self, folder, http, tcp, other, shards):
        self.http = http
        folder.mkdir()
        parts = "".join(f"<shard><replica><host>127.0.0.1</host><port>{port}</port></replica></shard>" for port in shards)
        (folder / "config.xml").write_text(CONFIG.format(folder=folder, http=http, tcp=tcp, other=other, shards=parts))
        (folder / "users.xml").write_text(USERS)
        self.errors = folder / "errors"
        self.output = open(folder / "output", "wb")
        self.process = subprocess.Popen(["clickhouse-server", f"--config-file={folder}/config.xml"], stdout=self.output, stderr=subprocess.STDOUT,
                                        preexec_fn=end_with_parent)

    def ask(self, query, data=b"", settings=""):
        """The answer's text; the query goes in the address where `data` is what is inserted."""
        url = f"http://127.0.0.1:{self.http}/?wait_end_of_query=1{settings}"
        if data:
            url += "&query=" + urllib.parse.quote(query)
        try:
            with urllib.request.urlopen(url, data if data else query.encode(), timeout=300) as answer:
                return answer.read().decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode("utf-8", "replace")) from None

    def wait(self):
        for _ in range(600):
            with contextlib.suppress(OSError, RuntimeError):
                if self.ask("SELECT 1") == "1\n":
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError("clickhouse-server does not start: " + (self.errors.read_text() if self.errors.exists() else ""))

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.output.close()


class TwoShards:
    """`with TwoShards() as servers`: servers.first and servers.second."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="breakeven-clickhouse-")
        ports = free_ports(6)
        root = pathlib.Path(self.folder.name)
        shards = (ports[1], ports[4])
        self.first = Server(root / "first", *ports[:3], shards)
        self.second = Server(root / "second", *ports[3:], shards)
        try:
            self.first.wait()
            self.second.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.first.stop()
        self.second.stop()
        self.folder.cleanup()

    def both(self, query):
        for server in (self.first, self.second):
            server.ask(query)

    def distributed(self, name, columns, order):
        """A table of MergeTree on each shard and one over both, by the name that is given."""
        self.both(f"DROP TABLE IF EXISTS {name}_part")
        self.first.ask(f"DROP TABLE IF EXISTS {name}")
        self.both(f"CREATE TABLE {name}_part ({columns}) ENGINE = MergeTree ORDER BY {order}")
        self.first.ask(f"CREATE TABLE {name} AS {name}_part ENGINE = Distributed(both, default, {name}_part)")

    def insert(self, name, rows):
        """Rows as dicts, alternately to the two shards."""
        for server, some in ((self.first, rows[::2]), (self.second, rows[1::2])):
            if some:
                server.ask(f"INSERT INTO {name}_part FORMAT JSONEachRow", "\n".join(json.dumps(row) for row in some).encode())
