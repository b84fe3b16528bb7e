package runner_test

import (
	"context"
	"errors"
	"testing"

	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

func TestTheLogSaysWhoDidWhatToARun(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{first: func(context.Context, trail, graph.Step) (graph.Result, error) {
		return graph.Result{}, errors.New("no")
	}}, 0)
	n := m.node(true)
	by := func(key string) auth.Principal {
		return auth.Principal{Tenant: "local", User: "ann", Kind: auth.Service, KeyID: key, Scopes: []auth.Scope{auth.Write}}
	}
	k, err := n.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, User: "ann", By: by("starts"), Graph: "test", Input: wrapperspb.String("x"),
	})
	if err != nil {
		t.Fatal(err)
	}
	m.until(n, k, graph.Failed)
	if err := n.Retry(t.Context(), k, by("retries")); err != nil {
		t.Fatal(err)
	}
	fork, err := n.Fork(t.Context(), k, runner.Fork{Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, At: 1, By: by("forks")})
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Cancel(t.Context(), k, by("cancels"), ""); err != nil {
		t.Fatal(err)
	}
	who := map[string]bool{}
	for _, run := range []runlog.Key{k, fork} {
		events, _, err := n.log.Load(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			var p *runv1.Principal
			switch kind := e.GetKind().(type) {
			case *runv1.Event_Started:
				p = kind.Started.GetPrincipal()
			case *runv1.Event_Retried:
				p = kind.Retried.GetPrincipal()
			case *runv1.Event_Cancelled:
				p = kind.Cancelled.GetPrincipal()
			default:
				continue
			}
			if p.GetUser() != "ann" || p.GetKind() != "service" || len(p.GetScopes()) != 1 {
				t.Errorf("%v is by %v", e, p)
			}
			who[p.GetKeyId()] = true
		}
	}
	for _, key := range []string{"starts", "retries", "forks"} {
		if !who[key] {
			t.Errorf("the log does not say who %s a run", key)
		}
	}
}
