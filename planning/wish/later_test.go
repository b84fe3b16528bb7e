package wish_test

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/wish"
)

// What is said later takes the place of what was said before of the same thing, and the reading says so.
func TestWhatIsSaidLaterTakesThePlaceOfWhatWasSaidBefore(t *testing.T) {
	t.Parallel()
	now := time.Date(2027, 1, 4, 9, 0, 0, 0, time.UTC)
	const day = "each day, 40 min, instead of each day, 20 min"
	for _, c := range []struct {
		said []string
		want string // readings, by semicolons
	}{
		{[]string{"learn Italian, 20 minutes a day", "40 minutes a day"}, day},
		{[]string{"learn Italian, 20 minutes a day", "at most 40 minutes a day"}, "at most 40 min a day, instead of each day, 20 min"},
		{[]string{"learn Italian, at most 20 minutes a day", "40 minutes a day"}, "each day, 40 min, instead of at most 20 min a day"},
		{[]string{"learn Italian, at most 6 hours a week", "at most 5 hours a week"}, "at most 5 h a week, instead of at most 6 h a week"},
		{[]string{"learn Italian, 6 hours a week", "at most 5 hours a week"}, "at most 5 h a week, instead of 6 h a week"},
		{[]string{"learn Italian by 31 May", "until 15 June"}, "until Tue 15 Jun 2027, instead of until Mon 31 May 2027"},
		{[]string{"learn Italian, never on Sundays", "Sundays are fine after all"}, "Sun may be used"},
		{[]string{"learn Italian, never on Saturdays and Sundays", "Sundays are fine"}, "Sun may be used; still not Sat"},
		{[]string{"build a boat: forms 5 h, hull 16 h", "steps: forms 6 h, deck 4 h"}, "2 steps: forms 6 h, deck 4 h, instead of 2 steps: forms 5 h, hull 16 h"},
		{[]string{"learn Italian, never two days in a row", "at least 2 days between sessions"}, "2 days between, instead of a day between"},
		{[]string{"learn Italian, evenings and weekends", "start tomorrow"}, "Mon, Tue, Wed, Thu, Fri 17:00–22:00; Sat, Sun; from Tue 5 Jan 2027"},
		{[]string{"learn Italian, never on Sundays", "Sundays 9:00-12:00"}, "Sun 09:00–12:00, instead of not Sun"},
		{[]string{"learn Italian, weekday evenings", "weekday mornings"}, "Mon, Tue, Wed, Thu, Fri 06:00–12:00, instead of Mon, Tue, Wed, Thu, Fri 17:00–22:00"},
		{[]string{"learn Italian, weekday evenings", "Saturdays"}, "Mon, Tue, Wed, Thu, Fri 17:00–22:00; Sat"},
		{[]string{"learn Italian, weekday evenings", "instead Saturdays"}, "Sat, instead of Mon, Tue, Wed, Thu, Fri 17:00–22:00"},
		{[]string{"learn Italian, 4 days a week", "3 times a week"}, "3 times a week, instead of 4 times a week"},
		{[]string{"learn Italian, 20 minutes a day, 4 days a week", "30 minutes a day"}, "4 times a week; each day, 30 min, instead of each day, 20 min"},
		{[]string{"learn Italian, 20 minutes a day", "4 days a week"}, "each day, 20 min; 4 times a week"},
		{[]string{"learn Italian, 20 minutes a day, 4 days a week", wish.NoLimits}, wish.NoLimits},
		{[]string{"learn Italian, 20 minutes a day, 4 days a week", wish.NoLimits, "at most 20 minutes a day"}, "at most 20 min a day, instead of " + wish.NoLimits},
		{[]string{"learn Italian, at most 20 minutes a day, not on Mondays", "at most 5 hours a week"}, "at most 20 min a day; not Mon; at most 5 h a week"},
	} {
		text, later := "", []int(nil)
		for i, s := range c.said {
			if i > 0 {
				text += ". "
				later = append(later, len(text))
			}
			text += s
		}
		w, err := wish.ReadLater(text, later, now, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range w.Readings {
			got = append(got, r.Means)
		}
		if text := strings.Join(got, "; "); text != c.want || len(w.Unread)+len(w.Problems) > 0 {
			t.Errorf("%q reads %q, want %q; unread %q, %q", c.said, text, c.want, w.Unread, w.Problems)
		}
	}
}
