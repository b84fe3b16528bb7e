package analyzer_test

import (
	"slices"
	"testing"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	latest = commonv1.Aggregate_AGGREGATE_LATEST
	next   = commonv1.Aggregate_AGGREGATE_NEXT
)

func TestTheLatestNotesAreQuotedFirst(t *testing.T) {
	t.Parallel()
	swims := []*commonv1.EvidenceNote{
		note("2026-02-03 10", "Swam 1 km.", "*swam"), note("2026-02-20 10", "Swam at the lake.", "swam"),
		note("2026-02-22 10", "- [ ] buy what I swam in", "*swam"), note("2026-02-19 10", "Swam late.", "*swam"), note("2026-02-18 10", "Rain."),
	}
	q := question{form: form(list, "swam"), evidence: swims}
	q.form.Aggregate = latest
	q.wantShown(t, q.ask(t), quoted, "- [ ] buy what I swam in", "Swam late.", "Swam 1 km.")

	// Which words the ranking wants besides is no reason to miss the last time.
	for _, n := range swims {
		n.Covers = false
	}
	a := q.ask(t)
	q.wantShown(t, a, quoted, "- [ ] buy what I swam in", "Swam at the lake.", "Swam late.")
	if g := wantGap(t, a, cut, minor); g.GetSeen() != 3 || g.GetTotal() != 4 {
		t.Errorf("cut: %v", g)
	}
	q.form.Wanted = lookup // what was done before what is planned
	q.wantShown(t, q.ask(t), quoted, "Swam at the lake.", "Swam late.", "Swam 1 km.")

	// What else a note denies is no matter of the question.
	late := note("2026-02-22 11", "Swam 2 km. Stopped after that, no sauna.", "swam")
	off := note("2026-02-22 18", "Water was cold. Nobody swam.", "swam")
	q.evidence = append(slices.Clone(swims), late, off)
	q.wantShown(t, q.ask(t), quoted, late.GetEntry().GetText(), "Swam at the lake.", "Swam late.")

	q.evidence, q.form = swims, form(list)
	q.form.Aggregate, q.form.Limit = latest, 1
	a = q.ask(t)
	q.wantShown(t, a, quoted, "- [ ] buy what I swam in")
	if len(a.GetGaps()) > 0 {
		t.Errorf("of the last note %v", a.GetGaps())
	}
}

func TestWhatComesNextIsQuotedTheSoonestFirst(t *testing.T) {
	t.Parallel()
	q := question{form: form(when, "appointment"), evidence: []*commonv1.EvidenceNote{
		note("2026-02-01 10", "Dentist: all fine. Next appointment 14 April, 10:30. Bring the card.", "*appointment"),
		note("2026-02-02 10", "Vet appointment was on 1 February.", "*appointment"),
		note("2026-02-20 10", "Bank appointment on Thursday at nine.\nTea on Tuesday.", "*appointment"),
	}}
	q.form.Aggregate = next
	q.wantShown(t, q.ask(t), quoted, "Bank appointment on Thursday at nine.", "Next appointment 14 April, 10:30.")

	q.evidence = q.evidence[1:2]
	q.wantShown(t, q.ask(t), closest, "Vet appointment was on 1 February.")
}

// Of a general word, what it stands for may be later than what names it; nothing says for
// sure that it is that.
func TestWhatAGeneralWordStandsForMayBeTheLatest(t *testing.T) {
	t.Parallel()
	squats := note("2026-02-20 10", "Squat 3x5 @ 100kg.", "*squats")
	bench := note("2026-02-18 10", "Bench press 3x5.", "*bench")
	gym := note("2026-01-30 10", "Gym was full.", "*gym")
	q := question{form: form(when, "gym"), evidence: []*commonv1.EvidenceNote{gym, bench, squats}}
	q.form.Aggregate = latest
	q.wantShown(t, q.ask(t), quoted, "Gym was full.")

	q.edit = func(req *analyzerv1.AnalyzeRequest) {
		req.RetrievalHistory[0].Instruction.Selection = &commonv1.Selection{Subjects: []*commonv1.Subject{{Name: "gym", Words: "gym", Forms: []string{"squat", "bench press"}}}}
	}
	q.wantShown(t, q.ask(t), closest, "Squat 3x5 @ 100kg.", "Bench press 3x5.", "Gym was full.")

	gym.Covers = false // the ranking wants other words besides
	q.wantShown(t, q.ask(t), closest, "Squat 3x5 @ 100kg.", "Bench press 3x5.", "Gym was full.")

	q.evidence[0] = note("2026-02-22 10", "Gym, alone.", "*gym")
	q.wantShown(t, q.ask(t), quoted, "Gym, alone.")
}
