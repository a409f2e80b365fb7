"""9.5, 12.2, P80: a secret alliance obliges no power until the power it serves invokes it."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.belligerents import at_war
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import Treaty
from entente.games.pax.war.declarations import call_declaration
from entente.kernel import registry
from tests.games.pax.random_games import Table, begin
from tests.games.pax.talks import allowed_at_desk, asked, at_desk, sign_treaty
from tests.games.pax.worlds import absence, answer, leave, question, run, world

GAME = registry.load("pax")
DEFENCE = "defensive power=italy; protected=france; against=[great_britain]"
ATTACK = "offensive power=italy; partner=great_britain; against=[france]"


def attacked(*clauses: str, author: str = "france", rules: str = "3") -> PaxContext:
    """Britain has declared war on France; there is a secret treaty of these clauses."""
    made = world(rules=rules)
    sign_treaty(made, author, *clauses, secret=True)
    call_declaration(made, "great_britain", "france")
    run(made)
    return made


def only(made: PaxContext) -> Treaty:
    (treaty,) = made.state.treaties.values()
    return treaty


# -- the question


def test_the_protected_power_invokes_it_and_so_publishes_it() -> None:
    """P80: then the ally must come."""
    made = attacked(DEFENCE)
    assert asked(made) == "invoke_allies"
    assert only(made).secret
    answer(made, {"france": f"invoke {only(made).id}"})
    assert not only(made).secret
    assert asked(made) == "honour_obligation"
    answer(made, {"italy": "honour italy great_britain"})
    assert at_war(made, "italy", "great_britain")


def test_an_alliance_that_is_not_invoked_obliges_no_power() -> None:
    """P80: and the treaty stays secret; Italy has broken nothing."""
    made = attacked(DEFENCE)
    answer(made, {"france": f"conceal {only(made).id}"})
    assert made.state.stack == []
    assert only(made).secret
    assert not only(made).breaches
    assert not at_war(made, "italy")


def test_the_declarer_invokes_an_offensive_alliance() -> None:
    """P80: what the protected power is for a defensive one."""
    made = attacked(ATTACK, author="great_britain")
    answer(made, {"great_britain": f"invoke {only(made).id}"})
    assert asked(made) == "honour_obligation"
    assert question(made)[1].text("against") == "france"


def test_one_secret_alliance_may_be_invoked_and_another_kept() -> None:
    """P80: each by itself."""
    made = world()
    first = sign_treaty(made, "france", DEFENCE, secret=True).id
    russian = "defensive power=russia; protected=france; against=[anyone]"
    second = sign_treaty(made, "france", russian, secret=True).id
    call_declaration(made, "great_britain", "france")
    run(made)
    answer(made, {"france": f"conceal {first}; invoke {second}"})
    assert made.state.treaties[first].secret
    assert question(made)[1].text("power") == "russia"
    answer(made, {"russia": "break russia great_britain"})
    assert asked(made) != "honour_obligation"


def test_an_invoked_treaty_calls_every_power_it_obliges() -> None:
    """9.5: it becomes public as a whole."""
    both = "defensive power=russia; protected=france; against=[great_britain]"
    made = attacked(DEFENCE, both)
    answer(made, {"france": f"invoke {only(made).id}"})
    called = []
    while asked(made) == "honour_obligation":
        frame = question(made)[1]
        called.append(frame.text("power"))
        answer(made, {frame.text("power"): f"break {frame.text('power')} great_britain"})
        while asked(made) == "declare_at_once":
            leave(made)
    assert sorted(called) == ["italy", "russia"]


def test_germany_invokes_what_protects_austria_hungary() -> None:
    """1: the German seat decides for it."""
    made = world()
    clause = "defensive power=italy; protected=austria_hungary; against=[russia]"
    sign_treaty(made, "germany", clause, secret=True)
    call_declaration(made, "russia", "austria_hungary")
    run(made)
    answer(made, {"germany": f"invoke {only(made).id}"})
    assert question(made)[1].text("power") == "italy"


def test_a_protected_power_cannot_invoke_a_guarantee_it_does_not_know() -> None:
    """P79, P80: France has not signed; the war goes on without Italy."""
    made = world()
    guarantee = "defensive power=italy; protected=france; against=[great_britain]"
    at_desk(made, "italy", f"offer with=[russia]; secret=yes; clauses=[{guarantee}]")
    (name,) = made.state.treaties
    at_desk(made, "russia", f"sign {name}")
    call_declaration(made, "great_britain", "france")
    run(made)
    assert made.state.stack == []
    assert only(made).secret


def test_an_absent_power_invokes_nothing() -> None:
    """2: the default does not publish what was secret."""
    made = attacked(DEFENCE)
    assert absence(made, "france") == f"conceal {only(made).id}"
    answer(made, {})
    assert only(made).secret
    assert made.state.stack == []


def test_a_treaty_published_meanwhile_obliges() -> None:
    """9.5: Italy's partner publishes it at the desk while the question is open."""
    made = attacked(DEFENCE)
    name = only(made).id
    at_desk(made, "italy", f"publish {name}")
    assert asked(made) == "honour_obligation"


def test_a_treaty_ended_meanwhile_obliges_no_power() -> None:
    """9.5: an answer that names it comes to nothing."""
    made = attacked(DEFENCE)
    name = only(made).id
    ask, frame = question(made)
    for seat in ("france", "italy"):
        at_desk(made, seat, f"end {name}")
    ask.resolve_sealed(made, frame, {"france": ask.parse(f"invoke {name}")})
    assert only(made).secret


def test_a_power_that_may_be_called_does_not_denounce_it_first() -> None:
    """P63: Italy waits until France has answered."""
    made = attacked(DEFENCE)
    assert not allowed_at_desk(made, "italy", f"denounce {only(made).id}")
    answer(made, {})
    assert allowed_at_desk(made, "italy", f"denounce {only(made).id}")


def test_by_earlier_rules_it_is_published_by_itself() -> None:
    """Tables of versions 1 and 2."""
    made = attacked(DEFENCE, rules="2")
    assert not only(made).secret
    assert asked(made) == "honour_obligation"


def test_by_earlier_rules_two_obligations_of_one_secret_treaty() -> None:
    """Both allies are found although the first call has published the treaty."""
    both = "defensive power=russia; protected=france; against=[great_britain]"
    made = attacked(DEFENCE, both, rules="2")
    first = question(made)[1].text("power")
    answer(made, {first: f"break {first} great_britain"})
    while asked(made) == "declare_at_once":
        leave(made)
    assert asked(made) == "honour_obligation"
    assert question(made)[1].text("power") != first


# -- what others see


def play_until(table: Table, step: str, seat: str = "great_britain") -> None:
    """Leave every decision to its default until a seat has this one."""
    rng = Random(5)
    while not any((each.step, each.seat) == (step, seat) for each in table.decisions):
        decision = next(each for each in table.decisions if each.must)
        table.apply(
            decision.seat, table.bind(decision).default_answer() or decision.menu.sample(rng)
        )


def declared(with_treaty: bool) -> Table:
    """A real game in which Britain declares war on France."""
    table = begin(5, players=7, turns=2)
    if with_treaty:
        table.apply("france", f"offer with=[italy]; secret=yes; clauses=[{DEFENCE}]")
        (name,) = table.state.treaties
        table.apply("italy", f"sign {name}")
    play_until(table, "negotiate")
    give_cause(table.context, "treaty_broken", "great_britain", "france")
    play_until(table, "declare_war")
    table.apply("great_britain", "declare great_britain france")
    return table


def test_the_decision_does_not_reveal_a_secret_alliance() -> None:
    """14, P80: target and declarer decide in any case, under seal."""
    plain, secret = declared(with_treaty=False), declared(with_treaty=True)
    for viewer in (*plain.context.seats, None):
        if viewer not in ("france", "italy"):
            assert plain.view(viewer) == secret.view(viewer)
    waiting = {each.seat for each in plain.decisions if each.must}
    assert waiting == {"france", "great_britain"}
    (name,) = secret.state.treaties
    plain.apply("france", "pass")
    secret.apply("france", f"conceal {name}")
    for table in (plain, secret):
        table.apply("great_britain", "pass")
    for viewer in (*plain.context.seats, None):
        if viewer not in ("france", "italy"):
            assert plain.view(viewer) == secret.view(viewer)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_question_is_put_in_both_languages(language: str) -> None:
    made = attacked(DEFENCE)
    ask, frame = question(made)
    catalog = GAME.catalog(language).strict
    for seat in ask.seats(made, frame):
        assert catalog.line(ask.prompt(made, frame, seat))
    hint = ask.hint(made, frame, "france", ask.parse(f"invoke {only(made).id}"))
    assert hint is not None
    assert "{" not in catalog.line(hint)
