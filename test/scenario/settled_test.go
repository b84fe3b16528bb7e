package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/test/mesh"
)

// A settled plan is a note, one that settles it otherwise two days later, and questions that
// the later one answers.
type settledPlan struct {
	plan, later string
	questions   []string
}

var settledPlans = []settledPlan{
	{"Dentist appointment is on 2 March at 9.", "Dentist called: the appointment moved to 5 March at 11.", []string{"When is the dentist appointment?", "When is my next dentist appointment?", "Is the dentist on 2 March?"}},
	{"Band rehearsal is on Thursday 26 February at Sam's.", "Band rehearsal cancelled, Sam is ill.", []string{"When is band rehearsal?", "Is there a band rehearsal on 26 February?"}},
	{"The plumber comes on Friday 27 February.", "Plumber rang, not Friday but Monday.", []string{"When does the plumber come?"}},
	{"Dinner with Ana on 28 February at Luigi's.", "Dinner with Ana now at Trattoria instead of Luigi's.", []string{"Where is dinner with Ana?", "When is dinner with Ana?"}},
	{"The school play is on 18 March in the hall.", "School play: 19 March, not the 18th.", []string{"When is the school play?", "Is the school play on 18 March?"}},
	{"Car service booked for 4 March at Halfords, 120 pounds.", "Halfords rang: the car service is now 6 March and 140 pounds.", []string{"When is the car service?", "How much is the car service?"}},
	{"Book club meets at Joan's on 25 March, we read Middlemarch.", "Book club swapped Middlemarch for Emma, and it is at Priya's.", []string{"What do we read in book club?"}},
	{"Flight to Porto leaves on 30 March at 07:15 from gate 12.", "Porto flight brought forward to 06:40.", []string{"When does the flight to Porto leave?"}},
	{"The choir concert is on 20 March.", "Choir concert is off.", []string{"When is the choir concert?"}},
	{"Parents' evening is on 16 March.", "Mail: parents' evening postponed, new date to follow.", []string{"When is parents' evening?"}},
	{"Mum is coming on 12 March.", "Mum moved her visit: not 12 March but 19 March.", []string{"When does mum come?"}},
	{"The boiler is to arrive on 4 March.", "Boiler delayed, a week at least.", []string{"When does the boiler arrive?"}},
}

// What moves, cancels or changes a plan is quoted before it: who asks when it is, and reads the
// first line, must not go there in vain.
func TestWhatSettlesAPlanOtherwiseIsQuotedBeforeIt(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	vault := mesh.EmptyVault(t)
	var plans, later strings.Builder
	for i, p := range settledPlans {
		fmt.Fprintf(&plans, "## %02d:00\n%s\n\n", 8+i, p.plan)
		fmt.Fprintf(&later, "## %02d:00\n%s\n\n", 8+i, p.later)
	}
	for name, text := range map[string]string{"2026-02-19.md": plans.String(), "2026-02-21.md": later.String()} {
		if err := os.WriteFile(filepath.Join(vault, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m := mesh.InProcess(t, vault, "")
	for _, p := range settledPlans {
		for _, question := range p.questions {
			if answer := m.Ask(t, question).GetAnswer(); !strings.HasPrefix(toldFirst(answer), "Sat 21 Feb: “"+p.later) {
				t.Errorf("%s\n%s", question, answer)
			}
		}
	}
}
