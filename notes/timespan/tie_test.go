package timespan_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// Friday, February 20, 2026, is when it happened, asked about on Monday, March 16.
var ties = []struct{ text, want string }{
	{"what did I do the weekend before the release", "the weekend before the release: release = 2026-02-14..2026-02-15"},
	{"how was the week after the race", "the week after the race: race = 2026-02-21..2026-02-27"},
	{"how have I slept since my surgery", "since my surgery: surgery = 2026-02-20..2026-03-16"},
	{"what did I eat the day before my exam?", "the day before my exam: exam = 2026-02-19"},
	{"how did I sleep the night before the interview", "the night before the interview: interview = 2026-02-20"}, // whose morning tells of it
	{"who called the night before the interview", "the night before the interview: interview = 2026-02-19"},
	{"how did I feel three days after the surgery", "three days after the surgery: surgery = 2026-02-23"},
	{"mood in the 3 days before the marathon", "the 3 days before the marathon: marathon = 2026-02-17..2026-02-19"},
	{"how did release week go", "release week: release = 2026-02-16..2026-02-22"},
	{"what happened the week of the move", "the week of the move: move = 2026-02-16..2026-02-22"},
	{"weight since i quit smoking", "since i quit smoking: quit smoking = 2026-02-20..2026-03-16"},
	{"how is my sleep since I started the new job, any better?", "since I started the new job: started the new job = 2026-02-20..2026-03-16"},
	{"what did we eat on my birthday", "on my birthday: my birthday = 2026-02-20"},
	{"how did I train in the 2 weeks leading up to the trip to Rome", "the 2 weeks leading up to the trip to Rome: trip to Rome = 2026-02-06..2026-02-19"},
	{"the weekend after Lena's birthday", "the weekend after Lena's birthday: Lena's birthday = 2026-02-21..2026-02-22"},
	// What the text dates itself, or asks of every time, is no tie.
	{"how was my knee since my surgery on June 9", ""},
	{"what did I do the day before yesterday", ""},
	{"how was the week before Christmas", ""},
	{"what do I usually eat the day before my long run", ""},
	{"how do I sleep the night before a race", ""},
	{"did I run before the gym", ""},
	{"how was the week before last", ""},
	{"since Monday", ""},
	{"how do I feel after my runs", ""},
	{"how many days after my bench PR did Harbor come out", ""},
	{"how long is it since my last haircut", ""},
}

func TestTimesTiedToAnEvent(t *testing.T) {
	t.Parallel()
	ref := at(t, "2026-03-16 10:00")
	on := notes.Day{Year: 2026, Month: 2, Date: 20}
	for _, c := range ties {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, tie := range timespan.Ties(c.text, ref) {
				span := tie.On(notes.Range{Start: on, End: on}, ref)
				days := span.Range.Start.String() + ".." + span.Range.End.String()
				if span.Range.Days() == 1 {
					days = span.Range.Start.String()
				}
				got = append(got, tie.Text+": "+tie.Event+" = "+days)
			}
			if have := strings.Join(got, "; "); have != c.want {
				t.Errorf("got  %s\nwant %s", have, c.want)
			}
		})
	}
}
