package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmapvault"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// showRoadmaps keeps the owner's roadmaps as files in the vault for as long as the mesh runs.
func (m *mesh) showRoadmaps() {
	if m.filesRoadmaps() {
		m.stack.Go("roadmaps as files", func(ctx context.Context) error { return roadmapvault.Keep(ctx, m.roadmapFiles()) })
	}
}

// bringRoadmaps brings the owner's roadmaps and their files together now, and again when the
// mesh stops, once its runs have. That is for a command: it ends before anything that
// watches files would see what was changed in them.
func (m *mesh) bringRoadmaps(ctx context.Context) error {
	if m.Serves || m.roadmaps == nil || !m.filesRoadmaps() {
		return nil
	}
	bring := roadmapvault.Briefly(m.roadmapFiles())
	now := func(ctx context.Context) error {
		if err := bring(ctx); err != nil && ctx.Err() == nil { // no reason not to do what was asked for
			m.Log.WarnContext(ctx, "roadmaps and their files in the vault are not the same", "error", err)
		}
		return context.Cause(ctx)
	}
	m.stack.Push("roadmaps as files", now)
	return now(ctx)
}

// filesRoadmaps reports whether there is a vault for files of roadmaps that may be written.
func (m *mesh) filesRoadmaps() bool {
	return m.vault != nil && !m.vault.ReadOnly() && m.Config.PlanFolder() != ""
}

func (m *mesh) roadmapFiles() roadmapvault.Options {
	return roadmapvault.Options{
		Vault: m.vault.Dir(), Folder: path.Join(filepath.ToSlash(m.Config.Plans.Folder), roadmapvault.Name),
		Person: roadmaps.Person{Tenant: m.Config.Tenant, User: m.Config.User}, Store: m.roadmaps,
		Bases: bases(filepath.Join(m.state, "roadmaps")), Swap: m.vault.Swap, Now: time.Now, Clock: m.PlanningNow, Log: m.Log,
	}
}

// bases keep the texts of roadmaps that were written last in a folder.
type bases string

// Load implements roadmapvault.Bases.
func (b bases) Load(id string) ([]byte, error) {
	text, err := safefile.Read(b.name(id), roadmapfile.Most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// Save implements roadmapvault.Bases.
func (b bases) Save(id string, text []byte) error {
	if err := os.MkdirAll(string(b), 0o700); err != nil {
		return err
	}
	return safefile.Replace(b.name(id), text, 0o600)
}

func (b bases) name(id string) string { return filepath.Join(string(b), filepath.Base(id)+".md") }
