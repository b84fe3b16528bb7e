# Written by make generate from the contracts in proto/weft.
from __future__ import annotations

import datetime
from typing import Any, AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping, Optional, Union

from google.protobuf import any_pb2, duration_pb2, message, timestamp_pb2

from .. import _aio, _calls, _method
from . import exports as types

_START_RUN = _method.Method(
    "/weft.orchestrator.v1.RunsService/StartRun",
    types.StartRunRequest,
    types.StartRunResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_LIST_GRAPHS = _method.Method(
    "/weft.orchestrator.v1.RunsService/ListGraphs",
    types.ListGraphsRequest,
    types.ListGraphsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_GET_BUDGET = _method.Method(
    "/weft.orchestrator.v1.RunsService/GetBudget",
    types.GetBudgetRequest,
    types.GetBudgetResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_GET_RUN = _method.Method(
    "/weft.orchestrator.v1.RunsService/GetRun",
    types.GetRunRequest,
    types.GetRunResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_RUNS = _method.Method(
    "/weft.orchestrator.v1.RunsService/ListRuns",
    types.ListRunsRequest,
    types.ListRunsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_WATCH_RUN = _method.Method(
    "/weft.orchestrator.v1.RunsService/WatchRun",
    types.WatchRunRequest,
    types.WatchRunResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=True,
)
_WATCH_RUNS = _method.Method(
    "/weft.orchestrator.v1.RunsService/WatchRuns",
    types.WatchRunsRequest,
    types.WatchRunsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=True,
)
_SEND_SIGNAL = _method.Method(
    "/weft.orchestrator.v1.RunsService/SendSignal",
    types.SendSignalRequest,
    types.SendSignalResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_QUERY_RUN = _method.Method(
    "/weft.orchestrator.v1.RunsService/QueryRun",
    types.QueryRunRequest,
    types.QueryRunResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_ANSWER_RUN = _method.Method(
    "/weft.orchestrator.v1.RunsService/AnswerRun",
    types.AnswerRunRequest,
    types.AnswerRunResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_PAUSES = _method.Method(
    "/weft.orchestrator.v1.RunsService/ListPauses",
    types.ListPausesRequest,
    types.ListPausesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_WATCH_PAUSES = _method.Method(
    "/weft.orchestrator.v1.RunsService/WatchPauses",
    types.WatchPausesRequest,
    types.WatchPausesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=True,
)
_CANCEL_RUN = _method.Method(
    "/weft.orchestrator.v1.RunsService/CancelRun",
    types.CancelRunRequest,
    types.CancelRunResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_RETRY_RUN = _method.Method(
    "/weft.orchestrator.v1.RunsService/RetryRun",
    types.RetryRunRequest,
    types.RetryRunResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_RETRY_RUNS = _method.Method(
    "/weft.orchestrator.v1.RunsService/RetryRuns",
    types.RetryRunsRequest,
    types.RetryRunsResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_FORK_RUN = _method.Method(
    "/weft.orchestrator.v1.RunsService/ForkRun",
    types.ForkRunRequest,
    types.ForkRunResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_VERIFY_RUNS = _method.Method(
    "/weft.orchestrator.v1.RunsService/VerifyRuns",
    types.VerifyRunsRequest,
    types.VerifyRunsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_SUBMIT_INPUT = _method.Method(
    "/weft.orchestrator.v1.NotesService/SubmitInput",
    types.SubmitInputRequest,
    types.SubmitInputResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_PROCESS_INPUT = _method.Method(
    "/weft.orchestrator.v1.NotesService/ProcessInput",
    types.ProcessInputRequest,
    types.ProcessInputResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=True,
)
_EXPLAIN_INPUT = _method.Method(
    "/weft.orchestrator.v1.NotesService/ExplainInput",
    types.ExplainInputRequest,
    types.ExplainInputResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_ENTRIES = _method.Method(
    "/weft.orchestrator.v1.NotesService/ListEntries",
    types.ListEntriesRequest,
    types.ListEntriesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_GET_ENTRY = _method.Method(
    "/weft.orchestrator.v1.NotesService/GetEntry",
    types.GetEntryRequest,
    types.GetEntryResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_EDIT_ENTRY = _method.Method(
    "/weft.orchestrator.v1.NotesService/EditEntry",
    types.EditEntryRequest,
    types.EditEntryResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_REMOVE_ENTRY = _method.Method(
    "/weft.orchestrator.v1.NotesService/RemoveEntry",
    types.RemoveEntryRequest,
    types.RemoveEntryResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_RESTORE_ENTRY = _method.Method(
    "/weft.orchestrator.v1.NotesService/RestoreEntry",
    types.RestoreEntryRequest,
    types.RestoreEntryResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_TRASH = _method.Method(
    "/weft.orchestrator.v1.NotesService/ListTrash",
    types.ListTrashRequest,
    types.ListTrashResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_TASKS = _method.Method(
    "/weft.orchestrator.v1.NotesService/ListTasks",
    types.ListTasksRequest,
    types.ListTasksResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_SEARCH_ENTRIES = _method.Method(
    "/weft.orchestrator.v1.NotesService/SearchEntries",
    types.SearchEntriesRequest,
    types.SearchEntriesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_DOMAINS = _method.Method(
    "/weft.orchestrator.v1.NotesService/ListDomains",
    types.ListDomainsRequest,
    types.ListDomainsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_THREADS = _method.Method(
    "/weft.orchestrator.v1.NotesService/ListThreads",
    types.ListThreadsRequest,
    types.ListThreadsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_GET_THREAD = _method.Method(
    "/weft.orchestrator.v1.NotesService/GetThread",
    types.GetThreadRequest,
    types.GetThreadResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_DELETE_THREAD = _method.Method(
    "/weft.orchestrator.v1.NotesService/DeleteThread",
    types.DeleteThreadRequest,
    types.DeleteThreadResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_GET_CONTEXT = _method.Method(
    "/weft.orchestrator.v1.NotesService/GetContext",
    types.GetContextRequest,
    types.GetContextResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_REFLECT = _method.Method(
    "/weft.orchestrator.v1.NotesService/Reflect",
    types.ReflectRequest,
    types.ReflectResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_GET_PREFERENCES = _method.Method(
    "/weft.orchestrator.v1.NotesService/GetPreferences",
    types.GetPreferencesRequest,
    types.GetPreferencesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_SET_PREFERENCES = _method.Method(
    "/weft.orchestrator.v1.NotesService/SetPreferences",
    types.SetPreferencesRequest,
    types.SetPreferencesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_IMPORT_ENTRIES = _method.Method(
    "/weft.orchestrator.v1.NotesService/ImportEntries",
    types.ImportEntriesRequest,
    types.ImportEntriesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_REINDEX_ENTRIES = _method.Method(
    "/weft.orchestrator.v1.NotesService/ReindexEntries",
    types.ReindexEntriesRequest,
    types.ReindexEntriesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_PROPOSE_PLAN = _method.Method(
    "/weft.orchestrator.v1.PlansService/ProposePlan",
    types.ProposePlanRequest,
    types.ProposePlanResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_LIST_PLAN_TEMPLATES = _method.Method(
    "/weft.orchestrator.v1.PlansService/ListPlanTemplates",
    types.ListPlanTemplatesRequest,
    types.ListPlanTemplatesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_GET_PLAN = _method.Method(
    "/weft.orchestrator.v1.PlansService/GetPlan",
    types.GetPlanRequest,
    types.GetPlanResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_PLANS = _method.Method(
    "/weft.orchestrator.v1.PlansService/ListPlans",
    types.ListPlansRequest,
    types.ListPlansResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_GET_PLAN_STATS = _method.Method(
    "/weft.orchestrator.v1.PlansService/GetPlanStats",
    types.GetPlanStatsRequest,
    types.GetPlanStatsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_WATCH_PLANS = _method.Method(
    "/weft.orchestrator.v1.PlansService/WatchPlans",
    types.WatchPlansRequest,
    types.WatchPlansResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=True,
)
_REVISE_PLAN = _method.Method(
    "/weft.orchestrator.v1.PlansService/RevisePlan",
    types.RevisePlanRequest,
    types.RevisePlanResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_APPROVE_PLAN = _method.Method(
    "/weft.orchestrator.v1.PlansService/ApprovePlan",
    types.ApprovePlanRequest,
    types.ApprovePlanResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_REJECT_PLAN = _method.Method(
    "/weft.orchestrator.v1.PlansService/RejectPlan",
    types.RejectPlanRequest,
    types.RejectPlanResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_REOPEN_PLAN = _method.Method(
    "/weft.orchestrator.v1.PlansService/ReopenPlan",
    types.ReopenPlanRequest,
    types.ReopenPlanResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_CANCEL_PLAN = _method.Method(
    "/weft.orchestrator.v1.PlansService/CancelPlan",
    types.CancelPlanRequest,
    types.CancelPlanResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_APPROVE_STEP = _method.Method(
    "/weft.orchestrator.v1.PlansService/ApproveStep",
    types.ApproveStepRequest,
    types.ApproveStepResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_RETRY_STEP = _method.Method(
    "/weft.orchestrator.v1.PlansService/RetryStep",
    types.RetryStepRequest,
    types.RetryStepResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_SKIP_STEP = _method.Method(
    "/weft.orchestrator.v1.PlansService/SkipStep",
    types.SkipStepRequest,
    types.SkipStepResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_MARK_DONE = _method.Method(
    "/weft.orchestrator.v1.PlansService/MarkDone",
    types.MarkDoneRequest,
    types.MarkDoneResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_ABANDON_PLAN = _method.Method(
    "/weft.orchestrator.v1.PlansService/AbandonPlan",
    types.AbandonPlanRequest,
    types.AbandonPlanResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_LIST_APPROVALS = _method.Method(
    "/weft.orchestrator.v1.PlansService/ListApprovals",
    types.ListApprovalsRequest,
    types.ListApprovalsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_TOOLS = _method.Method(
    "/weft.orchestrator.v1.PlansService/ListTools",
    types.ListToolsRequest,
    types.ListToolsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_TRUST_TOOL = _method.Method(
    "/weft.orchestrator.v1.PlansService/TrustTool",
    types.TrustToolRequest,
    types.TrustToolResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_UNTRUST_TOOL = _method.Method(
    "/weft.orchestrator.v1.PlansService/UntrustTool",
    types.UntrustToolRequest,
    types.UntrustToolResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_DRY_RUN_TOOL = _method.Method(
    "/weft.orchestrator.v1.PlansService/DryRunTool",
    types.DryRunToolRequest,
    types.DryRunToolResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_PROPOSE_ROADMAP = _method.Method(
    "/weft.orchestrator.v1.GoalsService/ProposeRoadmap",
    types.ProposeRoadmapRequest,
    types.ProposeRoadmapResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_GET_ROADMAP = _method.Method(
    "/weft.orchestrator.v1.GoalsService/GetRoadmap",
    types.GetRoadmapRequest,
    types.GetRoadmapResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_EXPORT_ROADMAP = _method.Method(
    "/weft.orchestrator.v1.GoalsService/ExportRoadmap",
    types.ExportRoadmapRequest,
    types.ExportRoadmapResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_ROADMAPS = _method.Method(
    "/weft.orchestrator.v1.GoalsService/ListRoadmaps",
    types.ListRoadmapsRequest,
    types.ListRoadmapsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_WATCH_ROADMAP = _method.Method(
    "/weft.orchestrator.v1.GoalsService/WatchRoadmap",
    types.WatchRoadmapRequest,
    types.WatchRoadmapResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_APPROVE_ROADMAP = _method.Method(
    "/weft.orchestrator.v1.GoalsService/ApproveRoadmap",
    types.ApproveRoadmapRequest,
    types.ApproveRoadmapResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_ANSWER_ROADMAP = _method.Method(
    "/weft.orchestrator.v1.GoalsService/AnswerRoadmap",
    types.AnswerRoadmapRequest,
    types.AnswerRoadmapResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_CHANGE_ROADMAP = _method.Method(
    "/weft.orchestrator.v1.GoalsService/ChangeRoadmap",
    types.ChangeRoadmapRequest,
    types.ChangeRoadmapResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_LIST_AGENDA = _method.Method(
    "/weft.orchestrator.v1.GoalsService/ListAgenda",
    types.ListAgendaRequest,
    types.ListAgendaResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_CALENDARS = _method.Method(
    "/weft.orchestrator.v1.GoalsService/ListCalendars",
    types.ListCalendarsRequest,
    types.ListCalendarsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_GET_CALENDAR_FEED = _method.Method(
    "/weft.orchestrator.v1.GoalsService/GetCalendarFeed",
    types.GetCalendarFeedRequest,
    types.GetCalendarFeedResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_CREATE_WEBHOOK = _method.Method(
    "/weft.orchestrator.v1.WebhooksService/CreateWebhook",
    types.CreateWebhookRequest,
    types.CreateWebhookResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_LIST_WEBHOOKS = _method.Method(
    "/weft.orchestrator.v1.WebhooksService/ListWebhooks",
    types.ListWebhooksRequest,
    types.ListWebhooksResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_UPDATE_WEBHOOK = _method.Method(
    "/weft.orchestrator.v1.WebhooksService/UpdateWebhook",
    types.UpdateWebhookRequest,
    types.UpdateWebhookResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_DELETE_WEBHOOK = _method.Method(
    "/weft.orchestrator.v1.WebhooksService/DeleteWebhook",
    types.DeleteWebhookRequest,
    types.DeleteWebhookResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_TEST_WEBHOOK = _method.Method(
    "/weft.orchestrator.v1.WebhooksService/TestWebhook",
    types.TestWebhookRequest,
    types.TestWebhookResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_LIST_WEBHOOK_DELIVERIES = _method.Method(
    "/weft.orchestrator.v1.WebhooksService/ListWebhookDeliveries",
    types.ListWebhookDeliveriesRequest,
    types.ListWebhookDeliveriesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_REDELIVER_WEBHOOK_EVENT = _method.Method(
    "/weft.orchestrator.v1.WebhooksService/RedeliverWebhookEvent",
    types.RedeliverWebhookEventRequest,
    types.RedeliverWebhookEventResponse,
    repeatable=False,
    has_request_id=False,
    has_sequence=False,
)
_CREATE_SCHEDULE = _method.Method(
    "/weft.orchestrator.v1.SchedulesService/CreateSchedule",
    types.CreateScheduleRequest,
    types.CreateScheduleResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_GET_SCHEDULE = _method.Method(
    "/weft.orchestrator.v1.SchedulesService/GetSchedule",
    types.GetScheduleRequest,
    types.GetScheduleResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_SCHEDULES = _method.Method(
    "/weft.orchestrator.v1.SchedulesService/ListSchedules",
    types.ListSchedulesRequest,
    types.ListSchedulesResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_UPDATE_SCHEDULE = _method.Method(
    "/weft.orchestrator.v1.SchedulesService/UpdateSchedule",
    types.UpdateScheduleRequest,
    types.UpdateScheduleResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_DELETE_SCHEDULE = _method.Method(
    "/weft.orchestrator.v1.SchedulesService/DeleteSchedule",
    types.DeleteScheduleRequest,
    types.DeleteScheduleResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_RUN_SCHEDULE = _method.Method(
    "/weft.orchestrator.v1.SchedulesService/RunSchedule",
    types.RunScheduleRequest,
    types.RunScheduleResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_PREVIEW_SCHEDULE = _method.Method(
    "/weft.orchestrator.v1.SchedulesService/PreviewSchedule",
    types.PreviewScheduleRequest,
    types.PreviewScheduleResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_LIST_AUDIT_EVENTS = _method.Method(
    "/weft.orchestrator.v1.AdminService/ListAuditEvents",
    types.ListAuditEventsRequest,
    types.ListAuditEventsResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_GET_MESH = _method.Method(
    "/weft.orchestrator.v1.AdminService/GetMesh",
    types.GetMeshRequest,
    types.GetMeshResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_CREATE_KEY = _method.Method(
    "/weft.orchestrator.v1.AdminService/CreateKey",
    types.CreateKeyRequest,
    types.CreateKeyResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_LIST_KEYS = _method.Method(
    "/weft.orchestrator.v1.AdminService/ListKeys",
    types.ListKeysRequest,
    types.ListKeysResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)
_ROTATE_KEY = _method.Method(
    "/weft.orchestrator.v1.AdminService/RotateKey",
    types.RotateKeyRequest,
    types.RotateKeyResponse,
    repeatable=False,
    has_request_id=True,
    has_sequence=False,
)
_REVOKE_KEY = _method.Method(
    "/weft.orchestrator.v1.AdminService/RevokeKey",
    types.RevokeKeyRequest,
    types.RevokeKeyResponse,
    repeatable=True,
    has_request_id=False,
    has_sequence=False,
)


class RunsService:
    """Runs of any graph: they are started, watched, answered, cancelled, retried and compared.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _calls.Calls) -> None:
        self._calls = calls

    def start_run(
        self,
        *,
        graph: Optional[str] = None,
        input: Optional[Union[any_pb2.Any, message.Message]] = None,
        request_id: Optional[str] = None,
        thread_id: Optional[str] = None,
        labels: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.StartRunResponse:
        """Starts a run of a graph that callers may start, and returns at once. The input is on
        disk when this returns. Runs of the graph "notes" begin with SubmitInput.

        Errors: NOT_FOUND if the server has no such graph; INVALID_ARGUMENT if callers can't
        start it, and for an input that it does not take; ALREADY_EXISTS if request_id was
        used for another input.

        Args:
            graph: The graph. Its newest version is walked.
            input: The input, of the graph's input type. It can be as long as a text of an input.
            request_id: If a start is repeated with the same id, the first run is returned. Unique per
                tenant.
            thread_id: The conversation that the run is a turn of, as of an Input. Runs of the graph "reason" can
                be. Empty: none.
            labels: What to label the run with, as of an Input.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _START_RUN,
            {
                "graph": graph,
                "input": input,
                "request_id": request_id,
                "thread_id": thread_id,
                "labels": labels,
            },
            timeout,
        )

    def list_graphs(
        self,
        *,
        name: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListGraphsResponse:
        """Lists the graphs that the server's runs follow, with what it takes to start a run of each.

        Errors: NOT_FOUND for a name that no graph has.

        Args:
            name: Only the versions of this graph; "" lists all graphs.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_GRAPHS,
            {
                "name": name,
            },
            timeout,
        )

    def get_budget(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.GetBudgetResponse:
        """Returns what models have cost the caller's tenant today, and what they may cost.

        Errors: UNAVAILABLE.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_BUDGET,
            {
            },
            timeout,
        )

    def get_run(
        self,
        *,
        run_id: Optional[str] = None,
        sequence: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.GetRunResponse:
        """Returns a run with its current report.

        Errors: NOT_FOUND.

        Args:
            run_id: The run.
            sequence: Return the run as it was after this event. 0 means now.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_RUN,
            {
                "run_id": run_id,
                "sequence": sequence,
            },
            timeout,
        )

    def list_runs(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        status: Optional[Union[types.RunReport.Status, str]] = None,
        graph: Optional[str] = None,
        thread_id: Optional[str] = None,
        user: Optional[str] = None,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        until: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        labels: Optional[Iterable[str]] = None,
        words: Optional[str] = None,
        with_total: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListRunsResponse:
        """Lists runs, newest first, without their reports.

        Errors: INVALID_ARGUMENT for a page token of another list.

        Args:
            page_size: The most runs to return, 1000 at most. 0 means 50. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            status: Only runs with this status. UNSPECIFIED: all.
            graph: Only runs of this graph. Empty: of all.
            thread_id: Only runs that began as a turn of this thread. Empty: all.
            user: Only runs that this user started. Empty: of all users.
            since: Only runs that started at this time or later. Absent: all.
            until: Only runs that started before this time. Absent: all.
            labels: Only runs that have each of these labels: "key=value", or "key" for any value of it.
            words: Only runs whose text has each of these words, which blanks separate. A part of a word is
                enough; capitals and accents don't matter. Empty: all.
            with_total: Also return how many runs there are. With words each of them is read for that.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_RUNS,
            {
                "page_size": page_size,
                "page_token": page_token,
                "status": status,
                "graph": graph,
                "thread_id": thread_id,
                "user": user,
                "since": since,
                "until": until,
                "labels": labels,
                "words": words,
                "with_total": with_total,
            },
            timeout,
        )

    def watch_run(
        self,
        *,
        run_id: Optional[str] = None,
        from_sequence: Optional[int] = None,
        until_pause: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _calls.Stream[types.WatchRunResponse]:
        """Streams a run's events from any point on, without gaps or repeats, until it
        ends.

        Errors: NOT_FOUND.

        Args:
            run_id: The run.
            from_sequence: The first event to send. 0 and 1 mean from the beginning.
            until_pause: True: the stream also ends when the run waits for the user.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_RUN,
            {
                "run_id": run_id,
                "from_sequence": from_sequence,
                "until_pause": until_pause,
            },
            timeout,
        )

    def watch_runs(
        self,
        *,
        from_sequence: Optional[int] = None,
        graphs: Optional[Iterable[str]] = None,
        statuses: Optional[Iterable[Union[types.RunReport.Status, str]]] = None,
        until_caught_up: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _calls.Stream[types.WatchRunsResponse]:
        """Streams how the runs of the caller's tenant stand, as that changes, from any point on
        and without an end: that one began, waits, goes on, has ended. What a run has come to
        tells GetRun; each of its events, WatchRun.

        Errors: INVALID_ARGUMENT for a sequence that the log has not come to, as after it was
        put back from a backup; begin anew with 0 then.

        Args:
            from_sequence: The first change to send: one more than the sequence of the last event that the
                caller has had, of any kind. 0: every run that has not ended first, as it stands now,
                and then the changes.
            graphs: Only runs of these graphs. Empty: of all.
            statuses: Only changes to these statuses. Empty: to all.
            until_caught_up: True: the stream ends when it has come to the present.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_RUNS,
            {
                "from_sequence": from_sequence,
                "graphs": graphs,
                "statuses": statuses,
                "until_caught_up": until_caught_up,
            },
            timeout,
        )

    def send_signal(
        self,
        *,
        run_id: Optional[str] = None,
        name: Optional[str] = None,
        input: Optional[Union[any_pb2.Any, message.Message]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.SendSignalResponse:
        """Sends a run a signal that its graph declares: the run's data changes, and the next step
        sees it. ListGraphs tells the signals of a graph and their types. A signal moves no
        branch by itself; a wait that the graph lets a signal end goes on. The signal is on
        disk when this returns, and is taken once, whatever dies meanwhile. A step that is at
        work goes on with what it began with. A run's children are not told; a fork takes the
        signals over up to where it forks.

        A run takes 1,000 signals until it gets on (a step is completed, or a wait is over).

        Errors: NOT_FOUND for an unknown run, and for a signal that its graph does not have
        (SIGNAL_UNKNOWN; the message lists those that it has); INVALID_ARGUMENT for an input of
        another type and for one of more than 16 KiB; FAILED_PRECONDITION if the run has ended
        (RUN_ENDED), and if it does not take the signal as it stands (SIGNAL_REFUSED);
        RESOURCE_EXHAUSTED if it has been sent too many (TOO_MANY_SIGNALS); ALREADY_EXISTS if
        request_id was used for another signal to it.

        Args:
            run_id: The run.
            name: The signal.
            input: What is sent, of the signal's type, at most 16 KiB. Not set: an empty message of that
                type.
            request_id: If a signal is repeated with the same id, the run takes it once. Unique per run.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _SEND_SIGNAL,
            {
                "run_id": run_id,
                "name": name,
                "input": input,
                "request_id": request_id,
            },
            timeout,
        )

    def query_run(
        self,
        *,
        run_id: Optional[str] = None,
        name: Optional[str] = None,
        input: Optional[Union[any_pb2.Any, message.Message]] = None,
        timeout: Optional[float] = None,
    ) -> types.QueryRunResponse:
        """Asks a run a query that its graph declares, under way or ended. It is answered from the
        run's log: no step runs, no model is asked, nothing is written. ListGraphs tells the
        queries of a graph and their types.

        Errors: NOT_FOUND for an unknown run, and for a query that its graph does not have
        (QUERY_UNKNOWN; the message lists those that it has); INVALID_ARGUMENT for an input of
        another type, one that the query does not take, and one of more than 16 KiB;
        FAILED_PRECONDITION if the server does not have the run's graph.

        Args:
            run_id: The run.
            name: The query.
            input: What is asked, of the query's input type, at most 16 KiB. Not set: an empty message of
                that type.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _QUERY_RUN,
            {
                "run_id": run_id,
                "name": name,
                "input": input,
            },
            timeout,
        )

    def answer_run(
        self,
        *,
        run_id: Optional[str] = None,
        interrupt_id: Optional[str] = None,
        answers: Optional[Iterable[Union[types.QuestionAnswer, Mapping[str, Any]]]] = None,
        decline: Optional[bool] = None,
        option_id: Optional[str] = None,
        payload: Optional[Union[any_pb2.Any, message.Message]] = None,
        timeout: Optional[float] = None,
    ) -> types.AnswerRunResponse:
        """Answers a pause of a run: with an option, words, a message, or a decline, as the
        pause takes them. The answer is on disk when this returns. Sending the same answer
        again changes nothing; a different one is refused with ANSWER_CONFLICT, even if both
        come at once. The error's metadata say what was answered ("outcome" and "answer", the
        first 512 bytes), by whom ("user") and when ("time"). An answer after the wait has
        expired is refused with RUN_NOT_WAITING, or with INTERRUPT_MISMATCH if the run now
        waits for something else.

        An approval needs the scope approve, all else the scope write. A pause may ask some
        users alone.

        Errors: INVALID_ARGUMENT for an answer that is not text or is too long, and for one
        that the pause does not take (if it names no option of it, the message lists them);
        NOT_FOUND; FAILED_PRECONDITION if the run does not wait, waits for something else,
        has several pauses and the answer names none, or does not take the answer as things
        stand (ANSWER_REFUSED); PERMISSION_DENIED without the scope that the pause needs, and
        for users who are not asked (NOT_ALLOWED).

        Args:
            run_id: The run.
            interrupt_id: The pause to answer. Empty: the only one.
            answers: The answers in words. One without a question_id answers the first question. The run
                continues with the answers given, without the others. Together they can be as
                long as an input.
            decline: True: the user does not want to say. Nothing else may be said then.
            option_id: The option that is chosen. Words may go with it.
            payload: The answer as a message of the pause's answer_type. It can be as long as an input. An
                option may go with it, words may not.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _ANSWER_RUN,
            {
                "run_id": run_id,
                "interrupt_id": interrupt_id,
                "answers": answers,
                "decline": decline,
                "option_id": option_id,
                "payload": payload,
            },
            timeout,
        )

    def list_pauses(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        graph: Optional[str] = None,
        kind: Optional[Union[types.PauseKind, str]] = None,
        mine: Optional[bool] = None,
        run_id: Optional[str] = None,
        order: Optional[Union[types.ListPausesRequest.Order, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.ListPausesResponse:
        """Lists open pauses of all runs: what waits for an answer, by whomever.

        Errors: INVALID_ARGUMENT for a page token of another list; NOT_FOUND for a run that
        is not there.

        Args:
            page_size: The most pauses to return, 1000 at most. 0 means 50. Fewer are returned if they are
                long.
            page_token: next_page_token of the previous page.
            graph: Only pauses of runs of this graph. Empty: of all.
            kind: Only pauses of this kind. UNSPECIFIED: of all.
            mine: Only pauses that the caller may answer.
            run_id: Only pauses of this run. Empty: of all.
            order: Which come first.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_PAUSES,
            {
                "page_size": page_size,
                "page_token": page_token,
                "graph": graph,
                "kind": kind,
                "mine": mine,
                "run_id": run_id,
                "order": order,
            },
            timeout,
        )

    def watch_pauses(
        self,
        *,
        from_sequence: Optional[int] = None,
        graph: Optional[str] = None,
        kind: Optional[Union[types.PauseKind, str]] = None,
        mine: Optional[bool] = None,
        until_caught_up: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _calls.Stream[types.WatchPausesResponse]:
        """Streams which pauses open and close, of all runs of the caller's tenant, from any point
        on and without an end.

        Errors: INVALID_ARGUMENT for a sequence that the log has not come to, as after it was
        put back from a backup; begin anew with 0 then.

        Args:
            from_sequence: The first event to send: one more than the sequence of the last event that the caller
                has had, of any kind. 0: every open pause first, and then what opens and closes.
            graph: Only pauses of runs of this graph. Empty: of all.
            kind: Only pauses of this kind. UNSPECIFIED: of all.
            mine: Only pauses that the caller may answer.
            until_caught_up: True: the stream ends when it has come to the present.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_PAUSES,
            {
                "from_sequence": from_sequence,
                "graph": graph,
                "kind": kind,
                "mine": mine,
                "until_caught_up": until_caught_up,
            },
            timeout,
        )

    def cancel_run(
        self,
        *,
        run_id: Optional[str] = None,
        reason: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CancelRunResponse:
        """Cancels a run. What it has stored stays. Cancelling an ended run is not an error.

        Errors: NOT_FOUND.

        Args:
            run_id: The run.
            reason: Why, for the record.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _CANCEL_RUN,
            {
                "run_id": run_id,
                "reason": reason,
            },
            timeout,
        )

    def retry_run(
        self,
        *,
        run_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RetryRunResponse:
        """Retries a failed run from the step that failed. Earlier steps are not repeated.

        It needs the scope write. Once somebody has answered an approval in the run, or in the
        run that waits for it, the retry needs the scope approve instead: what is done again
        may be what was approved.

        Errors: NOT_FOUND; FAILED_PRECONDITION if the run has not failed; PERMISSION_DENIED
        without the scope (SCOPE_MISSING).

        Args:
            run_id: The run.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _RETRY_RUN,
            {
                "run_id": run_id,
            },
            timeout,
        )

    def retry_runs(
        self,
        *,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        graph: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.RetryRunsResponse:
        """Retries all failed runs as RetryRun does, for example after an outage, and leaves
        those alone that the caller may not retry. Call it again as long as the response says
        that there are more.

        Args:
            since: Only runs that have failed since then. Absent: all that are still there.
            graph: Only runs of this graph. Empty: of all.
            limit: The most runs to retry, 1000 at most. 0 means 100.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _RETRY_RUNS,
            {
                "since": since,
                "graph": graph,
                "limit": limit,
            },
            timeout,
        )

    def fork_run(
        self,
        *,
        run_id: Optional[str] = None,
        sequence: Optional[int] = None,
        changes: Optional[Iterable[Union[types.RunChange, Mapping[str, Any]]]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ForkRunResponse:
        """Starts a new run from an earlier point of another one, to see what would have
        happened with other values. The other run stays as it is. The new run repeats
        the steps after that point: if one of them keeps a note, it keeps another note.
        It takes over no approval: it asks again, or must begin before it was asked for.

        Errors: NOT_FOUND; INVALID_ARGUMENT if the run has no such event or a change
        names no field, or one that can't be changed; FAILED_PRECONDITION if nothing is left
        to do at that point, or if it lies past an approval (FORK_REFUSED).

        Args:
            run_id: The run to fork.
            sequence: Start after this event: the sequence of a step, as in GetRun. 1 takes only the
                input. 0 means all events, up to the step that the run failed at or is at. Where an
                approval is asked for again, the new run starts before it was given, and its
                forked_sequence says where that is.
            changes: Changes to make before the new run starts, in this order.
            request_id: If a fork is repeated with the same id, the first fork is returned. Unique per
                tenant.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _FORK_RUN,
            {
                "run_id": run_id,
                "sequence": sequence,
                "changes": changes,
                "request_id": request_id,
            },
            timeout,
        )

    def verify_runs(
        self,
        *,
        with_text: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.VerifyRunsResponse:
        """Compares the queue, the request ids and the run log, reads every run, and
        returns those that a damaged disk has lost or broken. Unfinished runs whose
        start is still there are started over.

        Args:
            with_text: True: also return the lost texts, if a copy is left.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _VERIFY_RUNS,
            {
                "with_text": with_text,
            },
            timeout,
        )


class AsyncRunsService:
    """Runs of any graph: they are started, watched, answered, cancelled, retried and compared.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _aio.Calls) -> None:
        self._calls = calls

    async def start_run(
        self,
        *,
        graph: Optional[str] = None,
        input: Optional[Union[any_pb2.Any, message.Message]] = None,
        request_id: Optional[str] = None,
        thread_id: Optional[str] = None,
        labels: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.StartRunResponse:
        """Starts a run of a graph that callers may start, and returns at once. The input is on
        disk when this returns. Runs of the graph "notes" begin with SubmitInput.

        Errors: NOT_FOUND if the server has no such graph; INVALID_ARGUMENT if callers can't
        start it, and for an input that it does not take; ALREADY_EXISTS if request_id was
        used for another input.

        Args:
            graph: The graph. Its newest version is walked.
            input: The input, of the graph's input type. It can be as long as a text of an input.
            request_id: If a start is repeated with the same id, the first run is returned. Unique per
                tenant.
            thread_id: The conversation that the run is a turn of, as of an Input. Runs of the graph "reason" can
                be. Empty: none.
            labels: What to label the run with, as of an Input.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _START_RUN,
            {
                "graph": graph,
                "input": input,
                "request_id": request_id,
                "thread_id": thread_id,
                "labels": labels,
            },
            timeout,
        )

    async def list_graphs(
        self,
        *,
        name: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListGraphsResponse:
        """Lists the graphs that the server's runs follow, with what it takes to start a run of each.

        Errors: NOT_FOUND for a name that no graph has.

        Args:
            name: Only the versions of this graph; "" lists all graphs.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_GRAPHS,
            {
                "name": name,
            },
            timeout,
        )

    async def get_budget(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.GetBudgetResponse:
        """Returns what models have cost the caller's tenant today, and what they may cost.

        Errors: UNAVAILABLE.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_BUDGET,
            {
            },
            timeout,
        )

    async def get_run(
        self,
        *,
        run_id: Optional[str] = None,
        sequence: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.GetRunResponse:
        """Returns a run with its current report.

        Errors: NOT_FOUND.

        Args:
            run_id: The run.
            sequence: Return the run as it was after this event. 0 means now.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_RUN,
            {
                "run_id": run_id,
                "sequence": sequence,
            },
            timeout,
        )

    async def list_runs(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        status: Optional[Union[types.RunReport.Status, str]] = None,
        graph: Optional[str] = None,
        thread_id: Optional[str] = None,
        user: Optional[str] = None,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        until: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        labels: Optional[Iterable[str]] = None,
        words: Optional[str] = None,
        with_total: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListRunsResponse:
        """Lists runs, newest first, without their reports.

        Errors: INVALID_ARGUMENT for a page token of another list.

        Args:
            page_size: The most runs to return, 1000 at most. 0 means 50. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            status: Only runs with this status. UNSPECIFIED: all.
            graph: Only runs of this graph. Empty: of all.
            thread_id: Only runs that began as a turn of this thread. Empty: all.
            user: Only runs that this user started. Empty: of all users.
            since: Only runs that started at this time or later. Absent: all.
            until: Only runs that started before this time. Absent: all.
            labels: Only runs that have each of these labels: "key=value", or "key" for any value of it.
            words: Only runs whose text has each of these words, which blanks separate. A part of a word is
                enough; capitals and accents don't matter. Empty: all.
            with_total: Also return how many runs there are. With words each of them is read for that.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_RUNS,
            {
                "page_size": page_size,
                "page_token": page_token,
                "status": status,
                "graph": graph,
                "thread_id": thread_id,
                "user": user,
                "since": since,
                "until": until,
                "labels": labels,
                "words": words,
                "with_total": with_total,
            },
            timeout,
        )

    def watch_run(
        self,
        *,
        run_id: Optional[str] = None,
        from_sequence: Optional[int] = None,
        until_pause: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _aio.Stream[types.WatchRunResponse]:
        """Streams a run's events from any point on, without gaps or repeats, until it
        ends.

        Errors: NOT_FOUND.

        Args:
            run_id: The run.
            from_sequence: The first event to send. 0 and 1 mean from the beginning.
            until_pause: True: the stream also ends when the run waits for the user.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_RUN,
            {
                "run_id": run_id,
                "from_sequence": from_sequence,
                "until_pause": until_pause,
            },
            timeout,
        )

    def watch_runs(
        self,
        *,
        from_sequence: Optional[int] = None,
        graphs: Optional[Iterable[str]] = None,
        statuses: Optional[Iterable[Union[types.RunReport.Status, str]]] = None,
        until_caught_up: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _aio.Stream[types.WatchRunsResponse]:
        """Streams how the runs of the caller's tenant stand, as that changes, from any point on
        and without an end: that one began, waits, goes on, has ended. What a run has come to
        tells GetRun; each of its events, WatchRun.

        Errors: INVALID_ARGUMENT for a sequence that the log has not come to, as after it was
        put back from a backup; begin anew with 0 then.

        Args:
            from_sequence: The first change to send: one more than the sequence of the last event that the
                caller has had, of any kind. 0: every run that has not ended first, as it stands now,
                and then the changes.
            graphs: Only runs of these graphs. Empty: of all.
            statuses: Only changes to these statuses. Empty: to all.
            until_caught_up: True: the stream ends when it has come to the present.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_RUNS,
            {
                "from_sequence": from_sequence,
                "graphs": graphs,
                "statuses": statuses,
                "until_caught_up": until_caught_up,
            },
            timeout,
        )

    async def send_signal(
        self,
        *,
        run_id: Optional[str] = None,
        name: Optional[str] = None,
        input: Optional[Union[any_pb2.Any, message.Message]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.SendSignalResponse:
        """Sends a run a signal that its graph declares: the run's data changes, and the next step
        sees it. ListGraphs tells the signals of a graph and their types. A signal moves no
        branch by itself; a wait that the graph lets a signal end goes on. The signal is on
        disk when this returns, and is taken once, whatever dies meanwhile. A step that is at
        work goes on with what it began with. A run's children are not told; a fork takes the
        signals over up to where it forks.

        A run takes 1,000 signals until it gets on (a step is completed, or a wait is over).

        Errors: NOT_FOUND for an unknown run, and for a signal that its graph does not have
        (SIGNAL_UNKNOWN; the message lists those that it has); INVALID_ARGUMENT for an input of
        another type and for one of more than 16 KiB; FAILED_PRECONDITION if the run has ended
        (RUN_ENDED), and if it does not take the signal as it stands (SIGNAL_REFUSED);
        RESOURCE_EXHAUSTED if it has been sent too many (TOO_MANY_SIGNALS); ALREADY_EXISTS if
        request_id was used for another signal to it.

        Args:
            run_id: The run.
            name: The signal.
            input: What is sent, of the signal's type, at most 16 KiB. Not set: an empty message of that
                type.
            request_id: If a signal is repeated with the same id, the run takes it once. Unique per run.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _SEND_SIGNAL,
            {
                "run_id": run_id,
                "name": name,
                "input": input,
                "request_id": request_id,
            },
            timeout,
        )

    async def query_run(
        self,
        *,
        run_id: Optional[str] = None,
        name: Optional[str] = None,
        input: Optional[Union[any_pb2.Any, message.Message]] = None,
        timeout: Optional[float] = None,
    ) -> types.QueryRunResponse:
        """Asks a run a query that its graph declares, under way or ended. It is answered from the
        run's log: no step runs, no model is asked, nothing is written. ListGraphs tells the
        queries of a graph and their types.

        Errors: NOT_FOUND for an unknown run, and for a query that its graph does not have
        (QUERY_UNKNOWN; the message lists those that it has); INVALID_ARGUMENT for an input of
        another type, one that the query does not take, and one of more than 16 KiB;
        FAILED_PRECONDITION if the server does not have the run's graph.

        Args:
            run_id: The run.
            name: The query.
            input: What is asked, of the query's input type, at most 16 KiB. Not set: an empty message of
                that type.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _QUERY_RUN,
            {
                "run_id": run_id,
                "name": name,
                "input": input,
            },
            timeout,
        )

    async def answer_run(
        self,
        *,
        run_id: Optional[str] = None,
        interrupt_id: Optional[str] = None,
        answers: Optional[Iterable[Union[types.QuestionAnswer, Mapping[str, Any]]]] = None,
        decline: Optional[bool] = None,
        option_id: Optional[str] = None,
        payload: Optional[Union[any_pb2.Any, message.Message]] = None,
        timeout: Optional[float] = None,
    ) -> types.AnswerRunResponse:
        """Answers a pause of a run: with an option, words, a message, or a decline, as the
        pause takes them. The answer is on disk when this returns. Sending the same answer
        again changes nothing; a different one is refused with ANSWER_CONFLICT, even if both
        come at once. The error's metadata say what was answered ("outcome" and "answer", the
        first 512 bytes), by whom ("user") and when ("time"). An answer after the wait has
        expired is refused with RUN_NOT_WAITING, or with INTERRUPT_MISMATCH if the run now
        waits for something else.

        An approval needs the scope approve, all else the scope write. A pause may ask some
        users alone.

        Errors: INVALID_ARGUMENT for an answer that is not text or is too long, and for one
        that the pause does not take (if it names no option of it, the message lists them);
        NOT_FOUND; FAILED_PRECONDITION if the run does not wait, waits for something else,
        has several pauses and the answer names none, or does not take the answer as things
        stand (ANSWER_REFUSED); PERMISSION_DENIED without the scope that the pause needs, and
        for users who are not asked (NOT_ALLOWED).

        Args:
            run_id: The run.
            interrupt_id: The pause to answer. Empty: the only one.
            answers: The answers in words. One without a question_id answers the first question. The run
                continues with the answers given, without the others. Together they can be as
                long as an input.
            decline: True: the user does not want to say. Nothing else may be said then.
            option_id: The option that is chosen. Words may go with it.
            payload: The answer as a message of the pause's answer_type. It can be as long as an input. An
                option may go with it, words may not.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _ANSWER_RUN,
            {
                "run_id": run_id,
                "interrupt_id": interrupt_id,
                "answers": answers,
                "decline": decline,
                "option_id": option_id,
                "payload": payload,
            },
            timeout,
        )

    async def list_pauses(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        graph: Optional[str] = None,
        kind: Optional[Union[types.PauseKind, str]] = None,
        mine: Optional[bool] = None,
        run_id: Optional[str] = None,
        order: Optional[Union[types.ListPausesRequest.Order, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.ListPausesResponse:
        """Lists open pauses of all runs: what waits for an answer, by whomever.

        Errors: INVALID_ARGUMENT for a page token of another list; NOT_FOUND for a run that
        is not there.

        Args:
            page_size: The most pauses to return, 1000 at most. 0 means 50. Fewer are returned if they are
                long.
            page_token: next_page_token of the previous page.
            graph: Only pauses of runs of this graph. Empty: of all.
            kind: Only pauses of this kind. UNSPECIFIED: of all.
            mine: Only pauses that the caller may answer.
            run_id: Only pauses of this run. Empty: of all.
            order: Which come first.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_PAUSES,
            {
                "page_size": page_size,
                "page_token": page_token,
                "graph": graph,
                "kind": kind,
                "mine": mine,
                "run_id": run_id,
                "order": order,
            },
            timeout,
        )

    def watch_pauses(
        self,
        *,
        from_sequence: Optional[int] = None,
        graph: Optional[str] = None,
        kind: Optional[Union[types.PauseKind, str]] = None,
        mine: Optional[bool] = None,
        until_caught_up: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _aio.Stream[types.WatchPausesResponse]:
        """Streams which pauses open and close, of all runs of the caller's tenant, from any point
        on and without an end.

        Errors: INVALID_ARGUMENT for a sequence that the log has not come to, as after it was
        put back from a backup; begin anew with 0 then.

        Args:
            from_sequence: The first event to send: one more than the sequence of the last event that the caller
                has had, of any kind. 0: every open pause first, and then what opens and closes.
            graph: Only pauses of runs of this graph. Empty: of all.
            kind: Only pauses of this kind. UNSPECIFIED: of all.
            mine: Only pauses that the caller may answer.
            until_caught_up: True: the stream ends when it has come to the present.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_PAUSES,
            {
                "from_sequence": from_sequence,
                "graph": graph,
                "kind": kind,
                "mine": mine,
                "until_caught_up": until_caught_up,
            },
            timeout,
        )

    async def cancel_run(
        self,
        *,
        run_id: Optional[str] = None,
        reason: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CancelRunResponse:
        """Cancels a run. What it has stored stays. Cancelling an ended run is not an error.

        Errors: NOT_FOUND.

        Args:
            run_id: The run.
            reason: Why, for the record.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _CANCEL_RUN,
            {
                "run_id": run_id,
                "reason": reason,
            },
            timeout,
        )

    async def retry_run(
        self,
        *,
        run_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RetryRunResponse:
        """Retries a failed run from the step that failed. Earlier steps are not repeated.

        It needs the scope write. Once somebody has answered an approval in the run, or in the
        run that waits for it, the retry needs the scope approve instead: what is done again
        may be what was approved.

        Errors: NOT_FOUND; FAILED_PRECONDITION if the run has not failed; PERMISSION_DENIED
        without the scope (SCOPE_MISSING).

        Args:
            run_id: The run.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _RETRY_RUN,
            {
                "run_id": run_id,
            },
            timeout,
        )

    async def retry_runs(
        self,
        *,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        graph: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.RetryRunsResponse:
        """Retries all failed runs as RetryRun does, for example after an outage, and leaves
        those alone that the caller may not retry. Call it again as long as the response says
        that there are more.

        Args:
            since: Only runs that have failed since then. Absent: all that are still there.
            graph: Only runs of this graph. Empty: of all.
            limit: The most runs to retry, 1000 at most. 0 means 100.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _RETRY_RUNS,
            {
                "since": since,
                "graph": graph,
                "limit": limit,
            },
            timeout,
        )

    async def fork_run(
        self,
        *,
        run_id: Optional[str] = None,
        sequence: Optional[int] = None,
        changes: Optional[Iterable[Union[types.RunChange, Mapping[str, Any]]]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ForkRunResponse:
        """Starts a new run from an earlier point of another one, to see what would have
        happened with other values. The other run stays as it is. The new run repeats
        the steps after that point: if one of them keeps a note, it keeps another note.
        It takes over no approval: it asks again, or must begin before it was asked for.

        Errors: NOT_FOUND; INVALID_ARGUMENT if the run has no such event or a change
        names no field, or one that can't be changed; FAILED_PRECONDITION if nothing is left
        to do at that point, or if it lies past an approval (FORK_REFUSED).

        Args:
            run_id: The run to fork.
            sequence: Start after this event: the sequence of a step, as in GetRun. 1 takes only the
                input. 0 means all events, up to the step that the run failed at or is at. Where an
                approval is asked for again, the new run starts before it was given, and its
                forked_sequence says where that is.
            changes: Changes to make before the new run starts, in this order.
            request_id: If a fork is repeated with the same id, the first fork is returned. Unique per
                tenant.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _FORK_RUN,
            {
                "run_id": run_id,
                "sequence": sequence,
                "changes": changes,
                "request_id": request_id,
            },
            timeout,
        )

    async def verify_runs(
        self,
        *,
        with_text: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.VerifyRunsResponse:
        """Compares the queue, the request ids and the run log, reads every run, and
        returns those that a damaged disk has lost or broken. Unfinished runs whose
        start is still there are started over.

        Args:
            with_text: True: also return the lost texts, if a copy is left.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _VERIFY_RUNS,
            {
                "with_text": with_text,
            },
            timeout,
        )


class NotesService:
    """A person's notes: inputs are kept or answered, entries are listed, searched and changed.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _calls.Calls) -> None:
        self._calls = calls

    def submit_input(
        self,
        *,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.SubmitInputResponse:
        """Starts a run and returns at once. The input is on disk when this returns.

        Errors: INVALID_ARGUMENT (blank, not UTF-8, a NUL byte, too long, unknown
        time zone, a moment out of range); ALREADY_EXISTS if request_id was used for
        another input.

        Args:
            input: The input.
            request_id: If a submit is repeated with the same id, the first run is returned. Unique per
                tenant.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _SUBMIT_INPUT,
            {
                "input": input,
                "request_id": request_id,
            },
            timeout,
        )

    def process_input(
        self,
        *,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> _calls.Stream[types.ProcessInputResponse]:
        """Starts a run and streams its events until it ends or pauses. Hanging up does not
        stop the run.

        Errors: as SubmitInput.

        Args:
            input: The input.
            request_id: If a call is repeated with the same id, it joins the first run. Unique per tenant.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _PROCESS_INPUT,
            {
                "input": input,
                "request_id": request_id,
            },
            timeout,
        )

    def explain_input(
        self,
        *,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        timeout: Optional[float] = None,
    ) -> types.ExplainInputResponse:
        """Shows what would be done with an input, without doing it: for a question the
        route and the plan, for a note the entry it would become.

        Errors: as SubmitInput.

        Args:
            input: The input.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _EXPLAIN_INPUT,
            {
                "input": input,
            },
            timeout,
        )

    def list_entries(
        self,
        *,
        date_range: Optional[Union[types.DateRange, Mapping[str, Any]]] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        descending: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListEntriesResponse:
        """Lists entries by day, oldest first unless asked otherwise.

        Errors: INVALID_ARGUMENT for a range that ends before it starts, and for a
        page token that is not from here.

        Args:
            date_range: Days to list. Absent: all.
            page_size: The most entries to return, 1000 at most. 0 means 100. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            descending: True: newest first. Undated entries come last either way.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_ENTRIES,
            {
                "date_range": date_range,
                "page_size": page_size,
                "page_token": page_token,
                "descending": descending,
            },
            timeout,
        )

    def get_entry(
        self,
        *,
        id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetEntryResponse:
        """Returns one entry.

        Errors: NOT_FOUND.

        Args:
            id: The entry's id.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_ENTRY,
            {
                "id": id,
            },
            timeout,
        )

    def edit_entry(
        self,
        *,
        id: Optional[str] = None,
        content_hash: Optional[str] = None,
        text: Optional[str] = None,
        time_zone: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.EditEntryResponse:
        """Replaces an entry's text, under the same id, and parses it. The old text goes to
        the trash. Sending the text it already has changes nothing.

        Errors: as RemoveEntry; INVALID_ARGUMENT for a text that can't be kept.

        Args:
            id: The entry's id.
            content_hash: Entry.content_hash of the text to replace. If someone has changed the entry
                since, it stays as it is.
            text: The new text. Limits are those of Input.text.
            time_zone: IANA name of the time zone that decides which day it is. Empty: the server's.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _EDIT_ENTRY,
            {
                "id": id,
                "content_hash": content_hash,
                "text": text,
                "time_zone": time_zone,
            },
            timeout,
        )

    def remove_entry(
        self,
        *,
        id: Optional[str] = None,
        content_hash: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RemoveEntryResponse:
        """Removes an entry from the notes. Its text goes to the trash with its parsed data;
        other entries keep their ids, and answers that cited it stay as they are.
        Removing it again changes nothing.

        Errors: NOT_FOUND; ABORTED if the entry's text has changed; FAILED_PRECONDITION
        if Weft only reads the entry's file, or has no permission to write.

        Args:
            id: The entry's id.
            content_hash: Entry.content_hash of the text to remove. If someone has changed the entry since,
                it stays as it is.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _REMOVE_ENTRY,
            {
                "id": id,
                "content_hash": content_hash,
            },
            timeout,
        )

    def restore_entry(
        self,
        *,
        id: Optional[str] = None,
        content_hash: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RestoreEntryResponse:
        """Restores a text from the trash under its entry's id, with its parsed data. If the
        entry was edited, its current text goes to the trash instead. Restoring it again
        changes nothing.

        Errors: NOT_FOUND if the trash has no such text; ABORTED if another note now has
        the id of the removed entry; FAILED_PRECONDITION if Weft has no permission to write.

        Args:
            id: The entry's id.
            content_hash: TrashedEntry.content_hash of the text to restore. Empty: the latest in the trash.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _RESTORE_ENTRY,
            {
                "id": id,
                "content_hash": content_hash,
            },
            timeout,
        )

    def list_trash(
        self,
        *,
        entry_id: Optional[str] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListTrashResponse:
        """Lists the trash, most recent first.

        Errors: INVALID_ARGUMENT for a page token of another list.

        Args:
            entry_id: Only texts of this entry. Empty: of all.
            page_size: The most texts to return, 1000 at most. 0 means 100. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_TRASH,
            {
                "entry_id": entry_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    def list_tasks(
        self,
        *,
        date_range: Optional[Union[types.DateRange, Mapping[str, Any]]] = None,
        include_closed: Optional[bool] = None,
        due_by: Optional[str] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListTasksResponse:
        """Lists the tasks in the notes, list items with a box, in the order of the notes,
        as the notes are now.

        Errors: INVALID_ARGUMENT for an invalid day, a range that ends before it starts,
        and for a page token of another list.

        Args:
            date_range: Days whose notes are read. Absent: all.
            include_closed: True: include tasks that are done or cancelled.
            due_by: Only tasks due by this day, YYYY-MM-DD. Empty: all, including those without a due
                date.
            page_size: The most tasks to return, 1000 at most. 0 means 100. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_TASKS,
            {
                "date_range": date_range,
                "include_closed": include_closed,
                "due_by": due_by,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    def search_entries(
        self,
        *,
        text: Optional[str] = None,
        date_range: Optional[Union[types.DateRange, Mapping[str, Any]]] = None,
        limit: Optional[int] = None,
        match_all: Optional[bool] = None,
        now: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        time_zone: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.SearchEntriesResponse:
        """Searches entries, best first: those with the words or their synonyms, and what
        stands next to them. If nothing matches the strict parts (phrases in quotes,
        match_all, date_range), a warning says so and the closest entries are returned.

        Errors: INVALID_ARGUMENT.

        Args:
            text: What to search for: a question, words, and "phrases in quotes", which must match.
                Time expressions favour entries from their days but exclude none, unless
                date_range is given.
            date_range: Days to look in.
            limit: The most entries to return, 1000 at most. 0 means 20.
            match_all: True: require every word. False: any word.
            now: The time to treat as now, in the years 1000 to 9000. Absent: the server's
                clock.
            time_zone: IANA name of the user's time zone. Empty: the server's setting.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _SEARCH_ENTRIES,
            {
                "text": text,
                "date_range": date_range,
                "limit": limit,
                "match_all": match_all,
                "now": now,
                "time_zone": time_zone,
            },
            timeout,
        )

    def list_domains(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.ListDomainsResponse:
        """Lists the domains that notes are read by, the base first.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_DOMAINS,
            {
            },
            timeout,
        )

    def list_threads(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        user: Optional[str] = None,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        until: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        labels: Optional[Iterable[str]] = None,
        words: Optional[str] = None,
        status: Optional[Union[types.RunReport.Status, str]] = None,
        graph: Optional[str] = None,
        with_total: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListThreadsResponse:
        """Lists threads, most recent first.

        Errors: INVALID_ARGUMENT for a page token of another list.

        Args:
            page_size: The most threads to return, 1000 at most. 0 means 50.
            page_token: next_page_token of the previous page.
            user: Only threads in which this user wrote last. Empty: all.
            since: Only threads whose latest turn began at this time or later. Absent: all.
            until: Only threads whose latest turn began before this time. Absent: all.
            labels: Only threads that have each of these labels: "key=value", or "key" for any value of it.
            words: Only threads with a turn whose text has each of these words, as in ListRuns. Empty: all.
            status: Only threads the run of whose latest turn has this status. UNSPECIFIED: all.
            graph: Only threads the run of whose latest turn is of this graph. Empty: all.
            with_total: Also return how many threads there are.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_THREADS,
            {
                "page_size": page_size,
                "page_token": page_token,
                "user": user,
                "since": since,
                "until": until,
                "labels": labels,
                "words": words,
                "status": status,
                "graph": graph,
                "with_total": with_total,
            },
            timeout,
        )

    def get_thread(
        self,
        *,
        thread_id: Optional[str] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetThreadResponse:
        """Returns a thread with its turns, latest first. A turn's text comes from its run,
        so turns whose run is no longer kept are left out.

        Errors: NOT_FOUND; INVALID_ARGUMENT for a page token of another list.

        Args:
            thread_id: The thread.
            page_size: The most turns to return, 200 at most. 0 means 50. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_THREAD,
            {
                "thread_id": thread_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    def delete_thread(
        self,
        *,
        thread_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.DeleteThreadResponse:
        """Forgets a thread. Its runs stay, and those under way go on; the next input with
        its name starts a new thread.

        Errors: NOT_FOUND.

        Args:
            thread_id: The thread.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _DELETE_THREAD,
            {
                "thread_id": thread_id,
            },
            timeout,
        )

    def get_context(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.GetContextResponse:
        """Returns the global context: what Weft has learned about the user.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_CONTEXT,
            {
            },
            timeout,
        )

    def reflect(
        self,
        *,
        since: Optional[str] = None,
        now: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        time_zone: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ReflectResponse:
        """Reviews the notes since the last review for what is worth remembering, and adds
        that to the global context. It uses the observer's model, in one call or a few;
        without one, rules look for what repeats. No run uses that model.

        Errors: FAILED_PRECONDITION if the notes are read-only, UNAVAILABLE if the
        observer can't be reached.

        Args:
            since: The first day to review, YYYY-MM-DD. Empty: the day of the last review, or 30 days
                ago if there was none.
            now: The time to treat as now, in the years 1000 to 9000. Absent: the server's
                clock.
            time_zone: IANA name of the user's time zone. Empty: the server's setting.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _REFLECT,
            {
                "since": since,
                "now": now,
                "time_zone": time_zone,
            },
            timeout,
        )

    def get_preferences(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.GetPreferencesResponse:
        """Returns how far models go for the caller where a question doesn't say.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_PREFERENCES,
            {
            },
            timeout,
        )

    def set_preferences(
        self,
        *,
        preferences: Optional[Union[types.Preferences, Mapping[str, Any]]] = None,
        timeout: Optional[float] = None,
    ) -> types.SetPreferencesResponse:
        """Sets it, for all that the caller asks from now on.

        Errors: INVALID_ARGUMENT.

        Args:
            preferences: What holds from now on, in the place of all that was set. What is not set is as the server
                has it.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _SET_PREFERENCES,
            {
                "preferences": preferences,
            },
            timeout,
        )

    def import_entries(self, requests: Iterable[types.ImportEntriesRequest], *, timeout: Optional[float] = None) -> Iterator[types.ImportEntriesResponse]:
        """Imports existing notes, one per message, and returns the outcome of each. Notes
        that are already there stay as they are, so an import can be repeated.

        Errors: INVALID_ARGUMENT for a note that can't be kept; the notes before it are
        kept.

        Args:
            requests: What is sent, in this order. The call is not made again by itself.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.exchange(_IMPORT_ENTRIES, requests, timeout)

    def reindex_entries(
        self,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _calls.Stream[types.ReindexEntriesResponse]:
        """Parses notes again, newest first, if the domains or the text have changed since
        they were last parsed, and reports progress. Texts stay as they are, and so does
        data that the user has corrected. Notes that were never parsed are skipped: they
        are parsed anew for each question. After a call that ends early, the next one
        continues.

        Errors: UNAVAILABLE if an agent can't be reached.

        Args:
            dry_run: True: only report how many notes would be parsed.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _REINDEX_ENTRIES,
            {
                "dry_run": dry_run,
            },
            timeout,
        )


class AsyncNotesService:
    """A person's notes: inputs are kept or answered, entries are listed, searched and changed.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _aio.Calls) -> None:
        self._calls = calls

    async def submit_input(
        self,
        *,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.SubmitInputResponse:
        """Starts a run and returns at once. The input is on disk when this returns.

        Errors: INVALID_ARGUMENT (blank, not UTF-8, a NUL byte, too long, unknown
        time zone, a moment out of range); ALREADY_EXISTS if request_id was used for
        another input.

        Args:
            input: The input.
            request_id: If a submit is repeated with the same id, the first run is returned. Unique per
                tenant.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _SUBMIT_INPUT,
            {
                "input": input,
                "request_id": request_id,
            },
            timeout,
        )

    def process_input(
        self,
        *,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> _aio.Stream[types.ProcessInputResponse]:
        """Starts a run and streams its events until it ends or pauses. Hanging up does not
        stop the run.

        Errors: as SubmitInput.

        Args:
            input: The input.
            request_id: If a call is repeated with the same id, it joins the first run. Unique per tenant.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _PROCESS_INPUT,
            {
                "input": input,
                "request_id": request_id,
            },
            timeout,
        )

    async def explain_input(
        self,
        *,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        timeout: Optional[float] = None,
    ) -> types.ExplainInputResponse:
        """Shows what would be done with an input, without doing it: for a question the
        route and the plan, for a note the entry it would become.

        Errors: as SubmitInput.

        Args:
            input: The input.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _EXPLAIN_INPUT,
            {
                "input": input,
            },
            timeout,
        )

    async def list_entries(
        self,
        *,
        date_range: Optional[Union[types.DateRange, Mapping[str, Any]]] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        descending: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListEntriesResponse:
        """Lists entries by day, oldest first unless asked otherwise.

        Errors: INVALID_ARGUMENT for a range that ends before it starts, and for a
        page token that is not from here.

        Args:
            date_range: Days to list. Absent: all.
            page_size: The most entries to return, 1000 at most. 0 means 100. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            descending: True: newest first. Undated entries come last either way.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_ENTRIES,
            {
                "date_range": date_range,
                "page_size": page_size,
                "page_token": page_token,
                "descending": descending,
            },
            timeout,
        )

    async def get_entry(
        self,
        *,
        id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetEntryResponse:
        """Returns one entry.

        Errors: NOT_FOUND.

        Args:
            id: The entry's id.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_ENTRY,
            {
                "id": id,
            },
            timeout,
        )

    async def edit_entry(
        self,
        *,
        id: Optional[str] = None,
        content_hash: Optional[str] = None,
        text: Optional[str] = None,
        time_zone: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.EditEntryResponse:
        """Replaces an entry's text, under the same id, and parses it. The old text goes to
        the trash. Sending the text it already has changes nothing.

        Errors: as RemoveEntry; INVALID_ARGUMENT for a text that can't be kept.

        Args:
            id: The entry's id.
            content_hash: Entry.content_hash of the text to replace. If someone has changed the entry
                since, it stays as it is.
            text: The new text. Limits are those of Input.text.
            time_zone: IANA name of the time zone that decides which day it is. Empty: the server's.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _EDIT_ENTRY,
            {
                "id": id,
                "content_hash": content_hash,
                "text": text,
                "time_zone": time_zone,
            },
            timeout,
        )

    async def remove_entry(
        self,
        *,
        id: Optional[str] = None,
        content_hash: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RemoveEntryResponse:
        """Removes an entry from the notes. Its text goes to the trash with its parsed data;
        other entries keep their ids, and answers that cited it stay as they are.
        Removing it again changes nothing.

        Errors: NOT_FOUND; ABORTED if the entry's text has changed; FAILED_PRECONDITION
        if Weft only reads the entry's file, or has no permission to write.

        Args:
            id: The entry's id.
            content_hash: Entry.content_hash of the text to remove. If someone has changed the entry since,
                it stays as it is.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _REMOVE_ENTRY,
            {
                "id": id,
                "content_hash": content_hash,
            },
            timeout,
        )

    async def restore_entry(
        self,
        *,
        id: Optional[str] = None,
        content_hash: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RestoreEntryResponse:
        """Restores a text from the trash under its entry's id, with its parsed data. If the
        entry was edited, its current text goes to the trash instead. Restoring it again
        changes nothing.

        Errors: NOT_FOUND if the trash has no such text; ABORTED if another note now has
        the id of the removed entry; FAILED_PRECONDITION if Weft has no permission to write.

        Args:
            id: The entry's id.
            content_hash: TrashedEntry.content_hash of the text to restore. Empty: the latest in the trash.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _RESTORE_ENTRY,
            {
                "id": id,
                "content_hash": content_hash,
            },
            timeout,
        )

    async def list_trash(
        self,
        *,
        entry_id: Optional[str] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListTrashResponse:
        """Lists the trash, most recent first.

        Errors: INVALID_ARGUMENT for a page token of another list.

        Args:
            entry_id: Only texts of this entry. Empty: of all.
            page_size: The most texts to return, 1000 at most. 0 means 100. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_TRASH,
            {
                "entry_id": entry_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    async def list_tasks(
        self,
        *,
        date_range: Optional[Union[types.DateRange, Mapping[str, Any]]] = None,
        include_closed: Optional[bool] = None,
        due_by: Optional[str] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListTasksResponse:
        """Lists the tasks in the notes, list items with a box, in the order of the notes,
        as the notes are now.

        Errors: INVALID_ARGUMENT for an invalid day, a range that ends before it starts,
        and for a page token of another list.

        Args:
            date_range: Days whose notes are read. Absent: all.
            include_closed: True: include tasks that are done or cancelled.
            due_by: Only tasks due by this day, YYYY-MM-DD. Empty: all, including those without a due
                date.
            page_size: The most tasks to return, 1000 at most. 0 means 100. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_TASKS,
            {
                "date_range": date_range,
                "include_closed": include_closed,
                "due_by": due_by,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    async def search_entries(
        self,
        *,
        text: Optional[str] = None,
        date_range: Optional[Union[types.DateRange, Mapping[str, Any]]] = None,
        limit: Optional[int] = None,
        match_all: Optional[bool] = None,
        now: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        time_zone: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.SearchEntriesResponse:
        """Searches entries, best first: those with the words or their synonyms, and what
        stands next to them. If nothing matches the strict parts (phrases in quotes,
        match_all, date_range), a warning says so and the closest entries are returned.

        Errors: INVALID_ARGUMENT.

        Args:
            text: What to search for: a question, words, and "phrases in quotes", which must match.
                Time expressions favour entries from their days but exclude none, unless
                date_range is given.
            date_range: Days to look in.
            limit: The most entries to return, 1000 at most. 0 means 20.
            match_all: True: require every word. False: any word.
            now: The time to treat as now, in the years 1000 to 9000. Absent: the server's
                clock.
            time_zone: IANA name of the user's time zone. Empty: the server's setting.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _SEARCH_ENTRIES,
            {
                "text": text,
                "date_range": date_range,
                "limit": limit,
                "match_all": match_all,
                "now": now,
                "time_zone": time_zone,
            },
            timeout,
        )

    async def list_domains(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.ListDomainsResponse:
        """Lists the domains that notes are read by, the base first.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_DOMAINS,
            {
            },
            timeout,
        )

    async def list_threads(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        user: Optional[str] = None,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        until: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        labels: Optional[Iterable[str]] = None,
        words: Optional[str] = None,
        status: Optional[Union[types.RunReport.Status, str]] = None,
        graph: Optional[str] = None,
        with_total: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListThreadsResponse:
        """Lists threads, most recent first.

        Errors: INVALID_ARGUMENT for a page token of another list.

        Args:
            page_size: The most threads to return, 1000 at most. 0 means 50.
            page_token: next_page_token of the previous page.
            user: Only threads in which this user wrote last. Empty: all.
            since: Only threads whose latest turn began at this time or later. Absent: all.
            until: Only threads whose latest turn began before this time. Absent: all.
            labels: Only threads that have each of these labels: "key=value", or "key" for any value of it.
            words: Only threads with a turn whose text has each of these words, as in ListRuns. Empty: all.
            status: Only threads the run of whose latest turn has this status. UNSPECIFIED: all.
            graph: Only threads the run of whose latest turn is of this graph. Empty: all.
            with_total: Also return how many threads there are.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_THREADS,
            {
                "page_size": page_size,
                "page_token": page_token,
                "user": user,
                "since": since,
                "until": until,
                "labels": labels,
                "words": words,
                "status": status,
                "graph": graph,
                "with_total": with_total,
            },
            timeout,
        )

    async def get_thread(
        self,
        *,
        thread_id: Optional[str] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetThreadResponse:
        """Returns a thread with its turns, latest first. A turn's text comes from its run,
        so turns whose run is no longer kept are left out.

        Errors: NOT_FOUND; INVALID_ARGUMENT for a page token of another list.

        Args:
            thread_id: The thread.
            page_size: The most turns to return, 200 at most. 0 means 50. Fewer are returned if they are long.
            page_token: next_page_token of the previous page.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_THREAD,
            {
                "thread_id": thread_id,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    async def delete_thread(
        self,
        *,
        thread_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.DeleteThreadResponse:
        """Forgets a thread. Its runs stay, and those under way go on; the next input with
        its name starts a new thread.

        Errors: NOT_FOUND.

        Args:
            thread_id: The thread.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _DELETE_THREAD,
            {
                "thread_id": thread_id,
            },
            timeout,
        )

    async def get_context(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.GetContextResponse:
        """Returns the global context: what Weft has learned about the user.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_CONTEXT,
            {
            },
            timeout,
        )

    async def reflect(
        self,
        *,
        since: Optional[str] = None,
        now: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        time_zone: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ReflectResponse:
        """Reviews the notes since the last review for what is worth remembering, and adds
        that to the global context. It uses the observer's model, in one call or a few;
        without one, rules look for what repeats. No run uses that model.

        Errors: FAILED_PRECONDITION if the notes are read-only, UNAVAILABLE if the
        observer can't be reached.

        Args:
            since: The first day to review, YYYY-MM-DD. Empty: the day of the last review, or 30 days
                ago if there was none.
            now: The time to treat as now, in the years 1000 to 9000. Absent: the server's
                clock.
            time_zone: IANA name of the user's time zone. Empty: the server's setting.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _REFLECT,
            {
                "since": since,
                "now": now,
                "time_zone": time_zone,
            },
            timeout,
        )

    async def get_preferences(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.GetPreferencesResponse:
        """Returns how far models go for the caller where a question doesn't say.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_PREFERENCES,
            {
            },
            timeout,
        )

    async def set_preferences(
        self,
        *,
        preferences: Optional[Union[types.Preferences, Mapping[str, Any]]] = None,
        timeout: Optional[float] = None,
    ) -> types.SetPreferencesResponse:
        """Sets it, for all that the caller asks from now on.

        Errors: INVALID_ARGUMENT.

        Args:
            preferences: What holds from now on, in the place of all that was set. What is not set is as the server
                has it.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _SET_PREFERENCES,
            {
                "preferences": preferences,
            },
            timeout,
        )

    def import_entries(self, requests: Union[Iterable[types.ImportEntriesRequest], AsyncIterable[types.ImportEntriesRequest]], *, timeout: Optional[float] = None) -> AsyncIterator[types.ImportEntriesResponse]:
        """Imports existing notes, one per message, and returns the outcome of each. Notes
        that are already there stay as they are, so an import can be repeated.

        Errors: INVALID_ARGUMENT for a note that can't be kept; the notes before it are
        kept.

        Args:
            requests: What is sent, in this order. The call is not made again by itself.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.exchange(_IMPORT_ENTRIES, requests, timeout)

    def reindex_entries(
        self,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _aio.Stream[types.ReindexEntriesResponse]:
        """Parses notes again, newest first, if the domains or the text have changed since
        they were last parsed, and reports progress. Texts stay as they are, and so does
        data that the user has corrected. Notes that were never parsed are skipped: they
        are parsed anew for each question. After a call that ends early, the next one
        continues.

        Errors: UNAVAILABLE if an agent can't be reached.

        Args:
            dry_run: True: only report how many notes would be parsed.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _REINDEX_ENTRIES,
            {
                "dry_run": dry_run,
            },
            timeout,
        )


class PlansService:
    """Plans that a person approves and the mesh carries out, and the tools that they call.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _calls.Calls) -> None:
        self._calls = calls

    def propose_plan(
        self,
        *,
        proposal: Optional[Union[types.PlanProposal, Mapping[str, Any]]] = None,
        request_id: Optional[str] = None,
        template: Optional[str] = None,
        values: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.ProposePlanResponse:
        """Proposes a plan: its steps are tied to the tools that there are, and it waits for an
        approval. Nothing is done before.

        A plan of words is drafted by a model, or taken from the template whose objective says
        the same.

        Errors: INVALID_ARGUMENT; ALREADY_EXISTS for a request_id that was used with another
        plan; FAILED_PRECONDITION for words if there
        is no model (MODEL_UNAVAILABLE).

        Args:
            proposal: What is to be done.
            request_id: Names this request: if it comes again, the plan of the first is returned. Empty: none.
            template: The template that the plan is made from, in place of a content or a wish. Empty: none.
            values: What is put in the places of the template, by their names.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _PROPOSE_PLAN,
            {
                "proposal": proposal,
                "request_id": request_id,
                "template": template,
                "values": values,
            },
            timeout,
        )

    def list_plan_templates(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.ListPlanTemplatesResponse:
        """Lists the templates of plans: files in the folder of plans of a vault.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_PLAN_TEMPLATES,
            {
            },
            timeout,
        )

    def get_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetPlanResponse:
        """Returns a plan and how its steps stand.

        Errors: NOT_FOUND.

        Args:
            plan_id: The plan.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_PLAN,
            {
                "plan_id": plan_id,
            },
            timeout,
        )

    def list_plans(
        self,
        *,
        states: Optional[Iterable[Union[types.Plan.State, str]]] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListPlansResponse:
        """Lists plans, newest first.

        Args:
            states: Only plans in these states. Empty: all.
            page_size: How many, at most. 0: 50.
            page_token: ListPlansResponse.next_page_token of the page before. Empty: the first page.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_PLANS,
            {
                "states": states,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    def get_plan_stats(
        self,
        *,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        timeout: Optional[float] = None,
    ) -> types.GetPlanStatsResponse:
        """Counts plans: how many stand where, what came of the steps that call each tool, and which
        tools they name that no server has.

        Args:
            since: Only plans that were proposed then or later. Not set: all.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_PLAN_STATS,
            {
                "since": since,
            },
            timeout,
        )

    def watch_plans(
        self,
        *,
        plan_id: Optional[str] = None,
        from_sequence: Optional[int] = None,
        until_caught_up: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _calls.Stream[types.WatchPlansResponse]:
        """Streams plans whenever something happens to them.

        Errors: NOT_FOUND.

        Args:
            plan_id: Only this plan; the stream ends with it. Empty: all.
            from_sequence: The first change to send: one more than the sequence of the last event that the
                caller has had. 0: every plan that has not ended first, as it stands now.
            until_caught_up: True: the stream ends when it has come to the present.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_PLANS,
            {
                "plan_id": plan_id,
                "from_sequence": from_sequence,
                "until_caught_up": until_caught_up,
            },
            timeout,
        )

    def revise_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        version: Optional[int] = None,
        content: Optional[Union[types.Content, Mapping[str, Any]]] = None,
        pause_id: Optional[str] = None,
        feedback: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RevisePlanResponse:
        """Gives a plan another content, which is proposed as its next version. As long as a
        version waits for its approval, this needs the scope approve.

        Errors: NOT_FOUND; ABORTED if the version is not the last (PLAN_CHANGED);
        FAILED_PRECONDITION if it is being carried out, or has ended (PLAN_STATE).

        Args:
            plan_id: The plan.
            version: The version that was looked at.
            content: What the next version says. Absent: it is drafted, by what feedback says.
            pause_id: The pause that is answered, one of Plan.pauses: a request that comes again then does
                nothing more. Empty: the one that is open.
            feedback: What should be different, in words, for a plan that is drafted from a wish.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _REVISE_PLAN,
            {
                "plan_id": plan_id,
                "version": version,
                "content": content,
                "pause_id": pause_id,
                "feedback": feedback,
            },
            timeout,
        )

    def approve_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        version: Optional[int] = None,
        hash: Optional[str] = None,
        pause_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ApprovePlanResponse:
        """Approves a version of a plan, which is then carried out. Each call that leaves the
        house is asked for once more. It needs the scope approve.

        Errors: NOT_FOUND; ABORTED if the version is not the last, or its hash is another
        (PLAN_CHANGED); FAILED_PRECONDITION if it does not wait for an approval (PLAN_STATE),
        or somebody else has decided already; PERMISSION_DENIED if others are asked.

        Args:
            plan_id: The plan.
            version: The version that was looked at.
            hash: Plan.hash, as it was looked at.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _APPROVE_PLAN,
            {
                "plan_id": plan_id,
                "version": version,
                "hash": hash,
                "pause_id": pause_id,
            },
            timeout,
        )

    def reject_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        version: Optional[int] = None,
        feedback: Optional[str] = None,
        pause_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RejectPlanResponse:
        """Rejects a version of a plan: it waits for another. It needs the scope approve. Errors
        as of ApprovePlan.

        Args:
            plan_id: The plan.
            version: The version that was looked at.
            feedback: What should be different.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _REJECT_PLAN,
            {
                "plan_id": plan_id,
                "version": version,
                "feedback": feedback,
                "pause_id": pause_id,
            },
            timeout,
        )

    def reopen_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        version: Optional[int] = None,
        pause_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ReopenPlanResponse:
        """Proposes a plan again that nobody decided on in time. Errors as of ApprovePlan.

        Args:
            plan_id: The plan.
            version: The version that was looked at.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _REOPEN_PLAN,
            {
                "plan_id": plan_id,
                "version": version,
                "pause_id": pause_id,
            },
            timeout,
        )

    def cancel_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        reason: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CancelPlanResponse:
        """Cancels a plan. What is done stays done; a call that is under way is not taken back. One
        that has ended stays as it is.

        Errors: NOT_FOUND.

        Args:
            plan_id: The plan.
            reason: Why. May be empty.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _CANCEL_PLAN,
            {
                "plan_id": plan_id,
                "reason": reason,
            },
            timeout,
        )

    def approve_step(
        self,
        *,
        plan_id: Optional[str] = None,
        step_id: Optional[str] = None,
        arguments_hash: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.ApproveStepResponse:
        """Approves the call of the step whose turn it is, with exactly these arguments. It needs
        the scope approve.

        Errors: NOT_FOUND; ABORTED if the arguments are others (PLAN_CHANGED);
        FAILED_PRECONDITION if the plan does not wait for that (PLAN_STATE), or somebody else
        has decided already.

        Args:
            plan_id: The plan.
            step_id: The step whose turn it is.
            arguments_hash: PlanStep.arguments_hash, as they were looked at.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _APPROVE_STEP,
            {
                "plan_id": plan_id,
                "step_id": step_id,
                "arguments_hash": arguments_hash,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    def retry_step(
        self,
        *,
        plan_id: Optional[str] = None,
        step_id: Optional[str] = None,
        arguments_hash: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.RetryStepResponse:
        """Has a step that was not done, or of which nobody knows, called once more with the same
        arguments. It needs the scope approve. Errors as of ApproveStep.

        Args:
            plan_id: The plan.
            step_id: The step whose turn it is.
            arguments_hash: PlanStep.arguments_hash, as they were looked at.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _RETRY_STEP,
            {
                "plan_id": plan_id,
                "step_id": step_id,
                "arguments_hash": arguments_hash,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    def skip_step(
        self,
        *,
        plan_id: Optional[str] = None,
        step_id: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.SkipStepResponse:
        """Leaves out the step whose turn it is. It needs the scope that the pause names. Errors as
        of ApproveStep.

        Args:
            plan_id: The plan.
            step_id: The step whose turn it is. It has to be optional.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _SKIP_STEP,
            {
                "plan_id": plan_id,
                "step_id": step_id,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    def mark_done(
        self,
        *,
        plan_id: Optional[str] = None,
        step_id: Optional[str] = None,
        structured: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.MarkDoneResponse:
        """Says that a step is done, by a person or although nobody knew. It needs the scope that
        the pause names. Errors as of ApproveStep.

        Args:
            plan_id: The plan.
            step_id: The step whose turn it is.
            structured: What it returned: JSON, for later steps that need something of it. May be empty.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _MARK_DONE,
            {
                "plan_id": plan_id,
                "step_id": step_id,
                "structured": structured,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    def abandon_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.AbandonPlanResponse:
        """Gives up a plan that waits for a person while it is carried out: it ends as failed. It
        needs the scope that the pause names. Errors as of ApproveStep.

        Args:
            plan_id: The plan.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _ABANDON_PLAN,
            {
                "plan_id": plan_id,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    def list_approvals(
        self,
        *,
        mine: Optional[bool] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListApprovalsResponse:
        """Lists what plans wait for from people, oldest first.

        Args:
            mine: Only what the caller may answer.
            page_size: How many, at most. 0: 50.
            page_token: ListApprovalsResponse.next_page_token of the page before. Empty: the first page.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_APPROVALS,
            {
                "mine": mine,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    def list_tools(
        self,
        *,
        servers: Optional[Iterable[str]] = None,
        refresh: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListToolsResponse:
        """Lists the tools that plans may call, with what they may do and whether an operator has
        agreed to them. Servers that can't be reached are told with their problem.

        Errors: UNAVAILABLE.

        Args:
            servers: Only tools of these servers. Empty: of all.
            refresh: True: ask the servers again, even if what they said is fresh (five minutes).
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_TOOLS,
            {
                "servers": servers,
                "refresh": refresh,
            },
            timeout,
        )

    def trust_tool(
        self,
        *,
        server: Optional[str] = None,
        operation: Optional[str] = None,
        definition_hash: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.TrustToolResponse:
        """Agrees to the definition of a tool, for all tenants, so that plans can call it. It
        needs the scope operate.

        Errors: NOT_FOUND if there is no such tool; ABORTED if its definition is not the one
        named; UNAVAILABLE if its server can't be reached.

        Args:
            server: The server.
            operation: The operation.
            definition_hash: The definition that was looked at, as Tool.definition_hash.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _TRUST_TOOL,
            {
                "server": server,
                "operation": operation,
                "definition_hash": definition_hash,
            },
            timeout,
        )

    def untrust_tool(
        self,
        *,
        server: Optional[str] = None,
        operation: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.UntrustToolResponse:
        """Withdraws what was agreed to of a tool, for all tenants: no call of it is let in after that,
        also of plans that are approved, until an operator agrees again. The tool's server need
        not be there. It needs the scope operate.

        Errors: NOT_FOUND if nobody has agreed to such a tool; UNAVAILABLE.

        Args:
            server: The server.
            operation: The operation.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _UNTRUST_TOOL,
            {
                "server": server,
                "operation": operation,
            },
            timeout,
        )

    def dry_run_tool(
        self,
        *,
        server: Optional[str] = None,
        operation: Optional[str] = None,
        arguments: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.DryRunToolResponse:
        """Tells what would be called with these arguments, and calls nothing.

        Errors: INVALID_ARGUMENT for arguments that don't fit the tool; NOT_FOUND if there is
        no such tool; FAILED_PRECONDITION if nobody has agreed to it, or it has changed since;
        UNAVAILABLE if its server can't be reached.

        Args:
            server: The server.
            operation: The operation.
            arguments: The arguments, a JSON object as text. Empty: none.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _DRY_RUN_TOOL,
            {
                "server": server,
                "operation": operation,
                "arguments": arguments,
            },
            timeout,
        )


class AsyncPlansService:
    """Plans that a person approves and the mesh carries out, and the tools that they call.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _aio.Calls) -> None:
        self._calls = calls

    async def propose_plan(
        self,
        *,
        proposal: Optional[Union[types.PlanProposal, Mapping[str, Any]]] = None,
        request_id: Optional[str] = None,
        template: Optional[str] = None,
        values: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.ProposePlanResponse:
        """Proposes a plan: its steps are tied to the tools that there are, and it waits for an
        approval. Nothing is done before.

        A plan of words is drafted by a model, or taken from the template whose objective says
        the same.

        Errors: INVALID_ARGUMENT; ALREADY_EXISTS for a request_id that was used with another
        plan; FAILED_PRECONDITION for words if there
        is no model (MODEL_UNAVAILABLE).

        Args:
            proposal: What is to be done.
            request_id: Names this request: if it comes again, the plan of the first is returned. Empty: none.
            template: The template that the plan is made from, in place of a content or a wish. Empty: none.
            values: What is put in the places of the template, by their names.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _PROPOSE_PLAN,
            {
                "proposal": proposal,
                "request_id": request_id,
                "template": template,
                "values": values,
            },
            timeout,
        )

    async def list_plan_templates(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.ListPlanTemplatesResponse:
        """Lists the templates of plans: files in the folder of plans of a vault.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_PLAN_TEMPLATES,
            {
            },
            timeout,
        )

    async def get_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetPlanResponse:
        """Returns a plan and how its steps stand.

        Errors: NOT_FOUND.

        Args:
            plan_id: The plan.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_PLAN,
            {
                "plan_id": plan_id,
            },
            timeout,
        )

    async def list_plans(
        self,
        *,
        states: Optional[Iterable[Union[types.Plan.State, str]]] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListPlansResponse:
        """Lists plans, newest first.

        Args:
            states: Only plans in these states. Empty: all.
            page_size: How many, at most. 0: 50.
            page_token: ListPlansResponse.next_page_token of the page before. Empty: the first page.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_PLANS,
            {
                "states": states,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    async def get_plan_stats(
        self,
        *,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        timeout: Optional[float] = None,
    ) -> types.GetPlanStatsResponse:
        """Counts plans: how many stand where, what came of the steps that call each tool, and which
        tools they name that no server has.

        Args:
            since: Only plans that were proposed then or later. Not set: all.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_PLAN_STATS,
            {
                "since": since,
            },
            timeout,
        )

    def watch_plans(
        self,
        *,
        plan_id: Optional[str] = None,
        from_sequence: Optional[int] = None,
        until_caught_up: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> _aio.Stream[types.WatchPlansResponse]:
        """Streams plans whenever something happens to them.

        Errors: NOT_FOUND.

        Args:
            plan_id: Only this plan; the stream ends with it. Empty: all.
            from_sequence: The first change to send: one more than the sequence of the last event that the
                caller has had. 0: every plan that has not ended first, as it stands now.
            until_caught_up: True: the stream ends when it has come to the present.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_PLANS,
            {
                "plan_id": plan_id,
                "from_sequence": from_sequence,
                "until_caught_up": until_caught_up,
            },
            timeout,
        )

    async def revise_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        version: Optional[int] = None,
        content: Optional[Union[types.Content, Mapping[str, Any]]] = None,
        pause_id: Optional[str] = None,
        feedback: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RevisePlanResponse:
        """Gives a plan another content, which is proposed as its next version. As long as a
        version waits for its approval, this needs the scope approve.

        Errors: NOT_FOUND; ABORTED if the version is not the last (PLAN_CHANGED);
        FAILED_PRECONDITION if it is being carried out, or has ended (PLAN_STATE).

        Args:
            plan_id: The plan.
            version: The version that was looked at.
            content: What the next version says. Absent: it is drafted, by what feedback says.
            pause_id: The pause that is answered, one of Plan.pauses: a request that comes again then does
                nothing more. Empty: the one that is open.
            feedback: What should be different, in words, for a plan that is drafted from a wish.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _REVISE_PLAN,
            {
                "plan_id": plan_id,
                "version": version,
                "content": content,
                "pause_id": pause_id,
                "feedback": feedback,
            },
            timeout,
        )

    async def approve_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        version: Optional[int] = None,
        hash: Optional[str] = None,
        pause_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ApprovePlanResponse:
        """Approves a version of a plan, which is then carried out. Each call that leaves the
        house is asked for once more. It needs the scope approve.

        Errors: NOT_FOUND; ABORTED if the version is not the last, or its hash is another
        (PLAN_CHANGED); FAILED_PRECONDITION if it does not wait for an approval (PLAN_STATE),
        or somebody else has decided already; PERMISSION_DENIED if others are asked.

        Args:
            plan_id: The plan.
            version: The version that was looked at.
            hash: Plan.hash, as it was looked at.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _APPROVE_PLAN,
            {
                "plan_id": plan_id,
                "version": version,
                "hash": hash,
                "pause_id": pause_id,
            },
            timeout,
        )

    async def reject_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        version: Optional[int] = None,
        feedback: Optional[str] = None,
        pause_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RejectPlanResponse:
        """Rejects a version of a plan: it waits for another. It needs the scope approve. Errors
        as of ApprovePlan.

        Args:
            plan_id: The plan.
            version: The version that was looked at.
            feedback: What should be different.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _REJECT_PLAN,
            {
                "plan_id": plan_id,
                "version": version,
                "feedback": feedback,
                "pause_id": pause_id,
            },
            timeout,
        )

    async def reopen_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        version: Optional[int] = None,
        pause_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ReopenPlanResponse:
        """Proposes a plan again that nobody decided on in time. Errors as of ApprovePlan.

        Args:
            plan_id: The plan.
            version: The version that was looked at.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _REOPEN_PLAN,
            {
                "plan_id": plan_id,
                "version": version,
                "pause_id": pause_id,
            },
            timeout,
        )

    async def cancel_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        reason: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CancelPlanResponse:
        """Cancels a plan. What is done stays done; a call that is under way is not taken back. One
        that has ended stays as it is.

        Errors: NOT_FOUND.

        Args:
            plan_id: The plan.
            reason: Why. May be empty.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _CANCEL_PLAN,
            {
                "plan_id": plan_id,
                "reason": reason,
            },
            timeout,
        )

    async def approve_step(
        self,
        *,
        plan_id: Optional[str] = None,
        step_id: Optional[str] = None,
        arguments_hash: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.ApproveStepResponse:
        """Approves the call of the step whose turn it is, with exactly these arguments. It needs
        the scope approve.

        Errors: NOT_FOUND; ABORTED if the arguments are others (PLAN_CHANGED);
        FAILED_PRECONDITION if the plan does not wait for that (PLAN_STATE), or somebody else
        has decided already.

        Args:
            plan_id: The plan.
            step_id: The step whose turn it is.
            arguments_hash: PlanStep.arguments_hash, as they were looked at.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _APPROVE_STEP,
            {
                "plan_id": plan_id,
                "step_id": step_id,
                "arguments_hash": arguments_hash,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    async def retry_step(
        self,
        *,
        plan_id: Optional[str] = None,
        step_id: Optional[str] = None,
        arguments_hash: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.RetryStepResponse:
        """Has a step that was not done, or of which nobody knows, called once more with the same
        arguments. It needs the scope approve. Errors as of ApproveStep.

        Args:
            plan_id: The plan.
            step_id: The step whose turn it is.
            arguments_hash: PlanStep.arguments_hash, as they were looked at.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _RETRY_STEP,
            {
                "plan_id": plan_id,
                "step_id": step_id,
                "arguments_hash": arguments_hash,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    async def skip_step(
        self,
        *,
        plan_id: Optional[str] = None,
        step_id: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.SkipStepResponse:
        """Leaves out the step whose turn it is. It needs the scope that the pause names. Errors as
        of ApproveStep.

        Args:
            plan_id: The plan.
            step_id: The step whose turn it is. It has to be optional.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _SKIP_STEP,
            {
                "plan_id": plan_id,
                "step_id": step_id,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    async def mark_done(
        self,
        *,
        plan_id: Optional[str] = None,
        step_id: Optional[str] = None,
        structured: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.MarkDoneResponse:
        """Says that a step is done, by a person or although nobody knew. It needs the scope that
        the pause names. Errors as of ApproveStep.

        Args:
            plan_id: The plan.
            step_id: The step whose turn it is.
            structured: What it returned: JSON, for later steps that need something of it. May be empty.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _MARK_DONE,
            {
                "plan_id": plan_id,
                "step_id": step_id,
                "structured": structured,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    async def abandon_plan(
        self,
        *,
        plan_id: Optional[str] = None,
        pause_id: Optional[str] = None,
        version: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> types.AbandonPlanResponse:
        """Gives up a plan that waits for a person while it is carried out: it ends as failed. It
        needs the scope that the pause names. Errors as of ApproveStep.

        Args:
            plan_id: The plan.
            pause_id: The pause that is answered, as in RevisePlanRequest.
            version: The version that was looked at.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _ABANDON_PLAN,
            {
                "plan_id": plan_id,
                "pause_id": pause_id,
                "version": version,
            },
            timeout,
        )

    async def list_approvals(
        self,
        *,
        mine: Optional[bool] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListApprovalsResponse:
        """Lists what plans wait for from people, oldest first.

        Args:
            mine: Only what the caller may answer.
            page_size: How many, at most. 0: 50.
            page_token: ListApprovalsResponse.next_page_token of the page before. Empty: the first page.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_APPROVALS,
            {
                "mine": mine,
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    async def list_tools(
        self,
        *,
        servers: Optional[Iterable[str]] = None,
        refresh: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListToolsResponse:
        """Lists the tools that plans may call, with what they may do and whether an operator has
        agreed to them. Servers that can't be reached are told with their problem.

        Errors: UNAVAILABLE.

        Args:
            servers: Only tools of these servers. Empty: of all.
            refresh: True: ask the servers again, even if what they said is fresh (five minutes).
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_TOOLS,
            {
                "servers": servers,
                "refresh": refresh,
            },
            timeout,
        )

    async def trust_tool(
        self,
        *,
        server: Optional[str] = None,
        operation: Optional[str] = None,
        definition_hash: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.TrustToolResponse:
        """Agrees to the definition of a tool, for all tenants, so that plans can call it. It
        needs the scope operate.

        Errors: NOT_FOUND if there is no such tool; ABORTED if its definition is not the one
        named; UNAVAILABLE if its server can't be reached.

        Args:
            server: The server.
            operation: The operation.
            definition_hash: The definition that was looked at, as Tool.definition_hash.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _TRUST_TOOL,
            {
                "server": server,
                "operation": operation,
                "definition_hash": definition_hash,
            },
            timeout,
        )

    async def untrust_tool(
        self,
        *,
        server: Optional[str] = None,
        operation: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.UntrustToolResponse:
        """Withdraws what was agreed to of a tool, for all tenants: no call of it is let in after that,
        also of plans that are approved, until an operator agrees again. The tool's server need
        not be there. It needs the scope operate.

        Errors: NOT_FOUND if nobody has agreed to such a tool; UNAVAILABLE.

        Args:
            server: The server.
            operation: The operation.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _UNTRUST_TOOL,
            {
                "server": server,
                "operation": operation,
            },
            timeout,
        )

    async def dry_run_tool(
        self,
        *,
        server: Optional[str] = None,
        operation: Optional[str] = None,
        arguments: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.DryRunToolResponse:
        """Tells what would be called with these arguments, and calls nothing.

        Errors: INVALID_ARGUMENT for arguments that don't fit the tool; NOT_FOUND if there is
        no such tool; FAILED_PRECONDITION if nobody has agreed to it, or it has changed since;
        UNAVAILABLE if its server can't be reached.

        Args:
            server: The server.
            operation: The operation.
            arguments: The arguments, a JSON object as text. Empty: none.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _DRY_RUN_TOOL,
            {
                "server": server,
                "operation": operation,
                "arguments": arguments,
            },
            timeout,
        )


class GoalsService:
    """Goals on a person's time: roadmaps, and the calendars that they are planned around.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _calls.Calls) -> None:
        self._calls = calls

    def propose_roadmap(
        self,
        *,
        goal: Optional[Union[types.Goal, Mapping[str, Any]]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ProposeRoadmapResponse:
        """Begins to plan a goal: it is taken apart, laid on the caller's time and scheduled.
        Nothing is kept before the caller approves the schedule.

        Errors: INVALID_ARGUMENT; ALREADY_EXISTS for a request_id that was used with another
        goal.

        Args:
            goal: What is to be reached.
            request_id: Names this request: if it comes again, the roadmap of the first is returned. Empty: none.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _PROPOSE_ROADMAP,
            {
                "goal": goal,
                "request_id": request_id,
            },
            timeout,
        )

    def get_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetRoadmapResponse:
        """Returns a roadmap of the caller.

        Errors: NOT_FOUND.

        Args:
            roadmap_id: The roadmap.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_ROADMAP,
            {
                "roadmap_id": roadmap_id,
            },
            timeout,
        )

    def export_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        format: Optional[Union[types.ExportRoadmapRequest.Format, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.ExportRoadmapResponse:
        """Returns a roadmap that is kept as a text for people or calendars.

        Errors: NOT_FOUND; FAILED_PRECONDITION if it is still planned (ROADMAP_STATE).

        Args:
            roadmap_id: The roadmap.
            format: The format.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _EXPORT_ROADMAP,
            {
                "roadmap_id": roadmap_id,
                "format": format,
            },
            timeout,
        )

    def list_roadmaps(
        self,
        *,
        states: Optional[Iterable[Union[types.Roadmap.State, str]]] = None,
        timeout: Optional[float] = None,
    ) -> types.ListRoadmapsResponse:
        """Lists the caller's roadmaps.

        Args:
            states: Only roadmaps in these states. Empty: all but those that have ended.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_ROADMAPS,
            {
                "states": states,
            },
            timeout,
        )

    def watch_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> _calls.Stream[types.WatchRoadmapResponse]:
        """Streams a roadmap whenever something happens to it.

        Errors: NOT_FOUND.

        Args:
            roadmap_id: The roadmap.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_ROADMAP,
            {
                "roadmap_id": roadmap_id,
            },
            timeout,
        )

    def approve_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        hash: Optional[str] = None,
        pause_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ApproveRoadmapResponse:
        """Approves what is proposed of a goal. A schedule that is approved is kept, if it still
        holds on the caller's time; else it is made anew and proposed again. It needs the scope
        approve.

        Errors: NOT_FOUND; ABORTED if the hash is another (ROADMAP_CHANGED);
        FAILED_PRECONDITION if it does not wait for an approval (ROADMAP_STATE).

        Args:
            roadmap_id: The roadmap.
            hash: Roadmap.hash, as it was looked at.
            pause_id: The pause that is answered, one of Roadmap.pauses: a request that comes again then does
                nothing more. Empty: the one that is open.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _APPROVE_ROADMAP,
            {
                "roadmap_id": roadmap_id,
                "hash": hash,
                "pause_id": pause_id,
            },
            timeout,
        )

    def answer_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        pause_id: Optional[str] = None,
        option_id: Optional[str] = None,
        amendment: Optional[Union[types.Amendment, Mapping[str, Any]]] = None,
        timeout: Optional[float] = None,
    ) -> types.AnswerRoadmapResponse:
        """Answers what is asked of a goal, or says what should be different. For what is proposed
        it needs the scope approve.

        Errors: NOT_FOUND; INVALID_ARGUMENT for an answer that can't be one;
        FAILED_PRECONDITION if it does not wait for that (ROADMAP_STATE).

        Args:
            roadmap_id: The roadmap.
            pause_id: The pause that is answered, as in ApproveRoadmapRequest.
            option_id: One of its options, such as "reject", "go_on", "give_up" or a way out. Empty: what is
                said decides.
            amendment: What is said.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _ANSWER_ROADMAP,
            {
                "roadmap_id": roadmap_id,
                "pause_id": pause_id,
                "option_id": option_id,
                "amendment": amendment,
            },
            timeout,
        )

    def change_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        version: Optional[int] = None,
        changes: Optional[Iterable[Union[types.RoadmapChange, Mapping[str, Any]]]] = None,
        reason: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ChangeRoadmapResponse:
        """Changes a roadmap that is kept, as the caller says.

        Errors: NOT_FOUND; INVALID_ARGUMENT; ABORTED if the version is not the last
        (ROADMAP_CHANGED); FAILED_PRECONDITION if it is still planned (ROADMAP_STATE).

        Args:
            roadmap_id: The roadmap.
            version: Roadmap.version, as it was looked at.
            changes: The changes, made together or not at all.
            reason: Why, for the roadmap's log.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _CHANGE_ROADMAP,
            {
                "roadmap_id": roadmap_id,
                "version": version,
                "changes": changes,
                "reason": reason,
            },
            timeout,
        )

    def list_agenda(
        self,
        *,
        start_time: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        end_time: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        timeout: Optional[float] = None,
    ) -> types.ListAgendaResponse:
        """Lists what the caller's time is for: blocks of roadmaps, and what calendars hold.

        Errors: INVALID_ARGUMENT; FAILED_PRECONDITION if a calendar can't be read
        (CALENDAR_UNREADABLE).

        Args:
            start_time: The first moment.
            end_time: The end, at most 366 days later.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_AGENDA,
            {
                "start_time": start_time,
                "end_time": end_time,
            },
            timeout,
        )

    def list_calendars(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.ListCalendarsResponse:
        """Lists the calendars that the caller's goals are planned around.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_CALENDARS,
            {
            },
            timeout,
        )

    def get_calendar_feed(
        self,
        *,
        roadmap_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetCalendarFeedResponse:
        """Returns the blocks of the caller's roadmaps as a calendar that programs subscribe to.
        Over HTTP the response is the calendar itself, with an ETag; the credential may also be the
        password of HTTP Basic, or the parameter `key` of the address if it is a key that has the
        scope calendar and no other.

        Errors: NOT_FOUND for a roadmap that isn't there; PERMISSION_DENIED for a credential in an address
        that opens more than this.

        Args:
            roadmap_id: The only roadmap that is in it. Empty: all that are carried out.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_CALENDAR_FEED,
            {
                "roadmap_id": roadmap_id,
            },
            timeout,
        )


class AsyncGoalsService:
    """Goals on a person's time: roadmaps, and the calendars that they are planned around.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _aio.Calls) -> None:
        self._calls = calls

    async def propose_roadmap(
        self,
        *,
        goal: Optional[Union[types.Goal, Mapping[str, Any]]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ProposeRoadmapResponse:
        """Begins to plan a goal: it is taken apart, laid on the caller's time and scheduled.
        Nothing is kept before the caller approves the schedule.

        Errors: INVALID_ARGUMENT; ALREADY_EXISTS for a request_id that was used with another
        goal.

        Args:
            goal: What is to be reached.
            request_id: Names this request: if it comes again, the roadmap of the first is returned. Empty: none.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _PROPOSE_ROADMAP,
            {
                "goal": goal,
                "request_id": request_id,
            },
            timeout,
        )

    async def get_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetRoadmapResponse:
        """Returns a roadmap of the caller.

        Errors: NOT_FOUND.

        Args:
            roadmap_id: The roadmap.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_ROADMAP,
            {
                "roadmap_id": roadmap_id,
            },
            timeout,
        )

    async def export_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        format: Optional[Union[types.ExportRoadmapRequest.Format, str]] = None,
        timeout: Optional[float] = None,
    ) -> types.ExportRoadmapResponse:
        """Returns a roadmap that is kept as a text for people or calendars.

        Errors: NOT_FOUND; FAILED_PRECONDITION if it is still planned (ROADMAP_STATE).

        Args:
            roadmap_id: The roadmap.
            format: The format.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _EXPORT_ROADMAP,
            {
                "roadmap_id": roadmap_id,
                "format": format,
            },
            timeout,
        )

    async def list_roadmaps(
        self,
        *,
        states: Optional[Iterable[Union[types.Roadmap.State, str]]] = None,
        timeout: Optional[float] = None,
    ) -> types.ListRoadmapsResponse:
        """Lists the caller's roadmaps.

        Args:
            states: Only roadmaps in these states. Empty: all but those that have ended.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_ROADMAPS,
            {
                "states": states,
            },
            timeout,
        )

    def watch_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> _aio.Stream[types.WatchRoadmapResponse]:
        """Streams a roadmap whenever something happens to it.

        Errors: NOT_FOUND.

        Args:
            roadmap_id: The roadmap.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.stream(
            _WATCH_ROADMAP,
            {
                "roadmap_id": roadmap_id,
            },
            timeout,
        )

    async def approve_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        hash: Optional[str] = None,
        pause_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ApproveRoadmapResponse:
        """Approves what is proposed of a goal. A schedule that is approved is kept, if it still
        holds on the caller's time; else it is made anew and proposed again. It needs the scope
        approve.

        Errors: NOT_FOUND; ABORTED if the hash is another (ROADMAP_CHANGED);
        FAILED_PRECONDITION if it does not wait for an approval (ROADMAP_STATE).

        Args:
            roadmap_id: The roadmap.
            hash: Roadmap.hash, as it was looked at.
            pause_id: The pause that is answered, one of Roadmap.pauses: a request that comes again then does
                nothing more. Empty: the one that is open.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _APPROVE_ROADMAP,
            {
                "roadmap_id": roadmap_id,
                "hash": hash,
                "pause_id": pause_id,
            },
            timeout,
        )

    async def answer_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        pause_id: Optional[str] = None,
        option_id: Optional[str] = None,
        amendment: Optional[Union[types.Amendment, Mapping[str, Any]]] = None,
        timeout: Optional[float] = None,
    ) -> types.AnswerRoadmapResponse:
        """Answers what is asked of a goal, or says what should be different. For what is proposed
        it needs the scope approve.

        Errors: NOT_FOUND; INVALID_ARGUMENT for an answer that can't be one;
        FAILED_PRECONDITION if it does not wait for that (ROADMAP_STATE).

        Args:
            roadmap_id: The roadmap.
            pause_id: The pause that is answered, as in ApproveRoadmapRequest.
            option_id: One of its options, such as "reject", "go_on", "give_up" or a way out. Empty: what is
                said decides.
            amendment: What is said.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _ANSWER_ROADMAP,
            {
                "roadmap_id": roadmap_id,
                "pause_id": pause_id,
                "option_id": option_id,
                "amendment": amendment,
            },
            timeout,
        )

    async def change_roadmap(
        self,
        *,
        roadmap_id: Optional[str] = None,
        version: Optional[int] = None,
        changes: Optional[Iterable[Union[types.RoadmapChange, Mapping[str, Any]]]] = None,
        reason: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ChangeRoadmapResponse:
        """Changes a roadmap that is kept, as the caller says.

        Errors: NOT_FOUND; INVALID_ARGUMENT; ABORTED if the version is not the last
        (ROADMAP_CHANGED); FAILED_PRECONDITION if it is still planned (ROADMAP_STATE).

        Args:
            roadmap_id: The roadmap.
            version: Roadmap.version, as it was looked at.
            changes: The changes, made together or not at all.
            reason: Why, for the roadmap's log.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _CHANGE_ROADMAP,
            {
                "roadmap_id": roadmap_id,
                "version": version,
                "changes": changes,
                "reason": reason,
            },
            timeout,
        )

    async def list_agenda(
        self,
        *,
        start_time: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        end_time: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        timeout: Optional[float] = None,
    ) -> types.ListAgendaResponse:
        """Lists what the caller's time is for: blocks of roadmaps, and what calendars hold.

        Errors: INVALID_ARGUMENT; FAILED_PRECONDITION if a calendar can't be read
        (CALENDAR_UNREADABLE).

        Args:
            start_time: The first moment.
            end_time: The end, at most 366 days later.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_AGENDA,
            {
                "start_time": start_time,
                "end_time": end_time,
            },
            timeout,
        )

    async def list_calendars(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.ListCalendarsResponse:
        """Lists the calendars that the caller's goals are planned around.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_CALENDARS,
            {
            },
            timeout,
        )

    async def get_calendar_feed(
        self,
        *,
        roadmap_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetCalendarFeedResponse:
        """Returns the blocks of the caller's roadmaps as a calendar that programs subscribe to.
        Over HTTP the response is the calendar itself, with an ETag; the credential may also be the
        password of HTTP Basic, or the parameter `key` of the address if it is a key that has the
        scope calendar and no other.

        Errors: NOT_FOUND for a roadmap that isn't there; PERMISSION_DENIED for a credential in an address
        that opens more than this.

        Args:
            roadmap_id: The only roadmap that is in it. Empty: all that are carried out.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_CALENDAR_FEED,
            {
                "roadmap_id": roadmap_id,
            },
            timeout,
        )


class WebhooksService:
    """Webhooks: requests that tell a backend of runs.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _calls.Calls) -> None:
        self._calls = calls

    def create_webhook(
        self,
        *,
        url: Optional[str] = None,
        events: Optional[Iterable[str]] = None,
        graphs: Optional[Iterable[str]] = None,
        description: Optional[str] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreateWebhookResponse:
        """Has the caller's tenant told of its runs by requests to a URL: that one began, waits
        for somebody, has ended. docs/api.md says what is sent, and how a receiver checks it.
        It needs the scope operate.

        Errors: INVALID_ARGUMENT for a URL that is not allowed; ALREADY_EXISTS for a
        request_id that was used with other fields; RESOURCE_EXHAUSTED if the tenant has 20.

        Args:
            url: Where events are sent by POST: an https URL, without a user, a password or a
                fragment. http, and addresses that are not public, are refused unless the server's
                configuration allows them.
            events: Which events are sent: "run.started", "run.waiting" and "run.ended". Empty: all.
            graphs: Only events of runs of these graphs. Empty: of all.
            description: What it is for, in the caller's words.
            request_id: Makes the call safe to repeat: with the same id and the same other fields it answers
                with the webhook and the secret of the first call. Whoever has it can ask for the
                secret, so take one that can't be guessed, such as a UUID. Empty: each call makes a
                webhook.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _CREATE_WEBHOOK,
            {
                "url": url,
                "events": events,
                "graphs": graphs,
                "description": description,
                "request_id": request_id,
            },
            timeout,
        )

    def list_webhooks(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.ListWebhooksResponse:
        """Lists the webhooks of the caller's tenant, oldest first, and how their deliveries
        fare. It needs the scope operate.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_WEBHOOKS,
            {
            },
            timeout,
        )

    def update_webhook(
        self,
        *,
        webhook_id: Optional[str] = None,
        url: Optional[str] = None,
        events: Optional[Iterable[str]] = None,
        all_events: Optional[bool] = None,
        graphs: Optional[Iterable[str]] = None,
        all_graphs: Optional[bool] = None,
        description: Optional[str] = None,
        enabled: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.UpdateWebhookResponse:
        """Changes a webhook: what the request has is changed, all else stays. Events that wait to
        be tried again go to the new URL. Its id and its secret stay. It needs the scope operate.

        "enabled": false disables it. From then on it is sent nothing, and what it has not been
        sent is dropped, as are the events that happen until it is enabled again; a delivery
        under way may still arrive. "enabled": true enables it again, also after its receiver
        has answered 410 Gone: events from then on are sent.

        Errors: NOT_FOUND; INVALID_ARGUMENT for a URL that is not allowed, or if the request
        has nothing to change.

        Args:
            webhook_id: The webhook.
            url: Where events are sent from now on; as in CreateWebhook. Absent: it stays.
            events: Which events are sent from now on, instead of those before; as in CreateWebhook. Empty:
                they stay.
            all_events: All events are sent from now on. Not together with events.
            graphs: Only events of runs of these graphs are sent from now on, instead of those before.
                Empty: they stay.
            all_graphs: Events of runs of all graphs are sent from now on. Not together with graphs.
            description: What it is for. Absent: it stays.
            enabled: False disables it, true enables it again. Absent: it stays as it is.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _UPDATE_WEBHOOK,
            {
                "webhook_id": webhook_id,
                "url": url,
                "events": events,
                "all_events": all_events,
                "graphs": graphs,
                "all_graphs": all_graphs,
                "description": description,
                "enabled": enabled,
            },
            timeout,
        )

    def delete_webhook(
        self,
        *,
        webhook_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.DeleteWebhookResponse:
        """Deletes a webhook, with the events that it has not been sent. A delivery under way
        may still arrive. It needs the scope operate.

        Errors: NOT_FOUND.

        Args:
            webhook_id: The webhook.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _DELETE_WEBHOOK,
            {
                "webhook_id": webhook_id,
            },
            timeout,
        )

    def test_webhook(
        self,
        *,
        webhook_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.TestWebhookResponse:
        """Sends an event of type webhook.test now, once, and tells what came of it. It needs
        the scope operate.

        Errors: NOT_FOUND.

        Args:
            webhook_id: The webhook.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _TEST_WEBHOOK,
            {
                "webhook_id": webhook_id,
            },
            timeout,
        )

    def list_webhook_deliveries(
        self,
        *,
        webhook_id: Optional[str] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        failed: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListWebhookDeliveriesResponse:
        """Lists the latest attempts to deliver events to a webhook, newest first: the last 1,000,
        of seven days at most. Each has been made: one that a server could not note, since it was
        killed before, is missing, and is made again. Test events are not listed. It needs the
        scope operate.

        Errors: NOT_FOUND.

        Args:
            webhook_id: The webhook.
            page_size: The most attempts to return, 1000 at most. 0 means 50.
            page_token: next_page_token of the previous page.
            failed: Only attempts that failed.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_WEBHOOK_DELIVERIES,
            {
                "webhook_id": webhook_id,
                "page_size": page_size,
                "page_token": page_token,
                "failed": failed,
            },
            timeout,
        )

    def redeliver_webhook_event(
        self,
        *,
        webhook_id: Optional[str] = None,
        event_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RedeliverWebhookEventResponse:
        """Sends an event that ListWebhookDeliveries tells of again, now, once, and tells what came
        of it: with the same webhook-id and the same body as before, to the URL that the webhook
        has now, also if the event was delivered or given up. If it waits to be tried again, that
        is done all the same. It needs the scope operate.

        Errors: NOT_FOUND if there is no such webhook, if the event is in none of the attempts
        that are kept, or if its run was removed; FAILED_PRECONDITION for a webhook that is
        disabled.

        Args:
            webhook_id: The webhook.
            event_id: The event, as its header webhook-id and ListWebhookDeliveries name it.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _REDELIVER_WEBHOOK_EVENT,
            {
                "webhook_id": webhook_id,
                "event_id": event_id,
            },
            timeout,
        )


class AsyncWebhooksService:
    """Webhooks: requests that tell a backend of runs.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _aio.Calls) -> None:
        self._calls = calls

    async def create_webhook(
        self,
        *,
        url: Optional[str] = None,
        events: Optional[Iterable[str]] = None,
        graphs: Optional[Iterable[str]] = None,
        description: Optional[str] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreateWebhookResponse:
        """Has the caller's tenant told of its runs by requests to a URL: that one began, waits
        for somebody, has ended. docs/api.md says what is sent, and how a receiver checks it.
        It needs the scope operate.

        Errors: INVALID_ARGUMENT for a URL that is not allowed; ALREADY_EXISTS for a
        request_id that was used with other fields; RESOURCE_EXHAUSTED if the tenant has 20.

        Args:
            url: Where events are sent by POST: an https URL, without a user, a password or a
                fragment. http, and addresses that are not public, are refused unless the server's
                configuration allows them.
            events: Which events are sent: "run.started", "run.waiting" and "run.ended". Empty: all.
            graphs: Only events of runs of these graphs. Empty: of all.
            description: What it is for, in the caller's words.
            request_id: Makes the call safe to repeat: with the same id and the same other fields it answers
                with the webhook and the secret of the first call. Whoever has it can ask for the
                secret, so take one that can't be guessed, such as a UUID. Empty: each call makes a
                webhook.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _CREATE_WEBHOOK,
            {
                "url": url,
                "events": events,
                "graphs": graphs,
                "description": description,
                "request_id": request_id,
            },
            timeout,
        )

    async def list_webhooks(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.ListWebhooksResponse:
        """Lists the webhooks of the caller's tenant, oldest first, and how their deliveries
        fare. It needs the scope operate.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_WEBHOOKS,
            {
            },
            timeout,
        )

    async def update_webhook(
        self,
        *,
        webhook_id: Optional[str] = None,
        url: Optional[str] = None,
        events: Optional[Iterable[str]] = None,
        all_events: Optional[bool] = None,
        graphs: Optional[Iterable[str]] = None,
        all_graphs: Optional[bool] = None,
        description: Optional[str] = None,
        enabled: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.UpdateWebhookResponse:
        """Changes a webhook: what the request has is changed, all else stays. Events that wait to
        be tried again go to the new URL. Its id and its secret stay. It needs the scope operate.

        "enabled": false disables it. From then on it is sent nothing, and what it has not been
        sent is dropped, as are the events that happen until it is enabled again; a delivery
        under way may still arrive. "enabled": true enables it again, also after its receiver
        has answered 410 Gone: events from then on are sent.

        Errors: NOT_FOUND; INVALID_ARGUMENT for a URL that is not allowed, or if the request
        has nothing to change.

        Args:
            webhook_id: The webhook.
            url: Where events are sent from now on; as in CreateWebhook. Absent: it stays.
            events: Which events are sent from now on, instead of those before; as in CreateWebhook. Empty:
                they stay.
            all_events: All events are sent from now on. Not together with events.
            graphs: Only events of runs of these graphs are sent from now on, instead of those before.
                Empty: they stay.
            all_graphs: Events of runs of all graphs are sent from now on. Not together with graphs.
            description: What it is for. Absent: it stays.
            enabled: False disables it, true enables it again. Absent: it stays as it is.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _UPDATE_WEBHOOK,
            {
                "webhook_id": webhook_id,
                "url": url,
                "events": events,
                "all_events": all_events,
                "graphs": graphs,
                "all_graphs": all_graphs,
                "description": description,
                "enabled": enabled,
            },
            timeout,
        )

    async def delete_webhook(
        self,
        *,
        webhook_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.DeleteWebhookResponse:
        """Deletes a webhook, with the events that it has not been sent. A delivery under way
        may still arrive. It needs the scope operate.

        Errors: NOT_FOUND.

        Args:
            webhook_id: The webhook.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _DELETE_WEBHOOK,
            {
                "webhook_id": webhook_id,
            },
            timeout,
        )

    async def test_webhook(
        self,
        *,
        webhook_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.TestWebhookResponse:
        """Sends an event of type webhook.test now, once, and tells what came of it. It needs
        the scope operate.

        Errors: NOT_FOUND.

        Args:
            webhook_id: The webhook.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _TEST_WEBHOOK,
            {
                "webhook_id": webhook_id,
            },
            timeout,
        )

    async def list_webhook_deliveries(
        self,
        *,
        webhook_id: Optional[str] = None,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        failed: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListWebhookDeliveriesResponse:
        """Lists the latest attempts to deliver events to a webhook, newest first: the last 1,000,
        of seven days at most. Each has been made: one that a server could not note, since it was
        killed before, is missing, and is made again. Test events are not listed. It needs the
        scope operate.

        Errors: NOT_FOUND.

        Args:
            webhook_id: The webhook.
            page_size: The most attempts to return, 1000 at most. 0 means 50.
            page_token: next_page_token of the previous page.
            failed: Only attempts that failed.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_WEBHOOK_DELIVERIES,
            {
                "webhook_id": webhook_id,
                "page_size": page_size,
                "page_token": page_token,
                "failed": failed,
            },
            timeout,
        )

    async def redeliver_webhook_event(
        self,
        *,
        webhook_id: Optional[str] = None,
        event_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RedeliverWebhookEventResponse:
        """Sends an event that ListWebhookDeliveries tells of again, now, once, and tells what came
        of it: with the same webhook-id and the same body as before, to the URL that the webhook
        has now, also if the event was delivered or given up. If it waits to be tried again, that
        is done all the same. It needs the scope operate.

        Errors: NOT_FOUND if there is no such webhook, if the event is in none of the attempts
        that are kept, or if its run was removed; FAILED_PRECONDITION for a webhook that is
        disabled.

        Args:
            webhook_id: The webhook.
            event_id: The event, as its header webhook-id and ListWebhookDeliveries name it.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _REDELIVER_WEBHOOK_EVENT,
            {
                "webhook_id": webhook_id,
                "event_id": event_id,
            },
            timeout,
        )


class SchedulesService:
    """Schedules: what starts runs at times.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _calls.Calls) -> None:
        self._calls = calls

    def create_schedule(
        self,
        *,
        cron: Optional[str] = None,
        time_zone: Optional[str] = None,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        run: Optional[Union[types.ScheduledRun, Mapping[str, Any]]] = None,
        description: Optional[str] = None,
        labels: Optional[Mapping[str, str]] = None,
        overlap: Optional[Union[types.ScheduleOverlap, str]] = None,
        missed: Optional[Union[types.ScheduleMissed, str]] = None,
        paused: Optional[bool] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreateScheduleResponse:
        """Makes a schedule, whose runs are the caller's. Its first time is one after now.

        Errors: INVALID_ARGUMENT for a cron expression that can't be read or names no day that
        comes, for a time zone that is none, and for what StartRun or SubmitInput would refuse;
        NOT_FOUND if the server has no such graph; ALREADY_EXISTS for a request_id that was used
        with other fields; RESOURCE_EXHAUSTED if the tenant has 10,000.

        Args:
            cron: When it starts runs: a cron expression of five fields (minute, hour, day of month,
                month, day of week), such as "30 7 * * mon-fri", or @hourly, @daily, @weekly, @monthly or
                @yearly. As in cron, of a day of month and a day of week that are both named, either is
                enough.
            time_zone: IANA name of the time zone that the expression is meant in. A time that the clock skips
                is taken right after the gap; one that the clock shows twice is taken once, unless the
                expression names every hour. Empty: the server's setting.
            input: An input, as SubmitInput takes it. Its now, session and labels must be absent; a time
                zone that it does not name is the schedule's.
            run: A run of a graph, as StartRun starts it.
            description: What it is for, in the caller's words.
            labels: What to label the schedule and its runs with, as of an Input, but at most 14 labels. Its
                runs have "weft/schedule" (its id) and "weft/time" (RFC 3339, UTC) too, which no caller sets.
            overlap: What happens at a time at which the run before has not ended. A run that waits for
                somebody has not. Unspecified: it is skipped.
            missed: What happens to times that are over by more than five minutes when a server looks, since
                none was there. Unspecified: one run starts for all of them.
            paused: It is made paused.
            request_id: Makes the call safe to repeat: with the same id and the same other fields it answers,
                within 24 hours, with the schedule of the first call. Empty: each call makes a schedule.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _CREATE_SCHEDULE,
            {
                "cron": cron,
                "time_zone": time_zone,
                "input": input,
                "run": run,
                "description": description,
                "labels": labels,
                "overlap": overlap,
                "missed": missed,
                "paused": paused,
                "request_id": request_id,
            },
            timeout,
        )

    def get_schedule(
        self,
        *,
        schedule_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetScheduleResponse:
        """Returns a schedule, with its next times and what came of its last ones.

        Errors: NOT_FOUND.

        Args:
            schedule_id: The schedule.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_SCHEDULE,
            {
                "schedule_id": schedule_id,
            },
            timeout,
        )

    def list_schedules(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        labels: Optional[Iterable[str]] = None,
        user: Optional[str] = None,
        paused: Optional[bool] = None,
        graph: Optional[str] = None,
        with_total: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListSchedulesResponse:
        """Lists the schedules of the caller's tenant, oldest first.

        Errors: INVALID_ARGUMENT for a page_token that is none of this list.

        Args:
            page_size: The most schedules to return, 500 at most. 0 means 50.
            page_token: next_page_token of the previous page.
            labels: Only schedules that have all of these labels, each "key=value", or "key" for any value.
            user: Only schedules of this user. Empty: of all.
            paused: Only schedules that are paused, or only those that are not. Absent: both.
            graph: Only schedules that start runs of this graph. Empty: of any. Inputs are runs of "notes".
            with_total: Say in total_size how many there are.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_SCHEDULES,
            {
                "page_size": page_size,
                "page_token": page_token,
                "labels": labels,
                "user": user,
                "paused": paused,
                "graph": graph,
                "with_total": with_total,
            },
            timeout,
        )

    def update_schedule(
        self,
        *,
        schedule_id: Optional[str] = None,
        cron: Optional[str] = None,
        time_zone: Optional[str] = None,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        run: Optional[Union[types.ScheduledRun, Mapping[str, Any]]] = None,
        description: Optional[str] = None,
        labels: Optional[Mapping[str, str]] = None,
        clear_labels: Optional[bool] = None,
        overlap: Optional[Union[types.ScheduleOverlap, str]] = None,
        missed: Optional[Union[types.ScheduleMissed, str]] = None,
        paused: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.UpdateScheduleResponse:
        """Changes a schedule: what the request has is changed, all else stays. Times that are over
        are never made up for by a change: a schedule that goes on after a pause has its first
        time after now. Runs that it has started are left alone.

        Errors: NOT_FOUND; PERMISSION_DENIED for another user's schedule, which a caller with the
        scope operate may pause and have go on, but not change otherwise; INVALID_ARGUMENT as of
        CreateSchedule, or if the request has nothing to change.

        Args:
            schedule_id: The schedule.
            cron: When it starts runs from now on, as of CreateSchedule. Absent: it stays.
            time_zone: The time zone from now on, as of CreateSchedule. Absent: it stays.
            input: An input, as of CreateSchedule.
            run: A run of a graph, as of CreateSchedule.
            description: What it is for. Absent: it stays.
            labels: Its labels from now on, instead of those before, as of CreateSchedule. Empty: they stay.
            clear_labels: It has no labels from now on. Not together with labels.
            overlap: As of CreateSchedule. Unspecified: it stays.
            missed: As of CreateSchedule. Unspecified: it stays.
            paused: True pauses it: it starts nothing, and its runs that wait to begin are dropped. False has
                it go on. Absent: it stays as it is.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _UPDATE_SCHEDULE,
            {
                "schedule_id": schedule_id,
                "cron": cron,
                "time_zone": time_zone,
                "input": input,
                "run": run,
                "description": description,
                "labels": labels,
                "clear_labels": clear_labels,
                "overlap": overlap,
                "missed": missed,
                "paused": paused,
            },
            timeout,
        )

    def delete_schedule(
        self,
        *,
        schedule_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.DeleteScheduleResponse:
        """Deletes a schedule, with the runs of it that wait to begin. Runs that it has started are
        left alone.

        Errors: NOT_FOUND; PERMISSION_DENIED for another user's schedule, unless the caller has
        the scope operate.

        Args:
            schedule_id: The schedule.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _DELETE_SCHEDULE,
            {
                "schedule_id": schedule_id,
            },
            timeout,
        )

    def run_schedule(
        self,
        *,
        schedule_id: Optional[str] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RunScheduleResponse:
        """Starts a run of a schedule now, also of one that is paused and whatever its overlap says.
        Its times stay as they are.

        Errors: NOT_FOUND; PERMISSION_DENIED as of DeleteSchedule; those of StartRun and
        SubmitInput.

        Args:
            schedule_id: The schedule.
            request_id: If a call is repeated with the same id, the first run is returned. Unique per schedule.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _RUN_SCHEDULE,
            {
                "schedule_id": schedule_id,
                "request_id": request_id,
            },
            timeout,
        )

    def preview_schedule(
        self,
        *,
        cron: Optional[str] = None,
        time_zone: Optional[str] = None,
        count: Optional[int] = None,
        after: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        timeout: Optional[float] = None,
    ) -> types.PreviewScheduleResponse:
        """Says when a schedule with a cron expression in a time zone would start runs. It needs no
        schedule and makes none.

        Errors: INVALID_ARGUMENT as of CreateSchedule.

        Args:
            cron: A cron expression, as of CreateSchedule.
            time_zone: A time zone, as of CreateSchedule. Empty: the server's setting.
            count: How many times to return, 100 at most. 0 means 5.
            after: The times are later than this. Absent: than now.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _PREVIEW_SCHEDULE,
            {
                "cron": cron,
                "time_zone": time_zone,
                "count": count,
                "after": after,
            },
            timeout,
        )


class AsyncSchedulesService:
    """Schedules: what starts runs at times.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _aio.Calls) -> None:
        self._calls = calls

    async def create_schedule(
        self,
        *,
        cron: Optional[str] = None,
        time_zone: Optional[str] = None,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        run: Optional[Union[types.ScheduledRun, Mapping[str, Any]]] = None,
        description: Optional[str] = None,
        labels: Optional[Mapping[str, str]] = None,
        overlap: Optional[Union[types.ScheduleOverlap, str]] = None,
        missed: Optional[Union[types.ScheduleMissed, str]] = None,
        paused: Optional[bool] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreateScheduleResponse:
        """Makes a schedule, whose runs are the caller's. Its first time is one after now.

        Errors: INVALID_ARGUMENT for a cron expression that can't be read or names no day that
        comes, for a time zone that is none, and for what StartRun or SubmitInput would refuse;
        NOT_FOUND if the server has no such graph; ALREADY_EXISTS for a request_id that was used
        with other fields; RESOURCE_EXHAUSTED if the tenant has 10,000.

        Args:
            cron: When it starts runs: a cron expression of five fields (minute, hour, day of month,
                month, day of week), such as "30 7 * * mon-fri", or @hourly, @daily, @weekly, @monthly or
                @yearly. As in cron, of a day of month and a day of week that are both named, either is
                enough.
            time_zone: IANA name of the time zone that the expression is meant in. A time that the clock skips
                is taken right after the gap; one that the clock shows twice is taken once, unless the
                expression names every hour. Empty: the server's setting.
            input: An input, as SubmitInput takes it. Its now, session and labels must be absent; a time
                zone that it does not name is the schedule's.
            run: A run of a graph, as StartRun starts it.
            description: What it is for, in the caller's words.
            labels: What to label the schedule and its runs with, as of an Input, but at most 14 labels. Its
                runs have "weft/schedule" (its id) and "weft/time" (RFC 3339, UTC) too, which no caller sets.
            overlap: What happens at a time at which the run before has not ended. A run that waits for
                somebody has not. Unspecified: it is skipped.
            missed: What happens to times that are over by more than five minutes when a server looks, since
                none was there. Unspecified: one run starts for all of them.
            paused: It is made paused.
            request_id: Makes the call safe to repeat: with the same id and the same other fields it answers,
                within 24 hours, with the schedule of the first call. Empty: each call makes a schedule.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _CREATE_SCHEDULE,
            {
                "cron": cron,
                "time_zone": time_zone,
                "input": input,
                "run": run,
                "description": description,
                "labels": labels,
                "overlap": overlap,
                "missed": missed,
                "paused": paused,
                "request_id": request_id,
            },
            timeout,
        )

    async def get_schedule(
        self,
        *,
        schedule_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.GetScheduleResponse:
        """Returns a schedule, with its next times and what came of its last ones.

        Errors: NOT_FOUND.

        Args:
            schedule_id: The schedule.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_SCHEDULE,
            {
                "schedule_id": schedule_id,
            },
            timeout,
        )

    async def list_schedules(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        labels: Optional[Iterable[str]] = None,
        user: Optional[str] = None,
        paused: Optional[bool] = None,
        graph: Optional[str] = None,
        with_total: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.ListSchedulesResponse:
        """Lists the schedules of the caller's tenant, oldest first.

        Errors: INVALID_ARGUMENT for a page_token that is none of this list.

        Args:
            page_size: The most schedules to return, 500 at most. 0 means 50.
            page_token: next_page_token of the previous page.
            labels: Only schedules that have all of these labels, each "key=value", or "key" for any value.
            user: Only schedules of this user. Empty: of all.
            paused: Only schedules that are paused, or only those that are not. Absent: both.
            graph: Only schedules that start runs of this graph. Empty: of any. Inputs are runs of "notes".
            with_total: Say in total_size how many there are.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_SCHEDULES,
            {
                "page_size": page_size,
                "page_token": page_token,
                "labels": labels,
                "user": user,
                "paused": paused,
                "graph": graph,
                "with_total": with_total,
            },
            timeout,
        )

    async def update_schedule(
        self,
        *,
        schedule_id: Optional[str] = None,
        cron: Optional[str] = None,
        time_zone: Optional[str] = None,
        input: Optional[Union[types.Input, Mapping[str, Any]]] = None,
        run: Optional[Union[types.ScheduledRun, Mapping[str, Any]]] = None,
        description: Optional[str] = None,
        labels: Optional[Mapping[str, str]] = None,
        clear_labels: Optional[bool] = None,
        overlap: Optional[Union[types.ScheduleOverlap, str]] = None,
        missed: Optional[Union[types.ScheduleMissed, str]] = None,
        paused: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> types.UpdateScheduleResponse:
        """Changes a schedule: what the request has is changed, all else stays. Times that are over
        are never made up for by a change: a schedule that goes on after a pause has its first
        time after now. Runs that it has started are left alone.

        Errors: NOT_FOUND; PERMISSION_DENIED for another user's schedule, which a caller with the
        scope operate may pause and have go on, but not change otherwise; INVALID_ARGUMENT as of
        CreateSchedule, or if the request has nothing to change.

        Args:
            schedule_id: The schedule.
            cron: When it starts runs from now on, as of CreateSchedule. Absent: it stays.
            time_zone: The time zone from now on, as of CreateSchedule. Absent: it stays.
            input: An input, as of CreateSchedule.
            run: A run of a graph, as of CreateSchedule.
            description: What it is for. Absent: it stays.
            labels: Its labels from now on, instead of those before, as of CreateSchedule. Empty: they stay.
            clear_labels: It has no labels from now on. Not together with labels.
            overlap: As of CreateSchedule. Unspecified: it stays.
            missed: As of CreateSchedule. Unspecified: it stays.
            paused: True pauses it: it starts nothing, and its runs that wait to begin are dropped. False has
                it go on. Absent: it stays as it is.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _UPDATE_SCHEDULE,
            {
                "schedule_id": schedule_id,
                "cron": cron,
                "time_zone": time_zone,
                "input": input,
                "run": run,
                "description": description,
                "labels": labels,
                "clear_labels": clear_labels,
                "overlap": overlap,
                "missed": missed,
                "paused": paused,
            },
            timeout,
        )

    async def delete_schedule(
        self,
        *,
        schedule_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.DeleteScheduleResponse:
        """Deletes a schedule, with the runs of it that wait to begin. Runs that it has started are
        left alone.

        Errors: NOT_FOUND; PERMISSION_DENIED for another user's schedule, unless the caller has
        the scope operate.

        Args:
            schedule_id: The schedule.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _DELETE_SCHEDULE,
            {
                "schedule_id": schedule_id,
            },
            timeout,
        )

    async def run_schedule(
        self,
        *,
        schedule_id: Optional[str] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RunScheduleResponse:
        """Starts a run of a schedule now, also of one that is paused and whatever its overlap says.
        Its times stay as they are.

        Errors: NOT_FOUND; PERMISSION_DENIED as of DeleteSchedule; those of StartRun and
        SubmitInput.

        Args:
            schedule_id: The schedule.
            request_id: If a call is repeated with the same id, the first run is returned. Unique per schedule.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _RUN_SCHEDULE,
            {
                "schedule_id": schedule_id,
                "request_id": request_id,
            },
            timeout,
        )

    async def preview_schedule(
        self,
        *,
        cron: Optional[str] = None,
        time_zone: Optional[str] = None,
        count: Optional[int] = None,
        after: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        timeout: Optional[float] = None,
    ) -> types.PreviewScheduleResponse:
        """Says when a schedule with a cron expression in a time zone would start runs. It needs no
        schedule and makes none.

        Errors: INVALID_ARGUMENT as of CreateSchedule.

        Args:
            cron: A cron expression, as of CreateSchedule.
            time_zone: A time zone, as of CreateSchedule. Empty: the server's setting.
            count: How many times to return, 100 at most. 0 means 5.
            after: The times are later than this. Absent: than now.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _PREVIEW_SCHEDULE,
            {
                "cron": cron,
                "time_zone": time_zone,
                "count": count,
                "after": after,
            },
            timeout,
        )


class AdminService:
    """What concerns the whole server, and the API keys of a tenant.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _calls.Calls) -> None:
        self._calls = calls

    def list_audit_events(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        until: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        user: Optional[str] = None,
        methods: Optional[Iterable[str]] = None,
        run_id: Optional[str] = None,
        entry_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListAuditEventsResponse:
        """Lists what was changed by this API, oldest first: by whom, when, and with which
        credential. Calls that only read are not kept, nor those that failed; those that were
        refused to somebody who may not answer a pause are. It needs the scope operate.

        Errors: INVALID_ARGUMENT for a page token of another list.

        Args:
            page_size: The most events to return, 1000 at most. 0 means 50. Fewer may be returned.
            page_token: next_page_token of the previous page.
            since: Only events from this moment on. Absent: from the first that is kept.
            until: Only events before this moment. Absent: to the last.
            user: Only what this user did. Empty: what anybody did.
            methods: Only calls of these methods, such as "AnswerRun", and changes of the file of
                keys, such as "KeyAdded". Empty: all.
            run_id: Only what was done to this run. Empty: to any, or none.
            entry_id: Only what was done to this entry. Empty: to any, or none.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_AUDIT_EVENTS,
            {
                "page_size": page_size,
                "page_token": page_token,
                "since": since,
                "until": until,
                "user": user,
                "methods": methods,
                "run_id": run_id,
                "entry_id": entry_id,
            },
            timeout,
        )

    def get_mesh(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.GetMeshResponse:
        """Returns how the mesh stands, as the server sees it: which roles are there, what it misses,
        and which models its agents ask. It asks the providers of models what they have, and no
        model anything.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _GET_MESH,
            {
            },
            timeout,
        )

    def create_key(
        self,
        *,
        name: Optional[str] = None,
        user: Optional[str] = None,
        kind: Optional[Union[types.Key.Kind, str]] = None,
        scopes: Optional[Iterable[Union[types.Scope, str]]] = None,
        lifetime: Optional[Union[duration_pb2.Duration, datetime.timedelta]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreateKeyResponse:
        """Makes an API key for a user of the caller's tenant, and tells its text once. It needs
        the scope admin. Nobody can give a key a scope that their own credential does not have.

        Errors: INVALID_ARGUMENT for a name or a user with line breaks or other control
        characters; PERMISSION_DENIED for a scope that the caller does not have; ALREADY_EXISTS
        for a request_id that was used before, with other fields or more than ten minutes ago;
        RESOURCE_EXHAUSTED if the tenant has 1000 active keys; FAILED_PRECONDITION if the server
        has nowhere to keep keys.

        Args:
            name: What the key is for, to people. One line.
            user: The user of the caller's tenant whom the key stands for. One line.
            kind: What will show the key.
            scopes: What the key opens: scopes that the caller has.
            lifetime: After which time the key expires, in whole seconds: ten years (3650 days) at most.
                Absent: never.
            request_id: Makes the call safe to repeat: for ten minutes, a call with the same id and the same
                other fields answers with the key of the first call and a new text, and the text told
                before no longer counts. Later, or for a key that was revoked, it fails. Empty: each call
                makes a key.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _CREATE_KEY,
            {
                "name": name,
                "user": user,
                "kind": kind,
                "scopes": scopes,
                "lifetime": lifetime,
                "request_id": request_id,
            },
            timeout,
        )

    def list_keys(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListKeysResponse:
        """Lists the API keys of the caller's tenant, oldest first: whom each stands for, what it
        opens, how it stands and when it was used, never its text. It needs the scope admin.

        Errors: INVALID_ARGUMENT for a page token of another list; FAILED_PRECONDITION if the
        server has nowhere to keep keys.

        Args:
            page_size: The most keys to return, 1000 at most. 0 means 50. Fewer may be returned.
            page_token: next_page_token of the previous page.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _LIST_KEYS,
            {
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    def rotate_key(
        self,
        *,
        key_id: Optional[str] = None,
        grace: Optional[Union[duration_pb2.Duration, datetime.timedelta]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RotateKeyResponse:
        """Replaces an active API key by a new one for the same user, with the same name, kind and
        scopes, that lasts as long as the old one did. The old key works on for the time that
        the caller sets, and expires then. It needs the scope admin, and each scope of the key.

        Errors: NOT_FOUND for a key that the tenant does not have; FAILED_PRECONDITION for one
        that is not active or was replaced before, or if the server has nowhere to keep keys;
        PERMISSION_DENIED for a key with a scope that the caller does not have; ALREADY_EXISTS
        for a request_id that was used before more than ten minutes ago; RESOURCE_EXHAUSTED if
        the tenant has 1000 active keys.

        Args:
            key_id: The key to replace.
            grace: How long the old key works on, in whole seconds: 30 days at most, and never longer than
                without this call. Absent or 0: it expires now.
            request_id: Makes the call safe to repeat, as that of CreateKeyRequest. Empty: a second call is
                refused, since the key was replaced before.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _ROTATE_KEY,
            {
                "key_id": key_id,
                "grace": grace,
                "request_id": request_id,
            },
            timeout,
        )

    def revoke_key(
        self,
        *,
        key_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RevokeKeyResponse:
        """Revokes an API key for good. Every server refuses it within two seconds; calls under way
        go on to their end. A caller may revoke any key of its tenant, whatever its scopes, and
        also its own. It needs the scope admin.

        Errors: NOT_FOUND for a key that the tenant does not have; FAILED_PRECONDITION if the
        server has nowhere to keep keys.

        Args:
            key_id: The key to revoke.
            timeout: Seconds that the whole call may take.
        """
        return self._calls.call(
            _REVOKE_KEY,
            {
                "key_id": key_id,
            },
            timeout,
        )


class AsyncAdminService:
    """What concerns the whole server, and the API keys of a tenant.
    method.proto tells what all services share.
    """

    def __init__(self, calls: _aio.Calls) -> None:
        self._calls = calls

    async def list_audit_events(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        since: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        until: Optional[Union[timestamp_pb2.Timestamp, datetime.datetime]] = None,
        user: Optional[str] = None,
        methods: Optional[Iterable[str]] = None,
        run_id: Optional[str] = None,
        entry_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListAuditEventsResponse:
        """Lists what was changed by this API, oldest first: by whom, when, and with which
        credential. Calls that only read are not kept, nor those that failed; those that were
        refused to somebody who may not answer a pause are. It needs the scope operate.

        Errors: INVALID_ARGUMENT for a page token of another list.

        Args:
            page_size: The most events to return, 1000 at most. 0 means 50. Fewer may be returned.
            page_token: next_page_token of the previous page.
            since: Only events from this moment on. Absent: from the first that is kept.
            until: Only events before this moment. Absent: to the last.
            user: Only what this user did. Empty: what anybody did.
            methods: Only calls of these methods, such as "AnswerRun", and changes of the file of
                keys, such as "KeyAdded". Empty: all.
            run_id: Only what was done to this run. Empty: to any, or none.
            entry_id: Only what was done to this entry. Empty: to any, or none.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_AUDIT_EVENTS,
            {
                "page_size": page_size,
                "page_token": page_token,
                "since": since,
                "until": until,
                "user": user,
                "methods": methods,
                "run_id": run_id,
                "entry_id": entry_id,
            },
            timeout,
        )

    async def get_mesh(
        self,
        *,
        timeout: Optional[float] = None,
    ) -> types.GetMeshResponse:
        """Returns how the mesh stands, as the server sees it: which roles are there, what it misses,
        and which models its agents ask. It asks the providers of models what they have, and no
        model anything.

        Args:
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _GET_MESH,
            {
            },
            timeout,
        )

    async def create_key(
        self,
        *,
        name: Optional[str] = None,
        user: Optional[str] = None,
        kind: Optional[Union[types.Key.Kind, str]] = None,
        scopes: Optional[Iterable[Union[types.Scope, str]]] = None,
        lifetime: Optional[Union[duration_pb2.Duration, datetime.timedelta]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.CreateKeyResponse:
        """Makes an API key for a user of the caller's tenant, and tells its text once. It needs
        the scope admin. Nobody can give a key a scope that their own credential does not have.

        Errors: INVALID_ARGUMENT for a name or a user with line breaks or other control
        characters; PERMISSION_DENIED for a scope that the caller does not have; ALREADY_EXISTS
        for a request_id that was used before, with other fields or more than ten minutes ago;
        RESOURCE_EXHAUSTED if the tenant has 1000 active keys; FAILED_PRECONDITION if the server
        has nowhere to keep keys.

        Args:
            name: What the key is for, to people. One line.
            user: The user of the caller's tenant whom the key stands for. One line.
            kind: What will show the key.
            scopes: What the key opens: scopes that the caller has.
            lifetime: After which time the key expires, in whole seconds: ten years (3650 days) at most.
                Absent: never.
            request_id: Makes the call safe to repeat: for ten minutes, a call with the same id and the same
                other fields answers with the key of the first call and a new text, and the text told
                before no longer counts. Later, or for a key that was revoked, it fails. Empty: each call
                makes a key.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _CREATE_KEY,
            {
                "name": name,
                "user": user,
                "kind": kind,
                "scopes": scopes,
                "lifetime": lifetime,
                "request_id": request_id,
            },
            timeout,
        )

    async def list_keys(
        self,
        *,
        page_size: Optional[int] = None,
        page_token: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.ListKeysResponse:
        """Lists the API keys of the caller's tenant, oldest first: whom each stands for, what it
        opens, how it stands and when it was used, never its text. It needs the scope admin.

        Errors: INVALID_ARGUMENT for a page token of another list; FAILED_PRECONDITION if the
        server has nowhere to keep keys.

        Args:
            page_size: The most keys to return, 1000 at most. 0 means 50. Fewer may be returned.
            page_token: next_page_token of the previous page.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _LIST_KEYS,
            {
                "page_size": page_size,
                "page_token": page_token,
            },
            timeout,
        )

    async def rotate_key(
        self,
        *,
        key_id: Optional[str] = None,
        grace: Optional[Union[duration_pb2.Duration, datetime.timedelta]] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RotateKeyResponse:
        """Replaces an active API key by a new one for the same user, with the same name, kind and
        scopes, that lasts as long as the old one did. The old key works on for the time that
        the caller sets, and expires then. It needs the scope admin, and each scope of the key.

        Errors: NOT_FOUND for a key that the tenant does not have; FAILED_PRECONDITION for one
        that is not active or was replaced before, or if the server has nowhere to keep keys;
        PERMISSION_DENIED for a key with a scope that the caller does not have; ALREADY_EXISTS
        for a request_id that was used before more than ten minutes ago; RESOURCE_EXHAUSTED if
        the tenant has 1000 active keys.

        Args:
            key_id: The key to replace.
            grace: How long the old key works on, in whole seconds: 30 days at most, and never longer than
                without this call. Absent or 0: it expires now.
            request_id: Makes the call safe to repeat, as that of CreateKeyRequest. Empty: a second call is
                refused, since the key was replaced before.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _ROTATE_KEY,
            {
                "key_id": key_id,
                "grace": grace,
                "request_id": request_id,
            },
            timeout,
        )

    async def revoke_key(
        self,
        *,
        key_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> types.RevokeKeyResponse:
        """Revokes an API key for good. Every server refuses it within two seconds; calls under way
        go on to their end. A caller may revoke any key of its tenant, whatever its scopes, and
        also its own. It needs the scope admin.

        Errors: NOT_FOUND for a key that the tenant does not have; FAILED_PRECONDITION if the
        server has nowhere to keep keys.

        Args:
            key_id: The key to revoke.
            timeout: Seconds that the whole call may take.
        """
        return await self._calls.call(
            _REVOKE_KEY,
            {
                "key_id": key_id,
            },
            timeout,
        )
