package analyzer_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestAdviceIsNotGivenAndWhatStandsAgainstItComesFirst(t *testing.T) {
	t.Parallel()
	f := form(commonv1.Wanted_WANTED_ADVICE, "run")
	f.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-23", End: "2026-02-23", Label: "today"}}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{
		note("2026-02-10 10", "Ran 5 km, felt great.", "*run"),
		note("2026-02-15 10", "Rain all day. Twisted my knee, it is injured."),
		note("2026-02-13 10", "Milk bought. Doctor says no running for six weeks.", "run"),
		note("2026-02-14 10", "Do not forget the milk."),
		note("2026-02-09 10", "Stopped the run at 3 km. Shoes are fine.", "*run"),
	}}
	a := q.ask(t)
	q.wantShown(t, a, restriction, "Doctor says no running for six weeks.", "Stopped the run at 3 km.", "Twisted my knee, it is injured.")
	q.wantShown(t, a, quoted, "Ran 5 km, felt great.")
	if a.GetFindings()[0].GetKind() != restriction {
		t.Errorf("it begins with %v", a.GetFindings()[0])
	}
	wantGap(t, a, commonv1.GapReason_GAP_REASON_NO_ADVICE, minor)
	wantVerdict(t, a, sufficient)
}

func TestAdviceOnWhatNoNoteTellsIsAbsence(t *testing.T) {
	t.Parallel()
	a := question{form: form(commonv1.Wanted_WANTED_ADVICE, "sumatriptan")}.ask(t)
	wantGap(t, a, noNotes, critical, "sumatriptan")
	wantVerdict(t, a, insufficient)
}
