"""Settings of hard, and sets of industry values, in the games for two."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import attrition_balance
from benchmarks.attrition_balance import SETS, rules_with
from benchmarks.level_settings import LEVELS, level_of


@pytest.mark.parametrize("values", SETS)
def test_every_set_keeps_what_the_rulebook_states(values: str) -> None:
    """3.8: 7 and 12 industry points at the start."""
    game = rules_with(values)
    war = game.begin({}, "1").context
    assert {side: war.industry(side) for side in ("central", "entente")} == {
        "central": 7,
        "entente": 12,
    }
    assert {*SETS[values]} <= game.board.doubtful_regions


def test_a_setting_is_a_number_of_the_level_or_a_weight() -> None:
    level = level_of("attrition", "turns=3,fear_beyond=0.5")
    assert level.weights.fear_beyond == 0.5  # type: ignore[union-attr]
    assert level.turns == 3  # type: ignore[union-attr]
    assert level.positions == LEVELS["attrition"].positions
    assert level_of("turmoil", "hard") == LEVELS["turmoil"]
    for settings in ("weights=1", "nothing=1", "card=2"):
        with pytest.raises(SystemExit, match="no number"):
            level_of("turmoil", settings)


def test_games_are_kept_and_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games with a bid are counted apart; those without keep the key that they had before there
    were bids."""
    results, tables = tmp_path / "results.jsonl", list[list[str]]()
    words = ["now", "--results", str(results), "--games", "1", "--rules", "historical"]
    for bids in (["none"], ["none"], ["none", "central_4"]):
        given = [word for bid in bids for word in ("--bid", bid)]
        monkeypatch.setattr(sys, "argv", ["measure", *words, *given])
        assert attrition_balance.main() == 0
        tables.append(capsys.readouterr().out.splitlines())
    assert tables[0] == tables[1] == tables[2][:1]
    assert len(tables[2]) == 2
    keys = [json.loads(line)["key"] for line in results.read_text().splitlines()]
    key = "now historical 0 balance-0"
    assert keys == [key, f"{key} central_4"]
    with results.open("a") as file:
        file.write('{"key": "torn')
    assert attrition_balance.main() == 0
    assert capsys.readouterr().out.splitlines() == tables[2]
    assert len(results.read_text().splitlines()) == 2
