package models_test

import (
	"net/http"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// Nothing goes on after the last test: no call to a model, no run, no server.
func TestMain(m *testing.M) {
	code := m.Run()
	http.DefaultClient.CloseIdleConnections() // of the tests' own calls
	if err := goleak.Find(
		// The embedded bus leaves these to end on their own after a shutdown.
		goleak.IgnoreAnyFunction("github.com/nats-io/nats-server/v2/server.(*Server).jetStreamCluster"),
		goleak.IgnoreAnyFunction("github.com/nats-io/nats-server/v2/server.(*ipQueue[...]).push"),
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*stream).internalLoop"),
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*fileStore).flushLoop"),
		goleak.IgnoreTopFunction("github.com/nats-io/nats-server/v2/server.(*msgBlock).flushLoop"),
	); err != nil && code == 0 {
		println(err.Error())
		code = 1
	}
	os.Exit(code)
}
