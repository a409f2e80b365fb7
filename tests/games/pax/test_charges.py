"""Accusations (9.5, P77, P82): possible charges, the jury and the consequences."""

from __future__ import annotations

from random import Random

import msgspec

from entente.games.pax.context import PaxContext, steps
from entente.games.pax.presentation.view import resample_hidden, visible_charges
from entente.games.pax.records.treaty import CAST, IN_FORCE, Breach, Clause, Treaty
from entente.games.pax.treaties.accusations import charges_by, close_charges, open_charges
from entente.games.pax.treaties.breaches import breach, publish
from entente.kernel import Frame
from tests.games.pax.talks import allowed_at_desk, at_desk
from tests.games.pax.worlds import call, log, world

SECRET = "france.germany.great_britain.italy-1"
BEHAVE = Clause("text", {"power": "germany", "words": "Behave."})
PEACE = Clause("no_war", {"power": "italy", "towards": "russia"})
MODEST = Clause("text", {"power": "germany", "words": "Be modest."})


def with_treaty(*parties: str, secret: bool = False, rules: str = "") -> tuple[PaxContext, str]:
    """A treaty whose second and third clauses bind Germany in words."""
    made = world(rules=rules) if rules else world()
    name = SECRET if secret else "treaty-1"
    treaty = Treaty(
        id=name,
        by="france",
        parties=parties or ("france", "germany", "great_britain", "italy"),
        clauses=(PEACE, BEHAVE, MODEST),
        secret=secret,
        state=IN_FORCE,
        turn=1,
    )
    made.state.treaties = {name: treaty}
    made.state.public_treaties = 0 if secret else 1
    return made, name


def charge(
    made: PaxContext, name: str, clause: int = 2, year: int = 1880, by: str = "france"
) -> str:
    """Germany is accused; what the jurors vote on."""
    about = f"{name} germany {clause} {year}"
    at_desk(made, by, f"accuse {about}")
    return about


def test_a_party_without_such_a_clause_cannot_be_charged() -> None:
    """P82: only Germany is bound in words, so Great Britain and Italy cannot be accused."""
    made, name = with_treaty()
    charges = charges_by(made, "france", made.state.treaties[name])
    assert {action.split()[2] for action in charges} == {"germany"}
    desk, frame = steps.question("desk"), Frame("desk")
    refusal = desk.why_not(made, frame, "france", desk.parse(f"accuse {name} italy 1 1880"))
    assert refusal is not None
    assert refusal.message.key == "why.no_charge"
    assert charges_by(made, "germany", made.state.treaties[name]) == []


def test_the_breach_names_the_clause_charged() -> None:
    """P82: the third clause is charged, not the first one in words."""
    made, name = with_treaty()
    about = charge(made, name, clause=3)
    for juror in ("france", "italy"):
        at_desk(made, juror, f"judge {about} broken")
    assert made.state.treaties[name].breaches == (Breach("germany", 2, 1, counted=True),)
    assert made.state.charges == ()


def test_a_charge_follows_its_treaty_when_it_is_published() -> None:
    """9.5: a secret treaty between four becomes known while its parties judge."""
    made, name = with_treaty(secret=True)
    about = charge(made, name)
    known = publish(made, made.state.treaties[name]).id
    about = about.replace(name, known)
    for seat in ("france", "great_britain"):
        at_desk(made, seat, f"judge {about} broken")
    assert made.state.charges == ()
    assert made.state.treaties[known].breakers == ("germany",)


def test_the_verdict_falls_when_the_missing_votes_cannot_change_it() -> None:
    """P82: one silent juror of three blocks nothing."""
    made, name = with_treaty()
    about = charge(made, name)
    at_desk(made, "france", f"judge {about} broken")
    assert len(open_charges(made, "italy")) == 1
    at_desk(made, "italy", f"judge {about} broken")
    assert made.state.charges == ()
    assert log(made, "log.verdict") == [
        {"treaty": name, "power": "germany", "broken": 2, "kept": 0}
    ]


def test_a_juror_silent_until_the_end_of_the_turn_abstains() -> None:
    """P82: of three jurors one votes; the majority of the votes cast decides."""
    made, name = with_treaty()
    about = charge(made, name)
    at_desk(made, "france", f"judge {about} broken")
    call(made, "final_record")
    assert made.state.charges == ()
    assert made.state.treaties[name].breakers == ("germany",)


def test_without_any_vote_the_accused_is_acquitted() -> None:
    """9.5: a tie acquits, also one without votes."""
    made, name = with_treaty()
    charge(made, name)
    close_charges(made)
    assert made.state.charges == ()
    assert made.state.treaties[name].breaches == ()


def test_with_two_signatories_the_others_judge_in_public() -> None:
    """9.5: the treaty is published; neither party votes."""
    made, name = with_treaty("france", "germany", secret=True)
    at_desk(made, "france", f"accuse {name} germany 2 1880")
    (case,) = made.state.charges
    assert case.treaty == "treaty-1"
    assert set(case.jury) == set(made.seats) - {"france", "germany"}


def test_an_earlier_breach_does_not_bar_an_accusation() -> None:
    """P77: Germany broke the second clause in an earlier turn, which was found; it breaks it
    again."""
    made, name = with_treaty()
    breach(made, made.state.treaties[name], 1, "germany")
    made.state.turn = 2
    assert allowed_at_desk(made, "france", f"accuse {name} germany 2 1884")


def test_after_an_acquittal_the_same_act_is_not_charged_again() -> None:
    """P77: no power accuses again of that clause and that turn; another act is another charge."""
    made, name = with_treaty()
    about = charge(made, name)
    assert not allowed_at_desk(made, "great_britain", f"accuse {about}")
    for juror in ("france", "great_britain"):
        at_desk(made, juror, f"judge {about} kept")
    assert made.state.charges == ()
    assert not allowed_at_desk(made, "france", f"accuse {about}")
    assert allowed_at_desk(made, "france", f"accuse {name} germany 3 1880")
    made.state.turn = 2
    assert not allowed_at_desk(made, "italy", f"accuse {about}")
    assert allowed_at_desk(made, "italy", f"accuse {name} germany 2 1884")


def test_an_act_is_charged_in_its_turn_or_the_next() -> None:
    """9.5: and not of a turn before the treaty, or one in which the clause did not bind."""
    made, name = with_treaty()
    assert not allowed_at_desk(made, "france", f"accuse {name} germany 2 1876")
    made.state.turn = 3
    charges = charges_by(made, "france", made.state.treaties[name])
    assert {action.split()[-1] for action in charges} == {"1884", "1888"}


def test_a_released_party_neither_accuses_nor_is_accused() -> None:
    """9.5: a party that left the treaty is no longer a signatory."""
    made, name = with_treaty()
    freed = msgspec.structs.replace(made.state.treaties[name], released=("france",))
    made.state.treaties = {name: freed}
    assert charges_by(made, "france", freed) == []
    charge(made, name, by="italy")
    assert made.state.charges[0].jury == ("great_britain", "italy")


def test_votes_are_sealed_until_the_verdict() -> None:
    """P82: every seat sees that France has voted, and only France how."""
    made, name = with_treaty()
    about = charge(made, name)
    at_desk(made, "france", f"judge {about} broken")
    assert visible_charges(made, "france")[0].votes == {"france": "broken"}
    for viewer in ("germany", "italy", "russia", None):
        assert visible_charges(made, viewer)[0].votes == {"france": CAST}
    drawn = set()
    for seed in range(20):
        twin = made.for_copy(made.state.copy())
        resample_hidden(twin, "italy", Random(seed))
        assert visible_charges(twin, "italy") == visible_charges(made, "italy")
        drawn.add(twin.state.charges[0].votes["france"])
    assert drawn == {"kept", "broken"}


def test_up_to_version_2_a_charge_names_no_clause() -> None:
    """Tables of version 2 play on by theirs: all three jurors must vote."""
    made, name = with_treaty(rules="2")
    at_desk(made, "france", f"accuse {name} italy")
    about = f"{name} italy"
    for juror in ("france", "great_britain"):
        at_desk(made, juror, f"judge {about} broken")
    assert len(open_charges(made, "germany")) == 1
    at_desk(made, "germany", f"judge {about} kept")
    assert made.state.treaties[name].breaches == (Breach("italy", 1, 1, counted=True),)
