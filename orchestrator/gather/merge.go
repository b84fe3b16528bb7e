package gather

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// defaultMaxEntries is what max_entries 0 means.
const defaultMaxEntries = 100

// An instructionSum is what the shards of one instruction found together.
type instructionSum struct {
	found   []search.Ranked                 // best first
	matches map[string]*commonv1.EntryMatch // how entries answer its question, where that is told
	total   int
	tasks   int
	summary string
	parts   int  // shards, answered or not
	missing int  // shards that nobody answered
	values  bool // it is for values, and no entries are returned for it

	near    []meaning.Near // its question, of all shards in their order
	without int            // entries that have no vectors
}

// merge joins the answers of all shards into one.
func merge(req *pb.RetrieveRequest, outcomes []outcome) *pb.RetrieveResponse {
	resp := &pb.RetrieveResponse{Provenance: mind.ByRules()}
	sums := make([]instructionSum, len(req.GetInstructions()))
	entries := make(map[string]*pb.RankedEntry)
	values := newObserved()
	for _, o := range outcomes {
		resp.Provenance.Attempts = max(resp.Provenance.GetAttempts(), int32(o.attempts))
		sum := &sums[o.instruction]
		sum.parts++
		sum.values = observes(req.GetInstructions()[o.instruction])
		if o.err != nil {
			sum.missing++
			resp.Warnings = append(resp.Warnings, fmt.Sprintf("%s: no retriever answered, so its notes are missing", o.shard))
			continue
		}
		sum.add(o.response, entries)
		values.add(o.response)
		resp.Truncated = resp.GetTruncated() || o.response.GetTruncated()
		for _, m := range o.response.GetMissing() {
			if !slices.ContainsFunc(resp.GetMissing(), func(o *commonv1.MissingWord) bool { return o.GetWord() == m.GetWord() }) {
				resp.Missing = append(resp.Missing, m)
			}
		}
		for _, w := range o.response.GetWarnings() {
			if !slices.Contains(resp.GetWarnings(), w) {
				resp.Warnings = append(resp.Warnings, w)
			}
		}
	}
	limit := int(req.GetMaxEntries())
	if limit == 0 {
		limit = defaultMaxEntries
	}
	for i, in := range req.GetInstructions() {
		sums[i].fuse(in.GetOrder())
	}
	showNear(sums, entries)
	resp.Warnings = append(resp.Warnings, withoutVectors(sums)...)
	returned := fill(resp, sums, entries, limit)
	values.tell(resp, int(req.GetMaxObservations()))
	for i, in := range req.GetInstructions() {
		sums[i].report(resp, in, returned)
	}
	if missing := missingParts(sums); missing > 0 {
		resp.Provenance.Degraded = true
		resp.Provenance.DegradedReason = fmt.Sprintf("%d of %d parts of the retrieval were not answered", missing, len(outcomes))
	}
	return resp
}

// add takes in the answer of one shard.
func (s *instructionSum) add(answer *pb.RetrieveResponse, entries map[string]*pb.RankedEntry) {
	found := make([]search.Ranked, 0, len(answer.GetEntries()))
	onlyNear := onlyNear(answer)
	for _, e := range answer.GetEntries() {
		id := e.GetEntry().GetId()
		if onlyNear[id] {
			if entries[id] == nil {
				entries[id] = e
			}
			continue
		}
		found = append(found, search.Ranked{ID: id, Score: e.GetScore()})
		if entries[id].GetBest() == nil {
			entries[id] = e
		}
	}
	s.found, _ = search.Merge(0, s.found, found)
	for _, r := range answer.GetResults() {
		for i, m := range r.GetMatches()[:min(len(r.GetMatches()), len(r.GetEntryIds()))] {
			if s.matches == nil {
				s.matches = map[string]*commonv1.EntryMatch{}
			}
			s.matches[r.GetEntryIds()[i]] = m
		}
		s.total += int(r.GetTotal())
		s.tasks += int(r.GetTasks())
		s.takeNear(r)
		s.summary = r.GetSummary()
	}
}

// fill puts the best entries into the response and returns which those are.
func fill(resp *pb.RetrieveResponse, sums []instructionSum, entries map[string]*pb.RankedEntry, limit int) map[string]bool {
	lists := make([][]search.Ranked, len(sums))
	total, seen := 0, 0
	for i, s := range sums {
		lists[i] = s.found
		if !s.values {
			total += s.total
		}
		seen += len(s.found)
	}
	kept, distinct := search.Merge(limit, lists...)
	// Entries that several instructions found count once, as far as they were
	// returned; of those that were not, nobody knows.
	total -= seen - distinct
	resp.Total = int32(total)
	resp.Truncated = resp.GetTruncated() || len(kept) < total
	returned := make(map[string]bool, len(kept))
	for _, k := range kept {
		found := entries[k.ID]
		e := found.GetEntry()
		returned[k.ID] = true
		resp.Entries = append(resp.Entries, &pb.RankedEntry{Entry: e, Score: k.Score, Best: found.GetBest(), Terms: found.GetTerms(), Covers: found.GetCovers()})
		if e.GetDate() == "" {
			continue
		}
		if resp.GetCovered() == nil {
			resp.Covered = &commonv1.DateRange{Start: e.GetDate(), End: e.GetDate()}
		}
		resp.Covered.Start = min(resp.GetCovered().GetStart(), e.GetDate())
		resp.Covered.End = max(resp.GetCovered().GetEnd(), e.GetDate())
	}
	return returned
}

// report tells what became of an instruction.
func (s *instructionSum) report(resp *pb.RetrieveResponse, in *commonv1.RetrievalInstruction, returned map[string]bool) {
	r := &pb.InstructionResult{InstructionId: in.GetId(), Total: int32(s.total), Summary: s.summary, Tasks: int32(s.tasks)}
	if s.parts > 1 {
		r.Summary = fmt.Sprintf("%d notes from %s to %s, read in %d parts", s.total, in.GetDateRange().GetStart(), in.GetDateRange().GetEnd(), s.parts)
	}
	if s.missing > 0 {
		r.Summary = fmt.Sprintf("%d notes, with %d of %d parts missing", s.total, s.missing, s.parts)
	}
	for _, f := range s.found {
		if !returned[f.ID] {
			continue
		}
		r.EntryIds = append(r.EntryIds, f.ID)
		if s.matches != nil {
			r.Matches = append(r.Matches, cmp.Or(s.matches[f.ID], &commonv1.EntryMatch{}))
		}
	}
	resp.Results = append(resp.Results, r)
}

func missingParts(sums []instructionSum) int {
	n := 0
	for _, s := range sums {
		n += s.missing
	}
	return n
}
