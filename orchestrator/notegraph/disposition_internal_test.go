package notegraph

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	synthesizerv1 "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

func TestAnAnswerOverASearchThatWasNotCompleteIsPartial(t *testing.T) {
	t.Parallel()
	answer := &notegraphv1.Synthesized{Answer: &synthesizerv1.Answer{Text: "You ran 5 km."}}
	for name, c := range map[string]struct {
		s    State
		want string
	}{
		"a note":                               {State{}, ""},
		"all retrievers answered":              {State{Draft: answer, Search: &commonv1.SearchOutcome{Complete: true}}, ""},
		"a part of the notes was not searched": {State{Draft: answer, Search: &commonv1.SearchOutcome{}}, graph.Partial},
		"nothing had to be searched":           {State{Draft: answer}, ""},
	} {
		if got := disposition(c.s); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
