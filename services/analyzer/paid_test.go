package analyzer_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestMoneyIsThatOfTheWordsThatAreAskedFor(t *testing.T) {
	t.Parallel()
	entries := []*commonv1.Entry{
		entry("2026-01-03 10", "lent my brother Dale $300 for his car"),
		entry("2026-01-05 10", "Sam shoes 38, ellie blazer $42"),
		entry("2026-01-06 10", "presents: mom slippers 42, book 38, knife 60. = 140, under budget"),
		entry("2026-01-09 10", "vet for the cat: exam 65, shots 88"),
		entry("2026-01-18 10", "Dale paid me 100 back!! 200 to go"),
		entry("2026-01-20 10", "vet follow up $45"),
		entry("2026-01-22 10", "diesel 68.50, 47 litres, 61,240"),
		entry("2026-01-24 10", "filled up, 70.10"),
		entry("2026-01-30 10", "Dale venmo'd 80"),
	}
	for text, want := range map[string]struct {
		subject string
		value   float64
	}{
		"how much does Dale still owe me":      {"Dale", 120},
		"how much did Dale pay back":           {"Dale", 180},
		"what did the blazer cost in total":    {"blazer", 42},
		"how much did the presents cost":       {"presents", 140},
		"how much did I pay the vet in total":  {"vet", 198},
		"how much have I spent on diesel":      {"diesel", 138.6},
		"how much did I spend on shoes so far": {"shoes", 38},
	} {
		a := question{text: text, kind: simple, subjects: []string{want.subject}, domains: []string{"money"}, entries: entries}.ask(t)
		told := false
		for _, f := range a.GetFacts() {
			told = told || f.GetKind() == "sum" && f.GetValue() == want.value && f.GetUnit() == "USD"
		}
		if !told {
			t.Errorf("%s: not %v\n%s", text, want.value, print(a))
		}
	}
}
