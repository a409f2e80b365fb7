"""Measure how often the check before *Ready*, *Seal* and *Submit* warns of a loss that happens.

    python -m benchmarks.alarms --games 50 --level greedy
    python -m benchmarks.alarms --game pax --games 10 --level easy --option phase_mode=sealed

Computer players play whole games. When one closes a decision (`ClosingCheck`), its risks are
collected and the game continues. Each risk is then

- *true* if the loss it names happens before the seat can act on it again;
- *false* if the seat can act on it again without the loss;
- *void* if the seat acts again in the same phase, which proves nothing, or the game ends.

A missed chance (an idle unit, a battle not planned) is true if the seat takes the same chance next
time, because it has lost a turn, and false if it still does not.

Fewer than one in five of a game's true and false alarms may be false; a kind above that is marked,
and must be rare. The rate is about computer players, who mostly see what they lose: it measures
whether the forecast is right, not whether a person wants to know.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from benchmarks.alarm_checks import CHECKS, Moment, Verdict
from entente.kernel import Position, Seat, registry
from entente.players import PlayerView, make

GAMES = ("diplomacy", "pax", "turmoil", "attrition")
MOST_DECISIONS = 40_000
LIMIT = 0.2  # false alarms
AnyPosition = Position[Any, Any]


class Pending(NamedTuple):
    """A risk whose outcome is not known yet."""

    kind: str
    check: Callable[[AnyPosition, Seat | None], Verdict]


class Tally(NamedTuple):
    """The alarms of one kind, by verdict."""

    true: int
    false: int
    void: int

    @property
    def rate(self) -> float:
        """The share of false alarms among the decided ones."""
        return self.false / max(1, self.true + self.false)


def alarms(
    game_id: str, level: str, seed: str, options: dict[str, Any]
) -> Counter[tuple[str, str]]:
    """Play one game and count its alarms by kind and verdict."""
    game = registry.load(game_id)
    position = game.begin(game.info.complete(options), seed)
    rng, counts = Random(seed), Counter[tuple[str, str]]()
    seats = game.seats(position.state.options)
    players = {seat: make(level, game_id, f"{seed}/{seat}") for seat in seats}
    pending: list[Pending] = []
    for _ in range(MOST_DECISIONS):
        if position.outcome is not None:
            break
        seat = rng.choice(position.to_move)
        action = players[seat].choose(PlayerView(position, seat))
        raised = list(_risks(position, seat, action))
        pending = list(_decide(pending, position, seat, counts))
        position.apply(seat, action)
        pending = [*_decide(pending, position, None, counts), *raised]
    counts.update((each.kind, "void") for each in pending)
    return counts


def _risks(position: AnyPosition, seat: Seat, action: str) -> Iterator[Pending]:
    """Yield the risks of an action, each with its check."""
    legal = position.find(seat, action)
    if legal is None:
        return
    for risk in position.bind(legal[0]).risks(legal[1]):
        check = CHECKS[position.game.info.id][risk.kind]
        yield Pending(risk.kind, check(Moment(position.copy(), seat, risk, legal[1])))


def _decide(
    pending: list[Pending], position: AnyPosition, acting: Seat | None, counts: Counter[Any]
) -> Iterator[Pending]:
    """Count the risks whose outcome is now known, and yield the others."""
    for each in pending:
        verdict = each.check(position, acting)
        if verdict is None:
            yield each
        else:
            counts[each.kind, verdict] += 1


def report(game_id: str, counts: Counter[tuple[str, str]]) -> bool:
    """Print the kinds of a game; return whether its rate is below the limit."""
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for (kind, verdict), number in counts.items():
        kinds[kind][verdict] += number
    whole = Counter[str]()
    for kind in CHECKS[game_id]:
        count = kinds[kind]
        whole += count
        tally = Tally(count["true"], count["false"], count["void"])
        mark = "" if tally.rate < LIMIT else "   ABOVE ONE IN FIVE"
        raised = tally.true + tally.false + tally.void
        print(
            f"{game_id:10} {kind:20} raised {raised:6}  true {tally.true:6}  "
            f"false {tally.false:5}  void {tally.void:5}  false alarms {tally.rate:6.1%}{mark}",
            flush=True,
        )
    together = Tally(whole["true"], whole["false"], whole["void"])
    print(f"{game_id:10} together: false alarms {together.rate:6.1%}", flush=True)
    return together.rate < LIMIT


def main(arguments: list[str] | None = None) -> int:
    """Measure the chosen games; return exit status 1 if one is above the limit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--games", type=int, default=50, help="matches to play of each game")
    parser.add_argument("--level", default="greedy", help="level of the computer players")
    parser.add_argument("--seed", default="alarms", help="another seed plays other matches")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parsed = parser.parse_args(arguments)
    below = True
    for game_id in parsed.game or GAMES:
        info = registry.load(game_id).info
        options = {}
        for text in parsed.option:
            name, _, value = text.partition("=")
            option = next(each for each in info.options if each.id == name)
            options[name] = option.read(value)
        counts = Counter[tuple[str, str]]()
        for number in range(parsed.games):
            counts += alarms(game_id, parsed.level, f"{parsed.seed}-{number}", options)
        below &= report(game_id, counts)
    return 0 if below else 1


if __name__ == "__main__":
    sys.exit(main())
