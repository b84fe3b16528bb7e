package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) entriesRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "rm ID",
		Aliases: []string{"remove"},
		Short:   "Move an entry to the vault's trash",
		Long: `Moves an entry from its day file to the vault's trash: a Markdown file in
.trash/weft, with the parsed data. "weft entries restore" puts it back. Other
entries keep their ids. Past answers that cite it, and corrections it made, stay
as they are.

Weft doesn't change files of your own, such as your daily notes; remove notes
there yourself.`,
		Example: `  weft entries rm 2026-02-17_18-20-00
  weft entries restore 2026-02-17_18-20-00`,
		Args: between(1, 1, "the id of an entry"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.removeEntry(cmd.Context(), args[0]) },
	}
}

func (p *program) entriesEditCommand() *cobra.Command {
	var text string
	c := &cobra.Command{
		Use:   "edit ID",
		Short: "Change the text of an entry",
		Long: `Opens an entry in your editor ($VISUAL or $EDITOR). What you save is parsed
again and keeps the entry's id and day. To skip the editor, use --text or pipe
the text in. The old text goes to the vault's trash; "weft entries restore"
undoes the edit. If someone else changes the entry meanwhile, their change wins
and Weft tells you.`,
		Example: `  weft entries edit 2026-02-17_18-20-00
  weft entries edit 2026-02-17_18-20-00 --text "bench press 3x5 at 82.5 kg"
  pbpaste | weft entries edit 2026-02-17_18-20-00`,
		Args: between(1, 1, "the id of an entry"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.editEntry(cmd.Context(), args[0], text, cmd.Flags().Changed("text"))
		},
	}
	c.Flags().StringVar(&text, "text", "", "the new `text`, instead of opening an editor; - reads it from standard input")
	return c
}

func (p *program) entriesRestoreCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "restore [ID]",
		Short: "Undo the last removal or edit of an entry",
		Long: `Restores an entry's latest text from the trash, with its parsed data. If that
undoes an edit, the edited text goes to the trash instead. Without an ID it
lists the trash.`,
		Example: `  weft entries restore
  weft entries restore 2026-02-17_18-20-00`,
		Args: between(0, 1, "the id of an entry"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return p.listTrash(cmd.Context())
			}
			return p.restoreEntry(cmd.Context(), args[0])
		},
	}
}

func (p *program) removeEntry(ctx context.Context, id string) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	got, err := s.api().GetEntry(ctx, &orchestratorv1.GetEntryRequest{Id: id})
	if err != nil {
		return err
	}
	gone, err := s.api().RemoveEntry(ctx, &orchestratorv1.RemoveEntryRequest{Id: id, ContentHash: got.GetEntry().GetContentHash()})
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(gone)
	}
	if err := p.print("removed " + render.EntryLine(p.outStyle, got.GetEntry())); err != nil {
		return err
	}
	p.notice("to put it back: weft entries restore %s", id)
	return nil
}

func (p *program) editEntry(ctx context.Context, id, text string, given bool) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	got, err := s.api().GetEntry(ctx, &orchestratorv1.GetEntryRequest{Id: id})
	if err != nil {
		return err
	}
	old := got.GetEntry()
	draft := "" // what was written in an editor
	switch {
	case given:
		text, err = p.text([]string{text})
	case p.interactive():
		text, draft, err = p.openEditor(ctx, id, old.GetText())
	default:
		text, err = p.text([]string{"-"})
	}
	if err != nil {
		return err
	}
	edited, err := s.api().EditEntry(ctx, &orchestratorv1.EditEntryRequest{
		Id: id, ContentHash: old.GetContentHash(), Text: text, TimeZone: p.flags.zone,
	})
	if err != nil {
		if draft != "" {
			p.notice("your text is saved in %s", draft)
		}
		return err
	}
	if draft != "" {
		_ = os.RemoveAll(filepath.Dir(draft))
	}
	if p.flags.json() {
		return p.printJSON(edited)
	}
	if err := p.print(render.Entry(p.outStyle, edited.GetEntry())); err != nil {
		return err
	}
	for _, w := range edited.GetWarnings() {
		p.notice("note: %s", w)
	}
	if text == old.GetText() {
		p.notice("nothing was changed")
	} else {
		p.notice("to undo this edit: weft entries restore %s", id)
	}
	return nil
}

// openEditor has the user edit a text. It returns what they saved, and the file
// that has it.
func (p *program) openEditor(ctx context.Context, id, text string) (edited, file string, err error) {
	editor := p.getenv("VISUAL")
	if editor == "" {
		editor = p.getenv("EDITOR")
	}
	words := strings.Fields(editor) // "code --wait"
	if len(words) == 0 {
		return "", "", usage("there is no editor to open; set EDITOR, or give the text with --text")
	}
	dir, err := os.MkdirTemp("", "weft-edit-")
	if err != nil {
		return "", "", fmt.Errorf("can't make a file to edit: %w", err)
	}
	file = filepath.Join(dir, id+".md")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", "", errors.Join(fmt.Errorf("can't make a file to edit: %w", err), os.RemoveAll(dir))
	}
	cmd := exec.CommandContext(ctx, words[0], append(words[1:], file)...)
	cmd.Env = p.environ
	if terminal, ok := p.in.source.(*os.File); ok {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	}
	if err := cmd.Run(); err != nil {
		return "", "", fmt.Errorf("the editor %q failed (%w), so nothing was changed; what it saved is in %s", editor, err, file)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return "", "", fmt.Errorf("can't read what you edited: %w", err)
	}
	edited = string(raw)
	if !strings.HasSuffix(text, "\n") { // editors end a file with one
		edited = strings.TrimSuffix(edited, "\n")
	}
	return edited, file, nil
}

func (p *program) restoreEntry(ctx context.Context, id string) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	list, err := s.api().ListTrash(ctx, &orchestratorv1.ListTrashRequest{EntryId: id, PageSize: 1})
	if err != nil {
		return err
	}
	req := &orchestratorv1.RestoreEntryRequest{Id: id}
	if len(list.GetTrashed()) > 0 {
		req.ContentHash = list.GetTrashed()[0].GetContentHash() // so that a repeated call undoes no more
	}
	back, err := s.api().RestoreEntry(ctx, req)
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(back)
	}
	return p.print(render.Entry(p.outStyle, back.GetEntry()))
}

func (p *program) listTrash(ctx context.Context) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	all := &orchestratorv1.ListTrashResponse{}
	for {
		page, err := s.api().ListTrash(ctx, &orchestratorv1.ListTrashRequest{PageSize: pageSize, PageToken: all.NextPageToken})
		if err != nil {
			return err
		}
		all.Trashed = append(all.Trashed, page.GetTrashed()...)
		if all.NextPageToken = page.GetNextPageToken(); all.NextPageToken == "" {
			break
		}
	}
	if p.flags.json() {
		return p.printJSON(all)
	}
	if len(all.Trashed) == 0 {
		p.notice("the trash is empty")
	}
	zone, err := p.zone()
	if err != nil {
		return err
	}
	return p.print(render.Trash(p.outStyle, all.Trashed, zone))
}
