"""What an absent party of a congress signs (10.5, 10.8, P83), and what a refusal brings."""

from __future__ import annotations

import msgspec
import pytest

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.board import Status
from entente.games.pax.congress.agenda import session
from entente.games.pax.congress.drafts import standard_drafts
from entente.games.pax.context import PaxContext
from tests.games.pax.peace import PROTECTORATE
from tests.games.pax.talks import call_congress, dispute, draft_text, table, vote
from tests.games.pax.test_congress_by_post import ballots, called, papers
from tests.games.pax.worlds import absence, army, clear, leave, question, world

FAVOUR = "favour italy"
BOTH_PAY = draft_text(
    "lower power=france; area=tunis; level=interest",
    "pay from=france; to=italy; amount=pounds 50; due=turn_5",
    "pay from=italy; to=france; amount=pounds 50; due=turn_6",
)
COSTLY = draft_text(
    "lower power=france; area=tunis; level=interest",
    "pay from=france; to=italy; amount=pounds 100; due=now",
)


def adopted(draft: str, tension: int = 20) -> PaxContext:
    """A congress over Tunis has adopted a draft; France and Italy are to sign it."""
    made = dispute()
    call_congress(made, "france", "germany", "great_britain")
    table(made, "germany", draft)
    vote(made, "germany", "italy", "great_britain")
    assert question(made)[1].step == "signatures"
    made.state.tension = tension
    return made


def test_an_absent_party_signs_what_it_would_lose_anyhow() -> None:
    """P83: a refusal would cost it the same marker, tension and four causes for war."""
    made = adopted(FAVOUR)
    assert absence(made, "france") == absence(made, "italy") == "sign"


def test_an_absent_party_refuses_what_asks_more() -> None:
    """P83: a congress cannot make it pay a hundred pounds."""
    made = adopted(COSTLY)
    assert absence(made, "france") == "refuse"
    assert absence(made, "italy") == "sign"


@pytest.mark.parametrize(("tension", "verdict"), [(93, "refuse"), (94, "sign"), (96, "sign")])
def test_an_absent_party_signs_rather_than_bring_the_great_war(tension: int, verdict: str) -> None:
    """P83: defiance and the failure of the congress raise the tension by 5, and the marker that
    falls by default by 1."""
    made = adopted(COSTLY, tension)
    assert absence(made, "france") == verdict
    leave_congress(made)
    assert made.state.outcome is None


@pytest.mark.parametrize("tension", range(85, 99))
def test_absent_parties_do_not_bring_the_great_war_together(tension: int) -> None:
    """P83: each of two is asked for money; the refusals of both count, and only one is made where
    two would be too much."""
    made = adopted(BOTH_PAY, tension)
    refused = [seat for seat in ("france", "italy") if absence(made, seat) == "refuse"]
    assert len(refused) == (2 if tension < 92 else 1 if tension < 94 else 0)
    leave_congress(made)
    assert made.state.outcome is None


@pytest.mark.parametrize("tension", range(85, 96))
def test_absent_parties_do_not_bring_the_great_war_by_post(tension: int) -> None:
    made = called()
    papers(made, {"germany": {"tunis": BOTH_PAY, "marocco": "favour germany"}})
    everyone = made.seats
    ballots(made, *((number, everyone) for number in range(1, len(session(made).drafts) + 1)))
    made.state.tension = tension
    leave_congress(made)
    assert made.state.outcome is None


def leave_congress(made: PaxContext) -> None:
    """All are absent until the congress is over."""
    while made.state.stack and made.state.congress is not None and made.state.outcome is None:
        leave(made)


def test_a_failure_still_to_come_counts() -> None:
    """10.7: the congress has failed over another item, which raises the tension at its end."""
    made = adopted(COSTLY, 95)
    made.state.congress = msgspec.structs.replace(session(made), failed=True)
    assert absence(made, "france") == "sign"


def test_a_refusal_warns_of_what_others_will_refuse() -> None:
    """At 93 one refusal does no harm; what else will be refused is named."""
    made = adopted(BOTH_PAY, 93)
    ask, frame = question(made)
    refusing, signing = sorted(("france", "italy"), key=lambda seat: absence(made, seat))
    assert (absence(made, refusing), absence(made, signing)) == ("refuse", "sign")
    cautions = ask.cautions(made, frame, signing, ask.parse("refuse"))
    assert [(c.key, c.args) for c in cautions] == [("caution.great_war_too", {"seats": [refusing]})]
    assert ask.cautions(made, frame, refusing, ask.parse("refuse")) == []


def test_an_absent_party_refused_under_earlier_rules() -> None:
    made = adopted(FAVOUR)
    made.state.rules = "3"
    assert absence(made, "france") == "refuse"


def test_a_refusal_says_where_the_tension_ends() -> None:
    """The failure of the congress and the markers that fall follow from it, and are counted."""
    made = adopted(FAVOUR, 94)
    ask, frame = question(made)
    refuse = ask.parse("refuse")
    hint = ask.hint(made, frame, "france", refuse)
    assert hint is not None
    assert '"total":100' in str(hint.args["sentences"])
    assert [c.key for c in ask.cautions(made, frame, "france", refuse)] == ["caution.great_war"]
    assert ask.cautions(made, frame, "france", ask.parse("sign")) == []
    made.state.tension = 93
    assert ask.cautions(made, frame, "france", refuse) == []


def test_no_plain_solution_is_void() -> None:
    """10.4: the United States protest against France in Venezuela, which Italy shares: without
    Italy, which is no party, nothing can be shared there."""
    made = world()
    clear(made, "venezuela")
    for power in ("france", "italy"):
        made.put_marker(power, "venezuela", PROTECTORATE)
        army(made, power, "venezuela", 1)
    made.share("venezuela", ["france", "italy"])
    made.put_marker("united_states", "venezuela", Status.INTEREST)
    give_cause(made, "monroe_doctrine", "united_states", "france", "venezuela")
    call_congress(made, "united_states", "germany", "great_britain")
    item = session(made).items[0]
    assert set(item.parties) == {"united_states", "france"}
    assert set(standard_drafts(made, item)) == {"favour united_states"}
    made.state.rules = "3"
    assert "share" in standard_drafts(made, item)


def test_who_cannot_pay_is_told_before_signing() -> None:
    made = adopted(COSTLY)
    made.state.treasury["france"] = 5
    ask, frame = question(made)
    cautions = ask.cautions(made, frame, "france", ask.parse("sign"))
    assert [c.key for c in cautions] == ["doubt.cannot_pay"]
    assert ask.cautions(made, frame, "italy", ask.parse("sign")) == []
