package scenario

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
)

// steps are the scripts of a section of the page on backups.
func steps(t *testing.T, section string) (blocks []string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/backup.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "\n## "+section+"\n")
	if !found {
		t.Fatalf("the page has no section %q", section)
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	for {
		var block string
		if _, rest, found = strings.Cut(rest, "\n```sh\n"); !found {
			return blocks
		}
		block, rest, _ = strings.Cut(rest, "\n```")
		blocks = append(blocks, block)
	}
}

// written are what was written in a vault, in order.
func written(t *testing.T, m *mesh.Mesh) (out []string) {
	t.Helper()
	res, err := m.API.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.GetEntries() {
		out = append(out, e.GetText())
	}
	return out
}

func runsOf(t *testing.T, m *mesh.Mesh) int {
	t.Helper()
	res, err := m.API.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return len(res.GetRuns())
}

func TestAVaultIsBackedUpAndRestoredByThePage(t *testing.T) {
	t.Parallel()
	vault, dir := mesh.EmptyVault(t), t.TempDir()
	scripts := steps(t, "A vault")
	if len(scripts) != 3 {
		t.Fatalf("the page has %d scripts", len(scripts))
	}
	shell := func(script, restored string) {
		t.Helper()
		cmd := exec.Command("sh", "-euc", script)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "VAULT="+vault, "RESTORED="+restored)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
	}
	m, stop := mesh.Start(t, vault, "")
	waits, first, _ := unclear(t, m)
	want := written(t, m)
	shell(scripts[0], "") // while it is at work
	stop()
	shell(scripts[1], "")

	notes, whole := filepath.Join(t.TempDir(), "notes"), filepath.Join(t.TempDir(), "whole")
	shell(strings.ReplaceAll(scripts[2], "vault.tar", "notes.tar"), notes)
	shell(scripts[2], whole)
	n, stop := mesh.Start(t, notes, "")
	if got := written(t, n); fmt.Sprint(got) != fmt.Sprint(want) || runsOf(t, n) != 0 {
		t.Errorf("of the notes %q are restored, want %q; of the runs %d", got, want, runsOf(t, n))
	}
	stop()
	w, stop := mesh.Start(t, whole, "")
	defer stop()
	if got := written(t, w); fmt.Sprint(got) != fmt.Sprint(want) || runsOf(t, w) != 3 {
		t.Errorf("of the notes %q are restored, want %q; of the runs %d, want 3", got, want, runsOf(t, w))
	}
	answered(t, w, waits.GetRunId(), first)
}

// answered has a run that waits be answered, and go on.
func answered(t *testing.T, m *mesh.Mesh, run, choice string) {
	t.Helper()
	r := m.Answer(t, &orchestratorv1.AnswerRunRequest{RunId: run, Answers: []*orchestratorv1.QuestionAnswer{{Text: choice}}})
	if r.GetStatus() != orchestratorv1.RunReport_COMPLETED || entryLoad(t, m, choice) != 85 {
		t.Errorf("answered, the run is %v (%s), and the note says %v kg", r.GetStatus(), r.GetFailure(), entryLoad(t, m, choice))
	}
}

// A snapshot is a backup of a stream, as the command of the page takes it.
type snapshot struct {
	config json.RawMessage
	state  json.RawMessage
	chunks [][]byte
}

// request asks JetStream's API, as the command does.
func request(t *testing.T, nc *nats.Conn, subject string, ask, answer any) {
	t.Helper()
	data, err := json.Marshal(ask)
	if err != nil {
		t.Fatal(err)
	}
	m, err := nc.Request(subject, data, 10*time.Second)
	if err != nil {
		t.Fatalf("%s: %v", subject, err)
	}
	var refused struct{ Error *server.ApiError }
	if err := json.Unmarshal(m.Data, &refused); err != nil || refused.Error != nil {
		t.Fatalf("%s: %v %v", subject, err, refused.Error)
	}
	if err := json.Unmarshal(m.Data, answer); err != nil {
		t.Fatal(err)
	}
}

// backUp takes a snapshot of each stream, while they are in use.
func backUp(t *testing.T, nc *nats.Conn) map[string]snapshot {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]snapshot{}
	names := js.StreamNames(t.Context())
	for name := range names.Name() {
		sub, err := nc.SubscribeSync(nc.NewInbox())
		if err != nil {
			t.Fatal(err)
		}
		var of struct{ Config, State json.RawMessage }
		request(t, nc, fmt.Sprintf(server.JSApiStreamSnapshotT, name), server.JSApiStreamSnapshotRequest{DeliverSubject: sub.Subject, NoConsumers: true, CheckMsgs: true}, &of)
		s := snapshot{config: of.Config, state: of.State}
		for {
			m, err := sub.NextMsg(10 * time.Second)
			if err != nil {
				t.Fatalf("the snapshot of %s: %v", name, err)
			}
			if len(m.Data) == 0 {
				if status := m.Header.Get("Status"); status != "" && status != "204" {
					t.Fatalf("the snapshot of %s: %v", name, m.Header)
				}
				break
			}
			s.chunks = append(s.chunks, m.Data)
			if m.Reply != "" {
				_ = m.Respond(nil)
			}
		}
		all[name] = s
		_ = sub.Unsubscribe()
	}
	if err := names.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func restore(t *testing.T, nc *nats.Conn, all map[string]snapshot) {
	t.Helper()
	for name, s := range all {
		var to server.JSApiStreamRestoreResponse
		request(t, nc, fmt.Sprintf(server.JSApiStreamRestoreT, name), map[string]any{"config": s.config, "state": s.state}, &to)
		for _, chunk := range append(s.chunks, nil) {
			m, err := nc.Request(to.DeliverSubject, chunk, 10*time.Second)
			if err != nil {
				t.Fatalf("restore %s: %v", name, err)
			}
			var refused struct{ Error *server.ApiError }
			if len(m.Data) > 0 && (json.Unmarshal(m.Data, &refused) != nil || refused.Error != nil) {
				t.Fatalf("restore %s: %s", name, m.Data)
			}
		}
	}
}

func TestRunsInANATSServerAreBackedUpAndRestoredAsThePageSays(t *testing.T) {
	t.Parallel()
	begin := func() (*bus.Server, *nats.Conn) {
		s, err := bus.Start(bus.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Shutdown)
		nc, err := nats.Connect(s.URL())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return s, nc
	}
	vault := mesh.EmptyVault(t)
	old, source := begin()
	m, stop := mesh.Start(t, vault, "", config.Override{Path: "nats.url", Value: old.URL()})
	waits, first, _ := unclear(t, m)
	kept := backUp(t, source)
	if len(kept) < 3 {
		t.Fatalf("%d streams are backed up", len(kept))
	}
	// What happens after the backup is known to the notes alone.
	m.Process(t, mesh.InputAt("Slept 8 h", mesh.Now()))
	answered(t, m, waits.GetRunId(), first)
	want := written(t, m)
	stop()
	old.Shutdown()

	fresh, target := begin()
	restore(t, target, kept)
	again, stop := mesh.Start(t, vault, "", config.Override{Path: "nats.url", Value: fresh.URL()})
	defer stop()
	if got := runsOf(t, again); got != 3 {
		t.Errorf("%d runs are restored, want 3", got)
	}
	answered(t, again, waits.GetRunId(), first) // it changes nothing more
	again.Process(t, mesh.InputAt("Slept 9 h", mesh.Now().Add(time.Hour)))
	if got := written(t, again); len(got) != len(want)+1 {
		t.Errorf("of the notes there are %q, want %q and another", got, want)
	}
	checked, err := again.API.VerifyRuns(t.Context(), &orchestratorv1.VerifyRunsRequest{})
	if err != nil || len(checked.GetLost())+len(checked.GetProblems()) > 0 {
		t.Errorf("the restored runs are %v, %v", checked, err)
	}
}
