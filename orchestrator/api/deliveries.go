package api

import (
	"context"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/webhook"
)

// ListWebhookDeliveries implements orchestratorv1.WebhooksServiceServer.
func (s *Server) ListWebhookDeliveries(ctx context.Context, req *orchestratorv1.ListWebhookDeliveriesRequest) (*orchestratorv1.ListWebhookDeliveriesResponse, error) {
	q := webhook.DeliveryQuery{Tenant: s.Caller(ctx).Tenant, Webhook: req.GetWebhookId(), Failed: req.GetFailed(), Most: int(req.GetPageSize())}
	if q.Most == 0 {
		q.Most = 50
	}
	_, err := paging.Cursor(req, func(cursor string) (err error) {
		q.Before, err = webhook.ParsePlace(cursor)
		return err
	})
	if err != nil {
		return nil, err
	}
	made, next, err := s.d.Webhooks.Deliveries(ctx, q)
	if err != nil {
		return nil, webhookFault(err, req.GetWebhookId())
	}
	out := &orchestratorv1.ListWebhookDeliveriesResponse{}
	for _, d := range made {
		out.Deliveries = append(out.Deliveries, toldDelivery(d))
	}
	if next != (webhook.Place{}) {
		out.NextPageToken = paging.Token(req, next.String())
	}
	return out, nil
}

// RedeliverWebhookEvent implements orchestratorv1.WebhooksServiceServer.
func (s *Server) RedeliverWebhookEvent(ctx context.Context, req *orchestratorv1.RedeliverWebhookEventRequest) (*orchestratorv1.RedeliverWebhookEventResponse, error) {
	by := s.Caller(ctx)
	d, err := s.d.Webhooks.Redeliver(ctx, s, by.Tenant, req.GetWebhookId(), req.GetEventId(), by.User)
	if err != nil {
		return nil, webhookFault(err, req.GetWebhookId())
	}
	return &orchestratorv1.RedeliverWebhookEventResponse{Delivery: toldDelivery(d)}, nil
}

// outcomes are the API's names of what has become of an event.
var outcomes = map[webhook.Outcome]orchestratorv1.WebhookDelivery_Outcome{
	webhook.Delivered: orchestratorv1.WebhookDelivery_OUTCOME_DELIVERED,
	webhook.Retried:   orchestratorv1.WebhookDelivery_OUTCOME_RETRY,
	webhook.GivenUp:   orchestratorv1.WebhookDelivery_OUTCOME_GIVEN_UP,
	webhook.Dropped:   orchestratorv1.WebhookDelivery_OUTCOME_DROPPED,
	webhook.Failed:    orchestratorv1.WebhookDelivery_OUTCOME_FAILED,
}

func toldDelivery(d webhook.Delivery) *orchestratorv1.WebhookDelivery {
	out := &orchestratorv1.WebhookDelivery{
		EventId: d.Event, Type: d.Kind, RunId: d.Run, Time: timestamppb.New(d.Time), Attempt: int32(d.Number), Outcome: outcomes[d.Outcome],
		StatusCode: int32(d.Status), Duration: durationpb.New(d.Took), Error: d.Reason, User: d.User,
		Response: d.Answer.Text, ResponseTruncated: d.Answer.More, ResponseBinary: d.Answer.Binary,
	}
	if !d.Retry.IsZero() {
		out.RetryTime = timestamppb.New(d.Retry)
	}
	return out
}
