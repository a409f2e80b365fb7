"""Records and databases of every version of the rules there has been: each opens under the version
it was made with, or is refused by name. Nothing is replayed under other rules.

`GAME-RULES.jsonl.gz` holds two records; the closing line of a finished one has the digest of its
last position. `tables-NAME.sql.gz` is a small SQLite database with a table of each game after 25
moves; `tables-NAME.json` has the state of each (`python -m tests.corpus.make_tables`).
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from entente.cli.main import main
from entente.kernel import registry
from entente.kernel.record import Record, RecordError, parse
from entente.kernel.state_migrations import is_fingerprint_of
from entente.server import admin_tasks
from entente.server.problem import Problem
from entente.server.storage.database import sessions
from entente.server.tables.rooms import Rooms

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*.jsonl.gz"))
DATABASES = sorted(FOLDER.glob("tables-*.json"))


def records(file: Path) -> list[Record]:
    """The records of a file, which an empty line separates."""
    parts = gzip.decompress(file.read_bytes()).split(b"\n\n")
    return [parse(part.strip() + b"\n") for part in parts]


def named(file: Path) -> tuple[str, str]:
    """The game and the version of the rules of a file of records."""
    game, _, rules = file.name.removesuffix(".jsonl.gz").rpartition("-")
    return game, rules


def test_every_version_is_in_the_corpus() -> None:
    """The present one joins it when the next is made."""
    kept = {named(file) for file in RECORDS}
    begun = {
        (table["game"], table["rules"])
        for file in DATABASES
        for table in json.loads(file.read_text("utf-8"))["tables"].values()
    }
    for name in registry.available():
        version = registry.load(name).info.version
        past = {(name, str(number)) for number in range(1, int(version))}
        assert past <= kept
        assert past <= begun


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name.partition(".")[0])
def test_a_record_is_played_under_its_own_rules_or_refused(file: Path) -> None:
    game, rules = named(file)
    for record in records(file):
        assert (record.header.game, record.header.rules) == (game, rules)
        if registry.load(game).info.supports_rules(rules):
            match = record.verify(registry.load)
            assert match.rules == rules
            continue
        for play in (record.match, record.verify):
            with pytest.raises(RecordError) as raised:
                play(registry.load)
            assert raised.value.message.key == "mistake.record.rules"
            assert raised.value.message.args["made"] == rules


@pytest.mark.parametrize("command", ["replay", "story", "analyse"])
def test_the_command_names_a_version_that_is_gone(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "turmoil.jsonl"
    parts = gzip.decompress((FOLDER / "turmoil-1.jsonl.gz").read_bytes()).split(b"\n\n")
    path.write_bytes(parts[0].strip() + b"\n")
    assert main([command, str(path), "--lang", "en"]) == 1
    output = capsys.readouterr()
    assert not output.out
    assert "under version 1 of the rules" in output.err


@pytest.mark.parametrize("file", DATABASES, ids=lambda file: file.stem)
def test_a_table_goes_on_under_its_own_rules_or_is_set_aside(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "entente.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        dump = file.with_suffix(".sql.gz").read_bytes()
        database.executescript(gzip.decompress(dump).decode())
    engine = admin_tasks.open_database(f"sqlite:///{path}")
    rooms = Rooms(sessions(engine))
    try:
        for table_id, kept in json.loads(file.read_text("utf-8"))["tables"].items():
            info = registry.load(kept["game"]).info
            if info.supports_rules(kept["rules"]):
                room = rooms.get(table_id)
                assert room.match.rules == kept["rules"]
                assert len(room.match.moves) == kept["moves"]
                assert list(room.table.waiting) == kept["waiting"]
                assert is_fingerprint_of(kept["digest"], room.match.state)
                continue
            with pytest.raises(Problem) as raised:
                rooms.get(table_id)
            aside = ("problem.table.aside_rules", "problem.table.aside_unnoted")
            assert raised.value.message.key in aside
    finally:
        rooms.commits.close()
        engine.dispose()
