"""Agents: programs that play a seat by reading and writing text.

`entente mcp` serves a seat over the Model Context Protocol (protocol.py): of a game on this machine
(local.py) or of a table on a server (remote.py). Both implement `SeatClient` (seat_client.py) and
show what a person in that seat may see. `llm` is a computer player that asks a language model.
"""
