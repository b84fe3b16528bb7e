package command

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) threadsCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "threads",
		Short: "List, show or forget conversations",
		Long: `A thread is a conversation Weft remembers, so a question can refer to earlier
ones. It starts with the first input that names it. Each conversation you start
with "weft" is a thread too.`,
		Example: `  weft ask --thread running "how far did I run in February?"
  weft ask --thread running "and in January?"
  weft threads ls
  weft threads show running
  weft threads rm running`,
	}, p.threadsListCommand(), p.threadsShowCommand(), p.threadsRemoveCommand())
}

func (p *program) threadsListCommand() *cobra.Command {
	var filter listFilter
	c := &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List threads, most recent first",
		Example: `  weft threads ls
  weft threads ls --since 7d --words invoice
  weft threads ls --limit 0 -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := filter.check(); err != nil {
				return err
			}
			return p.listThreads(cmd.Context(), filter)
		},
	}
	filter.register(c, "threads")
	return c
}

func (p *program) listThreads(ctx context.Context, filter listFilter) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	req := &orchestratorv1.ListThreadsRequest{User: filter.user, Labels: filter.labels, Words: filter.words, WithTotal: true}
	if req.Since, req.Until, err = filter.timeSpan(p); err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	all := &orchestratorv1.ListThreadsResponse{}
	all.NextPageToken, err = pages(filter.limit, pageSize, func(size int32, token string) (int, string, error) {
		req.PageSize, req.PageToken = size, token
		page, err := s.api().ListThreads(ctx, req)
		all.Threads = append(all.Threads, page.GetThreads()...)
		all.TotalSize, req.WithTotal = max(all.GetTotalSize(), page.GetTotalSize()), false
		return len(page.GetThreads()), page.GetNextPageToken(), err
	})
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(all)
	}
	var out strings.Builder
	for _, t := range all.GetThreads() {
		out.WriteString(render.ThreadLine(p.outStyle, t, zone))
	}
	p.tellTotal(len(all.GetThreads()), all.GetTotalSize(), "threads")
	return p.print(out.String())
}

// turnPage is how many turns are asked for at a time: each is read from its run.
const turnPage = 200

func (p *program) threadsShowCommand() *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use:   "show THREAD",
		Short: "Show what was said in a thread, oldest first",
		Long: `Shows a thread's latest turns, oldest first: what you wrote and what Weft
replied. When Weft removes an old run, the text of its turn goes too.`,
		Example: `  weft threads show running
  weft threads show running --limit 0
  weft threads show running -o json | jq -r .turns[].text`,
		Args: between(1, 1, "a thread"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 0 {
				return usage("--limit %d: use a positive number, or 0 for all", limit)
			}
			return p.showThread(cmd.Context(), args[0], limit)
		},
	}
	c.Flags().IntVar(&limit, "limit", 20, "show at most the last `n` turns; 0 shows all")
	return c
}

func (p *program) showThread(ctx context.Context, id string, limit int) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	all := &orchestratorv1.GetThreadResponse{}
	all.NextPageToken, err = pages(limit, turnPage, func(size int32, token string) (int, string, error) {
		page, err := s.api().GetThread(ctx, &orchestratorv1.GetThreadRequest{ThreadId: id, PageSize: size, PageToken: token})
		all.Thread, all.Turns = page.GetThread(), append(all.Turns, page.GetTurns()...)
		return len(page.GetTurns()), page.GetNextPageToken(), err
	})
	if err != nil {
		return err
	}
	slices.Reverse(all.Turns) // as they were said
	if p.flags.json() {
		return p.printJSON(all)
	}
	if all.GetNextPageToken() != "" {
		p.notice("earlier turns aren't shown; --limit 0 shows all")
	}
	return p.print(render.Turns(p.outStyle, all.GetTurns(), zone))
}

func (p *program) threadsRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "rm THREAD",
		Short:   "Forget a thread; its runs and notes stay",
		Example: `  weft threads rm running`,
		Args:    between(1, 1, "a thread"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			got, err := s.api().DeleteThread(cmd.Context(), &orchestratorv1.DeleteThreadRequest{ThreadId: args[0]})
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printJSON(got)
			}
			return p.print(args[0] + "  forgotten\n")
		},
	}
}
