"""Reconstructed figures are marked where they are seen."""

from __future__ import annotations

import re

import pytest

from entente.games.attrition import create
from entente.games.attrition.drawing import plan
from entente.kernel import LANGUAGES
from entente.kernel.board_svg import DAGGER
from tests.games.attrition.scene import GAME, Scene

# Everything that our data do not know from the rulebook, said to be known.
OWNED = create(
    {
        "map.toml": {
            "region": [
                {"id": row.id, "ip_source": "owner"}
                for row in GAME.board.tables.map.region
                if row.ip_source == "reconstructed"
            ],
            "path": [
                {"kind": row.kind, "a": row.a, "b": row.b, "source": "owner"}
                for row in GAME.board.tables.map.path
                if row.source == "reconstructed"
            ],
        }
    }
)


def rows(language: str = "en") -> dict[str, str]:
    """The lines of the picture by the regions they begin with."""
    catalog = GAME.catalog(language)
    picture = GAME.presentation.render_text(GAME.view(Scene().state, None), catalog)
    found = {}
    for region in GAME.board.regions:
        name = catalog.name("region", region)
        line = next(each for each in picture.splitlines() if re.match(rf"[■○] {name} ", each))
        found[region] = line
    return found


def test_every_reconstructed_figure_is_borne_by_something() -> None:
    """A path is borne by both its ends."""
    said = sum(len(messages) for messages in GAME.presentation.reconstructed_notes().values())
    paths = sum(mark.table.startswith("path") for mark in GAME.presentation.reconstructed_values())
    assert said == len(GAME.presentation.reconstructed_values()) + paths


def test_the_figures_of_the_picture_are_marked() -> None:
    lines = rows()
    assert re.search(rf"Berlin +3{DAGGER} ", lines["berlin"])
    assert re.search(r"London +2 ", lines["london"])
    assert f"Washington DC{DAGGER}" in lines["london"]
    assert f"Paris{DAGGER}" not in lines["london"]
    assert lines["sofia"].count(DAGGER) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mark_is_explained_below_the_picture(language: str) -> None:
    catalog, view = GAME.catalog(language), GAME.view(Scene().state, None)
    for picture in (
        GAME.presentation.render_text(view, catalog),
        GAME.presentation.render_terminal(view, catalog, 80),
    ):
        assert f"{DAGGER}\u00a0recon" in picture
        assert "entente\u00a0data\u00a0attrition" in picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_owner_of_the_game_sees_no_marks(language: str) -> None:
    catalog = OWNED.catalog(language)
    state = OWNED.start({}, "owned")
    assert DAGGER not in OWNED.presentation.render_text(OWNED.view(state, None), catalog)
    assert 'class="doubt"' not in plan(OWNED.board, catalog).svg


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_has_a_small_mark_beside_each_figure(language: str) -> None:
    svg = plan(GAME.board, GAME.catalog(language)).svg
    titles = re.findall(r'<g class="doubt"><title>([^<]+)</title>', svg)
    worth = [each for each in GAME.board.doubtful_regions if GAME.board.regions[each].ip]
    assert len(titles) == len(worth) + len(GAME.board.doubtful_paths)
    assert all(title.startswith("Recon") for title in titles)
