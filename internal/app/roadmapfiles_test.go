package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
)

// What is approved through the API is a file, what is ticked there is in the API, and none
// of it is a note.
func TestARoadmapIsKeptAsAFileOfTheVault(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	d := newDesk(t, vault)
	proposed, err := d.api.ProposeRoadmap(t.Context(), &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
		Wish: "Run 10 km in twelve weeks, three times a week", Schedules: 5, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(0)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	id := proposed.GetRoadmap().GetId()
	if _, err := d.api.ApproveRoadmap(t.Context(), &orchestratorv1.ApproveRoadmapRequest{RoadmapId: id, Hash: proposed.GetRoadmap().GetHash()}); err != nil {
		t.Fatal(err)
	}
	const file = "Roadmaps/Run 10 km.md"
	d.until("there is a file", func() bool { return strings.Contains(d.text(file), "id: "+id) })
	text := d.text(file)
	d.until("what was written is known", func() bool {
		_, err := os.Stat(filepath.Join(vault, ".weft", "roadmaps", id+".md"))
		return err == nil
	})
	d.put(file, strings.Replace(text, "- [ ] Enter the race", "- [x] Enter the race", 1))
	d.until("the tick is taken up", func() bool { return strings.Contains(d.text(file), "ann (task_done): Enter the race") })
	got, err := d.api.GetRoadmap(t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: id})
	if err != nil || got.GetRoadmap().GetVersion() != 2 {
		t.Fatalf("%v, %v", got.GetRoadmap().GetVersion(), err)
	}
	entries, err := d.api.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
	if err != nil || len(entries.GetEntries()) > 0 {
		t.Errorf("notes are %v, %v", entries, err)
	}
	tasks, err := d.api.ListTasks(t.Context(), &orchestratorv1.ListTasksRequest{})
	if err != nil || len(tasks.GetTasks()) > 0 {
		t.Errorf("tasks of notes are %v, %v", tasks, err)
	}
}
