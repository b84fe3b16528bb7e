package command

import (
	"context"
	"slices"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

// allEvents is the word for events of all types.
const allEvents = "all"

func (p *program) webhooksUpdateCommand() *cobra.Command {
	req := &orchestratorv1.UpdateWebhookRequest{}
	var on []string
	var url, description string
	c := &cobra.Command{
		Use:   "update ID",
		Short: "Change the URL, the events, the graphs or the description of a webhook",
		Long: `Changes what the flags name; all else stays, the secret too. Events that wait to
be tried again go to the new URL.`,
		Example: `  weft webhooks update 01M83T9E6VY4AJ3PGTP1677Z84 --url https://example.org/new
  weft webhooks update 01M83T9E6VY4AJ3PGTP1677Z84 --on waiting,ended --graph payments
  weft webhooks update 01M83T9E6VY4AJ3PGTP1677Z84 --on all --all-graphs`,
		Args: between(1, 1, "the ID of a webhook"),
		RunE: func(cmd *cobra.Command, args []string) error {
			req.WebhookId = args[0]
			if slices.Contains(on, allEvents) {
				on, req.AllEvents = nil, true
			}
			req.Events = namesOfEvents(on)
			if cmd.Flags().Changed("url") {
				req.Url = &url
			}
			if cmd.Flags().Changed("description") {
				req.Description = &description
			}
			if cmd.Flags().NFlag() == 0 || proto.Equal(req, &orchestratorv1.UpdateWebhookRequest{WebhookId: args[0]}) {
				return usage("nothing to change: name --url, --on, --graph, --all-graphs or --description")
			}
			return p.updateWebhook(cmd.Context(), req)
		},
	}
	c.Flags().StringVar(&url, "url", "", "where events are sent from now on, a `URL`")
	c.Flags().StringSliceVar(&on, "on", nil, "which events to send from now on, any of: `started,waiting,ended`, or all")
	c.Flags().StringSliceVar(&req.Graphs, "graph", nil, "only events of runs of the graph with this `name`; repeatable")
	c.Flags().BoolVar(&req.AllGraphs, "all-graphs", false, "events of runs of all graphs")
	c.Flags().StringVar(&description, "description", "", "what the webhook is for, a `text`")
	c.MarkFlagsMutuallyExclusive("graph", "all-graphs")
	complete(c, "url")
	complete(c, "on", "started", "waiting", "ended", allEvents)
	complete(c, "graph")
	complete(c, "description")
	return c
}

// webhooksSwitchCommand is the command that enables a webhook, or the one that disables it.
func (p *program) webhooksSwitchCommand(enabled bool) *cobra.Command {
	c := &cobra.Command{
		Use:   "disable ID",
		Short: "Disable a webhook: it is sent nothing until it is enabled again",
		Long: `Disables a webhook. What it has not been sent is dropped, and so are the events
that happen until it is enabled again.`,
		Example: `  weft webhooks disable 01M83T9E6VY4AJ3PGTP1677Z84`,
	}
	if enabled {
		c.Use, c.Short = "enable ID", "Enable a webhook again: it is sent what happens from now on"
		c.Long = `Enables a webhook again that somebody has disabled, or whose receiver has
answered 410 Gone. Events from now on are sent.`
		c.Example = `  weft webhooks enable 01M83T9E6VY4AJ3PGTP1677Z84`
	}
	c.Args = between(1, 1, "the ID of a webhook")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		return p.updateWebhook(cmd.Context(), &orchestratorv1.UpdateWebhookRequest{WebhookId: args[0], Enabled: &enabled})
	}
	return c
}

// updateWebhook changes a webhook and prints how it stands then.
func (p *program) updateWebhook(ctx context.Context, req *orchestratorv1.UpdateWebhookRequest) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	changed, err := s.api().UpdateWebhook(ctx, req)
	if err != nil {
		return err
	}
	return p.printMessage(changed, func() string { return render.Webhook(p.outStyle, changed.GetWebhook(), zone) })
}
