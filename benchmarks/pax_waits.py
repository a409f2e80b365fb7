"""Measure correspondence games of Pax Britannica among computers: questions and waits per turn.

    python -m benchmarks.pax_waits --games 20 --players easy
    python -m benchmarks.pax_waits --games 20 --option phase_mode=open --option congress_rounds=3
    python -m benchmarks.pax_waits --report waits.jsonl

All seats play like people with jobs: each visits the table once a day, in random order, and answers
all its open decisions. A *wait* is such a visit: the seat has to come back because a decision opens
only after others have acted. A *question* is one decision, however many orders it takes. The first
visit of a turn counts like any other. The days of a turn are counted too: on each of them the table
waits for at least one seat.

Answers that the server gives automatically cost nothing: the only possible answer and, with
`--prepared`, prepared answers (kernel/prepared.py).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec

from entente.games.pax.context import PaxContext
from entente.games.pax.game import PaxBritannica
from entente.games.pax.state import PaxState
from entente.kernel import Decision, Options, Position, Seat
from entente.kernel.prepared import due_answer
from entente.players import Player, PlayerView, make

PaxPosition = Position[PaxState, PaxContext]

# The *Correspondence* preset of a new table (web/src/pages/new/presets.ts).
PRESET: Options = {
    "phase_mode": "sealed",
    "reaction_rounds": 0,
    "congress_mode": "by_post",
    "congress_rounds": 1,
}
# The standing instructions that the page suggests (web/src/games/pax/instructions/).
INSTRUCTIONS = {
    "choose_fights": ("attack 3", "below ask"),
    "choose_retreat": ("to home",),
    "choose_war_retreat": ("to home",),
    "to_legal_place": ("to home",),
    "negotiate": ("ready", "unless dispute", "unless cause", "unless offer"),
    "congress_call": ("silent",),
    "sealed_declarations": ("spare",),
    "passages": tuple(f"usual {each}" for each in PaxBritannica({}).board.passages),
    "manoeuvre": ("unless_near rebellion", "unless_near war"),
    "congress_papers": ("attend", "exclude guests"),
    "volunteer": ("pass",),
    "invoke_allies": ("invoke",),
}
GOALS = {"quiet": 6, "congress and war": 10}  # waits of a seat in a turn
QUIET, CONGRESS, WAR, BOTH = "quiet", "congress", "war", "congress and war"
CLASSES = (QUIET, CONGRESS, WAR, BOTH)
CONGRESS_LOGS = {"log.congress"}
WAR_LOGS = {"log.declared", "log.war_round", "log.rebellion_begins", "log.ottoman_war"}
MOST_DAYS = 4_000


class Turn(msgspec.Struct):
    """One turn: its class, its days, and for each seat its questions and waits by cause."""

    kind: str = QUIET
    days: int = 0
    questions: dict[Seat, int] = {}
    waits: dict[Seat, int] = {}
    causes: dict[str, int] = {}  # waits by the step of the first question
    asked: dict[str, int] = {}  # questions by step
    day_causes: dict[str, int] = {}  # days by the steps of the first questions
    automatic: dict[str, int] = {}  # questions that the server answered, by step
    seat_causes: dict[Seat, dict[str, int]] = {}  # the causes of each seat's waits


class Game(msgspec.Struct):
    number: int
    ending: str
    turns: list[Turn]


def play(number: int, players: str, options: dict[str, str], prepared: bool) -> Game:
    """Play one game day by day."""
    game = PaxBritannica({})
    chosen = game.info.complete({"players": 7, **PRESET})
    for name, value in options.items():
        option = next(each for each in game.info.options if each.id == name)
        chosen[name] = option.read(value)
    seed = f"waits-{number}"
    position = game.begin(chosen, seed)
    names = players.split(",")
    by_seat = {
        seat: make(names[place % len(names)], "pax", f"{seed}/{seat}")
        for place, seat in enumerate(position.context.seats)
    }
    table = _Table(position, by_seat, Random(seed), prepared)
    while position.outcome is None:
        table.play_day()
        if len(table.turns) and table.days > MOST_DAYS:
            raise RuntimeError(f"the game is not over after {MOST_DAYS} days")
    outcome = position.outcome
    return Game(number, outcome.reason.key, table.turns)


class _Table:
    """A table that every seat visits once a day."""

    def __init__(
        self,
        position: PaxPosition,
        players: dict[Seat, Player],
        rng: Random,
        prepared: bool,
    ) -> None:
        self.position = position
        self.players = players
        self.rng = rng
        self.prepared = prepared
        self.tried: set[tuple[Seat, int]] = set()
        self.turns: list[Turn] = []
        self.days = 0
        self._note()

    @property
    def turn(self) -> Turn:
        return self.turns[-1]

    def play_day(self) -> None:
        """Let each seat that the table waits for visit once."""
        self._answer_automatically()
        waiting = list(self.position.to_move)
        if not waiting:
            return
        self.days += 1
        turn = self.turn
        turn.days += 1
        first = " + ".join(sorted({self.position.required_by_seat()[s].step for s in waiting}))
        _count(turn.day_causes, first)
        self.rng.shuffle(waiting)
        for seat in waiting:
            if seat in self.position.to_move:
                self._visit(seat)

    def _visit(self, seat: Seat) -> None:
        """Answer all open decisions of a seat."""
        turn = self.turn
        first = self.position.required_by_seat()[seat].step
        _count(turn.waits, seat)
        _count(turn.causes, first)
        _count(turn.seat_causes.setdefault(seat, {}), first)
        answered: set[int] = set()
        while seat in self.position.to_move and self.position.outcome is None:
            decision = self.position.required_by_seat()[seat]
            if decision.window not in answered:
                answered.add(decision.window)
                _count(self.turn.questions, seat)
                _count(self.turn.asked, decision.step)
            view = PlayerView(self.position, seat)
            self._act(seat, self.players[seat].choose(view))
            self._answer_automatically()

    def _act(self, seat: Seat, action: str, window: int | None = None) -> None:
        self.position.apply(seat, action, window)
        self._note()

    def _note(self) -> None:
        """Update the turn and its class from the log."""
        state = self.position.state
        while len(self.turns) < state.turn:
            self.turns.append(Turn())
        keys = {entry.message.key for entry in state.news}
        congress, war = bool(keys & CONGRESS_LOGS), bool(keys & WAR_LOGS)
        turn = self.turn
        congress = congress or turn.kind in (CONGRESS, BOTH)
        war = war or turn.kind in (WAR, BOTH)
        turn.kind = CLASSES[congress + 2 * war]

    def _answer_automatically(self) -> None:
        """Give the answers that the server gives (server/tables/automatic_answers.py)."""
        while self.position.outcome is None:
            answers = ((each, self._automatic(each)) for each in self.position.decisions)
            first = next(((each, answer) for each, answer in answers if answer), None)
            if first is None:
                return
            decision, answer = first
            _count(self.turn.automatic, decision.step)
            self._act(decision.seat, answer, decision.window)
            if decision.seat in self.position.to_move:  # a plan has several steps
                self.tried.discard((decision.seat, decision.window))

    def _automatic(self, decision: Decision) -> str | None:
        """Return the only possible answer, or what the standing instructions say when a decision
        opens."""
        if not decision.must:
            return None
        if self.position.bind(decision).is_only_answer:
            return next(iter(decision.menu))
        key = (decision.seat, decision.window)
        if not self.prepared or decision.step not in INSTRUCTIONS or key in self.tried:
            return None
        self.tried.add(key)
        due = due_answer(self.position, decision, INSTRUCTIONS[decision.step])
        return due.answer if due.complete else None


def _count(counter: dict[str, int], name: str) -> None:
    counter[name] = counter.get(name, 0) + 1


# -- the report


def report(games: list[Game]) -> str:
    """Return tables in Markdown: medians and 90th percentiles by class of turn, and causes."""
    lines = [f"{len(games)} games, {sum(len(game.turns) for game in games)} turns", ""]
    rows = []
    for kind in CLASSES:
        turns = [turn for game in games for turn in game.turns if turn.kind == kind]
        if not turns:
            continue
        seats = [(turn, seat) for turn in turns for seat in turn.questions]
        questions = [turn.questions[seat] for turn, seat in seats]
        waits = [turn.waits[seat] for turn, seat in seats if seat in turn.waits]
        most = [max(turn.waits.values()) for turn in turns if turn.waits]
        days = [turn.days for turn in turns]
        cells = [_spread(each) for each in (questions, waits, most, days)]
        rows.append([kind, str(len(turns)), *cells])
    head = ["turn", "turns", "questions a seat", "waits a seat", "busiest seat", "days"]
    lines += _table(head, rows)
    for kind in CLASSES:
        turns = [turn for game in games for turn in game.turns if turn.kind == kind]
        if turns:
            lines += ["", *_causes(kind, turns)]
        if turns and kind in GOALS:
            lines += ["", *_beyond(kind, turns, GOALS[kind])]
    return "\n".join(lines)


def _spread(values: list[int]) -> str:
    """Return the median and the 90th percentile."""
    ranked = sorted(values)
    if not ranked:
        return "–"
    return f"{ranked[len(ranked) // 2]} ({ranked[min(len(ranked) - 1, len(ranked) * 9 // 10)]})"


def _causes(kind: str, turns: list[Turn]) -> list[str]:
    """Return a table of the questions in turns of a class, per turn."""
    asked, causes, days, automatic = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for turn in turns:
        asked.update(turn.asked)
        causes.update(turn.causes)
        automatic.update(turn.automatic)
        for names, count in turn.day_causes.items():
            for step in names.split(" + "):
                days[step] += count
    steps = sorted(asked | automatic, key=lambda step: -days[step])
    counts = [[c[step] / len(turns) for c in (asked, causes, days, automatic)] for step in steps]
    rows = [[step, *(f"{n:.2f}" for n in row)] for step, row in zip(steps, counts, strict=True)]
    return _table([f"{kind}: a turn", "questions", "waits", "days", "automatic"], rows)


def _beyond(kind: str, turns: list[Turn], goal: int) -> list[str]:
    """Return how often a goal is met, and the causes of the waits where it is not."""
    seats = [(turn, seat) for turn in turns for seat in turn.questions]
    busy = [(turn, seat) for turn, seat in seats if turn.waits.get(seat, 0) > goal]
    met = len(seats) - len(busy)
    lines = [f"{kind}: at most {goal} waits in {met} of {len(seats)} seat-turns"]
    lines[0] += f" ({100 * met / max(1, len(seats)):.0f} %)"
    if not busy:
        return lines
    causes = Counter[str]()
    for turn, seat in busy:
        causes.update(turn.seat_causes.get(seat, {}))
    rows = [[step, f"{count / len(busy):.2f}"] for step, count in causes.most_common()]
    return [*lines, "", *_table([f"more than {goal} waits: a seat-turn", "waits"], rows)]


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return [
        f"| {' | '.join(head)} |",
        f"| {' | '.join(['---'] + ['---:'] * (len(head) - 1))} |",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def run(
    numbers: Iterable[int], workers: int, players: str, options: dict[str, str], prepared: bool
) -> Iterable[Game]:
    if workers == 1:
        for number in numbers:
            yield play(number, players, options, prepared)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        futures = [pool.submit(play, number, players, options, prepared) for number in numbers]
        for future in as_completed(futures):
            yield future.result()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--players", default="easy,normal", help="one name, or one for each seat")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--prepared", action="store_true", help="seats use prepared answers")
    parser.add_argument("--out", type=Path, help="append each game to this file")
    parser.add_argument("--report", type=Path, help="play nothing, report on such a file")
    arguments = parser.parse_args()
    if arguments.report is not None:
        lines = arguments.report.read_bytes().splitlines()
        print(report([msgspec.json.decode(line, type=Game) for line in lines]))
        return 0
    options = dict(text.split("=", 1) for text in arguments.option)
    numbers = range(arguments.first, arguments.first + arguments.games)
    games = []
    for game in run(numbers, arguments.workers, arguments.players, options, arguments.prepared):
        games.append(game)
        if arguments.out is not None:
            with arguments.out.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")
    print(report(games))
    return 0


if __name__ == "__main__":
    sys.exit(main())
