package footprint

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

const (
	// waitingRuns is the variable that says with how many runs to measure.
	waitingRuns = "WEFT_WAITING"
	// heldVault is the variable that has this test binary be the server that is measured,
	// on a vault.
	heldVault = "WEFT_WAITING_VAULT"
)

// A waiting is what a server tells that holds waiting runs.
type waiting struct {
	Ready    time.Duration // until it answers
	Read     time.Duration // until it rests after that: it has read the whole log, in search of damage
	Peak     int64         // bytes resident at most
	Resting  memory
	Weft     int64         // bytes of the heap that are in use at rest
	NATS     int64         // the same, of the NATS server
	Listed   time.Duration // until the first page of runs was listed
	Accepted time.Duration // until the answer to one run was kept
	Ended    time.Duration // until that run had ended
}

// TestManyWaitingRuns prints what runs cost that wait for a person: a server with many
// of them beside one with one.
func TestManyWaitingRuns(t *testing.T) {
	const ms = time.Millisecond
	n, _ := strconv.Atoi(os.Getenv(waitingRuns))
	if n < 1 {
		t.Skip("run make bench-waiting")
	}
	for _, n := range []int{1, n} {
		vault := mesh.EmptyVault(t)
		run := untilOneWaits(t, vault)
		began := time.Now()
		bytes := copies(t, vault+"/.weft/nats", run, n-1)
		t.Logf("%d runs that wait, of %d bytes in the log each; written in %v", n, bytes, time.Since(began).Round(time.Second))
		w := hold(t, vault)
		t.Logf("  ready after %v; has read its log after %v", w.Ready.Round(ms), w.Read.Round(100*ms))
		t.Logf("  at rest %v; at most %.1f MB were resident", w.Resting, float64(w.Peak)/1e6)
		t.Logf("  heap in use at rest: %.1f MB of NATS's server, %.1f MB of Weft", float64(w.NATS)/1e6, float64(w.Weft)/1e6)
		t.Logf("  runs listed in %v; an answer kept in %v, its run ended in %v", w.Listed.Round(ms), w.Accepted.Round(ms), w.Ended.Round(ms))
	}
}

// untilOneWaits has a run in a vault that waits for a person, and returns its id.
func untilOneWaits(t *testing.T, vault string) string {
	t.Helper()
	m, stop := mesh.Start(t, vault, "")
	defer stop()
	for _, days := range []int{9, 5} {
		m.Process(t, mesh.InputAt("Bench press 5x5 @ 80kg", mesh.Now().AddDate(0, 0, -days)))
	}
	r := m.Ask(t, "Correction: the bench press was 85 kg, not 80")
	if r.GetStatus() != orchestratorv1.RunReport_WAITING {
		t.Fatalf("it is %v", r.GetStatus())
	}
	return r.GetRunId()
}

// hold has a process of its own serve a vault, and returns what it tells.
func hold(t *testing.T, vault string) (w waiting) {
	t.Helper()
	home := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestServeWaitingRuns$", "-test.timeout=10m")
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home,
		heldVault+"="+vault, "GODEBUG=memprofilerate=4096")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	told := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		text, ok := strings.CutPrefix(lines.Text(), heldVault)
		switch {
		case ok:
			told = json.Unmarshal([]byte(text), &w) == nil
		case text != "" && text != "PASS":
			t.Log(text)
		}
	}
	if err := cmd.Wait(); err != nil || !told {
		t.Fatalf("the server: %v", err)
	}
	return w
}

// TestServeWaitingRuns is the server that TestManyWaitingRuns measures.
func TestServeWaitingRuns(t *testing.T) {
	vault := os.Getenv(heldVault)
	if vault == "" {
		t.Skip("TestManyWaitingRuns runs it")
	}
	c, err := config.Load(config.Source{Overrides: []config.Override{
		{Path: "vault", Value: vault}, {Path: "time_zone", Value: mesh.Zone}, {Path: "user", Value: "tester"},
		{Path: "api.listen", Value: "127.0.0.1:0"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	ctx, cancel := context.WithCancel(t.Context())
	began, ready, ended := time.Now(), make(chan app.Served, 1), make(chan error, 1)
	go func() {
		ended <- app.Up(ctx, app.UpOptions{
			Options: app.Options{Config: c, Log: log, Version: "test"},
			Ready:   func(s app.Served) { ready <- s },
		})
	}()
	var w waiting
	var at app.Served
	select {
	case at = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	w.Ready = time.Since(began)
	w.Read = untilItRests(t, began)
	time.Sleep(2 * idle) // so that memory has been given back
	w.Weft, w.NATS = heap()
	w.Resting, w.Peak = held(t)
	w.answer(t, at)
	cancel()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	told, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("\n%s%s\n", heldVault, told)
}

// answer answers the run that has begun last, over the API.
func (w *waiting) answer(t *testing.T, at app.Served) {
	t.Helper()
	token, err := credential.Read(at.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := rpc.Dial(at.Addresses["api"], rpc.Options{Credential: token})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	api := weftapi.NewClient(conn)
	began := time.Now()
	list, err := api.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{PageSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	w.Listed = time.Since(began)
	got, err := api.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: list.GetRuns()[0].GetId()})
	if err != nil {
		t.Fatal(err)
	}
	r := got.GetRun().GetReport()
	began = time.Now()
	_, err = api.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: r.GetRunId(), InterruptId: r.GetInterruptId(),
		Answers: []*orchestratorv1.QuestionAnswer{{QuestionId: r.GetQuestions()[0].GetId(), Text: r.GetQuestions()[0].GetOptions()[0]}}})
	if err != nil {
		t.Fatal(err)
	}
	w.Accepted = time.Since(began)
	stream, err := api.WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: r.GetRunId()})
	for err == nil {
		_, err = stream.Recv()
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	w.Ended = time.Since(began)
}

// untilItRests waits until this process uses a twentieth of a processor at most, and
// returns how long after a moment that was so.
func untilItRests(t *testing.T, began time.Time) time.Duration {
	t.Helper()
	const look = 500 * time.Millisecond
	busy := func() time.Duration {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			t.Fatal(err)
		}
		return time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	for before := busy(); ; before = busy() {
		time.Sleep(look)
		if busy()-before < look/20 {
			return time.Since(began) - look
		}
	}
}
