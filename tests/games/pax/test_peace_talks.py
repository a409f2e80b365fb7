"""12.10, P62: peace offered and signed at any moment of a war."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.belligerents import TALKS, change, open_war, wars
from entente.games.pax.board import OTTOMAN_EMPIRE, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.engine.evaluation import advise as advice
from entente.games.pax.engine.evaluation import wants_to_act
from entente.games.pax.game import PaxBritannica
from entente.games.pax.presentation.labels import label_of
from entente.games.pax.presentation.view import PaxView, resample_hidden
from entente.games.pax.records.war import OTTOMAN, REBELLION
from entente.games.pax.war.camp_turn import DONE
from entente.games.pax.war.joining import join
from entente.games.pax.war.peace_offers import (
    MOST_OFFERS,
    awaiting,
    is_talked_about,
    open_offers,
)
from entente.kernel import Frame, Seat, step
from entente.kernel.capabilities import HiddenActions
from tests.games.pax import wars as make
from tests.games.pax.talks import asked, sign_treaty
from tests.games.pax.wars import possess, without_units
from tests.games.pax.worlds import (
    answer,
    armies,
    army,
    board,
    call,
    leave,
    log,
    question,
    run,
    world,
)

QUO, LINES = "status_quo", "present_lines"
CEDES_GABON = "peace clauses=[cede area=gabon; from=france; to=germany]"


def at_war(rules: str = "3", phase_mode: str = "open") -> PaxContext:
    """Germany in Kamerun, France in Gabon, at war in the first round; Germany moves first."""
    it = world(rules=rules, phase_mode=phase_mode)
    for power in ("germany", "france", "italy", "austria_hungary"):
        without_units(it, power)
        for area, _ in list(it.areas_of(power)):
            it.put_marker(power, area, Status.NONE)
    possess(it, "germany", "kamerun")
    possess(it, "france", "gabon", "senegambia")
    army(it, "germany", "kamerun", 3)
    army(it, "france", "gabon", 3)
    army(it, "france", "senegambia", 1)
    it.state.phase = "war"
    join(it, "germany", "france", declared=True)
    return it


def fought(*, ally: bool = False, rules: str = "3", phase_mode: str = "open") -> PaxContext:
    """The same in the manoeuvre of Germany's camp; with an ally Italy fights beside France."""
    it = at_war(rules, phase_mode)
    if ally:
        join(it, "italy", "germany", declared=True)
        possess(it, "italy", "tripoli")
        army(it, "italy", "tripoli", 1)
    it.state.chance.script = [6, 1]  # initiative
    call(it, step("war_round", war=1))
    while asked(it) != "manoeuvre":
        leave(it)
    assert question(it)[1].text("camp") == "germany"
    return it


def talks(it: PaxContext) -> Frame:
    (frame,) = [frame for frame in it.state.standing if frame.step == TALKS]
    return frame


def menu_of(it: PaxContext, seat: Seat, action: str) -> bool:
    return action in steps.question(TALKS).menu(it, talks(it), seat)


def talk(it: PaxContext, seat: Seat, action: str) -> None:
    """A belligerent says something about peace, which it must be allowed to say."""
    ask, frame = steps.question(TALKS), talks(it)
    assert ask.needed(it, frame)
    assert seat in ask.seats(it, frame)
    assert menu_of(it, seat, action), action
    assert not ask.apply(it, frame, seat, ask.parse(action))
    run(it)


def refused(it: PaxContext, seat: Seat, action: str) -> str:
    assert not menu_of(it, seat, action)
    refusal = steps.question(TALKS).why_not(
        it, talks(it), seat, steps.question(TALKS).parse(action)
    )
    assert refusal is not None
    return refusal.message.key


def to_the_end(it: PaxContext) -> None:
    while it.state.stack:
        leave(it)


# -- peace at once


@pytest.mark.parametrize("phase_mode", ["open", "sealed"])
def test_peace_in_the_middle_of_a_manoeuvre_ends_the_war_at_once(phase_mode: str) -> None:
    """P62: in live and in correspondence games alike; the round is not played to its end."""
    it = fought(phase_mode=phase_mode)
    talk(it, "germany", QUO)
    assert len(wars(it)) == 1
    talk(it, "france", "make_peace germany")
    assert wars(it) == []
    assert it.state.stack == []
    assert it.state.standing == []
    assert it.state.talks == ()
    assert it.holders("gabon") == ["france"]


def test_earlier_games_have_no_talks() -> None:
    it = fought(rules="2")
    assert it.state.standing == []


def test_the_last_round_counts_for_the_tension() -> None:
    """12.3: also where it is cut short by peace; a war that only rests between rounds adds none."""
    it = fought()
    talk(it, "germany", QUO)
    talk(it, "france", "make_peace germany")
    assert [rise.kind for rise in it.state.rises] == ["war_round"]
    idle = at_war()
    talk(idle, "germany", QUO)
    talk(idle, "france", "make_peace germany")
    assert wars(idle) == []
    assert idle.state.rises == ()


def test_the_tension_of_the_last_round_may_bring_the_great_war_before_the_peace() -> None:
    """12.3, 13.3: the first declarer is to blame."""
    it = fought()
    it.state.tension = 98
    talk(it, "france", QUO)
    talk(it, "germany", "make_peace france")
    assert it.state.outcome is not None
    assert it.state.guilty == ("germany",)


def test_present_lines_in_mid_round_leave_conquests() -> None:
    """12.10: what is conquered so far is divided at once."""
    it = fought()
    change(it, 1, conquered={"gabon": "germany"})
    talk(it, "france", LINES)
    talk(it, "germany", "make_peace france")
    assert asked(it) == "spoils"
    assert not steps.question(TALKS).needed(it, talks(it))
    answer(it, {"germany": "give germany gabon possession"})
    to_the_end(it)
    assert it.holders("gabon") == ["germany"]
    assert wars(it) == []


def test_peace_on_terms_is_a_public_treaty() -> None:
    """12.10."""
    it = fought()
    talk(it, "germany", CEDES_GABON)
    hint = steps.question(TALKS).hint(
        it, talks(it), "france", steps.question(TALKS).parse("make_peace germany")
    )
    assert hint is not None
    assert hint.key == "hint.clauses"
    assert it.state.treaties == {}
    talk(it, "france", "make_peace germany")
    to_the_end(it)
    (treaty,) = it.state.treaties.values()
    assert (treaty.secret, treaty.parties) == (False, ("germany", "france"))
    assert it.holders("gabon") == ["germany"]


def test_a_refused_peace_changes_nothing() -> None:
    it = fought()
    talk(it, "germany", CEDES_GABON)
    talk(it, "france", "reject_peace germany")
    assert len(wars(it)) == 1
    assert it.state.treaties == {}
    assert asked(it) == "manoeuvre"
    assert open_offers(it, make.now(it)) == []


# -- between two actions


def test_the_consequences_of_a_battle_are_carried_out_first() -> None:
    """P62: France agrees while it chooses how to retreat; the war ends when it has retreated."""
    it = fought()
    without_units(it, "france")
    army(it, "france", "kamerun", 3)
    possess(it, "france", "gabon", "nigeria")
    answer(it, {"germany": DONE})
    it.state.chance.script = [5]  # DR at even odds
    answer(it, {"germany": "fight germany army kamerun"})
    assert asked(it) == "choose_war_retreat"
    talk(it, "germany", QUO)
    talk(it, "france", "make_peace germany")
    assert asked(it) == "choose_war_retreat"
    assert not steps.question(TALKS).needed(it, talks(it))  # it is agreed
    leave(it)
    to_the_end(it)
    assert wars(it) == []
    assert it.armies("france", "kamerun") == ()


def test_losses_are_paid_before_peace() -> None:
    """P62: the loss of a battle is not forgiven."""
    it = fought()
    army(it, "germany", "gabon", 3, 3, 1, 1, 1)
    answer(it, {"germany": DONE})
    it.state.chance.script = [1]  # three to one is EX on a 1
    answer(it, {"germany": "fight germany army gabon"})
    assert asked(it) == "choose_losses"
    talk(it, "france", QUO)
    talk(it, "germany", "make_peace france")
    answer(it, {"germany": "germany 3"})
    to_the_end(it)
    assert wars(it) == []
    assert armies(it, "gabon") == {}


def test_a_new_belligerent_makes_an_agreement_void() -> None:
    """P62: all belligerents must agree; the new one has not."""
    it = fought()
    talk(it, "germany", QUO)
    join(it, "italy", "germany", declared=True)
    assert awaiting(it, make.now(it), "france") == []
    assert refused(it, "france", "make_peace germany") == "why.no_peace_offer"
    assert menu_of(it, "germany", QUO)  # it may offer again


@pytest.mark.parametrize(
    "where", ["war_leaders", "passages", "initiative", "attacks", "support_phase", "round_ends"]
)
def test_peace_leaves_nothing_of_the_round_behind(where: str) -> None:
    """The remaining steps of the round find no war, at any step at which peace comes."""
    it = at_war()
    possess(it, "france", "egypt")  # and with it a passage that can be closed
    it.state.canals = {"egypt": "france"}
    args: dict[str, str | int] = {"war": 1, "camp": "germany"}
    rest = ["war_leaders", "passages", "initiative", "manoeuvre_phase", "manoeuvre_ends"]
    rest += ["attack_phase", "attacks", "attack_ends", "support_phase", "round_ends"]
    it.state.push(*[Frame(name, args) for name in rest[rest.index(where) :]])
    ask, frame = steps.question(TALKS), talks(it)
    ask.apply(it, frame, "germany", ask.parse(QUO))
    ask.apply(it, frame, "france", ask.parse("make_peace germany"))
    assert run(it) is None
    assert wars(it) == []


def test_peace_in_one_war_does_not_touch_another() -> None:
    """12.1: Japan and Russia agree while Germany moves against France."""
    it = fought()
    join(it, "japan", "russia", declared=True)
    (frame,) = [f for f in it.state.standing if f.number("war") == 2]
    ask = steps.question(TALKS)
    for seat, action in (("japan", QUO), ("russia", "make_peace japan")):
        assert action in ask.menu(it, frame, seat)
        ask.apply(it, frame, seat, ask.parse(action))
        run(it)
    assert [war.id for war in wars(it)] == [1]
    assert asked(it) == "manoeuvre"
    assert it.state.rises == ()  # no round of that war was under way


# -- separate peace, minors, three camps


def test_a_separate_peace_in_mid_round_leaves_the_camps_phase_to_the_rest() -> None:
    """12.10: France's camp is at its manoeuvre when France leaves; Italy still moves."""
    it = fought(ally=True)
    answer(it, {"germany": DONE})
    while asked(it) != "manoeuvre":
        leave(it)
    assert question(it)[1].text("camp") == "france"
    talk(it, "france", QUO)
    talk(it, "italy", "reject_peace france")
    talk(it, "germany", "make_peace france")
    assert make.now(it).entered == ("germany", "italy")
    assert [(rise.kind, rise.seat) for rise in it.state.rises] == [("separate_peace", "france")]
    assert asked(it) == "manoeuvre"
    ask, frame = question(it)
    assert ask.seats(it, frame) == ("italy",)


def test_the_round_waits_for_an_ally_that_does_not_answer() -> None:
    """12.10: at its end silence is a refusal, and the peace a separate one."""
    it = fought(ally=True)
    talk(it, "france", QUO)
    talk(it, "germany", "make_peace france")
    assert set(make.now(it).entered) == {"germany", "france", "italy"}
    while len(make.now(it).entered) == 3:
        leave(it)
    assert make.now(it).entered == ("germany", "italy")
    kinds = [rise.kind for rise in it.state.rises]
    assert kinds == ["war_round", "separate_peace"]


def test_an_offer_without_an_answer_lapses_with_the_round() -> None:
    it = fought()
    talk(it, "france", QUO)
    while asked(it) != "offer_peace":
        leave(it)
    assert it.state.talks == ()
    assert [line["seat"] for line in log(it, "log.peace_lapsed")] == ["france"]
    assert not steps.question(TALKS).needed(it, talks(it))  # the window is open


def test_an_offer_that_can_no_longer_bring_peace_is_over_at_once() -> None:
    """12.10: Germany alone is a camp; without it no whole camp signs with an enemy."""
    it = fought(ally=True)
    talk(it, "france", QUO)
    talk(it, "germany", "reject_peace france")
    assert open_offers(it, make.now(it)) == []
    assert [line["seats"] for line in log(it, "log.peace_refused")] == [["france"]]


def test_minors_follow_their_ally() -> None:
    """12.10: Spain is on France's side and never decides."""
    it = at_war()
    join(it, "spain", "germany")
    talk(it, "france", QUO)
    talk(it, "germany", "make_peace france")
    assert wars(it) == []


def test_a_minor_without_a_major_ally_cannot_negotiate() -> None:
    it = world()
    it.state.phase = "war"
    war = join(it, "united_states", "spain", declared=True)
    assert not is_talked_about(it, war)


def test_the_german_seat_signs_for_both_its_powers() -> None:
    """1, 12.10."""
    it = at_war()
    join(it, "austria_hungary", "france", automatic=True)
    talk(it, "france", QUO)
    assert [offer.by for offer in awaiting(it, make.now(it), "germany")] == ["france"]
    talk(it, "germany", "make_peace france")
    assert wars(it) == []


def test_of_three_camps_all_must_sign_to_end_the_war() -> None:
    """12.10."""
    it = world()
    it.state.phase = "war"
    for one, other in (
        ("united_states", "japan"),
        ("japan", "russia"),
        ("russia", "united_states"),
    ):
        join(it, one, other, declared=True)
    talk(it, "japan", QUO)
    talk(it, "russia", "make_peace japan")
    assert len(wars(it)) == 1
    talk(it, "united_states", "make_peace japan")
    assert wars(it) == []


def test_a_promise_not_to_leave_is_pointed_out() -> None:
    """9.4: the choice also shows what it costs to leave an ally."""
    it = fought(ally=True)
    sign_treaty(it, "italy", "no_separate_peace power=italy; partner=france")
    talk(it, "germany", QUO)
    ask, frame = steps.question(TALKS), talks(it)
    assert ask.cautions(it, frame, "italy", ask.parse("make_peace germany"))
    assert not ask.cautions(it, frame, "italy", ask.parse("reject_peace germany"))
    assert ask.hint(it, frame, "italy", ask.parse("make_peace germany")) is not None


# -- limits


def test_one_offer_at_a_time_and_three_in_a_round() -> None:
    """P62, {H}: against pestering."""
    it = fought()
    for _ in range(MOST_OFFERS):
        talk(it, "germany", QUO)
        assert refused(it, "germany", LINES) == "why.peace_offered_already"
        talk(it, "germany", "withdraw_peace")
    assert refused(it, "germany", QUO) == "why.peace_offers_used"
    assert refused(it, "germany", "withdraw_peace") == "why.no_own_peace_offer"
    assert refused(it, "germany", "make_peace france") == "why.no_peace_offer"
    talk(it, "france", LINES)  # France has its own


def test_a_withdrawn_offer_cannot_be_signed() -> None:
    it = fought()
    talk(it, "germany", QUO)
    talk(it, "germany", "withdraw_peace")
    assert refused(it, "france", "make_peace germany") == "why.no_peace_offer"


def test_a_seat_that_refuses_to_talk_gets_no_offers_in_this_round() -> None:
    it = fought()
    talk(it, "germany", QUO)
    talk(it, "france", "refuse_talks")
    assert open_offers(it, make.now(it)) == []
    talk(it, "germany", LINES)
    assert awaiting(it, make.now(it), "france") == []
    talk(it, "france", "resume_talks")
    talk(it, "germany", QUO)
    assert len(awaiting(it, make.now(it), "france")) == 1


# -- when


def test_no_talks_outside_the_war_phase_or_during_a_congress() -> None:
    it = at_war()
    war = make.now(it)
    assert is_talked_about(it, war)
    it.state.phase = "congress"
    assert not is_talked_about(it, war)


def test_first_the_rebellion_then_peace_among_its_opponents() -> None:
    """11.2: enemies elsewhere are allies against China, and their units are busy there."""
    it = at_war()
    china = open_war(it, REBELLION, [("china",), ("france", "japan")])
    assert not is_talked_about(it, it.state.wars[0])
    assert not is_talked_about(it, china)


def test_an_ottoman_war_with_an_ally_can_be_ended_by_peace() -> None:
    """11.3: the Empire follows its ally."""
    it = world()
    it.state.phase = "war"
    war = open_war(it, OTTOMAN, [(OTTOMAN_EMPIRE,), ("italy",)], ["tripoli"])
    join(it, "germany", "italy", declared=True, war=war.id)
    talk(it, "germany", QUO)
    talk(it, "italy", "make_peace germany")
    assert wars(it) == []


def test_wars_that_become_one_have_one_table_to_talk_at() -> None:
    """12.1."""
    it = at_war()
    join(it, "japan", "russia", declared=True)
    assert len(it.state.standing) == 2
    join(it, "russia", "germany", declared=True)
    assert talks(it).number("war") == 1


# -- secrets


def test_neutrals_hear_nothing_and_answers_stay_hidden() -> None:
    """14: drafts are known to those they are made to, answers when all are in."""
    it = fought(ally=True)
    it.state.push_standing("desk")
    position = PaxBritannica({}).position(it.state)
    before = position.view("japan")
    talk(it, "france", QUO)
    talk(it, "germany", "make_peace france")
    (entry,) = [e for e in it.state.news if e.message.key == "log.offers_status_quo"]
    assert entry.to is not None
    assert set(entry.to) == {"germany", "france", "italy"}
    after = PaxBritannica({}).position(it.state).view("japan")
    assert isinstance(before, PaxView)
    assert isinstance(after, PaxView)
    assert (before.wars, before.treaties) == (after.wars, after.treaties)
    for seat, offers, answers in (("japan", 0, 0), ("italy", 1, 0), ("germany", 1, 1)):
        twin = it.for_copy(it.state.copy())
        resample_hidden(twin, seat, Random(0))
        (known,) = twin.state.talks
        assert len(known.offers) == offers
        assert sum(len(offer.answers) for offer in known.offers) == answers


def test_neutrals_notice_talks_only_when_they_bring_peace() -> None:
    """14."""
    it = fought()
    ask, frame = steps.question(TALKS), talks(it)
    assert isinstance(ask, HiddenActions)
    offer = ask.parse(QUO)
    assert ask.is_visible_to(it, frame, "germany", offer, "france")
    assert not ask.is_visible_to(it, frame, "germany", offer, "japan")
    assert not ask.is_visible_to(it, frame, "germany", offer, None)
    talk(it, "germany", QUO)
    assert not ask.is_visible_to(it, frame, "france", ask.parse("reject_peace germany"), "japan")
    assert ask.is_visible_to(it, frame, "france", ask.parse("make_peace germany"), "japan")


def test_an_agreement_is_void_if_a_declaration_comes_before_it_takes_effect() -> None:
    """P62, 12.8: France and Germany agree while Italy may still declare war at once."""
    it = at_war()
    frames = [
        Frame("declare_at_once", {"power": "italy", "target": "germany", "kind": "x", "war": 1})
    ]
    it.state.push(*frames, Frame("manoeuvre", {"war": 1, "camp": "germany"}))
    run(it)
    assert asked(it) == "declare_at_once"
    talk(it, "germany", QUO)
    talk(it, "france", "make_peace germany")
    assert asked(it) == "declare_at_once"
    answer(it, {"italy": "declare italy germany"})
    assert set(make.now(it).entered) == {"germany", "france", "italy"}
    assert len(log(it, "log.peace_void")) == 1


def test_every_message_has_a_text() -> None:
    for action in ("make_peace france", "reject_peace france", "withdraw_peace", "refuse_talks"):
        assert label_of(board(), action).key == f"action.{action.split()[0]}"


# -- computer players


@pytest.mark.parametrize(
    ("conquered", "says"),
    [({}, "make_peace france"), ({"egypt": "germany"}, "reject_peace france")],
)
def test_computer_players_answer_as_in_the_window(conquered: dict[str, str], says: str) -> None:
    """16: the status quo is accepted unless it gives away what is as good as won."""
    it = fought()
    it.state.push_standing("desk")
    possess(it, "france", "egypt")
    change(it, 1, conquered=conquered)
    position = PaxBritannica({}).position(it.state)
    assert not wants_to_act(position, "germany")
    talk(it, "france", QUO)
    position = PaxBritannica({}).position(it.state)
    assert wants_to_act(position, "germany")
    assert not wants_to_act(position, "france")
    assert advice(position, position.decisions_for("germany"), "seed") == says


def test_computer_players_do_not_disturb_their_own_turn() -> None:
    """Without an offer they go on with the war."""
    it = fought()
    it.state.push_standing("desk")
    position = PaxBritannica({}).position(it.state)
    said = advice(position, position.decisions_for("germany"), "seed")
    assert said in position.decisions_for("germany")[0].menu
