# Written by make generate from proto/weft/orchestrator/v1/report.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import any_pb2
from google.protobuf import duration_pb2
from google.protobuf import timestamp_pb2
from . import common_v1_analysis
from . import common_v1_background
from . import common_v1_context
from . import common_v1_entry
from . import common_v1_query
from . import common_v1_reasoning
from . import common_v1_time
from . import evaluator_v1_evaluator
from . import planning_v1_replan

DESCRIPTOR: descriptor.FileDescriptor

class RunReport(message.Message):
    """The results of a run so far: the whole story of one input.

    Fields that a run has not reached yet are empty. `weft ask -o json` prints this
    message; `weft explain -o json` prints the part that ROUTE and PLAN decide.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Status(int, metaclass=_shapes.EnumType):
        """The status of a run."""
        STATUS_UNSPECIFIED: ClassVar[RunReport.Status]
        """Not a run, as in an explanation."""
        RUNNING: ClassVar[RunReport.Status]
        """Under way or queued."""
        WAITING: ClassVar[RunReport.Status]
        """Waiting for the user."""
        COMPLETED: ClassVar[RunReport.Status]
        """Ended with its result."""
        PARTIAL: ClassVar[RunReport.Status]
        """Ended with an answer that says what is missing."""
        FAILED: ClassVar[RunReport.Status]
        """Ended without a result."""
        CANCELLED: ClassVar[RunReport.Status]
        """Cancelled by someone."""

    STATUS_UNSPECIFIED: ClassVar[RunReport.Status]
    RUNNING: ClassVar[RunReport.Status]
    WAITING: ClassVar[RunReport.Status]
    COMPLETED: ClassVar[RunReport.Status]
    PARTIAL: ClassVar[RunReport.Status]
    FAILED: ClassVar[RunReport.Status]
    CANCELLED: ClassVar[RunReport.Status]
    run_id: str
    """The run. Empty in an explanation."""
    status: RunReport.Status
    """Its status."""
    input_type: common_v1_reasoning.InputType
    """What the input was taken for."""
    @property
    def domains(self) -> _shapes.Values[str]:
        """Domains in use, the base first."""
    @property
    def time_ranges(self) -> _shapes.Messages[common_v1_time.TimeRange]:
        """Time expressions of the question, resolved."""
    @property
    def instructions(self) -> _shapes.Messages[common_v1_reasoning.RetrievalInstruction]:
        """Everything that was or would be looked up."""
    @property
    def retrieved(self) -> _shapes.Messages[RetrievedEntry]:
        """Entries that were found, best first."""
    @property
    def findings(self) -> _shapes.Messages[common_v1_analysis.Finding]:
        """What the notes support."""
    @property
    def gaps(self) -> _shapes.Messages[common_v1_reasoning.Gap]:
        """What is missing."""
    @property
    def questions(self) -> _shapes.Messages[common_v1_reasoning.Question]:
        """The questions to the user, while it waits."""
    answer: str
    """The answer, Markdown. For small talk, the reply; for something to do, which plan is
    proposed.
    """
    @property
    def citations(self) -> _shapes.Messages[common_v1_reasoning.Citation]:
        """The notes behind the answer."""
    @property
    def evaluation(self) -> evaluator_v1_evaluator.EvaluateResponse:
        """The evaluator's judgement on the answer."""
    @property
    def entry(self) -> common_v1_entry.Entry:
        """The entry that was kept, or would be."""
    @property
    def corrected(self) -> common_v1_entry.Entry:
        """For a correction: the entry that it changed."""
    @property
    def provenance(self) -> _shapes.MessageMap[str, common_v1_context.Provenance]:
        """Which mind answered, by agent name."""
    @property
    def timings(self) -> _shapes.Messages[StepTiming]:
        """How long each step took, in order."""
    @property
    def warnings(self) -> _shapes.Values[str]:
        """What the user should know: a truncated scope, a shard that did not answer."""
    failure: str
    """Why it failed, if it did."""
    query_type: common_v1_reasoning.QueryType
    """What kind of answer the question wants."""
    log_portion: str
    """The part of the input that is kept."""
    query_portion: str
    """The part of the input that is answered."""
    correction_target: str
    """What a correction is about, in the user's words."""
    @property
    def sub_queries(self) -> _shapes.Messages[common_v1_reasoning.SubQuery]:
        """The parts of the question."""
    dependency: common_v1_reasoning.DependencyType
    """How the parts hang together."""
    @property
    def facts(self) -> _shapes.Messages[common_v1_analysis.Fact]:
        """What was computed from the notes."""
    question_context: str
    """Why the user is asked, while it waits."""
    interrupt_id: str
    """The pause to name in an answer, while it waits."""
    total_found: int
    """How many entries were in scope; more than retrieved if a limit applied."""
    @property
    def parse_notes(self) -> _shapes.Values[str]:
        """What the parser assumed or found ambiguous."""
    @property
    def usage(self) -> RunUsage:
        """What models have cost so far, over all steps and attempts."""
    @property
    def form(self) -> common_v1_query.QueryForm:
        """The question as the planner read it."""
    completed_from: str
    """The original words of a question that was completed from earlier turns;
    query_portion is how it was understood.
    """
    @property
    def failure_detail(self) -> RunFailure:
        """Why it failed, for programs. Absent if it has not."""
    @property
    def cancellation(self) -> RunCancellation:
        """Who cancelled it. Absent if nobody has."""
    missing: str
    """What was asked but isn't in the notes, if a model wrote the answer. With rules, see
    gaps.
    """
    depth: common_v1_context.Depth
    """How much models are used."""
    @property
    def detail(self) -> any_pb2.Any:
        """What a run of a graph other than "notes" has come to so far, in that graph's type.
        Absent if the graph has none.
        """
    plan_id: str
    """The plan that was proposed, if the input was something to do. Empty if none was."""
    roadmap_id: str
    """The roadmap that was begun, if the input was a goal. Empty if none was."""
    @property
    def progress(self) -> planning_v1_replan.Progress:
        """The task of a roadmap that the note may tell of as done, which is offered. Absent: none."""
    @property
    def background(self) -> _shapes.Messages[common_v1_background.BackgroundSize]:
        """What models are told beside the notes, where the agents have some, in an explanation
        alone: of the domains in use, and the person's context page. A model with little room
        is told less of it.
        """
    def __init__(
        self,
        *,
        run_id: Optional[str] = ...,
        status: Optional[Union[RunReport.Status, str]] = ...,
        input_type: Optional[Union[common_v1_reasoning.InputType, str]] = ...,
        domains: Optional[Iterable[str]] = ...,
        time_ranges: Optional[Iterable[Union[common_v1_time.TimeRange, Mapping[str, Any]]]] = ...,
        instructions: Optional[Iterable[Union[common_v1_reasoning.RetrievalInstruction, Mapping[str, Any]]]] = ...,
        retrieved: Optional[Iterable[Union[RetrievedEntry, Mapping[str, Any]]]] = ...,
        findings: Optional[Iterable[Union[common_v1_analysis.Finding, Mapping[str, Any]]]] = ...,
        gaps: Optional[Iterable[Union[common_v1_reasoning.Gap, Mapping[str, Any]]]] = ...,
        questions: Optional[Iterable[Union[common_v1_reasoning.Question, Mapping[str, Any]]]] = ...,
        answer: Optional[str] = ...,
        citations: Optional[Iterable[Union[common_v1_reasoning.Citation, Mapping[str, Any]]]] = ...,
        evaluation: Optional[Union[evaluator_v1_evaluator.EvaluateResponse, Mapping[str, Any]]] = ...,
        entry: Optional[Union[common_v1_entry.Entry, Mapping[str, Any]]] = ...,
        corrected: Optional[Union[common_v1_entry.Entry, Mapping[str, Any]]] = ...,
        provenance: Optional[Mapping[str, Union[common_v1_context.Provenance, Mapping[str, Any]]]] = ...,
        timings: Optional[Iterable[Union[StepTiming, Mapping[str, Any]]]] = ...,
        warnings: Optional[Iterable[str]] = ...,
        failure: Optional[str] = ...,
        query_type: Optional[Union[common_v1_reasoning.QueryType, str]] = ...,
        log_portion: Optional[str] = ...,
        query_portion: Optional[str] = ...,
        correction_target: Optional[str] = ...,
        sub_queries: Optional[Iterable[Union[common_v1_reasoning.SubQuery, Mapping[str, Any]]]] = ...,
        dependency: Optional[Union[common_v1_reasoning.DependencyType, str]] = ...,
        facts: Optional[Iterable[Union[common_v1_analysis.Fact, Mapping[str, Any]]]] = ...,
        question_context: Optional[str] = ...,
        interrupt_id: Optional[str] = ...,
        total_found: Optional[int] = ...,
        parse_notes: Optional[Iterable[str]] = ...,
        usage: Optional[Union[RunUsage, Mapping[str, Any]]] = ...,
        form: Optional[Union[common_v1_query.QueryForm, Mapping[str, Any]]] = ...,
        completed_from: Optional[str] = ...,
        failure_detail: Optional[Union[RunFailure, Mapping[str, Any]]] = ...,
        cancellation: Optional[Union[RunCancellation, Mapping[str, Any]]] = ...,
        missing: Optional[str] = ...,
        depth: Optional[Union[common_v1_context.Depth, str]] = ...,
        detail: Optional[Union[any_pb2.Any, Mapping[str, Any]]] = ...,
        plan_id: Optional[str] = ...,
        roadmap_id: Optional[str] = ...,
        progress: Optional[Union[planning_v1_replan.Progress, Mapping[str, Any]]] = ...,
        background: Optional[Iterable[Union[common_v1_background.BackgroundSize, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class RunCancellation(message.Message):
    """Who cancelled a run."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    user: str
    """The user; for a run started by another run, that run's user."""
    reason: str
    """Why, if they said."""
    def __init__(
        self,
        *,
        user: Optional[str] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class RunFailure(message.Message):
    """Why a run failed, for programs."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    code: str
    """What kind of failure: STEP_FAILED, UNREACHABLE (an agent, for
    runs.outage_limit), WORKERS_DIED, TIME_LIMIT (runs.wall_time) or TOO_LARGE.
    """
    state: str
    """The state that failed. Empty if none did."""
    cause: str
    """The reason of the error that made it fail, as in a call's ErrorInfo: a word of
    docs/errors.md. Empty if it had none.
    """
    def __init__(
        self,
        *,
        code: Optional[str] = ...,
        state: Optional[str] = ...,
        cause: Optional[str] = ...,
    ) -> None: ...

class RunUsage(message.Message):
    """What a run's models have cost. All 0 if no model was called."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def total(self) -> common_v1_context.ModelUsage:
        """All together."""
    @property
    def agents(self) -> _shapes.Messages[common_v1_context.ModelUsage]:
        """Per agent that called a model, sorted by name."""
    def __init__(
        self,
        *,
        total: Optional[Union[common_v1_context.ModelUsage, Mapping[str, Any]]] = ...,
        agents: Optional[Iterable[Union[common_v1_context.ModelUsage, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class RetrievedEntry(message.Message):
    """An entry that was found."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    id: str
    """Its id."""
    date: str
    """Its day, YYYY-MM-DD. Empty if it is undated."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        date: Optional[str] = ...,
    ) -> None: ...

class StepTiming(message.Message):
    """How long one step took."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    state: str
    """The state."""
    outcome: str
    """Its outcome."""
    @property
    def start_time(self) -> timestamp_pb2.Timestamp:
        """When it began."""
    @property
    def duration(self) -> duration_pb2.Duration:
        """How long it took."""
    attempts: int
    """How often it was tried. At least 1."""
    branch: int
    """The branch; a run with a note and a question has two."""
    sequence: int
    """The run's event for this step: where to fork the run."""
    def __init__(
        self,
        *,
        state: Optional[str] = ...,
        outcome: Optional[str] = ...,
        start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        duration: Optional[Union[duration_pb2.Duration, Mapping[str, Any]]] = ...,
        attempts: Optional[int] = ...,
        branch: Optional[int] = ...,
        sequence: Optional[int] = ...,
    ) -> None: ...
