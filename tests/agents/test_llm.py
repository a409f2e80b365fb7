"""The player that asks a language model, against an endpoint that really runs."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from entente.agents.endpoint import NoReply, models_of, read_model
from entente.agents.model_player import ModelPlayer
from entente.agents.seat_text import GAP
from entente.arena import SimulationPlan, simulate
from entente.cli.main import main
from entente.kernel import Match, Options, UserError, registry
from entente.kernel.record import AnyMatch
from entente.players import PlayerView, at_tables, make, offered, offered_at_tables
from entente.server.library import players
from tests.agents.stand_in import Json, StandIn, running
from tests.server.test_treaty_secrets import NAMES, OFFERS, at_the_desk
from tests.server.twins import moment

KEY = "sk-very-secret-0123456789"
CHOICE = re.compile(r"^- ([^:\n]+?)(?:: (.*))?$", re.MULTILINE)


def first_choice(body: Json) -> str:
    """A model that takes the first choice it is shown."""
    asked = body["messages"][1]["content"]
    question = asked[asked.index("Question ") :]
    example = re.search(r"For example: (.+)", question)
    action, words = CHOICE.findall(question)[0] if not example else (example[1], "")
    found = action.replace(GAP, words.split(", ")[0])
    return f"I have thought about it.\n\n**ACTION:** `{found}`"


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    with running(first_choice) as stand_in:
        monkeypatch.setenv("ENTENTE_LLM_URL", stand_in.url)
        monkeypatch.setenv("ENTENTE_LLM_MODEL", "stand-in")
        monkeypatch.setenv("ENTENTE_LLM_KEY", KEY)
        monkeypatch.setenv("ENTENTE_LLM_PAUSE", "0")
        yield stand_in


def sight_of(match: AnyMatch) -> PlayerView:
    return PlayerView(match.position, match.position.to_move[0])


def asked(game: str = "turmoil", step: str = "play_card", seed: int = 2) -> AnyMatch:
    return moment(game, {}, step, seed)


def made(game: str = "turmoil") -> ModelPlayer:
    player = make("llm", game, "1")
    assert isinstance(player, ModelPlayer)
    return player


def use(player: ModelPlayer, match: AnyMatch) -> str:
    return player.choose(sight_of(match))


# -- playing


def test_it_plays_a_whole_game_in_the_arena(endpoint: StandIn, tmp_path: Path) -> None:
    options: Options = {"players": 2, "end_year": 1915}
    seats = registry.load("diplomacy").seats(options)
    names = dict(zip(seats, ("llm", "random"), strict=True))
    plan = SimulationPlan("diplomacy", names, 1, "2", options, failures=str(tmp_path))
    result = simulate(plan)
    assert result.failures == []
    assert result.ended == 1
    assert len(endpoint.requests) > 3


def test_it_is_chosen_by_the_command_line(
    endpoint: StandIn, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["--lang", "en", "simulate", "diplomacy", "--games", "1", "--players", "llm,random"]
    options = ["--option", "players=2", "--option", "end_year=1914", "--json"]
    assert main([*arguments, *options, "--failures", str(tmp_path)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [each["player"] for each in result["seats"].values()] == ["llm", "random"]
    assert endpoint.requests


def test_the_prompt_has_the_rules_the_hand_and_every_choice(endpoint: StandIn) -> None:
    match = asked()
    action = use(made(), match)
    assert action in sight_of(match).decision.menu
    (request,) = endpoint.requests
    assert request["model"] == "stand-in"
    system, user = (message["content"] for message in request["messages"])
    assert "6.1.2 Reach" in system
    assert "ACTION:" in system
    view: Any = match.position.view(sight_of(match).seat)
    names = registry.load("turmoil").catalog("en")
    assert all(names.get(f"cards.{card}.name") in user for card in view.hand)
    assert all(f"- {each}" in user for each in sight_of(match).decision.menu)
    assert endpoint.headers[0]["authorization"] == f"Bearer {KEY}"


def test_the_prompt_shows_how_the_decision_is_answered(endpoint: StandIn) -> None:
    """A slot has its colon before the choices, a choice has it before its explanation."""
    use(made(), asked())
    orders: AnyMatch = Match(registry.load("diplomacy"), seed="1")
    use(made("diplomacy"), orders)
    choices, slots = (each["messages"][1]["content"] for each in endpoint.requests)
    assert "before its colon" in choices
    assert "colon" not in slots
    assert "For example: " in slots


def test_a_decision_with_one_answer_costs_nothing(endpoint: StandIn) -> None:
    match: AnyMatch = Match(registry.load("turmoil"), seed="3")
    assert sight_of(match).decision.menu.size() == 1
    assert use(made(), match) in sight_of(match).decision.menu
    assert endpoint.requests == []


def test_a_form_may_be_written_as_an_object(endpoint: StandIn) -> None:
    match = at_the_desk()
    clause = {"no_war": {"power": "france", "towards": ["germany"]}}
    value = {"offer": {"with": ["germany"], "clauses": [clause]}}
    endpoint.answering = lambda _: f"ACTION: {json.dumps(value)}"
    action = made("pax").choose(PlayerView(match.position, "france"))
    assert action.startswith("offer with=[germany]")
    match.act("france", action)


def test_in_an_open_phase_the_prompt_shows_the_action_options(endpoint: StandIn) -> None:
    match = at_the_desk()
    seat = match.position.to_move[0]
    action = use(made("pax"), match)
    assert match.position.find(seat, action) is not None
    result = endpoint.requests[0]["messages"][1]["content"]
    assert f"- place {GAP} " in result or "- place aden" in result
    assert "Treaties: offer, sign, end, publish." in result


# -- refusals, budget, failures


def test_a_refusal_has_its_reason_and_the_model_answers_again(endpoint: StandIn) -> None:
    answers = iter(["I pass.", "ACTION: conquer mars", 'ACTION: {"conquer": "mars"}', None])

    def hesitating(body: Json) -> str:
        return next(answers) or first_choice(body)

    endpoint.answering = hesitating
    match = asked()
    assert use(made(), match) in sight_of(match).decision.menu
    result = [request["messages"][-1]["content"] for request in endpoint.requests]
    assert "ACTION:" in result[1]
    assert "“conquer mars” is not allowed" in result[2]
    assert "does not have the form" in result[3]


def test_after_too_many_refusals_it_fails_with_a_sentence(
    endpoint: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENTENTE_LLM_TRIES", "2")
    endpoint.answering = lambda _: "ACTION: conquer mars"
    with pytest.raises(NoReply, match=r"in 2 tries; the last one: .*conquer mars"):
        use(made(), asked())
    assert len(endpoint.requests) == 2


def test_another_player_decides_where_the_model_does_not(
    endpoint: StandIn, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ENTENTE_LLM_AFTER", "random")
    monkeypatch.setenv("ENTENTE_LLM_TRANSCRIPTS", str(tmp_path))
    endpoint.answering = lambda _: "I do not know."
    match = asked()
    assert use(made(), match) in sight_of(match).decision.menu
    (file,) = tmp_path.iterdir()
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    kinds = ["game", "briefing", "asked", *["answered"] * 4, "unanswered", "instead"]
    assert [line["kind"] for line in lines] == kinds
    assert lines[-1]["player"] == "random"


def test_a_transcript_names_what_was_played_and_what_it_cost(
    endpoint: StandIn, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ENTENTE_LLM_TRANSCRIPTS", str(tmp_path))
    match = asked()
    use(made(), match)
    (file,) = tmp_path.iterdir()
    head, _, _, answered = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    seat = match.position.to_move[0]
    assert {
        "game": "turmoil",
        "seed": "1",
        "seat": seat,
        "model": "stand-in",
    }.items() <= head.items()
    assert (answered["tokens_in"], answered["tokens_out"]) == (90, 10)
    assert answered["seconds"] >= 0


def test_the_arena_counts_and_shows_what_another_player_decided(
    endpoint: StandIn,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """All answers are the substitute's: a report of no lapses would credit them to the model."""
    monkeypatch.setenv("ENTENTE_LLM_AFTER", "random")
    monkeypatch.setenv("ENTENTE_LLM_TRIES", "1")
    endpoint.answering = lambda _: "I do not know."
    command = [
        "arena",
        "run",
        "diplomacy",
        "--players",
        "llm,random",
        "--games",
        "2",
        "--lang",
        "en",
    ]
    options = ["--option", "players=2", "--option", "end_year=1914"]
    assert main([*command, *options, "--results", str(tmp_path / "results.jsonl"), "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    standings = {each["player"]: each for each in result["tables"][0]["standings"]}
    assert standings["random"]["fallbacks"] == 0
    assert standings["llm"]["fallbacks"] == standings["llm"]["decisions"] > 0


def test_the_budget_holds_in_requests_and_in_tokens(
    endpoint: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = asked()
    for name, most in (("REQUESTS", "2"), ("TOKENS", "150")):
        monkeypatch.setenv(f"ENTENTE_LLM_{name}", most)
        player, before = made(), len(endpoint.requests)
        player.choose(sight_of(match))
        player.choose(sight_of(match))
        with pytest.raises(NoReply, match="the budget of the model is used up"):
            use(player, match)
        assert len(endpoint.requests) == before + 2
        monkeypatch.delenv(f"ENTENTE_LLM_{name}")


def test_a_retry_is_counted_again(endpoint: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENTENTE_LLM_REQUESTS", "2")
    endpoint.answering = lambda _: (503, "busy")
    with pytest.raises(NoReply, match="the budget of the model is used up"):
        use(made(), asked())
    assert len(endpoint.requests) == 2


def test_a_ledger_counts_for_all_players_together(
    endpoint: StandIn, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ENTENTE_LLM_LEDGER", str(tmp_path / "ledger"))
    monkeypatch.setenv("ENTENTE_LLM_REQUESTS", "3")
    match = asked()
    for _ in range(3):
        use(made(), match)
    with pytest.raises(NoReply, match="used up"):
        use(made(), match)
    assert len(endpoint.requests) == 3
    monkeypatch.setenv("ENTENTE_LLM_LEDGER", str(tmp_path))
    with pytest.raises(UserError, match="the ledger"):
        use(made(), match)


def test_a_passing_error_is_retried_and_another_is_reported(endpoint: StandIn) -> None:
    troubles = iter([(503, "busy"), (429, "slow down"), None])
    endpoint.answering = lambda body: next(troubles) or first_choice(body)
    use(made(), asked())
    assert len(endpoint.requests) == 3
    endpoint.answering = lambda _: (401, f"wrong key {KEY}")
    with pytest.raises(NoReply, match="HTTP 401: wrong key …"):
        use(made(), asked())
    assert len(endpoint.requests) == 4
    endpoint.answering = lambda _: (200, "nonsense")
    with pytest.raises(NoReply, match="did not answer"):
        use(made(), asked())


def test_an_endpoint_that_is_not_there_is_said(
    endpoint: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENTENTE_LLM_URL", "http://127.0.0.1:1/v1")
    with pytest.raises(NoReply, match=r"the model at http://127\.0\.0\.1:1/v1 did not answer"):
        use(made(), asked())


# -- secrets


def test_the_key_is_written_nowhere(
    endpoint: StandIn, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ENTENTE_LLM_TRANSCRIPTS", str(tmp_path / "kept"))
    monkeypatch.setenv("ENTENTE_LLM_LEDGER", str(tmp_path / "ledger"))
    use(made(), asked())
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 2
    assert not any(KEY.encode() in path.read_bytes() for path in files)
    assert KEY not in json.dumps(endpoint.requests)


@pytest.mark.parametrize(
    ("game", "options", "step", "seed"),
    [("turmoil", {}, "play_card", 2), ("attrition", {"fog_of_war": True}, "mobilise", 2)],
)
def test_the_prompt_is_the_same_for_states_that_differ_in_hidden_information(
    endpoint: StandIn, game: str, options: dict[str, Any], step: str, seed: int
) -> None:
    match = moment(game, options, step, seed)
    seat = match.position.to_move[0]
    true = match.game.copy(match.state)
    true.news = []
    hidden = match.game.determinize(true, seat, Random(seed))
    assert match.game.save(hidden) != match.game.save(true)
    check_same(endpoint, game, seat, [match.game.position(each) for each in (true, hidden)])


def test_the_prompt_contains_nothing_of_secret_treaties_of_others(endpoint: StandIn) -> None:
    found = []
    for offer, name in zip(OFFERS, NAMES, strict=True):
        match = at_the_desk()
        match.act("france", offer)
        match.act(name.split(".")[1].split("-")[0], f"sign {name}")
        match.state.news = []
        found.append(match.game.position(match.state))
    check_same(endpoint, "pax", "germany", found)


def check_same(endpoint: StandIn, game: str, seat: str, positions: list[Any]) -> None:
    """The prompts are the same, also if answers are refused."""
    for position in positions:
        answers = iter(["ACTION: conquer mars", "ACTION: move", None])
        endpoint.answering = lambda body, a=answers: next(a) or first_choice(body)  # type: ignore[misc]
        made(game).choose(PlayerView(position, seat))
    half = len(endpoint.requests) // 2
    assert half == 3
    assert endpoint.requests[:half] == endpoint.requests[half:]


# -- settings


def test_a_file_describes_several_models(
    endpoint: StandIn, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "models.toml"
    table = (
        '[{0}]\nurl = "{1}"\nmodel = "{0}"\nkey = "OTHER_KEY"\nextra = {{ temperature = 0.2 }}\n'
    )
    file.write_text("".join(table.format(name, endpoint.url) for name in ("large", "small")))
    monkeypatch.setenv("ENTENTE_LLM_FILE", str(file))
    monkeypatch.setenv("OTHER_KEY", "another")
    assert list(models_of(str(file))) == ["large", "small"]
    assert {"llm:large", "llm:small"} <= set(offered("turmoil"))
    player = make("llm:small", "turmoil", "1")
    assert isinstance(player, ModelPlayer)
    use(player, asked())
    assert endpoint.requests[0]["model"] == "small"
    assert endpoint.requests[0]["temperature"] == 0.2
    assert endpoint.headers[0]["authorization"] == "Bearer another"
    with pytest.raises(UserError, match="choose one as llm:NAME"):
        read_model("")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "set ENTENTE_LLM_URL and ENTENTE_LLM_MODEL"),
        ({"URL": "localhost", "MODEL": "m"}, "“localhost” is not the address"),
        (
            {"URL": "http://me:secret@x/v1", "MODEL": "m"},
            "must not contain a user name or password",
        ),
        ({"URL": "http://x/v1", "MODEL": "m", "TRIES": "many"}, "invalid setting"),
        ({"URL": "http://x/v1", "MODEL": "m", "LANGUAGE": "de"}, "unknown language “de”"),
        ({"URL": "http://x/v1", "MODEL": "m", "AFTER": "llm"}, "cannot be llm"),
        ({"URL": "http://x/v1", "MODEL": "m", "AFTER": "nobody"}, "called “nobody”"),
        ({"FILE": "/nowhere/models.toml"}, "cannot read"),
    ],
)
def test_a_missing_setting_is_reported_in_a_sentence(
    settings: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(f"ENTENTE_LLM_{name}", value)
    with pytest.raises(UserError, match=said):
        make("llm", "turmoil", "1")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("tries", "0", "tries of the player “llm” must be at least 1; it is 0"),
        ("tries", "-3", "tries .* at least 1; it is -3"),
        ("attempts", "0", "attempts .* at least 1; it is 0"),
        ("requests", "-1", "requests .* at least 0; it is -1"),
        ("tokens", "-1", "tokens .* at least 0; it is -1"),
        ("pause", "-0.5", "pause .* at least 0; it is -0.5"),
        ("pause", "nan", "pause .* at least 0; it is nan"),
        ("pause", "inf", "pause .* at least 0; it is inf"),
        ("seconds", "0", "seconds .* greater than 0; it is 0"),
        ("seconds", "-1", "seconds .* greater than 0; it is -1"),
    ],
)
def test_figures_that_make_no_sense_are_refused(
    endpoint: StandIn,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    value: str,
    said: str,
) -> None:
    """In the environment and in a file."""
    file = tmp_path / "models.toml"
    file.write_text(f'[one]\nurl = "{endpoint.url}"\nmodel = "one"\n{name} = {value}\n')
    with pytest.raises(UserError, match=said):
        models_of(str(file))
    monkeypatch.setenv(f"ENTENTE_LLM_{name.upper()}", value)
    with pytest.raises(UserError, match=said):
        make("llm", "turmoil", "1")


def test_the_least_figures_can_be_used(endpoint: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    least = {"TRIES": "1", "ATTEMPTS": "1", "PAUSE": "0", "TOKENS": "1", "REQUESTS": "0"}
    for name, value in least.items():
        monkeypatch.setenv(f"ENTENTE_LLM_{name}", value)
    with pytest.raises(NoReply, match="the budget of the model is used up"):
        use(made(), asked())
    monkeypatch.setenv("ENTENTE_LLM_REQUESTS", "1")
    assert use(made(), asked())


def test_a_server_offers_it_only_where_its_operator_says_so(
    endpoint: StandIn, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def shown() -> bool:
        named = any(each.id == "llm" for each in players("en"))
        assert named == ("llm" in offered_at_tables("turmoil")) == ("llm" in at_tables())
        return named

    assert "llm" in offered("turmoil")
    assert not shown()
    monkeypatch.setenv("ENTENTE_LLM_AT_TABLES", "1")
    assert not shown()  # no ledger
    monkeypatch.setenv("ENTENTE_LLM_LEDGER", str(tmp_path / "ledger"))
    assert shown()


def test_it_is_an_opponent_at_the_terminal(
    endpoint: StandIn, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has answered when the person decides again."""
    arguments = ["--lang", "en", "play", "diplomacy", "--option", "players=2", "--against", "llm"]
    match: AnyMatch = Match(registry.load("diplomacy"), {"players": 2})
    holds = next(iter(match.position.decisions_for(match.seats[0])[0].menu))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{holds}\nquit\n"))
    assert main(arguments) == 0
    assert len(endpoint.requests) == 2
    result = capsys.readouterr().out
    assert "Austria-Hungary (llm)" in result
    assert result.count("for example: F EDI H") == 2
