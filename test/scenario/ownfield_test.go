package scenario

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/test/mesh"
)

// What a person keeps in fields of her own is added up without a domain, as it stands, and
// a field that isn't one number holds the total back.
func TestAFieldOfOnesOwnIsAddedUp(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	vault, random := mesh.EmptyVault(t), rand.New(rand.NewPCG(11, 2))
	sums, days := map[string]int{}, map[string]int{}
	for day := (notes.Day{Year: 2026, Month: 1, Date: 1}); day.Before(notes.DayOf(mesh.Now())); day = day.AddDays(1) {
		text := "Fed the ducks, sold 12 eggs.\n"
		if random.IntN(3) > 0 {
			n := random.IntN(9)
			month := day.String()[:7]
			sums[month], days[month] = sums[month]+n, days[month]+1
			text += fmt.Sprintf("eggs:: %d (found late)\nsleep:: %d.5\n", n, 5+n%3)
		}
		writeDay(t, vault, day, text)
	}
	writeDay(t, vault, notes.Day{Year: 2025, Month: 12, Date: 30}, "eggs:: 2\n")
	writeDay(t, vault, notes.Day{Year: 2025, Month: 12, Date: 31}, "eggs:: 3 (no, 4)\n")
	m := mesh.InProcess(t, vault, "")
	for month, name := range map[string]string{"2026-01": "January", "2026-02": "February"} {
		answer := m.Ask(t, "How many eggs did we get in "+name+"?").GetAnswer()
		if want := fmt.Sprintf("Eggs (your own field), %s 2026: %d in total, from %d notes", name, sums[month], days[month]); !strings.Contains(answer, want) {
			t.Errorf("want %s\n%s", want, answer)
		}
	}
	wantWords(t, m.Ask(t, "Did we get more eggs in January or in February?").GetAnswer(), "against", fmt.Sprint(sums["2026-01"]), fmt.Sprint(sums["2026-02"]))
	if answer := m.Ask(t, "How many eggs did we get in December?").GetAnswer(); strings.Contains(answer, "in total") || !strings.Contains(answer, "3 (no, 4)") {
		t.Errorf("a number that is taken back is in the total:\n%s", answer)
	}
}

// Fields of front matter count as those within a text do, each on the day of its file. A
// file without a day puts them on none.
func TestAFieldOfFrontMatterIsAddedUp(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	vault := mesh.EmptyVault(t)
	day := notes.Day{Year: 2026, Month: 1, Date: 1}
	for i, hours := range []string{"6", "2.5 # short", "'4'", "7"} {
		front := fmt.Sprintf("---\ntags: [job]\njob: %d\nhours: %s\nmood: %d\npaid: £%d\nid: 900\n---\n", 260+i, hours, 5+i, 100*i)
		writeDay(t, vault, day.AddDays(i), front+"Worked on the accordion.\n")
	}
	page := "---\nhours: 40\nquoted: 780\nstatus: waiting for the vet\n---\nAn old concertina.\n"
	if err := os.WriteFile(filepath.Join(vault, "Furlong.md"), []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	writeDay(t, vault, notes.Day{Year: 2025, Month: 12, Date: 30}, "---\nhours: 2\n---\n")
	writeDay(t, vault, notes.Day{Year: 2025, Month: 12, Date: 31}, "---\nhours: 3 or 4\n---\n")
	m := mesh.InProcess(t, vault, "")
	for question, want := range map[string]string{
		"How many hours did I log in January?":     "Hours (your own field), January 2026: 19.5 in total, from 4 notes",
		"What was my average mood in January?":     "6.5",
		"Which day had the most hours in January?": "Sun 4 Jan",
		"What was Furlong quoted?":                 "quoted: 780",
		"What is waiting for the vet?":             "status: waiting for the vet",
	} {
		if answer := m.Ask(t, question).GetAnswer(); !strings.Contains(answer, want) {
			t.Errorf("%s: want %s\n%s", question, want, answer)
		}
	}
	if answer := m.Ask(t, "How many hours did I log in December?").GetAnswer(); strings.Contains(answer, "in total") || !strings.Contains(answer, "3 or 4") {
		t.Errorf("a value that is no single number is in the total:\n%s", answer)
	}
	if answer := m.Ask(t, "How many jobs did I do in January?").GetAnswer(); strings.Contains(answer, "your own field") {
		t.Errorf("numbers of jobs are added up:\n%s", answer)
	}
}

func writeDay(t *testing.T, vault string, day notes.Day, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(vault, day.String()+".md"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
