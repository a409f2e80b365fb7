"""The learned Diplomacy player, without its network: positions, games to learn from, and the search
in worlds of a forecast."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from entente.games.diplomacy.batch import Boards
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.encoding import order_of
from entente.games.diplomacy.batch.search import AUTUMN_WEIGHTS, SPRING_WEIGHTS, new_memory
from entente.games.diplomacy.rules.orders import Position, write_order
from examples.diplomacy_expert import matches, teacher_games
from examples.diplomacy_expert.players import Player, player
from examples.diplomacy_expert.positions import choices, compact, labels, restore, shares
from examples.diplomacy_expert.predicted_search import PredictedSearch

SPEC = "net:200,own=1,value=20"


def written(boards: Boards, unit: int, order: int) -> str:
    board = boards.map.board
    return write_order(board, Position(board, boards.units(0)), unit, order_of(order))


def test_units_go_or_stay_and_then_help_units_of_their_own_power() -> None:
    boards = Boards(1)
    texts = {str(written(boards, unit, at.HOLD)): unit for unit in range(22)}
    venice = texts["A VEN H"]
    known = choices(boards)
    ends = [boards.map.board.locations[end] for end in np.flatnonzero(known.ends[0, venice])]
    assert {str(end) for end in ends} == {"VEN", "APU", "PIE", "ROM", "TRI", "TYR", "TUS"}
    orders = [written(boards, venice, int(code)) for code in known.stays[0, venice] if code >= 0]
    assert orders[0] == "A VEN H"
    assert "A VEN S A ROM - TUS" in orders
    assert not [order for order in orders if "TRI" in order.split(" ")[3:4]]  # Austria's


def test_what_a_search_orders_is_among_the_choices() -> None:
    games = teacher_games.play(1, 150, last_year=1901)
    known = choices(restore(games.boards))
    found = labels(games.boards, games.orders, known)
    there = games.orders >= 0
    assert there.sum() >= 22
    assert (found.ends[there] >= 0).all()
    moves = games.orders & at.KIND_BITS == at.MOVE
    assert (found.stays[there & ~moves] >= 0).all()
    assert (found.stays[there & moves] < 0).all()
    assert np.allclose(games.shares.astype(float).sum(1), 1, atol=0.01)
    again = teacher_games.play(1, 150, last_year=1901)
    assert all((one == other).all() for one, other in zip(games, again, strict=True))


def test_games_are_read_as_they_were_written(tmp_path: Path) -> None:
    games = teacher_games.random_games(3, 1)
    teacher_games.save(tmp_path, games)
    read = teacher_games.load(tmp_path / "games-0.npz")
    assert all((one == other).all() for one, other in zip(games, read, strict=True))


def test_a_solo_is_the_whole_share() -> None:
    kept = compact(Boards(1))
    assert shares(kept)[0].tolist() == pytest.approx([9 / 70] * 5 + [16 / 70, 9 / 70], abs=1e-6)
    kept[0, at.OVER], kept[0, at.WINNER] = at.WON, 3
    assert shares(kept)[0].tolist() == [0, 0, 0, 1, 0, 0, 0]


def test_the_search_believes_its_forecast() -> None:
    boards, memory = Boards(1), new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
    names = {written(boards, unit, at.HOLD): unit for unit in range(22)}
    board = boards.map.board
    black_sea = board.locations.index("BLA")
    for turkish in (at.HOLD, at.MOVE | black_sea << at.TARGET_AT):
        world = [at.HOLD] * at.UNITS
        world[names["F ANK H"]] = turkish
        teacher_games.place(memory, boards)
        search = PredictedSearch(memory, 5, 1, 600, forecast=[world])
        search.run()
        assert search.world(0)[names["F ANK H"]] == world[names["F ANK H"]]
        assert search.world(search.worlds - 1)[names["A VIE H"]] == at.HOLD


def test_players_are_read() -> None:
    assert player(SPEC) == Player("net", 200, (("own", 1), ("value", 20)))
    for wrong in ("nobody:200", "net", "net:many", "net:200,luck=1", "net:200,own=x"):
        with pytest.raises(ValueError, match="is not a player"):
            player(wrong)


def test_one_against_six_is_played_and_written_down(tmp_path: Path) -> None:
    results = tmp_path / "matches.jsonl"
    for one in ("oracle:100", "mirror:100,runs=1,each=100"):
        task = matches.Task(one, "search:60", 2, 1, 1901, None, "cpu", 1e12)
        result = matches.play(task)
        assert result is not None
        matches.write(results, result)
        assert sum(result.ending.centres) >= 22
        assert one in matches.table({(one, "search:60"): [result]})
    assert len(results.read_text(encoding="utf-8").splitlines()) == 2
    late = matches.Task("search:60", "search:60", 2, 1, 1901, None, "cpu", 0.0)
    assert matches.play(late) is None
