"""How computer powers bargain at Pax Britannica: what they offer, sign, refuse, and say."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.board import Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.engine import offers, treaties
from entente.games.pax.engine.advice import QUICK
from entente.games.pax.engine.advice import at_desk as at_own_desk
from entente.games.pax.engine.bargains import Bargain, counter_offer, pays, priced
from entente.games.pax.engine.character import CAUTIOUS, IMPERIAL, TRADER, USUAL, Character
from entente.games.pax.engine.evaluator import Evaluator
from entente.games.pax.engine.features import WEIGHTS
from entente.games.pax.engine.letters import explain
from entente.games.pax.engine.level_evaluator import LevelEvaluator
from entente.games.pax.engine.markers import contest_gain, price_of_word
from entente.games.pax.engine.promises import trust
from entente.games.pax.engine.reasons import reasons
from entente.games.pax.engine.treaties import NEVER, value
from entente.games.pax.game import PaxBritannica
from entente.games.pax.negotiation.desk import TreatyDesk
from entente.games.pax.records.clause_kinds import CLAUSE_KINDS, MOST_CLAUSES
from entente.games.pax.records.treaty import OFFERED, Args, Clause, Treaty
from entente.games.pax.treaties.breaches import breach
from entente.games.pax.treaties.forms import clause_menu, read_clause, write_clause
from entente.kernel import Choose, Decision, Frame, Menu, Seat, say, step
from entente.kernel.menu import Form
from entente.players import message_text
from entente.players.engines import HARD
from tests.games.pax.talks import at_desk, sign_treaty
from tests.games.pax.worlds import army, board, world

GAME = PaxBritannica({})
ALLIANCE = "defensive power=russia; protected=france; against=[germany]"


def evaluator(made: PaxContext, seat: Seat, character: Character = USUAL) -> Evaluator:
    return Evaluator(made, seat, character)


def answer(made: PaxContext, seat: Seat, character: Character = USUAL) -> str | None:
    """Return what a seat does about the offers on its desk."""
    return treaties.answer(
        evaluator(made, seat, character), tuple(TreatyDesk().answers(made, seat)), treaties.signs
    )


def on_desk(made: PaxContext) -> Treaty:
    """The only offer."""
    (found,) = [t for t in made.state.treaties.values() if t.state == OFFERED]
    return found


def rich() -> PaxContext:
    """The opening, in the movement phase, with money for all."""
    made = world()
    made.state.phase = "movement"
    for power in made.majors:
        made.state.treasury[power] = 60
    return made


def in_the_way() -> PaxContext:
    """Germany would like to have Madagascar, where Italy has influence."""
    made = rich()
    made.put_marker("italy", "madagascar", Status.INFLUENCE)
    return made


def both_in_kamerun() -> PaxContext:
    """Germany and France have taken the same area in the same turn."""
    made = rich()
    made.state.phase = "negotiation"
    for power, other in (("germany", "france"), ("france", "germany")):
        made.put_marker(power, "kamerun", Status.PROTECTORATE)
        army(made, power, "kamerun", 1)
        give_cause(made, "double_establishment", power, other, "kamerun")
    return made


def test_a_bargain_is_written_as_it_is_read() -> None:
    made = in_the_way()
    bargain = next(
        each for each in offers.ways_cleared(evaluator(made, "germany")) if each.partner == "italy"
    )
    at_desk(made, "germany", bargain.written(evaluator(made, "germany")))
    assert on_desk(made).clauses == bargain.clauses


@pytest.mark.parametrize("kind", CLAUSE_KINDS)
def test_every_clause_is_written_as_it_is_read(kind: str) -> None:
    """With and without optional parts."""
    menu = clause_menu(board(), ("france", "germany", "italy"), 10)
    form = menu.form_of(kind)
    assert isinstance(form, Form)
    for seed in range(40):
        action = form.sample(Random(seed))
        assert write_clause(menu, read_clause(menu, action)) == action


def test_an_influence_in_the_way_of_control_is_bought_off() -> None:
    """You leave Madagascar, I pay: both gain, so it is signed and carried out."""
    made = in_the_way()
    seat = evaluator(made, "germany")
    bargain = max(offers.ways_cleared(seat), key=lambda each: each.gain)
    assert [clause.kind for clause in bargain.clauses] == ["lower", "no_placement", "pay"]
    at_desk(made, "germany", bargain.written(evaluator(made, "germany")))
    name = on_desk(made).id
    assert answer(made, "italy", TRADER) == f"sign {name}"
    at_desk(made, "italy", f"sign {name}")
    assert made.status("italy", "madagascar") is Status.INTEREST
    assert made.money("italy") > 60


def test_no_power_gets_an_offer_twice_or_while_another_is_pending() -> None:
    made = in_the_way()
    first = offers.offer(evaluator(made, "germany"), "movement")
    assert first is not None
    at_desk(made, "germany", first)
    partners = {power for power in on_desk(made).parties if power != "germany"}
    again = offers.offer(evaluator(made, "germany"), "movement")
    assert again is None or not any(f"with=[{partner}]" in again for partner in partners)


def test_two_powers_that_took_the_same_area_share_it() -> None:
    """Otherwise both lose all (9.3)."""
    made = both_in_kamerun()
    (bargain,) = offers.disputes(evaluator(made, "germany"))
    assert [clause.kind for clause in bargain.clauses] == ["codominion"]
    at_desk(made, "germany", bargain.written(evaluator(made, "germany")))
    name = on_desk(made).id
    assert answer(made, "france", CAUTIOUS) == f"sign {name}"
    at_desk(made, "france", f"sign {name}")
    assert set(made.state.codominions["kamerun"]) == {"germany", "france"}


def test_a_power_that_leads_finds_no_one_to_share_with() -> None:
    """What it would gain counts against it."""
    made = both_in_kamerun()
    members: Args = {"area": "kamerun", "members": "germany france", "level": "protectorate"}
    draft = Treaty("draft", "germany", ("germany", "france"), (Clause("codominion", members),))
    before = value(evaluator(made, "france"), draft)
    made.state.points["germany"] = 500
    assert value(evaluator(made, "france"), draft) < before


def low_offer(made: PaxContext) -> str:
    """France asks Germany to stay out of Kamerun, where it has an interest itself, for next to
    nothing."""
    made.put_marker("france", "kamerun", Status.INTEREST)
    terms = "no_placement power=germany; areas=[kamerun]; level=protectorate"
    money = "pay from=france; to=germany; amount=pounds 3; due=now"
    at_desk(made, "france", f"offer with=[germany]; until=turn 3; clauses=[{terms} | {money}]")
    return on_desk(made).id


def test_a_new_offer_is_answered_though_a_partner_wants_to_end_an_old_treaty() -> None:
    """It does not end what is good for it, and still answers what is new."""
    made = rich()
    old = sign_treaty(made, "france", "no_war power=france; towards=[germany]")
    at_desk(made, "france", f"end {old.id}")
    assert answer(made, "germany") is None
    at_desk(made, "italy", "offer with=[germany]; clauses=[grant_cb holder=italy; against=germany]")
    assert answer(made, "germany") == f"decline {on_desk(made).id}"


def test_a_poor_offer_is_countered_before_it_is_declined() -> None:
    made = rich()
    name = low_offer(made)
    seat = evaluator(made, "germany")
    assert answer(made, "germany") == f"decline {name}"
    countered = offers.counter(seat, made.state.treaties[name])
    assert countered is not None
    assert "pay from=france; to=germany; amount=pounds" in countered
    saying = explain(seat, countered)
    assert saying is not None
    assert (saying.to, saying.message.key) == ("france", "letter.counter.asks")
    at_desk(made, "germany", countered)
    assert offers.counter(seat, made.state.treaties[name]) is None
    declined = explain(seat, f"decline {name}")
    assert declined is not None
    assert declined.message.key == "letter.refused.counter"


def offered_russia(*clauses: str) -> tuple[Evaluator, Treaty]:
    """France offers Russia a treaty that earns it points: Russia, and the treaty."""
    made = rich()
    listed = " | ".join((ALLIANCE, *clauses))
    at_desk(made, "france", f"offer with=[russia]; until=turn 3; clauses=[{listed}]")
    return evaluator(made, "russia"), on_desk(made)


def answered(seat: Evaluator, menu: Menu | None = None) -> str | None:
    """Return what a seat does at its desk."""
    usual = steps.question("desk").menu(seat.world, Frame("desk"), seat.seat)
    question = Decision(seat.seat, say("prompt.desk"), "9.4", menu or usual)
    return at_own_desk(seat, question, QUICK)


def test_a_counter_offer_names_a_single_power_as_its_form_does() -> None:
    """The same word is a list in other clauses."""
    grant = "grant_cb holder=france; against=russia"
    seat, treaty = offered_russia(grant)
    money = pays("france", "russia", 20)
    countered = Bargain("france", (*treaty.clauses, money), 3, 0.0).written(seat)
    assert f"clauses=[{ALLIANCE} | {grant} | pay from=france; to=russia;" in countered
    at_desk(seat.world, "russia", countered)
    assert answered(seat) == f"decline {treaty.id}"


def test_a_full_treaty_has_no_room_for_a_price() -> None:
    """It is declined; with one clause less it is countered."""
    favours = [f"no_war power=russia; towards=[france]; until=turn {n}" for n in range(2, 9)]
    seat, treaty = offered_russia(*favours)
    assert len(treaty.clauses) == MOST_CLAUSES
    assert counter_offer(seat, treaty) is None
    assert answered(seat) == f"decline {treaty.id}"
    seat, treaty = offered_russia(*favours[1:])
    assert counter_offer(seat, treaty) is not None
    assert str(answered(seat)).startswith("offer ")


def test_where_nothing_may_be_offered_a_poor_offer_is_declined() -> None:
    seat, treaty = offered_russia()
    assert offers.counter(seat, treaty) is not None
    answers = Choose(tuple(TreatyDesk().answers(seat.world, "russia")))
    assert answered(seat, answers) == f"decline {treaty.id}"


@pytest.mark.parametrize(
    ("clauses", "key"),
    [
        ('text power=germany; words="be kind"', "never"),
        ("defensive power=germany; protected=france; against=[anyone]", "boundless"),
        ("grant_cb holder=france; against=germany", "cheap"),
    ],
)
def test_a_refusal_says_why(clauses: str, key: str) -> None:
    made = rich()
    at_desk(made, "france", f"offer with=[germany]; clauses=[{clauses}]")
    name = on_desk(made).id
    assert answer(made, "germany") == f"decline {name}"
    saying = explain(evaluator(made, "germany"), f"decline {name}")
    assert saying is not None
    assert saying.to == "france"
    assert saying.message.key == f"letter.refused.{key}"


def test_an_offer_is_explained_in_both_languages() -> None:
    made = in_the_way()
    seat = evaluator(made, "germany")
    bargain = max(offers.ways_cleared(seat), key=lambda each: each.gain)
    saying = explain(seat, bargain.written(seat))
    assert saying is not None
    amount = saying.message.args["amount"]
    assert saying.to == "italy"
    assert message_text(GAME, saying, "en").startswith(
        f"You make way for us in Madagascar, we pay £{amount}."
    )
    assert message_text(GAME, saying, "fr").startswith(
        "Faites-nous place à Madagascar, nous payons"
    )


def test_clauses_without_effect_on_a_power_have_no_reasons() -> None:
    made = rich()
    assert explain(evaluator(made, "germany"), "place kamerun interest") is None
    assert explain(evaluator(made, "germany"), "watch kamerun") is None


def test_a_trader_keeps_its_word_and_an_imperial_power_as_long_as_it_pays() -> None:
    made = rich()
    terms = "no_placement power=germany; areas=[kamerun]; level=protectorate"
    sign_treaty(made, "germany", terms)

    def price(character: Character) -> float:
        seat = evaluator(made, "germany", character)
        return price_of_word(seat, "germany", "kamerun", Status.PROTECTORATE)

    assert price(TRADER) > 10_000
    assert price(CAUTIOUS) > 200
    assert price(IMPERIAL) < 60
    seat = evaluator(made, "germany", IMPERIAL)
    assert price_of_word(seat, "germany", "togoland", Status.PROTECTORATE) == 0


def test_only_the_bold_place_control_beside_anothers() -> None:
    made = rich()
    made.put_marker("france", "kamerun", Status.PROTECTORATE, Status.NONE)
    army(made, "france", "kamerun", 1)
    made.state.points["italy"] = 300  # no one envies France
    assert contest_gain(evaluator(made, "germany", IMPERIAL), "germany", "france", "kamerun") > 0
    assert contest_gain(evaluator(made, "germany", CAUTIOUS), "germany", "france", "kamerun") == 0


def test_money_makes_a_one_sided_bargain_even() -> None:
    """And if no price does, nothing is offered."""
    made = rich()
    ally = Clause("defensive", {"power": "russia", "protected": "germany", "against": "france"})
    bargain = priced(evaluator(made, "germany"), "russia", (ally,), 10)
    assert bargain is not None
    assert bargain.clauses[-1].kind == "pay"
    assert bargain.gain > 0
    made.state.treasury["germany"] = 1
    assert priced(evaluator(made, "germany"), "russia", (ally,), 10) is None
    free = Clause("text", {"power": "russia", "words": "friendship"})
    assert (
        value(evaluator(made, "russia"), Treaty("d", "germany", ("germany", "russia"), (free,)))
        == NEVER
    )


def promised(made: PaxContext, seat: Seat) -> int:
    """Return what a seat would have to pay if all its offers were signed."""
    return sum(
        clause.number("amount")
        for treaty in made.state.treaties.values()
        if treaty.state == OFFERED and treaty.by == seat
        for clause in treaty.clauses
        if clause.kind == "pay" and clause.text("from") == seat
    )


def test_the_same_money_is_not_promised_twice() -> None:
    """Italy and France would both be paid, and there is money for only one of them."""
    made = in_the_way()
    made.put_marker("france", "kamerun", Status.INFLUENCE)
    seat = evaluator(made, "germany")
    wanted = {each.partner: each for each in offers.ways_cleared(seat)}
    prices = {who: wanted[who].clauses[-1].number("amount") for who in ("france", "italy")}
    made.state.treasury["germany"] = max(prices.values()) + min(prices.values()) - 1
    for _ in range(4):
        if (written := offers.offer(seat, "movement")) is not None:
            at_desk(made, "germany", written)
    assert 0 < promised(made, "germany") <= made.money("germany")


def test_money_that_is_promised_is_not_promised_in_an_answer_either() -> None:
    """Germany would pay Italy; what is left is too little for what France asks."""
    made = in_the_way()
    seat = evaluator(made, "germany")
    bargain = max(offers.ways_cleared(seat), key=lambda each: each.gain)
    clause = "defensive power=france; protected=germany; against=[russia]"
    money = "pay from=germany; to=france; amount=pounds 3; due=now"
    at_desk(made, "france", f"offer with=[germany]; until=turn 3; clauses=[{clause} | {money}]")
    asked = on_desk(made).id
    assert answer(made, "germany") == f"sign {asked}"
    at_desk(made, "germany", bargain.written(seat))
    made.state.treasury["germany"] = promised(made, "germany") + 2
    assert answer(made, "germany") == f"decline {asked}"


# -- promises that no one can keep


GIFT = "pay from=germany; to=france; amount=pounds 5; due=now"


@pytest.mark.parametrize(
    ("promise", "key"),
    [
        ("pay from=france; to=germany; amount=pounds 99; due=turn_2", "past"),
        ("pay from=france; to=germany; amount=pounds 20; due=turn_9", "after_end"),
        ("pay from=france; to=germany; amount=pounds 20; due=each_turn; start=turn 8", "after_end"),
        (
            "pay from=france; to=germany; amount=pounds 20; due=each_turn; "
            "if=(at_war power=italy; with=italy)",
            "never_met",
        ),
        ("pay from=france; to=germany; amount=pounds 300; due=now", "means"),
        ("pay from=france; to=germany; amount=pounds 300; due=turn_6", "means"),
        ("cede area=kamerun; from=france; to=germany", "nothing"),
        ("remove power=france; area=kamerun", "nothing"),
        ("exchange area=kamerun; from=france; other=brasil; to=germany", "nothing"),
    ],
)
def test_a_dishonest_promise_is_refused_with_that_reason(promise: str, key: str) -> None:
    """The letter names the clause, and the level's reasons do so too."""
    made = rich()
    made.state.turn = 5
    at_desk(made, "france", f"offer with=[germany]; until=turn 7; clauses=[{promise} | {GIFT}]")
    name = on_desk(made).id
    assert answer(made, "germany", TRADER) == f"decline {name}"
    saying = explain(evaluator(made, "germany"), f"decline {name}")
    assert saying is not None
    assert (saying.message.key, saying.message.args["clause"]) == (f"letter.refused.{key}", 1)
    level = LevelEvaluator(made, "germany", USUAL, weights=WEIGHTS[HARD], seed="1")
    (found, *_) = reasons(level, "desk", f"decline {name}")
    assert found.message.key == f"why_pax.deal.{key}"
    for language in ("en", "fr"):
        assert "{" not in message_text(GAME, saying, language)


def test_a_word_that_was_broken_counts_for_less() -> None:
    made = rich()
    before = trust(made, "france")
    treaty = sign_treaty(made, "france", "no_war power=france; towards=[germany]")
    breach(made, treaty, 0, "france")
    assert trust(made, "france") < 0.5 * before
    assert trust(made, "italy") == before


def test_later_promises_count_for_little() -> None:
    """A promiser can denounce the treaty before paying: CREDIT is the most that is lost."""
    made = rich()
    later = Clause("pay", {"from": "france", "to": "germany", "amount": 40, "due": "each_turn"})
    found = value(
        evaluator(made, "germany"), Treaty("d", "france", ("france", "germany"), (later,))
    )
    assert 0 < found <= treaties.CREDIT


def test_a_creditor_does_not_let_a_debtor_go() -> None:
    """A debtor cannot have the treaty ended, and a missing payment is a breach."""
    made = rich()
    owed = sign_treaty(
        made, "france", "pay from=france; to=germany; amount=pounds 10; due=each_turn"
    )
    at_desk(made, "france", f"end {owed.id}")
    assert answer(made, "germany") is None
    decision = Decision("germany", say("prompt.shortfall"), "9.4", Choose(("insist", "forgive")))
    frame = step("shortfall", creditor="germany", missing=20)
    assert treaties.shortfall(evaluator(made, "germany"), decision, frame) == "insist"
    made.state.tension = 95
    assert treaties.shortfall(evaluator(made, "germany"), decision, frame) == "forgive"
