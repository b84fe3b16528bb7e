# Written by make generate from proto/weft/planning/v1/report.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import duration_pb2
from google.protobuf import timestamp_pb2
from . import planning_v1_draft
from . import planning_v1_goal
from . import planning_v1_outline
from . import planning_v1_publish

DESCRIPTOR: descriptor.FileDescriptor

class Stage(int, metaclass=_shapes.EnumType):
    """A stage of planning that is drafted and checked."""
    STAGE_UNSPECIFIED: ClassVar[Stage]
    """Not used."""
    STAGE_OUTLINE: ClassVar[Stage]
    """The goal taken apart."""
    STAGE_ROADMAP: ClassVar[Stage]
    """The outline on the person's days."""
    STAGE_SCHEDULE: ClassVar[Stage]
    """The work on days and hours."""

STAGE_UNSPECIFIED: Stage
STAGE_OUTLINE: Stage
STAGE_ROADMAP: Stage
STAGE_SCHEDULE: Stage

class Draft(message.Message):
    """All that there is of a goal so far."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def goal(self) -> planning_v1_goal.Goal:
        """What is wanted, as it was said and amended."""
    @property
    def understood(self) -> planning_v1_draft.Understood:
        """What was read."""
    @property
    def outline(self) -> planning_v1_draft.OutlineDraft:
        """The outline. Absent: not drafted yet."""
    @property
    def roadmap(self) -> planning_v1_draft.RoadmapDraft:
        """The roadmap."""
    @property
    def schedule(self) -> planning_v1_draft.ScheduleDraft:
        """The schedule."""
    def __init__(
        self,
        *,
        goal: Optional[Union[planning_v1_goal.Goal, Mapping[str, Any]]] = ...,
        understood: Optional[Union[planning_v1_draft.Understood, Mapping[str, Any]]] = ...,
        outline: Optional[Union[planning_v1_draft.OutlineDraft, Mapping[str, Any]]] = ...,
        roadmap: Optional[Union[planning_v1_draft.RoadmapDraft, Mapping[str, Any]]] = ...,
        schedule: Optional[Union[planning_v1_draft.ScheduleDraft, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Validated(message.Message):
    """What checking a stage came to, by code that has not drafted it."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def violations(self) -> _shapes.Messages[planning_v1_outline.Violation]:
        """What is wrong. None: it holds."""
    confidence: float
    """How sure the stage is, from 0 to 1: the share of the check, and the drafter's."""
    def __init__(
        self,
        *,
        violations: Optional[Iterable[Union[planning_v1_outline.Violation, Mapping[str, Any]]]] = ...,
        confidence: Optional[float] = ...,
    ) -> None: ...

class Asked(message.Message):
    """What is asked while a goal is planned: the payload of its pauses."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def draft(self) -> Draft:
        """The draft."""
    stage: Stage
    """The stage that is to be approved. UNSPECIFIED: it is another question."""
    hash: str
    """Stands for what an approval is for: SHA-256 of the stage's draft, and for a schedule of
    the revision of the timeline, in hexadecimal digits.
    """
    reason: str
    """Why it is asked."""
    @property
    def violations(self) -> _shapes.Messages[planning_v1_outline.Violation]:
        """What is wrong with the draft."""
    @property
    def questions(self) -> _shapes.Messages[planning_v1_draft.Question]:
        """The questions, whose ids an amendment's answers name."""
    @property
    def proposed(self) -> planning_v1_outline.PatternSpec:
        """The pattern or the subtype that the drafter proposes, with its reason. Absent: none, or it is agreed to."""
    @property
    def ideas(self) -> _shapes.Messages[planning_v1_goal.Idea]:
        """Other ways to go about it, of which one may be chosen."""
    def __init__(
        self,
        *,
        draft: Optional[Union[Draft, Mapping[str, Any]]] = ...,
        stage: Optional[Union[Stage, str]] = ...,
        hash: Optional[str] = ...,
        reason: Optional[str] = ...,
        violations: Optional[Iterable[Union[planning_v1_outline.Violation, Mapping[str, Any]]]] = ...,
        questions: Optional[Iterable[Union[planning_v1_draft.Question, Mapping[str, Any]]]] = ...,
        proposed: Optional[Union[planning_v1_outline.PatternSpec, Mapping[str, Any]]] = ...,
        ideas: Optional[Iterable[Union[planning_v1_goal.Idea, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class PlanningReport(message.Message):
    """Where the planning of a goal stands: what is told of a run of the graph "planning"."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def draft(self) -> Draft:
        """The draft, with what was said."""
    turn: int
    """The turn, from 1: how often a person has spoken."""
    @property
    def violations(self) -> _shapes.Messages[planning_v1_outline.Violation]:
        """What is wrong with the stage that is drafted anew."""
    reason: str
    """Why it waits. Empty: it does not."""
    @property
    def rejections(self) -> _shapes.Messages[Rejection]:
        """The rejections, oldest first."""
    approved_by: str
    """Who approved the schedule."""
    @property
    def result(self) -> PlanningResult:
        """What it came to. Absent: it has not ended."""
    @property
    def asked(self) -> Asked:
        """What is asked now. Absent: nothing."""
    @property
    def options_tried(self) -> _shapes.Messages[planning_v1_draft.Option]:
        """The ways that were tried and not taken."""
    @property
    def adaptations(self) -> _shapes.Messages[planning_v1_draft.Adaptation]:
        """What was changed, and why, oldest first."""
    user: str
    """Whose goal it is."""
    planning_status: str
    """Where it stands, a word: "drafting", "needs_clarification", "needs_approval",
    "needs_scheduling_escalation", "complete" or "aborted".
    """
    escalate_reason: str
    """Why a person is asked, in a sentence. Empty: nobody is."""
    confidence: float
    """How sure the outline is, from 0 to 1. 0: it was not checked yet."""
    response: str
    """What to tell the person now, with the one thing that is theirs to do, if there is one."""
    @property
    def trace(self) -> _shapes.Messages[StageTrace]:
        """The steps so far, oldest first: at most the last 200."""
    def __init__(
        self,
        *,
        draft: Optional[Union[Draft, Mapping[str, Any]]] = ...,
        turn: Optional[int] = ...,
        violations: Optional[Iterable[Union[planning_v1_outline.Violation, Mapping[str, Any]]]] = ...,
        reason: Optional[str] = ...,
        rejections: Optional[Iterable[Union[Rejection, Mapping[str, Any]]]] = ...,
        approved_by: Optional[str] = ...,
        result: Optional[Union[PlanningResult, Mapping[str, Any]]] = ...,
        asked: Optional[Union[Asked, Mapping[str, Any]]] = ...,
        options_tried: Optional[Iterable[Union[planning_v1_draft.Option, Mapping[str, Any]]]] = ...,
        adaptations: Optional[Iterable[Union[planning_v1_draft.Adaptation, Mapping[str, Any]]]] = ...,
        user: Optional[str] = ...,
        planning_status: Optional[str] = ...,
        escalate_reason: Optional[str] = ...,
        confidence: Optional[float] = ...,
        response: Optional[str] = ...,
        trace: Optional[Iterable[Union[StageTrace, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class StageTrace(message.Message):
    """A step of the planning of a goal, or an answer to what it asked."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    state: str
    """The state of the graph."""
    outcome: str
    """How it came out."""
    tool: str
    """The tool of weft reason that does the same alone, such as "node_generator". Empty: none does."""
    @property
    def start_time(self) -> timestamp_pb2.Timestamp:
        """When it began; for an answer, when it came."""
    @property
    def duration(self) -> duration_pb2.Duration:
        """How long it took. Absent for an answer."""
    confidence: float
    """How sure it is, from 0 to 1. 0: it does not say."""
    cost_micro_usd: int
    """What models have cost in it, in millionths of a US dollar."""
    @property
    def violations(self) -> _shapes.Messages[planning_v1_outline.Violation]:
        """What it found wrong."""
    @property
    def adaptations(self) -> _shapes.Messages[planning_v1_draft.Adaptation]:
        """What it changed in the draft, or what the person did."""
    def __init__(
        self,
        *,
        state: Optional[str] = ...,
        outcome: Optional[str] = ...,
        tool: Optional[str] = ...,
        start_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        duration: Optional[Union[duration_pb2.Duration, Mapping[str, Any]]] = ...,
        confidence: Optional[float] = ...,
        cost_micro_usd: Optional[int] = ...,
        violations: Optional[Iterable[Union[planning_v1_outline.Violation, Mapping[str, Any]]]] = ...,
        adaptations: Optional[Iterable[Union[planning_v1_draft.Adaptation, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Rejection(message.Message):
    """A draft that was turned down."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    user: str
    """Who did that."""
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When."""
    stage: Stage
    """The stage."""
    @property
    def amendment(self) -> planning_v1_goal.Amendment:
        """What should be different."""
    def __init__(
        self,
        *,
        user: Optional[str] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        stage: Optional[Union[Stage, str]] = ...,
        amendment: Optional[Union[planning_v1_goal.Amendment, Mapping[str, Any]]] = ...,
    ) -> None: ...

class PlanningResult(message.Message):
    """What the planning of a goal came to."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Outcome(int, metaclass=_shapes.EnumType):
        """What it came to."""
        OUTCOME_UNSPECIFIED: ClassVar[PlanningResult.Outcome]
        """Not used."""
        OUTCOME_KEPT: ClassVar[PlanningResult.Outcome]
        """The roadmap is kept."""
        OUTCOME_ABORTED: ClassVar[PlanningResult.Outcome]
        """It was given up. The run has the last draft."""

    OUTCOME_UNSPECIFIED: ClassVar[PlanningResult.Outcome]
    OUTCOME_KEPT: ClassVar[PlanningResult.Outcome]
    OUTCOME_ABORTED: ClassVar[PlanningResult.Outcome]
    outcome: PlanningResult.Outcome
    """What it came to."""
    roadmap_id: str
    """The roadmap."""
    timeline_revision: int
    """The revision of the person's timeline with it."""
    reason: str
    """Why it was given up."""
    @property
    def calendar(self) -> planning_v1_publish.Publication:
        """What came of writing it into the person's calendar. Absent: there is none to write to."""
    def __init__(
        self,
        *,
        outcome: Optional[Union[PlanningResult.Outcome, str]] = ...,
        roadmap_id: Optional[str] = ...,
        timeline_revision: Optional[int] = ...,
        reason: Optional[str] = ...,
        calendar: Optional[Union[planning_v1_publish.Publication, Mapping[str, Any]]] = ...,
    ) -> None: ...
