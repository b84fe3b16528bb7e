package runner

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// trouble is what a process remembers while the log of runs can't be written: it
// can't be noted there then that a run was handed back and its worker lives.
type trouble struct {
	mu    sync.Mutex
	back  map[runlog.Key]int64 // the hand-out that was given back
	times int                  // in a row
}

// note remembers that a hand-out of a run was given back, and returns how long to
// wait before the run is tried again.
func (t *trouble) note(k runlog.Key, delivery int64) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.back == nil {
		t.back = map[runlog.Key]int64{}
	}
	t.back[k] = delivery
	t.times++
	return rest(t.times / 4) // several runs fail together
}

// returned reports whether a hand-out of a run was given back by this process.
func (t *trouble) returned(k runlog.Key, delivery int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.back[k] == delivery
}

// over is told that a run could be read and written again.
func (t *trouble) over(k runlog.Key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.back, k)
	t.times = 0
}

// How long a run rests that can't get on: soon again at first, since most of what
// is away comes back in seconds.
const (
	restFirst = 250 * time.Millisecond
	restUsual = 10 * time.Second
	restLong  = time.Minute
	longAfter = 40 // rests, some six minutes
)

// rest returns the pause of a run that has rested so many times since it last got
// on, with jitter so that runs that stopped together don't come back together.
func rest(times int) time.Duration {
	d := restUsual
	switch {
	case times < 6:
		d = restFirst << times
	case times > longAfter:
		d = restLong
	}
	return d/2 + rand.N(d/2+1)
}
