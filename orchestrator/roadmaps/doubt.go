package roadmaps

import (
	"fmt"
	"slices"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// mostDoubts is how many doubts about calendars are told at once.
const mostDoubts = 5

// Doubts are what could not be read of calendars: general is about whole files, the rest about
// what they hold, which may take more time here than it does.
func Doubts(held []*planningv1.Commitment, general []string) []string {
	var texts []string
	add := func(text string) {
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	for _, text := range general {
		add(text)
	}
	for _, c := range held {
		add(c.GetDoubt())
	}
	if n := len(texts) - mostDoubts; n > 0 {
		texts = append(texts[:mostDoubts], fmt.Sprintf("%d more entries in your calendars could not be read; \"weft calendars ls\" lists them", n))
	}
	return texts
}
