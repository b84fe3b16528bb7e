package post

import (
	"context"
	"fmt"
	"slices"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"example.com/parcels/parcelsv1"
	"github.com/weft-mesh/weft/extension"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// States of the graph.
const (
	Split   graph.State = "SPLIT"
	Send    graph.State = "SEND"
	Transit graph.State = "TRANSIT"
	Ask     graph.State = "ASK"
)

// most is how many parcels an order may have.
const most = 100

// Graphs makes the graphs of this module, for extension.Mesh.
func Graphs(connect extension.ConnectAgent) ([]graph.Flow, error) {
	conn, err := connect("courier")
	if err != nil {
		return nil, err
	}
	g, err := New(parcelsv1.NewCourierServiceClient(conn))
	if err != nil {
		return nil, err
	}
	return []graph.Flow{g}, nil
}

// An order is the data of a run: what its log comes to.
type order struct {
	*parcelsv1.Order
	tracking []string
	arrived  bool
}

// New makes the graph: it sends the parcels of an order side by side, waits while they are
// under way, and asks the recipient whether they came.
func New(courier parcelsv1.CourierServiceClient) (*graph.Graph[order], error) {
	type to = map[graph.Outcome][]graph.State
	return graph.New(graph.Definition[order]{
		Name: "parcels", Version: 1, Doc: "Sends parcels and asks whether they came", Start: Split,
		Public: true, Input: &parcelsv1.Order{}, Output: &parcelsv1.Receipt{},
		New: newOrder, Apply: apply, Describe: describe,
		Result: func(o order) proto.Message {
			return &parcelsv1.Receipt{Tracking: slices.Sorted(slices.Values(o.tracking)), Arrived: o.arrived}
		},
		Nodes: []graph.Node[order]{
			{
				State: Split, Doc: "Opens a branch for each parcel", Fan: "each", Outcomes: to{"each": {Send}},
				Run: func(_ context.Context, o order, _ graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "each", Items: int(o.GetParcels())}, nil
				},
			},
			{
				State: Send, Doc: "Has the courier take a parcel", Kind: graph.Effect, Width: 4, Outcomes: to{"sent": {"ALL"}},
				Run: func(ctx context.Context, o order, step graph.Step) (graph.Result, error) {
					res, err := courier.Send(ctx, &parcelsv1.SendRequest{Key: step.Key, Recipient: o.GetRecipient()})
					if err != nil {
						return graph.Result{}, err
					}
					return graph.Result{Outcome: "sent", Output: &parcelsv1.Sent{Tracking: res.GetTracking()}}, nil
				},
			},
			{
				State: "ALL", Doc: "Waits until all are on their way", Join: graph.JoinItems, Outcomes: to{"ok": {Transit}},
				Run: func(context.Context, order, graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "ok"}, nil
				},
			},
			{
				State: Transit, Doc: "Waits while they are under way", Kind: graph.Timer, Outcomes: to{"over": {Ask}},
				Until: func(o order, now time.Time) time.Time { return now.Add(o.GetTransit().AsDuration()) },
			},
			{
				State: Ask, Doc: "Asks the recipient whether they came", Kind: graph.Wait,
				Outcomes: to{"arrived": {graph.End}, "lost": {graph.End}},
				Expires:  func(order) time.Duration { return 14 * 24 * time.Hour }, Expired: "lost",
				Ask: func(o order) graph.Ask {
					return graph.Ask{
						Text:    fmt.Sprintf("Did the %d parcels for %s arrive?", o.GetParcels(), o.GetRecipient()),
						Options: []graph.Option{{ID: "yes", Label: "They arrived", Outcome: "arrived"}, {ID: "no", Label: "They did not", Outcome: "lost"}},
					}
				},
			},
		},
	})
}

func newOrder(_ *runv1.Started, input proto.Message) (order, error) {
	in, ok := input.(*parcelsv1.Order)
	if !ok {
		return order{}, fmt.Errorf("the input is a %T, not an order", input)
	}
	if n := in.GetParcels(); n < 1 || n > most {
		return order{}, fmt.Errorf("an order has 1 to %d parcels, not %d", most, n)
	}
	return order{Order: in}, nil
}

// apply folds one event of the log into the data. It changes a copy: handlers may be reading
// what it is given.
func apply(o order, c graph.Change) order {
	switch c.State {
	case Send:
		if sent, ok := c.Output.(*parcelsv1.Sent); ok {
			o.tracking = append(slices.Clip(o.tracking), sent.GetTracking())
		}
	case Ask:
		o.arrived = c.Outcome == "arrived"
	}
	return o
}

func describe(started *runv1.Started) string {
	var in parcelsv1.Order
	if err := started.GetInput().UnmarshalTo(&in); err != nil {
		return ""
	}
	return fmt.Sprintf("%d parcels for %s", in.GetParcels(), in.GetRecipient())
}
