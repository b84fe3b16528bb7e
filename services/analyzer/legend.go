package analyzer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// labelled is a text with the label by which the model speaks of it.
type labelled struct{ Label, Text string }

// A legend gives notes and facts the labels by which a model speaks of them.
type legend struct {
	req     *analyzerv1.AnalyzeRequest
	base    *commonv1.Analysis
	entries map[string]*commonv1.Entry // by label
	order   []labelled                 // label and id of each entry
	facts   []labelled
	factIDs map[string]string
}

func newLegend(req *analyzerv1.AnalyzeRequest, base *commonv1.Analysis) *legend {
	l := &legend{req: req, base: base, entries: map[string]*commonv1.Entry{}, factIDs: map[string]string{}}
	for i, e := range req.GetEntries() {
		label := fmt.Sprintf("e%d", i+1)
		l.entries[label] = e
		l.order = append(l.order, labelled{label, e.GetId()})
	}
	for i, f := range base.GetFacts() {
		label := fmt.Sprintf("f%d", i+1)
		l.facts = append(l.facts, labelled{label, f.GetText()})
		l.factIDs[label] = f.GetId()
	}
	return l
}

func (l *legend) blocks() []string {
	out := make([]string, len(l.order))
	for i, o := range l.order {
		e := l.entries[o.Label]
		out[i] = llm.Data("note", o.Label+" "+notes.Label(e.GetDate(), e.GetHeadings()), e.GetText())
	}
	return out
}

// finding makes of what the model found what the contract asks for, and tells
// what of it stands on nothing.
func (l *legend) finding(f *mindv1.Finding) (*commonv1.Finding, []string) {
	out := &commonv1.Finding{Claim: strings.TrimSpace(f.GetClaim()), Confidence: f.GetConfidence()}
	var wrong []string
	var on []*commonv1.Entry
	for _, label := range f.GetEntries() {
		if e := l.entries[label]; e != nil {
			out.EntryIds, on = append(out.EntryIds, e.GetId()), append(on, e)
		} else {
			wrong = append(wrong, "names the note "+label+", which is none")
		}
	}
	for _, label := range f.GetFacts() {
		if id := l.factIDs[label]; id != "" {
			out.FactIds = append(out.FactIds, id)
		} else {
			wrong = append(wrong, "names the fact "+label+", which is none")
		}
	}
	if len(out.GetEntryIds())+len(out.GetFactIds()) == 0 {
		return out, append(wrong, "stands on no note and no fact")
	}
	for _, p := range grounding.Check(out.GetClaim(), nil, l.evidence(on, out.GetFactIds())) {
		wrong = append(wrong, p.Reason)
	}
	return out, wrong
}

// evidence is what one finding may stand on: the notes and facts that it names.
func (l *legend) evidence(on []*commonv1.Entry, factIDs []string) grounding.Evidence {
	a := &commonv1.Analysis{}
	for _, f := range l.base.GetFacts() {
		if slices.Contains(factIDs, f.GetId()) {
			a.Facts = append(a.Facts, f)
		}
	}
	ev := grounding.Evidence{Today: today(l.req.GetContext()), Scope: l.req.GetScope(), SubQueries: l.req.GetSubQueries(), Entries: on, Analysis: a, Clarifications: l.req.GetClarifications()}
	for term, canonical := range l.req.GetDomainContext().GetVocabulary() {
		ev.Terms = append(ev.Terms, term, canonical)
	}
	slices.Sort(ev.Terms)
	return ev
}

func (l *legend) faults(got *mindv1.Analyzing) []form.Problem {
	var out []form.Problem
	for i, f := range got.GetFindings() {
		_, wrong := l.finding(f)
		for _, w := range wrong {
			out = append(out, form.Problem{Path: fmt.Sprintf("findings[%d]", i), Text: w})
		}
	}
	return out
}
