package scenario

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/test/mesh"
)

// An activity is one of a person's, by the words of a question and of notes.
type activity struct {
	asked  string   // "when did I last …?"
	done   []string // notes that tell of it
	undone []string // notes that name it, and of which it was not or is not yet
}

var activities = []activity{
	{"bench press", []string{"Bench press 3x5 @ %d kg, smooth.", "Benched 3x5 at %d kg. Stopped after that, no rows."}, []string{"Skipped bench press, shoulder %d of 10.", "Want to bench press %d kg tomorrow."}},
	{"squat", []string{"Squat 3x5 @ %d kg.", "Squats 5x5 at %d kg, knees fine. No coffee before."}, []string{"No squats today, %d minutes late.", "Squats: skipped. Train was %d minutes late."}},
	{"deadlift", []string{"Deadlift 1x5 @ %d kg. Grip held.", "Deadlifts, %d kg for five. Not a good day else."}, []string{"Planning to deadlift %d kg next week."}},
	{"run", []string{"Run 5.0 km in %d:30.", "Easy run, %d minutes by the canal. Nobody there."}, []string{"The run was cancelled for the storm, %d mm of rain.", "Should run %d km on Sunday."}},
	{"swim", []string{"Swim %d0 m, calm.", "Swam %d lengths. Didn't like the cold."}, []string{"Didn't swim, pool closed until %d:00.", "Want to swim %d lengths next week."}},
	{"water the plants", []string{"Watered the plants, all %d of them."}, []string{"Forgot to water the plants for %d days."}},
	{"call the landlord", []string{"Called the landlord about the %d euros."}, []string{"Must call the landlord before %d:00."}},
	{"clean the bike", []string{"Cleaned the bike, took %d minutes. No rust."}, []string{"Want to clean the bike, %d weeks of mud."}},
}

// fillers are notes of nothing that is asked for.
var fillers = []string{"Report %d sent.", "Rain all day, %d degrees.", "Lunch with the team, %d people.", "Read %d pages.", "Bread and soup, %d slices."}

// doneDays tells on which day the writer of a vault first and last did each activity.
type doneDays struct{ first, last map[string]notes.Day }

// write writes a vault of some days and returns what is true of it.
func writeVault(t *testing.T, vault string, random *rand.Rand, days int) doneDays {
	t.Helper()
	d := doneDays{map[string]notes.Day{}, map[string]notes.Day{}}
	today := notes.DayOf(mesh.Now())
	for back := days; back > 0; back-- {
		day := today.AddDays(-back)
		var file strings.Builder
		fmt.Fprintf(&file, "# %s\n", day)
		for hour := 7 + random.IntN(3); hour < 22; hour += 1 + random.IntN(5) {
			text := pick(random, fillers)
			switch a := activities[random.IntN(len(activities))]; random.IntN(5) {
			case 0, 1:
				text = pick(random, a.done)
				d.last[a.asked] = day
				if _, before := d.first[a.asked]; !before {
					d.first[a.asked] = day
				}
			case 2:
				text = pick(random, a.undone)
			}
			text = fmt.Sprintf(text, 20+random.IntN(70))
			for range random.IntN(4) { // notes in which it is one thing among others rank lower
				text = fmt.Sprintf(pick(random, fillers), 20+random.IntN(70)) + " " + text
			}
			fmt.Fprintf(&file, "\n## %02d:%02d\n%s\n", hour, random.IntN(60), text)
		}
		path := filepath.Join(vault, "logs", "raw", day.String()[:4], day.String()[5:7], day.String()+".md")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(file.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func pick(random *rand.Rand, of []string) string { return of[random.IntN(len(of))] }

// toldFirst returns what an answer quotes first, which begins with its day. A note that
// plans or denies what is asked about is quoted behind those that tell of it.
func toldFirst(answer string) string {
	_, rest, _ := strings.Cut(answer, "\n- ")
	return rest
}

// A question for the first or the last time of something gets the day that a reader of all
// notes would tell, however many notes there are, and whatever else is planned, cancelled or
// denied in them; also where one question asks for the last time of two things.
func TestTheFirstAndTheLastTimeAreThoseOfAllNotes(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1))
			vault := mesh.EmptyVault(t)
			d := writeVault(t, vault, random, []int{20, 90, 300}[seed])
			m := mesh.InProcess(t, vault, "")
			asked := slices.Clone(activities)
			random.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
			for i, a := range asked {
				b := asked[(i+1)%len(asked)]
				wantDay(t, m.Ask(t, "When did I last "+a.asked+"?").GetAnswer(), d.last, a.asked)
				wantDay(t, m.Ask(t, "When did I first "+a.asked+"?").GetAnswer(), d.first, a.asked)
				both := m.Ask(t, "When did I last "+a.asked+" and when did I last "+b.asked+"?").GetAnswer()
				_, first, _ := strings.Cut(both, "**")
				first, second, _ := strings.Cut(first, "**when")
				wantDay(t, first, d.last, a.asked)
				wantDay(t, second, d.last, b.asked)
			}
		})
	}
}

func wantDay(t *testing.T, answer string, days map[string]notes.Day, asked string) {
	t.Helper()
	day, done := days[asked]
	if !done {
		return
	}
	layout := "Mon 2 Jan"
	if day.Year != mesh.Now().Year() {
		layout = "Mon 2 Jan 2006"
	}
	want := day.In(mesh.Now().Location()).Format(layout)
	if got := toldFirst(answer); !strings.HasPrefix(got, want+":") && !strings.HasPrefix(got, want+" [") {
		t.Errorf("%s: it was on %s, and it says\n%s", asked, want, answer)
	}
}

// A word that stands for others finds the notes that say those: a note on bench press is of
// the gym, and what it may be is not said to be so.
func TestALastTimeIsFoundByWhatAGeneralWordStandsFor(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	for question, want := range map[string]string{
		"When did I last go to the gym?":  "The latest notes that may be on this:\n- Fri 20 Feb",
		"When did I last have a workout?": "The latest notes that may be on this:\n- Sat 21 Feb",
		"When did I last talk to Tom?":    "The latest notes that may be on this:\n- Thu 5 Feb",
		"When did I last bench press?":    "Your latest note on this is from Fri 20 Feb:\n- Fri 20 Feb",
		"When was the last sales sync?":   "Your latest note on this is from Thu 12 Feb:\n- Thu 12 Feb",
	} {
		if got := m.Ask(t, question).GetAnswer(); !strings.HasPrefix(got, want) {
			t.Errorf("%s\n%s", question, got)
		}
	}
}
