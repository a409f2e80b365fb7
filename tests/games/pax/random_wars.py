"""Random wars of two to four camps, side by side or merging, played to their end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from random import Random

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.belligerents import acting, change, wars, wars_of
from entente.games.pax.board import ARMY, NAVY, STRENGTHS, Area, Power, Status, place_of
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.treaty import IN_FORCE, Args, Clause, Treaty
from entente.games.pax.records.war import WAR, War, WarUnit
from entente.games.pax.war.joining import is_great_war, join
from entente.games.pax.war.splitting import parts_of
from entente.kernel import Frame, Seat
from tests.games.pax.random_games import all_is_legal, counters_are_enough
from tests.games.pax.worlds import answer, call, question, run, world

MOST = 6000  # answers in a war
CALM = 30  # tension is kept below, since a Great War would end most of these wars too soon
PHASES = ("manoeuvre_phase", "attack_phase", "support_phase")


# -- the position


def position(rng: Random) -> PaxContext:
    """The opening with other colonies, treaties and wars, just before the war phase."""
    made = world(
        rng.choice((4, 6, 7, 8, 8)),
        phase_mode=rng.choice(("open", "sealed")),
        exhaustion=rng.choice(("sea_counts", "areas_only")),
        area_surrender=rng.choice(("any_time", "this_round")),
        congress_rounds=rng.choice((1, 2)),
    )
    made.state.chance.seed = str(rng.random())
    made.state.phase = "war"
    order = list(made.seats)
    rng.shuffle(order)
    made.state.order = tuple(order)
    if rng.random() < 0.3:
        made.state.canals = {"panama": rng.choice(made.seats)}
        made.changed_map()
    thin_out(made, rng)
    colonies(made, rng)
    treaties(made, rng)
    hostilities(made, rng)
    for war in wars(made):
        history(made, rng, war)
    for _ in range(rng.randrange(4)):
        one, other = rng.sample(made.majors, 2)
        give_cause(made, "yellow_press", one, other)
    return made


def thin_out(made: PaxContext, rng: Random) -> None:
    """Fewer areas and units, so that wars are short."""
    for power in made.board.powers:
        for area, _ in list(made.areas_of(power)):
            if rng.random() < 0.7:
                made.put_marker(power, area, Status.NONE)
        for kind, where, strength in list(made.units(power)):
            place = place_of(where)
            at_home = place == made.home(power)
            if rng.random() < 0.4 if at_home else not made.holds(power, place):
                made.remove_unit(power, kind, where, strength)
        seas = [sea for sea in made.board.seas if rng.random() < 0.4]
        limit = made.board.powers[power].limits.merchant_fleet
        made.set_fleets(power, dict.fromkeys([*seas, *made.fleets(power)][:limit]))


def raise_unit(made: PaxContext, rng: Random, power: Power, kind: str, where: str) -> None:
    """A unit is put there if there is a counter for it."""
    strength = rng.choice(STRENGTHS)
    if made.counters(power, f"strength_{strength}") > 0:
        made.add_unit(power, kind, where, strength)


def colonies(made: PaxContext, rng: Random) -> None:
    """Areas held by one power or shared by two, with their garrisons and navies."""
    areas = rng.sample(list(made.board.areas), 16)
    areas += [row.area for row in made.board.passages.values() if rng.random() < 0.7]
    for area in areas:
        if made.markers(area):
            continue
        holders = rng.sample(list(made.board.powers), rng.choice((1, 2)))
        status = rng.choice((Status.PROTECTORATE, Status.POSSESSION))
        if not all(made.can_have(power, area, status) for power in holders):
            continue
        for power in holders:
            made.put_marker(power, area, status)
            raise_unit(made, rng, power, ARMY, area)
            coasts = made.links.coasts[area]
            if coasts and rng.random() < 0.4:
                raise_unit(made, rng, power, NAVY, made.board.berth(area, rng.choice(coasts)))
        made.share(area, holders)


def treaties(made: PaxContext, rng: Random) -> None:
    """Alliances and promises that bear on wars."""
    for number in range(rng.randrange(7)):
        one, other = rng.sample(made.majors, 2)
        against = rng.choice(("anyone", *made.board.powers))
        kinds: list[tuple[str, Args]] = [
            ("defensive", {"power": one, "protected": other, "against": against}),
            ("offensive", {"power": one, "partner": other, "against": against}),
            ("no_separate_peace", {"power": one, "partner": other}),
            ("no_war", {"power": one, "towards": other}),
            ("passage", {"power": one, "user": other, "passage": "suez", "stance": "open"}),
        ]
        chosen = rng.sample(kinds, rng.randrange(1, 3))
        clauses = tuple(Clause(kind, args) for kind, args in chosen)
        secret = rng.random() < 0.3
        name = f"t{number}"
        made.state.treaties = {
            **made.state.treaties,
            name: Treaty(name, one, (one, other), clauses, secret, state=IN_FORCE, turn=1),
        }


def hostilities(made: PaxContext, rng: Random) -> None:
    """Wars of a few pairs of enemies that are no Great War yet; of three camps if three are all
    enemies, of four if four are."""
    powers = list(made.board.powers)
    pairs = [tuple(rng.sample(powers, 2)) for _ in range(rng.randrange(1, 8))]
    if rng.random() < 0.4:
        lesser = [p for p in powers if p not in made.board.tables.powers.roles.great_war_powers]
        enemies = rng.sample(lesser, rng.choice((2, 2, 3))) + rng.sample(powers[:8], 1)
        pairs += combinations(enemies, 2)
    for one, other in pairs:
        if one == other or made.same_side(one, other) or not pairs_are_new(made, one, other):
            continue
        before, made_before = made.state.wars, made.state.wars_made
        joined = join(made, one, other, declared=made.seat_of(one) is not None)
        played = any(made.seat_of(power) for power in joined.entered)
        if is_great_war(made, joined) or not played:
            made.state.wars, made.state.wars_made = before, made_before


def pairs_are_new(made: PaxContext, one: Power, other: Power) -> bool:
    """Return whether two powers are not enemies yet."""
    return all({one, other} != set(pair) for war in wars(made) for pair in war.hostile)


def history(made: PaxContext, rng: Random, war: War) -> None:
    """What has happened in a war so far: conquests, units at sea, surrenders, closed passages."""
    for power in war.entered:
        for kind, where, strength in list(made.units(power)):
            if rng.random() < 0.1:
                made.remove_unit(power, kind, where, strength)
                gone = WarUnit(power, kind, "", strength)
                now = next(each for each in wars(made) if each.id == war.id)
                change(made, war.id, surrendered=(*now.surrendered, gone))
            elif kind == NAVY and rng.random() < 0.4:
                sea = rng.choice(made.links.coasts[place_of(where)])
                made.move_unit(power, kind, where, sea, strength)
            elif kind == ARMY and rng.random() < 0.2 and made.fleets(power):
                made.move_unit(power, kind, where, rng.choice(made.fleets(power)), strength)
    conquered: dict[Area, Power] = {}
    for area in list(made.state.markers):
        holders = [power for power in made.holders(area) if power in war.entered]
        foes = [p for p in war.entered if holders and p not in holders]
        if foes and rng.random() < 0.3:
            power = rng.choice(foes)
            raise_unit(made, rng, power, ARMY, area)
            if set(holders).isdisjoint(_camp(war, power)):
                conquered[area] = power
    closed = {
        row.id: tuple(power for power in war.entered if rng.random() < 0.3)
        for row in made.board.passages.values()
        if rng.random() < 0.3
    }
    change(
        made, war.id, conquered=conquered, closed={p: shut for p, shut in closed.items() if shut}
    )


def _camp(war: War, power: Power) -> tuple[Power, ...]:
    return next(camp for camp in war.camps if power in camp)


# -- playing it


def play_out(
    made: PaxContext, rng: Random, look: Callable[[PaxContext], None] = lambda world: None
) -> int:
    """Answers at random until nothing is left to do; how many there were. Some seats are away for
    good. Each position is looked at."""
    away = {seat for seat in made.seats if rng.random() < 0.2}
    haste = rng.choice((0.6, 0.8, 0.95))
    call(made, "declarations", "default_settlement", "war_sequence")
    before = strengths(made)
    for number in range(MOST):
        if made.state.outcome is not None or not made.state.stack:
            return number
        made.state.tension = min(made.state.tension, CALM)
        look(made)
        guarded, logged = garrisons(made), len(made.state.news)
        given, frame = answers(made, rng, away, haste), question(made)[1]
        try:
            if rng.random() < 0.1 and (beside := aside(made, rng, away)):
                frame, given = beside
            else:
                answer(made, given)
            before = each_unit_is_accounted_for(made, before, guarded, logged)
            counters_are_enough(made)
            if made.state.outcome is None:
                wars_are_sound(made)
        except Exception as error:
            raise AssertionError(f"answer {number}: {frame.step} {frame.args} {given}") from error
    raise AssertionError(f"it does not end: {[frame.step for frame in made.state.stack]}")


def aside(made: PaxContext, rng: Random, away: set[Seat]) -> tuple[Frame, dict[Seat, str]] | None:
    """Answer a standing decision, if there is one."""
    asked = [
        (frame, seat)
        for frame in made.state.standing
        if steps.question(frame.step).needed(made, frame)
        for seat in steps.question(frame.step).seats(made, frame)
        if seat not in away
    ]
    if not asked:
        return None
    frame, seat = rng.choice(asked)
    ask = steps.question(frame.step)
    action = ask.menu(made, frame, seat).sample(rng)
    if ask.apply(made, frame, seat, ask.parse(action)):
        made.state.remove(frame, -1)
    run(made)
    return frame, {seat: action}


def answers(made: PaxContext, rng: Random, away: set[Seat], haste: float) -> dict[Seat, str]:
    """Return what is answered to the question of the moment; its texts are asked for as well."""
    ask, frame = question(made)
    seats = ask.seats(made, frame)
    assert seats or ask.sealed, frame
    given = {}
    for seat in seats if ask.sealed else (rng.choice(seats),):
        default = ask.default_answer(made, frame, seat)
        assert default is not None, frame
        hurry = frame.step == "manoeuvre" and rng.random() < haste
        menu = ask.menu(made, frame, seat)
        assert default in menu, (frame, default)
        given[seat] = default if hurry or seat in away else menu.sample(rng)
        ask.prompt(made, frame, seat)
        if rng.random() < 0.1:
            ask.hint(made, frame, seat, ask.parse(given[seat]))
            ask.cautions(made, frame, seat, ask.parse(given[seat]))
    return given


# -- what must hold


def strengths(made: PaxContext) -> Counter[Power]:
    """The strength of each power's units, on the map and aside."""
    found = Counter[Power]()
    for power in made.board.powers:
        found[power] = sum(strength for _, _, strength in made.units(power))
    for war in made.state.wars:
        for unit in war.surrendered:
            found[unit.power] += unit.strength
    return found


def garrisons(made: PaxContext) -> set[tuple[Power, Area]]:
    """Return where minors have an army of one point in an area that they hold."""
    return {
        (power, area)
        for power in made.board.powers
        if made.seat_of(power) is None
        for area in made.army_places(power)
        if 1 in made.armies(power, area) and made.holds(power, area)
    }


def each_unit_is_accounted_for(
    made: PaxContext, before: Counter[Power], guarded: set[tuple[Power, Area]], logged: int
) -> Counter[Power]:
    """A unit appears or goes only by a logged loss, or as a minor's new garrison (12.10)."""
    lost, surrendered = Counter[Power](), set[tuple[Power, Area]]()
    for entry in made.state.news[logged:]:
        args = entry.message.args
        if entry.message.key in ("log.lost", "log.retreat_lost"):
            lost[str(args["power"])] += int(str(args["strength"]))
        elif entry.message.key == "log.surrendered":
            surrendered.add((str(args["power"]), str(args["place"])))
    raised = Counter(power for power, _ in garrisons(made) - (guarded - surrendered))
    after = strengths(made)
    for power in made.board.powers:
        extra = after[power] - (before[power] - lost[power])
        wrong = f"{power}: {before[power]} less {lost[power]} is {after[power]}"
        assert 0 <= extra <= raised[power], wrong
    return after


def wars_are_sound(made: PaxContext) -> None:
    """12.1: a power is in one common war at most; each war hangs together, enemies are in different
    camps, and what is conquered or has surrendered belongs to a belligerent."""
    common = wars(made, WAR)
    inside = Counter(power for war in common for power in war.entered)
    assert not [power for power, times in inside.items() if times > 1], "in two wars"
    for war in common:
        assert len(parts_of(war)) == 1, "a war has fallen apart"
        assert sorted(war.entered) == sorted(power for camp in war.camps for power in camp)
        assert not [pair for pair in war.hostile if pair[1] in _camp(war, pair[0])]
        assert set(war.conquered.values()) <= set(war.entered), "a neutral has conquered"
        assert {unit.power for unit in war.surrendered} <= set(war.entered), "a neutral surrendered"


def all_is_settled(made: PaxContext) -> None:
    """12.10: no war goes on, markers are legal, units are at home or in areas of their power."""
    if made.state.outcome is not None:
        return
    assert not made.state.wars, "a war goes on"
    assert made.state.congress is None, "a congress goes on"
    all_is_legal(made)
    for power in made.board.powers:
        for kind, where, _ in made.units(power):
            place = place_of(where)
            right = place == made.home(power) or made.holds(power, place)
            assert right, f"{power} has a {kind} in {where}"
    for area, partners in made.state.codominions.items():
        assert set(partners) <= set(made.controllers(area)), area


@contextmanager
def watched_rounds() -> Iterator[None]:
    """Meanwhile: a power at war from the beginning of a round to its end has had each
    phase exactly once (12.3). A power that has left a war may take part in another one."""
    kept = dict(steps.automatic)
    had: Counter[tuple[str, Power]] = Counter()
    fighting: set[Power] = set()

    def phase(name: str) -> None:
        def run(made: PaxContext, frame: Frame) -> None:
            war = next((w for w in wars(made) if _is(w, frame)), None)
            if war is not None:
                had.update((name, power) for power in acting(made, war, frame.text("camp")))
            kept[name](made, frame)

        steps.automatic[name] = run

    def _is(war: War, frame: Frame) -> bool:
        number = frame.number("war")
        return war.id == number or number in war.absorbed

    def other_wars(made: PaxContext, frame: Frame) -> None:
        for (name, power), times in had.items():
            assert times == 1, f"{power} has {times} times {name}"
        for power in fighting:
            assert all((name, power) in had for name in PHASES), f"{power} is left out"
        had.clear()
        fighting.clear()
        fighting.update(power for war in wars(made, WAR) for power in war.entered)
        kept["other_wars"](made, frame)

    def leave_war(made: PaxContext, frame: Frame) -> None:
        kept["leave_war"](made, frame)
        out = {power for power in made.board.powers if not wars_of(made, power)}
        fighting.difference_update(out)
        for key in [key for key in had if key[1] in out]:
            del had[key]

    for name in PHASES:
        phase(name)
    steps.automatic["other_wars"] = other_wars
    steps.automatic["leave_war"] = leave_war
    try:
        yield
    finally:
        steps.automatic.update(kept)
