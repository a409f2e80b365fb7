"""The map as data: what its owner may correct, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from entente.games.attrition import create
from entente.kernel.bag import size
from entente.kernel.data import DataError, read_folder
from tests.games.attrition.scene import GAME, Scene

Patch = dict[str, list[dict[str, Any]]]


def patched(file: str = "map.toml", **tables: Any) -> Any:
    return create({file: tables})


# -- corrections are used in play


def test_another_industry_value_changes_industry_and_draw() -> None:
    game = patched(region=[{"id": "berlin", "ip": 5}])
    scene = Scene("central", "draw_tiles", game=game)
    assert scene.industry()["central"] == 9
    assert size(scene.pile("reserves", "central")) == 9
    assert game.view(scene.state, None).value["berlin"] == 5
    assert GAME.board.regions["berlin"].ip == 3, "the game as published is untouched"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_texts_name_the_points_that_win(language: str) -> None:
    said = patched(industry={"early_victory": 23}).catalog(language)
    for key in ("rules.1.text", "rules.4.2.text", "rules.5.1.text"):
        assert "23" in said.get(key)
        assert "17" not in said.get(key)
    assert "17" in create({}).catalog(language).get("rules.5.1.text")
    assert not [key for key, text in said.texts.items() if "early_victory" in text]


def test_another_early_victory_ends_the_game_there() -> None:
    game = patched(industry={"early_victory": 12})
    scene = Scene("entente", "draw_tiles", game=game)
    assert scene.state.outcome is not None
    assert scene.state.outcome.winners == ("entente",)


def test_a_path_added_can_be_walked() -> None:
    board = {"berlin": {"germany-infantry": 1}}
    game = patched(path=[{"kind": "land", "a": "berlin", "b": "baltics"}])
    scene = Scene("central", "start_movement", board=board, game=game)
    assert "baltics" in scene.ends("germany-infantry", "berlin")
    plain = Scene("central", "start_movement", board=board)
    assert "baltics" not in plain.ends("germany-infantry", "berlin")


@pytest.mark.parametrize(("a", "b"), [("berlin", "poland"), ("poland", "berlin")])
def test_a_removed_path_is_closed_in_both_directions(a: str, b: str) -> None:
    game = patched(path=[{"kind": "land", "a": a, "b": b, "remove": True}])
    scene = Scene("central", "start_movement", board={"berlin": {"germany-infantry": 1}}, game=game)
    assert "poland" not in scene.ends("germany-infantry", "berlin")


def test_a_sea_path_added_can_be_sailed() -> None:
    game = patched(path=[{"kind": "sea", "a": "london", "b": "alexandria"}])
    scene = Scene("entente", "start_movement", board={"london": {"britain-infantry": 1}}, game=game)
    assert "sail britain-infantry london alexandria" in scene.actions


def test_a_land_path_may_become_a_sea_path() -> None:
    game = patched(
        path=[
            {"kind": "land", "a": "salonica", "b": "belgrade", "remove": True},
            {"kind": "sea", "a": "salonica", "b": "belgrade"},
        ]
    )
    assert "belgrade" in game.board.sea["salonica"]
    assert "belgrade" not in game.board.land["salonica"]


def test_other_numbers_of_tiles_are_drawn_from() -> None:
    game = create({"tiles.toml": {"nation": [{"id": "germany", "infantry": 9}]}})
    state = game.start(None, "0")
    germans = sum(
        bag.get("germany-infantry", 0)
        for bag in (state.pouch["central"], state.reserves["central"])
    )
    assert germans == 9


def test_a_value_corrected_by_an_owner_is_no_longer_reconstructed() -> None:
    """An owner's value carries the owner's source."""
    marks = {(mark.table, mark.key) for mark in GAME.presentation.reconstructed_values()}
    assert ("region berlin", "ip") in marks
    assert ("region london", "ip") not in marks
    game = patched(region=[{"id": "berlin", "ip": 4, "ip_source": "owner"}])
    assert ("region berlin", "ip") not in {
        (mark.table, mark.key) for mark in game.presentation.reconstructed_values()
    }
    assert game.overrides() == {
        "map.toml": {"region": [{"id": "berlin", "ip": 4, "ip_source": "owner"}]}
    }


# -- broken maps


def path(a: str, b: str, kind: str = "land", **more: object) -> dict[str, object]:
    return {"kind": kind, "a": a, "b": b, **more}


@pytest.mark.parametrize(
    ("tables", "key", "reason"),
    [
        (
            {"path": [path("berlin", "warsaw")]},
            "path land berlin warsaw",
            "there is no region “warsaw”",
        ),
        (
            {"path": [path("washington", "london", "sea", remove=True)]},
            "region mexico_city",
            "no chain of paths leads there from berlin",
        ),
        (
            {"path": [path("paris", "belgium", "sea")]},
            "path sea paris belgium",
            "two regions can be linked by only one path, by land or by sea",
        ),
        (
            {"path": [path("paris", "paris")]},
            "path land paris paris",
            "a path leads from one region to another",
        ),
        (
            {"path": [path("paris", "kiev", remove=True)]},
            "path land paris kiev",
            "this row does not exist and cannot be removed",
        ),
        (
            {"path": [{"kind": "land", "a": "paris"}]},
            "path",
            "a row does not say which row it is: it lacks b",
        ),
        (
            {"path": [path("paris", "kiev", "air")]},
            "path air paris kiev, kind",
            "“air” is not one of the values it can have",
        ),
        (
            {"region": [{"id": "sofia", "kind": "territory"}]},
            "nation bulgaria, entry_regions",
            "sofia is not a capital of the Central Powers",
        ),
        (
            {
                "region": [{"id": "sofia", "kind": "territory"}],
                "nation": [{"id": "bulgaria", "entry_regions": ["istanbul"]}],
            },
            "nation bulgaria",
            "a nation needs a capital",
        ),
        (
            {"nation": [{"id": "bulgaria", "entry_regions": []}]},
            "nation bulgaria, entry_regions",
            "without an entry region its tiles could never be mobilised",
        ),
        (
            {"nation": [{"id": "bulgaria", "entry_regions": ["plovdiv"]}]},
            "nation bulgaria, entry_regions",
            "there is no region “plovdiv”",
        ),
        (
            {"region": [{"id": "sofia", "nation": "serbia"}]},
            "region sofia, allegiance",
            "serbia is on the other side",
        ),
        (
            {"region": [{"id": "sofia", "nation": "thrace"}]},
            "region sofia, nation",
            "there is no nation “thrace”",
        ),
        (
            {"region": [{"id": "sofia", "start_marker": "central"}]},
            "region sofia, start_marker",
            "does not fit starts_neutral = true of bulgaria",
        ),
        (
            {"region": [{"id": "berlin", "ip": "three"}]},
            "region berlin, ip",
            "must be a whole number",
        ),
        (
            {"region": [{"id": "berlin", "ip": -1}]},
            "region berlin, ip",
            "must be at least 0",
        ),
        (
            {"region": [{"id": "berlin", "factories": 3}]},
            "region berlin",
            "there is no “factories” here",
        ),
        (
            {"region": [{"id": "berlin", "remove": True}]},
            "region berlin",
            "this row is needed: rows can be changed here, not removed",
        ),
        (
            {"region": {"berlin": 3}},
            "region",
            "must be a list of tables, written [[region]]",
        ),
        ({"industry": 17}, "industry", "must be a table, written [industry]"),
        (
            {"industry": {"ruhr_region": "ruhr"}},
            "industry, ruhr_region",
            "there is no region “ruhr”",
        ),
        ({"turns": {"order": ["spring_1914"]}}, "turns", "the turn track cannot be changed"),
    ],
)
def test_a_broken_map_is_refused_with_file_key_and_reason(
    tables: Patch, key: str, reason: str
) -> None:
    with pytest.raises(DataError) as caught:
        create({"map.toml": tables})
    error = caught.value
    assert (error.file, error.key, error.why("en")) == ("map.toml", key, reason)
    assert str(error) == f"map.toml: {key}: {reason}"


def test_a_new_region_is_refused() -> None:
    row = {
        "id": "switzerland",
        "nation": "france",
        "allegiance": "entente",
        "kind": "territory",
        "ip": 1,
        "start_marker": "entente",
        "lon": 7.4,
        "lat": 46.9,
    }
    with pytest.raises(DataError) as caught:
        patched(region=[row])
    assert caught.value.key == "region switzerland"
    assert caught.value.why("en") == "this row does not exist: rows can be changed here, not added"


def test_an_unknown_table_is_refused_and_the_known_are_named() -> None:
    with pytest.raises(DataError) as caught:
        patched(regions=[{"id": "berlin", "ip": 4}])
    assert (caught.value.file, caught.value.key) == ("map.toml", "regions")
    assert caught.value.why("en").startswith(
        "unknown table; the tables are: industry, turns, nation"
    )


def test_an_unknown_file_is_refused(tmp_path: Path) -> None:
    """In a folder of corrections, and in those that a record carries."""
    folder = tmp_path / "attrition"
    folder.mkdir()
    (folder / "maps.toml").write_text("[industry]\nearly_victory = 3\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_folder(tmp_path, "attrition", GAME.info.package)
    assert caught.value.file.endswith("maps.toml")
    assert "attrition has no such data file" in caught.value.why("en")
    with pytest.raises(DataError) as refused:
        create({"maps.toml": {"industry": {"early_victory": 3}}})
    assert refused.value.file == "maps.toml"
    assert "unknown data file" in refused.value.why("en")


def test_a_folder_of_corrections_is_played_with(tmp_path: Path) -> None:
    folder = tmp_path / "attrition"
    folder.mkdir()
    text = '[[region]]\nid = "moscow"\nip = 4\n'
    (folder / "map.toml").write_text(text, encoding="utf-8")
    game = create(read_folder(tmp_path, "attrition", GAME.info.package))
    assert Scene("entente", "draw_tiles", game=game).industry()["entente"] == 15


@pytest.mark.parametrize(
    ("tables", "key", "reason"),
    [
        (
            {"historical_1914": [{"region": "prague", "tile": "germany-infantry", "count": 1}]},
            "historical_1914 prague germany-infantry",
            "there is no region “prague”",
        ),
        (
            {"historical_1914": [{"region": "berlin", "tile": "germany-artillery", "count": 6}]},
            "historical_1914 berlin germany-artillery",
            "there are only 5 such tiles",
        ),
        (
            {"historical_1914": [{"region": "rome", "tile": "italy-infantry", "count": 1}]},
            "historical_1914 rome italy-infantry",
            "these tiles are not in the pouch when the game starts in fall 1914",
        ),
        (
            {"nation": [{"id": "usa", "infantry": 0}]},
            "nation usa, infantry",
            "must be at least 1",
        ),
        (
            {"nation": [{"id": "russia", "infantry": 5}]},
            "historical_1914 kiev russia-infantry",
            "there are only 5 such tiles",
        ),
        (
            {
                "nation": [{"id": "serbia", "infantry": 1, "artillery": 0}],
                "historical_1914": [
                    {"region": "belgrade", "tile": "serbia-infantry", "remove": True}
                ],
            },
            "nation serbia",
            "two tiles are needed in Belgrade",
        ),
        (
            {"nation": [{"id": "bulgaria", "pouch_turn": "summer_1915"}]},
            "bulgaria, pouch_turn",
            "there is no turn “summer_1915”",
        ),
        (
            {"nation": [{"id": "bulgaria", "infantry": 2.5}]},
            "nation bulgaria, infantry",
            "must be a whole number",
        ),
    ],
)
def test_broken_tiles_are_refused(tables: Patch, key: str, reason: str) -> None:
    with pytest.raises(DataError) as caught:
        create({"tiles.toml": tables})
    error = caught.value
    assert (error.file, error.key, error.why("en")) == ("tiles.toml", key, reason)
