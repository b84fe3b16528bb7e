package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func TestTasksAreListedAsTheyStandInTheNotes(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	daily := filepath.Join(h.vault(), "2026-02-18.md")
	content := "---\ntags: [plan]\n---\n# Wednesday\n\n- [ ] call the dentist by Friday\n- [x] pay the rent 📅 2026-02-01\n\n## 10:00 garden\n- [ ] water the plants\n"
	if err := os.WriteFile(daily, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	h.weft("", "log", "--now", "2026-02-19T08:00", "--", "- [ ] passport @due(2026-03-01)").mustExit(t, exitDone)

	got := h.weft("", "tasks")
	got.mustExit(t, exitDone)
	want := "2026-02-20  [ ] call the dentist by Friday  2026-02-18.md:6\n" +
		"2026-03-01  [ ] passport @due(2026-03-01)  logs/raw/2026/02/2026-02-19.md:2\n" +
		"            [ ] water the plants  2026-02-18.md:10\n"
	if got.out != want {
		t.Errorf("the tasks are\n%s, want\n%s", got.out, want)
	}
	if got := h.weft("", "tasks", "--due", "tomorrow"); strings.Contains(got.out, "passport") || strings.Contains(got.out, "plants") || !strings.Contains(got.out, "dentist") {
		t.Errorf("due until tomorrow are\n%s", got.out)
	}
	mustContain(t, h.weft("", "tasks", "--all").out, "2026-02-01  [x] pay the rent")

	// A box that is ticked in an editor counts at once.
	if err := os.WriteFile(daily, []byte(strings.Replace(content, "- [ ] call", "- [x] call", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	var listed orchestratorv1.ListTasksResponse
	h.message(&listed, "tasks", "--from", "2026-02-18", "--to", "2026-02-18", "--all")
	texts := map[string]bool{}
	for _, task := range listed.GetTasks() {
		texts[task.GetText()] = task.GetDone()
	}
	if !texts["call the dentist by Friday"] || len(texts) != 3 {
		t.Errorf("listed %v", texts)
	}
	h.weft("", "tasks", "--due", "soon").mustExit(t, exitUsage)
	h.weft("", "tasks", "--from", "2026-02-18", "--to", "2026-02-17").mustExit(t, exitUsage)
}

func TestTasksWhoseDayCantBeReadAreToldWhereTheyAreAskedForByIt(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	note := "- [ ] a 📅 2026-02-20\n- [ ] flyers by the Friday market\n- [x] b by the Friday market\n"
	if err := os.WriteFile(filepath.Join(h.vault(), "2026-02-18.md"), []byte(note), 0o600); err != nil {
		t.Fatal(err)
	}
	const why = "“the Friday market” may be the name of something, and not its day"
	want := "2026-02-20  [ ] a 📅 2026-02-20  2026-02-18.md:1\n            [ ] flyers by the Friday market  (due: " + why + ")  2026-02-18.md:2\n"
	if got := h.weft("", "tasks", "--due", "2026-02-22", "--now", "2026-02-18T09:00"); got.out != want {
		t.Errorf("due are\n%s, want\n%s", got.out, want)
	}
	for _, command := range []string{"today", "week"} {
		got := h.weft("", command, "2026-02-20", "--now", "2026-02-18T09:00")
		mustContain(t, got.errOut, "its day can't be read: 2026-02-18.md:2: "+why)
		mustContain(t, h.weft("", command, "2026-02-20", "--now", "2026-02-18T09:00", "-o", "json").out, why)
	}
	answer := h.weft("", "ask", "what is due this week?", "--now", "2026-02-18T09:00")
	mustContain(t, answer.out+answer.errOut, "A task is not among those that are due, as its day can't be read: 2026-02-18.md:2: "+why)
}

func TestAWeekHasTheTasksThatAreDueOnItsDays(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	note := "TODO: late by 2026-02-16\n- [ ] b 📅 2026-02-22\n- [ ] a 📅 2026-02-20\n- [ ] next 📅 2026-02-23\n- [x] done 📅 2026-02-20\n- [-] c 📅 2026-02-20\n"
	if err := os.WriteFile(filepath.Join(h.vault(), "2026-02-10.md"), []byte(note), 0o600); err != nil {
		t.Fatal(err)
	}
	const days = "Due Fri 20 Feb 2026\n2026-02-20  [ ] a 📅 2026-02-20  2026-02-10.md:3\n\nDue Sun 22 Feb 2026\n2026-02-22  [ ] b 📅 2026-02-22  2026-02-10.md:2\n"
	for _, c := range []struct{ now, want string }{
		{"2026-02-19T08:00", "Overdue\n2026-02-16  [ ] late by 2026-02-16  2026-02-10.md:1\n\n" + days},
		{"2026-02-09T08:00", "Due Mon 16 Feb 2026\n2026-02-16  [ ] late by 2026-02-16  2026-02-10.md:1\n\n" + days},
	} {
		if got := h.weft("", "week", "2026-02-18", "--now", c.now); got.out != c.want {
			t.Errorf("on %s the week is\n%s, want\n%s", c.now, got.out, c.want)
		}
	}
	mustContain(t, h.weft("", "week", "2026-03-02").out, "nothing in the week")
	if got := h.weft("", "week", "2026-02-23", "-o", "json", "--now", "2026-02-19T08:00").out; strings.Count(got, `"entryId"`) != 1 {
		t.Errorf("as JSON the next week is\n%s", got)
	}
}

func TestTasksOfTheNotesOnSomethingAreListed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	for name, content := range map[string]string{
		"2026-02-10.md": "# Boilers\n- [ ] call the plumber by 2026-02-20\n- [x] read the serial number\n",
		"2026-02-12.md": "The boiler leaks again.\n- [ ] find the warranty\n",
		"2026-02-13.md": "- [ ] rake leaves\n",
	} {
		if err := os.WriteFile(filepath.Join(h.vault(), name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := h.weft("", "tasks", "boiler")
	got.mustExit(t, exitDone)
	want := "2026-02-20  [ ] call the plumber by 2026-02-20  2026-02-10.md:2\n            [ ] find the warranty  2026-02-12.md:2\n"
	if got.out != want {
		t.Errorf("the tasks are\n%s, want\n%s", got.out, want)
	}
	mustContain(t, h.weft("", "tasks", "--all", "boiler").out, "[x] read the serial number")
	for _, about := range [][]string{{"tasks", "wedding"}, {"tasks", "boiler", "wedding"}} {
		if got := h.weft("", about...); got.out != "" || !strings.Contains(got.errOut, "no tasks") {
			t.Errorf("%v: %s%s", about, got.out, got.errOut)
		}
	}
}

func TestTodayShowsWhatIsDueAndWhatIsOverdue(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	note := "- [ ] tax return by 2026-02-20\n- [ ] call Ann by 2026-02-23\n- [ ] book the train by 2026-02-24\n- [x] rent by 2026-02-21\n- [ ] some day\n"
	if err := os.WriteFile(filepath.Join(h.vault(), "2026-02-18.md"), []byte(note), 0o600); err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string]string{
		"":           "Overdue\n2026-02-20  [ ] tax return by 2026-02-20  2026-02-18.md:1\n\nDue Mon 23 Feb 2026\n2026-02-23  [ ] call Ann by 2026-02-23  2026-02-18.md:2\n",
		"2026-02-24": "Due Tue 24 Feb 2026\n2026-02-24  [ ] book the train by 2026-02-24  2026-02-18.md:3\n",
		"tomorrow":   "Due Tue 24 Feb 2026\n2026-02-24  [ ] book the train by 2026-02-24  2026-02-18.md:3\n",
		"tuesday":    "Due Tue 24 Feb 2026\n2026-02-24  [ ] book the train by 2026-02-24  2026-02-18.md:3\n",
	} {
		got := h.weft("", append([]string{"today"}, strings.Fields(day)...)...)
		got.mustExit(t, exitDone)
		if got.out != want {
			t.Errorf("%q: got\n%swant\n%s", day, got.out, want)
		}
	}
	got := h.weft("", "today", "-o", "json")
	got.mustExit(t, exitDone)
	var told struct {
		Items []any
		Tasks []struct{ DueDate string }
		Waits []any
	}
	if err := json.Unmarshal([]byte(got.out), &told); err != nil || len(told.Tasks) != 2 || told.Waits == nil {
		t.Errorf("told %+v, %v", told, err)
	}
	mustContain(t, h.weft("", "today", "2026-03-01").errOut, "nothing on Sun 1 Mar 2026")
}
