"""Computer players and engines from another package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from entente.kernel import Match, registry
from entente.players import (
    PlayerView,
    UnknownPlayer,
    can_act_unprompted,
    described,
    drawn,
    known,
    make,
    offered,
    offered_at_tables,
    offered_everywhere,
)
from entente.players.engines import evaluation_of
from entente.players.engines import plain_evaluation as plain
from entente.players.registry import BrokenPlayer, characters
from entente.server.library import ComputerInfo, players
from tests.toys import Conference

GAME = Conference()

FILES = {
    "generals/__init__.py": """
from entente.kernel.game_package import GamePackage
from tests.toys import Conference

package = GamePackage(
    create=lambda overrides: Conference(),
    engine="generals.conference",
    outsiders={"rival": "generals.cautious:Cautious", "silent": "generals.missing:create"},
)
""",
    "generals/cautious.py": """
class Cautious:
    def __init__(self, game_id, seed):
        self.game_id, self.seed = game_id, seed

    def choose(self, sight):
        return list(sight.decision.menu)[-1]
""",
    "generals/conference.py": """
from entente.players.engines.plain_evaluation import *

def propose(position, decision, rng):
    return ["vote nay"] if "vote nay" in decision.menu else plain_propose(decision)

def plain_propose(decision):
    return [next(iter(decision.menu))]
""",
    "generals/text/en/about.toml": '[cautious]\nname = "Cautious"\nsummary = "Says no."\n',
    "generals/text/fr/about.toml": '[cautious]\nname = "Prudent"\nsummary = "Dit non."\n',
    "silent.py": "from generals.cautious import Cautious\n",
    "eager.py": """
from generals.cautious import Cautious

def wants_to_act(position, seat):
    return True
""",
    "generals-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: generals\nVersion: 1.0\n",
    "generals-1.0.dist-info/entry_points.txt": """[entente.players]
cautious = generals.cautious:Cautious
eager = eager:Cautious
silent = silent:Cautious

[entente.games]
conference = generals:package
""",
}


@pytest.fixture
def generals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another installed package with three players, and a game with an evaluation."""
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in ("generals", "generals.cautious", "generals.conference", "silent", "eager"):
        monkeypatch.delitem(sys.modules, module, raising=False)


def test_without_it_there_are_those_of_this_package() -> None:
    assert known() == ("easy", "normal", "hard", "greedy", "random", "learned", "llm")
    assert evaluation_of("conference") is plain


@pytest.mark.usefixtures("generals")
def test_a_player_of_another_package_plays_a_whole_game() -> None:
    assert known() == (
        *("easy", "normal", "hard", "greedy", "random"),
        *("cautious", "eager", "learned", "llm", "silent"),
    )
    match = Match(GAME, seed="3")
    chairs = {seat: make("cautious", "conference", seat) for seat in match.seats}
    while not match.over:
        decision = match.position.decisions[0]
        action = chairs[decision.seat].choose(PlayerView(match.position, decision.seat))
        assert action == list(decision.menu)[-1]
        match.act(decision.seat, action)
    assert match.over


@pytest.mark.usefixtures("generals")
def test_the_factory_gets_the_game_and_the_seed() -> None:
    made = vars(make("cautious", "conference", "7"))
    assert made == {"game_id": "conference", "seed": "7"}


@pytest.mark.usefixtures("generals")
def test_a_player_is_described_by_its_own_package_in_both_languages() -> None:
    assert described("cautious", "en") == ("Cautious", "Says no.")
    assert described("cautious", "fr") == ("Prudent", "Dit non.")
    assert described("random", "fr").name == "Hasard"


@pytest.mark.usefixtures("generals")
def test_one_that_nothing_is_said_about_is_called_by_its_id() -> None:
    assert described("silent", "en") == ("silent", "")
    shown = {each.id: each for each in players("en")}
    assert shown["silent"] == ComputerInfo("silent", "silent", "")
    assert shown["cautious"].name == "Cautious"


@pytest.mark.usefixtures("generals")
def test_the_greedy_player_thinks_with_the_evaluation_that_a_game_brings() -> None:
    assert evaluation_of("conference") is sys.modules["generals.conference"]
    view = PlayerView(GAME.begin(None, "1"), "austria")
    chosen = {make("greedy", "conference", str(seed)).choose(view) for seed in range(12)}
    assert chosen == {"vote nay"}


@pytest.mark.usefixtures("generals")
def test_an_outsider_plays_the_game_that_declares_it_and_no_other() -> None:
    assert offered("conference")[-1] == "rival"
    assert "rival" not in offered("attrition")
    assert "rival" not in known()
    assert "rival" not in offered_at_tables("conference")
    assert "rival" not in offered_everywhere("conference")
    assert vars(make("rival", "conference", "7")) == {"game_id": "conference", "seed": "7"}
    with pytest.raises(UnknownPlayer, match="rival"):
        make("rival", "attrition", "7")
    assert described("rival", "en", registry.load("conference")) == ("rival", "")
    assert not can_act_unprompted("rival", "conference")


@pytest.mark.usefixtures("generals")
def test_an_installed_player_comes_before_an_outsider_of_its_name() -> None:
    assert type(make("silent", "conference", "7")).__name__ == "Cautious"
    assert offered("conference").count("silent") == 1


@pytest.fixture
def absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another installed package whose player is missing."""
    about = tmp_path / "absent_players-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: absent\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[entente.players]\nabsent = absent_players.x:Player\n")
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("absent")
def test_a_player_that_cannot_be_used_stops_only_itself() -> None:
    assert described("absent", "en") == ("absent", "")
    with pytest.raises(BrokenPlayer, match=r"“absent” cannot be used: .*ModuleNotFoundError"):
        make("absent", "conference", "1")
    assert make("random", "conference", "1") is not None


def test_a_player_may_have_characters_at_a_game() -> None:
    """One is chosen by name, or drawn: always the same from the same seed."""
    assert characters("greedy", "pax") == ("cautious", "trader", "imperial")
    assert characters("greedy", "attrition") == characters("random", "pax") == ()
    assert "greedy:trader" in offered("pax")
    assert "greedy:trader" not in offered("attrition")
    one = drawn("greedy", "pax", "1")
    assert one in offered("pax")
    assert {drawn("greedy", "pax", str(n)) for n in range(20)} == {
        each for each in offered("pax") if each.startswith("greedy:")
    }
    assert drawn("greedy", "pax", "1") == one
    assert drawn("greedy:trader", "pax", "1") == "greedy:trader"
    assert drawn("greedy", "attrition", "1") == "greedy"
    for name in ("greedy:", "greedy:bold", "random:trader"):
        with pytest.raises(UnknownPlayer, match=name):
            make(name, "pax", "1")
    assert described("greedy:trader", "fr", registry.load("pax")).name == "Glouton (marchand)"
    assert described("hard:500", "fr").name == "Difficile (500)"
    assert described("hard:500", "fr").summary == described("hard", "fr").summary


@pytest.mark.usefixtures("generals")
def test_which_players_act_unprompted_and_where() -> None:
    assert can_act_unprompted("greedy:trader", "pax")
    assert not can_act_unprompted("greedy", "attrition")
    assert can_act_unprompted("eager", "attrition")  # it does not say where
    assert not can_act_unprompted("silent", "pax")
    assert not can_act_unprompted("unheard_of", "pax")
