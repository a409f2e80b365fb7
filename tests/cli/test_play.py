"""`entente play`: whole games through a pipe, saving, resuming, taking back, asking why."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from entente.cli.common_args import find_seat
from entente.cli.menus import numbered
from entente.cli.questions import Questions
from entente.kernel import Catalog, Decision, Menu, registry, seed_hash
from entente.kernel.record import Record, parse
from entente.kernel.typography import typeset
from entente.players import PlayerView
from entente.players import known as known_players
from entente.players.engines.greedy import GreedyEngine
from entente.players.search_result import SearchResult
from tests.amount import THOROUGH, amount
from tests.cli.conftest import Ran, Run, Terminal

ATTRITION = ("play", "attrition", "--seed", "7")
AGAINST = (*ATTRITION, "--against", "random")
*FIRST, LAST = known_players()
PLAYERS = f"{', '.join(FIRST)} or {LAST}"


def record(path: str) -> Record:
    return parse(Path(path).read_bytes())


# -- whole games


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A user that reads each prompt and types an answer: a number, or words of the language."""
    rng = Random(1)
    lines: list[str] = []
    asked: list[tuple[Menu, Catalog]] = []
    ask = Questions.ask

    def read(self: Questions, decision: Decision) -> None:
        asked.append((decision.menu, self.catalog))
        ask(self, decision)

    def answer(prompt: str) -> str:
        menu, catalog = asked[-1]
        action = menu.sample(rng)
        numbers = numbered(menu)
        by_number = numbers and rng.random() < 0.5
        line = str(numbers.index(action) + 1) if by_number else catalog.write(action)
        lines.append(line)
        return line

    monkeypatch.setattr(Questions, "ask", read)
    monkeypatch.setattr("builtins.input", answer)
    return lines


def check_whole(ran: Ran, typed: list[str], language: str = "en") -> Record:
    """The game was played to its end, and every line typed was understood."""
    assert (ran.status, ran.err) == (0, "")
    kept = record("game.jsonl")
    assert kept.footer is not None
    kept.verify(registry.load)
    own = [move for move in kept.moves if not kept.header.seats[move.seat]]
    assert len(own) == len(typed)
    assert registry.load("attrition").catalog(language).say(kept.footer.end.reason) in ran.out
    assert seed_hash("7") in ran.out
    assert ran.out.rstrip().endswith("game.jsonl")
    return kept


def check_pipe(arguments: tuple[str, ...], typed: list[str]) -> None:
    """The same lines, typed into the program from outside, make the same game."""
    ran = subprocess.run(
        [sys.executable, "-m", "entente.cli", *arguments],
        input="".join(line + "\n" for line in typed),
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert record("again.jsonl").footer == record("game.jsonl").footer


@pytest.mark.amount
@pytest.mark.parametrize("language", ["en", "fr"][: amount(1, 2)])
def test_a_whole_game_against_the_computer(run: Run, typist: list[str], language: str) -> None:
    arguments = (*AGAINST, "--lang", language, "--save")
    check_whole(run(*arguments, "game.jsonl"), typist, language)
    if THOROUGH:
        check_pipe((*arguments, "again.jsonl"), typist)


@pytest.mark.soak
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_whole_game_with_every_option_as_the_other_side(
    run: Run, typist: list[str], language: str
) -> None:
    arguments = ("--all-options", "--seat", "entente", "--save", "game.jsonl")
    kept = check_whole(run(*AGAINST, *arguments, "--lang", language), typist, language)
    assert kept.header.seats == {"central": "random", "entente": ""}


@pytest.mark.soak
def test_a_whole_game_of_two_people_at_one_screen(run: Run, typist: list[str]) -> None:
    """Once it is finished, it is shown and not gone on with."""
    kept = check_whole(run(*ATTRITION, "--save", "game.jsonl"), typist)
    assert kept.header.seats == {"central": "", "entente": ""}
    before = Path("game.jsonl").read_bytes()
    ran = run("play", "--save", "game.jsonl", typed=["1"])
    assert ran.status == 0
    assert "Seed: 7" in ran.out
    assert Path("game.jsonl").read_bytes() == before


def test_as_a_program_with_a_pipe_that_ends() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "entente.cli", *AGAINST],
        input="1\nmap\nnonsense\n",
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\x1b" not in ran.stdout
    assert "The game was not saved." in ran.stdout


# -- saving and resuming


def test_every_action_is_kept_and_the_game_resumed(run: Run) -> None:
    first = run(*AGAINST, "--save", "game.jsonl", typed=["1", "1", "1"])
    assert first.status == 0
    assert "entente play --save game.jsonl" in first.out
    assert [move.seat for move in record("game.jsonl").moves] == ["central"] * 3
    second = run("play", "--save", "game.jsonl", typed=["1", "quit"])
    assert second.status == 0
    assert "Resumed after 3 moves" in second.out
    assert "Entente (random)" in second.out
    assert len(record("game.jsonl").moves) == 4


def test_a_game_is_kept_from_its_first_moment(run: Run) -> None:
    run(*AGAINST, "--save", "new/game.jsonl")
    assert record("new/game.jsonl").moves == []


def test_a_resumed_game_is_the_same_game(run: Run) -> None:
    run(*ATTRITION, "--save", "once.jsonl", typed=["1"] * 12)
    run(*ATTRITION, "--save", "twice.jsonl", typed=["1"] * 5)
    run("play", "attrition", "--save", "twice.jsonl", typed=["1"] * 7)
    actions = [[m.action for m in record(f).moves] for f in ("once.jsonl", "twice.jsonl")]
    assert actions[0] == actions[1]


def test_corrected_data_are_kept_with_the_game(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine" / "attrition").mkdir(parents=True)
    text = '[[region]]\nid = "berlin"\nip = 5\n'
    (tmp_path / "mine" / "attrition" / "map.toml").write_text(text)
    run(*AGAINST, "--data", "mine", "--save", "game.jsonl", typed=["1"])
    (tmp_path / "mine" / "attrition" / "map.toml").unlink()
    assert "Central Powers 9," in run("play", "--save", "game.jsonl").out


def test_a_player_with_a_budget_is_there_again_when_a_game_is_resumed(run: Run) -> None:
    run(*ATTRITION, "--against", "easy:5", "--save", "game.jsonl", typed=["1"])
    assert "Entente (easy:5)" in run("play", "--save", "game.jsonl").out


def test_the_usual_player_comes_where_none_is_named(run: Run) -> None:
    out = " ".join(run(*ATTRITION, "--seat", "central", "--against").out.split())
    assert "Entente (normal)" in out
    assert "normal: Normal. Weighs its best moves" in out


def test_each_opponent_is_described_once(run: Run) -> None:
    out = run("play", "diplomacy", "--against", "hard:500", "--lang", "fr").out
    assert " ".join(out.split()).count("Difficile (500) (hard:500) : Prévoit,") == 1
    assert "Hasard" not in run(*ATTRITION, "--lang", "fr").out


def test_the_levels_stand_first_in_the_help(run: Run) -> None:
    out = " ".join(run("play", "--help").out.split())
    places = [out.index(each) for each in ("easy (", "normal (", "hard (", "greedy, random")]
    assert places == sorted(places)
    assert "hard:500" in out


def test_opponents_may_change_when_a_game_is_resumed(run: Run) -> None:
    run(*ATTRITION, "--save", "game.jsonl", typed=["1"])
    out = run("play", "--save", "game.jsonl", "--against", "random", "--seat", "entente").out
    assert "Central Powers (random)" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seed", "8"], "--seed cannot change"),
        (["--option", "tanks=on", "--all-options"], "--option and --all-options cannot change"),
        (["--data", "mine"], "--data cannot change"),
    ],
)
def test_fixed_settings_of_a_resumed_game(run: Run, arguments: list[str], said: str) -> None:
    run(*AGAINST, "--save", "game.jsonl")
    ran = run("play", "attrition", "--save", "game.jsonl", *arguments)
    assert ran.status == 2
    assert said in ran.err


@pytest.mark.usefixtures("toys")
def test_a_record_of_another_game_is_refused(run: Run) -> None:
    run(*AGAINST, "--save", "game.jsonl")
    ran = run("play", "orders", "--save", "game.jsonl")
    assert ran.status == 2
    assert "contains a game of attrition, not of orders" in ran.err


def test_a_tampered_record_is_refused(run: Run) -> None:
    run(*AGAINST, "--save", "game.jsonl", typed=["1"])
    path = Path("game.jsonl")
    path.write_bytes(path.read_bytes().replace(b'"seat":"central"', b'"seat":"entente"'))
    ran = run("play", "--save", "game.jsonl")
    assert ran.status == 2
    assert "line 2: the line or its checksum was changed" in ran.err


def test_save_from_within_the_game(run: Run) -> None:
    Path("letter.txt").write_text("Sire,\n")
    typed = ["1", "save", "save letter.txt", "save kept.jsonl", "1", "save", "save kept.jsonl"]
    ran = run(*AGAINST, typed=typed)
    assert "Give a file name: save FILE" in ran.out
    assert "letter.txt already contains something else" in ran.out
    assert Path("letter.txt").read_text() == "Sire,\n"
    assert len(record("kept.jsonl").moves) == 2
    assert "entente play --save kept.jsonl" in ran.out


def test_another_game_with_the_same_seed_is_not_overwritten(run: Run) -> None:
    run(*AGAINST, "--save", "first.jsonl", typed=["1", "1"])
    before = Path("first.jsonl").read_bytes()
    assert (
        "first.jsonl already contains something else"
        in run(*AGAINST, typed=["save first.jsonl"]).out
    )
    assert Path("first.jsonl").read_bytes() == before


def test_a_place_that_cannot_be_written(run: Run) -> None:
    Path("file").write_text("")
    ran = run(*AGAINST, "--save", "file/game.jsonl")
    assert ran.status == 2
    assert "cannot be written" in ran.err
    ran = run(*AGAINST, typed=["save file/game.jsonl", "1"])
    assert ran.status == 0
    assert "file/game.jsonl cannot be written" in ran.out


# -- at the table


def test_undo_takes_back_unseen_moves(run: Run) -> None:
    ran = run(*AGAINST, "--save", "game.jsonl", typed=["undo", "1", "2", "undo", "undo", "undo"])
    assert ran.out.count("Undone: Mobilise ") == 2
    assert ran.out.count("Nothing to undo.") == 2
    assert record("game.jsonl").moves == []


@pytest.mark.usefixtures("toys")
def test_in_an_open_game_every_player_can_undo_the_last_action(run: Run) -> None:
    out = run("play", "walk", "--save", "w.jsonl", typed=["go 3", "go 2", "undo"]).out
    assert "Undone: go 2" in out
    assert [move.action for move in record("w.jsonl").moves] == ["go 3"]
    assert out.rstrip().splitlines()[-1].endswith("w.jsonl")
    assert "Blue: How far?" in out.split("Undone")[1]


@pytest.mark.usefixtures("toys")
def test_with_secrets_only_a_players_own_action_is_undone(run: Run) -> None:
    out = run("play", "conference", "--seed", "1", typed=["vote aye", "undo"]).out
    assert "There is nothing to undo: you have not done anything yet." in out


@pytest.mark.usefixtures("toys")
def test_nothing_is_taken_back_once_the_computer_has_acted(run: Run) -> None:
    out = run("play", "walk", "--against", "random", typed=["1", "undo"]).out
    assert "cannot be undone" in out


def test_an_action_several_times_as_long_as_it_is_allowed(run: Run) -> None:
    line = "mobilise austria_hungary-infantry vienna x9"
    ran = run(*AGAINST, "--save", "game.jsonl", typed=[line])
    moves = record("game.jsonl").moves
    assert [move.action for move in moves] == ["mobilise austria_hungary-infantry vienna"] * 4
    assert "Done 4 of 9 times." in ran.out
    run(*AGAINST, "--save", "other.jsonl", typed=["3 x2"])
    assert [move.action for move in record("other.jsonl").moves] == [moves[0].action] * 2


def test_why_not(run: Run) -> None:
    typed = ["? mobilise ott-inf istanbul", "?", "? 1", "? 99", "mobilise ger-inf paris"]
    out = run(*AGAINST, "--save", "game.jsonl", typed=typed).out
    assert "Istanbul is closed to all tiles while neutral" in out
    assert "[4.5 Mobilisation]" in out
    assert "Type an action after “?”" in out
    assert "Legal: Mobilise the German" in out
    assert "There is no choice “99”: choose a number from 1 to 4." in out
    assert record("game.jsonl").moves == []


def test_a_reconstructed_value_is_shown_with_its_thing(run: Run) -> None:
    out = run(*AGAINST, "--lang", "fr", typed=["carte berlin", "carte londres"]).out
    text = " ".join(out.split())
    assert "‡ Reconstitué : 3 points industriels. Pour le corriger :" in text
    assert "la liaison par mer vers Washington DC" in text
    assert "2 points industriels. Pour" not in text


def test_why_not_in_french_words(run: Run) -> None:
    out = run(*AGAINST, "--lang", "fr", typed=["? mobiliser infanterie-ottomane istanbul"]).out
    assert typeset("aucune tuile n'y entre : Istanbul") in out
    assert "[4.5 Mobilisation]" in out


TURMOIL = ("play", "turmoil", "--seed", "7", "--against", "random")
SET_UP = ["hide", "place berlin", "place berlin", "3 x3", "3"]


def test_why_not_for_a_card_by_its_number(run: Run) -> None:
    """The reason, and not how a card is written."""
    out = run(*TURMOIL, typed=[*SET_UP, "? event 25", "? event 11", "event 11"]).out
    assert "Legacy of Bismarck (C25) is not in your hand. [5.1 Event or operations]" in out
    assert out.count("Foreign Investments (C11) has an event of the opponent") == 2
    assert "written with a C" not in out


DIPLOMACY = ("play", "diplomacy", "--seed", "7", "--against", "random", "--seat", "france")


@pytest.mark.parametrize(
    ("language", "typed", "text"),
    [
        ("en", "par mun", "“par mun”: “mun” is not understood there."),
        ("en", "hold", "“hold” breaks off"),
        ("en", "spring", "“spring” is not an order."),
        ("en", "germany", "“germany” is not an order."),
        ("en", "A Par Moscow", "A PAR cannot reach Moscow"),
        ("fr", "printemps", typeset("« printemps » n'est pas un ordre.")),
        ("fr", "autriche", typeset("« autriche » n'est pas un ordre.")),
    ],
)
def test_words_that_point_nowhere_are_answered_as_they_were_typed(
    run: Run, language: str, typed: str, text: str
) -> None:
    out = run(*DIPLOMACY, "--lang", language, typed=[typed]).out
    assert text in out
    assert "no place called" not in out
    assert "Aucun lieu" not in out


def test_several_names_are_answered_as_clicks_on_them_are(run: Run) -> None:
    out = run(*TURMOIL, typed=["hide", "vienna great britain", "vienna C4"]).out
    assert "Great Britain is a box that belongs to the Liberal" in out
    assert "Franz Ferdinand is a strategy card; choose a space now." in out


def test_a_place_alone_is_what_can_be_done_there(run: Run) -> None:
    run(*TURMOIL, "--save", "game.jsonl", "--lang", "fr", typed=["cacher", "vienne", "beau monde"])
    own = [move.action for move in record("game.jsonl").moves if move.seat == "authoritarian"]
    assert own == ["hide", "place vienna"]


def test_a_place_alone_without_an_action_is_explained(run: Run) -> None:
    typed = ["cacher", "beau-monde", "? beau monde", "grande bretagne", "C4"]
    out = run(*TURMOIL, "--lang", "fr", typed=typed).out
    assert out.count(typeset("Beau-Monde : il y a là du soutien libéral")) == 2
    assert typeset("Grande-Bretagne : c'est une case, qui appartient au Libéral") in out
    assert (
        typeset("François-Ferdinand : c'est une carte de stratégie ; choisissez maintenant") in out
    )


def test_higher_costs_are_listed_and_a_place_alone_lists_all_actions(run: Run) -> None:
    """Picardy is Liberal: 2 OPs; support and a check are both possible there."""
    typed = ["hide", *["place brittany"] * 6, "ops 13", "? picardy"]
    out = run(*TURMOIL, typed=typed).out
    assert "Place 1 SP: Picardy (2 OPs)" in out
    assert "Costs 2 OPs of the 2 left." in out
    assert "Legal: Make a support check: Picardy [6]" in out
    assert "succeeds with a die of" in out


@pytest.mark.parametrize("line", ["carte C16", "carte entravé", "map c16"])
def test_a_card_is_found_when_the_map_is_requested(run: Run, line: str) -> None:
    """In French one word is both."""
    out = run(*TURMOIL, "--lang", "fr", typed=[line, "carte vienne"]).out
    assert "C16  Entravé" in out
    assert "Vienne (Autriche-Hongrie)" in out


def test_an_ambiguous_input_is_listed(run: Run) -> None:
    out = run(*AGAINST, typed=["mobilise ger berlin"]).out
    assert "“mobilise ger berlin” is ambiguous:" in out
    assert out.count("Mobilise the German artillery in Berlin") >= 2


def test_looking_around(run: Run) -> None:
    typed = ["map", "log 1", "log", "log all", "list", "list vienna", "list zzz", "", "help"]
    typed += ["rules", "rules 4.6.4", "rules EP1", "rules 99.9"]
    out = run(*AGAINST, typed=typed).out
    assert out.count("Industry points: Central Powers 7") == 2
    assert "“log N” shows the last N" in out
    assert "No choice contains “zzz”." in out
    assert out.count("[4.5] Central Powers: Mobilise") == 2
    assert "undo your last action" in out
    assert "4.5  Mobilisation" in out
    assert "4.6.4  Movement by sea" in out
    assert "EP1  Poison Gas" in out
    assert "no section “99.9”" in out


def test_french_commands(run: Run) -> None:
    typed = ["1", "annuler", "carte", "journal", "liste", "règles 4.6", "aide"]
    typed += ["sauver partie.jsonl", "quitter"]
    out = run(*AGAINST, "--lang", "fr", typed=typed).out
    assert typeset("Annulé : Mobiliser") in out
    assert "annule votre dernière action" in out
    assert typeset("Pour la reprendre : entente --lang fr play --save partie.jsonl") in out


def test_quit_asks_nothing(run: Run) -> None:
    ran = run(*AGAINST, typed=["quit", "1", "1"])
    assert ran.status == 0
    assert ran.out.count("\n> ") == 1


def test_an_interruption_loses_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["1", None, "1", "quit"])

    def typed(prompt: str) -> str:
        line = next(lines)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("builtins.input", typed)
    ran = run(*AGAINST, "--save", "game.jsonl")
    assert ran.status == 0
    assert "Nothing is lost." in ran.out
    assert len(record("game.jsonl").moves) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seat", "central"], f"name the opponent with --against ({PLAYERS})"),
        (["--against", "napoleon"], "no computer player is called “napoleon”; there are: easy"),
        (
            ["--against", "random", "--seat", "x"],
            "unknown seat “x”; choose one of: central or ent",
        ),
        (["--option", "nonsense=1"], "attrition has no option “nonsense”"),
    ],
)
def test_mistakes(run: Run, arguments: list[str], said: str) -> None:
    ran = run("play", "attrition", *arguments)
    assert ran.status == 2
    assert said in ran.err


def test_nothing_to_resume(run: Run) -> None:
    ran = run("play", "--save", "nowhere.jsonl")
    assert ran.status == 2
    assert "“nowhere.jsonl” does not exist, so there is no game to resume" in ran.err


def test_a_seat_may_be_named_in_words(run: Run) -> None:
    out = run(*AGAINST, "--seat", "puissances-centrales", "--lang", "fr").out
    assert "Puissances centrales (à cet écran)" in out


def test_two_people_play_against_the_computer_at_one_screen(run: Run) -> None:
    seats = ("--seat", "Russie", "--seat", "france", "--seat", "russia")
    arguments = ("--lang", "fr", "--seed", "7", "--against", "random", *seats)
    out = run("play", "diplomacy", *arguments, "--save", "game.jsonl").out
    people = {seat for seat, name in record("game.jsonl").header.seats.items() if not name}
    assert people == {"france", "russia"}
    for name in ("France", "Russie"):
        assert f"{name} (à cet écran)" in " ".join(out.split())
    assert "Italie (random)" in " ".join(out.split())


def test_a_seat_of_several_words_is_named_in_any_language() -> None:
    pax = registry.load("pax")
    for name in ("great-britain", "great_britain", "Grande-Bretagne"):
        assert find_seat(pax, pax.info.seats, name, "fr") == "great_britain"


# -- games with every kind of menu, and with secrets


@pytest.mark.usefixtures("toys")
def test_votes_bids_treaties_and_discards(run: Run) -> None:
    typed = ["vote aye"] * 3 + ["2", "bid 9", "9", "1", "0"]
    out = run("play", "conference", "--seed", "1", typed=typed).out
    assert "a number from 0 to" in out
    assert out.count("You have 5 gold. [3.1 What may be bid]") == 2
    assert "the fields of the form" in out


@pytest.mark.usefixtures("toys")
def test_orders_for_each_unit(run: Run) -> None:
    typed = ["A VIE - SEA; F TRI H", "A PAR H; F BRE H"]
    out = run("play", "orders", "--option", "turns=1", typed=typed).out
    assert "The furthest went 1." in out
    assert "Winner: Red" in out


CLEAR = "\x1b[2J"


@pytest.mark.usefixtures("toys")
def test_the_screen_is_handed_over_where_there_are_secrets(run: Run, terminal: Terminal) -> None:
    prompts = terminal(["", "1", "", "", "2"])
    out = run("play", "conference", "--seed", "1").out
    assert prompts[0] == "Austria: press Enter when the screen is yours. "
    assert prompts[1] == "> "
    assert prompts[2].startswith("Press Enter when you have read this, or type undo. ")
    assert prompts[3] == "Britain: press Enter when the screen is yours. "
    assert prompts[4] == "> "
    assert out.count(CLEAR) >= 3
    before, after = out.split(CLEAR)[1:3]
    assert "Austria votes aye" in before
    assert "Austria: How do you vote?" not in after


def test_fog_of_war_hands_over_and_open_play_does_not(run: Run, terminal: Terminal) -> None:
    prompts = terminal(["done", "y"] * 12)  # yes, without moving anything
    assert CLEAR not in run(*ATTRITION).out
    assert set(prompts) == {"> ", "Do it anyway? (y/n) "}
    prompts = terminal(["", *["done"] * 12])
    assert CLEAR in run(*ATTRITION, "--option", "fog_of_war=on").out
    assert len(set(prompts)) > 1


@pytest.mark.usefixtures("toys")
def test_without_a_terminal_there_is_no_hand_over(run: Run) -> None:
    out = run("play", "conference", "--seed", "1", typed=["1", "2", "1"]).out
    assert "— Britain —" in out
    assert "press Enter" not in out
    assert CLEAR not in out


def test_a_step_that_ends_by_itself_is_reported_and_a_habitual_word_needs_a_confirmation(
    run: Run, terminal: Terminal
) -> None:
    mobilised = ["1", "1", "1 x4"]
    terminal([*mobilised, "done", "done"])
    out = run(*AGAINST, "--save", "game.jsonl").out
    assert "Nothing left to choose in 4.5 Mobilisation: the step is over." in out
    assert "You have not done anything in this step. Repeat to continue: End movement" in out
    assert [m.action for m in record("game.jsonl").moves].count("done") == 1
    terminal([*mobilised, "done"])
    run(*AGAINST, "--save", "other.jsonl")
    assert "done" not in [move.action for move in record("other.jsonl").moves]


def test_the_choices_name_the_step_and_count_the_tiles(run: Run) -> None:
    out = run(*AGAINST).out
    assert "End mobilisation" in out
    assert "Mobilise the Austro-Hungarian infantry in Vienna (4)" in out
    assert "You would lose 6 of those left there at the end of your turn [4.11.1]" in " ".join(
        out.split()
    )
    assert "Peacetime: no tile may enter" in out


@pytest.mark.parametrize("text", ["-1", "1 2", "1 x-2", "1 1 1"])
def test_numbers_that_are_no_choice(run: Run, text: str) -> None:
    out = run(*AGAINST, typed=[text]).out
    assert f"“{text}” is not a choice: type one number from 1 to 4, or 1 x3" in out


def test_a_number_of_times(run: Run) -> None:
    ran = run(*AGAINST, "--save", "game.jsonl", typed=["1 x0", "99999999999", "3 x" + "9" * 30])
    assert "Type a number of at least 1 after x" in ran.out
    assert "choose a number from 1 to 4" in ran.out
    assert len(record("game.jsonl").moves) == 4
    assert "The Austro-Hungarian infantry is mobilised in Vienna. (×4)" in ran.out


def test_a_word_that_begins_nothing_is_quoted_as_it_was_typed(run: Run) -> None:
    assert "“spring” is not possible here" in run(*AGAINST, typed=["spring"]).out


def test_a_form_is_shown_with_the_choices_that_begin_so(run: Run) -> None:
    out = run(*AGAINST, typed=["mobilise ger-art"]).out
    assert "“mobilise” must be followed by a tile and a region." in out
    assert out.count("Mobilise the German artillery in Berlin") == 2
    out = run(*AGAINST, "--lang", "fr", typed=["mobiliser art-all"]).out
    assert typeset("« mobiliser » doit être suivi de : une tuile et une région.") in out


def test_moves_made_together_are_undone_together(run: Run) -> None:
    ran = run(*AGAINST, "--save", "game.jsonl", typed=["1", "2 x3", "undo"])
    assert "Undone: Mobilise the Austro-Hungarian infantry in Vienna (×3)" in ran.out
    assert len(record("game.jsonl").moves) == 1


def test_leaving_an_unsaved_game_needs_a_confirmation(run: Run, terminal: Terminal) -> None:
    prompts = terminal(["1", "quit", "1", "quit", "quit"])
    out = run(*AGAINST).out
    assert len(prompts) == 5
    assert out.count("The game is not saved. Type “quit” again") == 2
    prompts = terminal(["1"])
    run(*AGAINST)
    assert len(prompts) == 3
    prompts = terminal(["1", "quit"])
    run(*AGAINST, "--save", "game.jsonl")
    assert len(prompts) == 2


def test_impossible_choices_are_not_offered_at_a_terminal(run: Run, terminal: Terminal) -> None:
    keep, options = "1 2 3 4", ("--option", "events=on", "--option", "historical_setup=on")
    terminal([keep, *["done"] * 3])
    game = ("play", "attrition", "--seed", "3", "--against", "random")
    out = run(*game, *options, "--save", "game.jsonl").out
    assert "“rules CP" in out
    assert "Only one choice, made for you: Play no card" in out
    own = [m.action for m in record("game.jsonl").moves if m.seat == "central"]
    assert own[0].startswith("keep")


@pytest.mark.usefixtures("toys")
def test_a_sealed_answer_is_shown_and_can_be_taken_back(run: Run, terminal: Terminal) -> None:
    stay, go = "A VIE H; F TRI H", "A VIE - SEA; F TRI H"
    prompts = terminal(["", stay, "undo", go, "", "", "A PAR H; F BRE H"])
    out = run("play", "orders", "--option", "turns=1", "--save", "o.jsonl").out
    assert f"Your choice: {stay}" in out
    assert prompts[3] == "> "
    assert record("o.jsonl").moves[0].action == go


def test_a_narrow_terminal_is_not_flooded(
    run: Run, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    terminal([])
    out = run(*AGAINST, "--lang", "fr").out
    picture = out[out.index("Printemps 1914 (") : out.index("  ·")]
    assert len(picture.splitlines()) <= 35
    assert all(len(line) <= 80 for line in picture.splitlines())
    assert "Liaisons" not in picture
    terminal(["carte"])
    again = run(*AGAINST, "--lang", "fr").out
    assert again.count(picture.strip()) == 2
    assert "Le dessin entier demande un terminal de 125 colonnes." in again


def test_a_path_that_is_no_plain_file_is_refused(run: Run, tmp_path: Path) -> None:
    for name in ("/dev/null", "/dev/zero", str(tmp_path)):
        ran = run(*AGAINST, "--save", name)
        assert (ran.status, "is not a regular file" in ran.err) == (2, True)
        assert "is not a regular file" in run("replay", name).err
        assert "is not a regular file" in run(*AGAINST, typed=[f"save {name}"]).out


def test_a_new_folder_is_announced(run: Run) -> None:
    assert "Created the folder new." in run(*AGAINST, "--save", "new/game.jsonl").out


def test_a_record_that_is_cut_off_can_be_repaired(run: Run) -> None:
    run(*AGAINST, "--save", "my game.jsonl", typed=["1", "1"])
    path = Path("my game.jsonl")
    path.write_bytes(path.read_bytes()[:-9])
    ran = run("play", "--save", str(path))
    assert "up to line 2: entente replay 'my game.jsonl' --repair NEWFILE" in ran.err
    ran = run("replay", str(path), "--repair", "again.jsonl")
    assert ran.status == 0
    assert len(record("again.jsonl").moves) == 1
    assert "already exists" in run("replay", str(path), "--repair", "again.jsonl").err
    both = run("replay", "again.jsonl", "--verify", "--at", "1").out
    assert "verified" in both
    assert "Position after move 1 of 1" in both


def test_names_of_players_in_any_case(run: Run) -> None:
    assert "Entente (random)" in run(*ATTRITION, "--against", "Random").out


def test_an_irreversible_action_needs_a_confirmation(run: Run, terminal: Terminal) -> None:
    """Russia's surrender is the Entente's decision, and must not happen by a typing error."""
    play = (*ATTRITION, "--against", "random", "--seat", "entente")
    terminal(["2", "?", "surrender"])
    out = run(*play, "--save", "game.jsonl").out
    assert out.index("Keep Russia fighting") < out.index("Accept Russia's surrender")
    assert "This cannot be undone: Accept Russia's surrender. Repeat to confirm." in out
    assert [m.action for m in record("game.jsonl").moves].count("surrender") == 1
    terminal(["2", "1"])
    run(*play, "--save", "other.jsonl")
    assert "surrender" not in [move.action for move in record("other.jsonl").moves]


def test_a_concession_among_orders_needs_a_confirmation(run: Run, terminal: Terminal) -> None:
    terminal(["par-bur; concede", "par-bur; concede"])
    out = run(*DIPLOMACY, "--save", "game.jsonl").out
    assert "This cannot be undone: Concede the game. Repeat to confirm." in out
    assert out.count("Repeat to confirm") == 1
    (orders,) = [move.action for move in record("game.jsonl").moves if move.seat == "france"]
    assert orders.endswith("; concede")


def test_piped_input_needs_no_confirmation(run: Run) -> None:
    play = (*ATTRITION, "--against", "random", "--seat", "entente", "--save", "game.jsonl")
    assert "cannot be undone" not in run(*play, typed=["surrender"]).out
    assert [m.action for m in record("game.jsonl").moves].count("surrender") == 1


def test_a_line_that_leaves_units_without_orders_needs_a_confirmation(
    run: Run, terminal: Terminal
) -> None:
    terminal(["par-bur; bre h", "par-bur; mar h", "par-bur;  mar h"])
    out = run(*DIPLOMACY, "--save", "game.jsonl").out
    assert out.count("Repeat the line to confirm.") == 2
    assert "this stays: F BRE H, A MAR H." in out
    orders = [move.action for move in record("game.jsonl").moves if move.seat == "france"]
    assert orders == ["F BRE H; A MAR H; A PAR - BUR; orders"]
    terminal(["par-bur; mar h; bre h"])
    out = run(*DIPLOMACY, "--save", "whole.jsonl").out
    assert "The same line again" not in out
    assert [move.seat for move in record("whole.jsonl").moves].count("france") == 1


@pytest.mark.usefixtures("unwritten", "forgiving")
def test_a_game_without_any_texts_can_be_played(run: Run, caplog: pytest.LogCaptureFixture) -> None:
    """A missing text is shown by its key, and reported once."""
    typed = ["1", "why 7", "map", "log", "help", "rules", "list", *["1"] * 40]
    ran = run("play", "wordless", "--seed", "3", typed=typed)
    assert ran.status == 0
    assert "info.title" in ran.out
    assert "prompt.vote" in ran.out
    assert "End.rich" in ran.out
    assert caplog.text.count("no en text for 'info.title'") == 1
    assert caplog.text.count("no en text for 'prompt.vote'") == 1


@pytest.mark.usefixtures("unwritten", "forgiving")
def test_a_game_without_any_texts_is_listed(run: Run) -> None:
    ran = run("games")
    assert ran.status == 0
    assert "info.title  wordless" in ran.out


# -- computer players that fail


@pytest.mark.parametrize("saving", [(), ("--save", "game.jsonl")])
@pytest.mark.parametrize("how", ["raises", "is not allowed"])
def test_a_computer_player_that_fails_does_not_take_the_game_with_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, saving: tuple[str, ...], how: str
) -> None:
    """A sentence instead of a traceback; the game is kept as it was and continues with another."""
    best = GreedyEngine._best

    def fail(self: GreedyEngine, view: PlayerView, seed: str) -> SearchResult:
        found = best(self, view, seed)
        if len(tried) < 2:
            tried.append("")
            return found
        if how == "raises":
            raise KeyError("a sampled position")
        return msgspec.structs.replace(found, action="fly to the moon")

    tried: list[str] = []
    monkeypatch.setattr(GreedyEngine, "_best", fail)
    ran = run("play", "attrition", "--seed", "7", "--against", "greedy", *saving, typed=["1"] * 50)
    assert (ran.status, ran.err) == (1, "")
    text = " ".join(ran.out.split())
    reason = "KeyError: 'a sampled position'" if how == "raises" else "fly to the moon"
    assert f"The computer player greedy (Entente) failed: {reason}" in text
    assert "Traceback" not in ran.out
    file = saving[1] if saving else f"entente-failures/attrition-{seed_hash('7')[:8]}.jsonl"
    command = f"play --save {file} --against random --seat central"
    assert text.endswith(f"To continue: entente {command}")
    kept = record(file)
    assert kept.moves
    again = run(*command.split(), typed=["quit"])
    assert again.status == 0
    assert len(record(file).moves) >= len(kept.moves)
