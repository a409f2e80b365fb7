"""Batches as environments: legal orders, observations and rewards of many boards, all in arrays.

`Games` plays on the processor, `gpu.GamesOnGpu` on a GPU, with the same functions. Neither needs
Gymnasium; `entente.envs.masked_vector_env` is the Gymnasium environment.
"""

from entente.games.diplomacy.batch.vector.games import Games, VectorSettings, factors

__all__ = ["Games", "VectorSettings", "factors"]
