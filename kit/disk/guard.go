package disk

import (
	"fmt"
	"strconv"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// lookEvery is how long what was seen counts: a guard is asked at every input.
const lookEvery = 100 * time.Millisecond

// A Place is a folder that is written to.
type Place struct {
	Name string // what it is, for a person: "the vault"
	Dir  string
}

// Options of a Guard.
type Options struct {
	// Reserve is the room, in bytes, that is kept for what has been accepted.
	Reserve int64
	Places  []Place
	// Free returns the room of a folder; nil for that of its file system.
	Free func(dir string) (bytes int64, ok bool)
}

// A Guard tells whether there is room for more. It is safe for concurrent use.
type Guard struct {
	o Options

	mu   sync.Mutex
	seen time.Time
	free []int64 // by place; -1 where it can't be told
}

// NewGuard returns a guard of places.
func NewGuard(o Options) *Guard {
	if o.Free == nil {
		o.Free = Free
	}
	return &Guard{o: o, free: make([]int64, len(o.Places))}
}

// Room returns nil if every place has room for the promised bytes and, beyond
// them, for the reserve. Otherwise the error is a fault.DiskFull that says
// where, and what to do.
func (g *Guard) Room(promised int64) error { return g.check(promised, g.o.Reserve) }

// Open returns nil if every place has the room to go on with what has been
// accepted: a part of the reserve, so that what broke off for want of room does
// not break off at once again.
func (g *Guard) Open() error { return g.check(0, g.o.Reserve/8) }

func (g *Guard) check(promised, reserve int64) error {
	for i, free := range g.look() {
		if free < 0 || free >= promised+reserve {
			continue
		}
		at := g.o.Places[i]
		return fault.New(codes.ResourceExhausted, fault.DiskFull,
			"the disk of %s (%s) has %s left, and %s are needed to finish what has been accepted; free some space, or lower limits.disk_reserve",
			at.Name, at.Dir, Bytes(free), Bytes(promised+reserve)).
			With("path", at.Dir).With("free_bytes", strconv.FormatInt(free, 10))
	}
	return nil
}

// look returns the room of every place as it was seen lately.
func (g *Guard) look() []int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now := time.Now(); g.seen.IsZero() || now.Sub(g.seen) >= lookEvery {
		free := make([]int64, len(g.o.Places)) // not in place: callers hold the old one
		for i, p := range g.o.Places {
			var ok bool
			if free[i], ok = g.o.Free(p.Dir); !ok {
				free[i] = -1
			}
		}
		g.free, g.seen = free, now
	}
	return g.free
}

// Bytes says an amount of room for a person.
func Bytes(n int64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	default:
		return fmt.Sprintf("%d KiB", n>>10)
	}
}
