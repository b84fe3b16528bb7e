package scenario

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/test/mesh"
)

// aheadNotes speak of what is to come, as it was seen from their days: now is Monday
// 23 February.
var aheadNotes = map[string]string{
	"2026-01-10.md": "## 09:00\nIn April Mama visits, she wants to see the gardens.\n\n## 10:00\nThe car inspection is due by the end of May.\n\n## 11:00\nTen days in the Alps next winter.\n",
	"2026-02-18.md": "## 08:00\nSlept 7 h.\n\n## 09:00\nGrandma arrives on Thursday 5 March.\n\n## 10:00\nChoir concert on 6 March in the church.\n",
	"2026-02-22.md": "## 20:00\nThe plumber comes on Wednesday.\n\n## 21:00\nTalked to Bob about the garden.\n",
}

// A question for what is on in a time to come, however it is put, quotes the notes that name a
// day of it or the time itself, and nothing else.
func TestWhatIsOnInATimeToComeIsInTheNotesThatNameIt(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("a model answers in its own words")
	}
	vault := mesh.EmptyVault(t)
	for name, text := range aheadNotes {
		if err := os.WriteFile(filepath.Join(vault, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m := mesh.InProcess(t, vault, "")
	const grandma, concert, plumber, mama, car = "Grandma arrives", "Choir concert", "The plumber", "In April Mama", "The car inspection"
	for question, want := range map[string][]string{
		"What is planned for next week?":              {grandma, concert},
		"What's happening next week?":                 {grandma, concert},
		"What are my plans for next week?":            {grandma, concert},
		"Do I have anything planned for next week?":   {grandma, concert},
		"What's coming up next week?":                 {grandma, concert},
		"What is on next week?":                       {grandma, concert},
		"Anything on 6 March?":                        {concert},
		"What is on Wednesday?":                       {plumber},
		"Who comes on Wednesday?":                     {plumber},
		"Does the plumber come on Wednesday?":         {plumber},
		"What happens on Wednesday?":                  {plumber},
		"Is there something on Wednesday?":            {plumber},
		"What is planned for April?":                  {mama},
		"What happens in April?":                      {mama},
		"What are my plans for May?":                  {car},
		"What is planned for the garden next week?":   nil, // no note says it, and the closest are said to be no more
		"Is anything planned for tomorrow afternoon?": nil,
	} {
		answer := m.Ask(t, question).GetAnswer()
		for _, plan := range []string{grandma, concert, plumber, mama, car} {
			told := strings.Contains(answer, "“"+plan) && !strings.Contains(answer, "Closest notes")
			if named := slices.Contains(want, plan); told != named {
				t.Errorf("%s\ntold %q is %v\n%s", question, plan, told, answer)
			}
		}
	}
}
