package router

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// recent is what was kept last, and from when one looks back at it.
type recent struct {
	entries []*commonv1.Entry // newest first
	ref     timespan.Ref
}

func recentOf(req *pb.RouteRequest) recent {
	zone, err := time.LoadLocation(req.GetContext().GetTimeZone())
	if err != nil {
		zone = time.UTC // the service has refused it
	}
	return recent{req.GetRecent(), timespan.Ref{
		Now: req.GetContext().GetNow().AsTime().In(zone), WeekStart: timespan.WeekStart(req.GetContext().GetWeekStart()),
	}}
}

// retellable is how many days back an entry lies at most that is told anew by a
// text that names no time.
const retellable = 3

// retold reports whether a text tells a value of something of which one of the
// entries tells another: "oats were 60 g" after "80g oats with blueberries". What
// is told again and again, such as a weight, is new each time, unless the text
// names a time that has been.
func (r recent) retold(text string) bool {
	if len(r.entries) == 0 {
		return false
	}
	times := timespan.Scan(text, r.ref)
	rest := timespan.Strip(text, times)
	values := quantity.Scan(rest)
	if len(values) != 1 {
		pair := paired.FindString(text)
		return pair != "" && len(pair) == len(strings.Trim(text, " .!")) && r.justTold(func(told string) bool { return tellsOtherPair(told, pair) })
	}
	subject := contentStems(rest[:values[0].Start] + rest[values[0].End:])
	if len(subject) == 0 {
		return r.justTold(func(told string) bool { return tellsOther(told, values[0]) })
	}
	told, other := 0, 0
	for _, e := range r.entries {
		if !e.GetCorrection() && r.reaches(e, times) && holdsAll(e.GetText(), subject) {
			told++
			if tellsOther(e.GetText(), values[0]) {
				other++
			}
		}
	}
	return other > 0 && (told == 1 || len(times) > 0)
}

// justNow is how long ago an entry was written at most that a bare value may be of:
// who measures something writes the next value hours later.
const justNow = 15 * time.Minute

// justTold reports whether an entry just written tells something else of the kind.
func (r recent) justTold(other func(told string) bool) bool {
	return slices.ContainsFunc(r.entries, func(e *commonv1.Entry) bool {
		return !e.GetCorrection() && r.ref.Now.Sub(e.GetTime().AsTime()) <= justNow && other(e.GetText())
	})
}

// reaches reports whether an entry is of a time that a text names or, if it names
// none, of the last days.
func (r recent) reaches(e *commonv1.Entry, times []timespan.Span) bool {
	day, err := notes.ParseDay(e.GetDate())
	if err != nil {
		return false
	}
	days := slices.DeleteFunc(slices.Clone(times), func(t timespan.Span) bool { return t.Range.Days() == 0 })
	if len(days) == 0 {
		return notes.DayOf(r.ref.Now).Sub(day) <= retellable
	}
	return slices.ContainsFunc(days, func(t timespan.Span) bool { return t.Range.Contains(day) })
}

// tellsOther reports whether a text has a number that could stand where another
// stands, and not that one.
func tellsOther(text string, value quantity.Quantity) bool {
	other := false
	for _, q := range quantity.Scan(text) {
		if q.Value == value.Value {
			return false
		}
		other = other || q.Unit == "" || value.Unit == "" || quantity.Dimension(q.Unit) == quantity.Dimension(value.Unit)
	}
	return other
}

// paired is a value of two numbers, such as "30:40" or "128/88".
var paired = regexp.MustCompile(`\d+(?:[:/]\d+)+`)

// tellsOtherPair reports whether a text has another value that looks like a pair.
func tellsOtherPair(text, pair string) bool {
	return slices.ContainsFunc(paired.FindAllString(text, -1), func(told string) bool {
		return told != pair && digit.ReplaceAllString(told, "0") == digit.ReplaceAllString(pair, "0")
	})
}

var digit = regexp.MustCompile(`\d`)

// contentStems returns the stems of the words of a text that could name something.
func contentStems(text string) []string {
	var out []string
	for _, t := range search.Tokens(content(text)) {
		out = append(out, t.Stem)
	}
	return out
}

func holdsAll(text string, stems []string) bool {
	have := map[string]bool{}
	for _, t := range search.Tokens(text) {
		have[t.Stem] = true
	}
	return !slices.ContainsFunc(stems, func(stem string) bool { return !have[stem] })
}
