package bus_test

import (
	"errors"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fault"
)

// single returns a stream that has room for one consumer.
func single(t *testing.T) (jetstream.JetStream, jetstream.Stream) {
	t.Helper()
	js, end := opened(t, bus.Options{Dir: t.TempDir()})
	t.Cleanup(end)
	s, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}, MaxConsumers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return js, s
}

func TestWhatTheServerHasNoRoomForIsUnavailable(t *testing.T) {
	t.Parallel()
	js, s := single(t)
	var err error
	for range 2 {
		_, err = s.CreateConsumer(t.Context(), jetstream.ConsumerConfig{})
	}
	_, lost := js.Stream(t.Context(), "LOST")
	for name, err := range map[string]error{"a second consumer": err, "a stream that is gone": lost} {
		f, ok := errors.AsType[*fault.Error](bus.Fault(t.Context(), err))
		if err == nil || !ok || f.Code != codes.Unavailable || f.Reason != fault.BusUnavailable {
			t.Errorf("%s: %v", name, f)
		}
	}
}

func TestAReaderLeavesNoConsumer(t *testing.T) {
	t.Parallel()
	js, s := single(t)
	for range 50 { // one after the other, where there is room for one
		if _, err := js.Publish(t.Context(), "s", []byte("x")); err != nil {
			t.Fatal(err)
		}
		c, remove, err := bus.Reader(t.Context(), s, jetstream.OrderedConsumerConfig{})
		if err != nil {
			t.Fatal(err)
		}
		messages, err := c.Messages()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := messages.Next(); err != nil {
			t.Fatal(err)
		}
		messages.Stop()
		remove()
	}
}
