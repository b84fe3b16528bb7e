package vault

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/annotation"
)

// errMoved says that the day file was changed by someone else so that the note
// would get another id than was noted for it.
var errMoved = errors.New("the day file has changed meanwhile")

// Keep stores a note's text and returns its entry. When the parsed file of the
// day is corrupt the note is kept all the same; a second attempt then knows it by
// its time and text.
func (v *Vault) Keep(ctx context.Context, s store.Scope, n store.NewEntry) (*commonv1.Entry, error) {
	if err := n.Check(); err != nil {
		return nil, fmt.Errorf("keeping a note: %w", err)
	}
	var kept *item
	err := v.write(ctx, s, func() error {
		if err := v.catchUp(); err != nil {
			return err
		}
		for range maxAttempts {
			v.scanPlace(onDay(notes.DayOf(n.Time)))
			var err error
			if kept, err = v.keep(n); !errors.Is(err, errMoved) {
				return err
			}
		}
		return errMoved
	})
	if err != nil {
		return nil, fmt.Errorf("keeping a note: %w", err)
	}
	return kept.entry(v.opts.TimeZone), nil
}

// Kept returns the entry that was kept under a key.
func (v *Vault) Kept(ctx context.Context, s store.Scope, key string) (*commonv1.Entry, error) {
	ok, err := v.begin(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("looking for a note: %w", err)
	}
	v.mu.RLock()
	it := v.state.byKey[key]
	v.mu.RUnlock()
	if !ok || it == nil {
		return nil, fmt.Errorf("a note under the key %q: %w", key, store.ErrNotFound)
	}
	return it.entry(v.opts.TimeZone), nil
}

// catchUp looks at the whole vault if that was not done lately. The caller holds
// scanMu.
func (v *Vault) catchUp() error {
	if !v.scanned.IsZero() && v.opts.Now().Sub(v.scanned) < pause(v.took) {
		return nil
	}
	return v.scan()
}

// keep makes one attempt upon the state as it is in memory.
func (v *Vault) keep(n store.NewEntry) (*item, error) {
	if it := v.state.byKey[n.Key]; it != nil {
		return it, nil
	}
	day := notes.DayOf(n.Time)
	id := notes.NewID(n.Time, 1)
	id.N += v.state.views[onDay(day)].headings(id.Local.Unix())
	err := v.reserve(id, n)
	if _, corrupt := errors.AsType[*store.CorruptError](err); corrupt {
		if it := v.twin(id, n); it != nil {
			return it, nil
		}
	} else if err != nil {
		return nil, err
	}
	if err := v.appendText(id, n); err != nil {
		return nil, err
	}
	v.scanPlace(onDay(day))
	if it := v.state.views[onDay(day)].item(id); it != nil {
		return it, nil
	}
	return nil, errMoved
}

// reserve notes the key of a note that is about to be written. What an earlier
// attempt noted and did not write is dropped.
func (v *Vault) reserve(id notes.ID, n store.NewEntry) error {
	return v.changeRecords(placeOf(id), func(records map[string]*record) error {
		if old := records[id.String()]; old != nil {
			if it := v.state.byKey[old.key]; it != nil && it.id() != id {
				records[it.id().String()] = old // its note has moved within the second
			}
		}
		for other, r := range records {
			if r.key == n.Key {
				delete(records, other)
			}
		}
		records[id.String()] = &record{key: n.Key, Record: annotation.Record{Hash: notes.Hash(n.Text)}}
		return nil
	})
}

// twin returns the entry of the same second, text and kind, if there is one.
func (v *Vault) twin(id notes.ID, n store.NewEntry) *item {
	view := v.state.views[placeOf(id)]
	if view == nil {
		return nil
	}
	for i := range view.items {
		it := &view.items[i]
		if it.file.raw && it.timed && it.local == id.Local.Unix() && it.text == n.Text && it.correction == n.Correction {
			return it
		}
	}
	return nil
}

// appendText writes the note into its day file, if it gets the given id there.
func (v *Vault) appendText(id notes.ID, n store.NewEntry) error {
	clock := clockOf(id.Local)
	return v.replace(dayfile.RawPath(id.Day()), func(old []byte) ([]byte, error) {
		before := 0
		for _, s := range dayfile.Parse(string(old), nil).Sections {
			if s.Timed && s.Clock == clock {
				before++
			}
		}
		if before != id.N-1 {
			return nil, errMoved
		}
		return []byte(dayfile.Append(string(old), clock, n.Correction, n.Text)), nil
	})
}

func clockOf(t time.Time) dayfile.Clock {
	return dayfile.Clock{Hour: t.Hour(), Minute: t.Minute(), Second: t.Second()}
}

// changeRecords changes the parsed data of a place. change puts other records into
// the map and leaves those that are there as they are.
func (v *Vault) changeRecords(at place, change func(map[string]*record) error) error {
	rel := at.dataPath()
	err := v.replace(rel, func(old []byte) ([]byte, error) {
		was := v.parsedFile(rel, old)
		if was.err != nil {
			return nil, was.err
		}
		records := maps.Clone(was.records)
		if err := change(records); err != nil {
			return nil, err
		}
		content, err := formatRecords(records)
		if err == nil {
			v.recent.put(newParsedFile(rel, content, records, nil))
		}
		return content, err
	})
	if unusable(err) {
		return &store.CorruptError{Path: rel, Err: err}
	}
	return err
}

// unusable reports whether an error says of a file that it can't be read or
// written as it is, whoever tries and how often.
func unusable(err error) bool {
	_, large := errors.AsType[*safefile.TooLargeError](err)
	_, link := errors.AsType[*safefile.LinkError](err)
	_, hidden := errors.AsType[*hiddenError](err)
	return large || link || hidden || errors.Is(err, safefile.ErrNotRegular)
}
