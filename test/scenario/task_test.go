package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/test/mesh"
)

// A question for tasks is answered from all of them, as the list of tasks has them.
func TestAQuestionForTasksIsAnsweredFromAllTasks(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	write := func(daysAgo int, text string) {
		day := mesh.Now().AddDate(0, 0, -daysAgo)
		path := filepath.Join(vault, "logs", "raw", day.Format("2006"), day.Format("01"), day.Format("2006-01-02")+".md")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("## 08:00\n\n"+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 70 {
		write(i+20, fmt.Sprintf("Sunny.\n\n- [ ] sort box %d", i))
	}
	write(10, "# Shed\n\n- [ ] order felt by yesterday\n- [x] clear it\n- [ ] ~~paint~~ tar the wall\n- [ ] ~~burn it~~")
	write(2, "- [ ] return the books 📅 "+mesh.Now().AddDate(0, 0, 2).Format("2006-01-02"))
	if !mesh.ByRules() {
		t.Skip("how a model lists them is its own")
	}
	m := mesh.InProcess(t, vault, "")
	for question, want := range map[string][]string{
		"What are my open tasks?":                  {"Open tasks:", "order felt", "return the books", "Showing 20 of 73; `weft tasks` lists all."},
		"Which tasks are overdue?":                 {"Overdue tasks:", "order felt"},
		"What is due this week?":                   {"return the books"},
		"What tasks do I have for the shed?":       {"Open tasks:", "order felt", "“- [ ] […] tar the wall”"},
		"Anything left to do about the shed roof?": {"Closest notes:", "“- [ ] order felt by yesterday”", "You have no open tasks that mention “shed roof”."},
		"Which tasks have I finished?":             {"Tasks that are done:", "clear it"},
		"What is due next year?":                   {"You have no tasks that are due, next year"},
	} {
		got := m.Ask(t, question).GetAnswer()
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s lacks %q:\n%s", question, w, got)
			}
		}
		if strings.Contains(got, "burn it") || strings.Contains(got, "sort box") != strings.HasPrefix(question, "What are") {
			t.Errorf("%s:\n%s", question, got)
		}
	}
}

func TestLastLatestAndNextAreToldByTheirDays(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{
		{40, "Dad fell in the garden. He was lucky."}, {30, "Dentist: all fine. Next appointment 14 April, 10:30. Bring the card."},
		{20, "Sauna with Jo."}, {12, "Sauna, then tea."}, {9, "Cold plunge after the sauna."}, {4, "Sauna at the hotel."}, {1, "Baked bread."},
	})
	for question, want := range map[string]string{
		"When did I last go to the sauna?":     "Your latest note on this is from Thu 19 Feb:\n- Thu 19 Feb: “Sauna at the hotel.”",
		"show my last sauna":                   "Showing 3 of 4; `weft search sauna` lists more.",
		"show my last note":                    "Your latest note is from Sun 22 Feb:\n- Sun 22 Feb: “Baked bread.”",
		"when is my next appointment?":         "What your notes say is next:\n- Sat 24 Jan: “Next appointment 14 April, 10:30.”",
		"what is my next dentist appointment?": "14 April, 10:30",
		"when did Dad last fall?":              "Wed 14 Jan: “Dad fell in the garden.",
	} {
		got := ask(t, m, question).GetAnswer()
		if !mesh.ByRules() { // a model words it
			_, want, _ = strings.Cut(want, "“")
			want, _, _ = strings.Cut(want, "”")
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %q:\n%s", question, want, got)
		}
	}
}
