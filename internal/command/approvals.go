package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) approvalsCommand() *cobra.Command {
	req := &orchestratorv1.ListApprovalsRequest{}
	var limit int
	c := &cobra.Command{
		Use:   "approvals",
		Short: "List what plans wait for from people, the oldest first",
		Long: `Lists what plans wait for: that one is approved, or a call of a step, that
somebody does a step, or says how to go on. With each stands what to type.`,
		Example: `  weft approvals
  weft approvals --mine
  weft approvals --mine -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 0 {
				return usage("--limit %d: use a positive number, or 0 for all", limit)
			}
			return p.listApprovals(cmd.Context(), req, limit)
		},
	}
	c.Flags().BoolVar(&req.Mine, "mine", false, "only what you may answer")
	c.Flags().IntVar(&limit, "limit", 50, "list at most `n`; 0 lists all")
	return c
}

func (p *program) listApprovals(ctx context.Context, req *orchestratorv1.ListApprovalsRequest, limit int) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	all := &orchestratorv1.ListApprovalsResponse{}
	all.NextPageToken, err = pages(limit, planPageSize, func(size int32, token string) (int, string, error) {
		req.PageSize, req.PageToken = size, token
		page, err := s.api().ListApprovals(ctx, req)
		all.Waits = append(all.Waits, page.GetWaits()...)
		return len(page.GetWaits()), page.GetNextPageToken(), err
	})
	switch {
	case err != nil:
		return err
	case p.flags.json():
		return p.printJSON(all)
	case len(all.GetWaits()) == 0:
		p.notice("no plan waits for %s", map[bool]string{true: "you", false: "anybody"}[req.GetMine()])
	}
	var out strings.Builder
	for i, w := range all.GetWaits() {
		if i > 0 {
			out.WriteString("\n")
		}
		out.WriteString(render.PlanWait(p.outStyle, w, zone))
	}
	return p.print(out.String())
}
