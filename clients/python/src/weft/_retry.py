"""When a call is made again, and where a stream goes on."""

from __future__ import annotations

import random
import time
from typing import Any, Optional, Tuple

from google.protobuf import message

from ._gen import exports as types
from ._method import Method
from .errors import DeadlineExceeded, WeftError

FIRST_WAIT = 0.1  # seconds
LONGEST_WAIT = 2.0

WATCH_RUN = "/weft.orchestrator.v1.RunsService/WatchRun"
PROCESS_INPUT = "/weft.orchestrator.v1.NotesService/ProcessInput"


class Patience:
    """How long a call, or a stream without progress, is tried again."""

    def __init__(self, retry_for: float, timeout: Optional[float]) -> None:
        self._retry_for = retry_for
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._failing_since: Optional[float] = None
        self._failures = 0

    def time_left(self) -> Optional[float]:
        """Returns the seconds until the caller's deadline. None: there is none."""
        if self._deadline is None:
            return None
        return max(0.001, self._deadline - time.monotonic())

    def note_progress(self) -> None:
        self._failing_since = None
        self._failures = 0

    def next_wait(self, error: WeftError, connection_lost: bool = False) -> float:
        """Returns the seconds to wait before the next try, or raises the error."""
        again = error.code == "UNAVAILABLE" or connection_lost
        if not again and not (error.code == "RESOURCE_EXHAUSTED" and error.retry_after is not None):
            raise error
        now = time.monotonic()
        if self._failing_since is None:
            self._failing_since = now
        wait = error.retry_after
        if wait is None:
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0**self._failures) * random.uniform(0.5, 1.0)
        self._failures = min(self._failures + 1, 16)
        if now + wait > self._failing_since + self._retry_for:
            raise error
        if self._deadline is not None and now + wait > self._deadline:
            raise DeadlineExceeded(error.message, code="DEADLINE_EXCEEDED", reason=error.reason, metadata=error.metadata) from error
        return wait


class Position:
    """Where a stream stands: what is asked for next when its connection is lost."""

    def __init__(self, method: Method[Any, Any], request: message.Message) -> None:
        self._answer = method.response
        self.method = method
        self.request: Any = request
        self._next = 0  # the first sequence that was not seen
        self._caught_up = False

    def wait_after(self, error: WeftError, patience: Patience) -> float:
        """Returns the seconds to wait before the stream goes on, or raises the error."""
        if not self.method.may_repeat:
            raise error
        # Every error of Weft has a reason: one without it is of the connection.
        lost = not error.reason and error.code in ("INTERNAL", "UNKNOWN")
        return patience.next_wait(error, connection_lost=lost)

    def accept(self, response: Any) -> Tuple[bool, Any]:
        """Notes what has come. Returns whether the caller gets it, and as what."""
        if not self.method.has_sequence:
            return True, response
        event = response.event
        kind = _kind_of(event)
        if kind == "caught_up":
            if self._caught_up:
                return False, response
            self._caught_up = True
        elif kind != "missed" and 0 < event.sequence < self._next:
            return False, response
        # Where nothing has happened yet, a watch has come to 0, and goes on with 1: what
        # happened and ended meanwhile would not be told from 0.
        if event.sequence > 0 or kind == "caught_up":
            self._next = max(self._next, event.sequence + 1)
        if self.method.path == PROCESS_INPUT and event.run_id:
            self._go_on_as_watch(event.run_id)
        elif self._next and self.method.path != PROCESS_INPUT:
            self.request.from_sequence = max(self._next, self.request.from_sequence)
        if type(response) is not self._answer:
            response = self._answer(event=event)
        return True, response

    def _go_on_as_watch(self, run_id: str) -> None:
        self.method = Method(WATCH_RUN, types.WatchRunRequest, types.WatchRunResponse, True, False, True)
        self.request = types.WatchRunRequest(run_id=run_id, from_sequence=self._next, until_pause=True)


def _kind_of(event: Any) -> Optional[str]:
    if "kind" in event.DESCRIPTOR.oneofs_by_name:
        return event.WhichOneof("kind")
    # Of plans, one without a plan says that the watch has come to the present.
    return "plan" if event.HasField("plan") else "caught_up"
