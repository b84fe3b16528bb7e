package retriever

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// respond makes the response of what the lookups found. In a shard's response
// nothing is said of what is not there: it may be in another shard.
func respond(lookups []lookup, limit int, shard bool) *pb.RetrieveResponse {
	lists := make([][]search.Ranked, len(lookups))
	entries := make(map[string]*commonv1.Entry)
	for i, l := range lookups {
		for _, h := range l.hits {
			lists[i] = append(lists[i], search.Ranked{ID: h.Entry.GetId(), Score: h.Score})
			entries[h.Entry.GetId()] = h.Entry
		}
	}
	kept, total := search.Merge(limit, lists...)
	resp := &pb.RetrieveResponse{Total: int32(total), Truncated: len(kept) < total, Provenance: mind.ByRules()}
	returned := make(map[string]bool, len(kept))
	for _, k := range kept {
		returned[k.ID] = true
		resp.Entries = append(resp.Entries, &pb.RankedEntry{Entry: entries[k.ID], Score: k.Score})
	}
	resp.Covered = covered(resp.GetEntries())
	for i := range lookups {
		resp.Results = append(resp.Results, lookups[i].result(returned))
	}
	resp.Warnings = warnings(lookups)
	if resp.GetTruncated() && !shard {
		resp.Warnings = append(resp.Warnings, fmt.Sprintf("%d notes are in scope, more than the limit of %d; the best %d are returned", total, limit, len(kept)))
	}
	return resp
}

func covered(entries []*pb.RankedEntry) *commonv1.DateRange {
	if len(entries) == 0 {
		return nil
	}
	r := &commonv1.DateRange{Start: entries[0].GetEntry().GetDate(), End: entries[0].GetEntry().GetDate()}
	for _, e := range entries {
		r.Start = min(r.GetStart(), e.GetEntry().GetDate())
		r.End = max(r.GetEnd(), e.GetEntry().GetDate())
	}
	return r
}

func (l *lookup) result(returned map[string]bool) *pb.InstructionResult {
	r := &pb.InstructionResult{InstructionId: l.instruction.GetId(), Total: int32(len(l.hits)), Summary: l.summary()}
	for _, h := range l.hits {
		if returned[h.Entry.GetId()] {
			r.EntryIds = append(r.EntryIds, h.Entry.GetId())
		}
	}
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
	count := fmt.Sprintf("%d notes", len(l.hits))
	switch len(l.hits) {
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
