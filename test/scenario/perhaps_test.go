package scenario

import (
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// A note that was read as a question is not lost unsaid.
func TestWhatMayHaveBeenANoteSaysHowToKeepIt(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	m.Process(t, mesh.Input("The spare key is in the blue tin."))
	for _, c := range []struct {
		text   string
		intent commonv1.InputType
		hint   bool
	}{
		{"who should walk in but Graham, with a bottle of wine", 0, true},
		{"who should walk in but Graham, with a bottle of wine?", 0, false},
		{"who should walk in but Graham, with a bottle of wine", commonv1.InputType_INPUT_TYPE_QUERY, false},
		{"where is the spare key", 0, false},
	} {
		in := mesh.Input(c.text)
		in.Intent = c.intent
		r, _ := m.Process(t, in)
		if r.GetInputType() != commonv1.InputType_INPUT_TYPE_QUERY {
			t.Fatalf("%q is %v", c.text, r.GetInputType())
		}
		hint := slices.ContainsFunc(r.GetWarnings(), func(w string) bool { return strings.Contains(w, "note:") })
		if mesh.ByRules() && hint != c.hint {
			t.Errorf("%q: the warnings are %q", c.text, r.GetWarnings())
		}
	}
}
