"""Reasons claim nothing that the rules make worthless, and name partners and terms."""

from __future__ import annotations

import pytest

from entente.games.attrition.engine.features import RegionEvaluator
from entente.games.attrition.engine.reasons import reasons_for
from entente.games.attrition.engine.search import Candidate
from entente.games.pax.engine.character import USUAL
from entente.games.pax.engine.features import WEIGHTS
from entente.games.pax.engine.level_evaluator import LevelEvaluator
from entente.games.pax.engine.reasons import reasons
from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL, OTHER
from entente.games.turmoil.engine.reasons import of_attempt
from entente.kernel import registry, say
from entente.kernel.bag import put_in
from entente.players import PlayerMessage
from entente.players.engines import HARD
from entente.players.player_texts import message_text
from tests.games.attrition.scene import Scene
from tests.games.pax.talks import at_desk
from tests.players.test_pax_bargains import on_desk, rich

# -- An Attrition of Souls


def reason_of(scene: Scene, step: str, *actions: str) -> tuple[str, dict[str, object]]:
    """The first reason for a plan, by the last part of its key."""
    found = reasons_for(scene.war, "central", step, Candidate(actions[:1], actions[1:]))
    message = found[0].message
    return message.key.rpartition(".")[2], dict(message.args)


def test_a_battle_without_enemy_tiles_has_no_odds() -> None:
    """4.8.2: no one rolls."""
    scene = Scene(step="plan_battles", board={"belgium": {"germany-infantry": 2}})
    assert reason_of(scene, "plan_battles", "battle belgium")[0] == "battle_open"


def test_the_last_battle_is_not_the_first() -> None:
    board = {"belgium": {"germany-infantry": 2, "france-infantry": 1}}
    board["poland"] = {"germany-infantry": 2, "russia-infantry": 1}
    both = Scene(step="choose_battle", board=board, battles=["belgium", "poland"])
    assert reason_of(both, "choose_battle", "resolve belgium")[0] == "battle_first_more"
    last = Scene(step="choose_battle", board=board, battles=["belgium"])
    assert reason_of(last, "choose_battle", "resolve belgium")[0] == "battle_last"


@pytest.mark.parametrize(
    ("battles", "verb", "key"),
    [([], "advance", "press"), (["paris"], "advance", "join"), ([], "move", "attack")],
)
def test_an_advance_is_no_attack(battles: list[str], verb: str, key: str) -> None:
    """4.8.4: it causes no battle, unless one is still to be fought there."""
    board = {"rhineland": {"germany-infantry": 2}, "paris": {"france-infantry": 1}}
    scene = Scene(step="choose_battle", board=board, status={"paris": "entente"}, battles=battles)
    scene.state.battles = battles
    march = f"{verb} germany-infantry rhineland paris"
    assert reason_of(scene, "advance", march, march) == (key, {"region": "paris", "count": 2})


def test_tiles_that_have_marched_count_in_an_attack() -> None:
    board = {"berlin": {"germany-infantry": 1}}
    board["paris"] = {"france-infantry": 1, "germany-infantry": 2}
    scene = Scene(step="move", board=board, status={"paris": "entente"})
    march = "move germany-infantry berlin paris"
    assert reason_of(scene, "move", march) == ("attack", {"region": "paris", "count": 3})


def test_the_fear_of_an_advance_is_said() -> None:
    """4.8.4: behind a region that falls, an empty one is open to an advance; unless the plan puts
    tiles there."""
    board = {"berlin": {"germany-infantry": 4}, "kiev": {}}
    scene = Scene(active="entente", step="move", board=board)
    put_in(scene.state.board, "petrograd", "russia-infantry", 2)
    march = "move russia-infantry petrograd kiev"
    evaluator = RegionEvaluator(scene.war, "entente")
    behind = {each for each, ends in evaluator.fronts.items() if "kiev" in ends}
    found = reasons_for(scene.war, "entente", "move", Candidate((march,), ()))
    assert found[0].message.key == "why_attrition.guard_front"
    assert found[0].message.args["front"] in behind
    rest = tuple(f"move russia-infantry petrograd {each}" for each in sorted(behind))
    found = reasons_for(scene.war, "entente", "move", Candidate((march,), rest))
    assert found[0].message.key == "why_attrition.guard"
    other = max(behind)
    found = reasons_for(
        scene.war, "entente", "move", Candidate((f"move russia-infantry petrograd {other}",), ())
    )
    assert found[0].message.key == "why_attrition.guard_advance"


def test_what_russia_has_left_is_not_nothing() -> None:
    scene = Scene(active="entente", step="surrender")
    found = reasons_for(scene.war, "entente", "surrender", Candidate(("done",), ()))
    assert found[0].message.key == "why_attrition.fights_on_land"


# -- Europe in Turmoil


@pytest.mark.parametrize(
    ("seat", "improved", "key"),
    [
        (LIBERAL, True, "sure"),
        (AUTHORITARIAN, True, "vain"),
        (AUTHORITARIAN, False, "improves"),
    ],
)
def test_a_naval_attempt_that_cannot_succeed_says_so(seat: str, improved: bool, key: str) -> None:
    """6.3.2: the German Navy waits for the British; a failed attempt is worth a bonus, once."""
    t = registry.load("turmoil").begin({}, "1").context
    t.state.navy = {LIBERAL: 0, AUTHORITARIAN: 0}
    t.state.improved = {LIBERAL: improved, AUTHORITARIAN: improved}
    cards = [each for each in t.board.cards if not t.is_scoring(each)]
    own = [each for each in cards if not t.board.is_event_of(each, OTHER[seat])]
    (reason,) = of_attempt(t, seat, max(own, key=lambda each: t.worth(seat, each)))
    assert reason.message.key == f"why_turmoil.naval.{key}"


# -- Pax Britannica


def test_a_treaty_is_explained_with_its_partner_and_terms() -> None:
    made = rich()
    terms = "pay from=france; to=germany; amount=pounds 40; due=now"
    at_desk(made, "france", f"offer with=[germany]; clauses=[{terms}]")
    treaty = on_desk(made).id
    level = LevelEvaluator(made, "germany", USUAL, weights=WEIGHTS[HARD], seed="1")
    (reason, *_) = reasons(level, "desk", f"sign {treaty}")
    assert reason.message.key == "why_pax.deal.signed"
    saying = PlayerMessage("germany", reason.message, reason.kinds)
    english, french = (message_text(registry.load("pax"), saying, each) for each in ("en", "fr"))
    assert english.startswith("The treaty with France (payment) is worth £")
    assert french.startswith("Ce traité avec la France (paiement) me vaut ")


def test_an_offer_of_an_alliance_names_the_ally_and_the_enemy() -> None:
    made = rich()
    level = LevelEvaluator(made, "germany", USUAL, weights=WEIGHTS[HARD], seed="1")
    clauses = (
        "defensive power=russia; protected=germany; against=[france] | "
        "pay from=germany; to=russia; amount=pounds 14; due=now"
    )
    offer = f"offer with=[russia]; until=turn 10; clauses=[{clauses}]"
    (reason, *_) = reasons(level, "open_movement", offer)
    assert reason.message == say(
        "why_pax.deal.alliance", partner_the="russia", rival_the=["france"], amount=14
    )
