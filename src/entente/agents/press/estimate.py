"""What a run will ask and cost, before anything is paid.

A game between `random` players, with the same seats and options, tells how many decisions there
are; prompts are built at some of them and measured. Models play longer or shorter games than
`random`, and write more or less: the figures say how much it is about, not what it will be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from entente.agents.endpoint import Messages, Meter, Model, Reply, no_reply
from entente.agents.model_player import ModelPlayer
from entente.agents.press.prices import Prices
from entente.agents.press.table import GameEntry
from entente.agents.seat_text import SeatText
from entente.kernel import Match, Seat
from entente.players import PlayerView, make

BYTES = 4  # of a token, on average
MEASURED = 6  # prompts that are built, for each model
ANSWER, LETTERS_ANSWER = 400, 300  # tokens of an answer, on average
LETTERS_SHOWN = 800  # tokens of letters in a prompt, on average
MOST_MOVES = 3000


class Estimate(NamedTuple):
    """The calls of a model in one run, its tokens and its price."""

    calls: int
    tokens_in: int
    tokens_out: int
    cost: int


class _Silent:
    """No endpoint: prompts are only measured."""

    def ask(self, messages: Messages, meter: Meter, place: str = "") -> Reply:
        raise no_reply("mistake.llm_failed", url="–", error="–")


class Sample(NamedTuple):
    """The decisions and rounds of letters of each seat in a sample game, and the mean size of a
    prompt in bytes."""

    decisions: Mapping[Seat, int]
    presses: Mapping[Seat, int]
    size: int
    briefing: int  # of these, the part that is the same in every prompt of a seat
    prompt: str  # the first one, in full


def sample(entry: GameEntry) -> Sample:
    """Play a game at random and measure it."""
    match: Match[Any, Any] = Match(entry.game, entry.options, seed=entry.seed)
    game_id, info = entry.game.info.id, entry.game.info
    players = {seat: make("random", game_id, f"{entry.seed}/{seat}") for seat in match.seats}
    decisions, presses = dict.fromkeys(match.seats, 0), dict.fromkeys(match.seats, 0)
    sizes, first, briefing, step, last = list[int](), "", 0, "", ""
    while not match.over and len(match.moves) < MOST_MOVES:
        position = match.position
        step = position.state.top.step if position.state.top is not None else ""
        required = position.required_by_seat()
        sealed = all(each.sealed for each in required.values())
        if step in info.press_steps and (sealed or step != last):
            for seat in required:
                presses[seat] += entry.press.rounds
        last = step
        for seat in list(required) if sealed else [next(iter(required))]:
            view = PlayerView(position, seat)
            if len(view.decisions) > 1 or view.decision.menu.size() > 1:
                decisions[seat] += 1
                if seat in entry.models and len(sizes) < MEASURED:
                    briefed, asked = _prompt(entry, seat, view)
                    first = first or f"{briefed}\n\n{asked}"
                    briefing = len(briefed.encode())
                    sizes.append(briefing + len(asked.encode()))
            match.act(seat, players[seat].choose(PlayerView(match.position, seat)))
    size = sum(sizes) // len(sizes) if sizes else 0
    return Sample(decisions, presses, size, briefing, first)


def _prompt(entry: GameEntry, seat: Seat, view: PlayerView) -> tuple[str, str]:
    """Return the briefing and the question."""
    model = entry.models[seat]
    player = ModelPlayer(entry.game.info.id, entry.seed, model, asks=_Silent())
    seat_text = SeatText(entry.game, seat, model.language)
    world = view.determinize(Random(0))
    return player.briefing(seat_text), player.situation(seat_text, world)


def estimate(entries: Sequence[GameEntry], seen: Sample, prices: Prices) -> dict[str, Estimate]:
    """Return the estimate for each model over some games."""
    found = dict[str, Estimate]()
    for entry in entries:
        for seat, model in entry.models.items():
            found[model.model] = _with(
                found.get(model.model, Estimate(0, 0, 0, 0)), model, seat, seen, prices
            )
    return found


def _with(before: Estimate, model: Model, seat: Seat, seen: Sample, prices: Prices) -> Estimate:
    decisions, presses = seen.decisions[seat], seen.presses[seat]
    calls = decisions + presses
    tokens_in = calls * (seen.size // BYTES + (LETTERS_SHOWN if presses else 0))
    tokens_out = decisions * ANSWER + presses * LETTERS_ANSWER
    price = prices.models.get(model.model)
    cached = max(0, calls - 1) * (seen.briefing // BYTES)  # the rules, from the second call on
    cost = price.of(tokens_in, tokens_out, cached) if price is not None else 0
    return Estimate(
        before.calls + calls,
        before.tokens_in + tokens_in,
        before.tokens_out + tokens_out,
        before.cost + cost,
    )
