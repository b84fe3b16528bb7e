# Written by make generate from proto/weft/orchestrator/v1/watch.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import common_v1_pause
from . import orchestrator_v1_report

DESCRIPTOR: descriptor.FileDescriptor

class WatchRunsRequest(message.Message):
    """Request of WatchRuns."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    from_sequence: int
    """The first change to send: one more than the sequence of the last event that the
    caller has had, of any kind. 0: every run that has not ended first, as it stands now,
    and then the changes.
    """
    @property
    def graphs(self) -> _shapes.Values[str]:
        """Only runs of these graphs. Empty: of all."""
    @property
    def statuses(self) -> _shapes.Values[orchestrator_v1_report.RunReport.Status]:
        """Only changes to these statuses. Empty: to all."""
    until_caught_up: bool
    """True: the stream ends when it has come to the present."""
    def __init__(
        self,
        *,
        from_sequence: Optional[int] = ...,
        graphs: Optional[Iterable[str]] = ...,
        statuses: Optional[Iterable[Union[orchestrator_v1_report.RunReport.Status, str]]] = ...,
        until_caught_up: Optional[bool] = ...,
    ) -> None: ...

class WatchRunsResponse(message.Message):
    """Response of WatchRuns."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def event(self) -> RunsEvent:
        """What happened."""
    def __init__(
        self,
        *,
        event: Optional[Union[RunsEvent, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RunsEvent(message.Message):
    """Something that happened among the runs of a tenant."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    sequence: int
    """Its place among all events of all runs, rising. Go on with one more."""
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When it happened."""
    @property
    def changed(self) -> RunChanged:
        """A run began, waits, goes on, has ended, or is one of those that had not ended when
        the watch began.
        """
    @property
    def caught_up(self) -> RunsCaughtUp:
        """What was there when the watch began has been sent."""
    @property
    def missed(self) -> RunsMissed:
        """Changes since from_sequence may be missing."""
    def __init__(
        self,
        *,
        sequence: Optional[int] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        changed: Optional[Union[RunChanged, Mapping[str, Any]]] = ...,
        caught_up: Optional[Union[RunsCaughtUp, Mapping[str, Any]]] = ...,
        missed: Optional[Union[RunsMissed, Mapping[str, Any]]] = ...,
    ) -> None: ...
    def WhichOneof(self, oneof_group: Literal["kind"]) -> Optional[Literal["changed", "caught_up", "missed"]]: ...  # type: ignore[override]

class RunChanged(message.Message):
    """How a run stands now. The same may be told twice."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    status: orchestrator_v1_report.RunReport.Status
    """How it stands."""
    began: bool
    """True: it has begun with this. A fork begins with what it takes over."""
    graph: str
    """The graph that it walks."""
    graph_version: int
    """The version of the graph."""
    run_sequence: int
    """Its last event. WatchRun goes on with one more."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        status: Optional[Union[orchestrator_v1_report.RunReport.Status, str]] = ...,
        began: Optional[bool] = ...,
        graph: Optional[str] = ...,
        graph_version: Optional[int] = ...,
        run_sequence: Optional[int] = ...,
    ) -> None: ...

class RunsCaughtUp(message.Message):
    """The watch has come to the present."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class RunsMissed(message.Message):
    """Runs have ended and been removed since from_sequence, by their age or because all took
    too much room; what became of them is not told. Runs that are there are told in full.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class WatchPausesRequest(message.Message):
    """Request of WatchPauses."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    from_sequence: int
    """The first event to send: one more than the sequence of the last event that the caller
    has had, of any kind. 0: every open pause first, and then what opens and closes.
    """
    graph: str
    """Only pauses of runs of this graph. Empty: of all."""
    kind: common_v1_pause.PauseKind
    """Only pauses of this kind. UNSPECIFIED: of all."""
    mine: bool
    """Only pauses that the caller may answer."""
    until_caught_up: bool
    """True: the stream ends when it has come to the present."""
    def __init__(
        self,
        *,
        from_sequence: Optional[int] = ...,
        graph: Optional[str] = ...,
        kind: Optional[Union[common_v1_pause.PauseKind, str]] = ...,
        mine: Optional[bool] = ...,
        until_caught_up: Optional[bool] = ...,
    ) -> None: ...

class PauseClosed(message.Message):
    """A pause that is not open any more."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Reason(int, metaclass=_shapes.EnumType):
        """Why a pause closed."""
        REASON_UNSPECIFIED: ClassVar[PauseClosed.Reason]
        """Not used."""
        REASON_ANSWERED: ClassVar[PauseClosed.Reason]
        """It was answered."""
        REASON_DECLINED: ClassVar[PauseClosed.Reason]
        """It was declined."""
        REASON_EXPIRED: ClassVar[PauseClosed.Reason]
        """Nobody answered in time, and the run went on."""
        REASON_RUN_ENDED: ClassVar[PauseClosed.Reason]
        """Its run has ended."""

    REASON_UNSPECIFIED: ClassVar[PauseClosed.Reason]
    REASON_ANSWERED: ClassVar[PauseClosed.Reason]
    REASON_DECLINED: ClassVar[PauseClosed.Reason]
    REASON_EXPIRED: ClassVar[PauseClosed.Reason]
    REASON_RUN_ENDED: ClassVar[PauseClosed.Reason]
    pause_id: str
    """The pause, by its id within its run."""
    run_id: str
    """The run."""
    graph: str
    """The graph that the run walks."""
    reason: PauseClosed.Reason
    """Why it closed."""
    outcome: str
    """How it came out: an outcome of the state that waited. Empty if the run has ended."""
    user: str
    """Who answered or declined, or cancelled the run. Empty if nobody did."""
    run_status: orchestrator_v1_report.RunReport.Status
    """How the run ended. UNSPECIFIED if it has not."""
    def __init__(
        self,
        *,
        pause_id: Optional[str] = ...,
        run_id: Optional[str] = ...,
        graph: Optional[str] = ...,
        reason: Optional[Union[PauseClosed.Reason, str]] = ...,
        outcome: Optional[str] = ...,
        user: Optional[str] = ...,
        run_status: Optional[Union[orchestrator_v1_report.RunReport.Status, str]] = ...,
    ) -> None: ...

class PausesCaughtUp(message.Message):
    """The watch has come to the present."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class PausesMissed(message.Message):
    """Runs have ended and been removed since from_sequence, by their age or because all took
    too much room; that their pauses closed is not told. Of runs that are there all is told.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...
