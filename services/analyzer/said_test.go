package analyzer_test

import (
	"testing"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	presentState = commonv1.GapReason_GAP_REASON_PRESENT_STATE
	ambiguous    = commonv1.GapReason_GAP_REASON_AMBIGUOUS
)

func TestHowTheUserIsNowIsAskedAndThenHisWord(t *testing.T) {
	t.Parallel()
	q := question{form: form(commonv1.Wanted_WANTED_NOW, "energy"), evidence: []*commonv1.EvidenceNote{
		note("2026-02-01 10", "Energy low.", "*energy"), note("2026-02-20 10", "Energy high.", "*energy"),
	}}
	a := q.ask(t)
	g := wantGap(t, a, presentState, critical, "energy")
	wantVerdict(t, a, insufficient)
	if !g.GetSearched() {
		t.Error("the notes were searched, and the gap does not say so")
	}

	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.KnownGaps = []*commonv1.Gap{g}
		r.Clarifications = []*commonv1.Clarification{{GapId: g.GetId(), Question: "How much energy do you have?", Answer: "plenty"}}
	}
	a = q.ask(t)
	wantVerdict(t, a, sufficient)
	if f := a.GetFindings()[0]; f.GetKind() != said || f.GetGapId() != g.GetId() || f.GetConfidence() != commonv1.Confidence_CONFIDENCE_HIGH {
		t.Errorf("the first finding is %v", f)
	}
	if !gap(a, presentState).GetFound() {
		t.Errorf("the gap is open: %v", a.GetGaps())
	}
	q.wantShown(t, a, quoted, "Energy high.", "Energy low.")
}

func TestWhatTheUserWouldNotSayStaysOpenAndTheNotesAnswer(t *testing.T) {
	t.Parallel()
	q := question{form: form(commonv1.Wanted_WANTED_NOW, "energy"), evidence: []*commonv1.EvidenceNote{note("2026-02-20 10", "Energy high.", "*energy")}}
	g := gap(q.ask(t), presentState)
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.KnownGaps = []*commonv1.Gap{g}
		r.Clarifications = []*commonv1.Clarification{{GapId: g.GetId(), Declined: true}}
	}
	a := q.ask(t)
	wantVerdict(t, a, sufficient)
	if g := wantGap(t, a, presentState, minor, "energy"); g.GetFound() {
		t.Errorf("gap %v", g)
	}
}

func TestAQuestionThatNamesNothingAsksWhatIsMeant(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup), evidence: []*commonv1.EvidenceNote{note("2026-02-20 10", "Knee better."), note("2026-02-19 10", "Tomatoes better.")}}
	a := q.ask(t)
	g := wantGap(t, a, ambiguous, critical)
	if len(a.GetFindings()) != 0 {
		t.Errorf("it is answered all the same: %v", a.GetFindings())
	}
	q.edit = func(r *analyzerv1.AnalyzeRequest) {
		r.KnownGaps = []*commonv1.Gap{g}
		r.Clarifications = []*commonv1.Clarification{{GapId: g.GetId(), Question: "What do you mean?", Answer: "the tomatoes"}}
	}
	a = q.ask(t)
	wantVerdict(t, a, sufficient)
	q.wantShown(t, a, closest, "Tomatoes better.")
}

func TestAQuestionThatOnlyPointsAtSomethingAsksWhatIsMeant(t *testing.T) {
	t.Parallel()
	f := form(lookup)
	f.Uncovered = []string{"it", "better"}
	a := question{form: f, evidence: []*commonv1.EvidenceNote{note("2026-02-20 10", "Knee better.", "better")}}.ask(t)
	wantGap(t, a, ambiguous, critical)
	if len(a.GetFindings()) != 0 {
		t.Errorf("it is answered all the same: %v", a.GetFindings())
	}
}

func TestTheReadingsThatThePlanSawAreAsked(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "race"), evidence: []*commonv1.EvidenceNote{note("2026-02-20 10", "Race.", "*race")},
		edit: func(r *analyzerv1.AnalyzeRequest) {
			r.KnownGaps = []*commonv1.Gap{{Id: "which", Reason: ambiguous, Readings: []string{"the run", "the regatta"}}}
		}}
	a := q.ask(t)
	wantVerdict(t, a, insufficient)
	if g := gap(a, ambiguous); !g.GetSearched() || len(g.GetReadings()) != 2 {
		t.Errorf("gap %v", g)
	}
}

func TestWhatWasSaidToOnePartIsNoAnswerToAnother(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "race"), evidence: []*commonv1.EvidenceNote{note("2026-02-20 10", "Race.", "*race")},
		edit: func(r *analyzerv1.AnalyzeRequest) {
			r.SubQueryId = 2
			r.KnownGaps = []*commonv1.Gap{{Id: "q1.present_state", Reason: presentState, SubQueryId: 1}}
			r.Clarifications = []*commonv1.Clarification{{GapId: "q1.present_state", Answer: "fine"}}
		}}
	a := q.ask(t)
	if len(a.GetFindings()) != 1 || a.GetFindings()[0].GetKind() != quoted || a.GetFindings()[0].GetSubQueryId() != 2 {
		t.Errorf("findings %v", a.GetFindings())
	}
}
