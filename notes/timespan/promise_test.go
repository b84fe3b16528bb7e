package timespan_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/timespan"
)

// Times that there are not, or that a text alone can't tell.
var unresolvable = []struct{ text, words, reason string }{
	{"what did I eat on Feb 30", "Feb 30", "February has no day 30"},
	{"notes of 29 February 2027", "29 February 2027", "February 2027 has no day 29"},
	{"did I run on 31.11.2026", "31.11.2026", "November has no day 31"},
	{"what did I write on 13/13/2025", "13/13/2025", "there is no month 13"},
	{"december 32 was odd, why", "december 32", "no month has a day 32"},
	{"Q5 revenue?", "Q5", "a year has four quarters"},
	{"hours in calendar week 54", "calendar week 54", "no year has a week 54"},
	{"hours in 2025-W53", "2025-W53", "2025 has no week 53"},
	{"the fifth Monday of February 2026, what did I do", "the fifth Monday of February 2026", "there is none in February 2026"},
	{"how was I on my birthday", "my birthday", "the notes do not say here when that was"},
	{"since our anniversary", "our anniversary", "the notes do not say here when that was"},
}

func TestATimeThatThereIsNotIsReportedWithItsReason(t *testing.T) {
	t.Parallel()
	for _, c := range unresolvable {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			r := timespan.Read(c.text, at(t, "2026-07-15 10:00"))
			if len(r.Spans) > 0 {
				t.Errorf("got %s for a time that there is not", show(r.Spans))
			}
			if len(r.Unresolved) != 1 || r.Unresolved[0].Text != c.words || r.Unresolved[0].Reason != c.reason {
				t.Fatalf("unresolved: %+v, want %q: %s", r.Unresolved, c.words, c.reason)
			}
			if at := r.Unresolved[0].Offset; c.text[at:at+len(c.words)] != c.words {
				t.Errorf("the words stand at %d", at)
			}
		})
	}
}

func TestWhatIsNotEnglishHasNoTimeButInDigits(t *testing.T) {
	t.Parallel()
	cases := []struct{ text, want string }{
		{"", ""},
		{"🏃😀🎉", ""},
		{"...?!", ""},
		{"wie habe ich letzte Woche geschlafen?", ""},
		{"¿qué comí la semana pasada?", ""},
		{"先週どのくらい走りましたか", ""},
		{"сколько я бегал вчера", ""},
		{"wie viel lief ich am 05.01.2026?", "05.01.2026 = 2026-01-05!"},
		{"\xff\xfe 2026-01-05", "2026-01-05 = 2026-01-05!"},
	}
	for _, c := range cases {
		if got := show(timespan.Scan(c.text, at(t, "2026-07-15 10:00"))); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

// What stands around an expression decides which of its readings is meant, or
// that it is none.
var neighbours = []struct{ text, want string }{
	// Two spans that contradict each other are both told; callers decide.
	{"how did I sleep yesterday last week", "yesterday = 2026-07-14; last week = 2026-07-06..2026-07-12"},
	{"what is planned for next month", "next month = 2026-08-01..2026-08-31"},
	// Plans look ahead, what happened looks back.
	{"dentist on Friday", "Friday = 2026-07-17?"},
	{"was at the dentist on Friday", "Friday = 2026-07-10?"},
	{"sprint ends Friday, demo on Monday", "Friday = 2026-07-17?; Monday = 2026-07-20?"},
	{"the car goes in for service on the 20th", "the 20th = 2026-07-20?!"},
	{"rent goes up from August, what did I pay in May", "August = 2026-08-01..2026-08-31?!; May = 2026-05-01..2026-05-31?!"},
	{"book club next Thursday", "next Thursday = 2026-07-23?"},
	{"half marathon in 3 weeks, still no long run", "3 weeks = 2026-08-03..2026-08-09?"},
	{"lost 2 kg in 3 weeks", ""},
	{"the dentist moved from Tuesday to Thursday", "Tuesday = 2026-07-14?; Thursday = 2026-07-16?"},
	// Amounts after weekdays are no dates.
	{"hours: mon 8, tue 7, wed 9", "mon = 2026-07-13?; tue = 2026-07-14?; wed = 2026-07-15?"},
	{"mon 13: legs, tue 14: push", "mon 13 = 2026-07-13?!; tue 14 = 2026-07-14?!"},
	// Comparisons leave out what the other side has said.
	{"the last three months against the three before", "the last three months = 2026-04-16..2026-07-15; the three before = 2026-01-16..2026-04-15"},
	{"last week or this one", "last week = 2026-07-06..2026-07-12; this one = 2026-07-13..2026-07-19"},
	{"last summer vs the summer before", "last summer = 2025-06-01..2025-08-31?!; the summer before = 2024-06-01..2024-08-31?!"},
	{"jan to mar vs apr to jun last year", "jan to mar = 2025-01-01..2025-03-31?!; apr to jun last year = 2025-04-01..2025-06-30?!"},
	{"avg sleep mon-fri vs weekend", "mon-fri = .. Mon Tue Wed Thu Fri; weekend = .. Sun Sat"},
	// Names and set phrases.
	{"where does April live and when is June coming to stay", ""},
	{"5/3/1 week 2: 80x5", ""},
	{"is 16/8 fasting working, on call 24/7", ""},
	// Of two years, the one whose day is nearer, unless it is asked what there will be.
	{"is the viewing on 9 June?", "9 June = 2026-06-09?!"},
	{"is the party on 1 August?", "1 August = 2026-08-01?!"},
	{"what is on 4 August?", "4 August = 2026-08-04?!"},
	{"what's on 4 June?", "4 June = 2026-06-04?!"},
	{"what was on 4 August?", "4 August = 2025-08-04?!"},
	{"what is my best run in August?", "August = 2025-08-01..2025-08-31?!"},
	{"is the school play on 18 August?", "18 August = 2026-08-18?!"},
	{"does the plumber come on 18 August?", "18 August = 2026-08-18?!"},
	{"who comes on 18 August?", "18 August = 2026-08-18?!"},
	{"who came on 18 August?", "18 August = 2025-08-18?!"},
	{"what is planned until the end of August?", "until the end of August = ..2026-08-31?!"},
	{"what is on until August?", "until August = ..2026-08-31?!"},
	{"how far did I run until the end of August?", "until the end of August = ..2025-08-31?!"},
	{"what's happening in December?", "December = 2026-12-01..2026-12-31?!"},
	{"what was planned for December?", "December = 2025-12-01..2025-12-31?!"},
	{"anything on 18 August?", "18 August = 2026-08-18?!"},
	{"what happens on 18 August?", "18 August = 2026-08-18?!"},
	{"are we at the lake on 2 March?", "2 March = 2026-03-02?!"},
	{"is there a race in June?", "June = 2027-06-01..2027-06-30?!"},
	{"saturday night fever, march madness and a midnight snack", ""},
	{"how many nights did I sleep badly, and the night before leg day", ""},
}

func TestNeighboursDecide(t *testing.T) {
	t.Parallel()
	for _, c := range neighbours {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			if got := show(timespan.Scan(c.text, at(t, "2026-07-15 10:00"))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Texts of 60 KiB that repeat what rules look far for. Were any rule's work to
// grow with the square of the text, this would take minutes.
func TestLongTextsTakeLinearTime(t *testing.T) {
	t.Parallel()
	for _, phrase := range []string{
		"first half of the ", "monday of the week before the ", "between since last ", "from monday to ", "the night from ", "mon 8 ",
		"14, 15 and ", "1-1-", "morning of ", "since my x on ", "before and after ", "the first and second week of ", "word ", "🏃",
	} {
		text := strings.Repeat(phrase, 60<<10/len(phrase))
		r := timespan.Read(text, at(t, "2026-07-15 10:00"))
		check(t, text, r.Spans)
	}
}
