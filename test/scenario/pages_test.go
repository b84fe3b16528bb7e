package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
)

// A page that a caller asked for and that has more bytes than a message is a shorter
// page, and no error.
func TestAPageOfLongTextsIsShorter(t *testing.T) {
	t.Parallel()
	const notes, inputs = 40, 10
	vault := mesh.EmptyVault(t)
	for i := range notes {
		text := strings.Repeat(fmt.Sprintf("Written on day %d. ", i), 1000) + "\n- [ ] " + strings.Repeat("to do ", 1500)
		if err := os.WriteFile(filepath.Join(vault, fmt.Sprintf("2024-01-%02d %d.md", i%28+1, i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, stop := mesh.Start(t, vault, "", config.Override{Path: "limits.max_message_bytes", Value: "512KiB"})
	defer stop()
	for i := range inputs {
		in := mesh.Input(strings.Repeat(fmt.Sprintf("Ran %d km along the river. ", i), 2000))
		in.ThreadId = "long"
		m.Process(t, in)
	}
	for name, c := range map[string]struct {
		want int
		page func(token string) (n int, next string, err error)
	}{
		"runs": {inputs, func(token string) (int, string, error) {
			r, err := m.API.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{PageSize: 1000, PageToken: token})
			return len(r.GetRuns()), r.GetNextPageToken(), err
		}},
		"entries": {notes + inputs, func(token string) (int, string, error) {
			r, err := m.API.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{PageSize: 1000, PageToken: token})
			return len(r.GetEntries()), r.GetNextPageToken(), err
		}},
		"tasks": {notes, func(token string) (int, string, error) {
			r, err := m.API.ListTasks(t.Context(), &orchestratorv1.ListTasksRequest{PageSize: 1000, PageToken: token})
			return len(r.GetTasks()), r.GetNextPageToken(), err
		}},
		"turns": {inputs, func(token string) (int, string, error) {
			r, err := m.API.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: "long", PageSize: 200, PageToken: token})
			return len(r.GetTurns()), r.GetNextPageToken(), err
		}},
	} {
		all, pages, token := 0, 0, ""
		for pages == 0 || token != "" {
			n, next, err := c.page(token)
			if err != nil || n == 0 {
				t.Fatalf("%s: page %d has %d, %v", name, pages, n, err)
			}
			all, pages, token = all+n, pages+1, next
		}
		t.Logf("%s: %d in %d pages", name, all, pages)
		if all != c.want || pages == 1 {
			t.Errorf("%s: %d on %d pages", name, all, pages)
		}
	}
}
