"""Measure how the powers of Pax Britannica do among computer players of one level.

    python -m benchmarks.pax_balance --players 8 --divisor 1 --workers 16 --out balance.jsonl
    python -m benchmarks.pax_balance --players 7 --games 100 --workers 16 --out balance.jsonl
    python -m benchmarks.pax_balance --out balance.jsonl --publish

Each finished game is a line of the file; games in the file are not played again, so that a run can
be interrupted and continued. `--publish` plays nothing: it writes the results of the file into the
game's data and the documentation.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path

import msgspec

from benchmarks.pax_games import play
from entente.games.pax.game import INFO, PaxBritannica
from entente.kernel import Seat
from entente.kernel.measured import Measured

ROOT = Path(__file__).parents[1]
DATA = ROOT / "src/entente/games/pax/data/measured.toml"
PAGE = ROOT / "docs/strength.md"
BEGIN, END = "<!-- balance: begin -->", "<!-- balance: end -->"
HEAD = "# How the powers fare among computer players: written by benchmarks/pax_balance.py.\n"
BELGIAN = 8  # the number of players from which there is a Belgian seat


class Setting(msgspec.Struct, frozen=True, order=True):
    """A setting: the number of seats, the Belgian divisor (empty without a Belgian seat), the
    level."""

    players: int
    divisor: str
    level: str


class Game(msgspec.Struct, frozen=True):
    """A finished game: its setting and number, the winners and the points."""

    setting: Setting
    number: int
    winners: list[Seat]
    points: dict[Seat, int]
    date: str


class BrokenGame(Exception):
    """A game that did not end, or in which a player failed."""


# -- playing


def play_game(setting: Setting, number: int) -> Game:
    """Play one game."""
    options = (f"belgian_divisor={setting.divisor}",) if setting.divisor else ()
    result = play(setting.players, number, (setting.level,), options)
    if result.error:
        raise BrokenGame(result.error)
    today = datetime.now(UTC).date().isoformat()
    return Game(setting, number, result.winners, result.points, today)


def read(file: Path) -> list[Game]:
    """Read the games of a file, without an incomplete last line."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    games = list[Game]()
    for number, line in enumerate(lines):
        try:
            games.append(msgspec.json.decode(line, type=Game))
        except msgspec.DecodeError:
            if number + 1 < len(lines):
                raise
    return games


def run(setting: Setting, games: int, workers: int, file: Path) -> None:
    """Play the games that the file does not have yet."""
    complete = read(file)
    file.write_bytes(b"".join(msgspec.json.encode(game) + b"\n" for game in complete))
    known = {game.number for game in complete if game.setting == setting}
    missing = [number for number in range(games) if number not in known]
    print(f"{setting}: {len(known)} games played, {len(missing)} to play", flush=True)
    executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    with executor, file.open("ab") as out:
        futures = [executor.submit(play_game, setting, number) for number in missing]
        for count, future in enumerate(as_completed(futures), start=1):
            game = future.result()
            out.write(msgspec.json.encode(game) + b"\n")
            out.flush()
            print(f"{count}/{len(missing)} game {game.number}: {game.winners}", flush=True)


# -- the report


def summarise(games: Iterable[Game]) -> list[Measured]:
    """Return the figures of each setting, the fewest players first."""
    by_setting: dict[Setting, list[Game]] = {}
    for game in games:
        by_setting.setdefault(game.setting, []).append(game)
    return [_summarise(setting, by_setting[setting]) for setting in sorted(by_setting)]


def _summarise(setting: Setting, games: list[Game]) -> Measured:
    seats = PaxBritannica({}).seats(INFO.complete({"players": setting.players}))
    wins = {
        seat: sum((seat in game.winners) / len(game.winners) for game in games) for seat in seats
    }
    return Measured(
        level=setting.level,
        date=max(game.date for game in games),
        games=len(games),
        options={
            "players": setting.players,
            **({"belgian_divisor": setting.divisor} if setting.divisor else {}),
        },
        wins={seat: round(won, 2) for seat, won in wins.items()},
        points={
            seat: round(sum(game.points[seat] for game in games) / len(games), 1) for seat in seats
        },
    )


def toml(measured: list[Measured]) -> str:
    """Return the text of the data file."""
    if not measured:
        return HEAD + "measured = []\n"
    parts = [HEAD]
    for each in measured:
        parts += ["\n[[measured]]\n"]
        for name in ("level", "date", "games", "options", "wins", "points"):
            parts.append(f"{name} = {_value(getattr(each, name))}\n")
    return "".join(parts)


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in value.items()) + " }"
    return f'"{value}"' if isinstance(value, str) else str(value)


def markdown(measured: list[Measured]) -> str:
    """Return a table: the percentage of games won, and the average points."""
    if not measured:
        return ""
    titles = [_title(each) for each in measured]
    seats = list(dict.fromkeys(seat for each in measured for seat in each.wins))
    lines = ["| won (points) | " + " | ".join(titles) + " |"]
    lines.append("| --- |" + " ---: |" * len(titles))
    lines.append("| games | " + " | ".join(str(each.games) for each in measured) + " |")
    for seat in seats:
        cells = [_cell(each, seat) for each in measured]
        lines.append(f"| {seat} | " + " | ".join(cells) + " |")
    last = max(each.date for each in measured)
    return f"Played until {last}.\n\n" + "\n".join(lines) + "\n"


def _title(each: Measured) -> str:
    divisor = each.options.get("belgian_divisor")
    more = f", Belgian divisor {divisor}" if divisor else ""
    return f"{each.options['players']} seats{more}, `{each.level}`"


def _cell(each: Measured, seat: Seat) -> str:
    if seat not in each.wins:
        return ""
    return f"{100 * each.wins[seat] / each.games:.0f} % ({each.points[seat]:.0f})"


def publish(games: list[Game], data: Path = DATA, page: Path = PAGE) -> None:
    """Write the results into the game's data and the documentation."""
    measured = summarise(games)
    data.write_text(toml(measured), encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{markdown(measured)}{END}{after}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=BELGIAN, choices=range(4, 9))
    parser.add_argument("--divisor", default="1", choices=("1", "2", "2.5"))
    parser.add_argument("--level", default="normal")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--publish", action="store_true")
    arguments = parser.parse_args()
    if arguments.publish:
        publish(read(arguments.out))
        return 0
    divisor = arguments.divisor if arguments.players >= BELGIAN else ""
    run(
        Setting(arguments.players, divisor, arguments.level),
        arguments.games,
        arguments.workers,
        arguments.out,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
