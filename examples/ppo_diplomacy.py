"""PPO on Diplomacy in one file, on the vector environment: one core, or a GPU without a copy.

    python -m examples.ppo_diplomacy --minutes 4 --device cuda --games 8192 --out build/ppo
    PPO_POLICY=build/ppo/policy.pt entente arena run diplomacy \
        --players examples/ppo_diplomacy.py:create,random,random,random,random,random,random

One power of each board learns, another one in each game, against `greedy` or `random` powers; with
`--opponent self` all seven are played by the network. The reward is what changes in the share of
centres. The network has a token for each location. The score of an order is a sum of what its unit
thinks of the target and of the end, and of what these two are to each other.

`curve.csv` gets a line for each update, `policy.pt` the network. Needs torch, and Numba to be fast;
no Gymnasium.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import torch
from torch import nn

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.encoding import order_of
from entente.games.diplomacy.batch.geography import standard_map
from entente.games.diplomacy.batch.vector import Games, VectorSettings, factors
from entente.games.diplomacy.batch.vector import layout as of

DISCOUNT, SMOOTHING = 0.995, 0.95  # gamma and lambda
CLIP, ENTROPY, VALUE, NORM = 0.2, 0.01, 1.0, 0.5
KINDS = 8  # four orders, a retreat, and a build of an army, of a fleet, a removal
RETREAT, OF_WINTER = 4, 5
NO_PLACE = at.LOCATIONS  # the token of no place
LATE = 50.0  # years that count as 1
COLUMNS = (
    "update",
    "seconds",
    "steps",
    "steps_per_second",
    "policy_loss",
    "value_loss",
    "entropy",
    "kl",
    "episodes",
    "centre_share",
    "wins",
)


def places(games: Any) -> int:
    """Return how many slots the network looks at."""
    return at.UNITS if games.settings.learner == "all" else 20


class Seen(NamedTuple):
    """What the network reads: of each board, and of each of its open slots."""

    board: torch.Tensor  # bytes of the observation, without the last orders
    kind: torch.Tensor  # of each order
    target: torch.Tensor
    end: torch.Tensor
    legal: torch.Tensor
    where: torch.Tensor  # location of the slot's unit
    power: torch.Tensor  # its power

    def __getitem__(self, some: Any) -> Seen:
        return Seen(*(field[some] for field in tuple(self)))


def tensors(games: Any) -> dict[str, torch.Tensor]:
    """Return the arrays of games as tensors on the same memory."""
    names = ("observations", "boards", "codes", "counts", "units", "actions", "rewards", "over")
    arrays = {name: getattr(games, name) for name in (*names, "learners", "last_boards")}
    if isinstance(games, Games):
        return {name: torch.from_numpy(array) for name, array in arrays.items()}
    return arrays


def look(arrays: dict[str, torch.Tensor], slots: int) -> tuple[Seen, torch.Tensor]:
    """Return what the network reads, and the number of each slot it looks at."""
    counts = arrays["counts"]
    opened = (counts > 0).to(torch.int32)
    chosen = opened.sort(dim=1, descending=True, stable=True).indices[:, :slots]
    width = arrays["codes"].shape[2]
    codes = arrays["codes"].gather(1, chosen[:, :, None].expand(-1, -1, width))
    legal = torch.arange(width, device=counts.device) < counts.gather(1, chosen)[:, :, None]
    units = arrays["units"].gather(1, chosen[:, :, None].expand(-1, -1, of.PER_SLOT)).long()
    phase = arrays["boards"][:, at.PHASE].long()[:, None, None]
    parts = factors(codes)
    retreats, winter = phase == at.RETREATS, phase == at.ADJUSTMENTS
    fleet = codes >> at.FLEET_AT & 1
    kind = torch.where(winter, OF_WINTER - 1 + parts.kind + fleet * (parts.kind == at.BUILD), 0)
    kind = torch.where(winter & (parts.kind == at.REMOVE), OF_WINTER + 2, kind)
    kind = torch.where(winter & (parts.kind == at.WAIVE), RETREAT, kind)
    kind = torch.where(retreats, RETREAT, torch.where(winter, kind, parts.kind))
    target = torch.where(retreats, codes, parts.target)
    nowhere = (~retreats & (parts.kind == at.HOLD)) | (target >= at.LOCATIONS)
    target = torch.where(nowhere, NO_PLACE, target)
    end = torch.where(retreats | winter | (parts.end < 0), NO_PLACE, parts.end).clamp(max=NO_PLACE)
    seen = Seen(
        arrays["observations"][:, : of.LAST_ORDERS],
        kind.to(torch.uint8),
        target.to(torch.uint8),
        end.to(torch.uint8),
        legal,
        units[:, :, 0].clamp(max=NO_PLACE).to(torch.uint8),
        (units[:, :, 1] & at.POWER).clamp(max=at.POWERS - 1).to(torch.uint8),
    )
    return seen, chosen


class Agent(nn.Module):
    """Scores the orders of each slot, and estimates the rewards to come of each power."""

    def __init__(self, width: int, layers: int, rank: int = 24) -> None:
        super().__init__()
        self.shape = (width, layers, rank)
        self.rank = rank
        self.features = nn.Linear(2 * of.PIECES + at.POWERS + 7, width)
        self.location = nn.Embedding(at.LOCATIONS + 1, width)
        self.power = nn.Embedding(at.POWERS, width)
        layer = nn.TransformerEncoderLayer(
            width, 4, 2 * width, dropout=0.0, batch_first=True, norm_first=True
        )
        self.mixing = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(width)
        self.asks = nn.Linear(width, 2 * KINDS * rank)  # of a unit: about targets and ends
        self.answers = nn.Linear(width, 2 * rank)  # of a place: as a target and as an end
        self.pairs = nn.Linear(width, 2 * rank)
        self.value = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, 1))
        home = torch.tensor(standard_map().board.province_of)
        self.register_buffer("province_of", home, persistent=False)

    def forward(self, seen: Seen) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the log probabilities of the orders of each slot, and the values by power."""
        tokens = self.read(seen.board)
        boards, slots = seen.where.shape
        each = torch.arange(boards, device=tokens.device)[:, None]
        unit = tokens[each, seen.where.long()] + self.power(seen.power.long())
        asks = self.asks(unit).view(boards, slots, 2, KINDS, self.rank)
        answers = self.answers(tokens).view(boards, -1, 2, self.rank)
        tables = torch.einsum("bsfkr,blfr->bsfkl", asks, answers) / self.rank**0.5
        one, other = self.pairs(tokens).split(self.rank, -1)
        pairs = torch.einsum("blr,bmr->blm", one, other) / self.rank**0.5
        size = tokens.shape[1]
        kind, target, end = seen.kind.long(), seen.target.long(), seen.end.long()
        about = tables.flatten(3)
        scores = about[:, :, 0].gather(2, kind * size + target)
        scores = scores + about[:, :, 1].gather(2, kind * size + end)
        together = (target * size + end).flatten(1)
        scores = scores + pairs.flatten(1).gather(1, together).view_as(scores)
        scores = scores.masked_fill(~seen.legal, -1e9)
        return torch.log_softmax(scores, -1), self.values(tokens)

    def read(self, board: torch.Tensor) -> torch.Tensor:
        """Return a token for each location, and one for no place."""
        board = board.float()
        size = len(board)
        standing = board[:, of.STANDING : of.PUSHED].view(size, at.LOCATIONS, of.PIECES)
        pushed = board[:, of.PUSHED : of.OWNED].view(size, at.LOCATIONS, of.PIECES)
        owned = board[:, of.OWNED : of.LAST_ORDERS].view(size, at.POWERS, at.PROVINCES)
        owners = owned[:, :, self.province_of].transpose(1, 2)
        clock = torch.cat([board[:, :1] / LATE, board[:, 1 : of.STANDING]], 1)
        local = torch.cat([standing, pushed, owners], 2)
        local = nn.functional.pad(local, (0, 0, 0, 1))
        clock = clock[:, None].expand(-1, at.LOCATIONS + 1, -1)
        tokens = self.features(torch.cat([local, clock], 2)) + self.location.weight
        return self.norm(self.mixing(tokens))

    def values(self, tokens: torch.Tensor) -> torch.Tensor:
        whole = tokens.mean(1, keepdim=True).expand(-1, at.POWERS, -1)
        powers = self.power.weight.expand(len(tokens), -1, -1)
        return self.value(torch.cat([whole, powers], 2)).squeeze(-1)


# -- playing


class Rollout(NamedTuple):
    """Steps of all games: time first."""

    seen: list[Seen]
    place: torch.Tensor
    log_probability: torch.Tensor
    value: torch.Tensor
    reward: torch.Tensor
    over: torch.Tensor
    last: torch.Tensor  # the values after the last step


class Results:
    """How the finished games ended, for the powers that learn."""

    def __init__(self) -> None:
        self.episodes, self.share, self.wins = 0, 0.0, 0.0

    def add(self, arrays: dict[str, torch.Tensor], learners: torch.Tensor) -> None:
        over = arrays["over"].bool()
        boards = arrays["last_boards"][over]
        learners = learners[over].long()
        learners = torch.where(learners == at.NONE, 0, learners & at.POWER)
        owners = boards[:, at.OWNER : at.OWNER + at.CENTRES]
        mine = (owners == learners[:, None]).sum(1) / at.CENTRES
        won = (boards[:, at.OVER] == at.WON) & (boards[:, at.WINNER] == learners)
        self.episodes += len(boards)
        self.share += float(mine.sum())
        self.wins += float(won.sum())


@torch.no_grad()
def play(games: Any, agent: Agent, steps: int, results: Results) -> Rollout:
    """Play a number of steps on each board."""
    arrays, kept = tensors(games), []
    fields: dict[str, list[torch.Tensor]] = {name: [] for name in Rollout._fields[1:-1]}
    for _ in range(steps):
        seen, slots = look(arrays, places(games))
        scores, values = agent(seen)
        place = torch.distributions.Categorical(logits=scores).sample()
        learners = arrays["learners"].clone()
        arrays["actions"].zero_()
        arrays["actions"].scatter_(1, slots, place.to(torch.int32))
        kept.append(Seen(*(field.clone() for field in tuple(seen))))
        games.step()
        fields["place"].append(place)
        fields["log_probability"].append(scores.gather(2, place[:, :, None]).squeeze(2))
        fields["value"].append(values)
        fields["reward"].append(arrays["rewards"].clone())
        fields["over"].append(arrays["over"].bool()[:, None].clone())
        results.add(arrays, learners)
    _, last = agent(look(arrays, places(games))[0])
    stacked = {name: torch.stack(each) for name, each in fields.items()}
    return Rollout(kept, last=last, **stacked)


def advantages(rollout: Rollout) -> torch.Tensor:
    """Return the advantages of each power at each step."""
    made, advantage = torch.zeros_like(rollout.value), torch.zeros_like(rollout.last)
    after = rollout.last
    for step in reversed(range(len(made))):
        goes_on = (~rollout.over[step]).float()
        error = rollout.reward[step] + DISCOUNT * after * goes_on - rollout.value[step]
        advantage = error + DISCOUNT * SMOOTHING * goes_on * advantage
        made[step], after = advantage, rollout.value[step]
    return made


def learn(
    agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout, epochs: int, minibatch: int
) -> dict[str, float]:
    """Do one update: every open slot is a choice with the advantage of its power."""
    gained = advantages(rollout)
    target = (gained + rollout.value).flatten(0, 1)
    steps, boards = rollout.value.shape[:2]
    place, before = rollout.place.flatten(0, 1), rollout.log_probability.flatten(0, 1)
    seen = Seen(*(torch.cat(field) for field in zip(*map(tuple, rollout.seen), strict=True)))
    opened = seen.legal.any(2)
    gain = gained.flatten(0, 1).gather(1, seen.power.long())
    gain = (gain - gain[opened].mean()) / (gain[opened].std() + 1e-8)
    concerned = torch.zeros_like(target).scatter_add_(1, seen.power.long(), opened.float())
    figures: dict[str, list[torch.Tensor]] = {}
    for _ in range(epochs):
        for some in torch.randperm(steps * boards, device=target.device).split(minibatch):
            scores, values = agent(seen[some])
            now, weight = opened[some], (concerned[some] > 0).float()
            chosen = scores.gather(2, place[some][:, :, None]).squeeze(2)[now]
            change = chosen - before[some][now]
            ratio, mine = change.exp(), gain[some][now]
            policy = -torch.min(ratio * mine, ratio.clamp(1 - CLIP, 1 + CLIP) * mine).mean()
            error = (values - target[some]).pow(2) * weight
            value = error.sum() / weight.sum().clamp(min=1)
            entropy = -(scores.exp() * scores.clamp(min=-50)).sum(2)[now].mean()
            optimizer.zero_grad()
            (policy + VALUE * value - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), NORM)
            optimizer.step()
            kl = (ratio - 1 - change).mean()
            names = ("policy_loss", "value_loss", "entropy", "kl")
            for name, figure in zip(names, (policy, value, entropy, kl), strict=True):
                figures.setdefault(name, []).append(figure.detach())
    return {name: float(torch.stack(all_).mean()) for name, all_ in figures.items()}


# -- the player


def save(agent: Agent, path: Path) -> None:
    torch.save({"shape": agent.shape, "state": agent.state_dict()}, path)


@lru_cache(maxsize=4)
def load(path: str) -> Agent:
    """Load a saved policy."""
    torch.set_num_threads(1)
    saved = torch.load(path, weights_only=True, map_location="cpu")
    width, layers, rank = saved["shape"]
    agent = Agent(width, layers, rank)
    agent.load_state_dict(saved["state"])
    agent.eval()
    return agent


class PolicyPlayer:
    """Orders by the network; retreats and winters are left to the player `greedy`."""

    def __init__(self, agent: Agent, seed: str) -> None:
        from entente.players import make

        self._agent, self._rng = agent, Random(seed)
        self._rest = make("greedy", "diplomacy", seed)

    def choose(self, view: Any) -> str:
        from entente.games.diplomacy.rules.orders import write_order

        position = view.determinize(self._rng)
        if position.state.step != "orders":
            return self._rest.choose(view)
        europe = position.context
        powers = {power.lower() for power in europe.powers_of(view.seat)}
        games = Games(1)
        games.begin(seed=self._rng.getrandbits(60))
        games.set_position(
            0, europe.position.units, europe.centre_masks(), europe.state.year, europe.state.season
        )
        with torch.no_grad():
            scores, _ = self._agent(look(tensors(games), at.UNITS)[0])
        board, menu = standard_map().board, view.decision.menu
        chosen: dict[str, str] = {}
        for unit, each in enumerate(europe.position.units):
            if board.powers[each.power].id.lower() not in powers:
                continue
            order = order_of(int(games.codes[0, unit, self._place(scores[0, unit])]))
            text = write_order(board, europe.position, unit, order)
            chosen[text[: text.index(" ", 2)]] = text
        return "; ".join(
            chosen[slot] if chosen.get(slot) in choices else choices[0]
            for slot, choices in menu.slots.items()
        )

    def _place(self, scores: torch.Tensor) -> int:
        """Draw an order, or with `$PPO_LIKELIEST` set take the likeliest."""
        if os.environ.get("PPO_LIKELIEST"):
            return int(scores.argmax())
        return self._rng.choices(range(len(scores)), scores.exp().tolist())[0]


def create(game_id: str, seed: str) -> PolicyPlayer:
    """Make the player of the arena. `$PPO_POLICY` names the file of the policy."""
    if game_id != "diplomacy":
        raise ValueError(f"this policy plays diplomacy, not {game_id}")
    path = os.environ.get("PPO_POLICY", "build/ppo-diplomacy/policy.pt")
    return PolicyPlayer(load(path), seed)


# -- the whole run


def train(arguments: argparse.Namespace) -> Path:
    """Train for some minutes; return the file of the policy."""
    torch.manual_seed(arguments.seed)
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    settings = VectorSettings(
        learner="all" if arguments.opponent == "self" else "rotating",
        opponent="random" if arguments.opponent == "self" else arguments.opponent,
        reward="centre_share",
        last_year=arguments.last_year,
    )
    if arguments.device == "cuda":
        from entente.games.diplomacy.batch.vector.gpu import GamesOnGpu

        torch.set_float32_matmul_precision("high")
        games: Any = GamesOnGpu(arguments.games, settings)
    else:
        games = Games(arguments.games, settings)
    games.begin(arguments.seed)
    agent = Agent(arguments.width, arguments.layers).to(arguments.device)
    optimizer = torch.optim.Adam(agent.parameters(), lr=arguments.learning_rate, eps=1e-5)
    play(games, agent, 1, Results())  # compiles, which takes a minute or more and is not counted
    start, update, steps = time.monotonic(), 0, 0
    with (out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        curve = csv.DictWriter(file, COLUMNS)
        curve.writeheader()
        while (passed := time.monotonic() - start) < 60 * arguments.minutes:
            if update == arguments.updates:
                break
            left = 1 - passed / (60 * arguments.minutes)
            for group in optimizer.param_groups:
                group["lr"] = arguments.learning_rate * max(left, 0.05)
            results = Results()
            rollout = play(games, agent, arguments.steps, results)
            figures: dict[str, Any] = learn(
                agent, optimizer, rollout, arguments.epochs, arguments.minibatch
            )
            update += 1
            steps += arguments.steps * arguments.games
            seconds = time.monotonic() - start
            ended = max(results.episodes, 1)
            figures |= {
                "update": update,
                "seconds": round(seconds, 2),
                "steps": steps,
                "steps_per_second": round(steps / seconds),
                "episodes": results.episodes,
                "centre_share": results.share / ended if results.episodes else "",
                "wins": results.wins / ended if results.episodes else "",
            }
            curve.writerow(figures)
            file.flush()
            if update % 5 == 1:
                share = f"{results.share / ended:6.1%} of the centres" if results.episodes else ""
                print(f"{seconds:7.1f} s {steps:12,} steps {share}", flush=True)
                save(agent, out / "policy.pt")
    save(agent, out / "policy.pt")
    return out / "policy.pt"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument("--minutes", type=float, default=4)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--out", default="build/ppo-diplomacy", help="folder of curve and policy")
    made.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    made.add_argument("--opponent", choices=("greedy", "random", "self"), default="greedy")
    made.add_argument("--last-year", type=int, default=1910, help="of a game")
    made.add_argument("--updates", type=int, default=-1, help="stop after this many updates")
    made.add_argument("--games", type=int, default=64, help="boards side by side")
    made.add_argument("--steps", type=int, default=16, help="on each board for an update")
    made.add_argument("--epochs", type=int, default=2)
    made.add_argument("--minibatch", type=int, default=4096, help="boards in one step of Adam")
    made.add_argument("--learning-rate", type=float, default=5e-4)
    made.add_argument("--width", type=int, default=96, help="of a token")
    made.add_argument("--layers", type=int, default=2)
    return made


if __name__ == "__main__":
    print(f"the policy is in {train(parser().parse_args())}")
