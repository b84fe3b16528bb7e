package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

// A goal is kept, looked at and changed by commands alone.
func TestAGoalBecomesARoadmapByCommands(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve()
	run := func(args ...string) result { return h.weft("", args...) }
	done := func(args ...string) result {
		t.Helper()
		got := run(args...)
		got.mustExit(t, exitDone)
		return got
	}
	got := done("roadmaps", "ls")
	mustContain(t, got.errOut, "no roadmaps")
	got = done("goal", "Run 10 km in twelve weeks, three times a week", "--keep", "--ask", "1", "--schedules", "20", "--never", "Mondays")
	mustContain(t, got.out, "waiting", "--answer level=new|regular|experienced", "--option go_on")
	mustContain(t, done("roadmaps", "ls").out, "RM-", "waiting")
	wrong := run("roadmaps", "answer", "last", "--answer", "level=purple")
	wrong.mustExit(t, exitUsage)
	mustContain(t, wrong.errOut, "purple")
	got = done("roadmaps", "answer", "last", "--answer", "level=new")
	mustContain(t, got.out, "proposed", "weft roadmaps approve RM-", "Taper", "The first two weeks", "Each week, out of the hours you have for it", "▇")
	mustContain(t, done("roadmaps", "show", "last").out, "The first two weeks", "Each week, out of the hours")
	mustContain(t, done("roadmaps", "show", "last", "-o", "json").out, `"weeks":`, `"room":`)
	chart := done("roadmaps", "show", "last", "--gantt").out
	mustContain(t, chart, "Taper", "Last day", "█ work, ░ done", "◆")
	mustContain(t, done("roadmaps", "show", "last", "--gantt", "-o", "json").out, `"weeks":`)
	if every := done("roadmaps", "show", "last", "--gantt", "--all").out; len(every) <= len(chart) || strings.Contains(every, "\x1b") {
		t.Errorf("with its tasks the chart is\n%s", every)
	}
	run("roadmaps", "show", "last", "--all").mustExit(t, exitUsage)
	mustContain(t, run("roadmaps", "export").errOut, "not kept yet")
	got = done("roadmaps", "reject", "last", "--never", "Tuesdays")
	mustContain(t, got.out, "proposed")
	got = done("roadmaps", "approve", "last")
	mustContain(t, got.out, "active", "Next", "block 1", "the schedule was approved")
	mustContain(t, got.errOut, "kept;")

	_, after, _ := strings.Cut(got.out, "Next\n  ")
	day, err := dayOf(after)
	if err != nil {
		t.Fatal(err)
	}
	mustContain(t, done("today", day).out, "block 1", "[ ]")
	mustContain(t, done("week", day).out, "▌")
	mustContain(t, done("roadmaps", "done", "last", "easy", "run", "--why", "felt good").out, "done on")
	mustContain(t, done("roadmaps", "lock", "last", "7").out, "locked")
	moved := done("roadmaps", "move", "last", "8", day+" 05:00", "--for", "1h")
	mustContain(t, moved.out, "moved from", "1 h")
	mustContain(t, done("roadmaps", "done", "last", "11").out, "done: block of", "done on") // it has one block
	mustContain(t, done("roadmaps", "reopen", "last", "11").out, "open again: block of", "is open again")
	mustContain(t, run("roadmaps", "skip", "last", "11").errOut, "11 is a block", "whole task")
	mustContain(t, run("roadmaps", "done", "last", "900").errOut, "no block 900")
	mustContain(t, done("roadmaps", "replan").out, "Nothing has to move.")
	on := strings.Fields(blockLine(t, done("roadmaps", "show", "last").out, "block 9"))
	at, err := dayOf(strings.Join(on, " "))
	if err != nil {
		t.Fatal(err)
	}
	done("roadmaps", "move", "last", "10", at+" "+on[4][:5])
	got = done("roadmaps", "replan", "last")
	mustContain(t, got.out, "What has changed", "at the same time", "Proposed", "was", "now", "why", "The weeks after that", "Apply this?", "weft answer", "apply")
	run1, _, _ := strings.Cut(strings.SplitN(got.out, "weft answer ", 2)[1], " ")
	mustContain(t, done("roadmaps", "replan", "last", "-o", "json").out, `"reason":"proposed"`, `"moves":[{`)
	mustContain(t, done("pauses", "ls").out, run1) // the one that waited has looked again
	mustContain(t, done("roadmaps", "replan", "last", "--yes").out, "Moved", "Done; each move")
	mustContain(t, done("roadmaps", "replan", "last").out, "Nothing has to move.")
	mustContain(t, done("roadmaps", "shift", "last", "2").out, "+2 days")
	mustContain(t, done("roadmaps", "shift", "last", "-1", "--why", "well again").out, "-1 days")
	mustContain(t, done("roadmaps", "show", "last").out, "done")
	mustContain(t, done("roadmaps", "export", "last").out, "weft: roadmap", "- [x] Easy run", "## Adaptations", "felt good")
	file := filepath.Join(h.dir, "run.ics")
	done("roadmaps", "export", "last", "--format", "ics", "--file", file)
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "BEGIN:VEVENT") {
		t.Errorf("%v, %d bytes", err, len(text))
	}
	mustContain(t, run("roadmaps", "move", "last", "900", day+" 05:00").errOut, "no block")
	mustContain(t, run("roadmaps", "done", "last", "knitting").errOut, "no task")
	past := done("roadmaps", "move", "last", "9", "2026-02-23 08:00", "--for", "30m") // notes of this test are of that day
	mustContain(t, past.errOut, "is in the past: mark it done (weft roadmaps done RM-")
	mustContain(t, done("roadmaps", "move", "last", "12", nextTuesday().Format("2006-01-02")+" 18:00").errOut, "no hours on a Tuesday")
	over := run("roadmaps", "lock", "last", "9", "--why", "so it was").errOut
	mustContain(t, over, "its time has passed", "weft roadmaps replan")
	if strings.Contains(over, "changes[") {
		t.Errorf("a field of the API is told: %s", over)
	}
	mustContain(t, done("roadmaps", "move", "last", "6", time.Now().Add(-26*time.Hour).Format("2006-01-02 15:04"), "--for", "30m").out, "moved from")
	mustContain(t, done("today").errOut, "one block of the last week is not ticked")
	mustContain(t, done("log", "ran 5 km").out, "Kept", "of Run 10 km, done?", "weft roadmaps done RM-")
	mustContain(t, done("roadmaps", "state", "last", "abandoned", "--why", "knee").out, "abandoned")
	mustContain(t, done("roadmaps", "ls").errOut, "no roadmaps")
	mustContain(t, done("roadmaps", "ls", "--all").out, "abandoned")
	mustContain(t, done("today", day).errOut, "nothing on")
}

// nextTuesday is one that is not past.
func nextTuesday() time.Time {
	at := time.Now().AddDate(0, 0, 1)
	for at.Weekday() != time.Tuesday {
		at = at.AddDate(0, 0, 1)
	}
	return at
}

// Each command is a process of its own, and no server runs: what one has begun another ends,
// and the files in the vault are as fresh as they are with a server.
func TestRoadmapsByCommandsThatEachHaveTheMeshForThemselves(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	done := func(args ...string) result {
		t.Helper()
		got := h.weft("", args...)
		got.mustExit(t, exitDone)
		return got
	}
	keep := func() {
		t.Helper()
		done("goal", "Run 10 km in twelve weeks, three evenings a week", "--keep", "--ask", "0", "--schedules", "20")
	}
	folder := filepath.Join(h.vault(), "Weft", "Roadmaps")
	done("roadmaps", "ls")
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("without roadmaps there is a folder of them: %v", err)
	}

	// Two are proposed for the same evenings, and one of them is kept.
	keep()
	first := done("roadmaps", "show", "last", "-o", "json").out
	keep()
	mustContain(t, done("pauses", "ls").out, "\n  Keep this schedule for Run 10 km?\n", "to look at it: weft roadmaps show RM-")
	mustContain(t, done("roadmaps", "approve", "last").errOut, "kept;")
	_, id, _ := strings.Cut(first, `"id": "`)
	id, _, _ = strings.Cut(id, `"`)
	got := done("roadmaps", "approve", id)
	mustContain(t, got.errOut, "not kept: some of its hours have passed")
	mustContain(t, got.out, "proposed")
	done("roadmaps", "reject", id, "--never", "Tuesdays")
	mustContain(t, done("roadmaps", "approve", id).errOut, "kept;")
	done("roadmaps", "state", id, "abandoned")

	file := filepath.Join(folder, "Run 10 km.md")
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "- [ ] Enter the race") {
		t.Fatalf("%v:\n%s", err, text)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "- [ ] Enter the race", "- [x] Enter the race", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	mustContain(t, done("roadmaps", "export", "last").out, "- [x] Enter the race", "2026-02-23") // a command that comes right after
	if text, err = os.ReadFile(file); err != nil || !strings.Contains(string(text), "ann (task_done): Enter the race") {
		t.Errorf("%v:\n%s", err, text)
	}
	done("roadmaps", "lock", "last", "9")
	if text, err = os.ReadFile(file); err != nil || !strings.Contains(string(text), "locked") {
		t.Errorf("%v: what a command has changed is not in the file:\n%s", err, text)
	}

	// What has to move is asked for by one command, and agreed to by another.
	line := blockLine(t, done("roadmaps", "show", "last").out, "block 7")
	day, err := dayOf(line)
	if err != nil {
		t.Fatal(err)
	}
	done("roadmaps", "move", "last", "8", day+" "+strings.Fields(line)[4][:5])
	got = done("roadmaps", "replan", "last")
	_, command, _ := strings.Cut(got.out, "weft answer ")
	command, _, _ = strings.Cut(command, "\n")
	asked := done("pauses", "ls")
	mustContain(t, asked.out, "\n  ", "to answer: weft answer")
	if strings.Contains(asked.out, "{") || strings.Contains(asked.out, "\nwas ") {
		t.Errorf("the payload is printed, or what is explained is not indented:\n%s", asked.out)
	}
	mustContain(t, done(append([]string{"answer"}, strings.Fields(command)...)...).out, "Moved", "Done; each move")
	mustContain(t, done("roadmaps", "replan", "last").out, "Nothing has to move.")
}

// blockLine is the line of a block.
func blockLine(t *testing.T, out, block string) string {
	t.Helper()
	for line := range strings.Lines(out) {
		if strings.Contains(line, block) {
			return strings.TrimSpace(line)
		}
	}
	t.Fatalf("%s is not in\n%s", block, out)
	return ""
}

// dayOf is the day of a line of "weft roadmaps show".
func dayOf(line string) (string, error) {
	fields := strings.Fields(line)
	at, err := time.Parse("2 Jan 2006", strings.Join(fields[1:4], " "))
	return at.Format(time.DateOnly), err
}

func TestCalendarsAreAddedAndTold(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	mustContain(t, h.weft("", "calendars", "ls").errOut, "no calendars")
	file := filepath.Join(h.dir, "work.ics")
	if err := os.WriteFile(file, []byte("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := h.weft("", "calendars", "add", "work", file+"x")
	missing.mustExit(t, exitUsage)
	added := h.weft("", "calendars", "add", "work", file)
	added.mustExit(t, exitDone)
	mustContain(t, h.weft("", "calendars", "ls").out, "work", file, "0 events")
	odd := "BEGIN:VCALENDAR\r\nBEGIN:VAVAILABILITY\r\nEND:VAVAILABILITY\r\nBEGIN:VEVENT\r\nUID:none\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nUID:past\r\nDTSTART;TZID=Atlantis:20010101T100000\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nUID:odd\r\nDTSTART:20010101T100000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=LUNAR;UNTIL=20010301\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nUID:always\r\nSUMMARY:Tides\r\nTRANSP:TRANSPARENT\r\nDTSTART:20010101T100000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=LUNAR\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	if err := os.WriteFile(file, []byte(odd), 0o600); err != nil {
		t.Fatal(err)
	}
	unread := []string{"VAVAILABILITY", "it has no start, and takes no time", "work.ics:17 (always)"}
	check := func(r result, what string) {
		t.Helper()
		r.mustExit(t, exitDone)
		mustContain(t, what, unread...)
		if strings.Contains(what, "(past)") || strings.Contains(what, "(odd)") {
			t.Errorf("what is over is told too:\n%s", what)
		}
	}
	for _, args := range [][]string{{"today"}, {"week"}} {
		text, value := h.weft("", args...), h.weft("", append(args, "-o", "json")...)
		check(text, text.errOut)
		check(value, value.out)
		mustContain(t, value.out, "\"warnings\"")
	}
	goal := []string{"goal", "sort the cellar", "--step", "sort it: 2 h", "--by", "2026-03-20", "--keep", "--ask", "0"}
	kept := h.weft("", goal...)
	check(kept, strings.Join(strings.Fields(kept.out), " "))
	for range 2 {
		show, value := h.weft("", "roadmaps", "show", "last"), h.weft("", "roadmaps", "show", "last", "-o", "json")
		check(show, strings.Join(strings.Fields(show.out), " "))
		check(value, value.out)
		h.weft("", "roadmaps", "approve", "last")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	mustContain(t, h.weft("", "calendars", "ls").out, "no such file")
	mustContain(t, h.weft("", "today").errOut, "calendar work", "weft calendars ls")
}

func TestATaskIsToldByMoreThanALetter(t *testing.T) {
	t.Parallel()
	node := func(id, title string, status planningv1.Node_Status) *planningv1.Node {
		return &planningv1.Node{Id: id, Title: title, Level: planningv1.Level_LEVEL_TASK, Status: status}
	}
	r := &planningv1.Roadmap{Id: "RM-1", Outline: &planningv1.Outline{Nodes: []*planningv1.Node{
		node("a", "Sit one past paper", planningv1.Node_STATUS_UNSPECIFIED), node("b", "Apply for ethics", planningv1.Node_STATUS_DONE),
	}}}
	for ref, want := range map[string]string{"e": "it has no task", "pa": "it has no task", "past paper": "", "a": "", "ethics": "already done or left out", "swim": "it has no task"} {
		got, err := findTask(r, ref, true)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || err == nil && got.GetId() != "a" {
			t.Errorf("%q: %v, %v", ref, got, err)
		}
	}
}
