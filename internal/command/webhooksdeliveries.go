package command

import (
	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) webhooksDeliveriesCommand() *cobra.Command {
	req := &orchestratorv1.ListWebhookDeliveriesRequest{}
	most := 20
	c := &cobra.Command{
		Use:   "deliveries ID",
		Short: "List what was sent to a webhook, newest first, and what came of it",
		Long: `Lists the latest attempts to deliver events to a webhook, newest first, with what
the receiver answered and when an event is tried again. The last 1000 attempts
are kept, for seven days.`,
		Example: `  weft webhooks deliveries 01M83T9E6VY4AJ3PGTP1677Z84
  weft webhooks deliveries 01M83T9E6VY4AJ3PGTP1677Z84 --failed -n 100
  weft webhooks deliveries 01M83T9E6VY4AJ3PGTP1677Z84 -o json | jq .`,
		Args: between(1, 1, "the ID of a webhook"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if most < 1 || most > 1000 {
				return usage("-n %d: use a number from 1 to 1000", most)
			}
			zone, err := p.zone()
			if err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			req.WebhookId, req.PageSize = args[0], int32(most)
			made, err := s.api().ListWebhookDeliveries(cmd.Context(), req)
			if err != nil {
				return err
			}
			for _, d := range made.GetDeliveries() {
				if err := p.printMessage(d, func() string { return render.WebhookDelivery(p.outStyle, d, zone) }); err != nil {
					return err
				}
			}
			if len(made.GetDeliveries()) == 0 && !p.flags.json() {
				p.notice("no deliveries")
			}
			return nil
		},
	}
	c.Flags().BoolVar(&req.Failed, "failed", false, "only attempts that failed")
	c.Flags().IntVarP(&most, "limit", "n", most, "how many to list, 1000 at most")
	return c
}

func (p *program) webhooksRedeliverCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "redeliver ID EVENT",
		Short: "Send an event again now and show what came of it",
		Long: `Sends an event again that "weft webhooks deliveries" lists, once, with the same
id and the same body, also if it was delivered or given up. The exit code is 1 if
it wasn't delivered.`,
		Example: `  weft webhooks redeliver 01M83T9E6VY4AJ3PGTP1677Z84 msg_5f0c21a9be745f0c21a9be745f0c21a9`,
		Args:    between(2, 2, "the ID of a webhook and the ID of an event"),
		RunE: func(cmd *cobra.Command, args []string) error {
			zone, err := p.zone()
			if err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			sent, err := s.api().RedeliverWebhookEvent(cmd.Context(), &orchestratorv1.RedeliverWebhookEventRequest{WebhookId: args[0], EventId: args[1]})
			if err != nil {
				return err
			}
			if err := p.printMessage(sent, func() string { return render.WebhookDelivery(p.outStyle, sent.GetDelivery(), zone) }); err != nil {
				return err
			}
			if sent.GetDelivery().GetError() != "" {
				return exitError{exitFailed} // it is printed what came of it
			}
			return nil
		},
	}
}
