package analyzer_test

import (
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes/ownfield"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// kept are values of a field of one's own, of the days from 2026-02-16 on.
func kept(name string, values ...float64) []*commonv1.Observation {
	var out []*commonv1.Observation
	for i, v := range values {
		at := time.Date(2026, 2, 16+i, 12, 0, 0, 0, time.UTC)
		out = append(out, &commonv1.Observation{
			EntryId: at.Format("2006-01-02_15-04-05"), Date: at.Format("2006-01-02"), Minute: 720,
			Domain: ownfield.Domain, Subject: name, Kind: commonv1.MeasureKind_MEASURE_KIND_AMOUNT, Value: v,
		})
	}
	return out
}

func TestNumbersOfThingsAreNotAddedUp(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, asked string
		rows        []*commonv1.Observation
		want        float64 // 0 is no total
	}{
		{"How many jobs did I do last week?", "jobs", kept("job", 263, 264, 266), 0},
		{"How many jobs did I do last week?", "jobs", kept("job", 263), 0},
		{"How many jobs did I do last week?", "jobs", kept("jobs", 1, 2, 3), 6},
		{"How many coffees did I have last week?", "coffees", kept("coffee", 2, 3, 2), 7},
		{"How much rain last week?", "rain", kept("rain", 2, 3, 4), 9},
	} {
		f := &commonv1.QueryForm{
			Text: tt.text, Wanted: commonv1.Wanted_WANTED_AGGREGATE, Ranges: []*commonv1.ScopeRange{lastWeek},
			Subjects: []*commonv1.Subject{{Name: tt.asked, Words: tt.asked}},
		}
		a := question{form: f, rows: tt.rows, evidence: []*commonv1.EvidenceNote{note("2026-02-16 12", tt.asked, tt.asked)}}.ask(t)
		got := 0.0
		if len(a.GetFacts()) > 0 && a.GetFacts()[0].GetMeasure().GetDomain() == ownfield.Domain {
			got = a.GetFacts()[0].GetValue()
		}
		if got != tt.want {
			t.Errorf("%s of %v comes to %v, want %v", tt.text, tt.rows, got, tt.want)
		}
	}
}
