"""`entente replay`: the log, any position, what one seat may know, and the proof."""

from __future__ import annotations

import codecs
import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from entente.kernel import Match, Outcome, registry, say
from entente.kernel.record import AnyMatch, digest, dump_rows, record_of, write
from entente.players import PlayerView, make
from tests.cli.conftest import Run


def played(moves: int | None = None, **options: bool) -> AnyMatch:
    """A game of An Attrition of Souls between random players, as a whole or its first moves."""
    match: AnyMatch = Match(registry.load("attrition"), options, "5")
    players = {seat: make("random", "attrition", seat) for seat in match.seats}
    while not match.over and (moves is None or len(match.moves) < moves):
        seat = next(iter(match.position.required_by_seat()))
        match.act(seat, players[seat].choose(PlayerView(match.position, seat)))
    return match


@pytest.fixture(scope="module")
def whole() -> AnyMatch:
    return played()


@pytest.fixture(scope="module")
def foggy() -> AnyMatch:
    return played(60, fog_of_war=True, events=True)


@pytest.fixture
def file(whole: AnyMatch, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    write(path, record_of(whole))
    return path


def test_an_agreed_end_is_shown(run: Run, foggy: AnyMatch, tmp_path: Path) -> None:
    agreed = Outcome((), {}, say("kernel.abandoned"))
    path = tmp_path / "agreed.jsonl"
    write(path, record_of(foggy, None, agreed))
    text = foggy.game.catalog("en").say(agreed.reason)
    assert text in run("replay", str(path)).out
    assert text not in run("replay", str(path), "--at", "3").out
    assert run("replay", str(path), "--verify").status == 0


def test_a_record_of_rules_that_are_not_here_is_refused(
    run: Run, whole: AnyMatch, tmp_path: Path
) -> None:
    record, path = record_of(whole), tmp_path / "old.jsonl"
    record.header = msgspec.structs.replace(record.header, rules="0")
    write(path, record)
    for command in ("replay", "story", "analyse"):
        ran = run(command, str(path))
        assert (ran.status, ran.out) == (1, "")
        assert "under version 0 of the rules" in ran.err
    assert run("replay", str(path), "--at", "3").status == 1
    assert run("replay", str(path), "--verify").status == 1


def test_a_replay_that_contradicts_its_record_is_refused(
    run: Run, whole: AnyMatch, tmp_path: Path
) -> None:
    record, path = record_of(whole), tmp_path / "other.jsonl"
    assert record.footer is not None
    record.footer = msgspec.structs.replace(record.footer, end=Outcome((), {}, say("x")))
    write(path, record)
    ran = run("replay", str(path))
    assert (ran.status, ran.out) == (1, "")
    assert "ended otherwise than the record says" in ran.err


def test_a_record_of_an_earlier_version_names_it(run: Run, tmp_path: Path) -> None:
    game = registry.load("pax")
    match: AnyMatch = Match(game, game.info.short, "old", rules="1")
    path = tmp_path / "pax.jsonl"
    write(path, record_of(match))
    said = f"under rules version 1; the current version is {game.info.version}"
    assert run("replay", str(path)).out.count(said) == 1
    assert run("replay", str(path), "--verify").out.count(said) == 1


def test_a_record_made_with_these_rules_does_not_speak_of_them(run: Run, file: Path) -> None:
    assert "rules version" not in run("replay", str(file)).out


@pytest.fixture
def secret(foggy: AnyMatch, tmp_path: Path) -> Path:
    path = tmp_path / "foggy.jsonl"
    write(path, record_of(foggy))
    return path


# -- reading


def test_the_log_in_words_with_the_result(run: Run, file: Path, whole: AnyMatch) -> None:
    ran = run("replay", str(file))
    assert ran.status == 0
    catalog = whole.game.catalog("en")
    for line in whole.log:
        assert catalog.line(line.entry.message) in ran.out
    assert catalog.say(whole.state.outcome.reason) in ran.out
    assert "Seed: 5" in ran.out


def test_the_log_in_french(run: Run, file: Path, whole: AnyMatch) -> None:
    catalog = whole.game.catalog("fr")
    assert catalog.say(whole.state.outcome.reason) in run("replay", str(file), "--lang", "fr").out


def test_a_position(run: Run, file: Path, whole: AnyMatch) -> None:
    first = run("replay", str(file), "--at", "0").out
    assert "Position after move 0 of" in first
    assert "Spring 1914" in first
    last = run("replay", str(file), "--at", str(len(whole.moves))).out
    seen, catalog = whole.position.view(None), whole.game.catalog("en")
    assert whole.game.presentation.render_text(seen, catalog) in last


def test_json(run: Run, file: Path, whole: AnyMatch) -> None:
    result = run("replay", str(file), "--json").json()
    assert result["header"]["game"] == "attrition"
    assert len(result["moves"]) == len(whole.moves)
    assert len(result["log"]) == len(whole.log)
    assert result["end"]["seed"] == "5"
    at = run("replay", str(file), "--json", "--at", "3").json()
    assert at["at"] == 3
    assert at["view"]["turn"] == "spring_1914"


# -- what one seat may know


def test_a_seat_reads_only_its_own_log(run: Run, secret: Path, foggy: AnyMatch) -> None:
    catalog, hidden = foggy.game.catalog("en"), 0
    out = run("replay", str(secret), "--seat", "central").out
    for line in foggy.log:
        if line.entry.seen_by("central") is None:
            hidden += 1
    result = run("replay", str(secret), "--seat", "central", "--json").json()
    assert len(result["log"]) == len(foggy.log) - hidden
    private = [line.entry for line in foggy.log if line.entry.to == ["entente"]]
    assert private
    for entry in private:
        assert catalog.say(entry.message) not in out


def test_a_seat_does_not_learn_the_seed_nor_hidden_actions(run: Run, secret: Path) -> None:
    result = run("replay", str(secret), "--seat", "central", "--json").json()
    assert "seed" not in result["header"]
    assert "seed_hash" in result["header"]
    full = run("replay", str(secret), "--json").json()
    assert full["header"]["seed"] == "5"
    theirs = [
        (seen["action"], true["action"])
        for seen, true in zip(result["moves"], full["moves"], strict=True)
        if true["seat"] == "entente"
    ]
    assert any(seen != true for seen, true in theirs)
    ours = [move for move in result["moves"] if move["seat"] == "central"]
    assert all(move["action"] for move in ours)


def test_a_seat_sees_its_own_view(run: Run, secret: Path, foggy: AnyMatch) -> None:
    at = str(len(foggy.moves))
    for seat in ("central", "entente"):
        result = run("replay", str(secret), "--seat", seat, "--at", at, "--json").json()
        view = json.loads(msgspec.json.encode(foggy.game.view(foggy.state, seat)))
        assert result["view"] == view
    assert "As seen by the Central Powers" in run("replay", str(secret), "--seat", "central").out


def test_a_seat_does_not_see_another_seats_prompt(run: Run, tmp_path: Path) -> None:
    """A prompt may name cards in the hand of its seat."""
    match: AnyMatch = Match(registry.load("turmoil"), None, "14")
    catalog, rng = match.game.catalog("en"), Random(1)
    while not any(
        "cards" in each.prompt.args for each in match.position.required_by_seat().values()
    ):
        seat, decision = next(iter(match.position.required_by_seat().items()))
        match.act(seat, decision.menu.sample(rng))
    asked = next(iter(match.position.required_by_seat().values()))
    other = next(seat for seat in match.seats if seat != asked.seat)
    path = tmp_path / "asked.jsonl"
    write(path, record_of(match))
    at = ["--at", str(len(match.moves))]
    prompt = catalog.say(asked.prompt)
    assert prompt in " ".join(run("replay", str(path), *at, "--seat", asked.seat).out.split())
    for viewer in (["--seat", other], []):  # without a seat it is what a spectator sees
        seen = run("replay", str(path), *at, *viewer).out
        assert prompt not in " ".join(seen.split())
        assert f"Waiting for {catalog.name('seat_the/seat', asked.seat)}" in seen
    french = run("replay", str(path), *at, "--seat", other, "--lang", "fr").out
    assert f"On attend {match.game.catalog('fr').name('seat_the/seat', asked.seat)}" in french


@pytest.mark.parametrize("game", ["attrition", "diplomacy", "turmoil"])
def test_a_seat_cannot_distinguish_games_that_differ_in_secrets(
    run: Run, tmp_path: Path, game: str
) -> None:
    """Two analyses that begin alike for a seat, and are played on alike, read alike to it."""
    options = {"fog_of_war": True} if game == "attrition" else None
    match: AnyMatch = Match(registry.load(game), options, "3")
    rng = Random(game)
    for _ in range(12):
        seat, decision = next(iter(match.position.required_by_seat().items()))
        match.act(seat, decision.menu.sample(rng))
    viewer = match.seats[0]
    result = []
    for number, state in enumerate(
        [match.state, match.game.determinize(match.state, viewer, Random(2))]
    ):
        analysis: AnyMatch = Match(match.game, start=match.game.save(state).decode())
        path = tmp_path / str(number) / "analysis.jsonl"
        write(path, record_of(analysis))
        where = [str(path), "--seat", viewer]
        outputs = [run("replay", *where, *more) for more in ([], ["--at", "0"])]
        assert all(each.status == 0 for each in outputs)
        objects = [run("replay", *where, "--json", *more).json() for more in ([], ["--at", "0"])]
        for each in objects:
            assert not {"seed", "start"} & set(each["header"])
            del each["header"]["seed_hash"]
        result.append(([each.out for each in outputs], objects))
    assert result[0] == result[1]


def test_a_continued_analysis_is_shown_to_a_seat(run: Run, tmp_path: Path) -> None:
    begun = played(20)
    analysis: AnyMatch = Match(begun.game, start=begun.game.save(begun.state).decode())
    for _ in range(3):
        seat, decision = next(iter(analysis.position.required_by_seat().items()))
        analysis.act(seat, decision.menu.sample(Random(1)))
    path = tmp_path / "analysis.jsonl"
    write(path, record_of(analysis))
    for seat in ("central", "entente"):
        result = run("replay", str(path), "--seat", seat, "--json").json()
        assert [move["seat"] for move in result["moves"]] == [move.seat for move in analysis.moves]
        assert run("replay", str(path), "--seat", seat).status == 0


def test_the_seed_of_a_finished_game_is_only_at_its_end(run: Run, file: Path) -> None:
    whole = run("replay", str(file), "--seat", "entente", "--json").json()
    assert "seed" not in whole["header"]
    assert whole["header"]["viewer"] == "entente"
    assert whole["end"]["seed"] == "5"
    at = run("replay", str(file), "--seat", "entente", "--at", "5", "--json")
    assert '"seed"' not in at.out


def test_a_seat_gets_no_digest_of_what_is_hidden(
    run: Run, secret: Path, file: Path, foggy: AnyMatch
) -> None:
    state = digest(foggy.game, foggy.state)
    assert state in run("replay", str(secret), "--verify").out
    for more in ([], ["--json"], ["--at", "3"]):
        ran = run("replay", str(secret), "--verify", "--seat", "central", *more)
        assert ran.status == 0
        assert state not in ran.out
    assert run("replay", str(file), "--verify", "--seat", "central", "--json").json()["state"]


@pytest.mark.parametrize("option", [["--seat", "central"], ["--json"], ["--at", "0"], ["--verify"]])
def test_a_repair_goes_with_no_other_option(run: Run, secret: Path, option: list[str]) -> None:
    ran = run("replay", str(secret), "--repair", "out.jsonl", *option)
    assert ran.status == 2
    assert option[0] in ran.err
    assert not Path("out.jsonl").exists()


# -- the proof


def test_a_sound_record_is_verified(run: Run, file: Path, whole: AnyMatch) -> None:
    ran = run("replay", str(file), "--verify")
    assert ran.status == 0
    assert f"{len(whole.moves)} moves are legal" in ran.out
    assert "final state hash" in ran.out
    result = run("replay", str(file), "--verify", "--json").json()
    assert result["verified"] is True
    assert result["finished"] is True


def test_a_record_may_have_a_byte_order_mark(run: Run, file: Path) -> None:
    file.write_bytes(codecs.BOM_UTF8 + file.read_bytes())
    assert run("replay", str(file), "--verify").status == 0
    file.write_bytes(file.read_text("utf-8-sig").encode("utf-16"))
    assert "UTF-16" in run("replay", str(file)).err


def test_an_unfinished_record_is_verified_as_far_as_it_goes(run: Run, secret: Path) -> None:
    assert "the game is not over" in run("replay", str(secret), "--verify").out


@pytest.mark.parametrize("number", [0, 1, 100, -1])
def test_a_changed_byte_is_found_and_named(run: Run, file: Path, number: int) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    number %= len(lines)
    line = bytearray(lines[number])
    line[len(line) // 2] ^= 1
    lines[number] = bytes(line)
    file.write_bytes(b"".join(lines))
    ran = run("replay", str(file), "--verify")
    assert ran.status == 1
    assert ran.err.startswith(f"entente: {file}, line {number + 1}: ")
    result = run("replay", str(file), "--verify", "--json").json()
    assert result["verified"] is False
    assert result["line"] == number + 1
    assert run("replay", str(file)).status == 2


def test_an_illegal_move_with_right_checksums_is_found(
    run: Run, tmp_path: Path, whole: AnyMatch
) -> None:
    record = record_of(whole)
    del record.moves[10]
    path = tmp_path / "forged.jsonl"
    write(path, record)
    ran = run("replay", str(path), "--verify")
    assert ran.status == 1
    assert ", line " in ran.err


# -- what cannot be read


def test_mistakes(run: Run, file: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Sire,\n")
    (tmp_path / "empty").write_text("")
    cases = [
        (["nowhere.jsonl"], "“nowhere.jsonl” does not exist"),
        ([str(tmp_path)], "is not a regular file"),
        (["letter.txt"], "this is not an Entente record"),
        (["empty"], "the file is empty"),
        (
            [str(file), "--seat", "nobody"],
            "unknown seat “nobody”; choose one of: central or entente",
        ),
        ([str(file), "--at", "99999"], "so there is no position after 99999"),
        ([str(file), "--at", "-1"], "--at: “-1” is not a whole number"),
    ]
    for arguments, said in cases:
        ran = run("replay", *arguments)
        assert ran.status == 2, arguments
        assert said in ran.err
        assert ran.err.count("\n") == 1


def test_a_record_of_a_game_that_is_not_installed(run: Run, file: Path) -> None:
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    for row in rows:
        del row["sum"]
    rows[0]["game"] = "chess"
    file.write_bytes(dump_rows(rows))
    ran = run("replay", str(file), "--verify")
    assert ran.status == 1
    assert "line 1: the game cannot be set up: no game is called “chess”" in ran.err
