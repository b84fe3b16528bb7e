package vault

import (
	"fmt"

	"github.com/weft-mesh/weft/store"
)

// Swap puts content in the place of old in a file that is none of notes, nil for no file.
// It returns false, and changes nothing, if the file is something else by now.
func (v *Vault) Swap(name string, old, content []byte) (bool, error) {
	if v.opts.ReadOnly {
		return false, store.ErrReadOnly
	}
	if target, err := v.files.Resolve(name); err != nil || target != name {
		return false, fmt.Errorf("writing %s: a link leads elsewhere", name)
	}
	now, mode, err := v.readForChange(name)
	if err != nil {
		return false, fmt.Errorf("writing %s: %w", name, reason(err))
	}
	if !same(now, old) {
		return false, nil
	}
	other, err := v.swap(name, old, content, mode)
	if err != nil {
		return false, fmt.Errorf("writing %s: %w", name, err)
	}
	return other == nil, nil
}
