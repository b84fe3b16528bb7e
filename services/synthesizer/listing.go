package synthesizer

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

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
	days := byDay(c.material.listed(p))
	total, entries := len(days), 0
	for _, d := range days {
		entries += len(d.entries)
	}
	most, excerpt := 7, 120
	if c.detailed {
		most, excerpt = 40, 300
	}
	opening := c.opening(p, entries, total)
	c.points = append(c.points, opening)
	if c.material.outside() {
		c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
		opening += " The nearest notes:"
	}
	if total > most {
		days = days[total-most:]
		opening += fmt.Sprintf(" The latest %d of %d days:", most, total)
	}
	lines := []string{opening}
	for _, d := range days {
		lines = append(lines, c.line(d, excerpt))
	}
	c.say(strings.Join(lines, "\n"))
}

// opening is the sentence before a list: the finding that counts what was asked
// for if there is one, else how many notes there are.
func (c *composer) opening(p part, entries, days int) string {
	if c.material.outside() {
		return "Nothing is noted" + c.where() + "."
	}
	about := ""
	if c.material.onSubject() != nil {
		about = " on " + c.about()
	}
	if entries == 1 {
		return "There is one note" + about + c.where() + "."
	}
	n := fmt.Sprintf("%d notes on one day", entries)
	if days > 1 {
		n = fmt.Sprintf("%d notes on %d days", entries, days)
	}
	return "Your notes" + about + c.where() + ": " + n + "."
}

// onSubject returns the notes that name a subject in their words, tags or
// parsed data.
func (m *material) onSubject() []*commonv1.Entry {
	var out []*commonv1.Entry
	for _, e := range m.entries {
		words := append([]string{e.GetText()}, e.GetTags()...)
		words = names(words, structpb.NewStructValue(e.GetDomainData()))
		if slices.ContainsFunc(words, m.names) {
			out = append(out, e)
		}
	}
	return out
}

func (m *material) names(text string) bool {
	tokens := search.Tokens(text)
	return slices.ContainsFunc(m.forms, func(f []search.Token) bool { return search.Contains(tokens, f) })
}

// names collects the strings and the keys of parsed data.
func names(out []string, v *structpb.Value) []string {
	switch v := v.GetKind().(type) {
	case *structpb.Value_StringValue:
		out = append(out, v.StringValue)
	case *structpb.Value_ListValue:
		for _, item := range v.ListValue.GetValues() {
			out = names(out, item)
		}
	case *structpb.Value_StructValue:
		for key, item := range v.StructValue.GetFields() {
			out = names(append(out, key), item)
		}
	}
	return out
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
	var stated []*commonv1.Entry
	for _, e := range m.entries {
		if wanted[e.GetId()] {
			stated = append(stated, e)
		}
	}
	if len(stated) > 0 {
		return stated
	}
	entries := m.onSubject()
	if entries == nil {
		entries = m.entries
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
