"""Bots enter the arena over the API of a real server, and what they break is theirs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import pytest

from entente.arena import Fixture, Tournament, Variant, bots
from entente.arena.bots import check_bot_tournament
from entente.arena.entrants import find, origin
from entente.arena.executors import Work, init_worker, run_serial
from entente.arena.processes import run_in_processes
from entente.arena.schedule import Key
from entente.kernel import UserError
from entente.server.http.routes.tables import NewTable

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
GUIDE = f"bot:{sys.executable} {BOT}"
PLAIN = (Variant("", {}),)

CRASHING = "raise SystemExit('out of ideas')\n"
SLEEPING = "import time\nwhile True:\n    time.sleep(1)\n"


def bot(folder: Path, source: str) -> str:
    file = folder / f"bot{len(source)}.py"
    file.write_text(source)
    return f"bot:{sys.executable} {file}"


def games(*pairs: tuple[str, str]) -> list[Work]:
    """A game of the walk for each pair, with the first in the first seat."""
    fixtures = [
        Fixture(Key(number, 0, 0, 0), f"7-{number}", {"red": red, "blue": blue})
        for number, (red, blue) in enumerate(pairs)
    ]
    return [(Tournament("walk", "1", (), PLAIN), each, "") for each in fixtures]


@pytest.mark.usefixtures("toys")
def test_bots_play_to_the_end_and_what_they_break_is_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    crashing, sleeping = bot(tmp_path, CRASHING), bot(tmp_path, SLEEPING)
    played = run_serial(games((GUIDE, "random"), (GUIDE, crashing), (sleeping, GUIDE)))
    ended, crashed = next(played), next(played)
    assert ended.ending is not None, ended.fault
    assert sum(each.decisions for each in ended.thought.values()) == ended.decisions >= 4
    assert crashed.fault is not None
    assert crashed.fault.error == "the bot has ended with status 1: out of ideas"
    assert crashed.fault.seat == "blue"
    monkeypatch.setattr(bots, "PATIENCE", 1.0)
    late = next(played)
    assert late.fault is not None
    assert (late.fault.seat, late.fault.error) == ("red", "TimeoutError: no move for 1 s")
    assert list(tmp_path.glob("entente-*")) != []
    assert list(played) == []
    assert list(tmp_path.glob("entente-*")) == []  # the server has gone, with its folder


@pytest.mark.soak
@pytest.mark.usefixtures("toys")
def test_where_the_server_fails_the_game_is_still_to_be_played(tmp_path: Path) -> None:
    """No player is blamed for it, and the next game has another server."""
    ending = bot(tmp_path, SLEEPING)
    played = run_serial(games((GUIDE, "random"), (GUIDE, "random"), (ending, "random")))
    assert next(played).ending is not None
    (hall,) = bots._servers
    hall._process.kill()
    hall._process.wait()
    again = next(played)
    assert again.ending is not None, again.fault
    (other,) = bots._servers
    kill = f"import os, signal\nos.kill({other._process.pid}, signal.SIGKILL)\n"
    Path(ending.split()[-1]).write_text(kill + SLEEPING)
    with pytest.raises(UserError, match="the bot server failed"):
        next(played)
    assert bots._servers == []


def test_a_bot_without_a_program_is_at_fault(tmp_path: Path) -> None:
    program = tmp_path / "gone"
    with pytest.raises(bots.BotFailed, match="the bot does not start"):
        bots._start("red", f"bot:{program}", {}, tmp_path / "words")


def is_running(pid: int) -> bool:
    """Return whether a process exists and has not ended; it may be a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def start_something(_: int) -> int:
    process = subprocess.Popen([sys.executable, "-c", SLEEPING])
    bots._running.append(process)
    return process.pid


def test_workers_that_are_ended_end_their_server_and_bots() -> None:
    """They end although the worker is busy."""
    with closing(run_in_processes(start_something, [1, 2], 1, init_worker)) as pids:
        pid = next(pids)
        assert is_running(pid)
    while is_running(pid):
        time.sleep(0.02)  # it was asked to go; the timeout of all tests says whether it does


GIVING_OUT = """
import time
from entente.arena.executors import init_worker
from entente.arena.processes import run_in_processes
from tests.arena.test_bots import own_number

for number in run_in_processes(own_number, [1, 2], 1, init_worker):
    print(number, flush=True)
    time.sleep(600)
"""


def own_number(_: int) -> int:
    return os.getpid()


@pytest.mark.soak
def test_workers_end_with_the_process_that_gave_out_the_work() -> None:
    """Also if it is killed, and cannot notify them."""
    command, root = [sys.executable, "-c", GIVING_OUT], BOT.parents[1]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as giver:
        assert giver.stdout is not None
        worker = int(giver.stdout.readline())
        assert is_running(worker)
        giver.kill()
        while is_running(worker):
            time.sleep(0.02)


def test_bots_that_cannot_start_and_opponents_they_cannot_meet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(UserError, match="program “no-such-command” not found"):
        find("bot:no-such-command here", "attrition")
    with pytest.raises(UserError, match="cannot start the bot"):
        find("bot:'", "attrition")
    assert find(GUIDE, "attrition") == GUIDE
    own = Tournament("attrition", "1", (GUIDE, "examples.trying:create"), PLAIN)
    with pytest.raises(UserError, match=r"“examples.trying:create” cannot play against a bot"):
        check_bot_tournament(own)
    monkeypatch.setenv("ENTENTE_LLM_AT_TABLES", "1")  # of other servers, not of the arena's
    monkeypatch.setenv("ENTENTE_LLM_LEDGER", "ledger")
    monkeypatch.setenv("ENTENTE_LLM_URL", "http://localhost")
    with pytest.raises(UserError, match=r"“llm” cannot play against a bot: .* operator"):
        check_bot_tournament(Tournament("attrition", "1", (GUIDE, "llm"), PLAIN))
    pair = Tournament("attrition", "1", (GUIDE, "random"), PLAIN)
    check_bot_tournament(pair)
    with pytest.raises(UserError, match="omit --ray"):
        check_bot_tournament(pair, on_ray=True)
    corrected = (Variant("", {}, {"map.toml": {"industry": {"early_victory": 12}}}),)
    with pytest.raises(UserError, match="omit --data"):
        check_bot_tournament(Tournament("attrition", "1", (GUIDE, "random"), corrected))


def test_a_seed_that_the_server_would_not_take_is_refused_before_the_first_game() -> None:
    longest = "x" * bots.LONGEST_SEED
    check_bot_tournament(Tournament("attrition", "1", (GUIDE, "random"), PLAIN, longest))
    assert NewTable(game="attrition", seats={}, seed=f"{longest}-9999999").seed
    with pytest.raises(UserError, match="--seed has 57 characters; with bots the limit is 56"):
        check_bot_tournament(Tournament("attrition", "1", (GUIDE, "random"), PLAIN, longest + "x"))


def test_another_version_of_a_bot_is_another_player(tmp_path: Path) -> None:
    name = bot(tmp_path, CRASHING)
    before = origin(name, "attrition")
    Path(name.split()[-1]).write_text(SLEEPING)
    assert origin(name, "attrition") != before
