"""The levels at Europe in Turmoil: what a player of the game would expect of them."""

from __future__ import annotations

from collections import Counter
from math import atanh, log
from random import Random

import msgspec
import pytest

from entente.games.turmoil import create
from entente.games.turmoil.board import (
    AUTHORITARIAN,
    FRANCE,
    GERMANY,
    LIBERAL,
    OTHER,
    REGIONS,
    SIDES,
)
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.engine import engine, features, rollout_policy
from entente.games.turmoil.engine.features import TurmoilPosition
from entente.games.turmoil.engine.line_comparison import difference
from entente.games.turmoil.engine.reasons import spared
from entente.games.turmoil.engine.search import Depth, Search
from entente.games.turmoil.scoring import CONTROL, score
from entente.kernel import Choose, Outcome, say
from entente.players import PlayerView
from entente.players.engines import LEVELS, Budget, SearchBudget
from entente.players.engines.comparison import LineEnd
from entente.players.explanation import has_chosen
from entente.players.player import PlayerMessage
from entente.players.player_texts import message_text
from entente.players.search_result import SearchResult

GAME = create({})
FRANCE_SCORING = "C6"


def first_card(seat: str, seed: str = "1") -> TurmoilPosition:
    """The position at which a seat plays its first card, after play by the rollout policy."""
    position, rng = GAME.begin({}, seed), Random(seed)
    while True:
        decision = position.decisions[0]
        if decision.step == "play_card" and decision.seat == seat:
            return position
        position.apply_unchecked(decision, rollout_policy.rollout_reply(position, decision, rng))


def arranged(
    seat: str, hand: list[str], *, vp: int = 0, held: dict[str, str] | None = None
) -> TurmoilPosition:
    """The same with another hand, other points, and controlled spaces."""
    position = first_card(seat)
    state, t = position.state, position.context
    rest = [c for c in (*state.deck, *state.hand[seat], *state.hand[OTHER[seat]]) if c not in hand]
    other = [card for card in rest if not t.is_scoring(card)][:8]
    state.hand = {seat: t.sorted(hand), OTHER[seat]: t.sorted(other)}
    state.deck = [card for card in rest if card not in other]
    state.vp = vp
    for space, side in (held or {}).items():
        t.take(OTHER[side], space, 99)
        t.add(side, space, t.need(side, space) + 3)
    return GAME.position(state)


def thought(level: str, position: TurmoilPosition, positions: int | None = None) -> SearchResult:
    seat = position.decisions[0].seat
    return engine.create_engine("turmoil", level, "1").think(
        PlayerView(position, seat), Budget(positions)
    )


def all_of(region: str, side: str) -> dict[str, str]:
    return dict.fromkeys(GAME.board.land(0).regions[region], side)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seat", SIDES)
def test_a_scoring_that_wins_is_played(level: str, seat: str) -> None:
    """10.4.1: twenty points win, and France brings more than are missing."""
    points = 8 if seat == LIBERAL else -8
    hand = [FRANCE_SCORING, "C26", "C27", "C5"]
    position = arranged(seat, hand, vp=points, held=all_of(FRANCE, seat))
    found = thought(level, position, 400)
    assert found.action == f"score {FRANCE_SCORING}"
    assert found.reasons[0].message.key == "why_turmoil.score.ahead"


@pytest.mark.parametrize("level", LEVELS)
def test_a_scoring_that_loses_waits(level: str) -> None:
    """There is time in the first round to do something about it."""
    held = all_of(FRANCE, AUTHORITARIAN)
    position = arranged(LIBERAL, [FRANCE_SCORING, "C26", "C10", "C3", "C5"], vp=-12, held=held)
    found = thought(level, position, 600)
    assert found.action != f"score {FRANCE_SCORING}"
    keys = [reason.message.key for reason in found.reasons]
    assert "why_turmoil.score.waits" in keys


def test_explanations_are_complete_in_both_languages() -> None:
    """The chosen line first, then others; every reason is a complete sentence."""
    position = first_card(AUTHORITARIAN)
    found = thought("hard", position, 1500)
    assert found.lines[0].action == found.action
    assert len(found.lines) > 1
    assert all(line.worst is not None and line.worst <= line.worth for line in found.lines)
    assert found.lines[0].then
    assert found.reasons
    for reason in found.reasons:
        saying = PlayerMessage(LIBERAL, reason.message, reason.kinds)
        texts = [message_text(GAME, saying, language) for language in ("en", "fr")]
        assert all("{" not in text and "why_turmoil" not in text for text in texts)
        assert texts[0] != texts[1]


def test_a_single_candidate_is_still_a_choice() -> None:
    """The result does not say that there was no choice, nor that all is even."""
    position, rng = GAME.begin({}, "2"), Random(2)
    while position.outcome is None:
        decision = position.decisions[0]
        if decision.menu.size() > 1 and decision.step not in ("play_card", "place", "spend"):
            found = thought("normal", position, 40)
            if len(found.lines) == 1:
                break
        position.apply_unchecked(decision, rollout_policy.rollout_reply(position, decision, rng))
    assert (len(found.lines), has_chosen(found)) == (1, True)
    assert found.worth != 0.0


def test_support_that_goes_has_reasons_too() -> None:
    """By its side: own support is spared, the loss of the opponent's weakens them."""
    position, rng, reasons = GAME.begin({}, "2"), Random(2), dict[bool, set[str]]()
    while position.outcome is None and len(reasons) < 2:
        decision = position.decisions[0]
        if decision.step in ("remove", "tirpitz") and decision.menu.size() > 1:
            found = thought("easy", position)
            own = position.frame(decision).text("of") == decision.seat
            reasons.setdefault(own, set()).add(found.reasons[0].message.key)
        position.apply_unchecked(decision, rollout_policy.rollout_reply(position, decision, rng))
    spared = {f"why_turmoil.space.{key}" for key in ("spares", "idle", "kept")}
    assert set() < reasons[True] <= spared
    assert reasons[False] <= {"why_turmoil.space.breaks", "why_turmoil.space.weakens"}


def holds(key: str, seat: str, before: str, after: str) -> bool | None:
    """Return whether a claim about a space is true, by its control before and after; None: it
    claims nothing."""
    return {
        "takes": after == seat,
        "kept": after == seat,
        "breaks": after != OTHER[seat],
        "idle": after == before != seat,
        "harmless": after == before,
    }.get(key)


def test_the_explanation_of_a_space_is_true() -> None:
    """Each claim is checked on the board before and after the action."""
    reasons = Counter[str]()
    for seed in ("1", "4"):
        position, rng = GAME.begin({}, seed), Random(seed)
        while position.outcome is None:
            decision = position.decisions[0]
            seat, action = decision.seat, rollout_policy.rollout_reply(position, decision, rng)
            if decision.step in ("shift", "exchange", "remove", "war_remove", "tirpitz"):
                found = thought("easy", position)
                action = found.action
                after = position.copy()
                after.apply_unchecked(after.decisions[0], action)
                for reason in found.reasons:
                    _, _, key = reason.message.key.partition("why_turmoil.space.")
                    space = str(reason.message.args.get("space", ""))
                    if space:
                        held = (each.state.holder[space] for each in (position, after))
                        found_true = holds(key, seat, *held)
                        assert found_true is not False, (action, reason)
                        reasons[key] += found_true is not None
            position.apply_unchecked(decision, action)
    assert {"kept", "breaks", "idle", "harmless"} <= {
        key for key, count in reasons.items() if count
    }


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_stability_card_is_set_against_another(level: str) -> None:
    """What separates the two in the level's own evaluation; the other one is on the menu too."""
    position, rng = GAME.begin({}, "3"), Random(3)
    while position.decisions[0].step != "choose_stability":
        decision = position.decisions[0]
        position.apply_unchecked(decision, rollout_policy.rollout_reply(position, decision, rng))
    found = thought(level, position, 900)
    reason = found.reasons[0]
    assert reason.message.key.startswith("why_turmoil.end.")
    other = reason.message.args["other"]
    assert other in position.decisions[0].menu
    assert other != found.action
    texts = [
        message_text(GAME, PlayerMessage(LIBERAL, reason.message, reason.kinds), each)
        for each in ("en", "fr")
    ]
    assert all(str(other).split()[1] in text and "{" not in text for text in texts)


def test_two_ends_are_parted_by_what_counts_most() -> None:
    here = first_card(LIBERAL)
    assert difference(LIBERAL, [here], [here.copy()], features.WEIGHTS) == ("even", {})
    richer = here.copy()
    richer.state.vp += 3
    assert difference(LIBERAL, [richer], [here], features.WEIGHTS) == ("points", {"points": 3})
    assert difference(LIBERAL, [here], [richer], features.WEIGHTS) == ("behind", {})
    assert difference(AUTHORITARIAN, [here], [richer], features.WEIGHTS) == (
        "points",
        {"points": 3},
    )
    firmer = here.copy()
    firmer.context.add(LIBERAL, "paris", 1)
    name, figures = difference(LIBERAL, [firmer], [here], features.WEIGHTS) or ("", {})
    assert (name, figures) == ("ground", {"space": "paris"})


def test_a_line_without_a_named_reason_is_not_called_behind() -> None:
    """The same points on average: a side that is far behind prefers them at risk."""
    sure, low, high = (first_card(LIBERAL) for _ in range(3))
    sure.state.vp, low.state.vp, high.state.vp = -7, -12, -2
    assert difference(LIBERAL, [low, high], [sure, sure], features.WEIGHTS) is None


def test_no_region_is_named_in_which_nothing_differs() -> None:
    """The leader in France likes its scoring card; but its scoring brings as much as before."""
    rest = ["C26", "C27", "C5"]
    due = arranged(LIBERAL, [FRANCE_SCORING, *rest], held=all_of(FRANCE, LIBERAL))
    other = arranged(LIBERAL, ["C10", *rest], held=all_of(FRANCE, LIBERAL))
    only = msgspec.structs.replace(features.WEIGHTS, hand=0.0, battleground=0.0, normal=0.0)
    assert features.lead(due.context, FRANCE) == features.lead(other.context, FRANCE) > 0
    assert difference(LIBERAL, [due], [other], only) is None
    grounds = dict.fromkeys(msgspec.structs.asdict(only), 0.0) | {"battleground": 1.0}
    assert difference(LIBERAL, [due], [other], features.TurmoilWeights(**grounds)) is None


@pytest.mark.parametrize("level", LEVELS)
def test_the_explanation_of_another_line_agrees_with_its_values(level: str) -> None:
    """Nothing is called even that the level itself distinguishes, nor better later if it is not."""
    position, rng, reasons = GAME.begin({}, "3"), Random(3), Counter[str]()
    while position.outcome is None and reasons.total() < 6:
        decision = position.decisions[0]
        if decision.step in ("choose_stability", "order"):
            found = thought(level, position, 300)
            worth = {line.action: line.worth for line in found.lines}
            for reason in found.reasons:
                _, _, key = reason.message.key.partition("why_turmoil.end.")
                if key:
                    ahead = found.lines[0].worth - worth[str(reason.message.args["other"])]
                    assert key != "even" or ahead == pytest.approx(0.0, abs=1e-9)
                    assert key != "later" or (ahead > 0 and found.lines[0].worst is not None)
                    reasons[key] += 1
        position.apply_unchecked(decision, rollout_policy.rollout_reply(position, decision, rng))
    assert reasons


def test_support_that_keeps_the_opponent_out_is_not_called_idle() -> None:
    position = first_card(LIBERAL)
    t = position.context
    space = next(each for each in t.land.open if t.board.stability[each] == 3)
    for side, count in ((LIBERAL, 1), (AUTHORITARIAN, 3)):
        t.take(side, space, 99)
        t.add(side, space, count)
    assert t.state.holder[space] not in SIDES
    assert [each.message.key for each in spared(t, LIBERAL, space)] == []
    t.take(AUTHORITARIAN, space, 1)
    assert [each.message.key for each in spared(t, LIBERAL, space)] == ["why_turmoil.space.idle"]


@pytest.mark.parametrize(("ahead", "word"), [(12, "calm"), (-12, "storm")])
def test_a_war_that_comes_less_often_is_spoken_of(ahead: int, word: str) -> None:
    """By whether the war, as it turned out, is worse or better than peace."""
    peace = first_card(LIBERAL)
    war = peace.copy()
    war.state.alliance = {FRANCE: LIBERAL}
    war.state.vp = -ahead
    better, worse = (peace, war) if word == "calm" else (war, peace)
    assert difference(LIBERAL, [better], [worse], features.WEIGHTS) == (word, {})
    assert difference(LIBERAL, [worse], [better], features.WEIGHTS) == ("behind", {})


def test_the_order_of_event_and_operations_is_set_against_the_other() -> None:
    """And if both lead to the same, no reason is given for either."""
    reasons = set[bool]()
    position, rng = GAME.begin({}, "3"), Random(3)
    while position.outcome is None and len(reasons) < 2:
        decision = position.decisions[0]
        if decision.step == "order":
            found = thought("normal", position, 900)
            *own, parted = (
                reason.message for reason in found.reasons if ".war." not in reason.message.key
            )
            assert {parted.args["other"], found.action} == {"before", "after"}
            even = parted.key == "why_turmoil.end.even"
            assert own == ([] if even else [say(f"why_turmoil.order.{found.action}")])
            reasons.add(even)
        position.apply_unchecked(decision, rollout_policy.rollout_reply(position, decision, rng))
    assert reasons == {True, False}


def test_an_end_that_wins_is_called_so() -> None:
    here = first_card(LIBERAL)
    won = here.copy()
    won.state.outcome = Outcome((LIBERAL,), {LIBERAL: 1.0, AUTHORITARIAN: 0.0}, say("won"))
    assert difference(LIBERAL, [won], [here], features.WEIGHTS) == ("wins", {})
    assert difference(AUTHORITARIAN, [here], [won], features.WEIGHTS) == ("loses", {})


def test_revealing_scoring_cards_is_explained() -> None:
    for seed in map(str, range(40)):
        position = GAME.begin({}, seed)
        if "reveal" in position.decisions[0].menu:
            found = thought("normal", position, 40)
            assert found.reasons[0].message.key == "why_turmoil.score.reveal"
            return
    raise AssertionError("nobody holds two scoring cards")


def test_a_hidden_hand_changes_nothing() -> None:
    """Another hand of the opponent, which the seat cannot distinguish from the true one."""
    position = first_card(LIBERAL)
    other = position.determinize(LIBERAL, Random(5))
    assert other.state.hand[AUTHORITARIAN] != position.state.hand[AUTHORITARIAN]
    assert thought("hard", position, 900) == thought("hard", other, 900)


def test_the_features_make_the_evaluation() -> None:
    """The weighted sum of the features is the log odds of winning."""
    position = first_card(LIBERAL)
    weights = msgspec.structs.asdict(features.WEIGHTS)
    for seat in SIDES:
        counts = features.features(position, seat)
        assert set(counts) == set(weights)
        odds = sum(weights[name] * count for name, count in counts.items())
        chance = (1.0 + features.evaluate(position, seat)) / 2.0
        assert odds == pytest.approx(log(chance / (1.0 - chance)))


def test_a_gain_of_one_side_is_a_loss_of_the_other() -> None:
    """Except for the hand, and the scorings expected because of it."""
    position = first_card(LIBERAL)
    mine, theirs = (features.features(position, seat) for seat in (LIBERAL, AUTHORITARIAN))
    for name in ("points", "boxes", "advantages", "war_edge", "war", "anywhere"):
        assert mine[name] == pytest.approx(-theirs[name])


def scored(t: TurmoilContext, region: str) -> int:
    """10.1: by how many VP the Liberal would win a scoring now, by the rules' own count."""
    liberal = score(t, LIBERAL, region)
    points = liberal.total - score(t, AUTHORITARIAN, region).total
    return points + (4 if region == GERMANY and liberal.level == CONTROL else 0)


def test_a_lead_is_what_the_scoring_would_bring() -> None:
    """10.1: counted once for both sides, as the rules do it."""
    rng, position, compared = Random(3), GAME.begin({}, "3"), 0
    while position.outcome is None and compared < 300:
        decision = position.decisions[0]
        for region in REGIONS:
            assert features.lead(position.context, region) == scored(position.context, region)
            compared += 1
        position.apply_unchecked(decision, rollout_policy.rollout_reply(position, decision, rng))


def test_the_odds_of_a_war() -> None:
    """8.4.2: two dice, and a tie in six of thirty-six."""
    assert features.war_odds(0) == pytest.approx((15 / 36, 15 / 36))
    assert features.war_odds(6) == (1.0, 0.0)
    for edge in range(-5, 6):
        assert features.war_odds(edge)[0] < features.war_odds(edge + 1)[0]
        assert features.war_odds(edge) == features.war_odds(-edge)[::-1]


class Counting(Search):
    """Counts the worlds in which each action is played on."""

    def __init__(self, position: TurmoilPosition) -> None:
        search_budget = SearchBudget(Budget(100_000), 0)
        super().__init__(PlayerView(position, position.decisions[0].seat), "1", search_budget)
        self.tried = Counter[str]()

    def _play_on(self, action: str, number: int, depth: Depth) -> LineEnd:
        self.tried[action] += 1
        return super()._play_on(action, number, depth)


@pytest.mark.parametrize(("cut", "worlds"), [(1, [18, 18, 6, 6]), (2, [18, 18, 12, 12])])
def test_the_worse_half_leaves_when_its_time_has_come(cut: int, worlds: list[int]) -> None:
    """Six worlds make a batch, and the lines of the remaining actions come first."""
    search = Counting(first_card(AUTHORITARIAN))
    actions = search.proposed(Random(1))[:4]
    lines = search.compare(actions, Depth(4, 3, 1, cut))
    assert [search.tried[line.action] for line in lines] == worlds


def test_habits_keep_to_the_menu() -> None:
    """In a whole game."""
    rng, position = Random(2), GAME.begin({}, "2", log=False)
    while position.outcome is None:
        decision = position.decisions[0]
        assert isinstance(decision.menu, Choose)
        action = rollout_policy.rollout_reply(position, decision, rng)
        assert action in decision.menu
        position.apply_unchecked(decision, action)


@pytest.mark.parametrize("level", LEVELS)
def test_an_untried_alternative_is_still_a_choice(level: str) -> None:
    """3.1: revealing cards is always better and is not compared; but it was chosen, and the
    position has its value."""
    position = next(
        found
        for number in range(200)
        if "reveal" in (found := GAME.begin({}, str(number))).decisions[0].menu
    )
    seat = position.decisions[0].seat
    position.state.vp = 12 if seat == LIBERAL else -12
    thought = engine.create_engine("turmoil", level, "s").think(PlayerView(position, seat))
    assert thought.action == "reveal"
    assert has_chosen(thought)
    assert thought.worth > 0.2


def test_the_last_points_before_twenty_count_more() -> None:
    """10.4.1: 20 VP win at once."""
    assert [features.brink(points) for points in (0, 5, 12, -12)] == [0.0] * 4
    assert features.brink(19) - features.brink(18) > features.brink(14) - features.brink(13) > 0.0
    assert features.brink(-19) == -features.brink(19)
    assert features.brink(20) == 8.0
    values = dict[int, float]()
    for points in (11, 12, 18, 19):
        position = first_card(LIBERAL)
        position.state.vp = points
        values[points] = 2 * atanh(features.evaluate(position, LIBERAL))
    assert values[19] - values[18] > 2 * (values[12] - values[11])


def test_control_of_germany_by_the_liberal_is_feared_before_it_is_scored() -> None:
    """10.4.1: it wins at once when Germany is scored."""
    position = first_card(AUTHORITARIAN)
    t = position.context
    spaces = list(t.land.regions[GERMANY])
    grounds = [space for space in spaces if space in t.board.battlegrounds]
    near = list[float]()
    for missing in (0, 1, 2, len(grounds)):
        t.state.holder.update(dict.fromkeys(spaces, LIBERAL))
        t.state.holder.update(dict.fromkeys(grounds[:missing], ""))
        near.append(features.liberal_germany(t))
    assert near == [1.0, 0.3, 0.1, 0.0]
    t.state.holder.update(dict.fromkeys(spaces, AUTHORITARIAN))
    t.state.holder.update(dict.fromkeys(grounds, LIBERAL))
    assert features.liberal_germany(t) < 1.0  # 10.1.3: control needs more spaces, too
