package terse_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/terse"
)

func TestLeadIsWhatAFirstClauseOfAmountsGives(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"7.9":                               1,
		"8.6. Slept 5 h":                    1,
		"6.9, first one under 7":            1,
		"6.3!!":                             1,
		"800 m, 28:40":                      2,
		"800 m 28:05, pool full":            2,
		"1000 m !!! 35:50. First whole one": 2,
		"only 600 m, 22 min, left shoulder pinching": 2,
		"600 m in 22:10":           2,
		"7:30 up, coffee":          0,
		"24 hot cross buns":        0,
		"40 laps of the 25 m pool": 0,
		"34 of us now":             0,
		"bgl 8.1":                  0,
		"2026-03-04 tax":           0,
		"":                         0,
	} {
		if got := len(terse.Lead(text)); got != want {
			t.Errorf("%q begins with %d amounts, want %d", text, got, want)
		}
	}
}

func TestAHabitIsContinuedByWhatIsLikeItsNotes(t *testing.T) {
	t.Parallel()
	sugar := terse.Learn(samples(terse.Note{Text: "BGL 8.4 fasting", Minute: 400}, terse.Note{Text: "bgl 7.4", Minute: 390}))
	sleep := terse.Learn(samples(terse.Note{Text: "5h sleep", Minute: 390}, terse.Note{Text: "slept 7h30", Minute: 420}))
	swims := terse.Learn(samples(terse.Note{Text: "Swim at the baths. 600 m in 22:10", Minute: 660}, terse.Note{Text: "swam 700m, 25 min", Minute: 700}))
	for _, c := range []struct {
		habit terse.Habit
		note  terse.Note
		fits  bool
	}{
		{sugar, terse.Note{Text: "6.9, first one under 7", Minute: 395}, true},
		{sugar, terse.Note{Text: "6.9", Minute: 1200}, false},
		{sugar, terse.Note{Text: "82.4", Minute: 395}, false},
		{sugar, terse.Note{Text: "7 h", Minute: 395}, false},
		{swims, terse.Note{Text: "800 m, 28:40", Minute: 640}, true},
		{swims, terse.Note{Text: "5 km, 28:40", Minute: 640}, false},
		{swims, terse.Note{Text: "5h. tired", Minute: 640}, false},
		{sleep, terse.Note{Text: "8h30! 91.8kg", Minute: 400}, true},
		{swims, terse.Note{Text: "16 pts", Minute: 640}, false},
	} {
		if got := len(c.habit.Continues([]terse.Note{c.note})) > 0; got != c.fits {
			t.Errorf("%q continues: %t, want %t", c.note.Text, got, c.fits)
		}
	}
}

func TestAHabitGrowsByWhatContinuesIt(t *testing.T) {
	t.Parallel()
	swims := terse.Learn(samples(terse.Note{Text: "swim, 600 m in 22:10"}, terse.Note{Text: "swam 700m, 25 min"}))
	got := swims.Continues([]terse.Note{{Text: "1500 m, 52:00"}, {Text: "1000 m, 35:10"}})
	if len(got) != 2 {
		t.Errorf("%v continue the habit, want both", got)
	}
}

func samples(ns ...terse.Note) []terse.Sample {
	var out []terse.Sample
	for _, n := range ns {
		out = append(out, n.Samples()...)
	}
	return out
}
