"""What attackers of a cluster do, and what is stored meanwhile."""

from __future__ import annotations

import os
import socket
from base64 import b64encode
from contextlib import suppress
from pathlib import Path

from sqlalchemy import select

from benchmarks.cluster_parts import Web
from entente.server.http.forwarding_signature import KEY
from entente.server.storage.models import Move, ServerProcess, TableHome
from entente.server.storage.shared_secrets import shared_key
from tests.server.people import Json, Live, Person
from tests.server.remote import ClusterHouse


def key_of(house: ClusterHouse) -> bytes:
    """The key of the cluster, which no attacker has."""
    return shared_key(house.app.state.services.sessions, KEY)


def processes(house: ClusterHouse) -> dict[str, tuple[str, int]]:
    """The internal addresses of the web processes, by name."""
    query = select(ServerProcess.name, ServerProcess.address).where(ServerProcess.role == "web")
    with house.app.state.services.sessions() as session:
        rows = session.execute(query).all()
    addresses = {name: address.rpartition(":") for name, address in rows}
    return {name: (host, int(port)) for name, (host, _, port) in addresses.items()}


def home_of(house: ClusterHouse, table: Json) -> str:
    with house.app.state.services.sessions() as session:
        query = select(TableHome.process).where(TableHome.table_id == table["id"])
        home: str = session.execute(query).scalar_one()
        return home


def web_at_home(house: ClusterHouse, table: Json) -> Web:
    """The web process that serves a table, found by its internal port."""
    _, internal = processes(house)[home_of(house, table)]
    listening = f":{internal:04X} "
    for web in house.cluster.webs:
        assert web.process is not None
        inodes = {os.readlink(file) for file in Path(f"/proc/{web.process.pid}/fd").iterdir()}
        for line in Path("/proc/net/tcp").read_text().splitlines():
            if (
                listening in line.split("00000000:0000")[0]
                and f"socket:[{line.split()[9]}]" in inodes
            ):
                return web
    raise AssertionError("no web process is the home")


def versions(house: ClusterHouse, table: Json) -> list[int]:
    with house.app.state.services.sessions() as session:
        query = select(Move.version).where(Move.table_id == table["id"]).order_by(Move.number)
        return list(session.execute(query).scalars())


def duel(house: ClusterHouse, ports: list[int] | None = None) -> tuple[Person, Person, Json]:
    """A game of two, who give every answer by hand."""
    anna, bert = (house.person(name, ports=ports) for name in ("Anna", "Bert"))
    for each in (anna, bert):
        each.request("PATCH", "/api/me", {"preferences": {"only_answers": False}})
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    bert.sit(table, "liberal")
    return anna, bert, table


def any_act(lives: list[Live]) -> tuple[Live, Json]:
    """A legal action of the player who must, and their socket."""
    for live, seat in zip(lives, ("authoritarian", "liberal"), strict=True):
        live.sync()
        if (decision := live.decision(seat)) is not None:
            action = decision["menu"]["actions"][0]
            version = live.state["version"]
            frame = {"type": "act", "seat": seat, "version": version, "action": action}
            return live, {**frame, "decision": decision["id"], "id": "mine"}
    raise AssertionError("no one decides")


def raw(port: int, data: bytes, host: str = "127.0.0.1", patience: float = 3) -> bytes:
    """Send bytes; return all that comes back until the other side closes or falls silent."""
    with socket.create_connection((host, port), 10) as connection:
        connection.sendall(data)
        answer = b""
        connection.settimeout(patience)
        with suppress(TimeoutError, ConnectionResetError):
            while part := connection.recv(65_536):
                answer += part
        return answer


def status_of(port: int, data: bytes, host: str = "127.0.0.1") -> bytes:
    """Send bytes; return the status with which they are answered."""
    with socket.create_connection((host, port), 60) as connection:
        connection.sendall(data)
        answer = b""
        while b"\r\n" not in answer and (part := connection.recv(65_536)):
            answer += part
        return answer.partition(b"\r\n")[0].split(b" ")[1]


def get(path: str, *lines: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "host: 127.0.0.1", *lines, "", ""]).encode()


def handshake(path: str, *lines: str) -> bytes:
    nonce = b64encode(os.urandom(16)).decode()
    head = [f"GET {path} HTTP/1.1", "host: 127.0.0.1", "connection: upgrade", "upgrade: websocket"]
    head += ["sec-websocket-version: 13", f"sec-websocket-key: {nonce}", *lines]
    return "\r\n".join([*head, "", ""]).encode()


def masked(text: bytes) -> bytes:
    """A short text frame of a client."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text


def at_port(house: ClusterHouse, person: Person, port: int) -> Person:
    """The same person at one port only."""
    there = house.person(None, ports=[port])
    there.client.cookies = person.client.cookies
    there.csrf = person.csrf
    return there
