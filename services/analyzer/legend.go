package analyzer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// labelled is a text with the label by which a model speaks of it.
type labelled struct{ Label, Text string }

// A legend knows what the labels mean by which a model speaks of notes (n1), facts
// (f1), what the rules found (r1) and what is missing (g1).
type legend struct {
	*inquiry
	noteOf    map[string]*commonv1.EvidenceNote
	factOf    map[string]*commonv1.Fact
	findingOf map[string]*commonv1.Finding
	gapOf     map[string]*commonv1.Gap
	// what the model is told of them
	computed, found, missing []labelled
}

func newLegend(q *inquiry) *legend {
	l := &legend{
		inquiry: q, noteOf: map[string]*commonv1.EvidenceNote{}, factOf: map[string]*commonv1.Fact{},
		findingOf: map[string]*commonv1.Finding{}, gapOf: map[string]*commonv1.Gap{},
	}
	for _, n := range q.req.GetEvidence() {
		l.noteOf[n.GetLabel()] = n
	}
	for _, f := range q.facts {
		l.factOf[f.GetId()] = f
		l.computed = append(l.computed, labelled{f.GetId(), llm.Fact(f)})
	}
	for i, f := range q.findings {
		if f.GetKind() == commonv1.FindingKind_FINDING_KIND_SAID {
			continue
		}
		label := fmt.Sprintf("r%d", i+1)
		l.findingOf[label] = f
		on := slices.Clone(f.GetFactIds())
		for _, n := range q.req.GetEvidence() {
			if slices.Contains(f.GetEntryIds(), n.GetEntry().GetId()) {
				on = append(on, n.GetLabel())
			}
		}
		kind := strings.ToLower(strings.TrimPrefix(f.GetKind().String(), "FINDING_KIND_"))
		l.found = append(l.found, labelled{label, kind + ", " + strings.Join(on, ", ")})
	}
	for i, g := range q.gaps {
		if !g.GetFound() {
			label := fmt.Sprintf("g%d", i+1)
			l.gapOf[label] = g
			l.missing = append(l.missing, labelled{label, llm.Gap(g)})
		}
	}
	return l
}

// blocks are the notes in the order of time.
func (l *legend) blocks() []string {
	out := make([]string, len(l.notes))
	for i, n := range slices.SortedStableFunc(slices.Values(l.notes), byTime) {
		out[i] = llm.Note(l.req.GetContext(), n.EvidenceNote)
	}
	return out
}

// finding makes of what the model found what the contract asks for, and tells
// what of it stands on nothing.
func (l *legend) finding(f *mindv1.Finding) (*commonv1.Finding, []string) {
	out := &commonv1.Finding{
		Kind: commonv1.FindingKind_FINDING_KIND_STATEMENT, Claim: strings.TrimSpace(f.GetClaim()), Confidence: f.GetConfidence(),
		SubQueryId: l.req.GetSubQueryId(),
	}
	var wrong []string
	var on []*commonv1.EvidenceNote
	for _, label := range f.GetEntries() {
		if n := l.noteOf[label]; n != nil {
			out.EntryIds, on = append(out.EntryIds, n.GetEntry().GetId()), append(on, n)
		} else {
			wrong = append(wrong, "names the note "+label+", which is none")
		}
	}
	of := &commonv1.Analysis{}
	for _, label := range f.GetFacts() {
		if fact := l.factOf[label]; fact != nil {
			out.FactIds, of.Facts = append(out.FactIds, label), append(of.Facts, fact)
		} else {
			wrong = append(wrong, "names the fact "+label+", which is none")
		}
	}
	if len(on)+len(of.GetFacts()) == 0 {
		return out, append(wrong, "stands on no note and no fact")
	}
	for _, p := range grounding.Check(out.GetClaim(), nil, l.evidence(on, of)) {
		wrong = append(wrong, p.Reason)
	}
	return out, wrong
}

// evidence is what one finding may stand on: the notes and facts that it names.
func (l *legend) evidence(on []*commonv1.EvidenceNote, of *commonv1.Analysis) grounding.Evidence {
	ev := grounding.Evidence{
		Today: today(l.req.GetContext()), Form: l.req.GetForm(), Notes: on, Analysis: of, Clarifications: l.req.GetClarifications(),
	}
	for term, canonical := range l.req.GetDomainContext().GetVocabulary() {
		ev.Terms = append(ev.Terms, term, canonical)
	}
	slices.Sort(ev.Terms)
	return ev
}

// today is the user's day. Its zone has been checked.
func today(c *commonv1.CallContext) notes.Day {
	zone, _ := time.LoadLocation(c.GetTimeZone())
	return notes.DayOf(c.GetNow().AsTime().In(zone))
}

// faults tells what a model wrote that names nothing or stands on nothing.
func (l *legend) faults(got *mindv1.Analyzing) []form.Problem {
	var out []form.Problem
	for i, f := range got.GetFindings() {
		_, wrong := l.finding(f)
		for _, w := range wrong {
			out = append(out, form.Problem{Path: fmt.Sprintf("findings[%d]", i), Text: w})
		}
	}
	for i, label := range got.GetReject() {
		if l.findingOf[label] == nil {
			out = append(out, form.Problem{Path: fmt.Sprintf("reject[%d]", i), Text: "names " + label + ", which was not found"})
		}
	}
	for i, label := range got.GetResolved() {
		if l.gapOf[label] == nil {
			out = append(out, form.Problem{Path: fmt.Sprintf("resolved[%d]", i), Text: "names " + label + ", which is not missing"})
		}
	}
	return out
}
