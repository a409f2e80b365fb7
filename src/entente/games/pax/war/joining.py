"""How a power comes to be in a war, which wars become one, and the Great War (12.1, 13.2, 13.3)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from entente.games.pax.belligerents import (
    camp_of,
    camps_of,
    close_talks,
    need,
    open_talks,
    starter,
    wars_of,
)
from entente.games.pax.board import (
    AUSTRIA_HUNGARY,
    FRANCE,
    GERMANY,
    GREAT_BRITAIN,
    OTTOMAN_EMPIRE,
    Area,
    Power,
)
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import OTTOMAN, REBELLION, WAR, War
from entente.games.pax.scoring import great_war
from entente.games.pax.treaties.coaling_rights import merge_coaling_rights, record_coaling_rights

GREAT_WAR_POWERS = 4
ROUND_TO_COME = ("war_round", "initiative")  # steps of a war whose powers have not acted yet
FOUR_PLAYER_TRIO = frozenset((GREAT_BRITAIN, FRANCE, GERMANY))


def join(
    world: PaxContext,
    power: Power,
    target: Power,
    *,
    declared: bool = False,
    automatic: bool = False,
    war: int | None = None,
) -> War:
    """12.1: make two powers enemies. It is a new war, or part of one that either is in; wars that
    have a belligerent in common become one, and count as the older.

    `war` names a war of another kind that they are enemies in.
    """
    if war is not None:
        wars = [need(world, war)]
    else:
        known = {each.id: each for p in (power, target) for each in wars_of(world, p, WAR)}
        wars = [known[number] for number in sorted(known)]
    if not wars:
        world.state.wars_made += 1
        wars = [War(world.state.wars_made)]
        world.state.wars = (*world.state.wars, wars[0])
    older, gone = wars[0], {each.id for each in wars[1:]}
    since_3 = world.since(3)
    hostile = (*(pair for each in wars for pair in each.hostile), (power, target))
    entered = _once((*(p for each in wars for p in each.entered), power, target))
    joined = War(
        older.id,
        older.kind,
        hostile,
        entered,
        camps_of(entered, hostile),
        _once((*(p for each in wars for p in each.declarers), *((power,) if declared else ()))),
        _once((*(p for each in wars for p in each.automatic), *((power,) if automatic else ()))),
        leaders={p: s for each in wars for p, s in each.leaders.items()},
        theatre=older.theatre,
        round=older.round,
        quiet=0 if gone else older.quiet,
        attacked=any(each.attacked for each in wars),
        conquered=_conquered(wars, since_3),
        surrendered=tuple(unit for each in wars for unit in each.surrendered),
        closed=_closed(wars, since_3),
        closed_by=_by_passage([each.closed_by or {} for each in wars]) or msgspec.UNSET,
        trespassed=tuple(entry for each in wars for entry in each.trespassed),
        defeated=older.defeated,
        moved=tuple(unit for each in wars for unit in each.moved),
        fought=tuple(battle for each in wars for battle in each.fought),
        late=tuple(unit for each in wars for unit in each.late),
        refuges=older.refuges,
        done=older.done,
    )
    if since_3:
        joined = _with_rounds(world, joined, wars)
    world.state.wars = tuple(
        joined if each.id == older.id else each for each in world.state.wars if each.id not in gone
    )
    close_talks(world, gone)
    open_talks(world, older.id)
    merge_coaling_rights(world, older.id, gone)
    record_coaling_rights(world)
    return joined


def _conquered(wars: list[War], since_3: bool) -> dict[Area, Power]:
    """Return what was conquered in several wars; where two conquered the same area, the older
    one's."""
    ranked = reversed(wars) if since_3 else wars
    return {area: power for each in ranked for area, power in each.conquered.items()}


def _closed(wars: list[War], since_3: bool) -> dict[str, tuple[Power, ...]]:
    """12.9: the passages closed in several wars, to those they are closed to in any of them."""
    if not since_3:
        return {passage: powers for each in wars for passage, powers in each.closed.items()}
    return _by_passage([each.closed for each in wars])


def _by_passage(wars: list[dict[str, tuple[Power, ...]]]) -> dict[str, tuple[Power, ...]]:
    """Return the powers noted for each passage in any of several wars."""
    passages = dict.fromkeys(passage for noted in wars for passage in noted)
    return {p: _once(power for noted in wars for power in noted.get(p, ())) for p in passages}


def _with_rounds(world: PaxContext, joined: War, wars: list[War]) -> War:
    """12.3: wars become one while they are being fought: what each power has done in this round is
    remembered, and a younger war whose initiative is still to come has its round by itself. Only
    one of them is in the middle of a phase, which goes on."""
    coming = {frame.number("war") for frame in world.state.stack if frame.step in ROUND_TO_COME}
    merged = {number: powers for each in wars for number, powers in each.absorbed.items()}
    for each in wars[1:]:
        known = {power for powers in each.absorbed.values() for power in powers}
        alone = tuple(power for power in each.entered if power not in known)
        merged[each.id] = alone if each.id in coming else ()
    turns = {power: camp for each in wars for power, camp in each.turns.items()}
    return msgspec.structs.replace(
        joined,
        merged=merged or msgspec.UNSET,
        acts_with=turns or msgspec.UNSET,
        refuges=tuple(place for each in wars for place in each.refuges),
        done=_once(seat for each in wars for seat in each.done),
    )


def _once(powers: Iterable[Power]) -> tuple[Power, ...]:
    return tuple(dict.fromkeys(powers))


# -- the Great War


def great_powers_in(world: PaxContext, war: War) -> list[Power]:
    """Return the powers that count for the Great War, majors or minors (P38)."""
    return [p for p in world.board.tables.powers.roles.great_war_powers if p in war.entered]


def is_great_war(world: PaxContext, war: War) -> bool:
    """13.2: four of these powers in one war; with four seats also Britain, France and Germany.
    Not a rebellion, nor an Ottoman war while no major helps the Empire."""
    if war.kind == REBELLION:
        return False
    if war.kind == OTTOMAN:
        helped = any(world.seat_of(each) for each in camp_of(war, OTTOMAN_EMPIRE))
        if not helped:
            return False
    inside = great_powers_in(world, war)
    return _is_trio(world, inside) or len(inside) >= GREAT_WAR_POWERS


def check_great_war(world: PaxContext, war: War, newcomer: Power | None = None) -> None:
    """13.2, 13.3: after every entry. To blame are the first declarer, and the fourth power to enter
    by a declaration (`newcomer`)."""
    if world.state.outcome is not None or not is_great_war(world, war):
        return
    guilty = {seat for seat in (starter(world, war),) if seat is not None}
    if newcomer is not None and _completes(world, war, newcomer):
        seat = world.seat_of(newcomer)
        guilty |= {seat} if seat is not None else set()
    great_war(world, "powers", guilty)


def _completes(world: PaxContext, war: War, newcomer: Power) -> bool:
    """13.3: whether a declarer is the fourth, an automatic entry of Austria-Hungary not counted
    (P26); with four seats also who completes Britain, France and Germany (P67)."""
    inside = great_powers_in(world, war)
    if newcomer not in inside:
        return False
    uncounted = set(war.automatic)
    if world.since(3):
        if newcomer in FOUR_PLAYER_TRIO and _is_trio(world, inside):
            return True
        uncounted &= {AUSTRIA_HUNGARY}
    return len([power for power in inside if power not in uncounted]) >= GREAT_WAR_POWERS


def _is_trio(world: PaxContext, inside: Iterable[Power]) -> bool:
    """13.2 (c): with four seats, Britain, France and Germany in one war."""
    return world.players == GREAT_WAR_POWERS and set(inside) >= FOUR_PLAYER_TRIO
