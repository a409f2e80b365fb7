"""An agent in thirty lines: start `entente mcp` and play its seat with the tools to the end.

python examples/agent.py attrition --against random
"""

import asyncio
import os
import random
import sys
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client


def choose(decision: dict[str, Any]) -> str:
    """Pick any choice of a decision. A better agent would think here."""
    choices = [each["action"] for each in decision["choices"]]
    return random.choice(choices) if choices else str(decision["example"])


async def main(*arguments: str) -> None:
    command = [sys.executable, "-m", "entente", "mcp", *arguments]
    seat = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    async with Client(stdio_client(seat)) as client:
        while True:
            result = (await client.call_tool("choices", {})).structured_content
            if result["status"] == "over":
                break
            decision = result["decisions"][0]
            answer = {"action": choose(decision), "decision": decision["decision"]}
            await client.call_tool("decide", answer)
        for block in (await client.call_tool("log", {"last": 3})).content:
            print(getattr(block, "text", ""))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
