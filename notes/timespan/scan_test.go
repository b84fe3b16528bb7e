package timespan_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// at returns a reference moment in Berlin with weeks from Monday.
func at(t testing.TB, local string) timespan.Ref {
	t.Helper()
	loc, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.ParseInLocation("2006-01-02 15:04", local, loc)
	if err != nil {
		t.Fatal(err)
	}
	return timespan.Ref{Now: now, WeekStart: time.Monday}
}

// show writes spans in short: "words = start..end", then "?" if assumed, "!" if
// explicit, and the hours.
func show(spans []timespan.Span) string {
	var parts []string
	for _, s := range spans {
		days := s.Range.Start.String() + ".." + s.Range.End.String()
		if s.Range.Days() == 1 {
			days = s.Range.Start.String()
		}
		flags := ""
		if s.Assumed {
			flags += "?"
		}
		if s.Explicit {
			flags += "!"
		}
		if s.Hourly() {
			flags += fmt.Sprintf(" %d-%dh", s.StartHour, s.EndHour)
		}
		for _, d := range s.Weekdays {
			flags += " " + d.String()[:3]
		}
		parts = append(parts, s.Text+" = "+days+flags)
	}
	return strings.Join(parts, "; ")
}

// A sentence and what is found in it on Wednesday, July 15, 2026, at ten.
var sentences = []struct{ text, want string }{
	{"What did I eat today?", "today = 2026-07-15"},
	{"how did i sleep yesterday", "yesterday = 2026-07-14"},
	{"what did I do the day before yesterday", "the day before yesterday = 2026-07-13"},
	{"what's planned for tomorrow", "tomorrow = 2026-07-16"},
	{"Show me last week's workouts", "last week = 2026-07-06..2026-07-12"},
	{"compare last week with the week before", "last week = 2026-07-06..2026-07-12; the week before = 2026-06-29..2026-07-05"},
	{"Compare last week to the week before", "last week = 2026-07-06..2026-07-12; the week before = 2026-06-29..2026-07-05"},
	{"this week vs last week", "this week = 2026-07-13..2026-07-19; last week = 2026-07-06..2026-07-12"},
	{"How was the week before last?", "the week before last = 2026-06-29..2026-07-05"},
	{"how many miles did I run in the last 7 days", "the last 7 days = 2026-07-09..2026-07-15"},
	{"over the past two weeks", "the past two weeks = 2026-07-02..2026-07-15"},
	{"the last couple of weeks", "the last couple of weeks = 2026-07-02..2026-07-15?"},
	{"in the past few days", "the past few days = 2026-07-13..2026-07-15?"},
	{"the past week", "the past week = 2026-07-09..2026-07-15"},
	{"last month", "last month = 2026-06-01..2026-06-30"},
	{"in the last 3 months", "the last 3 months = 2026-04-16..2026-07-15"},
	{"this month so far", "this month so far = 2026-07-01..2026-07-15"},
	{"last year", "last year = 2025-01-01..2025-12-31"},
	{"this year", "this year = 2026-01-01..2026-12-31"},
	{"year to date", "year to date = 2026-01-01..2026-07-15"},
	{"ytd", "ytd = 2026-01-01..2026-07-15"},
	{"last quarter", "last quarter = 2026-04-01..2026-06-30"},
	{"Q1", "Q1 = 2026-01-01..2026-03-31?!"},
	{"in Q3 2025", "Q3 2025 = 2025-07-01..2025-09-30!"},
	{"the first quarter of 2025", "the first quarter of 2025 = 2025-01-01..2025-03-31!"},
	{"H1 2025", "H1 2025 = 2025-01-01..2025-06-30!"},
	{"3 days ago", "3 days ago = 2026-07-12"},
	{"two weeks ago", "two weeks ago = 2026-06-29..2026-07-05?"},
	{"a month ago", "a month ago = 2026-06-01..2026-06-30?"},
	{"a year ago today", "a year ago today = 2025-07-15"},
	{"half a year ago", "half a year ago = 2026-01-01..2026-01-31?"},
	{"two Mondays ago", "two Mondays ago = 2026-07-06?"},
	{"an hour ago", "an hour ago = 2026-07-15"},
	{"12 hours ago", "12 hours ago = 2026-07-14"},
	{"since Monday", "since Monday = 2026-07-13..2026-07-15?"},
	{"since last week", "since last week = 2026-07-06..2026-07-15"},
	{"since two weeks ago", "since two weeks ago = 2026-07-01..2026-07-15?"},
	{"since January", "since January = 2026-01-01..2026-07-15?!"},
	{"since my birthday", ""},
	{"since 2024", "since 2024 = 2024-01-01..2026-07-15!"},
	{"since March 2025", "since March 2025 = 2025-03-01..2026-07-15!"},
	{"until Friday", "until Friday = ..2026-07-10?"},
	{"until yesterday", "until yesterday = ..2026-07-14"},
	{"before last week", "before last week = ..2026-07-05"},
	{"before March", "before March = ..2026-02-28?!"},
	{"before lunch", ""},
	{"after Monday's session", "Monday = 2026-07-13?"},
	{"after Jan 5", "after Jan 5 = 2026-01-06..2026-07-15?!"},
	{"between Monday and Thursday", "between Monday and Thursday = 2026-07-06..2026-07-09?"},
	{"between Jan 5 and Jan 9", "between Jan 5 and Jan 9 = 2026-01-05..2026-01-09?!"},
	{"between Jan 5 and 9", "between Jan 5 and 9 = 2026-01-05..2026-01-09?!"},
	{"between the 5th and the 9th of June", "between the 5th and the 9th of June = 2026-06-05..2026-06-09?!"},
	{"from March to May", "from March to May = 2026-03-01..2026-05-31?!"},
	{"from November to February", "from November to February = 2025-11-01..2026-02-28?!"},
	{"from Dec 20 to Jan 5, 2026", "from Dec 20 to Jan 5, 2026 = 2025-12-20..2026-01-05?!"},
	{"from Monday to Friday", "from Monday to Friday = 2026-07-06..2026-07-10?"},
	{"Jan 5-7", "Jan 5-7 = 2026-01-05..2026-01-07?!"},
	{"5-7 January", "5-7 January = 2026-01-05..2026-01-07?!"},
	{"Jan 30 - Feb 2", "Jan 30 - Feb 2 = 2026-01-30..2026-02-02?!"},
	{"Monday - Wednesday", "Monday - Wednesday = 2026-07-13..2026-07-15?"},
	{"on Monday", "Monday = 2026-07-13?"},
	{"last Monday", "last Monday = 2026-07-13?"},
	{"this Monday", "this Monday = 2026-07-13"},
	{"next Monday", "next Monday = 2026-07-20?"},
	{"last Wednesday", "last Wednesday = 2026-07-08?"},
	{"on Wednesday", "Wednesday = 2026-07-15?"},
	{"Monday last week", "Monday last week = 2026-07-06"},
	{"last week on Monday", "last week on Monday = 2026-07-06"},
	{"what happened on monday and tuesday last week", "monday = 2026-07-06; tuesday last week = 2026-07-07"},
	{"Friday the week before last", "Friday the week before last = 2026-07-03"},
	{"was last saturday better than the saturday before", "last saturday = 2026-07-11?; the saturday before = 2026-07-04"},
	{"wednesday, july 1", "wednesday, july 1 = 2026-07-01?!"},
	{"Monday, January 5, 2026", "Monday, January 5, 2026 = 2026-01-05!"},
	{"Tuesday, January 5, 2026", "Tuesday, January 5, 2026 = 2026-01-05?!"},
	{"2026-01-05", "2026-01-05 = 2026-01-05!"},
	{"2026/01/05", "2026/01/05 = 2026-01-05!"},
	{"2026-01", "2026-01 = 2026-01-01..2026-01-31!"},
	{"2026-W03", "2026-W03 = 2026-01-12..2026-01-18!"},
	{"05.01.2026", "05.01.2026 = 2026-01-05!"},
	{"5.1.2026", "5.1.2026 = 2026-01-05!"},
	{"1/5/2026", "1/5/2026 = 2026-01-05?!"},
	{"13/5/2026", "13/5/2026 = 2026-05-13!"},
	{"1/5/26", "1/5/26 = 2026-01-05?!"},
	{"on 1/5", "1/5 = 2026-01-05?!"},
	{"1/5 squats", "1/5 = 2026-01-05?!"},
	{"1/2 cup of oats", ""},
	{"mood 7/10", ""},
	{"pain went from 7/10 to 4/10", ""},
	{"worked 24/7", ""},
	{"Jan 5", "Jan 5 = 2026-01-05?!"},
	{"January 5th", "January 5th = 2026-01-05?!"},
	{"the 5th of January", "the 5th of January = 2026-01-05?!"},
	{"5 January 2026", "5 January 2026 = 2026-01-05!"},
	{"Jan 5, 2025", "Jan 5, 2025 = 2025-01-05!"},
	{"Jan. 5", "Jan. 5 = 2026-01-05?!"},
	{"on the 5th", "the 5th = 2026-07-05?!"},
	{"on the 20th", "the 20th = 2026-06-20?!"},
	{"the 5th of last month", "the 5th of last month = 2026-06-05"},
	{"Feb 30", ""},
	{"February 30th, 2026", ""},
	{"2026-02-30", ""},
	{"2026-02-29", ""},
	{"30.02.2026", ""},
	{"on 31 April", ""},
	{"Feb 29", "Feb 29 = 2024-02-29?!"},
	{"Feb 29 2025", ""},
	{"in March", "March = 2026-03-01..2026-03-31?!"},
	{"in may", "may = 2026-05-01..2026-05-31?!"},
	{"May 5", "May 5 = 2026-05-05?!"},
	{"I may 5 times", ""},
	{"I may have overtrained", ""},
	{"this may help", ""},
	{"march 12", "march 12 = 2026-03-12?!"},
	{"we march 5 km", ""},
	{"in the fall", "the fall = 2025-09-01..2025-11-30?!"},
	{"I had a fall", ""},
	{"last fall", "last fall = 2025-09-01..2025-11-30?!"},
	{"did he last fall", ""},
	{"when did my dad last fall?", ""},
	{"what did he plant last fall", "last fall = 2025-09-01..2025-11-30?!"},
	{"this summer", "this summer = 2026-06-01..2026-08-31?!"},
	{"last summer", "last summer = 2025-06-01..2025-08-31?!"},
	{"last winter", "last winter = 2025-12-01..2026-02-28?!"},
	{"winter 2025", "winter 2025 = 2025-12-01..2026-02-28?!"},
	{"in spring", "spring = 2026-03-01..2026-05-31?!"},
	{"a spring in my step", ""},
	{"I sat down", ""},
	{"in the sun", ""},
	{"on sat", "sat = 2026-07-11?"},
	{"Sat 4 July", "Sat 4 July = 2026-07-04?!"},
	{"the second set was hard", ""},
	{"one second", ""},
	{"last weekend", "last weekend = 2026-07-11..2026-07-12"},
	{"the weekend", "the weekend = 2026-07-11..2026-07-12?"},
	{"how was my training this weekend", "this weekend = 2026-07-11..2026-07-12?"},
	{"what should I do this weekend", "this weekend = 2026-07-18..2026-07-19?"},
	{"next weekend", "next weekend = 2026-07-18..2026-07-19?"},
	{"the weekend before last", "the weekend before last = 2026-07-04..2026-07-05"},
	{"how was the week-end", "the week-end = 2026-07-11..2026-07-12?"},
	{"the last two weekends", "the last two weekends = 2026-07-04..2026-07-12 Sun Sat"},
	{"this past weekend", "this past weekend = 2026-07-11..2026-07-12"},
	{"early last week", "early last week = 2026-07-06..2026-07-08?"},
	{"early March", "early March = 2026-03-01..2026-03-11?!"},
	{"late June 2025", "late June 2025 = 2025-06-21..2025-06-30?!"},
	{"mid-March", "mid-March = 2026-03-11..2026-03-21?!"},
	{"the end of last month", "the end of last month = 2026-06-21..2026-06-30?"},
	{"the beginning of the year", "the beginning of the year = 2026-01-01..2026-03-31?"},
	{"the first week of January", "the first week of January = 2026-01-01..2026-01-07?!"},
	{"the 2nd week of June", "the 2nd week of June = 2026-06-08..2026-06-14?!"},
	{"the last 10 days of May", "the last 10 days of May = 2026-05-22..2026-05-31?!"},
	{"the first half of June", "the first half of June = 2026-06-01..2026-06-15?!"},
	{"the second half of 2025", "the second half of 2025 = 2025-07-01..2025-12-31!"},
	{"mood in the first quarter vs second quarter of 2025", "the first quarter = 2025-01-01..2025-03-31!; second quarter of 2025 = 2025-04-01..2025-06-30!"},
	{"this morning", "this morning = 2026-07-15 5-12h"},
	{"yesterday morning", "yesterday morning = 2026-07-14 5-12h"},
	{"Monday evening", "Monday evening = 2026-07-13? 17-22h"},
	{"tonight", "tonight = 2026-07-15 18-4h"},
	{"last night", "last night = 2026-07-14 18-4h"},
	{"how did I sleep last night", "last night = 2026-07-15"},
	{"in the mornings", "in the mornings = .. 5-12h"},
	{"compare morning vs evening workouts", "morning = .. 5-12h; evening = .. 17-22h"},
	{"Good morning", ""},
	{"early in the morning", "early in the morning = .. 5-8h"},
	{"mornings last week", "mornings last week = 2026-07-06..2026-07-12 5-12h"},
	{"the morning of Jan 5", "the morning of Jan 5 = 2026-01-05?! 5-12h"},
	{"what did I eat after 9pm", "after 9pm = .. 21-24h"},
	{"before 8am yesterday", "before 8am yesterday = 2026-07-14 0-8h"},
	{"Christmas", "Christmas = 2025-12-25?!"},
	{"on Christmas Eve 2024", "Christmas Eve 2024 = 2024-12-24!"},
	{"between Christmas and New Year's", "between Christmas and New Year's = 2025-12-25..2026-01-01?!"},
	{"since New Year's", "since New Year's = 2026-01-01..2026-07-15?!"},
	{"Valentine's Day", "Valentine's Day = 2026-02-14?!"},
	{"4th of July", "4th of July = 2026-07-04?!"},
	{"Halloween 2025", "Halloween 2025 = 2025-10-31!"},
	{"the day before Christmas", "the day before Christmas = 2025-12-24"},
	{"two weeks before Christmas", "two weeks before Christmas = 2025-12-11..2025-12-24"},
	{"all week", "all week = 2026-07-13..2026-07-19"},
	{"how was my week?", "my week = 2026-07-13..2026-07-19"},
	{"lately", "lately = 2026-07-02..2026-07-15?"},
	{"the other day", "the other day = 2026-07-08..2026-07-14?"},
	{"earlier this week", "earlier this week = 2026-07-13..2026-07-15"},
	{"compare January and February", "January = 2026-01-01..2026-01-31?!; February = 2026-02-01..2026-02-28?!"},
	{"compare January to February", "January = 2026-01-01..2026-01-31?!; February = 2026-02-01..2026-02-28?!"},
	{"compare March 2025 with March 2026", "March 2025 = 2025-03-01..2025-03-31!; March 2026 = 2026-03-01..2026-03-31!"},
	{"2024 vs 2025", "2024 = 2024-01-01..2024-12-31!; 2025 = 2025-01-01..2025-12-31!"},
	{"ate 2000 kcal", ""},
	{"between 1900 and 2000 kcal", ""},
	{"around 2000", ""},
	{"this time last year", "this time last year = 2025-07-08..2025-07-22?"},
	{"compare last week with the same week last year", "last week = 2026-07-06..2026-07-12; the same week last year = 2025-07-07..2025-07-13"},
	{"compare this month with the same month last year", "this month = 2026-07-01..2026-07-31; the same month last year = 2025-07-01..2025-07-31"},
	{"this month vs the previous month", "this month = 2026-07-01..2026-07-31; the previous month = 2026-06-01..2026-06-30"},
	{"the week of Jan 5", "the week of Jan 5 = 2026-01-05..2026-01-11?!"},
	{"the last three workouts", ""},
	{"3 times a week", ""},
	{"on mondays", "mondays = .. Mon"},
	{"every monday", "every monday = .. Mon"},
	{"today and yesterday", "today = 2026-07-15; yesterday = 2026-07-14"},
	{"the week before my race", ""},
	{"in april and may", "april = 2026-04-01..2026-04-30?!; may = 2026-05-01..2026-05-31?!"},
	{"Did I run more in May than in June?", "May = 2026-05-01..2026-05-31?!; June = 2026-06-01..2026-06-30?!"},
	{"next 7 days", "next 7 days = 2026-07-16..2026-07-22"},
	{"last 24 hours", "last 24 hours = 2026-07-14..2026-07-15"},
	{"in the last 30 days compared to the 30 days before", "the last 30 days = 2026-06-16..2026-07-15; the 30 days before = 2026-05-17..2026-06-15"},
	{"exactly one year ago", "one year ago = 2025-07-15"},
	{"from today on", "from today on = 2026-07-15"},
	{"up to yesterday", "up to yesterday = ..2026-07-14"},
	{"fell in the fall of 2025", "the fall of 2025 = 2025-09-01..2025-11-30?!"},
	{"half past 5", ""},
	{"every other day", ""},
	{"read 2 chapters of 1984", ""},
	{"all of 2025", "2025 = 2025-01-01..2025-12-31!"},
	{"Ran 5k in 27:30, 3x5 squat at 100kg, mood 7/10", ""},
	{"3 sets of 12, rest 2 min, second set hard", ""},
	{"Mark sat by the sun and may march on", ""},
	{"10-12 reps, 8-10 hours, split 2:30-3:00", ""},
}

func TestScanOnAWednesdayInJuly(t *testing.T) {
	t.Parallel()
	ref := at(t, "2026-07-15 10:00")
	for _, c := range sentences {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			if got := show(timespan.Scan(c.text, ref)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestScanAtTheEdgesOfTheCalendar(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, now, text, want string }{
		{"last week across a year's end", "2026-01-02 09:00", "last week", "last week = 2025-12-22..2025-12-28"},
		{"this week across a year's end", "2026-01-02 09:00", "this week", "this week = 2025-12-29..2026-01-04"},
		{"last month in January", "2026-01-31 09:00", "last month", "last month = 2025-12-01..2025-12-31"},
		{"a month before March 31 is February", "2026-03-31 09:00", "a month ago", "a month ago = 2026-02-01..2026-02-28?"},
		{"the last month of days ends today", "2026-03-31 09:00", "the past month", "the past month = 2026-03-01..2026-03-31"},
		{"last quarter in January", "2026-01-31 09:00", "last quarter", "last quarter = 2025-10-01..2025-12-31"},
		{"a year before a leap day", "2028-02-29 12:00", "a year ago today", "a year ago today = 2027-02-28"},
		{"a leap day in its year", "2028-03-01 12:00", "Feb 29", "Feb 29 = 2028-02-29?!"},
		{"February of a leap year", "2028-03-01 12:00", "last month", "last month = 2028-02-01..2028-02-29"},
		{"winter of a leap year", "2028-03-15 12:00", "last winter", "last winter = 2027-12-01..2028-02-29?!"},
		{"this winter before it ends", "2026-02-23 09:00", "this winter", "this winter = 2025-12-01..2026-02-28?!"},
		{"this winter when it has just ended", "2026-03-10 09:00", "this winter", "this winter = 2025-12-01..2026-02-28?!"},
		{"this winter in December", "2026-12-10 09:00", "this winter", "this winter = 2026-12-01..2027-02-28?!"},
		{"this autumn in December", "2026-12-10 09:00", "this autumn", "this autumn = 2026-09-01..2026-11-30?!"},
		{"last winter within winter", "2026-02-23 09:00", "last winter", "last winter = 2024-12-01..2025-02-28?!"},
		{"next winter within winter", "2026-02-23 09:00", "next winter", "next winter = 2026-12-01..2027-02-28?!"},
		{"this winter in January", "2026-01-10 12:00", "in winter", "winter = 2025-12-01..2026-02-28?!"},
		{"the night the clocks go forward", "2026-03-29 03:30", "yesterday", "yesterday = 2026-03-28"},
		{"the week the clocks go back", "2026-10-26 00:10", "last week", "last week = 2026-10-19..2026-10-25"},
		{"an hour before the clocks went forward", "2026-03-30 00:30", "23 hours ago", "23 hours ago = 2026-03-29"},
		{"an hour past midnight", "2026-07-15 00:30", "an hour ago", "an hour ago = 2026-07-14"},
		{"the weekend on a Sunday", "2026-07-19 12:00", "this weekend", "this weekend = 2026-07-18..2026-07-19"},
		{"last weekend on a Sunday", "2026-07-19 12:00", "last weekend", "last weekend = 2026-07-11..2026-07-12"},
		{"Sunday on a Sunday is today", "2026-07-19 12:00", "on Sunday", "Sunday = 2026-07-19?"},
		{"last Sunday on a Sunday is a week ago", "2026-07-19 12:00", "last Sunday", "last Sunday = 2026-07-12?"},
		{"Christmas on Christmas Day", "2026-12-25 12:00", "Christmas", "Christmas = 2026-12-25?!"},
		{"the days between the years, while they run", "2026-12-28 12:00", "between Christmas and New Year's", "between Christmas and New Year's = 2026-12-25..2027-01-01?!"},
		{"the 31st in a short month", "2026-03-05 12:00", "on the 31st", "the 31st = 2026-01-31?!"},
		{"an ISO week 53", "2026-07-15 12:00", "2026-W53", "2026-W53 = 2026-12-28..2027-01-03!"},
		{"no ISO week 53", "2026-07-15 12:00", "2025-W53", ""},
		{"two digits of a year in the last century", "2026-07-15 12:00", "5.1.1987 and 01/05/87", "5.1.1987 = 1987-01-05!; 01/05/87 = 1987-01-05?!"},
		{"more days than there are", "2026-07-15 12:00", "the last 99999999 days", ""},
		{"more years than there are", "2026-07-15 12:00", "3000 years ago", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := show(timespan.Scan(c.text, at(t, c.now))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestWeeksBeginWhereTheUserSaysSo(t *testing.T) {
	t.Parallel()
	ref := at(t, "2026-07-19 12:00") // a Sunday
	ref.WeekStart = time.Sunday
	cases := []struct{ text, want string }{
		{"this week", "this week = 2026-07-19..2026-07-25"},
		{"last week", "last week = 2026-07-12..2026-07-18"},
		{"Monday last week", "Monday last week = 2026-07-13"},
		{"the week before last", "the week before last = 2026-07-05..2026-07-11"},
		{"the week of July 1", "the week of July 1 = 2026-06-28..2026-07-04?!"},
		{"last weekend", "last weekend = 2026-07-11..2026-07-12"},
	}
	for _, c := range cases {
		if got := show(timespan.Scan(c.text, ref)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
	for w, want := range map[commonv1.Weekday]time.Weekday{
		commonv1.Weekday_WEEKDAY_UNSPECIFIED: time.Monday,
		commonv1.Weekday_WEEKDAY_MONDAY:      time.Monday,
		commonv1.Weekday_WEEKDAY_SATURDAY:    time.Saturday,
		commonv1.Weekday_WEEKDAY_SUNDAY:      time.Sunday,
		99:                                   time.Monday,
	} {
		if got := timespan.WeekStart(w); got != want {
			t.Errorf("WeekStart(%v) = %v, want %v", w, got, want)
		}
	}
}

func TestStripLeavesTheSubject(t *testing.T) {
	t.Parallel()
	cases := []struct{ text, want string }{
		{"Show me last week's workouts", "Show me workouts"},
		{"What did I eat on Tuesday?", "What did I eat?"},
		{"In March 2025, how often did I run?", ", how often did I run?"},
		{"how was my sleep over the last 7 days", "how was my sleep"},
		{"Why was I tired?", "Why was I tired?"},
		{"this month vs. last month", "vs."},
	}
	for _, c := range cases {
		if got := timespan.Strip(c.text, timespan.Scan(c.text, at(t, "2026-07-15 10:00"))); got != c.want {
			t.Errorf("Strip(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestProtoCarriesTheSpan(t *testing.T) {
	t.Parallel()
	got := timespan.Scan("Monday evening", at(t, "2026-07-15 10:00"))[0].Proto()
	want := &commonv1.TimeRange{
		Text: "Monday evening", Start: "2026-07-13", End: "2026-07-13", Assumed: true,
		Grain: commonv1.Grain_GRAIN_PART_OF_DAY, StartHour: 17, EndHour: 22,
	}
	if !proto.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
