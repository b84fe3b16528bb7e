# Written by make generate from proto/weft/orchestrator/v1/graph.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes

DESCRIPTOR: descriptor.FileDescriptor

class ListGraphsRequest(message.Message):
    """A request to list graphs."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Only the versions of this graph; "" lists all graphs."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
    ) -> None: ...

class ListGraphsResponse(message.Message):
    """The graphs of a server."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def graphs(self) -> _shapes.Messages[Graph]:
        """By name, the newest version first."""
    def __init__(
        self,
        *,
        graphs: Optional[Iterable[Union[Graph, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Graph(message.Message):
    """A version of a graph: what its runs do, and what it takes to start one."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Its name."""
    version: int
    """Its version. A run stays on the version that it began on."""
    newest: bool
    """The newest version starts new runs."""
    description: str
    """What it is for, in a sentence."""
    startable: bool
    """Callers may start runs of it with StartRun. Others are started by another call, or by runs."""
    @property
    def scopes(self) -> _shapes.Values[str]:
        """The scope that starting one needs, and the scopes that answering its pauses needs."""
    @property
    def input(self) -> GraphMessage:
        """What its runs begin with. Not set where the graph does not say."""
    @property
    def result(self) -> GraphMessage:
        """What its runs come to. Not set where the graph does not say."""
    @property
    def states(self) -> _shapes.Messages[GraphState]:
        """Its states, in the order of its definition."""
    start: str
    """The state that runs begin in."""
    mermaid: str
    """A picture of it, in Mermaid's language."""
    @property
    def signals(self) -> _shapes.Messages[GraphPort]:
        """What its runs may be sent with SendSignal."""
    @property
    def queries(self) -> _shapes.Messages[GraphPort]:
        """What its runs may be asked with QueryRun."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        version: Optional[int] = ...,
        newest: Optional[bool] = ...,
        description: Optional[str] = ...,
        startable: Optional[bool] = ...,
        scopes: Optional[Iterable[str]] = ...,
        input: Optional[Union[GraphMessage, Mapping[str, Any]]] = ...,
        result: Optional[Union[GraphMessage, Mapping[str, Any]]] = ...,
        states: Optional[Iterable[Union[GraphState, Mapping[str, Any]]]] = ...,
        start: Optional[str] = ...,
        mermaid: Optional[str] = ...,
        signals: Optional[Iterable[Union[GraphPort, Mapping[str, Any]]]] = ...,
        queries: Optional[Iterable[Union[GraphPort, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class GraphPort(message.Message):
    """A signal that runs of a graph take, or a query that they answer."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Its name."""
    description: str
    """What it is for, in a sentence."""
    @property
    def input(self) -> GraphMessage:
        """What is sent with it. Not set if nothing is."""
    @property
    def output(self) -> GraphMessage:
        """What a query is answered with."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        description: Optional[str] = ...,
        input: Optional[Union[GraphMessage, Mapping[str, Any]]] = ...,
        output: Optional[Union[GraphMessage, Mapping[str, Any]]] = ...,
    ) -> None: ...

class GraphMessage(message.Message):
    """A type of messages that runs of a graph begin with, or come to."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    type: str
    """Its full name: what "@type" has after the last "/"."""
    schema: str
    """Its JSON Schema (2020-12), as JSON, without the "@type" that stands beside its fields."""
    def __init__(
        self,
        *,
        type: Optional[str] = ...,
        schema: Optional[str] = ...,
    ) -> None: ...

class GraphState(message.Message):
    """A state of a graph."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Kind(int, metaclass=_shapes.EnumType):
        """What running a state means."""
        KIND_UNSPECIFIED: ClassVar[GraphState.Kind]
        """Not stated."""
        KIND_PURE: ClassVar[GraphState.Kind]
        """It computes, and may run twice."""
        KIND_EFFECT: ClassVar[GraphState.Kind]
        """It changes something outside, once."""
        KIND_WAIT: ClassVar[GraphState.Kind]
        """It waits for a person."""
        KIND_CALL: ClassVar[GraphState.Kind]
        """It starts a run of another graph and waits for its end."""
        KIND_TIMER: ClassVar[GraphState.Kind]
        """It waits for a time."""

    KIND_UNSPECIFIED: ClassVar[GraphState.Kind]
    KIND_PURE: ClassVar[GraphState.Kind]
    KIND_EFFECT: ClassVar[GraphState.Kind]
    KIND_WAIT: ClassVar[GraphState.Kind]
    KIND_CALL: ClassVar[GraphState.Kind]
    KIND_TIMER: ClassVar[GraphState.Kind]
    name: str
    """Its name."""
    description: str
    """What it does, in a sentence."""
    kind: GraphState.Kind
    """What running it means."""
    scope: str
    """The scope that answering needs, of one that waits for a person."""
    @property
    def outcomes(self) -> _shapes.Messages[GraphOutcome]:
        """Its outcomes, by name."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        description: Optional[str] = ...,
        kind: Optional[Union[GraphState.Kind, str]] = ...,
        scope: Optional[str] = ...,
        outcomes: Optional[Iterable[Union[GraphOutcome, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class GraphOutcome(message.Message):
    """A way out of a state."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Its name."""
    @property
    def next(self) -> _shapes.Values[str]:
        """The states that come next, side by side if there are several. None ends the branch."""
    fans_out: bool
    """A branch begins for each item of the state's result."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        next: Optional[Iterable[str]] = ...,
        fans_out: Optional[bool] = ...,
    ) -> None: ...
