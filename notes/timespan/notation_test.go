package timespan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/timespan"
)

// notations is a table a notation: how a time is written, and the days that it stands for on Wednesday,
// July 15, 2026.
var notations = map[string][]struct{ text, want string }{
	"dates in digits": {
		{"on 2026-01-05", "2026-01-05"}, {"on 20260105", "2026-01-05"}, {"on 2026/1/5", "2026-01-05"},
		{"on 05.01.2026", "2026-01-05"}, {"on 5.1.", "2026-01-05"}, {"on 1/5/26", "2026-01-05"}, {"on 13/5/2026", "2026-05-13"},
		{"in 2026-01", "2026-01-01..2026-01-31"}, {"in 03/2026", "2026-03-01..2026-03-31"}, {"2024-2025", "2024-01-01..2025-12-31"},
	},
	"a month by its name, and a day": {
		{"on Oct 15", "2025-10-15"}, {"on Oct. 15th", "2025-10-15"}, {"on the 15th of October", "2025-10-15"},
		{"on Oct 15, 2024", "2024-10-15"}, {"on 15 Oct '24", "2024-10-15"}, {"Oct 15-20", "2025-10-15..2025-10-20"},
		{"14, 15 and 18 May", "2026-05-14; 2026-05-15; 2026-05-18"},
	},
	"a month by its name, joined to a day or a year": {
		{"on Oct-15", "2025-10-15"}, {"on Oct/15", "2025-10-15"}, {"on 15-Oct", "2025-10-15"}, {"on 15/Oct", "2025-10-15"},
		{"in Oct-2024", "2024-10-01..2024-10-31"}, {"in Oct/2024", "2024-10-01..2024-10-31"}, {"in October, 2024", "2024-10-01..2024-10-31"},
		{"on 15-Oct-2024", "2024-10-15"}, {"on 15-Oct-24", "2024-10-15"}, {"on 2024-Oct-15", "2024-10-15"}, {"on Oct/15/2024", "2024-10-15"},
		{"how was I from Oct-15 to Oct-20", "2025-10-15..2025-10-20"}, {"Jan/Feb 2025", "2025-01-01..2025-01-31; 2025-02-01..2025-02-28"},
		{"jan-mar 2025", "2025-01-01..2025-03-31"}, {"in room B-12", ""}, {"may-be", ""},
	},
	"quarters, halves and weeks by their numbers": {
		{"in Q3 2025", "2025-07-01..2025-09-30"}, {"in 2025 Q3", "2025-07-01..2025-09-30"}, {"2025-Q3", "2025-07-01..2025-09-30"},
		{"2025/Q3", "2025-07-01..2025-09-30"}, {"Q3-2025", "2025-07-01..2025-09-30"}, {"2025 H1 numbers", "2025-01-01..2025-06-30"},
		{"H1 2025", "2025-01-01..2025-06-30"}, {"2025-W10", "2025-03-03..2025-03-09"}, {"calendar week 10", "2026-03-02..2026-03-08"},
	},
	"days of a month that follows": {
		{"from 4 to 22 this month", "2026-07-04..2026-07-22"}, {"between 4 and 22 last month", "2026-06-04..2026-06-22"},
		{"from 4th to 22nd of this month", "2026-07-04..2026-07-22"}, {"I went from 4 to 22 push-ups this month", "2026-07-01..2026-07-31"},
		{"from 60 to 72 this month", "2026-07-01..2026-07-31"},
	},
	"so long ago": {
		{"3 days ago", "2026-07-12"}, {"two weeks ago", "2026-06-29..2026-07-05"}, {"a year and a half ago", "2025-01-01..2025-01-31"},
		{"2-3 weeks ago", "2026-06-22..2026-07-05"}, {"12 hours ago", "2026-07-14"}, {"two Mondays ago", "2026-07-06"},
		{"1 year and 2 months ago", "2025-05-01..2025-05-31"}, {"2 weeks and 3 days ago", "2026-06-28"},
		{"a year, two months and 5 days ago", "2025-05-10"},
	},
	"years in words": {
		{"in twenty twenty-five", "2025-01-01..2025-12-31"}, {"in twenty twenty five", "2025-01-01..2025-12-31"},
		{"since nineteen ninety-nine", "1999-01-01..2026-07-15"}, {"January twenty twenty-six", "2026-01-01..2026-01-31"},
		{"in two thousand and nineteen", "2019-01-01..2019-12-31"}, {"twenty twenty-second sprints", ""}, {"twenty twenty kg squats", ""},
	},
	"parts of a longer time": {
		{"the first week of March", "2026-03-01..2026-03-07"},
		{"the last weekend of May", "2026-05-30..2026-05-31"},
		{"the second Monday of June", "2026-06-08"},
		{"early March", "2026-03-01..2026-03-11"},
		{"late 2025", "2025-09-01..2025-12-31"},
		{"the end of last year", "2025-10-01..2025-12-31"},
		{"mid-May", "2026-05-11..2026-05-21"},
		{"the first half of 2025", "2025-01-01..2025-06-30"},
		{"the last 10 days of June", "2026-06-21..2026-06-30"},
		{"the rest of the week", "2026-07-15..2026-07-19"},
		{"earlier this month", "2026-07-01..2026-07-15"},
		{"the first third of June", "2026-06-01..2026-06-10"},
		{"the second to last day of June", "2026-06-29"},
	},
	"limits and ranges": {
		{"since Monday", "2026-07-13..2026-07-15"},
		{"since March 2025", "2025-03-01..2026-07-15"},
		{"since noon", "2026-07-15 12-24h"},
		{"until yesterday", "..2026-07-14"},
		{"before last week", "..2026-07-05"},
		{"after Jan 5", "2026-01-06..2026-07-15"},
		{"between Monday and Thursday", "2026-07-06..2026-07-09"},
		{"from November to February", "2025-11-01..2026-02-28"},
		{"from Dec 20 to Jan 5, 2026", "2025-12-20..2026-01-05"},
		{"how was I before and after Easter", "..2026-04-04; 2026-04-06..2026-07-15"},
		{"up to last Friday", "..2026-07-10"},
	},
	"what counts from another time": {
		{"week ending May 10", "2026-05-04..2026-05-10"},
		{"the week of May 5", "2026-05-04..2026-05-10"},
		{"the week before last", "2026-06-29..2026-07-05"},
		{"the day after Christmas", "2025-12-26"},
		{"3 days after Easter", "2026-04-08"},
		{"the Friday before Easter", "2026-04-03"},
		{"same week last year", "2025-07-14..2025-07-20"},
		{"this time last year", "2025-07-08..2025-07-22"},
	},
	"holidays and seasons": {
		{"how was I at Christmas", "2025-12-25"},
		{"last Easter", "2026-04-05"},
		{"Thanksgiving 2024", "2024-11-28"},
		{"Christmas week 2025", "2025-12-22..2025-12-28"},
		{"Eid 2025", "2025-03-31"},
		{"winter 2024/25", "2024-12-01..2025-02-28"},
		{"last summer", "2025-06-01..2025-08-31"},
		{"summer of '24", "2024-06-01..2024-08-31"},
	},
	"parts of the day": {
		{"how was I yesterday morning", "2026-07-14 5-12h"},
		{"last night", "2026-07-14 18-4h"},
		{"tonight", "2026-07-15 18-4h"},
		{"on Monday between 6 and 8 pm", "2026-07-13 18-20h"},
		{"after 9pm", ".. 21-24h"},
		{"in the evenings last week", "2026-07-06..2026-07-12 17-22h"},
		{"the early morning of May 5", "2026-05-05 5-8h"},
		{"this afternoon", "2026-07-15 12-17h"},
	},
	"weekdays of many weeks": {
		{"on Mondays", ".. Mon"},
		{"every Tuesday and Thursday", ".. Tue Thu"},
		{"weekdays in June", "2026-06-01..2026-06-30 Mon Tue Wed Thu Fri"},
		{"weekend mornings", ".. 5-12h Sun Sat"},
		{"mon-fri vs weekend", ".. Mon Tue Wed Thu Fri; .. Sun Sat"},
		{"the last three Mondays", "2026-06-29..2026-07-13 Mon"},
		{"Saturday nights in May", "2026-05-01..2026-05-31 21-5h Sat"},
	},
	"the days around today": {
		{"lately", "2026-07-02..2026-07-15"},
		{"the last 7 days", "2026-07-09..2026-07-15"},
		{"the past two weeks", "2026-07-02..2026-07-15"},
		{"the next 3 days", "2026-07-16..2026-07-18"},
		{"this week vs last", "2026-07-13..2026-07-19; 2026-07-06..2026-07-12"},
		{"year to date", "2026-01-01..2026-07-15"},
	},
	"decades": {
		{"in the 90s", "1990-01-01..1999-12-31"},
		{"the 2010s", "2010-01-01..2019-12-31"},
	},
	"a span that runs, and one that is over": {
		{"how far did I run from June to August", "2026-06-01..2026-08-31"},
		{"how far did I run from May to September", "2026-05-01..2026-09-30"},
		{"how far did I run from June to December", "2025-06-01..2025-12-31"},
		{"how far did I run between February and April", "2026-02-01..2026-04-30"},
	},
	"up to a day": {
		{"how far had I run by July 10", "..2026-07-10"},
		{"how much did I spend by yesterday", "..2026-07-14"},
		{"how far did I run by the end of June", "..2026-06-30"},
		{"what do I have to do by July 20", "2026-07-20"},
	},
	"a weekday of a week": {
		{"last week's Sunday", "2026-07-12"}, {"next week's Tuesday", "2026-07-21"}, {"how was this week's monday run", "2026-07-13"},
		{"Monday last week", "2026-07-06"}, {"last week on Friday", "2026-07-10"}, {"Friday the week before last", "2026-07-03"},
		{"the week before last's Sunday", "2026-07-05"},
	},
}

func TestEachNotationIsReadAsItsDays(t *testing.T) {
	t.Parallel()
	for notation, cases := range notations {
		for _, c := range cases {
			t.Run(notation+": "+c.text, func(t *testing.T) {
				t.Parallel()
				got := days(timespan.Scan(c.text, at(t, "2026-07-15 10:00")))
				if got != c.want {
					t.Errorf("got  %s\nwant %s", got, c.want)
				}
			})
		}
	}
}

// days writes what spans stand for in short: "start..end", the hours, and the weekdays.
func days(spans []timespan.Span) string {
	var out []string
	for _, s := range spans {
		text := s.Range.Start.String()
		if s.Range.Days() != 1 {
			text += ".." + s.Range.End.String()
		}
		if s.Hourly() {
			text += fmt.Sprintf(" %d-%dh", s.StartHour, s.EndHour)
		}
		for _, d := range s.Weekdays {
			text += " " + d.String()[:3]
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
