package vault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// Remove takes a note out of its day file and puts it into the trash.
func (v *Vault) Remove(ctx context.Context, s store.Scope, id, hash string) (store.Trashed, error) {
	var out store.Trashed
	err := v.edit(ctx, s, id, func(at notes.ID) error {
		it := v.state.item(id)
		if it == nil {
			gone, err := v.discardedOf(id)
			if err == nil && len(gone) > 0 && gone[0].understood() && !gone[0].replaced && notes.Hash(gone[0].text) == hash {
				out = v.trashed(gone[0])
				return nil // by an earlier attempt
			}
			return errors.Join(store.ErrNotFound, err)
		}
		d, err := v.takeOut(it, hash, false, func(content string) (string, bool) {
			if v.state.views[placeOf(at)].follows(it) {
				return dayfile.Rewrite(content, clockOf(at.Local), at.N, "") // its number stays taken
			}
			return dayfile.Remove(content, clockOf(at.Local), at.N)
		})
		if err != nil {
			return err
		}
		out = v.trashed(d)
		return v.note(at, hash, func(*record) *record { return nil })
	})
	if err != nil {
		return store.Trashed{}, fmt.Errorf("removing entry %s: %w", id, err)
	}
	return out, nil
}

// Rewrite gives a note another text and puts the old one into the trash.
func (v *Vault) Rewrite(ctx context.Context, s store.Scope, id, hash, text string) (*commonv1.Entry, error) {
	if err := store.CheckText(text); err != nil {
		return nil, fmt.Errorf("rewriting entry %s: %w", id, err)
	}
	var entry *commonv1.Entry
	err := v.edit(ctx, s, id, func(at notes.ID) error {
		it := v.state.item(id)
		switch {
		case it == nil:
			return store.ErrNotFound
		case it.text != text:
			if err := v.swapText(it, hash, text, func(old *record) *record { return old.without(it.text, text) }); err != nil {
				return err
			}
		}
		return v.reread(at, &entry)
	})
	if err != nil {
		return nil, fmt.Errorf("rewriting entry %s: %w", id, err)
	}
	return entry, nil
}

// Restore puts a text from the trash back.
func (v *Vault) Restore(ctx context.Context, s store.Scope, id, hash string) (*commonv1.Entry, error) {
	var entry *commonv1.Entry
	err := v.edit(ctx, s, id, func(at notes.ID) error {
		it := v.state.item(id)
		if it != nil && hash != "" && it.hash() == hash {
			return v.reread(at, &entry) // by an earlier attempt
		}
		have, err := v.discardedOf(id)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(have, func(d discarded) bool {
			return d.understood() && (hash == "" || notes.Hash(d.text) == hash)
		})
		if i < 0 {
			return fmt.Errorf("in the trash: %w", store.ErrNotFound)
		}
		if err := v.putBack(it, have[i]); err != nil {
			return err
		}
		if err := v.recall(have[i]); err != nil {
			return fmt.Errorf("it is back, but a copy stays in the trash: %w", err)
		}
		return v.reread(at, &entry)
	})
	if err != nil {
		return nil, fmt.Errorf("restoring entry %s: %w", id, err)
	}
	return entry, nil
}

// putBack gives a note its text from the trash; it is nil if the note was removed.
func (v *Vault) putBack(it *item, d discarded) error {
	r, err := d.noted()
	if err != nil {
		return err
	}
	back := func(*record) *record { return r }
	switch {
	case it == nil:
		if err := v.insertText(d); err != nil {
			return err
		}
		return v.note(d.id, notes.Hash(d.text), back)
	case it.text == d.text:
		return nil // only the trash was not cleared
	case !d.replaced:
		return fmt.Errorf("another note has its id now: %w", store.ErrConflict)
	}
	return v.swapText(it, it.hash(), d.text, back)
}

// edit runs do with the vault locked and the note's day as it is on disk.
func (v *Vault) edit(ctx context.Context, s store.Scope, id string, do func(notes.ID) error) error {
	at, err := notes.ParseID(id)
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrNotFound, err)
	}
	return v.write(ctx, s, func() error {
		if err := v.catchUp(); err != nil {
			return err
		}
		v.scanPlace(placeOf(at))
		err := do(at)
		v.scanPlace(placeOf(at))
		return err
	})
}

// reread returns the note as it is after a change.
func (v *Vault) reread(at notes.ID, entry **commonv1.Entry) error {
	v.scanPlace(placeOf(at))
	it := v.state.item(at.String())
	if it == nil {
		return store.ErrNotFound // removed by hand in this very moment
	}
	*entry = it.entry(v.opts.TimeZone)
	return nil
}

// swapText gives a note another text and what is noted of it.
func (v *Vault) swapText(it *item, hash, text string, now func(old *record) *record) error {
	at := it.id()
	_, err := v.takeOut(it, hash, true, func(content string) (string, bool) {
		return dayfile.Rewrite(content, clockOf(at.Local), at.N, text)
	})
	if err != nil {
		return err
	}
	return v.note(at, hash, now)
}

// takeOut puts a note that has the given hash into the trash and then changes its
// day file.
func (v *Vault) takeOut(it *item, hash string, replaced bool, change func(content string) (string, bool)) (discarded, error) {
	switch {
	case !it.file.raw || !it.timed:
		return discarded{}, fmt.Errorf("it lies in %s: %w", printable(it.file.path), store.ErrElsewhere)
	case it.hash() != hash:
		return discarded{}, fmt.Errorf("its text: %w", store.ErrConflict)
	}
	at := it.id()
	raw, err := v.noted(at, hash)
	if err != nil {
		return discarded{}, err
	}
	d, err := v.discard(discarded{
		id: at, at: v.opts.Now(), replaced: replaced,
		from: it.file.path, correction: it.correction, record: raw, text: it.text,
	})
	if err != nil {
		return discarded{}, err
	}
	err = v.replace(dayfile.RawPath(at.Day()), func(old []byte) ([]byte, error) {
		text, ok := dayfile.Text(string(old), clockOf(at.Local), at.N)
		if !ok || notes.Hash(text) != hash {
			return nil, fmt.Errorf("its text: %w", store.ErrConflict)
		}
		changed, _ := change(string(old))
		return []byte(changed), nil
	})
	if errors.Is(err, store.ErrConflict) {
		return discarded{}, errors.Join(err, v.recall(d))
	}
	if err == nil {
		_ = v.dropVectors(hash) // else the next sweep does
	}
	// After any other error the copy stays: the file may have been written.
	return d, err
}

// insertText writes a text from the trash into its day file.
func (v *Vault) insertText(d discarded) error {
	return v.replace(dayfile.RawPath(d.id.Day()), func(old []byte) ([]byte, error) {
		content, ok := dayfile.Insert(string(old), clockOf(d.id.Local), d.id.N, d.correction, d.text)
		if !ok {
			return nil, fmt.Errorf("another note has its id now: %w", store.ErrConflict)
		}
		return []byte(content), nil
	})
}

// noted returns what the parsed file says of a note, nil if it says nothing or
// can't be used: that costs nobody the note.
func (v *Vault) noted(at notes.ID, hash string) (json.RawMessage, error) {
	var out json.RawMessage
	err := v.changeRecords(placeOf(at), func(records map[string]*record) error {
		r, _ := matching(records, at, hash)
		if r == nil {
			return errUnchanged
		}
		fields, err := r.format()
		if err == nil {
			out, err = json.Marshal(fields)
		}
		return errors.Join(err, errUnchanged)
	})
	return out, beside(err)
}

// note changes what is noted of the text of a hash; change gets and returns nil
// for nothing.
func (v *Vault) note(at notes.ID, hash string, change func(old *record) *record) error {
	return beside(v.changeRecords(placeOf(at), func(records map[string]*record) error {
		old, was := matching(records, at, hash)
		r := change(old)
		if old == nil && r == nil {
			return errUnchanged
		}
		delete(records, was)
		if r != nil {
			records[at.String()] = r
		}
		return nil
	}))
}

// errUnchanged ends a change before anything is written.
var errUnchanged = errors.New("nothing is to be changed")

// beside drops the errors of a parsed file that do not keep its notes from being
// changed.
func beside(err error) error {
	if _, corrupt := errors.AsType[*store.CorruptError](err); corrupt || errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// without returns what stays of a record when its note gets another text: all that
// was not made from the old one.
func (r *record) without(old, text string) *record {
	if r == nil {
		return nil
	}
	return &record{key: r.key, Record: r.Rewritten(old, text)}
}

// noted returns the record that the file in the trash has; nil if it has none.
func (d discarded) noted() (*record, error) {
	if len(d.record) == 0 {
		return nil, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(d.record, &fields); err != nil {
		return nil, &store.CorruptError{Path: d.path, Err: err}
	}
	r, err := parseRecord(fields)
	if err != nil {
		return nil, &store.CorruptError{Path: d.path, Err: err}
	}
	return r, nil
}
