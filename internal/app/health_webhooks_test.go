package app

import (
	"context"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// webhookCalls are calls of the API that are about webhooks, by method.
func webhookCalls(api client) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"CreateWebhook": func(ctx context.Context) error {
			_, err := api.CreateWebhook(ctx, &orchestratorv1.CreateWebhookRequest{Url: "https://example.org/"})
			return err
		},
		"ListWebhooks": func(ctx context.Context) error {
			_, err := api.ListWebhooks(ctx, &orchestratorv1.ListWebhooksRequest{})
			return err
		},
		"UpdateWebhook": func(ctx context.Context) error {
			_, err := api.UpdateWebhook(ctx, &orchestratorv1.UpdateWebhookRequest{WebhookId: "a", AllEvents: true})
			return err
		},
		"ListWebhookDeliveries": func(ctx context.Context) error {
			_, err := api.ListWebhookDeliveries(ctx, &orchestratorv1.ListWebhookDeliveriesRequest{WebhookId: "a"})
			return err
		},
		"RedeliverWebhookEvent": func(ctx context.Context) error {
			_, err := api.RedeliverWebhookEvent(ctx, &orchestratorv1.RedeliverWebhookEventRequest{WebhookId: "a", EventId: "msg_0"})
			return err
		},
		"DeleteWebhook": func(ctx context.Context) error {
			_, err := api.DeleteWebhook(ctx, &orchestratorv1.DeleteWebhookRequest{WebhookId: "a"})
			return err
		},
		"TestWebhook": func(ctx context.Context) error {
			_, err := api.TestWebhook(ctx, &orchestratorv1.TestWebhookRequest{WebhookId: "a"})
			return err
		},
	}
}
