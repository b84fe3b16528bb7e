package retriever

import (
	"fmt"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
)

// Tasks don't depend on what the ranking finds: those of all notes count, and the notes
// with the first of them come back.
func TestTasksAreThoseOfAllNotes(t *testing.T) {
	t.Parallel()
	texts := make([]string, 200)
	for i := range texts {
		texts[i] = "Sunny, went out."
		if i%2 == 0 {
			texts[i] = fmt.Sprintf("- [ ] order part %d\n- [x] pay for it", i)
		}
	}
	texts[150] = "- [ ] renew the passport 📅 2026-02-03\n- [ ] call Ann"
	in := &commonv1.RetrievalInstruction{
		Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TASKS, Selection: &commonv1.Selection{Domain: "general"},
		Form: &commonv1.QueryForm{Wanted: commonv1.Wanted_WANTED_TASKS, Tasks: commonv1.TaskState_TASK_STATE_OPEN},
	}
	_, _, resp := observe(t, texts, func(req *pb.RetrieveRequest) { req.MaxEntries = 10 }, in)
	if r := resp.GetResults()[0]; r.GetTasks() != 101 || r.GetTotal() != 100 || r.GetSummary() != "101 tasks" {
		t.Errorf("found %v", r)
	}
	if e := resp.GetEntries(); len(e) != 10 || e[0].GetEntry().GetText() != texts[150] || !resp.GetTruncated() {
		t.Errorf("%d notes, the first %v", len(e), e[0])
	}
	in.Form.Subjects = []*commonv1.Subject{{Name: "passport", Words: "passport"}}
	if _, _, resp = observe(t, texts, nil, in); resp.GetResults()[0].GetTasks() != 1 {
		t.Errorf("of the passport %v", resp.GetResults()[0])
	}
}
