"""The arena on Ray: the same results as on this machine alone; missing parts are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.arena import Tournament, Variant, local, run_tournament
from entente.arena.on_ray import on_ray
from entente.kernel import UserError, registry


def test_two_workers_of_ray_come_to_the_same_results(tmp_path: Path) -> None:
    info = registry.load("attrition").info
    players = ("random", "examples/trying.py:create")
    pair = Tournament("attrition", info.version, players, (Variant("", info.complete()),))
    here = run_tournament(pair, 6, tmp_path / "here", local(1))
    there = run_tournament(pair, 6, tmp_path / "there", on_ray("local", 2))
    assert [game.timeless for game in here.games] == [game.timeless for game in there.games]
    assert there.finished


def test_where_no_ray_is_a_sentence_says_so() -> None:
    with pytest.raises(UserError, match=r"“127.0.0.1:1”: .*refused; “local” starts it"):
        on_ray("127.0.0.1:1", 2)
