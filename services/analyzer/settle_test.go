package analyzer_test

import (
	"fmt"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// What only looks like the end of a plan stays behind it: what was before it, what is of
// something else, and what is not of a plan at all.
func TestOnlyWhatSettlesAPlanStandsBeforeIt(t *testing.T) {
	t.Parallel()
	plan := note("2026-02-20 10", "The concert is on 2 March.", "*concert")
	for _, other := range []*commonv1.EvidenceNote{
		note("2026-02-19 10", "The concert was moved.", "*concert"),
		note("2026-02-21 10", "Talked of the concert all day.", "*concert"),
		note("2026-02-21 10", "Nobody came, the dinner is off. A concert on the radio.", "*concert"),
	} {
		q := question{form: form(when, "concert"), evidence: []*commonv1.EvidenceNote{plan, other}}
		q.wantShown(t, q.ask(t), quoted, plan.GetEntry().GetText(), other.GetEntry().GetText())
	}
	past := note("2026-02-20 10", "The concert was great.", "*concert")
	off := note("2026-02-21 10", "The concert on the radio was cancelled.", "*concert")
	q := question{form: form(lookup, "concert"), evidence: []*commonv1.EvidenceNote{past, off}}
	q.wantShown(t, q.ask(t), quoted, past.GetEntry().GetText(), off.GetEntry().GetText())
	q.form, q.evidence[0] = form(list, "concert"), plan
	q.wantShown(t, q.ask(t), quoted, plan.GetEntry().GetText(), off.GetEntry().GetText())
}

// Of a question for a day to come alone, the note by which a plan is off need not name the day.
func TestWhatIsPlannedForADayStandsBehindTheNoteThatItIsOff(t *testing.T) {
	t.Parallel()
	plan := note("2026-01-02 10", "Dentist on 5 September at 9.")
	off, other := note("2026-01-20 10", "The dentist is off."), note("2026-01-21 10", "Choir is off.")
	f := form(lookup)
	f.Ranges = []*commonv1.ScopeRange{{Start: "2026-09-05", End: "2026-09-05"}}
	q := question{form: f, evidence: []*commonv1.EvidenceNote{plan, off, other}}
	q.wantShown(t, q.ask(t), quoted, off.GetEntry().GetText(), plan.GetEntry().GetText())
}

// Of how something is now the latest note tells, and before all a later one by which it has
// become otherwise, of the same person.
func TestTheLatestNoteOfHowSomethingIsNowComesFirst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text   string
		names  []string
		covers []string // the earlier notes first, which have all words
		later  string
		shown  bool
	}{
		{"Where does Tom live?", []string{"Tom", "live"}, []string{"Tom lives in Berlin.", "Tom lives in Bonn."}, "Tom moved to Graz.", true},
		{"What is Tom's address?", []string{"address", "Tom"}, []string{"Tom's address: Hauptstr. 5"}, "Tom moved to Graz.", true},
		{"Is Ann pregnant?", []string{"Ann pregnant"}, []string{"Ann is pregnant!"}, "Ann had her baby.", true},
		{"Does Ann have a boyfriend?", []string{"boyfriend", "Ann"}, []string{"Ann has a boyfriend, Luca."}, "Ann and Luca split up.", true},
		{"Who is Tom's boss?", []string{"boss", "Tom"}, []string{"Tom's boss is Eva.", "Tom's boss is now Paul."}, "Tom moved to Graz.", false},
		{"Where does Tom live?", []string{"Tom", "live"}, []string{"Tom lives in Berlin."}, "Kim moved to Graz.", false},
		{"Where does Tom live?", []string{"Tom", "live"}, []string{"Tom lives in Berlin."}, "Tom lost his keys.", false},
	} {
		f := form(lookup, tt.names...)
		f.Text = tt.text
		q := question{form: f}
		var want []string
		for i, text := range append(tt.covers, tt.later) {
			n := note(fmt.Sprintf("2026-01-%02d 10", i+1), text)
			if i < len(tt.covers) {
				n.Covers = true
			}
			q.evidence = append(q.evidence, n)
			if i < len(tt.covers) || tt.shown {
				want = append([]string{text}, want...)
			}
		}
		q.wantShown(t, q.ask(t), quoted, want...)
	}
}
