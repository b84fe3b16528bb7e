package chaos

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A BusGate stands between a NATS server and its clients, and cuts off whoever publishes
// something that it is told to stop: of that, and of what all clients say from there on,
// nothing comes to the server, as if they had died before it. They are to be killed then.
type BusGate struct {
	Address string

	to     string
	before func(Published) bool

	mu          sync.Mutex
	life        *gateLife
	connections int
	gone        *sync.Cond // one of them has ended
}

// Published is a message on its way to the server.
type Published struct {
	Subject string
	Data    []byte
}

// A gateLife is from one opening of the gate to the next.
type gateLife struct {
	shut    bool
	stopped chan struct{} // closed once it is shut
}

// NewBusGate starts a gate to the NATS server at an address. It asks of each message, in
// their order, whether it is to stop before it. It ends with the test.
func NewBusGate(t *testing.T, to string, before func(Published) bool) *BusGate {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &BusGate{Address: l.Addr().String(), to: to, before: before, life: &gateLife{stopped: make(chan struct{})}}
	g.gone = sync.NewCond(&g.mu)
	var accepting sync.WaitGroup
	accepting.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			g.mu.Lock()
			g.connections++
			life := g.life
			g.mu.Unlock()
			go g.between(client, life)
		}
	})
	t.Cleanup(func() { // after the processes, which were started later, have ended
		_ = l.Close()
		accepting.Wait()
		g.Open()
	})
	return g
}

// Stopped is closed once the gate has stopped.
func (g *BusGate) Stopped() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.life.stopped
}

// Open lets those pass who connect from now on. Whoever was connected must be dead: what
// they have said is thrown away before anybody else is heard.
func (g *BusGate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.connections > 0 {
		g.gone.Wait()
	}
	g.life = &gateLife{stopped: make(chan struct{})}
}

// between passes on what a client and the server say.
func (g *BusGate) between(client net.Conn, life *gateLife) {
	defer func() {
		_ = client.Close()
		g.mu.Lock()
		defer g.mu.Unlock()
		g.connections--
		g.gone.Broadcast()
	}()
	server, err := net.Dial("tcp", g.to)
	if err != nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() {
		in := bufio.NewReaderSize(client, 64<<10)
		for {
			frame, _, err := next(in)
			if err != nil {
				break
			}
			g.pass(life, server, frame)
		}
		_ = server.Close()
	})
	_, _ = io.Copy(client, server)
	_ = client.Close()
	both.Wait()
}

// pass passes on what a client says, unless the gate is shut. It is one at a time, so that
// nothing passes after what was stopped.
func (g *BusGate) pass(life *gateLife, server net.Conn, frame []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if life.shut {
		return
	}
	if p, ok := published(frame); ok && g.before(p) {
		life.shut = true
		close(life.stopped)
		return
	}
	_, _ = server.Write(frame) // its end is seen by who reads
}

// published reads what a client publishes, without its header.
func published(frame []byte) (Published, bool) {
	line, rest, _ := bytes.Cut(frame, []byte("\r\n"))
	words := strings.Fields(string(line))
	if len(words) < 3 {
		return Published{}, false
	}
	header := 0
	switch strings.ToUpper(words[0]) {
	case "PUB":
	case "HPUB":
		header, _ = strconv.Atoi(words[len(words)-2])
	default:
		return Published{}, false
	}
	data := bytes.TrimSuffix(rest, []byte("\r\n"))
	if header > len(data) {
		return Published{}, false
	}
	return Published{words[1], data[header:]}, true
}
