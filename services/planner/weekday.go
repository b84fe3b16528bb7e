package planner

import (
	"regexp"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const weekdayWords = `(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|weekend`

var (
	// oneDay is a weekday by itself, with what may stand before and after it.
	oneDay = regexp.MustCompile(`(?i)^(?:(?:on|at|over|after|before|since) )?(?:(?:the|a|my) )?(?:(?:typical|normal|usual) )?(` + weekdayWords + `)(?:'s)?( (?:morning|afternoon|evening|night))?$`)
	// often are the words of habit, which hold whatever else a question says.
	often = regexp.MustCompile(`\b(?:always|usual(?:ly)?|normal(?:ly)?|typical(?:ly)?|often|generally|mostly|regularly|ever|tend)\b`)
	// does are questions of the present, which ask for a habit or for a plan.
	does = regexp.MustCompile(`\b(?:do|don't|dont) (?:i|we|you|my|our|the|these|those)\b|\bdoes(?:n't)? \w+`)
	// arranged are questions of the present that mean what is to come.
	arranged = regexp.MustCompile(`\b(?:planned|scheduled|due|will|going to|gonna|coming|(?:do|does) (?:i|we|it) (?:have|need)|(?:am|is|are) (?:i|we|there|it))\b`)
	// lists is what stands between two days of a list.
	lists = regexp.MustCompile(`(?i)^\s*(?:,|&|\+|/|and|or|then)?\s*(?:and|or|then)?\s*(?:on )?$`)
)

// habits reads a weekday in a question of habit as every such day: "do I run on
// Sunday", "my Sunday runs". One that is only an attribute ("after the Thursday sync") is that day
// and no time after it, and none that lies ahead unless the question does.
func habits(query string, spans []timespan.Span, ref timespan.Ref) {
	text := plain(query)
	ahead := arranged.MatchString(text)
	habit := often.MatchString(text) || does.MatchString(text) && !ahead
	for i, s := range spans {
		m := oneDay.FindStringSubmatch(s.Text)
		if m == nil || s.Explicit || s.Range.IsZero() {
			continue
		}
		words, many := things(query[s.Offset+len(s.Text):])
		switch day := fullDay(m[1]); {
		case habit || many:
			spans[i] = like(s, timespan.Scan(plural(day, m[2]), ref))
		case len(words) > 0 && !strings.HasPrefix(strings.ToLower(s.Text), "since"):
			spans[i] = like(s, timespan.Scan("on "+day+m[2], ref))
			if r := spans[i].Range; r.Start.After(notes.DayOf(ref.Now)) && !ahead {
				spans[i].Range = notes.Range{Start: r.Start.AddDays(-7), End: r.End.AddDays(-7)}
			}
		}
	}
	inOrder(query, spans)
	bygone(query, spans, ref)
}

var (
	// present are the verbs of a question that may well ask for a time to come.
	present = regexp.MustCompile(`\b(?:am|is|are|do|does|will|shall|can|could|should|would|may i|have|has|happens?|next|coming|upcoming|until|till|by)\b|'(?:s|ll|re) `)
	year    = regexp.MustCompile(`\d{4}|[’']\d\d\b`)
)

// bygone takes the months and days of a question without a verb ("June runs")
// for those that have been, for notes tell of nothing else.
func bygone(query string, spans []timespan.Span, ref timespan.Ref) {
	text := plain(query)
	if present.MatchString(text) || planned.MatchString(text) {
		return
	}
	for i, s := range spans {
		r := s.Range
		switch {
		case !r.Start.After(notes.DayOf(ref.Now)) || r.End.IsZero():
		case oneDay.MatchString(s.Text):
			spans[i].Range = notes.Range{Start: r.Start.AddDays(-7), End: r.End.AddDays(-7)}
		case s.Explicit && !year.MatchString(s.Text) && s.Grain == commonv1.Grain_GRAIN_MONTH:
			start := r.Start.AddMonths(-12)
			spans[i].Range = notes.Range{Start: start, End: start.AddMonths(1).AddDays(-1)}
		case s.Explicit && !year.MatchString(s.Text) && s.Grain == commonv1.Grain_GRAIN_DAY:
			spans[i].Range = notes.Range{Start: r.Start.AddMonths(-12), End: r.End.AddMonths(-12)}
		}
	}
}

// inOrder puts the days of a list one after the other: who asks on a Monday how
// "Monday and Tuesday" were means those of last week.
func inOrder(query string, spans []timespan.Span) {
	for i := len(spans) - 2; i >= 0; i-- {
		a, b := spans[i], spans[i+1]
		between := query[a.Offset+len(a.Text) : b.Offset]
		if !oneDay.MatchString(a.Text) || !oneDay.MatchString(b.Text) || !lists.MatchString(between) || a.Range.IsZero() {
			continue
		}
		if a.Range.Start.After(b.Range.Start) && !b.Range.Start.IsZero() {
			spans[i].Range = notes.Range{Start: a.Range.Start.AddDays(-7), End: a.Range.End.AddDays(-7)}
		}
	}
}

// fullDay is a weekday as it is written out: "fri" is Friday.
func fullDay(word string) string {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if name := strings.ToLower(d.String()); strings.HasPrefix(name, strings.ToLower(word)) {
			return name
		}
	}
	return word
}

// plural names every such day or part of it: "Sundays", "Saturday nights".
func plural(day, part string) string {
	if part != "" {
		return day + part + "s"
	}
	return day + "s"
}

// like returns a span where it stands, with the time of another.
func like(s timespan.Span, read []timespan.Span) timespan.Span {
	if len(read) != 1 {
		return s
	}
	other := read[0]
	other.Text, other.Offset = s.Text, s.Offset
	return other
}

// things returns the words that follow a weekday as what it tells of, "long
// runs" in "my Sunday long runs", and whether they are several such things.
func things(after string) (words []string, many bool) {
	after, _ = strings.CutPrefix(strings.Replace(after, "’", "'", 1), "'s")
	if !strings.HasPrefix(after, " ") {
		return nil, false
	}
	phrase, _, _ := strings.Cut(strings.TrimSpace(after), ",")
	telling := false
	for _, t := range tokensOf(phrase) {
		if search.Stopword(t.Stem) || len(words) == mostThings {
			break
		}
		words, telling = append(words, t.Folded), telling || matter(t)
	}
	if !telling {
		return nil, false
	}
	last := words[len(words)-1]
	return words, strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss")
}

const mostThings = 3 // words of a name: "sales sync call"
