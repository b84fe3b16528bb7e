package planner_test

import (
	"fmt"
	"strings"
	"testing"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
)

func TestOfOlderResultsAModelIsToldNoData(t *testing.T) {
	t.Parallel()
	req := puzzle()
	req.Entries, req.Problems = nil, nil
	for i := range 5 {
		req.Entries = append(req.Entries, &reasonv1.Entry{
			Step:   &reasonv1.Step{Tool: "read_note", Args: fmt.Sprintf(`{"id":"b%d"}`, i)},
			Result: &reasonv1.Result{Ok: true, Explanations: []string{fmt.Sprintf("Note %d.", i)}, Data: fmt.Sprintf(`{"text":"data %d"}`, i)},
		})
	}
	_, p, err := thinks(t, req, callsTool)
	if err != nil {
		t.Fatal(err)
	}
	told := p.Seen()[0].Turns[0].Text
	for i := range 5 {
		if !strings.Contains(told, fmt.Sprintf("Note %d.", i)) || strings.Contains(told, fmt.Sprintf("data %d", i)) != (i >= 2) {
			t.Errorf("of result %d it is told:\n%s", i, told)
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
