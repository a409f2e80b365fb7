"""The search over arrays: its evaluation against the other one, legal orders, the same compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from entente.games.diplomacy.answers.cautions import of_orders
from entente.games.diplomacy.batch import Boards, layout
from entente.games.diplomacy.batch.encoding import order_code, order_of
from entente.games.diplomacy.batch.search import (
    AUTUMN_WEIGHTS,
    NAMES,
    SPRING_WEIGHTS,
    Memory,
    new_memory,
)
from entente.games.diplomacy.batch.search import layout as of
from entente.games.diplomacy.batch.search.assembly import assemble
from entente.games.diplomacy.batch.search.charts import LEADING, survey_board
from entente.games.diplomacy.batch.search.memory import weigh
from entente.games.diplomacy.batch.search.trials import measure
from entente.games.diplomacy.batch.search.winter import plan_adjustments
from entente.games.diplomacy.board import mask
from entente.games.diplomacy.engine import array_search
from entente.games.diplomacy.engine.array_search import ArraySearch, set_position
from entente.games.diplomacy.engine.batch_search import is_supported, memory_of
from entente.games.diplomacy.engine.features import NAMES as OTHER_NAMES
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.rules.orders import MOVE, Order, write_order
from entente.games.diplomacy.state import AUTUMN
from entente.kernel import registry
from tests.games.diplomacy import scene
from tests.games.diplomacy.judge import BOARD

SAME = [
    name
    for name in NAMES
    if name in OTHER_NAMES and name not in ("near", "builds", "strongest", "decided")
]
CHOOSE = """
from tests.games.diplomacy.batch.test_search import choices
from entente.games.diplomacy.batch import COMPILED
print(COMPILED, choices())
"""


def years_later(seasons: int, seed: int) -> Boards:
    """A board in a movement phase after some seasons of random play."""
    boards = Boards(1, seed=seed)
    boards.play(seasons)
    return boards


def placed(boards: Boards) -> Memory:
    memory = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
    set_position(memory, boards.boards, range(layout.POWERS))
    return memory


def choices() -> list[tuple[int, list[tuple[int, int]], int, int]]:
    """What some powers choose in some positions, with a small budget."""
    chosen = []
    for number, power in enumerate((1, 4, 5)):
        search = ArraySearch(placed(years_later(4 * number + 1, number)), power, number, 700)
        best = search.run()[0]
        chosen.append((power, sorted(best.orders.items()), sum(best.worths), search.spent))
    return chosen


def test_plain_python_makes_the_same_choices() -> None:
    there = subprocess.run(
        [sys.executable, "-c", CHOOSE],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert there == f"False {choices()}"


@pytest.mark.parametrize("seasons", [0, 5, 10, 17])
def test_the_features_are_those_of_the_other_evaluation(seasons: int) -> None:
    boards = years_later(seasons, seasons)
    memory = placed(boards)
    autumn = bool(boards.boards[layout.SEASON] == layout.AUTUMN)
    survey_board(memory)
    units = boards.units(0)
    state = scene.start()
    position = registry.load("diplomacy").position(state)
    europe = position.context
    europe.set_units(units)
    europe.set_centres(owned(boards))
    order = sorted(units, key=lambda unit: unit.power)
    boards.place(0, order)
    memory = placed(boards)
    survey_board(memory)
    for power, seat in enumerate(europe.seats):
        if not any(unit.power == power for unit in units):
            continue
        measure(memory, power, of.START, 0, 1)  # an empty set: every unit holds
        expected = dict(
            zip(
                OTHER_NAMES,
                CentreEvaluator(europe, seat).features(order, autumn=autumn),
                strict=True,
            )
        )
        actual = dict(zip(NAMES, memory.words[of.FEATURES : of.FEATURES + len(NAMES)], strict=True))
        assert {name: actual[name] for name in SAME} == {name: expected[name] for name in SAME}


LARGE = "CON, ANK, SMY, SER, BUL, RUM, GRE, BUD, TRI, SEV, MOS, WAR, STP"  # 13 centres


def opposed(units: dict[str, str], large: str, end: str = "") -> tuple[int, int]:
    """What helps a leader, as Italy sees it after its move in autumn: centres that are exposed, and
    centres that Italy robs the others of."""
    state = scene.start(units, {"TURKEY": large, "AUSTRIA": "VIE", "ITALY": "VEN"})
    state.season = AUTUMN
    memory = memory_of(registry.load("diplomacy").position(state).context)
    survey_board(memory)
    italy = BOARD.power["ITALY"]
    for number in range(int(memory.words[of.MINE_COUNT + italy])):
        unit = int(memory.words[of.MINE + italy * layout.UNITS + number])
        order = order_code(Order(MOVE, BOARD.location[end])) if end else layout.HOLD
        memory.sets[of.START * layout.UNITS + unit] = order
    measure(memory, italy, of.START, 0, 1)
    exposed, robbed = NAMES.index("exposed"), NAMES.index("robbed")
    return int(memory.words[of.FEATURES + exposed]), int(memory.words[of.FEATURES + robbed])


def test_a_leader_is_opposed_by_all_others_together() -> None:
    attacked = {"TURKEY": "A BUD, A GAL", "AUSTRIA": "A VIE"}
    lead = 13 - LEADING
    assert opposed(attacked, LARGE) == (lead, 0)
    assert opposed({**attacked, "ITALY": "A TYR"}, LARGE) == (0, 0)
    assert opposed(attacked, "CON, BUD, TRI, SER") == (0, 0)


def test_a_seat_is_not_to_rob_others_while_a_leader_grows() -> None:
    units = {"TURKEY": "A SER", "AUSTRIA": "A BOH", "ITALY": "A TYR"}
    assert opposed(units, LARGE, "VIE")[1] == 13 - LEADING
    assert opposed(units, LARGE, "TRI")[1] == 0
    assert opposed(units, "CON, BUD, TRI, SER", "VIE")[1] == 0


def crossed(units: dict[str, str], large: str) -> int:
    """The centres of Turkey beyond the main line times its lead, as Italy sees it."""
    opposing = {"ITALY": "A ROM", **units}
    state = scene.start(opposing, {"TURKEY": large, "ITALY": "ROM"})
    memory = memory_of(registry.load("diplomacy").position(state).context)
    survey_board(memory)
    measure(memory, BOARD.power["ITALY"], of.START, 0, 1)
    return int(memory.words[of.FEATURES + NAMES.index("crossed")])


def test_a_leader_is_kept_behind_the_main_line() -> None:
    """17 centres are on each side; St Petersburg is beyond it for Turkey, Moscow is not."""
    lead = 13 - LEADING
    assert crossed({"TURKEY": "A MOS"}, LARGE) == lead
    assert crossed({"TURKEY": "A MUN"}, LARGE) == 2 * lead
    assert crossed({"TURKEY": "A BOH"}, LARGE) == lead
    assert crossed({"TURKEY": "A MOS", "ENGLAND": "A STP"}, LARGE) == 0
    assert crossed({"TURKEY": "A MUN"}, "CON, ANK, SMY, STP") == 0  # it leads no one
    memory = placed(Boards(1))
    beyond = {
        power.id: int(memory.masks[of.BEYOND + number]) for number, power in enumerate(BOARD.powers)
    }
    assert {each.bit_count() for each in beyond.values()} == {17}
    north_west, south_east = beyond["TURKEY"], beyond["ENGLAND"]
    assert north_west & south_east == 0
    for power in BOARD.powers:
        is_north = power.id in ("ENGLAND", "FRANCE", "GERMANY")
        assert beyond[power.id] == (south_east if is_north else north_west)


def repeated(failed: dict[str, int], order: str, answer: str = "") -> int:
    """The moves of Austria-Hungary that fail again, if A VIE does this and Russia's A WAR that."""
    units = {"AUSTRIA": "A VIE", "RUSSIA": "A WAR"}
    state = scene.start(units, {"AUSTRIA": "VIE", "RUSSIA": "WAR"})
    state.failed_moves = failed
    europe = registry.load("diplomacy").position(state).context
    memory, numbers = memory_of(europe), europe.menus().numbers
    survey_board(memory)
    for unit, end, slot in (("A VIE", order, of.START), ("A WAR", answer, 0)):
        code = order_code(Order(MOVE, BOARD.location[end])) if end else layout.HOLD
        memory.sets[slot * layout.UNITS + numbers[unit]] = code
    measure(memory, BOARD.power["AUSTRIA"], of.START, 0, 1)
    return int(memory.words[of.FEATURES + NAMES.index("repeated")])


def test_a_move_that_fails_again_counts_as_often_as_it_failed() -> None:
    failed = {"A VIE - GAL": 2, "A WAR - GAL": 2, "A ROM - VEN": 1}  # the last one is gone
    assert repeated(failed, "GAL", "GAL") == 2
    assert repeated({"A VIE - GAL": 9}, "GAL", "GAL") == of.MOST_REPEATS
    assert repeated(failed, "GAL") == 0  # it works now
    assert repeated(failed, "", "GAL") == 0
    assert repeated(failed, "BOH", "BOH") == 0
    assert repeated({"A VIE - BOH": 1}, "GAL", "GAL") == 0
    assert repeated({}, "GAL", "GAL") == 0


def chosen_by_france(failed: dict[str, int], price: int, seed: int) -> set[str]:
    units = {"FRANCE": "A GAS, A MAR", "ENGLAND": "F ENG, A PIC"}
    state = scene.start(units, {"FRANCE": "MAR", "ENGLAND": "LON"})
    state.failed_moves = failed
    europe = registry.load("diplomacy").position(state).context
    memory = memory_of(europe)
    weigh(memory, [*SPRING_WEIGHTS[:-1], price], [*AUTUMN_WEIGHTS[:-1], price])
    search = ArraySearch(memory, BOARD.power["FRANCE"], seed, 400)
    return {
        write_order(BOARD, europe.position, unit, order_of(code))
        for unit, code in search.run()[0].orders.items()
    }


def test_a_bounce_is_not_repeated_for_ever() -> None:
    """Brest attracts the army in Gascony, and England can keep it out."""
    assert NAMES[-1] == "repeated"
    bounce, seeds = {"A GAS - BRE": 3}, range(4)
    assert any("A GAS - BRE" in chosen_by_france({}, -3000, seed) for seed in seeds)
    assert all("A GAS - BRE" not in chosen_by_france(bounce, -3000, seed) for seed in seeds)
    for seed in seeds:  # without a price the past does not matter
        assert chosen_by_france(bounce, 0, seed) == chosen_by_france({}, 0, seed)


def test_no_set_has_moves_against_own_units() -> None:
    """Neither into a province in which an own unit stays, nor in exchange without a convoy."""
    crowd = "A PAR, A BUR, A GAS, A PIC, F BRE, F MAO, A MAR, F LYO, A SPA, A POR, A RUH, A BEL"
    foes = {"GERMANY": "A MUN, A KIE, A HOL", "ITALY": "A PIE, F TYS", "ENGLAND": "F ENG, F IRI"}
    state = scene.start({"FRANCE": crowd, **foes})
    europe = registry.load("diplomacy").position(state).context
    memory, france = memory_of(europe), BOARD.power["FRANCE"]
    search = ArraySearch(memory, france, 5, 500)
    sets = [found.orders for found in search.run()]
    for _ in range(150):
        assemble(memory, france, 1024, of.START)
        units = search.mine
        sets.append({n: int(memory.sets[of.START * layout.UNITS + n]) for n in units})
    for orders in sets:
        written = {unit: order_of(code) for unit, code in orders.items()}
        kinds = {each.kind for each in of_orders(europe, written)}
        assert not kinds & {"own_unit", "change_places", "supports_no_move", "supports_a_leaver"}


def owned(boards: Boards) -> list[int]:
    """The centres of each power, as masks of provinces."""
    owners = boards.boards[layout.OWNER : layout.OWNER + layout.CENTRES]
    return [
        mask(boards.map.centres[n] for n, owner in enumerate(owners) if owner == power)
        for power in range(layout.POWERS)
    ]


def test_all_orders_that_are_found_are_legal() -> None:
    rng = Random(3)
    for seasons in (0, 3, 8, 14):
        boards = years_later(seasons, seasons)
        legal = boards.legal()
        power = rng.choice([each.power for each in boards.units(0)])
        search = ArraySearch(placed(boards), power, seasons, 500)
        for found in search.run():
            for unit, code in found.orders.items():
                assert code in list(legal.of(0, unit)), (boards.units(0)[unit], order_of(code))
        for number in range(search.worlds):
            for unit, code in search.world(number).items():
                assert code in list(legal.of(0, unit))


def test_only_the_standard_game_is_searched_over_arrays() -> None:
    for options, covered in (({}, True), ({"rules": "classic"}, False), ({"players": 2}, False)):
        position = registry.load("diplomacy").begin(options, "1")
        assert is_supported(position.context) == covered


def test_winter_orders_use_every_build_and_remove_what_is_due() -> None:
    """England has centres and no unit, Turkey units and no centre but one."""
    boards = Boards(1)
    england, turkey = BOARD.power["ENGLAND"], BOARD.power["TURKEY"]
    boards.place(0, [unit for unit in boards.units(0) if unit.power != england])
    boards.own(0, [*BOARD.homes[:turkey], 1 << BOARD.province["CON"]])
    boards.boards[layout.PHASE] = layout.ADJUSTMENTS
    memory = placed(boards)
    survey_board(memory)
    plan_adjustments(memory)
    for number in range(layout.ADJUSTED):
        boards.wanted[number] = memory.words[of.WANTED + number]
    boards.adjust()
    kinds = [unit.fleet for unit in boards.units(0) if unit.power == england]
    assert sorted(kinds) == [False, True, True]
    assert sum(unit.power == turkey for unit in boards.units(0)) == 1


def test_a_large_search_compares_its_best_sets_in_other_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(array_search, "MANY", 500)
    monkeypatch.setattr(array_search, "SLICE", 100)
    search = ArraySearch(placed(years_later(3, 3)), 0, 1, 2_000)
    lines = search.run()
    assert search.batches > 1
    assert 1_500 < search.spent <= 2_100
    for each in lines:
        assert search.worths(each.orders) == each.worths
    totals = [sum(each.worths) for each in lines]
    assert totals == sorted(totals, reverse=True)
