package api

import (
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/auth"
)

// scopes is which scope each method of the API needs. What answers a pause needs that of the
// pause, and a retry that of what was approved in the run, which may be auth.Approve.
var scopes = map[string]auth.Scope{
	orchestratorv1.OrchestratorService_GetRun_FullMethodName:            auth.Read,
	orchestratorv1.OrchestratorService_ListRuns_FullMethodName:          auth.Read,
	orchestratorv1.OrchestratorService_WatchRun_FullMethodName:          auth.Read,
	orchestratorv1.OrchestratorService_WatchRuns_FullMethodName:         auth.Read,
	orchestratorv1.OrchestratorService_ListPauses_FullMethodName:        auth.Read,
	orchestratorv1.OrchestratorService_WatchPauses_FullMethodName:       auth.Read,
	orchestratorv1.OrchestratorService_ListEntries_FullMethodName:       auth.Read,
	orchestratorv1.OrchestratorService_GetEntry_FullMethodName:          auth.Read,
	orchestratorv1.OrchestratorService_ListTrash_FullMethodName:         auth.Read,
	orchestratorv1.OrchestratorService_ListTasks_FullMethodName:         auth.Read,
	orchestratorv1.OrchestratorService_SearchEntries_FullMethodName:     auth.Read,
	orchestratorv1.OrchestratorService_ExplainInput_FullMethodName:      auth.Read,
	orchestratorv1.OrchestratorService_ListThreads_FullMethodName:       auth.Read,
	orchestratorv1.OrchestratorService_GetThread_FullMethodName:         auth.Read,
	orchestratorv1.OrchestratorService_GetContext_FullMethodName:        auth.Read,
	orchestratorv1.OrchestratorService_ListTools_FullMethodName:         auth.Read,
	orchestratorv1.OrchestratorService_DryRunTool_FullMethodName:        auth.Read,
	orchestratorv1.OrchestratorService_GetPlan_FullMethodName:           auth.Read,
	orchestratorv1.OrchestratorService_ListPlans_FullMethodName:         auth.Read,
	orchestratorv1.OrchestratorService_ListPlanTemplates_FullMethodName: auth.Read,
	orchestratorv1.OrchestratorService_WatchPlans_FullMethodName:        auth.Read,
	orchestratorv1.OrchestratorService_ListApprovals_FullMethodName:     auth.Read,
	orchestratorv1.OrchestratorService_GetRoadmap_FullMethodName:        auth.Read,
	orchestratorv1.OrchestratorService_ListRoadmaps_FullMethodName:      auth.Read,
	orchestratorv1.OrchestratorService_WatchRoadmap_FullMethodName:      auth.Read,
	orchestratorv1.OrchestratorService_ListAgenda_FullMethodName:        auth.Read,
	orchestratorv1.OrchestratorService_ListCalendars_FullMethodName:     auth.Read,
	orchestratorv1.OrchestratorService_GetPreferences_FullMethodName:    auth.Read,

	orchestratorv1.OrchestratorService_SubmitInput_FullMethodName:    auth.Write,
	orchestratorv1.OrchestratorService_StartRun_FullMethodName:       auth.Write,
	orchestratorv1.OrchestratorService_ProcessInput_FullMethodName:   auth.Write,
	orchestratorv1.OrchestratorService_AnswerRun_FullMethodName:      auth.Write,
	orchestratorv1.OrchestratorService_CancelRun_FullMethodName:      auth.Write,
	orchestratorv1.OrchestratorService_RetryRun_FullMethodName:       auth.Write,
	orchestratorv1.OrchestratorService_RetryRuns_FullMethodName:      auth.Write,
	orchestratorv1.OrchestratorService_ForkRun_FullMethodName:        auth.Write,
	orchestratorv1.OrchestratorService_RemoveEntry_FullMethodName:    auth.Write,
	orchestratorv1.OrchestratorService_EditEntry_FullMethodName:      auth.Write,
	orchestratorv1.OrchestratorService_RestoreEntry_FullMethodName:   auth.Write,
	orchestratorv1.OrchestratorService_ImportEntries_FullMethodName:  auth.Write,
	orchestratorv1.OrchestratorService_DeleteThread_FullMethodName:   auth.Write,
	orchestratorv1.OrchestratorService_Reflect_FullMethodName:        auth.Write,
	orchestratorv1.OrchestratorService_ProposePlan_FullMethodName:    auth.Write,
	orchestratorv1.OrchestratorService_CancelPlan_FullMethodName:     auth.Write,
	orchestratorv1.OrchestratorService_RevisePlan_FullMethodName:     auth.Write,
	orchestratorv1.OrchestratorService_ReopenPlan_FullMethodName:     auth.Write,
	orchestratorv1.OrchestratorService_SkipStep_FullMethodName:       auth.Write,
	orchestratorv1.OrchestratorService_MarkDone_FullMethodName:       auth.Write,
	orchestratorv1.OrchestratorService_AbandonPlan_FullMethodName:    auth.Write,
	orchestratorv1.OrchestratorService_ProposeRoadmap_FullMethodName: auth.Write,
	orchestratorv1.OrchestratorService_AnswerRoadmap_FullMethodName:  auth.Write,
	orchestratorv1.OrchestratorService_ChangeRoadmap_FullMethodName:  auth.Write,
	orchestratorv1.OrchestratorService_SetPreferences_FullMethodName: auth.Write,

	orchestratorv1.OrchestratorService_ApprovePlan_FullMethodName:    auth.Approve,
	orchestratorv1.OrchestratorService_ApproveRoadmap_FullMethodName: auth.Approve,
	orchestratorv1.OrchestratorService_RejectPlan_FullMethodName:     auth.Approve,
	orchestratorv1.OrchestratorService_ApproveStep_FullMethodName:    auth.Approve,
	orchestratorv1.OrchestratorService_RetryStep_FullMethodName:      auth.Approve,

	orchestratorv1.OrchestratorService_GetCalendarFeed_FullMethodName: auth.Calendar,

	orchestratorv1.OrchestratorService_ListAuditEvents_FullMethodName: auth.Operate,
	orchestratorv1.OrchestratorService_CreateWebhook_FullMethodName:   auth.Operate,
	orchestratorv1.OrchestratorService_ListWebhooks_FullMethodName:    auth.Operate,
	orchestratorv1.OrchestratorService_DeleteWebhook_FullMethodName:   auth.Operate,
	orchestratorv1.OrchestratorService_TestWebhook_FullMethodName:     auth.Operate,
	orchestratorv1.OrchestratorService_TrustTool_FullMethodName:       auth.Operate,
	orchestratorv1.OrchestratorService_UntrustTool_FullMethodName:     auth.Operate,
	orchestratorv1.OrchestratorService_VerifyRuns_FullMethodName:      auth.Operate,
	orchestratorv1.OrchestratorService_ReindexEntries_FullMethodName:  auth.Operate,
}

// ScopesOf returns the scopes of which a caller of a method of the API needs one, none if
// it is no method of this API.
func ScopesOf(method string) []auth.Scope {
	s, ok := scopes[method]
	if !ok {
		return nil
	}
	switch method {
	case orchestratorv1.OrchestratorService_AnswerRun_FullMethodName,
		orchestratorv1.OrchestratorService_RevisePlan_FullMethodName,
		orchestratorv1.OrchestratorService_SkipStep_FullMethodName,
		orchestratorv1.OrchestratorService_MarkDone_FullMethodName,
		orchestratorv1.OrchestratorService_AbandonPlan_FullMethodName,
		orchestratorv1.OrchestratorService_AnswerRoadmap_FullMethodName,
		orchestratorv1.OrchestratorService_RetryRun_FullMethodName,
		orchestratorv1.OrchestratorService_RetryRuns_FullMethodName:
		return []auth.Scope{s, auth.Approve}
	}
	return []auth.Scope{s}
}
