"""What a player would work out before acting: what it costs, what the die must show."""

from __future__ import annotations

from entente.games.turmoil.board import AUTHORITARIAN, BOXES, LIBERAL
from entente.games.turmoil.naval import attempt_bonus, fails_anyway
from entente.games.turmoil.operations import neighbours
from entente.games.turmoil.scoring import score
from entente.games.turmoil.turmoil import Turmoil, frame_number
from entente.kernel import Frame, Message, say
from entente.kernel.message import Argument

FACES = 6


def hint(t: Turmoil, frame: Frame, side: str, action: str) -> Message | None:
    """A hint for an allowed action; None where there is nothing to work out."""
    verb, *words = action.split()
    if frame.step == "operations" and verb == "place":
        grey = bool(frame.number("grey"))
        cost, left = t.costs(side, words[0], grey=grey), frame.number("left")
        return say("hint.place", cost=cost, left=left)
    if verb == "check":
        return check_hint(t, frame, side, words[0])
    if verb == "naval":
        return naval_hint(t, side, words[0], -1 if frame.step == "helgoland" else 0)
    if verb in ("ops", "cancel", "both"):
        return say("hint.ops", ops=t.worth(side, words[0]))
    if verb == "score":
        region = t.board.cards[words[0]].region
        totals = {each: score(t, each, region).total for each in (LIBERAL, AUTHORITARIAN)}
        return say("hint.score", region=region, **totals)
    return None


def remark(t: Turmoil, frame: Frame, side: str, action: str) -> Message | None:
    """6.1.3: where support costs more than usual."""
    verb, *words = action.split()
    if frame.step != "operations" or verb != "place":
        return None
    cost = t.costs(side, words[0], grey=bool(frame.number("grey")))
    return say("hint.cost", cost=cost) if cost > 1 else None


def check_hint(t: Turmoil, frame: Frame, side: str, space: str) -> Message:
    """6.2.4: the modifiers, and from which die on the check has an effect."""
    ops = t.state.tension if frame_number(frame, "tension") else frame.number("ops")
    ignoring = frame_number(frame, "ignoring") or frame_number(frame, "grey")
    friends, enemies = neighbours(t, side, space)
    enemies = 0 if ignoring else enemies
    resistance = 2 * t.board.stability[space]
    die = resistance - ops - friends + enemies + 1
    figures = {"ops": ops, "friends": friends, "enemies": enemies, "resistance": resistance}
    if die > FACES:
        return say("hint.check_never", **figures)
    return say("hint.check", die=die, **figures) if die > 1 else say("hint.check_always", **figures)


def naval_hint(t: Turmoil, side: str, card: str, bonus: int) -> Message:
    """6.3.1: the modifiers, and from which die on the navy advances."""
    box, ops = t.state.navy[side] + 1, t.worth(side, card)
    bonus += attempt_bonus(t, side) + int(t.board.is_event_of(card, side))
    needed = t.board.needed[box]
    die = needed - ops - bonus
    figures: dict[str, Argument] = {"ops": ops, "bonus": bonus, "needed": needed, "box": BOXES[box]}
    if fails_anyway(t, side) or die > FACES:
        return say("hint.naval_never", **figures)
    return say("hint.naval", die=die, **figures) if die > 1 else say("hint.naval_always", **figures)
