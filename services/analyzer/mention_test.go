package analyzer_test

import (
	"slices"
	"testing"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// howOften counts the notes, or days, with waxwings.
func howOften(of commonv1.Aggregate, evidence ...*commonv1.EvidenceNote) question {
	f := form(commonv1.Wanted_WANTED_AGGREGATE, "waxwings")
	f.Aggregate = of
	return question{form: f, evidence: evidence}
}

var waxwings = []*commonv1.EvidenceNote{
	note("2026-02-16 07", "Waxwings!", "*waxwings"), note("2026-02-16 18", "A waxwing once more.", "*waxwings"),
	note("2026-02-17 07", "No birds."), note("2026-02-18 07", "Twelve waxwings.", "*waxwings"),
}

func TestNotesThatMentionATermAreCountedWhereAllWereSearched(t *testing.T) {
	t.Parallel()
	for of, want := range map[commonv1.Aggregate]float64{
		commonv1.Aggregate_AGGREGATE_COUNT_NOTES: 3, commonv1.Aggregate_AGGREGATE_COUNT_DAYS: 2,
	} {
		a := howOften(of, waxwings...).ask(t)
		f := only(t, a, commonv1.FactKind_FACT_KIND_AGGREGATE)
		if f.GetValue() != want || f.GetMeasure() != nil || f.GetSubject() != "waxwings" || a.GetFindings()[0].GetKind() != mentioned {
			t.Errorf("%v: %v", of, a)
		}
	}
}

func TestNotesThatMentionATermAreNamedInTheOrderOfTheirDays(t *testing.T) {
	t.Parallel()
	a := howOften(commonv1.Aggregate_AGGREGATE_COUNT_NOTES, waxwings[3], waxwings[1], waxwings[0]).ask(t)
	if ids := only(t, a, commonv1.FactKind_FACT_KIND_AGGREGATE).GetEntryIds(); len(ids) != 3 || !slices.IsSorted(ids) {
		t.Errorf("notes %v", ids)
	}
}

func TestNotesThatAreShownAreNotCountedInPlaceOfAll(t *testing.T) {
	t.Parallel()
	q := howOften(commonv1.Aggregate_AGGREGATE_COUNT_NOTES, waxwings...)
	q.edit = func(r *analyzerv1.AnalyzeRequest) { r.Search.Total = 300 }
	a := q.ask(t)
	if len(a.GetFacts()) != 0 || len(q.shown(t, a, quoted)) != 3 {
		t.Errorf("analysis %v", a)
	}
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.Search.Total = 300
		r.RetrievalHistory = append(r.RetrievalHistory, &commonv1.RetrievalAttempt{EntriesFound: 41, Instruction: &commonv1.RetrievalInstruction{
			Id: 2, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD, Keywords: []string{"waxwing"},
		}})
	}
	if f := only(t, q.ask(t), commonv1.FactKind_FACT_KIND_AGGREGATE); f.GetValue() != 41 {
		t.Errorf("fact %v", f)
	}
	q.form.Ranges = []*commonv1.ScopeRange{lastWeek} // the search was of all days
	if a := q.ask(t); len(a.GetFacts()) != 0 {
		t.Errorf("facts %v", a.GetFacts())
	}
	q = howOften(commonv1.Aggregate_AGGREGATE_COUNT_NOTES, waxwings...)
	q.edit = func(r *analyzerv1.AnalyzeRequest) { r.Search.Complete = false }
	if a := q.ask(t); len(a.GetFacts()) != 0 {
		t.Errorf("of a search that did not finish: %v", a.GetFacts())
	}
}

func TestNotesThatDenyOrPlanATermAreToldAndNotCounted(t *testing.T) {
	t.Parallel()
	evidence := append(slices.Clone(waxwings),
		note("2026-02-19 07", "No waxwings today.", "*waxwings"), note("2026-02-20 07", "Frost. Waxwings tomorrow, I hope.", "*waxwings"))
	q := howOften(commonv1.Aggregate_AGGREGATE_COUNT_DAYS, evidence...)
	f := only(t, q.ask(t), commonv1.FactKind_FACT_KIND_AGGREGATE)
	if f.GetValue() != 2 || len(f.GetUnread()) != 2 || f.GetUnread()[0].GetReason() != commonv1.UnreadReason_UNREAD_REASON_DENIED || f.GetUnread()[0].GetWords() == nil {
		t.Errorf("fact %v", f)
	}
	q.form.Text = "On how many days did I mention waxwings?" // a denial mentions them
	if f := only(t, q.ask(t), commonv1.FactKind_FACT_KIND_AGGREGATE); f.GetValue() != 4 || len(f.GetUnread()) > 0 {
		t.Errorf("fact %v", f)
	}
}
