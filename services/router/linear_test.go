package router_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/notestest"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// Of a text that is longer than what is judged, the domains are chosen by all of
// it. It does not run beside others: it counts processor time.
func TestTheWorkOnAnInputGrowsWithItsLength(t *testing.T) {
	domains := shipped(t)
	notestest.Linear(t, 64<<10, func(text string) { route(t, &pb.RouteRequest{Text: text, Domains: domains}) })
}

func TestOfALongInputAllIsKeptAndWhatWasNotJudgedIsSaid(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("I ran 5 km with Paul and felt good. ", 1000)
	for name, tt := range map[string]struct {
		text       string
		input      commonv1.InputType
		log, query string
	}{
		"a note":                          {long, commonv1.InputType_INPUT_TYPE_LOG, long, ""},
		"a note with a question behind":   {long + "How did I sleep last week?", commonv1.InputType_INPUT_TYPE_BOTH, long + "How did I sleep last week?", "How did I sleep last week?"},
		"a question with a note around":   {"How did I sleep last week? " + long + "How far did I run?", commonv1.InputType_INPUT_TYPE_BOTH, "How did I sleep last week? " + long + "How far did I run?", "How did I sleep last week? " + long + "How far did I run?"},
		"a question without an end to it": {strings.Repeat("How did I sleep last week? ", 2000), commonv1.InputType_INPUT_TYPE_QUERY, "", strings.Repeat("How did I sleep last week? ", 2000)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res := route(t, &pb.RouteRequest{Text: tt.text, Domains: shipped(t)})
			if res.GetInputType() != tt.input {
				t.Fatalf("it is %v: %s", res.GetInputType(), res.GetReasoning())
			}
			if got := res.GetLogPortion(); got != strings.TrimSpace(tt.log) {
				t.Errorf("of %d bytes %d are kept", len(tt.log), len(got))
			}
			if got := res.GetQueryPortion(); got != strings.TrimSpace(tt.query) {
				t.Errorf("%d bytes are asked, want %d", len(got), len(tt.query))
			}
			if len(res.GetNotices()) != 1 || !strings.Contains(res.GetNotices()[0], "only its first and last 8191 bytes were searched") {
				t.Errorf("notices = %q", res.GetNotices())
			}
		})
	}
}
