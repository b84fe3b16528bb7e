package analyzer_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// What a list's first line says of its items is quoted with each of them.
func TestAnItemIsQuotedWithTheLineThatLeadsItsList(t *testing.T) {
	t.Parallel()
	f := form(lookup)
	f.Ranges = []*commonv1.ScopeRange{{Start: "2026-09-05", End: "2026-09-05"}}
	for text, want := range map[string]string{
		"Cancelled:\n- Oslo 7 July\n- Rome 5 September\n- Kiel 9 July": "Cancelled:\n- Oslo 7 July\n- Rome 5 September",
		"Ideas:\n\n- Oslo 7 July\n\n- Rome 5 September":                "Ideas:\n\n- Oslo 7 July\n\n- Rome 5 September",
		"**Maybe:**\n1. Rome 5 September":                              "**Maybe:**\n1. Rome 5 September",
		"Not yet\n- Rome 5 September":                                  "Not yet\n- Rome 5 September",
		"Fine day.\n- Not yet:\n  - Rome 5 September":                  "- Not yet:\n  - Rome 5 September",
		"### Cancelled\n- Rome 5 September":                            "### Cancelled\n- Rome 5 September",
		"Ideas:\nOslo 7 July\nRome 5 September":                        "Ideas:\nOslo 7 July\nRome 5 September",
		// What stands above and leads nothing is none of it.
		"Long day.\n- Rome 5 September":              "- Rome 5 September",
		"Cancelled:\n- Oslo\n\n\nRome 5 September":   "Rome 5 September",
		"Cancelled:\n- Oslo\n\nRome 5 September":     "Rome 5 September",
		"- Oslo:\n- Rome 5 September":                "- Rome 5 September",
		"Lunch at one. Rome 5 September\n- by train": "Rome 5 September",
	} {
		n := note("2026-01-02 10", text)
		q := question{form: f, evidence: []*commonv1.EvidenceNote{n}}
		q.wantShown(t, q.ask(t), quoted, want)
	}
}

// A line that forbids what stands below it is quoted with that.
func TestALineThatLeadsAListIsQuotedWithIt(t *testing.T) {
	t.Parallel()
	n := note("2026-01-02 10", "Not allowed to eat:\n- cheese\n- nuts\n\nSlept well.", "*cheese")
	q := question{form: form(commonv1.Wanted_WANTED_ADVICE, "eat"), evidence: []*commonv1.EvidenceNote{n}}
	q.wantShown(t, q.ask(t), restriction, "Not allowed to eat:\n- cheese\n- nuts")
}
