package api

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// careless is a graph of which everything panics that tells of its runs.
func careless(t *testing.T) *graph.Graph[string] {
	t.Helper()
	g, err := graph.New(graph.Definition[string]{
		Name: "careless", Version: 1, Start: "ASK", Public: true, Input: &wrapperspb.StringValue{},
		New: func(_ *runv1.Started, in proto.Message) (string, error) {
			if in.(*wrapperspb.StringValue).GetValue() == "" {
				panic("a secret")
			}
			return "", nil
		},
		Apply:    func(string, graph.Change) string { panic("a secret") },
		Describe: func(*runv1.Started) string { panic("a secret") },
		Report:   func(context.Context, *graph.Run[string]) (proto.Message, error) { panic("a secret") },
		Nodes: []graph.Node[string]{
			{State: "ASK", Kind: graph.Wait, Answered: "yes", Outcomes: map[graph.Outcome][]graph.State{"yes": {graph.End}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// lines is a log that is written to from all sides.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(line)
}

func (l *lines) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.all.Reset()
	return l.all.String()
}

func TestACallIsToldWhichGraphHasPanickedAndTheLogHasTheStack(t *testing.T) {
	t.Parallel()
	o := openOffice(t, serveBus(t), true, careless(t))
	log := &lines{}
	server, err := rpc.NewServer(rpc.Options{Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	weftapi.RegisterServer(server, o)
	t.Cleanup(server.Stop)
	conn, err := rpc.Inside(server, rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	api := weftapi.NewClient(conn)

	id := o.starts(t, "careless", "x")
	for name, c := range map[string]struct {
		of, state string
		call      func() error
	}{
		"a start": {"New", "", func() error {
			_, err := api.StartRun(t.Context(), &orchestratorv1.StartRunRequest{Graph: "careless", Input: packed(t, wrapperspb.String(""))})
			return err
		}},
		"an answer": {"Apply of state ASK", "ASK", func() error {
			_, err := api.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{RunId: id, Answers: []*orchestratorv1.QuestionAnswer{{Text: "yes"}}})
			return err
		}},
		"a look": {"Report", "", func() error {
			_, err := api.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: id})
			return err
		}},
	} {
		err := c.call()
		f := fault.FromStatus(status.Convert(err))
		if f.Code != codes.Internal || f.Reason != fault.Internal || f.Metadata["graph"] != "careless" || f.Metadata["state"] != c.state ||
			!strings.Contains(f.Message, "careless@1") || !strings.Contains(f.Message, c.of) || strings.Contains(f.Message, "secret") {
			t.Errorf("%s: %v, %v", name, err, f.Metadata)
		}
		if said := log.take(); !strings.Contains(said, "a secret") || !strings.Contains(said, "author_test.go") {
			t.Errorf("%s: the log has %s", name, said)
		}
	}
	list, err := api.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{})
	if err != nil || len(list.GetRuns()) != 1 || list.GetRuns()[0].GetStatus() != orchestratorv1.RunReport_WAITING {
		t.Errorf("listed are %v, %v", list, err)
	}
	pauses, err := api.ListPauses(t.Context(), &orchestratorv1.ListPausesRequest{})
	if err != nil || len(pauses.GetPauses()) != 1 {
		t.Errorf("the pauses are %v, %v", pauses, err)
	}
}
