package roadmaps_test

import (
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
	"github.com/weft-mesh/weft/store/postgres"
)

func copied(t *testing.T, nc *nats.Conn, to roadmaps.Rows, want roadmaps.Copied) {
	t.Helper()
	got, err := roadmaps.CopyBus(t.Context(), nc, to.Table)
	if err != nil || got != want {
		t.Fatalf("copied are %+v, %v, want %+v", got, err, want)
	}
}

// Whoever says at which revision they have looked at a timeline may have looked at it on the
// bus.
func TestRoadmapsOfABusAreTheSameInTheDatabase(t *testing.T) {
	t.Parallel()
	nc := server(t)()
	to := rows(t, database.Database(t), postgres.Options{})
	copied(t, nc, to, roadmaps.Copied{}) // nothing was ever kept there
	from := onBus(t, nc)
	copied(t, nc, to, roadmaps.Copied{})
	people := []roadmaps.Person{{Tenant: "acme", User: "ann"}, {Tenant: "acme", User: "bob \x00"}, {Tenant: "other", User: ""}}
	for i, p := range people {
		at := uint64(0)
		for j := range i + 1 {
			var err error
			if at, err = from.Keep(t.Context(), p, at, roadmapstest.Roadmap(fmt.Sprint("RM-", j), int32(i+1)), roadmapstest.Roadmap("RM-all", int32(j+1))); err != nil {
				t.Fatal(err)
			}
		}
	}
	copied(t, nc, to, roadmaps.Copied{People: 3})
	for _, p := range people {
		want, err := from.Timeline(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := to.Timeline(t.Context(), p); err != nil || !proto.Equal(got, want) {
			t.Errorf("%q has %v, %v, want %v", p, got, err, want)
		}
		for _, s := range want.GetRoadmaps() {
			want, _, err := from.Roadmap(t.Context(), p, s.GetId())
			if err != nil {
				t.Fatal(err)
			}
			if got, _, err := to.Roadmap(t.Context(), p, s.GetId()); err != nil || !proto.Equal(got, want) {
				t.Errorf("%s of %q is %v, %v, want %v", s.GetId(), p, got, err, want)
			}
		}
	}
	copied(t, nc, to, roadmaps.Copied{})
}

// As a process does that was not stopped yet.
func TestWhatIsChangedOnTheBusAfterACopyIsCopiedNextOrCounted(t *testing.T) {
	t.Parallel()
	nc := server(t)()
	from, to := onBus(t, nc), rows(t, database.Database(t), postgres.Options{})
	ann := roadmaps.Person{Tenant: "acme", User: "ann"}
	keep := func(s roadmaps.Store, at uint64, id string) uint64 {
		t.Helper()
		revision, err := s.Keep(t.Context(), ann, at, roadmapstest.Roadmap(id, 1))
		if err != nil {
			t.Fatal(err)
		}
		return revision
	}
	ids := func() (out []string) {
		t.Helper()
		got, err := to.Timeline(t.Context(), ann)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range got.GetRoadmaps() {
			out = append(out, s.GetId())
		}
		return out
	}
	at := keep(from, 0, "RM-1")
	copied(t, nc, to, roadmaps.Copied{People: 1})
	at = keep(from, at, "RM-2")
	copied(t, nc, to, roadmaps.Copied{People: 1})
	if got := fmt.Sprint(ids()); got != "[RM-1 RM-2]" {
		t.Errorf("there are %s", got)
	}
	keep(to, at, "RM-3")
	copied(t, nc, to, roadmaps.Copied{}) // what the bus has was copied
	keep(from, at, "RM-4")
	copied(t, nc, to, roadmaps.Copied{Left: 1})
	copied(t, nc, to, roadmaps.Copied{Left: 1})
	if got := fmt.Sprint(ids()); got != "[RM-1 RM-2 RM-3]" {
		t.Errorf("there are %s", got)
	}
}
