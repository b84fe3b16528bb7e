package api

import (
	"context"
	"sync"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/runlog"
)

const (
	// queuedAfter is how long a run has done nothing when its place is looked up first,
	// queuedEvery how often after that.
	queuedAfter = 100 * time.Millisecond
	queuedEvery = time.Second
	// placesMost is how many places a server looks up in a second, whoever watches.
	// With more watchers each hears of its place less often.
	placesMost = 200
)

// A queueWatch tells who watches a run of its place in the queue, while it lies
// there.
type queueWatch struct {
	ctx   context.Context
	key   runlog.Key
	now   func() time.Time
	place func(ctx context.Context, k runlog.Key, started *runv1.Event) (ahead int, queued bool, err error)
	rate  *rate
	send  func(*orchestratorv1.RunEvent) error

	mu      sync.Mutex // also of the stream: no two send at once
	started *runv1.Event
	timer   *time.Timer // runs while the run may lie in the queue
	told    int         // the place; -1: none yet
	over    bool
}

// tell sends an event.
func (w *queueWatch) tell(e *orchestratorv1.RunEvent) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.send(e)
}

// saw is told of what is seen of the run: after what others than a worker have
// written it lies in the queue, until a worker does something.
func (w *queueWatch) saw(seen runlog.Seen) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if seen.Event.GetStarted() != nil {
		w.started = seen.Event
	}
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
	if !seen.Latest {
		return
	}
	switch seen.Event.GetKind().(type) {
	case *runv1.Event_Started, *runv1.Event_Answered, *runv1.Event_Retried, *runv1.Event_ChildEnded:
		w.told = -1
		w.again(queuedAfter)
	}
}

func (w *queueWatch) again(after time.Duration) {
	var t *time.Timer
	t = time.AfterFunc(after, func() { w.look(func() bool { return w.timer == t && !w.over }) })
	w.timer = t
}

// look tells the place of the run if it lies in the queue, and looks again later,
// unless something was seen of it meanwhile.
func (w *queueWatch) look(still func() bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !still() {
		return
	}
	ahead, queued := w.told, false
	if started := w.started; w.rate.allow() {
		w.mu.Unlock() // what happens is told meanwhile
		ctx, cancel := context.WithTimeout(w.ctx, queuedEvery)
		n, lies, err := w.place(ctx, w.key, started)
		cancel()
		ahead, queued = n, lies && err == nil
		w.mu.Lock()
	}
	if !still() {
		return
	}
	if queued && ahead != w.told {
		w.told = ahead
		_ = w.send(&orchestratorv1.RunEvent{ // a stream that is broken is noticed by its next event
			RunId: w.key.Run, Time: timestamppb.New(w.now()),
			Kind: &orchestratorv1.RunEvent_Queued{Queued: &orchestratorv1.RunQueued{Ahead: int32(ahead)}},
		})
	}
	w.again(queuedEvery)
}

// end sends nothing more.
func (w *queueWatch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	if w.timer != nil {
		w.timer.Stop()
	}
}

// A rate lets so much through in a second.
type rate struct {
	most int

	mu     sync.Mutex
	second int64
	n      int
}

func (r *rate) allow() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := time.Now().Unix(); s != r.second {
		r.second, r.n = s, 0
	}
	r.n++
	return r.n <= r.most
}
