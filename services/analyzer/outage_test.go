package analyzer_test

import (
	"testing"

	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const outage = commonv1.GapReason_GAP_REASON_OUTAGE

func TestASearchThatDidNotFinishIsAnOutageAndNeverAbsence(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		evidence []*commonv1.EvidenceNote
		severity commonv1.Severity
	}{
		"nothing was found": {nil, critical},
		"something was":     {[]*commonv1.EvidenceNote{note("2026-02-16 10", "Bike sold.", "bike")}, minor},
	} {
		for _, wanted := range []commonv1.Wanted{lookup, when, list, why, commonv1.Wanted_WANTED_ADVICE, commonv1.Wanted_WANTED_EXISTS, commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_TASKS} {
			t.Run(name+", "+wanted.String(), func(t *testing.T) {
				t.Parallel()
				q := question{form: form(wanted, "bike", "helmet"), evidence: c.evidence, edit: func(r *analyzerv1.AnalyzeRequest) {
					r.Search.Complete = false
					r.Search.Missing = []*commonv1.MissingWord{{Word: "helmet"}}
				}}
				a := q.ask(t)
				if g := wantGap(t, a, outage, c.severity); g.GetRole() != "retriever" {
					t.Errorf("gap %v", g)
				}
				for _, g := range a.GetGaps() {
					if r := g.GetReason(); r == noNotes || r == notStated || r == noValue {
						t.Errorf("it claims that there is nothing: %v", g)
					}
				}
			})
		}
	}
}

func TestADomainThatIsNotLoadedIsNamedOnce(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "backstroke")}
	a := q.ask(t)
	g := wantGap(t, a, commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN, critical, "backstroke")
	if g.GetDomain() != "swimming" || g.GetSearched() {
		t.Errorf("gap %v", g)
	}
	q.edit = func(r *analyzerv1.AnalyzeRequest) { r.KnownGaps = a.GetGaps() }
	wantGap(t, q.ask(t), commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN, minor, "backstroke")
}

func TestATimeThatCanNotBeToldIsAskedForWhereThereIsNoOther(t *testing.T) {
	t.Parallel()
	q := question{form: form(lookup, "dinner"), evidence: []*commonv1.EvidenceNote{note("2026-02-16 10", "Dinner: pie.", "*dinner")},
		edit: func(r *analyzerv1.AnalyzeRequest) {
			r.UnresolvedTimes = []*commonv1.UnresolvedTime{{Text: "on my birthday"}}
		}}
	a := q.ask(t)
	wantGap(t, a, commonv1.GapReason_GAP_REASON_TIME_UNKNOWN, critical, "on my birthday")
	q.wantShown(t, a, closest, "Dinner: pie.")
	q.form.Ranges = []*commonv1.ScopeRange{lastWeek}
	wantGap(t, q.ask(t), commonv1.GapReason_GAP_REASON_TIME_UNKNOWN, minor, "on my birthday")
}

func TestNotesThatEarlierPartsStandOnArePreferred(t *testing.T) {
	t.Parallel()
	other, earlier := note("2026-02-16 10", "Race report.", "*race"), note("2026-02-17 10", "Race shoes.", "*race")
	q := question{form: form(lookup, "race"), evidence: []*commonv1.EvidenceNote{other, earlier}, edit: func(r *analyzerv1.AnalyzeRequest) {
		r.EarlierFindings = []*commonv1.Finding{{EntryIds: []string{earlier.GetEntry().GetId()}}}
	}}
	q.wantShown(t, q.ask(t), quoted, "Race shoes.", "Race report.")
}
