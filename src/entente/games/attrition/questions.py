"""Base classes of this game's decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from entente.games.attrition.board import Tile, unknown
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.targets import Target, out_of_play, parse_target, parse_targets
from entente.kernel import (
    END,
    STAY,
    Action,
    Caution,
    Choose,
    DecisionStep,
    Frame,
    Refusal,
    Seat,
    refuse,
)
from entente.kernel.capabilities import ClosingCheck, Repeatable, TargetExplainer
from entente.kernel.caution import missed_chance
from entente.kernel.grammar import VERB, ParseError, no_such_verb
from entente.kernel.menu import verbs


class TargetStep(DecisionStep[AttritionContext], TargetExplainer[AttritionContext]):
    """A step that explains why a target is of no use."""

    def explain_target(
        self, context: AttritionContext, frame: Frame, seat: Seat, things: Sequence[str]
    ) -> Refusal | None:
        """Explain by the step's own rule, by the target's location, or because the step has no use
        for it."""
        *chosen, thing = [parse_target(context, each) for each in things]
        if not thing.kind:
            return None
        hand = next((each for each in reversed(chosen) if each.kind == "tile"), None)
        section = self.rule(context, frame)
        return (
            self.why_not_target(context, frame, seat, thing, hand)
            or out_of_play(context, seat, thing, section)
            or refuse(section, f"asked.{frame.step}", thing=thing.word)
        )

    def why_not_target(
        self, war: AttritionContext, frame: Frame, seat: Seat, thing: Target, hand: Target | None
    ) -> Refusal | None:
        """Explain why a target of a usable kind is not allowed, with the tile chosen before if any;
        None for kinds the step never uses."""
        return None


class TurnQuestion(TargetStep, Repeatable[AttritionContext], ClosingCheck[AttritionContext]):
    """A question to the active player, whose choices are listed once, by `offers`.

    `done` ends the question. Until then it is asked again while there are choices, or only `once`.
    `done` comes first where a choice is irreversible.
    """

    closing: ClassVar[tuple[str, ...]] = (DONE,)
    once: ClassVar[bool] = False
    aims: ClassVar[bool] = False  # at tiles of the opponent
    # The caution against stopping while a free choice is left.
    wasted: ClassVar[str] = ""

    def seats(self, war: AttritionContext, frame: Frame) -> tuple[Seat, ...]:
        return (war.active,)

    def offers(self, war: AttritionContext, frame: Frame) -> Iterable[str]:
        """All legal actions."""
        raise NotImplementedError

    def listed(self, war: AttritionContext, frame: Frame) -> tuple[str, ...]:
        """Return the offers, reused from the check whether to ask at all."""
        offered = war.offered
        if offered is not None and offered[0].args is frame.args:
            return offered[1]
        return tuple(self.offers(war, frame))

    def why(self, war: AttritionContext, frame: Frame, action: Action) -> Refusal | None:
        """Explain why a well-formed action is not allowed."""
        return None

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        """Carry a choice out."""
        raise NotImplementedError

    def needed(self, war: AttritionContext, frame: Frame) -> bool:
        if war.fog:
            war.offered = None
            return self.may_have_offers(war, frame)
        offers = tuple(self.offers(war, frame))
        war.offered = (frame, offers)
        return bool(offers)

    def has_offers(self, war: AttritionContext, frame: Frame) -> bool:
        return next(iter(self.offers(war, frame)), None) is not None

    def may_have_offers(self, war: AttritionContext, frame: Frame) -> bool:
        """12.2: whether, from what the opponent knows, there may be something to choose.

        Under fog of war this decides whether the question is asked, and how often. The default
        suits questions about public tiles and markers.
        """
        return self.has_offers(war, frame)

    def menu(self, war: AttritionContext, frame: Frame, seat: Seat) -> Choose:
        offers = self.listed(war, frame)
        return Choose((DONE, *offers) if self.irreversible else (*offers, DONE))

    def stop(self) -> str:
        return "" if self.once else DONE

    def risks(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        if self.wasted and self.has_offers(war, frame):
            yield missed_chance(self.wasted)

    # -- what opponents may know

    def shown(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> str | None:
        """12.2: under fog of war, hide the identity of a tile that is and stays face down."""
        if not war.fog:
            return action.text
        verb, tiles = action.verb, war.board.tiles
        hidden = [
            unknown(seat) if word in tiles and self.hides(verb, tiles[word]) else word
            for word in action.args
        ]
        return " ".join([verb, *hidden])

    def hides(self, verb: str, tile: Tile) -> bool:
        """Return whether only the owner may know which tile an action is about."""
        return tile.is_down

    # -- why not

    def why_not(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        return self.not_yours(war, seat, action) or self.why(war, frame, action)

    def explain_parse_error(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action, problem: ParseError
    ) -> Refusal | None:
        if problem.what != VERB:
            return None
        if parse_target(war, problem.verb).kind:
            return self.no_verb(war, frame, seat, action)
        return self.not_now(war, frame, seat, problem.verb)

    def no_verb(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        """Explain targets without a verb: what can be done with them, or why nothing can."""
        whole = f" {' '.join(action.words)} "
        able = [each for each in self.menu(war, frame, seat) if whole in f" {each} "]
        if able:
            possible = verbs(Choose(tuple(able)))
            return refuse(self.section, "refusal.no_verb", thing=list(action.words), verbs=possible)
        return self.explain_target(war, frame, seat, parse_targets(war.board, action.words))

    def not_yours(self, war: AttritionContext, seat: Seat, action: Action) -> Refusal | None:
        """Return an action names the player's own tiles, unless the step aims at the enemy's."""
        tiles = (war.board.tiles[word] for word in action.args if word in war.board.tiles)
        enemy = next((tile.id for tile in tiles if tile.side != seat), None)
        if enemy is None or self.aims:
            return None
        return refuse(self.section, "refusal.enemy_tile", tile=enemy)

    def not_now(self, war: AttritionContext, frame: Frame, seat: Seat, verb: str) -> Refusal | None:
        """Name the other step of the turn in which a verb is used, if any."""
        section = section_of_verb(verb)
        if section in ("", self.section):
            return None
        possible = verbs(self.menu(war, frame, seat))
        return refuse(section, "refusal.other_step", verb=verb, section=section, verbs=possible)

    def apply(self, war: AttritionContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action.text == DONE:
            return END
        self.do(war, frame, action)
        return END if self.once else STAY


class RequiredQuestion(TurnQuestion):
    """A question that must be answered: there is no `done`, unless there is nothing to choose."""

    once = True

    def menu(self, war: AttritionContext, frame: Frame, seat: Seat) -> Choose:
        return Choose(self.listed(war, frame) or (DONE,))

    def why_not(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        if action == DONE:
            return no_such_verb(self.section, DONE, verbs(self.menu(war, frame, seat)))
        return super().why_not(war, frame, seat, action)


def section_of_verb(verb: str) -> str:
    """Return the section of the only step of the turn (4) that uses a verb; empty if there is
    none."""
    of_the_turn = (ask for ask in steps.asking.values() if ask.section.startswith("4."))
    sections = (
        ask.section for ask in of_the_turn if verb in {line.split()[0] for line in ask.grammar}
    )
    return "" if verb == DONE else next(sections, "")


def left_to_move(war: AttritionContext, action: Action) -> int:
    """Return how many tiles of a kind may still leave a region: `move germany-infantry berlin
    …`."""
    if not action.args:
        return 0
    tile, region, *_ = action.args
    return war.state.movable.get(region, {}).get(tile, 0)
