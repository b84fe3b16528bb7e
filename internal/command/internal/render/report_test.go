package render

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

func TestOfSeveralBlocksOneIsOffered(t *testing.T) {
	t.Parallel()
	for blocks, want := range map[int32]string{1: "done RM-1 sort", 4: "done RM-1 5"} {
		p := &planningv1.Progress{RoadmapId: "RM-1", NodeId: "sort", BlockId: "5", Title: "Sort the literature", Goal: "Thesis", Blocks: blocks}
		got := Report(screen.Style{}, &orchestratorv1.RunReport{Entry: &commonv1.Entry{Id: "x"}, Progress: p})
		if !strings.Contains(strings.Join(strings.Fields(got), " "), "weft roadmaps "+want) {
			t.Errorf("with %d blocks it offers\n%s", blocks, got)
		}
	}
}
