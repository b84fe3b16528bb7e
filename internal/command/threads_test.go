package command

import (
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func someThreads() *script {
	at := timestamppb.New(time.Date(2026, 2, 23, 8, 0, 0, 0, time.UTC))
	return &script{
		process: ends(answered()),
		threads: []*orchestratorv1.Thread{
			{Id: "running", UpdateTime: at, TurnCount: 2, LastText: "and in January?"},
			{Id: "sleep", UpdateTime: at, TurnCount: 1, LastText: "how did I sleep?"},
		},
		turns: []*orchestratorv1.Turn{
			{RunId: "01B", Text: "and in January?", Understood: "How far did I run in January?", Answer: "9 km.", Status: orchestratorv1.RunReport_COMPLETED, CreateTime: at},
			{RunId: "01A", Text: "ran 5 km", EntryId: "2026-02-22_08-00-00", Status: orchestratorv1.RunReport_COMPLETED, CreateTime: at},
		},
	}
}

func TestThreadsAreListedALineEach(t *testing.T) {
	t.Parallel()
	got := play(t, &played{script: someThreads()}, "", "threads", "ls")
	got.mustExit(t, exitDone)
	if want := "2026-02-23 09:00     2  running  and in January?\n2026-02-23 09:00     1  sleep  how did I sleep?\n"; got.out != want {
		t.Errorf("got\n%s\nwant\n%s", got.out, want)
	}
	one := play(t, &played{script: someThreads()}, "", "threads", "ls", "--limit", "1", "-o", "json")
	one.mustExit(t, exitDone)
	mustContain(t, one.out, `"id": "running"`, `"nextPageToken": "x"`)
	none := play(t, &played{script: &script{}}, "", "threads", "ls")
	none.mustExit(t, exitDone)
	mustContain(t, none.errOut, "no threads")
}

func TestAThreadIsShownAsItWasSaid(t *testing.T) {
	t.Parallel()
	got := play(t, &played{script: someThreads()}, "", "threads", "show", "running")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "> ran 5 km\nKept 2026-02-22_08-00-00", "> and in January?\nUnderstood as: How far did I run in January?\n9 km.")
	if strings.Index(got.out, "01A") > strings.Index(got.out, "01B") {
		t.Errorf("the last turn comes first:\n%s", got.out)
	}
	last := play(t, &played{script: someThreads()}, "", "threads", "show", "running", "--limit", "1")
	last.mustExit(t, exitDone)
	mustContain(t, last.errOut, "earlier turns aren't shown")
	if strings.Contains(last.out, "ran 5 km") {
		t.Errorf("more than the last turn is shown:\n%s", last.out)
	}
}

func TestAThreadIsForgotten(t *testing.T) {
	t.Parallel()
	s := someThreads()
	got := play(t, &played{script: s}, "", "threads", "rm", "running")
	got.mustExit(t, exitDone)
	if s.forgotten != "running" || got.out != "running  forgotten\n" {
		t.Errorf("forgotten is %q: %s", s.forgotten, got.out)
	}
}

func TestAnInputNamesTheThreadThatItIsATurnOf(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"ask", "log"} {
		s := someThreads()
		play(t, &played{script: s}, "", command, "--thread", "running", "ran 5 km").mustExit(t, exitDone)
		if in := s.inputs[0].GetInput(); in.GetThreadId() != "running" {
			t.Errorf("%s sends %v", command, in)
		}
	}
	s := someThreads()
	play(t, &played{script: s}, "", "ask", "why?").mustExit(t, exitDone)
	if in := s.inputs[0].GetInput(); in.GetThreadId() != "" {
		t.Errorf("without a thread it sends %v", in)
	}
}
