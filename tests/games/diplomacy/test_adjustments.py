"""IX.2 and X.4: builds, removals, and which unit goes without an order."""

from __future__ import annotations

import msgspec
import pytest

from entente.games.diplomacy.rules.adjustments import (
    Adjusted,
    builds_due,
    centres_by_power,
    distances,
    fleet_distances,
    owners_after,
    places_to_build,
    read_adjustment,
    removals,
    removals_due,
    resolve_adjustments,
    write_adjustment,
)
from entente.games.diplomacy.rules.editions import CLASSIC, STANDARD, Rules
from entente.games.diplomacy.rules.orders import read_unit, write_unit
from tests.games.diplomacy.scene import BOARD, split


def adjust(
    power: str,
    units: str,
    centres: str,
    *orders: str,
    rules: Rules = STANDARD,
) -> Adjusted:
    number = BOARD.power[power]
    return resolve_adjustments(
        BOARD,
        rules,
        number,
        centres_by_power(BOARD, {power: split(centres)}),
        [read_unit(BOARD, power, text) for text in split(units)],
        [read_adjustment(BOARD, number, text) for text in orders],
    )


def built(done: Adjusted) -> list[str]:
    return [write_unit(BOARD, unit) for unit in done.built]


def removed(done: Adjusted) -> list[str]:
    return [write_unit(BOARD, unit) for unit in done.removed]


def test_the_number_due_follows_from_centres_and_units() -> None:
    units = [read_unit(BOARD, "GERMANY", text) for text in ("A BER", "F HOL")]
    centres = centres_by_power(BOARD, {"GERMANY": ["BER", "KIE", "MUN", "HOL", "DEN"]})
    germany = BOARD.power["GERMANY"]
    assert builds_due(BOARD, centres[germany], units, germany) == 2
    assert removals_due(centres[germany], units, germany) == 0
    assert removals_due(1 << BOARD.province["BER"], units, germany) == 1
    open_places = places_to_build(BOARD, centres[germany], units, germany)
    assert open_places == 1 << BOARD.province["KIE"] | 1 << BOARD.province["MUN"]


def test_builds_wait_where_there_is_no_room() -> None:
    """IX.2: all home centres taken or lost."""
    units = [read_unit(BOARD, "GERMANY", text) for text in ("A BER", "F KIE", "A MUN")]
    centres = centres_by_power(BOARD, {"GERMANY": ["BER", "KIE", "MUN", "HOL", "DEN"]})[3]
    assert builds_due(BOARD, centres, units, BOARD.power["GERMANY"]) == 0


def test_orders_are_obeyed_from_the_top_as_many_as_are_due() -> None:
    done = adjust("GERMANY", "A BER, F HOL", "BER, KIE, MUN", "BUILD F KIE", "BUILD A MUN")
    assert built(done) == ["F KIE"]
    assert done.void[0][1].message.key == "refusal.no_more_builds"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("BUILD A WAR", "refusal.not_home"),
        ("BUILD A SEV", "refusal.not_empty"),
        ("BUILD A STP", "refusal.not_owned"),
        ("BUILD F MOS", "refusal.cannot_stand"),
    ],
)
def test_a_wrong_build_is_passed_over(text: str, key: str) -> None:
    """Warsaw is no home centre of Turkey's; the others are for Russia."""
    power = "TURKEY" if "WAR" in text else "RUSSIA"
    centres = "ANK, CON, WAR" if power == "TURKEY" else "MOS, SEV, WAR"
    done = adjust(power, "F SEV" if power == "RUSSIA" else "A CON", centres, text)
    assert built(done) == []
    assert done.void[0][1].message.key == key


def test_st_petersburg_needs_a_coast_for_a_fleet() -> None:
    assert built(adjust("RUSSIA", "", "STP", "BUILD F STP/NC")) == ["F STP/NC"]
    assert built(adjust("RUSSIA", "", "STP", "BUILD A STP")) == ["A STP"]
    done = adjust("RUSSIA", "", "STP", "BUILD F STP")
    assert built(done) == []
    assert done.void[0][1].message.key == "refusal.build_coast"


def test_a_centre_takes_one_unit_and_a_waived_build_is_gone() -> None:
    assert built(adjust("RUSSIA", "", "MOS, WAR", "BUILD A MOS", "BUILD A MOS")) == ["A MOS"]
    assert built(adjust("RUSSIA", "", "MOS", "WAIVE", "BUILD A MOS")) == []


def test_the_same_removal_twice_counts_once_and_the_rule_does_the_rest() -> None:
    done = adjust("FRANCE", "A PIC, A PAR, F NAO", "PAR", "REMOVE A PAR", "REMOVE A PAR")
    assert removed(done) == ["A PAR", "F NAO"]
    assert [write_unit(BOARD, unit) for unit in done.automatic] == ["F NAO"]
    assert done.void[0][1].message.key == "refusal.removed_already"


def test_only_the_number_due_and_the_powers_own_units_are_removed() -> None:
    done = adjust("FRANCE", "A PIC, A PAR", "PAR", "REMOVE F LYO", "REMOVE A PIC", "REMOVE A PAR")
    assert removed(done) == ["A PIC"]
    assert [why.message.key for _, why in done.void] == [
        "refusal.not_yours",
        "refusal.no_more_removals",
    ]


@pytest.mark.parametrize(
    ("units", "centres", "orders", "fates"),
    [
        ("A MOS", "MOS, STP", ["WAIVE", "WAIVE"], ["", "refusal.no_more_waivers"]),
        ("A MOS", "MOS, STP", ["BUILD A STP", "WAIVE"], ["", "refusal.no_more_waivers"]),
        ("A MOS", "MOS, STP", ["BUILD A MOS", "WAIVE"], ["refusal.not_empty", ""]),
        ("A MOS", "MOS, STP, NWY", ["WAIVE", "BUILD A STP"], ["", ""]),  # two due, room for one
        ("A MOS", "MOS", ["WAIVE"], ["refusal.no_more_waivers"]),
        ("A MOS, A STP", "MOS", ["WAIVE"], ["refusal.waiver_of_a_removal"]),
    ],
)
def test_a_build_that_is_not_there_cannot_be_waived(
    units: str, centres: str, orders: list[str], fates: list[str]
) -> None:
    done = adjust("RUSSIA", units, centres, *orders)
    assert ["" if why is None else why.message.key for why in done.fates] == fates


# -- X.4


def test_the_farthest_unit_goes_first() -> None:
    assert removed(adjust("RUSSIA", "A LVN, A SWE", "STP")) == ["A SWE"]


def test_of_units_equally_far_the_fleet_goes_then_the_alphabet_decides() -> None:
    assert removed(adjust("RUSSIA", "A BOH, F SKA, F NTH", "STP, WAR")) == [
        "F NTH",
    ]
    assert removed(adjust("RUSSIA", "A LVN, A UKR", "MOS")) == ["A LVN"]


def test_the_alphabet_is_that_of_the_rules() -> None:
    """English Channel before Mid-Atlantic Ocean, but Atlantique Moyen before Manche."""
    french = msgspec.structs.replace(STANDARD, removal_alphabet="fr")
    assert removed(adjust("RUSSIA", "F ENG, F MAO", "BRE")) == ["F ENG"]
    assert removed(adjust("RUSSIA", "F ENG, F MAO", "BRE", rules=french)) == ["F MAO"]
    assert CLASSIC.removal_alphabet == "fr"


def test_the_distance_leads_to_owned_centres_or_under_the_older_rules_to_the_home() -> None:
    assert removed(adjust("ITALY", "A WAR, A TUS", "WAR")) == ["A TUS"]
    assert removed(adjust("ITALY", "A WAR, A TUS", "WAR", rules=CLASSIC)) == ["A WAR"]


def test_fleets_go_by_sea_under_the_older_rules_and_armies_over_land_and_water() -> None:
    homes = BOARD.homes[BOARD.power["GERMANY"]]
    walking, sailing = distances(BOARD, homes), fleet_distances(BOARD, homes)
    assert walking[BOARD.province["VEN"]] == 2
    assert sailing[BOARD.location["VEN"]] == 9
    assert walking[BOARD.province["SKA"]] == sailing[BOARD.location["SKA"]] == 2
    assert sailing[BOARD.location["STP/SC"]] == 3
    assert sailing[BOARD.location["STP/NC"]] > 3


def test_of_a_fleet_and_an_army_in_neighbouring_ports_the_fleet_may_have_the_longer_way() -> None:
    units, centres = "F VEN, A APU", "BER"
    assert removed(adjust("GERMANY", units, centres)) == ["A APU"]
    assert removed(adjust("GERMANY", units, centres, rules=CLASSIC)) == ["F VEN"]


def test_nothing_is_removed_where_nothing_is_due() -> None:
    assert removals(BOARD, STANDARD, 0, 0, [], 0) == []


# -- IX.1


def test_a_power_owns_an_occupied_centre_and_keeps_it_when_the_unit_leaves() -> None:
    centres = centres_by_power(BOARD, {"AUSTRIA": ["TRI", "VIE"], "ITALY": ["VEN"]})
    units = [read_unit(BOARD, "ITALY", "A TRI"), read_unit(BOARD, "ITALY", "A TYR")]
    after = owners_after(BOARD, centres, units)
    assert after == centres_by_power(BOARD, {"AUSTRIA": ["VIE"], "ITALY": ["VEN", "TRI"]})


@pytest.mark.parametrize("text", ["BUILD F STP/NC", "REMOVE A PIC", "WAIVE"])
def test_written_and_read_again_an_order_is_the_same(text: str) -> None:
    assert write_adjustment(BOARD, read_adjustment(BOARD, 0, text)) == text
