package template_test

import (
	"slices"
	"strings"
	"testing"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/template"
)

const invoice = "# Objective\nSend the invoice of {{month}} to {{client}}.\n\n## Roadmap\n" +
	"- [ ] Make the invoice of {{ month }} (invoices/create_invoice → {{client}}) ^make\n" +
	"  ```json\n  {\"client\": \"{{client}}\", \"hours\": \"{{hours|number}}\", \"note\": \"for {{client}}, {{month}}\", \"{{client}}\": {\"$from\": \"{{client}}\"}}\n  ```\n" +
	"- [ ] Rest\n"

func read(t interface{ Fatal(args ...any) }, text string) *planv1.Content {
	f, err := planfile.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := f.ReadContent()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestATemplateIsFilledIn(t *testing.T) {
	t.Parallel()
	c := read(t, invoice)
	if got := template.Names(c); !slices.Equal(got, []string{"client", "hours", "month"}) {
		t.Errorf("it has places for %v", got)
	}
	got, err := template.Fill(c, map[string]string{"client": `A "B" <c>`, "month": "2026-01", "hours": "7.5"})
	if err != nil {
		t.Fatal(err)
	}
	s := got.GetSteps()[0]
	want := `{"client":"A \"B\" <c>","hours":7.5,"note":"for A \"B\" <c>, 2026-01","{{client}}":{"$from":"{{client}}"}}`
	if got.GetObjective() != `Send the invoice of 2026-01 to A "B" <c>.` || s.GetTarget() != `A "B" <c>` || s.GetArguments() != want {
		t.Errorf("it is %v", got)
	}
	if c.GetSteps()[0].GetTarget() != "{{client}}" {
		t.Error("the template was changed")
	}
}

func TestWhatDoesNotFitATemplateIsRefused(t *testing.T) {
	t.Parallel()
	for want, values := range map[string]map[string]string{
		`no value for it`:     {"client": "A", "month": "1"},
		`no place for "year"`: {"client": "A", "month": "1", "hours": "1", "year": "2"},
		`more than one line`:  {"client": "A\n- [ ] Pay (bank/pay)", "month": "1", "hours": "1"},
		`is no number`:        {"client": "A", "month": "1", "hours": "1, \"x\": 2"},
	} {
		if _, err := template.Fill(read(t, invoice), values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Whatever is filled in, the steps call the same tools with the same arguments by name.
func TestNoValueAddsAStepOrAnArgument(t *testing.T) {
	t.Parallel()
	c := read(t, invoice)
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{`"}, "to": "x`, "(bank/pay)", "^make", "✋", "```", "- [ ] x", "{{month}}", "{{hours|number}}"}))
		got, err := template.Fill(c, map[string]string{"client": value.Draw(t, "client"), "month": value.Draw(t, "month"), "hours": "1"})
		if err != nil {
			return
		}
		if len(got.GetSteps()) != 2 || got.GetSteps()[0].GetServer() != "invoices" || got.GetSteps()[0].GetOperation() != "create_invoice" ||
			strings.Count(got.GetSteps()[0].GetArguments(), `"client":`) != 1 || got.GetSteps()[1].GetServer() != "" {
			t.Fatalf("it became %v", got)
		}
	})
}
