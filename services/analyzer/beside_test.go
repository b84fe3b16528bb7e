package analyzer_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const alsoNoted = commonv1.FindingKind_FINDING_KIND_ALSO_NOTED

// heavyBench asks why something was so from a day on, with two coffees on each of thirty days.
func heavyBench(from string) question {
	q := question{form: form(why, "bench press"), domains: []string{"strength", "sleep"}, evidence: []*commonv1.EvidenceNote{
		note("2026-02-16 10", "Bench press felt heavy because I barely slept.", "*bench"),
	}}
	q.form.Subjects[0].Domain = "strength"
	q.form.Ranges = []*commonv1.ScopeRange{{Label: "lately", Start: from, End: "2026-03-01"}}
	day := time.Date(2026, 1, 20, 9, 0, 0, 0, time.UTC)
	for i := range 60 {
		at := day.AddDate(0, 0, i/2)
		q.rows = append(q.rows, &commonv1.Observation{
			EntryId: at.Format("2006-01-02_15-04-05"), Date: at.Format("2006-01-02"), Minute: 540, Domain: "nutrition", Measure: "food",
			Subject: "coffee", Text: "coffee", Object: fmt.Sprintf("nutrition.items[%d]", i),
		})
	}
	return q
}

func TestWhatElseWasNotedIsOfTheLatestDaysAndNoAnswer(t *testing.T) {
	t.Parallel()
	a := heavyBench("2026-01-25").ask(t)
	last := a.GetFindings()[len(a.GetFindings())-1]
	if a.GetFindings()[0].GetKind() != reason || last.GetKind() != alsoNoted || len(last.GetFactIds()) != 1 {
		t.Fatalf("analysis %v", a)
	}
	f := a.GetFacts()[0]
	var days []string
	for _, o := range f.GetObservations() {
		if !slices.Contains(days, o.GetDate()) {
			days = append(days, o.GetDate())
		}
	}
	// Coffee is no meal: what is told of one thing is not told of the next.
	if f.GetSubject() != "coffee" || f.GetSampleSize() != 50 || len(days) != 7 || len(f.GetObservations()) != 14 || days[6] != "2026-02-18" {
		t.Errorf("the fact on %s has %d values, of which it shows %d of %v", f.GetSubject(), f.GetSampleSize(), len(f.GetObservations()), days)
	}
}

func TestWhereNothingAnswersNothingElseIsTold(t *testing.T) {
	t.Parallel()
	for name, q := range map[string]question{
		"no value on these days": heavyBench("2026-02-25"),
		"no days":                heavyBench(""),
		"no answer":              heavyBench("2026-01-25"),
		"no domain":              heavyBench("2026-01-25"),
		"another language":       heavyBench("2026-01-25"),
	} {
		switch name {
		case "no days":
			q.form.Ranges = nil
		case "no answer":
			q.evidence = nil
		case "no domain":
			q.form.Subjects[0].Domain = ""
		case "another language":
			q.form.Foreign = true
		}
		if a := q.ask(t); slices.ContainsFunc(a.GetFindings(), func(f *commonv1.Finding) bool { return f.GetKind() == alsoNoted }) {
			t.Errorf("%s: %v", name, a)
		}
	}
}

// Of a domain that was only looked up on the days of the question nothing can be told of other
// days.
func TestWhatWasLookedUpOfSomeDaysGoesTogetherWithNothing(t *testing.T) {
	t.Parallel()
	q := question{form: form(why, "mood"), rows: moods(), domains: []string{"mood"}}
	q.form.Measure = &commonv1.Measure{Domain: "mood", Name: "mood", Kind: commonv1.MeasureKind_MEASURE_KIND_RATING}
	q.form.Ranges = []*commonv1.ScopeRange{{Label: "lately", Start: q.rows[0].GetDate()}}
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.DomainContext.Bearings = []*commonv1.Bearing{{On: "mood", What: "coffee", Selection: &commonv1.Selection{Domain: "nutrition"}}}
	}
	if a := q.ask(t); slices.ContainsFunc(a.GetFindings(), func(f *commonv1.Finding) bool { return f.GetKind() == correlation }) {
		t.Errorf("it tells %v", a.GetFacts())
	}
}
