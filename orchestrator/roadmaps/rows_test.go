package roadmaps_test

import (
	"os"
	"testing"

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
