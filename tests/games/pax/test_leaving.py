"""9.5, P63: how a power leaves a treaty, and what is left of the treaty then."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.causes import live
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.negotiation.desk import TreatyDesk
from entente.games.pax.negotiation.offers import expire
from entente.games.pax.records.treaty import ENDED, EXPIRED, FULFILLED, IN_FORCE, Treaty
from entente.games.pax.treaties.breaches import breach
from entente.games.pax.treaties.obligations import forbidden, forbids_war, obligations
from entente.games.pax.treaties.treaty_text import treaty_lines
from entente.games.pax.war.declarations import call_declaration
from entente.kernel import Frame, registry
from tests.games.pax.talks import allowed_at_desk, asked, at_desk, sign_treaty
from tests.games.pax.worlds import call, log, run, world

GAME = registry.load("pax")
DESK = Frame("desk")
ALLIANCE = "defensive power=russia; protected=france; against=[germany]"
RUSSIAN = "no_placement power=russia; areas=[marocco]"
BRITISH = "no_placement power=great_britain; areas=[persia]"


def treaty_of_three(*more: str, rules: str = "3", secret: bool = False) -> PaxContext:
    """A treaty of France, Russia and Britain by which Russia defends France."""
    made = world(rules=rules)
    sign_treaty(made, "france", ALLIANCE, RUSSIAN, BRITISH, *more, secret=secret)
    return made


def only(made: PaxContext) -> Treaty:
    (treaty,) = made.state.treaties.values()
    return treaty


def russia_breaks_it(made: PaxContext) -> None:
    breach(made, only(made), 1, "russia")


def without_france(*more: str, rules: str = "3") -> PaxContext:
    """Russia has broken the treaty of three, and France has left it."""
    made = treaty_of_three(*more, rules=rules)
    russia_breaks_it(made)
    at_desk(made, "france", f"release {only(made).id}")
    return made


def why(made: PaxContext, seat: str, action: str) -> str:
    refusal = TreatyDesk().why_not(made, DESK, seat, TreatyDesk().parse(action))
    assert refusal is not None, action
    return refusal.message.key.removeprefix("why.")


def caution_of(made: PaxContext, seat: str, action: str) -> str:
    """The caution of an act at the desk, which both languages can say."""
    (message,) = TreatyDesk().cautions(made, DESK, seat, TreatyDesk().parse(action))
    for language in ("en", "fr"):
        assert "{" not in GAME.catalog(language).strict.line(message)
    return message.key


# -- release


def test_a_party_that_has_left_is_no_longer_defended() -> None:
    """P63: release ends every obligation between the party that leaves and the others."""
    assert obligations(without_france(), "germany", "france") == []


def test_the_others_stay_bound_to_each_other() -> None:
    """P63: Russia still owes Britain what it promised."""
    made = without_france()
    assert only(made).state == IN_FORCE
    assert forbidden(made, "russia", "marocco", Status.INTEREST)
    assert forbidden(made, "great_britain", "persia", Status.INTEREST)


def test_by_earlier_rules_a_release_changes_nothing_for_the_others() -> None:
    """Tables of versions 1 and 2."""
    made = without_france(rules="2")
    assert [each.power for each in obligations(made, "germany", "france")] == ["russia"]
    call(made, "next_turn")
    breach(made, only(made), 2, "great_britain")
    assert ("france", "great_britain") in [(c.holder, c.against) for c in live(made)]


def test_a_later_breach_does_not_concern_a_party_that_has_left() -> None:
    """P63: Britain breaks it a turn later: Russia has a casus belli, France has none."""
    made = without_france()
    made.state.turn += 1
    made.state.causes = ()
    breach(made, only(made), 2, "great_britain")
    assert [(c.holder, c.against) for c in live(made)] == [("russia", "great_britain")]


def test_a_party_that_has_left_cannot_break_it() -> None:
    """P63: Britain owes Russia money each turn, leaves, and pays nothing: no tension for it."""
    pay = "pay from=great_britain; to=russia; amount=pounds 30; due=each_turn"
    made = treaty_of_three(pay)
    russia_breaks_it(made)
    before = made.state.tension
    at_desk(made, "great_britain", f"release {only(made).id}")
    made.state.treasury = {"great_britain": 10}
    call(made, "treaty_payments")
    assert made.money("great_britain") == 10
    assert made.state.tension == before
    assert asked(made) == ""


def test_markers_promised_by_or_to_a_party_that_has_left_stay() -> None:
    """P63: a cession that waits for its window is not carried out."""
    made = treaty_of_three("cede area=algiers; from=france; to=great_britain; start=turn 2")
    russia_breaks_it(made)
    at_desk(made, "france", f"release {only(made).id}")
    made.state.turn, made.state.phase = 2, "negotiation"
    call(made, "marker_window")
    assert made.status("france", "algiers") is Status.POSSESSION


def test_a_promise_not_to_attack_a_party_that_has_left_ends() -> None:
    """P63: and stays towards the others."""
    made = without_france("no_war power=russia; towards=[france | great_britain]")
    assert forbids_war(made, "russia", "france") == []
    assert forbids_war(made, "russia", "great_britain")


def test_a_party_that_has_left_has_no_say_in_ending_it() -> None:
    """9.5: the parties still bound agree."""
    made = without_france()
    name = only(made).id
    assert not allowed_at_desk(made, "france", f"end {name}")
    assert why(made, "france", f"end {name}") == "left_already"
    at_desk(made, "russia", f"end {name}")
    at_desk(made, "great_britain", f"end {name}")
    assert only(made).state == ENDED


def test_a_treaty_ends_when_the_last_party_against_ending_it_leaves() -> None:
    """9.5: with France gone, all parties still bound have agreed."""
    made = treaty_of_three()
    russia_breaks_it(made)
    name = only(made).id
    at_desk(made, "russia", f"end {name}")
    at_desk(made, "great_britain", f"end {name}")
    at_desk(made, "france", f"release {name}")
    assert only(made).state == ENDED


def test_a_treaty_of_two_is_over_when_one_leaves() -> None:
    """P63: no other party is left to be bound to."""
    made = world()
    sign_treaty(made, "france", ALLIANCE, RUSSIAN)
    russia_breaks_it(made)
    at_desk(made, "france", f"release {only(made).id}")
    assert only(made).state == ENDED
    assert log(made, "log.ended")


def test_leaving_a_public_treaty_is_public() -> None:
    """14: a public treaty hides nothing."""
    made = without_france()
    (line,) = [e for e in made.state.news if e.message.key == "log.release"]
    assert line.to is None


def test_germany_leaves_for_both_its_powers() -> None:
    """1: the German seat decides for Austria-Hungary."""
    made = world()
    both = [f"no_placement power={p}; areas=[serbia]" for p in ("germany", "austria_hungary")]
    sign_treaty(made, "germany", *both, RUSSIAN, BRITISH)
    russia_breaks_it(made)
    breach(made, only(made), 2, "russia")
    at_desk(made, "germany", f"release {only(made).id}")
    assert set(only(made).released) == {"germany", "austria_hungary"}
    assert not forbidden(made, "austria_hungary", "serbia", Status.INTEREST)


# -- by consent


def test_leaving_with_the_consent_of_all_is_free() -> None:
    """P63: France asks, Russia and Britain let it go: no breach, no tension."""
    made = treaty_of_three()
    name = only(made).id
    assert caution_of(made, "france", f"leave {name}") == "hint.leaving"
    at_desk(made, "france", f"leave {name}")
    assert not only(made).released
    assert why(made, "france", f"leave {name}") == "leaving_already"
    assert caution_of(made, "russia", f"consent {name} france") == "hint.consenting"
    at_desk(made, "russia", f"consent {name} france")
    assert why(made, "russia", f"consent {name} france") == "no_wish_to_leave"
    assert not only(made).released
    at_desk(made, "great_britain", f"consent {name} france")
    assert only(made).released == ("france",)
    assert only(made).state == IN_FORCE
    assert not only(made).breaches
    assert made.state.tension == 0
    assert obligations(made, "germany", "france") == []


def test_a_wish_to_leave_lapses_with_the_turn() -> None:
    """P63: an old wish is not granted by surprise."""
    made = treaty_of_three()
    at_desk(made, "france", f"leave {only(made).id}")
    made.state.turn += 1
    expire(made)
    assert not only(made).leavers
    assert not allowed_at_desk(made, "russia", f"consent {only(made).id} france")


def test_between_two_leaving_is_ending() -> None:
    """P63: there it needs no word of its own."""
    made = world()
    sign_treaty(made, "france", ALLIANCE, RUSSIAN)
    name = only(made).id
    assert not allowed_at_desk(made, "france", f"leave {name}")
    assert why(made, "france", f"leave {name}") == "leaving_is_ending"


def test_a_wish_to_leave_a_secret_treaty_stays_among_its_parties() -> None:
    """14: no other seat learns of it."""
    made = treaty_of_three(secret=True)
    name = only(made).id
    before = len(made.state.news)
    at_desk(made, "france", f"leave {name}")
    at_desk(made, "russia", f"consent {name} france")
    at_desk(made, "great_britain", f"consent {name} france")
    assert only(made).released == ("france",)
    heard = [entry.to for entry in made.state.news[before:]]
    assert heard
    assert all(set(seats or made.seats) <= {"france", "russia", "great_britain"} for seats in heard)
    assert why(made, "italy", f"leave {name}") == "no_treaty"


# -- denunciation


def test_leaving_alone_is_a_breach() -> None:
    """P63: a denunciation has all consequences of a breach, and frees who makes it."""
    made = treaty_of_three()
    name = only(made).id
    assert caution_of(made, "russia", f"denounce {name}") == "hint.denouncing"
    at_desk(made, "russia", f"denounce {name}")
    assert made.state.tension == 5
    assert made.state.rises[-1].seat == "russia"
    held = {(c.holder, c.against) for c in live(made)}
    assert held == {("france", "russia"), ("great_britain", "russia")}
    assert only(made).released == ("russia",)
    assert obligations(made, "germany", "france") == []
    assert log(made, "log.denounced")
    at_desk(made, "france", f"release {name}")
    assert only(made).state == ENDED
    lines = treaty_lines(made.board, only(made), GAME.catalog("en"))
    assert any("denounced" in line for line in lines)


def test_a_party_that_may_leave_freely_does_not_denounce() -> None:
    """P63: after another's breach a party releases itself."""
    made = treaty_of_three()
    russia_breaks_it(made)
    name = only(made).id
    assert not allowed_at_desk(made, "france", f"denounce {name}")
    assert why(made, "france", f"denounce {name}") == "release_is_free"
    assert allowed_at_desk(made, "russia", f"denounce {name}")


def test_germany_breaks_no_treaty_with_austria_hungary() -> None:
    """1: one seat cannot wrong itself."""
    made = world()
    sign_treaty(made, "germany", "no_placement power=austria_hungary; areas=[serbia]")
    name = only(made).id
    assert not allowed_at_desk(made, "germany", f"denounce {name}")
    at_desk(made, "germany", f"end {name}")
    assert only(made).state == ENDED


def test_breaking_and_denouncing_in_one_turn_counts_once() -> None:
    """9.5: tension once per treaty, breaker and turn."""
    made = treaty_of_three()
    russia_breaks_it(made)
    at_desk(made, "russia", f"denounce {only(made).id}")
    assert made.state.tension == 5


def test_the_german_seat_breaks_a_treaty_once_for_both_its_powers() -> None:
    """P63: one denunciation, one rise of the tension."""
    made = world()
    both = [f"no_placement power={p}; areas=[serbia]" for p in ("germany", "austria_hungary")]
    sign_treaty(made, "germany", *both, RUSSIAN, BRITISH)
    at_desk(made, "germany", f"denounce {only(made).id}")
    assert made.state.tension == 5
    assert set(only(made).released) == {"germany", "austria_hungary"}


def test_denouncing_a_secret_treaty_counts_once_it_is_published() -> None:
    """P19, P63: in the same turn; although a treaty of two is over by then."""
    made = world()
    sign_treaty(made, "france", ALLIANCE, RUSSIAN, secret=True)
    name = only(made).id
    assert caution_of(made, "russia", f"denounce {name}") == "hint.denouncing_secret"
    at_desk(made, "russia", f"denounce {name}")
    assert made.state.tension == 0
    assert live(made) == []
    assert only(made).state == ENDED
    at_desk(made, "france", f"publish {name}")
    assert made.state.tension == 5
    assert [(c.holder, c.against) for c in live(made)] == [("france", "russia")]


def test_a_power_called_to_war_answers_before_it_denounces() -> None:
    """12.2: else it would escape the allies that may turn on it at once."""
    made = treaty_of_three()
    name = only(made).id
    call_declaration(made, "germany", "france")
    run(made)
    assert asked(made) == "honour_obligation"
    assert why(made, "russia", f"denounce {name}") == "called_to_war"
    assert allowed_at_desk(made, "great_britain", f"denounce {name}")


def test_an_ally_that_the_protected_power_left_is_not_called() -> None:
    """P63: France leaves while Russia decides whether to join."""
    made = treaty_of_three()
    russia_breaks_it(made)
    call_declaration(made, "germany", "france")
    run(made)
    assert asked(made) == "honour_obligation"
    at_desk(made, "france", f"release {only(made).id}")
    assert asked(made) != "honour_obligation"


def test_in_earlier_versions_no_party_leaves_or_denounces() -> None:
    """Games of versions 1 and 2."""
    made = treaty_of_three(rules="2")
    for verb in ("leave", "denounce"):
        assert not allowed_at_desk(made, "france", f"{verb} {only(made).id}")


# -- the end


@pytest.mark.parametrize(
    ("clauses", "turn", "state"),
    [
        (("no_placement power=russia; areas=[marocco]; until=turn 2",), 3, EXPIRED),
        (("no_placement power=russia; areas=[marocco]; until=turn 2",), 2, IN_FORCE),
        (
            ("pay from=france; to=russia; amount=pounds 5; due=turn_2; if=(event code=1-1)",),
            3,
            EXPIRED,
        ),
        (
            ("no_war power=russia; towards=[france]; if=(turns first=turn 1; last=turn 2)",),
            3,
            EXPIRED,
        ),
        (
            ("no_war power=russia; towards=[france]; if=(turns first=turn 4; last=turn 5)",),
            3,
            IN_FORCE,
        ),
        (("no_war power=russia; towards=[france]; if=(event code=1-1)",), 3, IN_FORCE),
        (
            ("pay from=france; to=russia; amount=pounds 5; due=now", RUSSIAN + "; until=turn 1"),
            2,
            EXPIRED,
        ),
    ],
)
def test_a_treaty_is_over_when_its_last_clause_has_run_out(
    clauses: tuple[str, ...], turn: int, state: str
) -> None:
    """9.4: fulfilled or expired."""
    made = world()
    made.state.treasury = {"france": 20}
    sign_treaty(made, "france", *clauses)
    made.state.turn = turn
    expire(made)
    assert only(made).state == state


def test_a_treaty_that_was_carried_out_is_fulfilled() -> None:
    """9.4."""
    made = world()
    made.state.treasury = {"france": 20}
    sign_treaty(made, "france", "pay from=france; to=russia; amount=pounds 5; due=now")
    assert only(made).state == FULFILLED


def test_the_protection_of_austria_hungary_ends_when_germany_leaves() -> None:
    """1, P79: although only Germany has signed."""
    made = world()
    protected = "defensive power=russia; protected=austria_hungary; against=[italy]"
    sign_treaty(made, "germany", protected, RUSSIAN, BRITISH)
    assert "austria_hungary" not in only(made).parties
    breach(made, only(made), 1, "russia")
    at_desk(made, "germany", f"release {only(made).id}")
    assert obligations(made, "italy", "austria_hungary") == []
