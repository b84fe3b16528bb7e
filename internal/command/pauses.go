package command

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) pausesCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "pauses",
		Short: "List what runs are waiting for, or watch it",
		Long: `A run that needs something from a person pauses: with a question, a choice, a
form or an approval. A run can have several pauses at a time.`,
		Example: `  weft pauses ls
  weft pauses ls --mine --soonest
  weft pauses watch --mine
  weft answer last yes`,
	}, p.pausesListCommand(), p.pausesWatchCommand())
}

func (p *program) pausesListCommand() *cobra.Command {
	req := &orchestratorv1.ListPausesRequest{}
	var limit int
	var kind, run string
	var soonest bool
	c := &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List open pauses with how to answer them, the oldest first",
		Long: `Lists the open pauses of all runs, and how to answer each.
` + runArg,
		Example: `  weft pauses ls
  weft pauses ls --mine --kind approval
  weft pauses ls --run last -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if limit < 0 {
				return usage("--limit %d: use a positive number, or 0 for all", limit)
			}
			if req.Kind, err = parsePauseKind(kind); err != nil {
				return err
			}
			if soonest {
				req.Order = orchestratorv1.ListPausesRequest_ORDER_EXPIRY
			}
			return p.listPauses(cmd.Context(), req, run, limit)
		},
	}
	c.Flags().IntVar(&limit, "limit", 50, "list at most `n` pauses; 0 lists all")
	c.Flags().BoolVar(&soonest, "soonest", false, "list the soonest to expire first")
	c.Flags().StringVar(&run, "run", "", "only pauses of this `run`")
	complete(c, "run", "last")
	pauseFilter(c, &req.Mine, &kind, &req.Graph)
	return c
}

// pauseFilter adds the flags that say which pauses are of interest.
func pauseFilter(c *cobra.Command, mine *bool, kind, graph *string) {
	c.Flags().BoolVar(mine, "mine", false, "only pauses that you may answer")
	c.Flags().StringVar(kind, "kind", "", "only pauses of this `kind`: "+strings.Join(pauseKinds(), ", "))
	c.Flags().StringVar(graph, "graph", "", "only pauses of runs of this `graph`")
	complete(c, "kind", pauseKinds()...)
	complete(c, "graph")
}

// parsePauseKind reads a word for a kind of pauses; "" is all of them.
func parsePauseKind(word string) (commonv1.PauseKind, error) {
	if word == "" {
		return commonv1.PauseKind_PAUSE_KIND_UNSPECIFIED, nil
	}
	i := slices.Index(pauseKinds(), strings.ToLower(word))
	if i < 0 {
		return 0, usage("--kind %q: use %s", word, strings.Join(pauseKinds(), ", "))
	}
	return commonv1.PauseKind(i + 1), nil
}

// pauseKinds returns the words for kinds of pauses.
func pauseKinds() []string {
	var words []string
	for n := 1; n < len(commonv1.PauseKind_name); n++ {
		words = append(words, render.PauseKind(commonv1.PauseKind(n)))
	}
	return words
}

func (p *program) listPauses(ctx context.Context, req *orchestratorv1.ListPausesRequest, run string, limit int) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	if run != "" {
		if req.RunId, err = findRun(ctx, s.api(), run, orchestratorv1.RunReport_WAITING); err != nil {
			return err
		}
	}
	all := &orchestratorv1.ListPausesResponse{}
	all.NextPageToken, err = pages(limit, pageSize, func(size int32, token string) (int, string, error) {
		req.PageSize, req.PageToken = size, token
		page, err := s.api().ListPauses(ctx, req)
		all.Pauses = append(all.Pauses, page.GetPauses()...)
		return len(page.GetPauses()), page.GetNextPageToken(), err
	})
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(all)
	}
	var out strings.Builder
	for i, pause := range all.GetPauses() {
		if i > 0 {
			out.WriteString("\n")
		}
		out.WriteString(render.Pause(p.outStyle, pause, zone))
	}
	if len(all.GetPauses()) == 0 {
		p.notice("nothing waits for an answer")
	}
	return p.print(out.String())
}
