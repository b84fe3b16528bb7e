package command

import (
	"context"
	"strings"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) webhooksCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "webhooks",
		Short: "Have a backend told when runs begin, wait or end",
		Long: `A webhook is a URL that Weft sends a signed request to when a run begins, waits
for somebody or ends. A running server sends them (weft up); one that is not
answered with success is tried again for 24 hours. These commands need the scope
operate.`,
		Example: `  weft webhooks add https://example.org/hooks --on waiting,ended
  weft webhooks test 01M83T9E6VY4AJ3PGTP1677Z84
  weft webhooks ls
  weft webhooks rm 01M83T9E6VY4AJ3PGTP1677Z84`,
	}, p.webhooksAddCommand(), p.webhooksListCommand(), p.webhooksUpdateCommand(), p.webhooksSwitchCommand(true),
		p.webhooksSwitchCommand(false), p.webhooksDeliveriesCommand(), p.webhooksRedeliverCommand(), p.webhooksRemoveCommand(), p.webhooksTestCommand())
}

// eventPrefix is what the types of events of runs begin with; the command line leaves it
// out.
const eventPrefix = "run."

// namesOfEvents returns the API's names of types of events.
func namesOfEvents(on []string) (out []string) {
	for _, event := range on {
		out = append(out, eventPrefix+strings.TrimPrefix(event, eventPrefix))
	}
	return out
}

func (p *program) webhooksAddCommand() *cobra.Command {
	req := &orchestratorv1.CreateWebhookRequest{}
	var on []string
	c := &cobra.Command{
		Use:   "add URL",
		Short: "Add a webhook and print its secret",
		Long: `Adds a webhook and prints the secret that its requests are signed with. Copy it
now: it is not shown again. The receiver needs it to check where a request comes
from.`,
		Example: `  weft webhooks add https://example.org/hooks > secret
  weft webhooks add https://example.org/hooks --on waiting,ended --graph payments
  weft webhooks add https://example.org/hooks --description "desk of the bank" -o json`,
		Args: between(1, 1, "a URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			req.Url, req.RequestId = args[0], ulid.Make().String()
			req.Events = namesOfEvents(on)
			return p.addWebhook(cmd.Context(), req)
		},
	}
	c.Flags().StringSliceVar(&on, "on", nil, "which events to send, any of: `started,waiting,ended` (default: all)")
	c.Flags().StringSliceVar(&req.Graphs, "graph", nil, "only events of runs of the graph with this `name`; repeatable")
	c.Flags().StringVar(&req.Description, "description", "", "what the webhook is for, a `text`")
	complete(c, "on", "started", "waiting", "ended")
	complete(c, "graph")
	complete(c, "description")
	return c
}

func (p *program) addWebhook(ctx context.Context, req *orchestratorv1.CreateWebhookRequest) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	made, err := s.api().CreateWebhook(ctx, req)
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(made)
	}
	if s.inProcess() {
		p.notice("note: events are sent while a server runs on this vault: weft up")
	}
	p.notice("webhook %s. Copy its secret now, it won't be shown again:", made.GetWebhook().GetId())
	return p.print(made.GetSecret() + "\n")
}

func (p *program) webhooksListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List webhooks, oldest first, and how their deliveries fare",
		Example: `  weft webhooks ls
  weft webhooks ls -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			zone, err := p.zone()
			if err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			all, err := s.api().ListWebhooks(cmd.Context(), &orchestratorv1.ListWebhooksRequest{})
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printJSON(all)
			}
			var out strings.Builder
			for _, w := range all.GetWebhooks() {
				out.WriteString(render.Webhook(p.outStyle, w, zone))
			}
			if len(all.GetWebhooks()) == 0 {
				p.notice("no webhooks")
			}
			return p.print(out.String())
		},
	}
}

func (p *program) webhooksRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "rm ID",
		Short:   "Remove a webhook, with the events it has not been sent",
		Example: `  weft webhooks rm 01M83T9E6VY4AJ3PGTP1677Z84`,
		Args:    between(1, 1, "the ID of a webhook"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			gone, err := s.api().DeleteWebhook(cmd.Context(), &orchestratorv1.DeleteWebhookRequest{WebhookId: args[0]})
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printJSON(gone)
			}
			p.notice("%s is removed", args[0])
			return nil
		},
	}
}

func (p *program) webhooksTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "test ID",
		Short: "Send a test event now and show what came of it",
		Long: `Sends an event of type webhook.test once and shows what the receiver answered.
The exit code is 1 if it wasn't delivered.`,
		Example: `  weft webhooks test 01M83T9E6VY4AJ3PGTP1677Z84`,
		Args:    between(1, 1, "the ID of a webhook"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			tried, err := s.api().TestWebhook(cmd.Context(), &orchestratorv1.TestWebhookRequest{WebhookId: args[0]})
			if err != nil {
				return err
			}
			if err := p.printMessage(tried, func() string { return render.WebhookTest(p.outStyle, tried) }); err != nil {
				return err
			}
			if tried.GetError() != "" {
				return exitError{exitFailed} // it is printed what came of it
			}
			return nil
		},
	}
}
