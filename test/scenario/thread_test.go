package scenario

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/test/mesh"
)

// inThread gives a turn of a thread to a mesh: a question unless intent says
// otherwise.
func inThread(t *testing.T, m *mesh.Mesh, thread, text string, intent ...commonv1.InputType) *orchestratorv1.RunReport {
	t.Helper()
	r, _ := m.Process(t, threadInput(thread, text, intent...))
	return r
}

func threadInput(thread, text string, intent ...commonv1.InputType) *orchestratorv1.Input {
	in := mesh.Input(text)
	in.ThreadId, in.Intent = thread, append(intent, commonv1.InputType_INPUT_TYPE_QUERY)[0]
	return in
}

// theThread returns a thread with its turns, the latest first.
func theThread(t *testing.T, m *mesh.Mesh, id string) *orchestratorv1.GetThreadResponse {
	t.Helper()
	got, err := m.API.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: id})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func texts(turns []*orchestratorv1.Turn) string {
	var out []string
	for _, t := range turns {
		out = append(out, t.GetText())
	}
	return strings.Join(out, " | ")
}

func TestAThreadCompletesAFollowUpByItself(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{70, "ran 4 km"}, {40, "ran 9 km"}, {9, "ran 5 km"}, {5, "ran 7 km"}})
	inThread(t, m, "runs", "How far did I run in February?")
	inThread(t, m, "runs", "and in January?")
	r := inThread(t, m, "runs", "and in December?")
	if mesh.ByRules() {
		if facts := aggregates(r); len(facts) != 1 || facts[0].GetValue() != 4 {
			t.Errorf("it computes %v, want 4 km of December: %q\n%s", facts, r.GetQueryPortion(), r.GetAnswer())
		}
		if r.GetQueryPortion() != "How far did I run in December?" {
			t.Errorf("it was understood as %q", r.GetQueryPortion())
		}
	}
	explained, err := m.API.ExplainInput(t.Context(), &orchestratorv1.ExplainInputRequest{Input: threadInput("runs", "and in February?")})
	if err != nil || mesh.ByRules() && explained.GetReport().GetQueryPortion() != "How far did I run in February?" {
		t.Errorf("an explanation understands %q, %v", explained.GetReport().GetQueryPortion(), err)
	}
	got := theThread(t, m, "runs")
	if want := "and in December? | and in January? | How far did I run in February?"; texts(got.GetTurns()) != want {
		t.Errorf("the turns are %s, want %s", texts(got.GetTurns()), want)
	}
	last := got.GetTurns()[0]
	if last.GetRunId() != r.GetRunId() || last.GetAnswer() != r.GetAnswer() || last.GetUnderstood() != r.GetQueryPortion() || last.GetStatus() != r.GetStatus() {
		t.Errorf("the last turn is %v", last)
	}
	if th := got.GetThread(); th.GetTurnCount() != 3 || th.GetLastText() != "and in December?" || th.GetUpdateTime().AsTime().Before(th.GetCreateTime().AsTime()) {
		t.Errorf("the thread is %v", th)
	}
}

func TestAThreadKnowsNothingOfAnother(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{40, "ran 9 km"}, {9, "ran 5 km"}})
	inThread(t, m, "one", "How far did I run in February?")
	if r := inThread(t, m, "two", "and in January?"); r.GetCompletedFrom() != "" {
		t.Errorf("it was completed to %q", r.GetQueryPortion())
	}
}

func TestThreadsOutliveTheServer(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	m, stop := mesh.Start(t, vault, "")
	keep(t, m, []told{{40, "ran 9 km"}, {9, "ran 5 km"}})
	inThread(t, m, "runs", "How far did I run in February?")
	stop()
	m = mesh.InProcess(t, vault, "")
	if r := inThread(t, m, "runs", "and in January?"); mesh.ByRules() && r.GetQueryPortion() != "How far did I run in January?" {
		t.Errorf("it was understood as %q", r.GetQueryPortion())
	}
}

func TestRunsAreListedByThreadAndSayWhichTheyAreOf(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	note := inThread(t, m, "a", "slept 7 h", commonv1.InputType_INPUT_TYPE_LOG)
	inThread(t, m, "b", "how did I sleep last week?")
	m.Ask(t, "how did I sleep last week?")
	list, err := m.API.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{ThreadId: "a"})
	if err != nil || len(list.GetRuns()) != 1 || list.GetRuns()[0].GetId() != note.GetRunId() || list.GetRuns()[0].GetThreadId() != "a" {
		t.Errorf("the runs of the thread are %v, %v", list.GetRuns(), err)
	}
	run, err := m.API.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: note.GetRunId()})
	if err != nil || run.GetRun().GetThreadId() != "a" {
		t.Errorf("the run is of thread %q, %v", run.GetRun().GetThreadId(), err)
	}
	_, events := m.Process(t, threadInput("a", "how did I sleep last week?"))
	if events[0].GetStarted().GetThreadId() != "a" {
		t.Errorf("its first event is %v", events[0])
	}
	if turns := theThread(t, m, "a").GetTurns(); turns[1].GetEntryId() != note.GetEntry().GetId() || turns[1].GetInputType() != commonv1.InputType_INPUT_TYPE_LOG {
		t.Errorf("the note is the turn %v", turns[1])
	}
	fork, err := m.API.ForkRun(t.Context(), &orchestratorv1.ForkRunRequest{RunId: list.GetRuns()[0].GetId(), Sequence: 1})
	if err != nil || fork.GetRun().GetThreadId() != "" || len(theThread(t, m, "a").GetTurns()) != 2 {
		t.Errorf("a fork is a turn: %v, %v", fork.GetRun(), err)
	}
}

func TestThreadsAreListedNewestFirstAPageAtATimeAndDeleted(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	for _, thread := range []string{"a", "b", "c", "a"} {
		inThread(t, m, thread, "slept 7 h", commonv1.InputType_INPUT_TYPE_LOG)
	}
	list := func() (ids []string) {
		token := ""
		for {
			page, err := m.API.ListThreads(t.Context(), &orchestratorv1.ListThreadsRequest{PageSize: 2, PageToken: token})
			if err != nil {
				t.Fatal(err)
			}
			for _, th := range page.GetThreads() {
				ids = append(ids, fmt.Sprint(th.GetId(), th.GetTurnCount()))
			}
			if token = page.GetNextPageToken(); token == "" {
				return ids
			}
		}
	}
	if got := list(); !slices.Equal(got, []string{"a2", "c1", "b1"}) {
		t.Errorf("threads %q", got)
	}
	var turns []*orchestratorv1.Turn
	for token := ""; ; {
		page, err := m.API.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: "a", PageSize: 1, PageToken: token})
		if err != nil {
			t.Fatal(err)
		}
		turns = append(turns, page.GetTurns()...)
		if token = page.GetNextPageToken(); token == "" {
			break
		}
		// A place in one thread is none in another.
		_, err = m.API.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: "b", PageToken: token})
		if !errors.Is(fault.FromError(err), fault.PageTokenInvalid) {
			t.Errorf("another thread's token: %v", err)
		}
	}
	if len(turns) != 2 || turns[0].GetRunId() < turns[1].GetRunId() {
		t.Errorf("the turns are %v", turns)
	}
	if _, err := m.API.DeleteThread(t.Context(), &orchestratorv1.DeleteThreadRequest{ThreadId: "a"}); err != nil {
		t.Fatal(err)
	}
	if got := list(); !slices.Equal(got, []string{"c1", "b1"}) {
		t.Errorf("after one was deleted there are %q", got)
	}
	if _, err := m.API.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: turns[0].GetRunId()}); err != nil {
		t.Errorf("its run is gone: %v", err)
	}
	for what, err := range map[string]error{
		"get":    errorOf(m.API.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: "a"})),
		"delete": errorOf(m.API.DeleteThread(t.Context(), &orchestratorv1.DeleteThreadRequest{ThreadId: "a.>"})),
	} {
		if status.Code(err) != codes.NotFound || !errors.Is(err, fault.ThreadNotFound) {
			t.Errorf("%s of no thread: %v", what, err)
		}
	}
	inThread(t, m, "a", "and last month?")
	if got := theThread(t, m, "a").GetTurns(); len(got) != 1 {
		t.Errorf("a thread of the same name begins with %s", texts(got))
	}
}

func errorOf[T any](_ T, err error) error { return err }

func TestAThreadAndASessionDoNotGoTogether(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	for what, in := range map[string]*orchestratorv1.Input{
		"with a session":  {Text: "and in May?", ThreadId: "a", Session: []string{"how far did I run in April?"}},
		"with a blank":    {Text: "and in May?", ThreadId: "my thread"},
		"with a wildcard": {Text: "and in May?", ThreadId: "*"},
		"too long":        {Text: "and in May?", ThreadId: strings.Repeat("a", 65)},
	} {
		_, err := m.API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: in})
		if !errors.Is(err, fault.FieldInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if list, err := m.API.ListThreads(t.Context(), &orchestratorv1.ListThreadsRequest{}); err != nil || len(list.GetThreads()) > 0 {
		t.Errorf("what was refused began threads: %v, %v", list.GetThreads(), err)
	}
}

func TestAnInputToAThreadWhoseRunWaitsIsATurnOfItsOwn(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	keep(t, m, []told{{9, "Knee hurts on the stairs"}, {2, "Knee much better, walked down all stairs"}})
	waiting := inThread(t, m, "knee", "Is it better?")
	if waiting.GetStatus() != orchestratorv1.RunReport_WAITING {
		t.Skip("the mind at work does not ask")
	}
	next := inThread(t, m, "knee", "the knee")
	if !slices.ContainsFunc(next.GetWarnings(), func(w string) bool { return strings.Contains(w, waiting.GetRunId()) }) {
		t.Errorf("nobody says that the other run waits: %q", next.GetWarnings())
	}
	turns := theThread(t, m, "knee").GetTurns()
	if len(turns) != 2 || turns[1].GetStatus() != orchestratorv1.RunReport_WAITING || len(turns[1].GetQuestions()) == 0 {
		t.Errorf("the turns are %v", turns)
	}
	m.Answer(t, &orchestratorv1.AnswerRunRequest{RunId: waiting.GetRunId(), Decline: true})
	if turns = theThread(t, m, "knee").GetTurns(); turns[1].GetStatus() != orchestratorv1.RunReport_PARTIAL {
		t.Errorf("after it was answered its turn is %v", turns[1])
	}
}

func TestARepeatedRequestIsOneTurn(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	submit := func() string {
		res, err := m.API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{RequestId: "once", Input: threadInput("a", "how did I sleep last week?")})
		if err != nil {
			t.Error(err)
		}
		return res.GetRun().GetId()
	}
	first := submit()
	m.Settled(t, first)
	if again := submit(); again != first {
		t.Errorf("run %s and then %s", first, again)
	}
	if th := theThread(t, m, "a"); len(th.GetTurns()) != 1 || th.GetThread().GetTurnCount() != 1 {
		t.Errorf("it is the turns %s", texts(th.GetTurns()))
	}
	if _, err := m.API.DeleteThread(t.Context(), &orchestratorv1.DeleteThreadRequest{ThreadId: "a"}); err != nil {
		t.Fatal(err)
	}
	submit()
	if _, err := m.API.GetThread(t.Context(), &orchestratorv1.GetThreadRequest{ThreadId: "a"}); !errors.Is(err, fault.ThreadNotFound) {
		t.Errorf("a repeated request brings the thread back: %v", err)
	}
}

func TestInputsToAThreadAtOnceAreEachOneTurn(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	var wait sync.WaitGroup
	for i := range 12 {
		wait.Go(func() {
			_, err := m.API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: threadInput("a", fmt.Sprintf("slept %d h", i), commonv1.InputType_INPUT_TYPE_LOG)})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	seen := map[string]bool{}
	turns := theThread(t, m, "a").GetTurns()
	for _, turn := range turns {
		seen[turn.GetText()] = true
	}
	if len(turns) != 12 || len(seen) != 12 {
		t.Errorf("%d turns, %d different: %s", len(turns), len(seen), texts(turns))
	}
}

func TestWhatNoLongerFitsAThreadIsSaid(t *testing.T) {
	t.Parallel()
	m, _ := mesh.Start(t, mesh.EmptyVault(t), "",
		config.Override{Path: "threads.context_turns", Value: "2"}, config.Override{Path: "threads.max_threads", Value: "2"})
	warned := func(r *orchestratorv1.RunReport, words string) bool {
		return slices.ContainsFunc(r.GetWarnings(), func(w string) bool { return strings.Contains(w, words) })
	}
	log := commonv1.InputType_INPUT_TYPE_LOG
	for i := range 3 {
		if r := inThread(t, m, "a", "slept 7 h", log); warned(r, "thread") {
			t.Errorf("turn %d is warned: %q", i+1, r.GetWarnings())
		}
	}
	if r := inThread(t, m, "a", "slept 8 h", log); !warned(r, "Only the last 2 turns of the thread a were used") {
		t.Errorf("the fourth turn is warned: %q", r.GetWarnings())
	}
	inThread(t, m, "b", "slept 6 h", log)
	inThread(t, m, "a", "slept 5 h", log)
	if r := inThread(t, m, "c", "slept 4 h", log); !warned(r, "The thread b was forgotten") {
		t.Errorf("the first turn of the third thread is warned: %q", r.GetWarnings())
	}
	list, err := m.API.ListThreads(t.Context(), &orchestratorv1.ListThreadsRequest{})
	if err != nil || len(list.GetThreads()) != 2 || list.GetThreads()[0].GetId() != "c" || list.GetThreads()[1].GetId() != "a" {
		t.Errorf("there are %v, %v", list.GetThreads(), err)
	}
}

func TestATenantSeesNoThreadOfAnother(t *testing.T) {
	t.Parallel()
	mine, server := mesh.Shared(t, mesh.EmptyVault(t))
	others := mesh.Joined(t, mesh.EmptyVault(t), server, config.Override{Path: "tenant", Value: "other"})
	submit := func(m *mesh.Mesh, text string) {
		if _, err := m.API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: threadInput("a", text)}); err != nil {
			t.Fatal(err)
		}
	}
	submit(mine, "How far did I run in February?")
	for what, call := range map[string]func(context.Context) error{
		"get it": func(ctx context.Context) error {
			return errorOf(others.API.GetThread(ctx, &orchestratorv1.GetThreadRequest{ThreadId: "a"}))
		},
		"delete it": func(ctx context.Context) error {
			return errorOf(others.API.DeleteThread(ctx, &orchestratorv1.DeleteThreadRequest{ThreadId: "a"}))
		},
	} {
		if err := call(t.Context()); status.Code(err) != codes.NotFound {
			t.Errorf("another may %s: %v", what, err)
		}
	}
	explained, err := others.API.ExplainInput(t.Context(), &orchestratorv1.ExplainInputRequest{Input: threadInput("a", "and in January?")})
	if err != nil || explained.GetReport().GetCompletedFrom() != "" {
		t.Errorf("another's follow-up is completed to %q, %v", explained.GetReport().GetQueryPortion(), err)
	}
	submit(others, "How did I sleep?")
	if got := texts(theThread(t, others, "a").GetTurns()); got != "How did I sleep?" {
		t.Errorf("the other's thread has %s", got)
	}
	if got := texts(theThread(t, mine, "a").GetTurns()); got != "How far did I run in February?" {
		t.Errorf("mine has %s", got)
	}
}

// A depth that is named holds in its thread until another is named; elsewhere a user has
// the one that is set for her, and all others the server's.
func TestADepthHoldsInItsThread(t *testing.T) {
	t.Parallel()
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", config.Override{Path: "llm.user_depths", Value: "ann=off,tester=focused"})
	t.Cleanup(stop)
	const quick, focused, deep = commonv1.Depth_DEPTH_QUICK, commonv1.Depth_DEPTH_FOCUSED, commonv1.Depth_DEPTH_DEEP
	for i, c := range []struct {
		thread      string
		named, want commonv1.Depth
	}{
		{"a", 0, focused}, {"a", deep, deep}, {"a", 0, deep}, {"a", quick, quick}, {"a", 0, quick}, {"b", 0, focused}, {"", 0, focused},
	} {
		in := threadInput(c.thread, "How far did I run in February?")
		in.Depth = c.named
		if r, _ := m.Process(t, in); r.GetDepth() != c.want {
			t.Errorf("input %d was answered at %v, want %v", i+1, r.GetDepth(), c.want)
		}
	}
	if turns := theThread(t, m, "a").GetTurns(); len(turns) != 5 || turns[0].GetDepth() != quick || turns[2].GetDepth() != deep {
		t.Errorf("its turns are %v", turns)
	}
}
