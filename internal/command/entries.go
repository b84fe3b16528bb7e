package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/notes"
)

func (p *program) entriesCommand() *cobra.Command {
	var from, to string
	var limit int
	var newest bool
	c := &cobra.Command{
		Use:        "entries [ID | DAY]",
		SuggestFor: []string{"list", "ls", "notes", "show"},
		Short:      "List entries, or show, edit, remove or restore one",
		Long: `Lists entries, one per line, oldest first. Given an ID it shows that entry and
its parsed data; given a DAY, that day's entries. Undated entries come last, by
title; --from and --to leave them out.`,
		Example: `  weft entries --from 2026-02-16 --to 2026-02-22
  weft entries --newest --limit 10
  weft entries 2026-02-17
  weft entries 2026-02-17_18-20-00 -o json
  weft entries edit 2026-02-17_18-20-00
  weft entries rm 2026-02-17_18-20-00
  weft entries restore 2026-02-17_18-20-00`,
		Args: between(0, 1, "at most one id or day"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 0 {
				return usage("--limit %d: use a positive number, or 0 for all", limit)
			}
			if len(args) == 1 && args[0] == "ls" { // as of runs, models and domains
				args = nil
			}
			if len(args) == 1 {
				if _, err := notes.ParseDay(args[0]); err != nil || args[0] == "" {
					return p.showEntry(cmd.Context(), args[0])
				}
				if from != "" || to != "" {
					return usage("give either a day or --from and --to, not both")
				}
				from, to = args[0], args[0]
			}
			days, err := dateRange(from, to)
			if err != nil {
				return err
			}
			return p.listEntries(cmd.Context(), days, limit, newest)
		},
	}
	rangeFlags(c, &from, &to)
	c.Flags().IntVar(&limit, "limit", 0, "list at most `n` entries; 0 lists all")
	c.Flags().BoolVar(&newest, "newest", false, "list the newest first")
	c.AddCommand(p.entriesEditCommand(), p.entriesRemoveCommand(), p.entriesRestoreCommand())
	return c
}

func (p *program) listEntries(ctx context.Context, days *commonv1.DateRange, limit int, newest bool) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	all := &orchestratorv1.ListEntriesResponse{}
	all.NextPageToken, err = pages(limit, pageSize, func(size int32, token string) (int, string, error) {
		page, err := s.api().ListEntries(ctx, &orchestratorv1.ListEntriesRequest{
			DateRange: days, PageSize: size, PageToken: token, Descending: newest,
		})
		if err == nil && !p.flags.json() { // as they come, so that a pipe sees the first at once
			err = p.print(entryLines(p, page.GetEntries()))
		}
		all.Entries = append(all.Entries, page.GetEntries()...)
		all.Warnings = append(all.Warnings, page.GetWarnings()...)
		return len(page.GetEntries()), page.GetNextPageToken(), err
	})
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(all)
	}
	if len(all.Entries) == 0 {
		p.notice("no entries")
	}
	for _, w := range all.Warnings[:min(len(all.Warnings), mostEntryWarnings)] {
		p.notice("%s", w)
	}
	if len(all.Warnings) > mostEntryWarnings {
		p.notice("and more; see them with: weft doctor")
	}
	return nil
}

// mostEntryWarnings is how many lines below a list tell what was not read.
const mostEntryWarnings = 3

func entryLines(p *program, entries []*commonv1.Entry) string {
	var out strings.Builder
	for _, e := range entries {
		out.WriteString(render.EntryLine(p.outStyle, e))
	}
	return out.String()
}

func (p *program) showEntry(ctx context.Context, id string) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	got, err := s.api().GetEntry(ctx, &orchestratorv1.GetEntryRequest{Id: id})
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(&orchestratorv1.ListEntriesResponse{Entries: []*commonv1.Entry{got.GetEntry()}})
	}
	return p.print(render.Entry(p.outStyle, got.GetEntry()))
}

func (p *program) contextCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "context",
		Short: "Show what Weft has learned about you",
		Long: `Prints the global context: the page where Weft keeps what it has learned from
your notes. It is global-context.md in the vault, and you can edit it.`,
		Example: `  weft context
  weft context -o json | jq .version`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			got, err := s.api().GetContext(cmd.Context(), &orchestratorv1.GetContextRequest{})
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printJSON(got)
			}
			if got.GetText() == "" {
				p.notice("Weft has learned nothing about you yet")
				return nil
			}
			return p.print(strings.TrimRight(got.GetText(), "\n") + "\n")
		},
	}
}
