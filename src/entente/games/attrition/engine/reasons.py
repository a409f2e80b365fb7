"""Reasons for the moves of a level, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from entente.games.attrition.board import (
    CONTESTED,
    DECOY,
    ELITE,
    ENTENTE,
    RUSSIA,
    other_side,
)
from entente.games.attrition.context import DONE, AttritionContext
from entente.games.attrition.engine.features import RegionEvaluator
from entente.games.attrition.engine.search import Candidate
from entente.games.attrition.pouch import ALL
from entente.games.attrition.reserves import to_be_lost
from entente.kernel import parse_action, say
from entente.kernel.message import Argument
from entente.players.player_texts import ACTION
from entente.players.search_result import Ranks, Reason

KINDS = {
    "region": "region_the",
    "front": "region_the",
    "nation": "nation_the",
    "tile": "tile",
    "other": ACTION,
}
MOST = 2  # reasons
STAYS = (("rail", DONE), ("move", DONE), ("redeploy", DONE))  # without a move, tiles stay
MARCHES = ("move", "sail", "advance", "redeploy")
# How much each kind of move matters (see `Ranks`).
RANKS = Ranks(
    reasons=(
        ("why_attrition.declare", 0),
        ("why_attrition.surrender", 0),
        ("why_attrition.attack", 1),
        ("why_attrition.battle", 2),
        ("why_attrition.take", 3),
        ("why_attrition.press", 3),
        ("why_attrition.join", 3),
        ("why_attrition.reinforce", 3),
        ("why_attrition.guard", 4),
        ("why_attrition.lose", 5),
        ("why_attrition.hold", 6),
        ("why_attrition.compared", 6),
        ("why_attrition.trench", 6),
        ("why_attrition.place", 6),
        ("why_attrition.return", 7),
        ("why_attrition.mobilise", 8),
        ("why_attrition.rail", 8),
    ),
    verbs={"declare": 0},
)


def because(key: str, **args: Argument) -> Reason:
    """Return a reason of this game."""
    return Reason(
        say(f"why_attrition.{key}", **args),
        {gap: kind for gap, kind in KINDS.items() if gap in args},
    )


def reasons_for(
    war: AttritionContext,
    seat: str,
    step: str,
    candidate: Candidate,
    others: Sequence[Candidate] = (),
) -> tuple[Reason, ...]:
    """Return at most two reasons for a candidate: the aim of the move, or a comparison; what is
    feared, or the aim of its plan."""
    actions = (*candidate.actions, *(candidate.plan or ()))
    own, wanted = _of_move(war, seat, actions), _wanted(war, seat, step, actions)
    first = own or wanted or _compared(candidate, others)
    plan = _aim(war, seat, actions) if own is not None and wanted not in (None, own) else None
    reasons = (first, _feared(war, seat, candidate), plan)
    return tuple(reason for reason in reasons if reason is not None)[:MOST]


def _compared(candidate: Candidate, others: Sequence[Candidate]) -> Reason | None:
    """In how many worlds it did better than the next best candidate."""
    tried = [each for each in others if each.worths and each.actions[0] != candidate.actions[0]]
    if not tried:
        return None
    other = tried[0]
    pairs = list(zip(candidate.worths, other.worths, strict=False))  # with the same luck in each
    better = sum(mine > theirs for mine, theirs in pairs)
    if not better:
        same = all(mine == theirs for mine, theirs in pairs)
        return because("compared_even", other=other.actions[0]) if same else None
    return because("compared", other=other.actions[0], count=better, total=len(pairs))


def _of_move(war: AttritionContext, seat: str, actions: Sequence[str]) -> Reason | None:
    """Return the aim of the first move of a plan."""
    first = parse_action(actions[0]).words
    if first[0] == "mobilise" and first[1] in to_be_lost(war):
        return because("mobilise", region=first[-1])
    if first[0] == "rail":
        return because("rail", region=first[-1])
    if not _is_march(actions[0]):
        return None
    same = [each for each in actions if parse_action(each).words[-1] == first[-1]]
    return _marching(war, seat, same, actions)


def _wanted(war: AttritionContext, seat: str, step: str, actions: Sequence[str]) -> Reason | None:
    first = parse_action(actions[0]).words
    if first[0] == "declare":
        return because("declare", nation=first[1])
    if step == "declare_war":
        return because("wait")
    if step == "surrender":
        return because("surrender") if first[0] == "surrender" else _fights_on(war)
    if first[0] == "battle":
        return _battle(war, seat, first[1])
    if step == "plan_battles":
        return because("no_battle")
    if step == "choose_battle":
        return _battle(war, seat, first[1], "battle_first")
    if first[0] == "trench":
        foes = sum(war.tiles_in(first[1], other_side(seat)).values())
        return because("trench", region=first[1], count=foes)
    if first[0] == "place":
        return because("place", region=first[-1])
    if step == "rolling_nation":
        return because("rolls", nation=first[1])
    if step == "return_tiles":
        return _returned(war, first)
    if step == "losses":
        return _lost(war, seat, first[1:])
    if (step, first[0]) == ("advance", DONE):
        return because("hold", region=war.battle.region)
    marching = _marching(war, seat, actions, actions)
    return because("stay") if marching is None and (step, *actions[:1]) in STAYS else marching


def _battle(war: AttritionContext, seat: str, region: str, key: str = "battle") -> Reason:
    """Return the battle, with numbers if they speak for it."""
    own, foes = (sum(war.tiles_in(region, side).values()) for side in (seat, other_side(seat)))
    if not war.fog and not foes:
        return because("battle_open", region=region)
    if key == "battle_first" and war.state.battles == [region]:
        return because("battle_last", region=region)
    if war.fog or own <= foes:
        return because(key, region=region)
    return because(f"{key}_more", region=region, own=own, foes=foes)


def _fights_on(war: AttritionContext) -> Reason | None:
    """4.3: what Russia still has."""
    regions = war.board.nations[RUSSIA].regions
    points = sum(war.value(region) for region in regions if war.status(region) == ENTENTE)
    tiles = sum(
        number
        for there in war.state.board.values()
        for name, number in there.items()
        if war.tile(name).nation == RUSSIA
    )
    if points and tiles:
        return because("fights_on", points=points, tiles=tiles)
    if points:
        return because("fights_on_land", points=points)
    return because("fights_on_tiles", tiles=tiles) if tiles else None


def _returned(war: AttritionContext, words: Sequence[str]) -> Reason:
    """4.1.2: which tiles can come in again, and which cannot."""
    if words[0] == DONE:
        return because("return_none")
    if words[1] == ALL:
        return because("return_all")
    nation = words[1] if words[1] in war.board.nations else war.tile(words[1]).nation
    return because("return_nation", nation=nation)


def _lost(war: AttritionContext, seat: str, lost: Sequence[str]) -> Reason | None:
    """4.8.2: why the first lost tile is the cheapest."""
    there, tiles = war.tiles_in(war.battle.region, seat), war.board.tiles
    if not lost or not all(name in tiles for name in there):
        return None
    first = tiles[lost[0]]
    if first.type in (ELITE, DECOY):
        return because("lose_home", tile=first.up)
    faces, nations = Counter[int](), Counter[str]()
    for name, number in there.items():
        faces[tiles[name].face] += number
        nations[tiles[name].nation] += number
    if faces[first.face] > min(faces.values()):
        return because("lose_same", tile=first.up, count=faces[first.face])
    if nations[first.nation] < max(nations.values()):
        return because("lose_few", tile=first.up, nation=max(nations, key=nations.__getitem__))
    return because("lose_alike")


def _target(
    evaluator: RegionEvaluator, actions: Sequence[str]
) -> tuple[str, int, Sequence[str]] | None:
    """Return where most tiles go, weighted by what the region is worth: the region, how many of
    them, and the marches there."""
    ends = dict[str, list[str]]()
    for action in actions:
        if _is_march(action):
            ends.setdefault(parse_action(action).words[-1], []).append(action)
    if not ends:
        return None
    target = max(ends, key=lambda region: (len(ends[region]) * evaluator.weigh(region), region))
    return target, len(ends[target]), ends[target]


def _aim(war: AttritionContext, seat: str, actions: Sequence[str]) -> Reason | None:
    """Return the main aim of the plan that a move belongs to."""
    found = _target(RegionEvaluator(war, seat), actions)
    return None if found is None else because("aim", region=found[0], count=found[1])


def _marching(
    war: AttritionContext, seat: str, actions: Sequence[str], plan: Sequence[str]
) -> Reason | None:
    """Why tiles go where most of them go, with the plan that the actions are part of."""
    evaluator = RegionEvaluator(war, seat)
    found = _target(evaluator, actions)
    if found is None:
        return None
    target, count, marches = found
    status = war.status(target)
    if status == seat:
        return _guarded(evaluator, target, count, plan)
    advances = all(parse_action(each).verb == "advance" for each in marches)
    if advances and target in war.state.battles:
        return because("join", region=target, count=count)
    if status == CONTESTED:
        return because("reinforce", region=target, count=count)
    if not evaluator.enemies(target).number:
        return because("take", region=target, count=count)
    if advances:  # 4.8.4: they cause no battle in this turn
        return because("press", region=target, count=count)
    there = sum(war.tiles_in(target, seat).values())  # those that have marched already
    return because("attack", region=target, count=count + there)


def _guarded(evaluator: RegionEvaluator, region: str, count: int, plan: Sequence[str]) -> Reason:
    """Why tiles go to an own region: 4.8.4, an enemy may advance to it, or through it."""
    fronts = evaluator.fronts
    if region in fronts:
        weakest = max(fronts[region], key=lambda each: (evaluator.threats[each], each))
        return because("guard_advance", region=region, front=weakest, count=count)
    war, seat = evaluator.war, evaluator.side
    manned = {parse_action(each).words[-1] for each in plan}
    behind = [
        each
        for each, ends in fronts.items()
        if region in ends and each not in manned and not war.tiles_in(each, seat)
    ]
    if behind:
        front = max(behind, key=lambda each: (evaluator.weigh(each), each))
        return because("guard_front", region=region, front=front, count=count)
    return because("guard", region=region, count=count)


def _is_march(action: str) -> bool:
    return parse_action(action).verb in MARCHES


def _feared(war: AttritionContext, seat: str, candidate: Candidate) -> Reason | None:
    """Return the region that the enemy attacked in the worst world, or advanced to."""
    marches = [parse_action(step.action) for step in candidate.feared if _is_march(step.action)]
    ends = Counter(march.words[-1] for march in marches)
    mine = {r: n for r, n in ends.items() if r in war.board.regions and war.status(r) == seat}
    if not mine:
        return None
    evaluator = RegionEvaluator(war, seat)
    region = max(mine, key=lambda r: (mine[r] * evaluator.weigh(r), r))
    verbs = {march.verb for march in marches if march.words[-1] == region}
    return because("feared_advance" if verbs == {"advance"} else "feared", region=region)
