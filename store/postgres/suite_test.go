package postgres

import (
	"os"
	"testing"

	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/postgres/postgrestest"
	"github.com/weft-mesh/weft/store/storetest"
)

var cluster postgrestest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

func open(t testing.TB, url string, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestPostgresPassesTheSuite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Writer { return open(t, cluster.Database(t), Options{}) })
}

// Nothing holds a connection while it waits for another one.
func TestOneConnectionIsEnough(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Writer { return open(t, cluster.Database(t), Options{Conns: 1}) })
}
