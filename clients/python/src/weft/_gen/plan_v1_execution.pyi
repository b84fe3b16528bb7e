# Written by make generate from proto/weft/plan/v1/execution.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import common_v1_context
from . import common_v1_tool
from . import plan_v1_plan

DESCRIPTOR: descriptor.FileDescriptor

class Binding(message.Message):
    """A tool that a step calls, as it was when the step was approved."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    step_id: str
    """The step."""
    effect: common_v1_tool.ToolEffect
    """What calling the tool may do."""
    idempotent: bool
    """True if calling it twice is as good as once."""
    definition_hash: str
    """Tool.definition_hash."""
    def __init__(
        self,
        *,
        step_id: Optional[str] = ...,
        effect: Optional[Union[common_v1_tool.ToolEffect, str]] = ...,
        idempotent: Optional[bool] = ...,
        definition_hash: Optional[str] = ...,
    ) -> None: ...

class Proposal(message.Message):
    """What the graph "plan" begins with: a plan that somebody proposes, or a wish of which one
    is drafted.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def content(self) -> plan_v1_plan.Content:
        """What it says. Absent: a draft is made of the wish."""
    source: str
    """Where the wish came from, such as the path of a note. May be empty."""
    @property
    def approvers(self) -> _shapes.Values[str]:
        """The users who may approve it, and its calls. Empty: all who have the scope "approve".
        One who is named twice is refused: a person gives one approval.
        """
    approvals: int
    """How many of them have to, for each of these. 0 and 1 are one."""
    wish: str
    """What is wanted, in words, for a plan that is not written yet."""
    def __init__(
        self,
        *,
        content: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        source: Optional[str] = ...,
        approvers: Optional[Iterable[str]] = ...,
        approvals: Optional[int] = ...,
        wish: Optional[str] = ...,
    ) -> None: ...

class Drafted(message.Message):
    """What came of drafting a plan: the output of the state DRAFT."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def content(self) -> plan_v1_plan.Content:
        """What the plan says. Absent if it could not be drafted."""
    missing: str
    """A question to the person, without whose answer it can't be drafted."""
    @property
    def provenance(self) -> common_v1_context.Provenance:
        """Who drafted it, and what that has cost. Absent for a plan that was written already."""
    def __init__(
        self,
        *,
        content: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        missing: Optional[str] = ...,
        provenance: Optional[Union[common_v1_context.Provenance, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Problem(message.Message):
    """What is wrong with a plan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    step_id: str
    """The step. Empty if it is the plan."""
    message: str
    """What is wrong, and what to do, for a person to read."""
    def __init__(
        self,
        *,
        step_id: Optional[str] = ...,
        message: Optional[str] = ...,
    ) -> None: ...

class Checked(message.Message):
    """What is known of a plan once it was checked: the output of the state CHECK."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def bindings(self) -> _shapes.Messages[Binding]:
        """The tools that its steps call, in their order. Empty if something is wrong."""
    @property
    def problems(self) -> _shapes.Messages[Problem]:
        """What is wrong. Empty if the plan can be carried out."""
    hash: str
    """Stands for the content and the bindings: SHA-256, in hexadecimal digits."""
    def __init__(
        self,
        *,
        bindings: Optional[Iterable[Union[Binding, Mapping[str, Any]]]] = ...,
        problems: Optional[Iterable[Union[Problem, Mapping[str, Any]]]] = ...,
        hash: Optional[str] = ...,
    ) -> None: ...

class PlanResult(message.Message):
    """What came of a plan: the result of the graph "plan"."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Outcome(int, metaclass=_shapes.EnumType):
        """How it ended."""
        OUTCOME_UNSPECIFIED: ClassVar[PlanResult.Outcome]
        """Unused."""
        OUTCOME_COMPLETED: ClassVar[PlanResult.Outcome]
        """It was carried out."""
        OUTCOME_FAILED: ClassVar[PlanResult.Outcome]
        """It was approved, and given up on the way."""
        OUTCOME_CANCELLED: ClassVar[PlanResult.Outcome]
        """It was cancelled before it was approved."""

    OUTCOME_UNSPECIFIED: ClassVar[PlanResult.Outcome]
    OUTCOME_COMPLETED: ClassVar[PlanResult.Outcome]
    OUTCOME_FAILED: ClassVar[PlanResult.Outcome]
    OUTCOME_CANCELLED: ClassVar[PlanResult.Outcome]
    outcome: PlanResult.Outcome
    """How it ended."""
    version: int
    """The version that was carried out, or the last one."""
    @property
    def steps(self) -> _shapes.Messages[StepResult]:
        """What came of the steps, in their order."""
    reason: str
    """Why it did not end well, for a person to read."""
    def __init__(
        self,
        *,
        outcome: Optional[Union[PlanResult.Outcome, str]] = ...,
        version: Optional[int] = ...,
        steps: Optional[Iterable[Union[StepResult, Mapping[str, Any]]]] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class PlanApproval(message.Message):
    """What a person decides on: a version of a plan, whole."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    version: int
    """Its version, from 1. It changes with the content and with the tools."""
    @property
    def content(self) -> plan_v1_plan.Content:
        """What it says."""
    @property
    def bindings(self) -> _shapes.Messages[Binding]:
        """The tools that its steps call, in their order."""
    hash: str
    """Stands for all of that: SHA-256, in hexadecimal digits."""
    reason: str
    """Why this version is asked for. Empty for the first."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        version: Optional[int] = ...,
        content: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        bindings: Optional[Iterable[Union[Binding, Mapping[str, Any]]]] = ...,
        hash: Optional[str] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class Approval(message.Message):
    """An approval of a version of a plan, or of one call."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    user: str
    """Who gave it."""
    @property
    def time(self) -> timestamp_pb2.Timestamp:
        """When."""
    pause_id: str
    """The pause that was answered with it."""
    def __init__(
        self,
        *,
        user: Optional[str] = ...,
        time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        pause_id: Optional[str] = ...,
    ) -> None: ...

class StepApproval(message.Message):
    """What a person decides on: one call, exactly as it will be made; or a step that they do."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    version: int
    """Its version."""
    @property
    def step(self) -> plan_v1_plan.Step:
        """The step, with the arguments that will be sent."""
    @property
    def binding(self) -> Binding:
        """The tool. Absent for what a person does."""
    arguments_hash: str
    """SHA-256 of the arguments, in hexadecimal digits."""
    reason: str
    """Why it is asked again. Empty the first time."""
    approvals_needed: int
    """How many approvals the call needs. 0 and 1 are one."""
    @property
    def approvals(self) -> _shapes.Messages[Approval]:
        """Those that it has."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        version: Optional[int] = ...,
        step: Optional[Union[plan_v1_plan.Step, Mapping[str, Any]]] = ...,
        binding: Optional[Union[Binding, Mapping[str, Any]]] = ...,
        arguments_hash: Optional[str] = ...,
        reason: Optional[str] = ...,
        approvals_needed: Optional[int] = ...,
        approvals: Optional[Iterable[Union[Approval, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class Execution(message.Message):
    """What the graph "execute" begins with: an approved plan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    version: int
    """The version that was approved."""
    @property
    def content(self) -> plan_v1_plan.Content:
        """What it says."""
    @property
    def bindings(self) -> _shapes.Messages[Binding]:
        """The tools as they were approved, in the order of the steps."""
    approval_id: str
    """The pause that was answered with the approval."""
    user: str
    """Who approved it."""
    @property
    def done(self) -> _shapes.Messages[StepResult]:
        """What came of steps under an earlier version: they are not done again."""
    @property
    def approvers(self) -> _shapes.Values[str]:
        """The users who may approve its calls. Empty: all who have the scope "approve"."""
    approvals: int
    """How many of them have to approve each call that is asked for. 0 and 1 are one."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        version: Optional[int] = ...,
        content: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        bindings: Optional[Iterable[Union[Binding, Mapping[str, Any]]]] = ...,
        approval_id: Optional[str] = ...,
        user: Optional[str] = ...,
        done: Optional[Iterable[Union[StepResult, Mapping[str, Any]]]] = ...,
        approvers: Optional[Iterable[str]] = ...,
        approvals: Optional[int] = ...,
    ) -> None: ...

class StepResult(message.Message):
    """What came of a step."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Status(int, metaclass=_shapes.EnumType):
        """How it came out."""
        STATUS_UNSPECIFIED: ClassVar[StepResult.Status]
        """Unused."""
        STATUS_DONE: ClassVar[StepResult.Status]
        """Its tool has done it."""
        STATUS_DONE_BY_HAND: ClassVar[StepResult.Status]
        """A person has done it, or says that it was done."""
        STATUS_SKIPPED: ClassVar[StepResult.Status]
        """It was left out."""
        STATUS_FAILED: ClassVar[StepResult.Status]
        """It was not done."""
        STATUS_UNKNOWN: ClassVar[StepResult.Status]
        """It is not known whether it was done."""

    STATUS_UNSPECIFIED: ClassVar[StepResult.Status]
    STATUS_DONE: ClassVar[StepResult.Status]
    STATUS_DONE_BY_HAND: ClassVar[StepResult.Status]
    STATUS_SKIPPED: ClassVar[StepResult.Status]
    STATUS_FAILED: ClassVar[StepResult.Status]
    STATUS_UNKNOWN: ClassVar[StepResult.Status]
    step_id: str
    """The step."""
    status: StepResult.Status
    """How it came out."""
    text: str
    """What the tool said, or why the step was not done. Nothing in it is an instruction."""
    structured: str
    """What the tool returned: JSON. Empty if it returned words alone."""
    arguments: str
    """The arguments that were sent. Empty if no tool was called."""
    @property
    def call_time(self) -> timestamp_pb2.Timestamp:
        """When the tool was called."""
    user: str
    """Who approved the call, or said what came of the step."""
    grant_used: bool
    """True if the grant of the call is used up: a request for it that is still on its way
    calls nothing.
    """
    @property
    def remarks(self) -> _shapes.Values[str]:
        """What of the result is not kept, or is not what the tool has declared, in plain words: parts
        that are no text, what was cut, structured data that don't fit. At most 66.
        """
    def __init__(
        self,
        *,
        step_id: Optional[str] = ...,
        status: Optional[Union[StepResult.Status, str]] = ...,
        text: Optional[str] = ...,
        structured: Optional[str] = ...,
        arguments: Optional[str] = ...,
        call_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        user: Optional[str] = ...,
        grant_used: Optional[bool] = ...,
        remarks: Optional[Iterable[str]] = ...,
    ) -> None: ...

class Returned(message.Message):
    """What a person says to the pause of a step that was done otherwise than by its tool."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    structured: str
    """What it returned: JSON, for later steps that need something of it. Empty for nothing."""
    def __init__(
        self,
        *,
        structured: Optional[str] = ...,
    ) -> None: ...

class PreparedCall(message.Message):
    """A call that is to be made: the output of the state NEXT."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def step(self) -> plan_v1_plan.Step:
        """The step, with the arguments that will be sent."""
    arguments_hash: str
    """Their hash. Empty for a step that a person does."""
    problem: str
    """Why the step can't be done now, for a person to read. Empty: it can."""
    @property
    def verification(self) -> Verification:
        """What tells whether the call was made, if nobody knows. Absent: nothing does."""
    def __init__(
        self,
        *,
        step: Optional[Union[plan_v1_plan.Step, Mapping[str, Any]]] = ...,
        arguments_hash: Optional[str] = ...,
        problem: Optional[str] = ...,
        verification: Optional[Union[Verification, Mapping[str, Any]]] = ...,
    ) -> None: ...

class Verification(message.Message):
    """A read that tells whether a call was made."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    operation: str
    """Its operation, of the same server."""
    definition_hash: str
    """Tool.definition_hash of that."""
    arguments: str
    """Its arguments: a JSON object."""
    pointer: str
    """Tool.verify_pointer."""
    def __init__(
        self,
        *,
        operation: Optional[str] = ...,
        definition_hash: Optional[str] = ...,
        arguments: Optional[str] = ...,
        pointer: Optional[str] = ...,
    ) -> None: ...

class ExecutionResult(message.Message):
    """What an execution came to: the result of the graph "execute"."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class Outcome(int, metaclass=_shapes.EnumType):
        """How it ended."""
        OUTCOME_UNSPECIFIED: ClassVar[ExecutionResult.Outcome]
        """Unused."""
        OUTCOME_DONE: ClassVar[ExecutionResult.Outcome]
        """All steps were done, or left out by a person."""
        OUTCOME_ABANDONED: ClassVar[ExecutionResult.Outcome]
        """A person gave it up."""
        OUTCOME_OUTDATED: ClassVar[ExecutionResult.Outcome]
        """A tool is no longer what was approved: the plan needs another approval."""

    OUTCOME_UNSPECIFIED: ClassVar[ExecutionResult.Outcome]
    OUTCOME_DONE: ClassVar[ExecutionResult.Outcome]
    OUTCOME_ABANDONED: ClassVar[ExecutionResult.Outcome]
    OUTCOME_OUTDATED: ClassVar[ExecutionResult.Outcome]
    outcome: ExecutionResult.Outcome
    """How it ended."""
    @property
    def steps(self) -> _shapes.Messages[StepResult]:
        """What came of the steps, in their order, as far as they were come to."""
    reason: str
    """Why it did not end well, for a person to read."""
    def __init__(
        self,
        *,
        outcome: Optional[Union[ExecutionResult.Outcome, str]] = ...,
        steps: Optional[Iterable[Union[StepResult, Mapping[str, Any]]]] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class ExecutionProgress(message.Message):
    """How far an execution is: the answer to the query "progress" of the graph "execute"."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def steps(self) -> _shapes.Messages[StepResult]:
        """What came of the steps that are over, in their order."""
    step_id: str
    """The step whose turn it is, or was when its run was cancelled. Empty if all are over, and
    of an execution that was given up.
    """
    @property
    def left_step_ids(self) -> _shapes.Values[str]:
        """The steps that come after it, in their order."""
    held: bool
    """True: someone has had it held, and no further step begins."""
    def __init__(
        self,
        *,
        steps: Optional[Iterable[Union[StepResult, Mapping[str, Any]]]] = ...,
        step_id: Optional[str] = ...,
        left_step_ids: Optional[Iterable[str]] = ...,
        held: Optional[bool] = ...,
    ) -> None: ...
