"""The steps of events: SP placed, removed or moved by choice, and automatic effects."""

from __future__ import annotations

from entente.games.turmoil.board import OTHER, REGIONS, SIDES
from entente.games.turmoil.context import TurmoilContext, frame_number, frame_text, steps
from entente.games.turmoil.events import UNLIMITED
from entente.games.turmoil.questions import DONE, SeatQuestion, again
from entente.kernel import END, STAY, Action, Frame, Message, Refusal, Seat, refuse, say
from entente.kernel.capabilities import Repeatable


class Choosing(SeatQuestion, Repeatable[TurmoilContext]):
    """An event's choice of spaces, one SP at a time.

    Arguments: `left` choices, in spaces `where`, at most `most` in one space and `per_region` in
    one scoring region, those `chosen` so far; with `may` the player can stop earlier.
    """

    section = "7.1"
    open_menu = True

    def spaces(self, t: TurmoilContext, frame: Frame) -> list[str]:
        """Return the spaces that may be chosen next."""
        spaces = t.find(frame.text("where"))
        chosen = frame_text(frame, "chosen").split()
        if chosen:
            most, per_region = at_most(frame), frame_number(frame, "per_region")
            if most < UNLIMITED:
                spaces = [space for space in spaces if chosen.count(space) < most]
            if per_region:
                spaces = [s for s in spaces if not region_is_full(t, s, chosen, per_region)]
        return spaces

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        if frame.number("left") <= 0:
            return []
        actions = t.board.actions_of(self.verb)
        offers = [actions[space] for space in self.spaces(t, frame)]
        return [*offers, DONE] if offers and frame_number(frame, "may") else offers

    def stop(self) -> str:
        return DONE

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        left, card, most = frame.number("left"), frame.text("card"), at_most(frame)
        if frame.step == "place" and most < UNLIMITED:
            return say("prompt.place_limited", card=card, left=left, most=most)
        return say(f"prompt.{frame.step}", card=card, left=left)

    def chose(self, t: TurmoilContext, frame: Frame, space: str) -> bool:
        """Record a choice; ask again while choices are left."""
        left = frame.number("left") - 1
        if left == 0:
            return END
        again(t, frame, left=left, chosen=f"{frame_text(frame, 'chosen')} {space}".strip())
        return STAY

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        space, section = action.args[0], self.rule(t, frame)
        reason = t.why_not_there(frame.text("where"), space, section)
        if reason is not None:
            return reason
        most = at_most(frame)
        chosen = frame_text(frame, "chosen").split()
        if chosen.count(space) >= most:
            return refuse(section, "refusal.limit", space=space, count=most)
        per_region = frame_number(frame, "per_region")
        if per_region and region_is_full(t, space, chosen, per_region):
            return refuse(section, "refusal.region_limit", space=space, count=per_region)
        return self.why_space(t, frame, space)

    def why_space(self, t: TurmoilContext, frame: Frame, space: str) -> Refusal | None:
        return None


def at_most(frame: Frame) -> int:
    """Return the number of times one space may be chosen."""
    return frame.number("most") if "most" in frame.args else UNLIMITED


def region_is_full(t: TurmoilContext, space: str, chosen: list[str], most: int) -> bool:
    """Return whether a scoring region of this space has reached the limit of choices."""
    regions = t.land.regions
    return any(
        sum(each in regions[region] for each in chosen) >= most
        for region in REGIONS
        if space in regions[region]
    )


@steps.ask("place")
class Place(Choosing):
    """Place support by an event, ignoring reach and control (6.1.1)."""

    section = "6.1.1"
    grammar = ("place <space>", DONE)

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        t.add(frame.text("side"), action["space"])
        return self.chose(t, frame, action["space"])


@steps.ask("remove")
class Remove(Choosing):
    """Remove support of the side `of` by an event."""

    grammar = ("remove <space>", DONE)

    def spaces(self, t: TurmoilContext, frame: Frame) -> list[str]:
        of = frame.text("of")
        return [space for space in super().spaces(t, frame) if t.removable(of, space) > 0]

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        key = "prompt.remove_own" if frame.text("of") == seat else "prompt.remove"
        left, card = frame.number("left"), frame.text("card")
        return say(key, card=card, left=left, of=frame.text("of"))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        t.take(frame.text("of"), action["space"])
        return self.chose(t, frame, action["space"])

    def why_space(self, t: TurmoilContext, frame: Frame, space: str) -> Refusal | None:
        return no_support(t, frame.text("of"), space, self.rule(t, frame))


def no_support(t: TurmoilContext, side: str, space: str, section: str) -> Refusal | None:
    """Explain why no SP of a side can be taken from a space."""
    if t.removable(side, space) > 0:
        return None
    if t.support(side, space):
        return refuse("7.2", "refusal.black_hand", space=space)
    return refuse(section, "refusal.not_support", space=space, side=side)


@steps.ask("remove_any")
class RemoveAny(SeatQuestion):
    """Remove support of either side: `remove serbia liberal`."""

    section = "8.4.4"
    open_menu = True
    grammar = ("remove <space> <side>", DONE)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        offers = [
            f"remove {space} {side}"
            for space in t.find(frame.text("where"))
            for side in SIDES
            if t.removable(side, space) > 0
        ]
        return [*offers, DONE] if offers and frame_number(frame, "may") else offers

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.remove_any", card=frame.text("card"), left=frame.number("left"))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        t.take(action["side"], action["space"])
        left = frame.number("left") - 1
        if left == 0:
            return END
        again(t, frame, left=left)
        return STAY

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        reason = t.why_not_there(frame.text("where"), action["space"], self.section)
        return reason or no_support(t, action["side"], action["space"], self.section)


@steps.ask("exchange")
class Exchange(Choosing):
    """Replace an opponent's SP with the player's own, once per space."""

    grammar = ("replace <space>", DONE)

    def spaces(self, t: TurmoilContext, frame: Frame) -> list[str]:
        other, chosen = OTHER[frame.text("side")], frame_text(frame, "chosen").split()
        spaces = t.find(frame.text("where"))
        return [s for s in spaces if s not in chosen and t.removable(other, s) > 0]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        t.replace(frame.text("side"), action["space"])
        return self.chose(t, frame, action["space"])

    def why_space(self, t: TurmoilContext, frame: Frame, space: str) -> Refusal | None:
        if space in frame_text(frame, "chosen").split():
            return refuse(self.section, "refusal.limit", space=space, count=1)
        return no_support(t, OTHER[frame.text("side")], space, self.section)


@steps.ask("shift")
class Shift(SeatQuestion, Repeatable[TurmoilContext]):
    """Move SP from one space to another: `shift picardy vienna`."""

    section = "7.1"
    open_menu = True
    grammar = ("shift <space> <space>", DONE)

    def sources(self, t: TurmoilContext, frame: Frame) -> list[str]:
        of = frame.text("of")
        return [space for space in t.find(frame.text("where")) if t.removable(of, space) > 0]

    def targets(self, t: TurmoilContext, frame: Frame) -> list[str]:
        arrived, most = frame_text(frame, "chosen").split(), frame.number("most")
        return [space for space in t.find(frame.text("to")) if arrived.count(space) < most]

    def pairs(self, t: TurmoilContext, frame: Frame) -> list[tuple[str, str]]:
        targets, same = self.targets(t, frame), frame_number(frame, "same")
        return [
            (source, target)
            for source in self.sources(t, frame)
            for target in targets
            if source != target and (not same or share_a_region(t, source, target))
        ]

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        if frame.number("left") <= 0:
            return []
        offers = [f"shift {source} {target}" for source, target in self.pairs(t, frame)]
        return [*offers, DONE] if offers and frame_number(frame, "may") else offers

    def stop(self) -> str:
        return DONE

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        left, card, of = frame.number("left"), frame.text("card"), frame.text("of")
        return say("prompt.shift", card=card, left=left, of=of)

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        of, (source, target) = frame.text("of"), action.args
        t.change(of, source, -1)
        t.change(of, target, 1)
        t.log("log.shift", side=of, source=source, target=target)
        left = frame.number("left") - 1
        if left == 0:
            return END
        again(t, frame, left=left, chosen=f"{frame_text(frame, 'chosen')} {target}".strip())
        return STAY

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        (source, target), section = action.args, self.rule(t, frame)
        reason = (
            t.why_not_there(frame.text("where"), source, section)
            or no_support(t, frame.text("of"), source, section)
            or t.why_not_there(frame.text("to"), target, section)
        )
        if reason is not None:
            return reason
        if source == target:
            return refuse(section, "refusal.same_space", space=source)
        if frame_number(frame, "same") and not share_a_region(t, source, target):
            return refuse(section, "refusal.other_region", source=source, target=target)
        return refuse(section, "refusal.limit", space=target, count=frame.number("most"))


def share_a_region(t: TurmoilContext, one: str, other: str) -> bool:
    regions = t.land.regions
    return any(one in regions[region] and other in regions[region] for region in REGIONS)


# -- automatic effects


@steps.auto
def add_support(t: TurmoilContext, frame: Frame) -> None:
    t.add(frame.text("side"), frame.text("space"), frame.number("count"))


@steps.auto
def take_support(t: TurmoilContext, frame: Frame) -> None:
    t.take(frame.text("side"), frame.text("space"), frame.number("count"))


@steps.auto
def add_each(t: TurmoilContext, frame: Frame) -> None:
    for space in t.find(frame.text("where")):
        t.add(frame.text("side"), space)


@steps.auto
def take_each(t: TurmoilContext, frame: Frame) -> None:
    for space in t.find(frame.text("where")):
        t.take(frame.text("side"), space)


@steps.auto
def seize(t: TurmoilContext, frame: Frame) -> None:
    t.seize(frame.text("side"), frame.text("space"))


@steps.auto
def gain(t: TurmoilContext, frame: Frame) -> None:
    t.gain(frame.text("side"), frame.number("points"))


@steps.auto
def last(t: TurmoilContext, frame: Frame) -> None:
    t.keep_in_effect(frame.text("card"), frame.text("side"))


@steps.auto
def end_event(t: TurmoilContext, frame: Frame) -> None:
    t.end(frame.text("ended"))
