package synthesizer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// A transcript turns what a model wrote into an answer: labels become citations,
// and what has no evidence is found.
type transcript struct {
	*writer
	named []*commonv1.Fact // what code worked out of values that the model named
}

// facts are those of the analysis, and what was worked out.
func (t *transcript) facts() []*commonv1.Fact {
	return slices.Concat(t.req.GetAnalysis().GetFacts(), t.named)
}

// findings are what the analyzer found, with the labels of the facts and notes
// behind it. What the person said stands by itself.
func (t *transcript) findings() []labelled {
	var out []labelled
	for _, f := range t.req.GetAnalysis().GetFindings() {
		if f.GetKind() == commonv1.FindingKind_FINDING_KIND_SAID {
			continue
		}
		said := []string{clean(f.GetClaim())}
		for _, q := range f.GetQuotes() {
			if n := t.byID[q.GetEntryId()]; n != nil {
				words, _ := cut(clean(wordsOf(n, q.GetRange())), conciseQuote)
				said = append(said, "“"+words+"” ["+n.GetLabel()+"]")
			}
		}
		on := slices.Clone(f.GetFactIds())
		for _, id := range f.GetEntryIds() {
			if n := t.byID[id]; n != nil && len(f.GetQuotes()) == 0 {
				on = append(on, n.GetLabel())
			}
		}
		if len(on) > 0 {
			said = append(said, "["+strings.Join(on, ", ")+"]")
		}
		kind := strings.ToLower(strings.TrimPrefix(f.GetKind().String(), "FINDING_KIND_"))
		if id := f.GetSubQueryId(); id > 0 {
			kind += fmt.Sprintf(", part %d", id)
		}
		out = append(out, labelled{kind, strings.TrimSpace(strings.Join(said, " "))})
	}
	return out
}

var label = regexp.MustCompile(`[fnv]\d+`)

// labels is a citation in what a model wrote, of notes, facts and values: [n1], [f1, n2].
var labels = regexp.MustCompile(`\[\s*[fnv]\d+(?:\s*[,;]\s*[fnv]\d+)*\s*\]`)

// standsFor are the notes that a label stands for: a note, or those that a fact
// shows. False if there is no such note or fact.
func (t *transcript) standsFor(label string) (on []*commonv1.EvidenceNote, known bool) {
	if n := t.byLabel[label]; n != nil {
		return []*commonv1.EvidenceNote{n}, true
	}
	facts := t.facts()
	at := slices.IndexFunc(facts, func(f *commonv1.Fact) bool { return f.GetId() == label })
	if at < 0 {
		return nil, false
	}
	for _, id := range shownBy(facts[at]) {
		if n := t.byID[id]; n != nil {
			on = append(on, n)
		}
	}
	return on, true
}

// shownBy are the entries whose values a fact shows; of one that counts all, or the
// first and the last of many.
func shownBy(f *commonv1.Fact) []string {
	ids := f.GetEntryIds()
	if n := len(ids); n > mostValues {
		ids = []string{ids[0], ids[n-1]}
	}
	if len(f.GetObservations()) == 0 {
		return ids
	}
	ids = nil
	for _, o := range f.GetObservations() {
		ids = append(ids, o.GetEntryId())
	}
	return ids
}

// referring puts references to notes in the place of the labels of notes and facts.
// Labels that stand for nothing are taken out and returned.
func (t *transcript) referring(text string) (_ string, unknown []string) {
	text = labels.ReplaceAllStringFunc(text, func(bracket string) string {
		var refs []string
		for _, name := range label.FindAllString(bracket, -1) {
			on, known := t.standsFor(name)
			if !known {
				unknown = append(unknown, name)
			}
			for _, n := range on {
				if ref := t.ref(n); !slices.Contains(refs, ref) {
					refs = append(refs, ref)
				}
			}
		}
		if len(refs) == 0 {
			return ""
		}
		return "[" + strings.Join(refs, ", ") + "]"
	})
	return text, unknown
}

// citing are the notes that a text refers to, each with words of it: those that
// the model copied, if they stand in the note, else those that answer best.
func (t *transcript) citing(text string, quotes []*mindv1.Quote) []*commonv1.Citation {
	words := map[*commonv1.EvidenceNote]string{}
	for _, q := range quotes {
		if t.says(q) {
			words[t.byLabel[q.GetEntry()]] = q.GetWords()
		}
	}
	var out []*commonv1.Citation
	for _, n := range t.citedIn(text) {
		quote := words[n]
		if quote == "" {
			quote, _ = cut(wordsOf(n, nil), conciseQuote)
		}
		e := n.GetEntry()
		out = append(out, &commonv1.Citation{Id: e.GetId(), Date: e.GetDate(), Quote: quote, Headings: e.GetHeadings()})
	}
	return out
}

// says reports whether a note has the words that a model copied.
func (t *transcript) says(q *mindv1.Quote) bool {
	return strings.Contains(t.byLabel[q.GetEntry()].GetEntry().GetText(), q.GetWords())
}

// problems are what of a text has no evidence.
func (t *transcript) problems(text string, citations []*commonv1.Citation) []grounding.Problem {
	r := t.req
	return grounding.Check(text, citations, grounding.Evidence{
		Today: t.calendar.today, Form: r.GetForm(), SubQueries: r.GetSubQueries(), Notes: r.GetEvidence(), Analysis: r.GetAnalysis(), Facts: t.named,
		Gaps: r.GetOpenGaps(), Clarifications: r.GetClarifications(), Search: r.GetSearch(), Unresolved: r.GetUnresolvedTimes(),
		Terms: terms(r),
	})
}

// uncited reports whether a text refers to no note although something was found in
// some.
func (t *transcript) uncited(text string) bool {
	return len(t.citedIn(text)) == 0 && slices.ContainsFunc(t.req.GetAnalysis().GetFindings(), func(f *commonv1.Finding) bool {
		return len(f.GetQuotes())+len(f.GetEntryIds())+len(f.GetFactIds()) > 0 && len(t.all) > 0
	})
}

// faults are what the model is told of its answer.
func (t *transcript) faults(got *mindv1.Writing) []form.Problem {
	var out []form.Problem
	fault := func(path, format string, args ...any) {
		out = append(out, form.Problem{Path: path, Text: fmt.Sprintf(format, args...)})
	}
	answer, void := t.workOut(got)
	for _, v := range void {
		fault("values", "%s", v)
	}
	text, unknown := t.referring(answer)
	for _, u := range unknown {
		fault("answer", "cites [%s], and there is no such note or fact", u)
	}
	if t.uncited(text) {
		fault("answer", "cites no note, like [n1], for what it says")
	}
	for _, p := range t.problems(text, t.citing(text, got.GetQuotes())) {
		fault("answer", "says what nothing supports: %s", p.Reason)
	}
	for _, q := range got.GetQuotes() {
		if !t.says(q) {
			fault("quotes", "%.60q does not stand in the note %s", q.GetWords(), q.GetEntry())
		}
	}
	return out
}

// answer makes of what the model wrote what the contract asks for, without the
// sentences that have no evidence; false if nothing is left. What the model was told
// to leave to code stands below.
func (t *transcript) answer(got *mindv1.Writing) (*pb.Answer, bool) {
	written, _ := t.workOut(got)
	text, _ := t.referring(withoutVoid(written))
	for range 5 { // a sentence less can leave another one without its ground
		found := t.problems(text, t.citing(text, got.GetQuotes()))
		if len(found) == 0 {
			break
		}
		for _, p := range found {
			if p.Claim != "" {
				text = strings.Replace(text, p.Claim, "", 1)
			}
		}
	}
	citations := t.citing(text, got.GetQuotes())
	if text = tidy(text); text == "" || t.uncited(text) || len(t.problems(text, citations)) > 0 {
		return nil, false
	}
	_, below := t.unsaid()
	return &pb.Answer{Text: strings.Join(append([]string{text}, below...), "\n\n"), Citations: citations, Facts: t.named}, true
}

// unsaid tells what is missing: what the model is to say, and what code says below
// its answer, which is what a partial answer must not keep back.
func (t *transcript) unsaid() (byModel, below []string) {
	for _, g := range t.gaps {
		s := t.missing(g, true)
		switch {
		case slices.Contains(byModel, s) || slices.Contains(below, s):
		case t.req.GetPartial() && g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL:
			below = append(below, s)
		default:
			byModel = append(byModel, s)
		}
	}
	return byModel, below
}

var emptyLines = regexp.MustCompile(`\n{3,}`)

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
	return strings.TrimSpace(emptyLines.ReplaceAllString(strings.Join(lines, "\n"), "\n\n"))
}
