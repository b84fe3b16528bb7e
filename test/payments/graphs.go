// Package payments is a graph that Weft does not ship, as the author of another one would
// write it: a batch of payments is announced, waits for a time and for the approval of a
// named person, and then each payment is a run of its own, so many side by side. It is
// there to be broken: every effect goes to a Receiver, which counts.
package payments

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/extension"
	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// Names of the graphs, and what the batch's options are called.
const (
	Batch   = "batch"
	Payment = "payment"

	Approve = "approve"
	Reject  = "reject"
)

// Width is how many payments of a batch are under way at once.
const Width = 16

// Input is what a batch begins with.
type Input struct {
	Payments int           // how many
	Approver string        // who may approve
	Receiver string        // URL of a Receiver
	Cooling  time.Duration // that has to pass before anything is paid
}

// Message is the input of a run of Batch.
func (in Input) Message() *structpb.Struct {
	return &structpb.Struct{Fields: map[string]*structpb.Value{
		"payments": structpb.NewNumberValue(float64(in.Payments)),
		"approver": structpb.NewStringValue(in.Approver),
		"receiver": structpb.NewStringValue(in.Receiver),
		"cooling":  structpb.NewStringValue(in.Cooling.String()),
	}}
}

func read(m proto.Message) (Input, error) {
	s, ok := m.(*structpb.Struct)
	if !ok {
		return Input{}, fmt.Errorf("the input is a %T", m)
	}
	text := func(name string) string { return s.GetFields()[name].GetStringValue() }
	in := Input{Payments: int(s.GetFields()["payments"].GetNumberValue()), Approver: text("approver"), Receiver: text("receiver")}
	var err error
	if in.Cooling, err = time.ParseDuration(text("cooling")); err != nil {
		return in, err
	}
	if in.Payments < 1 || in.Payments > graph.MaxItems {
		return in, fmt.Errorf("%d payments", in.Payments)
	}
	return in, nil
}

// Graphs returns the graphs. They ask the router of the mesh, to have an agent on the way.
func Graphs(connect extension.ConnectAgent) ([]graph.Flow, error) {
	router, err := connect("router")
	if err != nil {
		return nil, err
	}
	b, err := batch(routerv1.NewRouterServiceClient(router))
	if err != nil {
		return nil, err
	}
	p, err := payment()
	return []graph.Flow{b, p}, err
}

type batchState struct {
	Input
	id       string
	approved bool
	paid     []string
	note     string // that came with the receipt
}

func batch(router routerv1.RouterServiceClient) (*graph.Graph[batchState], error) {
	type to = map[graph.Outcome][]graph.State
	return graph.New(graph.Definition[batchState]{
		Name: Batch, Version: 1, Doc: "Payments that a person approves", Start: "RECEIVE",
		Public: true, Input: &structpb.Struct{}, Output: &structpb.Struct{},
		Describe: func(s *runv1.Started) string { return "a batch of payments" },
		New: func(s *runv1.Started, in proto.Message) (batchState, error) {
			out, err := read(in)
			return batchState{Input: out, id: s.GetRunId()}, err
		},
		Apply: applyBatch,
		Result: func(s batchState) proto.Message {
			return &structpb.Struct{Fields: map[string]*structpb.Value{
				"approved": structpb.NewBoolValue(s.approved),
				"paid":     structpb.NewNumberValue(float64(len(s.paid))),
				"note":     structpb.NewStringValue(s.note),
			}}
		},
		Nodes: []graph.Node[batchState]{
			{
				State: "RECEIVE", Doc: "has an agent look at the input",
				Run: func(ctx context.Context, _ batchState, _ graph.Step) (graph.Result, error) {
					_, err := router.Route(ctx, &routerv1.RouteRequest{
						Context: &commonv1.CallContext{Tenant: "local", User: "tester", TimeZone: "UTC", Now: timestamppb.Now()},
						Text:    "Paid the rent today",
					})
					return graph.Result{Outcome: "received"}, err
				},
				Outcomes: to{"received": {"ANNOUNCE", "COOL", "APPROVE"}},
			},
			{
				State: "ANNOUNCE", Doc: "says that a batch has come", Kind: graph.Effect,
				Run: func(ctx context.Context, s batchState, step graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "announced"}, send(ctx, s.Receiver, step)
				},
				Outcomes: to{"announced": {"DECIDE"}},
			},
			{
				State: "COOL", Doc: "lets a while pass", Kind: graph.Timer,
				Until:    func(s batchState, now time.Time) time.Time { return now.Add(s.Cooling) },
				Outcomes: to{"cooled": {"DECIDE"}},
			},
			{
				State: "APPROVE", Doc: "asks for the approval of a named person", Kind: graph.Wait, Scope: auth.Approve,
				Ask: func(s batchState) graph.Ask {
					return graph.Ask{
						Text: fmt.Sprintf("Make %d payments?", s.Payments), Payload: s.Message(), Users: []string{s.Approver},
						Options: []graph.Option{
							{ID: Approve, Label: "Pay", Outcome: "approved"},
							{ID: Reject, Label: "Don't pay", Description: "Nothing is paid.", Outcome: "rejected"},
						},
					}
				},
				Outcomes: to{"approved": {"DECIDE"}, "rejected": {"DECIDE"}},
			},
			{
				State: "DECIDE", Doc: "opens a branch for each payment", Join: graph.JoinBranches, Fan: "pay",
				Run: func(_ context.Context, s batchState, _ graph.Step) (graph.Result, error) {
					if !s.approved {
						return graph.Result{Outcome: "rejected"}, nil
					}
					return graph.Result{Outcome: "pay", Items: s.Payments}, nil
				},
				Outcomes: to{"pay": {"PAY"}, "rejected": {"REPORT"}},
			},
			{
				State: "PAY", Doc: "has a run of its own make the payment", Kind: graph.Call, Width: Width,
				Start: func(s batchState, step graph.Step) graph.Child {
					return graph.Child{Graph: Payment, Input: paymentInput(s.Receiver, fmt.Sprintf("%s/%d", s.id, step.Item))}
				},
				Ended:    func(batchState, *runv1.ChildEnded) graph.Outcome { return "ended" },
				Outcomes: to{"ended": {"GATHER"}},
			},
			{
				State: "GATHER", Doc: "goes on when all are paid", Join: graph.JoinItems,
				Run: func(context.Context, batchState, graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "gathered"}, nil
				},
				Outcomes: to{"gathered": {"RECEIPT"}},
			},
			{
				State: "RECEIPT", Doc: "asks for a word to go with the report", Kind: graph.Wait,
				Ask: func(batchState) graph.Ask {
					return graph.Ask{Text: "What goes with the report?", Answer: &wrapperspb.StringValue{}}
				},
				Answered: "noted",
				Outcomes: to{"noted": {"REPORT"}},
			},
			{
				State: "REPORT", Doc: "says what was done", Kind: graph.Effect,
				Run: func(ctx context.Context, s batchState, step graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "reported"}, send(ctx, s.Receiver, step)
				},
				Outcomes: to{"reported": {graph.End}},
			},
		},
	})
}

func applyBatch(s batchState, c graph.Change) batchState {
	switch c.State {
	case "APPROVE":
		s.approved = c.Outcome == "approved"
	case "PAY":
		if e := c.Event.GetChildEnded(); e.GetStatus() == graph.Completed.String() {
			s.paid = append(slices.Clip(s.paid), c.Output.(*wrapperspb.StringValue).GetValue())
		}
	case "RECEIPT":
		s.note = c.Output.(*wrapperspb.StringValue).GetValue()
	}
	return s
}

type paymentState struct{ receiver, key string }

func paymentInput(receiver, key string) *structpb.Struct {
	return &structpb.Struct{Fields: map[string]*structpb.Value{
		"receiver": structpb.NewStringValue(receiver), "key": structpb.NewStringValue(key),
	}}
}

func payment() (*graph.Graph[paymentState], error) {
	return graph.New(graph.Definition[paymentState]{
		Name: Payment, Version: 1, Doc: "One payment", Start: "DEBIT",
		Describe: func(*runv1.Started) string { return "a payment" },
		New: func(_ *runv1.Started, in proto.Message) (paymentState, error) {
			s, ok := in.(*structpb.Struct)
			if !ok {
				return paymentState{}, fmt.Errorf("the input is a %T", in)
			}
			return paymentState{s.GetFields()["receiver"].GetStringValue(), s.GetFields()["key"].GetStringValue()}, nil
		},
		Apply:  func(s paymentState, _ graph.Change) paymentState { return s },
		Result: func(s paymentState) proto.Message { return wrapperspb.String(s.key) },
		Nodes: []graph.Node[paymentState]{{
			State: "DEBIT", Doc: "pays", Kind: graph.Effect,
			Run: func(ctx context.Context, s paymentState, step graph.Step) (graph.Result, error) {
				step.Key = s.key // of the batch, so that it is told whose payment it is
				return graph.Result{Outcome: "paid"}, send(ctx, s.receiver, step)
			},
			Outcomes: map[graph.Outcome][]graph.State{"paid": {graph.End}},
		}},
	})
}

// send has an effect done. One that may have been done is looked for first, as with any
// receiver that can be asked and does not know keys.
func send(ctx context.Context, receiver string, step graph.Step) error {
	if step.Recovered {
		done, err := request(ctx, http.MethodGet, receiver, step.Key)
		if err != nil || done == http.StatusOK {
			return err
		}
	}
	status, err := request(ctx, http.MethodPost, receiver, step.Key)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("the receiver answers with %d", status)
	}
	return err
}

func request(ctx context.Context, method, receiver, key string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, method, receiver+"/"+key, bytes.NewReader(nil))
	if err != nil {
		return 0, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}
