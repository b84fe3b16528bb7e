package planner_test

import (
	"fmt"
	"strings"
	"testing"
)

// The tests' today is Wednesday, July 15, 2026.
func TestWeekdaysOfHabitsAndLists(t *testing.T) {
	t.Parallel()
	cases := []struct{ query, want string }{ // days as dates, or the weekdays of every week
		{"do i always run on sunday", "every SUNDAY"},
		{"do i run on sat", "every SATURDAY"},
		{"how fast were my sunday long runs", "every SUNDAY"},
		{"how do i feel after the thursday sales sync", "every THURSDAY"},
		{"do i eat more on the weekend", "every SUNDAY+SATURDAY"},
		{"was the thursday sales sync bad", "2026-07-09"},
		{"tuesday's steering call", "2026-07-14"},
		{"what happened on thursday", "2026-07-09"},
		{"what did i eat on wednesday and thursday", "2026-07-08; 2026-07-09"},
		{"what did i do on monday, tuesday", "2026-07-13; 2026-07-14"},
		{"what do i have on friday", "2026-07-17"},
		{"sunday long run", "2026-07-12"},
		{"spending in may and september", "2026-05-01; 2025-09-01"},
		{"december runs", "2025-12-01"},
	}
	for _, c := range cases {
		t.Run(c.query, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, r := range plan(t, ask(t, c.query, "running", "nutrition")).GetTimeRanges() {
				switch {
				case r.GetStart() != "":
					got = append(got, r.GetStart())
				case len(r.GetWeekdays()) > 0:
					got = append(got, "every "+strings.ReplaceAll(strings.Trim(fmt.Sprint(r.GetWeekdays()), "[]"), "WEEKDAY_", ""))
				}
			}
			if s := strings.ReplaceAll(strings.Join(got, "; "), "Y S", "Y+S"); s != c.want {
				t.Errorf("got %q, want %q", s, c.want)
			}
		})
	}
}
