package notegraph

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// evidence reads the notes that a run refers to, as many as an agent can be sent at
// once. A note keeps its
// label for as long as the run lasts: what is found later goes behind what was found
// before. It tells which notes are gone or have changed since they were found, and
// how many had to be left out.
func (h handlers) evidence(ctx context.Context, s State, refs []*commonv1.EntryRef) (out []*commonv1.EvidenceNote, warnings []string, err error) {
	room := h.room(s)
	var read map[string]*commonv1.Entry
	for i, ref := range refs {
		if i%readTogether == 0 {
			if read, err = h.bodies(ctx, s, refs[i:min(i+readTogether, len(refs))]); err != nil {
				return nil, nil, err
			}
		}
		e := read[ref.GetId()]
		if e == nil {
			warnings = append(warnings, fmt.Sprintf("The note %s was deleted while your question was being answered.", ref.GetId()))
			continue
		}
		n := noteOf("n"+strconv.Itoa(i+1), e, ref)
		if ref.GetContentHash() != "" && e.GetContentHash() != ref.GetContentHash() {
			warnings = append(warnings, fmt.Sprintf("The note %s changed while your question was being answered; its new text was used.", ref.GetId()))
			n.Best, n.Covers = nil, false // they are of the old text
		}
		if room -= proto.Size(n) + noteFrame; room < 0 && len(out) > 0 {
			warnings = append(warnings, fmt.Sprintf("The notes are too long to read together, so only the best %d of %d were used.", len(out), len(refs)))
			break
		}
		out = append(out, n)
	}
	return out, warnings, nil
}

// readTogether is how many notes are read at once: as many as a question finds. Of
// more, those for which there is no room are not read.
const readTogether = 100

// named returns the notes that a run has found, and behind them those that only
// its analysis names: what a value was computed from need not be among the best.
func named(s *State) []*commonv1.EntryRef {
	refs := s.Retrieved[:len(s.Retrieved):len(s.Retrieved)]
	known := make(map[string]bool, len(refs))
	for _, r := range refs {
		known[r.GetId()] = true
	}
	add := func(id, date string) {
		if id != "" && !known[id] {
			known[id] = true
			refs = append(refs, &commonv1.EntryRef{Id: id, Date: date})
		}
	}
	for _, f := range s.Analysis.GetFacts() {
		for _, o := range f.GetObservations() {
			add(o.GetEntryId(), o.GetDate())
		}
		for _, u := range f.GetUnread() {
			add(u.GetEntryId(), u.GetDate())
		}
	}
	return refs
}

// seen returns the notes that a model sees: those that are named, and the latest.
func seen(s *State) []*commonv1.EntryRef {
	refs := named(s)
	for _, ref := range s.Latest {
		if !slices.ContainsFunc(refs, func(have *commonv1.EntryRef) bool { return have.GetId() == ref.GetId() }) {
			refs = append(refs, ref)
		}
	}
	return refs
}

func noteOf(label string, e *commonv1.Entry, ref *commonv1.EntryRef) *commonv1.EvidenceNote {
	n := &commonv1.EvidenceNote{
		Label: label,
		Entry: &commonv1.Entry{
			Id: e.GetId(), Date: e.GetDate(), Time: e.GetTime(), Text: e.GetText(), Tags: e.GetTags(), Source: e.GetSource(),
			ContentHash: e.GetContentHash(), Correction: e.GetCorrection(), CorrectedBy: e.GetCorrectedBy(), Corrects: e.GetCorrects(), Headings: e.GetHeadings(), FrontMatter: e.GetFrontMatter(),
		},
		Best: ref.GetBest(), Terms: ref.GetTerms(), Covers: ref.GetCovers(),
	}
	if day, err := notes.ParseDay(e.GetDate()); err == nil && !day.IsZero() {
		n.Weekday = day.Weekday().String()
	}
	return n
}

const (
	noteFrame = 8 // bytes at most around a note in a message
	// The analysis of the notes and an answer travel with them; of what is free
	// they get the fourth part.
	noteParts, allParts = 3, 4
)

// room is how many bytes of notes fit into a request beside all else that the run
// sends with them.
func (h handlers) room(s State) int {
	rest := &analyzerv1.AnalyzeRequest{
		Context:          s.Input.GetContext(),
		Form:             h.form(s),
		Observations:     s.Observations,
		DomainContext:    judging(h.Domains.Context(s.Domains)),
		RetrievalHistory: s.Attempts,
		Clarifications:   s.Clarifications,
	}
	return (h.c.MaxBytes - proto.Size(rest)) / allParts * noteParts
}

// form is the question as planned; without a plan, as asked.
func (h handlers) form(s State) *commonv1.QueryForm {
	if f := s.Plan.GetForm(); f != nil {
		return f
	}
	return &commonv1.QueryForm{Text: s.query()}
}

// parts are the parts of the question, each with its form.
func (s *State) parts() []*commonv1.SubQuery {
	if len(s.Parts) > 0 {
		return s.Parts
	}
	return s.Plan.GetSubQueries()
}
