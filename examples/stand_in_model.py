"""An endpoint for language models without a model: it answers with a random choice of the prompt.

python examples/stand_in_model.py 8899
"""

import json
import random
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

QUESTION = re.compile(r"^Question .*$", re.MULTILINE)
CHOICE = re.compile(r"^- (.+?): ", re.MULTILINE)  # a line is “- ACTION: what it means”


class StandIn(BaseHTTPRequestHandler):
    """Answers POST …/chat/completions."""

    def do_POST(self) -> None:
        """Answer with one of the choices of the first question."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = body["messages"][1]["content"]
        first = QUESTION.split(prompt)[1] if QUESTION.search(prompt) else ""
        choices = CHOICE.findall(first) or ["done"]
        message = {"role": "assistant", "content": f"ACTION: {random.choice(choices)}"}
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
