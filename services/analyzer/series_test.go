package analyzer_test

import (
	"slices"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func described(a *commonv1.Analysis, description string) bool {
	return slices.ContainsFunc(a.GetGaps(), func(g *commonv1.Gap) bool { return g.GetDescription() == description })
}

func TestWhatGoesOnInFewerWordsCountsAndIsSaidToDoSo(t *testing.T) {
	t.Parallel()
	a := question{
		text: "what's my average chess rating", kind: simple, subjects: []string{"chess rating"},
		entries: []*commonv1.Entry{
			entry("2026-02-02 22", "Chess rating 1180, lost on time"),
			entry("2026-02-09 22", "Chess rating 1200"),
			entry("2026-02-11 20", "Wrote 1210 words"),
			entry("2026-02-12 21", "rating 1210"),
			entry("2026-02-16 22", "1230!!"),
		},
	}.ask(t)
	if f := fact(t, a, "average", "chess rating", ""); f.GetValue() != 1205 || f.GetSampleSize() != 4 {
		t.Errorf("the average is %v", f)
	}
	if want := "Taken for “Chess rating”: “rating 1210” and “1230”."; !described(a, want) {
		t.Errorf("it is not said that %s, but %v", want, a.GetGaps())
	}
}

func TestANumberThatMayBeOfTwoThingsIsLeftOutAndSaidToBe(t *testing.T) {
	t.Parallel()
	a := question{
		text: "what's my average lactate", kind: simple, subjects: []string{"lactate"},
		entries: []*commonv1.Entry{
			entry("2026-02-02 07", "lactate 2.4"),
			entry("2026-02-03 07", "crp 2.2"),
			entry("2026-02-09 07", "lactate 2.6"),
			entry("2026-02-10 07", "2.3"),
		},
	}.ask(t)
	if f := fact(t, a, "average", "lactate", ""); f.GetValue() != 2.5 {
		t.Errorf("the average is %v", f)
	}
	if !described(a, "“2.3” was not taken into account.") {
		t.Errorf("it is not said that 2.3 was left out, but %v", a.GetGaps())
	}
}
