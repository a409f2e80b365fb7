"""`entente exercises`: a game's exercises, listed or solved in the terminal."""

from __future__ import annotations

from argparse import Namespace

from entente.cli.common_args import AnyGame, Context, add_data, find_game
from entente.cli.parser import Parser
from entente.cli.table import After, Table
from entente.cli.user_error import user_error
from entente.kernel import Match
from entente.kernel.exercise import Exercise, Verdict
from entente.kernel.record import AnyMatch
from entente.players import make

OTHERS = "greedy"  # who sits in the other seats; what they do is given with the exercise


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    name = words("argument.exercise")
    parser.add_argument("exercise", metavar=name, nargs="?", help=words("help.exercise"))
    parser.add_argument("--hints", action="store_true", help=words("help.hints"))
    parser.add_argument("--solution", action="store_true", help=words("help.solution"))
    add_data(parser)


def run(arguments: Namespace, context: Context) -> int:
    game = find_game(arguments.game, arguments.data)
    if arguments.exercise is None:
        _list(game, context)
        return 0
    exercise = _find(game, arguments.exercise)
    if arguments.solution:
        _put(game, exercise, context, hints=arguments.hints)
        _show(game, exercise, context)
        return 0
    table = ExerciseTable(game, exercise, context)
    table.draw()
    _put(game, exercise, context, hints=arguments.hints)
    verdict = table.solve()
    return 0 if verdict is not None and verdict.right else 1


def _list(game: AnyGame, context: Context) -> None:
    catalog, screen, words = game.catalog(context.language), context.screen, context.words
    screen.line(words("exercises.list", title=catalog.get("info.title")), "bold")
    for number, each in enumerate(game.exercises(), start=1):
        seat = catalog.name("seat", each.seat)
        title = catalog.get(each.key("title"))
        screen.parts((f"  {number:>2}  {each.id:<18}", "cyan"), f" {title} ", (f"({seat})", "dim"))
    screen.line()
    screen.line(words("exercises.how", command=context.command, game=game.info.id), "dim")


def _find(game: AnyGame, name: str) -> Exercise:
    """Return an exercise by its name or its number."""
    known = game.exercises()
    for number, each in enumerate(known, start=1):
        if name in (each.id, str(number)):
            return each
    raise user_error("mistake.exercise", name=name, known=[each.id for each in known])


def _put(game: AnyGame, exercise: Exercise, context: Context, *, hints: bool) -> None:
    catalog, screen, words = game.catalog(context.language), context.screen, context.words
    screen.line(catalog.get(exercise.key("title")), "bold")
    screen.prose(catalog.get(exercise.key("question")))
    screen.line(words("exercises.rule", game=game.info.id, section=exercise.rule), "dim")
    for number, hint in enumerate(exercise.hints(catalog) if hints else (), start=1):
        screen.prose(words("exercises.hint", number=number, text=hint), indent=2)


def _show(game: AnyGame, exercise: Exercise, context: Context) -> None:
    """Print the solution and why it solves the exercise."""
    screen, catalog = context.screen, game.catalog(context.language)
    screen.line(context.words("exercises.solution"))
    for action in exercise.solution:
        screen.parts("  ", (catalog.write(action), "cyan"))
    screen.prose(catalog.get(exercise.key("explanation")))


class ExerciseTable(Table):
    """A table at which an exercise is solved; it closes as soon as there is a verdict."""

    def __init__(self, game: AnyGame, exercise: Exercise, context: Context) -> None:
        start = game.save(exercise.place(game).state).decode()
        match: AnyMatch = Match(game, start=start)
        others = [seat for seat in match.seats if seat != exercise.seat]
        computers = {seat: make(OTHERS, game.info.id, match.seed) for seat in others}
        names = {exercise.seat: "", **dict.fromkeys(others, OTHERS)}
        super().__init__(match, computers, names, None, context)
        self.exercise = exercise

    def draw(self) -> None:
        """Draw the position before the problem: boards are long."""
        decision = self.match.position.decision(self.exercise.seat)
        assert decision is not None
        self.showing.draw_if_changed(decision)
        self.screen.line()

    def solve(self) -> Verdict | None:
        """Play until the answer is judged or the user leaves."""
        with self.screen.patient():
            while (verdict := self._judged()) is None:
                if self._turn(self.open_questions.next_turn(self.exercise.seat)) is After.LEAVE:
                    return None
        self.showing.print_remaining()
        self._say(verdict)
        return verdict

    def _judged(self) -> Verdict | None:
        moves = [(move.seat, move.action) for move in self.match.moves]
        return self.exercise.judge(self.match.from_start().position, moves)

    def _say(self, verdict: Verdict) -> None:
        key = "exercises.right" if verdict.right else "exercises.wrong"
        self.screen.line()
        self.screen.line(self.words(key), "bold")
        part = "explanation" if verdict.right else "missed"
        self.screen.prose(self.catalog.get(self.exercise.key(part)))
        for reason in verdict.reasons:
            self.screen.prose(self.catalog.say(reason), "dim", indent=2)
