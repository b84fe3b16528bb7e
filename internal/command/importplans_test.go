package command

import (
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func TestPlansAreNotImported(t *testing.T) {
	t.Parallel()
	dir := writeFiles(t, map[string]string{
		"2026-01-05.md":                "mine\n",
		"Weft/Plans/.weft-plans":       "",
		"Weft/Plans/PLAN-1.md":         "pay\n",
		"Weft/Done/.weft-plans":        "",
		"Weft/Done/Actions/2026-01.md": "pay\n",
		"Weft/Dashboard.md":            "<!-- weft:dashboard -->\npay\n<!-- weft:end -->\n",
	})
	var texts []string
	m := &played{script: &script{keep: func(req *orchestratorv1.ImportEntriesRequest) (*orchestratorv1.ImportEntriesResponse, error) {
		texts = append(texts, req.GetText())
		return &orchestratorv1.ImportEntriesResponse{Source: req.GetSource(), Outcome: orchestratorv1.ImportOutcome_IMPORT_OUTCOME_CREATED, EntryId: "e"}, nil
	}}}
	got := play(t, m, "", "import", dir)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "1 created", "Dashboard.md: it is no note")
	for _, path := range []string{dir + "/Weft/Plans", dir + "/Weft/Done/Actions/2026-01.md"} {
		got := play(t, m, "", "import", path)
		got.mustExit(t, exitUsage)
		mustContain(t, got.errOut, "in a folder of plans")
	}
	if len(texts) != 1 {
		t.Errorf("imported are %q", texts)
	}
}
