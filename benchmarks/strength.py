"""Measure the strength of the levels: the arena plays the matches whose results we promise.

    python -m benchmarks.strength --results build/strength --workers 2
    python -m benchmarks.strength --results build/strength --report docs/strength.md

Each match has a file of results in the folder; an existing file is continued. `--report` plays
nothing: it puts the table into a page, and all matches into the file from which the server rates
the levels. The exit status is 1 if a promise is certainly broken: the whole confidence interval is
below it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from benchmarks.page_sections import replace_section
from entente.arena import Tournament, TournamentRun, Variant, local, read, run_tournament, tables
from entente.arena.entrants import origin
from entente.kernel import registry

ROOT = Path(__file__).parents[1]
LEVELS = ROOT / "src/entente/server/ratings/data/levels.toml"


class Match(NamedTuple):
    """A match: the players, and the share of games that the first must win at least."""

    game: str
    players: str
    floor: float
    games: int

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players.replace(',', '-').replace('*', 'x')}"

    @property
    def lineup(self) -> tuple[str, ...]:
        players = list[str]()
        for word in self.players.split(","):
            player, _, times = word.partition("*")
            players += [player] * int(times or 1)
        return tuple(players)


FOR_TWO = (
    ("easy,random", 0.95, 200),
    ("normal,easy", 0.80, 200),
    ("normal,greedy", 0.60, 200),
    ("hard,normal", 0.60, 200),
    ("hard,greedy", 0.70, 200),
)
MATCHES = (
    *(Match(game, *match) for game in ("attrition", "turmoil") for match in FOR_TWO),
    Match("diplomacy", "easy,random*6", 0.95, 70),
    Match("diplomacy", "normal,easy*6", 0.30, 70),
    Match("diplomacy", "normal,greedy*6", 0.30, 140),
    Match("diplomacy", "hard,greedy*6", 0.50, 140),
    Match("pax", "easy,random*6", 0.95, 70),
    Match("pax", "normal,easy*6", 1 / 7, 140),
    Match("pax", "hard,easy*6", 2 / 7, 140),
)


def tournament(match: Match) -> Tournament:
    """Return the tournament in which the arena plays a match."""
    game = registry.load(match.game)
    return Tournament(
        game.info.id,
        game.info.version,
        match.lineup,
        (Variant("", game.info.complete({}), dict(game.overrides())),),
        origins={name: origin(name, match.game) for name in match.lineup},
    )


def row(match: Match, played: TournamentRun) -> tuple[str, bool]:
    """Return a line of the table, and whether the promise may hold."""
    (table,) = tables(played)
    first, *others = dict.fromkeys(match.lineup)
    against = others[0] if others else first
    by_name = {standing.player: standing for standing in table.standings}
    mine = by_name[first]
    share = mine.fared.share
    holds = "yes" if share.low >= match.floor else "no" if share.high < match.floor else "open"
    among = f"{match.players.partition('*')[2]} × " if "*" in match.players else ""
    cells = (
        match.game,
        f"{first} against {among}{against}",
        f"{mine.fared.games:,}",
        f"{100 * share.rate:.1f} %",
        f"{100 * share.low:.1f}–{100 * share.high:.1f}",
        f"{100 * match.floor:.0f} %",
        holds,
        f"{1000 * mine.seconds_a_move:,.0f} ms",
        f"{mine.longest:,.1f} s",
        str(len(table.failures) + sum(each.times for each in table.lapses)),
    )
    return "| " + " | ".join(cells) + " |", share.high >= match.floor


HEAD = (
    "| game | match | games | won | 95 % | promised | holds | a move | longest | failures |",
    "| --- | --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |",
)


def measurements(date: str, played: Sequence[tuple[Match, TournamentRun]]) -> str:
    """Return the file from which the server computes the fixed ratings of the levels."""
    lines = [
        "# How the computer players did against each other in the arena. Written by",
        "# `python -m benchmarks.strength --results build/strength --report docs/strength.md`;",
        "# read by entente.server.ratings.levels.",
        "",
        f'measured = "{date}"',
    ]
    for match, run in played:
        (table,) = tables(run)
        first, against = dict.fromkeys(match.lineup)
        fared = next(each.fared for each in table.standings if each.player == first)
        lines += [
            "",
            "[[match]]",
            f'game = "{match.game}"',
            f'player = "{first}"',
            f'against = "{against}"',
            f"opponents = {len(match.lineup) - 1}",
            f"games = {fared.games}",
            f"won = {fared.wins}",
        ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Play the missing games and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("matches", nargs="*", help="games, or matches such as turmoil-hard-greedy")
    parser.add_argument("--results", type=Path, default=ROOT / "build/strength")
    parser.add_argument("--games", type=int, help="games of each match, instead of its default")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", type=Path, metavar="PAGE", help="play nothing, write the table")
    arguments = parser.parse_args()
    chosen = [
        match
        for match in MATCHES
        if not arguments.matches or {match.game, match.name} & set(arguments.matches)
    ]
    if not chosen:
        names = ", ".join(match.name for match in MATCHES)
        parser.error(f"no such match; choose a game or one of {names}")
    arguments.results.mkdir(parents=True, exist_ok=True)
    lines, holds = list(HEAD), True
    measured = list[tuple[Match, TournamentRun]]()
    print("\n".join(HEAD), flush=True)
    for match in chosen:
        file = arguments.results / f"{match.name}.jsonl"
        if arguments.report is None:
            executor = local(arguments.workers)
            games, failures = arguments.games or match.games, str(file.with_suffix(""))
            played = run_tournament(tournament(match), games, file, executor, failures)
        elif file.exists():
            stored, results = read(file)
            played = TournamentRun(stored, results, len(results))
        else:
            continue
        line, may_hold = row(match, played)
        print(line, flush=True)
        lines.append(line)
        measured.append((match, played))
        holds = holds and may_hold
    if arguments.report is not None:
        date = datetime.now(UTC).date()
        replace_section(arguments.report, "strength", (f"Played until {date}.", "", *lines))
        if not arguments.matches:
            LEVELS.write_text(measurements(str(date), measured), "utf-8")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
