"""What a computer player has thought, in sentences: what it considered, what it expected, what it
feared, and what its move changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import groupby
from typing import Any

import msgspec

from entente.kernel import Catalog, Game, Message, Seat, say
from entente.kernel.text import catalog_of
from entente.kernel.wording import in_words, things_in
from entente.players.player_texts import PACKAGE, named
from entente.players.registry import described
from entente.players.search_result import Line, Reason, SearchResult, Step, shared
from entente.players.win_chances import chance_of, place

WEIGHED = 3  # other lines that are told
BETWEEN = " · "  # actions may have any other sign in them

# From which chance on a seat of two stands so, and how that is called.
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
    """An action of a line; `things` are those that it names."""

    seat: Seat
    action: str
    text: str
    things: list[str]


class LineText(msgspec.Struct):
    """Something that could be done: the chance out of a hundred that it is taken to give, that at
    worst, what is expected to follow, what was feared, and why it would be done, where that was
    worked out."""

    action: str
    text: str
    things: list[str]
    chance: int
    worst: int | None
    then: list[StepText]
    feared: list[StepText]
    reasons: list[str]


class ExplanationText(msgspec.Struct):
    """What a player would do, how it stands, and why: in sentences, and line by line, the chosen
    one first. `reasons` are those of the sentences that say what the lines do not. `positions`
    counts what was looked at."""

    seat: Seat
    level: str
    action: str
    text: str
    things: list[str]
    chance: int
    standing: str
    lines: list[LineText]
    sentences: list[str]
    reasons: list[str]
    positions: int


class ExplanationWriter:
    """Tells what a player has thought for a seat, in a language. `at_first_sight` is what the
    position seemed to be worth to each seat."""

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
        self.called: Catalog = game.catalog(language)
        self.words: Catalog = catalog_of(PACKAGE, language)
        self.name = described(player, language).name

    def at(self, at_first_sight: Mapping[Seat, float]) -> ExplanationWriter:
        """The same teller at another moment."""
        other = copy(self)
        other.worths = at_first_sight
        return other

    # -- the whole thought

    def thought(self, thought: SearchResult) -> ExplanationText:
        """All of it."""
        lines = self.lines(thought)
        chosen, free = lines[0], has_chosen(thought)
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
            self.sentences(thought, lines),
            self.reasons(thought.reasons) if free else self.sentences(thought, lines),
            thought.positions,
        )

    def sentences(self, thought: SearchResult, lines: Sequence[LineText]) -> list[str]:
        chosen = lines[0]
        if not has_chosen(thought):
            return [self._say(say("why.only", action=chosen.text))]
        standing = self.standing(chosen.chance)
        found = [
            say(
                "why.chosen",
                player=self.name,
                action=chosen.text,
                chance=chosen.chance,
                standing=standing,
            )
        ]
        told = [self._say(each) for each in found]
        told += self.reasons(thought.reasons)
        told += self.outlook(chosen)
        weighed = [self._say(self._named(each)) for each in lines[1 : 1 + WEIGHED]]
        if weighed and not any(each.weighs for each in thought.reasons):
            told.append(self._say(say("why.others", lines=BETWEEN.join(weighed))))
        return told

    def reasons(self, reasons: Sequence[Reason]) -> list[str]:
        """Reasons as sentences, each once."""
        return list(dict.fromkeys(self.reason(each) for each in reasons))

    def outlook(self, line: LineText) -> list[str]:
        """What is expected after a line, and what is feared."""
        told = []
        if line.then:
            told.append(self._say(say("why.expected", steps=self._steps(line.then))))
        if line.worst is not None and line.worst < line.chance:
            if line.feared:
                steps = self._steps(line.feared)
                told.append(self._say(say("why.feared", steps=steps, worst=line.worst)))
            else:
                told.append(self._say(say("why.worst", worst=line.worst)))
        return told

    # -- a move that was made

    def judged(self, thought: SearchResult, action: str) -> list[str]:
        """What the thought makes of an action that was taken."""
        found = self.place(thought, action)
        if not has_chosen(thought):
            return self.verdict(thought, action)
        line = self.lines(thought)[(found or 1) - 1]
        return [*self.verdict(thought, action), *self.outlook(line)]

    def verdict(self, thought: SearchResult, action: str) -> list[str]:
        """The same without what is expected and feared: the place of the action, and why one takes
        it; whoever is told has the action before his eyes."""
        lines = self.lines(thought)
        best, found = lines[0], self.place(thought, action)
        if not has_chosen(thought):
            return [self._say(say("why.move.only"))]
        if found is None:
            return [self._say(say("why.move.absent", best=best.text, first=best.chance))]
        made = lines[found - 1]
        if found == 1:
            key = "why.move.first" if len(lines) > 1 else "why.move.at_once"
            told = say(key, chance=made.chance)
            return [self._say(told), *(made.reasons or self.reasons(thought.reasons))]
        told = say(
            "why.move.place", place=found, chance=made.chance, best=best.text, first=best.chance
        )
        return [self._say(told), *made.reasons]

    def place(self, thought: SearchResult, action: str) -> int | None:
        """The place of an action among the lines, the best being the first; None: it has none."""
        actions = [each.action for each in thought.lines]
        return 1 + actions.index(action) if action in actions else None

    def changed(self, figures: Sequence[Message]) -> list[str]:
        """What a move has changed, in open figures (see `figures.reasons`)."""
        return [self.words.say(each) for each in figures]

    def source(self, how: str, of: str = "move") -> str:
        """Where a thought about a move comes from, or thoughts about a `turn`: `repeated`, thought
        anew `now`, about what a `person` did, or `imagined` with the eyes of whoever asks."""
        return self._say(Message(f"why.{of}.{how}", {"player": self.name}))

    def made(self, text: str | None) -> str:
        """That the seat has made a move, as far as it is known."""
        if text is None:
            return self._say(say("why.move.hidden"))
        name = self.called.name("seat", self.seat)
        return self._say(say("why.move.plain", seat=name, action=text.rstrip(".")))

    def seen(self, action: str | None, lines: Sequence[Message]) -> str:
        """The same of a move that somebody looks at who knows the action, or has read some lines of
        the log, which name the seat themselves."""
        if action is not None or not lines:
            return self.made(None if action is None else self.action(action))
        return " ".join(map(self.called.line, lines))

    def changes(self, figures: Sequence[str], key: str = "why.changed") -> list[str]:
        """The same figures in a sentence, if there are any."""
        told = self.words.get("why.between").join(figures)
        return [self._say(Message(key, {"figures": told}))] if figures else []

    def watched(
        self,
        made: str,
        action: str | None,
        thought: SearchResult | None,
        figures: Sequence[str],
    ) -> list[str]:
        """All of it to somebody who looks on: the move, as far as he knows it, what is thought of
        it in a position that he imagines, and what it has changed."""
        told = [made]
        if thought is not None and action is not None:
            told += [self.source("imagined"), *self.judged(thought, action)]
        return told + self.changes(figures)

    def watched_briefly(self, action: str | None, thought: SearchResult | None) -> list[str]:
        """The same without the move, what it has changed and what is expected after it."""
        if thought is None or action is None:
            return []
        return [self.source("imagined"), *self.verdict(thought, action)]

    # -- its parts

    def lines(self, thought: SearchResult) -> list[LineText]:
        """All lines. One that begins as another before it is named by the step that parts them."""
        told = []
        for number, line in enumerate(thought.lines):
            named = self.line(line)
            before = [each.then for each in thought.lines[:number] if each.action == line.action]
            if before and len(line.then) > (place := shared(line.then, before)):
                parting = named.then[place].text
                named.text = self._say(say("why.parting", action=named.text, parting=parting))
            told.append(named)
        return told

    def line(self, line: Line) -> LineText:
        feared = line.feared if line.feared != line.then else ()  # it need not be told twice
        return LineText(
            line.action,
            self.action(line.action),
            things_in(line.action, self.called),
            self.chance(line.worth),
            None if line.worst is None else self.chance(line.worst),
            [self.step(each) for each in line.then],
            [self.step(each) for each in feared],
            self.reasons(line.reasons),
        )

    def step(self, step: Step) -> StepText:
        action = step.action
        return StepText(step.seat, action, self.action(action), things_in(action, self.called))

    def things(self, action: str) -> list[str]:
        return things_in(action, self.called)

    def deed(self, text: str, reasons: Sequence[str]) -> str:
        """A move of a turn, and what is said for it."""
        told = say("why.turn.deed", action=text.rstrip("."), reasons=" ".join(reasons))
        return self._say(told).rstrip()

    def whose(self) -> str:
        """Whose turn is told."""
        return self._say(say("why.turn.whose", seat=self.called.name("seat", self.seat)))

    def others(self, count: int) -> str:
        """That a turn had so many other moves."""
        return self._say(say("why.turn.others", count=count))

    def action(self, action: str) -> str:
        return in_words(self.game, action, self.called)

    def reason(self, reason: Reason) -> str:
        """A reason, with the names of the game in it."""
        return self.words.line(named(self.game, reason.message, reason.kinds, self.called.language))

    def chance(self, worth: float) -> int:
        return chance_of(self.seat, worth, self.worths)

    def standing(self, chance: int) -> str:
        """In a few words: of two seats by the chance, of more by the place among them."""
        count = len(self.worths)
        if count > 2:
            found = place(self.seat, self.worths)
            return self.words.say(say("why.standing.place", place=found, count=count))
        key = next(key for least, key in STANDINGS if chance >= least)
        return self.words.get(key)

    def _named(self, line: LineText) -> Message:
        return say("why.line", action=line.text, chance=line.chance)

    def _steps(self, steps: Sequence[StepText]) -> str:
        """Each seat with what it does, one after the other."""
        told = []
        for seat, actions in groupby(steps, key=lambda each: each.seat):
            same = [(text, len(list(row))) for text, row in groupby(each.text for each in actions)]
            done = ", ".join(text if count == 1 else f"{count} × {text}" for text, count in same)
            told.append(step_in_words(self.words, self.called.name("seat", seat), done))
        return BETWEEN.join(told)

    def _say(self, message: Message) -> str:
        return self.words.line(message)


def has_chosen(thought: SearchResult) -> bool:
    """Whether there was anything to choose: whoever can do one thing only thinks of nothing."""
    return thought.positions > 0 or len(thought.lines) > 1


def step_in_words(words: Catalog, seat: str, done: str) -> str:
    """What a seat does, both in words already."""
    return words.say(say("why.step", seat=seat, action=done))
