"""Plays the example of play (section 13) and keeps a ledger.

Each line of the ledger has what the book says and what the game shows. A test plays up to a
step, then that step, and compares the two columns.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from copy import copy
from functools import cache
from typing import TypeVar

from entente.games.turmoil.board import SIDES
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.game import EuropeInTurmoil
from entente.games.turmoil.state import TurmoilState
from entente.kernel import Chance, Decision, Message, Position, Seat, registry
from tests.games.turmoil.table import A, L
from tests.rulebook.turmoil.golden_script import (
    NAVIES,
    SCRIPT,
    By,
    Checkpoint,
    Discretionary,
    Navy,
    Stability,
    Step,
)

T = TypeVar("T")

FACES = {False: "front", True: "plus1"}
OPENINGS = {
    "none": ("ops C{card}",),
    "before": ("ops C{card}", "before"),
    "after": ("ops C{card}", "after"),
    "played": ("event C{card}",),
    "cancelled": ("cancel C{card}",),
    "naval": ("naval C{card}",),
    "scoring": ("score C{card}",),
}


class StackedDeck(Chance):
    """Chance by which the cards named come out of a shuffle on top, the first one first."""

    top: list[object] = []

    def shuffle(self, cards: MutableSequence[T]) -> None:
        super().shuffle(cards)
        stacked = sorted((card for card in cards if card in self.top), key=self.top.index)
        for card in reversed(stacked):
            cards.remove(card)
            cards.append(card)

    def copy(self) -> StackedDeck:
        return StackedDeck(self.seed, self.count, self.script[:], self.top)


def in_turns(dealt: By) -> list[str]:
    """4.5.1: cards in the order in which they are dealt, the Authoritarian first."""
    pairs = zip(dealt[A], dealt[L], strict=True)
    return [f"C{card}" for pair in pairs for card in pair]


class Replay:
    """The example of play under way: a real game, and beside it the table as the book has it.

    `expected` and `shown` are the two columns of the ledger for the last step.
    """

    def __init__(self) -> None:
        game = registry.load("turmoil")
        assert isinstance(game, EuropeInTurmoil)
        self.game = game
        self.state = game.start({}, "golden game")
        start, (turn_2, turn_3) = SCRIPT.start, SCRIPT.checkpoint
        deck = [*in_turns(turn_2.dealt), *in_turns(SCRIPT.after_turn_2.first_dealt)]
        self.state.hand = {side: [f"C{card}" for card in start.hand[side]] for side in SIDES}
        self.state.deck = deck[::-1]
        reshuffled = [card for card in in_turns(turn_3.dealt) if card not in deck]
        self.state.chance = StackedDeck("golden game", top=list(reshuffled))
        self.book: dict[str, object] = {
            **{spot.space: spot.there for spot in start.board},
            **{f"{navy} navy": (box, "front") for navy, box in start.navy.items()},
            **{f"hand, {side}": set(start.hand[side]) for side in SIDES},
            **{f"spent stability cards, {side}": set() for side in SIDES},
            "VP": start.vp,
            "Tension": start.tension,
            "Great War track": start.great_war_track,
            "attempts demanded": 0,
            "draw pile": numbers(deck),
            "discard": set(),
            "removed": set(),
            "display": set(),
        }
        self.log: list[Message] = []
        self.ops = 0
        self._open_ledger()
        for side in SIDES:
            self.note(f"3.1, {side}", ["hide"], list(self.position.required_by_seat()[side].menu))
            self.act(side, "hide")
        self.compare()

    @property
    def position(self) -> Position[TurmoilState, TurmoilContext]:
        return self.game.position(self.state)

    def copy(self) -> Replay:
        twin = copy(self)
        twin.state, twin.book = self.game.copy(self.state), dict(self.book)
        twin._open_ledger()
        return twin

    def play(self, chapter: str) -> Replay:
        """Play a discretionary placement or a step."""
        self._open_ledger()
        row = SCRIPT.chapters[chapter]
        if isinstance(row, Discretionary):
            self._deploy(row)
        else:
            self._play_card(row)
        self.compare()
        return self

    # -- for the actions of the script

    @property
    def asked(self) -> Decision:
        """The decision of the one seat to move."""
        (decision,) = self.position.required_by_seat().values()
        return decision

    def act(self, seat: Seat, *actions: str) -> None:
        """A seat acts; the log is kept."""
        for action in actions:
            self.position.apply(seat, action)
            self.log = [*self.log, *(entry.message for entry in self.state.news)]

    def hear(self, key: str) -> dict[str, object]:
        """The next line of the log with this key; those before it are over."""
        for index, line in enumerate(self.log):
            if line.key == f"log.{key}":
                self.log = self.log[index + 1 :]
                return dict(line.args)
        return {}

    def note(self, what: str, expected: object, shown: object) -> None:
        """A line of the ledger: what the book says and what the game shows."""
        line = f"{len(self.expected) + 1}. {what}"
        self.expected[line], self.shown[line] = expected, shown

    def see(self, space: str, there: tuple[int, int, str]) -> None:
        """The support and control of a space after an action."""
        self.note(space, there, self.there(space))
        self.book[space] = there

    def gain(self, side: Seat, points: int, vp: int) -> None:
        leader = ("liberal" if vp > 0 else "authoritarian") if vp else "nobody"
        expected = {"side": side, "points": points, "vp": vp, "leader": leader, "lead": abs(vp)}
        self.note("VP", expected, self.hear("gain"))
        self.book["VP"] = vp

    def sail(self, navy: Navy, start: int, to: int, face: str) -> None:
        name = f"{navy} navy"
        was = self.book[name]
        assert isinstance(was, tuple)
        self.note(f"{name}, before and after", (start, to), (was[0], self.state.navy[NAVIES[navy]]))
        self.book[name] = (to, face)

    def pile(self, what: str) -> set[int]:
        """Cards on the book's table."""
        found = self.book[what]
        assert isinstance(found, set)
        return set(found)

    # -- the whole table

    def there(self, space: str) -> tuple[int, int, str]:
        """Liberal and Authoritarian support, and who controls the space."""
        support, holder = self.state.support, self.state.holder[space] or "none"
        return support[L][space], support[A][space], holder

    def table(self) -> dict[str, object]:
        """The game's table, named as in `book`; empty spaces left out."""
        state, board = self.state, self.game.board
        spaces = {space: self.there(space) for space in board.spaces}
        spent = {
            side: numbers(board.stability_cards[side]) - numbers(state.stability[side])
            for side in SIDES
        }
        return {
            **{space: there for space, there in spaces.items() if there != (0, 0, "none")},
            **{
                f"{navy} navy": (state.navy[side], FACES[state.improved[side]])
                for navy, side in NAVIES.items()
            },
            **{f"hand, {side}": numbers(state.hand[side]) for side in SIDES},
            **{f"spent stability cards, {side}": spent[side] for side in SIDES},
            "VP": state.vp,
            "Tension": state.tension,
            "Great War track": state.track,
            "attempts demanded": state.standard,
            "draw pile": numbers(state.deck),
            "discard": numbers(state.discard),
            "removed": numbers(state.removed),
            "display": numbers(state.table),
        }

    def compare(self) -> None:
        """The whole table goes into the ledger."""
        self.expected |= self.book
        self.shown |= self.table()
        self.note("dice left", [], self.state.chance.script)
        self.note("outcome", None, self.state.outcome)

    # -- inside

    def _open_ledger(self) -> None:
        self.expected: dict[str, object] = {}
        self.shown: dict[str, object] = {}
        self.log = []

    def _deploy(self, row: Discretionary) -> None:
        """3.4."""
        asked = self.asked
        shown = (asked.seat, asked.step, asked.prompt.args["left"])
        self.note("asked", (row.player, "deploy", sum(each.sp for each in row.actions)), shown)
        for each in row.actions:
            self.act(row.player, *[f"place {each.space}"] * each.sp)
            self.see(each.space, each.there)

    def _play_card(self, row: Step) -> None:
        self._note_the_round(row)
        self.ops, self.state.chance.script = row.ops, row.dice
        self.act(row.player, *(action.format(card=row.card) for action in OPENINGS[row.event]))
        if row.from_discard:
            self.act(row.player, f"pick C{row.from_discard}")
        if row.event == "scoring":
            self._choose_stability(row)
        for action in row.actions:
            action.happen(self)
        self.note("OPs left", 0, self.ops)
        self._put_cards_away(row)
        if row.great_war_track_after:
            self.book["Great War track"] = row.great_war_track_after
        if row.attempts_demanded_after is not None:
            self.book["attempts demanded"] = row.attempts_demanded_after
        checkpoint = next((each for each in SCRIPT.checkpoint if each.after == row.id), None)
        if checkpoint:
            self._end_turn(checkpoint)

    def _note_the_round(self, row: Step) -> None:
        """Whose action it is, and what the book says of the choice."""
        turn, number = int(row.id[0]), int(row.id[2])
        step = "helgoland" if row.helgoland else "play_card"
        shown = (self.asked.seat, self.asked.step, self.state.turn, self.state.round)
        self.note("asked", (row.player, step, turn, number), shown)
        if row.mandatory:
            attempts = {f"naval C{card}" for card in self.pile(f"hand, {row.player}")}
            self.note("only attempts", attempts, set(self.asked.menu))
        if row.monarch_spaces_controlled:
            icons, holder = self.game.board.icons, self.state.holder
            monarchs = {s for s in icons if "monarch" in icons[s] and holder[s] == row.player}
            self.note("Monarch spaces", set(row.monarch_spaces_controlled), monarchs)

    def _choose_stability(self, row: Step) -> None:
        """9.1: both choose in secret; the actions of the script say what comes of it."""
        sealed = {each.seat for each in self.position.required_by_seat().values() if each.sealed}
        self.note("choose in secret", set(SIDES), sealed)
        for action in row.actions:
            if isinstance(action, Stability):
                self.act(action.player, f"choose S{action.card}")

    def _put_cards_away(self, row: Step) -> None:
        """5.2, 2.2.5: where the cards of this step go."""
        played = {row.card, row.together_with} - {0}
        hand = f"hand, {row.player}"
        self.book[hand] = self.pile(hand) - played
        self.book[row.card_goes_to] = self.pile(row.card_goes_to) | played
        if row.from_discard:
            self.book["discard"] = self.pile("discard") - {row.from_discard}
            goes_to = row.from_discard_goes_to
            self.book[goes_to] = self.pile(goes_to) | {row.from_discard}

    def _end_turn(self, checkpoint: Checkpoint) -> None:
        """4.5.3, 4.5.5, 4.5.1: what was on display goes, and new cards are dealt."""
        book = self.book
        book["discard"] = self.pile("discard") | self.pile("display")
        book["display"] = set()
        self.note("discard pile, end of turn", set(checkpoint.discard), self.pile("discard"))
        dealt = set(checkpoint.dealt[A] + checkpoint.dealt[L])
        if not dealt <= self.pile("draw pile"):
            self.note("reshuffle", {"count": len(self.pile("discard"))}, self.hear("reshuffle"))
            book["draw pile"] = self.pile("draw pile") | self.pile("discard")
            book["discard"] = set()
        book["draw pile"] = self.pile("draw pile") - dealt
        for side in SIDES:
            hand, drawn = f"hand, {side}", self.hear("draw")["cards"]
            assert isinstance(drawn, list)
            held = numbers(self.state.hand[side]) - numbers(drawn)
            self.note(f"held, {side}", set(checkpoint.held[side]), held)
            book[hand] = self.pile(hand) | set(checkpoint.dealt[side])
        expected = {
            "VP": checkpoint.vp,
            "Tension": checkpoint.tension,
            "Great War track": checkpoint.great_war_track,
            "removed": set(checkpoint.removed),
            **{f"{n} navy": (box, checkpoint.side[n]) for n, box in checkpoint.navy.items()},
        }
        self.note("checkpoint", expected, {what: self.table()[what] for what in expected})


def numbers(cards: Iterable[str]) -> set[int]:
    """Cards by their numbers."""
    return {int(card[1:]) for card in cards}


@cache
def _before(chapter: str) -> Replay:
    chapters = list(SCRIPT.chapters)
    number = chapters.index(chapter)
    return until(chapters[number - 1]).play(chapters[number - 1]) if number else Replay()


def until(chapter: str) -> Replay:
    """The example, played up to a chapter and at the reader's disposal."""
    return _before(chapter).copy()
