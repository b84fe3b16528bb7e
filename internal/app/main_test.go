package app

import (
	"os"
	"testing"

	"github.com/weft-mesh/weft/store/postgres/postgrestest"
)

var database postgrestest.Cluster

func TestMain(m *testing.M) { os.Exit(database.Run(m)) }
