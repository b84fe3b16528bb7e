package quality

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func TestAWordIsSaidWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"It was on Feb 11.", "Feb 1", false},
		{"It was on Feb 1.", "Feb 1", true},
		{"See you tomorrow", "Tom", false},
		{"Two meetings drained you", "meeting", true},
		{"[2026-01-30] Tom filmed it", "2026-01-30", true},
	} {
		if got := says(c.text, c.word); got != c.want {
			t.Errorf("says(%q, %q) = %v", c.text, c.word, got)
		}
	}
}

func TestComputedAmountsAndListsAreGrounded(t *testing.T) {
	t.Parallel()
	before := 5.0
	report := &orchestratorv1.RunReport{
		QueryPortion: "how fast do I run",
		Retrieved:    []*orchestratorv1.RetrievedEntry{{Id: "a", Date: "2026-01-02"}},
		Gaps:         []*commonv1.Gap{{Words: []string{"jogging"}}},
		Facts:        []*commonv1.Fact{{Value: 10 + 1.0/3, Unit: "min/mi"}, {Kind: commonv1.FactKind_FACT_KIND_CHANGE, Value: 6, Unit: "km", Baseline: &before}},
		Citations:    []*commonv1.Citation{{Id: "a", Date: "2026-01-02"}},
	}
	texts := map[string]string{"a": "3 mi, 31:00. First run of the year."}
	for answer, want := range map[string]int{
		"10:20 min/mi [2026-01-02], from 1 note":      0,
		"1 km (20%) more":                             0,
		"I looked for “jogging”":                      0,
		"Fri 2 Jan: 6 km [2026-01-02_07-30-00]":       0,
		"6 km in January 2026":                        0,
		"Sat 3 Jan: 6 km":                             1,
		"6 km in February":                            1,
		"Fri 2 Jan 2025: 6 km [2025-01-02_07-30-00]":  2,
		"You wrote “3 mi, 31:00 … run of the year.”":  0,
		"10:27 min/mi":                                2,
		"You wrote “first run of all”":                1,
		"On [2026-01-03] you ran 7 km":                2,
		"1.2 km (24%) more":                           2,
		"You ran 3 mi [2026-01-02] and said “never”.": 1,
	} {
		report.Answer = answer
		if got := ungrounded(report, texts); len(got) != want {
			t.Errorf("%s: ungrounded %q, want %d", answer, got, want)
		}
	}
}

func TestOnlyAComputedValueIsComputedAndWrong(t *testing.T) {
	t.Parallel()
	fact := &commonv1.Fact{Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Value: 12, Unit: "km", Measure: &commonv1.Measure{Name: "distance"}}
	mentions := &commonv1.Fact{Kind: commonv1.FactKind_FACT_KIND_AGGREGATE, Aggregate: commonv1.Aggregate_AGGREGATE_COUNT_NOTES, Value: 12}
	unread := &commonv1.Fact{Kind: commonv1.FactKind_FACT_KIND_VALUES, Unread: []*commonv1.UnreadNote{{}}}
	values := &commonv1.Fact{Kind: commonv1.FactKind_FACT_KIND_VALUES}
	for _, c := range []struct {
		facts  []*commonv1.Fact
		answer string
		want   Mark
	}{
		{[]*commonv1.Fact{fact}, "12 km in all", Mark{Hits: 1, Of: 1}},
		{[]*commonv1.Fact{fact}, "15 km in all", Mark{Hits: 0, Of: 1}},
		{[]*commonv1.Fact{values}, "These are the notes: 12 km", Mark{}},
		{[]*commonv1.Fact{fact, unread}, "I can't work this out safely: 12 km", Mark{}},
		{[]*commonv1.Fact{mentions}, "12 notes mention it", Mark{}},
	} {
		var got Mark
		report := &orchestratorv1.RunReport{Answer: c.answer, Facts: c.facts}
		for _, m := range (answerCase{Computed: []string{"15 km"}}).judge(report, nil).Marks {
			if m.Measure == "computed and wrong" {
				got.Hits += m.Hits
				got.Of += m.Of
			}
		}
		if got != c.want {
			t.Errorf("%q: %v, want %v", c.answer, got, c.want)
		}
	}
}
