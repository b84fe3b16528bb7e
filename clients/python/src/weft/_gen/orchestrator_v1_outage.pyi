# Written by make generate from proto/weft/orchestrator/v1/outage.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2

DESCRIPTOR: descriptor.FileDescriptor

class Outage(message.Message):
    """A step of a run can't go on, because somebody whom it needs is not there. The run tries
    again by itself, with pauses.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    state: str
    """The state of the step."""
    waits_for: str
    """Whom or what it waits for, such as "tool server billing" or "executor". Empty if that is
    not known.
    """
    @property
    def since_time(self) -> timestamp_pb2.Timestamp:
        """Since when that has not been there, as far as is known."""
    attempts: int
    """How often the step was tried since the run last got on. 0 in lists."""
    @property
    def retry_time(self) -> timestamp_pb2.Timestamp:
        """When it is tried next."""
    error: str
    """What the last try failed with, for a person to read."""
    def __init__(
        self,
        *,
        state: Optional[str] = ...,
        waits_for: Optional[str] = ...,
        since_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        attempts: Optional[int] = ...,
        retry_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        error: Optional[str] = ...,
    ) -> None: ...
