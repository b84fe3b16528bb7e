# Written by make generate from the contracts in proto/weft.
from .clarifier_v1_clarifier import ClarifyRequest as ClarifyRequest
from .clarifier_v1_clarifier import Options as Options
from .clarifier_v1_clarifier import ClarifyResponse as ClarifyResponse
from .common_v1_analysis import Analysis as Analysis
from .common_v1_analysis import Fact as Fact
from .common_v1_analysis import Finding as Finding
from .common_v1_analysis import Quote as Quote
from .common_v1_analysis import FactKind as FactKind
from .common_v1_analysis import FindingKind as FindingKind
from .common_v1_background import BackgroundText as BackgroundText
from .common_v1_background import BackgroundSize as BackgroundSize
from .common_v1_background import BackgroundKind as BackgroundKind
from .common_v1_context import CallContext as CallContext
from .common_v1_context import ModelBudget as ModelBudget
from .common_v1_context import ModelUsage as ModelUsage
from .common_v1_context import Provenance as Provenance
from .common_v1_context import Depth as Depth
from .common_v1_context import Weekday as Weekday
from .common_v1_context import Mind as Mind
from .common_v1_context import Tier as Tier
from .common_v1_domain import DomainInfo as DomainInfo
from .common_v1_domain import DomainContext as DomainContext
from .common_v1_domain import Bearing as Bearing
from .common_v1_domain import EvaluationRule as EvaluationRule
from .common_v1_domain import DomainSchema as DomainSchema
from .common_v1_domain import Words as Words
from .common_v1_domain import NameList as NameList
from .common_v1_domain import Name as Name
from .common_v1_domain import ExtractionPattern as ExtractionPattern
from .common_v1_entry import Entry as CommonEntry
from .common_v1_entry import SourceRef as SourceRef
from .common_v1_entry import EntryRef as EntryRef
from .common_v1_entry import EntryMatch as EntryMatch
from .common_v1_entry import TextRange as TextRange
from .common_v1_evidence import EvidenceNote as EvidenceNote
from .common_v1_evidence import SearchOutcome as SearchOutcome
from .common_v1_evidence import MissingWord as MissingWord
from .common_v1_observation import Observation as Observation
from .common_v1_observation import UnreadNote as UnreadNote
from .common_v1_observation import Selection as Selection
from .common_v1_observation import UnreadReason as UnreadReason
from .common_v1_pause import PauseOption as PauseOption
from .common_v1_pause import PauseKind as PauseKind
from .common_v1_query import Measure as Measure
from .common_v1_query import Subject as Subject
from .common_v1_query import Condition as Condition
from .common_v1_query import QueryForm as QueryForm
from .common_v1_query import Understanding as Understanding
from .common_v1_query import Wanted as Wanted
from .common_v1_query import TaskState as TaskState
from .common_v1_query import Aggregate as Aggregate
from .common_v1_query import MeasureKind as MeasureKind
from .common_v1_query import Operator as Operator
from .common_v1_query import GroupBy as GroupBy
from .common_v1_reasoning import Gap as Gap
from .common_v1_reasoning import Citation as Citation
from .common_v1_reasoning import SubQuery as SubQuery
from .common_v1_reasoning import RetrievalInstruction as RetrievalInstruction
from .common_v1_reasoning import RetrievalAttempt as RetrievalAttempt
from .common_v1_reasoning import EvaluationFeedback as EvaluationFeedback
from .common_v1_reasoning import Clarification as Clarification
from .common_v1_reasoning import Question as CommonQuestion
from .common_v1_reasoning import InputType as InputType
from .common_v1_reasoning import QueryType as QueryType
from .common_v1_reasoning import DependencyType as DependencyType
from .common_v1_reasoning import Severity as Severity
from .common_v1_reasoning import Confidence as Confidence
from .common_v1_reasoning import Verdict as CommonVerdict
from .common_v1_reasoning import ResponseStyle as ResponseStyle
from .common_v1_reasoning import GapReason as GapReason
from .common_v1_reasoning import RetrievalStrategy as RetrievalStrategy
from .common_v1_reasoning import AnswerType as AnswerType
from .common_v1_reasoning import RetrievalOrder as RetrievalOrder
from .common_v1_time import DateRange as DateRange
from .common_v1_time import TimeRange as TimeRange
from .common_v1_time import UnresolvedTime as UnresolvedTime
from .common_v1_time import ScopeRange as ScopeRange
from .common_v1_time import Grain as Grain
from .common_v1_tool import Tool as CommonTool
from .common_v1_tool import ToolServer as ToolServer
from .common_v1_tool import ToolEffect as ToolEffect
from .common_v1_tool import ToolTrust as ToolTrust
from .evaluator_v1_evaluator import EvaluateRequest as EvaluateRequest
from .evaluator_v1_evaluator import DimensionResult as DimensionResult
from .evaluator_v1_evaluator import EvaluateResponse as EvaluateResponse
from .evaluator_v1_evaluator import Dimension as Dimension
from .notegraph_v1_notegraph import Input as NotegraphInput
from .notegraph_v1_notegraph import Domains as Domains
from .notegraph_v1_notegraph import Result as NotegraphResult
from .notegraph_v1_notegraph import Proposed as Proposed
from .notegraph_v1_notegraph import Planned as Planned
from .notegraph_v1_notegraph import Analyzed as Analyzed
from .notegraph_v1_notegraph import Retrieved as Retrieved
from .notegraph_v1_notegraph import Synthesized as Synthesized
from .notegraph_v1_notegraph import Kept as Kept
from .notegraph_v1_notegraph import Parsed as Parsed
from .notegraph_v1_notegraph import Stored as Stored
from .notegraph_v1_notegraph import Observed as NotegraphObserved
from .notegraph_v1_notegraph import Ask as Ask
from .notegraph_v1_notegraph import Reply as NotegraphReply
from .observer_v1_observer import ObserveRequest as ObserveRequest
from .observer_v1_observer import ContextUpdate as ContextUpdate
from .observer_v1_observer import ObserveResponse as ObserveResponse
from .observer_v1_observer import Trigger as Trigger
from .observer_v1_observer import Category as Category
from .observer_v1_observer import Certainty as Certainty
from .orchestrator_v1_audit import ListAuditEventsRequest as ListAuditEventsRequest
from .orchestrator_v1_audit import ListAuditEventsResponse as ListAuditEventsResponse
from .orchestrator_v1_audit import AuditEvent as AuditEvent
from .orchestrator_v1_graph import ListGraphsRequest as ListGraphsRequest
from .orchestrator_v1_graph import ListGraphsResponse as ListGraphsResponse
from .orchestrator_v1_graph import Graph as Graph
from .orchestrator_v1_graph import GraphPort as GraphPort
from .orchestrator_v1_graph import GraphMessage as GraphMessage
from .orchestrator_v1_graph import GraphState as GraphState
from .orchestrator_v1_graph import GraphOutcome as GraphOutcome
from .orchestrator_v1_key import CreateKeyRequest as CreateKeyRequest
from .orchestrator_v1_key import CreateKeyResponse as CreateKeyResponse
from .orchestrator_v1_key import ListKeysRequest as ListKeysRequest
from .orchestrator_v1_key import ListKeysResponse as ListKeysResponse
from .orchestrator_v1_key import RotateKeyRequest as RotateKeyRequest
from .orchestrator_v1_key import RotateKeyResponse as RotateKeyResponse
from .orchestrator_v1_key import RevokeKeyRequest as RevokeKeyRequest
from .orchestrator_v1_key import RevokeKeyResponse as RevokeKeyResponse
from .orchestrator_v1_key import Key as Key
from .orchestrator_v1_mesh import GetMeshRequest as GetMeshRequest
from .orchestrator_v1_mesh import GetMeshResponse as GetMeshResponse
from .orchestrator_v1_mesh import MeshRole as MeshRole
from .orchestrator_v1_mesh import MeshNeed as MeshNeed
from .orchestrator_v1_mesh import AgentMind as AgentMind
from .orchestrator_v1_mesh import ModelRoute as ModelRoute
from .orchestrator_v1_mesh import GetBudgetRequest as GetBudgetRequest
from .orchestrator_v1_mesh import GetBudgetResponse as GetBudgetResponse
from .orchestrator_v1_mesh import ListDomainsRequest as ListDomainsRequest
from .orchestrator_v1_mesh import ListDomainsResponse as ListDomainsResponse
from .orchestrator_v1_method import MethodRules as MethodRules
from .orchestrator_v1_method import Scope as Scope
from .orchestrator_v1_method import Dependency as Dependency
from .orchestrator_v1_note import Input as Input
from .orchestrator_v1_note import SubmitInputRequest as SubmitInputRequest
from .orchestrator_v1_note import SubmitInputResponse as SubmitInputResponse
from .orchestrator_v1_note import GetPreferencesRequest as GetPreferencesRequest
from .orchestrator_v1_note import GetPreferencesResponse as GetPreferencesResponse
from .orchestrator_v1_note import SetPreferencesRequest as SetPreferencesRequest
from .orchestrator_v1_note import SetPreferencesResponse as SetPreferencesResponse
from .orchestrator_v1_note import ProcessInputRequest as ProcessInputRequest
from .orchestrator_v1_note import ProcessInputResponse as ProcessInputResponse
from .orchestrator_v1_note import ListEntriesRequest as ListEntriesRequest
from .orchestrator_v1_note import ListEntriesResponse as ListEntriesResponse
from .orchestrator_v1_note import GetEntryRequest as GetEntryRequest
from .orchestrator_v1_note import GetEntryResponse as GetEntryResponse
from .orchestrator_v1_note import RemoveEntryRequest as RemoveEntryRequest
from .orchestrator_v1_note import RemoveEntryResponse as RemoveEntryResponse
from .orchestrator_v1_note import EditEntryRequest as EditEntryRequest
from .orchestrator_v1_note import EditEntryResponse as EditEntryResponse
from .orchestrator_v1_note import RestoreEntryRequest as RestoreEntryRequest
from .orchestrator_v1_note import RestoreEntryResponse as RestoreEntryResponse
from .orchestrator_v1_note import TrashedEntry as TrashedEntry
from .orchestrator_v1_note import ListTrashRequest as ListTrashRequest
from .orchestrator_v1_note import ListTrashResponse as ListTrashResponse
from .orchestrator_v1_note import Task as Task
from .orchestrator_v1_note import ListTasksRequest as ListTasksRequest
from .orchestrator_v1_note import ListTasksResponse as ListTasksResponse
from .orchestrator_v1_note import SearchEntriesRequest as SearchEntriesRequest
from .orchestrator_v1_note import SearchHit as SearchHit
from .orchestrator_v1_note import SearchEntriesResponse as SearchEntriesResponse
from .orchestrator_v1_note import ExplainInputRequest as ExplainInputRequest
from .orchestrator_v1_note import ExplainInputResponse as ExplainInputResponse
from .orchestrator_v1_note import GetContextRequest as GetContextRequest
from .orchestrator_v1_note import GetContextResponse as GetContextResponse
from .orchestrator_v1_note import ReflectRequest as ReflectRequest
from .orchestrator_v1_note import ReflectResponse as ReflectResponse
from .orchestrator_v1_note import Thread as Thread
from .orchestrator_v1_note import Turn as Turn
from .orchestrator_v1_note import ListThreadsRequest as ListThreadsRequest
from .orchestrator_v1_note import ListThreadsResponse as ListThreadsResponse
from .orchestrator_v1_note import GetThreadRequest as GetThreadRequest
from .orchestrator_v1_note import GetThreadResponse as GetThreadResponse
from .orchestrator_v1_note import DeleteThreadRequest as DeleteThreadRequest
from .orchestrator_v1_note import DeleteThreadResponse as DeleteThreadResponse
from .orchestrator_v1_note import ImportEntriesRequest as ImportEntriesRequest
from .orchestrator_v1_note import ReindexEntriesRequest as ReindexEntriesRequest
from .orchestrator_v1_note import ReindexEntriesResponse as ReindexEntriesResponse
from .orchestrator_v1_note import ImportEntriesResponse as ImportEntriesResponse
from .orchestrator_v1_note import ImportOutcome as ImportOutcome
from .orchestrator_v1_outage import Outage as Outage
from .orchestrator_v1_pause import Pause as Pause
from .orchestrator_v1_plan import Plan as Plan
from .orchestrator_v1_plan import PlanStep as PlanStep
from .orchestrator_v1_plan import ProposePlanRequest as ProposePlanRequest
from .orchestrator_v1_plan import PlanTemplate as PlanTemplate
from .orchestrator_v1_plan import ListPlanTemplatesRequest as ListPlanTemplatesRequest
from .orchestrator_v1_plan import ListPlanTemplatesResponse as ListPlanTemplatesResponse
from .orchestrator_v1_plan import ProposePlanResponse as ProposePlanResponse
from .orchestrator_v1_plan import GetPlanRequest as GetPlanRequest
from .orchestrator_v1_plan import GetPlanResponse as GetPlanResponse
from .orchestrator_v1_plan import ListPlansRequest as ListPlansRequest
from .orchestrator_v1_plan import ListPlansResponse as ListPlansResponse
from .orchestrator_v1_plan import GetPlanStatsRequest as GetPlanStatsRequest
from .orchestrator_v1_plan import GetPlanStatsResponse as GetPlanStatsResponse
from .orchestrator_v1_plan import PlanStateCount as PlanStateCount
from .orchestrator_v1_plan import PlanToolCount as PlanToolCount
from .orchestrator_v1_plan import MissingTool as MissingTool
from .orchestrator_v1_plan import WatchPlansRequest as WatchPlansRequest
from .orchestrator_v1_plan import WatchPlansResponse as WatchPlansResponse
from .orchestrator_v1_plan import PlanEvent as PlanEvent
from .orchestrator_v1_plan import RevisePlanRequest as RevisePlanRequest
from .orchestrator_v1_plan import RevisePlanResponse as RevisePlanResponse
from .orchestrator_v1_plan import ApprovePlanRequest as ApprovePlanRequest
from .orchestrator_v1_plan import ApprovePlanResponse as ApprovePlanResponse
from .orchestrator_v1_plan import RejectPlanRequest as RejectPlanRequest
from .orchestrator_v1_plan import RejectPlanResponse as RejectPlanResponse
from .orchestrator_v1_plan import ReopenPlanRequest as ReopenPlanRequest
from .orchestrator_v1_plan import ReopenPlanResponse as ReopenPlanResponse
from .orchestrator_v1_plan import CancelPlanRequest as CancelPlanRequest
from .orchestrator_v1_plan import CancelPlanResponse as CancelPlanResponse
from .orchestrator_v1_plan import ApproveStepRequest as ApproveStepRequest
from .orchestrator_v1_plan import ApproveStepResponse as ApproveStepResponse
from .orchestrator_v1_plan import RetryStepRequest as RetryStepRequest
from .orchestrator_v1_plan import RetryStepResponse as RetryStepResponse
from .orchestrator_v1_plan import SkipStepRequest as SkipStepRequest
from .orchestrator_v1_plan import SkipStepResponse as SkipStepResponse
from .orchestrator_v1_plan import MarkDoneRequest as MarkDoneRequest
from .orchestrator_v1_plan import MarkDoneResponse as MarkDoneResponse
from .orchestrator_v1_plan import AbandonPlanRequest as AbandonPlanRequest
from .orchestrator_v1_plan import AbandonPlanResponse as AbandonPlanResponse
from .orchestrator_v1_plan import ListApprovalsRequest as ListApprovalsRequest
from .orchestrator_v1_plan import ListApprovalsResponse as ListApprovalsResponse
from .orchestrator_v1_plan import PlanWait as PlanWait
from .orchestrator_v1_report import RunReport as RunReport
from .orchestrator_v1_report import RunCancellation as RunCancellation
from .orchestrator_v1_report import RunFailure as RunFailure
from .orchestrator_v1_report import RunUsage as RunUsage
from .orchestrator_v1_report import RetrievedEntry as RetrievedEntry
from .orchestrator_v1_report import StepTiming as StepTiming
from .orchestrator_v1_roadmap import Roadmap as Roadmap
from .orchestrator_v1_roadmap import ProposeRoadmapRequest as ProposeRoadmapRequest
from .orchestrator_v1_roadmap import ProposeRoadmapResponse as ProposeRoadmapResponse
from .orchestrator_v1_roadmap import GetRoadmapRequest as GetRoadmapRequest
from .orchestrator_v1_roadmap import GetRoadmapResponse as GetRoadmapResponse
from .orchestrator_v1_roadmap import ExportRoadmapRequest as ExportRoadmapRequest
from .orchestrator_v1_roadmap import ExportRoadmapResponse as ExportRoadmapResponse
from .orchestrator_v1_roadmap import ListRoadmapsRequest as ListRoadmapsRequest
from .orchestrator_v1_roadmap import ListRoadmapsResponse as ListRoadmapsResponse
from .orchestrator_v1_roadmap import WatchRoadmapRequest as WatchRoadmapRequest
from .orchestrator_v1_roadmap import WatchRoadmapResponse as WatchRoadmapResponse
from .orchestrator_v1_roadmap import ApproveRoadmapRequest as ApproveRoadmapRequest
from .orchestrator_v1_roadmap import ApproveRoadmapResponse as ApproveRoadmapResponse
from .orchestrator_v1_roadmap import AnswerRoadmapRequest as AnswerRoadmapRequest
from .orchestrator_v1_roadmap import AnswerRoadmapResponse as AnswerRoadmapResponse
from .orchestrator_v1_roadmap import RoadmapChange as RoadmapChange
from .orchestrator_v1_roadmap import ChangeRoadmapRequest as ChangeRoadmapRequest
from .orchestrator_v1_roadmap import ChangeRoadmapResponse as ChangeRoadmapResponse
from .orchestrator_v1_roadmap import ListAgendaRequest as ListAgendaRequest
from .orchestrator_v1_roadmap import AgendaItem as AgendaItem
from .orchestrator_v1_roadmap import ListAgendaResponse as ListAgendaResponse
from .orchestrator_v1_roadmap import ListCalendarsRequest as ListCalendarsRequest
from .orchestrator_v1_roadmap import CalendarSource as CalendarSource
from .orchestrator_v1_roadmap import ListCalendarsResponse as ListCalendarsResponse
from .orchestrator_v1_roadmap import GetCalendarFeedRequest as GetCalendarFeedRequest
from .orchestrator_v1_roadmap import GetCalendarFeedResponse as GetCalendarFeedResponse
from .orchestrator_v1_run import Run as Run
from .orchestrator_v1_run import RunEvent as RunEvent
from .orchestrator_v1_run import RunQueued as RunQueued
from .orchestrator_v1_run import RunStarted as RunStarted
from .orchestrator_v1_run import StepEntered as StepEntered
from .orchestrator_v1_run import StepCompleted as StepCompleted
from .orchestrator_v1_run import RunInterrupted as RunInterrupted
from .orchestrator_v1_run import RunAnswered as RunAnswered
from .orchestrator_v1_run import RunSignalled as RunSignalled
from .orchestrator_v1_run import RunEnded as RunEnded
from .orchestrator_v1_run import RunDelayed as RunDelayed
from .orchestrator_v1_run import RunRetried as RunRetried
from .orchestrator_v1_run import RunCalled as RunCalled
from .orchestrator_v1_run import RunReturned as RunReturned
from .orchestrator_v1_run import StartRunRequest as StartRunRequest
from .orchestrator_v1_run import StartRunResponse as StartRunResponse
from .orchestrator_v1_run import GetRunRequest as GetRunRequest
from .orchestrator_v1_run import GetRunResponse as GetRunResponse
from .orchestrator_v1_run import ListRunsRequest as ListRunsRequest
from .orchestrator_v1_run import ListRunsResponse as ListRunsResponse
from .orchestrator_v1_run import WatchRunRequest as WatchRunRequest
from .orchestrator_v1_run import WatchRunResponse as WatchRunResponse
from .orchestrator_v1_run import AnswerRunRequest as AnswerRunRequest
from .orchestrator_v1_run import QuestionAnswer as QuestionAnswer
from .orchestrator_v1_run import AnswerRunResponse as AnswerRunResponse
from .orchestrator_v1_run import SendSignalRequest as SendSignalRequest
from .orchestrator_v1_run import SendSignalResponse as SendSignalResponse
from .orchestrator_v1_run import QueryRunRequest as QueryRunRequest
from .orchestrator_v1_run import QueryRunResponse as QueryRunResponse
from .orchestrator_v1_run import ListPausesRequest as ListPausesRequest
from .orchestrator_v1_run import ListPausesResponse as ListPausesResponse
from .orchestrator_v1_run import WatchPausesResponse as WatchPausesResponse
from .orchestrator_v1_run import PausesEvent as PausesEvent
from .orchestrator_v1_run import CancelRunRequest as CancelRunRequest
from .orchestrator_v1_run import CancelRunResponse as CancelRunResponse
from .orchestrator_v1_run import RetryRunRequest as RetryRunRequest
from .orchestrator_v1_run import RetryRunResponse as RetryRunResponse
from .orchestrator_v1_run import RetryRunsRequest as RetryRunsRequest
from .orchestrator_v1_run import RetryRunsResponse as RetryRunsResponse
from .orchestrator_v1_run import ForkRunRequest as ForkRunRequest
from .orchestrator_v1_run import RunChange as RunChange
from .orchestrator_v1_run import ForkRunResponse as ForkRunResponse
from .orchestrator_v1_run import VerifyRunsRequest as VerifyRunsRequest
from .orchestrator_v1_run import VerifyRunsResponse as VerifyRunsResponse
from .orchestrator_v1_run import LostRun as LostRun
from .orchestrator_v1_schedule import CreateScheduleRequest as CreateScheduleRequest
from .orchestrator_v1_schedule import ScheduledRun as ScheduledRun
from .orchestrator_v1_schedule import CreateScheduleResponse as CreateScheduleResponse
from .orchestrator_v1_schedule import GetScheduleRequest as GetScheduleRequest
from .orchestrator_v1_schedule import GetScheduleResponse as GetScheduleResponse
from .orchestrator_v1_schedule import ListSchedulesRequest as ListSchedulesRequest
from .orchestrator_v1_schedule import ListSchedulesResponse as ListSchedulesResponse
from .orchestrator_v1_schedule import UpdateScheduleRequest as UpdateScheduleRequest
from .orchestrator_v1_schedule import UpdateScheduleResponse as UpdateScheduleResponse
from .orchestrator_v1_schedule import DeleteScheduleRequest as DeleteScheduleRequest
from .orchestrator_v1_schedule import DeleteScheduleResponse as DeleteScheduleResponse
from .orchestrator_v1_schedule import RunScheduleRequest as RunScheduleRequest
from .orchestrator_v1_schedule import RunScheduleResponse as RunScheduleResponse
from .orchestrator_v1_schedule import PreviewScheduleRequest as PreviewScheduleRequest
from .orchestrator_v1_schedule import PreviewScheduleResponse as PreviewScheduleResponse
from .orchestrator_v1_schedule import Schedule as Schedule
from .orchestrator_v1_schedule import ScheduleOccurrence as ScheduleOccurrence
from .orchestrator_v1_schedule import ScheduleOverlap as ScheduleOverlap
from .orchestrator_v1_schedule import ScheduleMissed as ScheduleMissed
from .orchestrator_v1_tool import ListToolsRequest as ListToolsRequest
from .orchestrator_v1_tool import ListToolsResponse as ListToolsResponse
from .orchestrator_v1_tool import TrustToolRequest as TrustToolRequest
from .orchestrator_v1_tool import TrustToolResponse as TrustToolResponse
from .orchestrator_v1_tool import UntrustToolRequest as UntrustToolRequest
from .orchestrator_v1_tool import UntrustToolResponse as UntrustToolResponse
from .orchestrator_v1_tool import DryRunToolRequest as DryRunToolRequest
from .orchestrator_v1_tool import DryRunToolResponse as DryRunToolResponse
from .orchestrator_v1_watch import WatchRunsRequest as WatchRunsRequest
from .orchestrator_v1_watch import WatchRunsResponse as WatchRunsResponse
from .orchestrator_v1_watch import RunsEvent as RunsEvent
from .orchestrator_v1_watch import RunChanged as RunChanged
from .orchestrator_v1_watch import RunsCaughtUp as RunsCaughtUp
from .orchestrator_v1_watch import RunsMissed as RunsMissed
from .orchestrator_v1_watch import WatchPausesRequest as WatchPausesRequest
from .orchestrator_v1_watch import PauseClosed as PauseClosed
from .orchestrator_v1_watch import PausesCaughtUp as PausesCaughtUp
from .orchestrator_v1_watch import PausesMissed as PausesMissed
from .orchestrator_v1_webhook import CreateWebhookRequest as CreateWebhookRequest
from .orchestrator_v1_webhook import CreateWebhookResponse as CreateWebhookResponse
from .orchestrator_v1_webhook import ListWebhooksRequest as ListWebhooksRequest
from .orchestrator_v1_webhook import ListWebhooksResponse as ListWebhooksResponse
from .orchestrator_v1_webhook import UpdateWebhookRequest as UpdateWebhookRequest
from .orchestrator_v1_webhook import UpdateWebhookResponse as UpdateWebhookResponse
from .orchestrator_v1_webhook import DeleteWebhookRequest as DeleteWebhookRequest
from .orchestrator_v1_webhook import DeleteWebhookResponse as DeleteWebhookResponse
from .orchestrator_v1_webhook import TestWebhookRequest as TestWebhookRequest
from .orchestrator_v1_webhook import TestWebhookResponse as TestWebhookResponse
from .orchestrator_v1_webhook import ListWebhookDeliveriesRequest as ListWebhookDeliveriesRequest
from .orchestrator_v1_webhook import ListWebhookDeliveriesResponse as ListWebhookDeliveriesResponse
from .orchestrator_v1_webhook import RedeliverWebhookEventRequest as RedeliverWebhookEventRequest
from .orchestrator_v1_webhook import RedeliverWebhookEventResponse as RedeliverWebhookEventResponse
from .orchestrator_v1_webhook import WebhookDelivery as WebhookDelivery
from .orchestrator_v1_webhook import Webhook as Webhook
from .orchestrator_v1_webhook import WebhookFailure as WebhookFailure
from .orchestrator_v1_webhook_event import WebhookEvent as WebhookEvent
from .orchestrator_v1_webhook_event import WebhookEventData as WebhookEventData
from .parser_v1_parser import ParseRequest as ParseRequest
from .parser_v1_parser import ParseResponse as ParseResponse
from .parser_v1_parser import Correction as Correction
from .parser_v1_parser import FieldChange as FieldChange
from .plan_v1_execution import Binding as Binding
from .plan_v1_execution import Proposal as PlanProposal
from .plan_v1_execution import Drafted as Drafted
from .plan_v1_execution import Problem as PlanProblem
from .plan_v1_execution import Checked as PlanChecked
from .plan_v1_execution import PlanResult as PlanResult
from .plan_v1_execution import PlanApproval as PlanApproval
from .plan_v1_execution import Approval as Approval
from .plan_v1_execution import StepApproval as StepApproval
from .plan_v1_execution import Execution as Execution
from .plan_v1_execution import StepResult as StepResult
from .plan_v1_execution import Returned as Returned
from .plan_v1_execution import PreparedCall as PreparedCall
from .plan_v1_execution import Verification as Verification
from .plan_v1_execution import ExecutionResult as ExecutionResult
from .plan_v1_execution import ExecutionProgress as ExecutionProgress
from .plan_v1_plan import Content as Content
from .plan_v1_plan import Step as Plan_Step
from .plan_v1_report import Rejection as PlanRejection
from .plan_v1_report import PlanReport as PlanReport
from .plan_v1_report import ExecutionReport as ExecutionReport
from .planner_v1_planner import ThinkRequest as ThinkRequest
from .planner_v1_planner import ThinkResponse as ThinkResponse
from .planner_v1_planner import ReadGoalRequest as ReadGoalRequest
from .planner_v1_planner import ReadGoalResponse as ReadGoalResponse
from .planner_v1_planner import DraftOutlineRequest as DraftOutlineRequest
from .planner_v1_planner import DraftOutlineResponse as DraftOutlineResponse
from .planner_v1_planner import BrainstormRequest as BrainstormRequest
from .planner_v1_planner import BrainstormResponse as BrainstormResponse
from .planner_v1_planner import DraftRoadmapRequest as DraftRoadmapRequest
from .planner_v1_planner import DraftRoadmapResponse as DraftRoadmapResponse
from .planner_v1_planner import DraftScheduleRequest as DraftScheduleRequest
from .planner_v1_planner import DraftScheduleResponse as DraftScheduleResponse
from .planner_v1_planner import RescheduleRequest as RescheduleRequest
from .planner_v1_planner import RescheduleResponse as RescheduleResponse
from .planner_v1_planner import DraftRequest as DraftRequest
from .planner_v1_planner import DraftResponse as DraftResponse
from .planner_v1_planner import PlanRequest as PlanRequest
from .planner_v1_planner import GapStatus as GapStatus
from .planner_v1_planner import PlanResponse as PlanResponse
from .planner_v1_planner import NextAction as NextAction
from .planning_v1_draft import Understood as Understood
from .planning_v1_draft import Reading as Reading
from .planning_v1_draft import Question as PlanningQuestion
from .planning_v1_draft import Choice as Choice
from .planning_v1_draft import Assumption as Assumption
from .planning_v1_draft import OutlineDraft as OutlineDraft
from .planning_v1_draft import Adaptation as Adaptation
from .planning_v1_draft import RoadmapDraft as RoadmapDraft
from .planning_v1_draft import NodeDays as NodeDays
from .planning_v1_draft import Option as Option
from .planning_v1_draft import ScheduleDraft as ScheduleDraft
from .planning_v1_draft import WeekLoad as WeekLoad
from .planning_v1_draft import Block as Block
from .planning_v1_draft import Commitment as Commitment
from .planning_v1_draft import Certificate as Certificate
from .planning_v1_draft import Way as Way
from .planning_v1_draft import Verdict as PlanningVerdict
from .planning_v1_goal import Goal as Goal
from .planning_v1_goal import Idea as Idea
from .planning_v1_goal import Ideas as Ideas
from .planning_v1_goal import Reply as PlanningReply
from .planning_v1_goal import Extraction as Extraction
from .planning_v1_goal import Constraint as Constraint
from .planning_v1_goal import Terms as Terms
from .planning_v1_goal import Step as PlanningStep
from .planning_v1_goal import Later as Later
from .planning_v1_goal import Policy as Policy
from .planning_v1_goal import Amendment as Amendment
from .planning_v1_outline import Outline as Outline
from .planning_v1_outline import PatternSpec as PatternSpec
from .planning_v1_outline import Node as Node
from .planning_v1_outline import Dependency as PlanningDependency
from .planning_v1_outline import Repeat as Repeat
from .planning_v1_outline import Violation as Violation
from .planning_v1_outline import Level as Level
from .planning_v1_publish import Publishing as Publishing
from .planning_v1_publish import Publication as Publication
from .planning_v1_publish import UnapprovedBlocks as UnapprovedBlocks
from .planning_v1_publish import PublishReport as PublishReport
from .planning_v1_replan import Replanning as Replanning
from .planning_v1_replan import Resumption as Resumption
from .planning_v1_replan import Difference as Difference
from .planning_v1_replan import Span as Span
from .planning_v1_replan import Move as Move
from .planning_v1_replan import Slip as Slip
from .planning_v1_replan import Observed as PlanningObserved
from .planning_v1_replan import Proposal as PlanningProposal
from .planning_v1_replan import Consent as Consent
from .planning_v1_replan import ReplanReport as ReplanReport
from .planning_v1_replan import ReplanResult as ReplanResult
from .planning_v1_replan import Progress as Progress
from .planning_v1_report import Draft as Draft
from .planning_v1_report import Validated as Validated
from .planning_v1_report import Asked as Asked
from .planning_v1_report import PlanningReport as PlanningReport
from .planning_v1_report import StageTrace as StageTrace
from .planning_v1_report import Rejection as PlanningRejection
from .planning_v1_report import PlanningResult as PlanningResult
from .planning_v1_report import Stage as Stage
from .planning_v1_roadmap import Roadmap as PlanningRoadmap
from .planning_v1_roadmap import BlocksApproval as BlocksApproval
from .planning_v1_roadmap import Timeline as Timeline
from .planning_v1_roadmap import RoadmapSummary as RoadmapSummary
from .planning_v1_roadmap import EventDay as EventDay
from .planning_v1_roadmap import KeptTimeline as KeptTimeline
from .reason_v1_reason import Reasoning as Reasoning
from .reason_v1_reason import Preferences as Preferences
from .reason_v1_reason import Tool as ReasonTool
from .reason_v1_reason import Step as ReasonStep
from .reason_v1_reason import Result as ReasonResult
from .reason_v1_reason import Failure as Failure
from .reason_v1_reason import Entry as ReasonEntry
from .reason_v1_reason import Problem as ReasonProblem
from .reason_v1_reason import Checked as ReasonChecked
from .reason_v1_reason import Answer as ReasonAnswer
from .reason_v1_reason import ReasonReport as ReasonReport
from .reason_v1_reason import Style as Style
from .retriever_v1_retriever import RetrieveRequest as RetrieveRequest
from .retriever_v1_retriever import QuestionVector as QuestionVector
from .retriever_v1_retriever import NearEntry as NearEntry
from .retriever_v1_retriever import InstructionResult as InstructionResult
from .retriever_v1_retriever import RankedEntry as RankedEntry
from .retriever_v1_retriever import RetrieveResponse as RetrieveResponse
from .synthesizer_v1_synthesizer import SynthesizeRequest as SynthesizeRequest
from .synthesizer_v1_synthesizer import SynthesizeResponse as SynthesizeResponse
from .synthesizer_v1_synthesizer import Answer as SynthesizerAnswer
from .common_v1_analysis import FACT_KIND_UNSPECIFIED as FACT_KIND_UNSPECIFIED
from .common_v1_analysis import FACT_KIND_AGGREGATE as FACT_KIND_AGGREGATE
from .common_v1_analysis import FACT_KIND_VALUES as FACT_KIND_VALUES
from .common_v1_analysis import FACT_KIND_CHANGE as FACT_KIND_CHANGE
from .common_v1_analysis import FACT_KIND_TREND as FACT_KIND_TREND
from .common_v1_analysis import FACT_KIND_CO_OCCURRENCE as FACT_KIND_CO_OCCURRENCE
from .common_v1_analysis import FACT_KIND_NAMED as FACT_KIND_NAMED
from .common_v1_analysis import FINDING_KIND_UNSPECIFIED as FINDING_KIND_UNSPECIFIED
from .common_v1_analysis import FINDING_KIND_COMPUTED as FINDING_KIND_COMPUTED
from .common_v1_analysis import FINDING_KIND_QUOTED as FINDING_KIND_QUOTED
from .common_v1_analysis import FINDING_KIND_CLOSEST as FINDING_KIND_CLOSEST
from .common_v1_analysis import FINDING_KIND_RESTRICTION as FINDING_KIND_RESTRICTION
from .common_v1_analysis import FINDING_KIND_REASON as FINDING_KIND_REASON
from .common_v1_analysis import FINDING_KIND_CORRELATION as FINDING_KIND_CORRELATION
from .common_v1_analysis import FINDING_KIND_MENTIONED as FINDING_KIND_MENTIONED
from .common_v1_analysis import FINDING_KIND_SAID as FINDING_KIND_SAID
from .common_v1_analysis import FINDING_KIND_STATEMENT as FINDING_KIND_STATEMENT
from .common_v1_analysis import FINDING_KIND_ALSO_NOTED as FINDING_KIND_ALSO_NOTED
from .common_v1_background import BACKGROUND_KIND_UNSPECIFIED as BACKGROUND_KIND_UNSPECIFIED
from .common_v1_background import BACKGROUND_KIND_EXPERTISE as BACKGROUND_KIND_EXPERTISE
from .common_v1_background import BACKGROUND_KIND_VOCABULARY as BACKGROUND_KIND_VOCABULARY
from .common_v1_background import BACKGROUND_KIND_CONTEXT_PAGE as BACKGROUND_KIND_CONTEXT_PAGE
from .common_v1_context import DEPTH_UNSPECIFIED as DEPTH_UNSPECIFIED
from .common_v1_context import DEPTH_OFF as DEPTH_OFF
from .common_v1_context import DEPTH_QUICK as DEPTH_QUICK
from .common_v1_context import DEPTH_FOCUSED as DEPTH_FOCUSED
from .common_v1_context import DEPTH_DEEP as DEPTH_DEEP
from .common_v1_context import WEEKDAY_UNSPECIFIED as WEEKDAY_UNSPECIFIED
from .common_v1_context import WEEKDAY_MONDAY as WEEKDAY_MONDAY
from .common_v1_context import WEEKDAY_TUESDAY as WEEKDAY_TUESDAY
from .common_v1_context import WEEKDAY_WEDNESDAY as WEEKDAY_WEDNESDAY
from .common_v1_context import WEEKDAY_THURSDAY as WEEKDAY_THURSDAY
from .common_v1_context import WEEKDAY_FRIDAY as WEEKDAY_FRIDAY
from .common_v1_context import WEEKDAY_SATURDAY as WEEKDAY_SATURDAY
from .common_v1_context import WEEKDAY_SUNDAY as WEEKDAY_SUNDAY
from .common_v1_context import MIND_UNSPECIFIED as MIND_UNSPECIFIED
from .common_v1_context import MIND_RULES as MIND_RULES
from .common_v1_context import MIND_MODEL as MIND_MODEL
from .common_v1_context import TIER_UNSPECIFIED as TIER_UNSPECIFIED
from .common_v1_context import TIER_LOW as TIER_LOW
from .common_v1_context import TIER_MEDIUM as TIER_MEDIUM
from .common_v1_context import TIER_HIGH as TIER_HIGH
from .common_v1_observation import UNREAD_REASON_UNSPECIFIED as UNREAD_REASON_UNSPECIFIED
from .common_v1_observation import UNREAD_REASON_NUMBER as UNREAD_REASON_NUMBER
from .common_v1_observation import UNREAD_REASON_OWNER as UNREAD_REASON_OWNER
from .common_v1_observation import UNREAD_REASON_CORRECTION as UNREAD_REASON_CORRECTION
from .common_v1_observation import UNREAD_REASON_UNSAID as UNREAD_REASON_UNSAID
from .common_v1_observation import UNREAD_REASON_ASIDE as UNREAD_REASON_ASIDE
from .common_v1_observation import UNREAD_REASON_COMPARED as UNREAD_REASON_COMPARED
from .common_v1_observation import UNREAD_REASON_BOUNDED as UNREAD_REASON_BOUNDED
from .common_v1_observation import UNREAD_REASON_APIECE as UNREAD_REASON_APIECE
from .common_v1_observation import UNREAD_REASON_OTHER_TIME as UNREAD_REASON_OTHER_TIME
from .common_v1_observation import UNREAD_REASON_LOWERED as UNREAD_REASON_LOWERED
from .common_v1_observation import UNREAD_REASON_UNSTATED as UNREAD_REASON_UNSTATED
from .common_v1_observation import UNREAD_REASON_DENIED as UNREAD_REASON_DENIED
from .common_v1_observation import UNREAD_REASON_NONE as UNREAD_REASON_NONE
from .common_v1_pause import PAUSE_KIND_UNSPECIFIED as PAUSE_KIND_UNSPECIFIED
from .common_v1_pause import PAUSE_KIND_QUESTION as PAUSE_KIND_QUESTION
from .common_v1_pause import PAUSE_KIND_APPROVAL as PAUSE_KIND_APPROVAL
from .common_v1_pause import PAUSE_KIND_CHOICE as PAUSE_KIND_CHOICE
from .common_v1_pause import PAUSE_KIND_FORM as PAUSE_KIND_FORM
from .common_v1_query import WANTED_UNSPECIFIED as WANTED_UNSPECIFIED
from .common_v1_query import WANTED_LOOKUP as WANTED_LOOKUP
from .common_v1_query import WANTED_LIST as WANTED_LIST
from .common_v1_query import WANTED_AGGREGATE as WANTED_AGGREGATE
from .common_v1_query import WANTED_WHEN as WANTED_WHEN
from .common_v1_query import WANTED_EXISTS as WANTED_EXISTS
from .common_v1_query import WANTED_COMPARE as WANTED_COMPARE
from .common_v1_query import WANTED_TREND as WANTED_TREND
from .common_v1_query import WANTED_WHY as WANTED_WHY
from .common_v1_query import WANTED_ADVICE as WANTED_ADVICE
from .common_v1_query import WANTED_SUMMARY as WANTED_SUMMARY
from .common_v1_query import WANTED_NOW as WANTED_NOW
from .common_v1_query import WANTED_TASKS as WANTED_TASKS
from .common_v1_query import TASK_STATE_UNSPECIFIED as TASK_STATE_UNSPECIFIED
from .common_v1_query import TASK_STATE_OPEN as TASK_STATE_OPEN
from .common_v1_query import TASK_STATE_DUE as TASK_STATE_DUE
from .common_v1_query import TASK_STATE_OVERDUE as TASK_STATE_OVERDUE
from .common_v1_query import TASK_STATE_DONE as TASK_STATE_DONE
from .common_v1_query import AGGREGATE_UNSPECIFIED as AGGREGATE_UNSPECIFIED
from .common_v1_query import AGGREGATE_COUNT_NOTES as AGGREGATE_COUNT_NOTES
from .common_v1_query import AGGREGATE_COUNT_DAYS as AGGREGATE_COUNT_DAYS
from .common_v1_query import AGGREGATE_SUM as AGGREGATE_SUM
from .common_v1_query import AGGREGATE_MEAN as AGGREGATE_MEAN
from .common_v1_query import AGGREGATE_MEDIAN as AGGREGATE_MEDIAN
from .common_v1_query import AGGREGATE_MIN as AGGREGATE_MIN
from .common_v1_query import AGGREGATE_MAX as AGGREGATE_MAX
from .common_v1_query import AGGREGATE_FIRST as AGGREGATE_FIRST
from .common_v1_query import AGGREGATE_LATEST as AGGREGATE_LATEST
from .common_v1_query import AGGREGATE_RATE as AGGREGATE_RATE
from .common_v1_query import AGGREGATE_NEXT as AGGREGATE_NEXT
from .common_v1_query import MEASURE_KIND_UNSPECIFIED as MEASURE_KIND_UNSPECIFIED
from .common_v1_query import MEASURE_KIND_READING as MEASURE_KIND_READING
from .common_v1_query import MEASURE_KIND_AMOUNT as MEASURE_KIND_AMOUNT
from .common_v1_query import MEASURE_KIND_RATING as MEASURE_KIND_RATING
from .common_v1_query import OPERATOR_UNSPECIFIED as OPERATOR_UNSPECIFIED
from .common_v1_query import OPERATOR_LESS as OPERATOR_LESS
from .common_v1_query import OPERATOR_AT_MOST as OPERATOR_AT_MOST
from .common_v1_query import OPERATOR_EQUAL as OPERATOR_EQUAL
from .common_v1_query import OPERATOR_AT_LEAST as OPERATOR_AT_LEAST
from .common_v1_query import OPERATOR_MORE as OPERATOR_MORE
from .common_v1_query import GROUP_BY_UNSPECIFIED as GROUP_BY_UNSPECIFIED
from .common_v1_query import GROUP_BY_DAY as GROUP_BY_DAY
from .common_v1_query import GROUP_BY_WEEK as GROUP_BY_WEEK
from .common_v1_query import GROUP_BY_MONTH as GROUP_BY_MONTH
from .common_v1_query import GROUP_BY_YEAR as GROUP_BY_YEAR
from .common_v1_query import GROUP_BY_WEEKDAY as GROUP_BY_WEEKDAY
from .common_v1_query import GROUP_BY_SUBJECT as GROUP_BY_SUBJECT
from .common_v1_reasoning import INPUT_TYPE_UNSPECIFIED as INPUT_TYPE_UNSPECIFIED
from .common_v1_reasoning import INPUT_TYPE_LOG as INPUT_TYPE_LOG
from .common_v1_reasoning import INPUT_TYPE_QUERY as INPUT_TYPE_QUERY
from .common_v1_reasoning import INPUT_TYPE_BOTH as INPUT_TYPE_BOTH
from .common_v1_reasoning import INPUT_TYPE_CORRECTION as INPUT_TYPE_CORRECTION
from .common_v1_reasoning import INPUT_TYPE_TALK as INPUT_TYPE_TALK
from .common_v1_reasoning import INPUT_TYPE_ACTION as INPUT_TYPE_ACTION
from .common_v1_reasoning import INPUT_TYPE_GOAL as INPUT_TYPE_GOAL
from .common_v1_reasoning import QUERY_TYPE_UNSPECIFIED as QUERY_TYPE_UNSPECIFIED
from .common_v1_reasoning import QUERY_TYPE_SIMPLE as QUERY_TYPE_SIMPLE
from .common_v1_reasoning import QUERY_TYPE_INSIGHT as QUERY_TYPE_INSIGHT
from .common_v1_reasoning import QUERY_TYPE_RECOMMENDATION as QUERY_TYPE_RECOMMENDATION
from .common_v1_reasoning import QUERY_TYPE_COMPARISON as QUERY_TYPE_COMPARISON
from .common_v1_reasoning import QUERY_TYPE_CORRECTION as QUERY_TYPE_CORRECTION
from .common_v1_reasoning import DEPENDENCY_TYPE_UNSPECIFIED as DEPENDENCY_TYPE_UNSPECIFIED
from .common_v1_reasoning import DEPENDENCY_TYPE_INDEPENDENT as DEPENDENCY_TYPE_INDEPENDENT
from .common_v1_reasoning import DEPENDENCY_TYPE_DEPENDENT as DEPENDENCY_TYPE_DEPENDENT
from .common_v1_reasoning import DEPENDENCY_TYPE_COUPLED as DEPENDENCY_TYPE_COUPLED
from .common_v1_reasoning import SEVERITY_UNSPECIFIED as SEVERITY_UNSPECIFIED
from .common_v1_reasoning import SEVERITY_CRITICAL as SEVERITY_CRITICAL
from .common_v1_reasoning import SEVERITY_NICE_TO_HAVE as SEVERITY_NICE_TO_HAVE
from .common_v1_reasoning import CONFIDENCE_UNSPECIFIED as CONFIDENCE_UNSPECIFIED
from .common_v1_reasoning import CONFIDENCE_LOW as CONFIDENCE_LOW
from .common_v1_reasoning import CONFIDENCE_MEDIUM as CONFIDENCE_MEDIUM
from .common_v1_reasoning import CONFIDENCE_HIGH as CONFIDENCE_HIGH
from .common_v1_reasoning import VERDICT_SUFFICIENT as VERDICT_SUFFICIENT
from .common_v1_reasoning import VERDICT_INSUFFICIENT as VERDICT_INSUFFICIENT
from .common_v1_reasoning import VERDICT_PASS as VERDICT_PASS
from .common_v1_reasoning import VERDICT_FAIL as VERDICT_FAIL
from .common_v1_reasoning import RESPONSE_STYLE_UNSPECIFIED as RESPONSE_STYLE_UNSPECIFIED
from .common_v1_reasoning import RESPONSE_STYLE_CONCISE as RESPONSE_STYLE_CONCISE
from .common_v1_reasoning import RESPONSE_STYLE_DETAILED as RESPONSE_STYLE_DETAILED
from .common_v1_reasoning import GAP_REASON_UNSPECIFIED as GAP_REASON_UNSPECIFIED
from .common_v1_reasoning import GAP_REASON_NO_NOTES as GAP_REASON_NO_NOTES
from .common_v1_reasoning import GAP_REASON_NO_VALUE as GAP_REASON_NO_VALUE
from .common_v1_reasoning import GAP_REASON_UNCOVERED as GAP_REASON_UNCOVERED
from .common_v1_reasoning import GAP_REASON_CUT as GAP_REASON_CUT
from .common_v1_reasoning import GAP_REASON_PRESENT_STATE as GAP_REASON_PRESENT_STATE
from .common_v1_reasoning import GAP_REASON_AMBIGUOUS as GAP_REASON_AMBIGUOUS
from .common_v1_reasoning import GAP_REASON_OUTAGE as GAP_REASON_OUTAGE
from .common_v1_reasoning import GAP_REASON_OUTSIDE_DOMAIN as GAP_REASON_OUTSIDE_DOMAIN
from .common_v1_reasoning import GAP_REASON_NOT_STATED as GAP_REASON_NOT_STATED
from .common_v1_reasoning import GAP_REASON_NO_ADVICE as GAP_REASON_NO_ADVICE
from .common_v1_reasoning import GAP_REASON_TIME_UNKNOWN as GAP_REASON_TIME_UNKNOWN
from .common_v1_reasoning import GAP_REASON_CIRCUMSTANCES as GAP_REASON_CIRCUMSTANCES
from .common_v1_reasoning import RETRIEVAL_STRATEGY_UNSPECIFIED as RETRIEVAL_STRATEGY_UNSPECIFIED
from .common_v1_reasoning import RETRIEVAL_STRATEGY_DATE_RANGE as RETRIEVAL_STRATEGY_DATE_RANGE
from .common_v1_reasoning import RETRIEVAL_STRATEGY_KEYWORD as RETRIEVAL_STRATEGY_KEYWORD
from .common_v1_reasoning import RETRIEVAL_STRATEGY_TOPIC as RETRIEVAL_STRATEGY_TOPIC
from .common_v1_reasoning import RETRIEVAL_STRATEGY_PATTERN as RETRIEVAL_STRATEGY_PATTERN
from .common_v1_reasoning import RETRIEVAL_STRATEGY_QUESTION as RETRIEVAL_STRATEGY_QUESTION
from .common_v1_reasoning import RETRIEVAL_STRATEGY_OBSERVATIONS as RETRIEVAL_STRATEGY_OBSERVATIONS
from .common_v1_reasoning import RETRIEVAL_STRATEGY_TASKS as RETRIEVAL_STRATEGY_TASKS
from .common_v1_reasoning import ANSWER_TYPE_UNSPECIFIED as ANSWER_TYPE_UNSPECIFIED
from .common_v1_reasoning import ANSWER_TYPE_NUMBER as ANSWER_TYPE_NUMBER
from .common_v1_reasoning import ANSWER_TYPE_DAY as ANSWER_TYPE_DAY
from .common_v1_reasoning import RETRIEVAL_ORDER_UNSPECIFIED as RETRIEVAL_ORDER_UNSPECIFIED
from .common_v1_reasoning import RETRIEVAL_ORDER_NEWEST as RETRIEVAL_ORDER_NEWEST
from .common_v1_reasoning import RETRIEVAL_ORDER_OLDEST as RETRIEVAL_ORDER_OLDEST
from .common_v1_time import GRAIN_UNSPECIFIED as GRAIN_UNSPECIFIED
from .common_v1_time import GRAIN_PART_OF_DAY as GRAIN_PART_OF_DAY
from .common_v1_time import GRAIN_DAY as GRAIN_DAY
from .common_v1_time import GRAIN_WEEK as GRAIN_WEEK
from .common_v1_time import GRAIN_MONTH as GRAIN_MONTH
from .common_v1_time import GRAIN_QUARTER as GRAIN_QUARTER
from .common_v1_time import GRAIN_YEAR as GRAIN_YEAR
from .common_v1_time import GRAIN_SPAN as GRAIN_SPAN
from .common_v1_tool import TOOL_EFFECT_UNSPECIFIED as TOOL_EFFECT_UNSPECIFIED
from .common_v1_tool import TOOL_EFFECT_READ as TOOL_EFFECT_READ
from .common_v1_tool import TOOL_EFFECT_WRITE as TOOL_EFFECT_WRITE
from .common_v1_tool import TOOL_EFFECT_EXTERNAL as TOOL_EFFECT_EXTERNAL
from .common_v1_tool import TOOL_TRUST_UNSPECIFIED as TOOL_TRUST_UNSPECIFIED
from .common_v1_tool import TOOL_TRUST_NEW as TOOL_TRUST_NEW
from .common_v1_tool import TOOL_TRUST_TRUSTED as TOOL_TRUST_TRUSTED
from .common_v1_tool import TOOL_TRUST_CHANGED as TOOL_TRUST_CHANGED
from .evaluator_v1_evaluator import DIMENSION_UNSPECIFIED as DIMENSION_UNSPECIFIED
from .evaluator_v1_evaluator import DIMENSION_ACCURACY as DIMENSION_ACCURACY
from .evaluator_v1_evaluator import DIMENSION_RELEVANCE as DIMENSION_RELEVANCE
from .evaluator_v1_evaluator import DIMENSION_SAFETY as DIMENSION_SAFETY
from .evaluator_v1_evaluator import DIMENSION_COMPLETENESS as DIMENSION_COMPLETENESS
from .observer_v1_observer import TRIGGER_UNSPECIFIED as TRIGGER_UNSPECIFIED
from .observer_v1_observer import TRIGGER_POST_QUERY as TRIGGER_POST_QUERY
from .observer_v1_observer import TRIGGER_USER_CORRECTION as TRIGGER_USER_CORRECTION
from .observer_v1_observer import TRIGGER_SIGNIFICANT_LOG as TRIGGER_SIGNIFICANT_LOG
from .observer_v1_observer import TRIGGER_PERIODIC as TRIGGER_PERIODIC
from .observer_v1_observer import TRIGGER_REFLECTION as TRIGGER_REFLECTION
from .observer_v1_observer import CATEGORY_UNSPECIFIED as CATEGORY_UNSPECIFIED
from .observer_v1_observer import CATEGORY_PREFERENCE as CATEGORY_PREFERENCE
from .observer_v1_observer import CATEGORY_PATTERN as CATEGORY_PATTERN
from .observer_v1_observer import CATEGORY_FACT as CATEGORY_FACT
from .observer_v1_observer import CATEGORY_INSIGHT as CATEGORY_INSIGHT
from .observer_v1_observer import CERTAINTY_UNSPECIFIED as CERTAINTY_UNSPECIFIED
from .observer_v1_observer import CERTAINTY_TENTATIVE as CERTAINTY_TENTATIVE
from .observer_v1_observer import CERTAINTY_LIKELY as CERTAINTY_LIKELY
from .observer_v1_observer import CERTAINTY_CERTAIN as CERTAINTY_CERTAIN
from .orchestrator_v1_method import SCOPE_UNSPECIFIED as SCOPE_UNSPECIFIED
from .orchestrator_v1_method import SCOPE_READ as SCOPE_READ
from .orchestrator_v1_method import SCOPE_WRITE as SCOPE_WRITE
from .orchestrator_v1_method import SCOPE_APPROVE as SCOPE_APPROVE
from .orchestrator_v1_method import SCOPE_OPERATE as SCOPE_OPERATE
from .orchestrator_v1_method import SCOPE_CALENDAR as SCOPE_CALENDAR
from .orchestrator_v1_method import SCOPE_ADMIN as SCOPE_ADMIN
from .orchestrator_v1_method import DEPENDENCY_UNSPECIFIED as DEPENDENCY_UNSPECIFIED
from .orchestrator_v1_method import DEPENDENCY_BUS as DEPENDENCY_BUS
from .orchestrator_v1_method import DEPENDENCY_RUN_LOG as DEPENDENCY_RUN_LOG
from .orchestrator_v1_method import DEPENDENCY_DISK as DEPENDENCY_DISK
from .orchestrator_v1_method import DEPENDENCY_BUDGET as DEPENDENCY_BUDGET
from .orchestrator_v1_method import DEPENDENCY_TOOLS as DEPENDENCY_TOOLS
from .orchestrator_v1_method import DEPENDENCY_ROUTER as DEPENDENCY_ROUTER
from .orchestrator_v1_method import DEPENDENCY_PLANNER as DEPENDENCY_PLANNER
from .orchestrator_v1_method import DEPENDENCY_PARSER as DEPENDENCY_PARSER
from .orchestrator_v1_method import DEPENDENCY_RETRIEVER as DEPENDENCY_RETRIEVER
from .orchestrator_v1_method import DEPENDENCY_OBSERVER as DEPENDENCY_OBSERVER
from .orchestrator_v1_note import IMPORT_OUTCOME_UNSPECIFIED as IMPORT_OUTCOME_UNSPECIFIED
from .orchestrator_v1_note import IMPORT_OUTCOME_CREATED as IMPORT_OUTCOME_CREATED
from .orchestrator_v1_note import IMPORT_OUTCOME_UNCHANGED as IMPORT_OUTCOME_UNCHANGED
from .orchestrator_v1_schedule import SCHEDULE_OVERLAP_UNSPECIFIED as SCHEDULE_OVERLAP_UNSPECIFIED
from .orchestrator_v1_schedule import SCHEDULE_OVERLAP_SKIP as SCHEDULE_OVERLAP_SKIP
from .orchestrator_v1_schedule import SCHEDULE_OVERLAP_QUEUE as SCHEDULE_OVERLAP_QUEUE
from .orchestrator_v1_schedule import SCHEDULE_OVERLAP_REPLACE as SCHEDULE_OVERLAP_REPLACE
from .orchestrator_v1_schedule import SCHEDULE_MISSED_UNSPECIFIED as SCHEDULE_MISSED_UNSPECIFIED
from .orchestrator_v1_schedule import SCHEDULE_MISSED_RUN_ONCE as SCHEDULE_MISSED_RUN_ONCE
from .orchestrator_v1_schedule import SCHEDULE_MISSED_SKIP as SCHEDULE_MISSED_SKIP
from .orchestrator_v1_schedule import SCHEDULE_MISSED_RUN_ALL as SCHEDULE_MISSED_RUN_ALL
from .planner_v1_planner import NEXT_ACTION_UNSPECIFIED as NEXT_ACTION_UNSPECIFIED
from .planner_v1_planner import NEXT_ACTION_RETRIEVE as NEXT_ACTION_RETRIEVE
from .planner_v1_planner import NEXT_ACTION_EXPAND_DOMAIN as NEXT_ACTION_EXPAND_DOMAIN
from .planner_v1_planner import NEXT_ACTION_CLARIFY as NEXT_ACTION_CLARIFY
from .planner_v1_planner import NEXT_ACTION_SYNTHESIZE as NEXT_ACTION_SYNTHESIZE
from .planning_v1_draft import VERDICT_FEASIBLE as VERDICT_FEASIBLE
from .planning_v1_draft import VERDICT_IMPOSSIBLE as VERDICT_IMPOSSIBLE
from .planning_v1_draft import VERDICT_NOT_FOUND as VERDICT_NOT_FOUND
from .planning_v1_outline import LEVEL_UNSPECIFIED as LEVEL_UNSPECIFIED
from .planning_v1_outline import LEVEL_GOAL as LEVEL_GOAL
from .planning_v1_outline import LEVEL_PHASE as LEVEL_PHASE
from .planning_v1_outline import LEVEL_CYCLE as LEVEL_CYCLE
from .planning_v1_outline import LEVEL_SUB_GOAL as LEVEL_SUB_GOAL
from .planning_v1_outline import LEVEL_TASK as LEVEL_TASK
from .planning_v1_outline import LEVEL_SUB_TASK as LEVEL_SUB_TASK
from .planning_v1_outline import LEVEL_MICRO_GOAL as LEVEL_MICRO_GOAL
from .planning_v1_report import STAGE_UNSPECIFIED as STAGE_UNSPECIFIED
from .planning_v1_report import STAGE_OUTLINE as STAGE_OUTLINE
from .planning_v1_report import STAGE_ROADMAP as STAGE_ROADMAP
from .planning_v1_report import STAGE_SCHEDULE as STAGE_SCHEDULE
from .reason_v1_reason import STYLE_UNSPECIFIED as STYLE_UNSPECIFIED
from .reason_v1_reason import STYLE_DEFAULT as STYLE_DEFAULT
from .reason_v1_reason import STYLE_SUMMARY as STYLE_SUMMARY
from .reason_v1_reason import STYLE_STRICT as STYLE_STRICT

__all__ = [
    "ClarifyRequest",
    "Options",
    "ClarifyResponse",
    "Analysis",
    "Fact",
    "Finding",
    "Quote",
    "FactKind",
    "FindingKind",
    "BackgroundText",
    "BackgroundSize",
    "BackgroundKind",
    "CallContext",
    "ModelBudget",
    "ModelUsage",
    "Provenance",
    "Depth",
    "Weekday",
    "Mind",
    "Tier",
    "DomainInfo",
    "DomainContext",
    "Bearing",
    "EvaluationRule",
    "DomainSchema",
    "Words",
    "NameList",
    "Name",
    "ExtractionPattern",
    "CommonEntry",
    "SourceRef",
    "EntryRef",
    "EntryMatch",
    "TextRange",
    "EvidenceNote",
    "SearchOutcome",
    "MissingWord",
    "Observation",
    "UnreadNote",
    "Selection",
    "UnreadReason",
    "PauseOption",
    "PauseKind",
    "Measure",
    "Subject",
    "Condition",
    "QueryForm",
    "Understanding",
    "Wanted",
    "TaskState",
    "Aggregate",
    "MeasureKind",
    "Operator",
    "GroupBy",
    "Gap",
    "Citation",
    "SubQuery",
    "RetrievalInstruction",
    "RetrievalAttempt",
    "EvaluationFeedback",
    "Clarification",
    "CommonQuestion",
    "InputType",
    "QueryType",
    "DependencyType",
    "Severity",
    "Confidence",
    "CommonVerdict",
    "ResponseStyle",
    "GapReason",
    "RetrievalStrategy",
    "AnswerType",
    "RetrievalOrder",
    "DateRange",
    "TimeRange",
    "UnresolvedTime",
    "ScopeRange",
    "Grain",
    "CommonTool",
    "ToolServer",
    "ToolEffect",
    "ToolTrust",
    "EvaluateRequest",
    "DimensionResult",
    "EvaluateResponse",
    "Dimension",
    "NotegraphInput",
    "Domains",
    "NotegraphResult",
    "Proposed",
    "Planned",
    "Analyzed",
    "Retrieved",
    "Synthesized",
    "Kept",
    "Parsed",
    "Stored",
    "NotegraphObserved",
    "Ask",
    "NotegraphReply",
    "ObserveRequest",
    "ContextUpdate",
    "ObserveResponse",
    "Trigger",
    "Category",
    "Certainty",
    "ListAuditEventsRequest",
    "ListAuditEventsResponse",
    "AuditEvent",
    "ListGraphsRequest",
    "ListGraphsResponse",
    "Graph",
    "GraphPort",
    "GraphMessage",
    "GraphState",
    "GraphOutcome",
    "CreateKeyRequest",
    "CreateKeyResponse",
    "ListKeysRequest",
    "ListKeysResponse",
    "RotateKeyRequest",
    "RotateKeyResponse",
    "RevokeKeyRequest",
    "RevokeKeyResponse",
    "Key",
    "GetMeshRequest",
    "GetMeshResponse",
    "MeshRole",
    "MeshNeed",
    "AgentMind",
    "ModelRoute",
    "GetBudgetRequest",
    "GetBudgetResponse",
    "ListDomainsRequest",
    "ListDomainsResponse",
    "MethodRules",
    "Scope",
    "Dependency",
    "Input",
    "SubmitInputRequest",
    "SubmitInputResponse",
    "GetPreferencesRequest",
    "GetPreferencesResponse",
    "SetPreferencesRequest",
    "SetPreferencesResponse",
    "ProcessInputRequest",
    "ProcessInputResponse",
    "ListEntriesRequest",
    "ListEntriesResponse",
    "GetEntryRequest",
    "GetEntryResponse",
    "RemoveEntryRequest",
    "RemoveEntryResponse",
    "EditEntryRequest",
    "EditEntryResponse",
    "RestoreEntryRequest",
    "RestoreEntryResponse",
    "TrashedEntry",
    "ListTrashRequest",
    "ListTrashResponse",
    "Task",
    "ListTasksRequest",
    "ListTasksResponse",
    "SearchEntriesRequest",
    "SearchHit",
    "SearchEntriesResponse",
    "ExplainInputRequest",
    "ExplainInputResponse",
    "GetContextRequest",
    "GetContextResponse",
    "ReflectRequest",
    "ReflectResponse",
    "Thread",
    "Turn",
    "ListThreadsRequest",
    "ListThreadsResponse",
    "GetThreadRequest",
    "GetThreadResponse",
    "DeleteThreadRequest",
    "DeleteThreadResponse",
    "ImportEntriesRequest",
    "ReindexEntriesRequest",
    "ReindexEntriesResponse",
    "ImportEntriesResponse",
    "ImportOutcome",
    "Outage",
    "Pause",
    "Plan",
    "PlanStep",
    "ProposePlanRequest",
    "PlanTemplate",
    "ListPlanTemplatesRequest",
    "ListPlanTemplatesResponse",
    "ProposePlanResponse",
    "GetPlanRequest",
    "GetPlanResponse",
    "ListPlansRequest",
    "ListPlansResponse",
    "GetPlanStatsRequest",
    "GetPlanStatsResponse",
    "PlanStateCount",
    "PlanToolCount",
    "MissingTool",
    "WatchPlansRequest",
    "WatchPlansResponse",
    "PlanEvent",
    "RevisePlanRequest",
    "RevisePlanResponse",
    "ApprovePlanRequest",
    "ApprovePlanResponse",
    "RejectPlanRequest",
    "RejectPlanResponse",
    "ReopenPlanRequest",
    "ReopenPlanResponse",
    "CancelPlanRequest",
    "CancelPlanResponse",
    "ApproveStepRequest",
    "ApproveStepResponse",
    "RetryStepRequest",
    "RetryStepResponse",
    "SkipStepRequest",
    "SkipStepResponse",
    "MarkDoneRequest",
    "MarkDoneResponse",
    "AbandonPlanRequest",
    "AbandonPlanResponse",
    "ListApprovalsRequest",
    "ListApprovalsResponse",
    "PlanWait",
    "RunReport",
    "RunCancellation",
    "RunFailure",
    "RunUsage",
    "RetrievedEntry",
    "StepTiming",
    "Roadmap",
    "ProposeRoadmapRequest",
    "ProposeRoadmapResponse",
    "GetRoadmapRequest",
    "GetRoadmapResponse",
    "ExportRoadmapRequest",
    "ExportRoadmapResponse",
    "ListRoadmapsRequest",
    "ListRoadmapsResponse",
    "WatchRoadmapRequest",
    "WatchRoadmapResponse",
    "ApproveRoadmapRequest",
    "ApproveRoadmapResponse",
    "AnswerRoadmapRequest",
    "AnswerRoadmapResponse",
    "RoadmapChange",
    "ChangeRoadmapRequest",
    "ChangeRoadmapResponse",
    "ListAgendaRequest",
    "AgendaItem",
    "ListAgendaResponse",
    "ListCalendarsRequest",
    "CalendarSource",
    "ListCalendarsResponse",
    "GetCalendarFeedRequest",
    "GetCalendarFeedResponse",
    "Run",
    "RunEvent",
    "RunQueued",
    "RunStarted",
    "StepEntered",
    "StepCompleted",
    "RunInterrupted",
    "RunAnswered",
    "RunSignalled",
    "RunEnded",
    "RunDelayed",
    "RunRetried",
    "RunCalled",
    "RunReturned",
    "StartRunRequest",
    "StartRunResponse",
    "GetRunRequest",
    "GetRunResponse",
    "ListRunsRequest",
    "ListRunsResponse",
    "WatchRunRequest",
    "WatchRunResponse",
    "AnswerRunRequest",
    "QuestionAnswer",
    "AnswerRunResponse",
    "SendSignalRequest",
    "SendSignalResponse",
    "QueryRunRequest",
    "QueryRunResponse",
    "ListPausesRequest",
    "ListPausesResponse",
    "WatchPausesResponse",
    "PausesEvent",
    "CancelRunRequest",
    "CancelRunResponse",
    "RetryRunRequest",
    "RetryRunResponse",
    "RetryRunsRequest",
    "RetryRunsResponse",
    "ForkRunRequest",
    "RunChange",
    "ForkRunResponse",
    "VerifyRunsRequest",
    "VerifyRunsResponse",
    "LostRun",
    "CreateScheduleRequest",
    "ScheduledRun",
    "CreateScheduleResponse",
    "GetScheduleRequest",
    "GetScheduleResponse",
    "ListSchedulesRequest",
    "ListSchedulesResponse",
    "UpdateScheduleRequest",
    "UpdateScheduleResponse",
    "DeleteScheduleRequest",
    "DeleteScheduleResponse",
    "RunScheduleRequest",
    "RunScheduleResponse",
    "PreviewScheduleRequest",
    "PreviewScheduleResponse",
    "Schedule",
    "ScheduleOccurrence",
    "ScheduleOverlap",
    "ScheduleMissed",
    "ListToolsRequest",
    "ListToolsResponse",
    "TrustToolRequest",
    "TrustToolResponse",
    "UntrustToolRequest",
    "UntrustToolResponse",
    "DryRunToolRequest",
    "DryRunToolResponse",
    "WatchRunsRequest",
    "WatchRunsResponse",
    "RunsEvent",
    "RunChanged",
    "RunsCaughtUp",
    "RunsMissed",
    "WatchPausesRequest",
    "PauseClosed",
    "PausesCaughtUp",
    "PausesMissed",
    "CreateWebhookRequest",
    "CreateWebhookResponse",
    "ListWebhooksRequest",
    "ListWebhooksResponse",
    "UpdateWebhookRequest",
    "UpdateWebhookResponse",
    "DeleteWebhookRequest",
    "DeleteWebhookResponse",
    "TestWebhookRequest",
    "TestWebhookResponse",
    "ListWebhookDeliveriesRequest",
    "ListWebhookDeliveriesResponse",
    "RedeliverWebhookEventRequest",
    "RedeliverWebhookEventResponse",
    "WebhookDelivery",
    "Webhook",
    "WebhookFailure",
    "WebhookEvent",
    "WebhookEventData",
    "ParseRequest",
    "ParseResponse",
    "Correction",
    "FieldChange",
    "Binding",
    "PlanProposal",
    "Drafted",
    "PlanProblem",
    "PlanChecked",
    "PlanResult",
    "PlanApproval",
    "Approval",
    "StepApproval",
    "Execution",
    "StepResult",
    "Returned",
    "PreparedCall",
    "Verification",
    "ExecutionResult",
    "ExecutionProgress",
    "Content",
    "Plan_Step",
    "PlanRejection",
    "PlanReport",
    "ExecutionReport",
    "ThinkRequest",
    "ThinkResponse",
    "ReadGoalRequest",
    "ReadGoalResponse",
    "DraftOutlineRequest",
    "DraftOutlineResponse",
    "BrainstormRequest",
    "BrainstormResponse",
    "DraftRoadmapRequest",
    "DraftRoadmapResponse",
    "DraftScheduleRequest",
    "DraftScheduleResponse",
    "RescheduleRequest",
    "RescheduleResponse",
    "DraftRequest",
    "DraftResponse",
    "PlanRequest",
    "GapStatus",
    "PlanResponse",
    "NextAction",
    "Understood",
    "Reading",
    "PlanningQuestion",
    "Choice",
    "Assumption",
    "OutlineDraft",
    "Adaptation",
    "RoadmapDraft",
    "NodeDays",
    "Option",
    "ScheduleDraft",
    "WeekLoad",
    "Block",
    "Commitment",
    "Certificate",
    "Way",
    "PlanningVerdict",
    "Goal",
    "Idea",
    "Ideas",
    "PlanningReply",
    "Extraction",
    "Constraint",
    "Terms",
    "PlanningStep",
    "Later",
    "Policy",
    "Amendment",
    "Outline",
    "PatternSpec",
    "Node",
    "PlanningDependency",
    "Repeat",
    "Violation",
    "Level",
    "Publishing",
    "Publication",
    "UnapprovedBlocks",
    "PublishReport",
    "Replanning",
    "Resumption",
    "Difference",
    "Span",
    "Move",
    "Slip",
    "PlanningObserved",
    "PlanningProposal",
    "Consent",
    "ReplanReport",
    "ReplanResult",
    "Progress",
    "Draft",
    "Validated",
    "Asked",
    "PlanningReport",
    "StageTrace",
    "PlanningRejection",
    "PlanningResult",
    "Stage",
    "PlanningRoadmap",
    "BlocksApproval",
    "Timeline",
    "RoadmapSummary",
    "EventDay",
    "KeptTimeline",
    "Reasoning",
    "Preferences",
    "ReasonTool",
    "ReasonStep",
    "ReasonResult",
    "Failure",
    "ReasonEntry",
    "ReasonProblem",
    "ReasonChecked",
    "ReasonAnswer",
    "ReasonReport",
    "Style",
    "RetrieveRequest",
    "QuestionVector",
    "NearEntry",
    "InstructionResult",
    "RankedEntry",
    "RetrieveResponse",
    "SynthesizeRequest",
    "SynthesizeResponse",
    "SynthesizerAnswer",
    "FACT_KIND_UNSPECIFIED",
    "FACT_KIND_AGGREGATE",
    "FACT_KIND_VALUES",
    "FACT_KIND_CHANGE",
    "FACT_KIND_TREND",
    "FACT_KIND_CO_OCCURRENCE",
    "FACT_KIND_NAMED",
    "FINDING_KIND_UNSPECIFIED",
    "FINDING_KIND_COMPUTED",
    "FINDING_KIND_QUOTED",
    "FINDING_KIND_CLOSEST",
    "FINDING_KIND_RESTRICTION",
    "FINDING_KIND_REASON",
    "FINDING_KIND_CORRELATION",
    "FINDING_KIND_MENTIONED",
    "FINDING_KIND_SAID",
    "FINDING_KIND_STATEMENT",
    "FINDING_KIND_ALSO_NOTED",
    "BACKGROUND_KIND_UNSPECIFIED",
    "BACKGROUND_KIND_EXPERTISE",
    "BACKGROUND_KIND_VOCABULARY",
    "BACKGROUND_KIND_CONTEXT_PAGE",
    "DEPTH_UNSPECIFIED",
    "DEPTH_OFF",
    "DEPTH_QUICK",
    "DEPTH_FOCUSED",
    "DEPTH_DEEP",
    "WEEKDAY_UNSPECIFIED",
    "WEEKDAY_MONDAY",
    "WEEKDAY_TUESDAY",
    "WEEKDAY_WEDNESDAY",
    "WEEKDAY_THURSDAY",
    "WEEKDAY_FRIDAY",
    "WEEKDAY_SATURDAY",
    "WEEKDAY_SUNDAY",
    "MIND_UNSPECIFIED",
    "MIND_RULES",
    "MIND_MODEL",
    "TIER_UNSPECIFIED",
    "TIER_LOW",
    "TIER_MEDIUM",
    "TIER_HIGH",
    "UNREAD_REASON_UNSPECIFIED",
    "UNREAD_REASON_NUMBER",
    "UNREAD_REASON_OWNER",
    "UNREAD_REASON_CORRECTION",
    "UNREAD_REASON_UNSAID",
    "UNREAD_REASON_ASIDE",
    "UNREAD_REASON_COMPARED",
    "UNREAD_REASON_BOUNDED",
    "UNREAD_REASON_APIECE",
    "UNREAD_REASON_OTHER_TIME",
    "UNREAD_REASON_LOWERED",
    "UNREAD_REASON_UNSTATED",
    "UNREAD_REASON_DENIED",
    "UNREAD_REASON_NONE",
    "PAUSE_KIND_UNSPECIFIED",
    "PAUSE_KIND_QUESTION",
    "PAUSE_KIND_APPROVAL",
    "PAUSE_KIND_CHOICE",
    "PAUSE_KIND_FORM",
    "WANTED_UNSPECIFIED",
    "WANTED_LOOKUP",
    "WANTED_LIST",
    "WANTED_AGGREGATE",
    "WANTED_WHEN",
    "WANTED_EXISTS",
    "WANTED_COMPARE",
    "WANTED_TREND",
    "WANTED_WHY",
    "WANTED_ADVICE",
    "WANTED_SUMMARY",
    "WANTED_NOW",
    "WANTED_TASKS",
    "TASK_STATE_UNSPECIFIED",
    "TASK_STATE_OPEN",
    "TASK_STATE_DUE",
    "TASK_STATE_OVERDUE",
    "TASK_STATE_DONE",
    "AGGREGATE_UNSPECIFIED",
    "AGGREGATE_COUNT_NOTES",
    "AGGREGATE_COUNT_DAYS",
    "AGGREGATE_SUM",
    "AGGREGATE_MEAN",
    "AGGREGATE_MEDIAN",
    "AGGREGATE_MIN",
    "AGGREGATE_MAX",
    "AGGREGATE_FIRST",
    "AGGREGATE_LATEST",
    "AGGREGATE_RATE",
    "AGGREGATE_NEXT",
    "MEASURE_KIND_UNSPECIFIED",
    "MEASURE_KIND_READING",
    "MEASURE_KIND_AMOUNT",
    "MEASURE_KIND_RATING",
    "OPERATOR_UNSPECIFIED",
    "OPERATOR_LESS",
    "OPERATOR_AT_MOST",
    "OPERATOR_EQUAL",
    "OPERATOR_AT_LEAST",
    "OPERATOR_MORE",
    "GROUP_BY_UNSPECIFIED",
    "GROUP_BY_DAY",
    "GROUP_BY_WEEK",
    "GROUP_BY_MONTH",
    "GROUP_BY_YEAR",
    "GROUP_BY_WEEKDAY",
    "GROUP_BY_SUBJECT",
    "INPUT_TYPE_UNSPECIFIED",
    "INPUT_TYPE_LOG",
    "INPUT_TYPE_QUERY",
    "INPUT_TYPE_BOTH",
    "INPUT_TYPE_CORRECTION",
    "INPUT_TYPE_TALK",
    "INPUT_TYPE_ACTION",
    "INPUT_TYPE_GOAL",
    "QUERY_TYPE_UNSPECIFIED",
    "QUERY_TYPE_SIMPLE",
    "QUERY_TYPE_INSIGHT",
    "QUERY_TYPE_RECOMMENDATION",
    "QUERY_TYPE_COMPARISON",
    "QUERY_TYPE_CORRECTION",
    "DEPENDENCY_TYPE_UNSPECIFIED",
    "DEPENDENCY_TYPE_INDEPENDENT",
    "DEPENDENCY_TYPE_DEPENDENT",
    "DEPENDENCY_TYPE_COUPLED",
    "SEVERITY_UNSPECIFIED",
    "SEVERITY_CRITICAL",
    "SEVERITY_NICE_TO_HAVE",
    "CONFIDENCE_UNSPECIFIED",
    "CONFIDENCE_LOW",
    "CONFIDENCE_MEDIUM",
    "CONFIDENCE_HIGH",
    "VERDICT_SUFFICIENT",
    "VERDICT_INSUFFICIENT",
    "VERDICT_PASS",
    "VERDICT_FAIL",
    "RESPONSE_STYLE_UNSPECIFIED",
    "RESPONSE_STYLE_CONCISE",
    "RESPONSE_STYLE_DETAILED",
    "GAP_REASON_UNSPECIFIED",
    "GAP_REASON_NO_NOTES",
    "GAP_REASON_NO_VALUE",
    "GAP_REASON_UNCOVERED",
    "GAP_REASON_CUT",
    "GAP_REASON_PRESENT_STATE",
    "GAP_REASON_AMBIGUOUS",
    "GAP_REASON_OUTAGE",
    "GAP_REASON_OUTSIDE_DOMAIN",
    "GAP_REASON_NOT_STATED",
    "GAP_REASON_NO_ADVICE",
    "GAP_REASON_TIME_UNKNOWN",
    "GAP_REASON_CIRCUMSTANCES",
    "RETRIEVAL_STRATEGY_UNSPECIFIED",
    "RETRIEVAL_STRATEGY_DATE_RANGE",
    "RETRIEVAL_STRATEGY_KEYWORD",
    "RETRIEVAL_STRATEGY_TOPIC",
    "RETRIEVAL_STRATEGY_PATTERN",
    "RETRIEVAL_STRATEGY_QUESTION",
    "RETRIEVAL_STRATEGY_OBSERVATIONS",
    "RETRIEVAL_STRATEGY_TASKS",
    "ANSWER_TYPE_UNSPECIFIED",
    "ANSWER_TYPE_NUMBER",
    "ANSWER_TYPE_DAY",
    "RETRIEVAL_ORDER_UNSPECIFIED",
    "RETRIEVAL_ORDER_NEWEST",
    "RETRIEVAL_ORDER_OLDEST",
    "GRAIN_UNSPECIFIED",
    "GRAIN_PART_OF_DAY",
    "GRAIN_DAY",
    "GRAIN_WEEK",
    "GRAIN_MONTH",
    "GRAIN_QUARTER",
    "GRAIN_YEAR",
    "GRAIN_SPAN",
    "TOOL_EFFECT_UNSPECIFIED",
    "TOOL_EFFECT_READ",
    "TOOL_EFFECT_WRITE",
    "TOOL_EFFECT_EXTERNAL",
    "TOOL_TRUST_UNSPECIFIED",
    "TOOL_TRUST_NEW",
    "TOOL_TRUST_TRUSTED",
    "TOOL_TRUST_CHANGED",
    "DIMENSION_UNSPECIFIED",
    "DIMENSION_ACCURACY",
    "DIMENSION_RELEVANCE",
    "DIMENSION_SAFETY",
    "DIMENSION_COMPLETENESS",
    "TRIGGER_UNSPECIFIED",
    "TRIGGER_POST_QUERY",
    "TRIGGER_USER_CORRECTION",
    "TRIGGER_SIGNIFICANT_LOG",
    "TRIGGER_PERIODIC",
    "TRIGGER_REFLECTION",
    "CATEGORY_UNSPECIFIED",
    "CATEGORY_PREFERENCE",
    "CATEGORY_PATTERN",
    "CATEGORY_FACT",
    "CATEGORY_INSIGHT",
    "CERTAINTY_UNSPECIFIED",
    "CERTAINTY_TENTATIVE",
    "CERTAINTY_LIKELY",
    "CERTAINTY_CERTAIN",
    "SCOPE_UNSPECIFIED",
    "SCOPE_READ",
    "SCOPE_WRITE",
    "SCOPE_APPROVE",
    "SCOPE_OPERATE",
    "SCOPE_CALENDAR",
    "SCOPE_ADMIN",
    "DEPENDENCY_UNSPECIFIED",
    "DEPENDENCY_BUS",
    "DEPENDENCY_RUN_LOG",
    "DEPENDENCY_DISK",
    "DEPENDENCY_BUDGET",
    "DEPENDENCY_TOOLS",
    "DEPENDENCY_ROUTER",
    "DEPENDENCY_PLANNER",
    "DEPENDENCY_PARSER",
    "DEPENDENCY_RETRIEVER",
    "DEPENDENCY_OBSERVER",
    "IMPORT_OUTCOME_UNSPECIFIED",
    "IMPORT_OUTCOME_CREATED",
    "IMPORT_OUTCOME_UNCHANGED",
    "SCHEDULE_OVERLAP_UNSPECIFIED",
    "SCHEDULE_OVERLAP_SKIP",
    "SCHEDULE_OVERLAP_QUEUE",
    "SCHEDULE_OVERLAP_REPLACE",
    "SCHEDULE_MISSED_UNSPECIFIED",
    "SCHEDULE_MISSED_RUN_ONCE",
    "SCHEDULE_MISSED_SKIP",
    "SCHEDULE_MISSED_RUN_ALL",
    "NEXT_ACTION_UNSPECIFIED",
    "NEXT_ACTION_RETRIEVE",
    "NEXT_ACTION_EXPAND_DOMAIN",
    "NEXT_ACTION_CLARIFY",
    "NEXT_ACTION_SYNTHESIZE",
    "VERDICT_FEASIBLE",
    "VERDICT_IMPOSSIBLE",
    "VERDICT_NOT_FOUND",
    "LEVEL_UNSPECIFIED",
    "LEVEL_GOAL",
    "LEVEL_PHASE",
    "LEVEL_CYCLE",
    "LEVEL_SUB_GOAL",
    "LEVEL_TASK",
    "LEVEL_SUB_TASK",
    "LEVEL_MICRO_GOAL",
    "STAGE_UNSPECIFIED",
    "STAGE_OUTLINE",
    "STAGE_ROADMAP",
    "STAGE_SCHEDULE",
    "STYLE_UNSPECIFIED",
    "STYLE_DEFAULT",
    "STYLE_SUMMARY",
    "STYLE_STRICT",
]
