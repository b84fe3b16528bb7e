package api

import (
	"context"
	"errors"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/webhook"
)

// CreateWebhook implements orchestratorv1.WebhooksServiceServer.
func (s *Server) CreateWebhook(ctx context.Context, req *orchestratorv1.CreateWebhookRequest) (*orchestratorv1.CreateWebhookResponse, error) {
	by := s.Caller(ctx)
	w, err := s.d.Webhooks.Create(ctx, webhook.Webhook{
		Tenant: by.Tenant, User: by.User, URL: req.GetUrl(),
		Events: req.GetEvents(), Graphs: req.GetGraphs(), Description: req.GetDescription(),
	}, req.GetRequestId())
	if err != nil {
		return nil, webhookFault(err, "")
	}
	return &orchestratorv1.CreateWebhookResponse{Webhook: toldWebhook(webhook.Listed{Webhook: w}), Secret: webhook.SecretText(w.Secret)}, nil
}

// ListWebhooks implements orchestratorv1.WebhooksServiceServer.
func (s *Server) ListWebhooks(ctx context.Context, _ *orchestratorv1.ListWebhooksRequest) (*orchestratorv1.ListWebhooksResponse, error) {
	all, err := s.d.Webhooks.List(ctx, s.Caller(ctx).Tenant)
	if err != nil {
		return nil, webhookFault(err, "")
	}
	out := &orchestratorv1.ListWebhooksResponse{}
	for _, w := range all {
		out.Webhooks = append(out.Webhooks, toldWebhook(w))
	}
	return out, nil
}

// UpdateWebhook implements orchestratorv1.WebhooksServiceServer.
func (s *Server) UpdateWebhook(ctx context.Context, req *orchestratorv1.UpdateWebhookRequest) (*orchestratorv1.UpdateWebhookResponse, error) {
	by := s.Caller(ctx)
	change := webhook.Change{URL: req.Url, Description: req.Description, Enabled: req.Enabled, User: by.User}
	for _, list := range []struct {
		field string
		names []string
		all   bool
		to    **[]string
	}{
		{"events", req.GetEvents(), req.GetAllEvents(), &change.Events},
		{"graphs", req.GetGraphs(), req.GetAllGraphs(), &change.Graphs},
	} {
		switch {
		case list.all && len(list.names) > 0:
			return nil, fault.Invalid(list.field, "can't be set together with all_%s", list.field)
		case list.all || len(list.names) > 0:
			*list.to = &list.names
		}
	}
	if change == (webhook.Change{User: by.User}) {
		return nil, fault.Invalid("url", "nothing to change: set url, events, all_events, graphs, all_graphs, description or enabled")
	}
	w, err := s.d.Webhooks.Update(ctx, by.Tenant, req.GetWebhookId(), change)
	if err != nil {
		return nil, webhookFault(err, req.GetWebhookId())
	}
	return &orchestratorv1.UpdateWebhookResponse{Webhook: toldWebhook(w)}, nil
}

// DeleteWebhook implements orchestratorv1.WebhooksServiceServer.
func (s *Server) DeleteWebhook(ctx context.Context, req *orchestratorv1.DeleteWebhookRequest) (*orchestratorv1.DeleteWebhookResponse, error) {
	if err := s.d.Webhooks.Delete(ctx, s.Caller(ctx).Tenant, req.GetWebhookId()); err != nil {
		return nil, webhookFault(err, req.GetWebhookId())
	}
	return &orchestratorv1.DeleteWebhookResponse{}, nil
}

// TestWebhook implements orchestratorv1.WebhooksServiceServer.
func (s *Server) TestWebhook(ctx context.Context, req *orchestratorv1.TestWebhookRequest) (*orchestratorv1.TestWebhookResponse, error) {
	t, err := s.d.Webhooks.Test(ctx, s.Caller(ctx).Tenant, req.GetWebhookId())
	if err != nil {
		return nil, webhookFault(err, req.GetWebhookId())
	}
	return &orchestratorv1.TestWebhookResponse{
		EventId: t.EventID, StatusCode: int32(t.Status), Duration: durationpb.New(t.Took), Error: t.Failed,
	}, nil
}

func toldWebhook(w webhook.Listed) *orchestratorv1.Webhook {
	out := &orchestratorv1.Webhook{
		Id: w.ID, Url: w.URL, Events: w.Events, Graphs: w.Graphs, Description: w.Description, User: w.User,
		CreateTime: timestamppb.New(w.Created), Pending: int64(w.Pending), GivenUp: w.GivenUp,
	}
	if !w.Disabled.IsZero() {
		out.DisableTime, out.DisableUser = timestamppb.New(w.Disabled), w.DisabledBy
	}
	if !w.Success.IsZero() {
		out.LastSuccessTime = timestamppb.New(w.Success)
	}
	if f := w.Failure; !f.Time.IsZero() {
		out.LastFailure = &orchestratorv1.WebhookFailure{Time: timestamppb.New(f.Time), StatusCode: int32(f.Status), Reason: f.Reason}
	}
	return out
}

// webhookFault says what went wrong with a webhook in terms of the API.
func webhookFault(err error, id string) error {
	if wrong, ok := errors.AsType[*webhook.URLError](err); ok {
		return fault.Invalid("url", "%s", wrong.Why)
	}
	switch {
	case errors.Is(err, webhook.ErrNotFound):
		return fault.Wrap(err, codes.NotFound, fault.WebhookNotFound,
			"there is no webhook %q; \"weft webhooks ls\" lists them", id).With("webhook_id", id)
	case errors.Is(err, webhook.ErrMost):
		return fault.Wrap(err, codes.ResourceExhausted, fault.LimitExceeded,
			"there are %d webhooks already, which is the most a tenant may have; delete one", webhook.Most)
	case errors.Is(err, webhook.ErrReused):
		return fault.Wrap(err, codes.AlreadyExists, fault.RequestIDReused,
			"this request_id was already used for another webhook; use a new one")
	case errors.Is(err, webhook.ErrDisabled):
		return fault.Wrap(err, codes.FailedPrecondition, fault.WebhookDisabled,
			"webhook %q is disabled, so nothing is sent to it; enable it first: \"weft webhooks enable %s\"", id, id).With("webhook_id", id)
	case errors.Is(err, webhook.ErrEventNotFound):
		return fault.Wrap(err, codes.NotFound, fault.WebhookEventNotFound,
			"webhook %q has no such event among its last %d attempts of seven days, or the event's run was removed; \"weft webhooks deliveries %s\" lists them",
			id, webhook.MostDeliveries, id).With("webhook_id", id)
	}
	return RunFault(err, "")
}

// Status implements webhook.Runs.
func (s *Server) Status(c runlog.Change) orchestratorv1.RunReport_Status {
	return statusOf(c.Status, c.Disposition)
}

// PausesAt implements webhook.Runs.
func (s *Server) PausesAt(ctx context.Context, k runlog.Key, sequence int64) ([]*orchestratorv1.Pause, error) {
	events, _, err := s.d.RunLog.Load(ctx, k)
	if errors.Is(err, runlog.ErrNotFound) || errors.Is(err, graph.ErrLog) {
		return nil, nil // removed, or damaged: VerifyRuns tells of it
	}
	if err != nil {
		return nil, err
	}
	pauses := s.pausesOf(events[:min(max(sequence, 1), int64(len(events)))], auth.Principal{})
	for _, p := range pauses {
		p.Mine = false // it is told to nobody who calls
	}
	return pauses, nil
}
