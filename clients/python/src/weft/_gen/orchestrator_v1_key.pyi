# Written by make generate from proto/weft/orchestrator/v1/key.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import duration_pb2
from google.protobuf import timestamp_pb2
from . import orchestrator_v1_method

DESCRIPTOR: descriptor.FileDescriptor

class CreateKeyRequest(message.Message):
    """Request of CreateKey."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """What the key is for, to people. One line."""
    user: str
    """The user of the caller's tenant whom the key stands for. One line."""
    kind: Key.Kind
    """What will show the key."""
    @property
    def scopes(self) -> _shapes.Values[orchestrator_v1_method.Scope]:
        """What the key opens: scopes that the caller has."""
    @property
    def lifetime(self) -> duration_pb2.Duration:
        """After which time the key expires, in whole seconds: ten years (3650 days) at most.
        Absent: never.
        """
    request_id: str
    """Makes the call safe to repeat: for ten minutes, a call with the same id and the same
    other fields answers with the key of the first call and a new text, and the text told
    before no longer counts. Later, or for a key that was revoked, it fails. Empty: each call
    makes a key.
    """
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        user: Optional[str] = ...,
        kind: Optional[Union[Key.Kind, str]] = ...,
        scopes: Optional[Iterable[Union[orchestrator_v1_method.Scope, str]]] = ...,
        lifetime: Optional[Union[duration_pb2.Duration, Mapping[str, Any]]] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...

class CreateKeyResponse(message.Message):
    """Response of CreateKey."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def key(self) -> Key:
        """The key."""
    text: str
    """Its text, which is shown as "authorization: Bearer TEXT". It is kept nowhere, and not told
    again.
    """
    def __init__(
        self,
        *,
        key: Optional[Union[Key, Mapping[str, Any]]] = ...,
        text: Optional[str] = ...,
    ) -> None: ...

class ListKeysRequest(message.Message):
    """Request of ListKeys."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    page_size: int
    """The most keys to return, 1000 at most. 0 means 50. Fewer may be returned."""
    page_token: str
    """next_page_token of the previous page."""
    def __init__(
        self,
        *,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
    ) -> None: ...

class ListKeysResponse(message.Message):
    """Response of ListKeys."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def keys(self) -> _shapes.Messages[Key]:
        """The keys, oldest first."""
    next_page_token: str
    """Token of the next page. Empty on the last page."""
    def __init__(
        self,
        *,
        keys: Optional[Iterable[Union[Key, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
    ) -> None: ...

class RotateKeyRequest(message.Message):
    """Request of RotateKey."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    key_id: str
    """The key to replace."""
    @property
    def grace(self) -> duration_pb2.Duration:
        """How long the old key works on, in whole seconds: 30 days at most, and never longer than
        without this call. Absent or 0: it expires now.
        """
    request_id: str
    """Makes the call safe to repeat, as that of CreateKeyRequest. Empty: a second call is
    refused, since the key was replaced before.
    """
    def __init__(
        self,
        *,
        key_id: Optional[str] = ...,
        grace: Optional[Union[duration_pb2.Duration, Mapping[str, Any]]] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...

class RotateKeyResponse(message.Message):
    """Response of RotateKey."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def key(self) -> Key:
        """The new key."""
    text: str
    """Its text. It is kept nowhere, and not told again."""
    @property
    def old_key(self) -> Key:
        """The old key."""
    def __init__(
        self,
        *,
        key: Optional[Union[Key, Mapping[str, Any]]] = ...,
        text: Optional[str] = ...,
        old_key: Optional[Union[Key, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RevokeKeyRequest(message.Message):
    """Request of RevokeKey."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    key_id: str
    """The key to revoke."""
    def __init__(
        self,
        *,
        key_id: Optional[str] = ...,
    ) -> None: ...

class RevokeKeyResponse(message.Message):
    """Response of RevokeKey."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def key(self) -> Key:
        """The key."""
    own: bool
    """Whether it is the key that this call was made with: its next calls are refused."""
    def __init__(
        self,
        *,
        key: Optional[Union[Key, Mapping[str, Any]]] = ...,
        own: Optional[bool] = ...,
    ) -> None: ...

class Key(message.Message):
    """An API key, without its text."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Kind(int, metaclass=_shapes.EnumType):
        """What shows an API key."""
        KIND_UNSPECIFIED: ClassVar[Key.Kind]
        """Not stated."""
        KIND_PERSON: ClassVar[Key.Kind]
        """A person."""
        KIND_SERVICE: ClassVar[Key.Kind]
        """A program that calls by itself."""

    KIND_UNSPECIFIED: ClassVar[Key.Kind]
    KIND_PERSON: ClassVar[Key.Kind]
    KIND_SERVICE: ClassVar[Key.Kind]

    class State(int, metaclass=_shapes.EnumType):
        """What an API key is worth."""
        STATE_UNSPECIFIED: ClassVar[Key.State]
        """Not stated."""
        STATE_ACTIVE: ClassVar[Key.State]
        """It is accepted."""
        STATE_EXPIRED: ClassVar[Key.State]
        """It is refused, for its time is over."""
        STATE_REVOKED: ClassVar[Key.State]
        """It is refused, for it was revoked."""

    STATE_UNSPECIFIED: ClassVar[Key.State]
    STATE_ACTIVE: ClassVar[Key.State]
    STATE_EXPIRED: ClassVar[Key.State]
    STATE_REVOKED: ClassVar[Key.State]
    id: str
    """Names it. It is the part of the text between "weft_" and the next "_", and no secret."""
    name: str
    """What it is for, to people."""
    user: str
    """The user whom it stands for."""
    kind: Key.Kind
    """What shows it."""
    @property
    def scopes(self) -> _shapes.Values[orchestrator_v1_method.Scope]:
        """What it opens."""
    state: Key.State
    """What it is worth now."""
    @property
    def create_time(self) -> timestamp_pb2.Timestamp:
        """When it was made."""
    @property
    def expire_time(self) -> timestamp_pb2.Timestamp:
        """When it expires, or expired. Absent: never."""
    @property
    def revoke_time(self) -> timestamp_pb2.Timestamp:
        """When it was revoked. Absent: it was not."""
    successor_id: str
    """The key that replaced it. Empty: it was not rotated."""
    @property
    def first_use_time(self) -> timestamp_pb2.Timestamp:
        """The first use that was noted. Absent: none was."""
    @property
    def last_use_time(self) -> timestamp_pb2.Timestamp:
        """The last use that was noted: those of the server that is asked at once, those of others a
        minute late at most; a crash loses a minute. Absent: none was.
        """
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        name: Optional[str] = ...,
        user: Optional[str] = ...,
        kind: Optional[Union[Key.Kind, str]] = ...,
        scopes: Optional[Iterable[Union[orchestrator_v1_method.Scope, str]]] = ...,
        state: Optional[Union[Key.State, str]] = ...,
        create_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        expire_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        revoke_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        successor_id: Optional[str] = ...,
        first_use_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        last_use_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
    ) -> None: ...
