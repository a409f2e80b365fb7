"""Canals and straits that are closed in a war (12.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.belligerents import camp_of, change, conqueror, due, leader, need, war_of
from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import Instruction, complete
from entente.games.pax.records.war import War
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.breach_warnings import keeping, warn_passage
from entente.games.pax.war.declarations import call_at_once
from entente.kernel import (
    Action,
    DecisionStep,
    DueAnswer,
    Frame,
    Menu,
    Message,
    Seat,
    Slots,
    parse_action,
    say,
)
from entente.kernel.prepared import NOT_ENOUGH, ByThing

OPEN, CLOSE = "open", "close"
USUAL = "usual"  # an instruction: as it was before


def existing(world: PaxContext) -> list[str]:
    """Return the passages that are there: those of the map, and the canals that were built."""
    return [
        row.id
        for row in world.board.passages.values()
        if row.built_at_start or row.area in world.state.canals
    ]


def keepers(world: PaxContext, war: War, passage: str) -> list[Power]:
    """12.9: who may close a passage: those who control its area, all together; if it has been
    conquered, the power that did so."""
    area = world.board.passages[passage].area
    if conqueror(war, area):
        return [war.conquered[area]]
    return world.holders(area)


def keeper_seats(world: PaxContext, war: War, passage: str) -> list[Seat]:
    """Return the seats that must agree to close a passage; none: it stays open. A minor follows the
    ally that leads it; a neutral one closes nothing."""
    seats: list[Seat] = []
    for power in keepers(world, war, passage):
        seat = _chooser(world, war, power)
        if seat is None:
            return []
        seats.append(seat)
    return list(dict.fromkeys(seats))


def _chooser(world: PaxContext, war: War, keeper: Power) -> Seat | None:
    """Return who chooses for a keeper: its seat, or the ally that leads a minor."""
    seat = world.seat_of(keeper)
    if seat is None and keeper in war.entered:
        return leader(world, war, keeper) if camp_of(war, keeper) != (keeper,) else None
    return seat


def users(world: PaxContext, war: War, passage: str, number: int | None = None) -> list[Power]:
    """Return the belligerents that have to ask: all but its keepers. With the `number` of a war
    that has become part of this one, those whose round begins under it."""
    asking = war.entered if number in (None, war.id) else due(war, number)
    return [p for p in asking if p not in keepers(world, war, passage) and p in world.board.home]


class PassageStance(Instruction):
    """12.9: open or close a passage to all who are not allies, or leave it as it was; what a treaty
    forbids is asked."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        mine = [
            passage
            for passage in existing(world)
            if set(world.holders(world.board.passages[passage].area)) & set(world.powers_of(seat))
        ]
        return {p: tuple(f"{stance} {p}" for stance in (USUAL, OPEN, CLOSE)) for p in mine}

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        ask, frame = Passages(), world.state.top
        assert frame is not None
        war, menu = need(world, frame.number("war")), ask.menu(world, frame, seat)
        assert isinstance(menu, Slots)
        stances = {choice.words[1]: choice.words[0] for choice in map(parse_action, choices)}
        parts = list[str]()
        for slot, (usual, *others) in menu.slots.items():
            passage, user = slot.split()
            stance = stances.get(passage, "")
            if not stance:
                return NOT_ENOUGH
            allied = any(user in camp_of(war, p) for p in world.powers_of(seat) if p in war.entered)
            verb = OPEN if allied else stance
            part = usual if verb == USUAL else f"{verb} {slot}"
            if (part != usual and part not in others) or ask.cautions(
                world, frame, seat, ask.parse(part)
            ):
                return NOT_ENOUGH
            parts.append(part)
        return complete(parts)


@steps.ask("passages", prepared=PassageStance())
class Passages(DecisionStep[PaxContext]):
    """12.9: at the start of a round keepers of passages say to whom they are closed."""

    section = "12.9"
    sealed = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return war_of(world, frame.number("war")) is not None and bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        number = frame.number("war")
        war = need(world, number)
        deciding = {
            seat
            for passage in existing(world)
            if users(world, war, passage, number)
            for seat in keeper_seats(world, war, passage)
        }
        return tuple(seat for seat in world.seats if seat in deciding)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.passages", passages=self._of(world, frame, seat))

    def _of(self, world: PaxContext, frame: Frame, seat: Seat) -> list[str]:
        war = need(world, frame.number("war"))
        return [p for p in existing(world) if seat in keeper_seats(world, war, p)]

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        war = need(world, frame.number("war"))
        slots = {}
        for passage in self._of(world, frame, seat):
            for user in users(world, war, passage, frame.number("war")):
                slots[f"{passage} {user}"] = tuple(
                    f"{verb} {passage} {user}" for verb in _usual_first(world, war, passage, user)
                )
        return Slots(slots)

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        """Return what was promised by treaty."""
        war = need(world, frame.number("war"))
        choices = [choice.words for choice in action.choices]
        return [
            warning
            for verb, passage, user in choices
            for keeper in keepers(world, war, passage)
            if keeper in world.powers_of(seat)
            for warning in warn_passage(world, keeper, user, passage, verb == CLOSE)
        ]

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """P70: what was closed stays closed, unless a treaty says otherwise."""
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Slots)
        return "; ".join(
            keeping(
                world, choices, lambda each: self.cautions(world, frame, seat, self.parse(each))
            )
            for choices in menu.slots.values()
        )

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        number = frame.number("war")
        war = need(world, number)
        texts = {texts for answer in answers.values() for texts in answer.choice_texts}
        closed: dict[str, tuple[Power, ...]] = {}
        for passage in existing(world):
            seats = keeper_seats(world, war, passage)
            shut = (
                []
                if not seats
                else [
                    user
                    for user in users(world, war, passage, number)
                    if f"{CLOSE} {passage} {user}" in texts
                    and f"{OPEN} {passage} {user}" not in texts
                ]
            )
            if number != war.id:  # the choices for the others at the start of their round hold
                concerned = users(world, war, passage, number)
                shut = [*(u for u in war.closed.get(passage, ()) if u not in concerned), *shut]
            if shut:
                closed[passage] = tuple(shut)
        before = war.closed
        closers = {passage: tuple(keepers(world, war, passage)) for passage in closed}
        noted = {"closed_by": closers or UNSET} if world.since(4) else {}
        change(world, number, closed=closed, **noted)
        for passage in existing(world):
            _log_closures(world, passage, before.get(passage, ()), closed.get(passage, ()))
            if world.since(3):
                _own_choices(world, war, passage, answers)
            else:
                _treaties(world, war, passage, closed.get(passage, ()))
        for passage, shut_out in closed.items():
            offend(world, number, passage, shut_out)


def _usual_first(world: PaxContext, war: War, passage: str, user: Power) -> tuple[str, str]:
    """Return the stances, the usual one first: what those who keep a passage now have closed stays
    closed, but neither what others closed before them nor what is closed to an ally (P84)."""
    shut = user in war.closed.get(passage, ())
    if shut and world.since(4):
        before = (war.closed_by or {}).get(passage, ())
        choosing = [p for s in keeper_seats(world, war, passage) for p in world.powers_of(s)]
        shut = set(keepers(world, war, passage)) == set(before) and not any(
            user in camp_of(war, power) for power in choosing if power in war.entered
        )
    return (CLOSE, OPEN) if shut else (OPEN, CLOSE)


def _log_closures(
    world: PaxContext, passage: str, before: tuple[Power, ...], after: tuple[Power, ...]
) -> None:
    if before == after:
        return
    if after:
        world.log("log.passage_closed", passage=passage, powers=list(after))
    else:
        world.log("log.passage_opened", passage=passage)


def _treaties(world: PaxContext, war: War, passage: str, shut: tuple[Power, ...]) -> None:
    """9.4: a keeper may have promised to keep a passage open, or closed."""
    for keeper in keepers(world, war, passage):
        for user in users(world, war, passage):
            obligations.passage_set(world, keeper, user, passage, user in shut)


def _own_choices(world: PaxContext, war: War, passage: str, answers: Mapping[Seat, Action]) -> None:
    """9.4: a keeper may have promised to keep a passage open, or closed. Its own choice counts, not
    the joint result: partners answer for themselves."""
    for keeper in keepers(world, war, passage):
        answer = answers.get(_chooser(world, war, keeper) or "")
        texts = [] if answer is None else answer.choice_texts
        for user in users(world, war, passage):
            for verb in (OPEN, CLOSE):
                if f"{verb} {passage} {user}" in texts:
                    obligations.passage_set(world, keeper, user, passage, verb == CLOSE)


def offend(world: PaxContext, number: int, passage: str, shut: tuple[Power, ...]) -> None:
    """12.9: members of a camp may declare war on neutrals that shut out this camp only; in a war of
    three camps, all whom they shut out may, unless that is every camp (P76)."""
    war = need(world, number)
    camps = [camp for camp in war.camps if any(power in shut for power in camp)]
    wronged = camps[0] if len(camps) == 1 else ()
    if world.since(3) and len(war.camps) > 2 and len(camps) > 1:
        wronged = () if set(users(world, war, passage)) <= set(shut) else shut
    if not wronged:
        return
    for keeper in keepers(world, war, passage):
        if keeper in war.entered or world.state.outcome is not None:
            continue
        members = [power for power in wronged if world.seat_of(power) is not None]
        for power in members:
            give_cause(world, "passage_closed", power, keeper, world.board.passages[passage].area)
        call_at_once(world, members, keeper, "passage_closed", number)
