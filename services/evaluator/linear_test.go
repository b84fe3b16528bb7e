package evaluator_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/notestest"
)

// It does not run beside others: it counts processor time.
func TestTheWorkOnATextGrowsWithItsLength(t *testing.T) {
	for name, put := range map[string]func(text string){
		"an answer": func(text string) {
			req := request()
			req.Answer = text
			evaluate(t, req)
		},
		"a question": func(text string) {
			req := request()
			req.Form.Text = text
			evaluate(t, req)
		},
		"a note": func(text string) {
			req := request()
			req.Evidence[2].Entry.Text = text
			evaluate(t, req)
		},
	} {
		t.Run(name, func(t *testing.T) { notestest.Linear(t, 16<<10, put) })
	}
}
