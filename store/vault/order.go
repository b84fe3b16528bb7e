package vault

import (
	"iter"
	"math"
	"slices"

	"github.com/weft-mesh/weft/notes"
)

// daysIn returns the days of a range that have entries, in order.
func (st *state) daysIn(r notes.Range) []notes.Day {
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

// pagesIn returns the pages of undated notes that a range has: all of them if it is
// open in both directions, else none.
func (st *state) pagesIn(r notes.Range) []*view {
	if !r.IsZero() {
		return nil
	}
	return st.pages
}

// inRange goes over the views of a range.
func (st *state) inRange(r notes.Range) iter.Seq[*view] {
	return st.viewsOf(st.daysIn(r), st.pagesIn(r), false)
}

// viewsOf goes over days in their order, or backwards, then over pages.
func (st *state) viewsOf(days []notes.Day, pages []*view, desc bool) iter.Seq[*view] {
	return func(yield func(*view) bool) {
		for i := range days {
			if desc {
				i = len(days) - 1 - i
			}
			if !yield(st.views[onDay(days[i])]) {
				return
			}
		}
		for _, v := range pages {
			if !yield(v) {
				return
			}
		}
	}
}

// walk goes over the entries of a range in the order of their ids, or backwards,
// and behind them over the undated ones in the order of their files. It begins
// behind the entry of an id; the zero ID is none. If the file of an undated entry is
// gone, it goes over all undated ones.
func (st *state) walk(from notes.ID, r notes.Range, desc bool) iter.Seq[*item] {
	days, pages := st.daysIn(r), st.pagesIn(r)
	switch day := from.Day(); {
	case from.Undated():
		days = nil
		if i := slices.IndexFunc(pages, func(v *view) bool { return v.page == from.Page }); i >= 0 {
			pages = pages[i:]
		}
	case from == notes.ID{}:
	case desc && (r.End.IsZero() || day.Before(r.End)):
		days = st.daysIn(notes.Range{Start: r.Start, End: day})
	case !desc && day.After(r.Start):
		days = st.daysIn(notes.Range{Start: day, End: r.End})
	}
	return func(yield func(*item) bool) {
		for v := range st.viewsOf(days, pages, desc) {
			items := v.items
			if v.page == from.Page && from.Page != 0 {
				i, _ := v.find(from)
				items = items[min(i+1, len(items)):]
			}
			backwards := desc && v.page == 0
			for i := range items {
				if backwards {
					i = len(items) - 1 - i
				}
				it := &items[i]
				if from.N > 0 && v.page == 0 {
					if c := it.compare(from.Local.Unix(), int32(min(from.N, math.MaxInt32))); c == 0 || (c < 0) != desc {
						continue
					}
				}
				if !yield(it) {
					return
				}
			}
		}
	}
}
