"""Batches as one uses them: how games end, what is refused, and that chance is fair."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest

from entente.games.diplomacy.batch import Boards, UnsupportedInBatch, gpu, layout
from entente.games.diplomacy.batch.rng import randbelow
from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.rules.editions import CLASSIC
from tests.games.diplomacy.judge import BOARD

PLAY = """
from hashlib import sha256
from entente.games.diplomacy.batch import COMPILED, Boards
boards = Boards(6, seed=4)
boards.play(24)
print(COMPILED, sha256(bytes(boards.boards) + bytes(boards.fates)).hexdigest())
"""


def unit(power: str, text: str) -> Unit:
    kind, place = text.split()
    return Unit(BOARD.power[power], kind == "F", BOARD.location[place])


def home(power: str) -> int:
    return BOARD.homes[BOARD.power[power]]


def owned(**centres: int) -> list[int]:
    return [centres.get(power.id, 0) for power in BOARD.powers]


def winter(boards: Boards) -> None:
    """A year in which every unit holds, from spring to the end of winter."""
    for _ in range(2):
        boards.give(0, {})
        boards.move()
    boards.adjust()


def standing(boards: Boards, what: int) -> int:
    return int(boards.boards[what])


def test_a_game_begins_as_every_game() -> None:
    boards = Boards(2)
    assert len(boards.units(1)) == 22
    assert unit("RUSSIA", "F STP/SC") in boards.units(1)
    assert standing(boards, layout.SEASON) == layout.SPRING


def test_enough_centres_win() -> None:
    boards = Boards(1, centres_to_win=6)
    boards.place(0, [unit("FRANCE", "A PAR"), unit("ITALY", "A ROM")])
    boards.own(0, owned(FRANCE=home("FRANCE") | home("GERMANY"), ITALY=home("ITALY")))
    winter(boards)
    assert standing(boards, layout.OVER) == layout.WON
    assert standing(boards, layout.WINNER) == BOARD.power["FRANCE"]


def test_as_many_as_another_do_not_win() -> None:
    boards = Boards(1, centres_to_win=3)
    boards.place(0, [unit("FRANCE", "A PAR"), unit("ITALY", "A ROM")])
    boards.own(0, owned(FRANCE=home("FRANCE"), ITALY=home("ITALY")))
    winter(boards)
    assert standing(boards, layout.OVER) == layout.GOES_ON
    assert standing(boards, layout.YEAR) == 1


def test_the_last_power_left_wins() -> None:
    boards = Boards(1)
    boards.place(0, [unit("FRANCE", "A PAR")])
    boards.own(0, owned(FRANCE=home("FRANCE")))
    winter(boards)
    assert standing(boards, layout.WINNER) == BOARD.power["FRANCE"]


def test_the_last_year_is_drawn() -> None:
    boards = Boards(1, last_year=1901)
    winter(boards)
    assert standing(boards, layout.OVER) == layout.DRAWN
    assert standing(boards, layout.WINNER) == layout.NONE


def test_a_game_that_is_over_stays_as_it_is_or_is_begun_again() -> None:
    boards = Boards(1, last_year=1901)
    boards.play(5)
    assert (boards.played, boards.finished) == (2, 1)
    boards.play(3, again=True)
    assert (boards.played, boards.finished) == (5, 2)


def test_the_board_has_room_for_all_when_one_builds_before_another_removes() -> None:
    """34 units: Austria may build, and Turkey must remove."""
    places = [BOARD.provinces[p] for p, kind in enumerate(BOARD.kind) if kind != "sea"]
    homes = {BOARD.provinces[p] for p in range(75) if home("AUSTRIA") >> p & 1}
    free = [place for place in places if place not in homes][: layout.UNITS]
    boards = Boards(1, centres_to_win=34)
    boards.place(0, [unit("TURKEY", f"A {place}") for place in free])
    boards.give(0, {})
    boards.boards[layout.SEASON] = layout.AUTUMN
    boards.move()
    boards.own(0, owned(AUSTRIA=home("AUSTRIA"), TURKEY=home("TURKEY")))
    boards.draw_adjustments()
    wanted = [layout.BUILD | BOARD.province[p] << layout.TARGET_AT for p in sorted(homes)]
    boards.wanted[0], boards.wanted[1], boards.wanted[2] = wanted
    boards.adjust()
    powers = Counter(each.power for each in boards.units(0))
    assert powers == {BOARD.power["AUSTRIA"]: 3, BOARD.power["TURKEY"]: 3}


def test_a_unit_that_is_sent_where_it_cannot_go_is_lost() -> None:
    boards = Boards(1)
    boards.place(0, [unit("FRANCE", "A PAR"), unit("GERMANY", "A BUR"), unit("GERMANY", "A GAS")])
    into = {
        1: BOARD.province["PAR"] << layout.TARGET_AT | layout.MOVE,
        2: BOARD.province["BUR"] << layout.TARGET_AT
        | layout.SUPPORT
        | BOARD.province["PAR"] + 1 << layout.END_AT,
    }
    for number, code in into.items():
        boards.orders[number] = code
    boards.move()
    assert standing(boards, layout.BEATEN) == 1
    boards.goals[0] = BOARD.location["BUR"]
    boards.retreat()
    assert {each.power for each in boards.units(0)} == {BOARD.power["GERMANY"]}


# -- what is refused


def test_other_readings_are_refused() -> None:
    with pytest.raises(UnsupportedInBatch, match="standard rules only"):
        Boards(1, rules=CLASSIC)


def test_a_year_before_the_first_is_refused() -> None:
    with pytest.raises(UnsupportedInBatch, match="1900"):
        Boards(1, last_year=1900)


def test_more_centres_than_there_are_are_refused() -> None:
    with pytest.raises(UnsupportedInBatch, match="35 centres"):
        Boards(1, centres_to_win=35)


def test_no_boards_are_refused() -> None:
    with pytest.raises(UnsupportedInBatch, match="at least one"):
        Boards(0)


def test_a_board_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnsupportedInBatch, match="no board 2"):
        Boards(2).units(2)


def test_more_units_than_centres_are_refused() -> None:
    units = [Unit(0, False, 0)] * 35
    with pytest.raises(ValueError, match="room for 34"):
        Boards(1).place(0, units)


def test_a_gpu_needs_what_is_made_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "COMPILED", False)
    with pytest.raises(UnsupportedInBatch, match="gpu"):
        gpu.BoardsOnGpu(Boards(1))


# -- chance


def test_every_number_is_as_likely_as_any_other() -> None:
    luck = Boards(1, seed=2).luck
    drawn = Counter(int(randbelow(luck, 0, 7)) for _ in range(7_000))
    assert set(drawn) == set(range(7))
    assert all(850 < times < 1_150 for times in drawn.values())


def test_boards_of_a_batch_have_luck_of_their_own() -> None:
    boards = Boards(8, seed=1)
    boards.play(4)
    rows = [bytes(boards.boards[n * layout.BOARD :][: layout.BOARD]) for n in range(8)]
    assert len(set(rows)) == 8


def test_plain_python_plays_the_same_games() -> None:
    """Where nothing is compiled here either, at least in another process."""
    there = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    boards = Boards(6, seed=4)
    boards.play(24)
    here = sha256(bytes(boards.boards) + bytes(boards.fates)).hexdigest()
    assert there == ["False", here]
