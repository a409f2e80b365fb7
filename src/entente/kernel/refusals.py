"""Explain why an action is not legal: not your decision, not well formed, or against a rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from entente.kernel.bound_decision import BoundDecision
from entente.kernel.capabilities import TargetExplainer
from entente.kernel.decision import Decision
from entente.kernel.grammar import VERB, ParseError
from entente.kernel.info import Seat
from entente.kernel.menu import Amount, Choose, Menu, OneOf, Pick, Slots, verbs
from entente.kernel.menu import explain as explain_menu
from entente.kernel.menu.composed import first_words
from entente.kernel.message import Refusal, refuse, say
from entente.kernel.sealed_answers import withdrawable
from entente.kernel.state import C, S

if TYPE_CHECKING:  # a position explains its refusals
    from entente.kernel.position import Position

LINES = (Choose, Pick, Amount)  # menus whose actions are plain words


def explain_refusal(
    position: Position[S, C], seat: Seat, action: str, window: int | None = None
) -> Refusal | None:
    """Explain why an action is not allowed now; None if it is."""
    decisions = position.decisions_for(seat)
    questions = [each for each in decisions if window in (None, each.window)]
    if not questions:
        return refuse("0", "kernel.other_question") if decisions else _not_asked(position, seat)
    if any(action in each.menu for each in questions):
        return None
    decision = _meant(questions, action)
    refusal = Refusal(decision.section, say("kernel.not_on_the_menu", action=action))
    if any(" ".join(action.split()) in each.menu for each in questions):
        return refusal  # only the spacing is wrong
    for each in questions:
        reason = _why_not(position.bind(each), action)
        if reason is not None:
            return reason
    if window is None and _has_answered(position, seat, action):
        return refuse("0", "kernel.already_answered")
    return _explain_parse_error(position.bind(decision), action) or refusal


def _not_asked(position: Position[S, C], seat: Seat) -> Refusal:
    state = position.state
    if seat not in position.game.seats(state.options):
        return refuse("0", "kernel.no_such_seat", seat=seat)
    if state.outcome is not None:
        return refuse("0", "kernel.game_over")
    if withdrawable(state, seat):
        return refuse("0", "kernel.already_answered")
    return refuse("0", "kernel.not_your_decision", seats=list(position.to_move))


def _has_answered(position: Position[S, C], seat: Seat, action: str) -> bool:
    """Return whether an action would answer a decision that the seat has already answered."""
    state, asking = position.state, position.game.steps.asking
    windows = withdrawable(state, seat)
    frames = [each for each in state.open_frames() if each.window in windows]
    return any(
        action in asking[frame.step].menu(position.context, frame, seat)
        for frame in frames
        if seat in state.answers.get(frame.window, ())
    )


def _why_not(bound: BoundDecision[S, C], action: str) -> Refusal | None:
    """Return the rules' reason against an action that is well formed."""
    if _misreading(bound, action) is not None:
        return None
    return bound.step.why_not(bound.context, bound.frame, bound.seat, bound.step.parse(action))


def _misreading(bound: BoundDecision[S, C], action: str) -> ParseError | None:
    """Return what is wrong with the spelling of an action; forms, lists and slots check
    themselves."""
    part, grammar = _part_for(bound.decision.menu, action), bound.position.game.grammar
    if isinstance(part, LINES):
        return grammar(bound.decision.step).parse_error(action)
    if isinstance(part, OneOf):  # a verb of another decision
        problem = grammar(bound.decision.step).parse_error(action)
        return None if problem is None or problem.what == VERB else problem
    return None


def _explain_parse_error(bound: BoundDecision[S, C], action: str) -> Refusal | None:
    """Explain why a line is not a well-formed answer, if that is known."""
    decision, step = bound.decision, bound.step
    problem, menu = _misreading(bound, action), _part_for(decision.menu, action)
    if problem is None or not isinstance(menu, LINES):
        message = explain_menu(decision.menu, action)
        return None if message is None else Refusal(decision.section, message)
    if isinstance(step, TargetExplainer):
        better = step.explain_parse_error(
            bound.context, bound.frame, bound.seat, bound.step.parse(action), problem
        )
        if better is not None:
            return better
    return problem.refusal(decision.section, verbs(menu))


def _part_for(menu: Menu, action: str) -> Menu:
    """Return the part of a `OneOf` menu that an action's first word belongs to."""
    if not isinstance(menu, OneOf):
        return menu
    return menu.form_of(action) or menu


def _meant(questions: Sequence[Decision], action: str) -> Decision:
    """Return the decision that an action most likely answers, by its first word."""
    verb = action.partition(" ")[0]
    for each in questions:
        if not isinstance(each.menu, Slots) and verb in first_words(each.menu):
            return each
    return questions[0]
