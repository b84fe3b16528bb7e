package task

import (
	"testing"

	"github.com/weft-mesh/weft/notes/notestest"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnANoteGrowsWithItsLength(t *testing.T) {
	r := reader(t)
	notestest.Linear(t, 16<<10, func(text string) { r.Read("- [ ] by "+text, ref) })
}
