package notegraph

import (
	"context"
	"fmt"
	"sync"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// bodies are the notes that were read for a run while a worker walks it. The log has
// only their ids and hashes, so who takes the run up again begins with none. All
// steps of a walk see a note as it was when the first of them read it. It is safe for
// concurrent use; nil holds nothing.
type bodies struct {
	mu   sync.Mutex
	held map[string]*commonv1.Entry // nil for one that is gone
	size int                        // of what is held, in bytes
}

// take returns which of some notes are held, and the ids of the others.
func (b *bodies) take(refs []*commonv1.EntryRef) (held map[string]*commonv1.Entry, others []string) {
	held = make(map[string]*commonv1.Entry, len(refs))
	if b != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
	}
	for _, ref := range refs {
		if b == nil {
			others = append(others, ref.GetId())
		} else if e, ok := b.held[ref.GetId()]; ok {
			held[ref.GetId()] = e
		} else {
			others = append(others, ref.GetId())
		}
	}
	return held, others
}

// put holds a note in the place of what was held of it, unless all together would be
// larger than most bytes.
func (b *bodies) put(id string, e *commonv1.Entry, most int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.size -= proto.Size(b.held[id])
	delete(b.held, id)
	size := proto.Size(e)
	if b.size+size > most {
		return
	}
	if b.held == nil {
		b.held = map[string]*commonv1.Entry{}
	}
	b.held[id] = e
	b.size += size
}

// bodies reads the notes that a run has not read yet, together, and returns all by
// their ids. Those that are gone are not among them.
func (h handlers) bodies(ctx context.Context, s State, refs []*commonv1.EntryRef) (map[string]*commonv1.Entry, error) {
	out, missing := s.bodies.take(refs)
	if len(missing) == 0 {
		return out, nil
	}
	read, err := h.Store.Entries(ctx, s.Scope(), missing)
	if err != nil {
		return nil, fmt.Errorf("read %d notes: %w", len(missing), err)
	}
	for _, e := range read {
		out[e.GetId()] = e
	}
	for _, id := range missing {
		s.bodies.put(id, out[id], h.c.MaxBytes)
	}
	return out, nil
}

// body reads one note, if the run has not read it yet. It is nil if it is gone.
func (h handlers) body(ctx context.Context, s State, id string) (*commonv1.Entry, error) {
	out, err := h.bodies(ctx, s, []*commonv1.EntryRef{{Id: id}})
	return out[id], err
}
