package scenario

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

var (
	referenceIn = regexp.MustCompile(`\[(\d{4}-\d\d-\d\d_[^\]]+)\]`)
	causalWords = regexp.MustCompile(`(?i)because|due to|caus|reason|explain|led to|since`)
)

// Beside the answer to a "why" stand the values that the subject's domain declares to bear on
// it, of the days asked about, each with its note, and none as a cause.
func TestAWhyShowsWhatElseWasNoted(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("the section is the rules' own")
	}
	m, stop := mesh.Start(t, mesh.ExampleVault(t), "")
	t.Cleanup(stop)
	const lead = "What else you noted"
	for _, c := range []struct {
		name, question string
		want           []string // lines of the section; none: there is no section
	}{
		{"the week asked about", "Why did my bench press feel heavy last week?", []string{
			"What else you noted, last week (16 Feb to 22 Feb):",
			"- Sleep, Mon 16 Feb: 5 h 30 min []; Tue 17 Feb: 5 h []; Wed 18 Feb: 4 h 30 min []; Thu 19 Feb: 5 h []; Fri 20 Feb: 5 h 30 min []; Sat 21 Feb: 7 h 30 min []; Sun 22 Feb: 8 h []",
			"- Coffee, Mon 16 Feb [] []; Tue 17 Feb []; Fri 20 Feb []",
			"- Meals, Mon 16 Feb: cookie []; Tue 17 Feb: pizza []; Thu 19 Feb: soup []; Sat 21 Feb: egg, yogurt, bread []; Sun 22 Feb: chicken []",
		}},
		{"another time", "Why did my bench press feel heavy on 4 February?", []string{"What else you noted, Wed 4 Feb:", "- Sleep, Wed 4 Feb: 7 h []", "- Meals, Wed 4 Feb: rice []"}},
		{"a time without values", "Why did my bench press feel heavy in October?", nil},
		{"no time", "Why did my bench press feel heavy?", nil},
		{"no why", "How heavy was my bench press last week?", nil},
		{"a domain that declares nothing", "Why was I stressed last week?", nil},
		{"a language that rules don't read", "Warum war mein Bankdrücken letzte Woche so schwer?", nil},
	} {
		r := ask(t, m, c.question)
		var section string
		if at := strings.Index(r.GetAnswer(), lead); at >= 0 {
			section, _, _ = strings.Cut(r.GetAnswer()[at:], "\n\n")
		}
		if at := strings.Index(r.GetAnswer(), lead); at == 0 {
			t.Errorf("%s: the section stands above the answer: %s", c.name, r.GetAnswer())
		}
		if got := referenceIn.ReplaceAllString(section, "[]"); got != strings.Join(c.want, "\n") {
			t.Errorf("%s: the section is %q", c.name, got)
		}
		for _, ref := range referenceIn.FindAllStringSubmatch(section, -1) {
			if !slices.ContainsFunc(r.GetCitations(), func(cited *commonv1.Citation) bool { return cited.GetId() == ref[1] }) {
				t.Errorf("%s: %s is not cited", c.name, ref[1])
			}
		}
		if causalWords.MatchString(section) {
			t.Errorf("%s: it tells a cause: %s", c.name, section)
		}
	}
}
