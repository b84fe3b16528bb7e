package search_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/notestest"
	"github.com/weft-mesh/weft/notes/search"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	for name, work := range map[string]func(string){
		"Tokens":  func(text string) { search.Tokens(text) },
		"Meaning": func(text string) { search.Meaning(text) },
		"Shapes":  func(text string) { search.Shapes(text) },
	} {
		t.Run(name, func(t *testing.T) { notestest.Linear(t, 128<<10, work) })
	}
}
