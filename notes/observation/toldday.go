package observation

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// MaxToldDays is how many days before a note a day may lie of which it tells values.
const MaxToldDays = 31

// maxRead is how many bytes of a note are read for days, as for its data.
const maxRead = 64 << 10

// OnToldDays returns the rows of an entry on the days that its text names for them: of "ran
// 6 km on Wednesday, 8 km on Thursday" none is of the entry's own day. An amount of several
// days, "since Monday I ran 20 km", or of one long ago, is left out, and Unread tells it. Filed
// says that the entry was kept on the day that its words name, so that its only day is taken
// into account already.
func OnToldDays(e *commonv1.Entry, rows []*commonv1.Observation, filed bool) []*commonv1.Observation {
	if len(rows) == 0 {
		return rows
	}
	d := readToldDays(e)
	if filed && !d.moved.IsZero() || d.moved.IsZero() && !slices.ContainsFunc(d.stretches, func(s timespan.ToldStretch) bool { return s.Day != d.own }) {
		return rows
	}
	var out []*commonv1.Observation
	d.free = quantity.Scan(e.GetText())
	d.rowAt = map[int]*commonv1.Observation{}
	for len(rows) > 0 {
		n := 1 // rows of one object
		for n < len(rows) && rows[n].GetObject() != "" && rows[n].GetObject() == rows[0].GetObject() {
			n++
		}
		var days []notes.Day // by row
		for _, row := range rows[:n] {
			days = append(days, d.ofRow(row))
		}
		other := slices.IndexFunc(days, func(day notes.Day) bool { return day != d.own })
		for i, row := range rows[:n] {
			day := days[i]
			if day == d.own && other >= 0 {
				day = days[other] // the run of "8 km on Thursday, in 40 minutes"
			}
			switch {
			case day == d.own:
				out = append(out, row)
			case day.IsZero() && row.GetKind() != commonv1.MeasureKind_MEASURE_KIND_AMOUNT:
				out = append(out, row)
			case !day.IsZero() && d.own.Sub(day) <= MaxToldDays:
				moved := proto.CloneOf(row)
				moved.Date = day.String()
				out = append(out, moved)
			}
		}
		rows = rows[n:]
	}
	return append(out, d.alike(e.GetText())...)
}

// A toldDays is what an entry says of the days of its values.
type toldDays struct {
	own       notes.Day
	moved     notes.Day // that all of the entry is about, zero if it is its own
	stretches []timespan.ToldStretch
	free      []quantity.Quantity           // that no row has been found for yet
	rowAt     map[int]*commonv1.Observation // by where its number stands
}

func readToldDays(e *commonv1.Entry) toldDays {
	id, err := notes.ParseID(e.GetId())
	if err != nil || id.Undated() {
		return toldDays{}
	}
	text := excerpt.Head(e.GetText(), maxRead)
	d := toldDays{own: notes.DayOf(id.Local), stretches: timespan.ToldStretches(text, id.Local, time.Monday)}
	if at, _ := timespan.EntryTime(text, id.Local, time.Monday); notes.DayOf(at) != d.own {
		d.moved = notes.DayOf(at)
	}
	return d
}

// ofRow returns the day that the text gives for a row: of the first quantity like it, which it
// takes from those that are free. What has no number of its own is of the day of the whole.
func (d *toldDays) ofRow(row *commonv1.Observation) notes.Day {
	at := -1
	if row.GetKind() != commonv1.MeasureKind_MEASURE_KIND_UNSPECIFIED {
		at = slices.IndexFunc(d.free, func(q quantity.Quantity) bool { return have([]figure{{row.GetValue(), row.GetUnit()}}, q) })
	}
	if at < 0 {
		if d.moved.IsZero() {
			return d.own
		}
		return d.moved
	}
	q := d.free[at]
	d.free = slices.Delete(d.free, at, at+1)
	d.rowAt[q.Start] = row
	day, told := d.at(q.Start)
	switch {
	case told:
		return day
	case !d.moved.IsZero():
		return d.moved
	}
	return d.own
}

// alike returns the rows of amounts that only a day tells apart from the one before, whose
// words they share: the 8 km of "ran 6 km on Wednesday, 8 km on Thursday".
func (d *toldDays) alike(text string) []*commonv1.Observation {
	var out []*commonv1.Observation
	for i := 1; i < len(d.stretches); i++ {
		before, s := d.stretches[i-1], d.stretches[i]
		at := slices.IndexFunc(d.free, func(q quantity.Quantity) bool { return s.Start <= q.Start && q.End <= s.End })
		if at < 0 || s.Day.IsZero() || s.Day == before.Day || d.own.Sub(s.Day) > MaxToldDays || strings.ContainsAny(text[before.Start:s.Start], ".;\n") {
			continue
		}
		q := d.free[at]
		words := text[s.Start:q.Start] + text[q.End:s.End]
		if rest := besideAmount.ReplaceAllString(timespan.Strip(words, timespan.Scan(words, timespan.Ref{Now: d.own.In(time.UTC)})), ""); rest != "" {
			continue
		}
		var like []*commonv1.Observation
		for place, row := range d.rowAt {
			if before.Start <= place && place < before.End {
				like = append(like, row)
			}
		}
		if len(like) == 1 && q.Unit != "" && q.Unit == like[0].GetUnit() {
			row := proto.CloneOf(like[0])
			row.Date, row.Value, row.Object = s.Day.String(), q.Value, lastIndex.ReplaceAllString(row.Object, fmt.Sprintf("[%d]", 1000+len(out)))
			d.rowAt[q.Start] = row
			out = append(out, row)
		}
	}
	return out
}

// lastIndex is the place of an object in its list.
var lastIndex = regexp.MustCompile(`\[\d+\]$`)

// besideAmount is what may stand beside an amount and its day.
var besideAmount = regexp.MustCompile(`(?i)\b(?:and|then|on|another|about)\b|[^\pL\d]`)

// at returns the day of what stands at a place, and false if the text names none for it.
func (d toldDays) at(place int) (notes.Day, bool) {
	i := sort.Search(len(d.stretches), func(i int) bool { return place < d.stretches[i].End })
	if i == len(d.stretches) || place < d.stretches[i].Start {
		return notes.Day{}, false
	}
	return d.stretches[i].Day, true
}

// ofOtherTime reports whether what stands at a place is an amount of several days, or of one
// long ago.
func (d toldDays) ofOtherTime(place int) bool {
	day, told := d.at(place)
	return told && (day.IsZero() || d.own.Sub(day) > MaxToldDays)
}
