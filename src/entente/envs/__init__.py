"""Environments for learning and search, one module per library.

`pettingzoo` is multi-agent, `openspiel` registers OpenSpiel games, `gymnasium` has one agent and
computer opponents, `rollouts` runs on Ray. All are built on `EnvState`: a game by action ids,
with array observations. `vector_env` is Diplomacy on many boards at once. They need extras
(`pip install "entente-games[envs]"`): `envs`, `openspiel`, `ray`.
"""
