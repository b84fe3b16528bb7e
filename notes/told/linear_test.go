package told_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/notestest"
	"github.com/weft-mesh/weft/notes/told"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	notestest.Linear(t, 64<<10, func(text string) { told.Scan(text) })
}
