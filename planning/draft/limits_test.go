package draft_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wish"
)

// What is said of a plan that is carried out holds from then on, or is refused with what to say.
func TestOtherLimitsOfAPlanAreReadOrRefused(t *testing.T) {
	t.Parallel()
	set, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	goal := draft.Request{
		Wish: "Pass the exam on 15 April, at most 90 minutes a day, never on Sundays", Now: time.Date(2027, 1, 4, 9, 0, 0, 0, time.UTC), Templates: set,
	}
	now := time.Date(2027, 2, 1, 9, 0, 0, 0, time.UTC)
	for said, want := range map[string]string{
		"at most 4 hours a week":                         "from now on: at most 4 h a week (“at most 4 hours a week”)",
		"not from 8 to 10 February":                      "from now on: nothing from Mon 8 Feb 2027 until Wed 10 Feb 2027 (“not from 8 to 10 February”)",
		"only on Saturdays":                              "from now on: Sat (“only on Saturdays”)",
		"not tomorrow":                                   "! days are counted from when the goal was set",
		"I like cheese":                                  "! “I like cheese” was not understood",
		"at most 4 hours a week. And cheese":             "! “And cheese” was not understood",
		"until 30 May 2027":                              "! ",
		"Steps: read 5 h, write 6 h":                     "! only when there is time",
		"60 hours in all":                                "! ",
		"never on Sundays":                               "! that says nothing new",
		"no Sundays":                                     "! that says nothing new",
		"not on Saturdays and Sundays":                   "from now on: not Sat, Sun, instead of not Sun (“not on Saturdays and Sundays”)",
		"at most an hour and a half a day":               "! that says nothing new",
		"at most 3 hours on Saturdays":                   "from now on: Sat at most 3 h (“at most 3 hours on Saturdays”)",
		"at most 2 h 20 a week":                          "from now on: at most 2 h 20 min a week (“at most 2 h 20 a week”)",
		"at most 2 hours on Friday evenings":             "! “at most 2 hours on Friday evenings” was not understood",
		"2 hours every day":                              "from now on: each day, 2 h, instead of at most 1 h 30 min a day (“2 hours every day”)",
		"half an hour every day, at most 2 hours a week": "! 6 × 30 min is 3 h a week, more than your limit of 2 h",
	} {
		after := goal
		after.SaidFrom, after.Wish = []int{len(goal.Wish) + 2}, goal.Wish+". "+said
		got, err := draft.ChangedLimits(draft.Kept{Said: goal}, after, now)
		if err != nil {
			got = []string{"! " + err.Error()}
		}
		if text := strings.Join(got, "; "); !strings.HasPrefix(text, want) {
			t.Errorf("%q: %s", said, text)
		}
	}
	spring := goal
	spring.Wish += ", nothing from 13 to 20 March"
	later := spring
	later.Wish += ". at most 10 hours a week"
	if got, err := draft.ChangedLimits(draft.Kept{Said: spring}, later, time.Date(2027, 3, 24, 9, 0, 0, 0, time.UTC)); err != nil || len(got) != 1 || !strings.HasPrefix(got[0], "from now on: at most 10 h a week") {
		t.Errorf("after the days away are over: %q, %v", got, err)
	}
	hours := goal
	hours.Windows = []wish.Window{{Days: []time.Weekday{time.Saturday}, From: 9 * 60, To: 12 * 60}}
	got, err := draft.ChangedLimits(draft.Kept{Said: goal}, hours, now)
	if err != nil || !slices.Equal(got, []string{"from now on: Sat 09:00–12:00"}) {
		t.Errorf("other hours: %q, %v", got, err)
	}
	sundays := goal
	sundays.Never = []wish.Window{{Days: []time.Weekday{time.Sunday}, To: 24 * 60}}
	if got, err := draft.ChangedLimits(draft.Kept{Said: goal}, sundays, now); err == nil {
		t.Errorf("Sundays, once more: %q", got)
	}
	if got := draft.LimitsRead(sundays); len(got) != 3 || got[2].Means != "not Sun" {
		t.Errorf("Sundays are read as %+v", got)
	}
	chain := goal // 9 hours in the place of 8, in the place of 6
	chain.Wish += ". at most 6 hours a week. at most 8 hours a week"
	chain.SaidFrom = []int{len(goal.Wish) + 2, len(goal.Wish) + 2 + len("at most 6 hours a week. ")}
	for said, want := range map[string]string{
		"at most 9 hours a week": "from now on: at most 9 h a week, instead of at most 8 h a week (“at most 9 hours a week”)",
		"8 hours a week at most": "",
	} {
		after := chain
		after.SaidFrom = append(slices.Clone(chain.SaidFrom), len(chain.Wish)+2)
		after.Wish += ". " + said
		if got, err := draft.ChangedLimits(draft.Kept{Said: chain}, after, now); strings.Join(got, "; ") != want || (err == nil) != (want != "") {
			t.Errorf("%s, after others: %q, %v", said, got, err)
		}
	}
	race := goal
	race.Wish = "10 km race on 11 April, three times a week"
	twice := race
	twice.Wish += ". twice a week"
	training := roadmapfile.Document{Nodes: []roadmapfile.Node{{Node: outline.Node{ID: "w01"}}, {Node: outline.Node{ID: "w01-long", Parent: "w01"}}}}
	if got, err := draft.ChangedLimits(draft.Kept{Said: race, Document: training}, twice, now); err == nil {
		t.Errorf("another number of runs a week is taken, and no run less: %q", got)
	}
	modelled, words := goal, goal
	modelled.Extracted, words.Extracted = &draft.Extracted{Title: "exam", Template: pattern.Generic}, &draft.Extracted{Title: "exam", Template: pattern.Generic}
	words.Wish += ". not on Mondays"
	if got, err := draft.ChangedLimits(draft.Kept{Said: modelled}, words, now); err == nil || !strings.Contains(err.Error(), "--when") {
		t.Errorf("words beside what a model has read: %q, %v", got, err)
	}
}
