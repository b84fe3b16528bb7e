package scenario

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/test/mesh"
)

// What is quoted must not look whole if it is not, nor claim to be the latest or the next if
// nobody knows.
func TestAQuotationShowsAllOfATableAndNoNoteIsCalledLatestThatMayNotBe(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	vault := mesh.EmptyVault(t)
	table := "| no | who | sent | paid |\n|---|---|---|---|\n| 1 | Clare council | 20 Feb | 27 March |\n| 2 | heritage club | 23 March | waived |\n| 3 | parish office | 30 April | 2 June |\n| 4 | house trust | 28 August | 18 September |\n| 5 | Clare council | 31 August | 2 October |\n| 6 | parish office | 30 September | |\n"
	for name, text := range map[string]string{
		"Invoices.md":   "# Invoices\n\n" + table,
		"2026-01-20.md": "## 09:00\nTalk in the hall: the guards have stopped me eleven times.\n",
		"2026-02-12.md": "## 09:00\nGuards again on Thursday at the cross, number thirteen.\n",
		"2026-02-18.md": "## 09:00\n- rabies shot: sore arm\n- Noreen is away, no lesson. Next is the 3 March\n",
		"2026-02-19.md": "## 09:00\nPacking for the walk:\n" + strings.Repeat("- a pair of thick grey socks and a clean shirt\n", 12) + "- the brass compass\n" + strings.Repeat("- a bar of chocolate and a small bag of nuts\n", 12),
	} {
		if err := os.WriteFile(filepath.Join(vault, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m := mesh.InProcess(t, vault, "")
	for question, want := range map[string][]string{
		"Which invoices are not paid?":               {"| 1 | Clare council |", "| 6 | parish office |"},
		"When did the guards stop me last?":          {"with all words of the question is from Tue 20 Jan", "The latest notes that may be on this:\n- Thu 12 Feb: “Guards again"},
		"Where in the packing is the brass compass?": {"> …\n", "- the brass compass", " …"},
		"When is the rabies titre next?":             {"rabies shot"},
	} {
		answer := m.Ask(t, question).GetAnswer()
		for _, w := range want {
			if !strings.Contains(answer, w) {
				t.Errorf("%s lacks %q:\n%s", question, w, answer)
			}
		}
	}
}
