package post

import (
	"os"
	"strings"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/durationpb"

	"example.com/parcels/parcelsv1"
	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/graph/graphtest"
)

// begin begins a run whose courier keeps parcels in a folder.
func beginOrder(t *testing.T, folder string, parcels int32) *graphtest.Run[order] {
	t.Helper()
	connect := graphtest.PlayAgents(t, map[string]func(grpc.ServiceRegistrar){
		"courier": func(s grpc.ServiceRegistrar) { parcelsv1.RegisterCourierServiceServer(s, &Courier{Folder: folder}) },
	})
	conn, err := connect("courier")
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(parcelsv1.NewCourierServiceClient(conn))
	if err != nil {
		t.Fatal(err)
	}
	r := &graphtest.Run[order]{
		T: t, Graph: g, Now: time.Date(2026, 2, 1, 9, 0, 0, 0, time.UTC),
		By: auth.Principal{Tenant: "local", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()},
	}
	r.Begin(&parcelsv1.Order{Recipient: "Ann", Parcels: parcels, Transit: durationpb.New(48 * time.Hour)})
	return r
}

func sayYes(*runv1.Interrupted) (graph.Said, bool) {
	return graph.Said{Reply: &runv1.Reply{OptionId: "yes"}}, true
}

func receipt(t *testing.T, p *graph.Progress) *parcelsv1.Receipt {
	t.Helper()
	var out parcelsv1.Receipt
	if err := p.Result.UnmarshalTo(&out); err != nil {
		t.Fatal(err)
	}
	return &out
}

func TestParcelsArriveAfterDaysThatPassAtOnce(t *testing.T) {
	t.Parallel()
	r := beginOrder(t, t.TempDir(), 5)
	start := r.Now
	p := r.WalkToEnd(sayYes)
	if got := receipt(t, p); len(got.GetTracking()) != 5 || !got.GetArrived() || r.Now.Sub(start) != 48*time.Hour {
		t.Errorf("after %v the receipt is %v", r.Now.Sub(start), got)
	}
}

func TestParcelsOfWhichNobodySaysAnythingAreLost(t *testing.T) {
	t.Parallel()
	if got := receipt(t, beginOrder(t, t.TempDir(), 1).WalkToEnd(nil)); got.GetArrived() {
		t.Errorf("the receipt is %v", got)
	}
}

func TestAStopAtAnyMomentSendsNoParcelTwice(t *testing.T) {
	t.Parallel()
	graphtest.StopAtEachEvent(t, func(t *testing.T) graphtest.Trial[order] {
		folder := t.TempDir()
		return graphtest.Trial[order]{
			Run: beginOrder(t, folder, 3), Answer: sayYes,
			Effects: func() (sent []string) {
				files, err := os.ReadDir(folder)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range files {
					sent = append(sent, f.Name())
				}
				return sent
			},
		}
	})
}

func TestAnOrderOfNothingIsRefused(t *testing.T) {
	t.Parallel()
	for _, n := range []int32{0, -1, most + 1} {
		if _, err := newOrder(nil, &parcelsv1.Order{Parcels: n}); err == nil || !strings.Contains(err.Error(), "1 to 100 parcels") {
			t.Errorf("%d parcels: %v", n, err)
		}
	}
}
