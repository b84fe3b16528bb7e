package wish

import (
	"fmt"
	"testing"
)

func TestTheLongestSessionAndTheDaysBetweenAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"swim, sessions of at most 90 minutes":                    "swim; ≤ 90 at a time",
		"swim, in sessions of no more than 90 minutes":            "swim; ≤ 90 at a time",
		"swim, sessions no longer than an hour and a half":        "swim; ≤ 90 at a time",
		"swim, at most 90 minutes at a time":                      "swim; ≤ 90 at a time",
		"swim, 90 minutes at a time at most":                      "swim; ≤ 90 at a time",
		"swim, up to 90 minutes a session":                        "swim; ≤ 90 at a time",
		"swim, sessions of 90 minutes":                            "swim; 90 min",
		"swim, twice a week in sessions of 90 minutes":            "swim; 2×; 90 min",
		"swim, sessions of at least 90 minutes":                   "swim; ? sessions of at least 90 minutes",
		"swim, sessions of at most 90 minutes unless it rains":    "swim; ? sessions of at most 90 minutes unless it rains",
		"swim, at most 2 h 20 a week":                             "swim; ≤ 140 a week",
		"swim, at most 2 hours and 20 minutes a week":             "swim; ≤ 140 a week",
		"swim, at most 2h20 a week":                               "swim; ≤ 140 a week",
		"swim, an hour 3 times a week":                            "swim; 3×; 60 min",
		"swim, with at least one day between sessions":            "swim; apart 1",
		"swim, a rest day between workouts":                       "swim; apart 1",
		"swim, twice a week, at least two days between sessions":  "swim; 2×; apart 2",
		"swim, never on two days in a row":                        "swim; apart 1",
		"swim, not on consecutive days":                           "swim; apart 1",
		"swim, at least 9 days between sessions":                  "swim; ? at least 9 days between sessions",
		"swim, a day between the exams":                           "swim; ? a day between the exams",
		"swim, at least one day between sessions except weekends": "swim; ? at least one day between sessions except weekends",
	} {
		w, err := Read(text, now, nil)
		got := brief(w)
		if w.Apart > 0 {
			got += fmt.Sprintf("; apart %d", w.Apart)
		}
		if err != nil || got != want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", text, got, want, err)
		}
	}
}
