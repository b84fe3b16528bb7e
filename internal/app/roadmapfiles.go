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

// showRoadmaps keeps the owner's roadmaps as files in the vault, where there is one that may
// be written.
func (m *mesh) showRoadmaps() {
	if m.vault == nil || m.vault.ReadOnly() || m.Config.PlanFolder() == "" {
		return
	}
	m.stack.Go("roadmaps as files", func(ctx context.Context) error {
		return roadmapvault.Keep(ctx, roadmapvault.Options{
			Vault: m.vault.Dir(), Folder: path.Join(filepath.ToSlash(m.Config.Plans.Folder), roadmapvault.Name),
			Person: roadmaps.Person{Tenant: m.Config.Tenant, User: m.Config.User}, Store: m.roadmaps,
			Bases: bases(filepath.Join(m.state, "roadmaps")), Swap: m.vault.Swap, Now: time.Now, Log: m.Log,
		})
	})
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
