"""9.4, P78, P79: clauses about powers that have not signed, and casus belli that are granted."""

from __future__ import annotations

import pytest

from entente.games.pax.areas.causes import USED, give_cause, live
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext
from entente.games.pax.negotiation.clause_warnings import clauses_with_warnings
from entente.games.pax.negotiation.offers import written_treaty
from entente.games.pax.records.treaty import IN_FORCE, Treaty
from entente.games.pax.treaties.obligations import obligations
from entente.games.pax.war.declarations import call_declaration
from tests.games.pax import wars as make
from tests.games.pax.peace import leave_all
from tests.games.pax.talks import (
    allowed_at_desk,
    asked,
    at_desk,
    call_congress,
    dispute,
    draft_text,
    sign_treaty,
    signatures,
    table,
    vote,
)
from tests.games.pax.worlds import answer, call, question, run, world

GRANT = "grant_cb holder=france; against=germany"
OVER_ALGIERS = GRANT + "; if=(has power=germany; area=algiers; status=interest)"
GUARANTEE = "defensive power=russia; protected={}; against=[france]"


def offered_with(made: PaxContext, author: str, partner: str, *clauses: str) -> str:
    return f"offer with=[{partner}]; clauses=[{' | '.join(clauses)}]"


def signed_with(made: PaxContext, author: str, partner: str, *clauses: str) -> Treaty:
    at_desk(made, author, offered_with(made, author, partner, *clauses))
    (name,) = made.state.treaties
    at_desk(made, partner, f"sign {name}")
    (treaty,) = made.state.treaties.values()
    return treaty


def granted(made: PaxContext) -> list[tuple[str, str]]:
    return [(c.holder, c.against) for c in live(made) if c.kind == "treaty_clause"]


# -- a casus belli against a power that has not signed


def test_a_cause_is_granted_against_a_power_that_has_not_signed() -> None:
    """9.4: France and Italy agree on it, Germany is not asked."""
    made = world()
    treaty = signed_with(made, "france", "italy", GRANT)
    assert treaty.parties == ("france", "italy")
    assert treaty.state == IN_FORCE
    assert granted(made) == [("france", "germany")]


def test_a_cause_is_granted_against_a_minor_too() -> None:
    """9.4: any power."""
    made = world()
    signed_with(made, "france", "italy", "grant_cb holder=france; against=spain")
    assert granted(made) == [("france", "spain")]


def test_by_earlier_rules_the_target_has_to_sign() -> None:
    """Tables of versions 1 and 2."""
    made = world(rules="2")
    written = offered_with(made, "france", "italy", GRANT)
    assert written_treaty(made, "france", written).parties == ("france", "italy", "germany")
    minor = offered_with(made, "france", "italy", "grant_cb holder=france; against=spain")
    assert not allowed_at_desk(made, "france", minor)


def test_a_congress_does_not_ask_the_target_either() -> None:
    """10.5, P21: only whom a clause binds."""
    made = dispute()
    call_congress(made, "france", "germany")
    grant = "grant_cb holder=france; against=russia"
    table(made, "france", draft_text("remove power=france; area=tunis", grant))
    vote(made, "france", "italy", "germany")
    ask, frame = question(made)
    assert frame.step == "signatures"
    assert "russia" not in ask.seats(made, frame)
    signatures(made, {"france": "sign", "italy": "sign"})
    assert granted(made) == [("france", "russia")]


# -- P78


def test_a_cause_is_granted_again_every_turn() -> None:
    """P78: as long as the treaty runs."""
    made = world()
    signed_with(made, "france", "italy", GRANT)
    for turn in (2, 3):
        made.state.turn, made.state.causes, made.state.settled = turn, (), False
        call(made, "marker_window")
        assert granted(made) == [("france", "germany")]


def test_a_cause_is_granted_once_a_turn() -> None:
    """P78: a power that has used it this turn does not get it back."""
    made = world()
    signed_with(made, "france", "italy", GRANT)
    call_declaration(made, "france", "germany")
    run(made)
    leave_all(made)
    call(made, "marker_window")
    assert [c.state for c in made.state.causes if c.kind == "treaty_clause"] == [USED]


@pytest.mark.parametrize("mode", ["open", "sealed"])
def test_a_condition_that_is_met_after_the_negotiation_gives_cause_for_war(mode: str) -> None:
    """P78: Germany comes to Algiers by a congress; France may declare war in phase 10."""
    made = world(phase_mode=mode)
    signed_with(made, "france", "italy", OVER_ALGIERS)
    assert granted(made) == []
    made.put_marker("germany", "algiers", Status.INTEREST)
    call(made, "declarations")
    assert granted(made) == [("france", "germany")]
    assert asked(made) == ("declare_war" if mode == "open" else "sealed_declarations")


def test_a_war_that_breaks_out_in_the_window_gives_cause_for_war() -> None:
    """P78: the condition is met by a declaration of the same phase."""
    made = world()
    signed_with(made, "france", "italy", GRANT + "; if=(at_war power=germany)")
    give_cause(made, "treaty_broken", "russia", "germany")
    call(made, "declarations")
    answer(made, {"russia": "declare russia germany"})
    assert granted(made) == [("france", "germany")]


def test_two_causes_of_a_secret_treaty_publish_it_once() -> None:
    """9.5: it becomes known as a whole."""
    made = world()
    more = "grant_cb holder=italy; against=germany"
    sign_treaty(made, "france", GRANT, more, secret=True)
    (treaty,) = made.state.treaties.values()
    assert not treaty.secret
    assert granted(made) == [("france", "germany"), ("italy", "germany")]


def test_no_cause_is_granted_once_the_wars_have_begun() -> None:
    """9.1: then all causes are gone."""
    made = world()
    signed_with(made, "france", "italy", GRANT)
    made.state.causes, made.state.settled, made.state.phase = (), True, "war"
    signed = made.state.treaties
    made.state.treaties = {}
    signed_with(made, "russia", "italy", "no_war power=russia; towards=[italy]")
    made.state.treaties = {**made.state.treaties, **signed}
    call(made, "marker_window")
    assert granted(made) == []


def test_by_earlier_rules_a_cause_is_granted_once() -> None:
    """Tables of versions 1 and 2."""
    made = world(rules="2")
    sign_treaty(made, "france", GRANT, "no_war power=italy; towards=[france]")
    made.state.turn, made.state.causes = 2, ()
    call(made, "marker_window")
    assert granted(made) == []


# -- P79


@pytest.mark.parametrize("protected", ["spain", "japan"])
def test_a_power_is_guaranteed_that_has_not_signed(protected: str) -> None:
    """P79: a minor, or another power that does not sign."""
    made = world()
    treaty = signed_with(made, "russia", "great_britain", GUARANTEE.format(protected))
    assert treaty.parties == ("russia", "great_britain")
    (owed,) = obligations(made, "france", protected)
    assert (owed.power, owed.against) == ("russia", "france")


def test_the_guarantor_of_a_minor_is_called_to_war() -> None:
    """P79, 12.2: France declares war on Spain."""
    made = world()
    signed_with(made, "russia", "great_britain", GUARANTEE.format("spain"))
    make.declare(made, "france", "spain")
    ask, frame = question(made)
    assert frame.step == "honour_obligation"
    assert ask.seats(made, frame) == ("russia",)
    answer(made, {"russia": "break russia france"})
    broken = [(c.holder, c.against) for c in live(made)]
    assert ("great_britain", "russia") in broken
    assert not any(holder == "spain" for holder, _ in broken)


def test_by_earlier_rules_only_parties_are_guaranteed() -> None:
    """Tables of versions 1 and 2."""
    made = world(rules="2")
    clause = GUARANTEE.format("spain")
    assert not allowed_at_desk(made, "russia", offered_with(made, "russia", "italy", clause))


def test_a_secret_guarantee_is_described_as_dormant() -> None:
    """P79, P80: a power that does not know of it does not call on it."""
    made = world()
    written = offered_with(made, "russia", "italy", GUARANTEE.format("spain"))
    secret = written.replace("; clauses", "; secret=yes; clauses")
    (article,) = clauses_with_warnings(made, written_treaty(made, "russia", secret))
    assert [doubt.key for doubt in article.doubts] == ["doubt.unknown_guarantee"]
    (article,) = clauses_with_warnings(made, written_treaty(made, "russia", written))
    assert list(article.doubts) == []
