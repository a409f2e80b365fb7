"""Wars (12): where units go, what is attacked, when to make peace.

A garrisoned shore cannot be landed on, but armies that are cut off surrender. So navies blockade
the enemy's colonies, armies march overland where the odds are good, and all other units stay.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence

from entente.games.pax.belligerents import (
    camp_of,
    enemies_of,
    hostile_camps,
    is_at_sea,
    need,
    strength_at,
)
from entente.games.pax.board import ARMY, NAVY, STATUS_WORDS, Area, Node, Power, Status, place_of
from entente.games.pax.context import PaxContext, pool_of
from entente.games.pax.engine.colonies import actions_of, is_bare, slots_of
from entente.games.pax.engine.evaluator import Evaluator, total_strength, worth
from entente.games.pax.engine.odds import battle_odds
from entente.games.pax.records.war import WAR, War
from entente.games.pax.war.attack import defence_of
from entente.games.pax.war.battle import Side, counted
from entente.games.pax.war.field import army_steps, camp_reach, navy_steps
from entente.games.pax.war.peace import NO_OFFER
from entente.games.pax.war.peace_offers import ACCEPT, REJECT, awaiting
from entente.games.pax.war.peace_settlement import PRESENT_LINES, STATUS_QUO
from entente.games.pax.war.spoils import spoils_menu
from entente.games.pax.war.support import areas_of_camp
from entente.kernel import Decision, Frame, Seat, parse_action

DONE = "done"
FAR = 8  # steps: no goal is further away
GOOD_ODDS = 0.3  # wins less defeats for an attack
LONG_WAR = 4  # rounds after which any peace is better
ALARMING = 75  # the tension above which any peace is better
CONTENT = 0.75  # of what the seat would get in turn: enough to agree
LAST_ROUND = 6  # of a war that could still be won
MASTERY = 1.5  # times the strength of the enemy, at sea and on land: the war can be won
BEARABLE = -20.0  # pounds: an acceptable loss in a peace on present lines
Steps = Callable[[Node], list[Node]]


# -- manoeuvre


def manoeuvre(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.5: the first move that brings a unit nearer to a goal."""
    world = evaluator.world
    war = need(world, frame.number("war"))
    for action in actions_of(decision.menu)[1:]:
        power, kind, strength, here, there = parse_action(action).args
        wanted = _next_place(world, war, power, kind, int(strength), here)
        if wanted is not None and place_of(there) == place_of(wanted):
            return action
    return DONE


def _next_place(
    world: PaxContext, war: War, power: Power, kind: str, strength: int, here: Node
) -> Node | None:
    """Where a unit should be after its step; None: it stays."""
    way = way_of(world, war, power, kind, strength, here)
    return None if way is None else way[0]


def way_of(
    world: PaxContext, war: War, power: Power, kind: str, strength: int, here: Node
) -> tuple[Node, Node] | None:
    """Return the next step of a unit, and its goal; None: it stays."""
    if kind == NAVY:
        goal = _navy_goal(world, war, power, strength)
        return _way(here, lambda node: navy_steps(world, war, power, node), goal)
    if not _may_leave(world, war, power, strength, here):
        return None
    goal = _army_goal(world, war, power, strength)
    return _way(here, lambda node: army_steps(world, war, power, node), goal)


def _may_leave(world: PaxContext, war: War, power: Power, strength: int, here: Node) -> bool:
    """Whether a unit may leave: garrisons of strength 1 and the last army of an area stay, and an
    army that faces an enemy attacks or waits."""
    if is_at_sea(world, here):
        return True
    if strength_at(world, enemies_of(war, power), ARMY, here):
        return False
    if world.board.is_home(here):
        return strength > 1
    return len(world.armies(power, here)) > 1 and strength > 1


def _navy_goal(world: PaxContext, war: War, power: Power, strength: int) -> Callable[[Node], bool]:
    """Return a colony of the enemy without a blockade and without a stronger navy."""
    foes, camp = enemies_of(war, power), camp_of(war, power)

    def wanted(node: Node) -> bool:
        place = place_of(node)
        if place not in world.board.areas or not any(world.holds(foe, place) for foe in foes):
            return False
        if any(world.navies_at(each, place) for each in camp):
            return False
        return strength >= 2 * strength_at(world, foes, NAVY, place)

    return wanted


def _army_goal(world: PaxContext, war: War, power: Power, strength: int) -> Callable[[Node], bool]:
    """Return an enemy area that is empty or weakly held; in a rebellion, one with enemies; an own
    one without an army."""
    foes = enemies_of(war, power)

    def wanted(node: Node) -> bool:
        if node not in world.board.areas:
            return False
        there = strength_at(world, foes, ARMY, node)
        if there:
            return strength >= 2 * there
        if is_bare(world, power, node):
            return True
        mine = strength_at(world, camp_of(war, power), ARMY, node)
        return not mine and any(world.holds(foe, node) for foe in foes)

    return wanted


def _way(here: Node, near: Steps, wanted: Callable[[Node], bool]) -> tuple[Node, Node] | None:
    """Return the first step of the shortest path to a goal, and the goal; None: the unit is there,
    or there is no path."""
    if wanted(here):
        return None
    first: dict[Node, Node] = {}
    edge: deque[tuple[int, Node]] = deque([(0, here)])
    while edge:
        steps, node = edge.popleft()
        if steps >= FAR:
            return None
        for there in near(node):
            if there in first or there == here:
                continue
            first[there] = first.get(node, there)
            if wanted(there):
                return first[there], there
            edge.append((steps + 1, there))
    return None


# -- attack


def attacks(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.6: where the odds are good, the best first."""
    world = evaluator.world
    war = need(world, frame.number("war"))
    best, chosen = GOOD_ODDS, DONE
    for action in actions_of(decision.menu)[1:]:
        chance = attack_odds(world, war, action)
        if chance > best:
            best, chosen = chance, action
    return chosen


def attack_odds(world: PaxContext, war: War, action: str) -> float:
    """Return the probability that an attack wins, less the probability that it loses."""
    power, kind, place = parse_action(action).args
    camp = tuple(p for p in camp_of(war, power) if world.strength_in(p, kind, place))
    return _odds(world, war, camp or (power,), kind, place)


def _odds(world: PaxContext, war: War, powers: tuple[Power, ...], kind: str, place: Node) -> float:
    defenders = defence_of(world, war, powers, kind, place)
    mine = counted(world, war, Side(powers), kind, place)
    theirs = counted(world, war, defenders, kind, place)
    mirrored = world.state.options["table_2"] == "mirrored"
    odds = battle_odds(world.board, mine, theirs, mirrored)
    return odds.won


def allies_join(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.6: join if all together have good odds."""
    joins = odds_together(evaluator.world, frame) > GOOD_ODDS
    return "; ".join(c[1] if joins else c[0] for c in slots_of(decision.menu).values())


def odds_together(world: PaxContext, frame: Frame) -> float:
    """Return the odds of an attack that all invited allies join."""
    war = need(world, frame.number("war"))
    kind, place = frame.text("kind"), frame.text("place")
    powers = tuple(dict.fromkeys((*frame.text("powers").split(), *frame.text("asked").split())))
    here = tuple(p for p in powers if world.strength_in(p, kind, place))
    return _odds(world, war, here, kind, place) if here else 0.0


def war_retreat(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.7: home if that is one step, else to friends, else ashore."""
    world = evaluator.world
    war = need(world, frame.number("war"))
    power = frame.text("power")
    camp, foes = camp_of(war, power), enemies_of(war, power)

    def rank(action: str) -> tuple[bool, bool, int, bool]:
        there = place_of(parse_action(action).words[-1])
        danger = strength_at(world, foes, ARMY, there) + strength_at(world, foes, NAVY, there)
        friends = strength_at(world, camp, frame.text("kind"), there)
        return not danger, there == world.home(power), friends, not is_at_sea(world, there)

    return max(actions_of(decision.menu), key=rank)


# -- peace


def balance(evaluator: Evaluator, war: War) -> float:
    """Return what the war has brought the seat so far, in pounds: conquests less losses."""
    world, total = evaluator.world, 0.0
    mine = [power for power in evaluator.powers if power in war.entered]
    camp = camp_of(war, mine[0]) if mine else ()
    for area, conqueror in war.conquered.items():
        loser = next((p for p in world.holders(area)), None)
        status = world.status(loser, area) if loser is not None else Status.NONE
        figure = max(0.0, worth(world, mine[0] if mine else evaluator.seat, area, status))
        total += figure / max(1, len(camp)) if conqueror in camp else 0.0
        if any(world.holds(power, area) for power in mine) and conqueror not in camp:
            total -= figure
    return total


def offer_peace(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.10: the loser offers the status quo, the winner present lines; every round of war adds
    tension for all."""
    war = need(evaluator.world, frame.number("war"))
    lead = balance(evaluator, war)
    if is_winning(evaluator, war):
        return NO_OFFER
    if lead > 0:
        return PRESENT_LINES
    return STATUS_QUO if war.round > 1 or lead < 0 else NO_OFFER


def is_winning(evaluator: Evaluator, war: War) -> bool:
    """Whether a seat that does not give up easily is far stronger, and something is left to take.
    Near the Great War, and in a long war, it makes peace."""
    world = evaluator.world
    mine = [power for power in evaluator.powers if power in war.entered]
    if not evaluator.persists or not mine or war.kind != WAR:
        return False
    if war.round >= LAST_ROUND or world.state.tension > ALARMING:
        return False
    camp, foes = camp_of(war, mine[0]), enemies_of(war, mine[0])
    left = [
        area
        for foe in foes
        for area, marker in world.areas_of(foe)
        if marker.holds and area not in war.conquered
    ]
    if not left:
        return False
    at_sea, on_land = (
        (
            sum(total_strength(world, power, kind) for power in camp),
            sum(total_strength(world, power, kind) for power in foes),
        )
        for kind in (NAVY, ARMY)
    )
    garrisons = sum(world.strength_in(foe, ARMY, area) for foe in foes for area in left)
    return at_sea[0] >= MASTERY * at_sea[1] and on_land[0] >= MASTERY * garrisons


def sign_peace(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.10: see `signs`."""
    war = need(evaluator.world, frame.number("war"))
    accepts, refuses = actions_of(decision.menu)
    return accepts if signs(evaluator, war, frame.text("terms")) else refuses


def signs(evaluator: Evaluator, war: War, terms: str) -> bool:
    """12.10: sign unless the peace gives away what is almost won."""
    lead = balance(evaluator, war)
    if is_winning(evaluator, war):
        return False
    if war.round >= LONG_WAR or evaluator.world.state.tension > ALARMING:
        return True
    if terms == PRESENT_LINES:
        return lead >= BEARABLE or war.round > 2
    return terms == STATUS_QUO and lead <= 10.0


def answer_talks(evaluator: Evaluator, frame: Frame) -> str | None:
    """P62: an offer during a round is treated as in the window; None: there is nothing to
    answer."""
    war = need(evaluator.world, frame.number("war"))
    for offer in awaiting(evaluator.world, war, evaluator.seat):
        verb = ACCEPT if signs(evaluator, war, offer.written) else REJECT
        return f"{verb} {offer.by}"
    return None


def end_unreachable(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.10: a camp that cannot be reached ends the war if it loses nothing."""
    world = evaluator.world
    war = need(world, frame.number("war"))
    goes_on, ends = actions_of(decision.menu)
    safe = is_out_of_reach(world, war, camp_of(war, frame.text("camp")))
    return ends if safe or war.round >= LONG_WAR else goes_on


def is_out_of_reach(world: PaxContext, war: War, camp: tuple[Power, ...]) -> bool:
    """Whether no enemy can reach anything of a camp."""
    reached: set[Node] = set()
    for foes in hostile_camps(war, camp):
        reached |= set(camp_reach(world, war, foes))
    return not any(area in reached for area in areas_of_camp(world, war, camp))


# -- spoils


def spoils(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.10: each area to a victor that asks, at the most valuable level; several victors take
    turns."""
    return "; ".join(_in_turn(evaluator.world, frame, evaluator.seat))


def agree_spoils(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.10: agree to a draft that gives about what the seat would get in turn."""
    agree, disagree = actions_of(decision.menu)
    got, due = shares(evaluator, frame)
    return agree if got >= CONTENT * due else disagree


def shares(evaluator: Evaluator, frame: Frame) -> tuple[float, float]:
    """Return what a draft gives a seat, and what it would get in turn, with the author first."""
    in_turn = _in_turn(evaluator.world, frame, frame.text("seat"))
    return _gain(evaluator, frame.text("written").split("; ")), _gain(evaluator, in_turn)


def _gain(evaluator: Evaluator, parts: Sequence[str]) -> float:
    spoils = [
        (power, area, STATUS_WORDS[word])
        for power, area, word in (parse_action(part).args for part in parts)
        if STATUS_WORDS[word] is not Status.NONE
    ]
    controls = Counter(area for _, area, status in spoils if status >= Status.PROTECTORATE)
    return sum(
        evaluator.worth(power, area, status, max(0, controls[area] - 1))
        for power, area, status in spoils
        if power in evaluator.powers
    )


def _in_turn(world: PaxContext, frame: Frame, first: Seat) -> list[str]:
    """Return the areas to each victor in turn, those of one seat first, the most valuable ones
    before others."""
    victors = [p for p in frame.text("victors").split() if world.seat_of(p) is not None]
    areas = sorted(frame.text("areas").split(), key=lambda area: -world.board.value(area))
    left = {
        (power, pool_of(status)): world.counters(power, pool_of(status))
        for power in victors
        for status in (Status.INTEREST, Status.POSSESSION)
    }
    order = sorted(victors, key=lambda power: world.seat_of(power) != first)
    owner = {area: order[number % len(order)] for number, area in enumerate(areas)}
    parts = list[str]()
    for slot, choices in spoils_menu(world, frame).slots.items():
        area, power = slot.split()
        chosen = choices[0]
        if owner.get(area) == power:
            chosen = _best_level(world, power, area, choices, left)
        parts.append(chosen)
    return parts


def _best_level(
    world: PaxContext,
    power: Power,
    area: Area,
    choices: tuple[str, ...],
    left: dict[tuple[Power, str], int],
) -> str:
    best, chosen = 0.0, choices[0]
    for choice in choices[1:]:
        status = STATUS_WORDS[parse_action(choice).words[-1]]
        gain = worth(world, power, area, status)
        if gain > best and left.get((power, pool_of(status)), 0) > 0:
            best, chosen = gain, choice
    if chosen != choices[0]:
        left[power, pool_of(STATUS_WORDS[parse_action(chosen).words[-1]])] -= 1
    return chosen


# -- small questions


def passages(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.9: belligerents close theirs to the enemy; neutrals leave them as they are."""
    war = need(evaluator.world, frame.number("war"))
    foes = {foe for p in evaluator.powers if p in war.entered for foe in enemies_of(war, p)}
    parts = []
    for slot, choices in slots_of(decision.menu).items():
        passage, user = slot.split()
        closed = f"close {passage} {user}"
        parts.append(closed if user in foes and closed in choices else choices[0])
    return "; ".join(parts)


def lead_oneself(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """12.4: the seat leads its minor allies itself."""
    return f"name {evaluator.seat}"
