package notegraph

import (
	"context"
	"fmt"
	"slices"
	"time"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/happening"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func (h handlers) retrieve(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	instructions := s.Plan.GetInstructions()
	if len(instructions) == 0 { // all was looked up, or the plan wanted another domain once more than it may
		degraded := s.Plan.GetNextAction() == plannerv1.NextAction_NEXT_ACTION_EXPAND_DOMAIN
		return graph.Result{Outcome: Retrieved, Output: &notegraphv1.Retrieved{}, Degraded: degraded}, nil
	}
	req := &retrieverv1.RetrieveRequest{
		Context:      s.call(),
		Instructions: instructions,
		Vocabulary:   h.Domains.Context(s.Domains).GetVocabulary(),
		MaxEntries:   int32(h.c.MaxEntries),
	}
	if e := s.StoredNote.GetEntry(); e != nil {
		req.MustSee = append(req.MustSee, e)
	}
	res, err := h.Retriever.Retrieve(ctx, req)
	if err != nil {
		return graph.Result{}, fmt.Errorf("retrieve: %w", err)
	}
	out := &notegraphv1.Retrieved{
		Results:   res.GetResults(),
		Total:     res.GetTotal(),
		Covered:   res.GetCovered(),
		Warnings:  res.GetWarnings(),
		Truncated: res.GetTruncated(),
	}
	if res.GetTruncated() {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%d notes are in scope, more than the limit of %d; only the best were read", res.GetTotal(), h.c.MaxEntries))
	}
	for _, e := range res.GetEntries() {
		out.Entries = append(out.Entries, refOf(e.GetEntry(), e.GetScore()))
	}
	outcome := Retrieved
	if s.Plan.GetPlanAgain() {
		outcome = Dated
	}
	words := search.NewThesaurus(req.GetVocabulary())
	results := map[int32]*retrieverv1.InstructionResult{}
	for _, r := range res.GetResults() {
		results[r.GetInstructionId()] = r
	}
	for i, in := range instructions {
		r := results[in.GetId()]
		attempt := &commonv1.RetrievalAttempt{
			Attempt:      int32(len(s.Attempts) + i + 1),
			Instruction:  in,
			EntriesFound: r.GetTotal(),
			Summary:      r.GetSummary(),
		}
		if outcome == Dated {
			attempt.Days = daysOf(words, in, r, res.GetEntries(), timespan.WeekStart(s.call().GetWeekStart()))
		}
		out.Attempts = append(out.Attempts, attempt)
	}
	return graph.Result{Outcome: outcome, Output: out, Degraded: res.GetProvenance().GetDegraded()}, nil
}

// daysOf returns the days on which the entries that an instruction found, of all
// that were found, best first, say that it happened. What only came with those
// that name it says nothing of when it was.
func daysOf(words *search.Thesaurus, in *commonv1.RetrievalInstruction, r *retrieverv1.InstructionResult, all []*retrieverv1.RankedEntry, week time.Weekday) []string {
	names := append([]string{in.GetTopic()}, in.GetKeywords()...)
	var named, rest []happening.Note
	for _, e := range all {
		at, err := notes.ParseID(e.GetEntry().GetId())
		if err != nil || at.Undated() || !slices.Contains(r.GetEntryIds(), e.GetEntry().GetId()) {
			continue
		}
		n := happening.Note{At: at.Local, Text: e.GetEntry().GetText()}
		if slices.ContainsFunc(names, func(name string) bool { return holds(n.Text, words.Forms(name)) }) {
			named = append(named, n)
		} else {
			rest = append(rest, n)
		}
	}
	if len(named) == 0 {
		named = rest
	}
	var out []string
	for _, d := range happening.Days(named, names, week) {
		out = append(out, d.String())
	}
	return out
}

// holds reports whether a text has one of the forms of a name, or all words of
// the first that say something.
func holds(text string, forms []string) bool {
	tokens := search.Tokens(text)
	if slices.ContainsFunc(forms, func(f string) bool { return search.Contains(tokens, search.Tokens(f)) }) {
		return true
	}
	words, said := search.Meaning(forms[0]), search.Meaning(text)
	for w := range words {
		if !said[w] {
			return false
		}
	}
	return len(words) > 0
}

// refOf is what a run remembers of an entry.
func refOf(e *commonv1.Entry, score float64) *commonv1.EntryRef {
	return &commonv1.EntryRef{
		Id:          e.GetId(),
		Date:        e.GetDate(),
		ContentHash: e.GetContentHash(),
		Source:      e.GetSource(),
		Score:       score,
	}
}

// bodies reads the entries that a run refers to, best first, as many as an agent
// can be sent at once beside a page of this many bytes. It tells which of them
// are gone or have changed since they were found, and how many had to be left out.
func (h handlers) bodies(ctx context.Context, s State, refs []*commonv1.EntryRef, page int) (entries []*commonv1.Entry, warnings []string, err error) {
	room := h.room(s) - page
	for _, ref := range refs {
		e, err := h.Store.Get(ctx, s.Scope(), ref.GetId())
		if isNotFound(err) {
			warnings = append(warnings, fmt.Sprintf("The note %s was deleted while the question was being answered.", ref.GetId()))
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("read note %s: %w", ref.GetId(), err)
		}
		if e.GetContentHash() != ref.GetContentHash() {
			warnings = append(warnings, fmt.Sprintf("The note %s was changed while the question was being answered; its new text was used.", ref.GetId()))
		}
		if room -= proto.Size(e) + entryFrame; room < 0 && len(entries) > 0 {
			warnings = append(warnings, fmt.Sprintf("The notes are too long to be looked at together: the best %d of %d were used.", len(entries), len(refs)))
			break
		}
		entries = append(entries, e)
	}
	return entries, warnings, nil
}

const (
	entryFrame = 8 // bytes at most around an entry in a message
	// The analysis of the entries and an answer travel with them; of what is free
	// they get the fourth part.
	entryParts, allParts = 3, 4
)

// room is how many bytes of notes fit into a request beside all else that the run
// sends with them.
func (h handlers) room(s State) int {
	rest := &analyzerv1.AnalyzeRequest{
		Context:          s.Input.GetContext(),
		Scope:            h.scope(s),
		SubQueries:       s.Plan.GetSubQueries(),
		DomainContext:    h.Domains.Context(s.Domains),
		RetrievalHistory: s.Attempts,
		Clarifications:   s.Clarifications,
	}
	return (h.c.MaxBytes - proto.Size(rest)) / allParts * entryParts
}
