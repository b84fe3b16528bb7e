package api

import (
	"fmt"
	"testing"

	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// BenchmarkListPauses is a page of the pauses of 20 runs beside 1,000 that have ended: the
// first that a process gives, and those after it.
func BenchmarkListPauses(b *testing.B) {
	srv := serveBus(b)
	o := openOffice(b, srv, true, outings(b), bills(b))
	var group errgroup.Group
	group.SetLimit(32)
	for n := range 1_020 {
		graph := "bills"
		if n%51 == 0 {
			graph = "outings"
		}
		group.Go(func() error {
			k, err := o.runs.Start(b.Context(), runner.Start{
				Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, User: "me", Graph: graph, Input: wrapperspb.String(fmt.Sprint(n)),
			})
			if err == nil {
				o.watch(b, k.Run)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		b.Fatal(err)
	}
	list := func(b *testing.B, o *office) {
		res, err := o.ListPauses(b.Context(), &orchestratorv1.ListPausesRequest{PageSize: 100})
		if err != nil || len(res.GetPauses()) != 60 {
			b.Fatalf("%d pauses: %v", len(res.GetPauses()), err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			fresh := openOffice(b, srv, false, outings(b), bills(b))
			b.StartTimer()
			list(b, fresh)
		}
	})
	b.Run("later", func(b *testing.B) {
		list(b, o)
		for b.Loop() {
			list(b, o)
		}
	})
}
