package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// KeepPage stores a text that no day is known of as notes/NAME.md, or with a number
// behind the name if another text is there.
func (v *Vault) KeepPage(ctx context.Context, s store.Scope, name, text string, dry bool) (e *commonv1.Entry, created bool, err error) {
	if err := store.CheckPage(name, text); err != nil {
		return nil, false, fmt.Errorf("keeping the page %q: %w", name, err)
	}
	if dry {
		return v.tryPage(ctx, s, name, text)
	}
	err = v.write(ctx, s, func() error {
		rel := ""
		for range maxAttempts {
			if rel, created, err = v.writePage(name, text); !errors.Is(err, errMoved) {
				break
			}
		}
		if err != nil {
			return err
		}
		e = v.firstOf(rel)
		return nil
	})
	if err != nil {
		return nil, false, fmt.Errorf("keeping the page %q: %w", name, err)
	}
	return e, created, nil
}

// tryPage tells what KeepPage would do.
func (v *Vault) tryPage(ctx context.Context, s store.Scope, name, text string) (e *commonv1.Entry, created bool, err error) {
	ok, err := v.begin(ctx, s)
	if err != nil || !ok {
		return nil, true, err
	}
	rel, have, err := v.freePage(name, text)
	if err != nil || !have {
		return nil, !have, err
	}
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.firstOf(rel), false, nil
}

// writePage makes one attempt to write a page that may be there already.
func (v *Vault) writePage(name, text string) (rel string, created bool, err error) {
	rel, have, err := v.freePage(name, text)
	if err != nil {
		return "", false, err
	}
	if !have {
		err = v.replace(rel, func(old []byte) ([]byte, error) {
			if old != nil {
				return nil, errMoved
			}
			return []byte(text), nil
		})
		if err != nil {
			return "", false, err
		}
	}
	return rel, !have, v.scanFile(rel)
}

// firstOf returns the first undated entry of a file, nil if it has none. The caller
// holds one of the mutexes.
func (v *Vault) firstOf(rel string) *commonv1.Entry {
	view := v.state.views[place{page: notes.PageOf(rel)}]
	if view == nil || len(view.items) == 0 {
		return nil
	}
	return view.items[0].entry(v.opts.TimeZone)
}

// freePage returns where a text is to be kept, or is already.
func (v *Vault) freePage(name, text string) (rel string, have bool, err error) {
	for n := 1; n <= store.MostAlike; n++ {
		rel = store.PagePath(name, n)
		old, _, err := v.files.Read(rel, maxFile)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return rel, false, nil
		case err != nil:
			return "", false, fmt.Errorf("%s: %w", rel, reason(err))
		case string(old) == text:
			return rel, true, nil
		}
	}
	return "", false, fmt.Errorf("%w: there are %d others of its name", store.ErrInvalid, store.MostAlike)
}

// scanFile looks at one file. The caller holds scanMu.
func (v *Vault) scanFile(rel string) error {
	info, err := v.files.Stat(rel)
	if err != nil {
		return err
	}
	s := v.newScan()
	s.warnings, s.unread = s.old.warnings, s.old.unread
	s.visitNotes(rel, info)
	s.settle()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.apply(s)
	return nil
}
