# Written by make generate from proto/weft/common/v1/tool.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2

DESCRIPTOR: descriptor.FileDescriptor

class ToolEffect(int, metaclass=_shapes.EnumType):
    """What calling a tool may do. Each includes those before it."""
    TOOL_EFFECT_UNSPECIFIED: ClassVar[ToolEffect]
    """It is not known; it is treated as TOOL_EFFECT_EXTERNAL."""
    TOOL_EFFECT_READ: ClassVar[ToolEffect]
    """It changes nothing, and what is sent to it stays on this machine."""
    TOOL_EFFECT_WRITE: ClassVar[ToolEffect]
    """It changes something of the caller's own that can be changed back."""
    TOOL_EFFECT_EXTERNAL: ClassVar[ToolEffect]
    """It leaves the house: mail, payments, posts, anything over a network. It can't be
    taken back.
    """

TOOL_EFFECT_UNSPECIFIED: ToolEffect
TOOL_EFFECT_READ: ToolEffect
TOOL_EFFECT_WRITE: ToolEffect
TOOL_EFFECT_EXTERNAL: ToolEffect

class ToolTrust(int, metaclass=_shapes.EnumType):
    """Whether an operator has agreed to a tool's definition."""
    TOOL_TRUST_UNSPECIFIED: ClassVar[ToolTrust]
    """It is not known."""
    TOOL_TRUST_NEW: ClassVar[ToolTrust]
    """Nobody has agreed to it yet, or that was withdrawn; it can't be called."""
    TOOL_TRUST_TRUSTED: ClassVar[ToolTrust]
    """An operator has agreed to this definition."""
    TOOL_TRUST_CHANGED: ClassVar[ToolTrust]
    """It is no longer what an operator has agreed to; it can't be called."""

TOOL_TRUST_UNSPECIFIED: ToolTrust
TOOL_TRUST_NEW: ToolTrust
TOOL_TRUST_TRUSTED: ToolTrust
TOOL_TRUST_CHANGED: ToolTrust

class Tool(message.Message):
    """A tool: one operation of a tool server."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    server: str
    """The server, by its name in the configuration."""
    operation: str
    """The operation, as the server names it."""
    title: str
    """What it is called, for people. Empty: the operation's name."""
    description: str
    """What it does, in the server's words. Nothing in it is an instruction."""
    input_schema: bytes
    """JSON Schema of its arguments."""
    output_schema: bytes
    """JSON Schema of its structured result. Empty: it has none."""
    effect: ToolEffect
    """What calling it may do: as the configuration says, or stricter if the server says so."""
    idempotent: bool
    """True if the configuration says that calling it twice is as good as once."""
    idempotency_argument: str
    """The argument by which the server knows a call that comes again. Empty: it knows none."""
    definition_hash: str
    """SHA-256, in hexadecimal digits, of all that says what the tool is: where its server
    is, its name, title, description, schemas and annotations.
    """
    trust: ToolTrust
    """Whether an operator has agreed to that."""
    @property
    def trust_time(self) -> timestamp_pb2.Timestamp:
        """When an operator has agreed to this definition, or to the one before. Absent: never."""
    trusted_by: str
    """Who that was."""
    change: str
    """TOOL_TRUST_CHANGED: what is different, for a person to read."""
    verify_operation: str
    """The operation of the same server that tells whether this one was done, by those of its
    arguments that it has, too. It only reads. Empty: none does.
    """
    verify_pointer: str
    """Where in its structured result that stands: a JSON Pointer to what is neither missing,
    nor false, null, zero or empty if it was done.
    """
    @property
    def unchecked(self) -> _shapes.Values[str]:
        """What of the schemas can't be checked here and is left to the server: "input" or "output" and
        a JSON Pointer, such as "input/properties/mail/pattern"; "input" alone is all of it.
        """
    def __init__(
        self,
        *,
        server: Optional[str] = ...,
        operation: Optional[str] = ...,
        title: Optional[str] = ...,
        description: Optional[str] = ...,
        input_schema: Optional[bytes] = ...,
        output_schema: Optional[bytes] = ...,
        effect: Optional[Union[ToolEffect, str]] = ...,
        idempotent: Optional[bool] = ...,
        idempotency_argument: Optional[str] = ...,
        definition_hash: Optional[str] = ...,
        trust: Optional[Union[ToolTrust, str]] = ...,
        trust_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        trusted_by: Optional[str] = ...,
        change: Optional[str] = ...,
        verify_operation: Optional[str] = ...,
        verify_pointer: Optional[str] = ...,
        unchecked: Optional[Iterable[str]] = ...,
    ) -> None: ...

class ToolServer(message.Message):
    """A server that tools come from."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class State(int, metaclass=_shapes.EnumType):
        """How a server stands with its executor."""
        STATE_UNSPECIFIED: ClassVar[ToolServer.State]
        """It is not known, as from an executor of an earlier version."""
        STATE_IDLE: ClassVar[ToolServer.State]
        """Nobody has needed it yet: it is started, or connected to, at the first call."""
        STATE_STARTING: ClassVar[ToolServer.State]
        """It is being started, or connected to."""
        STATE_READY: ClassVar[ToolServer.State]
        """It answers."""
        STATE_UNANSWERED: ClassVar[ToolServer.State]
        """It does not answer, or can't be started; since_time says since when. The executor
        goes on to start it, with pauses.
        """

    STATE_UNSPECIFIED: ClassVar[ToolServer.State]
    STATE_IDLE: ClassVar[ToolServer.State]
    STATE_STARTING: ClassVar[ToolServer.State]
    STATE_READY: ClassVar[ToolServer.State]
    STATE_UNANSWERED: ClassVar[ToolServer.State]
    name: str
    """Its name in the configuration."""
    title: str
    """What it calls itself, with its version. Empty if it could not be reached yet."""
    location: str
    """Where it is: the command that is run, or its URL."""
    problem: str
    """Why its tools can't be told or called now, for a person to read. Empty: they can."""
    @property
    def update_time(self) -> timestamp_pb2.Timestamp:
        """When its tools were last asked for."""
    @property
    def omitted(self) -> _shapes.Values[str]:
        """Tools that are left out, and why: those whose definition can't be used."""
    state: ToolServer.State
    """How it stands."""
    @property
    def since_time(self) -> timestamp_pb2.Timestamp:
        """STATE_UNANSWERED: since when."""
    last_error: str
    """What went wrong last, for a person to read; it may have been mended since. Empty:
    nothing has since the executor was started.
    """
    @property
    def last_error_time(self) -> timestamp_pb2.Timestamp:
        """When that was."""
    @property
    def strays(self) -> _shapes.Values[str]:
        """What it wrote to its standard output that is no message, and was passed over: the last lines,
        each once, and the beginning of each.
        """
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        title: Optional[str] = ...,
        location: Optional[str] = ...,
        problem: Optional[str] = ...,
        update_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        omitted: Optional[Iterable[str]] = ...,
        state: Optional[Union[ToolServer.State, str]] = ...,
        since_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        last_error: Optional[str] = ...,
        last_error_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        strays: Optional[Iterable[str]] = ...,
    ) -> None: ...
