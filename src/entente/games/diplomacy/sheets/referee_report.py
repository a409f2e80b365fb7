"""The referee's report: orders, retreats and adjustments with their results, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.drawing.results_sheet import (
    dislodged_in_words,
    orders_in_words,
    units_in_words,
)
from entente.games.diplomacy.notation.tokens import shortened
from entente.games.diplomacy.notation.writing import place, write_retreat, write_winter_order
from entente.games.diplomacy.phase_names import ADJUSTMENTS
from entente.games.diplomacy.rules.adjustments import Adjusted, Adjustment
from entente.games.diplomacy.rules.orders import Position
from entente.games.diplomacy.rules.results import Results
from entente.games.diplomacy.sheets.lines import LineAnswer
from entente.games.diplomacy.sheets.referee import (
    Judgement,
    Moved,
    Retreated,
    SetAside,
    Wintered,
    names,
)
from entente.games.diplomacy.state import WINTER
from entente.kernel import Catalog, Options, Refusal, say
from entente.kernel.info import spell

MOST_MESSAGES = 50  # about the lines of one phase


class RefereeReport:
    """Writes judgements in words, in the notation of a language."""

    def __init__(self, board: Board, catalog: Catalog) -> None:
        self.board = board
        self.catalog = catalog
        self.language = catalog.language

    def rules(self, rulings: Options) -> str:
        """Return the rules in use: the edition, and the readings that differ from it."""
        ready, *others = (f"{name}={spell(value)}" for name, value in rulings.items())
        return self._say("judge.rules", rules=[ready.partition("=")[2], *others])

    def lines(self, judged: Judgement) -> Iterator[str]:
        """Yield the report of a phase."""
        if isinstance(judged, Moved):
            yield self._heading("movement", judged.season, judged.year)
            yield from self.moves(judged.results, judged.disorder, judged.unordered)
            for power in sorted(judged.returned):
                yield self._say("judge.returned", power=self._name(power))
        elif isinstance(judged, Retreated):
            yield self._heading("retreats", judged.season, judged.year)
            yield from self._retreats(judged)
        elif isinstance(judged, Wintered):
            yield self._heading(ADJUSTMENTS, WINTER, judged.year)
            yield from self._winter(judged)
        yield from self._refused(judged.answers)
        if isinstance(judged, SetAside) and judged.orders:
            yield self._say("judge.set_aside", count=judged.orders)

    def moves(
        self, results: Results, disorder: Collection[int] = (), unordered: Collection[int] = ()
    ) -> Iterator[str]:
        """Every order by power with its result, then the retreats."""
        yield from orders_in_words(self.board, results, self.catalog, unordered)
        yield from dislodged_in_words(self.board, results, None, self.catalog, disorder)
        if not results.dislodged():
            yield from ("", self._say("judge.no_retreats"))

    def _retreats(self, judged: Retreated) -> Iterator[str]:
        if not judged.goals:
            yield self._say("judge.no_retreats")
        for piece, goal in judged.goals.items():
            order = write_retreat(self.board, piece, goal, self.language)
            key = "judge.lost" if piece in judged.lost else "judge.retreated"
            yield "  " + self._say(key, order=order)

    def _winter(self, judged: Wintered) -> Iterator[str]:
        for number, power in enumerate(self.board.powers):
            done, owned = judged.adjusted[number], names(self.board, judged.centres, number)
            if number in judged.unknown or (not owned and not any(done)):
                continue
            codes = [place(self.board, self.board.location[c], self.language) for c in owned]
            yield self._power(power.id)
            yield "  " + self._say("judge.centres", count=len(codes), places=codes)
            yield from self._adjusted(done)
            if number in judged.disorder:
                yield "  " + self._say("judge.no_builds_in_disorder")

    def _adjusted(self, done: Adjusted) -> Iterator[str]:
        rows = [("judge.built", Adjustment("BUILD", piece)) for piece in done.built]
        for piece in done.removed:
            key = "judge.removed_by_rule" if piece in done.automatic else "judge.removed"
            rows.append((key, Adjustment("REMOVE", piece)))
        for key, order in rows:
            yield "  " + self._say(key, order=write_winter_order(self.board, order, self.language))
        for order, why in done.void:
            text = write_winter_order(self.board, order, self.language)
            yield "  " + self._say("judge.void", order=text, reason=self._reason(why))

    def _refused(self, answers: Sequence[LineAnswer]) -> Iterator[str]:
        refused = [
            (answer.line, why)
            for answer in answers
            if (why := answer.refusal or answer.note) is not None and not answer.chatter
        ]
        for line, why in refused[:MOST_MESSAGES]:
            text = shortened(line.text)
            reason = self._reason(why)
            yield self._say("judge.refused", line=line.number, text=text, reason=reason)
        if len(refused) > MOST_MESSAGES:
            yield self._say("judge.more_refused", count=len(refused) - MOST_MESSAGES)
        chatter = sorted({answer.line.number for answer in answers if answer.chatter})
        if chatter:
            yield self._say("judge.chatter", count=len(chatter), lines=[*map(str, chatter)])

    def standing(self, position: Position) -> Iterator[str]:
        """Yield the units on the board, by power."""
        yield self._say("judge.position")
        yield from units_in_words(self.board, position, self.catalog)

    def _power(self, power: str) -> str:
        return self._say("judge.power", power=self.catalog.name("power", power))

    def _name(self, power: int) -> str:
        return self.catalog.name("power", self.board.powers[power].id)

    def _heading(self, phase: str, season: str, year: int) -> str:
        name = self.catalog.name("season", season)
        return self._say(f"judge.{phase}", season=name, year=year).capitalize()

    def _reason(self, reason: Refusal) -> str:
        return f"{self.catalog.say(reason.message)} [{reason.section}]"

    def _say(self, key: str, /, **args: str | int | list[str]) -> str:
        return self.catalog.say(say(key, **args))
