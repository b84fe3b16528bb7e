"""What the README shows is what there is, and it runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import List

import pytest
from conftest import Server

FOLDER = Path(__file__).parent.parent
BLOCKS: List[str] = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.S)


def run_program(server: Server, *args: str, said: str = "") -> "subprocess.CompletedProcess[str]":
    env = dict(os.environ, WEFT_SERVER=server.address, WEFT_TOKEN_FILE=str(server.token_file))
    return subprocess.run([sys.executable, *args], env=env, input=said, capture_output=True, text=True, timeout=60)


def test_the_readme_shows_the_example_as_it_is() -> None:
    assert (FOLDER / "examples" / "ask.py").read_text() in BLOCKS


def test_the_first_lines_of_the_readme_run(server: Server) -> None:
    done = run_program(server, "-c", BLOCKS[0])
    assert done.returncode == 0 and done.stdout.strip(), done.stderr


def test_the_example_answers(server: Server) -> None:
    with server.client() as client:
        client.log("Slept 9 h")
    done = run_program(server, str(FOLDER / "examples" / "ask.py"), "How long did I sleep today?")
    assert done.returncode == 0 and "9 h" in done.stdout, done.stderr


def test_the_example_tells_the_reason_of_an_error(server: Server) -> None:
    done = run_program(server, str(FOLDER / "examples" / "ask.py"), " ")
    assert done.returncode == 1 and done.stderr.startswith("INPUT_BLANK: ")


@pytest.mark.parametrize("block", BLOCKS[2:4])
def test_the_other_lines_of_the_readme_run(server: Server, block: str) -> None:
    done = run_program(server, "-c", "from weft import Client\nwith Client() as weft:\n" + re.sub("(?m)^", "    ", block))
    assert done.returncode == 0, done.stderr
