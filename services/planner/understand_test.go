package planner_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// understood plans a question that a model has understood so.
func understood(t *testing.T, query string, u *commonv1.Understanding) *pb.PlanResponse {
	t.Helper()
	req := ask(t, query)
	req.Understanding = u
	return plan(t, req)
}

// search is the one search of a plan.
func search(t *testing.T, res *pb.PlanResponse) *commonv1.RetrievalInstruction {
	t.Helper()
	if len(res.GetInstructions()) == 0 {
		t.Fatalf("it looks for nothing: %v", res)
	}
	return res.GetInstructions()[0]
}

func TestAQuestionInAnotherLanguageIsSearchedByTheTermsOfAModel(t *testing.T) {
	t.Parallel()
	const asked = "Wann war ich letzte Woche beim Zahnarzt?"
	res := understood(t, asked, &commonv1.Understanding{
		Language: "de", Terms: []string{"dentist", "Zahnarzt"}, Wanted: commonv1.Wanted_WANTED_WHEN,
		Range: &commonv1.DateRange{Start: "2026-07-06", End: "2026-07-12"},
	})
	in := search(t, res)
	for _, word := range []string{"dentist", "Zahnarzt", "beim"} {
		if has := strings.Contains(in.GetQuestion(), word); has != (word != "beim") {
			t.Errorf("it looks for %q", in.GetQuestion())
		}
	}
	if len(in.GetPrefer()) != 1 || in.GetPrefer()[0].GetStart() != "2026-07-06" || in.GetAnswerType() != commonv1.AnswerType_ANSWER_TYPE_DAY {
		t.Errorf("it looks by %v", in)
	}
	if f := res.GetForm(); f.GetText() != asked || !f.GetForeign() || f.GetWanted() != commonv1.Wanted_WANTED_WHEN || ranges(res) != `2026-07-06..2026-07-12 "2026-07-06 to 2026-07-12"` {
		t.Errorf("the form is %v", f)
	}
	if len(res.GetNotices()) > 0 {
		t.Errorf("it says %q", res.GetNotices())
	}
}

func TestWithoutTermsEverythingOfTheDaysIsReadForAList(t *testing.T) {
	t.Parallel()
	res := understood(t, "Was habe ich letzte Woche alles gemacht?", &commonv1.Understanding{
		Language: "de", Wanted: commonv1.Wanted_WANTED_LIST, Range: &commonv1.DateRange{Start: "2026-07-06", End: "2026-07-12"},
	})
	if in := search(t, res); in.GetStrategy() != commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE || in.GetDateRange().GetEnd() != "2026-07-12" {
		t.Errorf("it looks by %v", in)
	}
}

// A short question of which only the model knows that it is not in English.
func TestTheLanguageThatAModelTellsCounts(t *testing.T) {
	t.Parallel()
	res := understood(t, "¿gasto dentista?", &commonv1.Understanding{Language: "es-ES", Terms: []string{"dentist"}, Wanted: commonv1.Wanted_WANTED_AGGREGATE})
	if f := res.GetForm(); !f.GetForeign() || f.GetWanted() != commonv1.Wanted_WANTED_AGGREGATE {
		t.Errorf("the form is %v", f)
	}
}

// What a model adds to a question in English favours notes. What is computed, and of
// which days, the rules alone say.
func TestOfAQuestionInEnglishRulesMakeTheForm(t *testing.T) {
	t.Parallel()
	const asked = "How far did I run?"
	u := &commonv1.Understanding{
		Language: "en", Terms: []string{"jogging"}, Wanted: commonv1.Wanted_WANTED_LOOKUP, Range: &commonv1.DateRange{Start: "2026-07-15", End: "2026-07-15"},
	}
	res := understood(t, asked, u)
	if f := res.GetForm(); f.GetWanted() != commonv1.Wanted_WANTED_AGGREGATE || len(f.GetRanges()) > 0 || f.GetForeign() {
		t.Errorf("the form is %v", f)
	}
	in := search(t, res)
	if in.GetQuestion() != asked+" jogging" || len(in.GetPrefer()) != 1 {
		t.Errorf("it looks by %v", in)
	}
	if in := search(t, understood(t, asked[:len(asked)-1]+" in June?", u)); len(in.GetPrefer()) != 1 || in.GetPrefer()[0].GetStart() != "2026-06-01" {
		t.Errorf("it looks by %v", in)
	}
}
