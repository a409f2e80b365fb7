"""Output that several commands share: the setup of a game, its position and its outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.cli.common_args import AnyGame, Context
from entente.cli.menus import thing
from entente.cli.screen import Screen
from entente.cli.terminal import cell_len
from entente.kernel import Catalog, Decision, Options, Outcome, Seat, View, seed_hash
from entente.kernel.info import spell
from entente.kernel.reading import meant
from entente.kernel.record import AnyMatch


def print_setup(
    game: AnyGame, options: Options, names: Mapping[Seat, str], context: Context
) -> None:
    """Print the title, who plays, and which options differ from the defaults."""
    words, screen, catalog = context.words, context.screen, game.catalog(context.language)
    screen.line(catalog.get("info.title"), "bold")
    seats = [
        f"{catalog.name('seat', seat)} ({name or words('table.person')})"
        for seat, name in names.items()
    ]
    screen.line(words("table.players", players=seats))
    chosen = [
        f"{option.id} {spell(options[option.id])}"
        for option in game.info.options
        if options.get(option.id, option.default) != option.default
    ]
    if chosen:
        screen.line(words("table.options", options=chosen))
    if game.overrides():
        screen.line(words("table.overridden", files=list(game.overrides())))


def drawing(game: AnyGame, view: View, catalog: Catalog, screen: Screen) -> str:
    """Return the position, or the game's sketch if the terminal is too narrow."""
    picture = game.presentation.render_text(view, catalog)
    if screen.interactive and text_width(picture) > screen.console.width:
        return game.presentation.render_terminal(view, catalog, screen.console.width)
    return picture


def text_width(picture: str) -> int:
    """Return the width of a drawing in columns."""
    return max((cell_len(line.rstrip()) for line in picture.splitlines()), default=0)


def print_description(word: str, game: AnyGame, view: View, context: Context) -> bool:
    """Print what a word means on the board; return False if there is no such thing."""
    words, screen, catalog = context.words, context.screen, game.catalog(context.language)
    for things in meant(word, catalog.words, catalog):
        described = {
            each: description
            for each in things
            if (description := game.presentation.describe(view, each, catalog))
        }
        if len(set(described.values())) == 1:  # several may be the same thing by another name
            each, description = next(iter(described.items()))
            screen.prose(description)
            print_reconstructed(each, game, context)
            return True
        if described:
            screen.line(words("play.ambiguous", text=word))
            for each in described:
                screen.item(thing(each, catalog))
            return True
    return False


def print_reconstructed(thing: str, game: AnyGame, context: Context) -> None:
    """Print which values of a thing are reconstructed, and how to learn to correct them."""
    catalog = game.catalog(context.language)
    figures = [catalog.say(each) for each in game.presentation.reconstructed_notes().get(thing, ())]
    if figures:
        command, name = context.command, game.info.id
        note = context.words("data.marked", figures=figures, command=command, game=name)
        context.screen.prose(note, "dim")


def question(decision: Decision, catalog: Catalog, context: Context) -> str:
    """Return which seat must decide, and what."""
    name = catalog.name("seat", decision.seat)
    return context.words("table.question", seat=name, prompt=catalog.say(decision.prompt))


def print_outcome(match: AnyMatch, context: Context, agreed: Outcome | None = None) -> bool:
    """Print how the game ended and how to verify its dice; return False if it is not over."""
    outcome = match.state.outcome or agreed
    if outcome is None:
        return False
    words, screen, catalog = context.words, context.screen, match.game.catalog(context.language)
    screen.line(catalog.line(outcome.reason), "bold green")
    winners = [catalog.name("seat", seat) for seat in outcome.winners]
    if len(winners) == 1:
        screen.line(words("table.winner", seat=winners[0]), "bold")
    else:
        screen.line(words("table.draw", seats=winners) if winners else words("table.no_winner"))
    screen.line(words("table.seed", seed=match.seed))
    screen.line(words("table.seed_hash", hash=seed_hash(match.seed)))
    return True


def list_commands(commands: Sequence[str], context: Context) -> None:
    """Print the commands that can be typed besides actions."""
    usages = {command: context.words(f"play.usage.{command}") for command in commands}
    width = max(map(len, usages.values()), default=0)
    for command, usage in usages.items():
        context.screen.entry(usage, width, context.words(f"play.about.{command}"))
