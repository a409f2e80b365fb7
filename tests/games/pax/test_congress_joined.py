"""One treaty for several disputes, and refusals of it (10.4, 10.5)."""

from __future__ import annotations

import pytest

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.areas.causes import live
from entente.games.pax.belligerents import at_war
from entente.games.pax.board import Status
from entente.games.pax.congress.agenda import session
from entente.games.pax.context import PaxContext
from tests.games.pax.peace import INFLUENCE, INTEREST, PROTECTORATE, leave_all
from tests.games.pax.talks import (
    add_dispute,
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
from tests.games.pax.worlds import answer, call, leave, log, question, world

OUT_OF_MAROCCO = "remove power=france; area=marocco"
OUT_OF_TUNIS = "remove power=great_britain; area=tunis"


def two_disputes(rules: str = "3", join: bool = True) -> PaxContext:
    """France has taken Morocco, where Spain has influence and Russia defends it; Britain has taken
    Tunis, where Italy has influence. All of it is one item."""
    made = world(rules=rules)
    made.put_marker("spain", "marocco", INFLUENCE)
    add_dispute(made, PROTECTORATE, "france", "marocco")
    made.put_marker("italy", "tunis", INFLUENCE)
    add_dispute(made, PROTECTORATE, "great_britain", "tunis")
    call(made, "congress")
    answer(made, {"russia": with_word(made, "russia", "ignore marocco", "defend marocco")})
    meet(made, "russia", "germany")
    assert asked(made) == "propose_agenda"
    if join:
        answer(made, {"russia": "together"})
        answer(made, dict.fromkeys(session(made).members, "vote yes"))
        assert [item.name for item in session(made).items] == ["together"]
    return made


def adopted(*clauses: str, rules: str = "3") -> PaxContext:
    """A draft on both disputes is adopted and waits for signatures."""
    made = two_disputes(rules)
    table(made, "russia", draft_text(*clauses))
    vote(made, *session(made).members)
    assert asked(made) == "signatures"
    return made


def test_joined_item_defends_a_minor() -> None:
    """10.5: the treaty is against France, which refuses it: Spain is at war with France, and Russia
    keeps its word or abandons Spain."""
    made = adopted(OUT_OF_MAROCCO, OUT_OF_TUNIS)
    signatures(made, {"france": "refuse", "italy": "sign", "great_britain": "sign"})
    assert at_war(made, "spain", "france")
    assert not at_war(made, "spain", "great_britain")
    assert asked(made) == "keep_promise"
    ask, frame = question(made)
    assert ask.seats(made, frame) == ("russia",)
    assert list(ask.menu(made, frame, "russia")) == ["declare russia france", "abandon spain"]
    answer(made, {"russia": "declare russia france"})
    assert at_war(made, "russia", "france")


def test_refuser_in_another_matter_is_no_enemy_of_the_minor() -> None:
    """10.5: Britain refuses because of Tunis; Spain has no quarrel with it."""
    made = adopted(OUT_OF_MAROCCO, OUT_OF_TUNIS)
    signatures(made, {"france": "sign", "italy": "sign", "great_britain": "refuse"})
    assert asked(made) != "keep_promise"
    assert not at_war(made, "spain")


def test_minor_yields_in_a_joined_item() -> None:
    """10.5: if the treaty leaves France its protectorate, Spain's influence becomes an interest."""
    spain = "lower power=spain; area=marocco; level=interest"
    made = adopted(spain, OUT_OF_TUNIS)
    signatures(made, {"france": "sign", "italy": "sign", "great_britain": "sign"})
    assert made.status("spain", "marocco") is INTEREST
    assert made.status("france", "marocco") is PROTECTORATE
    assert not at_war(made, "spain")


def test_joined_draft_must_settle_the_minors_area() -> None:
    """10.4: a draft that says nothing of Morocco leaves an illegal combination there."""
    made = two_disputes()
    table(made, "italy", draft_text(OUT_OF_TUNIS))
    assert len(log(made, "log.draft_inadmissible")) == 1


def test_refused_joined_treaty_settles_every_area_without_a_war() -> None:
    """10.5, 9.3: Spain is at war over Morocco, not over Tunis: Italy had cause and loses."""
    made = adopted(OUT_OF_MAROCCO, OUT_OF_TUNIS)
    signatures(made, {"france": "refuse", "italy": "sign", "great_britain": "sign"})
    leave_all(made)
    assert made.status("italy", "tunis") is INTEREST
    assert made.status("spain", "marocco") is INFLUENCE  # the war decides
    assert made.status("france", "marocco") is PROTECTORATE


def test_joined_item_stays_open_for_the_minor() -> None:
    """10.4: Britain yields Tunis; Morocco is still to be settled."""
    made = two_disputes()
    at_desk(made, "great_britain", "relinquish tunis")
    leave(made)  # no member tables a draft
    assert asked(made) == "table_drafts"
    at_desk(made, "france", "relinquish marocco")
    leave_all(made)
    assert made.state.congress is None
    assert log(made, "log.item_unsettled") == []


def test_rules_two_forget_the_minor() -> None:
    made = adopted(OUT_OF_MAROCCO, OUT_OF_TUNIS, rules="2")
    signatures(made, {"france": "refuse", "italy": "sign", "great_britain": "sign"})
    assert not at_war(made, "spain")


@pytest.mark.parametrize("side", ["area", "other"])
def test_exchange_against_the_major(side: str) -> None:
    """10.5: an exchange that takes Morocco from France is against it, named by either side."""
    made = two_disputes(join=False)
    answer(made, {"russia": "order [marocco | tunis]"})
    answer(made, dict.fromkeys(session(made).members, "vote yes"))
    made.put_marker("russia", "korea", PROTECTORATE)
    swap = {
        "area": "exchange area=marocco; other=korea; from=france; to=russia",
        "other": "exchange area=korea; other=marocco; from=russia; to=france",
    }[side]
    spain = "lower power=spain; area=marocco; level=interest"
    table(made, "russia", draft_text(swap, spain))
    vote(made, *session(made).members)
    signatures(made, {"france": "refuse", "russia": "sign"})
    assert at_war(made, "spain", "france")


# -- several who refuse


def test_two_refusers_have_cause_against_each_other() -> None:
    """10.5: every other member, those who refused included."""
    made = dispute()
    call_congress(made, "france", "great_britain")
    table(made, "great_britain", "favour italy")
    vote(made, "france", "italy", "great_britain")
    signatures(made, {"france": "refuse", "italy": "refuse"})
    pairs = {(c.holder, c.against) for c in live(made) if c.kind == "congress_defied"}
    assert pairs == {
        ("great_britain", "france"),
        ("great_britain", "italy"),
        ("france", "italy"),
        ("italy", "france"),
    }


def test_refuser_may_declare_war_on_another_refuser() -> None:
    """10.5: Italy had no cause against France before; now it may use the new one at once."""
    made = dispute()
    call_congress(made, "france", "great_britain")
    table(made, "great_britain", "favour italy")
    vote(made, "france", "italy", "great_britain")
    signatures(made, {"france": "refuse", "italy": "refuse"})
    while question(made)[0].seats(made, question(made)[1]) != ("italy",):
        leave(made)
    assert asked(made) == "break_off"
    answer(made, {"italy": "declare italy france"})
    assert at_war(made, "italy", "france")


def test_rules_two_spare_other_refusers() -> None:
    made = dispute()
    made.state.rules = "2"
    call_congress(made, "france", "great_britain")
    table(made, "great_britain", "favour italy")
    vote(made, "france", "italy", "great_britain")
    signatures(made, {"france": "refuse", "italy": "refuse"})
    assert not [c for c in live(made, holder="italy") if c.kind == "congress_defied"]
    assert made.status("france", "tunis") is not Status.NONE
