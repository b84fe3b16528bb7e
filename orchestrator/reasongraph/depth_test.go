package reasongraph_test

import (
	"fmt"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
)

func TestAUserHasADepthWhereAQuestionNamesNone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		of, asked commonv1.Depth
		steps     int
	}{
		{commonv1.Depth_DEPTH_DEEP, commonv1.Depth_DEPTH_UNSPECIFIED, 15},
		{commonv1.Depth_DEPTH_OFF, commonv1.Depth_DEPTH_UNSPECIFIED, 5},
		{commonv1.Depth_DEPTH_DEEP, commonv1.Depth_DEPTH_QUICK, 5},
		{commonv1.Depth_DEPTH_DEEP, commonv1.Depth_DEPTH_OFF, 1},
	} {
		n := 0
		r := newReasoningOf(t, func(user string) commonv1.Depth {
			if user != "ann" {
				t.Errorf("the depth of %q is asked for", user)
			}
			return tt.of
		}, &reasonv1.Reasoning{Question: "Who?", Depth: tt.asked}, func(req *plannerv1.ThinkRequest) *reasonv1.Step {
			if req.GetLast() {
				return answer("Anna.")
			}
			n++
			return call("search", fmt.Sprintf(`{"q":"%d"}`, n))
		})
		if r.ends(); len(r.model.asks) != tt.steps {
			t.Errorf("of %s, asked %s: %d steps", tt.of, tt.asked, len(r.model.asks))
		}
	}
}
