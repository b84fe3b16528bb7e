package planner_test

import (
	"fmt"
	"strings"
	"testing"

	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
)

// reads is a puzzle after ten notes were read, with ids and texts that are so long.
func reads(id, text int) *pb.ThinkRequest {
	req := puzzle()
	req.Entries, req.Problems = nil, nil
	for i := range 10 {
		req.Entries = append(req.Entries, &reasonv1.Entry{
			Step:   &reasonv1.Step{Tool: "read_note", Args: fmt.Sprintf(`{"id":"b%d%s"}`, i, strings.Repeat(" x y", id/4))},
			Result: &reasonv1.Result{Ok: true, Explanations: []string{fmt.Sprintf("Note %d.", i)}, Data: fmt.Sprintf(`{"text":"data %d %s"}`, i, strings.Repeat("x y ", text/4))},
		})
	}
	return req
}

func TestAModelIsToldWhatItHasCalledAsFarAsThereIsRoom(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		req          *pb.ThinkRequest
		data, called int // the first result of whose data it is told, and the first that it is told of
	}{
		"all of it":               {reads(0, 100), 0, 0},
		"older ones without it":   {reads(200, 10_000), 4, 0},
		"the oldest are left out": {reads(1600, 10_000), 9, 3},
	} {
		_, p, err := thinks(t, tt.req, callsTool)
		if err != nil {
			t.Fatal(err)
		}
		told := p.Seen()[0].Turns[0].Text
		for i := range 10 {
			called, data := strings.Contains(told, fmt.Sprintf("Note %d.", i)), strings.Contains(told, fmt.Sprintf("data %d ", i))
			if called != (i >= tt.called) || data != (i >= tt.data) {
				t.Errorf("%s: result %d is told: %t, its data: %t", name, i, called, data)
			}
		}
	}
}

func TestWhatIsGivenIsKnownToThePlanner(t *testing.T) {
	t.Parallel()
	req := puzzle()
	req.Tools[1].Needs, req.Tools[0].Makes = []string{"notes", "outline"}, []string{"notes"}
	if _, _, err := thinks(t, req, callsTool); err == nil {
		t.Error("a tool that can never be called is taken")
	}
	req.Given = []string{"outline"}
	req.Entries = nil
	res, p, err := thinks(t, req, callsTool, `{"answer":"","args":"{\"query\":\"boiler\"}","respond":false,"thought":"","tool":"search_notes"}`)
	if err != nil || res.GetStep().GetTool() != "search_notes" {
		t.Fatalf("%v, %v", res, err)
	}
	if told := p.Seen()[0].Turns[0].Text; !strings.Contains(told, "needs first: notes\n") || !strings.Contains(told, "makes: notes\n") {
		t.Errorf("it is told\n%s", told)
	}
	req.Given = []string{"outline", "notes"}
	if res, _, err := thinks(t, req, callsTool); err != nil || res.GetStep().GetTool() != "read_note" {
		t.Errorf("with all that it needs: %v, %v", res, err)
	}
}
