"""Computer powers that negotiate: what binds them, what they answer, and that they keep it."""

from __future__ import annotations

from typing import Any

import pytest

from entente.games.diplomacy.engine import negotiation
from entente.games.diplomacy.engine.negotiation.negotiator import (
    _draw_grounds,
    _why_accepted,
    _why_declined,
)
from entente.games.diplomacy.engine.negotiation.promises import (
    Facts,
    Ledger,
    facts_of,
    is_agreed,
    is_refused,
)
from entente.games.diplomacy.engine.negotiation.word import CERTAIN, Word, price_of
from entente.games.diplomacy.phases import understood
from entente.kernel import Match, registry, say
from entente.kernel.text import LANGUAGES
from entente.players import make
from entente.players.letters import (
    ACCEPT,
    COUNTER,
    DECLINE,
    Grounds,
    Letters,
    Offer,
    Reply,
    Season,
)
from entente.players.negotiators import create_negotiator, negotiates
from entente.players.player import PlayerMessage, PlayerView
from entente.players.player_texts import message_text
from entente.players.press_match import PressMatch

PAIR = ("austria", "russia")
HOLDS = {
    "austria": "A BUD H; A VIE H; F TRI H; orders",
    "russia": "A MOS H; A WAR H; F SEV H; F STP/SC H; orders",
}


def new_match(**options: Any) -> Match[Any, Any]:
    return Match(registry.load("diplomacy"), options, seed="letters")


def facts(year: int = 1901, season: str = "spring") -> Facts:
    return facts_of(new_match().position.context)._replace(year=year, season=season)


def offer(*items: str, season: int = 0, number: int = 1, **answers: str) -> Offer:
    return Offer(number, "russia", PAIR, items, season, answers or {"austria": ACCEPT})


def seasons(*actions: dict[str, str], years: tuple[int, ...] = (1901, 1901, 1902)) -> list[Season]:
    return [
        Season(facts(year), {**HOLDS, **done}) for year, done in zip(years, actions, strict=False)
    ]


def counts(offers: list[Offer], *actions: dict[str, str]) -> dict[str, tuple[int, int]]:
    """How many promises each of the two has kept and broken."""
    ledger = Ledger(Letters(tuple(seasons(*actions)), tuple(offers)), facts(1903))
    return {seat: ledger.counts(seat) for seat in PAIR}


# -- promises


def test_orders_are_kept_to_the_letter() -> None:
    """Only the units of a party bind it; those of a third power bind no one."""
    deal = [offer("A WAR - UKR", "A VIE H", "A MUN H")]
    assert counts(deal, {}) == {"austria": (1, 0), "russia": (0, 1)}
    kept = HOLDS["russia"].replace("A WAR H", "A WAR - UKR")
    assert counts(deal, {"russia": kept}) == {"austria": (1, 0), "russia": (1, 0)}


def test_what_no_one_accepted_binds_no_one() -> None:
    for answer in (DECLINE, COUNTER):
        deal = [offer("A WAR - UKR", "A VIE H", austria=answer)]
        assert counts(deal, {}) == {"austria": (0, 0), "russia": (0, 0)}


@pytest.mark.parametrize(
    "attack",
    [
        "A VIE - WAR",
        "A VIE - GAL; A BUD S A GAL - WAR",
        "A BUD S A GAL - SEV",
        "F TRI C A ALB - MOS",
    ],
)
def test_peace_is_broken_by_an_attack_or_help_for_one(attack: str) -> None:
    """A move into a centre of the partner, or any support or convoy of such a move."""
    done = "; ".join([*attack.split("; "), "orders"])
    assert counts([offer("PEACE 1901")], {"austria": done}) == {
        "austria": (0, 1),
        "russia": (1, 0),
    }


def test_an_arranged_attack_breaks_no_peace() -> None:
    bounce = offer("A VIE - WAR", number=2)
    done = {"austria": "A BUD H; A VIE - WAR; F TRI H; orders"}
    assert counts([offer("PEACE 1901"), bounce], done)["austria"] == (2, 0)


def test_a_term_lasts_to_the_end_of_its_year_or_until_it_is_broken() -> None:
    """After a breach the other party is free."""
    enters = {"austria": "A BUD H; A VIE - GAL; F TRI H; orders"}
    attacks = {"russia": HOLDS["russia"].replace("A WAR H", "A WAR - GAL")}
    zone = [offer("DMZ GAL 1901")]
    assert counts(zone, {}, {}, enters) == {"austria": (1, 0), "russia": (1, 0)}
    assert counts(zone, {}, enters, attacks) == {"austria": (0, 1), "russia": (1, 0)}
    assert counts(zone, enters, attacks) == {"austria": (0, 1), "russia": (1, 0)}
    assert counts([offer("DMZ GAL 1902")], {}, {}, enters)["austria"] == (0, 1)


def test_a_season_that_was_not_finished_does_not_count() -> None:
    """A game was abandoned while some had submitted."""
    peace = offer("PEACE 1901")
    begun = Season(facts(1901, "autumn"), {"italy": "A ROM H; A VEN H; F NAP H; orders"})
    ledger = Ledger(Letters((*seasons({}), begun), (peace,)))
    assert ledger.counts("russia") == (1, 0)
    assert ledger.counts("austria") == (1, 0)


def test_a_draw_is_promised_with_the_vote_of_its_season() -> None:
    votes = {"russia": HOLDS["russia"].replace("orders", "draw")}
    assert counts([offer("DRAW")], votes) == {"austria": (0, 1), "russia": (1, 0)}


def test_a_power_in_civil_disorder_keeps_nothing() -> None:
    gone = {"austria": HOLDS["austria"].replace("orders", "absent")}
    assert counts([offer("PEACE 1901")], gone)["austria"] == (0, 1)


def test_trust_and_price_follow_the_record() -> None:
    stranger = Ledger(Letters()).trust("russia")
    kept = [offer("A WAR H", number=n) for n in range(3)]
    broken = [offer("A WAR - UKR", number=n) for n in range(3)]
    honest, liar = (
        Ledger(Letters(tuple(seasons({})), tuple(offers)), facts()).trust("russia")
        for offers in (kept, broken)
    )
    assert liar < 0.25 < stranger < honest < 1
    assert price_of(liar, 0) < price_of(stranger, 0) < price_of(honest, 0)
    assert price_of(stranger, 0) < price_of(stranger, 2)  # with witnesses


def test_an_agreement_that_exists_is_no_new_one() -> None:
    agreed = Ledger(Letters((), (offer("PEACE 1902"),)), facts()).open
    assert is_agreed(agreed, *PAIR, ["PEACE 1901"])
    assert not is_agreed(agreed, *PAIR, ["PEACE 1903"])
    assert not is_agreed(agreed, *PAIR, ["PEACE 1901", "DMZ GAL 1901"])
    assert not is_agreed(agreed, "austria", "italy", ["PEACE 1901"])


def test_what_was_declined_is_remembered_by_its_subject() -> None:
    letters = Letters(tuple(seasons({}, {})), (offer("PEACE 1901", season=1, austria=DECLINE),))
    assert is_refused(letters, "russia", "austria", ["PEACE 1902"], 1)
    assert not is_refused(letters, "russia", "austria", ["PEACE 1902"], 0)
    assert not is_refused(letters, "russia", "austria", ["DMZ GAL 1902"], 1)
    assert not is_refused(letters, "austria", "russia", ["PEACE 1902"], 1)


# -- the search


def word_of(*items: str, certain: bool = False) -> Word:
    letters = Letters((), (offer(*items),))
    europe, now = new_match().position.context, facts()
    return Word.given(europe, "austria", letters, Ledger(letters, now), now, certain=certain)


def test_a_broken_promise_has_a_price() -> None:
    word = word_of("A VIE - GAL", "A WAR - UKR")
    europe = word.europe
    keeps = understood(europe, ["A VIE - GAL", "A BUD - SER"])
    breaks = understood(europe, ["A VIE - TYR", "A BUD - SER"])
    assert word.price(keeps) == 0
    assert word.price(breaks) == pytest.approx(price_of(0.6, 0))
    assert word.obeyed(breaks) == keeps
    assert word_of("A VIE - GAL", certain=True).price(breaks) == CERTAIN


def test_others_are_believed_as_far_as_they_are_trusted() -> None:
    word = word_of("A WAR - UKR", "PEACE 1901")
    attack = understood(word.europe, ["A WAR - GAL", "A MOS - STP"])
    believed = word.believed([attack] * 200, "seed")
    kept = understood(word.europe, ["A WAR - UKR", "A MOS - STP"])
    share = sum(world == kept for world in believed) / 200
    assert 0.5 < share < 0.7
    assert all(world in (attack, kept) for world in believed)


# -- negotiating


@pytest.fixture(scope="module")
def start() -> Match[Any, Any]:
    return new_match()


def reply(match: Match[Any, Any], seat: str, *offers: Offer, level: str = "normal:200") -> Reply:
    negotiator = create_negotiator(level, "diplomacy", "seed")
    view = PlayerView(match.position, seat)
    return negotiator.reply(view, Letters((), offers), offers[-1].number)


def proposed(*items: str) -> Offer:
    return Offer(9, "russia", PAIR, items, 0)


def test_answers_follow_from_worth(start: Match[Any, Any]) -> None:
    """Peace at the start is welcome, Budapest for nothing is not."""
    assert reply(start, "austria", proposed("PEACE 1901")).answer == ACCEPT
    assert reply(start, "austria", proposed("A WAR - UKR", "DMZ GAL 1901")).answer == ACCEPT
    gift = proposed("A VIE - TYR", "A BUD - VIE", "F TRI - ADR", "A WAR - GAL")
    assert reply(start, "austria", gift).answer in (DECLINE, COUNTER)
    assert reply(start, "austria", proposed("A MUN H")).answer == DECLINE  # of a third power
    assert reply(start, "austria", proposed("A WAR - UKR")).answer == ACCEPT  # asks nothing
    assert reply(start, "austria", proposed("DRAW")).answer == DECLINE


def test_a_seat_does_not_promise_two_things(start: Match[Any, Any]) -> None:
    first = Offer(1, "italy", ("austria", "italy"), ("A VIE - GAL",), 0, {"austria": ACCEPT})
    answer = reply(start, "austria", first, proposed("A VIE H", "PEACE 1901"))
    assert (answer.answer, answer.grounds.message.key) == (DECLINE, "letter_why.promised")


def test_letters_that_cross_are_one_agreement(start: Match[Any, Any]) -> None:
    """A seat does not decline what it proposes itself."""
    war = Offer(1, "austria", PAIR, ("PEACE 1901",), 0)
    answer = reply(start, "austria", war, proposed("PEACE 1901"))
    assert (answer.answer, answer.grounds.message.key) == (ACCEPT, "letter_why.proposed")
    declined = war._replace(answers={"russia": DECLINE})
    answer = reply(start, "austria", declined, proposed("PEACE 1901"))
    assert answer.grounds.message.key != "letter_why.proposed"


def test_a_liar_is_not_believed_again(start: Match[Any, Any]) -> None:
    broken = tuple(offer("A WAR - UKR", number=n) for n in range(4))
    letters = Letters(tuple(seasons({})), (*broken, proposed("PEACE 1901")._replace(season=1)))
    negotiator = create_negotiator("normal:200", "diplomacy", "seed")
    answer = negotiator.reply(PlayerView(start.position, "austria"), letters, 9)
    assert answer.answer == DECLINE


def without(match: Match[Any, Any], seat: str) -> Match[Any, Any]:
    """The match after a seat has lost everything."""
    state, powers = match.state, match.position.context.powers_of(seat)
    state.units = {**state.units, **{power: [] for power in powers}}
    state.centres = {**state.centres, **{power: [] for power in powers}}
    return match


def test_a_promise_of_a_power_that_is_out_binds_no_one() -> None:
    """Its peace still runs, and it may still write letters."""
    match = without(new_match(), "russia")
    assert "russia" not in match.position.context.survivors()
    view = PlayerView(match.position, "austria")
    every = ("austria", "italy", "russia")
    peace = Offer(1, "russia", every, ("PEACE 1902",), 0, {"austria": ACCEPT, "italy": ACCEPT})
    late = Offer(2, "russia", PAIR, ("PEACE 1902", "DRAW"), 1)
    letters = Letters(tuple(seasons({})), (peace, late, late._replace(number=3, items=("DRAW",))))
    for level in ("easy", "normal:200"):
        negotiator = create_negotiator(level, "diplomacy", "seed")
        assert negotiator.plan(view, letters).broken == {}
        for number in (2, 3):
            assert negotiator.reply(view, letters, number).answer == DECLINE
    now = negotiation.facts(match.position)
    assert not negotiation.concerns(now, late, "austria")
    word = Word.given(
        match.position.context, "austria", letters, Ledger(letters, now), now, certain=False
    )
    assert {duty.partner for duty in word.mine} == {"italy"}


def test_easy_answers_simply_and_proposes_nothing(start: Match[Any, Any]) -> None:
    gift = proposed("A VIE - TYR", "A BUD - VIE", "F TRI - ADR", "A WAR - GAL")
    assert reply(start, "austria", gift, level="easy").answer == DECLINE
    view = PlayerView(start.position, "austria")
    plan = create_negotiator("easy", "diplomacy", "seed").plan(view, Letters())
    assert plan.offers == ()


def test_the_same_letters_give_the_same_plan() -> None:
    """A new process plans the same, and what others submit meanwhile changes nothing."""
    letters = Letters((), (offer("A VIE - GAL", "A WAR - UKR"),))
    match = new_match()
    plans = []
    for other in ("turkey", "russia"):
        view = PlayerView(match.position, "austria")
        plans.append(create_negotiator("normal:300", "diplomacy", "s").plan(view, letters))
        match.act(other, make("random", "diplomacy", "1").choose(PlayerView(match.position, other)))
    assert plans[0] == plans[1]
    assert "A VIE - GAL" in plans[0].action  # the promise is kept
    assert plans[0].broken == {}


def test_a_seat_that_keeps_nothing_of_worth_breaks_only_for_more_than_the_price() -> None:
    """Nothing that Vienna could do in the first spring is worth its word."""
    match = new_match()
    for order in ("A VIE H", "A VIE - TYR", "A BUD - VIE"):
        letters = Letters((), (offer(order),))
        view = PlayerView(match.position, "austria")
        plan = create_negotiator("normal:300", "diplomacy", "s").plan(view, letters)
        assert (order in plan.action) == (not plan.broken)
        assert order in plan.action


def test_a_word_is_broken_for_more_than_its_price() -> None:
    """To hold everywhere costs less than the word given to a stranger, and more than one given to a
    power that has broken its own six times. The easy level keeps its word to anyone."""
    view = PlayerView(new_match().position, "austria")
    holds = offer("A BUD H", "A VIE H", "F TRI H", season=1)
    lies = tuple(offer("A WAR - UKR", number=n) for n in range(20, 26))
    honest, liar = (Letters(tuple(seasons({})), (*before, holds)) for before in ((), lies))
    normal = create_negotiator("normal:300", "diplomacy", "s")
    kept, broken = normal.plan(view, honest), normal.plan(view, liar)
    assert (kept.action, kept.broken) == (HOLDS["austria"], {})
    assert broken.action != HOLDS["austria"]
    assert broken.broken[1].message.key == "letter_why.breaks"
    easy = create_negotiator("easy", "diplomacy", "s").plan(view, liar)
    assert (easy.action, easy.broken) == (HOLDS["austria"], {})


def test_a_promised_draw_is_voted_for() -> None:
    view = PlayerView(new_match().position, "austria")
    letters = Letters((), (offer("DRAW"),))
    plan = create_negotiator("normal:100", "diplomacy", "s").plan(view, letters)
    assert plan.action.endswith("; draw")


def test_seven_negotiate_for_a_year() -> None:
    """Every item can be proposed, no seat writes often, and promises are counted."""
    match = new_match()
    table = PressMatch(match, dict.fromkeys(match.seats, "normal:120"), "1")
    legal = list[set[str]]()
    while len(table.seasons) < 2:
        if negotiation.can_negotiate(match.position):
            step = match.game.steps.asking["orders"]
            slots = step.proposals(match.position.context, match.state.top)  # type: ignore[attr-defined]
            legal.append({item for choices in slots.values() for item in choices})
        table.step()
    assert len(legal) == 2
    assert table.offers
    for each in table.offers:
        assert set(each.items) <= legal[each.season]
        assert set(each.answers) <= set(each.seats) - {each.sender}
    for season in range(2):
        for seat in match.seats:
            sent = [o for o in table.offers if (o.sender, o.season) == (seat, season)]
            assert len({o.seats for o in sent}) <= 4  # two of its own, and counter-proposals
    everything = table.letters_of(None)
    total = [negotiation.count_promises(everything, seat) for seat in match.seats]
    assert sum(kept for kept, _ in total) > 0
    for seat in match.seats:
        assert all(seat in each.seats for each in table.letters_of(seat).offers)


def test_without_press_the_levels_play_as_ever() -> None:
    assert negotiates("hard", "diplomacy")
    assert negotiates("normal:500", "diplomacy")
    assert not negotiates("hard:pure", "diplomacy")
    assert not negotiates("greedy", "diplomacy")
    assert not negotiates("hard", "turmoil")
    assert not negotiates(None, "diplomacy")
    view = PlayerView(new_match().position, "austria")
    pure, plain = (make(name, "diplomacy", "s").choose(view) for name in ("easy:pure", "easy"))
    assert pure == plain


def test_every_reason_is_a_sentence_in_both_languages(start: Match[Any, Any]) -> None:
    replies = [
        reply(start, "austria", proposed(*items))
        for items in (["PEACE 1901"], ["A MUN H"], ["DRAW"], ["A BUD - VIE", "F TRI - ADR"])
    ]
    for each in replies:
        for language in LANGUAGES:
            saying = PlayerMessage("russia", each.grounds.message, each.grounds.kinds)
            text = message_text(start.game, saying, language)
            assert text.endswith(".")
            assert "{" not in text


def said(match: Match[Any, Any], why: Grounds, language: str = "en") -> str:
    return message_text(match.game, PlayerMessage("russia", why.message, why.kinds), language)


def test_a_reason_agrees_with_the_answer(start: Match[Any, Any]) -> None:
    """No figure is zero, none is compared with an equal one, and a declined gain says what was
    missing."""
    early = reply(start, "austria", proposed("DRAW"))
    assert "too early" in said(start, early.grounds)
    assert "asked nothing" in said(start, reply(start, "austria", proposed("A WAR - UKR")).grounds)
    hundredths = [step / 100 for step in range(-30, 31)]
    for gain in hundredths:
        for wanted in hundredths:
            if gain >= wanted:
                whys = _why_accepted("russia", gain, 0.6)
            else:
                whys = _why_declined("russia", gain, wanted, 0.6)
            args: dict[str, Any] = dict(whys.message.args)
            assert 0 not in args.values()
            assert "least" not in args or args["gain"] < args["least"]
            assert "cost me about" not in said(start, whys) or gain < 0
    for share in (0.001, 0.13, 0.141, 0.143, 0.2):
        for key in ("draw", "no_draw", "asks_draw"):
            why = _draw_grounds(key, "russia", share, 1 / 7)
            assert 0 not in why.message.args.values()
            assert why.message.args.get("share") != 14
            for language in LANGUAGES:
                assert "{" not in said(start, why, language)


def test_a_draw_is_declined_by_one_who_hopes_for_more() -> None:
    """In a later year: England has more centres than anyone else."""
    match = new_match()
    match.state.year = 1905
    centres = dict(match.state.centres)
    strong = match.position.context.powers_of("england")[0]
    centres[strong] = [*centres[strong], "NWY", "DEN", "BEL", "HOL"]
    match.state.centres = centres
    ask = Offer(9, "russia", ("england", "russia"), ("DRAW",), 0)
    declined = reply(match, "england", ask)
    args: dict[str, Any] = dict(declined.grounds.message.args)
    assert declined.answer == DECLINE
    assert args["share"] > args["fair"]
    accepted = reply(match, "turkey", ask._replace(seats=("russia", "turkey")))
    args = dict(accepted.grounds.message.args)
    assert accepted.answer == ACCEPT
    assert args["share"] < args["fair"]


def outcomes_of(offers: list[Offer], *actions: dict[str, str], over: bool = False) -> list[str]:
    """What a reader is shown under the first proposal, in the season after these."""
    letters = Letters(tuple(seasons(*actions)), tuple(offers))
    year = 1901 + len(actions) // 2
    found = negotiation.outcomes(letters, None if over else facts(year))
    return [said(new_match(), why) for why in found.get(1, [])]


def test_what_became_of_an_agreement_is_shown() -> None:
    """Who broke it and when, whom that released, and who kept it to its end."""
    enters = {"austria": "A BUD H; A VIE - GAL; F TRI H; orders"}
    zone = [offer("DMZ GAL 1901")]
    broke = "Austria-Hungary broke this in spring 1901."
    kept = ["Russia kept this.", "Austria-Hungary kept this."]
    assert outcomes_of(zone, enters) == [broke, "From then on it no longer bound Russia."]
    assert outcomes_of(zone, {}, enters) == [broke, "Russia kept this."]  # to its last season
    assert outcomes_of(zone, {}) == []  # it still binds them
    assert outcomes_of(zone, {}, {}) == kept
    assert outcomes_of(zone, {}, over=True) == kept
    assert outcomes_of(zone, over=True) == []  # cancelled before any orders
    assert outcomes_of([offer("A VIE - GAL")], {}) == [broke]  # it asks nothing of Russia
    assert outcomes_of([offer("DMZ GAL 1901", austria=DECLINE)], enters) == []
    why = Grounds(say("letter_outcome.broken_autumn", who="italy", year=1901), {"who": "seat_the"})
    assert said(new_match(), why, "fr") == "Rompu par l’Italie à l’automne 1901."


def cautioned(offers: list[Offer], orders: str, *past: dict[str, str]) -> list[str]:
    """What Austria-Hungary reads before it submits orders, in the season after these."""
    letters = Letters(tuple(seasons(*past)), tuple(offers))
    found = negotiation.cautions(letters, facts(1901), "austria", orders)
    french = new_match().game.catalog("fr")
    assert all(french.line(each.message).endswith(".") for each in found)
    return [new_match().game.catalog("en").line(each.message) for each in found]


def test_a_player_is_cautioned_before_breaking_a_promise() -> None:
    """Its own promises only: one that is kept, declined or no longer binding is no reason."""
    deal, holds = offer("A VIE - GAL", "A WAR - UKR", "A MUN H"), HOLDS["austria"]
    moves = holds.replace("A VIE H", "A VIE - GAL")
    promised = ["You promised Russia the order A VIE - GAL: these orders break your word."]
    assert cautioned([deal], holds) == promised
    assert cautioned([deal, deal._replace(number=2)], holds) == promised
    assert cautioned([deal], moves) == []  # what Russia promised is Russia's affair
    assert cautioned([deal._replace(answers={})], holds) == []
    assert cautioned([deal], holds, {}) == []  # orders bind in their season only
    zone = offer("DMZ GAL 1901")
    assert cautioned([zone], holds) == []
    assert cautioned([zone], moves) == [
        "A VIE - GAL breaks your word: you agreed with Russia to send no unit to Galicia until the "
        "end of 1901."
    ]
    released = {"russia": HOLDS["russia"].replace("A WAR H", "A WAR - GAL")}
    assert cautioned([zone], moves, released) == []
    peace = offer("PEACE 1901")
    attack = holds.replace("A VIE H", "A VIE - WAR")  # the words alone are compared
    broken = ["A VIE - WAR breaks the peace that you agreed on with Russia until the end of 1901."]
    assert cautioned([peace], attack) == broken
    arranged = offer("A VIE - WAR", number=2)
    assert cautioned([peace, arranged], attack) == []
    draw = offer("DRAW")
    assert cautioned([draw], holds) == [
        "You promised Russia to vote for a draw this season, and you do not."
    ]
    assert cautioned([draw], holds.replace("orders", "draw")) == []
    assert cautioned([deal, draw], holds.replace("orders", "concede")) == []
    of_others = Offer(3, "russia", ("italy", "russia"), ("PEACE 1901",), 0, {"italy": ACCEPT})
    assert cautioned([of_others], attack) == []


def after_a_breach(match: Match[Any, Any], later: int) -> Reply:
    """Russia kept three promises and broke one; it proposes peace some seasons later."""
    enters = {"russia": HOLDS["russia"].replace("A WAR H", "A WAR - GAL")}
    kept = [offer("A WAR - GAL", number=n) for n in (2, 3, 4)]
    past = seasons(enters, *[{}] * (later - 1), years=(1901,) * later)
    again = proposed("PEACE 1901")._replace(season=later)
    letters = Letters(tuple(past), (offer("DMZ GAL 1901"), *kept, again))
    view = PlayerView(match.position, "austria")
    return create_negotiator("normal:200", "diplomacy", "seed").reply(view, letters, 9)


def test_the_victim_of_a_breach_agrees_on_no_terms_for_two_seasons() -> None:
    """What the other kept before counts no longer. A power that leads both makes up for it."""
    match = new_match()
    for later in (1, 2):
        answer = after_a_breach(match, later)
        assert (answer.answer, answer.grounds.message.key) == (DECLINE, "letter_why.broke_word")
        assert answer.grounds.message.args["trust"] == 27
    assert after_a_breach(match, 3).grounds.message.key != "letter_why.broke_word"
    leader = match.position.context.powers_of("germany")[0]
    centres = match.state.centres
    match.state.centres = {**centres, leader: [*centres[leader], "DEN", "HOL", "BEL", "SWE"]}
    assert after_a_breach(match, 1).grounds.message.key != "letter_why.broke_word"
