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
		Gaps:         []*commonv1.Gap{{SearchTerms: []string{"jogging"}}},
		Facts:        []*commonv1.Fact{{Value: 10 + 1.0/3, Unit: "min/mi"}, {Kind: "change", Value: 6, Unit: "km", Baseline: &before}},
		Citations:    []*commonv1.Citation{{Id: "a", Date: "2026-01-02"}},
	}
	texts := map[string]string{"a": "3 mi, 31:00. First run of the year."}
	for answer, want := range map[string]int{
		"10:20 min/mi [2026-01-02], from 1 note":      0,
		"1 km (20%) more":                             0,
		"I looked for “jogging”":                      0,
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

func TestValuesOfDeclaredFieldsAreMarkedTwice(t *testing.T) {
	t.Parallel()
	report := &orchestratorv1.RunReport{Answer: "You ran 12 km."}
	for field, want := range map[string]Mark{
		"":                 {},
		"running.distance": {Hits: 1, Of: 2},
	} {
		var got Mark
		for _, m := range (answerCase{Computed: []string{"12 km", "15 km"}, Field: field}).judge(report, nil).Marks {
			if m.Measure == "computed from declared fields" {
				got.Hits += m.Hits
				got.Of += m.Of
			}
		}
		if got != want {
			t.Errorf("field %q: %v, want %v", field, got, want)
		}
	}
}
