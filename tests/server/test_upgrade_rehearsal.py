"""An upgrade from end to end, as docs/upgrades.md describes it, with real servers.

The new version is a copy of this one in which a figure of one game has been corrected, and the
rules of another have changed too much to support the old ones.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

import entente
from entente.cli.main import main
from entente.kernel import Menu
from tests.server.running import WAIT, Json, Server, Visitor, hear

DATA = Path(__file__).parent / "data"
EXPECTED: Json = json.loads(gzip.decompress((DATA / "earlier_tables.json.gz").read_bytes()))
PACKAGE = Path(entente.__file__).parent


@pytest.fixture(scope="module")
def new_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package as the next release has it."""
    folder = tmp_path_factory.mktemp("next")
    left_out = shutil.ignore_patterns("static")  # what is compiled is good for what stays as it is
    shutil.copytree(PACKAGE, folder / "entente", ignore=left_out)
    for library in PACKAGE.parent.glob("entente__mypyc*"):  # beside it, where it is compiled
        shutil.copy(library, folder)
    games = folder / "entente" / "games"
    _edit(games / "attrition/data/map.toml", 'id = "berlin"', "ip = 3", "ip = 4")
    _edit(games / "turmoil/game.py", 'id="turmoil"', 'version="2"', 'version="3"')
    return folder


def _edit(path: Path, after: str, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    head, mark, tail = text.partition(after)
    assert mark
    assert old in tail
    path.write_text(head + mark + tail.replace(old, new, 1), encoding="utf-8")


def admin_of_the_next(code: Path, *words: str) -> tuple[int, str]:
    """A command of the next release, which must be run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "entente.cli", "admin", *words],
        env={**os.environ, "PYTHONPATH": str(code)},
        capture_output=True,
        text=True,
        check=False,
        timeout=WAIT,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout


def play(visitor: Visitor, table: str, moves: int) -> Json:
    """Play any legal actions for all seats; return the table as it then is."""
    rng = Random(table)
    with visitor.live(table) as socket:
        state = hear(socket, "state")
        for _ in range(moves):
            seat, asked = next(
                (seat, each)
                for seat, part in state["seats"].items()
                for each in part["view"]["decisions"]
                if each["must"]
            )
            menu: Menu = msgspec.convert(asked["menu"], type=Menu)
            act = {"type": "act", "seat": seat, "version": state["version"]}
            socket.send(json.dumps({**act, "action": menu.sample(rng), "decision": asked["id"]}))
            state = hear(socket, "state")
        return state


def looked_at(state: Json) -> Json:
    """Return what a person sees of a table, without what the time of day changes."""
    return {seat: part["view"] for seat, part in state["seats"].items()}


@pytest.mark.soak
def test_an_upgrade_under_running_games(
    tmp_path: Path,
    new_version: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("ENTENTE_HOME", str(home))
    monkeypatch.delenv("ENTENTE_DATABASE_URL", raising=False)
    database = home / "entente.sqlite3"
    with closing(sqlite3.connect(database)) as before:
        before.executescript(
            gzip.decompress((DATA / "earlier_tables.sql.gz").read_bytes()).decode()
        )
    assert main(["admin", "check"]) == 1  # of a database that is not up to date
    assert "does not record which version" in capsys.readouterr().out
    for game in ("attrition", "turmoil"):
        assert main(["admin", "note-rules", game, "2"]) == 0
    assert main(["admin", "check"]) == 0
    assert "All tables continue as before" in capsys.readouterr().out

    seen: dict[str, Json] = {}
    with Server(home) as server:
        anna = Visitor(server, "Annabella")
        every_answer = {"preferences": {"only_answers": False}}  # is given by hand, and counted
        anna.client.patch("/api/me", json=every_answer).raise_for_status()
        games = {"attrition": ("central", "entente"), "turmoil": ("authoritarian", "liberal")}
        tables: dict[str, str] = {}
        for name in ("attrition", "turmoil", "broken"):
            game = "attrition" if name == "broken" else name
            wanted = {"game": game, "seats": dict.fromkeys(games[game], "me")}
            tables[name] = anna.post("/api/tables", wanted)["id"]
            seen[name] = looked_at(play(anna, tables[name], 55))
        server.stop()
        breaking(database, tables["broken"])
        assert main(["admin", "snapshot"]) == 0
        verdicts = checked(new_version)
        fates = {name: verdicts[table_id]["fate"] for name, table_id in tables.items()}
        assert fates == {"attrition": "kept_data", "turmoil": "pinned", "broken": "aside"}
        pinned = verdicts[tables["turmoil"]]
        assert (pinned["move"], pinned["lost"]) == (55, 0)
        assert "move 2" in verdicts[tables["broken"]]["reason"]
        for table_id, old in EXPECTED["tables"].items():
            goes_on = {"attrition": "kept_data", "diplomacy": "equal", "turmoil": "pinned"}
            if old["status"] == "playing":  # and was kept before the upgrade
                assert verdicts[table_id]["fate"] == goes_on[old["game"]], old["what"]
                assert verdicts[table_id]["lost"] == 0
        server.environment["PYTHONPATH"] = str(new_version)
        server.start()
        for name in ("attrition", "turmoil"):
            with anna.live(tables[name]) as socket:
                state = hear(socket, "state")
            assert looked_at(state) == seen[name]
            assert state["pinned"] == (55 if name == "turmoil" else None)
            assert play(anna, tables[name], 3)["moves"] == 58
        refused = anna.client.get(f"/api/tables/{tables['broken']}/record")
        assert (refused.status_code, "move 2" in refused.text) == (409, True)
        for table_id, old in EXPECTED["tables"].items():
            status = anna.client.get(f"/api/tables/{table_id}").status_code
            assert status in (200, 403), old["what"]
        assert "Traceback" not in server.log()


def breaking(database: Path, table_id: str) -> None:
    """Replace a move of a table by an impossible one."""
    with closing(sqlite3.connect(database)) as stored, stored:
        table = (table_id,)
        stored.execute("UPDATE moves SET action = 'dance' WHERE table_id = ? AND number = 2", table)
        stored.execute("DELETE FROM snapshots WHERE table_id = ?", table)


def checked(code: Path) -> dict[str, Json]:
    """Return what the new version says of each table beforehand."""
    status, answer = admin_of_the_next(code, "check", "--json")
    assert status == 1
    return {each["table"]: each for each in map(json.loads, answer.splitlines())}
