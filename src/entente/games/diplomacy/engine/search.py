"""Search for the orders of a season: predict the orders of others and find the best reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter

import msgspec

from entente.games.diplomacy.answers.slots import DRAW
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine import reasons
from entente.games.diplomacy.engine.candidates import Orders, write_orders
from entente.games.diplomacy.engine.failed_moves import Repeats
from entente.games.diplomacy.engine.features import WEIGHTS, CentreEvaluator, DiplomacyWeights
from entente.games.diplomacy.engine.forecast import Forecast
from entente.games.diplomacy.engine.hill_climbing import ScoredOrders, Trials, climb
from entente.games.diplomacy.engine.regret_matching import RegretMatching, Rival
from entente.games.diplomacy.engine.votes import vote
from entente.games.diplomacy.engine.wide_candidates import WideCampaign
from entente.games.diplomacy.phases import understood
from entente.games.diplomacy.rules.orders import HOLDS, MOVE
from entente.kernel import Decision, Seat, Slots, parse_action
from entente.players.engines import Budget, Level, SearchBudget
from entente.players.search_result import Reason, SearchLine, SearchResult, Step

LUCK = 0.35  # in assembling sets of orders to start from
WHIM = 3.0  # the same for units that a level does not think of
KNOWN = 8  # own sets that the others expect
FEWEST = 10  # rounds that regret matching needs
PART = 3  # one in this many of the remaining positions goes to regret matching
KEPT_LINES = 4
NO_REPEATS = Repeats()  # moves that failed have no price
NEIGHBOURS = 2  # seats whose expected orders are shown


class DiplomacyLevel(Level, frozen=True):
    """The settings of a level."""

    worlds: int = 2
    trials: int = 0  # for each of the other seats, in each world
    starts: int = 4
    climbs: int = 1
    weights: DiplomacyWeights = WEIGHTS
    rounds: int = 0  # of regret matching
    reckoned: int = 0  # additional worlds from regret matching
    arrays: int = 0  # the default budget of the search over the arrays of the batch engine, if any
    compiled: int = 0  # and where it is compiled


class OrderSearch:
    """The search for a seat's orders of one season."""

    joins_against_leaders = False  # and spares others while a power may win alone

    def __init__(
        self,
        level: DiplomacyLevel,
        europe: DiplomacyContext,
        decision: Decision,
        evaluator: CentreEvaluator,
        budget: Budget,
        rng: Random,
    ) -> None:
        self.level, self.europe, self.decision = level, europe, decision
        self.seat = decision.seat
        self.evaluator = evaluator
        self.rng = rng
        self.budget = budget
        self.search_budget = SearchBudget(budget, level.positions)
        self.campaign = WideCampaign(europe, self.seat)
        self.repeats = NO_REPEATS
        self.worlds: list[Orders] = []
        self.trials = Trials(europe, evaluator, (), self.search_budget)

    def thought(self, compared: str | None = None) -> SearchResult:
        """Choose a set of orders, and weigh one that was given."""
        if not self.campaign.mine:
            action = self._written({})
            return SearchResult(action, -0.99, (SearchLine(action, -0.99),))
        ranked, positions = self._tidied(self._searched()), self.search_budget.spent
        if compared is not None:
            self._add(ranked, compared)
        lines = [self._line(each) for each in ranked]
        if compared is not None:  # with the vote it came with
            lines = [
                msgspec.structs.replace(line, action=compared)
                if _same(line.action, compared)
                else line
                for line in lines
            ]
        lines = [
            msgspec.structs.replace(line, reasons=self._reasons(ranked, number, line.action))
            for number, line in enumerate(lines)
        ]
        action = self._written(ranked[0].orders)
        return SearchResult(action, lines[0].worth, tuple(lines), lines[0].reasons, positions)

    def _tidied(self, ranked: list[ScoredOrders]) -> list[ScoredOrders]:
        """Return the same sets, the best of them without idle units where that is no worse. A
        level that overlooks units leaves them idle."""
        best = ranked[0]
        orders = self.campaign.tidied(best.orders)
        if self.level.overlooked or orders == best.orders:
            return ranked
        tidy = ScoredOrders(orders, self._worths(orders))
        if tidy.mean < best.mean:
            return ranked
        written = self._written(orders)
        return [tidy, *(each for each in ranked[1:] if self._written(each.orders) != written)]

    def _add(self, ranked: list[ScoredOrders], compared: str) -> None:
        """Add a set of orders to those that were found, without changing the choice."""
        *texts, _ = parse_action(compared).choice_texts
        orders = understood(self.europe, texts)
        if all(not _same(self._written(each.orders), compared) for each in ranked):
            added = ScoredOrders(orders, self._worths(orders))
            place = sum(each.mean >= added.mean for each in ranked[1:])
            ranked.insert(1 + place, added)

    def _reasons(
        self, ranked: Sequence[ScoredOrders], number: int, action: str
    ) -> tuple[Reason, ...]:
        """Reasons for one of the sets: its aims, and a comparison with another set."""
        chosen = ranked[number]
        why = [reasons.of_draw()] if action.endswith(DRAW) else []
        worst = self.trials.after(self.trials.all_orders(chosen.orders, self._worst(chosen)))
        why += reasons.of_orders(self.campaign, self.evaluator, chosen.orders, worst)
        if self.joins_against_leaders:
            why += reasons.of_truce(self.campaign, chosen.orders, [x.orders for x in ranked])
        other = ranked[0] if number else next(iter(ranked[1:]), None)
        if other is not None and self.worlds:
            why.append(reasons.against(self.campaign, self.trials, chosen, other))
        return tuple(why)

    # -- searching

    def _noticed(self) -> WideCampaign:
        """Return the campaign with the units that the level thinks of this season."""
        share, mine = self.level.overlooked, self.campaign.mine
        if not share:
            return self.campaign
        noticed = WideCampaign(self.europe, self.seat)
        noticed.mine = [n for n in mine if self.rng.random() >= share] or mine[:1]
        return noticed

    def _worths(self, orders: Orders) -> list[float]:
        """Return the value of a set in each world."""
        return self.trials.worths(orders)

    def _imagine(self) -> Forecast:
        """Imagine orders that the others may give, for half of the budget."""
        level, forecast = self.level, Forecast(self.europe, self.seat, self.rng)
        left = self.search_budget.left
        number = min(level.worlds, max(2, left // 40))
        trials = min(level.trials, left // (2 * number * max(1, len(forecast.others))))
        self.worlds = forecast.worlds(number, trials, _half_of(self.budget))
        self.trials.add(self.worlds)
        self.search_budget.spend(forecast.trials)
        return forecast

    def _whims(self, noticed: WideCampaign) -> Orders:
        """Return what the other units do: they wander, without support and against nothing."""
        others = [n for n in self.campaign.mine if n not in noticed.mine]
        if not others:
            return {}
        wandering = self.campaign.assemble(self.rng, WHIM)
        return {n: wandering[n] if wandering[n].kind == MOVE else HOLDS for n in others}

    def _searched(self) -> list[ScoredOrders]:
        """Return sets of orders, best first: assembled, and the best of them improved."""
        level, starts = self.level, list[ScoredOrders]()
        forecast = self._imagine()
        campaign = self._noticed()
        whims = self._whims(campaign)
        for number in range(level.starts):
            if starts and self.search_budget.exhausted:
                break
            assembled = campaign.assemble(self.rng, LUCK if number else 0.0)
            orders = campaign.settled({**whims, **assembled})
            starts.append(ScoredOrders(orders, self.trials.worths(orders)))
        starts.sort(key=lambda scored: -scored.mean)
        if level.rounds:
            starts = self._reckoned(starts, forecast)
        better = [climb(campaign, self.trials, start, self.rng) for start in starts[: level.climbs]]
        distinct = dict[str, ScoredOrders]()
        for scored in sorted([*better, *starts], key=lambda scored: -scored.mean):
            distinct.setdefault(self._written(scored.orders), scored)
        return list(distinct.values())[:KEPT_LINES]

    def _reckoned(self, starts: Sequence[ScoredOrders], forecast: Forecast) -> list[ScoredOrders]:
        """Return the same sets, evaluated in additional worlds in which all seats expect each
        other's sets (regret matching). A part of the remaining budget is spent on it."""
        trials, level, search_budget = self.trials, self.level, self.search_budget
        sets = {**forecast.sets, self.seat: [each.orders for each in starts[:KNOWN]]}
        rivals = {seat: self._rival(seat, known) for seat, known in sets.items()}
        matching = RegretMatching(rivals, len(trials.units), trials.after)
        rounds = min(level.rounds, search_budget.left // (PART * matching.cost))
        if rounds < FEWEST:
            return list(starts)
        for _ in range(rounds):
            matching.round(self.rng)
            search_budget.spend(matching.cost)
            if search_budget.exhausted:
                break
        worlds = [matching.world(self.seat, self.rng) for _ in range(level.reckoned)]
        self.worlds += worlds
        added = trials.add(worlds)
        ranked = [
            ScoredOrders(
                each.orders, [*each.worths, *(trials.worth_in(each.orders, n) for n in added)]
            )
            for each in starts
        ]
        return sorted(ranked, key=lambda scored: -scored.mean)

    def _rival(self, seat: Seat, sets: Sequence[Orders]) -> Rival:
        evaluator, autumn = (
            CentreEvaluator(self.europe, seat, self.level.weights),
            self.trials.autumn,
        )
        return Rival(sets, lambda units: evaluator.worth(units, autumn=autumn))

    # -- the answer

    def _written(self, orders: Orders) -> str:
        """Return an answer as the menu spells it, with the vote. An order that is not on the menu
        becomes a hold."""
        *texts, _ = parse_action(write_orders(self.europe, self.seat, orders)).choice_texts
        menu = self.decision.menu
        assert isinstance(menu, Slots)
        slots = list(menu.slots.values())[:-1]
        known = [
            text if text in choices else choices[0]
            for text, choices in zip(texts, slots, strict=True)
        ]
        return "; ".join([*known, vote(self.europe, self.seat)])

    def _worst(self, scored: ScoredOrders) -> int:
        """Return the world in which a set does worst."""
        return min(range(len(scored.worths)), key=scored.worths.__getitem__)

    def _line(self, scored: ScoredOrders) -> SearchLine:
        worst = self._worst(scored)
        middle = min(
            range(len(scored.worths)), key=lambda world: abs(scored.worths[world] - scored.mean)
        )
        scaled = self.evaluator.scaled
        return SearchLine(
            self._written(scored.orders),
            scaled(scored.mean),
            scaled(scored.worths[worst]),
            self._answers(middle),
            self._answers(worst),
        )

    def _answers(self, world: int) -> tuple[Step, ...]:
        """Return the orders of the seats with most units next to own ones, in a world."""
        return tuple(
            Step(other, write_orders(self.europe, other, self.worlds[world]))
            for other in self._neighbours()
        )

    def _neighbours(self) -> list[Seat]:
        campaign, europe = self.campaign, self.europe
        near = 0
        for number in campaign.mine:
            near |= campaign.menus.reach[number] | 1 << campaign.place[number]
        touching = list[tuple[int, Seat]]()
        for other in europe.survivors():
            powers = {europe.board.power[name] for name in europe.powers_of(other)}
            count = sum(
                bool(campaign.menus.reach[n] & near)
                for n, unit in enumerate(campaign.units)
                if unit.power in powers
            )
            if other != self.seat and count:
                touching.append((-count, other))
        return [other for _, other in sorted(touching)[:NEIGHBOURS]]


def _same(answer: str, other: str) -> bool:
    """Whether two answers are the same except for the vote."""
    return parse_action(answer).choice_texts[:-1] == parse_action(other).choice_texts[:-1]


def _half_of(budget: Budget) -> Callable[[], bool]:
    """Whether half of the time is over; never if there is no limit."""
    if budget.seconds is None:
        return lambda: False
    until = perf_counter() + budget.seconds / 2
    return lambda: perf_counter() >= until
