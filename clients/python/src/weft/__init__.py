"""The client of Weft.

    with Client() as weft:
        answer = weft.ask("How did I sleep this week?")
        print(answer.text)
"""

from . import types
from ._client import AsyncClient, Client
from ._outcome import AsyncOutcome, Outcome
from ._pause import AsyncPause, Pause
from .errors import (
    Conflict,
    DeadlineExceeded,
    InvalidArgument,
    NotFound,
    PermissionDenied,
    Unauthenticated,
    Unavailable,
    Violation,
    WeftError,
)

__all__ = [
    "AsyncClient",
    "AsyncOutcome",
    "AsyncPause",
    "Client",
    "Conflict",
    "DeadlineExceeded",
    "InvalidArgument",
    "NotFound",
    "Outcome",
    "Pause",
    "PermissionDenied",
    "Unauthenticated",
    "Unavailable",
    "Violation",
    "WeftError",
    "types",
]
