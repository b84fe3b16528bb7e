package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/planning/check"
)

func TestTheDemoOfPlanningTellsTheSameStoryEachTimeAndItHolds(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	d, err := newPlanningDemo(&program{out: screen.NewWriter(&out, ""), outStyle: screen.Style{Width: 80}})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.perform(t.Context()); err != nil {
		t.Fatal(err)
	}
	const name = "testdata/demo-planning.txt"
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if text != string(want) {
		t.Errorf("%s differs; if what it tells is still right, it is now\n%s", name, text)
	}
	wantHarmless(t, "the demo of planning", text)
	for line := range strings.Lines(text) {
		if n := (screen.Style{}).Columns(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("a line has %d columns: %s", n, line)
		}
	}
	if moved := strings.Count(text, "\n  was  "); moved == 0 || moved > 10 {
		t.Errorf("%d tasks move", moved)
	}
	if faults := check.Schedule(d.shared.Problem, d.shared.Result.Schedule); len(faults) > 0 {
		t.Errorf("%d faults: %+v", len(faults), faults[0])
	}
	for _, one := range d.shared.Drafts {
		for _, b := range render.DraftItems(one) {
			if b.From.Before(d.conference.To) && d.conference.From.Before(b.To) {
				t.Errorf("%s is during the conference", b.Title)
			}
		}
	}
	dir := t.TempDir()
	if err := d.write(dir); err != nil {
		t.Fatal(err)
	}
	week := newHome(t).weft("", "week", "2026-12-10", "--tz", storyZone, "--calendar", dir)
	mustContain(t, week.out, "Choir", "Conference", "Long run", "Settle")

	d.flags.output = "json"
	out.Reset()
	if err := d.end(); err != nil {
		t.Fatal(err)
	}
	var goals []goalResult
	if err := json.Unmarshal(out.Bytes(), &goals); err != nil || len(goals) != 2 || len(goals[0].Blocks) == 0 || len(goals[1].Blocks) == 0 {
		t.Errorf("%v: %d goals", err, len(goals))
	}
	wantHarmless(t, "the demo of planning for programs", out.String())
}

func TestSeveralGoalsArePlannedTogether(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	calendar, out := calendarOf(t, h), filepath.Join(h.dir, "both.ics")
	got := h.weft("", inBerlin("goal", demoRace, "--and", demoMoreThesis, "--calendar", calendar, "--ics", out, "--schedules", "50")...)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "Half marathon", "thesis", "They fit together.", "The first two weeks", "Each week, out of the hours you have for it")
	if written, err := os.ReadFile(out); err != nil || !strings.Contains(string(written), "Long run") || !strings.Contains(string(written), "Hand in") {
		t.Errorf("%v, %d bytes", err, len(written))
	}
	var goals []goalResult
	got = h.weft("", inBerlin("goal", demoRace, "--and", "learn Italian by June, half an hour every morning", "--schedules", "20", "-o", "json")...)
	if err := json.Unmarshal([]byte(got.out), &goals); err != nil || len(goals) != 2 {
		t.Fatalf("%v:\n%s%s", err, got.out, got.errOut)
	}
	for _, a := range goals[0].Blocks {
		for _, b := range goals[1].Blocks {
			if a.From.Before(b.To) && b.From.Before(a.To) {
				t.Fatalf("%s and %s are at once, %s", a.Title, b.Title, a.From.Format(time.DateTime))
			}
		}
	}
	for _, flag := range []string{"--all", "--template=exam", "--answer=level=new", "--never=Mondays"} {
		if got := h.weft("", inBerlin("goal", demoRace, "--and", demoThesis, flag)...); got.code != exitUsage {
			t.Errorf("%s: code %d", flag, got.code)
		}
	}
}
