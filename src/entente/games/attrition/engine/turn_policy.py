"""The policy without search: a quick answer to every question, from a plan of the whole turn.

A level plays by it where it does not search, and both sides do so in rollouts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from entente.games.attrition.board import (
    CENTRAL,
    CONTESTED,
    DECOY,
    ELITE,
    ENTENTE,
    RUSSIA,
)
from entente.games.attrition.context import DONE, AttritionContext
from entente.games.attrition.declarations import flags
from entente.games.attrition.engine.features import (
    EMPTY_FORCE,
    NO_GOALS,
    USUAL_WEIGHTS,
    AttritionPosition,
    AttritionWeights,
    RegionEvaluator,
)
from entente.games.attrition.engine.turn_plans import march_plan, step_plan, turn_plan
from entente.games.attrition.rail import open_home
from entente.kernel import Decision, Pick, parse_action

TURN = ("rail", "mobilise", "move")  # the steps of a turn that share a plan
PLANNED = (*TURN, "advance", "redeploy")
EAGER = ("ignore", "double")  # always good


class TurnPolicy:
    """Answers for one seat and keeps the rest of its current plan."""

    def __init__(
        self,
        weights: AttritionWeights = USUAL_WEIGHTS,
        *,
        rails: bool = True,
        goals: Mapping[str, float] = NO_GOALS,
    ) -> None:
        self.weights = weights
        self.goals = goals
        self.rails = rails
        self.operations = 0  # spent on plans
        self._planned: list[str] = []
        self._when: tuple[object, ...] = ()
        self._where = ""  # the advance or redeployment that the plan is for

    def follow(self, war: AttritionContext, actions: tuple[str, ...]) -> None:
        """Follow this plan."""
        self._when = moment(war)
        self._where = ""
        self._planned = list(actions)

    def reply(self, position: AttritionPosition, decision: Decision, rng: Random) -> str:
        """Choose an action."""
        war, step, menu = position.context, decision.step, decision.menu
        if isinstance(menu, Pick):
            return self._losses(war, decision)
        for action in EAGER:
            if action in menu:
                return action
        if step in PLANNED:
            return self._by_plan(war, decision)
        special = getattr(self, f"_{step}", None)
        if special is not None:
            answer: str = special(war, decision)
            return answer
        return DONE if DONE in menu else menu.sample(rng)

    @property
    def planned(self) -> tuple[str, ...]:
        """What is left of the plan."""
        return tuple(self._planned)

    # -- the plan

    def _by_plan(self, war: AttritionContext, decision: Decision) -> str:
        where = _where(war, decision.step)
        if moment(war) != self._when or where != self._where:
            self._plan(war, decision)
        action = self._next(decision)
        if action is None:  # something interfered
            self._plan(war, decision)
            action = self._next(decision)
        return DONE if action is None else action

    def _next(self, decision: Decision) -> str | None:
        """Return the next action of the plan for this question; DONE if none is left."""
        action = planned_for(decision.step, self._planned)
        if action is None:
            return DONE
        if action not in decision.menu:
            return None
        self._planned.remove(action)
        return action

    def _plan(self, war: AttritionContext, decision: Decision) -> None:
        self.follow(war, self.plan(war, decision))
        self._where = _where(war, decision.step)

    def plan(
        self, war: AttritionContext, decision: Decision, goals: Mapping[str, float] = NO_GOALS
    ) -> tuple[str, ...]:
        """Plan the rest of the turn, or of the step if it is the only one."""
        evaluator = RegionEvaluator(war, decision.seat, self.weights, goals or self.goals)
        actions = self._actions(evaluator, decision.step)
        self.operations += evaluator.operations
        return actions

    def _actions(self, evaluator: RegionEvaluator, step: str) -> tuple[str, ...]:
        war = evaluator.war
        if step == "move":
            return march_plan(evaluator)
        if step == "advance":
            return step_plan(evaluator, war.board.land[war.battle.region], "advance")
        if step == "redeploy":
            (start,) = war.state.movable
            nation = war.board.nations[war.board.regions[start].nation]
            ends = [region for region in nation.regions if region != start]
            return step_plan(evaluator, ends, "redeploy")
        return turn_plan(evaluator, rails=self.rails and step == "rail")

    # -- battles

    def _plan_battles(self, war: AttritionContext, decision: Decision) -> str:
        """4.7.2: the battles that promise more than waiting."""
        evaluator = RegionEvaluator(war, decision.seat, self.weights)
        for action in decision.menu:
            if action == DONE:
                continue
            region = parse_action(action).args[0]
            if evaluator.region(region, war.tiles_in(region, decision.seat))[1]:
                return action
        return DONE

    def _choose_battle(self, war: AttritionContext, decision: Decision) -> str:
        """4.8.1: the safest battles first, since the winners may advance."""
        evaluator = RegionEvaluator(war, decision.seat, self.weights)

        def surely(action: str) -> float:
            region = parse_action(action).args[0]
            ours = evaluator.force(war.tiles_in(region, decision.seat))
            theirs = evaluator.enemies(region)
            return ours.number / (theirs.number + 0.5)

        return max(decision.menu, key=lambda action: (surely(action), action))

    def _losses(self, war: AttritionContext, decision: Decision) -> str:
        """4.8.2: the cheapest tiles; one of each face stays as long as possible."""
        menu = decision.menu
        assert isinstance(menu, Pick)
        left, chosen = dict(menu.items), list[str]()
        tiles = war.board.tiles
        if not all(name in tiles for name in left):
            return menu.sample(Random(str(left)))
        nations: dict[str, int] = {}
        faces: dict[int, int] = {}
        for name, number in left.items():
            nations[tiles[name].nation] = nations.get(tiles[name].nation, 0) + number
            faces[tiles[name].face] = faces.get(tiles[name].face, 0) + number
        for _ in range(menu.number):
            able = [name for name, number in left.items() if number]

            def hurts(name: str) -> tuple[float, str]:
                tile = tiles[name]
                price = {ELITE: 0.0, DECOY: 0.0}.get(tile.type, 1.0)
                price -= 0.1 * faces[tile.face]  # many score on the same number
                price += 0.05 * nations[tile.nation]  # the largest nation rolls the dice
                return price, name

            worst = min(able, key=hurts)
            left[worst] -= 1
            nations[tiles[worst].nation] -= 1
            faces[tiles[worst].face] -= 1
            chosen.append(worst)
        return " ".join([menu.verb, *chosen])

    # -- the rest of a turn

    def _return_tiles(self, war: AttritionContext, decision: Decision) -> str:
        """4.1.2: all tiles that can come in again."""
        menu = decision.menu
        back = [action for action in menu if action not in (DONE, "return all")]
        useless = [a for a in back if not comes_in(war, parse_action(a).args[0])]
        if not useless and "return all" in menu:
            return "return all"
        useful = [action for action in back if action not in useless]
        return useful[0] if useful else DONE

    def _surrender(self, war: AttritionContext, decision: Decision) -> str:
        """4.3: when Petrograd is lost and the rest of Russia is worth little."""
        points = sum(
            war.value(region)
            for region in war.board.nations[RUSSIA].regions
            if war.status(region) == ENTENTE
        )
        lost = war.status(war.board.nations[RUSSIA].capital) == CENTRAL
        return "surrender" if lost and points <= 1 and "surrender" in decision.menu else DONE

    def _declare_war(self, war: AttritionContext, decision: Decision) -> str:
        """4.10: the nation that brings more than it exposes."""
        best, chosen = 0.0, DONE
        for action in decision.menu:
            verb, *words = parse_action(action).words
            if verb == "declare":
                worth = self._entry(war, decision.seat, words[0])
                if worth > best:
                    best, chosen = worth, action
        return chosen

    def _entry(self, war: AttritionContext, seat: str, nation: str) -> float:
        """Return what a nation brings if it enters the war now."""
        facts, state = war.board.nations[nation], war.state
        tiles = {
            tile.id: state.reserves[seat][tile.id]
            for tile in war.listed(state.reserves[seat])
            if tile.nation in flags(facts) and tile.type != ELITE
        }
        evaluator = RegionEvaluator(war, seat, self.weights)
        number = sum(tiles.values())
        worth = sum(war.value(region) for region in facts.regions) + 0.3 * number
        front = [
            region
            for region in facts.regions
            for end in war.board.land[region]
            if war.status(end) in (evaluator.foe, CONTESTED)
        ]
        exposed = len(dict.fromkeys(front))
        return worth - 0.55 * max(0, 2 * exposed - number)

    def _salonica(self, war: AttritionContext, decision: Decision) -> str:
        """4.10.1.1: the first of the tiles that wait in the reserves."""
        return next(iter(decision.menu))

    def _dig_trench(self, war: AttritionContext, decision: Decision) -> str:
        """17.2: where most own tiles face the enemy."""
        evaluator = RegionEvaluator(war, decision.seat, self.weights)

        def need(action: str) -> tuple[float, str]:
            if action == DONE:
                return -1.0, action
            region = parse_action(action).args[0]
            if evaluator.enemies(region) == EMPTY_FORCE:
                return -0.5, action
            return evaluator.weigh(region) + 0.1 * evaluator.enemies(region).number, action

        return max(decision.menu, key=need)

    def _answer_plans(self, war: AttritionContext, decision: Decision) -> str:
        """11.4: airplanes join where they defend most."""
        evaluator = RegionEvaluator(war, decision.seat, self.weights)
        actions = [action for action in decision.menu if action != DONE]
        return max(
            actions, key=lambda a: (evaluator.weigh(parse_action(a).words[-1]), a), default=DONE
        )

    def _recall_airplanes(self, war: AttritionContext, decision: Decision) -> str:
        return next(iter(decision.menu))


VERBS = {
    "rail": ("rail",),
    "mobilise": ("mobilise", "scramble"),
    "move": ("move", "sail"),
    "advance": ("advance",),
    "redeploy": ("redeploy",),
}


def planned_for(step: str, plan: Sequence[str]) -> str | None:
    """Return the next action of a plan for a step; None: no more."""
    return next((action for action in plan if parse_action(action).verb in VERBS[step]), None)


def without(plan: Sequence[str], action: str | None) -> tuple[str, ...]:
    """Return a plan without an action that has been carried out."""
    rest = list(plan)
    if action is not None:
        rest.remove(action)
    return tuple(rest)


def _where(war: AttritionContext, step: str) -> str:
    """Return which advance or redeployment a question belongs to; "" is the rest of the turn."""
    if step == "advance":
        return f"advance {war.battle.region}"
    return f"redeploy {next(iter(war.state.movable))}" if step == "redeploy" else ""


def moment(war: AttritionContext) -> tuple[object, ...]:
    """Return the current player-turn."""
    return war.state.turn, war.active


def comes_in(war: AttritionContext, what: str) -> bool:
    """Whether tiles of a nation or kind could enter the board if they were drawn again."""
    nation = what if what in war.board.nations else war.tile(what).nation
    if nation == RUSSIA and war.state.surrendered:
        return False
    if war.is_neutral(nation):
        return True
    return any(open_home(war, region) for region in war.board.nations[nation].entry)
