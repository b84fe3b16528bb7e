package scenario

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/test/mesh"
)

// What a correction has put right is added up as it is now, however the correction says it
// and wherever the days of the question end. One that says only by how much a value was off
// changes nothing, and keeps the total back.
func TestACorrectedValueIsAddedUp(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	for _, c := range []struct{ says, asks, want string }{
		{"correction: on 10 Feb I ran 7 km, not 6.5", "how far did I run in February?", "Run distance, February 2026: 63.5 km in total, from 8 notes"},
		{"I slept 5 hours on 18 Feb, not 4.5", "how much did I sleep in February?", "Sleep duration, February 2026: 153 h 30 min in total, from 22 notes"},
		{"The long run on the 15th took 72 minutes instead of 70", "how long did I run in February?", "Run duration, February 2026: 6 h 5 min in total, from 8 notes"},
		{"the run of 29 Jan was 6.5 km, not 6.0", "how far did I run in February?", "Run distance, February 2026: 63.5 km in total, from 8 notes"},
		{"not 8 h, 7.5 last night", "how much did I sleep in February?", "Sleep duration, February 2026: 153 h in total, from 22 notes"},
		{"Sorry, I slept half an hour less on Sunday", "how much did I sleep in February?", "I can't add these up safely: the note from Mon 23 Feb corrects something, but I couldn't tell what (“half an hour”)"},
	} {
		m.Ask(t, c.says)
		if got := m.Ask(t, c.asks).GetAnswer(); !strings.HasPrefix(got, c.want) {
			t.Errorf("after %q\n%s", c.says, got)
		}
	}
}

// A note whose value was put right is quoted with the note that does so, and is still of its
// own day: "no, 95 kg" has no word of what it corrects.
func TestACorrectedNoteIsQuotedWithItsCorrection(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	m.Ask(t, "yesterday: Squat 3x5 @ 100 kg")
	m.Ask(t, "no, 95 kg")
	for _, question := range []string{"What did I squat yesterday?", "What was my last squat?", "When did I last squat?", "How much did I squat?"} {
		answer := m.Ask(t, question).GetAnswer()
		if told := toldFirst(answer); !strings.HasPrefix(told, "Sun 22 Feb: ") || !strings.Contains(answer, "“no, 95 kg”") {
			t.Errorf("%s\n%s", question, answer)
		}
	}
}

// What a correction means is told with its day, too, though the correction is of another day: that
// it was put right beside the old words, or that it could not be.
func TestTheDayOfACorrectedValueTellsOfTheCorrection(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	m.Ask(t, "on Friday: Ran 5 km")
	m.Ask(t, "Correction: the run on Friday was 6 km")
	m.Ask(t, "on Saturday: Ran 3 km")
	m.Ask(t, "Correction: I did not run on Saturday")
	for _, c := range []struct{ asks, want string }{
		{"How far did I run on Friday?", "6 km (corrected on Mon 23 Feb)"},
		{"How far did I run on Saturday?", "the note from Mon 23 Feb corrects something"},
	} {
		if got := m.Ask(t, c.asks).GetAnswer(); !strings.Contains(got, c.want) {
			t.Errorf("%s\n%s", c.asks, got)
		}
	}
}
