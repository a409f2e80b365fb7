"""What the referee reads out: orders, retreats and adjustments with their results, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entente.games.diplomacy.adjustments import Adjusted, Adjustment
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.orders import Position
from entente.games.diplomacy.reading import Answer
from entente.games.diplomacy.referee import Listed, Moved, Retreated, Wintered, names
from entente.games.diplomacy.results import VOID, Result, Results
from entente.games.diplomacy.writing import place, unit, write, write_retreat, write_winter_order
from entente.kernel import Catalog, Refusal, say


class Verdict:
    """Puts judgements into words, in the notation of a language."""

    def __init__(self, board: Board, catalog: Catalog) -> None:
        self.board = board
        self.catalog = catalog
        self.language = catalog.language

    def lines(self, judged: Moved | Retreated | Wintered | Listed) -> Iterator[str]:
        """A phase as the referee reads it out."""
        if isinstance(judged, Moved):
            yield self._heading("movement", judged.season, judged.year)
            yield from self.moves(judged.results)
        elif isinstance(judged, Retreated):
            yield self._heading("retreats", judged.season, judged.year)
            yield from self._retreats(judged)
        elif isinstance(judged, Wintered):
            yield self._heading("adjustments", "winter", judged.year)
            yield from self._winter(judged)
        yield from self._refused(judged.answers)

    def moves(self, results: Results) -> Iterator[str]:
        """Every order by power with its result, then who must retreat and where to."""
        for number, power in enumerate(self.board.powers):
            mine = [n for n, u in enumerate(results.position.units) if u.power == number]
            if not mine:
                continue
            yield self._power(power.id)
            for index in mine:
                yield self._result(results, index, results.results[index])
        pushed = results.dislodged()
        if not pushed:
            yield self._say("judge.no_retreats")
        for number, ends in pushed.items():
            name = unit(self.board, results.position.units[number], self.language)
            places = [place(self.board, end, self.language) for end in ends]
            key = "judge.must_retreat" if places else "judge.no_place"
            yield self._say(key, unit=name, places=places) if places else self._say(key, unit=name)

    def _result(self, results: Results, number: int, result: Result) -> str:
        order = write(self.board, results.position, number, result.order, self.language)
        outcome = self.catalog.name("outcome", result.outcome)
        if result.dislodged_by >= 0:
            outcome = self._say("judge.and_dislodged", outcome=outcome)
        if result.outcome == VOID:
            return "  " + self._say("judge.void", order=order, reason=self._reason(result.reason))
        reason = self._reason(result.reason)
        return "  " + self._say("judge.result", order=order, outcome=outcome, reason=reason)

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
            if not owned and not any(done):
                continue
            codes = [place(self.board, self.board.location[c], self.language) for c in owned]
            yield self._power(power.id)
            yield "  " + self._say("judge.centres", count=len(codes), places=codes)
            yield from self._adjusted(done)

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

    def _refused(self, answers: Sequence[Answer]) -> Iterator[str]:
        for answer in answers:
            if answer.refusal is not None:
                reason = self._reason(answer.refusal)
                line, text = answer.line.number, answer.line.text
                yield self._say("judge.refused", line=line, text=text, reason=reason)

    def standing(self, position: Position) -> Iterator[str]:
        """The units on the board, by power."""
        yield self._say("judge.position")
        for number, power in enumerate(self.board.powers):
            mine = [unit(self.board, u, self.language) for u in position.units if u.power == number]
            if mine:
                name = self.catalog.name("power", power.id)
                yield "  " + self._say("judge.stands", power=name, units=mine)

    def _power(self, power: str) -> str:
        return self._say("judge.power", power=self.catalog.name("power", power))

    def _heading(self, phase: str, season: str, year: int) -> str:
        name = self.catalog.name("season", season)
        return self._say(f"judge.{phase}", season=name, year=year).capitalize()

    def _reason(self, reason: Refusal) -> str:
        return f"{self.catalog.say(reason.message)} [{reason.section}]"

    def _say(self, key: str, /, **args: str | int | list[str]) -> str:
        return self.catalog.say(say(key, **args))
