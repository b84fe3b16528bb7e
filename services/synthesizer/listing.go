package synthesizer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A day is what was noted on one day.
type day struct {
	date    string
	entries []*commonv1.Entry
}

// list shows the notes day by day.
func (c *composer) list(p part) {
	entries := c.material.listed(p)
	days := byDay(entries)
	whole := []statement{{words: p.question, entries: entries}}
	if c.future() && !slices.ContainsFunc(entries, c.material.inFocus) {
		if len(c.material.onSubject()) > 0 {
			c.say("The latest notes" + c.onWhat() + ":")
			c.show([]statement{{words: p.question, entries: entries[max(0, len(entries)-3):]}}, 3)
		}
		return
	}
	if e, _ := c.teller(p, whole); e != nil || len(entries) == 1 && (!lists.MatchString(p.question) || whichOne.MatchString(p.question)) {
		c.say(c.inWords(p, whole))
		c.show(whole, p.lines-1)
		return
	}
	most, excerpt := 7, 120
	if all.MatchString(p.question) && len(c.material.onSubject()) > 0 {
		most = 31
	}
	if len(days) <= 2 {
		excerpt = 300
	}
	if c.detailed {
		most, excerpt = 40, 300
	}
	opening := c.opening(entries, len(days))
	c.points = append(c.points, opening)
	nearest := !slices.ContainsFunc(entries, c.material.inFocus)
	if len(days) > most {
		days = days[len(days)-most:]
		opening = c.heading() + fmt.Sprintf(", the latest %d days:", most)
		c.summary(p)
		c.points[len(c.points)-1] = c.heading() + "."
	}
	if nearest {
		c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
		opening = c.opening(entries, len(days)) + " The nearest notes:"
		c.points[len(c.points)-1] = c.opening(entries, len(days))
	}
	lines := []string{opening}
	for _, d := range days {
		lines = append(lines, c.line(d, excerpt))
	}
	c.say(strings.Join(lines, "\n"))
}

// all are the questions for every note on something.
var all = regexp.MustCompile(`(?i)^\W*(?:(?:please|can you|could you)\s+)*(?:show|list|give me|all)\b`)

// mostSummary is how many numbers stand before a list that can't show all days.
const mostSummary = 6

// summary says what was computed of the days that a list leaves out.
func (c *composer) summary(p part) {
	var lines []string
	for _, s := range p.statements {
		if s.words != "" && len(lines) < mostSummary && len(s.facts) > 0 && s.facts[0].GetKind() != "count" {
			lines = append(lines, "- "+sentence(s.words))
			c.points = append(c.points, sentence(s.words))
		}
	}
	if len(lines) > 1 {
		c.say(strings.Join(lines, "\n"))
	}
}

// heading names the notes of a list.
func (c *composer) heading() string {
	return "Your notes" + c.onWhat() + c.where()
}

// onWhat names the subject, where the listed notes are on it.
func (c *composer) onWhat() string {
	if len(c.material.onSubject()) == 0 {
		return ""
	}
	return " on " + c.about()
}

// opening is the sentence before a list: how many notes there are.
func (c *composer) opening(entries []*commonv1.Entry, days int) string {
	if !slices.ContainsFunc(entries, c.material.inFocus) {
		return "Nothing is noted" + c.onWhat() + c.when() + "."
	}
	if len(entries) == 1 {
		return "There is one note" + c.onWhat() + c.where() + "."
	}
	n := fmt.Sprintf("%d notes on one day", len(entries))
	if days > 1 {
		n = fmt.Sprintf("%d notes on %d days", len(entries), days)
	}
	return c.heading() + ": " + n + "."
}

// onSubject returns the notes that name a subject in their words, tags or
// parsed data.
func (m *material) onSubject() []*commonv1.Entry {
	var out []*commonv1.Entry
	for _, e := range m.entries {
		words := append([]string{e.GetText()}, e.GetTags()...)
		words = append(words, search.Names(e.GetDomainData())...)
		if slices.ContainsFunc(words, m.naming) {
			out = append(out, e)
		}
	}
	return out
}

func (m *material) naming(text string) bool {
	tokens := search.Tokens(text)
	return slices.ContainsFunc(m.forms, func(f []search.Token) bool { return search.Contains(tokens, f) })
}

// listed returns the notes that a part is about: those its statements stand on,
// else those on its subject, else all; and of these those of the span asked
// about, if there are any.
func (m *material) listed(p part) []*commonv1.Entry {
	wanted := map[string]bool{}
	for _, s := range p.statements {
		for _, e := range s.entries {
			wanted[e.GetId()] = true
		}
	}
	entries := slices.DeleteFunc(slices.Clone(m.entries), func(e *commonv1.Entry) bool {
		quote, _ := excerpt(e.GetText(), 40)
		return quote == ""
	})
	var stated []*commonv1.Entry
	for _, e := range entries {
		if wanted[e.GetId()] {
			stated = append(stated, e)
		}
	}
	if len(stated) > 0 {
		return stated
	}
	if on := m.onSubject(); len(on) > 0 {
		entries = slices.DeleteFunc(entries, func(e *commonv1.Entry) bool { return !slices.Contains(on, e) })
	}
	var within []*commonv1.Entry
	for _, e := range entries {
		if m.inFocus(e) {
			within = append(within, e)
		}
	}
	if len(within) > 0 {
		return within
	}
	return entries
}

func (m *material) inFocus(e *commonv1.Entry) bool {
	d, err := notes.ParseDay(e.GetDate())
	return err == nil && m.focus.Contains(d)
}

// outside reports whether there are notes, and none in the span asked about.
func (m *material) outside() bool {
	for _, e := range m.entries {
		if m.inFocus(e) {
			return false
		}
	}
	return len(m.entries) > 0 && !m.focus.IsZero()
}

func byDay(entries []*commonv1.Entry) []day {
	var days []day
	for _, e := range entries {
		if n := len(days); n == 0 || days[n-1].date != e.GetDate() {
			days = append(days, day{date: e.GetDate()})
		}
		d := &days[len(days)-1]
		d.entries = append(d.entries, e)
	}
	return days
}
