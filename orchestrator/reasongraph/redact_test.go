package reasongraph_test

import (
	"strings"
	"testing"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
)

func TestNoPathOfAFileIsKeptOrShownToAModel(t *testing.T) {
	t.Parallel()
	r := newReasoning(t, &reasonv1.Reasoning{Question: "Who?", Style: reasonv1.Style_STYLE_STRICT}, inTurn(call("search", `{"q":"notes"}`), call("lost", `{}`), answer("")))
	got := r.ends()
	for _, told := range []string{got.GetEntries()[1].GetResult().String(), got.GetAnswer().GetText(), r.model.asks[2].String()} {
		if strings.Contains(told, "/home/ann") || !strings.Contains(told, "file:") {
			t.Errorf("it is told %s", told)
		}
	}
}
