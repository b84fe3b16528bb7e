package synthesizer_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/notestest"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	t.Run("a note", func(t *testing.T) {
		notestest.Linear(t, 16<<10, func(text string) {
			synthesize(t, asks("How was my bench press?", []string{"bench press"}, entry("2026-02-03_18-04-11", text)))
		})
	})
	t.Run("a question", func(t *testing.T) {
		notestest.Linear(t, 16<<10, func(text string) { synthesize(t, asks(text, []string{"bench press"}, week()...)) })
	})
}
