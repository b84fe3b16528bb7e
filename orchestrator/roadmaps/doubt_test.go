package roadmaps_test

import (
	"fmt"
	"slices"
	"testing"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

func TestDoubtsAreToldOnceAndNotAll(t *testing.T) {
	t.Parallel()
	held := []*planningv1.Commitment{{}, {Doubt: "a"}, {Doubt: "a"}, {Doubt: "b"}}
	if got := roadmaps.Doubts(held, []string{"file", "a"}); !slices.Equal(got, []string{"file", "a", "b"}) {
		t.Errorf("they are %q", got)
	}
	for i := range 9 {
		held = append(held, &planningv1.Commitment{Doubt: fmt.Sprint(i)})
	}
	if got := roadmaps.Doubts(held, nil); len(got) != 6 || got[5] != "6 more entries in your calendars could not be read; \"weft calendars ls\" lists them" {
		t.Errorf("they are %q", got)
	}
	if got := roadmaps.Doubts(nil, nil); len(got) != 0 {
		t.Errorf("they are %q", got)
	}
}
