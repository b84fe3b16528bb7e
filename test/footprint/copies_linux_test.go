package footprint

import (
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/bus"
)

// atOnce is how many messages are under way to the server at most.
const atOnce = 2000

// copies puts as many copies of a run into a log, each with a timer of its own if it waits,
// and returns the bytes that one takes in the log. All events of a copy are one
// record: what it takes to write 100,000 is minutes otherwise.
func copies(t *testing.T, dir, run string, n int) int {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Shutdown()
	nc, err := srv.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(atOnce))
	if err != nil {
		t.Fatal(err)
	}
	record, last := recordOf(t, js, run)
	timers, err := js.Stream(t.Context(), "WEFT_TIMERS")
	if err != nil {
		t.Fatal(err)
	}
	before, err := timers.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	timer, err := timers.GetLastMsgForSubject(t.Context(), "weft.timer.local."+run)
	waits := !errors.Is(err, jetstream.ErrMsgNotFound)
	if err != nil && waits {
		t.Fatal(err)
	}
	for range n {
		id := ulid.Make().String()
		record.GetEvents()[0].GetStarted().RunId = id
		data, err := proto.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		m := nats.Msg{Subject: "weft.run.local." + id, Data: data, Header: nats.Header{}}
		for name, values := range last.Header {
			if strings.HasPrefix(name, "Weft-") {
				m.Header[name] = values
			}
		}
		all := []*nats.Msg{&m}
		if waits {
			all = append(all, &nats.Msg{Subject: "weft.timer.local." + id, Header: nats.Header{
				"Nats-Schedule":        timer.Header["Nats-Schedule"],
				"Nats-Schedule-Target": {"weft.due.local." + id},
			}})
		}
		for _, m := range all {
			if _, err := js.PublishMsgAsync(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	<-js.PublishAsyncComplete()
	info, err := js.Stream(t.Context(), "WEFT_RUNS")
	if err != nil {
		t.Fatal(err)
	}
	timersNow, err := timers.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	state := info.CachedInfo().State
	if added := int(timersNow.State.Msgs - before.State.Msgs); int(state.NumSubjects) < n || waits && added != n {
		t.Fatalf("%d runs and %d timers are there, want %d", state.NumSubjects, timersNow.State.Msgs, n)
	}
	return int(state.Bytes / state.NumSubjects)
}

// recordOf returns all events of a run as one record, and the last message that it has
// in the log.
func recordOf(t *testing.T, js jetstream.JetStream, run string) (*runv1.Record, *jetstream.RawStreamMsg) {
	t.Helper()
	log, err := js.Stream(t.Context(), "WEFT_RUNS")
	if err != nil {
		t.Fatal(err)
	}
	var all runv1.Record
	var last *jetstream.RawStreamMsg
	for next := uint64(1); ; next = last.Sequence + 1 {
		m, err := log.GetMsg(t.Context(), next, jetstream.WithGetMsgSubject("weft.run.local."+run))
		if err != nil {
			break // there are no more
		}
		var r runv1.Record
		if err := proto.Unmarshal(m.Data, &r); err != nil {
			t.Fatal(err)
		}
		all.Events, last = append(all.GetEvents(), r.GetEvents()...), m
	}
	if last == nil {
		t.Fatalf("the log has nothing of run %s", run)
	}
	return &all, last
}
