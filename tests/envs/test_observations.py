"""Observations: bounds, and what the documentation says about each block."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec
from entente.envs.extras import Array
from scripts.observation_tables import page
from tests.amount import amount
from tests.envs.env_states import SHORT
from tests.envs.layouts import LAYOUTS, layout

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"


@pytest.mark.parametrize("game", SHORT)
def test_every_block_has_a_meaning_and_every_meaning_a_block(game: str) -> None:
    observer = Observer(EnvSpec(game))
    assert observer.infos.keys() == observer.slices.keys()
    assert all(info.most > 0 and info.meaning for info in observer.infos.values())


@pytest.mark.amount
@pytest.mark.parametrize("game", SHORT)
def test_no_amount_is_larger_than_the_largest(game: str) -> None:
    """A larger one would be cut off. Only the parts of very long actions may be."""
    spec = EnvSpec(game, SHORT[game])
    observer, rng, state = Observer(spec), Random(5), spec.begin("5")
    largest = np.zeros(observer.size)
    for number in range(amount(300, 20_000)):
        seat = state.turn
        if seat is None:
            break
        if number % 5 == 0:
            amounts = np.zeros(observer.size)
            observer.write_unbounded(state, seat, amounts)
            largest = np.maximum(largest, np.abs(amounts))
        state.choose(seat, rng.choice(list(state.legal_actions(seat))))
    for name, where in observer.slices.items():
        assert largest[where].max() <= 1 or name in ("ways", "words"), name


def test_the_page_has_the_blocks_of_every_game() -> None:
    assert PAGE.read_text("utf-8") == page(PAGE.read_text("utf-8"))


@pytest.mark.amount
@pytest.mark.parametrize("game", SHORT)
def test_an_observation_does_not_depend_on_the_one_before(game: str) -> None:
    """Blocks are written only if they have changed; here all of them are written, each time."""
    spec = EnvSpec(game, SHORT[game])
    observer, rng, states = Observer(spec), Random(6), [spec.begin("6"), spec.begin("7")]
    for number in range(amount(60, 20_000)):
        state = states[number % 2]
        turn = state.turn
        if turn is None:
            break
        for seat in (turn, rng.choice(spec.seats), None):
            expected: Array = np.zeros(observer.size, dtype=np.float32)
            observer.write_unbounded(state, seat, expected)
            seen = observer.array(state, seat)
            assert np.array_equal(seen, expected.clip(-1, 1))
            seen.fill(9)  # the caller owns it
        if number % 10 == 0:
            states[number % 2] = state = state.copy()
        state.choose(turn, rng.choice(list(state.legal_actions(turn))))


@pytest.mark.parametrize("game", SHORT)
def test_the_layout_is_that_of_the_version(game: str) -> None:
    """If it has changed, raise the game's number in `entente.envs.versions`, then write it with
    `python -m tests.envs.layouts`: a policy that was trained on the old one must not read the new
    one by the old name."""
    kept = json.loads(LAYOUTS.read_text(encoding="utf-8"))
    assert kept[game] == json.loads(json.dumps(layout(EnvSpec(game))))


@pytest.mark.parametrize("game", SHORT)
def test_another_order_of_the_same_things_is_another_layout(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of its sizes differs."""
    spec = EnvSpec(game)
    before = layout(spec)
    names = spec.game.vocabulary.names
    kind = next(kind for kind in names if len(names[kind]) > 1)
    first, second, *others = names[kind]
    monkeypatch.setitem(names, kind, (second, first, *others))
    after = layout(EnvSpec(spec.game))
    assert after["labels"] != before["labels"]
    assert after["things"]["words"] != before["things"]["words"]
    assert after["things"].keys() > {"step", "slot", "ways", "words", "seat"}
    assert (after["actions"], after["blocks"]) == (before["actions"], before["blocks"])
