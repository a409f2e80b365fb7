"""The network: what each unit does, and the share that each power will have.

Tokens are the locations of the map, one for the whole position, and padding. From their features
come first the ends of all units: where each goes, or that it stays. Then, in a second and smaller
part, the units look at the ends of the own power's units only, and those that stay hold, support or
convoy. So one pass serves all seven powers, and none of them sees what another is about to do.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.geography import standard_map

Tensor = Any

LOCATIONS, UNITS = at.LOCATIONS, at.UNITS
WHOLE = LOCATIONS  # the token of the whole position
TOKENS = 88  # with padding: a multiple of eight
FIGURES = 2 * at.POWERS + 5
NEVER = -1e4  # fits half precision


class Block(nn.Module):
    """A layer of a transformer whose attention has a learned bias."""

    def __init__(self, width: int, heads: int, tokens: int = 0, dropout: float = 0.0) -> None:
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mix, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.bias = nn.Parameter(torch.zeros(heads, tokens, tokens)) if tokens else None
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """`mask` is added to the attention: tokens × tokens, or one for each board."""
        size, tokens, width = x.shape
        mixed = self.mix(self.first(x)).view(size, tokens, 3, self.heads, width // self.heads)
        query, key, value = mixed.permute(2, 0, 3, 1, 4)
        if self.bias is not None:
            mask = (self.bias + mask)[None].expand(size, -1, -1, -1)
        else:
            mask = mask[:, None].expand(-1, self.heads, -1, -1)
        seen = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask.to(query.dtype)
        )
        x = x + self.dropout(self.out(seen.transpose(1, 2).reshape(size, tokens, width)))
        return x + self.dropout(self.down(functional.gelu(self.up(self.second(x)))))


class PolicyValueNetwork(nn.Module):
    """See the module."""

    def __init__(
        self,
        width: int = 160,
        layers: int = 5,
        heads: int = 5,
        rank: int = 48,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.settings = {"width": width, "layers": layers, "heads": heads, "rank": rank}
        self.rank = rank
        near = standard_map().near
        self._keep("province", list(near[at.PROVINCE_OF : at.PROVINCE_OF + LOCATIONS]))
        centres = list(near[at.CENTRE_PROVINCE : at.CENTRE_PROVINCE + at.CENTRES])
        self._keep("centre_province", centres)
        padding = torch.zeros(TOKENS, TOKENS)
        padding[:, LOCATIONS + 1 :] = NEVER
        self.register_buffer("padding", padding, persistent=False)
        self.unit, self.occupant = nn.Embedding(16, width), nn.Embedding(16, width)
        self.owner = nn.Embedding(10, width)
        self.place = nn.Embedding(TOKENS, width)
        self.figures = nn.Linear(FIGURES, width)
        self.blocks = nn.ModuleList([Block(width, heads, TOKENS, dropout) for _ in range(layers)])
        self._look_beside(near)
        self.norm = nn.LayerNorm(width)
        self.unit_head, self.end_head = nn.Linear(width, rank), nn.Linear(width, rank)
        self.stay_head = nn.Linear(width, 1)
        # the second part: units of one power
        self.start, self.end = nn.Linear(width, width), nn.Linear(width, width)
        self.staying = nn.Embedding(2, width)
        self.own_blocks = nn.ModuleList([Block(width, heads, 0, dropout) for _ in range(2)])
        self.own_norm = nn.LayerNorm(width)
        self.ask = nn.Linear(width, 4 * rank)  # support and convoy: whom, where
        self.whom, self.where = nn.Linear(width, 2 * rank), nn.Linear(width, 2 * rank)
        self.kind = nn.Linear(width, 6)  # hold, supported hold, support, convoy; fits, or not
        self.fit = nn.Parameter(torch.tensor([0.0, 2.0, -2.0]))  # foreign, as ordered, otherwise
        self.value = nn.Sequential(
            nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, at.POWERS)
        )

    def _keep(self, name: str, numbers: list[int]) -> None:
        self.register_buffer(name, torch.tensor(numbers), persistent=False)

    def _look_beside(self, near: bytes) -> None:
        """Start with heads that look at neighbours."""
        beside = torch.eye(TOKENS)
        for stand in range(at.STANDS):
            steps = at.STEPS + stand * at.LISTED
            for end in near[steps + 1 : steps + 1 + near[steps]] if near[steps] != at.NONE else b"":
                beside[stand % LOCATIONS, end] = 1
        with torch.no_grad():
            for block in self.blocks:
                block.bias[:2] += 2.0 * beside

    # -- the position

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """Return the features of the locations, and the logarithms of the shares."""
        board = boards.long()
        size = len(board)
        location, power, fleet, there = units_of(board)
        code = torch.where(there, 1 + power + at.POWERS * fleet, 0)
        spot = torch.where(there, location, TOKENS - 1)
        unit = board.new_zeros(size, TOKENS).scatter(1, spot, code)
        room = torch.where(there, self.province[location.clamp(max=LOCATIONS - 1)], TOKENS - 1)
        occupant = board.new_zeros(size, TOKENS).scatter(1, room, code)
        owners = board[:, at.OWNER : at.OWNER + at.CENTRES]
        owners = torch.where(owners == at.NONE, at.POWERS, owners)
        owner = board.new_zeros(size, TOKENS).scatter(
            1, self.centre_province[None].expand(size, -1), owners + 1
        )
        everywhere = torch.cat(
            [self.province, torch.arange(LOCATIONS, TOKENS, device=board.device)]
        )
        last = TOKENS - 1
        unit[:, last] = 0
        occupant[:, last] = 0
        x = (
            self.unit(unit)
            + self.occupant(occupant[:, everywhere])
            + self.owner(owner[:, everywhere])
            + self.place.weight[None]
            + self.figures(figures_of(board, owners, power, there))[:, None]
        )
        for block in self.blocks:
            x = block(x, self.padding)
        x = self.norm(x)
        seen = torch.cat([x[:, WHOLE], x[:, :LOCATIONS].mean(1)], 1)
        return x[:, :LOCATIONS], functional.log_softmax(self.value(seen).float(), 1)

    # -- the orders

    def end_scores(self, features: Tensor, boards: Tensor, ends: Tensor) -> Tensor:
        """Return the scores of where each unit goes: boards × units × locations."""
        location = units_of(boards.long())[0].clamp(max=LOCATIONS - 1)
        units = gathered(self.unit_head(features), location)
        scores = units @ self.end_head(features).transpose(1, 2) / math.sqrt(self.rank)
        stay = gathered(self.stay_head(features), location)
        scores = scores.scatter_add(2, location[:, :, None], stay.to(scores.dtype)).float()
        return scores.masked_fill(~ends, NEVER)

    def stay_scores(self, features: Tensor, boards: Tensor, ends: Tensor, stays: Tensor) -> Tensor:
        """Return the scores of the orders of units that stay, given the ends of all units (those
        of other powers do not matter): boards × units × orders."""
        location, power, _, there = units_of(boards.long())
        location = location.clamp(max=LOCATIONS - 1)
        goes = torch.where(there, ends.long().clamp(min=0), location)
        staying = goes == location
        units = (
            self.start(gathered(features, location))
            + self.end(gathered(features, goes))
            + self.staying(staying.long())
        )
        ours = (power[:, :, None] == power[:, None]) & there[:, None]
        ours |= torch.eye(UNITS, dtype=torch.bool, device=ours.device)
        mask = torch.zeros(ours.shape, device=ours.device).masked_fill(~ours, NEVER)
        for block in self.own_blocks:
            units = block(units, mask)
        units = self.own_norm(units)
        return self._scored(features, units, boards.long(), goes, stays.long())

    def _scored(
        self, features: Tensor, units: Tensor, board: Tensor, goes: Tensor, codes: Tensor
    ) -> Tensor:
        size, _, number = codes.shape
        location, power, _, there = units_of(board)
        kind = codes.clamp(min=0) & at.KIND_BITS
        whom = (codes.clamp(min=0) >> at.TARGET_AT & at.PLACE_BITS).clamp(max=LOCATIONS - 1)
        aim = (codes.clamp(min=0) >> at.END_AT & at.PLACE_BITS) - 1
        moving = aim >= 0
        where = torch.where(moving, aim, self.province[whom]).clamp(max=LOCATIONS - 1)
        asked = self.ask(units).view(size, UNITS, 4, self.rank).permute(2, 0, 1, 3)
        whoms = self.whom(features).view(size, LOCATIONS, 2, self.rank).permute(2, 0, 3, 1)
        wheres = self.where(features).view(size, LOCATIONS, 2, self.rank).permute(2, 0, 3, 1)
        pairs = torch.cat([torch.matmul(asked[:2], whoms), torch.matmul(asked[2:], wheres)])
        pairs = pairs.float() / math.sqrt(self.rank)  # 4 × boards × units × locations
        convoy = kind == at.CONVOY
        helped = torch.where(convoy, pairs[1].gather(2, whom), pairs[0].gather(2, whom))
        there_too = torch.where(convoy, pairs[3].gather(2, where), pairs[2].gather(2, where))
        # what the helped unit does, if it is an own one
        spot = torch.where(there, location, LOCATIONS)
        owner = board.new_full((size, LOCATIONS + 1), at.NONE).scatter(1, spot, power)
        end = board.new_zeros(size, LOCATIONS + 1).scatter(1, spot, goes)
        flat = whom.reshape(size, -1)
        whose = owner.gather(1, flat).view(size, UNITS, number)
        their_end = end.gather(1, flat).view(size, UNITS, number)
        own = whose == power[:, :, None]
        fits = torch.where(moving, self.province[their_end] == aim, their_end == whom)
        fit = torch.where(own, torch.where(fits, 1, 2), 0)
        kinds = self.kind(units).float()
        tag = torch.where(kind == at.HOLD, 0, torch.where(convoy, 3, torch.where(moving, 2, 1)))
        by_kind = kinds[:, :, :4].gather(2, tag)
        by_fit = self.fit[fit] + torch.where(
            own, torch.where(fits, kinds[:, :, 4:5], kinds[:, :, 5:6]), 0.0
        )
        scores = by_kind + torch.where(kind == at.HOLD, 0.0, helped + there_too + by_fit)
        return scores.masked_fill(codes < 0, NEVER)


def units_of(board: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the location, power and kind of each unit, and whether there is one."""
    location = board[:, at.LOCATION : at.LOCATION + UNITS]
    who = board[:, at.WHO : at.WHO + UNITS]
    there = torch.arange(UNITS, device=board.device)[None] < board[:, at.COUNT : at.COUNT + 1]
    power = torch.where(there, who & at.POWER, at.POWERS)
    return location, power, who >> 3 & 1, there


def figures_of(board: Tensor, owners: Tensor, power: Tensor, there: Tensor) -> Tensor:
    """Return a few figures of the whole position."""
    centres = functional.one_hot(owners, at.POWERS + 1)[:, :, : at.POWERS].sum(1).float()
    units = functional.one_hot(power, at.POWERS + 1)[:, :, : at.POWERS].sum(1).float()
    left = (board[:, at.LAST] - board[:, at.YEAR]).clamp(min=0, max=20).float()
    year = (board[:, at.YEAR].float() / 10).clamp(max=3)
    last = [board[:, at.SEASON].float(), left / 10, (left < 1).float(), (left < 3).float(), year]
    return torch.cat([centres / 9, units / 9, torch.stack(last, 1)], 1)


def gathered(features: Tensor, places: Tensor) -> Tensor:
    """Return the features of some places: boards × places × width."""
    return features.gather(1, places[:, :, None].expand(-1, -1, features.shape[2]))


def save(network: PolicyValueNetwork, path: Path) -> None:
    """Write a network to a file, in half precision."""
    path.parent.mkdir(parents=True, exist_ok=True)
    weights = {name: each.half().cpu() for name, each in network.state_dict().items()}
    torch.save({"settings": network.settings, "weights": weights}, path)


def load(path: Path, device: str = "cpu") -> PolicyValueNetwork:
    """Read a network from a file."""
    stored = torch.load(path, map_location=device, weights_only=True)
    network = PolicyValueNetwork(**stored["settings"], dropout=0.0)
    network.to(device)
    network.load_state_dict({name: each.float() for name, each in stored["weights"].items()})
    network.eval()
    return network
