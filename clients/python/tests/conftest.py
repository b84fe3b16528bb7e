"""A real server for the tests: the binary that WEFT_BINARY names, on a vault of its own."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional

import pytest

import weft

BINARY = os.environ["WEFT_BINARY"]


class Server:
    """A process of `weft up`, which can be stopped and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.vault = folder / "vault"
        (folder / "home").mkdir(parents=True)
        self.vault.mkdir()
        self.token_file = self.vault / ".weft" / "token"
        self.address = "127.0.0.1:0"
        self._process: Optional["subprocess.Popen[str]"] = None
        self.start()

    def start(self) -> None:
        env = {"HOME": str(self.folder / "home"), "PATH": os.environ["PATH"]}
        args = [BINARY, "up", "-o", "json", "--vault", str(self.vault), "--tz", "Europe/Berlin"]
        args += ["--set", "api.listen=" + self.address, "--set", "user=tester", "--set", "runs.ack_wait=2s"]
        with open(self.folder / "log", "a") as log:
            self._process = subprocess.Popen(args, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, (self.folder / "log").read_text()
        self.address = json.loads(line)["addresses"]["api"]

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()  # as it may be anywhere; a graceful end would wait for streams
            self._process.wait(30)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def client(self, address: Optional[str] = None, **more: Any) -> weft.Client:
        return weft.Client(address or self.address, token_file=self.token_file, **more)

    def async_client(self, address: Optional[str] = None, **more: Any) -> weft.AsyncClient:
        return weft.AsyncClient(address or self.address, token_file=self.token_file, **more)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tests share. One that stops it takes new_server."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "server")
    yield running
    running.stop()


@pytest.fixture
def client(server: Server) -> Iterator[weft.Client]:
    with server.client() as made:
        yield made


class Proxy:
    """A proxy on the way to a server, which cuts each connection after a number of bytes
    from the server. 0 cuts none."""

    def __init__(self, to: str, cut_after: int, cut_once: bool = False) -> None:
        self._cut_once = cut_once
        host, _, port = to.rpartition(":")
        self._to = (host, int(port))
        self.cut_after = cut_after
        self.cuts = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(caller,), daemon=True).start()

    def _carry(self, caller: socket.socket) -> None:
        left = self.cut_after
        with caller, socket.create_connection(self._to) as server:
            while True:
                for ready in select.select([caller, server], [], [])[0]:
                    try:
                        data = ready.recv(65536)
                        if not data:
                            return
                        if ready is caller:
                            server.sendall(data)
                            continue
                        if self.cut_after and len(data) >= left:
                            caller.sendall(data[:left])
                            self.cuts += 1
                            if self._cut_once:
                                self.cut_after = 0
                            return
                        left -= len(data)
                        caller.sendall(data)
                    except OSError:
                        return


@pytest.fixture
def proxy_to() -> Iterator[Callable[..., Proxy]]:
    made: List[Proxy] = []

    def make(to: str, cut_after: int, cut_once: bool = False) -> Proxy:
        made.append(Proxy(to, cut_after, cut_once))
        return made[-1]

    yield make
    for proxy in made:
        proxy.close()


def wait_until(holds: Callable[[], bool], seen: object = None, seconds: float = 20) -> None:
    """Waits for something that another thread does."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"it did not happen: {seen}"
        time.sleep(0.02)
