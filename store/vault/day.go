package vault

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// An item is an entry in memory.
type item struct {
	id     notes.ID
	day    notes.Day
	entry  *commonv1.Entry
	record *record // nil if nothing is noted of it
	timed  bool
	raw    bool // it lies in a day file of Weft's
	number int  // in the index, -1 if it is not there
}

// A dayView is everything known of a day.
type dayView struct {
	items    []*item           // in the order of ids
	sections map[time.Time]int // how many of Weft's day file have each time, those without text included
	warnings []string
}

// buildDay makes the entries of a day from its files. Notes of one second are
// numbered in this order: those of Weft's day file, then those of other files by
// path, then those that tell no time; so that a note that someone adds elsewhere
// does not rename one that Weft keeps.
func buildDay(day notes.Day, files []*noteFile, data *dataFile, zone *time.Location) *dayView {
	view := &dayView{sections: make(map[time.Time]int)}
	slices.SortFunc(files, func(a, b *noteFile) int {
		if a.raw != b.raw {
			if a.raw {
				return -1
			}
			return 1
		}
		return strings.Compare(a.path, b.path)
	})
	for _, f := range files {
		view.warnings = append(view.warnings, f.warnings...)
		for _, s := range f.sections {
			view.items = append(view.items, &item{day: day, timed: s.Timed, raw: f.raw, number: -1, entry: f.entry(day, s)})
			last := view.items[len(view.items)-1]
			last.id = notes.ID{Local: time.Date(day.Year, day.Month, day.Date, s.Clock.Hour, s.Clock.Minute, s.Clock.Second, 0, time.UTC)}
		}
	}
	slices.SortStableFunc(view.items, func(a, b *item) int {
		switch {
		case a.timed == b.timed:
			return 0
		case a.timed:
			return -1
		}
		return 1
	})
	var records map[string]*record
	if data != nil {
		records = data.records
		if data.err != nil {
			view.warnings = append(view.warnings, fmt.Sprintf("%v; its parsed data is left out", data.err))
		}
	}
	counts := make(map[time.Time]int)
	for _, it := range view.items {
		counts[it.id.Local]++
		it.id.N = counts[it.id.Local]
		if it.raw && it.timed {
			view.sections[it.id.Local]++
		}
	}
	// A heading without text is no note, but it has its number like the others.
	view.items = slices.DeleteFunc(view.items, func(it *item) bool { return strings.TrimSpace(it.entry.GetText()) == "" })
	for _, it := range view.items {
		it.finish(records, zone)
	}
	slices.SortFunc(view.items, func(a, b *item) int { return compareIDs(a.id, b.id) })
	return view
}

// finish fills in what depends on the entry's id.
func (it *item) finish(records map[string]*record, zone *time.Location) {
	e := it.entry
	e.Id = it.id.String()
	e.Time = timestamppb.New(it.id.In(zone))
	it.record, _ = matching(records, it.id, e.ContentHash)
	if it.record != nil && it.record.hash == e.ContentHash {
		e.DomainData = it.record.data
		e.Tags = merge(it.record.tags, e.Tags)
	}
}

func (f *noteFile) entry(day notes.Day, s dayfile.Section) *commonv1.Entry {
	return &commonv1.Entry{
		Date:        day.String(),
		Text:        s.Text,
		Tags:        merge(f.tags, inlineTags(s.Text)),
		ContentHash: notes.Hash(s.Text),
		Correction:  s.Correction,
		Source:      &commonv1.SourceRef{Path: f.path, FirstLine: int32(s.FirstLine), LastLine: int32(s.LastLine)},
	}
}

// inlineTag matches a tag as Obsidian does: letters, digits, _, - and / after #,
// not digits alone.
var inlineTag = regexp.MustCompile(`(?:^|\s)#([\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)`)

func inlineTags(text string) []string {
	if !strings.Contains(text, "#") {
		return nil
	}
	var tags []string
	for _, m := range inlineTag.FindAllStringSubmatch(text, -1) {
		tags = append(tags, m[1])
	}
	return tags
}

// merge returns the tags of both, each once.
func merge(a, b []string) []string {
	var out []string
	for _, tag := range slices.Concat(a, b) {
		if !slices.Contains(out, tag) {
			out = append(out, tag)
		}
	}
	return out
}

// compareIDs orders by time, then by number.
func compareIDs(a, b notes.ID) int {
	if c := a.Local.Compare(b.Local); c != 0 {
		return c
	}
	return a.N - b.N
}
