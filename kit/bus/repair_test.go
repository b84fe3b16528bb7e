package bus_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/kit/bus"
)

const written = 20

// opened starts a server that has the stream T, until end is called.
func opened(t *testing.T, o bus.Options) (js jetstream.JetStream, end func()) {
	t.Helper()
	s := start(t, o)
	nc, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	stream(t, nc)
	if js, err = jetstream.New(nc); err != nil {
		t.Fatal(err)
	}
	return js, func() { nc.Close(); s.Shutdown() }
}

// filled makes a server's folder with a stream of numbered messages, and returns
// it with the path of the file that has them.
func filled(t *testing.T) (dir, block string) {
	t.Helper()
	dir = t.TempDir()
	js, end := opened(t, bus.Options{Dir: dir})
	defer end()
	for n := range written {
		if _, err := js.Publish(t.Context(), "t.a", fmt.Appendf(nil, "message %d", n+1), jetstream.WithMsgID(fmt.Sprint(n))); err != nil {
			t.Fatal(err)
		}
	}
	return dir, filepath.Join(dir, "jetstream", "$G", "streams", "T", "msgs", "1.blk")
}

// missing starts a server on a folder and returns which messages it has not.
func missing(t *testing.T, o bus.Options) []uint64 {
	t.Helper()
	js, end := opened(t, o)
	defer end()
	st, err := js.Stream(t.Context(), "T")
	if err != nil {
		t.Fatal(err)
	}
	var gone []uint64
	for n := range uint64(written) {
		m, err := st.GetMsg(t.Context(), n+1)
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			gone = append(gone, n+1)
		case err != nil:
			t.Fatal(err)
		case string(m.Data) != fmt.Sprintf("message %d", n+1):
			t.Errorf("message %d is %q", n+1, m.Data)
		}
	}
	return gone
}

func TestADamagedMessageTakesNoOtherWithIt(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(record []byte){
		"length":            func(r []byte) { r[1] ^= 1 },
		"length of headers": func(r []byte) { r[3] ^= 0x80 },
		// The server would count up to it.
		"sequence": func(r []byte) { binary.LittleEndian.PutUint64(r[4:], 1<<40) },
		"time":     func(r []byte) { r[15] ^= 1 },
		"subject":  func(r []byte) { r[20] ^= 4 },
		"body":     func(r []byte) { r[len(r)-12] ^= 1 },
		"checksum": func(r []byte) { r[len(r)-1] ^= 1 },
		"all":      func(r []byte) { clear(r) },
	} {
		for _, index := range []string{"with the index", "without the index"} {
			t.Run(name+" "+index, func(t *testing.T) {
				t.Parallel()
				dir, block := filled(t)
				data, err := os.ReadFile(block)
				if err != nil {
					t.Fatal(err)
				}
				record := data
				for range 6 { // the seventh
					record = record[binary.LittleEndian.Uint32(record)&^(1<<31):]
				}
				change(record[:binary.LittleEndian.Uint32(record)&^(1<<31)])
				if err := os.WriteFile(block, data, 0o600); err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(index, "without") {
					if err := os.Remove(filepath.Join(filepath.Dir(block), "index.db")); err != nil {
						t.Fatal(err)
					}
				}
				var log bytes.Buffer
				if gone := missing(t, bus.Options{Dir: dir, Logger: slog.New(slog.NewTextHandler(&log, nil))}); len(gone) != 1 || gone[0] != 7 {
					t.Errorf("missing: %v", gone)
				}
				if !strings.Contains(log.String(), "messages of the bus are damaged") {
					t.Errorf("nothing is said of it: %s", &log)
				}
				kept, err := filepath.Glob(filepath.Join(dir, "damaged", "T-1-*.blk"))
				if err != nil || len(kept) != 1 {
					t.Fatalf("the damaged file is kept as %v, %v", kept, err)
				}
				if was, err := os.ReadFile(kept[0]); err != nil || !bytes.Equal(was, data) {
					t.Errorf("it was changed: %v", err)
				}
				if gone := missing(t, bus.Options{Dir: dir}); len(gone) != 1 {
					t.Errorf("missing after another start: %v", gone)
				}
			})
		}
	}
}

func TestAWholeFolderIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	dir, block := filled(t)
	before, err := os.ReadFile(block)
	if err != nil {
		t.Fatal(err)
	}
	if gone := missing(t, bus.Options{Dir: dir}); len(gone) != 0 {
		t.Errorf("missing: %v", gone)
	}
	if after, err := os.ReadFile(block); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "damaged")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was put aside: %v", err)
	}
}

func TestAFileFullOfGarbageIsLookedThroughInTime(t *testing.T) {
	t.Parallel()
	dir, block := filled(t)
	// Every four bytes are the length of a record that may be there.
	garbage := bytes.Repeat([]byte{0, 0, 0x10, 0}, 2<<20)
	if err := os.WriteFile(block, garbage, 0o600); err != nil {
		t.Fatal(err)
	}
	if gone := missing(t, bus.Options{Dir: dir}); len(gone) != written {
		t.Errorf("missing: %v", gone)
	}
}

// A snapshot may be taken while a batch is being written.
func TestAStreamThatEndsWithinABatchIsNotSaidToBeDamaged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, bus.Options{Dir: dir})
	nc, err := s.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "T", Subjects: []string{"t.>"}, AllowAtomicPublish: true}); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 3; n++ {
		m := nats.NewMsg(fmt.Sprintf("t.%d", n))
		m.Data = fmt.Appendf(nil, "message %d", n)
		m.Header.Set("Nats-Batch-Id", "batch")
		m.Header.Set("Nats-Batch-Sequence", fmt.Sprint(n))
		if n == 3 {
			m.Header.Set("Nats-Batch-Commit", "1")
		}
		if answer, err := nc.RequestMsg(m, 10*time.Second); err != nil || bytes.Contains(answer.Data, []byte("error")) {
			t.Fatalf("message %d: %v", n, err)
		}
	}
	nc.Close()
	s.Shutdown()
	// The snapshot has two of its three messages.
	stream := filepath.Join(dir, "jetstream", "$G", "streams", "T")
	block := filepath.Join(stream, "msgs", "1.blk")
	data, err := os.ReadFile(block)
	if err != nil {
		t.Fatal(err)
	}
	length := func(at uint32) uint32 { return binary.LittleEndian.Uint32(data[at:]) &^ (1 << 31) }
	second := length(0)
	err = errors.Join(os.WriteFile(block, data[:second+length(second)], 0o600),
		os.Remove(filepath.Join(stream, "msgs", "index.db")), os.RemoveAll(filepath.Join(stream, "batches")))
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	if gone := missing(t, bus.Options{Dir: dir, Logger: slog.New(slog.NewTextHandler(&log, nil))}); len(gone) != written-2 {
		t.Errorf("missing: %v", gone)
	}
	if said := log.String(); !strings.Contains(said, "level=INFO") || !strings.Contains(said, "ends within a batch") ||
		strings.Contains(said, "level=WARN") || strings.Contains(said, "level=ERROR") {
		t.Errorf("it says %s", said)
	}
}
