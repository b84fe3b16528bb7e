package reasongraph

import (
	"context"
	"encoding/json"
	"sync"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// mostHeld is how many runs the results are held of that are not kept. Of those beyond it
// tools are called again.
const mostHeld = 64

// memory holds what tools have returned in runs that don't keep it. It is safe for concurrent
// use.
type memory struct {
	mu    sync.Mutex
	runs  map[string]map[int]*reasonv1.Result // by run and call
	order []string                            // of runs, oldest first
}

func (m *memory) put(run string, call int, r *reasonv1.Result) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.runs == nil {
		m.runs = map[string]map[int]*reasonv1.Result{}
	}
	if m.runs[run] == nil {
		m.runs[run], m.order = map[int]*reasonv1.Result{}, append(m.order, run)
	}
	m.runs[run][call] = r
	for len(m.order) > mostHeld {
		delete(m.runs, m.order[0])
		m.order = m.order[1:]
	}
}

func (m *memory) get(run string, call int) *reasonv1.Result {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.runs[run][call]
}

func (m *memory) drop(run string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.runs, run)
	for i, held := range m.order {
		if held == run {
			m.order = append(m.order[:i:i], m.order[i+1:]...)
			return
		}
	}
}

// kept is what the log has of a result: without its data, if that is not to be kept.
func (d steps) kept(s *State, at graph.Step, r *reasonv1.Result) *reasonv1.Result {
	if !s.in.GetForgetResults() || r.GetData() == "" {
		return r
	}
	d.held.put(at.RunID, len(s.entries), r)
	out := proto.CloneOf(r)
	out.Data = sized(r.GetData())
	return out
}

// entries are the calls with what they returned. What the log has no data of and this process
// doesn't hold is called for again: tools only read.
func (d steps) entries(ctx context.Context, s *State, at graph.Step) []*reasonv1.Entry {
	if !s.in.GetForgetResults() {
		return s.entries
	}
	var out []*reasonv1.Entry
	for i, e := range s.entries {
		if e.GetResult().GetData() != "" {
			r := d.held.get(at.RunID, i)
			if r == nil {
				if r = d.made(ctx, s, at, e.GetStep()); r.GetOk() {
					d.held.put(at.RunID, i, r)
				}
			}
			if r.GetOk() {
				e = &reasonv1.Entry{Step: e.GetStep(), Result: r}
			}
		}
		out = append(out, e)
	}
	return out
}

// sized stands for data: its size and its hash.
func sized(data string) string {
	out, err := json.Marshal(map[string]any{"bytes": len(data), "sha256": canonical.Hash([]byte(data))})
	if err != nil {
		panic("a number and a text can't be written as JSON: " + err.Error()) // they can
	}
	return string(out)
}
