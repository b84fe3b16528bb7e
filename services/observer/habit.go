package observer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/query"
)

const (
	// habitDays is how far back a habit is looked for. Older habits may have stopped.
	habitDays = 84
	// habitWeeks is how many weeks a habit needs at least. In more than half of the latest
	// habitWeeks it has to go on, so a habit that stopped and came back once is none.
	habitWeeks = 4
	// weekdaySets is the number of sets of weekdays, without the empty one and the full one.
	weekdaySets = 1<<7 - 2
)

// learnHabits returns a line for each domain with usual weekdays. It looks only at
// domains whose schemas say that they can be left undone: everybody sleeps and eats every
// day, so the days of such notes tell when their writer writes.
func (n *numbered) learnHabits() []lesson {
	var doings []string
	for _, s := range n.o.req.GetDomainContext().GetSchemas() {
		if s.GetJsonSchema().GetFields()[query.RestrictedKey] != nil {
			doings = append(doings, s.GetDomain())
		}
	}
	done, span := n.doneDays()
	var out []lesson
	for _, domain := range doings {
		usual := usualWeekdays(done[domain], span, len(doings))
		if len(usual) == 0 {
			continue
		}
		key := slug("typical", domain, "days")
		value := fmt.Sprintf("%s read in notes since %s", joinWeekdays(usual, weekdayCount.String), span.Start)
		told := fmt.Sprintf("Usual days for %s: %s.", domain, value)
		names := joinWeekdays(usual, weekdayCount.shortName)
		if known, ok := n.o.page.Find(pattern, key); ok && strings.Join(weekdayNames.FindAllString(known.Value, -1), ", ") == names {
			told = "" // only its figures are new
		}
		source := fmt.Sprintf("notes %s to %s", span.Start, span.End)
		out = append(out, lesson{contextpage.Item{Category: pattern, Key: key, Value: value, Certainty: likely, Source: source}, told})
	}
	return out
}

// doneDays returns the days on which each domain was done, and the span to look at: the
// last habitDays, or all days since the first note. Today is not over, so it is left out.
func (n *numbered) doneDays() (map[string]map[notes.Day]bool, notes.Range) {
	span := notes.Range{Start: n.o.today, End: n.o.today.AddDays(-1)}
	done := map[string]map[notes.Day]bool{}
	for _, r := range append(slices.Clone(n.recent), n.current) {
		d, err := notes.ParseDay(r.entry.GetDate())
		if err != nil || d.IsZero() {
			continue
		}
		if d.Before(span.Start) {
			span.Start = d
		}
		for _, x := range r.numbers {
			if done[x.Domain] == nil {
				done[x.Domain] = map[notes.Day]bool{}
			}
			done[x.Domain][d] = true
		}
	}
	if oldest := n.o.today.AddDays(-habitDays); span.Start.Before(oldest) {
		span.Start = oldest
	}
	return done, span
}

var weekdayNames = regexp.MustCompile(`\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b`)

// A weekdayCount counts the days of one weekday, and those with something done.
type weekdayCount struct {
	day      time.Weekday
	done, of int
	lately   int // of done, in the last habitWeeks
}

func (c weekdayCount) shortName() string { return c.day.String()[:3] }
func (c weekdayCount) String() string    { return fmt.Sprintf("%s %d of %d", c.shortName(), c.done, c.of) }

// usualWeekdays returns the weekdays on which something is usually done, Monday first. It
// was done on each of them more often than not, over the whole span and lately, and
// chance rarely puts so many days on them rather than on others. The bound on chance
// covers all sets of weekdays and all domains that are tested together (Bonferroni).
func usualWeekdays(done map[notes.Day]bool, span notes.Range, domains int) []weekdayCount {
	if span.Days() < 7*habitWeeks {
		return nil
	}
	var week [7]weekdayCount // from Monday on
	have := 0
	for d := span.Start; !d.After(span.End); d = d.AddDays(1) {
		c := &week[(int(d.Weekday())+6)%7]
		c.day = d.Weekday()
		c.of++
		if done[d] {
			c.done++
			have++
			if span.End.Sub(d) < 7*habitWeeks {
				c.lately++
			}
		}
	}
	var usual []weekdayCount
	hits, marked := 0, 0
	for _, c := range week {
		if 2*c.done <= c.of || 2*c.lately <= habitWeeks {
			continue
		}
		usual = append(usual, c)
		hits, marked = hits+c.done, marked+c.of
	}
	if chanceOfHits(hits, marked, have, span.Days()) > chanceBound/float64(weekdaySets*domains) {
		return nil
	}
	return usual
}

func joinWeekdays(days []weekdayCount, show func(weekdayCount) string) string {
	var out []string
	for _, c := range days {
		out = append(out, show(c))
	}
	return strings.Join(out, ", ")
}

var (
	weekdaysKey  = regexp.MustCompile(`^typical_.*_days$`)
	firstTimeKey = regexp.MustCompile(`^first_`)
	trendKey     = regexp.MustCompile(`_trend$`)
)

// lostSupport reports whether the observer wrote a line that it would not write now: usual
// weekdays that the notes no longer show, a first time, which the latest notes can't
// show, or a trend that an answer had. A line that a person wrote or made certain keeps
// its place.
func lostSupport(it contextpage.Item, found []lesson) bool {
	if it.Source == "" || it.Certainty == certain {
		return false
	}
	key := slug(it.Key)
	switch it.Category {
	case pattern:
		return weekdaysKey.MatchString(key) && !slices.ContainsFunc(found, func(l lesson) bool { return l.Key == key })
	case fact:
		return firstTimeKey.MatchString(key)
	case insight: // a model has its own from notes
		return trendKey.MatchString(key) && strings.HasPrefix(it.Source, "query ")
	}
	return false
}
