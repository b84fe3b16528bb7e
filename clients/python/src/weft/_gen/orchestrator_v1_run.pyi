# Written by make generate from proto/weft/orchestrator/v1/run.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import any_pb2
from google.protobuf import timestamp_pb2
from . import common_v1_pause
from . import common_v1_reasoning
from . import orchestrator_v1_outage
from . import orchestrator_v1_pause
from . import orchestrator_v1_report
from . import orchestrator_v1_watch

DESCRIPTOR: descriptor.FileDescriptor

class Run(message.Message):
    """A run."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Its id, a ULID: ids sort by time."""
    status: orchestrator_v1_report.RunReport.Status
    """Its status."""
    text: str
    """What the user wrote."""
    @property
    def create_time(self) -> timestamp_pb2.Timestamp:
        """When it started."""
    @property
    def update_time(self) -> timestamp_pb2.Timestamp:
        """When something last happened."""
    graph: str
    """The graph that it walks."""
    graph_version: int
    """The version of the graph."""
    sequence: int
    """Sequence of the last event."""
    @property
    def report(self) -> orchestrator_v1_report.RunReport:
        """Its results so far. Absent in lists. The parts about notes and questions are
        empty for runs of graphs other than "notes".
        """
    @property
    def result(self) -> any_pb2.Any:
        """The result of a completed run of another graph, in that graph's type. Absent in
        lists, and if the graph has no result.
        """
    parent_run_id: str
    """The run that waits for this one. Empty if none does."""
    forked_run_id: str
    """The run that this one was forked from. Empty if it is not a fork."""
    forked_sequence: int
    """The last event that it took over from there."""
    graph_unknown: bool
    """True if this server doesn't know this version of the graph: another server has to
    continue the run, and its other details are not available here.
    """
    thread_id: str
    """The thread that it is a turn of. Empty if none; a fork belongs to no thread."""
    @property
    def pauses(self) -> _shapes.Messages[orchestrator_v1_pause.Pause]:
        """What it waits for from outside, by branch. Absent in lists."""
    @property
    def outage(self) -> orchestrator_v1_outage.Outage:
        """Whom it waits for because they can't be reached. Absent: it gets on."""
    user: str
    """Who started it."""
    @property
    def labels(self) -> _shapes.ValueMap[str, str]:
        """What its caller has labelled it with. Runs that it starts, and its forks, have the same."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        status: Optional[Union[orchestrator_v1_report.RunReport.Status, str]] = ...,
        text: Optional[str] = ...,
        create_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        update_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        graph: Optional[str] = ...,
        graph_version: Optional[int] = ...,
        sequence: Optional[int] = ...,
        report: Optional[Union[orchestrator_v1_report.RunReport, Mapping[str, Any]]] = ...,
        result: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
        parent_run_id: Optional[str] = ...,
        forked_run_id: Optional[str] = ...,
        forked_sequence: Optional[int] = ...,
        graph_unknown: Optional[bool] = ...,
        thread_id: Optional[str] = ...,
        pauses: Optional[Iterable[Union[orchestrator_v1_pause.Pause, Mapping[str, Any]]]] = ...,
        outage: Optional[Union[orchestrator_v1_outage.Outage, Mapping[str, Any]]] = ...,
        user: Optional[str] = ...,
        labels: Optional[Mapping[str, str]] = ...,
    ) -> None: ...

class RunEvent(message.Message):
    """Something that happened in a run."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    sequence: int
    """Position within the run: increasing, with gaps for internal events. To resume
    watching without gaps or repeats, start from the last one plus 1. 0 for events that
    are not stored: entered, draft and queued.
    """
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When."""
    @property
    def started(self) -> RunStarted:
        """The run began."""
    @property
    def entered(self) -> StepEntered:
        """A step began. Not stored."""
    @property
    def completed(self) -> StepCompleted:
        """A step has run."""
    draft: str
    """More words of a draft answer. Not stored, and not checked yet. Empty: discard
    the words so far, because a new draft begins.
    """
    @property
    def interrupted(self) -> RunInterrupted:
        """The run waits for the user."""
    @property
    def answered(self) -> RunAnswered:
        """The user has answered or declined, or the wait is over."""
    @property
    def ended(self) -> RunEnded:
        """The run has ended. If it failed and someone retries it, more events follow."""
    @property
    def delayed(self) -> RunDelayed:
        """The run waits for a part of Weft, or until a time, and goes on by itself."""
    @property
    def retried(self) -> RunRetried:
        """Someone retried the failed run."""
    @property
    def called(self) -> RunCalled:
        """The run waits for another one, which it starts."""
    @property
    def returned(self) -> RunReturned:
        """The run that it waited for has ended."""
    @property
    def queued(self) -> RunQueued:
        """The run is in the queue. Not stored; sent again when its place changes."""
    @property
    def signalled(self) -> RunSignalled:
        """Someone sent the run a signal, and it has taken it."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        sequence: Optional[int] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        started: Optional[Union[RunStarted, Mapping[str, Any]]] = ...,
        entered: Optional[Union[StepEntered, Mapping[str, Any]]] = ...,
        completed: Optional[Union[StepCompleted, Mapping[str, Any]]] = ...,
        draft: Optional[str] = ...,
        interrupted: Optional[Union[RunInterrupted, Mapping[str, Any]]] = ...,
        answered: Optional[Union[RunAnswered, Mapping[str, Any]]] = ...,
        ended: Optional[Union[RunEnded, Mapping[str, Any]]] = ...,
        delayed: Optional[Union[RunDelayed, Mapping[str, Any]]] = ...,
        retried: Optional[Union[RunRetried, Mapping[str, Any]]] = ...,
        called: Optional[Union[RunCalled, Mapping[str, Any]]] = ...,
        returned: Optional[Union[RunReturned, Mapping[str, Any]]] = ...,
        queued: Optional[Union[RunQueued, Mapping[str, Any]]] = ...,
        signalled: Optional[Union[RunSignalled, Mapping[str, Any]]] = ...,
    ) -> None: ...
    def WhichOneof(self, oneof_group: Literal["kind"]) -> Optional[Literal["started", "entered", "completed", "draft", "interrupted", "answered", "ended", "delayed", "retried", "called", "returned", "queued", "signalled"]]: ...  # type: ignore[override]

class RunQueued(message.Message):
    """The run is in the queue."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    ahead: int
    """At most this many runs of the same tenant go first. Other tenants' runs take
    turns with them.
    """
    def __init__(
        self,
        *,
        ahead: Optional[int] = ...,
    ) -> None: ...

class RunStarted(message.Message):
    """The run began."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    text: str
    """What the user wrote."""
    thread_id: str
    """The thread that the run is a turn of. Empty if none."""
    def __init__(
        self,
        *,
        text: Optional[str] = ...,
        thread_id: Optional[str] = ...,
    ) -> None: ...

class StepEntered(message.Message):
    """A step began."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    state: str
    """The state."""
    branch: int
    """The branch; a run with a note and a question has two."""
    def __init__(
        self,
        *,
        state: Optional[str] = ...,
        branch: Optional[int] = ...,
    ) -> None: ...

class StepCompleted(message.Message):
    """A step has run."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def timing(self) -> orchestrator_v1_report.StepTiming:
        """The state with its outcome and time."""
    summary: str
    """A short summary of the result."""
    degraded: bool
    """True if it used less than was configured, such as rules instead of a model."""
    @property
    def detail(self) -> any_pb2.Any:
        """What came out of it, by the graph. Of the graph "reason": of THINK a weft.reason.v1.Step
        (what is called, or that it answers), of CALL a weft.reason.v1.Result with at most 1 KiB of
        data (of more its size and hash), of RESPOND a weft.reason.v1.Answer. Absent: the graph
        tells nothing of this step.
        """
    def __init__(
        self,
        *,
        timing: Optional[Union[orchestrator_v1_report.StepTiming, Mapping[str, Any]]] = ...,
        summary: Optional[str] = ...,
        degraded: Optional[bool] = ...,
        detail: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RunInterrupted(message.Message):
    """The run waits for an answer."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    interrupt_id: str
    """The id to send with the answer; this and what follows is also in pause."""
    explanation: str
    """Why the user is asked."""
    @property
    def questions(self) -> _shapes.Messages[common_v1_reasoning.Question]:
        """The questions."""
    @property
    def expire_time(self) -> timestamp_pb2.Timestamp:
        """When the run goes on without an answer. Absent: never."""
    @property
    def pause(self) -> orchestrator_v1_pause.Pause:
        """What it waits for."""
    def __init__(
        self,
        *,
        interrupt_id: Optional[str] = ...,
        explanation: Optional[str] = ...,
        questions: Optional[Iterable[Union[common_v1_reasoning.Question, Mapping[str, Any]]]] = ...,
        expire_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        pause: Optional[Union[orchestrator_v1_pause.Pause, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RunAnswered(message.Message):
    """The user has answered or declined, or the wait is over."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    interrupt_id: str
    """The pause that it ends."""
    outcome: str
    """How the run goes on: an outcome of the state that waited. In the graph "notes" it is
    "answered", "declined" or "expired".
    """
    user: str
    """Who answered or declined. Empty if the wait was over without an answer."""
    def __init__(
        self,
        *,
        interrupt_id: Optional[str] = ...,
        outcome: Optional[str] = ...,
        user: Optional[str] = ...,
    ) -> None: ...

class RunSignalled(message.Message):
    """Someone sent the run a signal."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Which of its graph's signals."""
    @property
    def input(self) -> any_pb2.Any:
        """What was sent. Not set if nothing was."""
    user: str
    """Who sent it."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        input: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
        user: Optional[str] = ...,
    ) -> None: ...

class RunEnded(message.Message):
    """The run has ended."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def report(self) -> orchestrator_v1_report.RunReport:
        """Its report. Complete."""
    def __init__(
        self,
        *,
        report: Optional[Union[orchestrator_v1_report.RunReport, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RunDelayed(message.Message):
    """The run waits for a part of Weft: a role that can't be reached, or space on a
    disk. It continues by itself.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    state: str
    """The state that could not go on."""
    reason: str
    """Why, for a person to read."""
    @property
    def retry_time(self) -> timestamp_pb2.Timestamp:
        """When it is tried again, or goes on."""
    def __init__(
        self,
        *,
        state: Optional[str] = ...,
        reason: Optional[str] = ...,
        retry_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RunRetried(message.Message):
    """Someone retried the failed run."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    user: str
    """Who."""
    def __init__(
        self,
        *,
        user: Optional[str] = ...,
    ) -> None: ...

class RunCalled(message.Message):
    """The run waits for another one."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    state: str
    """The state that waits."""
    run_id: str
    """The other run."""
    graph: str
    """The graph that it walks."""
    def __init__(
        self,
        *,
        state: Optional[str] = ...,
        run_id: Optional[str] = ...,
        graph: Optional[str] = ...,
    ) -> None: ...

class RunReturned(message.Message):
    """The run that this one waited for has ended."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    state: str
    """The state that waited."""
    run_id: str
    """The other run."""
    status: orchestrator_v1_report.RunReport.Status
    """How it ended."""
    reason: str
    """Why it failed or was cancelled, for a person to read. Empty otherwise."""
    def __init__(
        self,
        *,
        state: Optional[str] = ...,
        run_id: Optional[str] = ...,
        status: Optional[Union[orchestrator_v1_report.RunReport.Status, str]] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class StartRunRequest(message.Message):
    """Request of StartRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    graph: str
    """The graph. Its newest version is walked."""
    @property
    def input(self) -> any_pb2.Any:
        """The input, of the graph's input type. It can be as long as a text of an input."""
    request_id: str
    """If a start is repeated with the same id, the first run is returned. Unique per
    tenant.
    """
    thread_id: str
    """The conversation that the run is a turn of, as of an Input. Runs of the graph "reason" can
    be. Empty: none.
    """
    @property
    def labels(self) -> _shapes.ValueMap[str, str]:
        """What to label the run with, as of an Input."""
    def __init__(
        self,
        *,
        graph: Optional[str] = ...,
        input: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
        request_id: Optional[str] = ...,
        thread_id: Optional[str] = ...,
        labels: Optional[Mapping[str, str]] = ...,
    ) -> None: ...

class StartRunResponse(message.Message):
    """Response of StartRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def run(self) -> Run:
        """The run."""
    def __init__(
        self,
        *,
        run: Optional[Union[Run, Mapping[str, Any]]] = ...,
    ) -> None: ...

class GetRunRequest(message.Message):
    """Request of GetRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    sequence: int
    """Return the run as it was after this event. 0 means now."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        sequence: Optional[int] = ...,
    ) -> None: ...

class GetRunResponse(message.Message):
    """Response of GetRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def run(self) -> Run:
        """The run."""
    def __init__(
        self,
        *,
        run: Optional[Union[Run, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ListRunsRequest(message.Message):
    """Request of ListRuns."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    page_size: int
    """The most runs to return, 1000 at most. 0 means 50. Fewer are returned if they are long."""
    page_token: str
    """next_page_token of the previous page."""
    status: orchestrator_v1_report.RunReport.Status
    """Only runs with this status. UNSPECIFIED: all."""
    graph: str
    """Only runs of this graph. Empty: of all."""
    thread_id: str
    """Only runs that began as a turn of this thread. Empty: all."""
    user: str
    """Only runs that this user started. Empty: of all users."""
    @property
    def since(self) -> timestamp_pb2.Timestamp:
        """Only runs that started at this time or later. Absent: all."""
    @property
    def until(self) -> timestamp_pb2.Timestamp:
        """Only runs that started before this time. Absent: all."""
    @property
    def labels(self) -> _shapes.Values[str]:
        """Only runs that have each of these labels: "key=value", or "key" for any value of it."""
    words: str
    """Only runs whose text has each of these words, which blanks separate. A part of a word is
    enough; capitals and accents don't matter. Empty: all.
    """
    with_total: bool
    """Also return how many runs there are. With words each of them is read for that."""
    def __init__(
        self,
        *,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
        status: Optional[Union[orchestrator_v1_report.RunReport.Status, str]] = ...,
        graph: Optional[str] = ...,
        thread_id: Optional[str] = ...,
        user: Optional[str] = ...,
        since: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        until: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        labels: Optional[Iterable[str]] = ...,
        words: Optional[str] = ...,
        with_total: Optional[bool] = ...,
    ) -> None: ...

class ListRunsResponse(message.Message):
    """Response of ListRuns."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def runs(self) -> _shapes.Messages[Run]:
        """The runs, newest first, without reports."""
    next_page_token: str
    """Token of the next page. Empty on the last page. Runs that start meanwhile change nothing
    on the pages that follow.
    """
    total_size: int
    """How many runs the request means, on all its pages. 0 unless the request asks for it."""
    def __init__(
        self,
        *,
        runs: Optional[Iterable[Union[Run, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
        total_size: Optional[int] = ...,
    ) -> None: ...

class WatchRunRequest(message.Message):
    """Request of WatchRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    from_sequence: int
    """The first event to send. 0 and 1 mean from the beginning."""
    until_pause: bool
    """True: the stream also ends when the run waits for the user."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        from_sequence: Optional[int] = ...,
        until_pause: Optional[bool] = ...,
    ) -> None: ...

class WatchRunResponse(message.Message):
    """Response of WatchRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def event(self) -> RunEvent:
        """What happened."""
    def __init__(
        self,
        *,
        event: Optional[Union[RunEvent, Mapping[str, Any]]] = ...,
    ) -> None: ...

class AnswerRunRequest(message.Message):
    """Request of AnswerRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    interrupt_id: str
    """The pause to answer. Empty: the only one."""
    @property
    def answers(self) -> _shapes.Messages[QuestionAnswer]:
        """The answers in words. One without a question_id answers the first question. The run
        continues with the answers given, without the others. Together they can be as
        long as an input.
        """
    decline: bool
    """True: the user does not want to say. Nothing else may be said then."""
    option_id: str
    """The option that is chosen. Words may go with it."""
    @property
    def payload(self) -> any_pb2.Any:
        """The answer as a message of the pause's answer_type. It can be as long as an input. An
        option may go with it, words may not.
        """
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        interrupt_id: Optional[str] = ...,
        answers: Optional[Iterable[Union[QuestionAnswer, Mapping[str, Any]]]] = ...,
        decline: Optional[bool] = ...,
        option_id: Optional[str] = ...,
        payload: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
    ) -> None: ...

class QuestionAnswer(message.Message):
    """An answer to one question."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    question_id: str
    """The number of the question: "1", "2"."""
    text: str
    """The answer. Limits are those of Input.text. To choose an option of the question,
    send its number: "1" is the first.
    """
    def __init__(
        self,
        *,
        question_id: Optional[str] = ...,
        text: Optional[str] = ...,
    ) -> None: ...

class AnswerRunResponse(message.Message):
    """Response of AnswerRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def run(self) -> Run:
        """The run, under way again."""
    def __init__(
        self,
        *,
        run: Optional[Union[Run, Mapping[str, Any]]] = ...,
    ) -> None: ...

class SendSignalRequest(message.Message):
    """Request of SendSignal."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    name: str
    """The signal."""
    @property
    def input(self) -> any_pb2.Any:
        """What is sent, of the signal's type, at most 16 KiB. Not set: an empty message of that
        type.
        """
    request_id: str
    """If a signal is repeated with the same id, the run takes it once. Unique per run."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        name: Optional[str] = ...,
        input: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...

class SendSignalResponse(message.Message):
    """Response of SendSignal."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    sequence: int
    """The event by which the run has taken the signal."""
    def __init__(
        self,
        *,
        sequence: Optional[int] = ...,
    ) -> None: ...

class QueryRunRequest(message.Message):
    """Request of QueryRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    name: str
    """The query."""
    @property
    def input(self) -> any_pb2.Any:
        """What is asked, of the query's input type, at most 16 KiB. Not set: an empty message of
        that type.
        """
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        name: Optional[str] = ...,
        input: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
    ) -> None: ...

class QueryRunResponse(message.Message):
    """Response of QueryRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def output(self) -> any_pb2.Any:
        """The answer, of the query's output type."""
    sequence: int
    """The last event of the run that the answer counts in."""
    def __init__(
        self,
        *,
        output: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
        sequence: Optional[int] = ...,
    ) -> None: ...

class ListPausesRequest(message.Message):
    """Request of ListPauses."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Order(int, metaclass=_shapes.EnumType):
        """An order of pauses."""
        ORDER_UNSPECIFIED: ClassVar[ListPausesRequest.Order]
        """As OLDEST."""
        ORDER_OLDEST: ClassVar[ListPausesRequest.Order]
        """Those that have waited the longest first."""
        ORDER_EXPIRY: ClassVar[ListPausesRequest.Order]
        """Those that expire the soonest first, and those that never do last."""

    ORDER_UNSPECIFIED: ClassVar[ListPausesRequest.Order]
    ORDER_OLDEST: ClassVar[ListPausesRequest.Order]
    ORDER_EXPIRY: ClassVar[ListPausesRequest.Order]
    page_size: int
    """The most pauses to return, 1000 at most. 0 means 50. Fewer are returned if they are
    long.
    """
    page_token: str
    """next_page_token of the previous page."""
    graph: str
    """Only pauses of runs of this graph. Empty: of all."""
    kind: common_v1_pause.PauseKind
    """Only pauses of this kind. UNSPECIFIED: of all."""
    mine: bool
    """Only pauses that the caller may answer."""
    run_id: str
    """Only pauses of this run. Empty: of all."""
    order: ListPausesRequest.Order
    """Which come first."""
    def __init__(
        self,
        *,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
        graph: Optional[str] = ...,
        kind: Optional[Union[common_v1_pause.PauseKind, str]] = ...,
        mine: Optional[bool] = ...,
        run_id: Optional[str] = ...,
        order: Optional[Union[ListPausesRequest.Order, str]] = ...,
    ) -> None: ...

class ListPausesResponse(message.Message):
    """Response of ListPauses."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def pauses(self) -> _shapes.Messages[orchestrator_v1_pause.Pause]:
        """The pauses."""
    next_page_token: str
    """Token of the next page. Empty on the last page."""
    def __init__(
        self,
        *,
        pauses: Optional[Iterable[Union[orchestrator_v1_pause.Pause, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
    ) -> None: ...

class WatchPausesResponse(message.Message):
    """Response of WatchPauses."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def event(self) -> PausesEvent:
        """What happened."""
    def __init__(
        self,
        *,
        event: Optional[Union[PausesEvent, Mapping[str, Any]]] = ...,
    ) -> None: ...

class PausesEvent(message.Message):
    """Something that happened among the pauses of a tenant's runs."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    sequence: int
    """Its place among all events of all runs; it never falls. Go on with one more: nothing is
    missed then. Of several that came at once all but the last have a place before it, and
    may be told again.
    """
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When it happened."""
    @property
    def opened(self) -> orchestrator_v1_pause.Pause:
        """A pause opened, or it is one of those that were open when the watch began. So is one
        that closed because its run failed, when the run is retried. The same may be told
        twice.
        """
    @property
    def closed(self) -> orchestrator_v1_watch.PauseClosed:
        """A pause closed. It may be one whose opening was not told, before the watch began."""
    @property
    def caught_up(self) -> orchestrator_v1_watch.PausesCaughtUp:
        """What was there when the watch began has been sent."""
    @property
    def missed(self) -> orchestrator_v1_watch.PausesMissed:
        """Events since from_sequence may be missing."""
    def __init__(
        self,
        *,
        sequence: Optional[int] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        opened: Optional[Union[orchestrator_v1_pause.Pause, Mapping[str, Any]]] = ...,
        closed: Optional[Union[orchestrator_v1_watch.PauseClosed, Mapping[str, Any]]] = ...,
        caught_up: Optional[Union[orchestrator_v1_watch.PausesCaughtUp, Mapping[str, Any]]] = ...,
        missed: Optional[Union[orchestrator_v1_watch.PausesMissed, Mapping[str, Any]]] = ...,
    ) -> None: ...
    def WhichOneof(self, oneof_group: Literal["kind"]) -> Optional[Literal["opened", "closed", "caught_up", "missed"]]: ...  # type: ignore[override]

class CancelRunRequest(message.Message):
    """Request of CancelRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    reason: str
    """Why, for the record."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class CancelRunResponse(message.Message):
    """Response of CancelRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def run(self) -> Run:
        """The run."""
    def __init__(
        self,
        *,
        run: Optional[Union[Run, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RetryRunRequest(message.Message):
    """Request of RetryRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
    ) -> None: ...

class RetryRunResponse(message.Message):
    """Response of RetryRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def run(self) -> Run:
        """The run, under way again."""
    def __init__(
        self,
        *,
        run: Optional[Union[Run, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RetryRunsRequest(message.Message):
    """Request of RetryRuns."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def since(self) -> timestamp_pb2.Timestamp:
        """Only runs that have failed since then. Absent: all that are still there."""
    graph: str
    """Only runs of this graph. Empty: of all."""
    limit: int
    """The most runs to retry, 1000 at most. 0 means 100."""
    def __init__(
        self,
        *,
        since: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        graph: Optional[str] = ...,
        limit: Optional[int] = ...,
    ) -> None: ...

class RetryRunsResponse(message.Message):
    """Response of RetryRuns."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def run_ids(self) -> _shapes.Values[str]:
        """The retried runs, newest first."""
    more: bool
    """True: there are more failed runs."""
    @property
    def refused_run_ids(self) -> _shapes.Values[str]:
        """Failed runs that were left alone because the caller doesn't have the scope that a
        retry of them needs: approve behind an approval, write elsewhere. Newest first; 1000 at
        most.
        """
    def __init__(
        self,
        *,
        run_ids: Optional[Iterable[str]] = ...,
        more: Optional[bool] = ...,
        refused_run_ids: Optional[Iterable[str]] = ...,
    ) -> None: ...

class ForkRunRequest(message.Message):
    """Request of ForkRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run to fork."""
    sequence: int
    """Start after this event: the sequence of a step, as in GetRun. 1 takes only the
    input. 0 means all events, up to the step that the run failed at or is at. Where an
    approval is asked for again, the new run starts before it was given, and its
    forked_sequence says where that is.
    """
    @property
    def changes(self) -> _shapes.Messages[RunChange]:
        """Changes to make before the new run starts, in this order."""
    request_id: str
    """If a fork is repeated with the same id, the first fork is returned. Unique per
    tenant.
    """
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        sequence: Optional[int] = ...,
        changes: Optional[Iterable[Union[RunChange, Mapping[str, Any]]]] = ...,
        request_id: Optional[str] = ...,
    ) -> None: ...

class RunChange(message.Message):
    """A field to change in a fork."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """"input" or the name of a state, then the path of a field of the input or of
    what the state produced last: "input.text", "PLAN.plan.query_type".
    """
    value: str
    """The value: text as it is, and JSON for other types."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        value: Optional[str] = ...,
    ) -> None: ...

class ForkRunResponse(message.Message):
    """Response of ForkRun."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def run(self) -> Run:
        """The new run."""
    def __init__(
        self,
        *,
        run: Optional[Union[Run, Mapping[str, Any]]] = ...,
    ) -> None: ...

class VerifyRunsRequest(message.Message):
    """Request of VerifyRuns."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    with_text: bool
    """True: also return the lost texts, if a copy is left."""
    def __init__(
        self,
        *,
        with_text: Optional[bool] = ...,
    ) -> None: ...

class VerifyRunsResponse(message.Message):
    """Response of VerifyRuns."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    runs: int
    """How many runs of the caller's tenant were read."""
    @property
    def lost(self) -> _shapes.Messages[LostRun]:
        """Damaged runs, oldest first."""
    @property
    def problems(self) -> _shapes.Values[str]:
        """Other problems in the caller's part of the log. Lost records that can't be assigned to a tenant are
        listed only if the log has runs of no other tenant; the server's log always lists them.
        """
    @property
    def begun_run_ids(self) -> _shapes.Values[str]:
        """Unfinished runs that were missing from the queue and are queued now. They are complete: a process died while
        it accepted them, or just after.
        """
    def __init__(
        self,
        *,
        runs: Optional[int] = ...,
        lost: Optional[Iterable[Union[LostRun, Mapping[str, Any]]]] = ...,
        problems: Optional[Iterable[str]] = ...,
        begun_run_ids: Optional[Iterable[str]] = ...,
    ) -> None: ...

class LostRun(message.Message):
    """A run that a damaged disk has lost or broken."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    run_id: str
    """The run."""
    text: str
    """Its input, if the request asks for it and a copy is left. Empty otherwise."""
    problem: str
    """What is wrong with it."""
    recovered: bool
    """True if it could be started over from what is left."""
    text_bytes: int
    """Length of the text in bytes. 0 if it isn't known any more."""
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        text: Optional[str] = ...,
        problem: Optional[str] = ...,
        recovered: Optional[bool] = ...,
        text_bytes: Optional[int] = ...,
    ) -> None: ...
