package vault

import (
	"maps"
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
	warnings []string // of no particular day

	views map[notes.Day]*dayView
	days  []notes.Day // those with a view, in order
	byKey map[string]*item

	index *rank.Index // nil until someone searches
}

func newState(zone *time.Location) *state {
	return &state{zone: zone, views: map[notes.Day]*dayView{}, byKey: map[string]*item{}}
}

// apply takes over what a scan found. The caller holds both mutexes.
func (st *state) apply(s *scan) {
	st.format, st.warnings = s.format, s.warnings
	sameDays := true
	for day, view := range s.changed {
		old := st.views[day]
		before := old != nil
		st.drop(day)
		if view != nil {
			st.put(day, view)
		}
		if st.index != nil {
			st.reindex(old, view)
		}
		sameDays = sameDays && before == (view != nil)
	}
	if !sameDays {
		st.days = slices.SortedFunc(maps.Keys(st.views), notes.Day.Compare)
	}
}

func (st *state) drop(day notes.Day) {
	view := st.views[day]
	if view == nil {
		return
	}
	for i := range view.items {
		it := &view.items[i]
		if it.key != "" && st.byKey[it.key] == it {
			delete(st.byKey, it.key)
		}
	}
	delete(st.views, day)
}

func (st *state) put(day notes.Day, view *dayView) {
	st.views[day] = view
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
	return st.views[parsed.Day()].item(parsed)
}

// buildIndex puts every entry into the index. The caller holds mu.
func (st *state) buildIndex() {
	st.index = rank.New()
	for _, day := range st.days {
		for i := range st.views[day].items {
			st.index.Put(st.views[day].items[i].note())
		}
	}
}

// reindex brings the index from one view of a day to the next; nil is a day without
// notes. What is the same in both stays in the index: of a day of many notes mostly
// one is new.
func (st *state) reindex(before, after *dayView) {
	var gone, come []item // in the order of ids
	if before != nil {
		gone = before.items
	}
	if after != nil {
		come = after.items
	}
	for len(gone)+len(come) > 0 {
		order := -1
		if len(gone) == 0 {
			order = 1
		} else if len(come) > 0 {
			order = compareItems(gone[0], come[0])
		}
		if order < 0 {
			st.index.Remove(gone[0].id().String())
		} else if order > 0 || !come[0].indexedAs(&gone[0]) {
			n := come[0].note()
			// Else a day to which notes are added one by one would be held
			// in memory once for each of them.
			n.Text = strings.Clone(n.Text)
			st.index.Put(n)
		}
		if order <= 0 {
			gone = gone[1:]
		}
		if order >= 0 {
			come = come[1:]
		}
	}
}

// inRange returns the days of a range that have entries, in order.
func (st *state) inRange(r notes.Range) []notes.Day {
	begin, end := 0, len(st.days)
	if !r.Start.IsZero() {
		begin, _ = slices.BinarySearchFunc(st.days, r.Start, notes.Day.Compare)
	}
	if !r.End.IsZero() {
		end, _ = slices.BinarySearchFunc(st.days, r.End.AddDays(1), notes.Day.Compare)
	}
	if begin >= end {
		return nil
	}
	return st.days[begin:end]
}
