package eventtime_test

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/eventtime"
	"pgregory.net/rapid"
)

// A later note settles a plan if it says that what it is of is off or at another time, and
// not if it is of something, somebody or some day else.
func TestALaterNoteSettlesThePlanThatItIsOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		plan    string
		settled bool
		later   []string
	}{
		{"Dentist on 5 March at 9", true, []string{
			"Dentist cancelled.", "Dentist moved to 12 March.", "The dentist is off.", "The dentist's off", "~~Dentist 5 March~~",
			"Not the dentist on 5 March but the physio.", "Physio instead of the dentist on Thursday", "Dentist rang: appointment moved to 12 March",
			"Had to cancel the dentist", "Dentist on the 12th instead", "No dentist on Thursday", "Dentist was postponed", "My dentist appointment got cancelled, she is ill",
			"Rain. Dentist cancelled.", "Dentist on 5 March cancelled", "Dentist is now on 12 March", "Not going to the dentist after all",
		}},
		{"Dentist on 5 March at 9", false, []string{
			"Ann's dentist cancelled", "Tom's dentist is off", "Dentist on 4 March cancelled", "Vet cancelled", "The dentist was nice on the phone",
			"Called the dentist, no news", "Dentist at 9 on 5 March", "Cancelled.", "Moved the couch to the dentist's corner", "Ann can't come",
		}},
		{"Ann's dentist is on 5 March", false, []string{"My dentist cancelled"}},
		{"Ann's dentist is on 5 March", true, []string{"Ann's dentist cancelled"}},
		{"Dinner with Tom on 5 March", true, []string{"Tom can't come", "Dinner with Tom is off", "Dinner cancelled"}},
		{"Dinner with Tom on 5 March", false, []string{"Tom moved to Graz", "Dinner with Kim is off", "Cancelled the gym"}},
		{"Zahnarzt 5.3.2026", true, []string{"Zahnarzt abgesagt", "Zahnarzt wurde verschoben", "Kein Zahnarzt am 5.3.2026"}},
		{"Dentista 5.3.2026", true, []string{"Dentista cancelado", "Cancelada la cita del dentista"}},
		{"Yoga every Thursday", true, []string{"Yoga on 5 March cancelled", "Yoga cancelled", "No yoga this Thursday"}},
		{"Yoga every Thursday", false, []string{"Yoga on 12 March cancelled"}},
		{"Appointment on 5 March", true, []string{"Appointment cancelled"}},
	} {
		at := time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC)
		plans := eventtime.FindPlans(eventtime.Note{At: at, Text: tt.plan}, time.Monday, notes.DayOf(at), func(d notes.Day) bool { return d == notes.NewDay(2026, 3, 5) })
		if len(plans) != 1 {
			t.Fatalf("%q plans %d things", tt.plan, len(plans))
		}
		for _, text := range tt.later {
			if got := eventtime.SettlesPlan(eventtime.Note{At: at.AddDate(0, 0, 10), Text: text}, plans[0], time.Monday); got != tt.settled {
				t.Errorf("%q settles %q: %v", text, tt.plan, got)
			}
			if eventtime.SettlesPlan(eventtime.Note{At: at.AddDate(0, 0, -1), Text: text}, plans[0], time.Monday) {
				t.Errorf("%q settles %q, which is later", text, tt.plan)
			}
		}
	}
}

// One session of a series that is off, named or not, is no other one of them.
func TestOneOfASeriesSettlesNoOther(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC)
	p := eventtime.FindPlans(eventtime.Note{At: at, Text: "Yoga every Thursday"}, time.Monday, notes.DayOf(at), func(d notes.Day) bool { return d == notes.NewDay(2026, 3, 19) })
	for _, text := range []string{"Yoga on 5 March cancelled", "Yoga cancelled"} {
		if eventtime.SettlesPlan(eventtime.Note{At: at.AddDate(0, 0, 10), Text: text}, p[0], time.Monday) {
			t.Errorf("%q settles yoga of two weeks later", text)
		}
	}
}

// What settles a plan names something that the plan has, whatever words stand around it.
func TestNothingOfAnotherThingSettlesAPlan(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC)
	plan := eventtime.FindPlans(eventtime.Note{At: at, Text: "Dentist on 5 March"}, time.Monday, notes.DayOf(at), func(notes.Day) bool { return true })[0]
	rapid.Check(t, func(r *rapid.T) {
		said := rapid.SampledFrom([]string{"%s cancelled", "%s is off", "Cancelled %s", "No %s", "%s moved to 12 March", "~~%s~~", "Walk instead of %s", "%s, sadly, cancelled"}).Draw(r, "said")
		for what, want := range map[string]bool{"dentist": true, "the dentist appointment": true, "choir": false, "Tom's dentist": false, "dentist for Kim": false} {
			text := strings.Replace(said, "%s", what, 1)
			if got := eventtime.SettlesPlan(eventtime.Note{At: at.AddDate(0, 0, 3), Text: text}, plan, time.Monday); got != want {
				r.Fatalf("%q: %v", text, got)
			}
		}
	})
}
