"""The story of a game in the reader's language: sentences, graphs, turning points, tables."""

from __future__ import annotations

from math import sqrt
from typing import Any

import msgspec

from entente.kernel.game import Game
from entente.kernel.info import Seat
from entente.kernel.message import Argument, Message, say
from entente.kernel.story import Luck, Story, TurningPoint, leader_of
from entente.kernel.text import Catalog, MissingText

AnyGame = Game[Any, Any]

MINUTE, HOUR, DAY = 60, 3600, 86400
# Standard deviations from which luck is called slight, clear or extreme.
SOMEWHAT, PLAINLY, VERY = 0.5, 1.0, 2.0


class StoryPoint(msgspec.Struct):
    """A point on the time axis of the graphs: a move and its label."""

    move: int
    label: str


class StoryLine(msgspec.Struct):
    """A line of a graph: whose it is (`id`, empty for no seat), and its value at each point."""

    id: str
    name: str
    values: list[int]


class StoryGraph(msgspec.Struct):
    """A figure over time."""

    id: str
    name: str
    lines: list[StoryLine]


class StoryTurningPoint(msgspec.Struct):
    """A turning point: the move, its stage, what it changed, and the causes."""

    move: int
    stage: str
    text: str
    causes: list[str]


class StoryLuck(msgspec.Struct):
    """The dice of a seat; `expected` is the average result of as many dice."""

    seat: Seat
    dice: int
    total: float
    expected: float
    text: str


class StoryStatistic(msgspec.Struct):
    """A row of the statistics: what is counted, and the count of each seat."""

    id: str
    name: str
    values: dict[Seat, str]


class StorySeat(msgspec.Struct):
    """A seat and its name."""

    id: Seat
    name: str


class StoryText(msgspec.Struct):
    """A finished game in words. All graphs share `points`."""

    game: str
    seats: list[StorySeat]
    winners: list[Seat]
    result: list[str]
    points: list[StoryPoint]
    graphs: list[StoryGraph]
    turning_points: list[StoryTurningPoint]
    luck: list[StoryLuck]
    statistics: list[StoryStatistic]


def render(story: Story, game: AnyGame, language: str) -> StoryText:
    """Render a story in words."""
    catalog = game.catalog(language)
    return StoryText(
        game=game.info.id,
        seats=[StorySeat(seat, catalog.name("seat", seat)) for seat in story.seats],
        winners=list(story.outcome.winners) if story.outcome else [],
        result=result(story, game, catalog),
        points=points(story, catalog),
        graphs=graphs(story, game, catalog),
        turning_points=[turn(each, game, catalog) for each in story.turning_points],
        luck=[
            luck(seat, rolled, game, catalog)
            for seat in story.seats
            if (rolled := story.luck.get(seat)) is not None
        ],
        statistics=deeds(story, game, catalog),
    )


# -- result


def result(story: Story, game: AnyGame, catalog: Catalog) -> list[str]:
    """Say who won, how, when and by how much."""
    messages: list[Message] = []
    if story.outcome is not None:
        winners = list(story.outcome.winners)
        if winners:
            messages.append(
                say("story.won" if len(winners) == 1 else "story.shared", seats=winners)
            )
        messages.append(story.outcome.reason)
    stage = "" if story.stage is None else catalog.line(story.stage)
    if story.outcome is None:
        messages.append(say("story.goes_on", moves=story.moves))
    elif stage:
        messages.append(say("story.ended_in", moves=story.moves, stage=stage))
    else:
        messages.append(say("story.ended", moves=story.moves))
    if story.lasted is not None:
        messages.append(lasting("lasted", story.lasted))
    if story.first:
        messages.append(say("story.pinned", first=story.first))
    if game.statistics.measures and story.final:
        messages += margin(story, catalog.get(f"measure.{game.statistics.measures[0]}"), catalog)
    return [catalog.line(message) for message in messages]


def margin(story: Story, measure: str, catalog: Catalog) -> list[Message]:
    """Return the final figures, who was ahead, and how often the lead changed."""
    order = sorted(story.final, key=lambda seat: -story.final[seat])
    figures = [f"{catalog.name('seat', seat)} {story.final[seat]}" for seat in order]
    messages = [say("story.standing", measure=measure, figures=figures)]
    first = leader_of(story.final)
    if not story.led:
        return [*messages, say("story.nobody_ahead")]
    if first and len(order) > 1:
        ahead = story.final[order[0]] - story.final[order[1]]
        messages.append(say("story.ahead", seat=first, count=ahead))
    else:
        messages.append(say("story.level", seats=story.led))
    count = story.lead_changes
    if count:
        messages.append(say("story.lead_changed", count=count))
    elif first:
        messages.append(say("story.lead_kept"))
    return messages


def lasting(key: str, seconds: int) -> Message:
    """Format a duration as days and hours, hours and minutes, or minutes and seconds."""
    for unit, whole, part in (("days", DAY, HOUR), ("hours", HOUR, MINUTE)):
        if seconds >= whole:
            return Message(
                f"story.{key}.{unit}", {"count": seconds // whole, "rest": seconds % whole // part}
            )
    if seconds < MINUTE:
        return Message(f"story.{key}.seconds", {"count": seconds})
    return Message(f"story.{key}.minutes", {"count": seconds // MINUTE, "rest": seconds % MINUTE})


# -- graphs


def points(story: Story, catalog: Catalog) -> list[StoryPoint]:
    return [
        StoryPoint(
            each.move,
            catalog.get("story.start") if each.period is None else catalog.line(each.period),
        )
        for each in story.points
    ]


def graphs(story: Story, game: AnyGame, catalog: Catalog) -> list[StoryGraph]:
    """Return a graph for each figure of the game, the decisive one first."""
    drawn = []
    for measure in game.statistics.measures:
        names = dict.fromkeys(
            name for point in story.points for name in point.figures.get(measure, ())
        )
        lines = [
            StoryLine(
                name,
                catalog.name("seat/*/", name) if name else catalog.get(f"measure.{measure}"),
                [point.figures.get(measure, {}).get(name, 0) for point in story.points],
            )
            for name in names
        ]
        drawn.append(StoryGraph(measure, catalog.get(f"measure.{measure}"), lines))
    return drawn


# -- turning points


def turn(point: TurningPoint, game: AnyGame, catalog: Catalog) -> StoryTurningPoint:
    """Say what changed, and why."""
    measure = catalog.get(f"measure.{game.statistics.measures[0]}")
    messages = [say("story.turn", measure=measure, seat=point.seat, old=point.old, new=point.new)]
    if point.leader and not point.former:
        messages.append(say("story.turn_ahead", leader=point.leader))
    elif point.leader:
        messages.append(say("story.turn_lead", leader=point.leader, former=point.former))
    stage = "" if point.stage is None else catalog.line(point.stage)
    causes = [catalog.line(message) for message in point.causes]
    text = " ".join(catalog.line(message) for message in messages)
    return StoryTurningPoint(point.move, stage, text, causes or [action_of(point, game, catalog)])


def action_of(point: TurningPoint, game: AnyGame, catalog: Catalog) -> str:
    """Say who acted, and how."""
    try:
        text = catalog.strict.line(game.presentation.label(point.action))
    except MissingText:
        text = catalog.write(point.action)
    return catalog.line(say("story.by", seat=point.mover, action=text))


# -- dice


def luck(seat: Seat, rolled: Luck, game: AnyGame, catalog: Catalog) -> StoryLuck:
    """Say what the dice brought a seat, and whether that was much."""
    more = rolled.got - rolled.expected
    verdict = catalog.line(
        Message(f"story.verdict.{judged(rolled)}", {"by": decimal(abs(more), catalog)})
    )
    args: dict[str, Argument] = {
        "seat": seat,
        "dice": rolled.dice,
        "got": round(rolled.got),
        "expected": decimal(rolled.expected, catalog),
        "verdict": verdict,
    }
    text = catalog.line(Message(f"story.luck.{game.statistics.luck}", args))
    return StoryLuck(seat, rolled.dice, rolled.got, round(rolled.expected, 2), text)


def judged(rolled: Luck) -> str:
    """Rate luck by its distance from the expectation in standard deviations."""
    far = (rolled.got - rolled.expected) / sqrt(rolled.variance) if rolled.variance else 0.0
    way = "lucky" if far > 0 else "unlucky"
    for least, word in ((VERY, "very_"), (PLAINLY, ""), (SOMEWHAT, "somewhat_")):
        if abs(far) >= least:
            return f"{word}{way}"
    return "expected"


def decimal(value: float, catalog: Catalog) -> str:
    """Format a number with one decimal in the catalogue's language."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if catalog.language == "fr" else text


# -- deeds


def deeds(story: Story, game: AnyGame, catalog: Catalog) -> list[StoryStatistic]:
    """Return actions, thinking time and the counts of the game; rows without any count are left
    out."""
    statistics = [counted("actions", catalog.get("story.actions"), story.actions)]
    if story.seconds:
        values = {
            seat: catalog.say(lasting("time", story.seconds.get(seat, 0))) for seat in story.seats
        }
        statistics.append(StoryStatistic("waited", catalog.get("story.waited"), values))
    for kind in game.statistics.deeds:
        counts = {seat: story.deeds[seat].get(kind, 0) for seat in story.seats}
        if any(counts.values()):
            statistics.append(counted(kind, catalog.get(f"deed.{kind}"), counts))
    return statistics


def counted(kind: str, name: str, counts: dict[Seat, int]) -> StoryStatistic:
    return StoryStatistic(kind, name, {seat: str(count) for seat, count in counts.items()})
