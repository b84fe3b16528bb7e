package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/test/chaos"
	"github.com/weft-mesh/weft/test/mesh"
)

// Somebody moves a block in the file of one roadmap to an evening that another asks them
// for. What was shown does not hold any more: it is proposed anew. A box that they tick takes
// nobody's time, and the approval of what was shown before counts.
func TestAFileIsEditedWhileAnApprovalWaits(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T, string) *mesh.Mesh{
		"a server": func(t *testing.T, vault string) *mesh.Mesh {
			m, _ := mesh.Shared(t, vault)
			return m
		},
		"each role its own process": func(t *testing.T, vault string) *mesh.Mesh { return mesh.Processes(t, vault) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vault := mesh.EmptyVault(t)
			m := start(t, vault)
			propose := func(wish string) *goal {
				g := &goal{t: t, api: m.API}
				res, err := m.API.ProposeRoadmap(t.Context(), &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
					Wish: wish, Schedules: 5, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(0)},
				}})
				g.took(res, err, orchestratorv1.Roadmap_STATE_PROPOSED)
				return g
			}
			run := propose("Run 10 km in twelve weeks, three times a week")
			run.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
			other := propose("Run 5 km in ten weeks, twice a week")
			wanted := drafted(other.is)
			for !wanted[0].GetStartTime().AsTime().Before(wanted[0].GetEndTime().AsTime()) {
				wanted = wanted[1:]
			}

			f := &roadmapFile{t: t, g: run, vault: vault}
			f.edit(2, func(text string) string { return f.move(text, wanted[0]) })
			if !overlap(run.is.GetContent().GetBlocks(), wanted[:1]) {
				t.Fatal("what was moved in the file was not moved")
			}
			other.approve(orchestratorv1.Roadmap_STATE_PROPOSED)
			if overlap(drafted(other.is), run.is.GetContent().GetBlocks()) {
				t.Error("it is proposed anew where the other is by now")
			}
			f.edit(3, func(text string) string { return strings.Replace(text, "- [ ] ", "- [x] ", 1) })
			want := laid(drafted(other.is))
			other.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
			if got := laid(other.is.GetContent().GetBlocks()); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("kept are %v, and approved were %v", got, want)
			}
		})
	}
}

// What was changed in a file is taken up once, though the server is killed while it does so:
// when the roadmap is changed already, but not the file. With WEFT_CHAOS=long it
// is killed before each write.
func TestAKilledOrchestratorTakesAnEditUpOnce(t *testing.T) {
	t.Parallel()
	deaths := []string{"removed"}
	if os.Getenv("WEFT_CHAOS") == "long" {
		deaths = []string{"roadmap", "timeline", "removed"}
	}
	var edited atomic.Bool
	died := 0 // of those; the gate asks one at a time
	gate := chaos.NewBusGate(t, strings.TrimPrefix(ownBus(t), "nats://"), func(p chaos.Published) bool {
		written, is := strings.CutPrefix(p.Subject, "$KV.weft_roadmaps.")
		kind, _, _ := strings.Cut(written, ".")
		if len(p.Data) == 0 { // of the version before
			kind = "removed"
		}
		if !is || !edited.Load() || died == len(deaths) || kind != deaths[died] {
			return false
		}
		died++
		return true
	})
	vault := mesh.EmptyVault(t)
	start := func() (*mesh.Process, *roadmapFile) {
		p := mesh.Spawn(t, vault, "up", "--set", "nats.url=nats://"+gate.Address)
		return p, &roadmapFile{t: t, g: &goal{t: t, api: mesh.Dial(t, p.Addresses["api"])}, vault: vault}
	}
	p, f := start()
	res, err := f.g.api.ProposeRoadmap(t.Context(), &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
		Wish: "Run 10 km in twelve weeks, three times a week", Schedules: 5, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(0)},
	}})
	f.g.took(res, err, orchestratorv1.Roadmap_STATE_PROPOSED)
	f.g.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
	is := f.g.is
	path, text := f.read(1)
	to := &planningv1.Block{StartTime: timestamppb.New(is.GetContent().GetBlocks()[3].GetStartTime().AsTime().Add(24 * time.Hour))}
	to.EndTime = timestamppb.New(to.GetStartTime().AsTime().Add(45 * time.Minute))
	edited.Store(true)
	write(t, path, f.move(text, to))
	for range deaths {
		select {
		case <-gate.Stopped():
		case <-time.After(time.Minute):
			t.Fatalf("the edit is not taken up\n%s", p.Log(t))
		}
		p.Kill()
		gate.Open()
		p, f = start()
		f.g.is = is
	}
	f.read(2)
	got, err := f.g.api.GetRoadmap(t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: is.GetId()})
	if err != nil || got.GetRoadmap().GetVersion() != 2 || !overlap(got.GetRoadmap().GetContent().GetBlocks(), []*planningv1.Block{to}) {
		t.Errorf("it is at version %d, %v", got.GetRoadmap().GetVersion(), err)
	}
	if before, now := len(is.GetContent().GetAdaptations()), len(got.GetRoadmap().GetContent().GetAdaptations()); now != before+1 {
		t.Errorf("its log has %d new entries, for one change", now-before)
	}
}

// A roadmapFile is the file of a roadmap in a vault.
type roadmapFile struct {
	t     *testing.T
	g     *goal
	vault string
}

// edit changes the text of the file as a person does, and waits until that is taken up as a
// version.
func (f *roadmapFile) edit(version int32, change func(string) string) {
	f.t.Helper()
	path, text := f.read(version - 1)
	changed := change(text)
	if changed == text {
		f.t.Fatal("nothing was found in the file to change")
	}
	write(f.t, path, changed)
	until(f.t, "the edit is taken up", func() bool {
		got, err := f.g.api.GetRoadmap(f.t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: f.g.is.GetId()})
		f.g.is = got.GetRoadmap()
		return err == nil && f.g.is.GetVersion() == version
	})
}

// read returns the path and the text of the file once it is of a version.
func (f *roadmapFile) read(version int32) (path, text string) {
	f.t.Helper()
	until(f.t, fmt.Sprint("the roadmap is a file of version ", version), func() bool {
		files, _ := filepath.Glob(filepath.Join(f.vault, "*", "Roadmaps", "*.md"))
		for _, path = range files {
			data, err := os.ReadFile(path)
			if text = string(data); err == nil && strings.Contains(text, "id: "+f.g.is.GetId()) && strings.Contains(text, fmt.Sprint("version: ", version)) {
				return true
			}
		}
		return false
	})
	return path, text
}

// blockLine is a block as it stands in a file: its day, and from when until when.
var blockLine = regexp.MustCompile(`(?m)^(\s+- \[ \] )\w+ \d{4}-\d\d-\d\d \d\d:\d\d–\d\d:\d\d`)

// move moves the first block of the file to the time of another.
func (f *roadmapFile) move(text string, to *planningv1.Block) string {
	f.t.Helper()
	zone, err := time.LoadLocation(mesh.Zone)
	if err != nil {
		f.t.Fatal(err)
	}
	at := blockLine.FindStringSubmatchIndex(text)
	if at == nil {
		f.t.Fatalf("there is no block in\n%.500s", text)
	}
	from, until := to.GetStartTime().AsTime().In(zone), to.GetEndTime().AsTime().In(zone)
	return text[:at[3]] + from.Format("2006-01-02 15:04") + "–" + until.Format("15:04") + text[at[1]:]
}
