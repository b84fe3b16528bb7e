package bus

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// state returns a consumer state of these numbers.
func state(numbers ...uint64) []byte {
	b := []byte{22, 2}
	for _, n := range numbers {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

// zigzag returns how a number that may be negative stands in a file.
func zigzag(n int64) uint64 { return uint64(n)<<1 ^ uint64(n>>63) }

func TestAConsumerStateThatCantBeTrueIsTold(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_790_000_000, 0)
	for name, c := range map[string]struct {
		data []byte
		ok   bool
	}{
		"none":                               {nil, true},
		"nothing handed out":                 {state(0, 0, 0, 0, 0, 0), true},
		"everything acknowledged":            {state(7, 9, 7, 9, 0, 0), true},
		"two in hand, one again":             {state(7, 9, 9, 12, 2, zigzag(now.Unix()), 1, 1, zigzag(2), 3, 2, zigzag(0), 1, 1, 1), true},
		"another kind of file":               {[]byte("{}"), false},
		"another version":                    {[]byte{22, 3, 0, 0, 0, 0, 0, 0}, false},
		"cut":                                {state(7, 9, 7), false},
		"longer than it says":                {append(state(7, 9, 7, 9, 0, 0), 1), false},
		"more acknowledged than handed out":  {state(7, 9, 7, 8, 0, 0), false},
		"more in hand than it names":         {state(7, 9, 9, 12, 1<<40, zigzag(now.Unix()), 1, 1, 0), false},
		"more handed out again than it says": {state(7, 9, 7, 9, 0, 1<<62), false},
		"in hand what is not handed out":     {state(7, 9, 9, 12, 1, zigzag(now.Unix()), 4, 1, 0, 0), false},
		"in hand since tomorrow":             {state(7, 9, 9, 12, 1, zigzag(now.Unix()+86400), 1, 1, 0, 0), false},
	} {
		if err := checkConsumerState(c.data, now); (err == nil) != c.ok {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// The format is the server's own and may change with it.
func TestWhatTheServerWritesOfAConsumerIsTrue(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Start(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Shutdown()
	nc, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "T", Subjects: []string{"t"}, Retention: jetstream.WorkQueuePolicy,
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		if _, err := js.Publish(t.Context(), "t", nil); err != nil {
			t.Fatal(err)
		}
	}
	c, err := stream.CreateConsumer(t.Context(), jetstream.ConsumerConfig{Durable: "c", AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		t.Fatal(err)
	}
	batch, err := c.Fetch(200)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for m := range batch.Messages() {
		var err error
		switch n++; n % 3 {
		case 0:
			err = m.DoubleAck(t.Context())
		case 1:
			err = m.Nak()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if again, err := c.Fetch(20); err != nil {
		t.Fatal(err)
	} else {
		for range again.Messages() { // and not acknowledged
		}
	}
	nc.Close()
	s.Shutdown()

	files, err := filepath.Glob(filepath.Join(dir, consumerStates))
	if err != nil || len(files) != 1 {
		t.Fatalf("the files are %q, %v; the server keeps them elsewhere now", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(data) < 400 {
		t.Errorf("only %d bytes for 133 messages in hand", len(data))
	}
	if err := checkConsumerState(data, time.Now()); err != nil {
		t.Errorf("%v: % x", err, data)
	}
}

// BenchmarkSalvage looks through a block of 8 MiB, as is done with each before the
// server starts.
func BenchmarkSalvage(b *testing.B) {
	sum := blockHash("T", 1)
	var block []byte
	for len(block) < 8<<20 {
		r := make([]byte, 700)
		binary.LittleEndian.PutUint32(r, uint32(len(r)))
		binary.LittleEndian.PutUint16(r[20:], 40)
		sum.hash.Reset()
		_, _ = sum.hash.Write(r[4:20])
		_, _ = sum.hash.Write(r[recordHeader : len(r)-recordChecksum])
		block = append(block, sum.hash.Sum(r[:len(r)-recordChecksum])...)
	}
	b.SetBytes(int64(len(block)))
	for b.Loop() {
		if _, lost := salvage(sum, block); lost.bytes != 0 {
			b.Fatal(lost)
		}
	}
}
