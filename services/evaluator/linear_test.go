package evaluator_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/notestest"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	for name, tt := range map[string]struct {
		most int
		put  func(text string)
	}{
		"an answer": {16 << 10, func(text string) {
			req := request()
			req.Answer = text
			evaluate(t, req)
		}},
		"a question": {excerpt.Question, func(text string) {
			req := request()
			req.Scope.Query = text
			evaluate(t, req)
		}},
		"a note": {16 << 10, func(text string) {
			req := request()
			req.Entries[2].Text = text
			evaluate(t, req)
		}},
	} {
		t.Run(name, func(t *testing.T) { notestest.Linear(t, tt.most, tt.put) })
	}
}
