"""The errors of calls. docs/errors.md of Weft lists the reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, Union

__all__ = [
    "Conflict",
    "DeadlineExceeded",
    "InvalidArgument",
    "NotFound",
    "PermissionDenied",
    "Unauthenticated",
    "Unavailable",
    "Violation",
    "WeftError",
]


@dataclass(frozen=True)
class Violation:
    """A field of a request that is wrong."""

    field: str  # its path, such as input.text
    description: str


class WeftError(Exception):
    """A call that failed."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "UNKNOWN",
        reason: str = "",
        metadata: Optional[Mapping[str, str]] = None,
        violations: Sequence[Violation] = (),
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        """The name of the gRPC status, such as NOT_FOUND."""
        self.reason = reason
        """The word for programs, such as RUN_NOT_FOUND. Empty: the error does not come from Weft."""
        self.metadata: Dict[str, str] = dict(metadata or {})
        """Facts that belong to the reason."""
        self.violations = list(violations)
        """The fields that are wrong."""
        self.retry_after = retry_after
        """Seconds after which the call may be made again. None: the server says nothing of it."""

    def __str__(self) -> str:
        return f"{self.reason or self.code}: {self.message}"


class NotFound(WeftError):
    """There is no such thing."""


class InvalidArgument(WeftError):
    """The request is wrong; violations may say where."""


class Unauthenticated(WeftError):
    """The call has no credential, or one that the server does not accept."""


class PermissionDenied(WeftError):
    """The caller is known, and may not do this."""


class Conflict(WeftError):
    """The request does not fit how things stand now. Read them again, then decide."""


class Unavailable(WeftError):
    """The server, or a part of it, can't be reached or has too much to do. Try it later."""


class DeadlineExceeded(WeftError, TimeoutError):
    """The call took longer than it was given. What it began may go on."""


_CLASSES: Dict[str, Type[WeftError]] = {
    "NOT_FOUND": NotFound,
    "INVALID_ARGUMENT": InvalidArgument,
    "OUT_OF_RANGE": InvalidArgument,
    "UNAUTHENTICATED": Unauthenticated,
    "PERMISSION_DENIED": PermissionDenied,
    "ALREADY_EXISTS": Conflict,
    "FAILED_PRECONDITION": Conflict,
    "ABORTED": Conflict,
    "UNAVAILABLE": Unavailable,
    "RESOURCE_EXHAUSTED": Unavailable,
    "DEADLINE_EXCEEDED": DeadlineExceeded,
}


def error_of_call(call: Any) -> WeftError:
    """Reads the error of a call of gRPC, with the details of google.rpc.Status."""
    code = call.code().name
    details: Dict[str, Any] = {}
    for key, value in call.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            try:
                details = _read_status(value)
            except (ValueError, IndexError):
                details = {}  # whatever stands between us and the server, it is no Status
    return _CLASSES.get(code, WeftError)(call.details() or code, code=code, **details)


# google.rpc's messages are read by hand: classes of them would collide with those of the
# package googleapis-common-protos in a caller's program.


def _read_status(data: bytes) -> Dict[str, Any]:
    found: Dict[str, Any] = {}
    for detail in _all(data, 3):
        kind = _text(detail, 1).rpartition("/")[2]
        value = _last(detail, 2)
        if kind == "google.rpc.ErrorInfo":
            found["reason"] = _text(value, 1)
            found["metadata"] = {_text(pair, 1): _text(pair, 2) for pair in _all(value, 3)}
        elif kind == "google.rpc.RetryInfo":
            found["retry_after"] = _seconds(_last(value, 1))
        elif kind == "google.rpc.BadRequest":
            found["violations"] = [Violation(_text(v, 1), _text(v, 2)) for v in _all(value, 1)]
    return found


def _all(data: bytes, number: int) -> List[bytes]:
    return [value for n, value in _fields(data) if n == number and isinstance(value, bytes)]


def _last(data: bytes, number: int) -> bytes:
    values = _all(data, number)
    return values[-1] if values else b""


def _text(data: bytes, number: int) -> str:
    return _last(data, number).decode("utf-8", "replace")


def _seconds(duration: bytes) -> float:
    numbers = {n: value for n, value in _fields(duration) if isinstance(value, int)}
    return max(0.0, numbers.get(1, 0) + numbers.get(2, 0) / 1e9)


def _fields(data: bytes) -> Iterator[Tuple[int, Union[int, bytes]]]:
    """Reads the fields of a message on the wire: numbers and bytes."""
    at = 0
    while at < len(data):
        tag, at = _number(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = _number(data, at)
            yield tag >> 3, value
            continue
        if kind == 2:
            size, at = _number(data, at)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            raise ValueError("a field of a kind that is not used any more")
        if at + size > len(data):
            raise ValueError("a field that is cut off")
        yield tag >> 3, data[at : at + size]
        at += size


def _number(data: bytes, at: int) -> Tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError("a number that is too long")
