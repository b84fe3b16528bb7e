# Written by make generate from proto/weft/plan/v1/report.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import plan_v1_execution
from . import plan_v1_plan

DESCRIPTOR: descriptor.FileDescriptor

class Rejection(message.Message):
    """A version of a plan that was turned down."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    user: str
    """Who did that."""
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When."""
    version: int
    """The version."""
    feedback: str
    """What should be different, in that person's words."""
    def __init__(
        self,
        *,
        user: Optional[str] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        version: Optional[int] = ...,
        feedback: Optional[str] = ...,
    ) -> None: ...

class PlanReport(message.Message):
    """Where a plan stands: what is told of a run of the graph "plan"."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Stage(int, metaclass=_shapes.EnumType):
        """Where a plan stands."""
        STAGE_UNSPECIFIED: ClassVar[PlanReport.Stage]
        """Not used."""
        STAGE_CHECKING: ClassVar[PlanReport.Stage]
        """Its steps are tied to the tools that there are."""
        STAGE_PROPOSED: ClassVar[PlanReport.Stage]
        """It waits for an approval."""
        STAGE_REJECTED: ClassVar[PlanReport.Stage]
        """Somebody wants another version."""
        STAGE_NEEDS_REVIEW: ClassVar[PlanReport.Stage]
        """Somebody has to look at what is wrong with it: it can't be carried out as it is, or
        was rejected three times.
        """
        STAGE_EXPIRED: ClassVar[PlanReport.Stage]
        """Nobody decided in time."""
        STAGE_EXECUTING: ClassVar[PlanReport.Stage]
        """It is being carried out."""
        STAGE_ENDED: ClassVar[PlanReport.Stage]
        """It has ended."""
        STAGE_DRAFTING: ClassVar[PlanReport.Stage]
        """It is drafted from a wish."""

    STAGE_UNSPECIFIED: ClassVar[PlanReport.Stage]
    STAGE_CHECKING: ClassVar[PlanReport.Stage]
    STAGE_PROPOSED: ClassVar[PlanReport.Stage]
    STAGE_REJECTED: ClassVar[PlanReport.Stage]
    STAGE_NEEDS_REVIEW: ClassVar[PlanReport.Stage]
    STAGE_EXPIRED: ClassVar[PlanReport.Stage]
    STAGE_EXECUTING: ClassVar[PlanReport.Stage]
    STAGE_ENDED: ClassVar[PlanReport.Stage]
    STAGE_DRAFTING: ClassVar[PlanReport.Stage]
    stage: PlanReport.Stage
    """Where it stands."""
    version: int
    """The version, from 1."""
    @property
    def content(self) -> plan_v1_plan.Content:
        """What it says."""
    @property
    def bindings(self) -> _shapes.Messages[plan_v1_execution.Binding]:
        """The tools that its steps call, in their order. Empty if it can't be carried out."""
    hash: str
    """Stands for the content and the bindings: SHA-256, in hexadecimal digits."""
    @property
    def problems(self) -> _shapes.Messages[plan_v1_execution.Problem]:
        """What is wrong with it."""
    reason: str
    """Why this version is asked for, or why the plan ended."""
    source: str
    """Where the wish came from."""
    @property
    def approvers(self) -> _shapes.Values[str]:
        """The users who may approve it. Empty: all who have the scope "approve"."""
    approvals_needed: int
    """How many of them have to."""
    @property
    def approvals(self) -> _shapes.Messages[plan_v1_execution.Approval]:
        """The approvals of this version."""
    @property
    def rejections(self) -> _shapes.Messages[Rejection]:
        """The rejections, oldest first."""
    execution_run_id: str
    """The run that carries it out, or did. Empty if none has begun."""
    @property
    def results(self) -> _shapes.Messages[plan_v1_execution.StepResult]:
        """What came of the steps by earlier runs, or by that one if it has ended."""
    outcome: plan_v1_execution.PlanResult.Outcome
    """How it ended. UNSPECIFIED if it has not."""
    user: str
    """Who proposed it."""
    wish: str
    """What is wanted, in words, if the plan was not written when it was proposed."""
    drafted_by: str
    """The model that drafted this version. Empty if a person wrote it."""
    def __init__(
        self,
        *,
        stage: Optional[Union[PlanReport.Stage, str]] = ...,
        version: Optional[int] = ...,
        content: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        bindings: Optional[Iterable[Union[plan_v1_execution.Binding, Mapping[str, Any]]]] = ...,
        hash: Optional[str] = ...,
        problems: Optional[Iterable[Union[plan_v1_execution.Problem, Mapping[str, Any]]]] = ...,
        reason: Optional[str] = ...,
        source: Optional[str] = ...,
        approvers: Optional[Iterable[str]] = ...,
        approvals_needed: Optional[int] = ...,
        approvals: Optional[Iterable[Union[plan_v1_execution.Approval, Mapping[str, Any]]]] = ...,
        rejections: Optional[Iterable[Union[Rejection, Mapping[str, Any]]]] = ...,
        execution_run_id: Optional[str] = ...,
        results: Optional[Iterable[Union[plan_v1_execution.StepResult, Mapping[str, Any]]]] = ...,
        outcome: Optional[Union[plan_v1_execution.PlanResult.Outcome, str]] = ...,
        user: Optional[str] = ...,
        wish: Optional[str] = ...,
        drafted_by: Optional[str] = ...,
    ) -> None: ...

class ExecutionReport(message.Message):
    """Where an execution stands: what is told of a run of the graph "execute"."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def results(self) -> _shapes.Messages[plan_v1_execution.StepResult]:
        """What came of the steps, in their order."""
    @property
    def current(self) -> plan_v1_execution.PreparedCall:
        """The step whose turn it is, with the arguments that are sent. Absent before the first,
        and once it has ended.
        """
    @property
    def last(self) -> plan_v1_execution.StepResult:
        """What came of the last call of that step, if it is not over with that."""
    outcome: plan_v1_execution.ExecutionResult.Outcome
    """How it ended. UNSPECIFIED if it has not."""
    reason: str
    """Why a person is asked, or why it ended."""
    @property
    def approvals(self) -> _shapes.Messages[plan_v1_execution.Approval]:
        """The approvals of the call of that step, if it needs more than it has."""
    def __init__(
        self,
        *,
        results: Optional[Iterable[Union[plan_v1_execution.StepResult, Mapping[str, Any]]]] = ...,
        current: Optional[Union[plan_v1_execution.PreparedCall, Mapping[str, Any]]] = ...,
        last: Optional[Union[plan_v1_execution.StepResult, Mapping[str, Any]]] = ...,
        outcome: Optional[Union[plan_v1_execution.ExecutionResult.Outcome, str]] = ...,
        reason: Optional[str] = ...,
        approvals: Optional[Iterable[Union[plan_v1_execution.Approval, Mapping[str, Any]]]] = ...,
    ) -> None: ...
