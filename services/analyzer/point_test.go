package analyzer_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// What answers need not stand where the note says what it is about.
func TestTheQuotationIsWhereTheQuestionPoints(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("We waited in the corridor for a long time. ", 12)
	first := "Tilly hid under the sofa."
	text := first + "\n" + filler + "\nNext appointment 14 January, 10:30."
	of := func(wanted commonv1.Wanted) *commonv1.QueryForm {
		f := form(wanted, "appointment")
		f.Subjects[0].Owner = "Tilly"
		return f
	}
	for name, c := range map[string]struct {
		form       *commonv1.QueryForm
		best, want string
	}{
		"what is asked for, not whose it is": {of(when), first, "Next appointment 14 January, 10:30."},
		"what was ranked best, if it has as much": {form(lookup, "corridor"), "We waited in the corridor for a long time.",
			"We waited in the corridor for a long time."},
		"of a long passage the sentence": {form(lookup, "appointment"), text, "Next appointment 14 January, 10:30."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := question{form: c.form, evidence: []*commonv1.EvidenceNote{best(note("2026-01-03 10", text, "*tilly", "*appointment", "*corridor"), c.best)}}
			got := q.shown(t, q.ask(t), quoted)
			if len(got) != 1 || !strings.Contains(got[0], c.want) || len(got[0]) > 200 {
				t.Errorf("shown: %q, want %q in at most 200 bytes", got, c.want)
			}
		})
	}
}
