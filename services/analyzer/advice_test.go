package analyzer_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// shouldI asks for advice on something that a domain declares, or none does.
func shouldI(thing, domain string, evidence ...*commonv1.EvidenceNote) question {
	f := form(commonv1.Wanted_WANTED_ADVICE, thing)
	f.Ranges = []*commonv1.ScopeRange{{Start: "2026-02-23", End: "2026-02-23", Label: "today"}}
	q := question{form: f, evidence: evidence}
	if domain != "" {
		f.Subjects[0].Domain, q.domains = domain, []string{domain}
	}
	return q
}

func TestAdviceIsNotGivenAndWhatStandsAgainstItComesFirst(t *testing.T) {
	t.Parallel()
	q := shouldI("run", "running",
		note("2026-02-10 10", "Ran 5 km, felt great.", "*run"),
		note("2026-02-15 10", "Rain all day. Twisted my knee, it is injured."),
		note("2026-02-13 10", "Milk bought. Doctor says no running for six weeks.", "run"),
		note("2026-02-14 10", "Do not forget the milk."),
		note("2026-02-09 10", "Stopped the run at 3 km. Shoes are fine.", "*run"),
	)
	q.form.Subjects[0].Forms = []string{"ran", "running"}
	a := q.ask(t)
	q.wantShown(t, a, restriction, "Doctor says no running for six weeks.", "Stopped the run at 3 km.", "Twisted my knee, it is injured.")
	q.wantShown(t, a, quoted, "Ran 5 km, felt great.")
	if a.GetFindings()[0].GetKind() != restriction {
		t.Errorf("it begins with %v", a.GetFindings()[0])
	}
	wantGap(t, a, commonv1.GapReason_GAP_REASON_NO_ADVICE, minor)
	wantVerdict(t, a, sufficient)
}

func TestWhatStandsAgainstSomethingElseIsNoRestriction(t *testing.T) {
	t.Parallel()
	for name, q := range map[string]question{
		"an allergy":                      shouldI("coffee", "", note("2026-02-10 10", "Allergic to nuts, the doctor says.", "coffee")),
		"another thing of the same line":  shouldI("coffee", "", note("2026-02-10 10", "Never breakfast, coffee only.", "*coffee")),
		"no more than that there is none": shouldI("coffee", "", note("2026-02-10 10", "No coffee at the office.", "*coffee")),
		"an injury, of what is no sport":  shouldI("coffee", "", note("2026-02-20 10", "Knee injured.", "coffee")),
		"an injury of long ago":           shouldI("run", "running", note("2025-02-20 10", "Knee injured.")),
		"a doctor's word on food":         shouldI("run", "running", note("2026-02-20 10", "Doctor says no more sugar.")),
	} {
		if got := q.shown(t, q.ask(t), restriction); len(got) > 0 {
			t.Errorf("%s is told as a restriction: %q", name, got)
		}
	}
}

func TestWhatStandsAgainstAThingIsARestrictionHoweverOld(t *testing.T) {
	t.Parallel()
	q := shouldI("coffee", "", note("2024-02-10 10", "Doctor says at most one coffee a day.", "*coffee"), note("2024-02-11 10", "Careful with coffee.", "*coffee"))
	q.wantShown(t, q.ask(t), restriction, "Careful with coffee.", "Doctor says at most one coffee a day.")
}

func TestAdviceOnWhatNoNoteTellsIsAbsence(t *testing.T) {
	t.Parallel()
	a := question{form: form(commonv1.Wanted_WANTED_ADVICE, "sumatriptan")}.ask(t)
	wantGap(t, a, noNotes, critical, "sumatriptan")
	wantVerdict(t, a, insufficient)
}

func TestWhatIsAllowedIsAnsweredByNotes(t *testing.T) {
	t.Parallel()
	q := question{form: form(commonv1.Wanted_WANTED_ADVICE, "father", "drive"), evidence: []*commonv1.EvidenceNote{
		note("2026-02-10 10", "No driving until the results are back, the clinic says. My father took it well.", "*father", "*drive"),
	}}
	q.form.Permission, q.form.Subjects[1].Forms = true, []string{"driving"}
	a := q.ask(t)
	q.wantShown(t, a, quoted, "No driving until the results are back, the clinic says. My father took it well.")
	if len(a.GetGaps()) > 0 {
		t.Errorf("gaps %v", a.GetGaps())
	}
	q.evidence = nil
	wantGap(t, q.ask(t), noNotes, critical, "father", "drive")
}
