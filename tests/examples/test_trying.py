"""The player of the documentation enters the arena, and the page on the arena shows what comes of
it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from entente.cli.main import main
from entente.kernel import registry
from entente.players import PlayerView
from examples.trying import create

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"^```console\n\$ entente ([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page_shows_what_the_command_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All but the times, which are never the same."""
    for name in ("ENTENTE_LANG", "ENTENTE_DATA", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    ((command, shown),) = SHOWN.findall((ROOT / "docs/arena.md").read_text(encoding="utf-8"))
    monkeypatch.chdir(ROOT)
    arguments = shlex.split(command)
    assert main([*arguments, "--results", str(tmp_path / "results.jsonl")]) == 0
    out = capsys.readouterr().out
    assert [line.rstrip() for line in out[: out.index("\nThinking time\n")].splitlines()] == (
        shown.splitlines()
    )
    assert (tmp_path / "results.html").is_file()


@pytest.mark.parametrize("name", ["diplomacy", "pax", "turmoil"])
def test_it_plays_the_other_games_too(name: str) -> None:
    """Some decisions of each, the same for the same seed."""
    game = registry.load(name)
    chosen = list[list[str]]()
    for _ in range(2):
        position, player, actions = game.begin(game.info.short, "1"), create(name, "1"), list[str]()
        for _ in range(4):
            seat = position.to_move[0]
            actions.append(player.choose(PlayerView(position, seat)))
            position.apply(seat, actions[-1])
        chosen.append(actions)
    assert chosen[0] == chosen[1]
