package app

import (
	"os"
	"testing"

	"github.com/weft-mesh/weft/store/postgres/postgrestest"
)

var database postgrestest.Cluster

func TestMain(m *testing.M) {
	if os.Getenv(isToolServer) != "" {
		os.Exit(serveTools())
	}
	os.Exit(database.Run(m))
}
