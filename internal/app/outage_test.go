package app

import (
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// loud are the lines of a log that an operator sees, but for what the bus in this
// process says of itself, and those of runs that have ended, by run.
func loud(t *testing.T, log *lines) (told []string, ended map[string]int) {
	t.Helper()
	ended = map[string]int{}
	for _, line := range log.all(t) {
		run, _ := line[telemetry.LogRun].(string)
		switch {
		case line["level"] == "DEBUG", line["from"] == "nats-server":
		case line["msg"] == "run ended" && line["graph"] == "notes" && line["took"] != nil && (line["status"] == "completed" || line["status"] == "partial"):
			ended[run]++
		default:
			told = append(told, fmt.Sprint(line["level"], " ", line["msg"], " ", line["lost"]))
		}
	}
	return told, ended
}

// busy begins runs of both kinds.
func busy(t *testing.T, conn *grpc.ClientConn) (runs []string) {
	t.Helper()
	api := weftapi.NewClient(conn)
	for i := range 10 {
		runs = append(runs, submit(t, api, fmt.Sprintf("Ran %d km", i+1), commonv1.InputType_INPUT_TYPE_LOG),
			submit(t, api, fmt.Sprintf("How far did I run in the last %d days?", i+2), commonv1.InputType_INPUT_TYPE_QUERY))
	}
	return runs
}

// delays waits until a run waits for the third time, and returns what its callers are
// told of why.
func delays(t *testing.T, conn *grpc.ClientConn, run string) (reasons []string) {
	t.Helper()
	watch, err := weftapi.NewClient(conn).WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: run})
	for err == nil && len(reasons) < 3 {
		var res *orchestratorv1.WatchRunResponse
		res, err = watch.Recv()
		if d := res.GetEvent().GetDelayed(); d != nil {
			reasons = append(reasons, d.GetReason())
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	return reasons
}

// wantOutage checks that an outage was told in two lines, and each run in one. On a
// machine that stands still for seconds there are more outages than the test makes, and
// an end that is kept may be heard of late; what must not be is a line for each run or
// attempt.
func wantOutage(t *testing.T, log *lines, runs []string, lost, began string) {
	t.Helper()
	told, ended := loud(t, log)
	rest := 0
	for _, want := range []string{"WARN " + began + " " + lost, "INFO regained " + lost} {
		if !slices.Contains(told, want) {
			t.Errorf("of an outage the log does not tell %q", want)
		}
	}
	for _, line := range told {
		if !strings.Contains(line, " not ready ") && !strings.Contains(line, " away; ") && !strings.Contains(line, " regained ") {
			rest++
		}
	}
	if rest > 1 || len(told) > len(runs)/2 {
		t.Errorf("of an outage of the %s with %d runs the log tells\n%s", lost, len(runs), strings.Join(told, "\n"))
	}
	for _, run := range runs {
		if n := ended[run]; n == 0 || n > 2 {
			t.Errorf("the end of run %s is told %d times", run, n)
		}
	}
}

func finish(t *testing.T, conn *grpc.ClientConn, runs []string) {
	t.Helper()
	api := weftapi.NewClient(conn)
	for _, run := range runs {
		r := ended(t, api, run) // a question that came before the notes finds none
		if r.GetStatus() != orchestratorv1.RunReport_COMPLETED && r.GetStatus() != orchestratorv1.RunReport_PARTIAL {
			t.Errorf("run %s ended %v: %s", run, r.GetStatus(), r.GetFailure())
		}
	}
}

func TestAnOutageOfTheBusIsTwoLines(t *testing.T) {
	t.Parallel()
	dir, log := t.TempDir(), &lines{}
	first := external(t, dir, "127.0.0.1:0")
	m, stop := run(t, settings(t, config.Override{Path: "nats.url", Value: first.URL()}), log, Roles()...)
	conn := m.conns[Orchestrator]
	until(t, conn, rpc.Readiness, true)
	runs := busy(t, conn)
	first.Shutdown()
	until(t, conn, rpc.Readiness, false)
	external(t, dir, strings.TrimPrefix(first.URL(), "nats://"))
	until(t, conn, rpc.Readiness, true)
	finish(t, conn, runs)
	stop()
	wantOutage(t, log, runs, needsBus, "not ready")
}

func TestAnOutageOfTheDatabaseIsTwoLinesAndItsCallersSeeNoAddress(t *testing.T) {
	t.Parallel()
	c, name := inDatabase(t)
	log := &lines{}
	m, stop := run(t, c, log, Roles()...)
	conn := m.conns[Orchestrator]
	until(t, conn, needsDatabase, true)
	database.Admin(t, "postgres", "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false")
	database.Admin(t, "postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'")
	until(t, conn, needsDatabase, false)
	runs := busy(t, conn)
	reasons := delays(t, conn, runs[0])
	database.Admin(t, "postgres", "ALTER DATABASE "+name+" ALLOW_CONNECTIONS true")
	until(t, conn, needsDatabase, true)
	finish(t, conn, runs)
	stop()
	wantOutage(t, log, runs, needsDatabase, "not ready")
	for _, reason := range reasons {
		if strings.Contains(reason, "host=") || strings.Contains(reason, "/tmp/") || strings.Contains(reason, "user=") {
			t.Errorf("callers are told %q", reason)
		}
	}
}

func TestAnOutageOfAnAgentIsTwoLinesAndItsCallersSeeNoAddress(t *testing.T) {
	t.Parallel()
	away := func(address string) (string, func()) {
		m, stop := run(t, settings(t, config.Override{Path: "roles.router.listen", Value: address}), &lines{}, "router")
		return m.addrs["router"], stop
	}
	peer, stopRouter := away("127.0.0.1:0")
	set := []config.Override{{Path: "peers.router", Value: peer}}
	roles := []string{Orchestrator}
	for _, agent := range config.Agents() {
		if agent != "router" {
			roles = append(roles, agent)
			set = append(set, config.Override{Path: "roles." + agent + ".listen", Value: "127.0.0.1:0"})
		}
	}
	log := &lines{}
	m, stop := run(t, settings(t, set...), log, roles...)
	conn := m.conns[Orchestrator]
	until(t, conn, "router", true)
	stopRouter()
	until(t, conn, "router", false)
	runs := busy(t, conn)
	host, port, err := net.SplitHostPort(peer)
	if err != nil {
		t.Fatal(err)
	}
	for _, reason := range delays(t, conn, runs[1]) {
		if strings.Contains(reason, host) || strings.Contains(reason, port) || !strings.Contains(reason, "can't be reached") {
			t.Errorf("callers are told %q", reason)
		}
	}
	away(peer)
	until(t, conn, "router", true)
	finish(t, conn, runs)
	stop()
	wantOutage(t, log, runs, "router", "away; what needs it waits")
}
