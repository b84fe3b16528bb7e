"""Asks a question, answers what is asked back, and prints the answer with its notes.

    WEFT_TOKEN_FILE=~/.local/share/weft/vault/.weft/token python3 ask.py "How did I sleep this week?"
"""

import sys

from weft import Client, WeftError

text = sys.argv[1] if len(sys.argv) > 1 else "How did I sleep this week?"
try:
    with Client() as weft:
        answer = weft.ask(text)
        while answer.pauses:
            pause = answer.pauses[0]
            pause.say(input(pause.text + " "))
            answer = answer.follow()
        print(answer.text)
        for number, citation in enumerate(answer.citations, 1):
            print(f"[{number}] {citation.date} {citation.quote}")
except WeftError as error:
    sys.exit(f"{error.reason or error.code}: {error.message}")
