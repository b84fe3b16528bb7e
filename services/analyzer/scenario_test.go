package analyzer_test

import (
	"slices"
	"strings"
	"testing"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestShowMeLastWeeksWorkouts(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Show me last week's workouts", kind: simple, subjects: []string{"workout"},
		ranges: []*commonv1.ScopeRange{lastWeek}, domains: []string{"strength", "running"},
		entries: append(story(), entry("2026-02-21 09", "Ran 5k in 25:30"), entry("2026-02-22 09", "Read a book. No run today.")),
	}.ask(t)
	for _, day := range []string{"2026-02-16", "2026-02-18", "2026-02-20", "2026-02-21"} {
		finding(t, a, "On "+day)
	}
	for _, day := range []string{"2026-02-17", "2026-02-22", "2026-02-09"} {
		if f := findingOf(a, "On "+day); f != nil {
			t.Errorf("%s is no workout of last week: %s", day, f.GetClaim())
		}
	}
	if f := fact(t, a, "count", "workout", "days"); f.GetValue() != 4 {
		t.Errorf("%v", f)
	}
	wantVerdict(t, a, sufficient)
}

func TestWhatShouldIDoToday(t *testing.T) {
	t.Parallel()
	q := question{
		text: "What should I do today?", kind: recommend, domains: []string{"strength", "sleep"},
		entries: append(story(), entry("2026-02-22 09", "Slept 5h. Shoulder is sore from benching."),
			entry("2026-02-01 08", "Weighed in at 80.1 kg."), entry("2026-02-08 08", "Weighed in at 79.8 kg.")),
	}
	a := q.ask(t)
	if f := findingOf(a, "Body weight was last noted"); f != nil {
		t.Errorf("a weighing is offered as something to do: %s", f.GetClaim())
	}
	if f := findingOf(a, "Deadlift"); f != nil {
		t.Errorf("what was done once is offered as a habit: %s", f.GetClaim())
	}
	finding(t, a, "Bench press was last noted on 2026-02-20 (3 days ago)")
	finding(t, a, "Noted of late, soreness", "Shoulder is sore")
	g := gap(a, "feeling:now")
	if g.GetType() != commonv1.GapType_GAP_TYPE_SUBJECTIVE || g.GetSeverity() != commonv1.Severity_SEVERITY_NICE_TO_HAVE {
		t.Errorf("gap: %v", g)
	}
	wantVerdict(t, a, sufficient)

	q.entries = nil
	a = q.ask(t)
	if g := gap(a, "feeling:now"); g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL {
		t.Errorf("without a note the feeling is %v", g.GetSeverity())
	}
	wantVerdict(t, a, insufficient)
}

func TestWhyWasITiredAndWhatShouldIChange(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Why was I tired last week and what should I change?", kind: insight,
		ranges: []*commonv1.ScopeRange{lastWeek, weekBefore}, domains: []string{"sleep"},
		entries: append(story(), entry("2026-02-19 21", "Exhausted after work.")),
		edit: func(r *analyzerv1.AnalyzeRequest) {
			r.SubQueries = []*commonv1.SubQuery{
				{Id: 1, Question: "Why was I tired last week?", Type: insight},
				{Id: 2, Question: "What should I change?", Type: recommend, DependsOn: []int32{1}},
			}
		},
	}.ask(t)
	if f := finding(t, a, "coincides with", "shorter sleep duration"); f.GetSubQueryId() != 1 {
		t.Errorf("it answers %d", f.GetSubQueryId())
	}
	// "Tired" is asked about, so it explains nothing; "exhausted" says it was so.
	if f := findingOf(a, "coincides with tiredness"); f != nil {
		t.Errorf("tiredness explains itself: %s", f.GetClaim())
	}
	finding(t, a, "2026-02-19", "Exhausted after work")
	if f := finding(t, a, "What differed then", "sleep duration"); f.GetSubQueryId() != 2 {
		t.Errorf("it answers %d", f.GetSubQueryId())
	}
	wantVerdict(t, a, sufficient)
}

func TestSwimmingThatWasNeverLogged(t *testing.T) {
	t.Parallel()
	q := question{
		text: "How's my swimming progress?", kind: comparison, subjects: []string{"swimming"},
		domains: []string{"strength"}, entries: story(),
	}
	a := q.ask(t)
	g := gap(a, "topic:swimming")
	switch {
	case g == nil:
		t.Fatalf("no gap in\n%s", print(a))
	case g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL, g.GetType() != commonv1.GapType_GAP_TYPE_TOPICAL:
		t.Errorf("%v", g)
	case !g.GetOutsideCurrentExpertise() || g.GetSuspectedDomain() != "swimming":
		t.Errorf("swimming is outside what strength knows: %v", g)
	case g.GetSearched() || g.GetFound():
		t.Errorf("nothing has been searched yet: %v", g)
	}
	if len(a.GetFindings()) != 0 {
		t.Errorf("something was made up: %s", print(a))
	}
	wantVerdict(t, a, insufficient)

	q.domains = []string{"swimming"}
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.KnownGaps = []*commonv1.Gap{g}
		r.RetrievalHistory = []*commonv1.RetrievalAttempt{{Attempt: 1, Instruction: &commonv1.RetrievalInstruction{
			Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC, Topic: "swim",
		}}}
	}
	a = q.ask(t)
	if g := gap(a, "topic:swimming"); !g.GetSearched() || g.GetFound() || g.GetOutsideCurrentExpertise() {
		t.Errorf("after the search, with the domain: %v", g)
	}
	wantVerdict(t, a, insufficient)
}

func TestProgress(t *testing.T) {
	t.Parallel()
	a := question{
		text: "How is my squat progress?", kind: comparison, subjects: []string{"squat"},
		ranges:  []*commonv1.ScopeRange{{Start: "2026-01-05", End: "2026-02-22", Label: "since January"}},
		domains: []string{"strength"},
		entries: []*commonv1.Entry{
			entry("2026-01-05 18", "Squat 3x5 90kg"), entry("2026-01-12 18", "Squats 3x5 92.5kg"),
			entry("2026-01-19 18", "Squat 3x5 95kg"), entry("2026-01-26 18", "Skipped squats, knee hurts"),
			entry("2026-02-02 18", "Squat 3x5 97.5kg"), entry("2026-02-16 18", "Squat 3x5 @ 102.5kg, new PR"),
		},
	}.ask(t)
	trend := fact(t, a, "trend", "squat", "load")
	if trend.GetValue() < 1.8 || trend.GetValue() > 2.5 || trend.GetUnit() != "kg per week" || trend.GetSampleSize() != 5 {
		t.Errorf("%v", trend)
	}
	change := fact(t, a, "change", "squat", "load")
	if change.GetValue() != 102.5 || change.GetBaseline() != 90 || !strings.Contains(change.GetText(), "12.5 kg more (14 %)") {
		t.Errorf("%v", change)
	}
	if r := fact(t, a, "record", "squat", "load"); r.GetValue() != 102.5 || r.GetRange().GetStart() != "2026-02-16" {
		t.Errorf("%v", r)
	}
	if c := fact(t, a, "count", "squat", "days"); c.GetValue() != 5 {
		t.Errorf("the skipped session counts: %v", c)
	}
	wantVerdict(t, a, sufficient)
}

func TestNoiseIsNoProgress(t *testing.T) {
	t.Parallel()
	var entries []*commonv1.Entry
	for i, load := range []string{"90", "95", "90", "85", "95", "90", "90"} {
		entries = append(entries, entry("2026-02-0"+string(rune('1'+i))+" 18", "Squat 3x5 "+load+"kg"))
	}
	a := question{text: "Is my squat improving?", kind: comparison, subjects: []string{"squat"}, domains: []string{"strength"}, entries: entries}.ask(t)
	if f := fact(t, a, "trend", "squat", "load"); f.GetValue() != 0 || !strings.Contains(f.GetText(), "none that is clear") {
		t.Errorf("%v", f)
	}
}

func TestCompareTwoSpans(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Compare my running last week with the week before", kind: comparison, subjects: []string{"running"},
		ranges: []*commonv1.ScopeRange{lastWeek, weekBefore}, domains: []string{"running"},
		entries: []*commonv1.Entry{
			entry("2026-02-10 18", "Ran 5k in 26:00"), entry("2026-02-12 18", "Ran 7 km in 37:00"),
			entry("2026-02-17 18", "Ran 6k in 30:00"), entry("2026-02-19 18", "Easy run 4 km, 22 min"), entry("2026-02-21 09", "Long run 8 km in 44:00"),
		},
	}.ask(t)
	i := slices.IndexFunc(a.GetFacts(), func(f *commonv1.Fact) bool {
		return f.GetKind() == "change" && f.GetMeasure() == "distance" && strings.HasPrefix(f.GetText(), "Total")
	})
	if i < 0 {
		t.Fatalf("no totals in\n%s", print(a))
	}
	if f := a.GetFacts()[i]; f.GetValue() != 18 || f.GetBaseline() != 12 || !strings.Contains(f.GetText(), "6 km more (50 %)") {
		t.Errorf("%v", f)
	}
	finding(t, a, "on 3 days last week", "on 2 in the week before")
	wantVerdict(t, a, sufficient)
}

func TestAComparisonNeedsBothSides(t *testing.T) {
	t.Parallel()
	a := question{
		text: "Compare my running last week with the week before", kind: comparison, subjects: []string{"running"},
		ranges: []*commonv1.ScopeRange{lastWeek, weekBefore}, domains: []string{"running"},
		entries: []*commonv1.Entry{entry("2026-02-17 18", "Ran 6k in 30:00")},
	}.ask(t)
	g := gap(a, "time:running@2026-02-09..2026-02-15")
	if g.GetType() != commonv1.GapType_GAP_TYPE_TEMPORAL || g.GetSeverity() != commonv1.Severity_SEVERITY_CRITICAL || g.GetDateRange().GetStart() != "2026-02-09" {
		t.Errorf("gap %v of\n%s", g, print(a))
	}
	wantVerdict(t, a, insufficient)
}

func TestCompareTwoSubjects(t *testing.T) {
	t.Parallel()
	got := question{
		text: "Did I lift more on squat than on bench press last week?", kind: comparison, subjects: []string{"squat", "bench press"},
		ranges:  []*commonv1.ScopeRange{{Start: "2026-02-09", End: "2026-02-15", Label: "the week before last"}},
		domains: []string{"strength"}, entries: story(),
	}.ask(t)
	finding(t, got, "bench press load: 80 kg", "against 100 kg of squat load (n = 1): 20 kg less (20 %)")
	wantVerdict(t, got, sufficient)
}
