package eventtime_test

import (
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes/eventtime"
)

func note(day, text string) eventtime.Note {
	at, err := time.Parse("2006-01-02 15:04", day+" 18:00")
	if err != nil {
		panic(err) // the test is wrong
	}
	return eventtime.Note{At: at, Text: text}
}

func TestTheDaysOnWhichSomethingHappened(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		words []string
		found []eventtime.Note
		want  string
	}{
		{"what is announced is where it is announced for", []string{"release"}, []eventtime.Note{
			note("2026-02-16", "No breakfast. Release is Friday, everybody says it twice."),
			note("2026-02-22", "Looking back: what a week. Proud of the release."),
			note("2026-01-05", "First standup. Release is officially Friday Feb 20."),
			note("2026-02-12", "Wrote the release notes."),
		}, "2026-02-20"},
		{"a note of the day outweighs those that look forward or back", []string{"half marathon"}, []eventtime.Note{
			note("2026-05-17", "Half marathon! 1:58:20, legs gone."),
			note("2026-05-20", "Still sore from the half marathon"),
			note("2026-04-02", "signed up for the half marathon"),
		}, "2026-05-17"},
		{"days are counted from the note", []string{"surgery"}, []eventtime.Note{
			note("2026-06-14", "5 days post surgery, walked around the block"),
			note("2026-06-05", "4 days till surgery. scared"),
			note("2026-06-20", "less pain since the surgery"),
		}, "2026-06-09"},
		{"another's is not one's own", []string{"my birthday"}, []eventtime.Note{
			note("2026-01-17", "Lena's birthday, lasagna and cake"),
			note("2026-05-02", "my birthday!! breakfast in bed"),
		}, "2026-05-02"},
		{"what is made for it is made before", []string{"birthday"}, []eventtime.Note{
			note("2026-01-16", "Baked a cake for Lena's birthday. It leans."),
			note("2026-01-17", "Lena's birthday! Twelve people in a flat for four."),
		}, "2026-01-17"},
		{"of two as likely the later", []string{"exam"}, []eventtime.Note{
			note("2026-03-02", "exam went ok"),
			note("2026-01-12", "exam was a mess"),
		}, "2026-03-02"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			days := eventtime.Days(c.found, c.words, time.Monday)
			if len(days) == 0 || days[0].String() != c.want {
				t.Errorf("got %v, want %s first", days, c.want)
			}
		})
	}
}

func TestNothingFoundHappenedOnNoDay(t *testing.T) {
	t.Parallel()
	if days := eventtime.Days(nil, []string{"race"}, time.Monday); len(days) != 0 {
		t.Errorf("got %v", days)
	}
	others := []eventtime.Note{note("2026-01-17", "Lena's birthday, cake"), note("2026-02-01", "new shoes for dads birthday")}
	if days := eventtime.Days(others, []string{"my birthday"}, time.Monday); len(days) != 0 {
		t.Errorf("of other people's: %v", days)
	}
}
