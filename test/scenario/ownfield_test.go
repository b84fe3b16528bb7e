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

func writeDay(t *testing.T, vault string, day notes.Day, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(vault, day.String()+".md"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
