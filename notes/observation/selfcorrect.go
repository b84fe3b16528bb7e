package observation

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// takingBack is how a note takes back a number that it has just given, before the right one:
// "ran 5 km. No, 6".
var takingBack = regexp.MustCompile(`(?i)[.,;:?!()–—-]+\s*((?:(?:(?:oh|ah|ach|ay) )?(?:no,? wait|wait,? no|no|nope|nah|wait|sorry|oops|i mean|or rather|rather|actually|correction|scratch that|make that|nein|quatsch|sorry nein|vielmehr|perdón|digo|mejor dicho))[\s,:–—-]+(?:(?:it was|that was|it's|es waren|fueron|only|just|nur|solo) )?)$`)

// takesBack returns the words by which a note of the selection takes back one of its own numbers
// and gives another of that kind.
func (w *wanted) takesBack(e *commonv1.Entry, quantities []quantity.Quantity) (span, bool) {
	if len(w.rows[e.GetId()]) == 0 {
		return span{}, false
	}
	text := e.GetText()
	for i, q := range quantities {
		if i == 0 || q.Unit == "" && !closes(text[q.End:]) {
			continue
		}
		before := quantities[i-1]
		m := takingBack.FindStringSubmatchIndex(text[before.End:q.Start])
		if m == nil || q.Unit != "" && classOf(before.Unit) != classOf(q.Unit) {
			continue
		}
		if slices.ContainsFunc(w.rows[e.GetId()], func(row *commonv1.Observation) bool {
			return slices.ContainsFunc([]quantity.Quantity{before, q}, func(q quantity.Quantity) bool { return near(row.GetValue(), row.GetUnit(), figure{q.Value, q.Unit}) })
		}) {
			return span{before.End + m[2], q.End}, true
		}
	}
	return span{}, false
}

// closes reports whether nothing that a number could count follows it.
func closes(rest string) bool { return rest == "" || strings.ContainsRune(".,;:!?)\n", rune(rest[0])) }
