"""«Congrès de l'Europe» (10): cases from the rulebook."""

from __future__ import annotations

import pytest

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.areas.causes import give_cause, live
from entente.games.pax.belligerents import at_war
from entente.games.pax.board import Status
from entente.games.pax.congress.agenda import session
from entente.games.pax.congress.calling import convene, sites
from entente.games.pax.context import PaxContext
from tests.games.pax.peace import INFLUENCE, INTEREST, PROTECTORATE, leave_all
from tests.games.pax.talks import (
    add_dispute,
    allowed_at_desk,
    asked,
    at_desk,
    call_congress,
    dispute,
    draft_text,
    meet,
    signatures,
    table,
    vote,
    with_word,
)
from tests.games.pax.worlds import answer, armies, army, call, leave, log, question, world

FAVOUR_ITALY = "favour italy"  # an Italian protectorate, a French interest


# -- where


def sites_of(*pairs: tuple[str, str], players: int = 7) -> set[str]:
    """Return where a congress about quarrels of these pairs may meet."""
    made = world(players)
    for holder, against in pairs:
        give_cause(made, "treaty_broken", holder, against)
    convene(made, pairs[0][0], {})
    assert made.state.tension == 3
    return set(sites(made))


def test_site_is_not_involved() -> None:
    """Case 91 (ruling P20)."""
    free = {"great_britain", "germany", "austria_hungary", "russia"}
    assert sites_of(("france", "italy")) == free
    assert sites_of(("france", "germany")) == {"great_britain", "russia", "italy"}
    europe = (("great_britain", "france"), ("germany", "russia"), ("italy", "russia"))
    assert sites_of(*europe) == {"united_states", "japan"}
    assert sites_of(*europe, ("japan", "united_states")) == {"germany"}


def test_accused_may_not_call() -> None:
    """Case 91 (ruling P40)."""
    made = dispute()
    call(made, "congress")
    ask, frame = question(made)
    assert ask.seats(made, frame) == ("france",)


# -- votes


def at_london(*coming: str) -> PaxContext:
    """France has called a congress about Tunis to London; Italy's draft is tabled."""
    made = dispute()
    call_congress(made, "france", "great_britain", *coming)
    assert made.state.tension == 23
    assert made.state.rises[-1].seat == "france"
    table(made, "italy", FAVOUR_ITALY)
    return made


@pytest.mark.parametrize(
    ("yes", "adopted"),
    [(("italy", "great_britain"), False), (("italy", "great_britain", "germany"), True)],
)
def test_majority_of_the_members(yes: tuple[str, ...], adopted: bool) -> None:
    """Case 92 (ruling P41): abstaining is not yes."""
    made = at_london("germany", "russia", "japan", "united_states")
    members = ("great_britain", "france", "germany", "russia", "italy")
    assert session(made).members == members
    vote(made, *yes)
    assert asked(made) == ("signatures" if adopted else "break_off")


@pytest.mark.parametrize(("opinion", "adopted"), [("yes", True), ("no", False)])
def test_host_breaks_a_tie(opinion: str, adopted: bool) -> None:
    """Case 93: in addition to the host's own vote."""
    made = at_london("germany")
    vote(made, "italy", "germany")
    assert asked(made) == "break_tie"
    answer(made, {"great_britain": f"vote {opinion}"})
    assert (asked(made) == "signatures") is adopted


def test_german_seat_breaks_a_tie_in_vienna() -> None:
    """Case 93: Austria-Hungary has no vote of its own."""
    made = dispute()
    call_congress(made, "france", "austria_hungary", "great_britain")
    assert session(made).members == ("great_britain", "france", "germany", "italy")
    table(made, "italy", FAVOUR_ITALY)
    vote(made, "italy", "germany")
    assert asked(made) == "break_tie"
    answer(made, {"germany": "vote yes"})
    assert asked(made) == "signatures"


# -- signing


def test_signed_by_all() -> None:
    """Case 94: the call is blamed on France, the step on Italy; the treaty is public."""
    made = at_london("germany", "russia")
    vote(made, "italy", "great_britain", "germany")
    signatures(made, {"france": "sign", "italy": "sign"})
    assert made.status("france", "tunis") is INTEREST
    assert made.status("italy", "tunis") is PROTECTORATE
    assert made.state.tension == 24
    assert [(r.kind, r.seat) for r in made.state.rises] == [
        ("congress_called", "france"),
        ("status_lowered", "italy"),
    ]
    (treaty,) = made.state.treaties.values()
    assert not treaty.secret
    assert live(made) == []
    assert made.state.congress is None


def test_refused() -> None:
    """Case 95 (ruling P50): called, defiance, failure, and one step by default."""
    made = at_london("germany", "russia")
    vote(made, "italy", "great_britain", "germany")
    signatures(made, {"france": "refuse", "italy": "sign"})
    defied = {c.holder for c in live(made, against="france") if c.kind == "congress_defied"}
    assert defied == {"italy", "great_britain", "germany", "russia"}
    while asked(made) in ("answer_defiance", "break_off"):
        leave(made)
    assert made.status("france", "tunis") is INTEREST
    assert made.status("italy", "tunis") is PROTECTORATE
    kinds = {r.kind: r.amount for r in made.state.rises}
    assert kinds == {
        "congress_called": 3,
        "congress_defiance": 2,
        "status_lowered": 1,
        "congress_failed": 3,
    }
    assert made.state.tension == 29
    call(made, "default_settlement")
    assert made.status("italy", "tunis") is PROTECTORATE
    assert made.state.tension == 29


def test_draft_that_leaves_the_dispute() -> None:
    """Case 96."""
    made = dispute()
    call_congress(made, "france", "great_britain")
    pay = "pay from=italy; to=france; amount=pounds 10; due=now"
    table(made, "italy", draft_text(pay))
    assert len(log(made, "log.draft_inadmissible")) == 1
    assert asked(made) == "break_off"


def test_codominion_with_a_further_clause() -> None:
    """Case 96."""
    made = dispute()
    call_congress(made, "france", "great_britain")
    pay = "pay from=italy; to=france; amount=pounds 10; due=now"
    share = "codominion area=tunis; members=[italy | france]; level=protectorate"
    table(made, "italy", draft_text(share, pay))
    assert log(made, "log.draft_inadmissible") == []
    assert asked(made) == "vote_draft"


def test_draft_about_a_marker_that_has_gone_since() -> None:
    """10.6: while drafts are written under seal, a member gives up its marker."""
    made = dispute()
    call_congress(made, "france", "great_britain")
    ask, frame = question(made)
    assert "favour france" in ask.menu(made, frame, "italy")
    at_desk(made, "france", "relinquish tunis")
    ask.resolve_sealed(made, frame, {"italy": ask.parse("favour france")})
    assert len(log(made, "log.draft_inadmissible")) == 1
    assert session(made).drafts == ()


# -- prices


def test_control_beside_control_is_free_in_congress() -> None:
    """Case 97: the control of another member may be shared without cost."""
    made = world()
    made.put_marker("italy", "egypt", INFLUENCE)
    add_dispute(made, PROTECTORATE, "great_britain", "egypt")
    call_congress(made, "italy", "germany")
    share = "codominion area=egypt; members=[great_britain | italy]; level=protectorate"
    table(made, "italy", draft_text(share))
    vote(made, "italy", "great_britain")
    signatures(made, {"great_britain": "sign", "italy": "sign"})
    assert made.established("italy", "egypt") is PROTECTORATE
    assert made.money("italy") == 0


def test_new_control_without_a_holder_is_paid_for() -> None:
    """Case 97: 10 with an influence, 20 with nothing."""
    made = world()
    made.put_marker("russia", "afghanistan", INFLUENCE)
    give_cause(made, "treaty_broken", "russia", "great_britain")
    made.state.treasury.update({"russia": 15, "great_britain": 25})
    call_congress(made, "russia", "germany")
    share = "codominion area=afghanistan; members=[great_britain | russia]; level=protectorate"
    table(made, "russia", draft_text(share))
    vote(made, "russia", "great_britain")
    signatures(made, {"great_britain": "sign", "russia": "sign"})
    assert made.established("russia", "afghanistan") is PROTECTORATE
    assert made.established("great_britain", "afghanistan") is PROTECTORATE
    assert made.money("russia") == 5
    assert made.money("great_britain") == 5


def test_members_give_up_what_they_like() -> None:
    """10.6: also control, also without a dispute; others may not."""
    made = dispute()
    army(made, "germany", "kamerun", 1)
    made.put_marker("germany", "kamerun", PROTECTORATE)
    made.put_marker("japan", "korea", INFLUENCE)
    assert not allowed_at_desk(made, "france", "relinquish tunis")
    call_congress(made, "france", "germany")
    assert not allowed_at_desk(made, "japan", "relinquish korea")
    at_desk(made, "germany", "relinquish kamerun")
    assert made.status("germany", "kamerun") is Status.NONE
    assert armies(made, "kamerun") == {}
    assert made.state.tension == 23
    at_desk(made, "france", "relinquish tunis")
    assert made.status("france", "tunis") is Status.NONE
    assert made.state.tension == 25
    assert live(made) == []


# -- minors


def kongo() -> PaxContext:
    """Germany has taken the Congo, where Belgium has influence; France defends Belgium."""
    made = world()
    add_dispute(made, PROTECTORATE, "germany", "kongo")
    call(made, "congress")
    answer(made, {"france": with_word(made, "france", "ignore kongo", "defend kongo")})
    assert made.state.tension == 3
    assert session(made).caller == "france"
    assert not set(sites(made)) & {"france", "germany", "austria_hungary"}
    meet(made, "france", "great_britain")
    return made


def test_defender_of_a_minor_is_involved() -> None:
    """10.2 (ruling P57): a power that announces its defence is not host and attends as a party."""
    made = world()
    add_dispute(made, PROTECTORATE, "germany", "kongo")
    call(made, "congress")
    assert asked(made) == "congress_call"
    answer(made, {"france": with_word(made, "france", "ignore kongo", "defend kongo")})
    assert set(session(made).involved) == {"france", "germany"}
    assert sites(made) == ["great_britain", "russia", "italy"]


def defied_over_the_kongo() -> PaxContext:
    """The congress has ruled against Germany, which refuses."""
    made = kongo()
    table(made, "france", "favour belgium")
    vote(made, "france", "great_britain")
    signatures(made, {"germany": "refuse"})
    assert at_war(made, "belgium", "germany")
    return made


def test_defender_keeps_its_word() -> None:
    """Case 98: called, defiance, declaration, failure; the minor's war costs no tension."""
    made = defied_over_the_kongo()
    assert asked(made) == "keep_promise"
    answer(made, {"france": "declare france germany"})
    leave_all(made)
    assert at_war(made, "france", "germany")
    assert at_war(made, "austria_hungary", "france")
    assert made.state.tension == 13


def test_defender_abandons_the_minor() -> None:
    """Case 98: tension and points."""
    made = defied_over_the_kongo()
    answer(made, {"france": "abandon belgium"})
    leave_all(made)
    assert made.state.tension == 11
    assert made.state.turn_bonuses == {"france": -5}


def test_minor_yields_to_the_congress() -> None:
    """Case 98: if it rules for the major there is no war."""
    made = kongo()
    table(made, "great_britain", "favour germany")
    vote(made, "germany", "great_britain")
    signatures(made, {"germany": "sign"})
    leave_all(made)
    assert made.status("belgium", "kongo") is INTEREST
    assert not at_war(made, "belgium")


def marocco(draft: str) -> PaxContext:
    """Spain has taken Morocco, where France has influence; a congress has adopted a draft."""
    made = world()
    made.put_marker("france", "marocco", INFLUENCE)
    add_dispute(made, PROTECTORATE, "spain", "marocco")
    call_congress(made, "france", "great_britain")
    table(made, "great_britain", draft)
    vote(made, "france", "great_britain")
    assert asked(made) == "signatures"
    return made


def until_asked(made: PaxContext, seat: str) -> None:
    """Every other seat accepts the refusal until this seat decides."""
    while asked(made) == "answer_defiance":
        ask, frame = question(made)
        assert seat not in ask.seats(made, frame)
        leave(made)


def test_offending_minor_obeys() -> None:
    """Case 40."""
    made = marocco("favour france")
    signatures(made, {"france": "sign"})
    leave_all(made)
    assert not made.status("spain", "marocco").is_control
    assert made.status("france", "marocco") is INFLUENCE
    assert live(made) == []


def test_offended_major_may_refuse_and_declare_war() -> None:
    """Case 40: on the minor that the congress favours, before its marker goes."""
    made = marocco("favour spain")
    signatures(made, {"france": "refuse"})
    until_asked(made, "france")
    assert asked(made) == "break_off"
    answer(made, {"france": "declare france spain"})
    leave_all(made)
    assert at_war(made, "france", "spain")
    assert made.status("france", "marocco") is INFLUENCE


def test_offended_major_that_does_not_fight() -> None:
    """Case 40: its marker is lowered, and its cause is gone with it."""
    made = marocco("favour spain")
    signatures(made, {"france": "refuse"})
    leave_all(made)
    assert made.status("france", "marocco") is INTEREST
    assert live(made, holder="france") == []


# -- the end


@pytest.mark.parametrize("first_settled", [True, False])
def test_failure_counts_once(first_settled: bool) -> None:
    """Case 99 (ruling P22): parties of what was not settled keep their cause."""
    made = dispute()
    made.state.tension = 0
    made.put_marker("japan", "korea", INFLUENCE)
    add_dispute(made, PROTECTORATE, "russia", "korea")
    call_congress(made, "france", "great_britain")
    answer(made, {"france": "order [tunis | korea]"})
    leave_agenda(made)
    if first_settled:
        share = "codominion area=tunis; members=[italy | france]; level=protectorate"
        table(made, "italy", draft_text(share))
        members = session(made).members
        vote(made, *members)
        signatures(made, {"france": "sign", "italy": "sign"})
    leave_all(made)
    assert made.state.tension == 6
    assert [r.kind for r in made.state.rises] == ["congress_called", "congress_failed"]
    assert made.state.rises[-1].seat is None
    holders = {(c.holder, c.against) for c in live(made)}
    assert ("japan", "russia") in holders
    assert (("france", "italy") in holders) is not first_settled


def leave_agenda(made: PaxContext) -> None:
    assert asked(made) == "vote_agenda"
    answer(made, dict.fromkeys(session(made).members, "vote yes"))


def test_belgium_attends_as_host_only() -> None:
    """Case 100: with a full vote and the casting one."""
    made = world(players=8)
    give_cause(made, "treaty_broken", "france", "italy")
    convene(made, "france", {})
    meet(made, "france", "great_britain", "germany", "russia")
    assert "belgium" not in session(made).members
    made = world(players=8)
    give_cause(made, "treaty_broken", "france", "italy")
    call(made, "congress")
    answer(made, {"france": "call"})
    answer(made, {"france": "site belgium"})
    ask, frame = question(made)
    assert "belgium" not in ask.seats(made, frame)
    answer(made, {"germany": with_word(made, "germany", "stay", "attend")})
    assert session(made).members == ("france", "germany", "italy", "belgium")
    table(made, "france", draft_text("no_war power=italy; towards=[france]"))
    vote(made, "france", "germany")
    assert asked(made) == "break_tie"
    answer(made, {"belgium": "vote yes"})
    assert asked(made) == "signatures"
