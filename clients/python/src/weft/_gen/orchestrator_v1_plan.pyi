# Written by make generate from proto/weft/orchestrator/v1/plan.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from google.protobuf import timestamp_pb2
from . import orchestrator_v1_outage
from . import orchestrator_v1_pause
from . import plan_v1_execution
from . import plan_v1_plan
from . import plan_v1_report

DESCRIPTOR: descriptor.FileDescriptor

class Plan(message.Message):
    """A plan: what somebody wants done, in steps that a person approves and that are then
    carried out.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class State(int, metaclass=_shapes.EnumType):
        """Where a plan stands."""
        STATE_UNSPECIFIED: ClassVar[Plan.State]
        """Not used."""
        STATE_CHECKING: ClassVar[Plan.State]
        """Its steps are tied to the tools that there are."""
        STATE_PROPOSED: ClassVar[Plan.State]
        """It waits for an approval."""
        STATE_REJECTED: ClassVar[Plan.State]
        """Somebody wants another version."""
        STATE_NEEDS_REVIEW: ClassVar[Plan.State]
        """Somebody has to look at what is wrong with it: it can't be carried out as it is, or
        was rejected three times.
        """
        STATE_EXPIRED: ClassVar[Plan.State]
        """Nobody decided in time."""
        STATE_EXECUTING: ClassVar[Plan.State]
        """It is being carried out."""
        STATE_WAITING: ClassVar[Plan.State]
        """It is being carried out, and waits for a person: to approve a call, to do a step, or
        to say how to go on.
        """
        STATE_COMPLETED: ClassVar[Plan.State]
        """It was carried out."""
        STATE_FAILED: ClassVar[Plan.State]
        """It was approved, and given up on the way."""
        STATE_CANCELLED: ClassVar[Plan.State]
        """It was cancelled."""
        STATE_DRAFTING: ClassVar[Plan.State]
        """It is drafted from a wish."""

    STATE_UNSPECIFIED: ClassVar[Plan.State]
    STATE_CHECKING: ClassVar[Plan.State]
    STATE_PROPOSED: ClassVar[Plan.State]
    STATE_REJECTED: ClassVar[Plan.State]
    STATE_NEEDS_REVIEW: ClassVar[Plan.State]
    STATE_EXPIRED: ClassVar[Plan.State]
    STATE_EXECUTING: ClassVar[Plan.State]
    STATE_WAITING: ClassVar[Plan.State]
    STATE_COMPLETED: ClassVar[Plan.State]
    STATE_FAILED: ClassVar[Plan.State]
    STATE_CANCELLED: ClassVar[Plan.State]
    STATE_DRAFTING: ClassVar[Plan.State]
    id: str
    """Its id: "PLAN-" and the id of its run. Ids sort by time."""
    state: Plan.State
    """Where it stands."""
    version: int
    """The version, from 1. It changes with the content and with the tools."""
    etag: str
    """Changes whenever anything happens to the plan."""
    @property
    def content(self) -> plan_v1_plan.Content:
        """What it says."""
    @property
    def bindings(self) -> _shapes.Messages[plan_v1_execution.Binding]:
        """The tools that its steps call, in their order. Empty if it can't be carried out."""
    hash: str
    """Stands for the content and the bindings: what is approved. SHA-256, in hexadecimal
    digits.
    """
    @property
    def problems(self) -> _shapes.Messages[plan_v1_execution.Problem]:
        """What is wrong with it."""
    reason: str
    """Why this version is asked for, what the plan waits for, or why it ended."""
    @property
    def steps(self) -> _shapes.Messages[PlanStep]:
        """How its steps stand, in their order."""
    @property
    def pauses(self) -> _shapes.Messages[orchestrator_v1_pause.Pause]:
        """What it waits for from people: the calls below answer these."""
    source: str
    """Where the wish came from."""
    user: str
    """Who proposed it."""
    @property
    def approvers(self) -> _shapes.Values[str]:
        """The users who may approve it. Empty: all who have the scope "approve"."""
    approvals_needed: int
    """How many of them have to approve a version, and each call that is asked for."""
    @property
    def approvals(self) -> _shapes.Messages[plan_v1_execution.Approval]:
        """The approvals of this version."""
    @property
    def rejections(self) -> _shapes.Messages[plan_v1_report.Rejection]:
        """The rejections, oldest first."""
    run_id: str
    """The run that it is."""
    execution_run_id: str
    """The run that carries it out, or did. Empty if none has begun."""
    @property
    def create_time(self) -> timestamp_pb2.Timestamp:
        """When it was proposed."""
    @property
    def update_time(self) -> timestamp_pb2.Timestamp:
        """When something last happened."""
    wish: str
    """What is wanted, in words, if the plan was not written when it was proposed."""
    drafted_by: str
    """The model that drafted this version. Empty if a person wrote it."""
    @property
    def outage(self) -> orchestrator_v1_outage.Outage:
        """Whom it waits for because they can't be reached, such as a tool server that does not
        answer. Absent: it waits for nobody, or for people.
        """
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        state: Optional[Union[Plan.State, str]] = ...,
        version: Optional[int] = ...,
        etag: Optional[str] = ...,
        content: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        bindings: Optional[Iterable[Union[plan_v1_execution.Binding, Mapping[str, Any]]]] = ...,
        hash: Optional[str] = ...,
        problems: Optional[Iterable[Union[plan_v1_execution.Problem, Mapping[str, Any]]]] = ...,
        reason: Optional[str] = ...,
        steps: Optional[Iterable[Union[PlanStep, Mapping[str, Any]]]] = ...,
        pauses: Optional[Iterable[Union[orchestrator_v1_pause.Pause, Mapping[str, Any]]]] = ...,
        source: Optional[str] = ...,
        user: Optional[str] = ...,
        approvers: Optional[Iterable[str]] = ...,
        approvals_needed: Optional[int] = ...,
        approvals: Optional[Iterable[Union[plan_v1_execution.Approval, Mapping[str, Any]]]] = ...,
        rejections: Optional[Iterable[Union[plan_v1_report.Rejection, Mapping[str, Any]]]] = ...,
        run_id: Optional[str] = ...,
        execution_run_id: Optional[str] = ...,
        create_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        update_time: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
        wish: Optional[str] = ...,
        drafted_by: Optional[str] = ...,
        outage: Optional[Union[orchestrator_v1_outage.Outage, Mapping[str, Any]]] = ...,
    ) -> None: ...

class PlanStep(message.Message):
    """How a step of a plan stands."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]

    class State(int, metaclass=_shapes.EnumType):
        """How it stands."""
        STATE_UNSPECIFIED: ClassVar[PlanStep.State]
        """Not used."""
        STATE_PENDING: ClassVar[PlanStep.State]
        """Its turn has not come."""
        STATE_RUNNING: ClassVar[PlanStep.State]
        """It is its turn: its tool is being called, or is about to be."""
        STATE_APPROVAL: ClassVar[PlanStep.State]
        """It is its turn, and a person is asked to approve the call."""
        STATE_BY_HAND: ClassVar[PlanStep.State]
        """It is its turn, and a person does it."""
        STATE_FAILED: ClassVar[PlanStep.State]
        """It was not done, and a person is asked how to go on."""
        STATE_UNKNOWN: ClassVar[PlanStep.State]
        """It is not known whether it was done, and a person is asked."""
        STATE_DONE: ClassVar[PlanStep.State]
        """Its tool has done it, or a person has."""
        STATE_SKIPPED: ClassVar[PlanStep.State]
        """It was left out."""

    STATE_UNSPECIFIED: ClassVar[PlanStep.State]
    STATE_PENDING: ClassVar[PlanStep.State]
    STATE_RUNNING: ClassVar[PlanStep.State]
    STATE_APPROVAL: ClassVar[PlanStep.State]
    STATE_BY_HAND: ClassVar[PlanStep.State]
    STATE_FAILED: ClassVar[PlanStep.State]
    STATE_UNKNOWN: ClassVar[PlanStep.State]
    STATE_DONE: ClassVar[PlanStep.State]
    STATE_SKIPPED: ClassVar[PlanStep.State]
    id: str
    """The step."""
    state: PlanStep.State
    """How it stands."""
    arguments: str
    """The arguments that are sent, or were: a JSON object. Empty as long as they are not
    known, and for what a person does.
    """
    arguments_hash: str
    """Their hash: SHA-256, in hexadecimal digits."""
    @property
    def result(self) -> plan_v1_execution.StepResult:
        """What came of it so far. Absent before its turn."""
    @property
    def approvals(self) -> _shapes.Messages[plan_v1_execution.Approval]:
        """The approvals that its call has by itself, of Plan.approvals_needed."""
    def __init__(
        self,
        *,
        id: Optional[str] = ...,
        state: Optional[Union[PlanStep.State, str]] = ...,
        arguments: Optional[str] = ...,
        arguments_hash: Optional[str] = ...,
        result: Optional[Union[plan_v1_execution.StepResult, Mapping[str, Any]]] = ...,
        approvals: Optional[Iterable[Union[plan_v1_execution.Approval, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class ProposePlanRequest(message.Message):
    """Request of ProposePlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def proposal(self) -> plan_v1_execution.Proposal:
        """What is to be done."""
    request_id: str
    """Names this request: if it comes again, the plan of the first is returned. Empty: none."""
    template: str
    """The template that the plan is made from, in place of a content or a wish. Empty: none."""
    @property
    def values(self) -> _shapes.ValueMap[str, str]:
        """What is put in the places of the template, by their names."""
    def __init__(
        self,
        *,
        proposal: Optional[Union[plan_v1_execution.Proposal, Mapping[str, Any]]] = ...,
        request_id: Optional[str] = ...,
        template: Optional[str] = ...,
        values: Optional[Mapping[str, str]] = ...,
    ) -> None: ...

class PlanTemplate(message.Message):
    """A plan that is written once and filled in whenever it is wanted."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    name: str
    """Its name: that of its file, without ".md"."""
    @property
    def content(self) -> plan_v1_plan.Content:
        """What it says, with {{name}} in its places."""
    @property
    def places(self) -> _shapes.Values[str]:
        """The names of its places, sorted."""
    problem: str
    """Why it can't be used, for a person to read. Empty: it can."""
    def __init__(
        self,
        *,
        name: Optional[str] = ...,
        content: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        places: Optional[Iterable[str]] = ...,
        problem: Optional[str] = ...,
    ) -> None: ...

class ListPlanTemplatesRequest(message.Message):
    """Request of ListPlanTemplates."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class ListPlanTemplatesResponse(message.Message):
    """Response of ListPlanTemplates."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def templates(self) -> _shapes.Messages[PlanTemplate]:
        """The templates by name: the first 500."""
    def __init__(
        self,
        *,
        templates: Optional[Iterable[Union[PlanTemplate, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class ProposePlanResponse(message.Message):
    """Response of ProposePlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class GetPlanRequest(message.Message):
    """Request of GetPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
    ) -> None: ...

class GetPlanResponse(message.Message):
    """Response of GetPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ListPlansRequest(message.Message):
    """Request of ListPlans."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def states(self) -> _shapes.Values[Plan.State]:
        """Only plans in these states. Empty: all."""
    page_size: int
    """How many, at most. 0: 50."""
    page_token: str
    """ListPlansResponse.next_page_token of the page before. Empty: the first page."""
    def __init__(
        self,
        *,
        states: Optional[Iterable[Union[Plan.State, str]]] = ...,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
    ) -> None: ...

class ListPlansResponse(message.Message):
    """Response of ListPlans."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plans(self) -> _shapes.Messages[Plan]:
        """The plans, newest first."""
    next_page_token: str
    """Names the next page. Empty: there is none."""
    def __init__(
        self,
        *,
        plans: Optional[Iterable[Union[Plan, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
    ) -> None: ...

class GetPlanStatsRequest(message.Message):
    """Request of GetPlanStats."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def since(self) -> timestamp_pb2.Timestamp:
        """Only plans that were proposed then or later. Not set: all."""
    def __init__(
        self,
        *,
        since: Optional[Union[timestamp_pb2.Timestamp, Mapping[str, Any]]] = ...,
    ) -> None: ...

class GetPlanStatsResponse(message.Message):
    """Response of GetPlanStats."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plans: int
    """How many plans there are."""
    @property
    def states(self) -> _shapes.Messages[PlanStateCount]:
        """How many are in each state, of those that any is in, in the order of the states."""
    @property
    def tools(self) -> _shapes.Messages[PlanToolCount]:
        """What came of the steps that call each tool, by name."""
    @property
    def missing_tools(self) -> _shapes.Messages[MissingTool]:
        """The tools that plans name and that no server has, by name. Of a server that can't be asked
        now nothing is known.
        """
    def __init__(
        self,
        *,
        plans: Optional[int] = ...,
        states: Optional[Iterable[Union[PlanStateCount, Mapping[str, Any]]]] = ...,
        tools: Optional[Iterable[Union[PlanToolCount, Mapping[str, Any]]]] = ...,
        missing_tools: Optional[Iterable[Union[MissingTool, Mapping[str, Any]]]] = ...,
    ) -> None: ...

class PlanStateCount(message.Message):
    """How many plans are in a state."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    state: Plan.State
    """The state."""
    plans: int
    """How many plans."""
    def __init__(
        self,
        *,
        state: Optional[Union[Plan.State, str]] = ...,
        plans: Optional[int] = ...,
    ) -> None: ...

class PlanToolCount(message.Message):
    """What came of the steps that call a tool. A step counts once, by what came of it last."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    tool: str
    """SERVER/OPERATION."""
    called: int
    """Steps that were called."""
    done: int
    """Steps that are done."""
    failed: int
    """Steps that failed."""
    unknown: int
    """Steps of which nobody knows."""
    skipped: int
    """Steps that a person left out."""
    by_hand: int
    """Steps that a person has done, or says are done."""
    def __init__(
        self,
        *,
        tool: Optional[str] = ...,
        called: Optional[int] = ...,
        done: Optional[int] = ...,
        failed: Optional[int] = ...,
        unknown: Optional[int] = ...,
        skipped: Optional[int] = ...,
        by_hand: Optional[int] = ...,
    ) -> None: ...

class MissingTool(message.Message):
    """A tool that plans name and that no server has."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    tool: str
    """SERVER/OPERATION."""
    plans: int
    """How many plans name it."""
    last_plan_id: str
    """The newest of them."""
    def __init__(
        self,
        *,
        tool: Optional[str] = ...,
        plans: Optional[int] = ...,
        last_plan_id: Optional[str] = ...,
    ) -> None: ...

class WatchPlansRequest(message.Message):
    """Request of WatchPlans."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """Only this plan; the stream ends with it. Empty: all."""
    from_sequence: int
    """The first change to send: one more than the sequence of the last event that the
    caller has had. 0: every plan that has not ended first, as it stands now.
    """
    until_caught_up: bool
    """True: the stream ends when it has come to the present."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        from_sequence: Optional[int] = ...,
        until_caught_up: Optional[bool] = ...,
    ) -> None: ...

class WatchPlansResponse(message.Message):
    """Response of WatchPlans."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def event(self) -> PlanEvent:
        """What happened."""
    def __init__(
        self,
        *,
        event: Optional[Union[PlanEvent, Mapping[str, Any]]] = ...,
    ) -> None: ...

class PlanEvent(message.Message):
    """Something that happened to a plan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    sequence: int
    """Its place among all events, rising. Go on with one more."""
    @property
    def plan(self) -> Plan:
        """The plan as it stands now. The same may be told twice. Absent: what was there when the
        watch began has been sent.
        """
    def __init__(
        self,
        *,
        sequence: Optional[int] = ...,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RevisePlanRequest(message.Message):
    """Request of RevisePlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    version: int
    """The version that was looked at."""
    @property
    def content(self) -> plan_v1_plan.Content:
        """What the next version says. Absent: it is drafted, by what feedback says."""
    pause_id: str
    """The pause that is answered, one of Plan.pauses: a request that comes again then does
    nothing more. Empty: the one that is open.
    """
    feedback: str
    """What should be different, in words, for a plan that is drafted from a wish."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        version: Optional[int] = ...,
        content: Optional[Union[plan_v1_plan.Content, Mapping[str, Any]]] = ...,
        pause_id: Optional[str] = ...,
        feedback: Optional[str] = ...,
    ) -> None: ...

class RevisePlanResponse(message.Message):
    """Response of RevisePlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ApprovePlanRequest(message.Message):
    """Request of ApprovePlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    version: int
    """The version that was looked at."""
    hash: str
    """Plan.hash, as it was looked at."""
    pause_id: str
    """The pause that is answered, as in RevisePlanRequest."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        version: Optional[int] = ...,
        hash: Optional[str] = ...,
        pause_id: Optional[str] = ...,
    ) -> None: ...

class ApprovePlanResponse(message.Message):
    """Response of ApprovePlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RejectPlanRequest(message.Message):
    """Request of RejectPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    version: int
    """The version that was looked at."""
    feedback: str
    """What should be different."""
    pause_id: str
    """The pause that is answered, as in RevisePlanRequest."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        version: Optional[int] = ...,
        feedback: Optional[str] = ...,
        pause_id: Optional[str] = ...,
    ) -> None: ...

class RejectPlanResponse(message.Message):
    """Response of RejectPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ReopenPlanRequest(message.Message):
    """Request of ReopenPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    version: int
    """The version that was looked at."""
    pause_id: str
    """The pause that is answered, as in RevisePlanRequest."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        version: Optional[int] = ...,
        pause_id: Optional[str] = ...,
    ) -> None: ...

class ReopenPlanResponse(message.Message):
    """Response of ReopenPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class CancelPlanRequest(message.Message):
    """Request of CancelPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    reason: str
    """Why. May be empty."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        reason: Optional[str] = ...,
    ) -> None: ...

class CancelPlanResponse(message.Message):
    """Response of CancelPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ApproveStepRequest(message.Message):
    """Request of ApproveStep."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    step_id: str
    """The step whose turn it is."""
    arguments_hash: str
    """PlanStep.arguments_hash, as they were looked at."""
    pause_id: str
    """The pause that is answered, as in RevisePlanRequest."""
    version: int
    """The version that was looked at."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        step_id: Optional[str] = ...,
        arguments_hash: Optional[str] = ...,
        pause_id: Optional[str] = ...,
        version: Optional[int] = ...,
    ) -> None: ...

class ApproveStepResponse(message.Message):
    """Response of ApproveStep."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class RetryStepRequest(message.Message):
    """Request of RetryStep."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    step_id: str
    """The step whose turn it is."""
    arguments_hash: str
    """PlanStep.arguments_hash, as they were looked at."""
    pause_id: str
    """The pause that is answered, as in RevisePlanRequest."""
    version: int
    """The version that was looked at."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        step_id: Optional[str] = ...,
        arguments_hash: Optional[str] = ...,
        pause_id: Optional[str] = ...,
        version: Optional[int] = ...,
    ) -> None: ...

class RetryStepResponse(message.Message):
    """Response of RetryStep."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class SkipStepRequest(message.Message):
    """Request of SkipStep."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    step_id: str
    """The step whose turn it is. It has to be optional."""
    pause_id: str
    """The pause that is answered, as in RevisePlanRequest."""
    version: int
    """The version that was looked at."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        step_id: Optional[str] = ...,
        pause_id: Optional[str] = ...,
        version: Optional[int] = ...,
    ) -> None: ...

class SkipStepResponse(message.Message):
    """Response of SkipStep."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class MarkDoneRequest(message.Message):
    """Request of MarkDone."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    step_id: str
    """The step whose turn it is."""
    structured: str
    """What it returned: JSON, for later steps that need something of it. May be empty."""
    pause_id: str
    """The pause that is answered, as in RevisePlanRequest."""
    version: int
    """The version that was looked at."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        step_id: Optional[str] = ...,
        structured: Optional[str] = ...,
        pause_id: Optional[str] = ...,
        version: Optional[int] = ...,
    ) -> None: ...

class MarkDoneResponse(message.Message):
    """Response of MarkDone."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class AbandonPlanRequest(message.Message):
    """Request of AbandonPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    pause_id: str
    """The pause that is answered, as in RevisePlanRequest."""
    version: int
    """The version that was looked at."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        pause_id: Optional[str] = ...,
        version: Optional[int] = ...,
    ) -> None: ...

class AbandonPlanResponse(message.Message):
    """Response of AbandonPlan."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def plan(self) -> Plan:
        """The plan."""
    def __init__(
        self,
        *,
        plan: Optional[Union[Plan, Mapping[str, Any]]] = ...,
    ) -> None: ...

class ListApprovalsRequest(message.Message):
    """Request of ListApprovals."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    mine: bool
    """Only what the caller may answer."""
    page_size: int
    """How many, at most. 0: 50."""
    page_token: str
    """ListApprovalsResponse.next_page_token of the page before. Empty: the first page."""
    def __init__(
        self,
        *,
        mine: Optional[bool] = ...,
        page_size: Optional[int] = ...,
        page_token: Optional[str] = ...,
    ) -> None: ...

class ListApprovalsResponse(message.Message):
    """Response of ListApprovals."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def waits(self) -> _shapes.Messages[PlanWait]:
        """What plans wait for, oldest first."""
    next_page_token: str
    """Names the next page. Empty: there is none."""
    def __init__(
        self,
        *,
        waits: Optional[Iterable[Union[PlanWait, Mapping[str, Any]]]] = ...,
        next_page_token: Optional[str] = ...,
    ) -> None: ...

class PlanWait(message.Message):
    """Something that a plan waits for from a person: that it or a call is approved, that a step
    is done, or that somebody says how to go on.
    """
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    plan_id: str
    """The plan."""
    version: int
    """The version."""
    step_id: str
    """The step. Empty if it is about the plan."""
    @property
    def pause(self) -> orchestrator_v1_pause.Pause:
        """What is asked, with what there is to decide on."""
    def __init__(
        self,
        *,
        plan_id: Optional[str] = ...,
        version: Optional[int] = ...,
        step_id: Optional[str] = ...,
        pause: Optional[Union[orchestrator_v1_pause.Pause, Mapping[str, Any]]] = ...,
    ) -> None: ...
