package gather

import (
	"fmt"
	"slices"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

func values(id int32) *commonv1.RetrievalInstruction {
	return &commonv1.RetrievalInstruction{
		Id: id, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS,
		DateRange: &commonv1.DateRange{Start: "2000-01-01", End: "2026-12-31"}, Selection: &commonv1.Selection{Domain: "running"},
	}
}

func TestValuesAreReadInOnePart(t *testing.T) {
	t.Parallel()
	schemas := []*commonv1.DomainSchema{{Domain: "running"}}
	shards := cut(&pb.RetrieveRequest{Instructions: []*commonv1.RetrievalInstruction{values(1)}, Schemas: schemas, MaxObservations: 7}, 92, nil, nil)
	if len(shards) != 1 || shards[0].days.GetStart() != "" {
		t.Fatalf("the shards are %v", shards)
	}
	if req := shards[0].request; len(req.GetSchemas()) != 1 || req.GetMaxObservations() != 7 {
		t.Errorf("a shard asks %v", req)
	}
}

func TestValuesOfSeveralInstructionsAreJoinedEachOnce(t *testing.T) {
	t.Parallel()
	of := func(date, object string, value float64) *commonv1.Observation {
		return &commonv1.Observation{EntryId: date, Date: date, Domain: "running", Object: object, Measure: "distance", Subject: "run", Value: value}
	}
	answer := func(total int32, rows ...*commonv1.Observation) outcome {
		return outcome{response: &pb.RetrieveResponse{
			Observations: rows, TotalObservations: total, Results: []*pb.InstructionResult{{Total: 2}},
			Unread: []*commonv1.UnreadNote{{EntryId: "2026-05-02", Date: "2026-05-02"}, {EntryId: "2026-05-0" + fmt.Sprint(total), Date: "2026-05-0" + fmt.Sprint(total)}},
		}}
	}
	late := answer(3, of("2026-05-03", "runs[0]", 8), of("2026-05-04", "runs[0]", 5), of("2026-05-04", "runs[0]", 5))
	early := answer(5, of("2026-05-01", "runs[0]", 3), of("2026-05-04", "runs[0]", 5), of("2026-05-04", "runs[0]", 5), of("2026-05-04", "runs[1]", 2))
	early.instruction = 1
	req := &pb.RetrieveRequest{Instructions: []*commonv1.RetrievalInstruction{values(1), values(2)}}
	resp := merge(req, []outcome{late, early})
	var got []string
	for _, o := range resp.GetObservations() {
		got = append(got, fmt.Sprintf("%s %v", o.GetDate(), o.GetValue()))
	}
	if want := []string{"2026-05-01 3", "2026-05-03 8", "2026-05-04 5", "2026-05-04 5", "2026-05-04 2"}; !slices.Equal(got, want) {
		t.Errorf("values %q, want %q", got, want)
	}
	// Of the eight that both have found, two are the same; one of the second was cut.
	if resp.GetTotalObservations() != 6 {
		t.Errorf("%d values in all, want 6", resp.GetTotalObservations())
	}
	var unread []string
	for _, u := range resp.GetUnread() {
		unread = append(unread, u.GetEntryId())
	}
	if want := []string{"2026-05-02", "2026-05-03", "2026-05-05"}; !slices.Equal(unread, want) {
		t.Errorf("unread %q, want %q", unread, want)
	}
	if resp.GetTotal() != 0 || resp.GetTruncated() || resp.GetResults()[0].GetTotal() != 2 {
		t.Errorf("%d entries in scope, truncated: %v", resp.GetTotal(), resp.GetTruncated())
	}
	req.MaxObservations = 2
	if resp := merge(req, []outcome{late, early}); len(resp.GetObservations()) != 2 || resp.GetTotalObservations() != 6 || resp.GetObservations()[0].GetDate() != "2026-05-04" {
		t.Errorf("of at most two: %v", resp.GetObservations())
	}
}
