package payments_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/payments"
)

func TestMain(m *testing.M) {
	code := m.Run()
	mesh.RemoveBinary()
	os.Exit(code)
}

// An office is a server with the graphs of this package, and people with keys to it.
type office struct {
	*mesh.Process
	receiver *payments.Receiver
	keys     map[string]string // files, by user
}

func open(t *testing.T) *office {
	t.Helper()
	o := &office{receiver: payments.NewReceiver(t), keys: map[string]string{}}
	keys := filepath.Join(t.TempDir(), "keys.json")
	for user, scopes := range map[string]string{"ann": "read,write,approve", "bob": "read,write", "carl": "read,write,approve"} {
		out, err := exec.Command(mesh.Binary(t), "keys", "add", user, "--tenant", "local", "--user", user, "--scopes", scopes, "--file", keys, "-o", "json").Output()
		if err != nil {
			t.Fatal(err)
		}
		var key struct{ Key string }
		if err := json.Unmarshal(out, &key); err != nil {
			t.Fatal(err)
		}
		o.keys[user] = filepath.Join(t.TempDir(), user)
		if err := os.WriteFile(o.keys[user], []byte(key.Key), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	weft := mesh.Build(t, "github.com/weft-mesh/weft/test/payments/weft")
	o.Process = mesh.SpawnOther(t, weft, mesh.EmptyVault(t), "up", "--set", "auth.keys_file="+keys, "--set", "http.listen=127.0.0.1:0")
	return o
}

// An api is how a person reaches the office.
type api interface {
	start(in payments.Input) (*orchestratorv1.Run, error)
	run(id string) (*orchestratorv1.Run, error)
	pauses(mine bool) ([]*orchestratorv1.Pause, error)
	answer(req *orchestratorv1.AnswerRunRequest) error
	fork(id string, after int64) (*orchestratorv1.Run, error)
}

func TestAnyGraphIsStartedAnsweredAndForkedLikeTheNotes(t *testing.T) {
	t.Parallel()
	o := open(t)
	for name, as := range map[string]func(t *testing.T, user string) api{
		"over gRPC": func(t *testing.T, user string) api {
			return overGRPC{t, weftapi.NewClient(mesh.Conn(t, o.Addresses["api"], o.keys[user]))}
		},
		"over HTTP": func(t *testing.T, user string) api { return overHTTP{t, o.Addresses["http"], o.keys[user]} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ann, bob, carl := as(t, "ann"), as(t, "bob"), as(t, "carl")
			const n = 3
			run, err := bob.start(payments.Input{Payments: n, Approver: "ann", Receiver: o.receiver.URL, Cooling: time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := bob.start(payments.Input{Payments: -1}); codeOf(err) != codes.InvalidArgument {
				t.Errorf("an input that the graph does not take: %v", err)
			}
			approval := paused(t, bob, run.GetId())
			if approval.GetText() != "Make 3 payments?" || approval.GetMine() || len(approval.GetOptions()) != 2 || approval.GetPayload() == nil {
				t.Errorf("bob is asked %v", approval)
			}
			if has(t, bob, approval) || !has(t, ann, approval) || has(t, carl, approval) {
				t.Error("it is listed for others than ann")
			}
			approve := &orchestratorv1.AnswerRunRequest{RunId: run.GetId(), InterruptId: approval.GetId(), OptionId: payments.Approve}
			for who, by := range map[string]api{"without the scope": bob, "by somebody else": carl} {
				if err := by.answer(approve); codeOf(err) != codes.PermissionDenied {
					t.Errorf("an answer %s: %v", who, err)
				}
			}
			wrong := proto.CloneOf(approve)
			wrong.OptionId = "maybe"
			if err := ann.answer(wrong); codeOf(err) != codes.InvalidArgument || !strings.Contains(err.Error(), payments.Reject) {
				t.Errorf("an option that is not there: %v", err)
			}
			if err := ann.answer(approve); err != nil {
				t.Fatal(err)
			}
			receipt := paused(t, bob, run.GetId())
			thanks, err := anypb.New(wrapperspb.String("thanks"))
			if err != nil {
				t.Fatal(err)
			}
			if err := bob.answer(&orchestratorv1.AnswerRunRequest{RunId: run.GetId(), InterruptId: receipt.GetId(), Payload: thanks}); err != nil {
				t.Fatal(err)
			}
			over := ended(t, bob, run.GetId())
			got := &structpb.Struct{}
			if err := over.GetResult().UnmarshalTo(got); err != nil || got.GetFields()["paid"].GetNumberValue() != n || got.GetFields()["note"].GetStringValue() != "thanks" {
				t.Errorf("it came to %v, %v", got, err)
			}
			for key, want := range payments.Want(run.GetId(), n, true) {
				if done := o.receiver.Done()[key]; done != want {
					t.Errorf("%s was done %d times", key, done)
				}
			}

			// What ann approved was this run alone.
			if _, err := bob.fork(run.GetId(), 0); reasonOf(err) != fault.ForkRefused {
				t.Errorf("a fork past the approval: %v", err)
			}
			again, err := bob.fork(run.GetId(), 1)
			if err != nil {
				t.Fatal(err)
			}
			reject := &orchestratorv1.AnswerRunRequest{RunId: again.GetId(), InterruptId: paused(t, ann, again.GetId()).GetId(), OptionId: payments.Reject}
			if err := ann.answer(reject); err != nil {
				t.Fatal(err)
			}
			if err := ended(t, bob, again.GetId()).GetResult().UnmarshalTo(got); err != nil || got.GetFields()["paid"].GetNumberValue() != 0 {
				t.Errorf("the fork came to %v, %v", got, err)
			}
		})
	}
}

// paused returns the one pause of a run, once it has one.
func paused(t *testing.T, by api, id string) *orchestratorv1.Pause {
	t.Helper()
	run := until(t, by, id, func(r *orchestratorv1.Run) bool {
		return r.GetStatus() == orchestratorv1.RunReport_WAITING && len(r.GetPauses()) == 1
	})
	return run.GetPauses()[0]
}

func ended(t *testing.T, by api, id string) *orchestratorv1.Run {
	t.Helper()
	return until(t, by, id, func(r *orchestratorv1.Run) bool { return r.GetStatus() == orchestratorv1.RunReport_COMPLETED })
}

// until looks at a run until it is as it should be.
func until(t *testing.T, by api, id string, is func(*orchestratorv1.Run) bool) *orchestratorv1.Run {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	end := time.After(time.Minute)
	for {
		run, err := by.run(id)
		if err != nil {
			t.Fatal(err)
		}
		if is(run) {
			return run
		}
		select {
		case <-end:
			t.Fatalf("a minute later the run is %v", run)
		case <-tick.C:
		}
	}
}

// has reports whether a pause is listed among those that a person may answer.
func has(t *testing.T, by api, p *orchestratorv1.Pause) bool {
	t.Helper()
	list, err := by.pauses(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		if one.GetRunId() == p.GetRunId() && one.GetId() == p.GetId() {
			return true
		}
	}
	return false
}

func codeOf(err error) codes.Code { return status.Code(err) }

func reasonOf(err error) fault.Reason {
	for _, d := range status.Convert(err).Details() {
		if info, ok := d.(interface{ GetReason() string }); ok {
			return fault.Reason(info.GetReason())
		}
	}
	return ""
}

type overGRPC struct {
	t      *testing.T
	client weftapi.Client
}

func (g overGRPC) start(in payments.Input) (*orchestratorv1.Run, error) {
	input, err := anypb.New(in.Message())
	if err != nil {
		return nil, err
	}
	res, err := g.client.StartRun(g.t.Context(), &orchestratorv1.StartRunRequest{Graph: payments.Batch, Input: input})
	return res.GetRun(), err
}

func (g overGRPC) run(id string) (*orchestratorv1.Run, error) {
	res, err := g.client.GetRun(g.t.Context(), &orchestratorv1.GetRunRequest{RunId: id})
	return res.GetRun(), err
}

func (g overGRPC) pauses(mine bool) ([]*orchestratorv1.Pause, error) {
	res, err := g.client.ListPauses(g.t.Context(), &orchestratorv1.ListPausesRequest{Mine: mine})
	return res.GetPauses(), err
}

func (g overGRPC) answer(req *orchestratorv1.AnswerRunRequest) error {
	_, err := g.client.AnswerRun(g.t.Context(), req)
	return err
}

func (g overGRPC) fork(id string, after int64) (*orchestratorv1.Run, error) {
	res, err := g.client.ForkRun(g.t.Context(), &orchestratorv1.ForkRunRequest{RunId: id, Sequence: after})
	return res.GetRun(), err
}

type overHTTP struct {
	t             *testing.T
	address, file string
}

// call sends JSON and reads JSON. Its error is that of the answer.
func (h overHTTP) call(method, path string, body, into proto.Message) error {
	var sent io.Reader
	if body != nil {
		text, err := protojson.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(h.t.Context(), method, "http://"+h.address+path, sent)
	if err != nil {
		return err
	}
	key, err := os.ReadFile(h.file)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(key)))
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode == http.StatusOK {
		return protojson.Unmarshal(text, into)
	}
	var failed struct {
		Error struct {
			Status, Message string
			Details         []struct{ Type, Reason string }
		}
	}
	if err := json.Unmarshal(text, &failed); err != nil {
		return fmt.Errorf("%s: %s", res.Status, text)
	}
	var code codes.Code
	if err := code.UnmarshalJSON([]byte(`"` + failed.Error.Status + `"`)); err != nil {
		return fmt.Errorf("%s: %s", res.Status, text)
	}
	for _, d := range failed.Error.Details {
		if d.Reason != "" {
			return fault.New(code, fault.Reason(d.Reason), "%s", failed.Error.Message)
		}
	}
	return status.Error(code, failed.Error.Message)
}

func (h overHTTP) start(in payments.Input) (*orchestratorv1.Run, error) {
	input, err := anypb.New(in.Message())
	if err != nil {
		return nil, err
	}
	start := &orchestratorv1.StartRunRequest{Input: input}
	run := &orchestratorv1.StartRunResponse{}
	err = h.call(http.MethodPost, "/v1/graphs/"+payments.Batch+"/runs", start, run)
	return run.GetRun(), err
}

func (h overHTTP) run(id string) (*orchestratorv1.Run, error) {
	res := &orchestratorv1.GetRunResponse{}
	err := h.call(http.MethodGet, "/v1/runs/"+id, nil, res)
	return res.GetRun(), err
}

func (h overHTTP) pauses(mine bool) ([]*orchestratorv1.Pause, error) {
	res := &orchestratorv1.ListPausesResponse{}
	err := h.call(http.MethodGet, fmt.Sprint("/v1/pauses?mine=", mine), nil, res)
	return res.GetPauses(), err
}

func (h overHTTP) answer(req *orchestratorv1.AnswerRunRequest) error {
	body := proto.CloneOf(req)
	body.RunId = ""
	return h.call(http.MethodPost, "/v1/runs/"+req.GetRunId()+"/answer", body, &orchestratorv1.AnswerRunResponse{})
}

func (h overHTTP) fork(id string, after int64) (*orchestratorv1.Run, error) {
	res := &orchestratorv1.ForkRunResponse{}
	err := h.call(http.MethodPost, "/v1/runs/"+id+"/fork", &orchestratorv1.ForkRunRequest{Sequence: after}, res)
	return res.GetRun(), err
}
