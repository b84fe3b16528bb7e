package planninggraph

import (
	"slices"
	"strings"
	"testing"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
)

func TestEveryLeadNamesTheSameInEachTone(t *testing.T) {
	t.Parallel()
	for about, l := range leads {
		want := 1
		if about.reason == Proposing {
			want = 2
		}
		seen := map[string]bool{}
		for tone := range planningv1.Policy_Tone_name {
			text := l.in(planningv1.Policy_Tone(tone))
			if seen[text] = true; strings.Count(text, "%s") != want || strings.Contains(text, "\n") {
				t.Errorf("%v says %q", about, text)
			}
		}
		if len(seen) != 3 {
			t.Errorf("%v has %d wordings for three tones", about, len(seen))
		}
	}
}

func TestWhatIsNotToldIsBoundedByTalkativenessAndNeverAWarning(t *testing.T) {
	t.Parallel()
	list := []*planningv1.Assumption{
		{Kind: planningv1.Assumption_KIND_DERIVED, Text: "derived 1"},
		{Kind: planningv1.Assumption_KIND_WARNING, Text: "warning"},
		{Kind: planningv1.Assumption_KIND_DEFAULT, Text: "usual 1"},
		{Kind: planningv1.Assumption_KIND_DERIVED, Text: "derived 2"},
		{Kind: planningv1.Assumption_KIND_DEFAULT, Text: "usual 2"},
	}
	for _, test := range []struct {
		talkativeness *float64
		want          string // what is told
	}{
		{nil, "derived 1, warning, usual 1, derived 2, usual 2"},
		{proto.Float64(0), "warning"},
		{proto.Float64(.1), "warning, usual 1"},
		{proto.Float64(.5), "warning, usual 1, usual 2"},
		{proto.Float64(.7), "derived 1, warning, usual 1, usual 2"},
		{proto.Float64(1), "derived 1, warning, usual 1, derived 2, usual 2"},
	} {
		var loud []string
		for _, a := range told(&planningv1.Policy{Talkativeness: test.talkativeness}, list) {
			if !a.GetQuiet() {
				loud = append(loud, a.GetText())
			}
		}
		if got := strings.Join(loud, ", "); got != test.want {
			t.Errorf("it tells %s, want %s", got, test.want)
		}
	}
	if slices.ContainsFunc(list, (*planningv1.Assumption).GetQuiet) {
		t.Error("the draft itself has changed")
	}
}
