package footprint

import (
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// heap returns what is in use of this process's heap: what NATS's server has asked for,
// and all else.
func heap() (weft, nats int64) {
	runtime.GC() // the profile is that of the collection before the last one
	runtime.GC()
	records := make([]runtime.MemProfileRecord, 100)
	for {
		n, ok := runtime.MemProfile(records, false)
		if ok {
			records = records[:n]
			break
		}
		records = make([]runtime.MemProfileRecord, n+100)
	}
	for _, r := range records {
		if ofNATS(r.Stack()) {
			nats += inUse(r)
		} else {
			weft += inUse(r)
		}
	}
	return weft, nats
}

// inUse is what a record of a sample stands for.
func inUse(r runtime.MemProfileRecord) int64 {
	if r.InUseObjects() == 0 {
		return 0
	}
	size := float64(r.InUseBytes()) / float64(r.InUseObjects())
	return int64(float64(r.InUseBytes()) / (1 - math.Exp(-size/float64(runtime.MemProfileRate))))
}

func ofNATS(stack []uintptr) bool {
	frames := runtime.CallersFrames(stack)
	for more := len(stack) > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if strings.Contains(f.Function, "/nats-server/") {
			return true
		}
	}
	return false
}

// held returns what this process holds now, and what it held at most.
func held(t *testing.T) (now memory, peak int64) {
	t.Helper()
	now = (&server{pid: os.Getpid()}).memory(t)
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return now, kilobytes << 10
}
