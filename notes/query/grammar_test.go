package query

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestTheGrammarSaysWhatEveryKindOfQuestionIsAskedBy(t *testing.T) {
	t.Parallel()
	g, err := parseGrammar(grammarText)
	if err != nil {
		t.Fatal(err)
	}
	wanted, aggregated := map[commonv1.Wanted]bool{}, map[commonv1.Aggregate]bool{}
	for first, phrases := range g.phrases {
		for i, p := range phrases {
			wanted[p.rule.wanted], aggregated[p.rule.aggregate] = true, true
			if p.words[0] != first || i > 0 && len(p.words) > len(phrases[i-1].words) {
				t.Errorf("%q: %q does not stand where it is looked for", first, p.words)
			}
		}
	}
	for name, n := range commonv1.Wanted_value {
		if w := commonv1.Wanted(n); n > 0 && w != commonv1.Wanted_WANTED_LOOKUP && !wanted[w] {
			t.Errorf("nothing asks for %s", name)
		}
	}
	for name, n := range commonv1.Aggregate_value {
		if !aggregated[commonv1.Aggregate(n)] {
			t.Errorf("nothing asks for %s", name)
		}
	}
}

func TestAMistakeInTheGrammarIsNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"how far":                    "stands before the first section",
		"[wanted SECRETS]\nhow":      "wanted SECRETS",
		"[filler; colour red]\nhow":  "colour red",
		"[aggregate PRODUCT]\ntimes": "aggregate PRODUCT",
	} {
		if _, err := parseGrammar(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAWordMeansANameIfItIsPartOfIt(t *testing.T) {
	t.Parallel()
	for term, want := range map[[2]string]bool{
		{"bench", "bench press"}:      true,
		{"coffees", "coffee"}:         true,
		{"ohp", "overhead press"}:     true,
		{"espresso", "coffee"}:        false,
		{"iced coffee", "coffee"}:     false,
		{"bike", "transport"}:         false,
		{"aldi", "groceries"}:         false,
		{"flat bench", "bench press"}: false,
		{"ran", "run"}:                true,
		{"parkrun", "run"}:            false,
	} {
		if got := same(term[0], term[1]); got != want {
			t.Errorf("%q for %q: %t", term[0], term[1], got)
		}
	}
}
