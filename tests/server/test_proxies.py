"""Several processes behind HAProxy and nginx, with the configurations that we ship."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import sleep

import httpx2
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection

from tests.server.running import Server, Visitor, forwarded, play, table_of

pytestmark = pytest.mark.soak
DEPLOY = Path(__file__).parents[2] / "deploy"
TABLES, PLAYED = 16, 3
PORT = re.compile(r"127\.0\.0\.1:800(\d)")


def program(name: str) -> str:
    """Return the path of a program, which Debian keeps where only root looks."""
    path = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if path is None:
        pytest.skip(f"{name} is not installed on this machine")
    return path


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


class Proxy(Server):
    """A proxy in front of servers, as visitors see it."""

    def __init__(self, kind: str, home: Path, servers: list[Server]) -> None:
        super().__init__(home)
        home.mkdir()
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        shipped = {"haproxy": "haproxy/haproxy.cfg", "nginx": "nginx/entente.conf"}[kind]
        text = (DEPLOY / shipped).read_text()
        text = PORT.sub(lambda found: servers[int(found[1]) - 1].address[7:], text)
        text = text.replace("bind :80\n", f"bind 127.0.0.1:{port}\n")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{port};")
        assert str(port) in text
        if kind == "nginx":
            text = _whole_configuration(text, home)
        self.configuration = home / "configuration"
        self.configuration.write_text(text)
        path = program(kind)
        self.check, self.command = {
            "haproxy": (
                [path, "-c", "-f", str(self.configuration)],
                [path, "-db", "-f", str(self.configuration)],
            ),
            "nginx": (
                [path, "-t", "-p", str(home), "-c", str(self.configuration)],
                [path, "-p", str(home), "-c", str(self.configuration), "-g", "daemon off;"],
            ),
        }[kind]

    def start(self) -> None:
        with (self.home / "log").open("a") as log:
            subprocess.run(self.check, stderr=log, stdout=log, check=True)
            self.process = subprocess.Popen(
                self.command, stdout=subprocess.PIPE, stderr=log, text=True
            )
        while True:
            try:
                if httpx2.get(f"{self.address}/health/ready").is_success:
                    return
            except httpx2.TransportError:
                pass
            assert self.process.poll() is None, self.log()
            sleep(0.05)


def _whole_configuration(site: str, home: Path) -> str:
    """What a distribution has around the file of a site."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "\n".join(f"{kind}_temp_path {home}/{kind};" for kind in kinds)
    head = f"pid {home}/pid;\nerror_log stderr warn;\nevents {{}}\n"
    return f"{head}http {{\naccess_log off;\n{folders}\n{site}\n}}\n"


@pytest.fixture
def servers(database: str, tmp_path: Path) -> Iterator[list[Server]]:
    with ExitStack() as stack:
        yield [
            stack.enter_context(Server(tmp_path / name, database)) for name in ("first", "second")
        ]


@pytest.mark.parametrize("kind", ["haproxy", "nginx"])
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_all_requests_of_a_table_reach_one_process(
    kind: str, database: str, servers: list[Server], tmp_path: Path
) -> None:
    program(kind)
    with Proxy(kind, tmp_path / "proxy", servers) as proxy:
        people, tables = [Visitor(proxy, name) for name in ("Anna", "Bert")], []
        anna, bert = people
        for _ in range(TABLES):
            tables.append(table_of(anna))
            bert.post(f"/api/tables/{tables[-1]}/join", {"seat": "liberal"})
        with ExitStack() as open_sockets:
            for table in tables[:PLAYED]:
                lives = [open_sockets.enter_context(each.live(table)) for each in people]
                seen = play(lives, 3)
                assert seen[0] == seen[1]
                for path in ("", "/record", "/timeline", "/positions/1"):
                    for each in people:
                        assert each.client.get(f"/api/tables/{table}{path}").is_success
            # Where a table's request reaches another process than its home, it is forwarded.
            assert [forwarded(each) for each in servers] == [{"request": 0.0, "socket": 0.0}] * 2
            homes = _homes(database)
            assert set(tables) <= homes.keys()
            assert len(set(homes.values())) == 2  # the chance that one has all is one in 30,000
            assert proxy_hides_metrics(proxy)
        # A process is killed; its tables go on at the other.
        assert servers[0].process is not None
        with anna.live(tables[0]) as one, bert.live(tables[0]) as two:
            play([one, two], 1)
            servers[0].stop(signal.SIGKILL)
            for live in (one, two):
                with suppress(ConnectionClosed):  # if its table was there
                    live.ping()
        for table in tables[:PLAYED]:
            with _at_last(anna, table) as one, _at_last(bert, table) as two:
                assert play([one, two], 1)[0]
        servers[0].start()


def proxy_hides_metrics(proxy: Server) -> bool:
    return httpx2.get(f"{proxy.address}/metrics").status_code == 403


def _at_last(visitor: Visitor, table: str) -> ClientConnection:
    """A socket, once the proxy knows which process is left."""
    while True:
        try:
            return visitor.live(table)
        except (WebSocketException, OSError):
            sleep(0.2)


def _homes(database: str) -> dict[str, str]:
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        return dict(connection.execute("SELECT table_id, process FROM table_homes").fetchall())
