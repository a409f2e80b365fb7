"""The board: counts, borders, coasts, and where convoys can sail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from entente.games.diplomacy.board import COASTAL, INLAND, SEA, Unit, bits, mask
from entente.games.diplomacy.rules.orders import Position
from tests.games.diplomacy.judge import BOARD


def provinces(numbers: int) -> set[str]:
    """The names of the provinces in a mask."""
    return {BOARD.provinces[number] for number in bits(numbers)}


def test_75_provinces() -> None:
    assert Counter(BOARD.kind) == {SEA: 19, COASTAL: 42, INLAND: 14}
    assert len(set(BOARD.provinces)) == 75


def test_34_centres_of_which_22_are_homes() -> None:
    """I, II.3: seven powers with three home centres, Russia with four, and twelve more."""
    assert BOARD.centres.bit_count() == 34
    homes = {power.id: len(power.home_centres) for power in BOARD.powers}
    three = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "TURKEY")
    assert homes == {**dict.fromkeys(three, 3), "RUSSIA": 4}
    together = mask(centre for power in BOARD.homes for centre in bits(power))
    assert together.bit_count() == 22
    assert together & ~BOARD.centres == 0


def test_22_units_each_on_a_home_centre_of_its_own() -> None:
    """II.3."""
    start = Position.read(BOARD, {power.id: power.start for power in BOARD.powers})
    assert len(start.units) == 22
    assert sum(unit.fleet for unit in start.units) == 9
    for number in range(len(BOARD.powers)):
        places = mask(BOARD.province_of[u.location] for u in start.units if u.power == number)
        assert places == BOARD.homes[number]


def test_army_borders_go_both_ways() -> None:
    pairs = {(one, two) for one, ends in enumerate(BOARD.army) for two in bits(ends)}
    assert {(two, one) for one, two in pairs} == pairs
    assert len(pairs) == 2 * 111
    assert all(BOARD.kind[one] != SEA for one, _ in pairs)
    assert all(one != two for one, two in pairs)


def test_fleet_borders_go_both_ways() -> None:
    pairs = {(one, two) for one, ends in enumerate(BOARD.fleet) for two in ends}
    assert {(two, one) for one, two in pairs} == pairs
    assert all(BOARD.kind[BOARD.province_of[one]] != INLAND for one, _ in pairs)
    assert all(BOARD.province_of[one] != BOARD.province_of[two] for one, two in pairs)
    assert len(pairs) == 2 * 141


def test_three_provinces_have_two_coasts() -> None:
    """III.3: a fleet is on one of them, never on the province as such."""
    coasts = {
        BOARD.provinces[p]: [BOARD.locations[coast] for coast in found]
        for p, found in enumerate(BOARD.coasts)
        if found
    }
    assert {name: sorted(found) for name, found in coasts.items()} == {
        "BUL": ["BUL/EC", "BUL/SC"],
        "SPA": ["SPA/NC", "SPA/SC"],
        "STP": ["STP/NC", "STP/SC"],
    }
    for name in coasts:
        assert BOARD.fleet[BOARD.location[name]] == ()
    assert len(BOARD.locations) == 75 + 6


def test_every_place_can_be_left() -> None:
    for place, location in enumerate(BOARD.locations):
        province = BOARD.province_of[place]
        if BOARD.kind[province] != SEA and place == province:
            assert BOARD.army[province], location
        if BOARD.kind[province] != INLAND and not (place == province and BOARD.coasts[province]):
            assert BOARD.fleet[place], location


def test_reach_and_entries() -> None:
    """A fleet may enter a province by two coasts, an army enters the province itself."""
    at_sea = Unit(0, True, BOARD.location["MAO"])
    spain = BOARD.province["SPA"]
    assert {BOARD.locations[end] for end in BOARD.entries(at_sea, spain)} == {"SPA/NC", "SPA/SC"}
    on_land = Unit(0, False, BOARD.location["GAS"])
    assert [BOARD.locations[end] for end in BOARD.entries(on_land, spain)] == ["SPA"]
    assert BOARD.entries(on_land, BOARD.province["ROM"]) == ()
    north = Unit(0, True, BOARD.location["SPA/NC"])
    assert provinces(BOARD.reach(north)) == {"GAS", "MAO", "POR"}


def test_shores() -> None:
    """A sea touches a province by either of its coasts."""
    assert provinces(BOARD.shore[BOARD.province["SPA"]]) == {"LYO", "MAO", "WES"}
    assert provinces(BOARD.shore[BOARD.province["STP"]]) == {"BAR", "BOT"}
    assert provinces(BOARD.shore[BOARD.province["KIE"]]) == {"BAL", "HEL"}


# -- convoys


def chains(start: int, end: int, fleets: int) -> Iterator[list[int]]:
    """Every chain of seas from coast to coast, found by trying: no sea comes twice."""
    tries = [[sea] for sea in bits(BOARD.shore[start] & fleets)]
    while tries:
        chain = tries.pop()
        if BOARD.shore[end] >> chain[-1] & 1:
            yield chain
            continue
        tries += [
            [*chain, sea] for sea in bits(BOARD.sea_next[chain[-1]] & fleets) if sea not in chain
        ]


def without_detour(start: int, end: int, chain: list[int]) -> bool:
    """Return whether every sea of a chain is needed: without it the others do not join the
    coasts."""
    seas = mask(chain)
    return not any(BOARD.sails(start, end, seas & ~(1 << sea)) for sea in chain)


CORNERS = [
    ("LON", "BEL", "ENG NTH IRI MAO"),
    ("YOR", "WAL", "NTH ENG IRI NWG NAO MAO"),
    ("LVP", "EDI", "IRI ENG NTH NAO NWG MAO"),
    ("MAR", "SPA", "LYO WES TYS MAO NAF"),
    ("GRE", "SMY", "AEG EAS ION ADR TYS"),
    ("SWE", "NWY", "SKA BOT BAL NTH NWG BAR HEL"),
    ("TUN", "NAP", "TYS ION WES LYO ADR"),
    ("BUL", "TRI", "AEG ION ADR BLA EAS"),
    ("CON", "SEV", "BLA AEG EAS"),
    ("BER", "ROM", "BAL BOT TYS"),
]


@pytest.mark.parametrize(("start", "end", "seas"), CORNERS)
def test_routes_are_the_chains_without_a_needless_sea(start: str, end: str, seas: str) -> None:
    """DATC 6.G.7, 6.G.19; for every choice of fleets."""
    one, two = BOARD.province[start], BOARD.province[end]
    names = [name for name in seas.split() if BOARD.seas >> BOARD.province[name] & 1]
    for choice in range(1 << len(names)):
        fleets = mask(BOARD.province[names[i]] for i in bits(choice))
        found = list(chains(one, two, fleets))
        needed = mask(sea for chain in found if without_detour(one, two, chain) for sea in chain)
        assert BOARD.routes(one, two, fleets) == needed
        assert BOARD.sails(one, two, fleets) == bool(found)


def test_lanes_are_the_same_there_and_back() -> None:
    coast = [p for p, kind in enumerate(BOARD.kind) if kind == COASTAL]
    for one in coast:
        for two in coast:
            if one < two:
                assert BOARD.lanes(one, two) == BOARD.lanes(two, one)


def test_lanes() -> None:
    """The Gulf of Bothnia is of no use between Sweden and Norway, nor is a detour by the west."""

    def lanes(start: str, end: str) -> set[str]:
        return provinces(BOARD.lanes(BOARD.province[start], BOARD.province[end]))

    assert lanes("SWE", "NWY") == {"SKA"}
    assert lanes("MAR", "SPA") == {"LYO"}
    assert lanes("ANK", "SEV") == {"BLA"}
    assert lanes("SEV", "SMY") == set()
    assert lanes("PRU", "STP") == {"BAL", "BOT"}
