"""`entente story`: summarise a game: result, turning points, statistics."""

from __future__ import annotations

from argparse import Namespace

from entente.cli.common_args import Context
from entente.cli.grid import Grid
from entente.cli.output import print_setup
from entente.cli.parser import Parser
from entente.cli.records import read_record, record_error
from entente.cli.terminal import cell_len
from entente.kernel import registry
from entente.kernel.record import RecordError
from entente.kernel.story import story_of
from entente.kernel.story_text import StoryGraph, StoryText, render

MOST_COLUMNS = 3  # of the table; for more seats there are lines
STEPS = "▁▂▃▄▅▆▇█"


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("file", metavar=words("argument.file"), help=words("help.file"))
    parser.add_argument("--json", action="store_true", help=words("help.json"))


def run(arguments: Namespace, context: Context) -> int:
    try:
        record = read_record(arguments.file)
        match = record.match(registry.load)
    except RecordError as error:
        raise record_error(arguments.file, error, context.command) from None
    story = render(
        story_of(match, record.footer.end if record.footer else None), match.game, context.language
    )
    if arguments.json:
        context.screen.json(story)
        return 0
    print_setup(match.game, record.header.options, record.header.seats, context)
    show(story, context)
    return 0


def show(story: StoryText, context: Context) -> None:
    """Print the report part by part; what a game does not have is left out."""
    screen, words = context.screen, context.words
    screen.gap()
    for line in story.result:
        screen.line(line)
    for graph in story.graphs:
        screen.gap()
        screen.line(graph.name, "bold")
        for row in drawn(graph):
            screen.line(f"  {row}")
    if story.turning_points:
        screen.gap()
        screen.line(words("story.turns"), "bold")
        for turn in story.turning_points:
            screen.line(f"  {words('story.moment', move=turn.move, stage=turn.stage)}")
            for line in (turn.text, *turn.causes):
                screen.line(f"    {line}")
    if story.luck:
        screen.gap()
        screen.line(words("story.luck"), "bold")
        for luck in story.luck:
            screen.line(f"  {luck.text}")
    screen.gap()
    screen.line(words("story.deeds"), "bold")
    if len(story.seats) <= MOST_COLUMNS:
        screen.show(statistics(story))
        return
    for deed in story.statistics:
        figures = [f"{seat.name} {deed.values[seat.id]}" for seat in story.seats]
        screen.line(f"  {words('story.deed', name=deed.name, figures=figures)}")


def drawn(graph: StoryGraph) -> list[str]:
    """Return a graph in one line for each of its lines: its course, and where it began and
    ended."""
    most = max((value for line in graph.lines for value in line.values), default=0) or 1
    width = max((cell_len(line.name) for line in graph.lines), default=0)
    rows = []
    for line in graph.lines:
        course = "".join(STEPS[max(0, value) * (len(STEPS) - 1) // most] for value in line.values)
        name = line.name + " " * (width - cell_len(line.name))
        rows.append(f"{name}  {course}  {line.values[0]} → {line.values[-1]}")
    return rows


def statistics(story: StoryText) -> Grid:
    """Return what each side did."""
    table = Grid("", *(seat.name for seat in story.seats), indent=2)
    for column in table.columns[1:]:
        column.justify = "right"
    for deed in story.statistics:
        table.add_row(deed.name, *(deed.values[seat.id] for seat in story.seats))
    return table
