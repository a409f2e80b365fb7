"""Standing instructions: conditions under which the table answers for a seat."""

from __future__ import annotations

from entente.games.pax import game  # noqa: F401  (brings all steps)
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext, steps
from entente.kernel import Plans, Seat, step
from tests.games.pax.peace import INFLUENCE, PROTECTORATE
from tests.games.pax.talks import (
    add_dispute,
    at_desk,
    call_congress,
    dispute,
    offer_text,
    sign_treaty,
    table,
)
from tests.games.pax.worlds import army, call, clear, question, world


def due(made: PaxContext, seat: Seat, *choices: str) -> str | None:
    """Return what instructions amount to in the open decision."""
    _, frame = question(made)
    return steps.preparable[frame.step].due(made, seat, choices).answer


def offered(made: PaxContext, name: str, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return what a seat may lay down for a decision, by thing."""
    (occasion,) = steps.preparable[name].occasions(made, seat, Plans())
    assert occasion.key == "always"
    return dict(occasion.choices)


def fighting(strength: int) -> PaxContext:
    """France wants to establish a protectorate in Tunis."""
    made = world()
    clear(made, "tunis")
    made.put_marker("france", "tunis", PROTECTORATE, Status.NONE)
    army(made, "france", "tunis", strength)
    call(made, "colonial_combat")
    return made


def test_attack_depends_on_the_faces_that_win() -> None:
    """7.1: a strong army attacks by itself, a weak one declines or asks."""
    strong, weak = fighting(10), fighting(1)
    assert due(strong, "france", "attack 4", "below ask") == "attack tunis"
    assert due(weak, "france", "attack 6", "below ask") is None
    assert due(weak, "france", "attack 6", "below decline") == "decline tunis"
    assert due(weak, "france", "below decline") == "decline tunis"
    assert due(strong, "france") is None
    assert set(offered(strong, "choose_fights", "france")) == {"attack", "below"}


def test_units_go_where_they_were_told_or_ask() -> None:
    """7.5: the first place that they can reach."""
    made = world()
    clear(made, "tunis")
    made.put_marker("france", "algiers", PROTECTORATE)
    army(made, "france", "tunis", 3)
    call(made, step("retreat", power="france", area="tunis"))
    _, frame = question(made)
    assert frame.step == "choose_retreat"
    home = made.home("france")
    assert due(made, "france", "to home") == f"retreat army 3 tunis {home}"
    assert due(made, "france", "to algiers", "to home") == "retreat army 3 tunis algiers"
    assert due(made, "france", "to natal") is None
    assert "to algiers" in offered(made, "choose_retreat", "france")["to"]


def test_ready_unless_concerned() -> None:
    """9.2: a dispute, a casus belli or an offer keeps a seat from being ready."""
    concerned = ("ready", "unless dispute", "unless cause", "unless offer")
    made = dispute()
    call(made, "negotiation")
    assert due(made, "japan", *concerned) == "ready"
    assert due(made, "france", *concerned) is None
    assert due(made, "italy", *concerned) is None
    assert due(made, "france", "ready") == "ready"
    assert due(made, "japan", "unless offer") is None
    at_desk(made, "russia", offer_text(made, "russia", "vote power=japan; area=tunis; side=yes"))
    assert due(made, "japan", *concerned) is None


def test_silence_unless_something_is_lost() -> None:
    """10.1, 12.2: who would lose a marker is asked."""
    made = dispute()
    call(made, "congress")
    _, frame = question(made)
    assert frame.step == "congress_call"
    assert due(made, "france", "silent") is None
    made.put_marker("france", "tunis", Status.NONE)
    made.put_marker("italy", "tunis", Status.NONE)
    assert due(made, "france", "silent") == "silent"
    assert due(made, "france") is None


def test_vote_by_author_and_by_promise() -> None:
    """10.4: parties are always asked; a promised vote is kept."""
    made = dispute()
    call_congress(made, "france", "germany", "russia")
    table(made, "france", "favour france")
    assert question(made)[1].step == "vote_draft"
    assert due(made, "russia", "no others") == "vote no"
    assert due(made, "russia", "yes france", "no others") == "vote yes"
    assert due(made, "russia", "yes germany") is None
    assert due(made, "italy", "yes others") is None
    assert due(made, "france", "yes others") is None
    assert "yes others" in offered(made, "vote_draft", "russia")["others"]


def test_promised_vote_comes_before_instructions() -> None:
    """9.5: Russia has promised France a yes on Tunis."""
    made = dispute()
    sign_treaty(made, "france", "vote power=russia; area=tunis; side=yes")
    call_congress(made, "france", "germany", "russia")
    table(made, "france", "favour france")
    assert due(made, "russia", "no others") == "vote yes"


def test_instructions_are_offered_at_any_time_and_hide_nothing() -> None:
    made = world()
    add_dispute(made, PROTECTORATE, "italy", "tunis")
    made.put_marker("france", "tunis", INFLUENCE)
    for name, each in steps.preparable.items():
        assert each.lasting, name
        for seat in made.seats:
            found = list(each.occasions(made, seat, Plans()))
            assert all(occasion.key == "always" for occasion in found)


def test_attacks_and_retreats_break_no_treaty() -> None:
    """9.4: what a treaty forbids is asked about; units take the next of their places."""
    made = fighting(10)
    assert due(made, "france", "attack 1") == "attack tunis"
    sign_treaty(made, "italy", "no_placement power=france; areas=[tunis]")
    assert due(made, "france", "attack 1") is None

    made = world()
    clear(made, "tunis")
    made.put_marker("france", "algiers", PROTECTORATE)
    army(made, "france", "tunis", 3)
    call(made, step("retreat", power="france", area="tunis"))
    there = sum(made.armies("france", "algiers"))
    most = "units_max power=france; areas=[algiers]; kind=army; strength=points"
    sign_treaty(made, "italy", f"{most} {there + 2}")
    home = f"retreat army 3 tunis {made.home('france')}"
    assert due(made, "france", "to algiers", "to home") == home
    assert due(made, "france", "to algiers") is None
