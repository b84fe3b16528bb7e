package runner_test

import (
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// kept is what an engine has kept so far.
type kept struct {
	appends uint64 // messages that the streams have taken, ever
	log     uint64 // bytes of the log of runs, with subjects and headers
	disk    int64  // bytes of the server's files
}

func (e *engine) kept(b *testing.B) (k kept) {
	b.Helper()
	js, err := jetstream.New(e.nc)
	if err != nil {
		b.Fatal(err)
	}
	streams := js.ListStreams(b.Context())
	for s := range streams.Info() {
		k.appends += s.State.LastSeq
		if s.Config.Name == "WEFT_RUNS" {
			k.log = s.State.Bytes
		}
	}
	if err := streams.Err(); err != nil {
		b.Fatal(err)
	}
	err = filepath.WalkDir(e.dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // the server has removed it meanwhile
		}
		if info, err := d.Info(); err == nil {
			k.disk += info.Size()
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return k
}

func (k kept) since(before kept) kept {
	return kept{k.appends - before.appends, k.log - before.log, k.disk - before.disk}
}

func (k kept) report(b *testing.B) {
	n := float64(b.N)
	b.ReportMetric(float64(k.appends)/n, "appends/run")
	b.ReportMetric(float64(k.log)/n, "log-B/run")
	b.ReportMetric(float64(k.disk)/n, "disk-B/run")
}
