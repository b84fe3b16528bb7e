package synthesizer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// A legend gives notes and facts the labels by which a model speaks of them: ids
// are long, and a model gets them wrong.
type legend struct {
	req      *pb.SynthesizeRequest
	foremost []note // those first that findings and facts stand on
	byLabel  map[string]*commonv1.Entry
	byID     map[string]string
	facts    []labelled
}

type note struct {
	label string
	entry *commonv1.Entry
}

func newLegend(req *pb.SynthesizeRequest) *legend {
	l := &legend{req: req, byLabel: map[string]*commonv1.Entry{}, byID: map[string]string{}}
	entries := map[string]*commonv1.Entry{}
	for _, e := range req.GetEntries() {
		entries[e.GetId()] = e
	}
	for _, f := range req.GetAnalysis().GetFindings() {
		for _, id := range f.GetEntryIds() {
			l.add(entries[id])
		}
	}
	for _, f := range req.GetAnalysis().GetFacts() {
		for _, id := range f.GetEntryIds() {
			l.add(entries[id])
		}
	}
	for _, e := range req.GetEntries() {
		l.add(e)
	}
	for i, f := range req.GetAnalysis().GetFacts() {
		l.facts = append(l.facts, labelled{fmt.Sprintf("f%d", i+1), f.GetText()})
	}
	return l
}

func (l *legend) add(e *commonv1.Entry) {
	if e == nil || l.byID[e.GetId()] != "" {
		return
	}
	label := fmt.Sprintf("e%d", len(l.foremost)+1)
	l.byID[e.GetId()], l.byLabel[label] = label, e
	l.foremost = append(l.foremost, note{label, e})
}

// findings are what the analyzer found, with the labels of the notes behind it.
func (l *legend) findings(all []*commonv1.Finding) []labelled {
	var out []labelled
	for _, f := range all {
		var on []string
		for _, id := range f.GetEntryIds() {
			if label := l.byID[id]; label != "" {
				on = append(on, label)
			}
		}
		out = append(out, labelled{strings.Join(on, " "), f.GetClaim()})
	}
	return out
}

// cite is a citation in what a model wrote: [e1], [e1, e2].
var cite = regexp.MustCompile(`\[\s*(e\d+(?:\s*[,;]\s*e\d+)*)\s*\]`)

var label = regexp.MustCompile(`e\d+`)

// cited puts the ids of entries in the place of their labels. Labels that stand
// for nothing are taken out and returned.
func (l *legend) cited(text string) (_ string, unknown []string) {
	text = cite.ReplaceAllStringFunc(text, func(bracket string) string {
		var ids []string
		for _, name := range label.FindAllString(bracket, -1) {
			if e := l.byLabel[name]; e != nil {
				ids = append(ids, e.GetId())
			} else {
				unknown = append(unknown, name)
			}
		}
		if len(ids) == 0 {
			return ""
		}
		return "[" + strings.Join(ids, ", ") + "]"
	})
	return text, unknown
}

// citations are the notes that a text cites, each with words of it: those that
// the model copied, if they stand in the note, else the sentence that shares most
// with the claim.
func (l *legend) citations(text string, quotes []*mindv1.Quote) []*commonv1.Citation {
	words := map[string]string{}
	for _, q := range quotes {
		if e := l.byLabel[q.GetEntry()]; e != nil && strings.Contains(e.GetText(), q.GetWords()) {
			words[e.GetId()] = q.GetWords()
		}
	}
	var out []*commonv1.Citation
	for _, n := range l.inText(text) {
		quote := words[n.GetId()]
		if quote == "" {
			quote = nearest(n.GetText(), text)
		}
		out = append(out, &commonv1.Citation{Id: n.GetId(), Date: n.GetDate(), Quote: quote, Headings: n.GetHeadings()})
	}
	return out
}

// inText returns the entries that a text cites, in the order of the text.
func (l *legend) inText(text string) []*commonv1.Entry {
	type at struct {
		entry *commonv1.Entry
		place int
	}
	var found []at
	for _, n := range l.foremost {
		if i := strings.Index(text, n.entry.GetId()); i >= 0 {
			found = append(found, at{n.entry, i})
		}
	}
	slices.SortFunc(found, func(a, b at) int { return a.place - b.place })
	out := make([]*commonv1.Entry, len(found))
	for i, f := range found {
		out[i] = f.entry
	}
	return out
}

// nearest is the sentence of a note that shares most words with a text.
func nearest(raw, text string) string {
	known := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), separates) {
		known[w] = len(w) > 2
	}
	best, most := "", -1
	for _, s := range grounding.Sentences(raw) {
		n := 0
		for _, w := range strings.FieldsFunc(strings.ToLower(s), separates) {
			if known[w] {
				n++
			}
		}
		if n > most {
			best, most = s, n
		}
	}
	return best
}

func separates(r rune) bool { return strings.ContainsRune(" \t\r\n.,;:!?()[]\"“”", r) }

// problems are what of a text has no evidence.
func (l *legend) problems(text string, citations []*commonv1.Citation) []grounding.Problem {
	now := l.req.GetContext().GetNow().AsTime()
	zone, err := timeZone(l.req.GetContext())
	if err == nil {
		now = now.In(zone)
	}
	ev := grounding.Evidence{
		Today: notes.DayOf(now), Scope: l.req.GetScope(), SubQueries: l.req.GetSubQueries(), Entries: l.req.GetEntries(),
		Analysis: l.req.GetAnalysis(), Gaps: l.req.GetOpenGaps(), Clarifications: l.req.GetClarifications(),
	}
	for a, b := range l.req.GetDomainContext().GetVocabulary() {
		ev.Terms = append(ev.Terms, a, b)
	}
	slices.Sort(ev.Terms)
	return grounding.Check(text, citations, ev)
}

// uncited reports whether a text names no note although there are findings that
// stand on some.
func (l *legend) uncited(text string) bool {
	for _, f := range l.req.GetAnalysis().GetFindings() {
		for _, id := range f.GetEntryIds() {
			if l.byID[id] != "" {
				return len(l.inText(text)) == 0
			}
		}
	}
	return false
}

// faults are what the model is told of its answer.
func (l *legend) faults(got *mindv1.Writing) []form.Problem {
	var out []form.Problem
	text, unknown := l.cited(got.GetAnswer())
	for _, u := range unknown {
		out = append(out, form.Problem{Path: "answer", Text: "cites [" + u + "], and there is no such note"})
	}
	if l.uncited(text) {
		out = append(out, form.Problem{Path: "answer", Text: "cites no note, like [e1], for what it says"})
	}
	for _, p := range l.problems(text, l.citations(text, got.GetQuotes())) {
		out = append(out, form.Problem{Path: "answer", Text: "says what nothing supports: " + p.Reason})
	}
	for _, q := range got.GetQuotes() {
		if e := l.byLabel[q.GetEntry()]; e == nil || !strings.Contains(e.GetText(), q.GetWords()) {
			out = append(out, form.Problem{Path: "quotes", Text: fmt.Sprintf("%.60q does not stand in the note %s", q.GetWords(), q.GetEntry())})
		}
	}
	return out
}

// answer makes of what the model wrote what the contract asks for, without the
// sentences that have no evidence; false if nothing is left. What is missing is
// said by code if the model does not say it.
func (l *legend) answer(got *mindv1.Writing) (*pb.Answer, bool) {
	text, _ := l.cited(got.GetAnswer())
	for range 5 { // a sentence less can leave another one without its ground
		found := l.problems(text, l.citations(text, got.GetQuotes()))
		if len(found) == 0 {
			break
		}
		for _, p := range found {
			if p.Claim != "" {
				text = strings.Replace(text, p.Claim, "", 1)
			}
		}
	}
	if text = tidy(text); text == "" || l.uncited(text) || len(l.problems(text, l.citations(text, got.GetQuotes()))) > 0 {
		return nil, false
	}
	a := &pb.Answer{Text: text, Confidence: got.GetConfidence()}
	for _, g := range l.req.GetOpenGaps() {
		a.GapsDisclosed = append(a.GapsDisclosed, g.GetDescription())
		if g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && !strings.Contains(a.GetText(), g.GetDescription()) {
			a.Text += "\n\n" + sentence(g.GetDescription())
		}
	}
	if l.req.GetPartial() && a.GetConfidence() > commonv1.Confidence_CONFIDENCE_MEDIUM {
		a.Confidence = commonv1.Confidence_CONFIDENCE_MEDIUM
	}
	for _, point := range got.GetKeyPoints() {
		if point, unknown := l.cited(point); len(unknown) == 0 && len(l.problems(point, nil)) == 0 {
			a.KeyPoints = append(a.KeyPoints, point)
		}
	}
	a.Citations = l.citations(a.GetText(), got.GetQuotes())
	return a, true
}

var gaps = regexp.MustCompile(`\n{3,}`)

// tidy removes what is left where sentences stood: list marks without an item,
// empty lines, blanks at the ends.
func tidy(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line = strings.TrimRight(line, " \t"); strings.Trim(line, " \t-*") == "" {
			line = ""
		}
		lines[i] = line
	}
	return strings.TrimSpace(gaps.ReplaceAllString(strings.Join(lines, "\n"), "\n\n"))
}
