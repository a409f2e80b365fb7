"""8.4: the Great War: participants, resolution, losses and final scoring."""

from __future__ import annotations

from entente.games.turmoil.board import (
    AUSTRIA_HUNGARY,
    AUTHORITARIAN,
    BALKANS,
    BRITAIN,
    FRANCE,
    GERMANY,
    ITALY,
    LIBERAL,
    NO_SIDE,
    OTHER,
    OTTOMAN_EMPIRE,
    REGIONS,
    RUSSIA,
    SIDES,
)
from entente.games.turmoil.context import TurmoilContext, frame_text, steps
from entente.games.turmoil.effects import Remove
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.operations import PLACE, spend
from entente.games.turmoil.questions import SeatQuestion, again
from entente.games.turmoil.scoring import bound, end_without_winner, score_region, win
from entente.games.turmoil.space_filters import SpaceFilter, beside, in_region
from entente.games.turmoil.tension import BALKAN_WARS
from entente.kernel import STAY, Action, Frame, Message, Refusal, Seat, refuse, say

WAR_VP = 4
MINOR_POWERS = ("constantinople", "italy")


def participants(t: TurmoilContext) -> dict[str, str]:
    """8.4.1: the side of each participating nation."""
    track, beside_track = t.state.track, t.state.beside
    sides = {GERMANY: AUTHORITARIAN, FRANCE: LIBERAL}
    called = "entente_cordiale" in track or "schlieffen" in beside_track
    if called and "splendid_isolation" not in track:
        sides[BRITAIN] = LIBERAL
    if "three_emperor_league" in track or "dual_alliance" in track:
        sides[AUSTRIA_HUNGARY] = AUTHORITARIAN
    if "three_emperor_league" in track:
        sides[RUSSIA] = AUTHORITARIAN
    elif "franco_russian_alliance" in track:
        sides[RUSSIA] = LIBERAL
    if BALKAN_WARS in track:
        sides[BALKANS] = sides.get(RUSSIA, LIBERAL)
    return sides


def more_participants(t: TurmoilContext, sides: dict[str, str]) -> dict[str, str]:
    """8.4.4: with War Mobilization, the Ottoman Empire and Italy join the war."""
    more = dict(sides)
    if RUSSIA in sides:
        more[OTTOMAN_EMPIRE] = OTHER[sides[RUSSIA]]
    if "triple_alliance" in t.state.track:
        more[ITALY] = AUTHORITARIAN
    elif "perfidious_italy" in t.state.track:
        more[ITALY] = LIBERAL
    return more


@steps.auto
def great_war(t: TurmoilContext, frame: Frame) -> None:
    """8.4: form two sides, and fight the war by dice or by mobilization cards."""
    alliance = participants(t)
    if t.on("war_mobilization"):
        alliance = more_participants(t, alliance)
    t.state.alliance = alliance
    t.state.footing = {}
    for side in SIDES:
        nations = [nation for nation, fights in alliance.items() if fights == side]
        t.log("log.alliance", side=side, nations=nations)
    t.state.push("choose_plans" if t.on("war_mobilization") else "resolve_war")


# -- 8.4.2 war resolution


def war_modifier(t: TurmoilContext, side: str) -> int:
    """8.4.2: modifiers for markers, the leading navy, Constantinople and Italy."""
    markers = [m for m in (*t.state.track, *t.state.beside) if t.board.markers[m].side == side]
    if BRITAIN not in t.state.alliance:  # erratum to C58
        markers = [marker for marker in markers if marker != "us_interventionism"]
    total = sum(t.board.markers[marker].war for marker in markers)
    total += int(t.ahead(side) > 0)
    return total + int(any(t.holds(side, space) for space in MINOR_POWERS))


@steps.auto
def resolve_war(t: TurmoilContext, frame: Frame) -> None:
    """8.4.2: the higher total wins the war; on a tie both sides lose it."""
    totals = {}
    for side in SIDES:
        die, modifier = t.state.chance.die(), war_modifier(t, side)
        totals[side] = die + modifier
        t.log("log.war_die", side=side, die=die, modifier=modifier, total=totals[side])
    winner: str = NO_SIDE
    if totals[AUTHORITARIAN] != totals[LIBERAL]:
        winner = AUTHORITARIAN if totals[AUTHORITARIAN] > totals[LIBERAL] else LIBERAL
        t.log("log.war_won", side=winner)
        t.gain(winner, WAR_VP)
    else:
        t.log("log.war_lost")
    t.state.winner = winner
    regions = " ".join(region for region in REGIONS if region in t.state.alliance)
    losses = step("war_losses", side=winner or LIBERAL, left=regions)
    t.state.push(losses, "spoils", "war_scoring")


# -- 8.4.3 war losses


@steps.ask("war_losses")
class WarLosses(SeatQuestion):
    """8.4.3: the winner chooses the order; if both have lost, the players alternate."""

    section = "8.4.3"
    open_menu = True
    grammar = ("region <region>",)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return [f"region {region}" for region in frame.text("left").split()]

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        side, region = frame.text("side"), action["region"]
        left = [each for each in frame.text("left").split() if each != region]
        again(t, frame, left=" ".join(left), side=side if t.state.winner else OTHER[side])
        t.log("log.war_region", region=region)
        t.state.push(*losses_in(t, region))
        return STAY

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        return refuse(self.section, "refusal.no_region", region=action["region"])


def losses_in(t: TurmoilContext, region: str) -> list[Frame]:
    """8.4.3: the steps for a region of the loser, or of the winner."""
    owner = t.state.alliance[region]
    if t.state.winner == owner:
        rebuild = step("war_growth", side=owner, region=region)
        return [rebuild, step("war_toll", side=OTHER[owner], region=region)]
    return [step("war_toll", side=s, region=region) for s in (owner, OTHER[owner], owner)]


def area(region: str) -> SpaceFilter:
    """Return a region and the independent spaces adjacent to it."""
    return in_region(region) | beside(region)


@steps.auto
def war_toll(t: TurmoilContext, frame: Frame) -> None:
    """Roll a die for a side and remove that many of its own SP."""
    side, region = frame.text("side"), frame.text("region")
    die = t.state.chance.die()
    t.log("log.war_toll", side=side, die=die, region=region)
    args: dict[str, str | int] = {"side": side, "of": side, "where": area(region), "card": ""}
    t.state.push(step("war_remove", left=die, most=99, may=0, region=region, **args))


@steps.ask("war_remove")
class WarRemove(Remove):
    """8.4.3: the player removes their own SP."""

    section = "8.4.3"

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        left, region = frame.number("left"), frame_text(frame, "region")
        return say("prompt.war_remove", left=left, region=region)


@steps.auto
def war_growth(t: TurmoilContext, frame: Frame) -> None:
    """Roll a die of OPs to place SP in a region of the winner, by the usual rules (15)."""
    side, region = frame.text("side"), frame.text("region")
    die = t.state.chance.die()
    t.log("log.war_growth", side=side, die=die, region=region)
    t.state.push(spend(side, "", die, where=area(region), mode=PLACE))


@steps.auto
def spoils(t: TurmoilContext, frame: Frame) -> None:
    """8.4.3: the winner controls Constantinople and Italy."""
    if t.state.winner:
        for space in MINOR_POWERS:
            t.seize(t.state.winner, space)


# -- 8.4.5 final scoring


@steps.auto
def war_scoring(t: TurmoilContext, frame: Frame) -> None:
    """8.4.5: score the participating regions; the VP decide, then the war."""
    t.log("log.final_scoring")
    for region in REGIONS:
        if region in t.state.alliance:
            score_region(t, region)
    bound(t)
    if t.state.vp:
        win(t, LIBERAL if t.state.vp > 0 else AUTHORITARIAN, "war", vp=abs(t.state.vp))
    elif t.state.winner:
        win(t, t.state.winner, "war_tie")
    else:
        end_without_winner(t, "war_lost", 0.0)
