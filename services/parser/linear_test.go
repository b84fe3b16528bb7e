package parser_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/notestest"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	for name, correction := range map[string]bool{"a note": false, "a correction": true} {
		t.Run(name, func(t *testing.T) {
			req := request(t, "")
			req.Correction, req.Recent = correction, recent()
			notestest.Linear(t, 8<<10, func(text string) {
				req.Text = text
				parse(t, req)
			})
		})
	}
	t.Run("an entry that may be corrected", func(t *testing.T) {
		req := request(t, "No, bench was 80 kg, not 70.")
		req.Correction = true
		notestest.Linear(t, 16<<10, func(text string) {
			req.Recent = []*commonv1.Entry{{Id: "2026-01-20_08-00-00", Date: "2026-01-20", Text: text}}
			parse(t, req)
		})
	})
}

func TestOfALongNoteTheBeginningIsReadAndTheRestIsSaidToBeUnread(t *testing.T) {
	t.Parallel()
	long := "Bench 3x5 @ 80kg. " + strings.Repeat("Talked about nothing in particular. ", 3000)
	res := parse(t, request(t, long))
	if len(res.GetDomainData().GetFields()) == 0 {
		t.Error("nothing of its beginning is read")
	}
	if !slices.ContainsFunc(res.GetNotes(), func(n string) bool {
		return strings.HasPrefix(n, "The note is long (108018 bytes); only its first 655")
	}) {
		t.Errorf("notes = %q", res.GetNotes())
	}
}

func TestALongCorrectionIsReadByItsBeginning(t *testing.T) {
	t.Parallel()
	req := request(t, "Correction: bench was 85 kg. "+strings.Repeat("Talked about nothing in particular. ", 200))
	req.Correction, req.Recent = true, recent()
	res := parse(t, req)
	if !slices.ContainsFunc(res.GetNotes(), func(n string) bool {
		return strings.HasPrefix(n, "The correction is too long (7229 bytes); only its first 20")
	}) {
		t.Errorf("notes = %q", res.GetNotes())
	}
}
