package wish

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestATimeOfAllDaysAndOneOfSomeDaysAreBothMeant(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"swim, evenings and weekends":                "swim; Mon, Tue, Wed, Thu, Fri 17:00–22:00; Sat, Sun",
		"swim, in the evenings and at weekends":      "swim; Mon, Tue, Wed, Thu, Fri 17:00–22:00; Sat, Sun",
		"swim in the evenings and at weekends":       "swim; Mon, Tue, Wed, Thu, Fri 17:00–22:00; Sat, Sun",
		"swim, weekends and evenings":                "swim; Mon, Tue, Wed, Thu, Fri 17:00–22:00; Sat, Sun",
		"swim, Saturdays and evenings":               "swim; Mon, Tue, Wed, Thu, Fri, Sun 17:00–22:00; Sat",
		"swim, after 6pm and on Sundays":             "swim; Mon, Tue, Wed, Thu, Fri, Sat 18:00–23:00; Sun",
		"swim, mornings and Saturday afternoons":     "swim; 06:00–12:00; Sat 12:00–17:00",
		"swim, only in the evenings and at weekends": "swim; Mon, Tue, Wed, Thu, Fri 17:00–22:00; Sat, Sun",
		"swim, weekday mornings and evenings":        "swim; Mon, Tue, Wed, Thu, Fri 06:00–12:00; Mon, Tue, Wed, Thu, Fri 17:00–22:00",
		"swim, not in the evenings and at weekends":  "swim; not 17:00–22:00; not Sat, Sun",
		"swim, no evenings or weekends":              "swim; not 17:00–22:00; not Sat, Sun",
		"swim, not Mondays and in the evenings":      "swim; ? not Mondays and in the evenings",
		"swim, not on Mondays and only in evenings":  "swim; 17:00–22:00; not Mon",
		"swim, not on Mondays and after 6pm":         "swim; ? not on Mondays and after 6pm",
		"swim, not on Mondays or after 6pm":          "swim; not 18:00–24:00; not Mon",
		"swim, evenings and on Saturday":             "swim; ? evenings and on Saturday",
		"swim, Mon-Thu 6:30-8:30 and Sundays":        "swim; Mon, Tue, Wed, Thu 06:30–08:30; Sun",
		"swim, Sundays 9:15-11:30":                   "swim; Sun 09:15–11:30",
		"swim, Mon-Thu 6-8 and Sundays":              "swim; ? Mon-Thu 6-8 and Sundays",
	} {
		if w, err := Read(text, now, nil); err != nil || brief(w) != want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", text, brief(w), want, err)
		}
	}
}

// kinds are clauses of which none says the same as one of another kind.
var kinds = [][]string{
	{"by 30 April", "until Easter", "by the end of May"},
	{"starting next Monday", "from 7 December"},
	{"evenings and weekends", "Mon-Thu 6:30-8:30 and Sundays", "weekday evenings", "after 6pm", "only on Wednesdays", "only at weekends"},
	{"not on Thursdays", "with Mondays off", "not before 9am", "no Fridays"},
	{"at most 2 hours a day", "at most 1 hour a day on weekdays and 3 hours on Sundays", "no more than 4 hours on Saturdays", "an hour and a half a day at most"},
	{"at most 6 hours a week", "never more than 5 h 30 a week"},
	{"sessions of at most 90 minutes", "at most an hour at a time"},
	{"at least one day between sessions", "never two days in a row"},
	{"twice a week", "three times a week"},
	{"40 hours in all", "a total of 30 hours"},
	{"nothing from 20 to 27 December", "not in April"},
}

// In any order, and however they are joined, clauses mean together what each means by itself, or are quoted.
func TestClausesMeanTogetherWhatEachMeansByItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text, clauses := "swim", []string(nil)
		order := rapid.Permutation(kinds).Draw(t, "kinds")
		for i, kind := range order[:rapid.IntRange(1, 5).Draw(t, "n")] {
			join := ", "
			if i > 0 {
				join = rapid.SampledFrom([]string{", ", "; ", ". ", " and ", ", and "}).Draw(t, "join")
			}
			clause := rapid.SampledFrom(kind).Draw(t, "clause")
			text, clauses = text+join+clause, append(clauses, clause)
		}
		w, err := Read(text, now, nil)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, clause := range clauses {
			quoted := slices.ContainsFunc(w.Unread, func(u string) bool { return strings.Contains(u, clause) })
			if alone, err := Read("swim, "+clause, now, nil); err != nil || len(alone.Unread) > 0 {
				t.Fatalf("%s by itself is read as %s, %v", clause, brief(alone), err)
			} else if !quoted {
				want = append(want, saidParts(alone)...)
			}
		}
		got := saidParts(w)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || w.Title != "swim" {
			t.Fatalf("%s:\n got %q, unread %q\nwant %q", text, got, w.Unread, want)
		}
	})
}

// saidParts are the things that a wish says, but for what is not read and what can't be.
func saidParts(w Wish) (out []string) {
	for _, part := range strings.Split(boundsBrief(w), "; ")[1:] {
		if !strings.HasPrefix(part, "? ") && !strings.HasPrefix(part, "! ") {
			out = append(out, part)
		}
	}
	if w.Apart > 0 {
		out = append(out, fmt.Sprint("apart ", w.Apart))
	}
	if w.Total > 0 {
		out = append(out, fmt.Sprint("in all ", w.Total))
	}
	return out
}
