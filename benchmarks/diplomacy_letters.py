"""Diplomacy with and without letters: seven computer powers, promises, solos and draws.

    python -m benchmarks.diplomacy_letters --processes 16 --minutes 20 --results letters.jsonl
    python -m benchmarks.diplomacy_letters --results letters.jsonl --report

Each game is played three times with the same seed and the same players: all seven negotiate, none
does, and one alone among six that do (its seat changes from game to game) plays without press. A
game that is interrupted is played again; finished ones are in the results file, one a line.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from entente.kernel import Match, registry
from entente.players.letters import ACCEPT, COUNTER, DECLINE
from entente.players.press_match import PressMatch

ALL, NONE, ONE_PURE = "all", "none", "one pure"
PRESS = (ALL, NONE, ONE_PURE)
ANSWERS = (ACCEPT, COUNTER, DECLINE)


class Task(NamedTuple):
    """A game to play."""

    press: str
    number: int
    player: str
    last_year: int
    until: float  # the time at which it is given up


class Ending(NamedTuple):
    """A finished game: the share and the centres of each seat, and what was promised."""

    press: str
    number: int
    player: str
    last_year: int
    lone: str  # the seat that is compared with the others
    shares: dict[str, float]
    centres: dict[str, int]
    solo: bool
    drawn: int  # seats that share the game
    year: int
    offers: dict[str, int]  # by answer; unanswered under an empty name
    kinds: dict[str, int]  # accepted items by kind
    kept: int
    broken: int
    seconds: float


def play(task: Task) -> Ending | None:
    """Play one game; None if the time is over before it ends."""
    began = time.perf_counter()
    options: dict[str, bool | int | str] = {"end_year": task.last_year, "scoring": "sum_of_squares"}
    match: Match[Any, Any] = Match(registry.load("diplomacy"), options, f"letters {task.number}")
    lone = match.seats[task.number % len(match.seats)]
    players = dict.fromkeys(match.seats, task.player)
    silent = {ALL: (), NONE: match.seats, ONE_PURE: (lone,)}[task.press]
    table = PressMatch(match, players, f"game {task.number}", silent=silent)
    table.play(lambda: time.time() > task.until)
    outcome, state = match.state.outcome, match.state
    if outcome is None:
        return None
    letters = table.letters_of(None)
    counts = (
        [table.rules.count_promises(letters, seat) for seat in match.seats] if table.rules else []
    )
    offers, kinds = dict[str, int](), dict[str, int]()
    for offer in table.offers:
        answer = next(iter(offer.answers.values()), "")
        offers[answer] = offers.get(answer, 0) + 1
        for item in offer.items if answer == ACCEPT else ():
            kind = item.split()[0] if item.split()[0] in ("PEACE", "DMZ", "DRAW") else "orders"
            kinds[kind] = kinds.get(kind, 0) + 1
    powers = match.position.context.powers_of
    return Ending(
        task.press,
        task.number,
        task.player,
        task.last_year,
        lone,
        {seat: round(score, 4) for seat, score in outcome.scores.items()},
        {seat: sum(len(state.centres[p]) for p in powers(seat)) for seat in match.seats},
        sum(score > 0 for score in outcome.scores.values()) == 1,
        sum(score > 0 for score in outcome.scores.values()),
        state.year,
        offers,
        kinds,
        sum(kept for kept, _ in counts),
        sum(broken for _, broken in counts),
        round(time.perf_counter() - began, 1),
    )


def read(path: Path) -> list[Ending]:
    """Read the finished games; a torn last line is left out."""
    found = list[Ending]()
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            found.append(Ending(*json.loads(line)))
        except (ValueError, TypeError):
            continue
    return found


def drop_torn_line(path: Path) -> None:
    """Drop a last line that was not written to its end, so that the next one is readable."""
    text = path.read_text() if path.exists() else ""
    if text and not text.endswith("\n"):
        path.write_text(text[: text.rfind("\n") + 1])


def tasks(known: Iterable[Ending], arguments: argparse.Namespace) -> Iterator[Task]:
    """Yield the games that are missing, all ways of playing each number together."""
    done = {(each.press, each.number, each.player, each.last_year) for each in known}
    until = time.time() + 60 * arguments.minutes
    for number in range(arguments.games):
        for press in PRESS:
            if (press, number, arguments.player, arguments.until) not in done:
                yield Task(press, number, arguments.player, arguments.until, until)


def report(endings: list[Ending]) -> str:
    """Return the figures as tables in Markdown."""
    lines = [
        "| letters | games | solos | year of the end | powers in a draw | share of the leader |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for press in PRESS:
        games = [each for each in endings if each.press == press]
        if not games:
            continue
        solos = sum(each.solo for each in games)
        drawn = [each.drawn for each in games if not each.solo]
        leader = [max(each.shares.values()) for each in games]
        lines.append(
            f"| {press} | {len(games)} | {100 * solos / len(games):.0f} % | "
            f"{_mean([each.year for each in games])[0]:.1f} | "
            f"{_mean(drawn)[0]:.1f} | {100 * _mean(leader)[0]:.0f} % |"
        )
    lines += ["", *_promises(endings), "", *_lone(endings)]
    return "\n".join(lines)


def _promises(endings: list[Ending]) -> Iterator[str]:
    games = [each for each in endings if each.press == ALL]
    if not games:
        return
    made = {answer: sum(each.offers.get(answer, 0) for each in games) for answer in (*ANSWERS, "")}
    total = sum(made.values())
    yield f"Seven that negotiate, a game: {total / len(games):.1f} proposals"
    for answer in ANSWERS:
        yield f"- {answer}: {100 * made[answer] / max(1, total):.0f} %"
    kept, broken = (sum(getattr(each, name) for each in games) for name in ("kept", "broken"))
    yield f"- promises kept: {kept} of {kept + broken} ({100 * kept / max(1, kept + broken):.0f} %)"
    for kind in ("PEACE", "DMZ", "orders", "DRAW"):
        agreed = sum(each.kinds.get(kind, 0) for each in games)
        yield f"- accepted {kind}: {agreed / len(games):.1f}"


def _lone(endings: list[Ending]) -> Iterator[str]:
    """Compare the same seats with the same seeds, with and without press of their own."""
    shares = {
        press: {
            (each.number, each.last_year): each.shares[each.lone]
            for each in endings
            if each.press == press
        }
        for press in PRESS
    }
    both = [game for game in shares[ONE_PURE] if game in shares[ALL]]
    if both:
        with_press, spread = _mean([shares[ALL][game] for game in both])
        alone, other = _mean([shares[ONE_PURE][game] for game in both])
        yield (
            f"One seat of {len(both)} games: share {100 * with_press:.1f} % ± {100 * spread:.1f} "
            f"with letters, {100 * alone:.1f} % ± {100 * other:.1f} without (par 14.3 %)"
        )


def _mean(numbers: list[float] | list[int]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    if not numbers:
        return 0.0, 0.0
    mean = sum(numbers) / len(numbers)
    spread = sum((number - mean) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    return mean, math.sqrt(spread / len(numbers))


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", default="normal", help="a level, optionally with a budget")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--until", type=int, default=1912, help="the last year")
    parser.add_argument("--results", type=Path, default=Path("diplomacy_letters.jsonl"))
    parser.add_argument("--report", action="store_true", help="only print the figures")
    arguments = parser.parse_args()
    known = read(arguments.results)
    if not arguments.report:
        drop_torn_line(arguments.results)
        with (
            get_context("spawn").Pool(arguments.processes) as pool,
            arguments.results.open("a") as results,
        ):
            for ending in pool.imap_unordered(play, tasks(known, arguments)):
                if ending is not None:
                    results.write(json.dumps(list(ending)) + "\n")
                    results.flush()
                    known.append(ending)
    print(report(known))
    return 0


if __name__ == "__main__":
    sys.exit(main())
