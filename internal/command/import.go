package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func (p *program) importCommand() *cobra.Command {
	var dryRun bool
	c := &cobra.Command{
		Use:   "import PATH…",
		Short: "Copy existing Markdown notes into the vault",
		Long: `Copies the notes in Markdown files, or in all Markdown files below a folder,
into the vault. A note's date comes from its heading, such as "## 2026-01-05" or
"# Monday, 5 January 2026", or else the file's name, or else its front matter.
Headings such as "## 07:30" split a day into notes. Undated text becomes a page
in the vault's notes folder.

You can repeat an import: notes that are already there stay as they are.
--dry-run shows what would be read, what wouldn't, and why.`,
		Example: `  weft import ~/obsidian/daily --dry-run
  weft import ~/obsidian/daily
  weft import journal-2025.md -o json`,
		Args: between(1, -1, "files or folders"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.importPaths(cmd.Context(), args, dryRun)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show what would be done, and change nothing")
	return c
}

func (p *program) importPaths(ctx context.Context, paths []string, dryRun bool) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	if err := p.outsideVault(paths); err != nil {
		return err
	}
	from, err := collect(paths)
	if err != nil {
		return err
	}
	c, err := p.settings()
	if err != nil {
		return err
	}
	plan := planImport(from, zone, int(c.Limits.MaxMessageBytes))
	for _, note := range plan.notes {
		note.DryRun, note.TimeZone = dryRun, p.flags.zone
	}
	result := &importResult{DryRun: dryRun, Files: len(from.files), Skipped: plan.skipped, Assumed: plan.assumed, Census: plan.census.Rows()}
	if len(plan.notes) > 0 {
		s, err := p.connect(ctx)
		if err != nil {
			return err
		}
		defer s.close()
		if err := p.send(ctx, s.api(), plan.notes, result); err != nil {
			if !result.empty() {
				p.notice("%s; then the import stopped. Run it again to import the rest", result.summary())
			}
			return err
		}
	}
	return p.printImport(result)
}

// outsideVault refuses to import what Weft reads where it lies.
func (p *program) outsideVault(paths []string) error {
	c, err := p.settings()
	if err != nil || p.flags.server != "" {
		return err
	}
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			return usage("%v", err)
		}
		if rel, err := filepath.Rel(c.Vault, abs); err == nil && filepath.IsLocal(rel) {
			return usage("%s is in the vault already, so there is nothing to import: Weft reads its notes in place", path)
		}
	}
	return nil
}

// send keeps the notes. A note that the server refuses ends the stream; it is
// skipped and the rest goes on a new one.
func (p *program) send(ctx context.Context, api client, notes []*orchestratorv1.ImportEntriesRequest, result *importResult) error {
	w := p.walk(false)
	defer w.end()
	all, told := len(notes), 0
	tell := func() {
		told++
		w.status.Set(fmt.Sprintf("importing: %d of %d notes", told, all))
	}
	for len(notes) > 0 {
		done, err := stream(ctx, api, notes, func(r *orchestratorv1.ImportEntriesResponse) {
			result.add(r)
			tell()
		})
		if err == nil {
			return nil
		}
		if code := status.Code(err); code != codes.InvalidArgument || done >= len(notes) {
			return err
		}
		source := notes[done].GetSource()
		result.skip(source, strings.TrimPrefix(describe(err).Message, source+": "))
		tell()
		notes = notes[done+1:]
	}
	return nil
}

// stream sends notes while it takes in what became of them, and returns how
// many were told of.
func stream(ctx context.Context, api client, notes []*orchestratorv1.ImportEntriesRequest, take func(*orchestratorv1.ImportEntriesResponse)) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := api.ImportEntries(ctx)
	if err != nil {
		return 0, err
	}
	go func() {
		for _, note := range notes {
			if s.Send(note) != nil {
				return // Recv tells why
			}
		}
		_ = s.CloseSend()
	}()
	for done := 0; ; done++ {
		r, err := s.Recv()
		switch {
		case errors.Is(err, io.EOF) && done < len(notes):
			return done, status.Errorf(codes.Internal, "the server reported on only %d of %d notes; run the import again", done, len(notes))
		case errors.Is(err, io.EOF):
			return done, nil
		case err != nil:
			return done, err
		}
		take(r)
	}
}

// printImport prints what an import has done.
func (p *program) printImport(r *importResult) error {
	if p.flags.json() {
		value, err := r.value()
		if err != nil {
			return err
		}
		return p.printValue(value)
	}
	var out strings.Builder
	if r.DryRun {
		out.WriteString(censusTable(p.outStyle, r.Census) + "\n")
		for _, e := range r.entries {
			fmt.Fprintf(&out, "%s  %s  %s\n", p.outStyle.Bold(e.GetEntryId()), outcomeWord(e.GetOutcome()), oneLine(e.GetSource()))
		}
	}
	for _, remark := range r.Assumed {
		out.WriteString(p.outStyle.Warn("assumed") + "  " + oneLine(remark.Source+": "+remark.Reason) + "\n")
	}
	for _, remark := range r.Skipped {
		out.WriteString(p.outStyle.Warn("skipped") + "  " + oneLine(remark.Source+": "+remark.Reason) + "\n")
	}
	out.WriteString(r.summary() + "\n")
	return p.print(out.String())
}
