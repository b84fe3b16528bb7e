package notegraph

import (
	"context"
	"fmt"
	"slices"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/eventtime"
	"github.com/weft-mesh/weft/notes/query"
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
		Context:      s.call(ctx),
		Instructions: instructions,
		Vocabulary:   h.Domains.Context(s.Domains).GetVocabulary(),
		MaxEntries:   int32(h.mostEntries(s)),
	}
	req.Schemas = h.schemas(instructions)
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

		Observations: res.GetObservations(),
		Unread:       res.GetUnread(),
		Search: &commonv1.SearchOutcome{
			Complete:     !res.GetProvenance().GetDegraded(),
			Observations: res.GetTotalObservations(),
			Cut:          int(res.GetTotalObservations()) > len(res.GetObservations()),
			Missing:      res.GetMissing(),
		},
	}
	for _, e := range res.GetEntries() {
		ref := refOf(e.GetEntry(), e.GetScore())
		ref.Best, ref.Terms, ref.Covers = e.GetBest(), e.GetTerms(), e.GetCovers()
		out.Entries = append(out.Entries, ref)
	}
	if err := h.addCorrections(ctx, s, out, res.GetEntries()); err != nil {
		return graph.Result{}, err
	}
	if out.Latest, err = h.latest(ctx, s, out.GetEntries()); err != nil {
		return graph.Result{}, err
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
			Tasks:        r.GetTasks(),
		}
		if outcome == Dated {
			attempt.Days = daysOf(words, in, r, res.GetEntries(), timespan.WeekStart(s.call(ctx).GetWeekStart()))
		}
		out.Attempts = append(out.Attempts, attempt)
	}
	return graph.Result{Outcome: outcome, Output: out, Degraded: res.GetProvenance().GetDegraded()}, nil
}

// addCorrections puts beside each entry that was found the one that tells its correction:
// "no, 95 kg" has none of the words that found it.
func (h handlers) addCorrections(ctx context.Context, s State, out *notegraphv1.Retrieved, entries []*retrieverv1.RankedEntry) error {
	known := map[string]bool{}
	for _, ref := range out.GetEntries() {
		known[ref.GetId()] = true
	}
	for _, e := range entries {
		by := e.GetEntry().GetCorrectedBy()
		if by == "" || known[by] {
			continue
		}
		known[by] = true
		told, err := h.Store.Get(ctx, s.Scope(), by)
		if err != nil && !isNotFound(err) {
			return fmt.Errorf("read note %s: %w", by, err)
		}
		if told.GetCorrects() != e.GetEntry().GetId() {
			continue // it was removed or says something else since; what it corrected stays so
		}
		out.Entries = append(out.Entries, refOf(told, 0))
		for _, r := range out.GetResults() {
			if slices.Contains(r.GetEntryIds(), e.GetEntry().GetId()) {
				r.EntryIds = append(r.EntryIds, by)
			}
		}
	}
	return nil
}

// manyEntries is how many notes are looked at where many of them answer a question
// together and a model reads them, which it does in parts.
const manyEntries = 240

// mostEntries is how many notes a question is answered from at most.
func (h handlers) mostEntries(s State) int {
	if h.modelWrites(s) && query.Many(h.form(s)) {
		return max(h.c.MaxEntries, manyEntries)
	}
	return h.c.MaxEntries
}

// leastShown is how many notes a model sees if there are so many. A question that has none
// of a note's words ("the car", "the Kangoo") is most often one of a few notes, or of the
// latest.
const leastShown = 40

// latest are the newest entries that no search has found, as many as it takes for a model
// to see leastShown.
func (h handlers) latest(ctx context.Context, s State, found []*commonv1.EntryRef) ([]*commonv1.EntryRef, error) {
	if !h.modelWrites(s) {
		return nil, nil
	}
	known := map[string]bool{}
	for _, ref := range slices.Concat(s.Retrieved, found) {
		known[ref.GetId()] = true
	}
	if len(known) >= leastShown {
		return nil, nil
	}
	newest, err := h.recent(ctx, s, "", leastShown)
	if err != nil {
		return nil, err
	}
	var out []*commonv1.EntryRef
	for _, e := range newest {
		if !known[e.GetId()] && len(known)+len(out) < leastShown {
			out = append(out, refOf(e, 0))
		}
	}
	return out, nil
}

// daysOf returns the days on which the entries that an instruction found, of all
// that were found, best first, say that it happened. What only came with those
// that name it says nothing of when it was.
func daysOf(words *search.Thesaurus, in *commonv1.RetrievalInstruction, r *retrieverv1.InstructionResult, all []*retrieverv1.RankedEntry, week time.Weekday) []string {
	names := append([]string{in.GetTopic()}, in.GetKeywords()...)
	var named, rest []eventtime.Note
	for _, e := range all {
		at, err := notes.ParseID(e.GetEntry().GetId())
		if err != nil || at.Undated() || !slices.Contains(r.GetEntryIds(), e.GetEntry().GetId()) {
			continue
		}
		n := eventtime.Note{At: at.Local, Text: e.GetEntry().GetText()}
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
	for _, d := range eventtime.Days(named, names, week) {
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

// schemas returns what all domains declare if values are to be returned, those asked
// for first, and nothing else: a number that one domain has read is not one that
// another has missed.
func (h handlers) schemas(instructions []*commonv1.RetrievalInstruction) []*commonv1.DomainSchema {
	var asked []string
	for _, in := range instructions {
		if d := in.GetSelection().GetDomain(); d != "" {
			asked = append(asked, d)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	return h.Domains.Schemas(asked...)
}
