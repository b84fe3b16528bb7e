package analyzer_test

import (
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestWhatAValueDoesNotTakeIntoAccountIsTold(t *testing.T) {
	t.Parallel()
	runs := []*commonv1.Entry{
		entry("2026-01-05 07", "Run 5.0 km in 30:00 on the treadmill."), entry("2026-01-12 07", "Run 6.0 km in 36:00."), entry("2026-02-09 07", "Run 10.0 km in 59:00 by the lake."),
		entry("2026-02-10 07", "Swim 1000 m."),
	}
	for name, tt := range map[string]struct {
		text     string
		subjects []string
		want     []string
	}{
		"words that no reading took and the notes don't share": {"how far did I run on the treadmill", []string{"run"}, []string{"“on the treadmill” was not taken into account."}},
		"a number of another kind":                             {"longest run with 3x5 strides", []string{"run"}, []string{"“with 3x5 strides” was not taken into account."}},
		"words of the one note that has the value":             {"longest run by the lake", []string{"run"}, nil},
		"what notes tell and the question wants to be without": {"longest run with no treadmill", []string{"run", "treadmill"}, nil},
		"what no note tells of, be it without":                 {"longest run with no headphones", []string{"run", "headphones"}, []string{"“headphones” was not taken into account."}},
		"a thing beside another has a value of its own":        {"how often did I run and swim", []string{"run", "swim"}, nil},
		"verbs and what is read say nothing more":              {"how many km did my runs come to in total", []string{"run"}, nil},
		"notes that are shown take everything into account":    {"show me my runs on the treadmill", []string{"run"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := question{text: tt.text, subjects: tt.subjects, domains: []string{"running"}, entries: runs}.ask(t)
			var got []string
			for _, g := range a.GetGaps() {
				if g.GetType() == commonv1.GapType_GAP_TYPE_CLARIFICATION {
					got = append(got, g.GetDescription())
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s\n got %q\nwant %q\n%s", tt.text, got, tt.want, print(a))
			}
			if a.GetVerdict() != commonv1.Verdict_VERDICT_SUFFICIENT {
				t.Errorf("the verdict is %s", a.GetVerdict())
			}
		})
	}
}

func TestAmountsBesideTheNameOfOneThingNeedNotBeItsPrice(t *testing.T) {
	t.Parallel()
	entries := []*commonv1.Entry{
		entry("2025-10-26 10", "Decided on the exam. Bought the pass book, $89."), entry("2026-01-12 20", "Booked the exam, $365. No way back."),
		entry("2026-01-20 20", "Coffee $4."), entry("2026-01-21 20", "Coffee $5."),
	}
	for thing, want := range map[string]bool{"the exam": true, "coffee": false} {
		a := question{text: "how much did " + thing + " cost in total", subjects: []string{strings.TrimPrefix(thing, "the ")}, entries: entries}.ask(t)
		doubted := slices.ContainsFunc(a.GetGaps(), func(g *commonv1.Gap) bool {
			return g.GetDescription() == "It is not sure that this is what was asked: some of the amounts may be of something else than the exam."
		})
		if doubted != want {
			t.Errorf("%s: doubted is %v\n%s", thing, doubted, print(a))
		}
	}
}
