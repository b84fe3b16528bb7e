package chaos

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/porttest"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// A Layout says which processes serve a vault.
type Layout struct {
	Apart      bool                // each role is a process of its own
	Bus        bool                // NATS is a process of its own; else it is in the orchestrator
	Servers    int                 // with Bus: how many servers NATS is, each with a copy of every stream; 0 is 1
	Vault      string              // "" for a new folder
	Streams    string              // folder of the streams; "" for the one that Weft chooses
	Durability string              // of runs; "" for the default
	Production bool                // the shape of production, in place of all of these
	Retrievers int                 // with Production: how many retrievers there are; 0 is 1
	Roles      map[string][]string // with Production: settings of roles besides
	Outage     time.Duration       // with Production: how long runs wait for a role; 0 is shorter than a database is away
	Command    string              // the package of the server; "" for Weft's own
	Mailbox    string              // folder of a mailbox whose tools plans may call; "" for none
	Late       bool                // with Apart and Bus: messages may be held back on their way
	Gate       *gate               // the executor is a process of its own behind it, and all other roles are one; nil for none
}

// Processes that are no agent. In a layout where the roles are not apart, the
// orchestrator is all of them.
const (
	NATS         = "nats"
	Orchestrator = "orchestrator"
	Executor     = "executor"
)

// lease is how long a silent worker keeps its run here.
const lease = "2s"

// A Site is a vault and the processes that serve it. Each keeps its address when
// it is started again.
type Site struct {
	Vault     string
	Streams   string // folder of the streams
	api       string // address
	weft      string // path of the binary
	env       []string
	processes []*Process // in the order in which they start
	nats      string     // URL of several servers; "" if NATS is one

	delays     *delays     // nil where messages come in time
	production *production // nil for another shape
}

// NewSite prepares the processes of a layout. They end with the test.
func NewSite(t *testing.T, l Layout) *Site {
	t.Helper()
	home, weft := t.TempDir(), ""
	if l.Command != "" {
		weft = mesh.Build(t, l.Command)
	} else {
		weft = mesh.Binary(t)
	}
	s := &Site{
		Vault: l.Vault, Streams: l.Streams, api: porttest.FreeAddress(t), weft: weft,
		env: append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home),
	}
	if s.Vault == "" {
		s.Vault = mesh.EmptyVault(t)
	}
	t.Cleanup(func() {
		for _, p := range slices.Backward(s.processes) {
			p.Kill()
		}
	})
	if l.Production {
		s.layProduction(t, l)
		return s
	}
	if l.Late {
		s.delays = &delays{}
	}
	bus := s.lay(t, l)
	if l.Durability != "" {
		bus.server = append(bus.server, "runs.durability="+l.Durability)
	}
	switch {
	case l.Gate != nil:
		s.layDesk(t, bus, l.Gate)
	case l.Apart:
		s.layApart(t, bus, l.Mailbox)
	default:
		bus.server = append(bus.server, s.tools(l.Mailbox)...)
		s.add(Orchestrator, s.weft, s.serve("up", bus.server...)...)
	}
	return s
}

// A bus is how processes come to NATS, as settings.
type bus struct {
	server []string // of the process that has it inside, or else connects to it
	client string   // of the others
}

// lay decides where NATS is, and adds its process if it has one.
func (s *Site) lay(t *testing.T, l Layout) bus {
	t.Helper()
	address := porttest.FreeAddress(t)
	b := bus{client: "nats.url=nats://" + address}
	if l.Servers > 1 {
		return s.layCluster(t, l.Servers)
	}
	if l.Bus {
		s.Streams = t.TempDir()
		s.add(NATS, natsd(t), "-dir", s.Streams, "-listen", address)
		if s.delays != nil {
			b.client = "nats.url=nats://" + newBusRelay(t, address, s.delays)
		}
		b.server = []string{b.client}
		return b
	}
	if s.Streams == "" {
		s.Streams = filepath.Join(s.Vault, ".weft", "nats")
	} else {
		b.server = append(b.server, "nats.dir="+s.Streams)
	}
	if l.Apart {
		b.server = append(b.server, "nats.listen="+address)
	}
	return b
}

// tools are the settings of the tools of a mailbox, none for no mailbox.
func (s *Site) tools(mailbox string) []string {
	if mailbox == "" {
		return nil
	}
	return []string{
		"tools.servers." + mailServer + ".command=" + strings.Join([]string{s.weft, "demo", "serve", "mailbox", "--dir", mailbox}, ","),
		"tools.servers." + mailServer + ".operations.list_messages.effect=read",
		"tools.servers." + mailServer + ".operations.find_message.effect=read",
	}
}

// serve are the arguments of a server of this vault.
func (s *Site) serve(command string, settings ...string) []string {
	args := []string{command, "-o", "json", "--vault", s.Vault, "--tz", mesh.Zone}
	for _, set := range slices.Concat([]string{"api.listen=" + s.api, "runs.ack_wait=" + lease, "user=tester"}, settings) {
		args = append(args, "--set", set)
	}
	return args
}

func (s *Site) add(name, path string, args ...string) {
	s.processes = append(s.processes, &Process{Name: name, command: func() *exec.Cmd {
		cmd := exec.Command(path, args...)
		cmd.Env = s.env
		return cmd
	}})
}

// Start starts what is down.
func (s *Site) Start(ctx context.Context) error {
	for i := 0; i < len(s.processes); {
		if s.nats != "" && i > 0 && isNATS(s.processes[i-1]) && !isNATS(s.processes[i]) {
			if err := s.quorum(ctx); err != nil {
				return err
			}
		}
		var together errgroup.Group
		for first := true; i < len(s.processes) && (first || s.processes[i].beside); first = false {
			p := s.processes[i]
			together.Go(func() error { return p.Start(ctx) })
			i++
		}
		if err := together.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// Process returns a process by name, nil if the layout has none of that name.
func (s *Site) Process(name string) *Process {
	for _, p := range s.processes {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Processes returns all, in the order in which they start.
func (s *Site) Processes() []*Process { return s.processes }

// Fell tells which processes ended without being told to.
func (s *Site) Fell() []string {
	var out []string
	for _, p := range s.processes {
		out = append(out, p.Fell()...)
	}
	return out
}

// Said returns what the processes have logged.
func (s *Site) Said() string {
	var b strings.Builder
	for _, p := range s.processes {
		b.WriteString(p.said.String())
	}
	return b.String()
}

// Clients returns the public API of each orchestrator, for a caller who shows the site's
// token. The site must have been started before.
func (s *Site) Clients(t *testing.T) []weftapi.Client {
	t.Helper()
	if s.production != nil {
		return s.production.clients(t)
	}
	return []weftapi.Client{
		weftapi.NewClient(mesh.Conn(t, s.api, filepath.Join(s.Vault, ".weft", "token"))),
	}
}

// Weft is a command on the vault. It is killed when ctx ends.
func (s *Site) Weft(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, s.weft, append(args, "-o", "json", "--vault", s.Vault, "--tz", mesh.Zone,
		"--set", "runs.ack_wait="+lease, "--set", "user=tester")...)
	cmd.Env = s.env
	endWithParent(cmd)
	return cmd
}
