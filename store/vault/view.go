package vault

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unique"

	"github.com/weft-mesh/weft/notes"
)

// A view is everything known of a place.
type view struct {
	page     notes.Page // 0 for a day
	files    []*noteFile
	items    []item  // in the order of ids, undated ones in that of the file
	blank    []int64 // times of Weft's own headings without text, which are no notes
	warnings []string
	remarks  []string // of its files
}

// path returns the path of the first file.
func (v *view) path() string {
	if len(v.files) == 0 {
		return ""
	}
	return v.files[0].path
}

// buildView makes the entries of a place from its files, which have their content,
// and drops that. Notes of one second are numbered in this order: those of Weft's
// day file, then those of other files by path, then those that tell no time, then
// front matter; so that a note that someone adds elsewhere does not rename one that Weft keeps.
func buildView(at place, files []*noteFile, data *dataFile) *view {
	v := &view{page: at.page, files: files}
	slices.SortFunc(files, compareFiles)
	records := v.begin(at, data)
	var items []item
	for _, f := range files {
		for _, n := range f.notesAt(at) {
			items = append(items, newItem(f, at, n))
		}
		f.drop()
	}
	if at.page == 0 {
		items = timedFirst(items)
	}
	counts := make(map[int64]int32)
	for _, it := range items {
		counts[it.local]++
		it.nth = counts[it.local]
		if strings.TrimSpace(it.text) != "" {
			it.annotate(records)
			v.items = append(v.items, it)
		} else if it.file.raw && it.timed {
			// A heading without text is no note, but it has its number like the others.
			v.blank = append(v.blank, it.local)
		}
	}
	if at.page == 0 {
		slices.SortFunc(v.items, compareItems)
	}
	v.items = slices.Clip(v.items)
	return v
}

// annotated returns the view of the same place when its parsed data is another and
// its files are what they were: they need not be read again.
func (v *view) annotated(at place, data *dataFile) *view {
	now := &view{page: v.page, files: v.files, items: slices.Clone(v.items), blank: v.blank}
	records := now.begin(at, data)
	for i := range now.items {
		it := &now.items[i]
		it.parsed, it.key, it.read = "", "", unique.Handle[string]{}
		it.annotate(records)
	}
	return now
}

// begin takes in what is wrong with the files of a place, and returns what its parsed
// data says, nil if there is none.
func (v *view) begin(at place, data *dataFile) map[string]*record {
	for _, f := range v.files {
		if len(f.places) > 0 && f.places[0] == at {
			v.warnings, v.remarks = append(v.warnings, f.warnings...), append(v.remarks, f.remarks...)
		}
	}
	if data == nil {
		return nil
	}
	content := data.content
	data.content = nil
	if content.err != nil {
		v.warnings = append(v.warnings, fmt.Sprintf("%v; its parsed data is left out", content.err))
	}
	return content.records
}

func compareFiles(a, b *noteFile) int {
	return cmp.Or(firstIf(a.raw, b.raw), strings.Compare(a.path, b.path))
}

// timedFirst are items with those that have a time before those that have none, and of either those from the
// front of a page last.
func timedFirst(items []item) []item {
	out := make([]item, 0, len(items))
	for _, timed := range []bool{true, false} {
		for _, front := range []bool{false, true} {
			for _, it := range items {
				if it.timed == timed && it.front == front {
					out = append(out, it)
				}
			}
		}
	}
	return out
}

// firstIf orders what has a quality before what has not.
func firstIf(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// item returns the entry of an id, nil if there is none.
func (v *view) item(id notes.ID) *item {
	i, ok := v.find(id)
	if !ok {
		return nil
	}
	return &v.items[i]
}

// find returns where the entry of an id stands among the items, or if there is
// none, where those behind it begin.
func (v *view) find(id notes.ID) (int, bool) {
	if v == nil || id.N > math.MaxInt32 {
		return 0, false
	}
	if id.Undated() {
		if i := slices.IndexFunc(v.items, func(it item) bool { return it.id() == id }); i >= 0 {
			return i, true
		}
		return len(v.items), false
	}
	local := id.Local.Unix()
	return slices.BinarySearchFunc(v.items, id, func(it item, _ notes.ID) int { return it.compare(local, int32(id.N)) })
}

// headings counts the time headings of a second in Weft's own day file.
func (v *view) headings(local int64) int {
	if v == nil {
		return 0
	}
	n := 0
	for _, at := range v.blank {
		if at == local {
			n++
		}
	}
	for i := range v.items {
		if it := &v.items[i]; it.file.raw && it.timed && it.local == local {
			n++
		}
	}
	return n
}

// follows reports whether the place has another note of the same second that comes
// after one.
func (v *view) follows(it *item) bool {
	return slices.ContainsFunc(v.items, func(other item) bool { return other.local == it.local && other.nth > it.nth })
}
