"""PPO on An Attrition of Souls by self-play, in one file: PettingZoo, action masks, torch.

    python -m examples.ppo_attrition --minutes 60 --seed 1 --out build/ppo-attrition
    PPO_POLICY=build/ppo-attrition/policy.pt \
        entente arena run attrition --players examples/ppo_attrition.py:create,random --games 200

One network plays both sides. The reward of a choice is what changes until the seat's next one in
the game's own evaluation of the position, and in the end the result. The policy scores the legal
action ids only: an id is the sum of its words, so that what is learned about a region holds for
every unit that moves there.

`curve.csv` gets a line for each update, `policy.pt` the network. Minutes are of processor time: a
busy machine takes longer, and trains no less. Needs the extra `envs` and torch.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from entente.envs.env_state import EnvSpec
from entente.envs.pettingzoo import EntenteAEC, aec_env
from entente.envs.policy_player import PolicyPlayer
from entente.players import PlayerView, make
from entente.players.engines import evaluation_of

GAME = "attrition"
DISCOUNT, SMOOTHING = 0.999, 0.95  # gamma and lambda
CLIP, ENTROPY, VALUE, NORM = 0.2, 0.01, 0.5, 0.5
NO_ID = -1  # pads lists of legal ids
COLUMNS = (
    "update",
    "minutes",
    "choices",
    "games",
    "choices_per_second",
    "learning_rate",
    "policy_loss",
    "value_loss",
    "entropy",
    "kl",
    "explained_variance",
    "share_against_random",
)


def words_of_ids(spec: EnvSpec) -> tuple[torch.Tensor, int]:
    """Return the words of each action id, padded with 0, and how many different ones there are."""
    labels = [spec.action_space.label(number).split() for number in range(len(spec.action_space))]
    known = {word: place + 1 for place, word in enumerate(dict.fromkeys(chain(*labels)))}
    table = torch.zeros(len(labels), max(map(len, labels)), dtype=torch.long)
    for number, words in enumerate(labels):
        table[number, : len(words)] = torch.tensor([known[word] for word in words])
    return table, len(known) + 1


class Agent(nn.Module):
    """Scores the legal ids of an observation, and estimates the rewards to come."""

    def __init__(self, observation: int, width: int, words: torch.Tensor, known: int) -> None:
        super().__init__()
        self.shape = (observation, width)
        self.body = nn.Sequential(
            nn.Linear(observation, width),
            nn.LayerNorm(width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
        )
        self.key, self.value = nn.Linear(width, width), nn.Linear(width, 1)
        self.embedding = nn.Embedding(known, width, padding_idx=0)
        nn.init.normal_(self.embedding.weight, std=0.1)  # nearly uniform at first
        self.register_buffer("words", words, persistent=False)

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the log probabilities of the legal ids, and the value."""
        hidden = self.body(seen)
        ids = self.embedding(self.words[legal.clamp(min=0)]).sum(-2)
        scores = torch.einsum("bw,bnw->bn", self.key(hidden), ids) / ids.shape[-1] ** 0.5
        scores = scores.masked_fill(legal == NO_ID, -1e9)
        return torch.log_softmax(scores, -1), self.value(hidden).squeeze(-1)


def padded(lists: list[list[int]]) -> torch.Tensor:
    """Return lists of ids as rows."""
    rows: np.ndarray = np.full((len(lists), max(map(len, lists))), NO_ID, dtype=np.int64)
    for row, ids in zip(rows, lists, strict=True):
        row[: len(ids)] = ids
    return torch.from_numpy(rows)


# -- playing


class Choice(NamedTuple):
    """A choice of one seat, as it was made."""

    seen: np.ndarray
    legal: list[int]
    place: int  # of the chosen id
    log_probability: float
    value: float
    worth: float  # of the position, by the game's evaluation


class Track:
    """The choices of one seat of one environment, and what followed each."""

    def __init__(self) -> None:
        self.choices: list[Choice] = []
        self.rewards: list[float] = []
        self.ended: list[bool] = []

    def add(self, choice: Choice) -> None:
        """Add a choice; the one before has earned what has changed since then."""
        self.earn(choice.worth)
        self.choices.append(choice)
        self.rewards.append(0.0)
        self.ended.append(False)

    def earn(self, worth: float, *, over: bool = False) -> None:
        """Give the last choice its reward: what the position is worth now, less what it was."""
        if self.choices and not self.ended[-1]:
            self.rewards[-1] = worth - self.choices[-1].worth
            self.ended[-1] = over

    def returns(self, after: float) -> tuple[list[float], list[float]]:
        """Return advantages and returns; `after` is the value of the situation at the end."""
        advantage, advantages, value = 0.0, [], after
        steps = list(zip(self.choices, self.rewards, self.ended, strict=True))
        for choice, reward, ended in reversed(steps):
            if ended:
                advantage = value = 0.0
            error = reward + DISCOUNT * value - choice.value
            advantage = error + DISCOUNT * SMOOTHING * advantage
            advantages.append(advantage)
            value = choice.value
        advantages.reverse()
        pairs = zip(advantages, self.choices, strict=True)
        return advantages, [advantage + choice.value for advantage, choice in pairs]


def worth(env: EntenteAEC, seat: str) -> float:
    """Return the chance of a seat to win, by the game's evaluation."""
    return (evaluation_of(GAME).evaluate(env.game_state.position, seat) + 1) / 2


class Batch(NamedTuple):
    """All choices of an update."""

    seen: torch.Tensor
    legal: torch.Tensor
    place: torch.Tensor
    log_probability: torch.Tensor
    value: torch.Tensor
    advantage: torch.Tensor
    target: torch.Tensor


class SelfPlay:
    """A number of games side by side, all seats by one network."""

    def __init__(self, number: int, seed: int) -> None:
        self.envs = [aec_env(GAME, optional_decisions=False) for _ in range(number)]
        for place, env in enumerate(self.envs):
            env.reset(seed=seed * 1000 + place)
        self.games = 0

    @torch.no_grad()
    def play(self, agent: Agent, steps: int) -> Batch:
        """Play a number of choices in each game."""
        seats = self.envs[0].possible_agents
        tracks = [{seat: Track() for seat in seats} for _ in self.envs]
        for _ in range(steps):
            seen = [env.observe(env.agent_selection)["observation"] for env in self.envs]
            legal = [list(env.legal_actions(env.agent_selection)) for env in self.envs]
            scores, values = agent(torch.from_numpy(np.stack(seen)), padded(legal))
            places = torch.multinomial(scores.exp(), 1).squeeze(1)
            for number, (env, place) in enumerate(zip(self.envs, places.tolist(), strict=True)):
                seat, score, value = env.agent_selection, scores[number, place], values[number]
                choice = (seen[number], legal[number], place, float(score), float(value))
                tracks[number][seat].add(Choice(*choice, worth(env, seat)))
                self._step(env, legal[number][place], tracks[number])
        return self._batch(agent, tracks)

    def _step(self, env: EntenteAEC, action: int, tracks: dict[str, Track]) -> None:
        env.step(action)
        if env.game_state.over:
            for seat, score in env.game_state.scores.items():
                tracks[seat].earn(score, over=True)
            self.games += 1
            env.reset()

    def _batch(self, agent: Agent, tracks: list[dict[str, Track]]) -> Batch:
        choices: list[Choice] = []
        advantages: list[float] = []
        targets: list[float] = []
        for env, of_seats in zip(self.envs, tracks, strict=True):
            for seat, track in of_seats.items():
                seen = torch.from_numpy(env.observe(seat)["observation"])[None]
                after = 0.0 if not track.choices else float(agent.value(agent.body(seen)))
                track.earn(worth(env, seat))
                gained, aims = track.returns(after)
                choices += track.choices
                advantages += gained
                targets += aims
        return Batch(
            torch.from_numpy(np.stack([choice.seen for choice in choices])),
            padded([choice.legal for choice in choices]),
            torch.tensor([choice.place for choice in choices]),
            torch.tensor([choice.log_probability for choice in choices]),
            torch.tensor([choice.value for choice in choices]),
            torch.tensor(advantages),
            torch.tensor(targets),
        )


# -- learning


def minibatches(size: int, number: int) -> Iterator[torch.Tensor]:
    yield from torch.randperm(size).split(number)


def learn(
    agent: Agent, optimizer: torch.optim.Optimizer, batch: Batch, epochs: int, minibatch: int
) -> dict[str, float]:
    """Do one update of PPO with clipped ratios."""
    advantage = (batch.advantage - batch.advantage.mean()) / (batch.advantage.std() + 1e-8)
    figures: dict[str, list[float]] = {}
    for _ in range(epochs):
        for some in minibatches(len(advantage), minibatch):
            scores, values = agent(batch.seen[some], batch.legal[some])
            chosen = scores.gather(1, batch.place[some, None]).squeeze(1)
            change = chosen - batch.log_probability[some]
            ratio = change.exp()
            gain = advantage[some]
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.min(ratio * gain, clipped * gain).mean()
            value_loss = 0.5 * (values - batch.target[some]).pow(2).mean()
            entropy = -(scores.exp() * scores.clamp(min=-50)).sum(1).mean()
            optimizer.zero_grad()
            (policy_loss + VALUE * value_loss - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), NORM)
            optimizer.step()
            for name, figure in (
                ("policy_loss", policy_loss),
                ("value_loss", value_loss),
                ("entropy", entropy),
                ("kl", (ratio - 1 - change).mean()),
            ):
                figures.setdefault(name, []).append(float(figure.detach()))
    spread = batch.target.var()
    explained = 1 - (batch.target - batch.value).var() / spread if spread > 0 else torch.zeros(())
    return {name: sum(all_) / len(all_) for name, all_ in figures.items()} | {
        "explained_variance": float(explained)
    }


# -- the player


class TorchPolicy:
    """Chooses by an agent: draws from its probabilities, or always takes the likeliest id."""

    def __init__(self, agent: Agent, seed: str, *, draws: bool = False) -> None:
        self._agent, self._rng, self._draws = agent, Random(seed), draws

    @torch.no_grad()
    def __call__(self, observation: Any, legal: Any) -> int:
        ids = torch.from_numpy(legal)[None]
        scores, _ = self._agent(torch.from_numpy(observation)[None], ids)
        if not self._draws:
            return int(legal[int(scores.argmax())])
        return int(self._rng.choices(legal.tolist(), scores[0].exp().tolist())[0])


def save(agent: Agent, path: Path) -> None:
    torch.save({"shape": agent.shape, "state": agent.state_dict()}, path)


@lru_cache(maxsize=4)
def load(path: str) -> tuple[EnvSpec, Agent]:
    """Load a saved policy."""
    torch.set_num_threads(1)
    spec, saved = EnvSpec(GAME, optional_decisions=False), torch.load(path, weights_only=True)
    observation, width = saved["shape"]
    agent = Agent(observation, width, *words_of_ids(spec))
    agent.load_state_dict(saved["state"])
    return spec, agent.eval()


def create(game_id: str, seed: str) -> PolicyPlayer:
    """Make the player of the arena. `$PPO_POLICY` names the file of the policy.

    It draws from its probabilities, as it was trained. With `$PPO_LIKELIEST` set it always takes
    the likeliest id.
    """
    if game_id != GAME:
        raise ValueError(f"this policy plays {GAME}, not {game_id}")
    spec, agent = load(os.environ.get("PPO_POLICY", "build/ppo-attrition/policy.pt"))
    draws = not os.environ.get("PPO_LIKELIEST")
    return PolicyPlayer(spec, TorchPolicy(agent, seed, draws=draws))


def share_against_random(agent: Agent, games: int, seed: int) -> float:
    """Return the mean score in games against the player `random`, from both sides."""
    spec, total = EnvSpec(GAME, optional_decisions=False), 0.0
    for number in range(games):
        position = spec.game.begin(spec.options, f"check/{seed}/{number}", log=False)
        mine = spec.seats[number % len(spec.seats)]
        learned = PolicyPlayer(spec, TorchPolicy(agent, str(number), draws=True))
        rival = make("random", GAME, f"{seed}/{number}")
        while position.outcome is None:
            seat = position.to_move[0]
            player = learned if seat == mine else rival
            position.apply(seat, player.choose(PlayerView(position, seat)))
        total += position.outcome.scores[mine]
    return total / games


# -- the whole run


def train(arguments: argparse.Namespace) -> Path:
    """Train for some minutes of processor time; return the file of the policy."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    policy_file = out / "policy.pt"
    games = SelfPlay(arguments.envs, arguments.seed)
    first = games.envs[0]
    space = first.observation_space(first.possible_agents[0])["observation"]
    spec = EnvSpec(GAME, optional_decisions=False)
    agent = Agent(space.shape[0], arguments.width, *words_of_ids(spec))
    optimizer = torch.optim.Adam(agent.parameters(), lr=arguments.learning_rate, eps=1e-5)
    start, update, choices, checked = time.process_time(), 0, 0, -arguments.check_minutes
    with (out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        curve = csv.DictWriter(file, COLUMNS)
        curve.writeheader()
        while (minutes := (time.process_time() - start) / 60) < arguments.minutes:
            if update == arguments.updates:
                break
            left = 1 - minutes / arguments.minutes
            for group in optimizer.param_groups:
                group["lr"] = arguments.learning_rate * max(left, 0.05)
            batch = games.play(agent, arguments.steps)
            figures: dict[str, Any] = learn(
                agent, optimizer, batch, arguments.epochs, arguments.minibatch
            )
            update += 1
            choices += len(batch.place)
            minutes = (time.process_time() - start) / 60
            if minutes - checked >= arguments.check_minutes and arguments.check_games:
                checked = minutes
                share = share_against_random(agent, arguments.check_games, update)
                figures["share_against_random"] = share
                save(agent, policy_file)
                print(f"{minutes:6.1f} min {choices:9,} choices {share:6.1%} against random")
            figures |= {
                "update": update,
                "minutes": round(minutes, 3),
                "choices": choices,
                "games": games.games,
                "choices_per_second": round(choices / 60 / max(minutes, 1e-9), 1),
                "learning_rate": optimizer.param_groups[0]["lr"],
            }
            curve.writerow(figures)
            file.flush()
    save(agent, policy_file)
    return policy_file


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument("--minutes", type=float, default=60, help="of processor time")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--out", default="build/ppo-attrition", help="folder of curve and policy")
    made.add_argument("--updates", type=int, default=-1, help="stop after this many updates")
    made.add_argument("--envs", type=int, default=16, help="games side by side")
    made.add_argument("--steps", type=int, default=128, help="choices in each game for an update")
    made.add_argument("--epochs", type=int, default=3)
    made.add_argument("--minibatch", type=int, default=512)
    made.add_argument("--learning-rate", type=float, default=5e-4)
    made.add_argument("--width", type=int, default=128, help="of the network's layers")
    made.add_argument("--threads", type=int, default=1, help="of torch")
    made.add_argument("--check-minutes", type=float, default=4, help="between games against random")
    made.add_argument("--check-games", type=int, default=20)
    return made


if __name__ == "__main__":
    print(f"the policy is in {train(parser().parse_args())}")
