"""An Attrition of Souls: whole turns are planned, and the levels judge as a player would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from entente.games.attrition.board import ARTILLERY, TANK
from entente.games.attrition.context import DONE
from entente.games.attrition.engine.battle_odds import cleared, exchange
from entente.games.attrition.engine.candidates import find_candidates, plans
from entente.games.attrition.engine.engine import LEVELS as THINKING
from entente.games.attrition.engine.engine import AttritionEngine
from entente.games.attrition.engine.features import USUAL_WEIGHTS, RegionEvaluator, left_after
from entente.games.attrition.engine.reasons import reasons_for
from entente.games.attrition.engine.search import Candidate, Rollouts, compare
from entente.games.attrition.engine.turn_policy import TurnPolicy, comes_in
from entente.kernel import Game, Message, OptionValue, registry, say
from entente.players import PlayerView
from entente.players.engines import EASY, HARD, LEVELS, USUAL, Budget, SearchBudget, create_engine
from entente.players.explanation import has_chosen
from entente.players.player import AnyPosition, PlayerMessage
from entente.players.player_texts import message_text

FEW = Budget(positions=12)


@cache
def game() -> Game[Any, Any]:
    return registry.load("attrition")


def played(seed: str, *, until: tuple[int, str, str]) -> AnyPosition:
    """A game between policies without search, up to a turn, a side and a step."""
    position = game().begin({}, seed)
    policies, rng = {seat: TurnPolicy() for seat in ("central", "entente")}, Random(seed)
    while position.outcome is None:
        asked, state = position.decisions[0], position.state
        if (state.turn, state.active, asked.step) == until:
            return position
        position.apply_unchecked(asked, policies[asked.seat].reply(position, asked, rng))
    raise AssertionError("the game is over")


def test_both_sides_score_with_the_same_dice() -> None:
    """4.8.2: one infantry tile against one: a one costs both."""
    falls = exchange((1, 0, 0, 0), (1, 0, 0, 0), (1, 1), 1, 0)
    assert {(f.attackers_lost, f.defenders_lost): round(f.chance, 4) for f in falls} == {
        (1, 1): 0.1667,
        (0, 0): 0.8333,
    }
    trench = exchange((1, 0, 0, 0), (0, 1, 0, 0), (1, 1), 1, 1)
    assert all(fall.defenders_lost == 0 for fall in trench)


def test_more_attackers_clear_more_and_more_defenders_hold_longer() -> None:
    assert cleared(0, 1) == 1.0
    assert cleared(2, 0) == 0.0
    assert cleared(1, 3) < cleared(1, 8)
    assert cleared(3, 8) < cleared(1, 8)


def test_the_turns_that_are_left_are_counted_from_the_side_that_has_moved() -> None:
    war = game().begin({}, "1").context
    assert (left_after(war, "central"), left_after(war, "entente")) == (19, 20)


def test_empty_land_is_worth_less_than_held_land() -> None:
    position = played("3", until=(1, "entente", "rail"))
    war = position.context
    evaluator = RegionEvaluator(war, "entente")
    assert evaluator.threats
    exposed = [r for r in evaluator.threats if war.status(r) == "entente"]
    assert exposed
    for region in exposed:
        held = evaluator.after(region, "entente", 3, 0)
        assert evaluator.after(region, "entente", 0, 0) < held <= evaluator.weigh(region)


@pytest.mark.parametrize("level", LEVELS)
def test_tiles_are_brought_in_and_not_left_to_be_lost(level: str) -> None:
    """4.5: every tile of a nation at war that can come in does."""
    position = game().begin({}, "2")
    engine = create_engine("attrition", level, "1")
    while position.decisions[0].step != "move":
        decision = position.decisions[0]
        position.apply(decision.seat, engine.think(PlayerView(position, decision.seat), FEW).action)
    left = position.state.reserves["central"]
    assert not [name for name in left if name.startswith(("germany", "austria"))]


def test_attacks_are_made_in_stacks() -> None:
    """Fall 1914: a single tile may harass a garrison, but several make the attack."""
    position = played("5", until=(1, "central", "rail"))
    war = position.context
    plan = TurnPolicy().plan(war, position.decisions[0])
    ends = Counter(a.split()[-1] for a in plan if a.split()[0] == "move")
    attacked = [r for r in ends if war.has_tiles(r, "entente")]
    assert max(ends[region] for region in attacked) >= 3


def test_at_the_end_only_industry_counts() -> None:
    war = game().begin({}, "1").context
    war.state.turn, war.state.active = len(war.board.turns) - 1, "entente"
    evaluator = RegionEvaluator(war, "entente")
    assert evaluator.left == 0
    assert all(evaluator.weigh(region) == war.value(region) for region in war.board.regions)
    assert not evaluator.threats


def test_a_battle_has_the_same_dice_for_all_candidates() -> None:
    """Two candidates that fight the same battle are compared with the same dice, and over six
    determinizations a die shows each face once."""
    position = played("5", until=(1, "central", "choose_battle"))
    question = position.decisions[0]
    first, *_, last = question.menu
    assert first != last
    rollouts = Rollouts([position], question, "seed", turns=1, search_budget=SearchBudget(USUAL, 1))

    def dealt(action: str, number: int, *, before: int = 0) -> tuple[list[int], str]:
        world = position.copy()
        world.state.chance.dice(before)
        rollouts.deal(world, question, action, number)
        return world.state.chance.script, world.state.chance.seed

    worlds = [dealt(first, number) for number in range(6)]
    assert worlds == [dealt(first, number, before=5) for number in range(6)]
    assert worlds != [dealt(last, number) for number in range(6)]
    for faces in zip(*(script for script, _ in worlds), strict=True):
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]


def test_no_way_falls_away_before_it_was_tried_often_enough() -> None:
    position = played("5", until=(1, "central", "rail"))
    question = position.decisions[0]
    rng = Random("1")
    worlds = [position.determinize("central", rng, log=False) for _ in range(8)]
    found, _ = find_candidates(worlds[0], question, USUAL_WEIGHTS, rng, 4)
    assert len(found) == 4
    search_budget = SearchBudget(Budget(positions=28), 0)
    rollouts = Rollouts(worlds, question, "seed", turns=1, search_budget=search_budget)
    compared = compare(rollouts, found, least=4)
    tried = [len(candidate.worths) for candidate in compared]
    assert tried in ([8, 8, 4, 4], [8, 8, 8, 4])  # the first judgement always stays
    assert len(found[0].worths) == 8
    assert compared[0].value >= compared[1].value >= compared[2].value


def test_plans_on_a_whim_make_up_for_those_that_are_alike() -> None:
    position = played("5", until=(1, "central", "rail"))
    found = plans(position.context, position.decisions[0], USUAL_WEIGHTS, 30).plans
    assert len(found) == 30
    assert len({tuple(sorted(plan)) for plan in found}) == 30


def test_hard_explains_its_lines_with_fears_and_reasons() -> None:
    position = played("5", until=(1, "central", "rail"))
    thought = create_engine("attrition", "hard", "1").think(PlayerView(position, "central"), FEW)
    assert len(thought.lines) > 1
    assert thought.lines[0].action == thought.action
    assert thought.lines[0].worst is not None
    assert thought.lines[0].worst <= thought.lines[0].worth
    assert thought.lines[0].feared
    assert {step.seat for step in thought.lines[0].feared} == {"entente"}
    assert thought.positions >= len(thought.lines)
    assert thought.reasons
    for language in ("en", "fr"):
        for reason in thought.reasons:
            text = message_text(
                game(), PlayerMessage("central", reason.message, reason.kinds), language
            )
            assert text.endswith(".")
            assert "{" not in text


def test_the_plan_is_kept_through_the_turn_and_found_again_without_it() -> None:
    """An engine without memory finds it where it was made; asked as if the game began there, it
    still ends the turn sensibly."""
    position = played("5", until=(1, "central", "rail"))
    kept = create_engine("attrition", "hard", "1")
    thought = kept.think(PlayerView(position, "central"), FEW)
    again = create_engine("attrition", "hard", "1").think(PlayerView(position, "central"), FEW)
    assert again == thought
    position.apply("central", thought.action)
    follows = kept.think(PlayerView(position, "central"), FEW)
    assert follows.positions == 1  # it chose, without a search
    assert (
        create_engine("attrition", "hard", "1").think(PlayerView(position, "central"), FEW)
        == follows
    )
    afresh = PlayerView(position, "central", afresh=True)
    assert create_engine("attrition", "hard", "1").think(afresh, FEW).action != DONE


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", ["choice", "1", "7"])
def test_an_immediate_answer_is_still_a_choice(level: str, seed: str) -> None:
    """If there was a choice, the result does not deny it; nor if all weights and goals
    lead to the same plan."""
    view = PlayerView(game().begin({}, seed), "central")
    assert view.decision.menu.size() > 1
    assert has_chosen(create_engine("attrition", level, "s").think(view))


@pytest.mark.parametrize("level", LEVELS)
def test_an_arriving_tile_is_not_described_as_staying(level: str) -> None:
    """A plan without a march may still bring tiles in."""
    thought = create_engine("attrition", level, "s").think(
        PlayerView(game().begin({}, "7"), "central")
    )
    assert thought.action.startswith("mobilise ")
    assert all(each.message.key != "why_attrition.stay" for each in thought.reasons)


def test_a_tank_is_worth_more_than_artillery_though_it_rolls_the_same() -> None:
    """The value of one is not taken for the other's."""
    war = game().begin({"tanks": True}, "1").context
    kinds = [
        next(n for n, t in war.board.tiles.items() if t.type == kind and t.up == n)
        for kind in (ARTILLERY, TANK)
    ]
    evaluator = RegionEvaluator(war, "central")
    (artillery, _), (tank, _) = (evaluator.region("berlin", {kind: 1}) for kind in kinds)
    assert tank - artillery == pytest.approx(USUAL_WEIGHTS.tank - USUAL_WEIGHTS.artillery)


def reasons_at(position: AnyPosition, seat: str, *actions: str) -> list[Message]:
    """The reasons for a plan."""
    step = position.decisions_for(seat)[0].step
    reasons = reasons_for(position.context, seat, step, Candidate(actions[:1], actions[1:]))
    return [reason.message for reason in reasons]


def test_a_move_is_explained_by_itself_before_its_plan() -> None:
    position = played("5", until=(1, "central", "move"))
    one, other = "move germany-infantry berlin poland", "move germany-infantry berlin rhineland"
    first = reasons_at(position, "central", one, other, other, other)
    assert [message.args["region"] for message in first] == ["poland", "rhineland"]
    assert len(reasons_at(position, "central", one, one)) == 1


def test_the_tile_that_opens_salonica_comes_without_a_march() -> None:
    position = game().begin({}, "choice")
    candidate = Candidate(("place france-infantry salonica",), ())
    (reason,) = reasons_for(position.context, "entente", "salonica", candidate)
    assert reason.message == say("why_attrition.place", region="salonica")


def test_arriving_tiles_are_not_described_as_staying() -> None:
    position = game().begin({}, "choice")
    (reason,) = reasons_at(position, "central", "mobilise germany-infantry berlin", DONE)
    assert reason == say("why_attrition.mobilise", region="berlin")
    assert reasons_at(position, "central", DONE) == []
    position = played("5", until=(1, "central", "move"))
    assert reasons_at(position, "central", DONE) == [say("why_attrition.stay")]


def questions(seed: str, *steps: str, **options: OptionValue) -> Iterator[AnyPosition]:
    """The moments of a game between policies without search at which one of these questions is
    asked, with a choice."""
    position = game().begin(options, seed)
    policies, rng = {seat: TurnPolicy() for seat in ("central", "entente")}, Random(seed)
    while position.outcome is None:
        asked = position.decisions[0]
        if asked.step in steps and asked.menu.size() > 1:
            yield position
        position.apply_unchecked(asked, policies[asked.seat].reply(position, asked, rng))


def own_reason(position: AnyPosition) -> tuple[str, Message]:
    """Return what a level does, and its first reason."""
    thought = create_engine("attrition", EASY, "s").think(
        PlayerView(position, position.decisions[0].seat)
    )
    reason = thought.reasons[0]
    for language in ("en", "fr"):
        assert "{" not in message_text(
            game(), PlayerMessage("central", reason.message, reason.kinds), language
        )
    return thought.action, reason.message


@pytest.mark.parametrize("elites", [False, True])
def test_the_explanation_of_a_loss_is_true(elites: bool) -> None:
    reasons = set[str]()
    for position in questions("3", "losses", elites=elites):
        seat, war = position.decisions[0].seat, position.context
        action, message = own_reason(position)
        first = war.tile(action.split()[1])
        there = war.listed(war.tiles_in(war.battle.region, seat))
        faces = Counter[int]()
        for tile in there:
            faces[tile.face] += war.tiles_in(war.battle.region, seat)[tile.id]
        key = message.key.removeprefix("why_attrition.")
        if key == "lose_same":
            assert message.args == {"tile": first.up, "count": faces[first.face]}
            assert faces[first.face] > min(faces.values())
        elif key == "lose_home":
            after = position.copy()
            after.context.lose(first, war.battle.region)
            assert after.state.destroyed == position.state.destroyed
        elif key == "lose_few":
            assert message.args["nation"] != first.nation
        else:
            assert key == "lose_alike"
        reasons.add(key)
    assert "lose_same" in reasons
    assert ("lose_home" in reasons) == elites


def test_tiles_go_back_if_they_can_come_in_again() -> None:
    reasons = set[str]()
    for seed in ("3", "5", "8"):
        for position in questions(seed, "return_tiles"):
            action, message = own_reason(position)
            war, key = position.context, message.key.removeprefix("why_attrition.")
            back = [word for each in position.decisions[0].menu for word in each.split()[1:]]
            nations = {word: comes_in(war, word) for word in back if word != "all"}
            if key == "return_none":
                assert action == DONE
                assert not any(nations.values())
            elif key == "return_all":
                assert action == "return all"
                assert all(nations.values())
            else:
                assert message == say("why_attrition.return_nation", nation=action.split()[1])
                assert nations[action.split()[1]]
            reasons.add(key)
    assert len(reasons) == 3


def test_staying_after_a_victory_is_explained() -> None:
    reasons = set[str]()
    for position in questions("3", "advance", "surrender", "rolling_nation", "choose_battle"):
        action, message = own_reason(position)
        war, key = position.context, message.key.removeprefix("why_attrition.")
        if key == "hold":
            assert (action, message.args) == (DONE, {"region": war.battle.region})
        elif key == "fights_on":
            assert action == DONE
            assert message.args["points"] == sum(
                war.value(region)
                for region in war.board.nations["russia"].regions
                if war.status(region) == "entente"
            )
        elif key == "battle_first_more":
            region = str(message.args["region"])
            sides = {
                side: sum(war.tiles_in(region, side).values()) for side in ("central", "entente")
            }
            assert sides[position.decisions[0].seat] == message.args["own"] > min(sides.values())
        reasons.add(key)
    assert {"hold", "fights_on", "battle_first_more"} <= reasons


def test_the_comparison_is_stated_if_there_is_no_other_reason() -> None:
    """In how many determinizations, with the same luck in each, it did better."""
    position = game().begin({"mulligans": True}, "3")
    decision = position.decisions[0]
    assert decision.step == "mulligan"
    one, two = Candidate(("mulligan",)), Candidate((DONE,))
    one.worths, two.worths = [0.1, 0.3, 0.2], [0.2, 0.1]
    reasons = reasons_for(position.context, decision.seat, decision.step, one, [two])
    assert [each.message for each in reasons] == [
        say("why_attrition.compared", other=DONE, count=1, total=2)
    ]
    one.worths = two.worths
    (even,) = reasons_for(position.context, decision.seat, decision.step, one, [two])
    assert even.message == say("why_attrition.compared_even", other=DONE)
    assert reasons_for(position.context, decision.seat, decision.step, one) == ()
    thought = create_engine("attrition", HARD, "s").think(PlayerView(position, decision.seat), FEW)
    assert thought.reasons[0].message.key.startswith("why_attrition.compared")


def test_on_a_crowded_board_fewer_futures_are_looked_at() -> None:
    """Each rollout costs more there; and with a larger budget, more regions may be evaluated."""
    view = PlayerView(played("5", until=(1, "central", "move")), "central", afresh=True)

    def looked(operations: float, budget: Budget = USUAL) -> int:
        level = replace(THINKING[HARD], operations=operations)
        return AttritionEngine(level, "s").think(view, budget).positions

    few, many = looked(1_000), looked(5_000)
    assert 0 < few < many
    assert looked(1_000, Budget(positions=800)) > few
    assert looked(0) == 1


def test_a_search_costs_no_more_operations_than_its_level_allows() -> None:
    """Plans and rollouts are counted; a search stops within one more round of rollouts."""
    view = PlayerView(played("5", until=(1, "central", "rail")), "central", afresh=True)

    def cost(operations: float) -> tuple[int, int]:
        level = replace(THINKING[HARD], operations=operations, positions=10_000, worlds=400)
        engine = AttritionEngine(level, "s")
        search = engine._search(engine._look(view), USUAL)
        return search.operations, search.positions

    spent, positions = cost(12_000)
    a_round = 6 * 3 * spent / positions  # six candidates; no rollout costs thrice the mean
    assert 12_000 <= spent <= 12_000 + a_round
    plan, once = cost(0)
    assert once == 1
    assert 0 < plan < a_round


def test_a_gain_counts_as_far_as_it_is_more_than_luck() -> None:
    first, sure, lucky = (Candidate((name,)) for name in "abc")
    first.worths = [0.0] * 12
    sure.worths = [0.1, 0.12] * 6
    lucky.worths = [0.9, -0.7] * 6
    assert 0.08 < sure.gain_on(first) < 0.11
    assert 0.0 < lucky.gain_on(first) < sure.gain_on(first)
    assert lucky.mean == pytest.approx(0.1)
    assert lucky.gain_on(first, gap=100.0) == pytest.approx(0.1, abs=1e-3)
    assert first.gain_on(first) == 0.0
    many = Candidate(("d",))
    many.worths, first.worths = lucky.worths * 20, [0.0] * 240
    assert many.gain_on(first) > 0.08


def front(**tiles: int) -> RegionEvaluator:
    """The Central Powers in 1915 with infantry in some regions, against eight tiles in Paris."""
    war = game().begin({}, "1").context
    war.state.turn, war.state.active = 2, "central"
    for region in war.board.regions:
        war.state.board[region] = {}
    for region, number in tiles.items():
        war.state.board[region] = {"germany-infantry": number} if number else {}
    war.state.board["paris"] = {"france-infantry": 8}
    war.state.board["poland"] = {"germany-infantry": 3}
    war.set_status("poland", "central")
    return RegionEvaluator(war, "central", replace(USUAL_WEIGHTS, fear_beyond=0.4))


def test_a_region_that_only_an_advance_reaches_is_feared_for() -> None:
    """4.8.4: Berlin is behind the Rhineland."""
    weak, strong = front(rhineland=1), front(rhineland=2)
    assert "berlin" not in weak.threats
    assert "rhineland" in weak.fronts["berlin"]
    assert 0.0 < strong.open_to_advance()["berlin"] < weak.open_to_advance()["berlin"] < 1.0
    weigh = weak.weigh("berlin")
    empty, held = (weak.after("berlin", "central", number, 0) for number in (0, 2))
    assert empty < held < weigh
    assert empty < strong.after("berlin", "central", 0, 0) < weigh
    bold = RegionEvaluator(weak.war, "central", replace(USUAL_WEIGHTS, fear_beyond=0.0))
    assert bold.after("berlin", "central", 0, 0) == weigh


def test_in_a_plan_the_tiles_in_front_guard_what_is_behind_them() -> None:
    evaluator = front(rhineland=1)

    def worth() -> float:
        one, four = (evaluator.after("rhineland", "central", number, 0) for number in (1, 4))
        return four - one

    before = worth()
    changed = evaluator.expect({"rhineland": 1}.get)  # type: ignore[arg-type]
    assert {"rhineland", "berlin"} <= changed
    open_ = worth()
    assert evaluator.expect(lambda region: int(region in ("rhineland", "berlin")))
    guarded = worth()
    assert open_ > guarded > before
    assert evaluator.expect(lambda region: int(region in ("rhineland", "berlin"))) == set()
