package command

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fault"
)

func TestAServerSaysWhereItListensAndStopsQuietly(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var roles []string
	m := &played{run: func(ctx context.Context, o upOptions) error {
		roles = o.roles
		o.ready(app.Served{Addresses: map[string]string{"api": "127.0.0.1:7433"}, TokenFile: "/vault/.weft/token"})
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}}
	got := playContext(ctx, t, m, "", "serve", "--roles", "planner,orchestrator", "-o", "json")
	got.mustExit(t, exitDone)
	if !slices.Equal(roles, []string{"planner", "orchestrator"}) {
		t.Errorf("roles are %q", roles)
	}
	var told struct {
		Addresses map[string]string
		Vault     string
		TokenFile string
	}
	if err := json.Unmarshal([]byte(got.out), &told); err != nil {
		t.Fatal(err)
	}
	if told.Addresses["api"] != "127.0.0.1:7433" || !strings.HasSuffix(told.Vault, "/vault") || told.TokenFile != "/vault/.weft/token" {
		t.Errorf("told %+v", told)
	}
}

// Whatever collects the log of a container takes all that it prints.
func TestAServerThatLogsJSONPrintsNothingElse(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	m := &played{run: func(ctx context.Context, o upOptions) error {
		o.ready(app.Served{Addresses: map[string]string{"api": "127.0.0.1:7433"}})
		o.log.InfoContext(ctx, "run ended", "took", 1500*time.Millisecond)
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}}
	got := playContext(ctx, t, m, "", "serve", "--roles", "planner", "--set", "log.format=json")
	got.mustExit(t, exitDone)
	var said []string
	for line := range strings.Lines(got.out + got.errOut) {
		var record struct {
			Msg, Version, Took string
			Roles              []string
			Addresses          map[string]string
		}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("%q is no record: %v", line, err)
		}
		switch said = append(said, record.Msg); record.Msg {
		case "starting":
			if record.Version == "" || len(said) > 1 || !slices.Equal(record.Roles, []string{"planner"}) {
				t.Errorf("the first record does not tell the version and the roles: %s", line)
			}
		case "up":
			if record.Addresses["api"] != "127.0.0.1:7433" {
				t.Errorf("it is up at %s", line)
			}
		case "run ended":
			if record.Took != "1.5s" {
				t.Errorf("a duration is %q", record.Took)
			}
		}
	}
	if want := []string{"starting", "up", "run ended", "stopped"}; !slices.Equal(said, want) {
		t.Errorf("it says %q, want %q", said, want)
	}
}

func TestTheFirstRecordOfAServerOfAllRolesNamesThem(t *testing.T) {
	t.Parallel()
	m := &played{run: func(context.Context, upOptions) error { return nil }}
	got := play(t, m, "", "up", "--set", "log.format=json")
	first, _, _ := strings.Cut(got.out+got.errOut, "\n")
	var record struct{ Roles []string }
	if err := json.Unmarshal([]byte(first), &record); err != nil || !slices.Equal(record.Roles, app.Roles()) {
		t.Errorf("%s: %v", first, err)
	}
}

func TestAServerThatLogsJSONEndsWithARecordOfItsError(t *testing.T) {
	t.Parallel()
	m := &played{run: func(context.Context, upOptions) error {
		return fault.New(codes.Unavailable, fault.PortInUse, "127.0.0.1:7433 belongs to another process")
	}}
	got := play(t, m, "", "serve", "--roles", "planner", "--set", "log.format=json")
	got.mustExit(t, exitUnavailable)
	var last struct{ Level, Msg, Error, Reason, Hint string }
	for line := range strings.Lines(got.out + got.errOut) {
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatalf("%q is no record: %v", line, err)
		}
	}
	if last.Level != "ERROR" || last.Reason != "PORT_IN_USE" || !strings.Contains(last.Error, "belongs to another process") {
		t.Errorf("it ends with %+v", last)
	}
}

func TestALogOfALaterBuildIsToldInItsOwnWords(t *testing.T) {
	t.Parallel()
	m := &played{run: func(context.Context, upOptions) error {
		return fmt.Errorf("make stream RUNS: %w", bus.CheckFormat("RUNS", map[string]string{"weft.format": "99"}))
	}}
	got := play(t, m, "", "up")
	got.mustExit(t, exitFailed)
	mustContain(t, got.errOut, "weft: RUNS was written by a later build of Weft, in format 99", "nothing was changed", "docs/upgrade.md")
}

func TestAPortInUseMakesTheServerUnavailable(t *testing.T) {
	t.Parallel()
	m := &played{run: func(context.Context, upOptions) error {
		return fault.New(codes.Unavailable, fault.PortInUse, "127.0.0.1:7433 belongs to another process")
	}}
	got := play(t, m, "", "up")
	got.mustExit(t, exitUnavailable)
	mustContain(t, got.errOut, "belongs to another process")
}

func TestTheDemoTellsItsStoryOnItsOwnVault(t *testing.T) {
	t.Parallel()
	s := &script{process: ends(answered())}
	m := &played{script: s}
	got := play(t, m, "", "demo", "--set", "api.listen=nonsense") // the user's settings don't count
	got.mustExit(t, exitDone)
	if len(s.inputs) != len(story) {
		t.Fatalf("%d inputs for %d scenes", len(s.inputs), len(story))
	}
	for i, in := range s.inputs {
		mustContain(t, got.out, story[i].about, story[i].text)
		if in.GetInput().GetText() != story[i].text || in.GetInput().GetTimeZone() != storyZone {
			t.Errorf("scene %d is %v", i, in)
		}
	}
	mustContain(t, got.out, "ROUTE", "You slept badly [1]")
	if !strings.HasSuffix(got.out, storyEnd) {
		t.Errorf("it ends without a word on what to do next:\n%s", got.out)
	}
	if now := s.inputs[0].GetInput().GetNow().AsTime().Format("2006-01-02T15:04:05Z"); now != "2026-02-23T08:00:00Z" {
		t.Errorf("the story is told at %s", now)
	}
	if _, err := os.Stat(m.target.config.Vault); !os.IsNotExist(err) {
		t.Errorf("the vault of the demo is still there: %v", err)
	}
}

func TestTheDemoDeclinesWhatNobodyIsThereToAnswer(t *testing.T) {
	t.Parallel()
	declined := 0
	s := &script{
		process: func(_ *orchestratorv1.ProcessInputRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(1, step("CLARIFY", "ask")))
			send(event(2, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Interrupted{Interrupted: &orchestratorv1.RunInterrupted{InterruptId: "i1"}}}))
			return nil
		},
		get: func(string) (*orchestratorv1.Run, error) {
			return &orchestratorv1.Run{Id: runID, Report: waiting()}, nil
		},
		answer: func(req *orchestratorv1.AnswerRunRequest) (*orchestratorv1.Run, error) {
			if req.GetDecline() {
				declined++
			}
			return &orchestratorv1.Run{}, nil
		},
		watch: func(_ *orchestratorv1.WatchRunRequest, send func(*orchestratorv1.RunEvent)) error {
			send(event(3, &orchestratorv1.RunEvent{Kind: &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: answered()}}}))
			return nil
		},
	}
	got := play(t, &played{script: s}, "", "demo")
	got.mustExit(t, exitDone)
	if declined != len(story) {
		t.Errorf("declined %d of %d", declined, len(story))
	}
	mustContain(t, got.out, "How sore are you?", "You slept badly")
}
