package vault

import (
	"context"
	"unique"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

// Outdated returns the dated entries whose parsed data was made from another text or
// by other domains. What the words of an undated one mean nobody knows the day for.
func (v *Vault) Outdated(ctx context.Context, s store.Scope, version string) ([]string, error) {
	ok, err := v.begin(ctx, s)
	if err != nil || !ok {
		return nil, err
	}
	by, never := unique.Make(version), unique.Handle[string]{}
	var out []string
	v.mu.RLock()
	defer v.mu.RUnlock()
	for it := range v.state.walk(notes.ID{}, notes.Range{}, true) {
		if it.read != by && it.read != never && !it.correction && it.page == 0 {
			out = append(out, it.id().String())
		}
	}
	return out, nil
}
