package analyzer_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

var climbs = []*commonv1.Entry{
	entry("2026-01-05 18", "Darts average 41.2 against Trev"),
	entry("2026-01-07 18", "Mowed the lawn"),
	entry("2026-01-12 19", "Darts average 43.5"),
	entry("2026-01-19 19", "darts avg 42.5"),
	entry("2026-01-21 19", "darts 44"),
	entry("2026-02-09 19", "darts 46.2"),
}

func TestElementsOfASeriesArePickedByTheirPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ value, baseline float64 }{
		"my first darts average and my last":                        {46.2, 41.2},
		"how much better was my third darts average than my second": {42.5, 43.5},
		"darts: where did i start and where am i now, in the end":   {46.2, 41.2},
		"my previous darts average against the latest":              {46.2, 44},
	} {
		a := question{text: text, kind: simple, subjects: []string{"darts"}, entries: climbs}.ask(t)
		if f := fact(t, a, "change", "darts", ""); f.GetValue() != want.value || f.GetBaseline() != want.baseline {
			t.Errorf("%s: %v against %v", text, f.GetValue(), f.GetBaseline())
		}
	}
}

func TestAPlaceThatTheNotesDoNotReachIsMissing(t *testing.T) {
	t.Parallel()
	a := question{text: "my ninth darts average vs my first", kind: simple, subjects: []string{"darts"}, entries: climbs}.ask(t)
	if !described(a, "The notes give no ninth value of darts.") {
		t.Errorf("the gaps are %v", a.GetGaps())
	}
}

func TestAStreakMayBeOfWeeks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"how many weeks in a row did I play darts":                3,
		"longest streak in weeks of darts, at least twice a week": 1,
	} {
		a := question{text: text, kind: simple, subjects: []string{"darts"}, entries: climbs}.ask(t)
		if f := fact(t, a, "streak", "darts", "weeks"); f.GetValue() != want {
			t.Errorf("%s: %v weeks", text, f.GetValue())
		}
	}
}
