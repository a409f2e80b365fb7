"""A case is read strictly: nothing of a position is passed over, guessed or lost in silence."""

from __future__ import annotations

from typing import Any

import pytest

from entente.kernel.typography import typeset
from tests.games.diplomacy.test_cases import answer, ask, error, judge

Json = dict[str, Any]

VICTOR = {"ITALY": ["A PAR"]}


# -- dislodged units


@pytest.mark.parametrize("dislodged", [{"A PAR": ["PIC"]}, {"ITALY": {"A PAR": ["PIC"]}}])
def test_no_power_dislodges_its_own_unit(dislodged: Json) -> None:
    """With a star and without one there are two units, and one of them would vanish."""
    message = error(
        phase="S1901R",
        units={"ITALY": ["A PAR", "*A PAR"]},
        dislodged=dislodged,
        orders={"ITALY": ["A PAR - PIC"]},
    )
    assert "ITALY, A PAR: a unit of the same power is in its place" in message


@pytest.mark.parametrize(
    "dislodged",
    [
        {"FRANCE": {"A PAR": ["PIC"], "Army Paris": ["BUR"]}},
        {"FRANCE": {"A PAR": ["PIC"], "Army Paris": ["PIC"]}},
        {"A PAR": ["PIC"], "FRANCE": {"A PAR": ["BUR"]}},
        {"FRANCE": {"A PAR": ["PIC"]}, "france": {"A PAR": ["BUR"]}},
    ],
)
def test_a_dislodged_unit_is_named_once(dislodged: Json) -> None:
    units = {**VICTOR, "FRANCE": ["*A PAR"]}
    assert "is listed twice" in error(phase="S1901R", units=units, dislodged=dislodged)


def test_a_power_without_dislodged_units_says_nothing() -> None:
    for phase in ("S1901M", "S1901R", "W1901A"):
        reply = answer(phase=phase, units=VICTOR, dislodged={"RUSSIA": {}, "TURKEY": None})
        assert reply["after"] == VICTOR
        assert "BAVARIA" in error(phase=phase, units=VICTOR, dislodged={"BAVARIA": {}})


def test_the_refusal_of_a_list_of_dislodged_units_shows_the_shape() -> None:
    message = error(phase="S1901R", units={"ITALY": ["F MAR"]}, dislodged={"FRANCE": ["F MAR"]})
    assert message.startswith("dislodged, FRANCE: an object by unit is expected")
    assert '{"AUSTRIA": {"A SER": ["ALB", "GRE"]}}' in message


# -- units


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        *((text, "write A PAR") for text in ("A PAR (nc)", "A PAR nc", "A PAR/NC")),
        *((text, "write A SPA") for text in ("A SPA(nc)", "A SPA nc", "A SPA north coast")),
        *((text, "write F MAR") for text in ("F MAR (sc)", "F MAR south coast", "F MAR/SC")),
        ("F NTH nc", "write F NTH"),
        ("F SPA/EC", "this coast does not exist; there are: SPA/NC and SPA/SC"),
        ("F SPA (ec)", "this coast does not exist; there are: SPA/NC and SPA/SC"),
        ("F BUL/NC", "this coast does not exist; there are: BUL/EC and BUL/SC"),
    ],
)
def test_a_coast_that_is_not_there(unit: str, said: str) -> None:
    message = error(units={"FRANCE": [unit]})
    assert message.startswith(f"units, FRANCE, “{unit}”: ")
    assert said in message


@pytest.mark.parametrize(
    ("unit", "word"),
    [
        ("A PAR*", "PAR*"),
        ("A **PAR", "**PAR"),
        ("A PAR💣", "PAR💣"),
        ("A PAR!", "PAR!"),
        ("A PAR?", "PAR?"),
        ("A PAR, A MAR", "PAR,"),
        ("A PAR; ", "PAR;"),
        ("A PAR # home", "#"),
        ("A ~PAR~", "~PAR~"),
    ],
)
@pytest.mark.parametrize("phase", ["S1901M", "S1901R"])
def test_a_unit_is_written_without_other_signs(unit: str, word: str, phase: str) -> None:
    message = error(phase=phase, units={"FRANCE": [unit]})
    assert f"“{word}” does not belong there; write for example F STP/SC" in message


@pytest.mark.parametrize("unit", ["A PAR (dislodged)", "A PAR [new]", "A PAR dislodged", "A PAR H"])
def test_a_unit_is_written_without_remarks(unit: str) -> None:
    assert error(units={"FRANCE": [unit]}).startswith(f"units, FRANCE, “{unit}”: ")


def test_a_unit_of_another_power() -> None:
    assert "German" in error(units={"FRANCE": ["German A PAR"]})
    assert "is listed under FRANCE" in error(units={"FRANCE": ["German A PAR"]})
    assert answer(units={"FRANCE": ["French A PAR"]})["after"] == {"FRANCE": ["A PAR"]}


def test_a_letter_that_only_looks_latin() -> None:
    message = error(units={"FRANCE": ["A \u0420AR"]})
    assert "“\u0420AR” has a letter that is not Latin: “\u0420”" in message
    order = answer(units={"FRANCE": ["A PAR"]}, orders={"FRANCE": ["A PAR - \u0412UR"]})
    assert "“\u0412UR” has a letter that is not Latin" in order["errors"][0]["error"]


@pytest.mark.parametrize(
    ("unit", "read"),
    [
        ("army Paris", "A PAR"),
        ("armée de Paris", "A PAR"),
        ("flotte à Brest", "F BRE"),
        ("A St. Petersburg", "A STP"),
        ("F Saint-Pétersbourg côte sud", "F STP/SC"),
        ("F STP(nc)", "F STP/NC"),
        ("f spa/s", "F SPA/SC"),
        ("F Golfe du Lion", "F LYO"),
        ("Ａ ＰＡＲ", "A PAR"),
        ("A PAR\u200b", "A PAR"),
        ("A L'Ukraine", "A UKR"),
    ],
)
def test_units_as_people_write_them(unit: str, read: str) -> None:
    assert answer(units={"FRANCE": [unit]})["after"] == {"FRANCE": [read]}


# -- centres, powers, phases


def test_centres_given_as_none_have_no_owner() -> None:
    """Without the key, or with null, they are the home centres: `next` can be fed back."""
    fields: Json = {"phase": "W1901A", "units": {"FRANCE": ["A PAR"]}}
    nobodies: list[Json] = [{}, {"FRANCE": []}, {"FRANCE": None}]
    for nobody in nobodies:
        reply = answer(**fields, centers=nobody)
        assert reply["after"] == {}
        assert reply["next"]["centers"] == {}
    assert answer(**fields)["after"] == {"FRANCE": ["A PAR"]}
    assert answer(**fields, centers=None)["after"] == {"FRANCE": ["A PAR"]}
    moved = answer(phase="F1901M", units={"FRANCE": ["A GAS"]}, centers={})
    assert moved["next"]["phase"] == "W1901A"
    assert answer(**moved["next"])["after"] == {}


@pytest.mark.parametrize(
    ("centre", "said"),
    [
        ("PAR, MAR", "one centre a text"),
        ("PAR; MAR", "one centre a text"),
        ("A MAR", "a centre is a place and no unit; write MAR"),
        ("French MAR", "a centre is a place and no unit; write MAR"),
        ("MAR (sc)", "a centre is a place and no unit; write MAR"),
        ("STP/NC", "a centre is a place and no unit; write STP"),
        ("MAR*", "“MAR*” does not belong there; write for example STP"),
    ],
)
def test_a_centre_is_a_place_and_nothing_else(centre: str, said: str) -> None:
    message = error(units={}, centers={"FRANCE": [centre]})
    assert message.startswith(f"centers, FRANCE, “{centre}”: ")
    assert said in message


@pytest.mark.parametrize("power", ["FRANCE ", " france", "Autriche", "AUTRICHE-HONGRIE", "italie"])
def test_powers_are_known_by_their_names_in_both_languages(power: str) -> None:
    reply = answer(units={power: ["A PAR"]}, orders={power: ["A PAR - BUR"]}, centers={power: []})
    (name,) = reply["after"]
    assert name in ("FRANCE", "AUSTRIA", "ITALY")
    twice = error(units={power: ["A PAR"], name: ["A BUR"]})
    assert f"“{name}” occurs twice" in twice
    assert "error" not in answer(phase="S1901R", dislodged={power: {"A PAR": ["BUR"]}})


def test_there_was_no_year_nought() -> None:
    assert "S0000M" in error(phase="S0000M", units={})
    assert "W0000A" in error(phase="W0000A", units={})


# -- refusals and their length


LONG = 10_000


@pytest.mark.parametrize(
    "fields",
    [
        {"units": {"FRANCE": ["A " + "PAR " * LONG]}},
        {"units": {"FRANCE": ["A" + " " * LONG + "XYZ"]}},
        {"units": {"FRANCE": [" " * LONG + "PAR"]}},
        {"units": {"F" * LONG: ["A PAR"]}},
        {"phase": "S" + "1" * LONG + "M"},
        {"x" * LONG: 1},
        {"centers": {"FRANCE": ["P" * LONG]}},
        {"centers": {"FRANCE": ["BUR" + " " * LONG]}},
        {"phase": "retreats", "dislodged": {"FRANCE": {"A PAR": ["P" * LONG]}}},
        {"phase": "retreats", "dislodged": {"P" * LONG: []}},
        {"phase": "retreats", "dislodged": {"A PAR" + " " * LONG: "PIC"}},
        {"phase": [["x" * LONG]]},
    ],
)
def test_an_error_repeats_only_the_beginning_of_what_is_long(fields: Json) -> None:
    assert len(error(**fields)) < 1000


def test_text_that_is_not_utf8_has_no_name() -> None:
    reply = judge().answer(b'{"id":"\xff","units":{}}')
    assert reply["id"] is None
    assert "UTF-8" in reply["error"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": 7, "units": }', "column 20, at “}”"),
        ("{'id': 7}", "column 2, at “'id': 7}”"),
        ('{"id": 7} {}', "column 11, at “{}”"),
        ('{"id": 7, "units": {"FRANCE": ["A PAR"', "it breaks off"),
        ('{"id": "7', "it breaks off"),
        ('{"id": NaN}', "“NaN” is not a JSON number"),
        ('{"id": ' + "[" * 100_000, "nested too deep"),
        ('{"id": "\\ud800"}', "half a character"),
    ],
)
@pytest.mark.parametrize("number", [3, 40])
def test_the_refusal_of_invalid_json_names_line_and_column(
    line: str, said: str, number: int
) -> None:
    reply = judge().answer(line.encode(), number)
    assert reply["error"].startswith(f"line {number}: ")
    assert said in reply["error"]
    french = judge("fr").answer(line.encode(), number)
    assert french["error"].startswith(typeset(f"ligne {number} : "))
    assert not {"Expecting", "malformed", "Invalid", "truncated"} & set(french["error"].split())


def test_every_error_has_its_line() -> None:
    reply = judge().answer(b'{"id": 7, "units": {"FRANCE": ["F PAR"]}}', 12)
    assert reply["error"].startswith("line 12: units, FRANCE, ")
    assert ask('{"id": 7, "units": 7}')["error"].startswith("units: ")
