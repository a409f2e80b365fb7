"""An agent in thirty lines: start `entente mcp` and play its seat with the tools to the end.

python examples/agent.py attrition --against random
"""

import asyncio
import os
import random
import sys
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client


def choose(question: dict[str, Any]) -> str:
    """Pick any choice of a decision. A better agent would think here."""
    choices = [each["action"] for each in question["choices"]]
    return random.choice(choices) if choices else str(question["example"])


async def main(*arguments: str) -> None:
    command = [sys.executable, "-m", "entente", "mcp", *arguments]
    seat = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    async with Client(stdio_client(seat)) as client:
        while True:
            told = (await client.call_tool("choices", {})).structured_content
            if told["status"] == "over":
                break
            question = told["questions"][0]
            answer = {"action": choose(question), "question": question["question"]}
            await client.call_tool("decide", answer)
        for block in (await client.call_tool("log", {"last": 3})).content:
            print(getattr(block, "text", ""))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
