"""9.4, 9.5, P63: what was done while a treaty bound its author counts after the author has left,
and after the treaty has run out."""

from __future__ import annotations

import pytest

from entente.games.pax.context import PaxContext
from entente.games.pax.negotiation.desk import TreatyDesk
from entente.games.pax.negotiation.offers import expire
from entente.games.pax.records.treaty import Treaty
from entente.games.pax.treaties.breaches import breach, change
from entente.kernel import Seat, step
from tests.games.pax.talks import at_desk, sign_treaty
from tests.games.pax.worlds import answer, call, question, world

PROMISE = 'text power=russia; words="Keep the peace."'


def breaches_counted(made: PaxContext) -> int:
    """Return how often the tension has risen over a broken treaty."""
    return sum(rise.kind == "treaty_broken" for rise in made.state.rises)


def three_parties(made: PaxContext, *clauses: str) -> Treaty:
    """A treaty of France, Russia and Italy, which Italy has broken: the others may release
    themselves."""
    made.state.push_standing(step("desk"))
    treaty = sign_treaty(made, "france", *clauses, "no_placement power=italy; areas=[siam]")
    breach(made, treaty, len(clauses), "italy")
    return made.state.treaties[treaty.id]


def starting(made: PaxContext, seat: Seat, *words: str) -> list[str]:
    """Return what a seat may do at the desk that begins with one of these words."""
    return [each for each in TreatyDesk().answers(made, seat) if each.startswith(words)]


def test_an_accused_power_does_not_escape_by_releasing_itself() -> None:
    """9.5, P82: the verdict is on an act of the time before."""
    made = world()
    treaty = three_parties(made, PROMISE, "no_placement power=france; areas=[siam]")
    at_desk(made, "france", starting(made, "france", "accuse")[0])
    at_desk(made, "russia", f"release {treaty.id}")
    before = breaches_counted(made)
    for juror in ("france", "italy"):
        for vote in [each for each in starting(made, juror, "judge") if each.endswith("broken")]:
            at_desk(made, juror, vote)
    assert breaches_counted(made) == before + 1


def test_a_debtor_does_not_escape_by_releasing_itself() -> None:
    """9.4: the payment fell short while France was bound; then Russia insists on it."""
    made = world()
    debt = "pay from=france; to=russia; amount=pounds 50; due=each_turn; start=turn 2"
    treaty = three_parties(made, debt)
    made.state.turn = 2
    made.state.treasury = {**made.state.treasury, "france": 0}
    before = breaches_counted(made)
    call(made, "treaty_payments")
    assert question(made)[1].step == "shortfall"
    at_desk(made, "france", f"release {treaty.id}")
    answer(made, {"russia": "insist"})
    assert breaches_counted(made) == before + 1


@pytest.mark.parametrize("kind", ["treaty", "clause"])
def test_an_act_of_the_last_turn_of_a_treaty_is_charged_in_the_next(kind: str) -> None:
    """9.5: in the same turn or the next, also if the treaty has run out meanwhile."""
    made = world()
    treaty = sign_treaty(made, "france", PROMISE + ("; until=turn 1" if kind == "clause" else ""))
    if kind == "treaty":
        change(made, treaty, until=1)
    for turn, charges in ((2, 1), (3, 0)):
        made.state.turn = turn
        expire(made)
        assert len(starting(made, "france", "accuse")) == charges


@pytest.mark.parametrize("when", ["if=(tension least=points 10)", "start=turn 3"])
def test_a_payment_that_waits_does_not_run_out(when: str) -> None:
    """9.4: due at signing, it waits for its turn or its condition, alone in a treaty too."""
    made = world()
    sign_treaty(made, "france", f"pay from=france; to=russia; amount=pounds 10; due=now; {when}")
    paid = made.money("russia")
    for turn in (2, 3):
        made.state.turn = turn
        expire(made)
        made.state.tension = 12 if turn == 3 else 0
        made.state.treasury = {**made.state.treasury, "france": 50}
        call(made, "treaty_payments")
    assert made.money("russia") == paid + 10
