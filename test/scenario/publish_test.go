package scenario

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/caldav"
	"github.com/weft-mesh/weft/kit/caldav/caldavtest"
	"github.com/weft-mesh/weft/kit/config"
	ics "github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/test/mesh"
)

// calendarOfOwn is the calendar that roadmaps are written into, at an account that is read, too.
type calendarOfOwn struct {
	t    *testing.T
	base string
}

func newCalendarOfOwn(t *testing.T) (*calendarOfOwn, []config.Override) {
	t.Helper()
	w := &calendarOfOwn{t, caldavtest.Radicale(t)}
	for _, name := range []string{"weft", "family"} {
		caldavtest.Send(t, "MKCALENDAR", w.base+"/ann/"+name+"/", "application/xml", caldavtest.MakeCalendar)
	}
	password := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(password, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	account := strings.Replace(w.base, "://", "://ann@", 1)
	return w, []config.Override{
		{Path: "planning.write_calendar", Value: account + "/ann/weft/"}, {Path: "planning.write_calendar_password", Value: "file:" + password},
		{Path: "planning.calendars", Value: "all=" + account + "/"}, {Path: "planning.calendar_passwords", Value: "all=file:" + password},
	}
}

func (w *calendarOfOwn) put(path, event string) {
	w.t.Helper()
	caldavtest.Send(w.t, "PUT", w.base+"/ann/"+path, "text/calendar", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n"+event+"END:VCALENDAR\r\n")
}

// holds wants the calendar to hold the blocks of a roadmap and one event of the person's, and
// nothing else.
func (w *calendarOfOwn) holds(r *orchestratorv1.Roadmap, blocks []*planningv1.Block) {
	w.t.Helper()
	client, err := caldav.New(caldav.Source{URL: w.base + "/ann/weft/", User: "ann", Password: "secret"}, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	objects, err := client.All(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	var got, want []string
	for _, o := range objects {
		uid := regexp.MustCompile(`(?m)^UID:(.*?)\r?$`).FindSubmatch(o.Data)
		own, ok := ics.ReadOwn(o.Data)
		if !ok {
			got = append(got, string(uid[1]))
			continue
		}
		got = append(got, own.UID+" "+own.From.Format(time.RFC3339)+" "+own.To.Format(time.RFC3339))
	}
	want = append(want, "theirs@example.com")
	for _, b := range blocks {
		want = append(want, ics.StableUID(r.GetId(), b.GetId(), 1)+" "+b.GetStartTime().AsTime().Format(time.RFC3339)+" "+b.GetEndTime().AsTime().Format(time.RFC3339))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		w.t.Fatalf("the calendar holds\n%s\nand should hold\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What is kept stands in the calendar, moves there when its person agrees, and goes when it is
// dropped. It is not in its own way where that calendar is read, too.
func TestARoadmapStandsInItsPersonsCalendar(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T, string, ...config.Override) *mesh.Mesh{
		"a server": func(t *testing.T, vault string, set ...config.Override) *mesh.Mesh {
			m, _ := mesh.Shared(t, vault, set...)
			return m
		},
		"each role its own process": mesh.Processes,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, set := newCalendarOfOwn(t)
			long := time.Now().AddDate(0, -2, 0).UTC().Format("20060102T150405Z")
			w.put("weft/theirs.ics", "BEGIN:VEVENT\r\nUID:theirs@example.com\r\nDTSTAMP:"+long+"\r\nDTSTART:"+long+"\r\nDTEND:"+long+"\r\nSUMMARY:Theirs\r\nEND:VEVENT\r\n")
			m := start(t, mesh.EmptyVault(t), set...)
			e := keepEvenings(t, m.API)
			w.holds(e.is, e.is.GetContent().GetBlocks())
			if c := e.now().GetCalendar(); c.GetOutcome() != planningv1.Publication_OUTCOME_WRITTEN || int(c.GetCreated()) != len(e.is.GetContent().GetBlocks()) {
				t.Errorf("what came of it is %v", c)
			}
			e.ended(e.settled(e.begin()), planningv1.ReplanResult_OUTCOME_UNCHANGED) // nothing is in its own way

			w.put("family/dentist.ics", appointment("Dentist", e.evening()))
			run := e.settled(e.begin())
			shown := e.consent(run)
			w.holds(e.is, e.is.GetContent().GetBlocks())
			done := e.answer(run.GetId(), "apply")
			e.ended(done, planningv1.ReplanResult_OUTCOME_APPLIED)
			if c := reportOf(t, done).GetResult().GetCalendar(); c.GetOutcome() != planningv1.Publication_OUTCOME_WRITTEN || c.GetChanged()+c.GetCreated() == 0 {
				t.Errorf("what came of moving it is %v", c)
			}
			e.moved(shown)
			w.holds(e.is, e.is.GetContent().GetBlocks())

			for _, state := range []planningv1.Roadmap_State{planningv1.Roadmap_STATE_PAUSED, planningv1.Roadmap_STATE_ACTIVE, planningv1.Roadmap_STATE_ABANDONED} {
				res, err := m.API.ChangeRoadmap(t.Context(), &orchestratorv1.ChangeRoadmapRequest{
					RoadmapId: e.is.GetId(), Version: e.is.GetVersion(), Changes: []*orchestratorv1.RoadmapChange{{Kind: orchestratorv1.RoadmapChange_KIND_STATE, State: state}},
				})
				if err != nil {
					t.Fatal(err)
				}
				e.is = res.GetRoadmap()
				blocks := e.is.GetContent().GetBlocks()
				if state != planningv1.Roadmap_STATE_ACTIVE {
					blocks = nil
				}
				until(t, "the calendar is written", func() bool {
					return e.now().GetCalendar().GetOutcome() == planningv1.Publication_OUTCOME_WRITTEN
				})
				w.holds(e.is, blocks)
			}
		})
	}
}

// Who may change a roadmap and not approve anything has nothing written: that is asked first.
func TestBlocksThatNobodyHasApprovedAreNotWritten(t *testing.T) {
	t.Parallel()
	w, set := newCalendarOfOwn(t)
	keys := filepath.Join(t.TempDir(), "keys.json")
	clerk := issueScoped(t, keys, "local", "tester", "read,write,operate")
	w.put("weft/theirs.ics", "BEGIN:VEVENT\r\nUID:theirs@example.com\r\nDTSTART:20200101T000000Z\r\nSUMMARY:Theirs\r\nEND:VEVENT\r\n")
	m, _ := mesh.Shared(t, mesh.EmptyVault(t), append(set, config.Override{Path: "auth.keys_file", Value: keys})...)
	e := keepEvenings(t, m.API)
	approved := e.is.GetContent().GetBlocks()
	by := m.As(t, clerk)
	res, err := by.ChangeRoadmap(t.Context(), &orchestratorv1.ChangeRoadmapRequest{
		RoadmapId: e.is.GetId(), Version: e.is.GetVersion(), Changes: []*orchestratorv1.RoadmapChange{{Kind: orchestratorv1.RoadmapChange_KIND_SHIFTED, Days: 1}},
	})
	if err != nil || res.GetRoadmap().GetCalendar().GetOutcome() != planningv1.Publication_OUTCOME_UNWRITTEN {
		t.Fatalf("%v, %v", res.GetRoadmap().GetCalendar(), err)
	}
	w.holds(e.is, approved)

	input, err := anypb.New(&planningv1.Publishing{RoadmapIds: []string{e.is.GetId()}})
	if err != nil {
		t.Fatal(err)
	}
	run, err := by.StartRun(t.Context(), &orchestratorv1.StartRunRequest{Graph: "publish", Input: input})
	if err != nil {
		t.Fatal(err)
	}
	id := e.settled(run.GetRun().GetId()).GetId()
	if _, err := by.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: id, OptionId: "approve"}); err == nil {
		t.Error("who may not approve has approved")
	}
	w.holds(e.is, approved)
	e.answer(id, "approve")
	w.holds(e.is, res.GetRoadmap().GetContent().GetBlocks())
}

// A calendar that does not take a roadmap changes nothing about its being kept, and takes it later.
func TestACalendarThatRefusesIsToldAndTriedAgain(t *testing.T) {
	t.Parallel()
	there := caldavtest.New(t)
	var mended atomic.Bool
	there.Fault = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut || mended.Load() || len(there.Objects()) == 0 {
			return false
		}
		w.WriteHeader(http.StatusForbidden)
		return true
	}
	m, _ := mesh.Shared(t, mesh.EmptyVault(t), config.Override{Path: "planning.write_calendar", Value: there.URL})
	e := keepEvenings(t, m.API)
	if c := e.now().GetCalendar(); c.GetOutcome() != planningv1.Publication_OUTCOME_UNWRITTEN || !strings.Contains(c.GetReason(), "403") || len(there.Objects()) != 1 {
		t.Errorf("of %d events: %v", len(there.Objects()), c)
	}
	mended.Store(true)
	input, err := anypb.New(&planningv1.Publishing{RoadmapIds: []string{e.is.GetId()}})
	if err != nil {
		t.Fatal(err)
	}
	run, err := m.API.StartRun(t.Context(), &orchestratorv1.StartRunRequest{Graph: "publish", Input: input})
	if err != nil {
		t.Fatal(err)
	}
	e.settled(run.GetRun().GetId())
	c, blocks := e.now().GetCalendar(), len(e.is.GetContent().GetBlocks())
	if c.GetOutcome() != planningv1.Publication_OUTCOME_WRITTEN || int(c.GetCreated()) != blocks-1 || len(there.Objects()) != blocks {
		t.Errorf("of %d events: %v", len(there.Objects()), c)
	}
	tools, err := m.API.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{})
	if err != nil || slices.ContainsFunc(tools.GetTools(), func(t *commonv1.Tool) bool { return t.GetServer() == "calendar" }) {
		t.Errorf("plans have %v, %v", tools.GetTools(), err)
	}
}
