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
	settings string
	warnings []string // of no particular day

	notes map[string]*noteFile
	data  map[notes.Day]*dataFile
	files map[notes.Day][]*noteFile

	views map[notes.Day]*dayView
	days  []notes.Day // those with a view, in order
	byID  map[string]*item
	byKey map[string]*item

	index    *search.Index // nil until someone searches
	numbered map[int]*item // by number in the index
}

func newState(zone *time.Location) *state {
	return &state{
		zone:  zone,
		notes: map[string]*noteFile{}, data: map[notes.Day]*dataFile{}, files: map[notes.Day][]*noteFile{},
		views: map[notes.Day]*dayView{}, byID: map[string]*item{}, byKey: map[string]*item{},
	}
}

// apply takes over what a scan found. The caller holds both mutexes.
func (st *state) apply(s *scan) {
	st.format, st.settings, st.warnings = s.format, s.settings, s.warnings
	st.notes, st.data = s.notes, s.data
	sameDays := true
	for day := range s.changed {
		_, before := st.views[day]
		st.drop(day)
		if files := s.files[day]; len(files) > 0 {
			st.files[day] = files
		} else {
			delete(st.files, day)
		}
		if len(st.files[day]) > 0 || st.data[day] != nil {
			st.put(day, buildDay(day, st.files[day], st.data[day], st.zone))
		}
		_, after := st.views[day]
		sameDays = sameDays && before == after
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
	for _, it := range view.items {
		delete(st.byID, it.entry.GetId())
		if it.record != nil && st.byKey[it.record.key] == it {
			delete(st.byKey, it.record.key)
		}
		if it.number >= 0 {
			st.index.Remove(it.number)
			delete(st.numbered, it.number)
		}
	}
	delete(st.views, day)
}

func (st *state) put(day notes.Day, view *dayView) {
	st.views[day] = view
	for _, it := range view.items {
		st.byID[it.entry.GetId()] = it
		if it.known() {
			st.byKey[it.record.key] = it
		}
		if st.index != nil {
			st.addToIndex(it)
		}
	}
}

// known reports whether the entry is certainly the one that was kept under its
// record's key. A record without data whose hash is another's may be left from an
// attempt that wrote no text, beside a note that a person wrote: then it is
// better to keep the note again than to lose it.
func (it *item) known() bool {
	r := it.record
	return r != nil && r.key != "" && (r.hash == it.entry.GetContentHash() || r.data != nil || len(r.corrections) > 0)
}

func (st *state) addToIndex(it *item) {
	it.number = st.index.Add(search.Doc{
		Day: it.day, Text: it.entry.GetText(), Tags: it.entry.GetTags(), Names: names(it.entry.GetDomainData()),
	})
	st.numbered[it.number] = it
}

// buildIndex puts every entry into the index. The caller holds mu.
func (st *state) buildIndex() {
	st.index, st.numbered = search.NewIndex(), make(map[int]*item, len(st.byID))
	for _, day := range st.days {
		for _, it := range st.views[day].items {
			st.addToIndex(it)
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
