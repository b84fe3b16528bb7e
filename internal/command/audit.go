package command

import (
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) auditCommand() *cobra.Command {
	var since time.Duration
	req := &orchestratorv1.ListAuditEventsRequest{PageSize: 1000}
	c := &cobra.Command{
		Use:   "audit",
		Short: "List who changed what, when, and with which credential",
		Long: `Lists calls of the API that changed something, oldest first, and answers that
were refused since the caller may not give them. It needs the scope operate.`,
		Example: `  weft audit
  weft audit --since 720h --user ann
  weft audit --run 01M83T9E6VY4AJ3PGTP1677Z84
  weft audit --method AnswerRun -o json | jq .`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if since <= 0 {
				return usage("--since %s: use a time such as 24h", since)
			}
			req.Since = timestamppb.New(time.Now().Add(-since))
			zone, err := p.zone()
			if err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			for {
				page, err := s.api().ListAuditEvents(cmd.Context(), req)
				if err != nil {
					return err
				}
				for _, e := range page.GetEvents() {
					if err := p.printMessage(e, func() string { return render.AuditEvent(p.outStyle, e, zone) }); err != nil {
						return err
					}
				}
				if req.PageToken = page.GetNextPageToken(); req.GetPageToken() == "" {
					return nil
				}
			}
		},
	}
	c.Flags().DurationVar(&since, "since", 24*time.Hour, "how far to look back: a `time` such as 48h")
	c.Flags().StringVar(&req.User, "user", "", "only what this `user` did")
	c.Flags().StringSliceVar(&req.Methods, "method", nil, "only calls of this `method` of the API, such as AnswerRun")
	c.Flags().StringVar(&req.RunId, "run", "", "only what was done to the run with this `id`")
	c.Flags().StringVar(&req.EntryId, "entry", "", "only what was done to the entry with this `id`")
	return c
}
