package timespan_test

import (
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
)

func TestEntryTimeOfANoteWrittenOnAWednesdayEvening(t *testing.T) {
	t.Parallel()
	written := at(t, "2026-07-15 20:15").Now
	cases := []struct{ text, at, words string }{
		{"yesterday I ran 5k", "2026-07-14 20:15", "yesterday"},
		{"Yesterday: bench 3x5 80kg", "2026-07-14 20:15", "Yesterday"},
		{"forgot to log yesterday: bench 3x5", "2026-07-14 20:15", "yesterday"},
		{"82 kg, was 84 yesterday", "2026-07-15 20:15", ""},
		{"ran 5k yesterday", "2026-07-14 20:15", "yesterday"},
		{"felt better than yesterday", "2026-07-15 20:15", ""},
		{"sore from yesterday's workout", "2026-07-15 20:15", ""},
		{"sore from monday", "2026-07-15 20:15", ""},
		{"last night I ate pizza", "2026-07-14 22:00", "last night"},
		{"slept 7h last night", "2026-07-15 20:15", ""},
		{"slept badly all week", "2026-07-15 20:15", ""},
		{"On Monday I benched 80kg", "2026-07-13 20:15", "Monday"},
		{"Monday: squats", "2026-07-13 20:15", "Monday"},
		{"I have a race on Sunday", "2026-07-15 20:15", ""},
		{"call mom on Monday", "2026-07-15 20:15", ""},
		{"did squats on monday", "2026-07-13 20:15", "monday"},
		{"dinner with Anna on Saturday", "2026-07-15 20:15", ""},
		{"2026-07-10: ran 5k", "2026-07-10 20:15", "2026-07-10"},
		{"Jul 10 - bench 80kg", "2026-07-10 20:15", "Jul 10"},
		{"5 July: long run", "2026-07-05 20:15", "5 July"},
		{"1/5 squat 3x5", "2026-01-05 20:15", "1/5"},
		{"gym tomorrow", "2026-07-15 20:15", ""},
		{"tomorrow I will run", "2026-07-15 20:15", ""},
		{"at 7:30 ran 5k", "2026-07-15 07:30", "7:30"},
		{"ran 5k at 7am", "2026-07-15 07:00", "7am"},
		{"7:30 ran 5k", "2026-07-15 07:30", "7:30"},
		{"ran 5k at 5:30 pace", "2026-07-15 20:15", ""},
		{"5k at 5:30/km", "2026-07-15 20:15", ""},
		{"5k in 27:30", "2026-07-15 20:15", ""},
		{"woke at 6:30, slept at 23:00", "2026-07-15 20:15", ""},
		{"meeting at 21:00", "2026-07-15 20:15", ""},
		{"dinner at 7:30", "2026-07-15 19:30", "7:30"},
		{"this morning I ran 5k", "2026-07-15 08:00", "this morning"},
		{"this evening pasta", "2026-07-15 19:00", "this evening"},
		{"yesterday morning ran 5k", "2026-07-14 08:00", "yesterday morning"},
		{"yesterday at 7pm pizza", "2026-07-14 19:00", "yesterday 7pm"},
		{"3 days ago I started a cold", "2026-07-12 20:15", "3 days ago"},
		{"two weeks ago I hurt my knee", "2026-07-15 20:15", ""},
		{"Yesterday was hard. Today I rested.", "2026-07-15 20:15", ""},
		{"Bench 80kg 3x5, felt heavy", "2026-07-15 20:15", ""},
		{"went to bed at 23:30", "2026-07-15 20:15", ""},
		{"from 7:00 to 8:15 yoga", "2026-07-15 07:00", "7:00"},
		{"Great day overall. Worked a lot. Went for a walk at 6pm. Felt good.", "2026-07-15 20:15", ""},
		{"Great day. I kept thinking about yesterday.", "2026-07-15 20:15", ""},
		{"yesterday, 18:30: pizza", "2026-07-14 20:15", "yesterday"},
		{"noon: salad", "2026-07-15 12:00", "noon"},
		{"had lunch at noon", "2026-07-15 12:00", "noon"},
		{"since monday my knee hurts", "2026-07-15 20:15", ""},
		{"the day before yesterday I swam 1k", "2026-07-13 20:15", "the day before yesterday"},
		{"pr'd bench today", "2026-07-15 20:15", ""},
		{"remember to book yesterday's flight", "2026-07-15 20:15", ""},
		{"- [ ] pay rent on Monday", "2026-07-15 20:15", ""},
		{"moved the meeting to monday", "2026-07-15 20:15", ""},
		{"ate 2 eggs at 8 a.m.", "2026-07-15 08:00", "8 a.m."},
		{"Did 30 min yoga in the morning", "2026-07-15 20:15", ""},
		{"Jan 1: new year, new me", "2026-01-01 20:15", "Jan 1"},
		{"Feb 30: nope", "2026-07-15 20:15", ""},
		{"last weekend we hiked", "2026-07-15 20:15", ""},
		{"next monday dentist", "2026-07-15 20:15", ""},
		{"on the 10th I ran 10k", "2026-07-10 20:15", "the 10th"},
		{"gym at 6 in the morning", "2026-07-15 06:00", "6 in the morning"},
		{"finished the report last night at 11pm", "2026-07-14 23:00", "last night 11pm"},
		{"bed 23:30, up 7:00, slept 7.5h", "2026-07-15 20:15", ""},
		{"8:15 breakfast: oats", "2026-07-15 08:15", "8:15"},
		{"Slept 6h on Tuesday night", "2026-07-15 20:15", ""},
		{"Slept 6h on Monday night", "2026-07-14 20:15", "Monday night"},
		{"Slept 6h on Tuesday", "2026-07-14 20:15", "Tuesday"},
		{"Training plan from today on: 3x a week", "2026-07-15 20:15", ""},
		{"The 2024-01-01 contract says rent 900 €", "2026-07-15 20:15", ""},
		{"My 2024-01-01 contract says rent 900 €", "2026-07-15 20:15", ""},
		{"Der Vertrag vom 2024-01-01 sagt 900 €", "2026-07-15 20:15", ""},
		{"2024-01-01 contract signed", "2024-01-01 20:15", "2024-01-01"},
		{"The 2024-01-01: contract signed", "2024-01-01 20:15", "The 2024-01-01"},
		{"The 2026-07-13 run was 5 km", "2026-07-13 20:15", "The 2026-07-13"},
		{"Registered today for the race on September 1", "2026-07-15 20:15", ""},
		{"read a book on sunday mornings", "2026-07-15 20:15", ""},
		{"Dec 24: booked flights", "2025-12-24 20:15", "Dec 24"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			got, words := timespan.EntryTime(c.text, written, time.Monday)
			if got.Format("2006-01-02 15:04") != c.at || words != c.words {
				t.Errorf("got %s %q, want %s %q", got.Format("2006-01-02 15:04"), words, c.at, c.words)
			}
		})
	}
}

func TestEntryTimeAtTheEdges(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, now, text, at, words string }{
		{"this morning, told in the night", "2026-07-15 00:30", "this morning I ran", "2026-07-15 00:30", ""},
		{"a time that is still to come", "2026-07-15 06:00", "run at 7am", "2026-07-15 06:00", ""},
		{"yesterday across a year's end", "2026-01-01 08:00", "yesterday we danced", "2025-12-31 08:00", "yesterday"},
		{"yesterday, when an hour is missing", "2026-03-29 12:00", "yesterday at 2:30 I woke up", "2026-03-28 02:30", "yesterday 2:30"},
		{"an hour that the clocks skip", "2026-03-29 12:00", "at 2:30 I woke up", "2026-03-29 03:30", "2:30"},
		{"the night that is not over", "2026-07-15 01:00", "last night we danced", "2026-07-14 22:00", "last night"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, words := timespan.EntryTime(c.text, at(t, c.now).Now, time.Monday)
			if got.Format("2006-01-02 15:04") != c.at || words != c.words {
				t.Errorf("got %s %q, want %s %q", got.Format("2006-01-02 15:04"), words, c.at, c.words)
			}
		})
	}
}
