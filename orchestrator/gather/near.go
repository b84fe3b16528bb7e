package gather

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/notes/rank"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// onlyNear are the entries of an answer that no words have found.
func onlyNear(answer *pb.RetrieveResponse) map[string]bool {
	var out map[string]bool
	for _, r := range answer.GetResults() {
		for _, n := range r.GetNear() {
			if slices.Contains(r.GetEntryIds(), n.GetEntryId()) {
				continue
			}
			if out == nil {
				out = map[string]bool{}
			}
			out[n.GetEntryId()] = true
		}
	}
	return out
}

// takeNear takes in what one shard has found near the question.
func (s *instructionSum) takeNear(r *pb.InstructionResult) {
	for _, n := range r.GetNear() {
		s.near = append(s.near, meaning.Near{
			ID: n.GetEntryId(), Similarity: n.GetSimilarity(), Best: rank.Range{Start: int(n.GetBest().GetStart()), End: int(n.GetBest().GetEnd())},
		})
	}
	s.without += int(r.GetWithoutVectors())
}

// fuse joins what words have found with what is near the question, over all shards: the
// ranks of a part say nothing of the whole. An order that is asked for is kept.
func (s *instructionSum) fuse(order commonv1.RetrievalOrder) {
	if len(s.near) == 0 {
		return
	}
	stable.Sort(s.near, meaning.CompareNear)
	before, all := len(s.found), len(s.found) >= s.total
	if order == commonv1.RetrievalOrder_RETRIEVAL_ORDER_UNSPECIFIED {
		s.found = meaning.Fuse(s.found, s.near)
	} else {
		s.found = meaning.Append(s.found, s.near)
	}
	more := len(s.found) - before
	if more == 0 {
		return
	}
	s.summary += fmt.Sprintf(", %d more by their meaning", more)
	if all { // else they may be among those that words have found and were not returned
		s.total += more
	}
}

// showNear has the entries that were found for no words show the passage that is near. The
// text may be another by now than the one that was compared.
func showNear(sums []instructionSum, entries map[string]*pb.RankedEntry) {
	for _, s := range sums {
		for _, n := range s.near {
			e := entries[n.ID]
			if e == nil || e.GetBest() != nil || n.Best.End > len(e.GetEntry().GetText()) {
				continue
			}
			e = proto.CloneOf(e)
			e.Best = &commonv1.TextRange{Start: int32(n.Best.Start), End: int32(n.Best.End)}
			entries[n.ID] = e
		}
	}
}

// withoutVectors warns if notes could not be found by their meaning.
func withoutVectors(sums []instructionSum) []string {
	most := 0
	for _, s := range sums {
		most = max(most, s.without)
	}
	if most == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d notes have no vectors yet and were found by their words only.", most)}
}
