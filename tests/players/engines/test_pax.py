"""The levels at Pax Britannica: whole games, choices that matter, and reasons."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from entente.games.pax.areas.garrisons import without_army
from entente.games.pax.belligerents import change, enemies_of, need, strength_at
from entente.games.pax.board import Status
from entente.games.pax.congress.agenda import find_item, party_seats, session
from entente.games.pax.context import PaxContext
from entente.games.pax.engine import CHARACTERS, campaign, level_treaties, reasons
from entente.games.pax.engine.answer_reasons import own_reasons
from entente.games.pax.engine.campaign import agree_spoils, sign_peace
from entente.games.pax.engine.character import USUAL
from entente.games.pax.engine.colonies import LOSS_PRICE, choose_fights, prospect
from entente.games.pax.engine.congress import sign, site
from entente.games.pax.engine.features import POINTS, WEIGHTS, evaluate, expected, features
from entente.games.pax.engine.forces import stake
from entente.games.pax.engine.level_evaluator import LevelEvaluator
from entente.games.pax.engine.level_markers import chance_taken, propose_markers, room
from entente.games.pax.engine.orders import next_order
from entente.games.pax.game import PaxBritannica
from entente.games.pax.movement.perform_orders import perform
from entente.games.pax.records.treaty import OFFERED, Clause, Treaty
from entente.games.pax.state import Marker, PaxState
from entente.games.pax.war.attack import Attacks
from entente.kernel import (
    Choose,
    Decision,
    Frame,
    Message,
    OptionValue,
    Position,
    Seat,
    Slots,
    parse_action,
    say,
)
from entente.players import (
    PlayerMessage,
    PlayerView,
    UnknownPlayer,
    drawn,
    make,
    message_text,
    offered,
)
from entente.players.engines import EASY, HARD, LEVELS, NORMAL
from entente.players.levels import LevelPlayer
from entente.players.search_result import Reason
from tests.amount import amount
from tests.games.pax.wars import at_war, possess
from tests.games.pax.worlds import army, clear, world

GAME = PaxBritannica({})


def thinking(made: PaxContext, seat: Seat, level: str = HARD, seed: str = "1") -> LevelEvaluator:
    return LevelEvaluator(made, seat, USUAL, weights=WEIGHTS[level], seed=seed, _eyes={})


def level(name: str, seed: str) -> LevelPlayer:
    player = make(name, "pax", seed)
    assert isinstance(player, LevelPlayer)
    return player


# -- whole games


@pytest.mark.amount
@pytest.mark.parametrize(("mode", "turns"), [("open", amount(1, 2)), ("sealed", 1)])
def test_the_levels_play_a_short_game_to_its_end(mode: str, turns: int) -> None:
    """Every result can be played and described in both languages; no colony is without an army."""
    options: dict[str, OptionValue] = {"players": 4, "turns": turns, "phase_mode": mode}
    position, rng = GAME.begin(options, "1"), Random(1)
    seats = position.context.seats
    players = {seat: level((*LEVELS, HARD)[n], f"1/{seat}") for n, seat in enumerate(seats)}
    texts = set[str]()
    while position.outcome is None:
        seat = rng.choice(position.to_move)
        thought = players[seat].think(PlayerView(position, seat))
        legal = position.find(seat, thought.action)
        assert legal is not None, thought.action
        assert thought.lines[0].action == thought.action
        for reason in thought.reasons:
            for language in ("en", "fr"):
                saying = PlayerMessage(seat, reason.message, reason.kinds)
                texts.add(message_text(GAME, saying, language))
        position.apply_unchecked(*legal)
        if position.state.phase == "combat":
            assert not [p for p in position.context.majors if without_army(position.context, p)]
    assert len(texts) > 20
    assert not [sentence for sentence in texts if "{" in sentence]


def test_an_easy_one_outdoes_players_of_chance() -> None:
    position, rng = GAME.begin({"players": 4, "turns": 3}, "2"), Random(2)
    seats = position.context.seats
    players = {s: make("easy" if s == "france" else "random", "pax", f"2/{s}") for s in seats}
    while position.outcome is None:
        seat = rng.choice(position.to_move)
        position.apply(seat, players[seat].choose(PlayerView(position, seat)))
    totals = position.state.totals
    assert totals["france"] > max(totals[seat] for seat in seats if seat != "france")


def test_a_move_is_explained_by_its_effect_or_aim() -> None:
    """Any answer can be evaluated, without changing the choice."""
    position, rng = GAME.begin({"players": 4, "turns": 1}, "3"), Random(3)
    player, keys = level(NORMAL, "3"), set[str]()
    while position.outcome is None:
        seat = rng.choice(position.to_move)
        view = PlayerView(position, seat)
        thought = player.think(view)
        other = view.decision.menu.sample(rng)
        found = player.weigh(view, other)
        assert found.action == thought.action
        made = next(line for line in found.lines if line.action == other)
        assert made.worth <= found.lines[0].worth
        keys |= {reason.message.key for reason in made.reasons}
        position.apply(seat, thought.action)
    assert keys & {"why_pax.marker", "why_pax.marker_plain"}


# -- characters


def test_a_character_comes_after_the_colon() -> None:
    assert {f"hard:{each}" for each in CHARACTERS} <= set(offered("pax"))
    assert not [name for name in offered("turmoil") if name.startswith("hard:")]
    assert drawn("normal", "pax", "1").partition(":")[2] in CHARACTERS
    make("easy:trader", "pax", "1")
    make("hard:500", "pax", "1")
    with pytest.raises(UnknownPlayer):
        make("hard:trader", "turmoil", "1")


# -- where to place


def test_control_that_many_want_comes_before_what_can_wait() -> None:
    """Another power will take the Congo; an interest in Brasil can wait a turn."""
    made = world()
    evaluator = thinking(made, "germany")
    control, interest = Status.PROTECTORATE, Status.INTEREST
    many = chance_taken(evaluator, "germany", "kongo", control)
    assert many > chance_taken(evaluator, "germany", "sudwest_afrika", control)
    assert many > 5 * chance_taken(evaluator, "germany", "kongo", interest)


def test_a_poor_interest_makes_room_for_a_better_one() -> None:
    """All ten counters of Italy are placed, one of them in poor Bolivia."""
    made = world()
    placed = 0
    for area in ("bolivia", "brasil", "canada", "mexico", "argentina", "cape_colony", "australia"):
        made.put_marker("italy", area, Status.INTEREST)
        placed += 1
    free = [a for a in made.board.areas if made.board.value(a) >= 5 and not made.markers(a)]
    for area in free[: 10 - placed]:
        made.put_marker("italy", area, Status.INTEREST)
    made.state.treasury["italy"] = 40
    lower = tuple(f"lower {area} none" for area, _ in made.areas_of("italy"))
    assert room(thinking(made, "italy"), "italy", lower) == "lower bolivia none"
    made.state.treasury["italy"] = 0
    assert room(thinking(made, "italy"), "italy", lower) is None


def test_a_beginner_overlooks_areas_and_others_do_not() -> None:
    made = world()
    seen = {each: thinking(made, "germany", each) for each in LEVELS}
    areas = list(made.board.areas)
    blind = [area for area in areas if not seen[EASY].sharpness(area)]
    assert 0.2 < len(blind) / len(areas) < 0.6
    assert all(seen[each].sharpness(area) == 1.0 for each in (NORMAL, HARD) for area in areas)


def test_an_easy_one_does_nothing_silly_with_its_money() -> None:
    """It places no marker that it cannot hold, and leaves no colony without an army."""
    made = world()
    made.state.treasury["france"] = 60
    orders = list[str]()
    while (
        found := next_order(thinking(made, "france", EASY, "3"), 1, None, propose_markers)
    ) is not None:
        orders.append(found[0])
        perform(made, "france", parse_action(found[0]))
    assert len(orders) > 3
    assert made.money("france") >= 0
    assert not without_army(made, "france")


# -- treaties


def test_dear_possessions_are_lowered_by_a_treaty_and_only_once() -> None:
    """Newfoundland, worth 1, costs Great Britain 20 a turn as a possession."""
    made = world()
    made.state.treasury["great_britain"] = 40
    found = list(level_treaties.economies(thinking(made, "great_britain")))
    assert found
    lowered = [c.text("area") for c in found[0].clauses if c.kind == "lower"]
    assert "newfoundland" in lowered
    clauses = tuple(c for c in found[0].clauses if c.kind == "lower")
    parties = ("great_britain", "france")
    made.state.treaties = {"one": Treaty("one", "great_britain", parties, clauses, state=OFFERED)}
    again = list(level_treaties.economies(thinking(made, "great_britain")))
    named = {c.text("area") for each in again for c in each.clauses if c.kind == "lower"}
    assert not named & set(lowered)


def test_promises_are_sold_and_never_what_it_wants_itself() -> None:
    made = world()
    made.state.treasury["great_britain"] = made.state.treasury["germany"] = 100
    evaluator = thinking(made, "germany")
    found = [each for each in level_treaties.sales(evaluator) if each.partner == "great_britain"]
    assert found
    promise, money = found[0].clauses
    assert money.text("to") == "germany"
    assert 0 < money.number("amount") <= 100
    free = [a for a in made.board.areas if made.type_of(a) == "unorganized" and not made.markers(a)]
    best = max(free, key=lambda area: evaluator.worth("germany", area, Status.PROTECTORATE))
    assert best not in promise.listed("areas")


def test_a_beginner_pays_for_promises_that_others_do_not_pay_for() -> None:
    made = world()
    made.state.treasury["france"] = 60
    promise = Clause("no_placement", {"power": "italy", "areas": "tunis", "level": "protectorate"})
    paid = Clause("pay", {"from": "france", "to": "italy", "amount": 10, "due": "now"})
    treaty = Treaty("one", "italy", ("italy", "france"), (promise, paid))
    values = [level_treaties.level_value(thinking(made, "france", each), treaty) for each in LEVELS]
    assert values[0] > 0 > max(values[1:])
    assert level_treaties.signs(thinking(made, "france", EASY), treaty)
    assert not level_treaties.signs(thinking(made, "france", HARD), treaty)


def test_payments_to_the_leader_are_worth_less() -> None:
    """Belgium scores each pound: money for it costs others more than the money."""
    made = world(8)
    made.state.points["belgium"] = 300
    evaluator = thinking(made, "italy")
    assert evaluator.ahead == "belgium"
    assert level_treaties.envy(evaluator, "belgium", 10) > 10
    assert level_treaties.envy(evaluator, "france", 10) == 0
    assert level_treaties.envy(thinking(made, "italy", EASY), "belgium", 10) == 0


def test_choices_in_a_war_are_explained_in_both_languages() -> None:
    for (step, verb), key in reasons.IN_WAR.items():
        (reason,) = reasons.in_war(step, f"{verb} x")
        assert reason.message.key == f"why_pax.{key}"
        found = {
            message_text(GAME, PlayerMessage("france", reason.message, {}), each)
            for each in ("en", "fr")
        }
        assert len(found) == 2
    for action in Attacks.grammar:
        assert reasons.in_war("attacks", action), action
    assert reasons.in_war("negotiate", "ready") == ()


@pytest.mark.parametrize(
    ("step", "action", "key"),
    [
        ("congress_call", "silent; ignore greece", "congress.silent"),
        ("congress_call", "silent; defend greece", "congress.called"),
        ("congress_call", "call", "congress.called"),
        ("choose_fights", "decline korea; austria decline greece", "fight.declined"),
        ("choose_fights", "decline korea; attack formosa", "fight.odds"),
    ],
)
def test_an_omission_has_its_own_reasons(step: str, action: str, key: str) -> None:
    found = reasons.reasons(thinking(world(), "france"), step, action)
    assert found[0].message.key == f"why_pax.{key}"


# -- each question has reasons of its own


class Answer(NamedTuple):
    """An answer with its question and its reasons."""

    before: Position[PaxState, PaxContext]
    decision: Decision
    action: str
    reasons: tuple[Reason, ...]

    @property
    def world(self) -> PaxContext:
        return self.before.context

    def areas_of(self, key: str) -> list[str]:
        """The areas named by a reason."""
        found = [reason.message for reason in self.reasons]
        return [str(each.args["area_in"]) for each in found if each.key == f"why_pax.{key}"]


@cache
def answers(players: int, turns: int, seed: str) -> tuple[Answer, ...]:
    """All choices in a game with congresses and wars."""
    position = GAME.begin({"players": players, "turns": turns}, seed)
    thinkers = {seat: level(NORMAL, f"{seed}/{seat}") for seat in position.context.seats}
    found = list[Answer]()
    while position.outcome is None:
        seat = position.to_move[0]
        thought = thinkers[seat].think(PlayerView(position, seat))
        answer = position.find(seat, thought.action)
        assert answer is not None
        decision, action = answer
        if decision.menu.size() != 1 and decision.step not in ("open_movement", "plans"):
            found.append(Answer(position.copy(), decision, action, thought.reasons))
        position.apply_unchecked(decision, action)
    return tuple(found)


GAMES = [(5, 5, "4"), (7, 4, "15")]


@pytest.mark.soak
@pytest.mark.parametrize("played", GAMES)
def test_every_question_is_answered_with_a_reason(played: tuple[int, int, str]) -> None:
    steps = set[str]()
    for answer in answers(*played):
        steps.add(answer.decision.step)
        assert answer.reasons, answer.action
        for reason in answer.reasons:
            for language in ("en", "fr"):
                saying = PlayerMessage(answer.decision.seat, reason.message, reason.kinds)
                assert "{" not in message_text(GAME, saying, language)
    assert {"choose_fights", "manoeuvre", "attacks", "table_drafts", "vote_draft"} <= steps


@pytest.mark.soak
@pytest.mark.parametrize("played", GAMES)
def test_a_unit_on_the_march_says_where_it_goes(played: tuple[int, int, str]) -> None:
    found = set[str]()
    for answer in answers(*played):
        if answer.decision.step != "manoeuvre" or answer.action == "done":
            continue
        power, kind = answer.action.split()[1:3]
        made = answer.world
        foes = enemies_of(need(made, answer.before.frame(answer.decision).number("war")), power)
        for area in answer.areas_of("war.blockade"):
            assert kind == "navy"
            assert any(made.holds(foe, area) for foe in foes)
            found.add("blockade")
        for area in answer.areas_of("war.strikes"):
            there = strength_at(made, foes, "army", area)
            assert 0 < 2 * there <= int(answer.action.split()[3])
            found.add("strikes")
        for area in answer.areas_of("war.guards"):
            assert made.holds(power, area)
            assert not made.armies(power, area)
        for area in answer.areas_of("war.empty"):
            assert not strength_at(made, foes, "army", area)
    assert found


@pytest.mark.soak
def test_a_vote_is_explained_by_what_the_draft_is_worth() -> None:
    found = set[str]()
    for answer in (*answers(*GAMES[0]), *answers(*GAMES[1])):
        if answer.decision.step != "vote_draft":
            continue
        yes, made = answer.action == "vote yes", answer.world
        item = find_item(made, answer.before.frame(answer.decision))
        party = answer.decision.seat in party_seats(made, item)
        keys = [reason.message.key.removeprefix("why_pax.congress.") for reason in answer.reasons]
        assert (keys[0] == "ends") <= (yes and not party)
        assert (keys[0] == "gains") <= (yes and party)
        assert (keys[0] in ("costs", "leader")) <= (not yes)
        found.add(keys[0])
    assert {"ends", "gains"} <= found


@pytest.mark.soak
def test_a_treaty_that_changes_nothing_is_not_said_to_cost() -> None:
    signed = next(each for each in answers(*GAMES[0]) if each.decision.step == "signatures")
    position, seat = signed.before.copy(), signed.decision.seat
    frame, held = position.frame(signed.decision), session(position.context)
    assert held.adopted is not None
    position.state.congress = replace(held, adopted=replace(held.adopted, clauses=()))
    evaluator = thinking(position.context, seat)
    assert sign(evaluator, signed.decision, frame) == signed.action
    found = own_reasons(evaluator, signed.decision, frame, signed.action)
    assert found == [say("why_pax.congress.obeys_same")]


def test_a_fight_is_explained_by_its_odds_and_its_prize() -> None:
    made = world()
    evaluator = thinking(made, "japan")
    made.put_marker("japan", "korea", Status.PROTECTORATE)
    army(made, "japan", "korea", 10)
    frame = Frame("choose_fights", {})
    decision = GAME.begin({}, "1").decisions[0]
    (found,) = own_reasons(
        evaluator, replace(decision, step="choose_fights"), frame, "attack korea"
    )
    odds, prize = prospect(evaluator, "attack korea")
    assert found.args == {"area_in": "korea", "chance": round(100 * odds.won), "gain": round(prize)}
    made.state.armies["korea"] = {"japan": (1,)}
    (weak,) = own_reasons(
        evaluator, replace(decision, step="choose_fights"), frame, "decline korea"
    )
    odds, prize = prospect(evaluator, "attack korea")
    chance = round(100 * odds.won)
    assert chance < int(str(found.args["chance"]))
    cost = round(LOSS_PRICE * odds.lost)
    assert weak == say(
        "why_pax.fight.left", area_in="korea", chance=chance, gain=round(prize), cost=cost
    )


@pytest.mark.parametrize(("strength", "key"), [(3, "left_poor"), (10, "attack_poor")])
def test_control_that_is_worth_nothing_is_not_called_worth_a_pound(strength: int, key: str) -> None:
    made = world()
    made.put_marker("japan", "sokoto", Status.PROTECTORATE)
    army(made, "japan", "sokoto", strength)
    assert stake(made, "japan", "sokoto") < 0
    asked = replace(GAME.begin({}, "1").decisions[0], step="choose_fights")
    asked = replace(asked, menu=Slots({"sokoto": ("attack sokoto", "decline sokoto")}))
    evaluator, frame = thinking(made, "japan"), Frame("choose_fights", {})
    (found,) = own_reasons(evaluator, asked, frame, choose_fights(evaluator, asked, frame))
    assert found.key == f"why_pax.fight.{key}"
    assert "gain" not in found.args


@pytest.mark.parametrize(
    ("terms", "lost", "rounds", "key"),
    [
        ("present_lines", False, 1, "peace.accepted"),
        ("present_lines", True, 1, "peace.refused"),
        ("present_lines", True, 3, "peace.lasted"),
        ("present_lines", False, 3, "peace.accepted"),
        ("status_quo", True, 3, "peace.accepted"),
        ("peace-1", True, 1, "peace.written"),
        ("peace-1", True, 4, "peace.long"),
    ],
)
def test_a_peace_is_explained_by_what_decided(
    terms: str, lost: bool, rounds: int, key: str
) -> None:
    made = world()
    war = at_war(made, ("germany",), ("france",))
    possess(made, "france", "tunis")
    conquered = {"tunis": "germany"} if lost else {}
    change(made, war.id, conquered=conquered, round=rounds)
    asked = replace(GAME.begin({}, "1").decisions[0], step="sign_peace")
    asked = replace(asked, menu=Choose(("accept", "refuse")))
    evaluator, frame = (
        thinking(made, "france"),
        Frame("sign_peace", {"war": war.id, "terms": terms}),
    )
    (found,) = own_reasons(evaluator, asked, frame, sign_peace(evaluator, asked, frame))
    assert found.key == f"why_pax.{key}"


@pytest.mark.parametrize(
    ("odds", "key", "chance"),
    [(0.4, "together", 40), (0.2, "too_weak", 20), (-0.1, "hopeless", 10)],
)
def test_an_ally_is_shown_the_odds_of_all_together(
    monkeypatch: pytest.MonkeyPatch, odds: float, key: str, chance: int
) -> None:
    monkeypatch.setattr(campaign, "odds_together", lambda *_: odds)
    asked = replace(GAME.begin({}, "1").decisions[0], step="allies_join")
    (found,) = own_reasons(thinking(world(), "italy"), asked, Frame("allies_join"), "stay")
    assert found == say(f"why_pax.war.{key}", chance=chance)


@pytest.mark.parametrize(
    ("sites", "key"), [(("france", "italy"), "site"), (("italy",), "any_site")]
)
def test_a_congress_meets_with_any_power_but_the_leader(sites: tuple[str, ...], key: str) -> None:
    made = world()
    made.state.points["france"] = 300
    asked = replace(GAME.begin({}, "1").decisions[0], step="congress_site")
    asked = replace(asked, menu=Choose(tuple(f"site {each}" for each in sites)))
    evaluator = thinking(made, "germany")
    action = site(evaluator, asked, Frame("congress_site"))
    assert action == "site italy"
    (found,) = own_reasons(evaluator, asked, Frame("congress_site"), action)
    assert found.key == f"why_pax.congress.{key}"


DRAFTS = {  # by France, over two areas of about the same value
    "give {0} kamerun protectorate; give {1} madagascar protectorate": "agree",
    "give {1} kamerun protectorate; give {0} madagascar protectorate": "agree",
    "give {0} kamerun protectorate; give {0} madagascar protectorate": "disagree",
    "give {1} kamerun protectorate; give {1} madagascar protectorate": "agree",
}


@pytest.mark.parametrize(("draft", "expected"), DRAFTS.items())
def test_a_victor_agrees_to_a_fair_share_and_to_nothing_less(draft: str, expected: str) -> None:
    made = world()
    clear(made, "kamerun")
    clear(made, "madagascar")
    args: dict[str, str | int] = {"victors": "france italy", "areas": "kamerun madagascar"}
    written = draft.format("france", "italy")
    args |= {"losers": "germany", "seat": "france", "draft": 0, "written": written}
    asked = replace(GAME.begin({}, "1").decisions[0], step="agree_spoils")
    asked = replace(asked, menu=Choose(("agree", "disagree")))
    evaluator, frame = thinking(made, "italy"), Frame("agree_spoils", args)
    answer = agree_spoils(evaluator, asked, frame)
    assert answer == expected
    (found,) = own_reasons(evaluator, asked, frame, answer)
    assert found.key == f"why_pax.spoils_{'agreed' if answer == 'agree' else 'refused'}"
    assert int(str(found.args["due"])) > 0


def test_an_army_says_for_what_it_marches() -> None:
    made = world()
    clear(made, "formosa")

    def explanation(action: str = "march 1 home_japan formosa") -> Message:
        return reasons.reasons(thinking(made, "japan"), "open_movement", action)[0].message

    assert explanation() == say("why_pax.army")
    made.state.markers["formosa"] = {"japan": Marker(Status.PROTECTORATE, Status.NONE)}
    strength = made.board.strength("formosa")
    assert explanation() == say("why_pax.army_fights", area_in="formosa", strength=strength)
    made.state.markers["formosa"] = {"japan": Marker(Status.PROTECTORATE, Status.PROTECTORATE)}
    assert explanation() == say("why_pax.army_lacks", area_in="formosa")
    army(made, "japan", "formosa", 10)
    assert explanation() == say("why_pax.army_relief", area_in="formosa")
    army(made, "japan", "formosa", 1)
    assert explanation() == say("why_pax.army")
    assert explanation("march 10 formosa home_japan") == say("why_pax.home")


def test_a_refusal_names_a_price_that_would_do() -> None:
    made = world()
    paid = Clause("pay", {"from": "italy", "to": "france", "amount": 1, "due": "now"})
    lowers = Clause("lower", {"power": "france", "area": "senegambia", "level": "influence"})
    treaty = Treaty("one", "italy", ("italy", "france"), (lowers, paid), state=OFFERED)
    made.state.treaties = {"one": treaty}
    found = reasons.letter(thinking(made, "france"), "decline one")
    assert found is not None
    assert found.to == "italy"
    assert found.message.key in ("letter.refused.cheap", "letter.refused.bad")


# -- evaluation


def test_a_seat_is_judged_by_the_points_it_will_have() -> None:
    position = GAME.begin({"players": 7}, "1")
    assert set(features(position, "italy")) == set(POINTS)
    before, stood = expected(position, "italy"), evaluate(position, "italy")
    position.context.put_marker("italy", "egypt", Status.PROTECTORATE)
    army(position.context, "italy", "egypt", 1)
    position.context.forget()
    assert expected(position, "italy") > before
    assert -1.0 <= stood < evaluate(position, "italy") <= 1.0
