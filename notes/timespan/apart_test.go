package timespan_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/timespan"
)

// Weekdays and hours belong to the range of their sentence, wherever it stands.
func TestWhatStandsApartIsOneSpan(t *testing.T) {
	t.Parallel()
	ref := at(t, "2026-07-15 10:00")
	for _, c := range []struct{ text, want, rest string }{
		{"how did Mondays at the gym go in May", "Mondays = 2026-05-01..2026-05-31?! Mon", "how did at the gym go"},
		{"after 8pm at all last week, snacks", "after 8pm = 2026-07-06..2026-07-12 20-24h", "at all, snacks"},
		{"how often do I snack after 10pm on weekdays", "weekdays = .. 22-24h Mon Tue Wed Thu Fri", "how often do I snack"},
		{"sleep: workdays vs weekends, last 4 weeks",
			"workdays = 2026-06-18..2026-07-15 Mon Tue Wed Thu Fri; weekends, last 4 weeks = 2026-06-18..2026-07-15 Sun Sat", "sleep: vs"},
		{"were weekends better in June than in May", "June = 2026-06-01..2026-06-30?! Sun Sat; May = 2026-05-01..2026-05-31?! Sun Sat", "were better than"},
		// Another clause tells of something else.
		{"on Mondays I feel tired, did I sleep less last month", "Mondays = .. Mon; last month = 2026-06-01..2026-06-30", "I feel tired, did I sleep less"},
	} {
		spans := timespan.Scan(c.text, ref)
		if got := show(spans); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
		if got := timespan.Strip(c.text, spans); got != c.rest {
			t.Errorf("%q without its times = %q, want %q", c.text, got, c.rest)
		}
	}
}

// What is only spoken about is no time; what somebody said is one.
func TestTitlesAreNoTimes(t *testing.T) {
	t.Parallel()
	ref := at(t, "2026-07-15 10:00")
	for text, want := range map[string]string{
		`read "One Day in December" yesterday`: "yesterday = 2026-07-14",
		`she said "it was cold on Monday"`:     "Monday = 2026-07-13?",
		`what did I mean by "last week"`:       "last week = 2026-07-06..2026-07-12",
		"how do you spell Wednesday":           "",
		"Independence Day the movie":           "",
		"Independence Day at the lake":         "Independence Day = 2026-07-04?!",
		"how old is June":                      "",
		"how was June":                         "June = 2026-06-01..2026-06-30?!",
	} {
		if got := show(timespan.Scan(text, ref)); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}
