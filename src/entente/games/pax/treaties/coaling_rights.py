"""Coaling rights in a war (9.4, 12.5): irrevocable until the war is over."""

from __future__ import annotations

from collections.abc import Container

import msgspec

from entente.games.pax.board import Area, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.war import CoalRight, War
from entente.games.pax.treaties.clauses_in_force import areas_of, parties
from entente.games.pax.treaties.obligations import coaling_clauses
from entente.kernel import Seat


def record_coaling_rights(world: PaxContext) -> None:
    """9.4: record the coaling rights in force now. They are irrevocable for the wars their holders
    are in, even if the treaty or its conditions end.

    Noted when a power enters a war, when a treaty comes into force or may be about to end, and in
    each phase of a camp, for rights that depend on a condition.
    """
    if not world.state.wars or not world.since(3):
        return
    known = set(world.state.coal)
    for bound in coaling_clauses(world):
        grantor, grantee = bound.clause.text("from"), bound.clause.text("to")
        areas = tuple(sorted(areas_of(world, bound.clause)))
        knowing = tuple(parties(world, bound.treaty)) if bound.treaty.secret else ()
        for war in world.state.wars:
            if grantee in war.entered:
                known.add(CoalRight(war.id, grantor, grantee, areas, bound.treaty.id, knowing))
    if len(known) > len(world.state.coal):
        world.state.coal = tuple(sorted(known, key=msgspec.json.encode))


def kept_coaling_areas(world: PaxContext, war: War, grantee: Power) -> set[Area]:
    """Return the areas where a power has had a right to coal in this war, and the grantor is still
    there (12.5)."""
    return {
        area
        for right in world.state.coal
        if (right.war, right.grantee) == (war.id, grantee)
        for area in right.areas
        if world.marker(right.grantor, area)
    }


def merge_coaling_rights(world: PaxContext, number: int, gone: Container[int]) -> None:
    """12.1: wars have become one: the rights of all of them hold in it."""
    moved = [
        msgspec.structs.replace(right, war=number) if right.war in gone else right
        for right in world.state.coal
    ]
    world.state.coal = tuple(dict.fromkeys(moved))


def split_coaling_rights(world: PaxContext, number: int, part: War) -> None:
    """12.1: a part of a war has become a war of its own: the rights of its belligerents go with
    them."""
    world.state.coal = tuple(
        msgspec.structs.replace(right, war=part.id)
        if right.war == number and right.grantee in part.entered
        else right
        for right in world.state.coal
    )


def coaling_rights_known_to(world: PaxContext, seat: Seat) -> tuple[CoalRight, ...]:
    """14: the rights that a seat may know of."""
    return tuple(r for r in world.state.coal if not r.knowing or seat in r.knowing)
