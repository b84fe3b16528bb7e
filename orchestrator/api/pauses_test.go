package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/orchestrator/gateway"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// An outing is the data of a graph that asks three things side by side: whether, of one
// person; where, of a list; and for how many, in a message.
type outing struct {
	what, allowed, where string
	people               int32
}

var errSea = errors.New("the sea is closed")

func outings(t testing.TB) *graph.Graph[outing] {
	t.Helper()
	type to = map[graph.Outcome][]graph.State
	never := func(outing) time.Duration { return 0 }
	g, err := graph.New(graph.Definition[outing]{
		Name: "outings", Version: 1, Start: "PLAN", Public: true, Input: &wrapperspb.StringValue{}, Output: &wrapperspb.StringValue{},
		New: func(_ *runv1.Started, in proto.Message) (outing, error) {
			o := outing{what: in.(*wrapperspb.StringValue).GetValue()}
			if o.what == "" {
				return o, errors.New("say what you want to do")
			}
			return o, nil
		},
		Apply: func(o outing, c graph.Change) outing {
			switch m := c.Output.(type) {
			case *wrapperspb.Int32Value:
				o.people = m.GetValue()
			case *runv1.Reply:
				if c.State == "APPROVE" {
					o.allowed = m.GetOptionId()
				} else {
					o.where = m.GetOptionId()
				}
			}
			return o
		},
		Describe: func(s *runv1.Started) string { return "an outing of " + s.GetUser() },
		Result: func(o outing) proto.Message {
			return wrapperspb.String(fmt.Sprintf("%s: %s, %s, %d", o.what, o.allowed, o.where, o.people))
		},
		Report: func(_ context.Context, r *graph.Run[outing]) (proto.Message, error) {
			return wrapperspb.Int32(r.Data.people), nil
		},
		Nodes: []graph.Node[outing]{
			{
				State: "PLAN", Outcomes: to{"planned": {"APPROVE", "WHERE", "WHO"}},
				Run: func(context.Context, outing, graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "planned"}, nil
				},
			},
			{
				State: "APPROVE", Kind: graph.Wait, Scope: auth.Approve, Outcomes: to{"yes": {"ALL"}, "no": {"ALL"}},
				Expires: func(outing) time.Duration { return 2 * time.Hour }, Expired: "no",
				Ask: func(o outing) graph.Ask {
					return graph.Ask{
						Text: "May we go for " + o.what + "?", Payload: wrapperspb.String(o.what), Users: []string{"boss"},
						Options: []graph.Option{{ID: "go", Label: "Go", Outcome: "yes"}, {ID: "stay", Label: "Stay", Outcome: "no"}},
					}
				},
			},
			{
				State: "WHERE", Kind: graph.Wait, Outcomes: to{"there": {"ALL"}, "anywhere": {"ALL"}}, Declined: "anywhere",
				Expires: func(outing) time.Duration { return time.Hour }, Expired: "anywhere",
				Ask: func(outing) graph.Ask {
					return graph.Ask{Text: "Where to?", Options: []graph.Option{{ID: "sea", Label: "The sea", Outcome: "there"}, {ID: "hills", Label: "The hills", Outcome: "there"}}}
				},
				Accept: func(_ outing, r graph.Reply) error {
					if m, _ := r.Answer.(*runv1.Reply); m.GetOptionId() == "sea" { // nil is a decline
						return errSea
					}
					return nil
				},
			},
			{
				State: "WHO", Kind: graph.Wait, Outcomes: to{"counted": {"ALL"}}, Answered: "counted", Expires: never, Expired: "counted",
				Ask: func(outing) graph.Ask {
					return graph.Ask{Text: "How many are you?", Answer: &wrapperspb.Int32Value{}}
				},
				Read: func(o outing, _ *runv1.Interrupted, said graph.Said) (graph.Outcome, proto.Message, error) {
					if o.people > 0 {
						return "", nil, fmt.Errorf("%d have been counted by now", o.people)
					}
					return "counted", said.Payload, nil
				},
				Accept: func(_ outing, r graph.Reply) error {
					if r.Answer.(*wrapperspb.Int32Value).GetValue() < 1 {
						return &graph.AnswerError{Field: "payload.value", Err: errors.New("must be 1 at least")}
					}
					return nil
				},
			},
			{
				State: "ALL", Join: graph.JoinBranches, Outcomes: to{"ok": {graph.End}},
				Run: func(context.Context, outing, graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "ok"}, nil
				},
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// agency is a server for outings, with a clerk who asks and a boss who approves.
func agency(t *testing.T) (*bank, map[string]customer) {
	t.Helper()
	b := &bank{keys: t.TempDir() + "/keys.json"}
	b.office = openOffice(t, serveBus(t), true, outings(t), bills(t))
	return b, b.admit(t, map[string][]auth.Scope{
		"clerk": {auth.Read, auth.Write}, "boss": {auth.Read, auth.Approve}, "deputy": {auth.Read, auth.Write, auth.Approve},
	})
}

func packed(t *testing.T, m proto.Message) *anypb.Any {
	t.Helper()
	a, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// begin starts an outing and waits until it asks.
func (b *bank) begin(t *testing.T, c customer, what string) *orchestratorv1.Run {
	t.Helper()
	res, err := c.StartRun(t.Context(), &orchestratorv1.StartRunRequest{Graph: "outings", Input: packed(t, wrapperspb.String(what)), RequestId: what})
	if err != nil {
		t.Fatal(err)
	}
	b.watch(t, res.GetRun().GetId())
	return b.get(t, res.GetRun().GetId())
}

func asks(pauses []*orchestratorv1.Pause) (states []string) {
	for _, p := range pauses {
		states = append(states, p.GetState())
	}
	return states
}

// at returns the pause of a state.
func (c customer) at(t *testing.T, run, state string) *orchestratorv1.Pause {
	t.Helper()
	res, err := c.GetRun(t.Context(), &orchestratorv1.GetRunRequest{RunId: run})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.Index(asks(res.GetRun().GetPauses()), state)
	if i < 0 {
		t.Fatalf("the run asks nothing at %s: %v", state, res.GetRun())
	}
	return res.GetRun().GetPauses()[i]
}

func mustFail(t *testing.T, what string, err error, code codes.Code, reason fault.Reason, words ...string) {
	t.Helper()
	f := fault.FromStatus(status.Convert(err))
	if err == nil || f.Code != code || f.Reason != reason {
		t.Errorf("%s: %v; want %v, %s", what, err, code, reason)
		return
	}
	for _, w := range words {
		if !strings.Contains(f.Message, w) {
			t.Errorf("%s: %q does not say %q", what, f.Message, w)
		}
	}
}

func TestSeveralPausesAreAnsweredEachByWhoMayAndAsItTakesThem(t *testing.T) {
	t.Parallel()
	b, who := agency(t)
	clerk, boss, deputy := who["clerk"], who["boss"], who["deputy"]
	run := b.begin(t, clerk, "a walk")
	if got := asks(run.GetPauses()); !slices.Equal(got, []string{"APPROVE", "WHERE", "WHO"}) || run.GetText() != "an outing of clerk" {
		t.Fatalf("%q asks at %q", run.GetText(), got)
	}
	approve, where, people := clerk.at(t, run.GetId(), "APPROVE"), clerk.at(t, run.GetId(), "WHERE"), clerk.at(t, run.GetId(), "WHO")
	if approve.GetMine() || !where.GetMine() || !boss.at(t, run.GetId(), "APPROVE").GetMine() || deputy.at(t, run.GetId(), "APPROVE").GetMine() {
		t.Error("a pause is not told whose it is")
	}
	want := &orchestratorv1.Pause{
		Id: approve.GetId(), RunId: run.GetId(), Graph: "outings", State: "APPROVE", Branch: approve.GetBranch(), Kind: commonv1.PauseKind_PAUSE_KIND_APPROVAL,
		Text: "May we go for a walk?", Payload: packed(t, wrapperspb.String("a walk")), Scope: "approve", Users: []string{"boss"},
		Options:    []*commonv1.PauseOption{{Id: "go", Label: "Go", Outcome: "yes"}, {Id: "stay", Label: "Stay", Outcome: "no"}},
		CreateTime: approve.GetCreateTime(), ExpireTime: approve.GetExpireTime(),
	}
	if !proto.Equal(approve, want) || approve.GetCreateTime() == nil {
		t.Errorf("the approval is told as %v", approve)
	}
	if where.GetKind() != commonv1.PauseKind_PAUSE_KIND_CHOICE || !where.GetDeclinable() || where.GetFree() ||
		people.GetKind() != commonv1.PauseKind_PAUSE_KIND_FORM || people.GetAnswerType() != "google.protobuf.Int32Value" || !people.GetFree() || people.GetDeclinable() {
		t.Errorf("told are %v and %v", where, people)
	}

	answer := func(by customer, req *orchestratorv1.AnswerRunRequest) error {
		req.RunId = run.GetId()
		_, err := by.AnswerRun(t.Context(), req)
		return err
	}
	type req = orchestratorv1.AnswerRunRequest
	mustFail(t, "no pause named", answer(clerk, &req{OptionId: "hills"}), codes.FailedPrecondition, fault.InterruptMismatch, approve.GetId(), where.GetId(), people.GetId())
	mustFail(t, "another pause", answer(clerk, &req{InterruptId: "i99", OptionId: "hills"}), codes.FailedPrecondition, fault.InterruptMismatch)
	mustFail(t, "nothing said", answer(clerk, &req{InterruptId: where.GetId()}), codes.InvalidArgument, fault.FieldInvalid)
	mustFail(t, "another option", answer(clerk, &req{InterruptId: where.GetId(), OptionId: "moon"}), codes.InvalidArgument, fault.FieldInvalid, "moon", "sea, hills")
	mustFail(t, "words for an option", answer(clerk, &req{InterruptId: where.GetId(), Answers: []*orchestratorv1.QuestionAnswer{{Text: "hills"}}}), codes.InvalidArgument, fault.FieldInvalid, "sea, hills")
	mustFail(t, "an option and a decline", answer(clerk, &req{InterruptId: where.GetId(), OptionId: "hills", Decline: true}), codes.InvalidArgument, fault.FieldInvalid)
	mustFail(t, "what the graph refuses", answer(clerk, &req{InterruptId: where.GetId(), OptionId: "sea"}), codes.FailedPrecondition, fault.AnswerRefused, errSea.Error())
	mustFail(t, "a message of another type", answer(clerk, &req{InterruptId: people.GetId(), Payload: packed(t, &emptypb.Empty{})}), codes.InvalidArgument, fault.FieldInvalid, "google.protobuf.Int32Value")
	mustFail(t, "a message of no type", answer(clerk, &req{InterruptId: people.GetId(), Payload: &anypb.Any{TypeUrl: "x/none"}}), codes.InvalidArgument, fault.FieldInvalid, "x/none")
	mustFail(t, "a message that is none", answer(clerk, &req{InterruptId: people.GetId(), Payload: &anypb.Any{TypeUrl: packed(t, wrapperspb.Int32(1)).GetTypeUrl(), Value: []byte{0xff}}}), codes.InvalidArgument, fault.FieldInvalid)
	mustFail(t, "a value the graph can't use", answer(clerk, &req{InterruptId: people.GetId(), Payload: packed(t, wrapperspb.Int32(-1))}), codes.InvalidArgument, fault.FieldInvalid, "payload.value", "1 at least")
	mustFail(t, "a decline of what can't be", answer(clerk, &req{InterruptId: people.GetId(), Decline: true}), codes.InvalidArgument, fault.FieldInvalid)
	if err := answer(clerk, &req{InterruptId: approve.GetId(), OptionId: "go"}); !lacks(err, auth.Approve) {
		t.Errorf("who asks approves: %v", err)
	}
	mustFail(t, "an approval by another", answer(deputy, &req{InterruptId: approve.GetId(), OptionId: "go"}), codes.PermissionDenied, fault.NotAllowed, "boss")

	for _, a := range []struct {
		by  customer
		req *req
	}{
		{clerk, &req{InterruptId: people.GetId(), Payload: packed(t, wrapperspb.Int32(4))}},
		{boss, &req{InterruptId: approve.GetId(), OptionId: "go", Answers: []*orchestratorv1.QuestionAnswer{{Text: "be back by six"}}}},
	} {
		for range 2 { // the same answer again changes nothing
			if err := answer(a.by, a.req); err != nil {
				t.Fatalf("%v: %v", a.req, err)
			}
		}
	}
	b.watch(t, run.GetId())
	mustFail(t, "another answer", answer(boss, &req{InterruptId: approve.GetId(), OptionId: "stay"}), codes.FailedPrecondition, fault.AnswerConflict)
	mustFail(t, "another's answer", answer(deputy, &req{InterruptId: approve.GetId(), OptionId: "stay"}), codes.PermissionDenied, fault.NotAllowed)
	if err := answer(clerk, &req{OptionId: "hills"}); err != nil { // it is the only one now
		t.Fatal(err)
	}
	b.watch(t, run.GetId())
	run = b.get(t, run.GetId())
	var result wrapperspb.StringValue
	var detail wrapperspb.Int32Value
	if err := errors.Join(run.GetResult().UnmarshalTo(&result), run.GetReport().GetDetail().UnmarshalTo(&detail)); err != nil || detail.GetValue() != 4 ||
		result.GetValue() != "a walk: go, hills, 4" || run.GetStatus() != orchestratorv1.RunReport_COMPLETED || len(run.GetPauses()) > 0 {
		t.Errorf("the run is %v, %v", run, err)
	}
}

func TestARunOfAnyGraphIsStartedAsItsGraphAllows(t *testing.T) {
	t.Parallel()
	b, who := agency(t)
	clerk := who["clerk"]
	start := func(c customer, graph string, in *anypb.Any, id string) (string, error) {
		res, err := c.StartRun(t.Context(), &orchestratorv1.StartRunRequest{Graph: graph, Input: in, RequestId: id})
		return res.GetRun().GetId(), err
	}
	walk := packed(t, wrapperspb.String("a walk"))
	for name, c := range map[string]struct {
		graph  string
		in     *anypb.Any
		code   codes.Code
		reason fault.Reason
		says   string
	}{
		"an unknown graph":       {"trips", walk, codes.NotFound, fault.GraphUnknown, "outings"},
		"one that is not public": {"bills", walk, codes.InvalidArgument, fault.FieldInvalid, "outings"},
		"another input":          {"outings", packed(t, wrapperspb.Int32(1)), codes.InvalidArgument, fault.FieldInvalid, "google.protobuf.StringValue"},
		"an unknown type":        {"outings", &anypb.Any{TypeUrl: "x/none"}, codes.InvalidArgument, fault.FieldInvalid, "x/none"},
		"what the graph refuses": {"outings", packed(t, wrapperspb.String("")), codes.InvalidArgument, fault.FieldInvalid, "say what you want to do"},
		"too much":               {"outings", packed(t, wrapperspb.String(strings.Repeat("x", 2<<10))), codes.InvalidArgument, fault.InputTooLong, "1024"},
		"nothing":                {"outings", nil, codes.InvalidArgument, fault.FieldInvalid, "input"},
	} {
		_, err := start(clerk, c.graph, c.in, "")
		mustFail(t, name, err, c.code, c.reason, c.says)
	}
	first, err := start(clerk, "outings", walk, "once")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := start(clerk, "outings", walk, "once"); err != nil || again != first {
		t.Errorf("the same start again is %s, %v; want %s", again, err, first)
	}
	_, err = start(clerk, "outings", packed(t, wrapperspb.String("a swim")), "once")
	mustFail(t, "another start by the same id", err, codes.AlreadyExists, fault.RequestIDReused)
	b.watch(t, first)
}

func TestOpenPausesOfAllRunsAreListed(t *testing.T) {
	t.Parallel()
	b, who := agency(t)
	clerk, boss := who["clerk"], who["boss"]
	first, second := b.begin(t, clerk, "a walk"), b.begin(t, clerk, "a swim")
	if _, err := clerk.AnswerRun(t.Context(), &orchestratorv1.AnswerRunRequest{
		RunId: second.GetId(), InterruptId: clerk.at(t, second.GetId(), "WHERE").GetId(), Decline: true,
	}); err != nil {
		t.Fatal(err)
	}
	gone := b.begin(t, clerk, "a dive")
	if _, err := clerk.CancelRun(t.Context(), &orchestratorv1.CancelRunRequest{RunId: gone.GetId()}); err != nil {
		t.Fatal(err)
	}
	type req = orchestratorv1.ListPausesRequest
	const byExpiry = orchestratorv1.ListPausesRequest_ORDER_EXPIRY
	names := map[string]string{first.GetId(): "walk", second.GetId(): "swim"}
	for name, c := range map[string]struct {
		by   customer
		req  *req
		want string
	}{
		"all, the oldest first":   {clerk, &req{}, "walk APPROVE, walk WHERE, walk WHO, swim APPROVE, swim WHO"},
		"those that expire first": {clerk, &req{Order: byExpiry}, "walk WHERE, walk APPROVE, swim APPROVE, walk WHO, swim WHO"},
		"the clerk's":             {clerk, &req{Mine: true}, "walk WHERE, walk WHO, swim WHO"},
		"the boss's":              {boss, &req{Mine: true}, "walk APPROVE, swim APPROVE"},
		"the deputy's":            {who["deputy"], &req{Mine: true, Kind: commonv1.PauseKind_PAUSE_KIND_APPROVAL}, ""},
		"forms":                   {clerk, &req{Kind: commonv1.PauseKind_PAUSE_KIND_FORM}, "walk WHO, swim WHO"},
		"of a run":                {clerk, &req{RunId: second.GetId()}, "swim APPROVE, swim WHO"},
		"of a run that is over":   {clerk, &req{RunId: gone.GetId()}, ""},
		"of a graph":              {clerk, &req{Graph: "outings", Kind: commonv1.PauseKind_PAUSE_KIND_CHOICE}, "walk WHERE"},
		"of another graph":        {clerk, &req{Graph: "bills"}, ""},
		"page by page":            {clerk, &req{PageSize: 2}, "walk APPROVE, walk WHERE, walk WHO, swim APPROVE, swim WHO"},
		"page by page, by expiry": {clerk, &req{PageSize: 1, Order: byExpiry}, "walk WHERE, walk APPROVE, swim APPROVE, walk WHO, swim WHO"},
		"as many as there are":    {clerk, &req{PageSize: 5}, "walk APPROVE, walk WHERE, walk WHO, swim APPROVE, swim WHO"},
	} {
		var got []string
		for pages := 1; ; pages++ {
			res, err := c.by.ListPauses(t.Context(), c.req)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, p := range res.GetPauses() {
				got = append(got, names[p.GetRunId()]+" "+p.GetState())
			}
			if c.req.PageToken = res.GetNextPageToken(); c.req.PageToken == "" {
				break
			}
			if pages > 5 {
				t.Fatalf("%s: no end of pages", name)
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s; want %s", name, text, c.want)
		}
	}
	_, err := clerk.ListPauses(t.Context(), &req{RunId: "01KJ5QXXXXXXXXXXXXXXXXXXXX"})
	mustFail(t, "of no run", err, codes.NotFound, fault.RunNotFound)
	_, err = clerk.ListPauses(t.Context(), &req{PageToken: "eA"})
	mustFail(t, "by another token", err, codes.InvalidArgument, fault.PageTokenInvalid)
}

func TestPausesAreListedAndAnsweredOverHTTP(t *testing.T) {
	t.Parallel()
	b, who := agency(t)
	conn, err := rpc.Inside(b.rpc, rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	h, err := gateway.New(conn, gateway.Options{
		MaxBytes: 1 << 20, MaxCalls: 10, ReceiveTime: time.Minute,
		Admit: func(context.Context, string, metadata.MD) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	call := func(by customer, method, path, body string, code int, into any) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), method, "http://localhost"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+by.text)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		data, err := io.ReadAll(w.Body)
		if err != nil || w.Code != code {
			t.Fatalf("%s %s is %d: %s, %v", method, path, w.Code, data, err)
		}
		if into != nil {
			if err := json.Unmarshal(data, into); err != nil {
				t.Fatal(err)
			}
		}
	}
	clerk, boss := who["clerk"], who["boss"]
	const text = `{"@type": "type.googleapis.com/google.protobuf.StringValue", "value": %q}`
	call(clerk, http.MethodPost, "/v1/graphs/trips/runs", fmt.Sprintf(text, "a walk"), http.StatusNotFound, nil)
	call(clerk, http.MethodPost, "/v1/graphs/outings/runs", `{"@type": "type.googleapis.com/x.None"}`, http.StatusBadRequest, nil)
	var started struct{ Run struct{ ID string } }
	call(clerk, http.MethodPost, "/v1/graphs/outings/runs?request_id=once", `{"input":`+fmt.Sprintf(text, "a walk")+`}`, http.StatusOK, &started)
	b.watch(t, started.Run.ID)

	var list struct {
		Pauses []struct {
			ID, RunID, State, Kind, AnswerType string
			Options                            []struct{ ID, Label string }
			Payload                            struct{ Value string }
		}
	}
	call(boss, http.MethodGet, "/v1/pauses?mine=true&kind=PAUSE_KIND_APPROVAL", "", http.StatusOK, &list)
	if len(list.Pauses) != 1 || list.Pauses[0].RunID != started.Run.ID || list.Pauses[0].Payload.Value != "a walk" || list.Pauses[0].Options[1].ID != "stay" {
		t.Fatalf("the boss is asked %+v", list)
	}
	answer := "/v1/runs/" + started.Run.ID + "/answer"
	call(boss, http.MethodPost, answer, `{"option_id": "go"}`, http.StatusConflict, nil) // which of three?
	call(boss, http.MethodPost, answer, fmt.Sprintf(`{"interrupt_id": %q, "option_id": "go"}`, list.Pauses[0].ID), http.StatusOK, nil)
	list.Pauses = nil
	call(clerk, http.MethodGet, "/v1/pauses?mine=true&order=ORDER_EXPIRY&run_id="+started.Run.ID, "", http.StatusOK, &list)
	if len(list.Pauses) != 2 || list.Pauses[0].State != "WHERE" || list.Pauses[1].AnswerType != "google.protobuf.Int32Value" {
		t.Fatalf("the clerk is asked %+v", list)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/v1/pauses/events?mine=true&until_caught_up=true", nil)
	r.Header.Set("Authorization", "Bearer "+clerk.text)
	r.Header.Set("Last-Event-ID", "0")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	shown := regexp.MustCompile(`id: \d+\nevent: (\w+)\ndata: .*?(WHERE|WHO|boss|\n)`).FindAllStringSubmatch(w.Body.String(), -1)
	var told []string
	for _, s := range shown {
		told = append(told, s[1]+" "+strings.TrimSpace(s[2]))
	}
	if want := []string{"opened WHERE", "opened WHO", "caughtUp "}; !slices.Equal(told, want) {
		t.Errorf("the clerk is shown %q: %s", told, w.Body)
	}
	call(clerk, http.MethodPost, answer, fmt.Sprintf(`{"interruptId": %q, "optionId": "hills"}`, list.Pauses[0].ID), http.StatusOK, nil)
	call(clerk, http.MethodPost, answer, fmt.Sprintf(`{"interruptId": %q, "payload": {"@type": "type.googleapis.com/google.protobuf.Int32Value", "value": 2}}`, list.Pauses[1].ID), http.StatusOK, nil)
	b.watch(t, started.Run.ID)
	var ended struct {
		Run struct {
			Status string
			Result struct{ Value string }
		}
	}
	call(clerk, http.MethodGet, "/v1/runs/"+started.Run.ID, "", http.StatusOK, &ended)
	if ended.Run.Status != "COMPLETED" || ended.Run.Result.Value != "a walk: go, hills, 2" {
		t.Errorf("the run is %+v", ended)
	}
}
