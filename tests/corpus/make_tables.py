"""Make a database of tables for the corpus, under the rules of this version.

python -m tests.corpus.make_tables pax-3

For a version that is past, run it in a worktree of its last commit. It writes `tables-pax-3.sql.gz`
and `tables-pax-3.json`: a table of each game after 25 moves, of one person in all seats.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from entente.kernel import Options, registry
from entente.kernel.state_migrations import fingerprint
from entente.server.http.app import create_app
from entente.server.settings import Settings
from tests.server.people import House, Json

FOLDER = Path(__file__).parent
MOVES = 25
OPTIONS: dict[str, Options] = {"pax": {"players": 4, "turns": 1}}
LEFT_OUT = ("logins", "secrets")  # rows of these


def played(house: House, game: str) -> tuple[str, Json]:
    """Play at a new table; its id, and what the corpus says of it."""
    anna, rng = house.person("Anna"), Random(game)
    loaded, options = registry.load(game), OPTIONS.get(game, {})
    seats = dict.fromkeys(loaded.seats(loaded.info.complete(options)), "me")
    table = anna.table(game, seats=seats, options=options)
    rooms = house.app.state.services.rooms
    with anna.live(table) as live:
        for _ in range(MOVES):
            live.sync()
            decision = rooms.get(table["id"]).match.position.decisions[0]
            answer = live.act(decision.seat, decision.menu.sample(rng))
            assert answer["type"] == "done", answer
    room = rooms.get(table["id"])
    return table["id"], {
        "game": game,
        "rules": room.match.rules,
        "moves": len(room.match.moves),
        "digest": fingerprint(room.match.state),
        "waiting": list(room.table.waiting),
    }


def dump(database: Path) -> str:
    """Return the database as SQL, without what is of this server alone."""
    with closing(sqlite3.connect(database)) as source:
        for table in LEFT_OUT:
            source.execute(f"DELETE FROM {table}")
        return "\n".join(source.iterdump()) + "\n"


def main(name: str) -> None:
    with TemporaryDirectory() as folder:
        database = Path(folder) / "entente.sqlite3"
        with House(create_app(Settings(f"sqlite:///{database}"))) as house:
            tables = dict(played(house, game) for game in registry.available())
        sql = dump(database)
    packed = gzip.compress(sql.encode(), mtime=0)
    (FOLDER / f"tables-{name}.sql.gz").write_bytes(packed)
    written = json.dumps({"tables": tables}, indent=1)
    (FOLDER / f"tables-{name}.json").write_text(written + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
