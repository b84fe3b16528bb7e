package roadmapvault_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
	"github.com/weft-mesh/weft/orchestrator/roadmapvault"
)

var ann = roadmaps.Person{Tenant: "acme", User: "ann"}

// bases keep texts in memory, over restarts of a keeper.
type bases struct {
	mu   sync.Mutex
	text map[string][]byte
}

func (b *bases) Load(id string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text[id], nil
}

func (b *bases) Save(id string, text []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text[id] = text
	return nil
}

// A desk is a vault with roadmaps.
type desk struct {
	t     *testing.T
	dir   string
	store roadmaps.Store
	bases *bases
	log   *bytes.Buffer
	mu    sync.Mutex // of log
	file  sync.Mutex // of who writes a file
	stop  func()
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	nc, err := srv.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	store, err := roadmaps.OpenBus(t.Context(), nc, roadmaps.BusOptions{Replicas: 1})
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t: t, dir: t.TempDir(), store: store, bases: &bases{text: map[string][]byte{}}, log: &bytes.Buffer{}}
}

// Write makes it a log.
func (d *desk) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.Write(p)
}

func (d *desk) logged() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.String()
}

// start starts a keeper, which is stopped with the test at the latest.
func (d *desk) start() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- roadmapvault.Keep(ctx, roadmapvault.Options{
			Vault: d.dir, Folder: "Weft/Roadmaps", Person: ann, Store: d.store, Bases: d.bases, Swap: d.swap, Now: time.Now,
			Log: slog.New(slog.NewTextHandler(d, nil)), Every: 5 * time.Millisecond, Quiet: time.Millisecond,
		})
	}()
	d.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			d.t.Errorf("it ends with %v", err)
		}
	})
	d.t.Cleanup(d.stop)
}

// swap is what the vault does.
func (d *desk) swap(name string, old, content []byte) (bool, error) {
	d.file.Lock()
	defer d.file.Unlock()
	full := filepath.Join(d.dir, name)
	now, err := os.ReadFile(full)
	if err != nil && !errors.Is(err, os.ErrNotExist) || !bytes.Equal(now, old) {
		return false, nil
	}
	tmp := filepath.Join(d.dir, rand.Text())
	if err := os.WriteFile(tmp, content, 0o600); err != nil {
		return false, err
	}
	return true, os.Rename(tmp, full)
}

func (d *desk) keep(maps ...*planningv1.Roadmap) {
	d.t.Helper()
	timeline, err := d.store.Timeline(d.t.Context(), ann)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.store.Keep(d.t.Context(), ann, timeline.GetRevision(), maps...); err != nil {
		d.t.Fatal(err)
	}
}

// until waits for something to be so.
func (d *desk) until(what string, is func() bool) {
	d.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(30 * time.Second)
	for !is() {
		select {
		case <-tick.C:
		case <-deadline:
			d.t.Fatalf("it does not come to this: %s\n%s\n%s", what, d.text("Half marathon.md"), d.logged())
		}
	}
}

func (d *desk) text(name string) string {
	data, err := os.ReadFile(filepath.Join(d.dir, "Weft/Roadmaps", name))
	if err != nil {
		return ""
	}
	return string(data)
}

// edit has a person change a file.
func (d *desk) edit(name, old, is string) {
	d.t.Helper()
	text := d.text(name)
	if !strings.Contains(text, old) {
		d.t.Fatalf("there is no %q in\n%s", old, text)
	}
	if swapped, err := d.swap(filepath.Join("Weft/Roadmaps", name), []byte(text), []byte(strings.Replace(text, old, is, 1))); err != nil {
		d.t.Fatal(err)
	} else if !swapped { // it was written meanwhile
		d.edit(name, old, is)
	}
}

func (d *desk) roadmap(id string) *planningv1.Roadmap {
	m, _, err := d.store.Roadmap(d.t.Context(), ann, id)
	if err != nil {
		d.t.Fatal(err)
	}
	return m
}

const file = "Half marathon.md"

func TestARoadmapIsAFileThatAPersonEdits(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start()
	d.keep(roadmapstest.Roadmap("RM-1", 1))
	d.until("there is a file", func() bool { return strings.Contains(d.text(file), "- [ ] Long run (1 h)") })
	if _, err := os.Stat(filepath.Join(d.dir, "Weft/Roadmaps/.weft-plans")); err != nil {
		t.Errorf("notes are read from there: %v", err)
	}

	d.edit(file, "- [ ] Long run (1 h)", "My own words.\n\n- [x] Long run (1 h)")
	d.until("the tick is taken up", func() bool { return d.roadmap("RM-1").GetVersion() == 2 })
	m := d.roadmap("RM-1")
	if n := m.GetOutline().GetNodes()[1]; n.GetStatus() != planningv1.Node_STATUS_DONE {
		t.Errorf("the task is %v", n)
	}
	log := m.GetAdaptations()
	if a := log[len(log)-1]; a.GetWho() != "ann" || a.GetWhy() == "" {
		t.Errorf("the log is %v", log)
	}
	d.until("the log is in the file, and own words stay", func() bool {
		return strings.Contains(d.text(file), "ann (task_done): ") && strings.Contains(d.text(file), "My own words.")
	})

	d.edit(file, "## Adaptations", "- [ ] Buy shoes (30 min)\n\n## Adaptations")
	d.until("a new task has an id", func() bool { return strings.Contains(d.text(file), "Buy shoes (30 min) <!-- n:own-1 by=user") })
	d.edit(file, "state: active", "state: paused")
	d.until("it is paused", func() bool { return d.roadmap("RM-1").GetState() == planningv1.Roadmap_STATE_PAUSED })
	d.until("the file says so", func() bool {
		return strings.Contains(d.text(file), "state: paused") && strings.Contains(d.text(file), "version: 4")
	})
}

// What has changed on either side while nobody kept the files is brought together.
func TestWhatChangedOnBothSidesIsBroughtTogether(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start()
	d.keep(roadmapstest.Roadmap("RM-1", 1))
	d.until("there is a file", func() bool { return d.text(file) != "" && len(d.base("RM-1")) > 0 })
	d.stop()
	d.edit(file, "Long run (1 h)", "Long run (2 h)")
	next := roadmapstest.Roadmap("RM-1", 2)
	next.Outline.Nodes[1].Title = "Very long run"
	d.keep(next)
	d.start()
	d.until("both are there", func() bool { return strings.Contains(d.text(file), "Very long run (2 h)") })
	if n := d.roadmap("RM-1").GetOutline().GetNodes()[1]; n.GetTitle() != "Very long run" || n.GetEstimate() != 120 {
		t.Errorf("the task is %v", n)
	}
}

func (d *desk) base(id string) []byte {
	text, _ := d.bases.Load(id)
	return text
}

func TestAFileThatCanNotBeReadIsLeftAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start()
	d.keep(roadmapstest.Roadmap("RM-1", 1), roadmapstest.Roadmap("RM-2", 1))
	d.until("there are files", func() bool { return d.text(file) != "" && d.text("RM-2.md") != "" })
	d.edit(file, "# Half marathon", "```\n# Half marathon")
	d.until("the log says why", func() bool { return strings.Contains(d.logged(), "was left alone") })
	broken := d.text(file)
	next := roadmapstest.Roadmap("RM-1", 2)
	next.State = planningv1.Roadmap_STATE_PAUSED
	other := roadmapstest.Roadmap("RM-2", 2)
	other.State = planningv1.Roadmap_STATE_PAUSED
	d.keep(next, other)
	d.until("the other one goes on", func() bool { return strings.Contains(d.text("RM-2.md"), "state: paused") })
	if d.text(file) != broken || d.roadmap("RM-1").GetVersion() != 2 {
		t.Errorf("it is\n%s", d.text(file))
	}
}

func TestAFolderOfSomebodysOwnStaysAsItIs(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	if err := os.MkdirAll(filepath.Join(d.dir, "Weft/Roadmaps"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.start()
	d.keep(roadmapstest.Roadmap("RM-1", 1))
	d.until("the log says why", func() bool { return strings.Contains(d.logged(), "somebody's own") })
	if left, err := os.ReadDir(filepath.Join(d.dir, "Weft/Roadmaps")); err != nil || len(left) > 0 {
		t.Errorf("there is %v, %v", left, err)
	}
}

// Two changes at a time, of the file and of the timeline, lose nothing of either.
func TestChangesSideBySideLoseNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start()
	m := roadmapstest.Roadmap("RM-1", 1)
	for i := range 20 {
		m.Outline.Nodes = append(m.Outline.Nodes, &planningv1.Node{Id: fmt.Sprintf("t%d", i), ParentId: "goal", Level: planningv1.Level_LEVEL_TASK, Title: fmt.Sprintf("Task %d", i), Estimate: 30})
	}
	d.keep(m)
	d.until("there is a file", func() bool { return d.text(file) != "" })
	for i := range 10 {
		d.edit(file, fmt.Sprintf("- [ ] Task %d ", i), fmt.Sprintf("- [x] Task %d ", i))
		for {
			now, revision, err := d.store.Roadmap(t.Context(), ann, "RM-1")
			if err != nil {
				t.Fatal(err)
			}
			now.Version++
			now.Outline.Nodes[2+10+i].Status = planningv1.Node_STATUS_DONE
			if _, err = d.store.Keep(t.Context(), ann, revision, now); err == nil {
				break
			} else if !errors.Is(err, roadmaps.ErrChanged) {
				t.Fatal(err)
			}
		}
		d.until("both are in both", func() bool {
			nodes := d.roadmap("RM-1").GetOutline().GetNodes()
			return nodes[2+i].GetStatus() == planningv1.Node_STATUS_DONE && nodes[12+i].GetStatus() == planningv1.Node_STATUS_DONE &&
				strings.Contains(d.text(file), fmt.Sprintf("- [x] Task %d ", i)) && strings.Contains(d.text(file), fmt.Sprintf("- [x] Task %d ", i+10))
		})
	}
}

// brief is what a process that ends in a moment does.
func (d *desk) brief(quiet time.Duration) func() {
	bring := roadmapvault.Briefly(roadmapvault.Options{
		Vault: d.dir, Folder: "Weft/Roadmaps", Person: ann, Store: d.store, Bases: d.bases, Swap: d.swap, Now: time.Now,
		Log: slog.New(slog.NewTextHandler(d, nil)), Quiet: quiet,
	})
	return func() {
		d.t.Helper()
		if err := bring(d.t.Context()); err != nil {
			d.t.Error(err)
		}
	}
}

func TestAProcessThatEndsInAMomentBringsFilesAndRoadmapsTogether(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.brief(0)()
	if left, err := os.ReadDir(d.dir); err != nil || len(left) > 0 {
		t.Errorf("without roadmaps there is %v, %v", left, err)
	}
	bring := d.brief(0)
	bring()
	d.keep(roadmapstest.Roadmap("RM-1", 1))
	bring()
	d.edit(file, "- [ ] Long run (1 h)", "- [x] Long run (1 h)")
	d.brief(20 * time.Millisecond)() // the file has been saved just now
	if v := d.roadmap("RM-1").GetVersion(); v != 2 {
		t.Errorf("version %d: the tick is not taken up", v)
	}
	if !strings.Contains(d.text(file), "ann (task_done): ") {
		t.Errorf("the log is not in\n%s", d.text(file))
	}
	next := d.roadmap("RM-1")
	next.Version, next.State = 3, planningv1.Roadmap_STATE_PAUSED
	d.keep(next)
	d.brief(time.Hour)() // nobody waits for a file that is as it was written
	if !strings.Contains(d.text(file), "state: paused") {
		t.Errorf("the file is\n%s", d.text(file))
	}
}

// A block that is moved or added in a file holds there, as one that is moved by command.
func TestABlockThatAPersonPutsSomewhereInAFileHolds(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	bring := d.brief(0)
	d.keep(roadmapstest.Roadmap("RM-1", 1))
	bring()
	d.edit(file, "2027-01-12 18:00–19:00 <!-- b:1 -->", "2027-01-18 22:00–23:00 <!-- b:1 -->\n  - [ ] 2027-01-19 8:00-9:00")
	d.brief(20 * time.Millisecond)()
	for _, b := range d.roadmap("RM-1").GetBlocks() {
		if !b.GetLocked() {
			t.Errorf("block %v may be moved", b)
		}
	}
	for _, want := range []string{"2027-01-18 22:00–23:00 🔒 <!-- b:1 -->", "2027-01-19 8:00-9:00 🔒 <!-- b:2 -->"} {
		if !strings.Contains(d.text(file), want) {
			t.Errorf("%q is not in\n%s", want, d.text(file))
		}
	}
	d.edit(file, "22:00–23:00 🔒", "21:00–22:00")
	d.brief(20 * time.Millisecond)()
	if b := d.roadmap("RM-1").GetBlocks()[0]; b.GetLocked() || b.GetStartTime().AsTime().Day() != 18 {
		t.Errorf("block %v is locked, and its person took that away", b)
	}
	d.edit(file, "21:00–22:00", "25:00–26:00")
	d.brief(20 * time.Millisecond)()
	if logged := d.logged(); !strings.Contains(logged, "a line of a roadmap's file is not taken up") || strings.Contains(logged, "can't be kept") {
		t.Errorf("told is %s", logged)
	}
}

// Whoever puts the deadline of a roadmap elsewhere is not asked for each that came of it; none of
// the others is after it.
func TestADeadlineInAFileTakesThoseOfItsEndAlong(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := roadmapstest.Roadmap("RM-1", 1)
	m.Outline.Pattern = &planningv1.PatternSpec{Pattern: "milestone_project"}
	m.Outline.Nodes = append(m.GetOutline().GetNodes(), &planningv1.Node{
		Id: "reached", Level: planningv1.Level_LEVEL_TASK, Title: "It is done", ParentId: "goal", Milestone: true, Deadline: "2027-04-25",
	}, &planningv1.Node{
		Id: "shoes", Level: planningv1.Level_LEVEL_TASK, Title: "Buy shoes", ParentId: "goal", Estimate: 30, Deadline: "2027-04-20",
	})
	d.keep(m)
	d.brief(0)()
	d.edit(file, "deadline: 2027-04-25", "deadline: 2027-04-21")
	d.brief(20 * time.Millisecond)()
	if n := d.roadmap("RM-1").GetOutline().GetNodes()[2]; n.GetDeadline() != "2027-04-21" || !strings.Contains(d.text(file), "📅 2027-04-21") {
		t.Errorf("it is %v, in\n%s", n, d.text(file))
	}
	if logged := d.logged(); strings.Contains(logged, "can't all be") {
		t.Errorf("what goes together is told: %s", logged)
	}
	d.edit(file, "deadline: 2027-04-21", "deadline: 2027-04-10")
	d.brief(20 * time.Millisecond)()
	if n := d.roadmap("RM-1").GetOutline().GetNodes()[3]; n.GetDeadline() != "2027-04-10" || strings.Contains(d.logged(), "can't all be") {
		t.Errorf("what would be after the last day is %v: %s", n, d.logged())
	}
}

// While somebody writes in a file, for as long as that takes, nothing of it is taken up or
// written over, and no other file is made in its place.
func TestAFileThatIsBeingWrittenIsLeftToItsWriter(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.brief(0)()
	d.keep(roadmapstest.Roadmap("RM-1", 1))
	d.brief(0)()
	text := d.text(file)
	name := filepath.Join(d.dir, "Weft/Roadmaps", file)
	var writes int
	writing := roadmapvault.Options{
		Vault: d.dir, Folder: "Weft/Roadmaps", Person: ann, Store: d.store, Bases: d.bases, Swap: d.swap,
		Log: slog.New(slog.NewTextHandler(d, nil)), Quiet: time.Millisecond,
	}
	early := time.Now().Add(-time.Hour) // it stands, so that nothing is ever quiet
	writing.Now = func() time.Time {    // is asked whenever a file is looked at
		writes++
		if err := os.WriteFile(name, []byte(text[:writes%9]), 0o600); err != nil {
			t.Error(err)
		}
		return early
	}
	writing.Now()
	if err := roadmapvault.Briefly(writing)(t.Context()); err == nil || !strings.Contains(err.Error(), "somebody is writing") {
		t.Errorf("it ends with %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(d.dir, "Weft/Roadmaps/*.md")); err != nil || len(left) != 1 || d.roadmap("RM-1").GetVersion() != 1 {
		t.Errorf("there are %v, %v", left, err)
	}
	d.brief(time.Millisecond)() // it has stayed so: it is broken
	if left, err := filepath.Glob(filepath.Join(d.dir, "Weft/Roadmaps/*.md")); err != nil || len(left) != 1 || !strings.Contains(d.logged(), `write \"id: RM-1\"`) {
		t.Errorf("there are %v, %v\n%s", left, err, d.logged())
	}
	if err := os.WriteFile(name, []byte(strings.Replace(text, "- [ ] Long run (1 h)", "- [x] Long run (1 h)", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	d.brief(time.Millisecond)()
	if d.roadmap("RM-1").GetVersion() != 2 {
		t.Error("what was written in the end is not taken up")
	}
}

// A task that is ticked in the file lets its blocks to come go, as with the command.
func TestATaskThatIsTickedInAFileLetsItsBlocksGo(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{"[x]", "[-]"} {
		d := newDesk(t)
		m := roadmapstest.Roadmap("RM-1", 1)
		task := m.GetOutline().GetNodes()[1]
		d.keep(m)
		d.brief(0)()
		line := "- [ ] " + task.GetTitle()
		if before := len(d.roadmap("RM-1").GetBlocks()); before == 0 || !strings.Contains(d.text(file), line) {
			t.Fatalf("%d blocks, and no %q in\n%s", before, line, d.text(file))
		}
		d.edit(file, line, "- "+mark+" "+task.GetTitle())
		d.brief(20 * time.Millisecond)()
		got := d.roadmap("RM-1")
		log := got.GetAdaptations()
		if len(got.GetBlocks()) != 0 || !strings.Contains(log[len(log)-1].GetWhat(), "; free again: block 1") {
			t.Errorf("%s: there are %d blocks, and told is %v", mark, len(got.GetBlocks()), log)
		}
	}
}

// With the last of its blocks a task is done, as it is by command.
func TestATaskIsDoneWithTheLastOfItsBlocksThatIsTickedInTheFile(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	bring := d.brief(0)
	d.keep(roadmapstest.Roadmap("RM-1", 1))
	bring()
	d.edit(file, "- [ ] Tue 2027-01-12 18:00–19:00", "- [x] Tue 2027-01-12 18:00–19:00")
	d.brief(20 * time.Millisecond)()
	if text := d.text(file); !strings.Contains(text, "- [x] Long run (1 h)") || !strings.Contains(text, "all of its blocks are ticked in the file") {
		t.Errorf("the file is\n%s", text)
	}
}
