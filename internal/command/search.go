package command

import (
	"context"

	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/notes"
)

func (p *program) searchCommand() *cobra.Command {
	var batch, from, to string
	var limit int32
	var all bool
	c := &cobra.Command{
		Use:   "search TEXT…",
		Short: "Search your notes for words or an answer",
		Long: `Lists the entries that match words or a question, best first. Words match by
stem, with or without accents, in a note's text and in its parsed data; synonyms
count for less. Time expressions such as "last week" favour those days but
exclude nothing.

To be strict, put "words in quotes" to match a phrase, use --all to require
every word, and --from and --to to limit the days. If nothing matches, the
closest entries are listed and Weft says so. Misspelt words are not corrected.`,
		Example: `  weft search bench press last month
  weft search what did the binoculars cost
  weft search '"slept badly"' --limit 5
  weft search sleep stress --all --from 2026-01-01
  weft search --batch queries.jsonl --limit 10`,
		RunE: func(cmd *cobra.Command, args []string) error {
			days, err := dateRange(from, to)
			if err != nil {
				return err
			}
			if limit < 0 || limit > 1000 {
				return usage("--limit %d: use 1 to 1000", limit)
			}
			req := &orchestratorv1.SearchEntriesRequest{DateRange: days, Limit: limit, MatchAll: all}
			if batch != "" {
				return p.searchBatch(cmd.Context(), req, args, batch)
			}
			if len(args) == 0 {
				return usage("what should Weft search for? Use weft search TEXT, or weft search --batch FILE")
			}
			return p.search(cmd.Context(), req, args)
		},
	}
	c.Flags().Int32Var(&limit, "limit", 20, "list at most `n` entries, up to 1000")
	c.Flags().BoolVar(&all, "all", false, "require every word, not just any")
	rangeFlags(c, &from, &to)
	batchFlag(c, &batch)
	return c
}

func (p *program) search(ctx context.Context, req *orchestratorv1.SearchEntriesRequest, args []string) error {
	var err error
	if req.Text, err = p.text(args); err != nil {
		return err
	}
	if req.Now, err = p.now(); err != nil {
		return err
	}
	req.TimeZone = p.flags.zone
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	found, err := s.api().SearchEntries(ctx, req)
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(found)
	}
	if err := p.print(render.Hits(p.outStyle, found)); err != nil {
		return err
	}
	p.notice("%s", render.Found(found))
	for _, w := range found.GetWarnings() {
		p.notice("%s", w)
	}
	return nil
}

func (p *program) searchBatch(ctx context.Context, like *orchestratorv1.SearchEntriesRequest, args []string, file string) error {
	return p.batch(ctx, file, args, func(ctx context.Context, api client, input *orchestratorv1.Input) (message, error) {
		return api.SearchEntries(ctx, &orchestratorv1.SearchEntriesRequest{
			Text:      input.GetText(),
			DateRange: like.GetDateRange(),
			Limit:     like.GetLimit(),
			MatchAll:  like.GetMatchAll(),
			Now:       input.GetNow(),
			TimeZone:  input.GetTimeZone(),
		})
	})
}

func rangeFlags(c *cobra.Command, from, to *string) {
	c.Flags().StringVar(from, "from", "", "first `day`, YYYY-MM-DD")
	c.Flags().StringVar(to, "to", "", "last `day`, YYYY-MM-DD")
}

// dateRange returns the days of --from and --to, nil if neither is given.
func dateRange(from, to string) (*commonv1.DateRange, error) {
	if _, err := notes.ParseRange(from, to); err != nil {
		return nil, usage("--from, --to: %v", err)
	}
	if from == "" && to == "" {
		return nil, nil
	}
	return &commonv1.DateRange{Start: from, End: to}, nil
}
