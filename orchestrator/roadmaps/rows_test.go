package roadmaps_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
	"github.com/weft-mesh/weft/store/postgres"
	"github.com/weft-mesh/weft/store/postgres/postgrestest"
)

var database postgrestest.Cluster

func TestMain(m *testing.M) { os.Exit(database.Run(m)) }

func rows(t *testing.T, url string, o postgres.Options) roadmaps.Rows {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return roadmaps.Rows{Table: db}
}

func TestADatabaseKeepsRoadmaps(t *testing.T) {
	t.Parallel()
	// One connection is enough: nothing holds one while it waits for another.
	for name, o := range map[string]postgres.Options{"connections": {}, "one connection": {Conns: 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			roadmapstest.Run(t, func(t *testing.T) (s, again roadmaps.Store) {
				url := database.Database(t)
				return rows(t, url, o), rows(t, url, o)
			})
		})
	}
}

// patterns are what the rows of the roadmaps of acme tell without being decoded.
func patterns(t *testing.T, url string) []string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if _, err := conn.Exec(t.Context(), `SELECT set_config('weft.tenant', 'acme', false)`); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), `SELECT id || ' ' || pattern || '/' || subtype || '/' || variant FROM weft.roadmap ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func shaped(id, pattern, subtype, variant string) *planningv1.Roadmap {
	m := roadmapstest.Roadmap(id, 1)
	m.Outline.Pattern = &planningv1.PatternSpec{Pattern: pattern, Subtype: subtype, Variant: variant}
	return m
}

func TestARowTellsThePatternThatItsRoadmapHas(t *testing.T) {
	t.Parallel()
	url := database.Database(t)
	s := rows(t, url, postgres.Options{})
	ann := roadmaps.Person{Tenant: "acme", User: "ann"}
	at := uint64(0)
	for _, step := range []struct {
		keep []*planningv1.Roadmap
		want []string
	}{
		{[]*planningv1.Roadmap{shaped("RM-1", "milestone_project", "exam", "exam"), roadmapstest.Roadmap("RM-2", 1)}, []string{"RM-1 milestone_project/exam/exam", "RM-2 //"}},
		{[]*planningv1.Roadmap{shaped("RM-1", "recurring_cycle", "", "habit")}, []string{"RM-1 recurring_cycle//habit", "RM-2 //"}},
		{[]*planningv1.Roadmap{shaped("RM-2", "recurring_cycle", "proposed:daily", "")}, []string{"RM-1 recurring_cycle//habit", "RM-2 recurring_cycle/proposed:daily/"}},
		{[]*planningv1.Roadmap{shaped("RM-2", "stewardship", "habit", "")}, []string{"RM-1 recurring_cycle//habit", "RM-2 stewardship/habit/"}},
	} {
		var err error
		if at, err = s.Keep(t.Context(), ann, at, step.keep...); err != nil {
			t.Fatal(err)
		}
		if got := patterns(t, url); !slices.Equal(got, step.want) {
			t.Errorf("the rows tell %q, want %q", got, step.want)
		}
	}
}

func TestACopyOfTheBusTellsThePatternsToo(t *testing.T) {
	t.Parallel()
	nc, url := server(t)(), database.Database(t)
	from, ann := onBus(t, nc), roadmaps.Person{Tenant: "acme", User: "ann"}
	at := uint64(0)
	for _, pattern := range []string{"milestone_project", "recurring_cycle"} {
		var err error
		if at, err = from.Keep(t.Context(), ann, at, shaped("RM-1", pattern, "exam", "")); err != nil {
			t.Fatal(err)
		}
		copied(t, nc, rows(t, url, postgres.Options{}), roadmaps.Copied{People: 1})
		if got, want := fmt.Sprint(patterns(t, url)), "[RM-1 "+pattern+"/exam/]"; got != want {
			t.Errorf("the rows tell %s, want %s", got, want)
		}
	}
}
