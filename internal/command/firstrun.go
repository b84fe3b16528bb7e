package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
)

// offerFolder offers to work on the notes of the folder that a conversation begins in,
// to who has named no vault and has nothing in that of their own yet.
func (p *program) offerFolder(ctx context.Context) error {
	c, err := p.settings()
	if err != nil || p.flags.server != "" || c.Origin("vault").Kind != config.FromDefault || !isEmpty(c.Vault) {
		return err
	}
	dir := p.getenv("PWD")
	if !hasMarkdown(dir) {
		return nil
	}
	if !p.interactive() {
		p.notice("This folder has Markdown notes. To use them in place: weft --vault .")
		return nil
	}
	p.say(fmt.Sprintf("%s has Markdown notes. Use them in place? Weft adds a folder .weft for its own files.", dir))
	_, _ = fmt.Fprint(p.err, p.errStyle.Bold("y/n> "))
	said, _ := p.in.next(ctx) // no answer is a no; the end of what is typed ends the conversation too
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if answer := folded(said); answer != "y" && answer != "yes" {
		return nil
	}
	p.flags.vault, p.config = dir, &loaded{}
	p.notice("To use it again: weft --vault %s. To make it your vault, set WEFT_VAULT to this folder.", dir)
	return nil
}

// isEmpty reports whether a vault holds nothing but what Weft keeps for itself.
func isEmpty(vault string) bool {
	files, err := os.ReadDir(vault)
	if err != nil {
		return os.IsNotExist(err)
	}
	return !slices.ContainsFunc(files, func(f os.DirEntry) bool { return !strings.HasPrefix(f.Name(), ".") })
}

// hasMarkdown reports whether a folder has Markdown files that may be notes.
func hasMarkdown(dir string) bool {
	if !filepath.IsAbs(dir) {
		return false
	}
	files, _ := os.ReadDir(dir) // what can't be read holds nothing to offer
	return slices.ContainsFunc(files, func(f os.DirEntry) bool {
		name := strings.ToLower(f.Name())
		return f.Type().IsRegular() && filepath.Ext(name) == ".md" && !strings.HasPrefix(name, "readme")
	})
}

// welcome says how notes come into a vault that has none.
func (p *program) welcome(ctx context.Context, s *connection) {
	if p.flags.quiet || p.flags.json() {
		return
	}
	got, err := s.api().ListEntries(ctx, &orchestratorv1.ListEntriesRequest{PageSize: 1})
	if err == nil && len(got.GetEntries()) == 0 { // what is wrong will be told with what was asked for
		p.notice("This vault has no notes yet. Write one (weft log TEXT), copy some in (weft import FOLDER), or use a folder of Markdown in place (weft --vault FOLDER).")
	}
}
