package vault

import (
	"maps"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/search"
)

// state is what the vault holds in memory.
type state struct {
	zone     *time.Location
	format   *dayfile.NameFormat
	warnings []string // of no particular day

	views map[notes.Day]*dayView
	days  []notes.Day // those with a view, in order
	byKey map[string]*item

	index    *search.Index // nil until someone searches
	numbered []numbered    // by number in the index
}

// A numbered is an item in the index; where it is gone it is zero. It repeats what
// the item's id is made of, as those of all that a search finds are made at once
// and the items lie far from each other.
type numbered struct {
	item  *item
	local int64
	nth   int32
}

func newState(zone *time.Location) *state {
	return &state{zone: zone, views: map[notes.Day]*dayView{}, byKey: map[string]*item{}}
}

// apply takes over what a scan found. The caller holds both mutexes.
func (st *state) apply(s *scan) {
	st.format, st.warnings = s.format, s.warnings
	sameDays := true
	for day, view := range s.changed {
		before := st.views[day] != nil
		st.drop(day)
		if view != nil {
			st.put(day, view)
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
		if it.number >= 0 {
			st.index.Remove(int(it.number))
			st.numbered[it.number] = numbered{}
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
		if st.index != nil {
			st.addToIndex(it)
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

func (st *state) addToIndex(it *item) {
	it.number = int32(st.index.Add(it.doc()))
	st.numbered = append(st.numbered, numbered{it, it.local, it.nth})
}

// buildIndex puts every entry into the index. The caller holds mu.
func (st *state) buildIndex() {
	st.index, st.numbered = search.NewIndex(), nil
	for _, day := range st.days {
		view := st.views[day]
		for i := range view.items {
			st.addToIndex(&view.items[i])
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
