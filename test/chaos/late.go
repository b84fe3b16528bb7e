package chaos

import (
	"bufio"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/porttest"
)

// delays hold messages back, so that later ones overtake them, while they are on.
type delays struct {
	mu sync.Mutex
	on *rand.Rand // nil while they are off
	n  int        // how many were held
}

// Late has messages come late for seconds: those of NATS, and those of roles' calls.
func (s *Site) Late() Fault {
	return s.whileLate(Fault{Late, "messages", func(context.Context, *rand.Rand) error { return nil }})
}

// LateAnd is a fault in the midst of messages that come late.
func (s *Site) LateAnd(f Fault) Fault {
	f.Kind += ", messages late"
	return s.whileLate(f)
}

func (s *Site) whileLate(f Fault) Fault {
	return Fault{f.Kind, f.On, func(ctx context.Context, r *rand.Rand) error {
		s.delays.turn(rand.New(rand.NewPCG(r.Uint64(), r.Uint64())))
		defer s.delays.turn(nil)
		if err := wait(ctx, time.Second+upTo(r, time.Second)); err != nil {
			return err
		}
		if err := f.Do(ctx, r); err != nil {
			return err
		}
		return wait(ctx, time.Second+upTo(r, time.Second))
	}}
}

func (d *delays) turn(on *rand.Rand) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.on = on
}

// next returns how long a message is held: one of three, for up to a second and a half.
func (d *delays) next() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.on == nil || d.on.IntN(3) > 0 {
		return 0
	}
	d.n++
	return 10*time.Millisecond + upTo(d.on, 1500*time.Millisecond)
}

// hold holds a message of a call.
func (d *delays) hold(ctx context.Context, _ Passing) {
	if held := d.next(); held > 0 {
		_ = wait(context.WithoutCancel(ctx), held)
	}
}

// newBusRelay starts a relay between a NATS server and its clients, and returns its
// address. Messages of the same order stay in it: those to one stream or of one
// subscription, since each has one server that leads it, and one connection to that.
func newBusRelay(t *testing.T, to string, d *delays) string {
	t.Helper()
	address := porttest.FreeAddress(t)
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { between(ctx, client, to, d) })
		}
	})
	t.Cleanup(func() {
		cancel()
		_ = l.Close()
		all.Wait()
	})
	return address
}

// between passes on what a client and its server say. What the client had said when it was
// gone still comes to the server.
func between(ctx context.Context, client net.Conn, to string, d *delays) {
	defer func() { _ = client.Close() }()
	server, err := (&net.Dialer{}).DialContext(ctx, "tcp", to)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	stop := context.AfterFunc(ctx, func() { _, _ = client.Close(), server.Close() })
	defer stop()
	var both sync.WaitGroup
	both.Go(func() {
		newLane(server, d).pass(client)
		_ = server.Close()
	})
	newLane(client, d).pass(server)
	_ = client.Close()
	both.Wait()
}

// A lane is one direction of a connection.
type lane struct {
	d    *delays
	wait sync.WaitGroup
	mu   sync.Mutex
	to   net.Conn
	last map[string]chan struct{} // of each order, closed once it is passed on
}

func newLane(to net.Conn, d *delays) *lane {
	return &lane{d: d, to: to, last: map[string]chan struct{}{}}
}

// pass passes on what comes, to its end.
func (l *lane) pass(from net.Conn) {
	in := bufio.NewReaderSize(from, 64<<10)
	for {
		frame, order, err := next(in)
		if err != nil {
			break
		}
		l.send(frame, order)
	}
	l.wait.Wait()
}

// next reads a line of the protocol, with the message that follows it, and tells in which
// order that is. What is no message is in none.
func next(in *bufio.Reader) (frame []byte, order string, err error) {
	line, err := in.ReadBytes('\n')
	if err != nil {
		return nil, "", err
	}
	words := strings.Fields(string(line))
	if len(words) < 3 {
		return line, "", nil
	}
	switch strings.ToUpper(words[0]) {
	case "PUB", "HPUB":
		order = words[1]
		if parts := strings.Split(order, "."); parts[0] == "weft" && len(parts) > 2 {
			order = strings.Join(parts[:2], ".")
		}
	case "MSG", "HMSG":
		if order = "sid " + words[2]; strings.Contains(words[1], "INBOX.") {
			order = words[1]
		}
	default:
		return line, "", nil
	}
	size, err := strconv.Atoi(words[len(words)-1])
	if err != nil {
		return nil, "", err
	}
	frame = append(line, make([]byte, size+2)...)
	_, err = io.ReadFull(in, frame[len(line):])
	return frame, order, err
}

func (l *lane) send(frame []byte, order string) {
	if order == "" {
		l.write(frame)
		return
	}
	l.mu.Lock()
	before := l.last[order]
	done := make(chan struct{})
	l.last[order] = done
	l.mu.Unlock()
	held := l.d.next()
	pass := func() {
		if before != nil {
			<-before
		}
		l.write(frame)
		l.mu.Lock()
		defer l.mu.Unlock()
		if close(done); l.last[order] == done {
			delete(l.last, order)
		}
	}
	if before == nil && held == 0 {
		pass()
		return
	}
	l.wait.Go(func() {
		_ = wait(context.Background(), held)
		pass()
	})
}

func (l *lane) write(frame []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = l.to.Write(frame) // its end is seen by who reads
}
