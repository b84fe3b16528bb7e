package lifecycle

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// lookEvery is how often GiveBack looks what a process does.
	lookEvery = 5 * time.Second
	// quietBytes is what a process may allocate between two looks and still count as
	// one that does nothing: it looks after itself.
	quietBytes = 5 << 20
	// workBytes is how much must have been allocated since memory was given back for
	// it to be worth doing again.
	workBytes = 16 << 20
)

// GiveBack gives memory back to the system whenever a process that has worked has
// nothing more to do, until ctx ends. The runtime by itself collects when the heap
// has doubled; what a start or a load has left would stay until the next load. A
// process at work is left alone.
func GiveBack(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for r := (rest{seen: allocated()}); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if r.due(allocated()) {
			runtime.GC() // twice, since a pool keeps what it has over the first
			debug.FreeOSMemory()
			r.seen = allocated()
		}
	}
}

// rest tells when a process rests from work. Its counts are of bytes that were
// allocated since the process began.
type rest struct {
	seen  uint64 // at the last look
	freed uint64 // when memory was given back
}

// due reports whether memory should be given back, now that so much has been
// allocated.
func (r *rest) due(now uint64) bool {
	quiet := now-r.seen < quietBytes
	r.seen = now
	if !quiet || now-r.freed < workBytes {
		return false
	}
	r.freed = now
	return true
}

func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
