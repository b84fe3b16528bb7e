package command

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/internal/app"
)

func TestARunThatThisBuildCantGoOnWithFailsTheCheck(t *testing.T) {
	t.Parallel()
	m := &played{script: &script{}, check: &app.RunsCheck{Runs: 3, Stuck: []app.StuckRun{
		{Tenant: "local", Run: runID, Graph: "notes", Version: 1, Status: "waiting", Text: "how am I?", Problem: "this build has no version 1 of graph notes, only 2"},
	}}}
	got := play(t, m, "", "graph", "check")
	got.mustExit(t, exitFailed)
	mustContain(t, got.out, runID+"  waiting  this build has no version 1 of graph notes, only 2", "“how am I?”", "3 runs unfinished, 1 stuck")

	got = play(t, m, "", "graph", "check", "-o", "json")
	got.mustExit(t, exitFailed)
	var told app.RunsCheck
	if err := json.Unmarshal([]byte(got.out), &told); err != nil || told.Runs != 3 || len(told.Stuck) != 1 || told.Stuck[0] != m.check.Stuck[0] {
		t.Errorf("%v: %s", err, got.out)
	}
}

func TestTheCheckOfWaitingRunsChangesNothingAndNeedsNoStop(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	got := h.weft("", "ask", "how do I feel right now?")
	got.mustExit(t, exitWaiting)
	before := contents(t, h.vault())
	alone := h.weft("", "graph", "check")
	alone.mustExit(t, exitDone)
	mustContain(t, alone.out, "1 run unfinished, 0 stuck")
	if after := contents(t, h.vault()); after != before {
		t.Errorf("the store has changed from\n%s\nto\n%s", before, after)
	}
	h.serve()
	served := h.weft("", "graph", "check", "--against", h.vault())
	served.mustExit(t, exitDone)
	mustContain(t, served.out, "1 run unfinished, 0 stuck")
}

// contents is all that a folder holds, byte by byte.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var data []byte
		if d.Type().IsRegular() {
			data, err = os.ReadFile(path)
		}
		out.WriteString(path + "\n" + string(data) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}
