package synthesizer

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// show lists the notes that statements stand on, by date, each with the words
// that carry it. Every statement gets its best note before any gets a second.
func (c *composer) show(statements []statement, most int) {
	type shown struct {
		entry *commonv1.Entry
		quote string
	}
	if c.alone {
		c.alone = false
		return
	}
	most = max(most, c.basis(statements))
	var list []shown
	left := make([]*evidenceFor, len(statements))
	for i, s := range statements {
		left[i] = c.material.evidenceFor(s)
	}
	for progress := true; progress && len(list) < most; {
		progress = false
		for i, ev := range left {
			for range turns(i, len(left)) {
				e, quote, ok := ev.next(c.cited)
				if !ok || len(list) == most {
					break
				}
				c.cited[e.GetId()] = true
				list = append(list, shown{e, quote})
				progress = true
			}
		}
	}
	slices.SortStableFunc(list, func(a, b shown) int { return inTime(a.entry, b.entry) })
	var lines []string
	for _, s := range list {
		c.cite(s.entry, s.quote)
		lines = append(lines, "- "+reference(s.entry)+" "+shownAs(s.entry.GetText(), s.quote)+c.correction(s.entry, s.quote))
	}
	if also := c.rest(statements); also != "" && len(lines) > 0 {
		lines = append(lines, also)
	}
	c.say(strings.Join(lines, "\n"))
}

// reference is how a line of evidence begins: with the day of its note, or with the
// title of an undated one.
func reference(e *commonv1.Entry) string {
	if e.GetDate() == "" {
		return "[" + e.GetId() + "] " + notes.Heading(e.GetHeadings()) + ":"
	}
	return "[" + e.GetDate() + "]"
}

// rest names the days of the other notes that the first statement's number
// stands on, and cites them.
func (c *composer) rest(statements []statement) string {
	if len(statements) == 0 || c.several() || !statements[0].computed() {
		return ""
	}
	most := 12
	if c.detailed {
		most = 60
	}
	left := slices.DeleteFunc(slices.Clone(statements[0].entries), func(e *commonv1.Entry) bool { return c.cited[e.GetId()] })
	if len(left) == 0 || len(left) > most {
		return ""
	}
	ev := c.material.evidenceFor(statements[0])
	var days []string
	for _, e := range left {
		quote, _ := ev.quote(e.GetText())
		if quote == "" {
			continue
		}
		c.cited[e.GetId()] = true
		c.cite(e, quote)
		if day := notes.When(e.GetDate(), e.GetHeadings()); !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	if len(days) == 0 {
		return ""
	}
	return "- also on " + join(days)
}

// computed reports whether a statement's number stands on all of its notes.
func (s statement) computed() bool {
	return len(s.facts) > 0 && slices.Contains([]string{"count", "sum", "average", "rate", "streak"}, s.facts[0].GetKind())
}

// mostBasis is how many notes are shown one by one where a number stands on
// them.
const mostBasis = 7

// basis is how many notes the first statement's number stands on, where all of
// them can be shown: a count or a total is believed when it can be checked.
func (c *composer) basis(statements []statement) int {
	if len(statements) == 0 || c.several() || !statements[0].computed() || len(statements[0].entries) > mostBasis {
		return 0
	}
	return len(statements[0].entries)
}

// turns is how many notes a statement gives at a time: of four or more the first
// two, on which the answer rests, give two.
func turns(i, of int) int {
	if of > 3 && i < 2 {
		return 2
	}
	return 1
}

func (c *composer) cite(e *commonv1.Entry, quote string) {
	c.citations = append(c.citations, &commonv1.Citation{Id: e.GetId(), Date: e.GetDate(), Quote: quote, Headings: e.GetHeadings()})
}

// evidenceFor hands out the notes of one statement, the most telling first.
type evidenceFor struct {
	quotes  []string           // words that the statement itself gave
	asked   map[string]float64 // words of the question with their weight
	entries []*commonv1.Entry
	numbers []float64 // of the statement, not yet shown
	words   map[string]bool
	forms   [][]search.Token
	telling map[string]float64 // by entry: what it measures shows a change, from 0 to tellingMost
	measure string             // dimension of what changed
}

// tellingMost is the weight of the note that shows a change best.
const tellingMost = 10

func (m *material) evidenceFor(s statement) *evidenceFor {
	ev := &evidenceFor{entries: slices.Clone(s.entries), words: search.Meaning(s.words), forms: slices.Clone(m.forms), numbers: values(s.words), quotes: s.quotes, asked: m.asked}
	ev.changed(s)
	if ev.measure == "" && s.computed() {
		for _, f := range s.facts {
			if d := quantity.Dimension(f.GetUnit()); d != "" && f.GetMeasure() != "days" {
				ev.measure = d
				break
			}
		}
	}
	for _, f := range s.facts {
		ev.forms = append(ev.forms, search.Tokens(f.GetSubject()))
		if f.GetKind() != "count" && f.GetKind() != "rate" {
			ev.numbers = append(ev.numbers, f.GetValue())
			if f.Baseline != nil {
				ev.numbers = append(ev.numbers, f.GetBaseline())
			}
		}
	}
	return ev
}

// changed weighs the notes of a change: what was less than before is shown by
// the lowest values of the days it is told of, and what was more by the highest.
func (ev *evidenceFor) changed(s statement) {
	at := slices.IndexFunc(s.facts, func(f *commonv1.Fact) bool {
		return f.GetKind() == "change" && f.Baseline != nil && f.GetValue() != f.GetBaseline() && quantity.Dimension(f.GetUnit()) != ""
	})
	if at < 0 {
		return
	}
	f := s.facts[at]
	ev.measure = quantity.Dimension(f.GetUnit())
	value := map[string]float64{}
	var in []*commonv1.Entry
	for _, e := range ev.entries {
		if d := e.GetDate(); d < f.GetRange().GetStart() || d > f.GetRange().GetEnd() {
			continue
		}
		for _, q := range quantity.Scan(e.GetText()) {
			if v, ok := quantity.Convert(q.Value, q.Unit, f.GetUnit()); ok && quantity.Dimension(q.Unit) == ev.measure {
				value[e.GetId()] = v
				in = append(in, e)
				break
			}
		}
	}
	slices.SortStableFunc(in, func(a, b *commonv1.Entry) int {
		if f.GetValue() > f.GetBaseline() {
			a, b = b, a
		}
		return cmp.Compare(value[a.GetId()], value[b.GetId()])
	})
	ev.telling = map[string]float64{}
	for i, e := range in {
		ev.telling[e.GetId()] = tellingMost * float64(len(in)-i) / float64(len(in))
	}
}

// next returns the note that shows most of what has not been shown, the latest
// of equals.
func (ev *evidenceFor) next(cited map[string]bool) (*commonv1.Entry, string, bool) {
	best, at, quote := -1.0, -1, ""
	for i, e := range ev.entries {
		if cited[e.GetId()] {
			continue
		}
		if q, score := ev.quote(e.GetText()); q != "" && score+ev.telling[e.GetId()] >= best {
			best, at, quote = score+ev.telling[e.GetId()], i, q
		}
	}
	if at < 0 {
		return nil, "", false
	}
	e := ev.entries[at]
	ev.entries = slices.Delete(ev.entries, at, at+1)
	shown := values(quote)
	ev.numbers = slices.DeleteFunc(ev.numbers, func(n float64) bool { return slices.ContainsFunc(shown, sameAs(n)) })
	return e, quote, true
}

// quote returns the words of a note that tell most of the statement, and how
// much that is.
func (ev *evidenceFor) quote(text string) (string, float64) {
	return passage(text, func(s string) float64 {
		score := ev.score(s)
		for _, q := range ev.quotes {
			if strings.Contains(q, s) {
				score += 5
			}
		}
		return score
	})
}

func (ev *evidenceFor) score(s string) float64 {
	score := 0.0
	for _, v := range values(s) {
		if slices.ContainsFunc(ev.numbers, sameAs(v)) {
			score += 2
		}
	}
	if ev.measure != "" && slices.ContainsFunc(quantity.Scan(s), func(q quantity.Quantity) bool { return quantity.Dimension(q.Unit) == ev.measure }) {
		score++
	}
	tokens := search.Tokens(s)
	for _, f := range ev.forms {
		if search.Contains(tokens, f) {
			score += 2
			break
		}
	}
	seen := map[string]bool{}
	for _, t := range tokens {
		if seen[t.Stem] {
			continue
		}
		seen[t.Stem] = true
		if ev.words[t.Stem] {
			score += 0.5
		}
		score += ev.asked[t.Stem]
	}
	return score
}

func values(s string) []float64 {
	var out []float64
	for _, q := range quantity.Scan(s) {
		out = append(out, q.Value)
	}
	return out
}

func sameAs(v float64) func(float64) bool {
	return func(w float64) bool { return math.Abs(math.Abs(v)-math.Abs(w)) <= 1e-6*max(1, math.Abs(v)) }
}

// markup is what stands before the words of a line.
var markup = regexp.MustCompile(`^(?:[-*+>#]+\s+|\d{1,3}[.)]\s+|\[[ xX]\]\s+)+`)

func bareSentence(s string) string { return strings.TrimSpace(markup.ReplaceAllString(s, "")) }

// cut shortens a quote at a space; what is left stands in the note as it is.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = s[:most]
	for len(s) > 0 && !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	if at := strings.LastIndexAny(s, " ,;\t"); at > most/2 {
		s = s[:at]
	}
	s = strings.TrimRight(s, " ,;\t")
	if at := strings.LastIndexAny(s, " ,;\t"); at > 0 && s[at+1] >= '0' && s[at+1] <= '9' {
		s = strings.TrimRight(s[:at], " ,;\t") // a number says something else without the word behind it
	}
	return s
}
