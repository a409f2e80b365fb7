"""What `render` returns: text, SVG, pixels."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import entente.envs.gymnasium
from entente.envs.extras import Array
from entente.envs.gymnasium import SingleSeatEnv
from entente.envs.pettingzoo import aec_env, parallel_env
from entente.envs.rendering import MODES, _png, pixels


def test_the_seat_sees_its_hand_and_a_spectator_does_not() -> None:
    env = SingleSeatEnv("turmoil", seat="liberal", render_mode="svg")
    env.reset(seed=1)
    picture = env.render()
    assert picture == env.game_state.position.svg("liberal")
    assert isinstance(picture, str)
    assert "Your cards" in picture
    for make in (aec_env, parallel_env):
        other = make("turmoil", render_mode="svg")
        other.reset(seed=1)
        assert other.render() == other.game_state.position.svg()
        assert other.metadata["render_modes"] == MODES


@pytest.mark.parametrize("make", [aec_env, parallel_env, SingleSeatEnv])
def test_other_modes_are_refused_at_once(make: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="'ansi', 'svg', 'rgb_array' or None, not 'human'"):
        make("turmoil", render_mode="human")
    env = make("turmoil")
    env.reset(seed=1)
    assert env.render() is None


def test_pixels_of_a_picture() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">'
        '<rect width="300" height="100" fill="#ffffff"/>'
        '<rect x="100" width="100" height="100" fill="#102030"/></svg>'
    )
    seen = pixels(_png(svg))
    assert seen.shape == (300, 900, 4)
    assert seen[150, 450].tolist() == [0x10, 0x20, 0x30, 255]
    assert seen[0, 0].tolist() == seen[299, 899].tolist() == [255, 255, 255, 255]


def test_every_filter_of_a_png_is_undone() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (10, 7, 4), np.uint8)
    assert (pixels(filtered(picture)) == picture).all()
    with pytest.raises(ValueError, match="not a PNG"):
        pixels(b"GIF89a")


def filtered(picture: Array) -> bytes:
    """A PNG whose lines have the filters 0 to 4 in turn, written pixel by pixel."""
    height, width, _ = picture.shape
    data = bytearray()
    for y in range(height):
        data.append(y % 5)
        for x in range(width):
            for channel in range(4):
                left = int(picture[y, x - 1, channel]) if x else 0
                above = int(picture[y - 1, x, channel]) if y else 0
                corner = int(picture[y - 1, x - 1, channel]) if x and y else 0
                nearest = min(
                    (left, above, corner), key=lambda each: abs(left + above - corner - each)
                )
                guess = (0, left, above, (left + above) // 2, nearest)[y % 5]
                data.append((int(picture[y, x, channel]) - guess) % 256)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(data))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part))
        for kind, part in parts
    )


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("identifier", list(entente.envs.gymnasium.IDS))
def test_gymnasiums_check_of_every_mode(identifier: str) -> None:
    env = gymnasium.make(identifier, illegal_action="resample", render_mode="rgb_array")
    env.reset(seed=1)
    seen = env.render()
    assert isinstance(seen, np.ndarray)
    assert seen.dtype == np.uint8
    assert seen.shape[1:] == (900, 3)
    assert seen.std() > 10
    check_env(env.unwrapped)
