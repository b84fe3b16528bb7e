package assertion_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/notestest"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	notestest.Linear(t, 64<<10, func(text string) { assertion.Scan(text) })
}
