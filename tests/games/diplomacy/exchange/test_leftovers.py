"""Orders of saved games that have no place in ours are reported, each with its reason."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.exchange import Imported, SavedGame, games_in, import_game, read_game
from entente.kernel.typography import typeset
from entente.kernel.user_error import UserError
from tests.games.diplomacy.exchange.games import GAME, START, phase, saved
from tests.games.diplomacy.exchange.test_files import CICERO, PACKAGE
from tests.games.diplomacy.exchange.test_webdiplomacy import history, read

ITALY, VENICE, CLYDE = 3, 15, 1


def reports(imported: Imported, language: str = "en") -> list[str]:
    catalog = GAME.catalog(language)
    return [each.line(catalog) for each in imported.left_out_besides()]


def opening(power: str, *orders: str) -> SavedGame:
    """A first spring in which no unit gets anywhere."""
    return saved(phase("S1901M", orders={power: list(orders)}), phase("F1901M"))


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A XXX - YYY", "There is no place called “XXX”. [III.7]"),
        ("A WAR S A MUN - SIL GARBAGE", "“GARBAGE” is not understood there. [III.7]"),
        ("A MUN - BER", "A MUN belongs to another power: Germany. [III.1]"),
        ("A CLY H", "There is no unit in Clyde. [III.1]"),
        ("A WAR - PAR", "[III.1]"),
        ("A WAR B", "[III.1]"),
    ],
)
def test_an_unusable_order_is_reported_even_if_the_positions_agree(order: str, reason: str) -> None:
    imported = import_game(GAME, opening("RUSSIA", order))
    assert imported.divergences == []
    (line,) = reports(imported)
    assert line.startswith(f"S1901M, Russia, “{order}” was left out: ")
    assert line.endswith(reason)
    (french,) = reports(imported, "fr")
    assert french.startswith(typeset(f"S1901M, Russie, « {order} » a été laissé de côté : "))


def test_the_last_of_two_orders_for_a_unit_counts_and_the_first_is_reported() -> None:
    game = saved(
        phase("S1901M", orders={"RUSSIA": ["A WAR - GAL", "A WAR - SIL", "A WAR - SIL"]}),
        phase("F1901M", {**START.units, "RUSSIA": ["A SIL", "A MOS", "F SEV", "F STP/SC"]}),
    )
    (line,) = reports(import_game(GAME, game))
    assert "“A WAR - GAL” was left out: another order for A WAR comes after it" in line


def test_an_order_without_effect_in_the_saved_game_is_not_reported() -> None:
    orders = ["A WAR S A MOS - UKR", "A MOS H", "F SEV S F ANK - ARM"]
    assert reports(import_game(GAME, opening("RUSSIA", *orders))) == []
    void = phase("S1901M", orders={"RUSSIA": ["A WAR - PAR"]})
    void["results"] = {"A WAR": ["void"]}
    assert reports(import_game(GAME, saved(void, phase("F1901M")))) == []


@pytest.mark.parametrize("data", [PACKAGE, *games_in(CICERO)])
def test_games_of_other_engines_lose_nothing(data: bytes) -> None:
    """The package saves more builds and removals than are due, Cicero hopeless retreats."""
    assert reports(import_game(GAME, read_game(GAME.board, data))) == []


def test_omitted_orders_are_reported_with_the_difference_they_explain() -> None:
    moved = {**START.units, "FRANCE": ["F BRE", "A MAR", "A BUR"]}
    game = saved(phase("S1901M", orders={"FRANCE": ["A PAR - BURX"]}), phase("F1901M", moved))
    with pytest.raises(UserError) as caught:
        import_game(GAME, game)
    assert "S1901M, France, “A PAR - BURX” was left out: " in str(caught.value)
    imported = import_game(GAME, game, follow=True)
    lines = list(imported.divergences[0].lines(GAME.catalog("en")))
    assert any("“A PAR - BURX” was left out" in line for line in lines)
    assert reports(imported) == []  # once is enough


# -- retreats and winter


PARIS_FALLS = saved(
    phase(
        "S1905M",
        {"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A PIC"], "ITALY": ["A ROM"]},
        {"GERMANY": ["A BUR - PAR", "A PIC S A BUR - PAR"]},
        {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]},
    ),
    phase(
        "S1905R",
        {"FRANCE": ["*A PAR"], "GERMANY": ["A PAR", "A PIC"], "ITALY": ["A ROM"]},
        {
            "FRANCE": ["A PAR R PIC", "A PAR R XYZ", "A PAR R BRE", "A PAR R GAS"],
            "ITALY": ["A X D"],
        },
        {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]},
    ),
    phase(
        "F1905M",
        {"FRANCE": ["A GAS"], "GERMANY": ["A PAR", "A PIC"], "ITALY": ["A ROM"]},
        None,
        {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]},
    ),
)


def test_unusable_retreats_are_reported() -> None:
    imported = import_game(GAME, PARIS_FALLS, follow=True)
    assert imported.matches[-1].state.units["FRANCE"] == ["A GAS"]
    assert [(each.power, each.order) for each in imported.left_out_besides()] == [
        ("FRANCE", "A PAR R PIC"),
        ("FRANCE", "A PAR R XYZ"),
        ("FRANCE", "A PAR R BRE"),
        ("ITALY", "A X D"),
    ]


def test_unusable_winter_orders_are_reported() -> None:
    units = {"FRANCE": ["A BUR"], "ITALY": ["A VEN"]}
    centres = {"FRANCE": ["PAR", "MAR"], "ITALY": ["VEN"]}
    orders = {"FRANCE": ["X PAR B", "F PAR B", "A BRE B", "A MAR B"], "ITALY": ["A VEN B", "A Z D"]}
    after = {"FRANCE": ["A BUR", "A MAR"], "ITALY": ["A VEN"]}
    game = saved(phase("W1905A", units, orders, centres), phase("S1906M", after, centers=centres))
    imported = import_game(GAME, game, follow=True)
    assert len(imported.divergences) == 1
    assert [each.order for each in imported.left_out_besides()] == [
        "X PAR B",
        "F PAR B",
        "A BRE B",
        "A VEN B",
        "A Z D",
    ]


def test_orders_of_a_skipped_phase_are_reported() -> None:
    late = phase("S1901M", orders={"FRANCE": ["A PAR - BUR"]})
    late["orders"] = {**late["orders"], "ITALY": None}
    (line,) = reports(import_game(GAME, saved(late)))
    assert "“A PAR - BUR” was left out: the saved game ends before" in line
    retreats = phase("S1901R", orders={"FRANCE": ["A PAR R BUR"]})
    game = saved(phase("S1901M", orders={"FRANCE": ["A PAR H"]}), retreats, phase("F1901M"))
    (line,) = reports(import_game(GAME, game))
    assert "“A PAR R BUR” was left out: our rules have no decision in this phase." in line


# -- webDiplomacy


@pytest.mark.parametrize(
    ("change", "order"),
    [
        ({"type": "Move", "toTerrID": 0}, "A VEN -"),
        ({"type": "Hold", "terrID": CLYDE}, "A CLY H"),
        ({"type": "Hold", "countryID": 1}, "A VEN H"),
    ],
)
def test_orders_that_the_site_cannot_have_accepted_are_reported(
    change: dict[str, object], order: str
) -> None:
    game = history()
    first = game["phases"][0]
    row = {"turn": 0, "phase": "Diplomacy", "countryID": ITALY, "terrID": VENICE, **change}
    first["orders"] = [{**row, "unitType": "Army"}]
    game["phases"] = [first, {**first, "turn": 1, "orders": []}]
    (line,) = reports(import_game(GAME, read(game)))
    assert f"“{order}” was left out: " in line
