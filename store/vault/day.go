package vault

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
)

// A dayView is everything known of a day.
type dayView struct {
	files    []*noteFile
	data     *dataFile // nil if there is none
	items    []item    // in the order of ids
	blank    []int64   // times of Weft's own headings without text, which are no notes
	warnings []string
}

// buildDay makes the entries of a day from its files, which have their content,
// and drops that. Notes of one second are numbered in this order: those of Weft's
// day file, then those of other files by path, then those that tell no time; so
// that a note that someone adds elsewhere does not rename one that Weft keeps.
func buildDay(files []*noteFile, data *dataFile) *dayView {
	view := &dayView{files: files, data: data}
	slices.SortFunc(files, compareFiles)
	var items []item
	for _, f := range files {
		view.warnings = append(view.warnings, f.content.warnings...)
		for _, s := range f.content.sections {
			items = append(items, newItem(f, s))
		}
		f.content = nil
	}
	slices.SortStableFunc(items, func(a, b item) int { return firstIf(a.timed, b.timed) })
	var records map[string]*record
	if data != nil {
		records = data.content.records
		if err := data.content.err; err != nil {
			view.warnings = append(view.warnings, fmt.Sprintf("%v; its parsed data is left out", err))
		}
		data.content = nil
	}
	counts := make(map[int64]int32)
	for _, it := range items {
		counts[it.local]++
		it.nth = counts[it.local]
		if strings.TrimSpace(it.text) != "" {
			it.annotate(records)
			view.items = append(view.items, it)
		} else if it.file.raw && it.timed {
			// A heading without text is no note, but it has its number like the others.
			view.blank = append(view.blank, it.local)
		}
	}
	slices.SortFunc(view.items, compareItems)
	view.items = slices.Clip(view.items)
	return view
}

func compareFiles(a, b *noteFile) int {
	return cmp.Or(firstIf(a.raw, b.raw), strings.Compare(a.path, b.path))
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

// file returns the file of a path, nil if it is none of the day.
func (d *dayView) file(path string, raw bool) *noteFile {
	if d == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(d.files, &noteFile{path: path, raw: raw}, compareFiles)
	if !ok {
		return nil
	}
	return d.files[i]
}

// item returns the entry of an id, nil if there is none.
func (d *dayView) item(id notes.ID) *item {
	if d == nil || id.N > math.MaxInt32 {
		return nil
	}
	local := id.Local.Unix()
	i, ok := slices.BinarySearchFunc(d.items, id, func(it item, _ notes.ID) int { return it.compare(local, int32(id.N)) })
	if !ok {
		return nil
	}
	return &d.items[i]
}

// headings counts the time headings of a second in Weft's own day file.
func (d *dayView) headings(local int64) int {
	if d == nil {
		return 0
	}
	n := 0
	for _, at := range d.blank {
		if at == local {
			n++
		}
	}
	for i := range d.items {
		if it := &d.items[i]; it.file.raw && it.timed && it.local == local {
			n++
		}
	}
	return n
}

// follows reports whether the day has another note of the same second that comes
// after one.
func (d *dayView) follows(it *item) bool {
	return slices.ContainsFunc(d.items, func(other item) bool { return other.local == it.local && other.nth > it.nth })
}
