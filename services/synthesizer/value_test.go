package synthesizer_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

func value(name, op string, items ...*mindv1.ValueItem) *mindv1.NamedValue {
	return &mindv1.NamedValue{Name: name, Op: op, Items: items}
}

func held(entry, words string, number float64) *mindv1.ValueItem {
	return &mindv1.ValueItem{Entry: entry, ExactWords: words, Number: number}
}

func TestCodeWorksOutTheNumbersThatAModelNames(t *testing.T) {
	t.Parallel()
	res, drafts, p := written(t, heavyWeek(), mind.Model, 32768, writing(t, &mindv1.Writing{
		Answer: "You lifted {v1} more in squats [v1].",
		Values: []*mindv1.NamedValue{value("v1", "difference", held("n3", "5x5 @ 100kg", 100), held("n1", "3x5 @ 80kg", 80))},
	}))
	a := res.GetAnswer()
	want := "You lifted 20 kg more in squats [2026-05-18, 2026-05-19_18-04-11].\n\n" +
		"20 kg = “5x5 @ 100kg” [2026-05-18] − “3x5 @ 80kg” [2026-05-19_18-04-11]"
	if a.GetText() != want || len(a.GetCitations()) != 2 || len(p.Seen()) != 1 {
		t.Errorf("after %d calls, with %d citations:\n%s", len(p.Seen()), len(a.GetCitations()), a.GetText())
	}
	if got := strings.Join(drafts, ""); got != "You lifted … more in squats [v1]." {
		t.Errorf("the draft is %q", got)
	}
	f := a.GetFacts()
	if len(f) != 1 || f[0].GetKind() != commonv1.FactKind_FACT_KIND_NAMED || f[0].GetValue() != 20 || f[0].GetUnit() != "kg" || len(f[0].GetObservations()) != 2 {
		t.Errorf("facts %v", f)
	}
}

// What a model takes for the number is not believed, and what its words don't hold is
// said to it; a sentence with such a number is left out.
func TestANumberThatCanNotBeWorkedOutIsNotTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer string
		values []*mindv1.NamedValue
		told   string
	}{
		"words of no note":   {"You lifted {v1} [n1].", []*mindv1.NamedValue{value("v1", "sum", held("n1", "90kg", 90))}, "does not stand in the note n1"},
		"no such value":      {"You lifted {v2} [n1].", nil, "values have no v2"},
		"hours and kilogram": {"You did {v1} [n1].", []*mindv1.NamedValue{value("v1", "sum", held("n1", "80kg", 80), held("n2", "5h", 5))}, "can't be put together"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			says := writing(t, &mindv1.Writing{Answer: good + " " + c.answer, Values: c.values})
			res, _, p := written(t, heavyWeek(), mind.Model, 32768, says, says, says, says)
			if got := res.GetAnswer().GetText(); !strings.HasPrefix(got, "It felt heavy") || strings.ContainsAny(got, "{}") || strings.Contains(got, "You ") {
				t.Errorf("it says %q", got)
			}
			if reqs := p.Seen(); len(reqs) < 2 || !strings.Contains(reqs[1].Turns[len(reqs[1].Turns)-1].Text, c.told) {
				t.Errorf("after %d calls it was not told that it %s", len(reqs), c.told)
			}
		})
	}
}

func TestAWorkedOutNumberHasItsUnitOnceAndTheNotationOfTheQuestion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, answer, words, want string }{
		{"", "It was {v1} kilograms [n1].", "80kg", "It was 80 kg ["},
		{"", "It was €{v1} in all [n1].", "€1,250.50", "It was €1250.50 in all ["},
		{"", "It was {v1} euros [n1].", "€1,250.50", "It was €1250.50 ["},
		{"de", "Es waren {v1} [n1].", "€1,250.50", "Es waren €1.250,50 ["},
		{"fr-CH", "En tout {v1} heures [n1].", "2.25 km", "En tout 2,25 km heures ["},
	} {
		form := question("How much was it?", commonv1.Wanted_WANTED_AGGREGATE)
		form.Language, form.Foreign = c.language, c.language != ""
		req := asking(form, note("2026-05-19_18-04-11", "It was "+c.words+"."))
		res, _, _ := written(t, req, mind.Model, 32768, writing(t, &mindv1.Writing{
			Answer: c.answer, Values: []*mindv1.NamedValue{value("v1", "sum", held("n1", c.words, 0))},
		}))
		if got := res.GetAnswer().GetText(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q in %q became %q", c.answer, c.language, got)
		}
	}
}
