"""`entente puzzles mine`: find puzzles in games between computer players."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from entente.cli.common_args import Context, find_game
from entente.cli.files import can_be_written
from entente.cli.parser import Parser, whole_number
from entente.cli.progress import progress_bar
from entente.cli.user_error import user_error
from entente.players.puzzles import Puzzle, write_puzzles
from entente.players.puzzles.mining import USUAL_PLAYERS, has_miner, mine_game
from entente.players.registry import find

USUAL_GAMES = 20


def configure(parser: Parser) -> None:
    words = parser.words
    summaries = {"mine": words("help.puzzles_command.mine")}
    (mining,) = parser.add_commands("puzzles_command", words("argument.command"), summaries)
    mining.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    mining.add_argument(
        "--games",
        metavar="N",
        type=whole_number("--games", 1),
        default=USUAL_GAMES,
        help=words("help.games_puzzles", number=USUAL_GAMES),
    )
    mining.add_argument(
        "--seed", metavar=words("argument.seed"), default="0", help=words("help.seed_simulate")
    )
    mining.add_argument(
        "--players",
        metavar="A,B",
        default=",".join(USUAL_PLAYERS),
        help=words("help.players_puzzles", usual=",".join(USUAL_PLAYERS)),
    )
    mining.add_argument(
        "--out", metavar=words("argument.out"), required=True, help=words("help.out_puzzles")
    )


def run(arguments: Namespace, context: Context) -> int:
    """Mine, and write what was found. 1: nothing was found."""
    game = find_game(arguments.game, None)
    if not has_miner(game.info.id):
        raise user_error("mistake.no_miner", game=game.info.id)
    names = [name.strip() for name in arguments.players.split(",")]
    players = tuple(find(name, game.info.id) for name in names)
    place = Path(arguments.out)
    can_be_written(place)
    found = dict[str, Puzzle]()
    with progress_bar() as shown:
        task = shown.add_task(context.words("puzzles.mining"), arguments.games)
        for number in range(arguments.games):
            for puzzle in mine_game(game, f"{arguments.seed}/{number}", players, number):
                found[puzzle.id] = puzzle
            shown.advance(task, 1)
    ordered = sorted(found.values(), key=lambda each: (each.rating, each.id))
    try:
        write_puzzles(place, ordered)
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(place), error=reason) from None
    context.screen.line(context.words("puzzles.found", number=len(ordered), file=str(place)))
    return 0 if ordered else 1
