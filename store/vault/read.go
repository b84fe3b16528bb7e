package vault

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/match"
)

// throttle is the least time between two looks at the files, and longest the
// most as long as looking is quick, so that an edit is seen within a second.
const (
	throttle = 250 * time.Millisecond
	longest  = 750 * time.Millisecond
)

// pause is the time between two looks where one takes so long. Looking should
// take no more than a tenth of the time; on a slow disk that goes before seeing
// edits soon.
func pause(took time.Duration) time.Duration {
	p := max(throttle, 10*took)
	if took <= throttle {
		return min(p, longest)
	}
	return p
}

// refresh looks at the files if that was not done lately. With force it looks
// in any case.
func (v *Vault) refresh(force bool) error {
	v.mu.RLock()
	first := v.scanned.IsZero()
	stale := first || v.opts.Now().Sub(v.scanned) >= pause(v.took)
	v.mu.RUnlock()
	switch {
	case force || first:
		asked := v.opts.Now()
		v.scanMu.Lock()
		defer v.scanMu.Unlock()
		if v.scanned.After(asked) || first && !force && !v.scanned.IsZero() {
			return nil // someone looked while this waited
		}
	case !stale || !v.scanMu.TryLock():
		return nil
	default:
		defer v.scanMu.Unlock()
	}
	return v.scan()
}

// scan looks at the files. The caller holds scanMu.
func (v *Vault) scan() error {
	begin, clock := v.opts.Now(), time.Now()
	s, err := v.look()
	if err != nil {
		return err
	}
	v.notice(s)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.apply(s)
	v.scanned = begin
	if len(s.changed) == 0 {
		v.took = time.Since(clock)
	}
	return nil
}

// scanPlace looks at the files of one place. The caller holds scanMu.
func (v *Vault) scanPlace(at place) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.apply(v.lookAt(at))
}

// begin is what every reading call does first. It returns false if the scope
// sees nothing here.
func (v *Vault) begin(ctx context.Context, s store.Scope) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, context.Cause(ctx)
	}
	if v.foreign(s) {
		return false, nil
	}
	return true, v.refresh(false)
}

// Get returns one entry, or store.ErrNotFound.
func (v *Vault) Get(ctx context.Context, s store.Scope, id string) (*commonv1.Entry, error) {
	list, err := v.Entries(ctx, s, []string{id})
	if err != nil {
		return nil, fmt.Errorf("getting entry %s: %w", id, err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("entry %q: %w", id, store.ErrNotFound)
	}
	return list[0], nil
}

// Entries returns the entries of the given ids that are there, in the order of
// the ids.
func (v *Vault) Entries(ctx context.Context, s store.Scope, ids []string) ([]*commonv1.Entry, error) {
	ok, err := v.begin(ctx, s)
	if err != nil || !ok {
		return nil, err
	}
	v.mu.RLock()
	var found []*item
	for _, id := range ids {
		if it := v.state.item(id); it != nil {
			found = append(found, it)
		}
	}
	v.mu.RUnlock()
	return v.entries(found), nil
}

// entries makes the entries of items. The vault's lock is not needed: what an entry
// is made of does not change.
func (v *Vault) entries(items []*item) []*commonv1.Entry {
	out := make([]*commonv1.Entry, len(items))
	for i, it := range items {
		if len(items) > mostMade { // they would only drive each other out
			out[i] = it.entry(v.opts.TimeZone)
			continue
		}
		out[i] = v.made.entry(it, v.opts.TimeZone)
	}
	return out
}

// List returns entries in the order of their ids, and undated ones behind all
// others, in the order of their files.
func (v *Vault) List(ctx context.Context, s store.Scope, r notes.Range, after string, limit int, desc bool) ([]*commonv1.Entry, error) {
	ok, err := v.begin(ctx, s)
	if err != nil || !ok {
		return nil, err
	}
	var from notes.ID
	if after != "" {
		if from, err = notes.ParseID(after); err != nil {
			return nil, fmt.Errorf("listing entries: %w", err)
		}
	}
	var out []*item
	v.mu.RLock()
	for it := range v.state.walk(from, r, desc) {
		if out = append(out, it); len(out) == limit {
			break
		}
	}
	v.mu.RUnlock()
	return v.entries(out), nil
}

// Find returns the entries that match a query.
func (v *Vault) Find(ctx context.Context, s store.Scope, q store.Query) (store.Result, error) {
	if err := match.Check(q); err != nil {
		return store.Result{}, err
	}
	ok, err := v.begin(ctx, s)
	if err != nil || !ok {
		return store.Result{}, err
	}
	if match.NeedsIndex(q) {
		v.needIndex()
	}
	v.mu.RLock()
	defer v.mu.RUnlock()
	found := v.state.find(ctx, q)
	if err := ctx.Err(); err != nil {
		return store.Result{}, err // and what was found may not be all
	}
	return found, nil
}

// needIndex makes the index when it is first needed: who only keeps notes does
// without.
func (v *Vault) needIndex() {
	v.mu.RLock()
	have := v.state.index != nil
	v.mu.RUnlock()
	if have {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state.index == nil {
		v.state.buildIndex()
	}
}

// find stops early when the context ends; then what it returns is not all.
func (st *state) find(ctx context.Context, q store.Query) store.Result {
	result := match.Find(ctx, match.Notes{
		Index: st.index,
		Path:  func(id string) string { return st.item(id).file.path },
		Newest: func(yield func(id, path string) bool) {
			for it := range st.walk(notes.ID{}, q.Range, true) {
				if !yield(it.id().String(), it.file.path) {
					return
				}
			}
		},
	}, q)
	result.Warnings = st.warningsIn(q.Range, q.Remarks, mostWarnings)
	return result
}

// mostWarnings is how many warnings are told at once. Where there are more, something
// else is wrong than with single files.
const mostWarnings = 20

// warningsIn returns what is wrong with the vault and with the days of a range, and if
// remarks are wanted what was not read as it stands, at most so many.
func (st *state) warningsIn(r notes.Range, remarks bool, most int) []string {
	var out []string
	more := 0
	add := func(warnings []string) {
		for _, w := range warnings[:min(len(warnings), most-len(out))] {
			out = append(out, printable(w))
		}
		more += len(warnings)
	}
	add(st.warnings)
	for v := range st.inRange(r) {
		add(v.warnings)
		if remarks {
			add(v.remarks)
		}
	}
	if more -= len(out); more > 0 {
		out = append(out, fmt.Sprintf("%d more files or notes are left out or not read in full", more))
	}
	return out
}

// Fresh looks again at the places of the given entries, and at the whole vault if
// one of them is then still not there or other than the caller knows it. With no
// entries it looks at the whole vault.
func (v *Vault) Fresh(ctx context.Context, s store.Scope, refs []*commonv1.EntryRef) error {
	if ok, err := v.begin(ctx, s); err != nil || !ok {
		return err
	}
	if len(refs) == 0 {
		return v.refresh(true)
	}
	places := make(map[place]bool)
	for _, ref := range refs {
		if id, err := notes.ParseID(ref.GetId()); err == nil {
			places[placeOf(id)] = true
		}
	}
	v.scanMu.Lock()
	for at := range places {
		v.scanPlace(at)
	}
	complete := !slices.ContainsFunc(refs, func(ref *commonv1.EntryRef) bool {
		it := v.state.item(ref.GetId())
		return it == nil || ref.GetContentHash() != "" && ref.GetContentHash() != it.hash()
	})
	v.scanMu.Unlock()
	if complete {
		return nil
	}
	return v.refresh(true)
}
