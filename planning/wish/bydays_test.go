package wish

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// boundsBrief tells a wish in a line, with what each day of the week has at most.
func boundsBrief(w Wish) string {
	out := brief(w)
	for _, d := range days([]Window{{}}) {
		for _, b := range w.Bounds {
			if slices.Contains(b.Days, d) {
				out += fmt.Sprintf("; %s %d", d.String()[:3], b.Minutes)
			}
		}
	}
	return out
}

func TestTheMostIsReadForSomeDaysOfTheWeek(t *testing.T) {
	t.Parallel()
	const weekdays = "; Mon 60; Tue 60; Wed 60; Thu 60; Fri 60"
	for text, want := range map[string]string{
		"swim, at most 1 hour a day on weekdays, at most 3 hours on Sundays":          "swim" + weekdays + "; Sun 180",
		"swim, at most 1 hour a day on weekdays and 4 hours on Saturdays":             "swim" + weekdays + "; Sat 240",
		"swim, at most 1 hour a day on weekdays; 4 hours on Saturdays":                "swim" + weekdays + "; Sat 240",
		"swim, at most 1 hour a day on weekdays. 4 hours on Saturdays":                "swim" + weekdays + "; Sat 240",
		"swim, on weekdays at most 1 hour and on Saturdays at most 4 hours":           "swim" + weekdays + "; Sat 240",
		"swim, at most 4 hours on Saturdays":                                          "swim; Sat 240",
		"swim, on Saturdays at most 4 hours":                                          "swim; Sat 240",
		"swim, 4 hours at most on a Saturday":                                         "swim; Sat 240",
		"swim, no more than 4 hours on any Saturday":                                  "swim; Sat 240",
		"swim, at most 1 hour a day, at most 4 hours on Saturdays":                    "swim" + weekdays + "; Sat 240; Sun 60",
		"swim, at most 4 hours on Saturdays and 1 hour on other days":                 "swim" + weekdays + "; Sat 240; Sun 60",
		"swim, an hour a day on weekdays, 3 hours on Sundays":                         "swim; 480 min a week; Mon, Tue, Wed, Thu, Fri, Sun" + weekdays + "; Sun 180",
		"swim, an hour a day on weekdays":                                             "swim; 5×; 60 min; Mon, Tue, Wed, Thu, Fri",
		"swim on Saturdays at most 3 hours a day":                                     "swim; ≤ 180 a day; Sat",
		"swim, 5 hours a session, at most 1 hour on weekdays and 4 hours on weekends": "swim; 300 min; ! a session of 5 h is longer than your limit a day, 4 h" + weekdays + "; Sat 240; Sun 240",
		"swim, 3 hours on Sundays, at most 1 hour on weekdays":                        "swim; ? 3 hours on Sundays, at most 1 hour on weekdays",
		"swim, at most 1 hour a day on weekday evenings":                              "swim; ≤ 60 a day; Mon, Tue, Wed, Thu, Fri 17:00–22:00",
		"swim, at most 1 hour on weekdays and weekday evenings":                       "swim; ? at most 1 hour on weekdays and weekday evenings",
		// What can mean more than one thing, or is bound by more, is quoted.
		"swim, at most 1 hour on Friday":                                               "swim; ? at most 1 hour on Friday",
		"swim, at most 2 hours on weekday evenings":                                    "swim; ? at most 2 hours on weekday evenings",
		"swim, at most 4 hours on Saturdays unless it rains":                           "swim; ? at most 4 hours on Saturdays unless it rains",
		"swim, at most 1 hour on weekdays and 2 hours on Fridays":                      "swim; ? at most 1 hour on weekdays and 2 hours on Fridays",
		"swim, at most 1 hour on Fridays, at most 2 hours on weekdays unless it rains": "swim; ? at most 1 hour on Fridays, at most 2 hours on weekdays unless it rains",
	} {
		if w, err := Read(text, now, nil); err != nil || boundsBrief(w) != want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", text, boundsBrief(w), want, err)
		}
	}
}

// Days without a limit of their own are told, and the most of any day holds for the days that have no other.
func TestWhatIsReadOfSomeDaysTellsTheOthers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"swim, at most 1 hour a day on weekdays":                         "Mon, Tue, Wed, Thu, Fri at most 1 h; Sat, Sun without such a limit",
		"swim, at most 1 hour a day on weekdays, weekends off":           "Mon, Tue, Wed, Thu, Fri at most 1 h | not Sat, Sun",
		"swim, at most 2 hours a day, at most 4 hours on Saturdays":      "at most 2 h a day | Sat at most 4 h",
		"swim, an hour on weekdays and 3 hours on Sundays":               "Mon, Tue, Wed, Thu, Fri 1 h; Sun 3 h: 8 h a week",
		"swim, at most 1 hour on weekdays and at most 2 on weekend days": "",
		"swim, at most 1 hour on Mondays, Tuesdays and Fridays":          "Mon, Tue, Fri at most 1 h; Wed, Thu, Sat, Sun without such a limit",
	} {
		w, err := Read(text, now, nil)
		if got := strings.Join(meanings(w), " | "); err != nil || got != want {
			t.Errorf("%s is read as %q, want %q (%v)", text, got, want, err)
		}
	}
}

func meanings(w Wish) (out []string) {
	for _, r := range w.Readings {
		out = append(out, r.Means)
	}
	return out
}

// What is said later of some days takes the place of what was said of these, and of the others nothing changes.
func TestALaterLimitOfSomeDaysLeavesTheOthers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, later, want string }{
		{"swim, at most 2 hours a day", "at most 4 hours on Saturdays", "at most 2 h a day | Sat at most 4 h"},
		{"swim, at most 2 hours on Saturdays", "at most 4 hours on Saturdays", "Sat at most 4 h, instead of Sat at most 2 h; Mon, Tue, Wed, Thu, Fri, Sun without such a limit"},
		{"swim, at most 1 hour on weekdays", "at most 4 hours on Fridays", "Mon, Tue, Wed, Thu at most 1 h; Sat, Sun without such a limit | Fri at most 4 h"},
		{"swim, at most 4 hours on Saturdays", "at most 2 hours a day", "at most 2 h a day, instead of Sat at most 4 h"},
		{"swim, 20 minutes a day", "at most 30 minutes on Sundays", "each day, 20 min | Sun at most 30 min"},
	} {
		text := c.before + ". "
		w, err := ReadLater(text+c.later, []int{len(text)}, now, nil)
		if got := strings.Join(meanings(w), " | "); err != nil || got != c.want || len(w.Unread) > 0 {
			t.Errorf("%s%s is read as %q, want %q; %q, %v", text, c.later, got, c.want, w.Unread, err)
		}
	}
}

// However limits of days that are not the same are joined and ordered, each day has the one that was said of it.
func TestEachDayHasTheLimitThatWasSaidOfIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sets := rapid.Permutation([]string{"Mondays", "Tue-Thu", "Fridays", "weekends"}).Draw(t, "sets")[:rapid.IntRange(1, 4).Draw(t, "n")]
		want, text := map[time.Weekday]int{}, ""
		for i, set := range sets {
			n := rapid.IntRange(1, 9).Draw(t, "hours")
			most := rapid.SampledFrom([]string{"at most ", "no more than ", "up to ", "max "}).Draw(t, "most")
			if i > 0 {
				text += rapid.SampledFrom([]string{", ", " and ", "; ", ", and ", " but "}).Draw(t, "join")
				most = rapid.SampledFrom([]string{most, ""}).Draw(t, "again")
			}
			text += fmt.Sprintf("%s%d hours%s on %s", most, n, rapid.SampledFrom([]string{"", " a day"}).Draw(t, "a day"), set)
			for _, d := range named(strings.ToLower(set)) {
				want[d] = n * 60
			}
		}
		w, err := Read("swim, "+text, now, nil)
		got := map[time.Weekday]int{}
		for _, b := range w.Bounds {
			for _, d := range b.Days {
				got[d] = b.Minutes
			}
		}
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || len(w.Unread)+len(w.Windows)+w.MostADay+w.Length > 0 {
			t.Fatalf("%s is read as %s, %v", text, boundsBrief(w), err)
		}
	})
}
