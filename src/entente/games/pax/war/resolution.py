"""The fate of conquered areas, disputes and units when a war is over (12.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from entente.games.pax.areas.causes import illegal_together
from entente.games.pax.areas.communication import army_reach, ports_of
from entente.games.pax.areas.retreats import LeaveArea
from entente.games.pax.belligerents import (
    all_units,
    camps_of,
    change,
    close_war,
    enemies_of,
    home_of,
    is_at_sea,
    need,
    war_between,
    war_of,
)
from entente.games.pax.board import ARMY, Area, Place, Port, Power, Status, place_of, status_word
from entente.games.pax.colonies.marker_adjustment import lose_marker
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import RetreatTo
from entente.games.pax.records.war import War, WarUnit
from entente.games.pax.war.splitting import fall_apart
from entente.kernel import END, Action, Choose, Frame, Menu, Refusal, Seat, refuse, step

# -- markers


def lose_conquered(world: PaxContext, area: Area, losers: Iterable[Power]) -> None:
    """12.10: the markers of the losers in a conquered area go; no tension."""
    for power in losers:
        if world.marker(power, area) is not None:
            lose_marker(world, power, area)


def place_spoils(world: PaxContext, area: Area, statuses: dict[Power, Status]) -> None:
    """12.10: victors' markers are placed, free; control beside control is a codominion, and
    clashing markers of all powers go or are lowered. No tension."""
    for power, status in statuses.items():
        if status <= world.status(power, area):
            continue
        if world.can_have(power, area, status):
            world.put_marker(power, area, status)
            word = status_word(status, power)
            world.log("log.placed", power=power, area=area, status=word)
    holders = world.controllers(area)
    if not holders:
        return
    world.share(area, holders)
    make_room(world, area, list(world.markers(area)))


def make_room(world: PaxContext, area: Area, powers: Iterable[Power]) -> None:
    """12.10: remove or lower markers of these powers that clash with control."""
    highest = max((world.status(p, area) for p in world.controllers(area)), default=Status.NONE)
    for power in powers:
        status = world.status(power, area)
        if status.is_control or status is Status.NONE or not highest.is_control:
            continue
        if highest >= Status.POSSESSION:
            lower(world, power, area, Status.NONE)
        elif status is Status.INFLUENCE:
            lower(world, power, area, Status.INTEREST)


def lower(world: PaxContext, power: Power, area: Area, status: Status) -> None:
    """Lower or remove a marker, without tension."""
    if status is not Status.NONE and not world.can_have(power, area, status):
        status = Status.NONE
    if status is Status.NONE:
        lose_marker(world, power, area)
    else:
        world.put_marker(power, area, status)
    world.log("log.lowered", power=power, area=area, status=status_word(status, power))


def settle_disputes(world: PaxContext, war: War, at_peace: Callable[[Power, Power], bool]) -> None:
    """12.10: where markers of enemies who make peace still clash, neither treaty nor conquest has
    decided: all their markers in the area become influence, or what is legal beside control of
    others, which stays (P74). No tension."""
    pairs = [
        (one, other)
        for one in war.entered
        for other in enemies_of(war, one)
        if at_peace(one, other)
    ]
    parting = {power for pair in pairs for power in pair}
    for area in list(world.state.markers):
        if any(illegal_together(world, area, one, other) for one, other in pairs):
            there = [p for p in world.markers(area) if p in parting or not world.since(3)]
            for power in there:
                if world.status(power, area) > Status.INFLUENCE:
                    lower(world, power, area, Status.INFLUENCE)
            if world.since(3):
                make_room(world, area, there)


def resolve_clashes(world: PaxContext, powers: Iterable[Power]) -> None:
    """12.10: markers beside the control of others that no power fights for: a claim beside a
    neutral's control is shared; a marker that a treaty lowered gives way."""
    ours = set(powers)
    for area in list(world.state.markers):
        holders, mine = world.controllers(area), ours & set(world.markers(area))
        if not holders or not mine:
            continue
        if any(war_between(world, one, other) for one in holders for other in holders):
            continue
        if mine & set(holders):
            world.share(area, holders)
        highest = max(world.status(power, area) for power in holders)
        for power in [p for p in world.markers(area) if p in mine and p not in holders]:
            if any(illegal_together(world, area, power, holder) for holder in holders):
                rest = Status.INTEREST if highest is Status.PROTECTORATE else Status.NONE
                lower(world, power, area, rest)


# -- units


def bring_home(world: PaxContext, number: int, powers: Iterable[Power]) -> None:
    """12.10: units that surrendered and units at sea go home, with those in other homes."""
    war = need(world, number)
    leaving = tuple(powers)  # in their order: what is on the map is kept in that of its coming
    for unit in war.surrendered:
        if unit.power in leaving and home_of(world, unit.power) is not None:
            world.add_unit(unit.power, unit.kind, _home_berth(world, unit), unit.strength)
    change(world, number, surrendered=tuple(u for u in war.surrendered if u.power not in leaving))
    for unit in list(all_units(world, leaving)):
        home = home_of(world, unit.power)
        abroad = world.board.is_home(place_of(unit.where)) and place_of(unit.where) != home
        if home is not None and (is_at_sea(world, unit.where) or abroad):
            there = _home_berth(world, unit)
            world.move_unit(unit.power, unit.kind, unit.where, there, unit.strength)


def _home_berth(world: PaxContext, unit: WarUnit) -> Port:
    """Return where a unit comes home; a navy to the first of its ports, or the one it can sail
    to."""
    home = world.home(unit.power)
    if unit.kind == ARMY:
        return home
    coasts = world.links.coasts[home]
    here = unit.where
    return world.board.berth(home, here if here in coasts else None)


def without_right(world: PaxContext, powers: Iterable[Power]) -> list[tuple[Power, Area]]:
    """Units in areas that their power does not hold."""
    markers = [
        (unit.power, place_of(unit.where))
        for unit in all_units(world, powers)
        if place_of(unit.where) in world.board.areas
        and home_of(world, unit.power) is not None
        and not world.holds(unit.power, place_of(unit.where))
    ]
    return list(dict.fromkeys(markers))


@steps.auto
def legal_places(world: PaxContext, frame: Frame) -> None:
    """12.10, 11.2: units without right go to a legal place by 6.3, else home."""
    called = []
    for power, area in without_right(world, frame.text("powers").split()):
        if world.seat_of(power) is None or len(ways_from(world, power, area)) == 1:
            for unit in _units_in(world, power, area):
                there = _home_berth(world, unit)
                world.move_unit(power, unit.kind, unit.where, there, unit.strength)
        else:
            called.append(step("to_legal_place", power=power, area=area))
    world.state.push(*called)


def _units_in(world: PaxContext, power: Power, area: Area) -> list[WarUnit]:
    return [unit for unit in all_units(world, [power]) if place_of(unit.where) == area]


def ways_from(world: PaxContext, power: Power, area: Area) -> list[str]:
    """Return where units without right may go: armies by 6.3 or home, navies to any port."""
    home = world.home(power)
    ends = list(dict.fromkeys([home, *army_reach(world, power, area)]))
    actions = []
    for unit in dict.fromkeys(_units_in(world, power, area)):
        places = ends if unit.kind == ARMY else ports_of(world, power)
        actions += [f"retreat {unit.kind} {unit.strength} {unit.where} {end}" for end in places]
    return actions


@steps.ask("to_legal_place", prepared=RetreatTo())
class ToLegalPlace(LeaveArea):
    """12.10: the owner chooses where units go that have no right to stay."""

    section = "12.10"

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(ways_from(world, frame.text("power"), frame.text("area")))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        seat = world.seat_of(frame.text("power"))
        return () if seat is None else (seat,)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(tuple(ways_from(world, frame.text("power"), frame.text("area"))))

    def why_no_march(self, world: PaxContext, power: Power, area: Place, there: Place) -> Refusal:
        """6.3: an army goes where its power has control, or home."""
        if world.board.is_home(there) and there != world.home(power):
            return refuse("6.3", "why.foreign_home")
        if there in world.board.areas and not world.status(power, there).is_control:
            return refuse("6.3", "why.needs_control", area=there)
        return refuse("6.3", "why.no_way", place=area, there=there)

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        power = frame.text("power")
        self.leave(world, frame, action)
        if without_right(world, [power]):
            world.state.push(step("legal_places", powers=power))
        return END


# -- leaving


def call_peace(
    world: PaxContext, war: War, powers: Iterable[Power], partners: Iterable[Power] | None = None
) -> Frame:
    """Return the step by which some powers make peace with those that are their enemies now, or
    with some of them. A war that is declared while they divide what they conquered is another
    matter."""
    args: dict[str, str | int] = {"war": war.id, "powers": " ".join(powers)}
    if partners is not None:
        args["partners"] = " ".join(partners)
    if world.since(3):
        pairs = [(one, other) for one in war.entered for other in enemies_of(war, one)]
        args["enemies"] = " ".join(f"{one}:{other}" for one, other in pairs)
    return Frame("leave_war", args)


@steps.auto
def leave_war(world: PaxContext, frame: Frame) -> None:
    """12.10: some powers make peace with others, or with all if no `partners` are named: disputes
    between them are over. Who has no enemy left is out, and their units go where they belong. Only
    those make peace that were `enemies` when it was agreed."""
    number = frame.number("war")
    war = war_of(world, number)
    if war is None:
        return
    leaving = set(frame.text("powers").split())
    partners = set(str(frame.args.get("partners", "")).split()) or set(war.entered)
    enemies = set(str(frame.args.get("enemies", "")).split())

    def at_peace(one: Power, other: Power) -> bool:
        if enemies and f"{one}:{other}" not in enemies:
            return False
        return (one in leaving and other in partners) or (other in leaving and one in partners)

    settle_disputes(world, war, at_peace)
    hostile = tuple(pair for pair in war.hostile if not at_peace(*pair))
    fighting = tuple(p for p in war.entered if any(p in pair for pair in hostile))
    out = tuple(p for p in war.entered if p not in fighting)
    bring_home(world, number, out)
    if not fighting:
        close_war(world, number)
        world.log("log.war_over", powers=list(war.entered))
    else:
        kept = {area: power for area, power in war.conquered.items() if power in fighting}
        camps = camps_of(fighting, hostile)
        fresh = enemies and any(f"{one}:{other}" not in enemies for one, other in hostile)
        # 12.10, no. 3: it is still the same war, unless another one was declared meanwhile
        quiet_rounds = war.quiet if world.since(3) and not fresh else 0
        change(
            world,
            number,
            entered=fighting,
            hostile=hostile,
            camps=camps,
            conquered=kept,
            quiet=quiet_rounds,
        )
        if world.since(3):
            _hand_over_minors(world, war)
        if out:
            world.log("log.left_war", powers=list(out))
        fall_apart(world, number)
    if world.since(3):
        resolve_clashes(world, out)
    world.state.push(step("legal_places", powers=" ".join(out)))


def _hand_over_minors(world: PaxContext, war: War) -> None:
    """P62: who makes peace in mid-round leaves the minors that it led to others (12.4). The phases
    of its camp go on without it."""
    under_way = any(
        frame.step == "round_ends" and frame.args.get("war") == war.id
        for frame in world.state.stack
    )
    if under_way:
        world.state.push(step("war_leaders", war=war.id))
