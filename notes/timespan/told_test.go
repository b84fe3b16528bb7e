package timespan_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

func TestPartsOfANoteThatSayOfWhichDayTheyAre(t *testing.T) {
	t.Parallel()
	written := at(t, "2026-02-20 09:00").Now // a Friday
	for text, want := range map[string]string{
		"Yesterday ran 6 km, today rest.":                           "19 Yesterday ran 6 km, |20 today rest.",
		"Ran 6 km on Wednesday, 8 km on Thursday.":                  "18 Ran 6 km on Wednesday|19 8 km on Thursday",
		"Ran 6 km on Wednesday and 8 km on Thursday":                "18 Ran 6 km on Wednesday|19 8 km on Thursday",
		"Tuesday: ran 5. Wednesday: ran 6":                          "17 Tuesday: ran 5. |18 Wednesday: ran 6",
		"last Friday ran 5 km":                                      "13 last Friday ran 5 km",
		"Ran 5 km on Saturday.":                                     "14 Ran 5 km on Saturday",
		"On Saturday I slept 10h.":                                  "14 Saturday I slept 10h.",
		"Forgot: ran another 3 km yesterday.":                       "19 ran another 3 km yesterday",
		"Since last Monday I ran 20 km.":                            "- Since last Monday I ran 20 km.",
		"I ran 20 km since Monday.":                                 "- I ran 20 km since Monday",
		"Ran 5 km, had 3 beers yesterday":                           "19 had 3 beers yesterday",
		"Yesterday:\n- ran 5 km\n- slept 7 h\n\nToday tired. Ate 3": "19 Yesterday:\n|19 - ran 5 km\n|19 - slept 7 h\n\n|20 Today tired. ",
		"- Saturday\n  - ran 5 km\n- ran 6 km":                      "14 Saturday\n  |14 - ran 5 km\n",
		"Wednesday\nRan 5 km. Slept 7 h.\n\nRan 6 km":               "18 Wednesday\n|18 Ran 5 km. |18 Slept 7 h.\n\n",
		// What is only mentioned.
		"sore from Monday, ran 5 km":                  "",
		"Slept 7 h, the best since Monday":            "",
		"Ran 5 km, 2 km more than on Monday":          "",
		"Ran 5 km. Better than yesterday.":            "",
		"Race on Sunday: 21 km run":                   "",
		"gym on Wednesday":                            "",
		"Paid 40 € for the ticket for Thursday":       "",
		"ran yesterday's route, 5 km":                 "",
		"Paid the 30 € Monday fee":                    "",
		"Slept 7h last night":                         "20 Slept 7h last night",
		"Slept 7h on Wednesday night":                 "19 Slept 7h on Wednesday night",
		"need to pay 30 € on Monday":                  "",
		"Since Monday my knee hurts, so ran 5 km":     "- Since Monday my knee hurts",
		"82 kg, was 84 on Monday":                     "",
		"Ran 5 km tomorrow":                           "",
		"Ran 5 km on Fridays":                         "",
		"Signed up for the race on 1 March, paid 40€": "",
	} {
		var got []string
		for _, s := range timespan.ToldStretches(text, written, time.Monday) {
			day := "-"
			if s.Day != (notes.Day{}) {
				day = fmt.Sprint(s.Day.Date)
			}
			got = append(got, day+" "+text[s.Start:s.End])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q:\ngot  %q\nwant %q", text, strings.Join(got, "|"), want)
		}
	}
}
