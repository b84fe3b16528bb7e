package api

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/protoschema"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// ListGraphs implements orchestratorv1.RunsServiceServer.
func (s *Server) ListGraphs(_ context.Context, req *orchestratorv1.ListGraphsRequest) (*orchestratorv1.ListGraphsResponse, error) {
	out := &orchestratorv1.ListGraphsResponse{}
	for _, f := range s.d.Graphs.All() {
		if req.GetName() != "" && f.Name() != req.GetName() {
			continue
		}
		g, err := describeGraph(f)
		if err != nil {
			return nil, err
		}
		g.Newest = s.d.Graphs.Newest(f.Name()) == f
		out.Graphs = append(out.Graphs, g)
	}
	if req.GetName() != "" && len(out.GetGraphs()) == 0 {
		return nil, fault.New(codes.NotFound, fault.GraphUnknown, "this server has no graph %q", req.GetName()).At("name")
	}
	return out, nil
}

// describeGraph returns a graph as callers are told of it.
func describeGraph(f graph.Flow) (*orchestratorv1.Graph, error) {
	shape := f.Shape()
	g := &orchestratorv1.Graph{
		Name: shape.Name, Version: shape.Version, Description: shape.Doc, Startable: shape.Public,
		Scopes: []string{string(auth.Write)}, Start: string(shape.Start), Mermaid: f.Mermaid(),
	}
	var err error
	if g.Input, err = describeMessage(f.Input()); err != nil {
		return nil, err
	}
	if g.Result, err = describeMessage(f.Output()); err != nil {
		return nil, err
	}
	if g.Signals, err = describePorts(f.Signals()); err != nil {
		return nil, err
	}
	if g.Queries, err = describePorts(f.Queries()); err != nil {
		return nil, err
	}
	for _, state := range shape.States {
		if scope := string(state.Scope); scope != "" && !slices.Contains(g.Scopes, scope) {
			g.Scopes = append(g.Scopes, scope)
		}
		kind := orchestratorv1.GraphState_Kind_value["KIND_"+strings.ToUpper(state.Kind)]
		g.States = append(g.States, &orchestratorv1.GraphState{
			Name: string(state.State), Description: state.Doc, Kind: orchestratorv1.GraphState_Kind(kind), Scope: string(state.Scope),
			Outcomes: outcomesOf(shape, state.State),
		})
	}
	return g, nil
}

// outcomesOf returns the outcomes of a state, by name.
func outcomesOf(shape graph.Shape, of graph.State) []*orchestratorv1.GraphOutcome {
	var out []*orchestratorv1.GraphOutcome
	for _, e := range shape.Edges {
		if e.From != of {
			continue
		}
		if n := len(out); n == 0 || out[n-1].GetName() != string(e.Outcome) {
			out = append(out, &orchestratorv1.GraphOutcome{Name: string(e.Outcome), FansOut: e.Each})
		}
		if last := out[len(out)-1]; e.To != graph.End {
			last.Next = append(last.Next, string(e.To))
		}
	}
	return out
}

// describePorts returns signals or queries as callers are told of them.
func describePorts(ports []graph.Port) ([]*orchestratorv1.GraphPort, error) {
	var out []*orchestratorv1.GraphPort
	for _, p := range ports {
		in, err := describeMessage(p.In)
		if err != nil {
			return nil, err
		}
		back, err := describeMessage(p.Out)
		if err != nil {
			return nil, err
		}
		out = append(out, &orchestratorv1.GraphPort{Name: p.Name, Description: p.Doc, Input: in, Output: back})
	}
	return out, nil
}

// describeMessage returns a type of messages with its JSON Schema, nil of none.
func describeMessage(m proto.Message) (*orchestratorv1.GraphMessage, error) {
	if m == nil {
		return nil, nil
	}
	d := m.ProtoReflect().Descriptor()
	document, err := protoschema.Of(d)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("write the schema of %s: %w", d.FullName(), err)
	}
	return &orchestratorv1.GraphMessage{Type: string(d.FullName()), Schema: string(text)}, nil
}
