package wish_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/wish"
)

var saturday = time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)

func TestConstraintsBecomeAWish(t *testing.T) {
	t.Parallel()
	text := "Play three waltzes at the reunion on 13 March. No more than 2 hours a day except at weekends, evenings until Christmas, then only Saturdays. " +
		"I'm away from 1 to 7 February. Three times a week, 40 minutes each, 60 hours in all. The neighbours complain if it rains."
	xmas, reunion := civil.NewDate(2026, 12, 24), civil.NewDate(2027, 3, 13)
	weekdays := []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	w, faults := wish.FromConstraints("Play three waltzes", text, []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Play three waltzes"},
		{Kind: wish.KindEvent, Words: "at the reunion on 13 March", Last: reunion},
		{Kind: wish.KindMost, Words: "no more than 2 hours a day except at weekends", Days: weekdays, Minutes: 120, Per: "day"},
		{Kind: wish.KindOpen, Words: "evenings until Christmas", From: 17 * 60, To: 22 * 60, Last: xmas},
		{Kind: wish.KindOpen, Words: "then only Saturdays", Days: []time.Weekday{time.Saturday}, First: xmas + 1},
		{Kind: wish.KindClosed, Words: "I’m away … from 1 to 7 February", First: civil.NewDate(2027, 2, 1), Last: civil.NewDate(2027, 2, 7)},
		{Kind: wish.KindOften, Words: "Three times a week", Times: 3},
		{Kind: wish.KindSession, Words: "40 minutes each", Minutes: 40},
		{Kind: wish.KindAmount, Words: "60 hours in all", Minutes: 3600, Per: "all"},
		{Kind: wish.KindOther, Words: "The neighbours complain if it rains"},
	}, saturday)
	if len(faults) > 0 {
		t.Fatalf("faults: %v", faults)
	}
	if w.By != reunion || !w.Event || w.Sessions != 3 || w.Length != 40 || len(w.Windows) != 2 || len(w.Never) != 0 ||
		!slices.Equal(w.Away, []wish.Days{{First: civil.NewDate(2027, 2, 1), Last: civil.NewDate(2027, 2, 7)}}) {
		t.Errorf("it is %+v", w)
	}
	if !slices.Equal(w.Unread, []string{"The neighbours complain if it rains"}) {
		t.Errorf("not kept is %q", w.Unread)
	}
	var means []string
	for _, r := range w.Readings {
		means = append(means, r.Means)
	}
	want := []string{
		"on 2027-03-13", "at most 2 h a day, Mon, Tue, Wed, Thu, Fri", "17:00–22:00 until 2026-12-24", "Sat from 2026-12-25",
		"not from 2027-02-01 to 2027-02-07", "3 times a week", "40 min a session", "60 h in all",
	}
	if !slices.Equal(means, want) {
		t.Errorf("it means %q", means)
	}
}

func TestWordsThatNoConstraintQuotesAreNotKept(t *testing.T) {
	t.Parallel()
	text := "Learn the accordion, please, but never after nine unless it's Friday, and not when Mia naps"
	w, faults := wish.FromConstraints("Accordion", text, []wish.Constraint{
		{Kind: wish.KindGoal, Words: "learn the ACCORDION"},
		{Kind: wish.KindClosed, Words: "never after nine", From: 21 * 60, To: 24 * 60},
	}, saturday)
	if want := []string{"unless it's friday", "not when mia naps"}; !slices.Equal(w.Unread, want) {
		t.Errorf("not kept is %q", w.Unread)
	}
	if len(faults) != 2 || faults[0].Index != -1 || !strings.Contains(faults[0].Text, "unless it's friday") {
		t.Errorf("faults: %v", faults)
	}
}

func TestAWordThatSaysNothingNeedsNoQuote(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Moin, die EP fertig machen und am Sonntag singen":        nil,
		"Oh, die EP fertig machen aber am Sonntag singen, ok":     nil,
		"Die EP fertig machen, nur am Sonntag singen":             {"nur"},
		"Die EP fertig machen, nicht am Sonntag singen":           {"nicht"},
		"Die EP fertig machen, 3 am Sonntag singen":               {"3"},
		"Die EP fertig machen, unless am Sonntag singen":          {"unless"},
		"Die EP fertig machen, wenn Ben da ist am Sonntag singen": {"wenn ben da ist"},
	} {
		w, _ := wish.FromConstraints("EP", text, []wish.Constraint{
			{Kind: wish.KindGoal, Words: "die EP fertig machen"}, {Kind: wish.KindOpen, Words: "am Sonntag singen", Days: []time.Weekday{time.Sunday}},
		}, saturday)
		if !slices.Equal(w.Unread, want) {
			t.Errorf("of %q not kept is %q", text, w.Unread)
		}
	}
}

func TestAConstraintThatMakesNoSenseIsAFaultAndNotKept(t *testing.T) {
	t.Parallel()
	today := civil.DateOf(saturday)
	for name, c := range map[string]wish.Constraint{
		"words that were not said":   {Kind: wish.KindOften, Words: "four times a week", Times: 4},
		"a day that is past":         {Kind: wish.KindBy, Words: "by Monday", Last: today},
		"a deadline without a day":   {Kind: wish.KindBy, Words: "by Monday"},
		"hours past midnight":        {Kind: wish.KindOpen, Words: "by Monday", From: 22 * 60, To: 2 * 60},
		"a time over before it is":   {Kind: wish.KindClosed, Words: "by Monday", First: today + 4, Last: today + 1},
		"a bound of nothing":         {Kind: wish.KindMost, Words: "by Monday", Per: "day"},
		"a bound by nothing":         {Kind: wish.KindMost, Words: "by Monday", Minutes: 60},
		"a week of days far apart":   {Kind: wish.KindMost, Words: "by Monday", Minutes: 60, Per: "week", Days: []time.Weekday{time.Monday, time.Friday}},
		"nobody does that":           {Kind: wish.KindOften, Words: "by Monday", Times: 71},
		"a kind that there is not":   {Kind: "sometimes", Words: "by Monday"},
		"a longer session than days": {Kind: wish.KindSession, Words: "by Monday", Minutes: 1441},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, faults := wish.FromConstraints("Sweep", "Sweep by Monday", []wish.Constraint{{Kind: wish.KindGoal, Words: "Sweep"}, c}, saturday)
			if len(faults) == 0 || faults[0].Index != 1 {
				t.Errorf("faults: %v", faults)
			}
			if len(w.Unread) != 1 || len(w.Readings) > 0 || w.By != 0 || len(w.Windows)+len(w.Never)+len(w.Bounds)+w.Sessions+w.Length > 0 {
				t.Errorf("it is kept: %+v", w)
			}
		})
	}
}

func TestTwoConstraintsThatDifferAreAFault(t *testing.T) {
	t.Parallel()
	w, faults := wish.FromConstraints("Sweep", "Sweep twice or three times a week", []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Sweep"}, {Kind: wish.KindOften, Words: "twice", Times: 2}, {Kind: wish.KindOften, Words: "three times a week", Times: 3},
	}, saturday)
	if len(faults) == 0 || faults[0].Index != 2 || w.Sessions != 2 {
		t.Errorf("%v, %d times", faults, w.Sessions)
	}
}

func TestWhatIsSaidOfOneKindOfWorkIsKeptApart(t *testing.T) {
	t.Parallel()
	text := "Write a novel. Writing at most an hour a day, never more than three times a day, two hours apart, an hour in all for calls a week"
	w, faults := wish.FromConstraints("Novel", text, []wish.Constraint{
		{Kind: wish.KindGoal, Words: "Write a novel"},
		{Kind: wish.KindMost, Words: "Writing at most an hour a day", Minutes: 60, Per: "day", Stream: "writing"},
		{Kind: wish.KindMost, Words: "never more than three times a day", Times: 3, Per: "day", Stream: "Writing"},
		{Kind: wish.KindPause, Words: "two hours apart", Minutes: 120, Stream: "writing"},
		{Kind: wish.KindMost, Words: "an hour in all for calls a week", Minutes: 60, Per: "week", Stream: "calls"},
		{Kind: wish.KindMost, Words: "three times", Times: 3, Minutes: 60, Per: "day"},
		{Kind: wish.KindMost, Words: "three times", Times: 3, Per: "session"},
		{Kind: wish.KindPause, Words: "two hours", Minutes: 25 * 60},
	}, saturday)
	if len(faults) != 3 || faults[0].Index != 5 || faults[1].Index != 6 || faults[2].Index != 7 {
		t.Errorf("faults: %v", faults)
	}
	writing, _ := w.Stream("WRITING")
	if len(w.Streams) != 2 || writing.MostADay != 60 || writing.Rest != 120 || len(writing.Bounds) != 1 || w.Streams[1].MostAWeek != 60 || w.MostADay != 0 {
		t.Errorf("it is %+v", w.Streams)
	}
	var means []string
	for _, r := range w.Readings {
		means = append(means, r.Means)
	}
	if want := []string{"writing: at most 1 h a day", "Writing: at most 3 times a day", "writing: 2 h between two times", "calls: at most 1 h a week"}; !slices.Equal(means, want) {
		t.Errorf("it means %q", means)
	}
}
