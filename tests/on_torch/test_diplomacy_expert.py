"""The network of the learned Diplomacy player learns, and draws legal orders."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from entente.games.diplomacy.batch import layout as at
from examples.diplomacy_expert import imitation, network, teacher_games
from examples.diplomacy_expert.players import Seat, player
from examples.diplomacy_expert.policy import PROVINCE_OF, Policy
from examples.diplomacy_expert.positions import choices, restore


def small() -> network.PolicyValueNetwork:
    torch.manual_seed(1)
    return network.PolicyValueNetwork(width=32, layers=2, heads=2, rank=16, dropout=0.0)


def test_it_learns_what_it_sees() -> None:
    data = imitation.Data("cpu")
    data.add(teacher_games.random_games(6, 2))
    trainer = imitation.Trainer(small(), data)
    trainer.step()
    first = trainer.measure()
    for _ in range(15):
        trainer.step()
    last = trainer.measure()
    assert all(last[name] < first[name] for name in ("ends", "stays", "value"))


def test_no_power_sees_what_another_orders() -> None:
    games = teacher_games.random_games(1, 3)
    some = imitation.examples(games, "cpu")
    asked = small().eval()
    with torch.inference_mode():
        features, _ = asked(some.boards)
        power = some.boards[0, at.WHO : at.WHO + at.UNITS].long() & at.POWER
        there = torch.arange(at.UNITS) < some.boards[0, at.COUNT]
        other_ends = torch.where((power == 0) & there, some.end, some.end * 0 + 40)
        one, other = (
            asked.stay_scores(features, some.boards, ends.long(), some.stays)[0]
            for ends in (some.end, other_ends)
        )
    mine = (power == 0) & there
    assert torch.allclose(one[mine], other[mine], atol=1e-5)
    assert not torch.allclose(one[~mine & there], other[~mine & there], atol=1e-5)


def test_drawn_orders_are_legal_and_own_units_do_not_collide(tmp_path: Path) -> None:
    network.save(small(), tmp_path / "network.pt")
    policy = Policy.from_file(tmp_path / "network.pt")
    kept = teacher_games.random_games(1, 4).boards[0]
    boards = restore(kept[None])
    known, sets = choices(boards), policy.sample(kept, 20, 1.0, np.random.default_rng(1))
    units = int(kept[at.COUNT])
    for orders in sets:
        for unit in range(units):
            code = int(orders[unit])
            end = code >> at.TARGET_AT & at.PLACE_BITS
            moves = code & at.KIND_BITS == at.MOVE
            assert known.ends[0, unit, end] if moves else code in known.stays[0, unit]
    powers = kept[at.WHO : at.WHO + units] & at.POWER
    own = np.flatnonzero(powers == powers[0])
    locations = kept[at.LOCATION : at.LOCATION + units]
    for orders in sets[:, own]:
        ends = np.where(
            orders & at.KIND_BITS == at.MOVE, orders >> at.TARGET_AT & at.PLACE_BITS, locations[own]
        )
        assert len(set(PROVINCE_OF[ends])) == len(own)
    assert np.isclose(policy.values(kept[None]).sum(), 1, atol=1e-4)
    seat = Seat(player("net:200,own=1,value=20,draws=20"), int(powers[0]), 1, policy)
    assert set(seat.orders(boards, {})) == {int(unit) for unit in own}
