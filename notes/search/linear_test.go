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
		"Index":   func(text string) { search.NewIndex().Add(search.Doc{Text: text}) },
	} {
		t.Run(name, func(t *testing.T) { notestest.Linear(t, 128<<10, work) })
	}
}

func TestASearchEndsWhenNobodyWaitsForItAnyMore(t *testing.T) {
	t.Parallel()
	x := search.NewIndex()
	x.Add(search.Doc{Text: "one"})
	x.Add(search.Doc{Text: "two"})
	asked := 0
	matches, _ := x.Search(search.Query{
		Terms:   [][]string{{"one"}, {"two"}},
		Stopped: func() bool { asked++; return asked > 1 },
	})
	if asked != 2 || len(matches) != 1 || matches[0].Number != 0 {
		t.Errorf("asked %d times, found %v", asked, matches)
	}
}
