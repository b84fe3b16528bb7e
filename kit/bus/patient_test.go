package bus_test

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
)

// A server answers the first request for a stream, loses the second, and answers the
// third, as a cluster does that loses or finds a server. Who asks has a minute.
func TestAReadWhoseAnswerGotLostIsAskedAgain(t *testing.T) {
	t.Parallel()
	srv, err := server.NewServer(&server.Options{DontListen: true, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	t.Cleanup(srv.Shutdown)
	nc, err := nats.Connect("", nats.InProcessServer(srv))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	requests := 0
	_, err = nc.Subscribe("$JS.API.STREAM.INFO.NOTES", func(m *nats.Msg) {
		if requests++; requests != 2 {
			_ = m.Respond([]byte(`{"type":"io.nats.jetstream.api.v1.stream_info_response","config":{"name":"NOTES"},"state":{"messages":7}}`))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := js.Stream(ctx, "NOTES")
	if err != nil {
		t.Fatal(err)
	}
	info, err := bus.Patient(s).Info(ctx)
	if err != nil || info.State.Msgs != 7 || requests != 3 {
		t.Errorf("after %d requests: %v, %v", requests, info, err)
	}
}
