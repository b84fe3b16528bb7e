package vault

import (
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/rank"
)

// state is what the vault holds in memory.
type state struct {
	zone     *time.Location
	format   *dayfile.NameFormat
	warnings []string // of no particular file

	files map[string]*noteFile // by path
	data  map[place]*dataFile
	views map[place]*view
	days  []notes.Day // those with a view, in order
	pages []*view     // of undated notes, in the order of their paths
	byKey map[string]*item
	unread

	index *rank.Index // nil until someone searches
}

// unread are the files that are not looked into.
type unread struct{ notMarkdown, conflicts int }

func newState(zone *time.Location) *state {
	return &state{
		zone: zone, files: map[string]*noteFile{}, data: map[place]*dataFile{},
		views: map[place]*view{}, byKey: map[string]*item{},
	}
}

// apply takes over what a scan found. The caller holds both mutexes.
func (st *state) apply(s *scan) {
	st.format, st.warnings, st.unread = s.format, s.warnings, s.unread
	take(st.files, s.files)
	take(st.data, s.data)
	days, pages := false, false
	for at, v := range s.changed {
		old := st.views[at]
		st.drop(at)
		if v != nil {
			st.put(at, v)
		}
		if st.index != nil {
			st.reindex(old, v)
		}
		if at.page != 0 {
			pages = true
		} else {
			days = days || (old != nil) != (v != nil)
		}
	}
	if days {
		st.days = st.days[:0:0]
		for at := range st.views {
			if at.page == 0 {
				st.days = append(st.days, at.day)
			}
		}
		slices.SortFunc(st.days, notes.Day.Compare)
	}
	if pages {
		st.pages = st.pages[:0:0]
		for at, v := range st.views {
			if at.page != 0 {
				st.pages = append(st.pages, v)
			}
		}
		slices.SortFunc(st.pages, func(a, b *view) int { return strings.Compare(a.path(), b.path()) })
	}
}

// take puts the values of a map into another, and removes those that are nil.
func take[K comparable, V any](into, from map[K]*V) {
	for k, v := range from {
		if v == nil {
			delete(into, k)
		} else {
			into[k] = v
		}
	}
}

func (st *state) drop(at place) {
	view := st.views[at]
	if view == nil {
		return
	}
	for i := range view.items {
		it := &view.items[i]
		if it.key != "" && st.byKey[it.key] == it {
			delete(st.byKey, it.key)
		}
	}
	delete(st.views, at)
}

func (st *state) put(at place, view *view) {
	st.views[at] = view
	for i := range view.items {
		it := &view.items[i]
		if it.key != "" {
			st.byKey[it.key] = it
		}
	}
}

// item returns the entry of an id, nil if there is none.
func (st *state) item(id string) *item {
	parsed, err := notes.ParseID(id)
	if err != nil {
		return nil
	}
	return st.views[placeOf(parsed)].item(parsed)
}

// buildIndex puts every entry into the index. The caller holds mu.
func (st *state) buildIndex() {
	st.index = rank.New()
	for v := range st.inRange(notes.Range{}) {
		for i := range v.items {
			st.index.Put(v.items[i].note())
		}
	}
}

// reindex brings the index from one view of a place to the next; nil is a place
// without notes. What is the same in both stays in the index: of a day of many notes
// mostly one is new.
func (st *state) reindex(before, after *view) {
	gone := map[notes.ID]*item{}
	if before != nil {
		for i := range before.items {
			gone[before.items[i].id()] = &before.items[i]
		}
	}
	if after != nil {
		for i := range after.items {
			it := &after.items[i]
			old := gone[it.id()]
			delete(gone, it.id())
			if old != nil && it.indexedAs(old) {
				continue
			}
			n := it.note()
			// Else a day to which notes are added one by one would be held
			// in memory once for each of them.
			n.Text = strings.Clone(n.Text)
			st.index.Put(n)
		}
	}
	for id := range gone {
		st.index.Remove(id.String())
	}
}
