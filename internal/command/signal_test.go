package command

import (
	"context"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// ported is a service whose runs of a graph take a signal and answer a query.
type ported struct {
	*script
	sent  *orchestratorv1.SendSignalRequest
	asked *orchestratorv1.QueryRunRequest
}

func (s *ported) ListGraphs(_ context.Context, req *orchestratorv1.ListGraphsRequest) (*orchestratorv1.ListGraphsResponse, error) {
	number := &orchestratorv1.GraphMessage{Type: "google.protobuf.Int32Value"}
	port := func(name string, in *orchestratorv1.GraphMessage) []*orchestratorv1.GraphPort {
		return []*orchestratorv1.GraphPort{{Name: name, Input: in}, {Name: "bare"}}
	}
	return &orchestratorv1.ListGraphsResponse{Graphs: []*orchestratorv1.Graph{
		{Name: req.GetName(), Version: 2, Signals: port("put", &orchestratorv1.GraphMessage{Type: "google.protobuf.StringValue"})},
		{Name: req.GetName(), Version: 1, Signals: port("put", number), Queries: port("more", number)},
	}}, nil
}

func (s *ported) SendSignal(_ context.Context, req *orchestratorv1.SendSignalRequest) (*orchestratorv1.SendSignalResponse, error) {
	s.sent = req
	return &orchestratorv1.SendSignalResponse{Sequence: 7}, nil
}

func (s *ported) QueryRun(_ context.Context, req *orchestratorv1.QueryRunRequest) (*orchestratorv1.QueryRunResponse, error) {
	s.asked = req
	out, err := anypb.New(wrapperspb.Int32(5))
	return &orchestratorv1.QueryRunResponse{Output: out, Sequence: 7}, err
}

func TestASignalIsSentByTheTypeThatItsGraphDeclares(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		args []string
		code int
		want int32  // what was sent; -1 is nothing at all
		says string // in what is printed
	}{
		"by the declared type":          {args: []string{"put", "--input", "20"}, want: 20, says: "took the signal put (event 7)"},
		"by its @type":                  {args: []string{"put", "--input", `{"@type": "type.googleapis.com/google.protobuf.Int32Value", "value": 3}`}, want: 3},
		"nothing":                       {args: []string{"put", "--request-id", "once", "-o", "json"}, want: -1, says: `"sequence"`},
		"what is no JSON":               {args: []string{"put", "--input", "{"}, code: exitUsage, says: "not the JSON of a google.protobuf.Int32Value"},
		"a type that nobody knows":      {args: []string{"put", "--input", `{"@type": "type.googleapis.com/no.Type"}`}, code: exitUsage, says: "no.Type"},
		"a signal that declares none":   {args: []string{"bare", "--input", "{}"}, code: exitUsage, says: `declares no input for "bare"`},
		"a signal that there is not":    {args: []string{"take", "--input", "{}"}, code: exitUsage, says: "weft graph show"},
		"a command without the signal":  {args: nil, code: exitUsage},
		"a command with too many words": {args: []string{"put", "20"}, code: exitUsage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runs := someRuns()
			runs[0].Graph, runs[0].GraphVersion = "purses", 1
			s := &ported{script: &script{runs: runs, get: func(string) (*orchestratorv1.Run, error) { return runs[0], nil }}}
			got := play(t, &played{server: s}, "", append([]string{"runs", "signal", "last"}, tt.args...)...)
			got.mustExit(t, tt.code)
			mustContain(t, got.out+got.errOut, tt.says)
			if tt.code != exitDone {
				if s.sent != nil {
					t.Errorf("sent is %v", s.sent)
				}
				return
			}
			var sent wrapperspb.Int32Value
			if err := s.sent.GetInput().UnmarshalTo(&sent); (err == nil) != (tt.want >= 0) || err == nil && sent.GetValue() != tt.want || s.sent.GetRunId() != runs[0].GetId() {
				t.Errorf("sent is %v, want %d", s.sent, tt.want)
			}
		})
	}
}

func TestAQueryPrintsItsAnswer(t *testing.T) {
	t.Parallel()
	runs := someRuns()
	runs[0].Graph, runs[0].GraphVersion = "purses", 1
	s := &ported{script: &script{runs: runs, get: func(string) (*orchestratorv1.Run, error) { return runs[0], nil }}}
	got := play(t, &played{server: s}, "", "runs", "query", "last", "more", "--input", "2")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "google.protobuf.Int32Value", `"value": 5`)
	var asked wrapperspb.Int32Value
	if err := s.asked.GetInput().UnmarshalTo(&asked); err != nil || asked.GetValue() != 2 {
		t.Errorf("asked is %v", s.asked)
	}
	got = play(t, &played{server: s}, "", "runs", "query", "last", "more", "-o", "json")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, `"sequence": "7"`, `"output"`)
}
