package wish

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

var now = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// brief tells a wish in a line.
func brief(w Wish) string {
	out := []string{w.Title}
	add := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(w.Start != 0, "from %s", w.Start)
	add(w.By != 0 && !w.Event, "until %s", w.By)
	add(w.By != 0 && w.Event, "on %s", w.By)
	add(w.Sessions > 0, "%d×", w.Sessions)
	add(w.EveryOther, "every other day")
	add(w.Length > 0, "%d min", w.Length)
	add(w.AWeek > 0, "%d min a week", w.AWeek)
	add(w.MostADay > 0, "≤ %d a day", w.MostADay)
	add(w.MostAWeek > 0, "≤ %d a week", w.MostAWeek)
	add(w.Longest > 0, "≤ %d at a time", w.Longest)
	for _, x := range w.Windows {
		add(true, "%s", x)
	}
	for _, x := range w.Never {
		add(true, "not %s", x)
	}
	for _, x := range w.Away {
		add(true, "away %s %s", x.First, x.Last)
	}
	for _, x := range w.Unread {
		add(true, "? %s", x)
	}
	for _, x := range append(w.Problems, w.Contradictions(civil.DateOf(now))...) {
		add(true, "! %s", x)
	}
	return strings.Join(out, "; ")
}

func TestAWishIsReadFromItsWords(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"Get me ready for a half marathon by 17 October, four evenings a week, not on Thursdays", "Get me ready for a half marathon; until 2027-10-17; 4×; 17:00–22:00; not Thu"},
		{"Finish my thesis before the end of May, 10 hours a week", "Finish my thesis; until 2027-05-31; 600 min a week"},
		{"Run a 10k on March 14 2027, three times a week, no weekends", "Run a 10k; on 2027-03-14; 3×; not Sat, Sun"},
		{"Learn Italian in six months, half an hour every morning", "Learn Italian; until 2027-05-27; 7×; 30 min; 06:00–12:00"},
		{"Pass the bar exam on 24 February; weekday evenings from 7 to 9 and Saturdays", "Pass the bar exam; on 2027-02-24; Mon, Tue, Wed, Thu, Fri 19:00–21:00; Sat"},
		{"Move house by the end of January", "Move house; until 2027-01-31"},
		{"Move house by January", "Move house; until 2026-12-31"},
		{"plan our wedding for next August", "plan our wedding; on 2027-08-01"},
		{"Meditate every day for ten minutes", "Meditate; 7×; 10 min"},
		{"Learn Italian, half an hour a day, 5 times a week", "Learn Italian; 5×; 30 min"},
		{"Learn Italian, 5 times a week, half an hour a day", "Learn Italian; 5×; 30 min"},
		{"Renovate the bathroom until Easter, only at weekends, budget 8000 euros", "Renovate the bathroom; until 2027-03-28; Sat, Sun; ? budget 8000 euros"},
		{"find a new job in the next three months, starting in January, 5 hours a week, not before 9am", "find a new job; from 2027-01-01; until 2027-02-27; 300 min a week; not 00:00–09:00"},
		{"launch the app within 12 weeks", "launch the app; until 2027-02-19"},
		{"write a novel in a year, an hour on Mondays, Wednesdays and Fridays", "write a novel; until 2027-11-27; 60 min; Mon, Wed, Fri"},
		{"be ready for the exam in 8 weeks; never on Sunday; at most 2 hours a day", "be ready for the exam; until 2027-01-22; ≤ 120 a day; not Sun"},
		{"half marathon on Oct 17", "half marathon; on 2027-10-17"},
		{"I want to learn piano, 45 minutes each, twice a week, Tuesdays and Thursdays are busy", "learn piano; 2×; 45 min; not Tue, Thu"},
		{"half marathon by 17 October. Not on Tuesdays or Thursdays. No Sundays. after 6pm", "half marathon; until 2027-10-17; 18:00–23:00; not Tue, Thu; not Sun"},
		{"Draw every other day for an hour and a half, no more than 6 hours a week", "Draw; every other day; 90 min; ≤ 360 a week"},
		{"swim", "swim"},
		{"learn chess, starting on 1 June 2027, until 1 March 2027", "learn chess; from 2027-06-01; ? until 1 March 2027"},
		{"radio licence, 4 hours weekly", "radio licence; 240 min a week"},
		{"make a film, i work mon-fri till 2pm", "make a film; ? i work mon-fri till 2pm"},
		{"a garden to eat from in summer, my school starts on the 26th", "a garden to eat; ? a garden to eat from in summer, my school starts on the 26th"},
		{"walk again, no running for three months", "walk again; ? no running for three months"},
		{"file the taxes of 2022 and 2023 by 15 March", "file the taxes of 2022 and 2023; until 2027-03-15"},
		{"5k by May, 3x/wk", "5k; until 2027-04-30; 3×"},
		{"study 4 hours in a week by June", "study; until 2027-05-31; 240 min a week"},
		{"meditate before 7:15", "meditate; 05:00–07:15"},
		{"run after 18:30", "run; 18:30–23:00"},
		{"paint, 8–11pm", "paint; 20:00–23:00"},
		{"write, mornings, 7am to 9am", "write; 07:00–09:00"},
		{"10k by May, no run over 75 min", "10k; until 2027-04-30; ≤ 75 at a time"},
		{"study for the exam, never more than 2 hours straight", "study for the exam; ≤ 120 at a time"},
		{"code at most 10 hours a week, not more than 3 hours a day", "code; ≤ 180 a day; ≤ 600 a week"},
		{"build a garden by May, Saturdays", "build a garden; until 2027-04-30; Sat"},
		{"build a garden by May on weekends", "build a garden; until 2027-04-30; Sat, Sun"},
		{"thesis by the end of March, mornings before 8", "thesis; until 2027-03-31; 06:00–08:00"},
		{"exam on 12 May, an hour every weekday evening, not Fridays", "exam; on 2027-05-12; 4×; 60 min; Mon, Tue, Wed, Thu, Fri 17:00–22:00; not Fri"},
		{"swim every day, not on Sundays", "swim; 6×; not Sun"},
		{"learn to swim by June, Tuesdays and Fridays 7-8pm", "learn to swim; until 2027-05-31; Tue, Fri 19:00–20:00"},
		{"write a book, Monday to Thursday after 6pm", "write a book; Mon, Tue, Wed, Thu 18:00–23:00"},
		{"write a book, Mon-Fri 9-17", "write a book; Mon, Tue, Wed, Thu, Fri 09:00–17:00"},
		{"run, four evenings a week after 6pm", "run; 4×; 18:00–22:00"},
		{"thesis by June, I'm away from 20 to 27 December", "thesis; until 2027-05-31; away 2026-12-20 2026-12-27"},
		{"thesis by June, no work between 24 December and 2 January, not in April", "thesis; until 2027-05-31; away 2026-12-24 2027-01-02; away 2027-04-01 2027-04-30"},
	}
	for _, tt := range tests {
		if w, err := Read(tt.text, now, nil); err != nil || brief(w) != tt.want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", tt.text, brief(w), tt.want, err)
		}
	}
}

func TestWhatIsNoConstraintStaysPartOfTheGoal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"marathon in under 4 hours, 5 runs a week": "marathon in under 4 hours; 5×",
		"give a talk of 20 minutes at the meetup":  "give a talk of 20 minutes at the meetup",
		"read 24 books":                             "read 24 books",
		"piano, Saturday till noon":                 "piano; ? Saturday till noon",
		"piano after 5":                             "piano; ? piano after 5",
		"Saturdays from 7 to 9":                     "Saturdays from 7 to 9; ? Saturdays from 7 to 9", // which half of the day?
		"a cello concert, Thursday evenings 7-8 pm": "a cello concert; Thu 19:00–20:00",
	} {
		if w, err := Read(text, now, nil); err != nil || brief(w) != want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", text, brief(w), want, err)
		}
	}
}

// What bounds a part of a clause bounds what that part would mean.
func TestAClauseIsReadWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"run, from March on Tuesdays only":                        "run; ? from March on Tuesdays only",
		"run, not after 9pm unless it's Friday":                   "run; ? not after 9pm unless it's Friday",
		"run every day but Sunday":                                "run; ? run every day but Sunday",
		"run, every day except Sundays":                           "run; 6×; not Sun",
		"paint on alternate Saturdays":                            "paint; ? paint on alternate Saturdays",
		"run three or four times a week":                          "run three; ? run three or four times a week",
		"thesis, 5 to 10 hours a week":                            "thesis; ? 5 to 10 hours a week",
		"run at least three times a week":                         "run; ? run at least three times a week",
		"run, four evenings a week until Christmas, then two":     "run; ? four evenings a week until Christmas, then two",
		"run, two evenings a week and Saturday mornings":          "run; ? two evenings a week and Saturday mornings",
		"run, two evenings a week, Saturday mornings":             "run; 2×; 17:00–22:00; ? Saturday mornings",
		"learn to sing without using weekends":                    "learn to sing; ? learn to sing without using weekends",
		"run, not only on weekends":                               "run; ? not only on weekends",
		"run a marathon by October, before I turn 40":             "run a marathon; until 2027-09-30; ? before I turn 40",
		"thesis, Fridays off, mostly evenings":                    "thesis; not Fri; ? mostly evenings",
		"swim, evenings but not Fridays":                          "swim; 17:00–22:00; not Fri",
		"swim by 17 October and I have four evenings a week":      "swim; until 2027-10-17; 4×; 17:00–22:00",
		"swim, not on Fridays, weekday evenings":                  "swim; not Fri; ? weekday evenings",
		"swim, not Mondays, Fridays":                              "swim; ? not Mondays, Fridays",
		"swim, not Monday and Fridays":                            "swim; ? not Monday and Fridays",
		"swim, Saturdays, Sunday mornings":                        "swim; Sat; Sun 06:00–12:00",
		"swim, I play in a band, Tuesdays and Fridays":            "swim; ? I play in a band, Tuesdays and Fridays",
		"swim, I work in a bar, three evenings a week":            "swim; ? I work in a bar, three evenings a week",
		"swim, my first time, three evenings a week":              "swim; 3×; 17:00–22:00; ? my first time",
		"swim, no more than 2 hours a day except weekends":        "swim; ? no more than 2 hours a day except weekends",
		"swim, at most 2 hours a day, except on weekends":         "swim; ≤ 120 a day; ? except on weekends",
		"swim, no weekends except Sundays":                        "swim; ? no weekends except Sundays",
		"swim every day, except Sundays":                          "swim; 6×; not Sun",
		"Shift worker. Need B1 by the end of October":             "B1; until 2027-10-31; ? Shift worker",
		"get my taxes for 2025 done by 31 July":                   "get my taxes for 2025 done; until 2027-07-31",
		"swim, half an hour on the train, and an hour on Sundays": "swim; ? half an hour on the train, and an hour on Sundays",
		"swim, if it is warm, and I have four evenings a week":    "swim; 4×; 17:00–22:00; ? if it is warm",
		"swim, Monday to weekends":                                "swim; ? Monday to weekends",
		"start a weekly review":                                   "start; ? start a weekly review",
		"swim, weekdays after 6pm, Saturdays after 2pm":           "swim; Mon, Tue, Wed, Thu, Fri 18:00–23:00; Sat 14:00–23:00",
		"We have two kids. We want to build a shed by June":       "build a shed; until 2027-05-31; ? We have two kids",
		"swim, by my 30th birthday, not on the 24th":              "swim; away 2026-12-24 2026-12-24; ? by my 30th birthday",
		"swim, in August I am often away, and never after 6 p.m.": "swim; ? in August I am often away, and never after 6 p.m",
	} {
		if w, err := Read(text, now, nil); err != nil || brief(w) != want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", text, brief(w), want, err)
		}
	}
}

func TestTheGoalIsTheClauseThatIsAboutAKnownKind(t *testing.T) {
	t.Parallel()
	known := func(text string) bool { return strings.Contains(text, "marathon") }
	w, err := Read("Hello there. I have two kids. Half marathon on 17 October", now, known)
	if want := "Half marathon; on 2027-10-17; ? Hello there; ? I have two kids"; err != nil || brief(w) != want {
		t.Errorf("got %s\nwant %s (%v)", brief(w), want, err)
	}
}

func TestWhatCannotBeIsTold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"thesis by 1 March 2020":                                  "is past",
		"half marathon by yesterday":                              "is past",
		"half marathon by two weeks ago":                          "is past",
		"half marathon by last Friday":                            "is past",
		"run 10 km in -3 weeks":                                   "is past",
		"half marathon in 500 weeks":                              "more than five years ahead",
		"exam on February 30":                                     "February has no day 30",
		"run 5 days a week, only at weekends":                     "you asked for 5 days a week, but only 2 are left",
		"study 30 hours a day":                                    "not a possible length of time",
		"swim 90 times a week":                                    "is not possible",
		"Learn chess. -2 evenings a week":                         `"-2 evenings a week" is negative; write it without the minus`,
		"Learn chess. −2 evenings a week":                         "is negative",
		"Learn chess, minus two evenings a week":                  "is negative",
		"Learn chess. Negative 3 hours a week":                    "is negative",
		"Learn chess on Saturdays, -30 minutes each":              "is negative",
		"Learn chess. 0 evenings a week":                          "is not possible",
		"Learn chess. Zero times a week":                          "is not possible",
		"read for 3 hours a day, at most 2 hours a day":           "longer than your limit a day",
		"write 20 hours a week, but no more than 10 hours a week": "more than your limit",
		"read 20 minutes every day, at most 2 hours a week":       "7 × 20 min is 2 h 20 min a week, more than your limit of 2 h",
		"read an hour a day on weekdays, at most 4 hours a week":  "5 × 1 h is 5 h a week, more than your limit of 4 h",
		"run 4 times a week, at least one day between runs":       "4 times a week leaves no day between",
		"train twice a week, three times a week":                  "contradicts what you said before",
	} {
		w, err := Read(text, now, nil)
		if err != nil || !strings.Contains(strings.Join(append(w.Problems, w.Contradictions(civil.DateOf(now))...), "\n"), want) {
			t.Errorf("%s: want a problem with %q, got %q, %v", text, want, w.Problems, err)
		}
	}
}

// A dash that begins a line of a list is no minus sign, and neither is one with a space.
func TestADashOfAListIsNoMinus(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Learn chess\n-2 evenings a week\n-30 minutes each", "Learn chess\n- 2 evenings a week", "Learn chess – 2 evenings a week"} {
		if w, err := Read(text, now, nil); err != nil || w.Sessions != 2 || len(w.Problems) > 0 {
			t.Errorf("%q is read as %s, %q, %v", text, brief(w), w.Problems, err)
		}
	}
}

func TestATextIsRefusedWhereThereIsNoneOrTooMuch(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " \n ", strings.Repeat("x", MaxLength+1)} {
		if _, err := Read(text, now, nil); err == nil {
			t.Errorf("%.20q is read", text)
		}
	}
}

func TestEachReadingNamesItsWords(t *testing.T) {
	t.Parallel()
	text := "Learn Greek by summer, four evenings a week"
	w, err := Read(text, now, nil)
	if err != nil || len(w.Readings) != 2 {
		t.Fatalf("got %v, %v", w.Readings, err)
	}
	for _, r := range w.Readings {
		if !strings.Contains(text, r.Words) || !r.Assumed {
			t.Errorf("a reading is %+v", r)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"half marathon by 17 October, four evenings a week, not on Thursdays", "İ every day from 7 to 9", "\x00 1/2/3 an hour a day", "swim, Monday to weekends, not after 9pm unless it rains"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, err := Read(text, now, nil)
		if err != nil {
			return
		}
		for _, quote := range w.Unread {
			if quote == "" {
				t.Errorf("of %q nothing is quoted", text)
			}
		}
		for _, x := range append(w.Windows, w.Never...) {
			if x.From < 0 || x.To > day || x.From >= x.To {
				t.Errorf("a window of %q is %+v", text, x)
			}
		}
		if w.Sessions < 0 || w.Sessions > 70 || w.Length < 0 || w.Length > day || w.AWeek > 7*day {
			t.Errorf("of %q is read %+v", text, w)
		}
	})
}

// Hours that end at noon are of the morning: nobody writes midnight so.
func TestTimesOfTheWeekAreReadByThemselves(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Mon-Sat 10:00-12:00":   "[Mon, Tue, Wed, Thu, Fri, Sat 10:00–12:00]",
		"Mon-Fri 9:30-12:00":    "[Mon, Tue, Wed, Thu, Fri 09:30–12:00]",
		"Mon-Fri 09:30-12:00":   "[Mon, Tue, Wed, Thu, Fri 09:30–12:00]",
		"Saturdays 8:00-13:00":  "[Sat 08:00–13:00]",
		"Mon-Fri 7:00-9:00":     "[Mon, Tue, Wed, Thu, Fri 07:00–09:00]",
		"Mon-Fri 7-9":           "",
		"sun":                   "[Sun]",
		"Mon, Wed":              "[Mon, Wed]",
		"Friday evening":        "[Fri 17:00–22:00]",
		"next Sunday":           "",
		"13 March":              "",
		"evenings and weekends": "[Mon, Tue, Wed, Thu, Fri 17:00–22:00 Sat, Sun]",
	} {
		got, err := ReadWindows(text, now)
		if want == "" && (err == nil || !strings.Contains(err.Error(), `"07:00-09:00"`)) || want != "" && (err != nil || fmt.Sprint(got) != want) {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
	}
}

// What is chosen apart from the words is in the place of what they said of it, and of nothing else.
func TestWhatIsChosenIsInThePlaceOfWhatWasRead(t *testing.T) {
	t.Parallel()
	text := "finish my thesis by 31 May, four evenings a week, at most 90 minutes a day, not on Thursdays"
	mornings := []Window{{From: 6 * 60, To: 9 * 60}}
	for name, tt := range map[string]struct {
		by        civil.Date
		windows   []Window
		never     []Window
		unlimited bool
		want      string
	}{
		"nothing":       {want: "until Mon 31 May 2027 | 4 times a week, 17:00–22:00 | at most 1 h 30 min a day | not Thu"},
		"a last day":    {by: civil.NewDate(2027, 7, 1), want: "4 times a week, 17:00–22:00 | at most 1 h 30 min a day | not Thu | until Thu 1 Jul 2027"},
		"hours":         {windows: mornings, want: "until Mon 31 May 2027 | at most 1 h 30 min a day | not Thu | 4 times a week | 06:00–09:00"},
		"days off":      {never: []Window{{Days: []time.Weekday{time.Friday}, To: 24 * 60}}, want: "until Mon 31 May 2027 | 4 times a week, 17:00–22:00 | at most 1 h 30 min a day | not Thu | not Fri"},
		"to allow more": {unlimited: true, want: "until Mon 31 May 2027 | 4 times a week, 17:00–22:00 | not Thu | no limit of a day or a week"},
		"all of it":     {civil.NewDate(2027, 7, 1), mornings, nil, true, "not Thu | until Thu 1 Jul 2027 | 4 times a week | 06:00–09:00 | no limit of a day or a week"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, err := Read(text, now, nil)
			if err != nil {
				t.Fatal(err)
			}
			w.Choose(tt.by, tt.windows, tt.never, tt.unlimited)
			var got []string
			for _, r := range w.Readings {
				got = append(got, r.Means)
			}
			if told := strings.Join(got, " | "); told != tt.want {
				t.Errorf("it tells\n%s\nnot\n%s", told, tt.want)
			}
		})
	}
}
