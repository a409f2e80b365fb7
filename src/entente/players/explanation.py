"""Search results in sentences: what a player considered, expected and feared, and what its move
changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import groupby
from typing import Any

import msgspec

from entente.kernel import Catalog, Game, Message, Seat, say
from entente.kernel.wording import in_words, things_in
from entente.players.player_texts import catalog_for, named
from entente.players.registry import described
from entente.players.search_result import Reason, SearchLine, SearchResult, Step, shared
from entente.players.win_chances import chance_of, place

WEIGHED = 3  # other lines that are listed
BETWEEN = " · "  # no action contains this separator

# In a game of two seats: the least win chance for each description.
STANDINGS = (
    (97, "why.standing.won"),
    (80, "why.standing.winning"),
    (65, "why.standing.better"),
    (55, "why.standing.ahead"),
    (46, "why.standing.even"),
    (36, "why.standing.behind"),
    (21, "why.standing.worse"),
    (4, "why.standing.losing"),
    (0, "why.standing.lost"),
)


class StepText(msgspec.Struct):
    """An action of a line; `things` are the objects it names."""

    seat: Seat
    action: str
    text: str
    things: list[str]


class LineText(msgspec.Struct):
    """A line: its win chance in per cent, the chance at worst, the expected continuation, what was
    feared, and its reasons, if they were worked out."""

    action: str
    text: str
    things: list[str]
    chance: int
    worst: int | None
    continuation: list[StepText]
    threat: list[StepText]
    reasons: list[str]


class ExplanationText(msgspec.Struct):
    """A search result in words: sentences, and line by line with the chosen one first. `reasons`
    are the sentences that add something to the lines. `positions` counts the positions searched."""

    seat: Seat
    level: str
    action: str
    text: str
    things: list[str]
    chance: int
    assessment: str
    lines: list[LineText]
    sentences: list[str]
    reasons: list[str]
    positions: int


class ExplanationWriter:
    """Writes the search results of a seat's player in a language. `at_first_sight` is the static
    evaluation for each seat."""

    def __init__(
        self,
        game: Game[Any, Any],
        seat: Seat,
        player: str,
        at_first_sight: Mapping[Seat, float],
        language: str,
    ) -> None:
        self.game = game
        self.seat = seat
        self.player = player
        self.worths = at_first_sight
        self.catalog: Catalog = game.catalog(language)
        self.words: Catalog = catalog_for(game, language)
        self.name = described(player, language, game).name

    def at(self, at_first_sight: Mapping[Seat, float]) -> ExplanationWriter:
        """Return the same writer for another position."""
        other = copy(self)
        other.worths = at_first_sight
        return other

    # -- the whole result

    def explain(self, result: SearchResult) -> ExplanationText:
        """Return the whole result in words."""
        lines = self.lines(result)
        chosen, free = lines[0], has_chosen(result)
        chance = chosen.chance if free else self.chance(self.worths[self.seat])
        return ExplanationText(
            self.seat,
            self.player,
            chosen.action,
            chosen.text,
            chosen.things,
            chance,
            self.standing(chance),
            lines if free else [],
            self.sentences(result, lines),
            self.reasons(result.reasons) if free else self.sentences(result, lines),
            result.positions,
        )

    def sentences(self, result: SearchResult, lines: Sequence[LineText]) -> list[str]:
        chosen = lines[0]
        if not has_chosen(result):
            return [self._say(say("why.only", action=chosen.text))]
        standing = self.standing(chosen.chance)
        messages = [
            say(
                "why.chosen",
                player=self.name,
                action=chosen.text,
                chance=chosen.chance,
                standing=standing,
            )
        ]
        sentences = [self._say(each) for each in messages]
        sentences += self.reasons(result.reasons)
        sentences += self.outlook(chosen)
        weighed = [self._say(self._named(each)) for each in lines[1 : 1 + WEIGHED]]
        if weighed and not any(each.weighs for each in result.reasons):
            sentences.append(self._say(say("why.others", lines=BETWEEN.join(weighed))))
        return sentences

    def reasons(self, reasons: Sequence[Reason]) -> list[str]:
        """Reasons as sentences, each once."""
        return list(dict.fromkeys(self.reason(each) for each in reasons))

    def outlook(self, line: LineText) -> list[str]:
        """Return the expected continuation of a line, and what is feared."""
        sentences = []
        if line.continuation:
            sentences.append(self._say(say("why.expected", steps=self._steps(line.continuation))))
        if line.worst is not None and line.worst < line.chance:
            if line.threat:
                steps = self._steps(line.threat)
                sentences.append(self._say(say("why.feared", steps=steps, worst=line.worst)))
            else:
                sentences.append(self._say(say("why.worst", worst=line.worst)))
        return sentences

    # -- a move that was made

    def judged(self, result: SearchResult, action: str) -> list[str]:
        """Judge an action that was taken."""
        rank = self.place(result, action)
        if not has_chosen(result):
            return self.verdict(result, action)
        line = self.lines(result)[(rank or 1) - 1]
        return [*self.verdict(result, action), *self.outlook(line)]

    def verdict(self, result: SearchResult, action: str) -> list[str]:
        """Return the same without the continuation: the rank of the action, and its reasons. The
        reader already sees the action."""
        lines = self.lines(result)
        best, rank = lines[0], self.place(result, action)
        if not has_chosen(result):
            return [self._say(say("why.move.only"))]
        if rank is None:
            return [self._say(say("why.move.absent", best=best.text, first=best.chance))]
        made = lines[rank - 1]
        if rank == 1:
            reasons = made.reasons or self.reasons(result.reasons)
            if len(lines) > 1:
                return [self._say(say("why.move.first", chance=made.chance)), *reasons]
            key = "why.move.at_once" if reasons else "why.move.routine"
            standing = self.standing(made.chance)
            return [*reasons, self._say(say(key, chance=made.chance, standing=standing))]
        message = say(
            "why.move.place", place=rank, chance=made.chance, best=best.text, first=best.chance
        )
        return [self._say(message), *made.reasons]

    def place(self, result: SearchResult, action: str) -> int | None:
        """Return the rank of an action among the lines, 1 for the best; None: it is not among
        them."""
        actions = [each.action for each in result.lines]
        return 1 + actions.index(action) if action in actions else None

    def changed(self, figures: Sequence[Message]) -> list[str]:
        """Return what a move has changed, in public figures (see `figures.reasons`)."""
        return [self.words.say(each) for each in figures]

    def source(self, how: str, of: str = "move") -> str:
        """Return where the analysis of a move, or of a `turn`, comes from: `repeated`, made `now`,
        about what a `person` did, or `imagined` from the reader's seat."""
        return self._say(Message(f"why.{of}.{how}", {"player": self.name}))

    def made(self, text: str | None) -> str:
        """Say that the seat has made a move, as far as it is known."""
        if text is None:
            return self._say(say("why.move.hidden"))
        name = self.catalog.name("seat", self.seat)
        return self._say(say("why.move.plain", seat=name, action=text.rstrip(".")))

    def seen(self, action: str | None, lines: Sequence[Message]) -> str:
        """Return the same for a reader who knows the action, or only some lines of the log, which
        name the seat themselves."""
        if action is not None or not lines:
            return self.made(None if action is None else self.action(action))
        return " ".join(map(self.catalog.line, lines))

    def changes(self, figures: Sequence[str], key: str = "why.changed") -> list[str]:
        """Return the changed figures in a sentence, if there are any."""
        text = self.words.get("why.between").join(figures)
        return [self._say(Message(key, {"figures": text}))] if figures else []

    def watched(
        self,
        made: str,
        action: str | None,
        result: SearchResult | None,
        figures: Sequence[str],
    ) -> list[str]:
        """Return a move for a reader in another seat: the move as far as known, its analysis in a
        position imagined from there, and what it has changed."""
        sentences = [made]
        if result is not None and action is not None:
            sentences += [self.source("imagined"), *self.judged(result, action)]
        return sentences + self.changes(figures)

    def watched_briefly(self, action: str | None, result: SearchResult | None) -> list[str]:
        """Return the same without the move, the changed figures and the continuation."""
        if result is None or action is None:
            return []
        return [self.source("imagined"), *self.verdict(result, action)]

    # -- parts

    def lines(self, result: SearchResult) -> list[LineText]:
        """All lines. One that begins like an earlier one is named by the step where they part."""
        texts = []
        for number, line in enumerate(result.lines):
            named = self.line(line)
            before = [each.then for each in result.lines[:number] if each.action == line.action]
            if before and len(line.then) > (place := shared(line.then, before)):
                parting = named.continuation[place].text
                named.text = self._say(say("why.parting", action=named.text, parting=parting))
            texts.append(named)
        return texts

    def line(self, line: SearchLine) -> LineText:
        feared = line.feared if line.feared != line.then else ()  # no need to say it twice
        return LineText(
            line.action,
            self.action(line.action),
            things_in(line.action, self.catalog),
            self.chance(line.worth),
            None if line.worst is None else self.chance(line.worst),
            [self.step(each) for each in line.then],
            [self.step(each) for each in feared],
            self.reasons(line.reasons),
        )

    def step(self, step: Step) -> StepText:
        action = step.action
        return StepText(step.seat, action, self.action(action), things_in(action, self.catalog))

    def things(self, action: str) -> list[str]:
        return things_in(action, self.catalog)

    def move_with_reasons(self, text: str, reasons: Sequence[str]) -> str:
        """Return a move of a turn with its reasons."""
        message = say("why.turn.deed", action=text.rstrip("."), reasons=" ".join(reasons))
        return self._say(message).rstrip()

    def whose(self) -> str:
        """Say whose turn it was."""
        return self._say(say("why.turn.whose", seat=self.catalog.name("seat", self.seat)))

    def others(self, count: int) -> str:
        """Say how many other moves a turn had."""
        return self._say(say("why.turn.others", count=count))

    def action(self, action: str) -> str:
        return in_words(self.game, action, self.catalog)

    def reason(self, reason: Reason) -> str:
        """Return a reason with the names of the game."""
        return self.words.line(
            named(self.game, reason.message, reason.kinds, self.catalog.language)
        )

    def chance(self, worth: float) -> int:
        return chance_of(self.seat, worth, self.worths)

    def standing(self, chance: int) -> str:
        """Return the standing in a few words: by win chance for two seats, by rank for more."""
        count = len(self.worths)
        if count > 2:
            rank = place(self.seat, self.worths)
            return self.words.say(say("why.standing.place", place=rank, count=count))
        key = next(key for least, key in STANDINGS if chance >= least)
        return self.words.get(key)

    def _named(self, line: LineText) -> Message:
        return say("why.line", action=line.text, chance=line.chance)

    def _steps(self, steps: Sequence[StepText]) -> str:
        """Return the steps in words, grouped by seat."""
        phrases = []
        for seat, actions in groupby(steps, key=lambda each: each.seat):
            same = [(text, len(list(row))) for text, row in groupby(each.text for each in actions)]
            done = ", ".join(text if count == 1 else f"{text} (×{count})" for text, count in same)
            phrases.append(step_in_words(self.words, self.catalog.name("seat", seat), done))
        return BETWEEN.join(phrases)

    def _say(self, message: Message) -> str:
        return self.words.line(message)


def has_chosen(result: SearchResult) -> bool:
    """Return whether there was a choice: with a single action, nothing is searched."""
    return result.positions > 0 or len(result.lines) > 1


def step_in_words(words: Catalog, seat: str, done: str) -> str:
    """Return a seat and what it does, both already in words."""
    return words.say(say("why.step", seat=seat, action=done))
