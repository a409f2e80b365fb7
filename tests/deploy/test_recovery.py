"""What docs/upgrades.md says of recovery, done with a real PostgreSQL; and replicas."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.deploy.postgres_clusters import WAIT, PostgresCluster
from tests.server.running import Server, Visitor, any_action, hear

pytestmark = pytest.mark.soak
SEATS = ("authoritarian", "liberal")
TOKEN = "metrics"


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder with a short name, for sockets, which PostgreSQL's account may enter."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def new_table(visitor: Visitor) -> str:
    terms = {"game": "turmoil", "seats": dict.fromkeys(SEATS, "me"), "private": True}
    return str(visitor.post("/api/tables", terms)["id"])


def play(visitor: Visitor, table: str, actions: int) -> int:
    """Take some actions; the table's version after them."""
    with visitor.live(table) as socket:
        state = hear(socket, "state")
        for _ in range(actions):
            action = any_action(state)
            assert action is not None
            socket.send(json.dumps(action))
            state = hear(socket, "state")
        return int(state["version"])


def test_a_database_is_recovered_to_a_moment(place: Path) -> None:
    """Play, back up, play on, lose everything, recover to the moment before, and play on."""
    archive = place / "archive"
    primary, restored = PostgresCluster(place / "primary"), PostgresCluster(place / "restored")
    primary.initialise(archive)
    with primary:
        with Server(place / "one", primary.address) as server:
            anna = Visitor(server, "Anna")
            table, cookie, csrf = new_table(anna), anna.cookie, anna.csrf
            play(anna, table, 5)
            restored.make_folder()
            primary.base_backup(restored.data, "-c", "fast")
            version = play(anna, table, 7)
            moment = primary.ask("SELECT clock_timestamp()::text")
            later = play(anna, table, 3)
            assert later > version
        primary.ask("DROP TABLE moves CASCADE")
        last = primary.ask("SELECT pg_walfile_name(pg_current_wal_lsn())")
        primary.ask("SELECT pg_switch_wal()")
        primary.until(f"SELECT last_archived_wal >= '{last}' FROM pg_stat_archiver")
        primary.stop()

    with (restored.data / "postgresql.auto.conf").open("a") as settings:
        settings.write(
            f"restore_command = 'cp {archive}/%f %p'\n"
            f"recovery_target_time = '{moment}'\nrecovery_target_action = promote\n"
        )
    (restored.data / "recovery.signal").touch()
    with restored:
        restored.until("SELECT NOT pg_is_in_recovery()")
        assert restored.ask(f"SELECT version FROM tables WHERE id = '{table}'") == version
        assert restored.ask("SELECT count(*) FROM moves") > 0
        with Server(place / "two", restored.address) as server:
            back = object.__new__(Visitor)  # the same person, with the cookie from before
            back.server, back.cookie, back.csrf = server, cookie, csrf
            assert play(back, table, 2) > version


def reads(server: Server, visitor: Visitor) -> float:
    headers = {"authorization": f"Bearer {TOKEN}"}
    text = visitor.client.get("/metrics", headers=headers).text
    lines = [line for line in text.splitlines() if line.startswith("entente_replica_reads_total")]
    return sum(float(line.split()[-1]) for line in lines)


def is_read_there(server: Server, reader: Visitor, path: str) -> bool:
    before = reads(server, reader)
    reader.client.cookies.delete("entente_wrote")
    assert reader.client.get(path).status_code == 200
    return reads(server, reader) > before


def wait_for(server: Server, reader: Visitor, path: str, *, there: bool) -> None:
    end = monotonic() + WAIT
    while is_read_there(server, reader, path) is not there:
        assert monotonic() < end
        sleep(0.2)


def test_a_streaming_replica_is_used_while_it_is_recent(place: Path) -> None:
    primary, standby = PostgresCluster(place / "primary"), PostgresCluster(place / "standby")
    primary.initialise(place / "archive")
    board, games = "/api/leaderboards/turmoil", "/api/people/Anna-reg/games"
    with primary:
        standby.make_folder()
        primary.base_backup(standby.data, "-R", "-c", "fast")
        replica = {"ENTENTE_REPLICA_URL": standby.address, "ENTENTE_REPLICA_LAG": "5"}
        settings = {**replica, "ENTENTE_METRICS_TOKEN": TOKEN}
        with standby, Server(place / "one", primary.address, 1, **settings) as server:
            anna, bert = Visitor(server, "Anna"), Visitor(server, "Bert")
            secret = "a long enough password"
            registered = anna.post("/api/register", {"name": "Anna-reg", "password": secret})
            anna.client.headers["x-csrf-token"] = registered["csrf"]
            wait_for(server, bert, board, there=True)
            standby.until("SELECT count(*) = 2 FROM users")
            assert is_read_there(server, bert, games)

            # The replica stands still: rights still hold at once, and soon it is not asked.
            standby.ask("SELECT pg_wal_replay_pause()")
            hidden = anna.client.patch(
                "/api/me", json={"preferences": {"profile": {"games": False}}}
            )
            assert hidden.status_code == 200
            assert bert.client.get(games).status_code == 403
            wait_for(server, bert, board, there=False)
            standby.ask("SELECT pg_wal_replay_resume()")
            wait_for(server, bert, board, there=True)

            # It dies: the primary answers. It returns: it is asked again.
            standby.stop("immediate")
            assert bert.client.get(board).status_code == 200
            wait_for(server, bert, board, there=False)
            standby.start()
            wait_for(server, bert, board, there=True)

            # It is promoted, and goes its own way: it is asked no more, and the log says why.
            standby.ask("SELECT pg_promote()")
            wait_for(server, bert, board, there=False)
            assert server.log().count("it was promoted") == 1
            # A replica that returns quickly is only late.
            assert server.log().count("the replica is not reachable") <= 1
