package command

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/anypb"
)

const inputFlag = "what is %s, as the `JSON` of its type; \"@type\" is not needed"

func (p *program) runsSignalCommand() *cobra.Command {
	var input, request string
	c := &cobra.Command{
		Use:   "signal RUN NAME",
		Short: "Send a run under way a signal that its graph takes",
		Long: `Sends a run a signal: its data changes, and its next step sees that. A step at
work goes on as it is. "weft graph show GRAPH --format json" lists the signals of
a graph and what is sent with each.
` + runArg,
		Example: `  weft runs signal last hold
  weft runs signal 01KJ5Q go_on
  weft runs signal 01KJ5Q set_limit --input '{"amount": 20}'`,
		Args: between(2, 2, "a run and a signal"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withRun(cmd.Context(), args[:1], func(ctx context.Context, s *connection, id string) error {
				req := &orchestratorv1.SendSignalRequest{RunId: id, Name: args[1], RequestId: request}
				var err error
				if req.Input, err = portInput(ctx, s.api(), id, args[1], input, (*orchestratorv1.Graph).GetSignals); err != nil {
					return err
				}
				got, err := s.api().SendSignal(ctx, req)
				if err != nil {
					return err
				}
				if s.inProcess() { // it goes on no longer than this process
					if _, err := settled(ctx, s.api(), id, got.GetSequence(), func(*orchestratorv1.RunEvent) {}); err != nil {
						return p.left(ctx, s, id, err)
					}
				}
				if p.flags.json() {
					return p.printJSON(got)
				}
				return p.print(fmt.Sprintf("%s  took the signal %s (event %d)\n", id, args[1], got.GetSequence()))
			})
		},
	}
	c.Flags().StringVar(&input, "input", "", fmt.Sprintf(inputFlag, "sent"))
	c.Flags().StringVar(&request, "request-id", "", "`id` by which the run takes the signal once, however often it is sent")
	complete(c, "input")
	complete(c, "request-id")
	return c
}

func (p *program) runsQueryCommand() *cobra.Command {
	var input string
	c := &cobra.Command{
		Use:   "query RUN NAME",
		Short: "Ask a run, under way or ended, a query that its graph answers",
		Long: `Asks a run a query. It is answered from the run's log: no step runs, and nothing
changes. "weft graph show GRAPH --format json" lists the queries of a graph.
` + runArg,
		Example: `  weft runs query last progress
  weft runs query 01KJ5Q total --input '{"currency": "EUR"}' -o json`,
		Args: between(2, 2, "a run and a query"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withRun(cmd.Context(), args[:1], func(ctx context.Context, s *connection, id string) error {
				in, err := portInput(ctx, s.api(), id, args[1], input, (*orchestratorv1.Graph).GetQueries)
				if err != nil {
					return err
				}
				got, err := s.api().QueryRun(ctx, &orchestratorv1.QueryRunRequest{RunId: id, Name: args[1], Input: in})
				if err != nil {
					return err
				}
				if p.flags.json() {
					return p.printJSON(got)
				}
				return p.printJSON(got.GetOutput())
			})
		},
	}
	c.Flags().StringVar(&input, "input", "", fmt.Sprintf(inputFlag, "asked"))
	complete(c, "input")
	return c
}

// portInput returns what a signal or a query of a run is given, by the "@type" of its JSON or
// by the type that the run's graph declares; nil for nothing.
func portInput(ctx context.Context, api client, run, name, text string, ports func(*orchestratorv1.Graph) []*orchestratorv1.GraphPort) (*anypb.Any, error) {
	if text == "" {
		return nil, nil
	}
	var typed struct {
		Type string `json:"@type"`
	}
	if err := json.Unmarshal([]byte(text), &typed); err == nil && typed.Type != "" {
		out := &anypb.Any{}
		if err := protojson.Unmarshal([]byte(text), out); err != nil {
			return nil, usage("--input: not the JSON of a %s: %v", typed.Type, err)
		}
		return out, nil
	}
	got, err := api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: run})
	if err != nil {
		return nil, err
	}
	graphs, err := api.ListGraphs(ctx, &orchestratorv1.ListGraphsRequest{Name: got.GetRun().GetGraph()})
	if err != nil {
		return nil, err
	}
	declared := ""
	for _, g := range graphs.GetGraphs() {
		for _, port := range ports(g) {
			if g.GetVersion() == got.GetRun().GetGraphVersion() && port.GetName() == name {
				declared = port.GetInput().GetType()
			}
		}
	}
	if declared == "" {
		return nil, usage("--input: graph %s declares no input for %q; \"weft graph show %s --format json\" lists what there is", got.GetRun().GetGraph(), name, got.GetRun().GetGraph())
	}
	t, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(declared))
	if err != nil {
		return nil, usage("--input: this weft doesn't know %s; use the server's version of weft", declared)
	}
	m := t.New().Interface()
	if err := protojson.Unmarshal([]byte(text), m); err != nil {
		return nil, usage("--input: not the JSON of a %s: %v", declared, err)
	}
	return anypb.New(m)
}
