package timespan_test

import (
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
				got := ""
				for i, s := range timespan.Scan(c.text, at(t, "2026-07-15 10:00")) {
					if i > 0 {
						got += "; "
					}
					got += s.Range.Start.String()
					if s.Range.Days() != 1 {
						got += ".." + s.Range.End.String()
					}
				}
				if got != c.want {
					t.Errorf("got  %s\nwant %s", got, c.want)
				}
			})
		}
	}
}
