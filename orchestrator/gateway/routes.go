package gateway

import (
	"net/http"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// A Route says which method of the API answers a path. Fields of the request that are
// not in the path come from the query, or from the body.
type Route struct {
	Method string // of HTTP
	Path   string // with fields of the request in braces
	RPC    string // gRPC's name of the method
	// Body is what the body holds: "*" for the request but what the path has, or the
	// name of one of its fields; "" for no body.
	Body string
	// Bare says that the body may be left out.
	Bare bool
	// Events is the field of each response of a stream that is sent as an event; ""
	// sends the responses as lines of JSON.
	Events string
	// Media is the type of a response whose only field, a text, is sent as it is; "" sends JSON. Callers
	// are programs that show no header of Weft's: see credential.
	Media  string
	Stream bool // responses are a stream; the caller may stream requests as well with Lines
	Lines  bool // requests are a stream: lines of JSON
}

// Routes returns all of them, in the order in which they are documented.
func Routes() []Route {
	const (
		get, post, patch, del = http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete
		all                   = "*"
	)
	return []Route{
		{Method: post, Path: "/v1/input", RPC: orchestratorv1.OrchestratorService_SubmitInput_FullMethodName, Body: "input"},
		{Method: post, Path: "/v1/input/events", RPC: orchestratorv1.OrchestratorService_ProcessInput_FullMethodName, Body: "input", Stream: true, Events: "event"},
		{Method: post, Path: "/v1/explain", RPC: orchestratorv1.OrchestratorService_ExplainInput_FullMethodName, Body: "input"},
		{Method: get, Path: "/v1/context", RPC: orchestratorv1.OrchestratorService_GetContext_FullMethodName},
		{Method: post, Path: "/v1/context/reflect", RPC: orchestratorv1.OrchestratorService_Reflect_FullMethodName, Body: all, Bare: true},
		{Method: post, Path: "/v1/graphs/{graph}/runs", RPC: orchestratorv1.OrchestratorService_StartRun_FullMethodName, Body: "input"},
		{Method: get, Path: "/v1/pauses", RPC: orchestratorv1.OrchestratorService_ListPauses_FullMethodName},
		{Method: get, Path: "/v1/pauses/events", RPC: orchestratorv1.OrchestratorService_WatchPauses_FullMethodName, Stream: true, Events: "event"},
		{Method: get, Path: "/v1/runs", RPC: orchestratorv1.OrchestratorService_ListRuns_FullMethodName},
		{Method: get, Path: "/v1/runs/events", RPC: orchestratorv1.OrchestratorService_WatchRuns_FullMethodName, Stream: true, Events: "event"},
		{Method: get, Path: "/v1/runs/{run_id}", RPC: orchestratorv1.OrchestratorService_GetRun_FullMethodName},
		{Method: get, Path: "/v1/runs/{run_id}/events", RPC: orchestratorv1.OrchestratorService_WatchRun_FullMethodName, Stream: true, Events: "event"},
		{Method: post, Path: "/v1/runs/{run_id}/answer", RPC: orchestratorv1.OrchestratorService_AnswerRun_FullMethodName, Body: all},
		{Method: post, Path: "/v1/runs/{run_id}/cancel", RPC: orchestratorv1.OrchestratorService_CancelRun_FullMethodName, Body: all, Bare: true},
		{Method: post, Path: "/v1/runs/{run_id}/retry", RPC: orchestratorv1.OrchestratorService_RetryRun_FullMethodName, Body: all, Bare: true},
		{Method: post, Path: "/v1/runs/retry", RPC: orchestratorv1.OrchestratorService_RetryRuns_FullMethodName, Body: all, Bare: true},
		{Method: post, Path: "/v1/runs/{run_id}/fork", RPC: orchestratorv1.OrchestratorService_ForkRun_FullMethodName, Body: all, Bare: true},
		{Method: post, Path: "/v1/runs/verify", RPC: orchestratorv1.OrchestratorService_VerifyRuns_FullMethodName, Body: all, Bare: true},
		{Method: get, Path: "/v1/audit", RPC: orchestratorv1.OrchestratorService_ListAuditEvents_FullMethodName},
		{Method: post, Path: "/v1/webhooks", RPC: orchestratorv1.OrchestratorService_CreateWebhook_FullMethodName, Body: all},
		{Method: get, Path: "/v1/webhooks", RPC: orchestratorv1.OrchestratorService_ListWebhooks_FullMethodName},
		{Method: del, Path: "/v1/webhooks/{webhook_id}", RPC: orchestratorv1.OrchestratorService_DeleteWebhook_FullMethodName},
		{Method: post, Path: "/v1/webhooks/{webhook_id}/test", RPC: orchestratorv1.OrchestratorService_TestWebhook_FullMethodName, Body: all, Bare: true},
		{Method: get, Path: "/v1/tools", RPC: orchestratorv1.OrchestratorService_ListTools_FullMethodName},
		{Method: post, Path: "/v1/tools/trust", RPC: orchestratorv1.OrchestratorService_TrustTool_FullMethodName, Body: all},
		{Method: post, Path: "/v1/tools/untrust", RPC: orchestratorv1.OrchestratorService_UntrustTool_FullMethodName, Body: all},
		{Method: post, Path: "/v1/tools/dry-run", RPC: orchestratorv1.OrchestratorService_DryRunTool_FullMethodName, Body: all},
		{Method: post, Path: "/v1/roadmaps", RPC: orchestratorv1.OrchestratorService_ProposeRoadmap_FullMethodName, Body: all},
		{Method: get, Path: "/v1/roadmaps", RPC: orchestratorv1.OrchestratorService_ListRoadmaps_FullMethodName},
		{Method: get, Path: "/v1/roadmaps.ics", RPC: orchestratorv1.OrchestratorService_GetCalendarFeed_FullMethodName, Media: "text/calendar; charset=utf-8"},
		{Method: get, Path: "/v1/roadmaps/{roadmap_id}", RPC: orchestratorv1.OrchestratorService_GetRoadmap_FullMethodName},
		{Method: get, Path: "/v1/roadmaps/{roadmap_id}/events", RPC: orchestratorv1.OrchestratorService_WatchRoadmap_FullMethodName, Stream: true},
		{Method: post, Path: "/v1/roadmaps/{roadmap_id}/approve", RPC: orchestratorv1.OrchestratorService_ApproveRoadmap_FullMethodName, Body: all},
		{Method: post, Path: "/v1/roadmaps/{roadmap_id}/answer", RPC: orchestratorv1.OrchestratorService_AnswerRoadmap_FullMethodName, Body: all},
		{Method: post, Path: "/v1/roadmaps/{roadmap_id}/change", RPC: orchestratorv1.OrchestratorService_ChangeRoadmap_FullMethodName, Body: all},
		{Method: get, Path: "/v1/agenda", RPC: orchestratorv1.OrchestratorService_ListAgenda_FullMethodName},
		{Method: get, Path: "/v1/calendars", RPC: orchestratorv1.OrchestratorService_ListCalendars_FullMethodName},
		{Method: get, Path: "/v1/preferences", RPC: orchestratorv1.OrchestratorService_GetPreferences_FullMethodName},
		{Method: post, Path: "/v1/preferences", RPC: orchestratorv1.OrchestratorService_SetPreferences_FullMethodName, Body: "preferences"},
		{Method: post, Path: "/v1/plans", RPC: orchestratorv1.OrchestratorService_ProposePlan_FullMethodName, Body: all},
		{Method: get, Path: "/v1/plans", RPC: orchestratorv1.OrchestratorService_ListPlans_FullMethodName},
		{Method: get, Path: "/v1/plans/events", RPC: orchestratorv1.OrchestratorService_WatchPlans_FullMethodName, Stream: true, Events: "event"},
		{Method: get, Path: "/v1/plans/templates", RPC: orchestratorv1.OrchestratorService_ListPlanTemplates_FullMethodName},
		{Method: get, Path: "/v1/plans/{plan_id}", RPC: orchestratorv1.OrchestratorService_GetPlan_FullMethodName},
		{Method: post, Path: "/v1/plans/{plan_id}/revise", RPC: orchestratorv1.OrchestratorService_RevisePlan_FullMethodName, Body: all},
		{Method: post, Path: "/v1/plans/{plan_id}/approve", RPC: orchestratorv1.OrchestratorService_ApprovePlan_FullMethodName, Body: all},
		{Method: post, Path: "/v1/plans/{plan_id}/reject", RPC: orchestratorv1.OrchestratorService_RejectPlan_FullMethodName, Body: all},
		{Method: post, Path: "/v1/plans/{plan_id}/reopen", RPC: orchestratorv1.OrchestratorService_ReopenPlan_FullMethodName, Body: all},
		{Method: post, Path: "/v1/plans/{plan_id}/cancel", RPC: orchestratorv1.OrchestratorService_CancelPlan_FullMethodName, Body: all, Bare: true},
		{Method: post, Path: "/v1/plans/{plan_id}/abandon", RPC: orchestratorv1.OrchestratorService_AbandonPlan_FullMethodName, Body: all},
		{Method: post, Path: "/v1/plans/{plan_id}/steps/{step_id}/approve", RPC: orchestratorv1.OrchestratorService_ApproveStep_FullMethodName, Body: all},
		{Method: post, Path: "/v1/plans/{plan_id}/steps/{step_id}/retry", RPC: orchestratorv1.OrchestratorService_RetryStep_FullMethodName, Body: all},
		{Method: post, Path: "/v1/plans/{plan_id}/steps/{step_id}/skip", RPC: orchestratorv1.OrchestratorService_SkipStep_FullMethodName, Body: all},
		{Method: post, Path: "/v1/plans/{plan_id}/steps/{step_id}/done", RPC: orchestratorv1.OrchestratorService_MarkDone_FullMethodName, Body: all},
		{Method: get, Path: "/v1/approvals", RPC: orchestratorv1.OrchestratorService_ListApprovals_FullMethodName},
		{Method: get, Path: "/v1/threads", RPC: orchestratorv1.OrchestratorService_ListThreads_FullMethodName},
		{Method: get, Path: "/v1/threads/{thread_id}", RPC: orchestratorv1.OrchestratorService_GetThread_FullMethodName},
		{Method: del, Path: "/v1/threads/{thread_id}", RPC: orchestratorv1.OrchestratorService_DeleteThread_FullMethodName},
		{Method: get, Path: "/v1/entries", RPC: orchestratorv1.OrchestratorService_ListEntries_FullMethodName},
		{Method: get, Path: "/v1/entries/{id}", RPC: orchestratorv1.OrchestratorService_GetEntry_FullMethodName},
		{Method: patch, Path: "/v1/entries/{id}", RPC: orchestratorv1.OrchestratorService_EditEntry_FullMethodName, Body: all},
		{Method: del, Path: "/v1/entries/{id}", RPC: orchestratorv1.OrchestratorService_RemoveEntry_FullMethodName},
		{Method: post, Path: "/v1/entries/{id}/restore", RPC: orchestratorv1.OrchestratorService_RestoreEntry_FullMethodName, Body: all, Bare: true},
		{Method: post, Path: "/v1/entries/import", RPC: orchestratorv1.OrchestratorService_ImportEntries_FullMethodName, Body: all, Stream: true, Lines: true},
		{Method: post, Path: "/v1/entries/reindex", RPC: orchestratorv1.OrchestratorService_ReindexEntries_FullMethodName, Body: all, Bare: true, Stream: true},
		{Method: get, Path: "/v1/trash", RPC: orchestratorv1.OrchestratorService_ListTrash_FullMethodName},
		{Method: get, Path: "/v1/tasks", RPC: orchestratorv1.OrchestratorService_ListTasks_FullMethodName},
		{Method: get, Path: "/v1/search", RPC: orchestratorv1.OrchestratorService_SearchEntries_FullMethodName},
	}
}
