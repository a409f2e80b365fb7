"""The quick evaluations: how the greedy player scores positions, and its moves in simple ones."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from entente.games.attrition.engine import evaluation as attrition
from entente.games.attrition.engine.battle_odds import hits, mean_hits
from entente.games.attrition.scoring import score
from entente.games.diplomacy.board import bits
from entente.games.diplomacy.engine import evaluation as diplomacy
from entente.games.diplomacy.engine.chart import Chart
from entente.games.diplomacy.state import DiplomacyState
from entente.games.turmoil.engine.features import chance_of_war, standing
from entente.games.turmoil.engine.spaces import best_rate
from entente.kernel import Game, Pick, Seat, registry
from entente.players import PlayerView, make
from entente.players.engines import evaluation_of
from entente.players.engines import plain_evaluation as plain
from tests.games.attrition.scene import Scene
from tests.games.diplomacy import scene
from tests.games.turmoil.table import A, Table

AnyGame = Game[Any, Any]
board = scene.BOARD
JUDGED = ("attrition", "diplomacy", "turmoil")


def choice(game: AnyGame, state: Any, seat: Seat, seed: str = "1") -> str:
    return make("greedy", game.info.id, seed).choose(PlayerView(game.position(state), seat))


# -- all games


def test_a_game_has_its_evaluation_or_a_plain_one() -> None:
    assert set(JUDGED) <= set(registry.available())
    assert evaluation_of("attrition") is attrition
    assert evaluation_of("somebody's") is plain


@pytest.mark.parametrize("name", JUDGED)
def test_a_position_is_worth_something_between_defeat_and_victory(name: str) -> None:
    game, rng = registry.load(name), Random(1)
    evaluation = evaluation_of(name)
    position = game.begin(dict(game.info.short), "1")
    while asked := position.decisions:
        decision = rng.choice(asked)
        assert all(-1 <= evaluation.evaluate(position, each.seat) <= 1 for each in asked)
        position.apply_unchecked(decision, decision.menu.sample(rng))
    assert position.outcome is not None
    for seat, points in position.outcome.scores.items():
        assert evaluation.evaluate(position, seat) == 2 * points - 1


# -- An Attrition of Souls


@pytest.mark.parametrize(
    ("tiles", "dice"),
    [
        ({"germany-infantry": 1}, 1),
        ({"germany-infantry": 2, "germany-artillery": 1}, 3),
        ({"germany-infantry": 1, "germany-artillery": 1, "germany-airplane": 2}, 4),
    ],
)
def test_the_odds_of_a_battle_are_those_of_all_its_rolls(tiles: dict[str, int], dice: int) -> None:
    """4.8.2, counted by the rules themselves."""
    tables = Scene().game.board
    faces = [0, 0, 0]
    for name, number in tiles.items():
        faces[tables.tiles[name].face - 1] += number
    rolls = [score(tables, tiles, roll).total for roll in product(range(1, 7), repeat=dice)]
    expected = [rolls.count(hits) / len(rolls) for hits in range(sum(faces) + 1)]
    assert hits(tuple(faces), dice) == pytest.approx(expected)
    assert mean_hits(tuple(faces), dice) == pytest.approx(sum(rolls) / len(rolls))


def test_it_moves_into_empty_land() -> None:
    """Poland and Kiev are open; Belgium is held by more tiles than could come."""
    table = Scene(
        step="start_movement",
        board={"berlin": {"germany-infantry": 2}, "belgium": {"france-infantry": 6}},
    )
    assert choice(table.game, table.state, "central") in (
        "move germany-infantry berlin poland",
        "move germany-infantry berlin kiev",
    )


def test_it_mobilises_what_would_be_lost() -> None:
    table = Scene(step="mobilise", reserves={"germany-infantry": 1})
    assert choice(table.game, table.state, "central") == "mobilise germany-infantry berlin"


def test_it_plans_the_battle_it_wins_and_leaves_the_other() -> None:
    """Four different tiles against one, and one tile against four."""
    strong = {"germany-infantry": 3, "germany-artillery": 3, "germany-airplane": 2}
    weak = {"austria_hungary-infantry": 1}
    table = Scene(
        step="plan_battles",
        status={"poland": "contested", "kiev": "contested"},
        board={
            "poland": {**strong, "russia-infantry": 1},
            "kiev": {**weak, "russia-infantry": 4, "russia-artillery": 1, "russia-airplane": 1},
        },
    )
    assert choice(table.game, table.state, "central") == "battle poland"
    table.game.position(table.state).apply("central", "battle poland")
    assert choice(table.game, table.state, "central") == "done"


def test_losses_leave_tiles_of_different_kinds() -> None:
    table = Scene()
    war = table.game.context(table.state)
    menu = Pick("lose", {"germany-infantry": 3, "germany-artillery": 1}, 2)
    assert attrition.cheapest(war, menu) == "lose germany-infantry germany-infantry"


# -- Europe in Turmoil


def test_more_support_is_never_worth_less() -> None:
    for stability in range(1, 6):
        worth = [standing(ahead, stability) for ahead in range(-9, 10)]
        assert worth == sorted(worth)
        assert worth == [-each for each in reversed(worth)]


def test_support_goes_where_it_wins_control() -> None:
    """An OP that completes control brings more than the first of many."""
    last = best_rate(ahead=2, stability=3, left=1, most=1, price=1)
    first = best_rate(ahead=0, stability=3, left=1, most=1, price=1)
    against = best_rate(ahead=-3, stability=3, left=2, most=2, price=2)
    assert last > against > first / 2


def test_it_takes_no_risk_of_a_war_it_would_lose() -> None:
    """C1 calls for a crisis roll: war on nearly every die, and all alliances are the Liberal's."""
    track = ["franco_russian_alliance", "entente_cordiale", "balkan_wars"]
    table = Table().give(A, 1, 21).set(tension=6, track=track, vp=3, round=3).to_play(A)
    assert chance_of_war(table.t) > 0.8
    assert choice(table.game, table.state, A) not in ("event C1", "ops C1")


# -- Diplomacy


def orders(state: DiplomacyState, seat: Seat, seed: str = "1") -> list[str]:
    return choice(scene.GAME, state, seat, seed).split("; ")


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_it_plays_on(seed: str) -> None:
    """Neither a draw nor a concession: only the orders count."""
    state = scene.start(seed=seed)
    assert {orders(state, seat, seed)[-1] for seat in scene.GAME.seats(state.options)} == {"orders"}


def test_two_units_take_a_centre_together() -> None:
    """All centres are owned, and of those in reach only Bulgaria is not Austrian."""
    mine = ["SER", "RUM", "BUD", "VIE", "TRI", "GRE", "SEV"]
    rest = [board.provinces[p] for p in bits(board.centres) if board.provinces[p] not in mine]
    state = scene.start(
        {"AUSTRIA": "A SER, A RUM", "TURKEY": "A BUL"},
        {"AUSTRIA": ", ".join(mine), "TURKEY": ", ".join(rest)},
    )
    state.season = "autumn"
    assert sorted(orders(state, "austria")) in (
        ["A RUM - BUL", "A SER S A RUM - BUL", "orders"],
        ["A RUM S A SER - BUL", "A SER - BUL", "orders"],
    )


def test_an_army_crosses_the_sea() -> None:
    """England has nothing else to do."""
    state = scene.start(
        {"ENGLAND": "A LON, F NTH", "AUSTRIA": "A BUD"},
        {"ENGLAND": "LON, EDI, LVP", "AUSTRIA": "BUD"},
    )
    state.season = "autumn"
    wins = {"A LON - NWY", "A LON - BEL", "A LON - HOL", "A LON - DEN"}
    takes = {"F NTH - NWY", "F NTH - BEL", "F NTH - HOL", "F NTH - DEN"}
    assert set(orders(state, "england")) & (wins | takes)


def test_it_builds_where_units_are_needed_each_in_its_place() -> None:
    state = scene.start(
        {"AUSTRIA": "A SER", "RUSSIA": "A UKR, A GAL"},
        {"AUSTRIA": "SER, VIE, BUD, TRI", "RUSSIA": "MOS, WAR"},
    )
    scene.pass_season(state)
    scene.pass_season(state)
    built = choice(scene.GAME, state, "austria").split("; ")
    assert sorted(order.split()[-1] for order in built) == ["BUD", "TRI", "VIE"]
    assert all(order.startswith("BUILD") for order in built)


def test_it_removes_the_most_distant_unit() -> None:
    """The north is Russian; there is nothing left to win for the fleet."""
    state = scene.start(
        {"RUSSIA": "F BAR, A BOH, A GAL, A UKR", "AUSTRIA": "A VIE"},
        {"RUSSIA": "STP, NWY, SWE", "AUSTRIA": "VIE, BUD"},
    )
    scene.pass_season(state)
    scene.pass_season(state)
    assert choice(scene.GAME, state, "russia") == "REMOVE F BAR"


def test_a_unit_on_a_centre_is_worth_more_than_one_beside_it() -> None:
    centres = {"AUSTRIA": "VIE, BUD"}
    values = []
    for units in ("A BUD", "A SER"):
        state = scene.start({"AUSTRIA": units}, centres)
        values.append(diplomacy.evaluate(scene.GAME.position(state), "austria"))
    assert values[1] > values[0]
    chart = Chart.of(scene.GAME.context(scene.start()), "austria")
    assert chart.near(False, board.location["BUD"]) > chart.near(False, board.location["BOH"])
