"""Treaties (9): what a draft is worth to a seat, what it signs, what it offers.

A draft is worth the sum of its clauses, in pounds. Some clauses are declined whatever comes with
them: those nobody can foresee the end of.
"""

from __future__ import annotations

from entente.games.pax.board import STATUS_WORDS, Area, Power, Status
from entente.games.pax.bonds import ANYONE, areas_of
from entente.games.pax.causes import illegal_together, live
from entente.games.pax.execution import in_dispute, joining_price
from entente.games.pax.lines import has_line
from entente.games.pax.orders import price
from entente.games.pax.points import turn_bonuses
from entente.games.pax.purse import free_money
from entente.games.pax.treaty import IN_FORCE, Clause, Treaty
from entente.games.pax.world import World
from entente.players.evaluation.pax.character import USUAL
from entente.players.evaluation.pax.markers import is_free, trouble
from entente.players.evaluation.pax.mind import Mind, divisor, spendable, turns_left, worth

MARGIN = 2.0  # pounds: what a treaty must bring to be worth the ink
NEVER = -1000.0
ALWAYS_DECLINED = ("text", "offensive", "vote", "support_minor", "no_separate_peace", "build_duty")
ONLY_WITH_AN_END = ("units_max", "units_min", "build_limit")
NESTED = ("both", "either", "unless")
ALLIANCE_COST = 9.0  # pounds: the chance of a war times what it costs
ALLIANCE_GAIN = 6.0
SAFE = 0.75  # of a marker nobody disputes yet: he who would buy it may also take it
KEPT_OUT = 0.2  # of what control of an area would bring: one might never have got there
FOOTHOLD = {True: 1.3, False: 0.5}  # how much more that is where one has a marker, or has none
GIVEN_UP = 0.25  # of that, where one leaves the area anyway
ENVY = 0.12  # of what a partner gains who leads
MOST_ENVY = 60.0  # pounds


def value(mind: Mind, treaty: Treaty) -> float:
    """What a draft is worth to the seat: less a part of what it brings the one who leads."""
    total = plain_value(mind, treaty)
    ahead = mind.ahead
    if total <= NEVER or ahead not in treaty.parties or not mind.is_behind():
        return total
    world = mind.world
    theirs = plain_value(Mind(world, ahead, USUAL), treaty) / divisor(world, ahead)
    return total - min(MOST_ENVY, ENVY * max(0.0, theirs) * divisor(world, mind.seat))


def plain_value(mind: Mind, treaty: Treaty) -> float:
    """The sum of the clauses; NEVER: one of them is not signed at any price."""
    total = 0.0
    for clause in treaty.clauses:
        found = clause_value(mind, treaty, clause)
        if found <= NEVER:
            return NEVER
        total += found
    if not treaty.clauses or too_dear(mind, treaty):
        return NEVER
    return total


def too_dear(mind: Mind, treaty: Treaty) -> bool:
    """Whether a payment could not be made, or one that was offered to another: that would be a
    breach (9.4)."""
    world = mind.world
    owed = sum(
        clause.number("amount")
        for clause in treaty.clauses
        if clause.kind == "pay" and clause.text("from") in mind.powers
    )
    return owed > spendable(world, mind.seat, but=treaty.id)


def clause_value(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    """The same for one clause; NEVER: it is not signed at any price."""
    kind, ends = clause.kind, bool(clause.until or treaty.until)
    if kind in ALWAYS_DECLINED or (kind in ONLY_WITH_AN_END and not ends):
        return NEVER
    if clause.when.split(" ")[0] in NESTED:
        return NEVER
    found = _CLAUSES[kind](mind, treaty, clause)
    return 0.5 * found if clause.when and found > NEVER else found


def _pay(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    amount = float(clause.number("amount"))
    due = clause.text("due")
    if due == "each_turn":
        amount *= 1 + min(turns_left(mind.world), (treaty.until or 99) - mind.world.state.turn)
    if clause.text("from") in mind.powers:
        return NEVER if due != "now" else -amount  # nobody knows what will be in the purse then
    return amount if clause.text("to") in mind.powers else 0.0


def _cede(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    world, area = mind.world, clause.text("area")
    giver, taker = clause.text("from"), clause.text("to")
    status = world.status(giver, area)
    level = STATUS_WORDS[clause.text("level")] if clause.text("level") else status
    total = 0.0
    if giver in mind.powers:
        total -= standing_worth(mind, giver, area)
    if taker in mind.powers:
        before = standing_worth(mind, taker, area)
        total += worth(world, taker, area, min(level, status)) - before
    return total


def _exchange(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    one = Clause("cede", {**clause.args, "level": ""})
    back = {"area": clause.text("other"), "from": clause.text("to"), "to": clause.text("from")}
    return _cede(mind, treaty, one) + _cede(mind, treaty, Clause("cede", {**back, "level": ""}))


def _reduce(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    world, power, area = mind.world, clause.text("power"), clause.text("area")
    level = STATUS_WORDS[clause.text("level")] if clause.kind == "lower" else Status.NONE
    if power in mind.powers:
        loss = worth(world, power, area, level) - standing_worth(mind, power, area)
        return loss if in_dispute(world, area, power) else SAFE * loss
    clear = sum(in_the_way(mind, p, power, area) for p in mind.powers if level < Status.INFLUENCE)
    mine = [p for p in mind.powers if illegal_together(world, area, p, power)]
    return clear + sum(
        worth(world, p, area, world.status(p, area)) - standing_worth(mind, p, area) for p in mine
    )


def in_the_way(mind: Mind, power: Power, other: Power, area: Area) -> float:
    """What it is worth that the influence of another goes, where a power could take control: the
    anger that is saved, and no more than control would bring."""
    world = mind.world
    before = world.status(power, area)
    if world.status(other, area) is not Status.INFLUENCE or before.is_control:
        return 0.0
    if world.controllers(area) or not has_line(world, power, area):
        return 0.0
    if not (is_free(world, area) or world.in_unrest(area)):
        return 0.0
    anger = trouble(mind, power, area, Status.PROTECTORATE)
    if anger is None:
        return 0.0
    gain = worth(world, power, area, Status.PROTECTORATE) - max(
        0.0, worth(world, power, area, before)
    )
    gain -= price(world, power, area, Status.PROTECTORATE) + world.board.unit_cost("army", 1)
    return max(0.0, min(gain, anger))


def _codominion(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    world, area = mind.world, clause.text("area")
    members = clause.listed("members")
    level = STATUS_WORDS[clause.text("level")]
    holders = [p for p in world.markers(area) if world.status(p, area).is_control]
    total = 0.0
    for power in mind.powers:
        if power in members:
            price = joining_price(world, power, area, level, holders, treaty)
            if price > max(0, free_money(world, power)):
                return NEVER
            after = worth(world, power, area, level, sharers=len(members) - 1)
            total += after - price - standing_worth(mind, power, area)
        elif world.status(power, area) is Status.INFLUENCE:
            total -= 0.5 * standing_worth(mind, power, area)
    return total


def standing_worth(mind: Mind, power: Power, area: Area) -> float:
    """What a power's marker is worth as things stand: in a dispute, what is likely left of it.
    Who has cause for war and does not use it loses; if both have, both do (9.3)."""
    world = mind.world
    status = world.status(power, area)
    full = worth(world, power, area, status)
    if not in_dispute(world, area, power):
        return full
    holds_cause = any(cause.area == area for cause in live(world, holder=power))
    opposed = any(cause.area == area for cause in live(world, against=power))
    if not holds_cause:
        return 0.85 * full if opposed else full
    left = worth(world, power, area, Status.INTEREST) if status is Status.INFLUENCE else 0.0
    return left + 0.15 * max(0.0, full - left)


def _no_placement(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    world, power = mind.world, clause.text("power")
    sign = -1.0 if power in mind.powers else 1.0
    me = power if power in mind.powers else mind.seat
    total = 0.0
    for area in areas_of(world, clause):
        if world.controllers(area) or not has_line(world, me, area):
            continue
        free = world.type_of(area) in ("unorganized", "chinese_vassal")
        status = Status.PROTECTORATE if free else Status.INTEREST
        foothold = world.status(me, area) > Status.NONE
        hope = FOOTHOLD[foothold] * KEPT_OUT * max(0.0, worth(world, me, area, status))
        total += GIVEN_UP * hope if _gives_up(treaty, power, area) else hope
    return sign * total


def _gives_up(treaty: Treaty, power: Power, area: Area) -> bool:
    """Whether a power leaves an area by the same treaty: that it does not come back says little."""
    return any(
        clause.kind in ("lower", "remove")
        and (clause.text("power"), clause.text("area")) == (power, area)
        for clause in treaty.clauses
    )


def _no_war(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    if clause.text("power") in mind.powers:
        return -1.0 * len(clause.listed("towards"))
    return 3.0 if set(clause.listed("towards")) & set(mind.powers) else 0.0


def _grant(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    """coaling, passage: small favours."""
    giver = clause.text("from") or clause.text("power")
    return -2.0 if giver in mind.powers else 2.0


def _grant_cause(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    return -25.0 if clause.text("against") in mind.powers else 3.0


def _limits(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    return -6.0 if clause.text("power") in mind.powers else 3.0


def _defensive(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    power, protected = clause.text("power"), clause.text("protected")
    enemies = clause.listed("against")
    if power in mind.powers:
        certain = ANYONE in enemies or len(enemies) > 1 or clause.text("always") == "yes"
        return NEVER if certain else -ALLIANCE_COST
    if protected not in mind.powers:
        return 0.0
    return ALLIANCE_GAIN + alliance_bonus(mind, treaty, clause)


def alliance_bonus(mind: Mind, treaty: Treaty, clause: Clause) -> float:
    """13.4: what a defensive treaty earns Germany or France in the turns it lasts."""
    world = mind.world
    wanted = bonus_wanted(world, mind.seat)
    if wanted is None or turn_bonuses(world, mind.seat):
        return 0.0
    bonus, allies, enemy = wanted
    if clause.text("power") not in allies or (enemy and enemy not in clause.listed("against")):
        return 0.0
    last = min(x for x in (treaty.until, clause.until, world.number("turns")) if x)
    points = world.board.bonuses[bonus].points * max(0, last - world.state.turn + 1)
    return points * divisor(world, mind.seat)


def bonus_wanted(world: World, seat: Power) -> tuple[str, tuple[Power, ...], Power] | None:
    """The bonus a seat earns by being defended: by whom, against whom."""
    if seat == "germany":
        return "german_defensive_treaty", ("russia",), ""
    if seat == "france":
        return "french_defensive_treaty", ("italy", "russia", "great_britain"), "germany"
    return None


_CLAUSES = {
    "pay": _pay,
    "cede": _cede,
    "exchange": _exchange,
    "remove": _reduce,
    "lower": _reduce,
    "codominion": _codominion,
    "no_placement": _no_placement,
    "no_war": _no_war,
    "coaling": _grant,
    "passage": _grant,
    "grant_cb": _grant_cause,
    "defensive": _defensive,
    "units_max": _limits,
    "units_min": _limits,
    "build_limit": _limits,
}


# -- answering


def answer(mind: Mind, answers: tuple[str, ...]) -> str | None:
    """What to do about treaties that lie on the desk, new ones first; None: nothing."""
    world = mind.world
    for action in sorted(answers, key=lambda each: not each.startswith("sign ")):
        verb, _, rest = action.partition(" ")
        name = rest.split(" ")[0]
        if verb == "sign":
            found = value(mind, world.state.treaties[name])
            return action if found > MARGIN / mind.character.deals else f"decline {name}"
        if verb == "judge" and rest.endswith("kept"):
            return action  # what only people can judge, this player cannot
        if verb == "release" and _binds_me(mind, world.state.treaties[name]):
            return action
        ends = verb == "end" and bool(world.state.treaties[name].ending)  # a partner wishes it
        if (ends or verb == "consent") and not _serves_me(mind, world.state.treaties[name]):
            return action
    return None


def _binds_me(mind: Mind, treaty: Treaty) -> bool:
    return any(clause.text("power") in mind.powers for clause in treaty.clauses)


def _serves_me(mind: Mind, treaty: Treaty) -> bool:
    """Whether what is still at work of a treaty is rather in the seat's favour."""
    left = [c for n, c in enumerate(treaty.clauses) if n not in treaty.done and c.kind != "pay"]
    found = sum(clause_value(mind, treaty, clause) for clause in left)
    return treaty.state == IN_FORCE and found > 0
