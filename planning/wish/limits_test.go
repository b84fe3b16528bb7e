package wish

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTheMostOfADayOrAWeekIsReadBeforeAndAfterItsLength(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"swim, never more than an hour a day":                    "swim; ≤ 60 a day",
		"swim, an hour a day at most":                            "swim; ≤ 60 a day",
		"swim, an hour per day max":                              "swim; ≤ 60 a day",
		"swim, an hour daily at the very most":                   "swim; ≤ 60 a day",
		"swim, no more than two hours on any day":                "swim; ≤ 120 a day",
		"swim, never over two hours in any one week":             "swim; ≤ 120 a week",
		"swim, five hours a week at most":                        "swim; ≤ 300 a week",
		"swim, 90 minutes a day or less":                         "swim; ≤ 90 a day",
		"swim, never more than 4 hours a week":                   "swim; ≤ 240 a week",
		"swim, never do more than 4 hours a week":                "swim; ≤ 240 a week",
		"swim, a maximum of 2 hours a day":                       "swim; ≤ 120 a day",
		"swim at most an hour a day":                             "swim; ≤ 60 a day",
		"swim, an hour a day at most, five hours a week at most": "swim; ≤ 60 a day; ≤ 300 a week",
		"swim, an hour a day at most 5 hours a week":             "swim; 7×; 60 min; ≤ 300 a week; ! 7 × 1 h is 7 h a week, more than your limit of 5 h",
		"swim, two hours on any day":                             "swim; ? two hours on any day",
		"swim, no sunday swims over 2 hours":                     "swim; ? no sunday swims over 2 hours",
		"swim, never in the evening more than an hour a day":     "swim; ? never in the evening more than an hour a day",
		"swim, an hour a day at most unless it rains":            "swim; ? an hour a day at most unless it rains",
		"swim, never more than 2 hours":                          "swim; ≤ 120 at a time",
		"swim, never more than 30 hours a day":                   "swim; ! \"never more than 30 hours a day\" is not a possible length of time",
	} {
		if w, err := Read(text, now, nil); err != nil || brief(w) != want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", text, brief(w), want, err)
		}
	}
}

func TestDaysOffAreDaysWithoutTime(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"swim, Mondays off":                         "swim; not Mon",
		"swim, Mondays and Fridays off":             "swim; not Mon, Fri",
		"swim, with Sundays off":                    "swim; not Sun",
		"swim with Sundays off":                     "swim; not Sun",
		"swim by June with Sundays off":             "swim; until 2027-05-31; not Sun",
		"swim, I'm off on Fridays":                  "swim; not Fri",
		"swim, I have Fridays off":                  "swim; not Fri",
		"swim, Fridays are off":                     "swim; not Fri",
		"swim, weekends off":                        "swim; not Sat, Sun",
		"swim, every Friday off":                    "swim; not Fri",
		"swim, Friday afternoons off":               "swim; not Fri 12:00–17:00",
		"swim, my days off are Saturday and Sunday": "swim; not Sat, Sun",
		"swim, not before 9am, Mondays off":         "swim; not 00:00–09:00; not Mon",
		"swim every day, Sundays off":               "swim; 6×; not Sun",
		"swim, no Sundays off":                      "swim; ? no Sundays off",
		"swim, never off on Fridays":                "swim; ? never off on Fridays",
		"swim, Mondays off unless it rains":         "swim; ? Mondays off unless it rains",
		"swim, I work in a bar, Mondays off":        "swim; ? I work in a bar, Mondays off",
		"swim, 20% off":                             "swim; ? 20% off",
		"swim, Mondays off work":                    "swim; ? Mondays off work",
		"swim, on my days off":                      "swim; any time",
	} {
		w, err := Read(text, now, nil)
		if err != nil || brief(w) != want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", text, brief(w), want, err)
		}
		if free := strings.Contains(text, "on my days off"); free != (len(w.ByEvents) > 0) {
			t.Errorf("%s: by calendars: %+v", text, w.ByEvents)
		}
		for _, r := range w.Readings {
			if strings.Contains(r.Words, "off") && !r.Assumed && len(w.ByEvents) == 0 {
				t.Errorf("%s: that they may be days with time is not told", text)
			}
		}
	}
}

func TestHoursAreReadWhereTheyCanBeMeantInOneWay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"swim, between 9 and 12":                  "swim; 09:00–12:00",
		"swim, only between 9 and 12":             "swim; 09:00–12:00",
		"swim only between 9 and 12":              "swim; 09:00–12:00",
		"swim, between 9 and 12am":                "swim; ? between 9 and 12am",
		"swim, between 9am and 12":                "swim; 09:00–12:00",
		"swim, between 9am and 12pm":              "swim; 09:00–12:00",
		"swim between 9am and 1pm":                "swim; 09:00–13:00",
		"swim, weekdays between 9 and 12":         "swim; Mon, Tue, Wed, Thu, Fri 09:00–12:00",
		"swim on weekdays between 9 and 12":       "swim; Mon, Tue, Wed, Thu, Fri 09:00–12:00",
		"swim, between 9 and 12 on weekdays":      "swim; Mon, Tue, Wed, Thu, Fri 09:00–12:00",
		"swim, Saturdays from 10 to 12":           "swim; Sat 10:00–12:00",
		"swim, Saturdays 10-2":                    "swim; Sat 10:00–14:00",
		"swim, weekdays between 9 and 5":          "swim; Mon, Tue, Wed, Thu, Fri 09:00–17:00",
		"swim, not weekdays from 9 to 5":          "swim; not Mon, Tue, Wed, Thu, Fri 09:00–17:00",
		"swim, between 10pm and 2":                "swim; ? between 10pm and 2",
		"swim, Saturdays between 7 and 9":         "swim; ? Saturdays between 7 and 9",
		"swim, Saturdays from 2 to 1":             "swim; ? Saturdays from 2 to 1",
		"teach kids between 9 and 12":             "teach kids; ? teach kids between 9 and 12",
		"teach kids from 9 to 5":                  "teach kids; ? teach kids from 9 to 5",
		"swim, until 2027-06-05":                  "swim; until 2027-06-05",
		"read chapters 9-12":                      "read chapters 9-12",
		"swim, no work between 9 and 12 December": "swim; away 2026-12-09 2026-12-12",
		"swim, between 9 and 12 hours a week":     "swim; ? between 9 and 12 hours a week",
	} {
		if w, err := Read(text, now, nil); err != nil || brief(w) != want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", text, brief(w), want, err)
		}
	}
}

func TestTheWorkInAllIsReadWithWhatItIsOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"paint the house, 40 hours total":                        "paint the house; in all 2400",
		"paint the house, 40 hours in total":                     "paint the house; in all 2400",
		"paint the house, a total of 40 hours":                   "paint the house; in all 2400",
		"paint the house, in total about 40 hours":               "paint the house; in all 2400",
		"paint the house in 40 hours total":                      "paint the house; in all 2400",
		"60 hours of driving practice in all by the end of June": "driving practice; until 2027-06-30; in all 3600",
		"I want 60 hours of driving practice in total, weekends": "driving practice; Sat, Sun; in all 3600",
		"I need to get 60 hours of driving practice in all":      "get driving practice; in all 3600",
		"over 60 hours of driving in all":                        "over 60 hours of driving; ? over 60 hours of driving in all",
		"40 to 60 hours of driving in all":                       "40 to 60 hours of driving; ? 40 to 60 hours of driving in all",
		"60 hours of driving on Mondays in all":                  "60 hours of driving; ? 60 hours of driving on Mondays in all",
		"60 hours of driving practice":                           "60 hours of driving practice",
		"paint the house, 40 hours total a week":                 "paint the house; ? 40 hours total a week",
	} {
		w, err := Read(text, now, nil)
		got := brief(w)
		if w.Total > 0 {
			got += fmt.Sprintf("; in all %d", w.Total)
		}
		if err != nil || got != want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", text, got, want, err)
		}
		for _, r := range w.Readings {
			if !strings.Contains(text, r.Words) {
				t.Errorf("%s: %q is not in it", text, r.Words)
			}
		}
	}
}

// However the most is said, it is the most, and never what somebody wants each day or week.
func TestTheMostIsNeverReadAsWhatIsWanted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.SampledFrom([]string{"an hour", "2 hours", "90 minutes", "half an hour"}).Draw(t, "length")
		unit := rapid.SampledFrom([]string{"day", "week"}).Draw(t, "unit")
		per := rapid.SampledFrom([]string{"a ", "per ", "each ", "every "}).Draw(t, "per") + unit
		before := rapid.SampledFrom([]string{"", "at most ", "never more than ", "no more than ", "not over ", "a maximum of ", "never do more than "}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", " at most", " max", " at the most", " tops"}).Draw(t, "after")
		if before+after == "" {
			after = " at most"
		}
		w, err := Read("swim, "+before+length+" "+per+after, now, nil)
		most := w.MostADay
		if unit == "week" {
			most = w.MostAWeek
		}
		if err != nil || most != minutes(length) || w.Length+w.AWeek+w.Sessions > 0 || len(w.Unread) > 0 || w.Title != "swim" {
			t.Fatalf("%s%s %s%s is read as %s, %v", before, length, per, after, brief(w), err)
		}
	})
}
