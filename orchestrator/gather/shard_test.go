package gather

import (
	"testing"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

func TestTenThousandYearsAreFewShardsThatLeaveNoDayOut(t *testing.T) {
	t.Parallel()
	for _, instructions := range []int{1, 3, 16, 100} {
		req := &pb.RetrieveRequest{}
		for i := range instructions {
			req.Instructions = append(req.Instructions, &commonv1.RetrievalInstruction{
				Id: int32(i + 1), DateRange: &commonv1.DateRange{Start: "0001-01-01", End: "9999-12-31"},
			})
		}
		shards := cut(req, 92, nil, nil)
		if len(shards) > max(maxShards, instructions) || len(shards) < instructions {
			t.Errorf("%d instructions make %d shards", instructions, len(shards))
		}
		next := make([]notes.Day, instructions)
		for i := range next {
			next[i] = notes.Day{Year: 1, Month: 1, Date: 1}
		}
		for _, s := range shards {
			if s.days.GetStart() == "" {
				continue // the whole of it
			}
			r, err := notes.ParseRange(s.days.GetStart(), s.days.GetEnd())
			if err != nil || r.Start != next[s.instruction] {
				t.Fatalf("instruction %d: a shard begins on %s, want %s (%v)", s.instruction, r.Start, next[s.instruction], err)
			}
			next[s.instruction] = r.End.AddDays(1)
			if s.days.GetEnd() == "9999-12-31" {
				next[s.instruction] = notes.Day{}
			}
		}
		for i, n := range next {
			if !n.IsZero() && instructions <= maxShards/2 {
				t.Errorf("instruction %d ends before %s", i, n)
			}
		}
	}
}

func TestOnlyARetrieverThatReadsValuesIsSentSchemas(t *testing.T) {
	t.Parallel()
	req := &pb.RetrieveRequest{
		Schemas: []*commonv1.DomainSchema{{Domain: "sleep"}}, MaxObservations: 7,
		Instructions: []*commonv1.RetrievalInstruction{
			{Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION},
			{Id: 2, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS},
		},
	}
	for _, s := range cut(req, 92, nil, nil) {
		if reads := s.instruction == 1; (len(s.request.GetSchemas()) == 1) != reads || (s.request.GetMaxObservations() == 7) != reads {
			t.Errorf("%s is sent %v", s, s.request)
		}
	}
}
