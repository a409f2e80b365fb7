"""Markers that change hands by treaty or by a congress (9.2, 9.4, 10.5)."""

from __future__ import annotations

import pytest

from entente.games.pax.board import Status
from entente.games.pax.congress.agenda import session
from entente.games.pax.congress.drafts import draft_treaty
from entente.games.pax.context import PaxContext
from entente.games.pax.negotiation.clause_warnings import clause_warnings
from entente.games.pax.records.treaty import Clause
from tests.games.pax.peace import INFLUENCE, INTEREST, POSSESSION, PROTECTORATE, leave_all
from tests.games.pax.talks import (
    add_dispute,
    call_congress,
    dispute,
    draft_text,
    sign_treaty,
    signatures,
    table,
    vote,
)
from tests.games.pax.worlds import armies, army, clear, log, question, world

SWAP = "exchange area=kamerun; other=gabon; from=germany; to=france"


def negotiating() -> PaxContext:
    """Germany holds Kamerun and France Gabon, in the negotiation phase."""
    made = world()
    clear(made, "kamerun", "gabon")
    made.put_marker("germany", "kamerun", PROTECTORATE)
    made.put_marker("france", "gabon", PROTECTORATE)
    made.state.phase = "negotiation"
    return made


def use_up(made: PaxContext, power: str, pool: str, status: Status) -> None:
    """A power puts its last counters of a pool on the map, in empty areas."""
    for area in made.board.areas:
        if made.counters(power, pool) == 0:
            return
        if not made.markers(area):
            made.put_marker(power, area, status)
    assert made.counters(power, pool) == 0


# -- exchanges


def test_exchange() -> None:
    made = negotiating()
    treaty = sign_treaty(made, "germany", SWAP)
    assert made.status("france", "kamerun") is PROTECTORATE
    assert made.status("germany", "gabon") is PROTECTORATE
    assert treaty.state == "fulfilled"


def test_exchange_is_all_or_nothing() -> None:
    """9.4: France cannot take Kamerun, where it holds as much already; Germany gets no Gabon."""
    made = negotiating()
    made.put_marker("germany", "gabon", POSSESSION)
    made.share("gabon", ["france", "germany"])
    sign_treaty(made, "germany", SWAP)
    assert made.status("germany", "kamerun") is PROTECTORATE
    assert made.status("france", "gabon") is PROTECTORATE
    assert made.status("france", "kamerun") is Status.NONE
    assert len(log(made, "log.clause_void")) == 1
    assert made.state.codominions["gabon"] == ("france", "germany")


def test_exchange_was_half_executed_by_the_second_rules() -> None:
    made = negotiating()
    made.state.rules = "2"
    made.put_marker("germany", "gabon", POSSESSION)
    made.share("gabon", ["france", "germany"])
    sign_treaty(made, "germany", SWAP)
    assert made.status("france", "kamerun") is PROTECTORATE
    assert made.status("france", "gabon") is PROTECTORATE


def test_exchange_uses_the_counters_it_frees() -> None:
    """1, 9.4: neither has a counter left but the one that comes back."""
    made = negotiating()
    pool = "protectorate_or_possession"
    use_up(made, "germany", pool, PROTECTORATE)
    use_up(made, "france", pool, PROTECTORATE)
    sign_treaty(made, "germany", SWAP)
    assert made.status("france", "kamerun") is PROTECTORATE
    assert made.status("germany", "gabon") is PROTECTORATE


# -- tension in a congress


def congress_on_tunis() -> PaxContext:
    """A congress about Tunis; Germany holds Kamerun, which is not disputed."""
    made = dispute()
    clear(made, "kamerun")
    army(made, "germany", "kamerun", 1)
    made.put_marker("germany", "kamerun", PROTECTORATE)
    call_congress(made, "france", "great_britain", "germany")
    return made


@pytest.mark.parametrize(
    "clause",
    [
        "remove power=germany; area=kamerun",
        "cede area=kamerun; from=germany; to=great_britain",
    ],
)
def test_congress_that_takes_an_undisputed_marker_raises_tension(clause: str) -> None:
    """P61: three steps from a protectorate, beside the one in Tunis; no power is to blame
    for these."""
    made = congress_on_tunis()
    lower = "lower power=france; area=tunis; level=interest"
    table(made, "great_britain", draft_text(lower, clause))
    vote(made, *session(made).members)
    all_sign(made)
    assert made.status("germany", "kamerun") is Status.NONE
    rises = [(r.kind, r.amount, r.seat) for r in made.state.rises]
    assert rises == [
        ("congress_called", 3, "france"),
        ("status_lowered", 1, "italy"),
        ("status_lowered", 3, None),
    ]


def all_sign(made: PaxContext) -> None:
    ask, frame = question(made)
    signatures(made, dict.fromkeys(ask.seats(made, frame), "sign"))
    leave_all(made)


def test_gift_outside_a_congress_raises_nothing() -> None:
    """P17: also while a congress sits."""
    made = congress_on_tunis()
    sign_treaty(made, "germany", "cede area=kamerun; from=germany; to=france")
    assert made.status("france", "kamerun") is PROTECTORATE
    assert made.state.tension == 23


# -- minors


def congo(*, home: tuple[int, ...] = (1,)) -> PaxContext:
    """Germany has taken the Congo, where Belgium has influence; a congress sits about it."""
    made = world()
    for place in list(made.army_places("belgium")):
        for strength in made.armies("belgium", place):
            made.remove_unit("belgium", "army", place, strength)
    army(made, "belgium", "home_belgium", *home)
    made.put_marker("france", "kongo", INFLUENCE)
    add_dispute(made, PROTECTORATE, "germany", "kongo")
    call_congress(made, "france", "great_britain")
    return made


SHARED = "codominion area=kongo; members=[germany | belgium | france]; level=protectorate"


def shared(made: PaxContext) -> None:
    table(made, "france", draft_text(SHARED))
    vote(made, *session(made).members)
    all_sign(made)


def test_minor_with_a_share_gets_its_garrison_at_once() -> None:
    """P64: the smallest army from home."""
    made = congo(home=(3, 1))
    shared(made)
    assert made.status("belgium", "kongo") is PROTECTORATE
    assert armies(made, "kongo")["belgium"] == (1,)
    assert made.armies("belgium", "home_belgium") == (3,)


def test_minor_without_an_army_gets_a_new_one() -> None:
    """P64, 5.3: the smallest from the pool, if home and the colonies have none to spare."""
    made = congo(home=())
    shared(made)
    assert armies(made, "kongo")["belgium"] == (1,)


def test_share_of_a_minor_without_any_army_lapses() -> None:
    """P64: its influence cannot stay beside the control of others."""
    made = congo(home=())
    for strength in (1, 3, 10):
        while made.counters("belgium", f"strength_{strength}") > 0:
            made.add_unit("belgium", "navy", "home_belgium@north_atlantic", strength)
    shared(made)
    assert made.status("belgium", "kongo") is INTEREST
    assert set(made.state.codominions["kongo"]) == {"germany", "france"}
    assert log(made, "log.share_lapses") == [{"power": "belgium", "area": "kongo"}]


def test_control_ceded_to_a_minor_comes_with_an_army() -> None:
    """P64: a share that a major hands to a minor in a congress is garrisoned as well."""
    made = congo(home=(3,))
    away = "remove power=france; area=kongo"
    give = "cede area=kongo; from=germany; to=belgium"
    table(made, "france", draft_text(give, away))
    vote(made, *session(made).members)
    all_sign(made)
    assert made.status("belgium", "kongo") is PROTECTORATE
    assert armies(made, "kongo") == {"belgium": (3,)}


def test_counter_that_comes_back_is_no_doubt() -> None:
    """9.4: who writes an exchange is not warned of a counter that the exchange itself frees."""
    made = congress_on_tunis()
    clear(made, "gabon")
    made.put_marker("france", "gabon", PROTECTORATE)
    use_up(made, "france", "protectorate_or_possession", PROTECTORATE)
    args = {"area": "kamerun", "other": "gabon", "from": "germany", "to": "france"}
    clause = Clause("exchange", dict(args))
    treaty = draft_treaty(made, session(made).items[0], (clause,))
    assert list(clause_warnings(made, treaty, clause)) == []


@pytest.mark.parametrize(("rules", "left"), [("3", Status.NONE), ("2", INTEREST)])
def test_codominion_founded_after_the_settlement_leaves_no_interest_beside_it(
    rules: str, left: Status
) -> None:
    """9.2, 12.10: nothing later in the turn would see to the American interest in Serbia."""
    made = world(rules=rules)
    clear(made, "serbia")
    made.put_marker("united_states", "serbia", INTEREST)
    made.state.treasury = {**made.state.treasury, "france": 100, "germany": 100}
    made.state.phase, made.state.settled = "war", True
    sign_treaty(
        made, "germany", "codominion area=serbia; members=[france | germany]; level=possession"
    )
    assert made.status("france", "serbia") is POSSESSION
    assert made.status("united_states", "serbia") is left
