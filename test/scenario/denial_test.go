package scenario

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/test/mesh"
)

// deniedMonths are the months of which an answer says that they have no notes.
var deniedMonths = regexp.MustCompile(`There are no notes from (\w+ \d{4})(?: and (\w+ \d{4}))?`)

// denials are questions that name a month and that no value or word of a note answers alone.
var denials = []string{
	"Was it more than in %s?", "Was %s better than last month?", "Compare %[1]s with February", "Was it warm in %s?",
	"How was it in %s?", "Was I more tired in %s than in February?", "What was the biggest of %s?", "What happened in %s?",
}

// That there are no notes of a month is said of a month without notes alone, however many
// notes there are and whatever else the question asks.
func TestNoMonthThatHasNotesIsSaidToHaveNone(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	random := rand.New(rand.NewPCG(7, 1))
	vault := mesh.EmptyVault(t)
	writeVault(t, vault, random, 100)
	m := mesh.InProcess(t, vault, "")
	today := notes.DayOf(mesh.Now())
	oldest := today.AddDays(-100)
	for back := range 9 {
		first := time.Date(today.Year, today.Month-time.Month(back), 1, 0, 0, 0, 0, time.UTC)
		month, has := first.Format("January 2006"), !notes.DayOf(first.AddDate(0, 1, -1)).Before(oldest)
		for _, question := range denials {
			question = fmt.Sprintf(question, month)
			answer := m.Ask(t, question).GetAnswer()
			if whole := strings.HasPrefix(question, "How was it"); whole && has == strings.Contains(answer, "There are no notes from "+month) {
				t.Errorf("%s\n%s", question, answer)
			}
			for _, denied := range deniedMonths.FindAllStringSubmatch(answer, -1) {
				if has && (denied[1] == month || denied[2] == month) {
					t.Errorf("%s\n%s", question, answer)
				}
			}
		}
	}
}

// A day that a note of long before or a page without a day names is not said to have nothing.
func TestADayThatANoteNamesIsNotDenied(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	vault := mesh.EmptyVault(t)
	for name, text := range map[string]string{
		"2025-12-20.md": "Dentist on 9 March at 9:00.\n", "2026-02-22.md": "Rain all day.\n", "Exams.md": "Maths on 25 February at 10:00.\n",
		"Ines.md": "Birthday: 9 May.\n", "Trips.md": "12 to 16 September 2025. Stayed with Marco.\n",
	} {
		if err := os.WriteFile(filepath.Join(vault, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m := mesh.InProcess(t, vault, "")
	for question, want := range map[string]string{
		"What do I have on 9 March?": "“Dentist on 9 March at 9:00.”", "What do I have on 25 February?": "“Maths on 25 February at 10:00.”",
		"What is on 9 May?": "“Birthday: 9 May.”", "Where was I in September 2025?": "“12 to 16 September 2025.",
	} {
		if answer := m.Ask(t, question).GetAnswer(); !strings.Contains(answer, "but these bear on it:\n") || !strings.Contains(answer, want) {
			t.Errorf("%s\n%s", question, answer)
		}
	}
}
