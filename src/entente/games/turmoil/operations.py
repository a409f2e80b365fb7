"""6.1 and 6.2: spending operations points on support or support checks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from entente.games.turmoil.board import BALKANS, OTHER
from entente.games.turmoil.context import TurmoilContext, frame_number, steps
from entente.games.turmoil.dice import FACES, roll
from entente.games.turmoil.effects import no_support
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.naval import attempt, may_attempt, meet_the_standard, no_attempt
from entente.games.turmoil.questions import SeatQuestion, again
from entente.games.turmoil.space_filters import ANYWHERE, in_region
from entente.kernel import END, STAY, Action, Frame, Message, Refusal, Seat, refuse, say

PLACE, CHECK, ATTEMPT = "place", "check", "attempt"
SECTIONS = {"": "6", PLACE: "6.1", CHECK: "6.2"}


def spend(
    side: str,
    card: str,
    ops: int,
    *,
    where: str = "",
    grey: bool = False,
    mode: str = "",
    naval: bool = False,
) -> Frame:
    """Return a step in which a side spends the OPs of a card.

    `where` limits the spaces, `mode` limits to placing; `grey` ignores enemy control (C55). With
    `naval` the OPs may also go to a naval attempt; cards from the hand are asked that earlier.
    """
    flags = {"grey": int(grey), "naval": int(naval)}
    return step("operate", side=side, card=card, ops=ops, where=where, mode=mode, **flags)


@steps.auto
def operate(t: TurmoilContext, frame: Frame) -> None:
    """6.1.2: placing SP does not extend the reach."""
    side, ops = frame.text("side"), frame.number("ops")
    t.state.reach = reach(t, side)
    t.state.push(Frame("operations", {**frame.args, "left": ops, "checks": 2, "last": ""}))


def footing(t: TurmoilContext, side: str) -> list[str]:
    """Return the spaces in which a side has SP."""
    there = t.state.support[side]
    return list(compress(there, there.values()))


def reach(t: TurmoilContext, side: str) -> list[str]:
    """6.1.2, 15.21: spaces with the side's SP at the start of the action round, and those linked to
    them or to the side's box on the current map. The war has no rounds."""
    begun = t.state.footing
    sources = begun[side] if begun else footing(t, side)
    return t.land.beside(sources, t.board.linked_to_box[side])


def barred_by_bismarck(t: TurmoilContext, space: str) -> bool:
    """C25, 7.4: no OPs, events' included, are spent in the Balkans this turn."""
    return "C25" in t.state.lasting and space in t.land.regions[BALKANS]


@steps.ask("operations")
class Operations(SeatQuestion):
    """The first choice decides whether the OPs place support or make support checks (6)."""

    grammar = ("place <space>", "check <space>", "attempt")

    def rule(self, t: TurmoilContext, frame: Frame) -> str:
        return SECTIONS[frame.text("mode")]

    def places(self, t: TurmoilContext, frame: Frame) -> Sequence[str]:
        spaces: Sequence[str] = t.state.reach
        where, left = frame.text("where"), frame.number("left")
        if where or t.state.walled:
            meant = set(t.find(where))
            spaces = [space for space in spaces if space in meant]
        if "C25" in t.state.lasting:
            closed = t.land.regions[BALKANS]
            spaces = [space for space in spaces if space not in closed]
        return t.affordable(frame.text("side"), spaces, left, grey=bool(frame.number("grey")))

    def targets(self, t: TurmoilContext, frame: Frame) -> list[str]:
        if not frame.number("checks"):
            return []
        spaces, last = targets(t, frame.text("side"), frame.text("where")), frame.text("last")
        if "C25" in t.state.lasting:
            closed = t.land.regions[BALKANS]
            spaces = [space for space in spaces if space not in closed]
        return [space for space in spaces if space != last] if last else spaces

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        mode, offers = frame.text("mode"), list[str]()
        if mode != CHECK and frame.number("left") > 0:
            actions = t.board.actions_of(PLACE)
            offers += [actions[space] for space in self.places(t, frame)]
        if mode != PLACE:
            actions = t.board.actions_of(CHECK)
            offers += [actions[space] for space in self.targets(t, frame)]
        if not mode and frame.number("naval") and may_attempt(t, frame.text("side")):
            offers.append(ATTEMPT)
        return offers

    def hint(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        if action.verb == PLACE:
            cost, left = self.cost(t, frame, action["space"]), frame.number("left")
            return say("hint.place", cost=cost, left=left)
        if action.verb == CHECK:
            ignoring = bool(frame.number("grey"))
            return check_hint(t, seat, action["space"], frame.number("ops"), ignoring=ignoring)
        return None

    def remark(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """6.1.3: mention where support costs more than usual."""
        cost = self.cost(t, frame, action["space"]) if action.verb == PLACE else 1
        return say("hint.cost", cost=cost) if cost > 1 else None

    def cost(self, t: TurmoilContext, frame: Frame, space: str) -> int:
        return t.costs(frame.text("side"), space, grey=bool(frame.number("grey")))

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        card, mode = frame.text("card"), frame.text("mode")
        if not card:
            return say("prompt.war_place", left=frame.number("left"))
        if mode == CHECK:
            return say("prompt.operations_check", card=card, ops=frame.number("ops"))
        naval = frame.number("naval") and no_attempt(t, seat) is None
        key = "prompt.operations_naval" if naval else "prompt.operations"
        key = "prompt.operations_place" if mode == PLACE else key
        return say(key, card=card, left=frame.number("left"))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        side = frame.text("side")
        if action.verb == ATTEMPT:
            make_attempt(t, side, frame.text("card"), frame.number("ops"))
            return END
        space = action["space"]
        if action.verb == PLACE:
            left = frame.number("left") - t.costs(side, space, grey=bool(frame.number("grey")))
            t.add(side, space)
            if left <= 0:
                return END
            again(t, frame, left=left, mode=PLACE)
            return STAY
        again(t, frame, mode=CHECK, checks=frame.number("checks") - 1, last=space)
        ops, grey = frame.number("ops"), frame.number("grey")
        t.state.push(*check(side, frame.text("card"), space, ops, ignoring=bool(grey)))
        return STAY

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        mode, section = frame.text("mode"), "6.1" if action.verb == PLACE else "6.2"
        if mode and action.verb != mode:
            return refuse("6", "refusal.other_use")
        if action.verb == ATTEMPT:
            return no_attempt(t, frame.text("side")) or refuse("6.3", "refusal.no_attempt_here")
        space = action["space"]
        reason = t.why_not_there(frame.text("where"), space, section)
        if reason is not None:
            return reason
        if barred_by_bismarck(t, space):
            return refuse("7.2", "refusal.bismarck", space=space)
        if action.verb == PLACE:
            return self._why_no_place(t, frame, space)
        if space == frame.text("last"):
            return refuse("6.2.2", "refusal.same_check", space=space)
        return no_target(t, frame.text("side"), space)

    def _why_no_place(self, t: TurmoilContext, frame: Frame, space: str) -> Refusal | None:
        if space not in t.state.reach:
            key = "refusal.reach" if t.state.footing else "refusal.reach_in_war"
            return refuse("6.1.2", key, space=space)
        cost = t.costs(frame.text("side"), space, grey=bool(frame.number("grey")))
        left = frame.number("left")
        return refuse("6.1.3", "refusal.cost", space=space, cost=cost, left=left)


# -- 6.2 support checks


def targets(t: TurmoilContext, side: str, where: str) -> list[str]:
    """6.2.3: spaces with an SP of the opponent, except with the Black Hand (C103)."""
    enemy, hand = t.state.support[OTHER[side]], t.state.black_hand
    spaces = t.find(where) if where or t.state.walled else t.land.open
    return [space for space in spaces if enemy[space] and space != hand]


def no_target(t: TurmoilContext, side: str, space: str) -> Refusal | None:
    """Explain why a side may not make a support check in a space."""
    if space == t.state.black_hand:
        return refuse("7.2", "refusal.black_hand_check", space=space)
    return no_support(t, OTHER[side], space, "6.2.3")


def check(
    side: str, card: str, space: str, ops: int, *, ignoring: bool = False
) -> tuple[Frame, Frame]:
    """Return the steps of a support check, optionally `ignoring` enemy neighbours."""
    args: dict[str, str | int] = {"side": side, "card": card, "space": space, "ops": ops}
    return roll(side), step("check_support", ignoring=int(ignoring), **args)


def neighbours(t: TurmoilContext, side: str, space: str) -> tuple[int, int]:
    """6.2.4: the number of neighbours controlled by a side and by its opponent."""
    friends = enemies = 0
    for near in t.land.near[space]:
        holder = t.holder(near)
        if holder == side:
            friends += 1
        elif holder:
            enemies += 1
    return friends, enemies


@steps.auto
def check_support(t: TurmoilContext, frame: Frame) -> None:
    """6.2.4, 6.2.5: die, OPs and neighbours against twice the stability."""
    side, space, ops = frame.text("side"), frame.text("space"), frame.number("ops")
    friends, enemies = neighbours(t, side, space)
    if frame.number("ignoring"):
        enemies = 0
    die, resistance = t.state.die, 2 * t.board.stability[space]
    result = die + ops + friends - enemies - resistance
    t.log(
        "log.check",
        side=side,
        space=space,
        die=die,
        ops=ops,
        friends=friends,
        enemies=enemies,
        resistance=resistance,
        result=result,
    )
    if result <= 0:
        t.log("log.check_fails")
    else:
        removed = t.take(OTHER[side], space, result)
        added = min(result - removed, t.need(side, space))
        if added:
            t.add(side, space, added)


def check_hint(t: TurmoilContext, side: str, space: str, ops: int, *, ignoring: bool) -> Message:
    """6.2.4: the modifiers of a check, and the least die that has an effect."""
    friends, enemies = neighbours(t, side, space)
    enemies = 0 if ignoring else enemies
    resistance = 2 * t.board.stability[space]
    die = resistance - ops - friends + enemies + 1
    figures = {"ops": ops, "friends": friends, "enemies": enemies, "resistance": resistance}
    if die > FACES:
        return say("hint.check_never", **figures)
    return say("hint.check", die=die, **figures) if die > 1 else say("hint.check_always", **figures)


@steps.ask("event_check")
class EventCheck(SeatQuestion):
    """6.2.2: support checks by an event may target one space repeatedly.

    Arguments: `left` checks in spaces `where`, with `ops`, or with the current `tension`.
    """

    section = "6.2"
    open_menu = True
    grammar = ("check <space>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        if frame.number("left") <= 0:
            return []
        spaces = targets(t, frame.text("side"), frame.text("where"))
        actions = t.board.actions_of(CHECK)
        return [actions[space] for space in spaces if not barred_by_bismarck(t, space)]

    def hint(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        ignoring = bool(frame_number(frame, "ignoring"))
        return check_hint(t, seat, action["space"], self.ops(t, frame), ignoring=ignoring)

    def ops(self, t: TurmoilContext, frame: Frame) -> int:
        return t.state.tension if frame_number(frame, "tension") else frame.number("ops")

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        card, left, ops = frame.text("card"), frame.number("left"), self.ops(t, frame)
        return say("prompt.event_check", card=card, left=left, ops=ops)

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        again(t, frame, left=frame.number("left") - 1)
        ignoring = bool(frame_number(frame, "ignoring"))
        side, card = frame.text("side"), frame.text("card")
        t.state.push(*check(side, card, action["space"], self.ops(t, frame), ignoring=ignoring))
        return STAY

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        reason = t.why_not_there(frame.text("where"), action["space"], self.section)
        if reason is None and barred_by_bismarck(t, action["space"]):
            reason = refuse("7.2", "refusal.bismarck", space=action["space"])
        return reason or no_target(t, frame.text("side"), action["space"])


# -- C84: a pledge before the OPs are spent


@steps.ask("pledge")
class Pledge(SeatQuestion):
    """C84, Balkan Federation: 1 more OP for a card with all its OPs spent in the Balkans."""

    section = "7.3"
    grammar = ("balkans", "anywhere")

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return ["anywhere", "balkans"]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        side, card, base = frame.text("side"), frame.text("card"), frame.number("base")
        pledged, grey = action.verb == "balkans", bool(frame.number("grey"))
        by_event, where = bool(frame.number("given")), in_region(BALKANS) if pledged else ANYWHERE
        ops = t.value(side, base, card, by_event=by_event, pledged=pledged)
        naval = by_event and not pledged
        t.state.push(spend(side, card, ops, where=where, grey=grey, naval=naval))
        return END


def make_attempt(t: TurmoilContext, side: str, card: str, ops: int) -> None:
    """6.3.3: a regular naval attempt with the OPs of an event."""
    attempts = t.state.attempts
    t.state.attempts = {**attempts, side: attempts[side] + 1}
    meet_the_standard(t, side)
    attempt(t, side, card, ops, own=t.board.is_event_of(card, side))


def operations_of(
    t: TurmoilContext,
    side: str,
    card: str,
    base: int = -1,
    *,
    by_event: bool = False,
    grey: bool = False,
) -> Frame:
    """Return the step in which a side spends a card's OPs (or `base` of them).

    OPs granted `by_event` may also go to a naval attempt (7.4).
    """
    base = t.board.cards[card].ops if base < 0 else base
    if t.in_force("C84", side) and not t.in_force("C25"):
        flags = {"grey": int(grey), "given": int(by_event)}
        return step("pledge", side=side, card=card, base=base, **flags)
    ops = t.value(side, base, card, by_event=by_event)
    return spend(side, card, ops, grey=grey, naval=by_event)
