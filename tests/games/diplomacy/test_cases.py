"""Cases for programs: a position is read strictly, and an answer is the next case."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from entente.games.diplomacy.answers.slots import ORDERS, VOTES
from entente.games.diplomacy.cases.judge import Judge
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.game import INFO
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import OptionValue, Slots
from entente.kernel.text import catalog_of
from tests.amount import amount
from tests.games.diplomacy.scene import BOARD, GAME, asked

Json = dict[str, Any]

PLACES = BOARD.provinces
LETTER = {"orders": "M", "retreat": "R", "adjust": "A"}


def judge(language: str = "en", *, explain: bool = False, **options: OptionValue) -> Judge:
    catalog = catalog_of(PACKAGE, language)
    return Judge(BOARD, INFO.complete(options), catalog, explain=explain)


def answer(language: str = "en", **fields: object) -> Json:
    return ask(json.dumps({"id": 1, **fields}), language)


def ask(line: str, language: str = "en") -> Json:
    reply = judge(language).answer(line.encode())
    return {**reply, "id": json.loads(bytes(reply["id"]).decode() if reply["id"] else "null")}


def error(**fields: object) -> str:
    """Return why a whole case is refused, in two languages; the English sentence."""
    said = {language: answer(language, **fields) for language in ("en", "fr")}
    assert all(set(each) == {"id", "error"} for each in said.values()), said
    assert said["en"]["error"] != said["fr"]["error"]
    return str(said["en"]["error"])


# -- a position that cannot be read


@pytest.mark.parametrize(
    ("units", "said"),
    [
        (
            {"FRANCE": ["F SPA"]},
            "units, FRANCE, “F SPA”: F SPA: say which coast",
        ),
        ({"FRANCE": ["F SPA"]}, "(SPA/NC, SPA/SC)"),
        ({"FRANCE": ["F SPA/EC"]}, "SPA/NC"),
        ({"FRANCE": ["A SPA/NC"]}, "write A SPA"),
        ({"FRANCE": ["F BRE/NC"]}, "write F BRE"),
        ({"FRANCE": ["F PAR"]}, "Paris"),
        ({"FRANCE": ["A ENG"]}, "English Channel"),
        ({"FRANCE": ["PAR"]}, "army (A) or a fleet (F)"),
        ({"FRANCE": ["A XYZ"]}, "XYZ"),
        ({"FRANCE": ["A Nor"]}, "Norway"),
        ({"FRANCE": ["A PAR H"]}, "not a unit; write for example A PAR"),
        ({"FRANCE": [""]}, "not a unit"),
        ({"FRANCE": ["A PAR"], "GERMANY": ["A PAR"]}, "units, GERMANY, “A PAR”"),
        ({"FRANCE": ["A PAR", "A PAR"]}, "A PAR is already there"),
        ({"FRANCE": ["F STP/NC"], "RUSSIA": ["F STP/SC"]}, "F STP/NC is already there"),
        ({"BAVARIA": ["A MUN"]}, "units: there is no power “BAVARIA”; there are: AUSTRIA"),
        ({"Frankreich": []}, "Frankreich"),
        ({"FRANCE": ["A PAR"], "france": ["A BUR"]}, "“france” occurs twice"),
        ({"FRANCE": "A PAR"}, "units, FRANCE: a list of texts is expected"),
        ({"FRANCE": [7]}, '{"AUSTRIA": ["A BUD", "F TRI"]}'),
        ({"FRANCE": {"A": "PAR"}}, "units, FRANCE: a list"),
        (["A PAR"], "units: an object by power is expected"),
        (7, "units: an object"),
        ({"FRANCE": ["*A PAR"]}, "“*A PAR”: a dislodged unit is allowed only in a retreat phase"),
    ],
)
def test_a_unit_that_cannot_be_read_is_an_error_for_the_whole_case(
    units: object, said: str
) -> None:
    assert said in error(units=units, orders={"GERMANY": ["A MUN - BUR"]})


def test_units_are_read_as_people_write_them_where_they_are_clear() -> None:
    """Names, small letters, powers in small letters; `null` is as good as nothing."""
    reply = answer(
        units={"france": ["army Paris", "f spa(sc)"], "Germany": None},
        orders={"France": ["A PAR - BUR"], "germany": None},
        centers=None,
        dislodged=None,
        phase=None,
    )
    assert reply["after"] == {"FRANCE": ["A BUR", "F SPA/SC"]}


@pytest.mark.parametrize(
    ("centers", "said"),
    [
        ({"FRANCE": ["PAR"], "GERMANY": ["PAR"]}, "centers, GERMANY, “PAR”"),
        ({"FRANCE": ["PAR"], "GERMANY": ["PAR"]}, "already belongs to France"),
        ({"FRANCE": ["BUR"]}, "centers, FRANCE, “BUR”"),
        ({"FRANCE": ["XYZ"]}, "XYZ"),
        ({"BAVARIA": ["MUN"]}, "BAVARIA"),
        ({"FRANCE": [3]}, "centers, FRANCE: a list"),
    ],
)
@pytest.mark.parametrize("phase", ["S1901M", "F1901R", "W1901A", "movement"])
def test_a_centre_that_cannot_be_read_is_an_error_for_the_whole_case(
    centers: object, said: str, phase: str
) -> None:
    assert said in error(phase=phase, centers=centers, units={"FRANCE": ["A PAR"]})


@pytest.mark.parametrize(
    "phase",
    ["BANANA", "summer", "S1901A", "W1901M", "W1901R", "F1901", "M", "1901", "", "S19M", 1901, []],
)
def test_a_phase_that_does_not_exist_is_refused(phase: object) -> None:
    message = error(phase=phase, units={"FRANCE": ["A PAR"]})
    assert "S1901M" in message
    assert str(phase) in message


@pytest.mark.parametrize("phase", ["movement", "Movement", "S1901M", "s1901m", " F1999M "])
def test_phases_in_any_letters(phase: str) -> None:
    assert "error" not in answer(phase=phase, units={"FRANCE": ["A PAR"]})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": 1, "units": {"FRANCE": ["A PAR"]}, "units": {}}', "“units” occurs twice"),
        ('{"id": 1, "units": {"FRANCE": ["A PAR"], "FRANCE": ["A BUR"]}}', "“FRANCE” occurs twice"),
        ('{"id": 1, "unit": {}}', "no key “unit”; it has: id, phase, units"),
        ('{"id": 1, "units": {"\\ud800": []}}', "JSON"),
        ('{"id": 1, "units": {"FRANCE": ["\\udc00"]}}', "JSON"),
        ('{"id": 1, "units": {"FRANCE": [1' + "0" * 5000 + "]}}", "a list of texts"),
        ("[]", "JSON"),
        ("7", "JSON"),
        ("{", "JSON"),
        ('{"units": NaN}', "JSON"),
    ],
)
def test_json_that_is_no_case(line: str, said: str) -> None:
    reply = ask(line)
    assert set(reply) == {"id", "error"}
    assert said in reply["error"]
    json.dumps(reply).encode()


@pytest.mark.parametrize("name", ["x", 7, None, [1, {"a": None}], {"game": "é"}, 1e300, True])
def test_an_id_may_be_anything_and_comes_back(name: object) -> None:
    line = json.dumps({"units": {"FRANCE": ["A PAR"]}, "id": name})
    assert ask(line)["id"] == name
    assert ask(json.dumps({"id": name, "units": 7}))["id"] == name


def test_an_order_that_cannot_be_read_is_no_error_of_the_case() -> None:
    reply = answer(
        units={"FRANCE": ["A PAR", "F BRE"]},
        orders={"FRANCE": ["A PAR - XYZ", "F BRE - MAO", "A MUN H"], "ITALY": ["A ROM H"]},
    )
    assert reply["after"] == {"FRANCE": ["A PAR", "F MAO"]}
    assert [(row["power"], row["order"]) for row in reply["errors"]] == [
        ("FRANCE", "A PAR - XYZ"),
        ("FRANCE", "A MUN H"),
        ("ITALY", "A ROM H"),
    ]
    assert reply["results"]["A PAR"]["outcome"] == "void"
    assert "BAVARIA" in error(units={}, orders={"BAVARIA": ["A MUN H"]})


# -- dislodged units


VICTOR = {"GERMANY": ["A PAR"], "FRANCE": ["*A PAR", "A BRE"]}


@pytest.mark.parametrize("dislodged", [{"A PAR": ["PIC"]}, {"FRANCE": {"A PAR": ["PIC"]}}])
@pytest.mark.parametrize("orders", [{"FRANCE": ["A PAR - PIC"]}, {"france": ["a par-pic"]}])
def test_a_star_marks_a_dislodged_unit_and_the_victor_stays(dislodged: Json, orders: Json) -> None:
    reply = answer(phase="S1905R", units=VICTOR, dislodged=dislodged, orders=orders)
    assert reply["after"] == {"FRANCE": ["A BRE", "A PIC"], "GERMANY": ["A PAR"]}
    assert reply["destroyed"] == []


def test_a_dislodged_unit_that_is_listed_among_the_units_too() -> None:
    """No power dislodges its own unit: a unit of the same power there is the same unit."""
    reply = answer(
        phase="retreats",
        units={"AUSTRIA": ["A SER"]},
        dislodged={"A SER": ["GRE"]},
        orders={"AUSTRIA": ["A SER - GRE"]},
    )
    assert reply["after"] == {"AUSTRIA": ["A GRE"]}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"units": VICTOR}, "units, FRANCE, *A PAR: say under “dislodged” where"),
        ({"units": VICTOR, "dislodged": {"A PAR": ["MOS"]}}, "cannot go to MOS; it can reach"),
        ({"units": VICTOR, "dislodged": {"A PAR": ["XYZ"]}}, "no place “XYZ”"),
        ({"units": VICTOR, "dislodged": {"A PAR": ["BRE"]}}, "which is taken: A BRE"),
        ({"units": VICTOR, "dislodged": {"A PAR": "PIC"}}, "dislodged, A PAR: a list of texts"),
        ({"units": VICTOR, "dislodged": ["A PAR"]}, "dislodged: an object by power"),
        ({"units": {}, "dislodged": {"A PAR": ["PIC"]}}, "whose unit is this?"),
        ({"units": {}, "dislodged": {"F PAR": ["PIC"]}}, "dislodged, “F PAR”: F PAR cannot be in"),
        ({"units": {}, "dislodged": {"FRANCE": {"F SPA": []}}}, "dislodged, FRANCE, “F SPA”"),
        ({"units": {}, "dislodged": {"BAVARIA": {"A MUN": []}}}, "no power “BAVARIA”"),
        (
            {"dislodged": {"FRANCE": {"F MAO": ["SPA"]}}},
            "FRANCE, F MAO: it cannot go to SPA; it can reach",
        ),
        ({"dislodged": {"FRANCE": {"F GAS": ["SPA/SC"]}}}, "cannot go to SPA/SC"),
        ({"dislodged": {"FRANCE": {"A GAS": ["SPA/NC"]}}}, "cannot go to SPA/NC"),
        ({"dislodged": {"FRANCE": {"F LYO": ["SPA/NC"]}}}, "cannot go to SPA/NC"),
        (
            {"dislodged": {"FRANCE": {"A PAR": []}, "GERMANY": {"A PAR": []}}},
            "FRANCE, A PAR was dislodged from the same province",
        ),
        (
            {"dislodged": {"FRANCE": {"A PAR": ["BUR"]}, "GERMANY": {"A BUR": []}}},
            "which is taken: BUR",
        ),
        (
            {"units": {"FRANCE": ["F BRE"]}, "dislodged": {"FRANCE": {"A BRE": []}}},
            "FRANCE, A BRE: a unit of the same power is in its place",
        ),
    ],
)
def test_dislodged_units_that_cannot_be(fields: Json, said: str) -> None:
    assert said in error(phase="S1901R", **fields)


def test_a_coast_is_understood_where_only_one_can_be_reached() -> None:
    reply = answer(
        phase="S1901R",
        dislodged={"FRANCE": {"F GAS": ["SPA", "SPA/NC"]}},
        orders={"FRANCE": ["F GAS - SPA"]},
    )
    assert reply["after"] == {"FRANCE": ["F SPA/NC"]}


@pytest.mark.parametrize("phase", ["S1901M", "W1901A", "movement", "adjustments"])
def test_dislodged_units_belong_to_a_retreat_phase(phase: str) -> None:
    assert phase in error(phase=phase, dislodged={"FRANCE": {"A PAR": ["PIC"]}})
    assert "retreat phase" in error(phase=phase, units={"FRANCE": ["*A PAR"]})
    assert "error" not in answer(phase=phase, dislodged={}, units={"FRANCE": ["A PAR"]})


def test_every_lost_retreat_has_its_reason() -> None:
    reply = answer(
        phase="S1905R",
        units={"GERMANY": ["A BUR", "A RUH", "A MUN", "A TYR", "A VIE", "A WAR"]},
        dislodged={
            "FRANCE": {"A BUR": ["PAR", "PIC"], "A MUN": ["BER"], "A TYR": ["PIE"]},
            "ENGLAND": {"A RUH": ["BEL", "HOL"]},
            "AUSTRIA": {"A VIE": ["GAL", "TRI"]},
            "RUSSIA": {"A WAR": ["GAL", "MOS"], "A SIL": []},
        },
        orders={
            "FRANCE": ["A BUR - BEL", "A MUN D"],
            "ENGLAND": ["A RUH - HOL"],
            "AUSTRIA": ["A VIE - GAL"],
            "RUSSIA": ["A WAR - GAL"],
        },
    )
    rows = {unit: (row["outcome"], row["reason"]) for unit, row in reply["results"].items()}
    assert rows == {
        "A BUR": ("lost", "reading.no_retreat"),
        "A MUN": ("disbands", "retreat.disbanded"),
        "A TYR": ("lost", "retreat.no_order"),
        "A RUH": ("retreats", "retreat.free"),
        "A VIE": ("lost", "retreat.clash"),
        "A WAR": ("lost", "retreat.clash"),
        "A SIL": ("lost", "retreat.nowhere"),
    }
    assert sorted(reply["destroyed"]) == sorted(set(rows) - {"A RUH"})
    assert reply["results"]["A VIE"]["order"] == "A VIE - GAL"
    assert reply["results"]["A TYR"]["order"] is None
    explained = judge("fr", explain=True).answer(
        b'{"phase": "S1901R", "dislodged": {"RUSSIA": {"A WAR": ["GAL"]}, "AUSTRIA": {"A VIE": '
        b'["GAL"]}}, "orders": {"RUSSIA": ["A WAR - GAL"], "AUSTRIA": ["A VIE - GAL"]}}'
    )
    assert "A VIE" in explained["results"]["A WAR"]["because"]


# -- winter


def test_orders_that_read_alike_have_a_row_each() -> None:
    reply = answer(
        phase="W1901A",
        units={"FRANCE": ["A SPA", "A GAS", "F MAO"], "TURKEY": [], "RUSSIA": []},
        centers={"FRANCE": ["PAR", "BRE"], "TURKEY": ["ANK", "CON"], "RUSSIA": ["STP", "MOS"]},
        orders={
            "FRANCE": ["REMOVE A SPA", "REMOVE A SPA"],
            "TURKEY": ["WAIVE", "WAIVE"],
            "RUSSIA": ["BUILD A MOS", "BUILD A MOS", "A MOS B", "BUILD A STP"],
        },
    )
    outcomes = {
        power: [(row["order"], row["outcome"]) for row in rows]
        for power, rows in reply["results"].items()
    }
    assert outcomes == {
        "FRANCE": [("REMOVE A SPA", "done"), ("REMOVE A SPA", "void")],
        "TURKEY": [("WAIVE", "done"), ("WAIVE", "done")],
        "RUSSIA": [
            ("BUILD A MOS", "done"),
            ("BUILD A MOS", "void"),
            ("BUILD A MOS", "void"),
            ("BUILD A STP", "done"),
        ],
    }
    assert reply["results"]["FRANCE"][1]["reason"] == "refusal.removed_already"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_row_of_winter_has_its_reason(language: str) -> None:
    line = {
        "phase": "W1901A",
        "units": {"FRANCE": ["A SPA", "A GAS", "F MAO"]},
        "centers": {"FRANCE": ["PAR"], "TURKEY": ["ANK", "CON"]},
        "orders": {"FRANCE": ["REMOVE A SPA"], "TURKEY": ["BUILD A CON", "WAIVE", "WAIVE"]},
    }
    reply = judge(language, explain=True).answer(json.dumps(line).encode())
    rows = {
        power: [(row["outcome"], row["reason"], row["section"]) for row in rows]
        for power, rows in reply["results"].items()
    }
    assert rows == {
        "FRANCE": [
            ("done", "winter.removed", "IX.2"),
            ("automatic", "winter.removed_by_rule", "X.4"),
        ],
        "TURKEY": [
            ("done", "winter.built", "IX.2"),
            ("done", "winter.waived", "IX.2"),
            ("void", "refusal.no_more_waivers", "IX.2"),
        ],
    }
    assert all(row["because"] for rows in reply["results"].values() for row in rows)


def test_a_closed_retreat_beside_an_open_one() -> None:
    reply = answer(
        phase="S1901R",
        units={"ITALY": ["A PAR"]},
        dislodged={"FRANCE": {"A PAR": ["PIC"]}},
        orders={"FRANCE": ["A PAR - PIC", "A PAR - LON"]},
    )
    assert reply["destroyed"] == ["A PAR"]
    assert reply["results"]["A PAR"]["reason"] == "reading.two_retreats"


def test_thousands_of_contradictions_get_a_short_report() -> None:
    orders = [f"A PAR {'- GAS' if n % 2 else 'S A MAR - ' + p}" for n in range(100) for p in PLACES]
    line = json.dumps({"units": {"FRANCE": ["A PAR", "A MAR"]}, "orders": {"FRANCE": orders}})
    assert len(msgspec.json.encode(judge().answer(line.encode()))) < 20 * len(line)


# -- the answer is the next case


def test_the_centres_change_hands_when_autumn_ends() -> None:
    units = {"AUSTRIA": ["A BUD"], "TURKEY": ["A BUL"]}
    orders = {"AUSTRIA": ["A BUD - SER"]}
    centers = {"AUSTRIA": ["BUD", "VIE"], "TURKEY": ["CON", "SER"]}
    spring = answer(phase="S1905M", units=units, orders=orders, centers=centers)
    assert spring["centers"] == centers
    assert spring["next"] == {"phase": "F1905M", "units": spring["after"], "centers": centers}
    autumn = answer(phase="F1905M", units=units, orders=orders, centers=centers)
    after = {"AUSTRIA": ["BUD", "SER", "VIE"], "TURKEY": ["BUL", "CON"]}
    assert autumn["centers"] == after
    assert autumn["next"] == {"phase": "W1905A", "units": autumn["after"], "centers": after}
    winter = answer(**autumn["next"], orders={"AUSTRIA": ["BUILD A VIE"], "TURKEY": ["WAIVE"]})
    assert winter["next"]["phase"] == "S1906M"
    assert winter["next"]["centers"] == after
    held = answer(phase="F1905M", units=units, centers={"AUSTRIA": ["BUD"], "TURKEY": []})
    assert held["next"]["phase"] == "S1906M"  # with Bulgaria no power builds or removes


def test_centres_left_out_are_the_home_centres() -> None:
    autumn = answer(phase="F1901M", units={"AUSTRIA": ["A SER"]})
    assert autumn["centers"]["AUSTRIA"] == ["BUD", "SER", "TRI", "VIE"]
    assert "centers" not in answer(phase="S1901M", units={"AUSTRIA": ["A SER"]})
    assert "centers" not in answer(units={"AUSTRIA": ["A SER"]})


def test_autumn_ends_after_its_retreats() -> None:
    units = {"AUSTRIA": ["A BUD", "A TRI"], "TURKEY": ["A SER"]}
    orders = {"AUSTRIA": ["A BUD - SER", "A TRI S A BUD - SER"]}
    centers = {"AUSTRIA": ["BUD", "TRI", "VIE"], "TURKEY": ["SER"]}
    fought = answer(phase="F1905M", units=units, orders=orders, centers=centers)
    assert fought["dislodged"] == {"TURKEY": {"A SER": ["ALB", "BUL", "GRE", "RUM"]}}
    assert fought["centers"] == centers
    assert fought["next"] == {
        "phase": "F1905R",
        "units": fought["after"],
        "dislodged": fought["dislodged"],
        "centers": centers,
    }
    fled = answer(**fought["next"], orders={"TURKEY": ["A SER - GRE"]})
    assert fled["centers"] == {"AUSTRIA": ["BUD", "SER", "TRI", "VIE"], "TURKEY": ["GRE"]}
    assert fled["next"]["phase"] == "W1905A"
    lost = answer(**fought["next"])
    assert lost["results"]["A SER"]["reason"] == "retreat.no_order"
    assert "TURKEY" not in lost["centers"]


def test_a_unit_without_a_retreat_is_reported_without_a_decision() -> None:
    """VII.2: there is no retreat phase for it alone."""
    shut = answer(
        phase="S1905M",
        units={"TURKEY": ["A ROM", "A APU"], "ITALY": ["A NAP"]},
        orders={"TURKEY": ["A ROM - NAP", "A APU S A ROM - NAP"]},
    )
    assert shut["dislodged"] == {"ITALY": {"A NAP": []}}
    assert shut["next"] == {"phase": "F1905M", "units": {"TURKEY": ["A NAP", "A APU"]}}
    fed = answer(phase="S1905R", units=shut["after"], dislodged=shut["dislodged"])
    assert fed["results"]["A NAP"]["reason"] == "retreat.nowhere"


def test_the_phase_after_a_phase_without_a_name() -> None:
    """Retreats are certain and so is spring after winter; the rest cannot be known."""
    units = {"AUSTRIA": ["A BUD", "A TRI"], "TURKEY": ["A SER"]}
    orders = {"AUSTRIA": ["A BUD - SER", "A TRI S A BUD - SER"]}
    fought = answer(units=units, orders=orders)
    assert fought["next"]["phase"] == "retreats"
    assert "next" not in answer(**fought["next"])
    assert "next" not in answer(units=units)
    assert answer(phase="adjustments", units=units)["next"]["phase"] == "movement"


def orders_of(state: DiplomacyState, rng: Random) -> dict[str, str]:
    """Random orders of every seat, without votes to end the game.

    Units like to support moves that were ordered, so that there is something to retreat from.
    """
    found, moves = {}, set()
    for seat, decision in asked(state).items():
        menu = decision.menu
        assert isinstance(menu, Slots)
        parts = menu.sample(rng).split("; ")
        for number, choices in enumerate(menu.slots.values()):
            helping = [c for c in choices if c.partition(" S ")[2] in moves]
            if helping and rng.random() < 0.7:
                parts[number] = rng.choice(helping)
            moves.add(parts[number])
        found[seat] = "; ".join(ORDERS if part in VOTES else part for part in parts)
    return found


def name_of(state: DiplomacyState) -> str:
    letter = LETTER[state.step]
    season = "W" if letter == "A" else {"spring": "S", "autumn": "F"}[state.season]
    return f"{season}{state.year}{letter}"


def kept(table: dict[str, Any]) -> dict[str, Any]:
    """Without the powers that have nothing."""
    return {power: value for power, value in table.items() if value}


@pytest.mark.amount
@pytest.mark.parametrize("rules", ["standard", "classic"])
@pytest.mark.parametrize("seed", range(amount(1, 6)))
def test_a_whole_game_can_be_played_with_cases_alone(seed: int, rules: str) -> None:
    """Each answer is the next case; the positions are those of the game itself."""
    rng = Random(seed)
    state = GAME.start({"rules": rules, "end_year": 1912}, str(seed))
    cases = judge(rules=rules)
    case: Json = {
        "phase": "S1901M",
        "units": state.units,
        "centers": state.centres,
    }
    seen: set[str] = set()
    while state.outcome is None:
        while case["phase"] != name_of(state):  # a winter in which no power had a choice
            assert case["phase"].endswith("A")
            case = cases.answer(json.dumps(case).encode())["next"]
        assert case["units"] == kept(state.units)
        assert kept(case["centers"]) == kept(state.centres)
        assert case.get("dislodged", {}) == {
            power: {unit: sorted(places) for unit, places in driven.items()}
            for power, driven in state.dislodged.items()
        }
        seen.add(case["phase"][-1])
        given = orders_of(state, rng)
        orders = {
            seat.upper(): [part for part in text.split("; ") if part not in VOTES]
            for seat, text in given.items()
        }
        for seat, text in given.items():
            GAME.position(state).apply(seat, text)
        reply = cases.answer(json.dumps({**case, "orders": orders}).encode())
        assert "errors" not in reply, reply
        case = reply["next"]
    assert seen == {"M", "R", "A"}
