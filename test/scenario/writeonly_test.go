package scenario

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// A sensor's key may write and not read. Whatever it calls, it learns ids and states, and
// not what a note says.
func TestAKeyThatMayOnlyWriteLearnsNothingOfNotes(t *testing.T) {
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys.json")
	writer, reader := issueScoped(t, keys, "acme", "ann", "write"), issueScoped(t, keys, "acme", "ann", "read,write")
	p := mesh.Spawn(t, mesh.EmptyVault(t), "up", "--set", "tenant=acme", "--set", "auth.keys_file="+keys)
	connect := func(key string) weftapi.Client {
		return weftapi.NewClient(mesh.Conn(t, p.Addresses["api"], key))
	}
	own, other := connect(reader), connect(writer)
	const told = "kangaroo"
	learn := func(what string, m proto.Message, err error) {
		t.Helper()
		text := protojson.Format(m)
		if err != nil {
			text = status.Convert(err).Message()
		}
		if strings.Contains(text, told) {
			t.Errorf("%s tells what a note says: %s", what, text)
		}
	}
	process := func(api weftapi.Client, req *orchestratorv1.ProcessInputRequest, see func(*orchestratorv1.RunEvent)) error {
		stream, err := api.ProcessInput(t.Context(), req)
		for err == nil {
			var res *orchestratorv1.ProcessInputResponse
			if res, err = stream.Recv(); err == nil {
				see(res.GetEvent())
			}
		}
		return err
	}
	note := mesh.Input("Saw a kangaroo in the garden, it jumped 3 m.")
	note.Intent = commonv1.InputType_INPUT_TYPE_LOG
	_ = process(own, &orchestratorv1.ProcessInputRequest{Input: note, RequestId: "note"}, func(*orchestratorv1.RunEvent) {})
	kept, err := own.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: note, RequestId: "note"})
	if err != nil {
		t.Fatal(err)
	}

	question := mesh.Input("What did I see in the garden?")
	question.Intent = commonv1.InputType_INPUT_TYPE_QUERY
	_, err = other.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: question})
	if f := fault.FromStatus(status.Convert(err)); f.Reason != fault.ScopeMissing || f.Metadata["scope"] != "read" {
		t.Errorf("a question that its caller may not read the answer of: %v", err)
	}
	if f := fault.FromStatus(status.Convert(process(other, &orchestratorv1.ProcessInputRequest{Input: question}, func(*orchestratorv1.RunEvent) {}))); f.Reason != fault.ScopeMissing {
		t.Errorf("the stream of one: %v", f)
	}

	// A question that doesn't say so is found to be one after it was accepted.
	question.Intent = commonv1.InputType_INPUT_TYPE_UNSPECIFIED
	asked := &orchestratorv1.ProcessInputRequest{Input: question, RequestId: "question"}
	answered, ended := "", 0
	_ = process(own, asked, func(e *orchestratorv1.RunEvent) { answered = e.GetEnded().GetReport().GetAnswer() + answered })
	if !strings.Contains(answered, told) {
		t.Fatalf("who may read is answered %q", answered)
	}
	_ = process(other, asked, func(e *orchestratorv1.RunEvent) {
		learn("the stream of a run", e, nil)
		if r := e.GetEnded().GetReport(); r.GetStatus() == orchestratorv1.RunReport_COMPLETED && r.GetRunId() != "" {
			ended++
		}
	})
	if ended != 1 {
		t.Errorf("who may write hears of %d ends of its run", ended)
	}
	run, err := other.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: question, RequestId: "question"})
	learn("an input that is submitted again", run, err)
	if run.GetRun().GetId() == "" || run.GetRun().GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Errorf("who may write gets the run %v, %v", run, err)
	}
	entry := entryOf(t, own)
	for what, call := range map[string]func(context.Context) (proto.Message, error){
		"a cancel of a run that has ended": func(ctx context.Context) (proto.Message, error) {
			return other.CancelRun(ctx, &orchestratorv1.CancelRunRequest{RunId: run.GetRun().GetId()})
		},
		"a cancel of a note that was kept": func(ctx context.Context) (proto.Message, error) {
			return other.CancelRun(ctx, &orchestratorv1.CancelRunRequest{RunId: kept.GetRun().GetId()})
		},
		"an answer that nothing waits for": func(ctx context.Context) (proto.Message, error) {
			return other.AnswerRun(ctx, &orchestratorv1.AnswerRunRequest{RunId: run.GetRun().GetId(), InterruptId: "x", Decline: true})
		},
		"a retry of what has not failed": func(ctx context.Context) (proto.Message, error) {
			return other.RetryRun(ctx, &orchestratorv1.RetryRunRequest{RunId: run.GetRun().GetId()})
		},
		"a fork": func(ctx context.Context) (proto.Message, error) {
			return other.ForkRun(ctx, &orchestratorv1.ForkRunRequest{RunId: run.GetRun().GetId(), Sequence: 1})
		},
		"another input under the same id": func(ctx context.Context) (proto.Message, error) {
			return other.SubmitInput(ctx, &orchestratorv1.SubmitInputRequest{Input: mesh.Input("Slept 7 h."), RequestId: "note"})
		},
		"a note that is removed": func(ctx context.Context) (proto.Message, error) {
			return other.RemoveEntry(ctx, &orchestratorv1.RemoveEntryRequest{Id: entry.GetId(), ContentHash: entry.GetContentHash()})
		},
		"a read": func(ctx context.Context) (proto.Message, error) {
			return other.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: run.GetRun().GetId()})
		},
	} {
		res, err := call(t.Context())
		learn(what, res, err)
	}
}

// entryOf returns the only note that there is.
func entryOf(t *testing.T, api weftapi.Client) *commonv1.Entry {
	t.Helper()
	list, err := api.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
	if err != nil || len(list.GetEntries()) != 1 {
		t.Fatalf("%v: %v", err, list)
	}
	return list.GetEntries()[0]
}
