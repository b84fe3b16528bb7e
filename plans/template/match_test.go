package template_test

import (
	"maps"
	"testing"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/plans/template"
)

func TestAWishThatSaysWhatATemplateSaysGivesItsValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		objective, wish string
		values          map[string]string // nil: it is another
	}{
		{"Send the invoice of {{month}} to {{client}}.", "send the  invoice of 2026-01 to Acme Analytics", map[string]string{"month": "2026-01", "client": "Acme Analytics"}},
		{"Back up\nthe notes", "Back up the notes!", map[string]string{}},
		{"Greet {{who}}, {{who}}", "greet Ann, Ann", map[string]string{"who": "Ann"}},
		{"Greet {{who}}, {{who}}", "greet Ann, Bob", nil},
		{"Pay {{amount|number}} (now)", "pay 12.50 (now)", map[string]string{"amount": "12.50"}},
		{"Send the invoice of {{month}} to {{client}}", "did I send the invoice of 2026-01 to Acme?", nil},
		{"Send the invoice of {{month}} to {{client}}", "send the invoice of 2026-01", nil},
		{"Send it", "send it to Acme", nil},
		{"{{a}}", "", nil},
	} {
		got, ok := template.Match(&planv1.Content{Objective: c.objective}, c.wish)
		if ok != (c.values != nil) || !maps.Equal(got, c.values) {
			t.Errorf("%q as %q: %v, %v; want %v", c.wish, c.objective, got, ok, c.values)
		}
	}
	hidden := &planv1.Content{Objective: "Send it", Steps: []*planv1.Step{{Id: "1", Description: "To {{whom}}"}}}
	if _, ok := template.Match(hidden, "send it"); ok {
		t.Error("a template with a place beside its objective fits a wish")
	}
}
