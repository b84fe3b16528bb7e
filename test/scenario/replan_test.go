package scenario

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// A calendar takes evenings of a roadmap that is carried out. It is laid anew once its
// person agrees, and nobody else; what they tick in its file meanwhile is kept.
func TestWhatACalendarTakesOfARoadmapMovesWithConsent(t *testing.T) {
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
			vault, book, keys := mesh.EmptyVault(t), newCalendar(t), filepath.Join(t.TempDir(), "keys.json")
			others := map[string]string{
				issueScoped(t, keys, "local", "bob", "read,write,approve,operate"): "another user",
				issueScoped(t, keys, "local", "tester", "read,write,operate"):      "who may not approve",
			}
			m := start(t, vault, config.Override{Path: "planning.calendars", Value: book.setting()}, config.Override{Path: "auth.keys_file", Value: keys})
			e := keepEvenings(t, m.API)

			t.Run("and not without it", func(t *testing.T) { e.t = t; e.declined(book) })
			t.Run("of nobody else", func(t *testing.T) {
				e.t = t
				for key, who := range others {
					e.refused(who, m.As(t, key))
				}
			})
			t.Run("as it was shown", func(t *testing.T) { e.t = t; e.agreed() })
			t.Run("that two runs have, once", func(t *testing.T) { e.t = t; e.twice(book) })
			f := &roadmapFile{t: t, g: e.goal, vault: vault}
			t.Run("and what was ticked before it", func(t *testing.T) { e.t, f.t = t, t; e.tickedBefore(f, book) })
			t.Run("and what was ticked meanwhile", func(t *testing.T) { e.t, f.t = t, t; e.tickedMeanwhile(f, book) })
		})
	}
}

// Where nobody answers in time nothing moves, and who answers then is told so.
func TestAConsentThatNobodyGivesExpires(t *testing.T) {
	t.Parallel()
	vault, book := mesh.EmptyVault(t), newCalendar(t)
	args := []string{"up", "--set", "planning.calendars=" + book.setting()}
	p := mesh.Spawn(t, vault, args...)
	e := keepEvenings(t, mesh.Dial(t, p.Addresses["api"]))
	book.put(t, appointment("Dentist", e.evening()))
	p.End(t)
	p = mesh.Spawn(t, vault, append(args, "--set", "planning.stale_after=1ms")...) // what was planned before had time
	e.api = mesh.Dial(t, p.Addresses["api"])
	run := e.begin()
	until(t, "the run has ended", func() bool { return e.look(run).GetStatus() == orchestratorv1.RunReport_PARTIAL })
	got := e.look(run)
	if report := reportOf(t, got); report.GetResult().GetOutcome() != planningv1.ReplanResult_OUTCOME_EXPIRED || len(report.GetProposal().GetMoves()) == 0 {
		t.Errorf("it is %v, with %v", got.GetStatus(), report.GetResult())
	}
	e.unchanged()
	_, err := e.api.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: run, OptionId: "apply"})
	if status.Code(err) != codes.FailedPrecondition {
		t.Errorf("an answer after that: %v", err)
	}
	e.unchanged()
}

// A calendar is a file that a person's mesh reads.
type calendar struct{ path string }

func newCalendar(t *testing.T) calendar {
	t.Helper()
	c := calendar{filepath.Join(t.TempDir(), "work.ics")}
	c.put(t)
	return c
}

func (c calendar) setting() string { return "work=" + c.path }

// put has the calendar hold some events, and no others.
func (c calendar) put(t *testing.T, events ...string) {
	t.Helper()
	text := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//weft//test//EN\r\n" + strings.Join(events, "") + "END:VCALENDAR\r\n"
	if err := os.WriteFile(c.path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// evenings is a roadmap with a few evenings of work.
type evenings struct {
	*goal
	run string // that asks for consent
}

// keepEvenings has a roadmap kept. None of its hours is within a day of now, so that no test
// depends on when it runs.
func keepEvenings(t *testing.T, api weftapi.Client) *evenings {
	t.Helper()
	zone, err := time.LoadLocation(mesh.Zone)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().In(zone)
	var when []string
	for days := 2; days < 6; days++ {
		when = append(when, now.AddDate(0, 0, days).Format("Mon")+" 18:00-20:00")
	}
	e := &evenings{goal: &goal{t: t, api: api}}
	res, err := api.ProposeRoadmap(t.Context(), &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
		Wish: "sort the cellar", Schedules: 5, Seed: 1, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(0)},
		Terms: &planningv1.Terms{
			Template: "generic_project", When: when, By: now.AddDate(0, 0, 40).Format(time.DateOnly),
			Steps: []*planningv1.Step{{Title: "Take all out", Minutes: 100}, {Title: "Sort it", Minutes: 100}, {Title: "Put it back", Minutes: 100}, {Title: "Paint the door", Minutes: 100}},
		},
	}})
	e.took(res, err, orchestratorv1.Roadmap_STATE_PROPOSED)
	e.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
	return e
}

// evening is the last one of the roadmap.
func (e *evenings) evening() *planningv1.Block {
	e.t.Helper()
	var last *planningv1.Block
	for _, b := range e.is.GetContent().GetBlocks() {
		if !b.GetDone() && b.GetStartTime().AsTime().Before(b.GetEndTime().AsTime()) && b.GetStartTime().AsTime().After(last.GetStartTime().AsTime()) {
			last = b
		}
	}
	if last == nil {
		e.t.Fatal("the roadmap has no evening")
	}
	return last
}

// now is how the roadmap is.
func (e *evenings) now() *orchestratorv1.Roadmap {
	e.t.Helper()
	got, err := e.api.GetRoadmap(e.t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: e.is.GetId()})
	if err != nil {
		e.t.Fatal(err)
	}
	return got.GetRoadmap()
}

func (e *evenings) unchanged() {
	e.t.Helper()
	if now := e.now(); !proto.Equal(now.GetContent(), e.is.GetContent()) {
		e.t.Errorf("the roadmap has changed, from version %d to %d", e.is.GetVersion(), now.GetVersion())
	}
}

// begin has the roadmap looked at.
func (e *evenings) begin() string {
	e.t.Helper()
	input, err := anypb.New(&planningv1.Replanning{RoadmapIds: []string{e.is.GetId()}})
	if err != nil {
		e.t.Fatal(err)
	}
	res, err := e.api.StartRun(e.t.Context(), &orchestratorv1.StartRunRequest{Graph: "replan", Input: input})
	if err != nil {
		e.t.Fatal(err)
	}
	return res.GetRun().GetId()
}

func (e *evenings) look(run string) *orchestratorv1.Run {
	e.t.Helper()
	got, err := e.api.GetRun(e.t.Context(), &orchestratorv1.GetRunRequest{RunId: run})
	if err != nil {
		e.t.Fatal(err)
	}
	return got.GetRun()
}

// settled returns a run once it asks something or has ended.
func (e *evenings) settled(run string) *orchestratorv1.Run {
	e.t.Helper()
	(&mesh.Mesh{API: e.api}).Settled(e.t, run)
	return e.look(run)
}

// pause is the one question that a run asks.
func (e *evenings) pause(run string) *orchestratorv1.Pause {
	e.t.Helper()
	got := e.look(run)
	if len(got.GetPauses()) != 1 {
		e.t.Fatalf("it is %v and asks %v", got.GetStatus(), got.GetPauses())
	}
	return got.GetPauses()[0]
}

func (e *evenings) answer(run, option string) *orchestratorv1.Run {
	e.t.Helper()
	pause := e.pause(run)
	if _, err := e.api.AnswerRun(e.t.Context(), &orchestratorv1.AnswerRunRequest{RunId: run, InterruptId: pause.GetId(), OptionId: option}); err != nil {
		e.t.Fatal(err)
	}
	return e.settled(run)
}

// consent wants a run to ask for consent, and returns what it proposes.
func (e *evenings) consent(run *orchestratorv1.Run) *planningv1.ReplanReport {
	e.t.Helper()
	report := reportOf(e.t, run)
	if len(run.GetPauses()) != 1 || run.GetPauses()[0].GetState() != "WAIT_CONSENT" || len(report.GetProposal().GetMoves()) == 0 {
		e.t.Fatalf("it is %v, asks %v and proposes %v", run.GetStatus(), run.GetPauses(), report.GetProposal().GetMoves())
	}
	return report
}

// ended wants a run to have come to an outcome.
func (e *evenings) ended(run *orchestratorv1.Run, want planningv1.ReplanResult_Outcome) {
	e.t.Helper()
	if got := reportOf(e.t, run).GetResult(); got.GetOutcome() != want {
		e.t.Fatalf("it is %v and came to %v: %v", run.GetStatus(), got, run.GetPauses())
	}
}

func reportOf(t *testing.T, run *orchestratorv1.Run) *planningv1.ReplanReport {
	t.Helper()
	out := &planningv1.ReplanReport{}
	if err := run.GetReport().GetDetail().UnmarshalTo(out); err != nil {
		t.Fatal(err)
	}
	return out
}

// moved wants of the roadmap what was proposed, once, and nothing else to have changed.
func (e *evenings) moved(by *planningv1.ReplanReport) {
	e.t.Helper()
	was := laid(e.is.GetContent().GetBlocks())
	now := e.now()
	var from, to []*planningv1.Block
	for _, m := range by.GetProposal().GetMoves() {
		for _, s := range m.GetFrom() {
			from = append(from, &planningv1.Block{NodeId: m.GetNodeId(), StartTime: s.GetStartTime(), EndTime: s.GetEndTime()})
		}
		for _, s := range m.GetTo() {
			to = append(to, &planningv1.Block{NodeId: m.GetNodeId(), StartTime: s.GetStartTime(), EndTime: s.GetEndTime()})
		}
	}
	want := slices.DeleteFunc(was, func(b string) bool { return slices.Contains(laid(from), b) })
	want = slices.Sorted(slices.Values(append(want, laid(to)...)))
	if got := laid(now.GetContent().GetBlocks()); !slices.Equal(got, want) {
		e.t.Errorf("it lies\n%s\nand was to lie\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	log := now.GetContent().GetAdaptations()
	if n := len(log) - len(e.is.GetContent().GetAdaptations()); now.GetVersion() != e.is.GetVersion()+1 || n != len(by.GetProposal().GetMoves()) {
		e.t.Fatalf("of version %d it is version %d, with %d new entries for %d moves", e.is.GetVersion(), now.GetVersion(), n, len(by.GetProposal().GetMoves()))
	}
	if last := log[len(log)-1]; last.GetCode() != "replan" || last.GetWho() != "tester" || !strings.Contains(last.GetWhat(), "moved from") || last.GetWhy() == "" {
		e.t.Errorf("the log ends with %v", last)
	}
	e.is = now
}

func (e *evenings) declined(book calendar) {
	book.put(e.t, appointment("Dentist", e.evening()))
	run := e.settled(e.begin())
	if d := e.consent(run).GetObserved().GetDifferences(); len(d) != 1 || d[0].GetKind() != "taken" || !strings.Contains(d[0].GetText(), "Dentist") {
		e.t.Errorf("what differs is %v", d)
	}
	e.unchanged()
	e.ended(e.answer(run.GetId(), "decline"), planningv1.ReplanResult_OUTCOME_DECLINED)
	e.unchanged()
}

// refused wants nothing that somebody else does to answer the run.
func (e *evenings) refused(who string, by weftapi.Client) {
	e.t.Helper()
	if e.run == "" {
		e.run = e.settled(e.begin()).GetId()
	}
	pause := e.pause(e.run)
	for _, req := range []*orchestratorv1.AnswerRunRequest{
		{RunId: e.run, InterruptId: pause.GetId(), OptionId: "apply"}, {RunId: e.run, OptionId: "apply"}, {RunId: e.run, OptionId: "decline"}, {RunId: e.run, Decline: true},
	} {
		if _, err := by.AnswerRun(e.t.Context(), req); status.Code(err) != codes.PermissionDenied {
			e.t.Errorf("%s says %q: %v", who, req.GetOptionId(), err)
		}
	}
	if now := e.pause(e.run); now.GetId() != pause.GetId() {
		e.t.Errorf("after %s it asks %v", who, now)
	}
	e.unchanged()
}

func (e *evenings) agreed() {
	if e.run == "" {
		e.t.Skip("it asks nothing")
	}
	shown := e.consent(e.look(e.run))
	e.ended(e.answer(e.run, "apply"), planningv1.ReplanResult_OUTCOME_APPLIED)
	e.moved(shown)
	e.ended(e.settled(e.begin()), planningv1.ReplanResult_OUTCOME_UNCHANGED)
	e.unchanged()
	if _, err := e.api.AnswerRun(e.t.Context(), &orchestratorv1.AnswerRunRequest{RunId: e.run, OptionId: "decline"}); !errors.Is(fault.FromError(err), fault.AnswerConflict) {
		e.t.Errorf("another answer: %v", err)
	}
}

// twice answers two runs that propose the same at once.
func (e *evenings) twice(book calendar) {
	book.put(e.t, appointment("Cinema", e.evening()))
	runs := []string{e.begin(), e.begin()}
	shown := e.consent(e.settled(runs[0]))
	if other := e.consent(e.settled(runs[1])); !proto.Equal(shown.GetProposal().GetMoves()[0], other.GetProposal().GetMoves()[0]) {
		e.t.Errorf("one proposes %v, the other %v", shown.GetProposal().GetMoves(), other.GetProposal().GetMoves())
	}
	var both sync.WaitGroup
	errs := make([]error, len(runs))
	for i, run := range runs {
		both.Go(func() {
			_, errs[i] = e.api.AnswerRun(e.t.Context(), &orchestratorv1.AnswerRunRequest{RunId: run, OptionId: "apply"})
		})
	}
	both.Wait()
	if err := errors.Join(errs...); err != nil {
		e.t.Fatal(err)
	}
	for _, run := range runs {
		e.ended(e.settled(run), planningv1.ReplanResult_OUTCOME_APPLIED)
	}
	e.moved(shown)
}

// ticks are how many of the evenings are done.
func ticks(m *planningv1.Roadmap) (n int) {
	for _, b := range m.GetBlocks() {
		if b.GetDone() {
			n++
		}
	}
	return n
}

// tick ticks an evening in the text of its file.
func (e *evenings) tick(text string, b *planningv1.Block) string {
	e.t.Helper()
	zone, err := time.LoadLocation(mesh.Zone)
	if err != nil {
		e.t.Fatal(err)
	}
	from := b.GetStartTime().AsTime().In(zone).Format("Mon 2006-01-02 15:04")
	if strings.Count(text, "[ ] "+from) != 1 {
		e.t.Fatalf("there is no one evening of %s in\n%s", from, text)
	}
	return strings.Replace(text, "[ ] "+from, "[x] "+from, 1)
}

// tickedBefore ticks an evening in the file while the consent waits, which is then no word on
// what is there any more: it is looked at again, and the tick holds.
func (e *evenings) tickedBefore(f *roadmapFile, book calendar) {
	book.put(e.t, appointment("Choir", e.evening()))
	run := e.settled(e.begin())
	shown := e.consent(run)
	first := slices.MinFunc(e.is.GetContent().GetBlocks(), func(a, b *planningv1.Block) int { return a.GetStartTime().AsTime().Compare(b.GetStartTime().AsTime()) })
	f.edit(e.is.GetVersion()+1, func(text string) string { return e.tick(text, first) })
	if n := ticks(e.is.GetContent()); n != 1 {
		e.t.Fatalf("%d evenings are ticked", n)
	}
	for run = e.answer(run.GetId(), "apply"); run.GetStatus() == orchestratorv1.RunReport_WAITING; run = e.answer(run.GetId(), "apply") {
		shown = e.consent(run)
		e.unchanged()
	}
	e.ended(run, planningv1.ReplanResult_OUTCOME_APPLIED)
	e.moved(shown)
	if n := ticks(e.is.GetContent()); n != 1 {
		e.t.Errorf("%d evenings are ticked", n)
	}
}

// tickedMeanwhile ticks in the file the very evening that is to move, and what was shown is
// applied before that is taken up: both hold.
func (e *evenings) tickedMeanwhile(f *roadmapFile, book calendar) {
	taken := e.evening()
	book.put(e.t, appointment("Theatre", taken))
	run := e.settled(e.begin())
	shown := e.consent(run)
	path, text := f.read(e.is.GetVersion())
	write(e.t, path, e.tick(text, taken))
	e.ended(e.answer(run.GetId(), "apply"), planningv1.ReplanResult_OUTCOME_APPLIED)
	e.moved(shown)
	version := e.is.GetVersion() + 1
	until(e.t, "the tick is taken up", func() bool { return e.now().GetVersion() == version })
	now := e.now()
	for _, b := range now.GetContent().GetBlocks() {
		if b.GetId() == taken.GetId() && !b.GetDone() {
			e.t.Errorf("%v is not ticked", b)
		}
	}
	if n := ticks(now.GetContent()); n != 2 {
		e.t.Errorf("%d evenings are ticked", n)
	}
	if got, want := laid(now.GetContent().GetBlocks()), laid(e.is.GetContent().GetBlocks()); !slices.Equal(got, want) {
		e.t.Errorf("with the tick it lies\n%s\nand not\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	f.read(version)
}
