package terse_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/notestest"
	"github.com/weft-mesh/weft/notes/terse"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnANoteGrowsWithItsLength(t *testing.T) {
	notestest.Linear(t, 32<<10, func(text string) {
		terse.Read([]terse.Note{{Text: text}}, func(word string) []string { return []string{word} })
	})
}
