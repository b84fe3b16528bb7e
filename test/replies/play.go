package replies

import (
	"fmt"
	"net/http"
	"sync"
)

// A Player answers with the replies that are kept. To a prompt that comes again it has
// the next of them, and after the last one that again.
type Player struct {
	mu    sync.Mutex
	by    map[string][]Exchange
	next  map[string]int
	flaw  Flaw
	Asked int      // calls so far
	Lost  []string // what prompts were about for which no reply is kept
}

// NewPlayer returns a player of these exchanges. A flaw without a function leaves them
// as they are.
func NewPlayer(all []Exchange, flaw Flaw) *Player {
	p := &Player{by: map[string][]Exchange{}, next: map[string]int{}, flaw: flaw}
	for _, e := range all {
		p.by[e.key()] = append(p.by[e.key()], e)
	}
	return p
}

// Play answers a call.
func (p *Player) Play(_ *http.Request, c Call) (string, error) {
	key := Exchange{Form: c.Form, Prompt: c.User}.key()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Asked++
	kept := p.by[key]
	if len(kept) == 0 {
		p.Lost = append(p.Lost, key)
		return "", fmt.Errorf("no reply is kept for %s", key)
	}
	e := kept[min(p.next[key], len(kept)-1)]
	p.next[key]++
	reply := e.relabelled(c.User)
	if p.flaw.Spoil != nil {
		reply = p.flaw.Spoil(reply)
	}
	return reply, nil
}
