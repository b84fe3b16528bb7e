package command

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/proto/weftapi"
)

func delayed(sequence int64) *orchestratorv1.RunEvent {
	return event(sequence, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Delayed{
		Delayed: &orchestratorv1.RunDelayed{State: "PARSE", Reason: "the parser can't be reached"},
	}})
}

func endedWith(sequence int64, report *orchestratorv1.RunReport) *orchestratorv1.RunEvent {
	return event(sequence, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: report}}})
}

// kept is the report of a run whose note is in the vault and which may have
// more to do.
func kept(status orchestratorv1.RunReport_Status) *orchestratorv1.RunReport {
	return &orchestratorv1.RunReport{
		RunId: runID, Status: status, InputType: commonv1.InputType_INPUT_TYPE_LOG,
		Entry: &commonv1.Entry{Id: "2026-02-23_09-00-00"},
	}
}

func TestAQuestionIsAnsweredAfterABrokenStreamAndADelay(t *testing.T) {
	t.Parallel()
	s := &script{
		process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(1, step("ROUTE", "routed")))
			return status.Error(codes.Unavailable, "the server restarts")
		},
		watch: func(req *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
			if req.GetFromSequence() <= 2 {
				send(delayed(2))
			}
			send(endedWith(3, answered()))
			return nil
		},
		get: func(id string) (*orchestratorv1.Run, error) {
			return &orchestratorv1.Run{Id: id, Report: &orchestratorv1.RunReport{
				RunId: id, Status: orchestratorv1.RunReport_RUNNING, InputType: commonv1.InputType_INPUT_TYPE_QUERY,
			}}, nil
		},
	}
	got := play(t, &played{script: s}, "", "ask", "why?")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "You slept badly")
}

func TestWatchingFollowsAKeptNotePastItsDelaysToTheEnd(t *testing.T) {
	t.Parallel()
	s := &script{
		watch: func(req *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(1, step("KEEP", "kept")))
			send(delayed(2))
			send(event(3, step("PARSE", "parsed")))
			send(endedWith(4, kept(orchestratorv1.RunReport_COMPLETED)))
			return nil
		},
		get: func(id string) (*orchestratorv1.Run, error) {
			return &orchestratorv1.Run{Id: id, Report: kept(orchestratorv1.RunReport_RUNNING)}, nil
		},
	}
	got := play(t, &played{script: s}, "", "runs", "watch", runID)
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "on hold", "PARSE", "COMPLETED", "2026-02-23_09-00-00")

	got = play(t, &played{script: s}, "", "runs", "watch", runID, "-o", "json")
	got.mustExit(t, exitDone)
	if events := lines(got.out); len(events) != 4 || events[3]["ended"] == nil {
		t.Errorf("events are %v", events)
	}
}

func TestEveryCommandThatLeavesADelayedRunSaysThatTheRestIsDoneByItself(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"log ran 5k", "reply " + runID + " very", "runs retry " + runID} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			report := waiting()
			goOn := func(string) (*orchestratorv1.Run, error) {
				report = kept(orchestratorv1.RunReport_RUNNING)
				return &orchestratorv1.Run{Id: runID}, nil
			}
			s := &script{
				process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
					_, err := goOn(runID)
					send(delayed(2))
					return err
				},
				answer: func(req *orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error) { return goOn(req.GetRunId()) },
				retry:  goOn,
				watch: func(_ *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
					send(delayed(9))
					return nil
				},
				get: func(id string) (*orchestratorv1.Run, error) {
					return &orchestratorv1.Run{Id: id, Sequence: 7, Report: report}, nil
				},
			}
			got := play(t, &played{script: s}, "", strings.Fields(command)...)
			got.mustExit(t, exitDone)
			mustContain(t, got.errOut, "the run is on hold", "the parser can't be reached", "weft runs watch "+runID)
			if n := strings.Count(got.errOut, "on hold"); n != 1 {
				t.Errorf("it is said %d times:\n%s", n, got.errOut)
			}
		})
	}
}

func TestADelayLeavesNoStreamOpen(t *testing.T) {
	t.Parallel()
	s := &script{
		left: make(chan string, 2),
		process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
			send(delayed(1))
			return nil
		},
		watch: func(_ *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
			send(delayed(2))
			return nil
		},
	}
	// Between two streams a run is read, which shows whether the last one is left.
	wants := []string{"ProcessInput", "WatchRun"}
	s.get = func(id string) (*orchestratorv1.Run, error) {
		select {
		case method := <-s.left:
			if method != wants[0] {
				t.Errorf("%s is left, want %s", method, wants[0])
			}
		case <-time.After(5 * time.Second):
			t.Errorf("the stream of %s stays open", wants[0])
		}
		wants = wants[1:]
		report := kept(orchestratorv1.RunReport_RUNNING)
		if len(wants) > 0 {
			report.Entry = nil // not kept so far: worth waiting for
		}
		return &orchestratorv1.Run{Id: id, Report: report}, nil
	}
	play(t, &played{script: s}, "", "log", "ran 5k").mustExit(t, exitDone)
}

// What comes after an answer is for later runs, and may take as long as it likes.
func TestAnAnswerIsNotWaitedForLongerThanItTakes(t *testing.T) {
	t.Parallel()
	early := answered()
	early.Status = orchestratorv1.RunReport_RUNNING
	for name, last := range map[string]*orchestratorv1.RunEvent{
		"the observer takes its time": event(3, step("EVALUATE", "pass")),
		"the observer is away": event(3, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Delayed{
			Delayed: &orchestratorv1.RunDelayed{State: "OBSERVE", Reason: "no observer is ready"},
		}}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &script{
				left: make(chan string, 1), // nothing follows
				process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
					send(event(1, step("SYNTHESIZE", "drafted")))
					send(event(2, step("EVALUATE", "retry"))) // this one is not waited for
					send(last)
					return nil
				},
				get: func(id string) (*orchestratorv1.Run, error) { return &orchestratorv1.Run{Id: id, Report: early}, nil },
			}
			got := play(t, &played{script: s}, "", "ask", "why?")
			got.mustExit(t, exitDone)
			mustContain(t, got.out, "You slept badly")
		})
	}
}

// Without a server nobody else would learn from the run before the next command.
func TestACommandWithoutAServerGoesOnUntilItHasLearnedFromItsRun(t *testing.T) {
	t.Parallel()
	for inside, want := range map[bool]int{true: 1, false: 0} {
		early, watched := answered(), 0
		early.Status = orchestratorv1.RunReport_RUNNING
		s := &script{
			process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
				send(event(1, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Delayed{Delayed: &orchestratorv1.RunDelayed{State: "OBSERVE"}}}))
				return nil
			},
			watch: func(_ *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
				watched++
				send(event(2, step("EVALUATE", "pass"))) // which is no reason to leave any more
				send(endedWith(3, answered()))
				return nil
			},
			get: func(id string) (*orchestratorv1.Run, error) { return &orchestratorv1.Run{Id: id, Report: early}, nil },
		}
		got := play(t, &played{script: s, inside: inside}, "", "ask", "why?")
		got.mustExit(t, exitDone)
		if n := strings.Count(got.out, "You slept badly"); n != 1 || watched != want {
			t.Errorf("without a server %t: the answer is printed %d times, and the run is followed to its end %d times", inside, n, watched)
		}
	}
}

func TestADraftThatIsStillCheckedIsNoAnswer(t *testing.T) {
	t.Parallel()
	for _, r := range []*orchestratorv1.RunReport{
		{InputType: commonv1.InputType_INPUT_TYPE_QUERY},
		{InputType: commonv1.InputType_INPUT_TYPE_BOTH, Entry: &commonv1.Entry{Id: "2026-02-23_09-00-00"}},
		{InputType: commonv1.InputType_INPUT_TYPE_LOG},
	} {
		if hasAll(r) {
			t.Errorf("%v is left", r)
		}
	}
	for outcome, want := range map[string]bool{"retry": false, "expand_first": false, "pass": true, "exhausted": true} {
		if mayHaveAll(&orchestratorv1.StepTiming{State: "EVALUATE", Outcome: outcome}) != want {
			t.Errorf("after %s it is %v", outcome, !want)
		}
	}
}

// restarted is a server that is away for a while after each event of a run.
type restarted struct {
	weftapi.Client
	down  time.Duration
	until time.Time
	most  int64 // events of the run
	asked []int64
}

func (r *restarted) WatchRun(_ context.Context, req *orchestratorv1.WatchRunRequest, _ ...grpc.CallOption) (grpc.ServerStreamingClient[orchestratorv1.WatchRunResponse], error) {
	if time.Now().Before(r.until) {
		return nil, status.Error(codes.Unavailable, "nobody is there")
	}
	r.asked = append(r.asked, req.GetFromSequence())
	return &oneEvent{server: r, sequence: req.GetFromSequence()}, nil
}

func (r *restarted) GetRun(context.Context, *orchestratorv1.GetRunRequest, ...grpc.CallOption) (*orchestratorv1.GetRunResponse, error) {
	if time.Now().Before(r.until) {
		return nil, status.Error(codes.Unavailable, "nobody is there")
	}
	return &orchestratorv1.GetRunResponse{Run: &orchestratorv1.Run{Report: &orchestratorv1.RunReport{Status: orchestratorv1.RunReport_RUNNING}}}, nil
}

// oneEvent is a stream that breaks after an event.
type oneEvent struct {
	grpc.ClientStream
	server   *restarted
	sequence int64
	sent     bool
}

func (o *oneEvent) Recv() (*orchestratorv1.WatchRunResponse, error) {
	if o.sent {
		o.server.until = time.Now().Add(o.server.down)
		return nil, status.Error(codes.Unavailable, "the connection is lost")
	}
	o.sent = true
	if o.sequence == o.server.most {
		return &orchestratorv1.WatchRunResponse{Event: endedWith(o.sequence, answered())}, nil
	}
	return &orchestratorv1.WatchRunResponse{Event: event(o.sequence, step("ROUTE", "routed"))}, nil
}

func TestARunIsFollowedThroughEachRestartOfItsServer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		down time.Duration
		done bool
	}{
		"as long as a restart takes":   {rejoinTime - 3*time.Second, true},
		"longer than it is waited for": {rejoinTime + 5*time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				server := &restarted{down: c.down, most: 20}
				var seen []int64
				told := 0
				f := &follower{api: server, see: func(e *orchestratorv1.RunEvent) { seen = append(seen, e.GetSequence()) }, away: func() { told++ }}
				report, err := f.watch(t.Context(), runID, 1)
				if !c.done {
					if status.Code(err) != codes.Unavailable || len(seen) != 1 {
						t.Errorf("%v, %v", seen, err)
					}
					return
				}
				if err != nil || report == nil {
					t.Fatal(err)
				}
				for i, n := range seen {
					if n != int64(i+1) {
						t.Fatalf("saw %v", seen)
					}
				}
				if len(seen) != 20 || told < 20 {
					t.Errorf("saw %v; it was told %d times that the server is away", seen, told)
				}
			})
		})
	}
}
