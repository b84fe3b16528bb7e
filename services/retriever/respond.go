package retriever

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/store"
)

// inScope joins what the lookups found and keeps the best of it. total is how
// many entries there were.
func inScope(lookups []lookup, limit int) (kept []search.Ranked, total int) {
	if len(lookups) == 1 {
		l := lookups[0]
		return l.found[:min(len(l.found), limit)], l.total
	}
	lists := make([][]search.Ranked, len(lookups))
	for i, l := range lookups {
		lists[i] = l.found
	}
	return search.Merge(limit, lists...)
}

// respond makes the response of what the lookups found and what was kept of it.
func respond(lookups []lookup, kept []search.Ranked, total int, entries []*commonv1.Entry) *pb.RetrieveResponse {
	resp := &pb.RetrieveResponse{Total: int32(total), Truncated: len(kept) < total, Provenance: mind.ByRules()}
	score := make(map[string]float64, len(kept))
	for _, k := range kept {
		score[k.ID] = k.Score
	}
	returned := make(map[string]bool, len(entries))
	for _, e := range entries {
		returned[e.GetId()] = true
		resp.Entries = append(resp.Entries, ranked(lookups, e, score[e.GetId()]))
	}
	resp.Covered = covered(resp.GetEntries())
	for i := range lookups {
		resp.Results = append(resp.Results, lookups[i].result(returned))
	}
	resp.Warnings = warnings(lookups)
	resp.Missing = missing(lookups)
	return resp
}

// ranked is an entry with what of it answers the first question that it was found
// for.
func ranked(lookups []lookup, e *commonv1.Entry, score float64) *pb.RankedEntry {
	out := &pb.RankedEntry{Entry: e, Score: score}
	for _, l := range lookups {
		if h, ok := l.quoted[e.GetId()]; ok {
			m := matchOf(h)
			out.Best, out.Terms, out.Covers = m.GetBest(), m.GetTerms(), m.GetCovers()
			break
		}
	}
	return out
}

func matchOf(h store.Hit) *commonv1.EntryMatch {
	return &commonv1.EntryMatch{
		Best: &commonv1.TextRange{Start: int32(h.Best.Start), End: int32(h.Best.End)}, Terms: h.Terms, Covers: h.Covers,
	}
}

// missing tells each word once.
func missing(lookups []lookup) []*commonv1.MissingWord {
	var out []*commonv1.MissingWord
	for _, l := range lookups {
		for _, m := range l.missing {
			if !slices.ContainsFunc(out, func(o *commonv1.MissingWord) bool { return o.GetWord() == m.Word }) {
				out = append(out, &commonv1.MissingWord{Word: m.Word, Like: m.Like})
			}
		}
	}
	return out
}

// covered returns the days from the first to the last entry, nil if none has a day.
func covered(entries []*pb.RankedEntry) *commonv1.DateRange {
	var r *commonv1.DateRange
	for _, e := range entries {
		switch date := e.GetEntry().GetDate(); {
		case date == "":
		case r == nil:
			r = &commonv1.DateRange{Start: date, End: date}
		default:
			r.Start, r.End = min(r.GetStart(), date), max(r.GetEnd(), date)
		}
	}
	return r
}

func (l *lookup) result(returned map[string]bool) *pb.InstructionResult {
	r := &pb.InstructionResult{InstructionId: l.instruction.GetId(), Total: int32(l.total + l.noted), Summary: l.summary(), Tasks: int32(l.tasks)}
	ofPart := l.quoted != nil && len(l.instruction.GetSubQueryIds()) > 0
	for _, f := range l.found {
		if !returned[f.ID] {
			continue
		}
		r.EntryIds = append(r.EntryIds, f.ID)
		if ofPart {
			r.Matches = append(r.Matches, matchOf(l.quoted[f.ID]))
		}
	}
	for _, n := range l.near {
		if returned[n.ID] {
			r.Near = append(r.Near, &pb.NearEntry{
				EntryId: n.ID, Similarity: n.Similarity, Best: &commonv1.TextRange{Start: int32(n.Best.Start), End: int32(n.Best.End)},
			})
		}
	}
	r.WithoutVectors = int32(l.without)
	return r
}

// warnings tells each thing once. That a search found nothing is no warning: the
// result of its instruction says so.
func warnings(lookups []lookup) []string {
	var out []string
	for _, l := range lookups {
		for _, w := range l.warnings {
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// summary is a sentence on what was found: "12 notes on \"sleep\" from
// 2026-01-01 to 2026-01-31".
func (l *lookup) summary() string {
	if l.observes() {
		return strings.TrimSpace(fmt.Sprintf("%d values in %s %s", l.values, l.instruction.GetSelection().GetDomain(), when(l.within)))
	}
	if l.instruction.GetStrategy() == commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TASKS {
		return strings.TrimSpace(fmt.Sprintf("%d tasks %s", l.tasks, when(l.within)))
	}
	count := fmt.Sprintf("%d notes", l.total)
	switch l.total {
	case 0:
		count = "no notes"
	case 1:
		count = "1 note"
	}
	return strings.Join(slices.DeleteFunc([]string{count, subject(l.instruction), when(l.within)}, func(s string) bool { return s == "" }), " ")
}

func subject(in *commonv1.RetrievalInstruction) string {
	switch in.GetStrategy() {
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD:
		join := " or "
		if in.GetMatchAll() {
			join = " and "
		}
		quoted := make([]string, len(in.GetKeywords()))
		for i, k := range in.GetKeywords() {
			quoted[i] = fmt.Sprintf("%q", k)
		}
		return "with " + strings.Join(quoted, join)
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC:
		return fmt.Sprintf("on %q", in.GetTopic())
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_PATTERN:
		return "in " + in.GetPattern()
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION:
		if q := in.GetQuestion(); q != "" {
			return fmt.Sprintf("for %q", excerpt.Head(q, 100))
		}
		return "of the days named"
	}
	return ""
}

func when(r notes.Range) string {
	switch {
	case r.IsZero():
		return ""
	case r.Start.IsZero():
		return "until " + r.End.String()
	case r.End.IsZero():
		return "since " + r.Start.String()
	case r.Start == r.End:
		return "on " + r.Start.String()
	}
	return fmt.Sprintf("from %s to %s", r.Start, r.End)
}
