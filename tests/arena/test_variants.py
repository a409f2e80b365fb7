"""Variants: options, single figures and folders of corrections, in every combination."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.arena.variants import parse_variation, variants
from entente.kernel import OptionError, UserError, registry

ATTRITION = registry.load("attrition")


def test_options_in_every_combination() -> None:
    found = variants(
        ATTRITION, {"tanks": True}, [("tie", ["draw", "central"]), ("ruhr", ["on", "off"])]
    )
    assert [each.name for each in found] == [
        "tie=draw, ruhr=on",
        "tie=draw, ruhr=off",
        "tie=central, ruhr=on",
        "tie=central, ruhr=off",
    ]
    assert [each.options["ruhr"] for each in found] == [True, False, True, False]
    assert all(each.options["tanks"] for each in found)


def test_a_figure_of_a_row_and_one_of_a_table() -> None:
    low, high = variants(ATTRITION, {}, [("map.region.sofia.ip", ["1", "3"])])
    assert low.overrides == {"map.toml": {"region": [{"id": "sofia", "ip": 1}]}}
    game = registry.load("attrition", high.overrides)
    assert game.begin({}, "1").context.board.regions["sofia"].ip == 3
    (early,) = variants(ATTRITION, {}, [("map.industry.early_victory", ["15"])])
    assert early.overrides == {"map.toml": {"industry": {"early_victory": 15}}}


def test_a_folder_against_none_and_figures_on_top_of_it(tmp_path: Path) -> None:
    (tmp_path / "attrition").mkdir()
    (tmp_path / "attrition" / "map.toml").write_text('[[region]]\nid = "sofia"\nip = 2\n')
    varied = [("data", ["-", str(tmp_path)]), ("map.region.poland.ip", ["2"])]
    plain, corrected = variants(ATTRITION, {}, varied)
    poland = {"id": "poland", "ip": 2}
    assert plain.overrides == {"map.toml": {"region": [poland]}}
    assert corrected.overrides == {"map.toml": {"region": [{"id": "sofia", "ip": 2}, poland]}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tie", "write it as key=value,value"),
        ("tie=draw,", "write it as key=value,value"),
        ("tie=draw,draw", "has a value twice"),
    ],
)
def test_malformed_variants(text: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        parse_variation(text)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("tiee", "neither an option nor a data value. Options: tanks,"),
        ("map.regions.sofia.ip", "map.toml has no such table; choose one of: industry"),
        ("map.region.sofia", "this table has rows"),
        ("map.region.sophia.ip", "0 rows are called “sophia”"),
        ("map.region.sofia.income", "no such value; choose one of: id"),
        ("map.industry.late_victory", "no such value; choose one of: early_victory"),
    ],
)
def test_unknown_keys(key: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        variants(ATTRITION, {}, [(key, ["1"])])


def test_values_that_an_option_does_not_take_and_keys_given_twice(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="does not take “nobody”"):
        variants(ATTRITION, {}, [("tie", ["nobody"])])
    with pytest.raises(UserError, match="“tie” is varied twice"):
        variants(ATTRITION, {}, [("tie", ["draw"]), ("tie", ["central"])])
    with pytest.raises(UserError, match="has no corrections for attrition"):
        variants(ATTRITION, {}, [("data", [str(tmp_path)])])
