"""An endpoint for language models without a model: it answers with a random choice of the prompt.

python examples/stand_in_model.py 8899
"""

import json
import random
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

QUESTION = re.compile(r"^Question .*$", re.MULTILINE)
CHOICE = re.compile(r"^- (.+?)(?:: (.*))?$", re.MULTILINE)  # “- ACTION: what it means”
PARTS = "separated by “; ”"  # “- PART: CHOICE; CHOICE”, and one is chosen for each part
PICKED = re.compile(r"“(.+?)” and (\d+) of these, separated by spaces: (.+)\.$", re.MULTILINE)
AMOUNT = re.compile(r"“(.+?)” and a number from (\d+) to (\d+)")
FILLED = "with a gap (…)"  # “- ACTION …: WORD, WORD”


def answer_to(question: str) -> str:
    """Choose at random what a question offers."""
    listed, _, gaps = question.partition(FILLED)
    lines = CHOICE.findall(listed)
    if PARTS in question:
        return "; ".join(random.choice(choices.split("; ")) for _, choices in lines)
    if picked := PICKED.search(question):
        verb, number, things = picked.groups()
        pairs = [thing.rsplit(" × ", 1) for thing in things.split(", ")]
        pool = [thing for thing, many in pairs for _ in range(int(many))]
        return " ".join([verb, *random.sample(pool, int(number))])
    if not lines and (amount := AMOUNT.search(question)):
        return f"{amount[1]} {random.randint(int(amount[2]), int(amount[3]))}"
    for head, words in CHOICE.findall(gaps):
        lines += [(head.replace("…", word), "") for word in words.split(", ")]
    return str(random.choice(lines)[0]) if lines else "done"


class StandIn(BaseHTTPRequestHandler):
    """Answers POST …/chat/completions."""

    def do_POST(self) -> None:
        """Answer with one of the choices of the first question."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = body["messages"][1]["content"]
        first = QUESTION.split(prompt)[1] if QUESTION.search(prompt) else ""
        message = {"role": "assistant", "content": f"ACTION: {answer_to(first)}"}
        usage = {"prompt_tokens": len(prompt) // 4, "completion_tokens": 8}
        answer = {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_request(self, *_: object) -> None:
        """Print nothing for each request."""


def server(port: int = 0) -> ThreadingHTTPServer:
    """Listen on a port of this machine, by default on any free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), StandIn)


if __name__ == "__main__":
    server(int(sys.argv[1])).serve_forever()
