"""Preview actions for their player, in the player's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from entente.kernel import ActionPart, Catalog, Caution, IllegalAction, Message, Position
from entente.kernel.action_options import options_for
from entente.kernel.whynot import why_not
from entente.wire.frames import (
    Act,
    ActionOptions,
    ActionOptionsRequest,
    ActionPartText,
    Allowed,
    AllowedAction,
    BlockedAction,
    CautionText,
    Check,
)
from entente.wire.prompts import label

AnyPosition = Position[Any, Any]


def cautions(
    position: AnyPosition, language: str, frame: Act | Check, more: Sequence[Caution] = ()
) -> list[CautionText]:
    """Return the cautions about a seat's action, in words, the worst first.

    `more` are cautions that the rules do not know of.
    """
    legal = position.find(frame.seat, frame.action, frame.decision)
    if legal is None:
        return []
    words = position.game.catalog(language)
    decision, action = legal
    every = [*more, *position.bind(decision).cautions(action)]
    every.sort(key=lambda each: -each.severity)
    return [_caution_text(words, each) for each in every]


def _caution_text(words: Catalog, caution: Caution) -> CautionText:
    text, links = words.linked(caution.message)
    things, severity = caution.things, int(caution.severity)
    return CautionText(caution.kind, text, links, severity, things, caution.decision)


def preview_action(
    position: AnyPosition, language: str, frame: Check, more: Sequence[Caution] = ()
) -> Allowed:
    """Return the expected effects of an action, and for a careful check its cautions, with `more`
    that the rules do not know of. Raise IllegalAction if the action is not allowed."""
    words = position.game.catalog(language)
    if frame.things:
        reason = why_not(position, frame.seat, frame.things, frame.decision)
    else:
        reason = position.explain(frame.seat, frame.action, frame.decision)
    if reason is not None:
        raise IllegalAction(reason, frame.action, frame.seat)
    legal = position.find(frame.seat, frame.action, frame.decision)
    hint: Message | None = None
    follows: list[Message] = []
    articles: Sequence[ActionPart] = ()
    if legal is not None:
        bound, action = position.bind(legal[0]), legal[1]
        hint, follows = bound.hint(action), bound.consequences(action)
        articles = bound.action_parts(action)
    texts = [words.say(each) for each in (hint, *follows) if each is not None]
    text = "; ".join(texts)
    regrets = cautions(position, language, frame, more) if frame.careful else []
    read = [
        ActionPartText(words.line(each.text), [words.line(doubt) for doubt in each.doubts])
        for each in articles
    ]
    figures = hint.args if hint is not None else {}
    warnings = [each.text for each in regrets]
    return Allowed(frame.id, text[:1].upper() + text[1:], warnings, regrets, read, figures)


def describe_options(
    position: AnyPosition, language: str, frame: ActionOptionsRequest
) -> ActionOptions:
    """Return what a seat may do with a thing, in words. Raise IllegalAction if it is not asked."""
    decision = position.decision(frame.seat, frame.decision)
    if decision is None:
        reason = position.explain(frame.seat, frame.thing, frame.decision)
        assert reason is not None  # the seat has nothing to decide there
        raise IllegalAction(reason, frame.thing, frame.seat)
    game, step = position.game, decision.step
    words, options = game.catalog(language), options_for(position.bind(decision), frame.thing)

    def named(action: str) -> str:
        return label(game.info.id, language, action, step)

    return ActionOptions(
        frame.id,
        [
            AllowedAction(
                each.action,
                named(each.action),
                words.line(each.hint) if each.hint is not None else "",
                [words.line(message) for message in each.consequences],
                [words.line(message) for message in each.cautions],
            )
            for each in options.allowed
        ],
        [
            BlockedAction(action, named(action), refusal.section, words.line(refusal.message))
            for action, refusal in options.blocked
        ],
    )
