"""A region in words, as a seat sees it."""

from __future__ import annotations

import pytest

from entente.kernel import LANGUAGES
from tests.games.attrition.scene import GAME, Scene


def description(
    scene: Scene, region: str, seat: str | None = None, language: str = "en"
) -> list[str]:
    text = GAME.presentation.describe(GAME.view(scene.state, seat), region, GAME.catalog(language))
    assert text is not None
    return text.splitlines()


def test_a_territory_with_tiles() -> None:
    scene = Scene(
        board={"belgium": {"germany-infantry": 2, "france-artillery": 1}},
        status={"belgium": "contested"},
    )
    assert description(scene, "belgium") == [
        "Kingdom of Belgium: a territory of France.",
        "Marker: contested. Worth 1 IP.",
        "Central Powers: 2 × German infantry.",
        "Entente: 1 × French artillery.",
        "Paths by land: Paris (Entente) and Rhineland (Central)",
    ]


def test_paths_by_sea_and_an_empty_region() -> None:
    lines = description(Scene(), "london")
    assert lines[0] == "London: a capital of Britain."
    assert "No tiles." in lines
    assert any(line.startswith("Paths by sea: ") and "Paris" in line for line in lines)


def test_face_down_tiles_are_not_described() -> None:
    """12.3."""
    scene = Scene(
        options={"fog_of_war": True},
        board={"rhineland": {"germany-infantry-down": 2, "germany-artillery-down": 1}},
    )
    assert any("German" in line for line in description(scene, "rhineland", "central")[2:])
    for watcher in ("entente", None):
        lines = description(scene, "rhineland", watcher)
        assert "Central Powers: 3 unknown tiles." in lines
        assert not any("German" in line for line in lines[2:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_region_has_a_description(language: str) -> None:
    for region in GAME.board.regions:
        assert description(Scene(), region, language=language)


def test_an_unknown_region_has_no_description() -> None:
    view = GAME.view(Scene().state, None)
    assert GAME.presentation.describe(view, "atlantis", GAME.catalog("en")) is None
