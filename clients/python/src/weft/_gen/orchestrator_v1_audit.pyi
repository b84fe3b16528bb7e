# Written by make generate from proto/weft/orchestrator/v1/audit.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2

DESCRIPTOR: descriptor.FileDescriptor

class ListAuditEventsRequest(message.Message):
    """Request of ListAuditEvents."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    page_size: int
    """The most events to return, 1000 at most. 0 means 50. Fewer may be returned."""
    page_token: str
    """next_page_token of the previous page."""
    @property
    def since(self) -> timestamp_pb2.Timestamp:
        """Only events from this moment on. Absent: from the first that is kept."""
    @property
    def until(self) -> timestamp_pb2.Timestamp:
        """Only events before this moment. Absent: to the last."""
    user: str
    """Only what this user did. Empty: what anybody did."""
    @property
    def methods(self) -> _shapes.Values[str]:
        """Only calls of these methods, such as "AnswerRun", and changes of the file of
        keys, such as "KeyAdded". Empty: all.
        """
    run_id: str
    """Only what was done to this run. Empty: to any, or none."""
    entry_id: str
    """Only what was done to this entry. Empty: to any, or none."""
    def __init__(
        self,
        *,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
        since: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        until: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        user: Optional[str] = ...,
        methods: Optional[Iterable[str]] = ...,
        run_id: Optional[str] = ...,
        entry_id: Optional[str] = ...,
    ) -> None: ...

class ListAuditEventsResponse(message.Message):
    """Response of ListAuditEvents."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def events(self) -> _shapes.Messages[AuditEvent]:
        """The events, oldest first."""
    next_page_token: str
    """Token of the next page. Empty on the last page. A page may be empty and have a next
    one.
    """
    def __init__(
        self,
        *,
        events: Optional[Iterable[Union[AuditEvent, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
    ) -> None: ...

class AuditEvent(message.Message):
    """A call that changed something, or that was refused to its caller; or a change of an API
    key.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When the call was answered."""
    method: str
    """The method of the API."""
    user: str
    """Who called."""
    user_kind: str
    """"person" or "service"."""
    key_id: str
    """The id of the API key, or of the key that signed the JWT. Empty with neither."""
    issuer: str
    """Issuer of the JWT."""
    subject: str
    """Subject of the JWT."""
    @property
    def run_ids(self) -> _shapes.Values[str]:
        """The runs that it was about, those that it started among them."""
    interrupt_id: str
    """The pause that was answered. Empty if the call named none."""
    entry_id: str
    """The entry that it was about."""
    thread_id: str
    """The thread that it was about."""
    refused: str
    """Why the call was refused, one of the reasons in docs/errors.md. Empty: it was done."""
    api_key_id: str
    """The API key that was made, rotated or revoked by a call. Or the one that was added,
    changed, revoked or removed in the file of keys: method is then KeyAdded, KeyChanged,
    KeyRevoked or KeyRemoved, and user is empty, since who changed the file is not known. The
    time is when a server has seen it.
    """
    description: str
    """In words: whom that key stands for, and what it lets them do."""
    webhook_id: str
    """The webhook that it was about."""
    tool: str
    """The tool that it was about: server/operation."""
    def __init__(
        self,
        *,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        method: Optional[str] = ...,
        user: Optional[str] = ...,
        user_kind: Optional[str] = ...,
        key_id: Optional[str] = ...,
        issuer: Optional[str] = ...,
        subject: Optional[str] = ...,
        run_ids: Optional[Iterable[str]] = ...,
        interrupt_id: Optional[str] = ...,
        entry_id: Optional[str] = ...,
        thread_id: Optional[str] = ...,
        refused: Optional[str] = ...,
        api_key_id: Optional[str] = ...,
        description: Optional[str] = ...,
        webhook_id: Optional[str] = ...,
        tool: Optional[str] = ...,
    ) -> None: ...
