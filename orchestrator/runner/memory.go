package runner

import (
	"container/list"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// mostRemembered bounds what a process remembers of runs, by about the bytes that it
// takes in memory.
const mostRemembered = 16 << 20

// What a run, and an event of it, take in memory beside the event's bytes in the log,
// which they have twice: as they came and as fields.
const (
	runBytes   = 2 << 10
	eventBytes = 400
)

// A memory has the runs that this process has read or walked of late and that have not
// ended, so that who goes on with one need not read and fold it again. What is remembered
// may be out of date: it is used only behind a look at the log, and the log refuses who
// writes behind something else than its end.
type memory struct {
	mu    sync.Mutex
	by    map[runlog.Key]*list.Element
	order list.List // of *remembered, the one used last first
	bytes int
}

// remembered is a run at a place of its log.
type remembered struct {
	key   runlog.Key
	run   graph.Folded
	flow  graph.Flow
	at    runlog.Place
	bytes int // that it takes in memory
}

// of returns a run, nil if it is not remembered.
func (m *memory) of(k runlog.Key) *remembered {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.by[k]
	if e == nil {
		return nil
	}
	m.order.MoveToFront(e)
	return e.Value.(*remembered)
}

// keep remembers a run, unless it has ended, or is remembered as it came to be later.
func (m *memory) keep(k runlog.Key, o *opened) {
	if o.Progress().Status().Ended() {
		m.forget(k)
		return
	}
	now := &remembered{key: k, run: o.Folded, flow: o.flow, at: o.journal.Place(), bytes: runBytes}
	more := o.Events()
	if was := m.of(k); was != nil {
		if len(was.run.Events()) > len(more) {
			return
		}
		now.bytes, more = was.bytes, more[len(was.run.Events()):]
	}
	for _, e := range more {
		now.bytes += eventBytes + 2*proto.Size(e)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.by[k]; e != nil {
		m.remove(e)
	}
	if now.bytes > mostRemembered {
		return
	}
	if m.by == nil {
		m.by = map[runlog.Key]*list.Element{}
	}
	m.by[k] = m.order.PushFront(now)
	for m.bytes += now.bytes; m.bytes > mostRemembered; {
		m.remove(m.order.Back())
	}
}

func (m *memory) forget(k runlog.Key) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.by[k]; e != nil {
		m.remove(e)
	}
}

func (m *memory) remove(e *list.Element) {
	was := m.order.Remove(e).(*remembered)
	delete(m.by, was.key)
	m.bytes -= was.bytes
}
