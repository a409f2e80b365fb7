"""Standing instructions for wars, congresses by post and secret alliances."""

from __future__ import annotations

from entente.games.pax.board import CHINA, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.war.odds import winning_faces
from entente.kernel import Frame, Seat, step
from tests.games.pax import wars as make
from tests.games.pax.talks import add_dispute, sign_treaty, with_word
from tests.games.pax.test_rebellion import rebellion
from tests.games.pax.wars import possess, without_units
from tests.games.pax.worlds import answer, army, call, question, world

NEAR = ("unless_near rebellion", "unless_near war")
HOLD = ("hold rebellion", "hold war")


def due(made: PaxContext, seat: Seat, *choices: str) -> str | None:
    """Return what instructions amount to in the open decision."""
    _, frame = question(made)
    return steps.preparable[frame.step].due(made, seat, choices).answer


def manoeuvre(made: PaxContext, power: str) -> None:
    call(made, step("manoeuvre_phase", war=make.now(made).id, camp=power))
    assert question(made)[1].step == "manoeuvre"


# -- manoeuvres


def in_rebellion() -> PaxContext:
    """Britain holds Hong Kong, and there is no Chinese army yet."""
    made = world()
    without_units(made, "great_britain")
    army(made, "great_britain", "hong_kong", 3)
    rebellion(made, "great_britain")
    return made


def test_forces_stay_unless_an_enemy_is_near() -> None:
    """12.5: within one step, in the same place too."""
    made = in_rebellion()
    army(made, CHINA, "sin_kiang", 5)
    manoeuvre(made, "great_britain")
    assert due(made, "great_britain", *NEAR) == "done"
    assert due(made, "great_britain", *HOLD) == "done"
    assert due(made, "great_britain", "unless_near war", "hold war") is None
    assert due(made, "great_britain") is None

    army(made, CHINA, "fukien", 5)
    assert due(made, "great_britain", *NEAR) is None
    assert due(made, "great_britain", *HOLD) == "done"


def test_land_to_conquer_is_near_in_a_war() -> None:
    """12.8: an army beside an enemy's empty area is asked."""
    made = world()
    without_units(made, "great_britain", "france")
    possess(made, "great_britain", "tripoli")
    army(made, "great_britain", "tripoli", 3)
    possess(made, "france", "tunis", status=Status.PROTECTORATE)
    make.at_war(made, ("great_britain",), ("france",))
    manoeuvre(made, "great_britain")
    assert due(made, "great_britain", *NEAR) is None
    made.put_marker("france", "tunis", Status.NONE)
    assert due(made, "great_britain", *NEAR) == "done"


def test_units_that_would_surrender_are_asked_about() -> None:
    """12.9: even if they are to stay in any case."""
    made = in_rebellion()
    made.state.fleets = {}
    manoeuvre(made, "great_britain")
    assert due(made, "great_britain", *HOLD) is None


def test_a_begun_manoeuvre_is_not_ended() -> None:
    made = in_rebellion()
    army(made, "great_britain", "hong_kong", 5)
    manoeuvre(made, "great_britain")
    ask, frame = question(made)
    menu = list(ask.menu(made, frame, "great_britain"))
    move = next(each for each in menu if each.startswith("move great_britain army 5"))
    ask.apply(made, frame, "great_britain", ask.parse(move))
    assert due(made, "great_britain", *HOLD) is None


def test_a_treaty_about_units_is_asked_about() -> None:
    """9.4: who promised to keep fewer armies in Hong Kong must move some out."""
    made = in_rebellion()
    manoeuvre(made, "great_britain")
    assert due(made, "great_britain", *HOLD) == "done"
    most = "units_max power=great_britain; areas=[hong_kong]; kind=army; strength=points 1"
    sign_treaty(made, "france", most)
    assert due(made, "great_britain", *HOLD) is None


# -- attacks


def in_battle(mine: int, theirs: int) -> PaxContext:
    made = world()
    without_units(made, "great_britain", "france")
    possess(made, "france", "senegambia")
    army(made, "great_britain", "senegambia", mine)
    army(made, "france", "senegambia", theirs)
    war = make.at_war(made, ("great_britain",), ("france",))
    call(made, step("attack_phase", war=war.id, camp="great_britain"))
    assert question(made)[1].step == "attacks"
    return made


def test_attack_in_a_war_depends_on_the_faces_that_win() -> None:
    """12.6: at good odds by itself; at bad ones it is declined, or asked about."""
    strong, weak = in_battle(10, 1), in_battle(1, 10)
    fight = "fight great_britain army senegambia"
    assert winning_faces(strong, 10, 1) > winning_faces(weak, 1, 10)
    assert due(strong, "great_britain", "attack 3", "below ask") == fight
    assert due(weak, "great_britain", "attack 6", "below ask") is None
    assert due(weak, "great_britain", "attack 6", "below decline") == "done"
    assert due(strong, "great_britain") is None


# -- peace, minors, secret allies


def test_peace_drafts_and_minors_by_instruction() -> None:
    made = world(4)
    war = make.at_war(made, ("great_britain",), ("france",))
    call(made, step("offer_peace", war=war.id))
    assert due(made, "france", "status_quo") == "status_quo"
    assert due(made, "france") is None
    call(made, step("volunteer", war=war.id, power="france"))
    assert due(made, "germany", "pass") == "pass"
    assert due(made, "germany", "lead") == "lead"
    assert due(made, "germany") is None


def test_secret_allies_are_called_or_not_and_never_asked_about() -> None:
    """P80: the same at once for a seat without a secret ally."""
    made = world()
    secret = "defensive power=japan; protected=italy; against=[anyone]"
    treaty = sign_treaty(made, "italy", secret, secret=True)
    war = make.at_war(made, ("france",), ("italy",))
    made.state.push(Frame("invoke_allies", {"power": "france", "target": "italy", "war": war.id}))
    assert due(made, "italy", "invoke") == f"invoke {treaty.id}"
    assert due(made, "italy", "conceal") == f"conceal {treaty.id}"
    assert due(made, "france", "invoke") == due(made, "france", "conceal") == "pass"
    assert due(made, "italy") is None
    made.state.tension = made.board.constants.great_war_at - 1
    assert due(made, "italy", "invoke") == f"conceal {treaty.id}"


# -- congress by post


def on_tunis() -> PaxContext:
    """France calls a congress about Italy's protectorate in Tunis."""
    made = world(phase_mode="sealed", congress_mode="by_post", congress_rounds=1)
    made.put_marker("france", "tunis", Status.INFLUENCE)
    add_dispute(made, Status.PROTECTORATE, "italy", "tunis")
    call(made, "congress")
    answer(made, {"france": with_word(made, "france", "silent", "call")})
    assert question(made)[1].step == "congress_papers"
    return made


def test_papers_on_the_disputes_of_others() -> None:
    """10.8: attend or stay away, without a draft; parties are asked."""
    made = on_tunis()
    ask, frame = question(made)
    assert due(made, "france", "attend") is None
    assert due(made, "russia") is None
    for choices, first in ((("attend", "invite guests"), "attend"), (("stay",), "stay")):
        made.state.plans = {}
        written = list[str]()
        while (paper := due(made, "russia", *choices)) != "seal":
            assert paper is not None
            assert paper in ask.menu(made, frame, "russia")
            written.append(paper)
            made.state.plans = {frame.window: {"russia": tuple(written)}}
        assert written[0] == first
        verb = "invite" if first == "attend" else "exclude"
        assert written[1:] == [f"{verb} united_states", f"{verb} japan"]
        assert "seal" in ask.menu(made, frame, "russia")


def test_a_promised_vote_brings_its_seat_to_the_congress() -> None:
    made = on_tunis()
    sign_treaty(made, "france", "vote power=russia; area=tunis; side=yes")
    assert due(made, "russia", "stay") == "attend"
    assert due(made, "germany", "stay") == "stay"
