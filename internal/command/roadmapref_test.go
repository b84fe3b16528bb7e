package command

import (
	"slices"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// A roadmap is found by words of its title, first among those that go on.
func TestARoadmapIsNamedByItsTitle(t *testing.T) {
	t.Parallel()
	list := []*orchestratorv1.Roadmap{
		{Id: "1", Title: "Build a kayak", State: orchestratorv1.Roadmap_STATE_DONE},
		{Id: "2", Title: "Build a Kayak for two", State: orchestratorv1.Roadmap_STATE_ACTIVE},
		{Id: "3", Title: "Read 12 books", State: orchestratorv1.Roadmap_STATE_ABANDONED},
		{Id: "4", Title: "Build a shed", State: orchestratorv1.Roadmap_STATE_PAUSED},
	}
	for words, want := range map[string][]string{"kayak": {"2"}, "Build a": {"2", "4"}, "books": {"3"}, "boat": nil} {
		if got := titledRoadmaps(list, words); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", words, got, want)
		}
	}
}
