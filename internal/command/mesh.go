package command

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/proto/weftapi"
)

const (
	// closeTime bounds how long a command waits for its own mesh to stop.
	closeTime = 10 * time.Second
	// vaultWait is how long a command waits for another one on the same vault.
	vaultWait = 30 * time.Second
)

type message = proto.Message

// A mesh is where commands find someone to talk to.
type mesh interface {
	connect(ctx context.Context, t target) (session, error)
	up(ctx context.Context, o upOptions) error
	graphs(c *config.Config) ([]app.Graph, error)
	checkRuns(ctx context.Context, c *config.Config, store string) (*app.RunsCheck, error)
	exampleVault() fs.FS
	builtinDomains() (*domains.Set, error)
}

// A target says which mesh a command wants.
type target struct {
	server    string         // address of a running server; "" lets the vault decide
	config    *config.Config // of the mesh in this process
	traceFile string
	log       *slog.Logger
	version   string
	wait      time.Duration    // how long to wait for a vault that another command holds
	onWait    func(pid int)    // is told who holds it
	clock     func() time.Time // of planning; nil is the real one
	shares    bool             // whether the session will be shared while a person types
}

// A session is an open way to the public API.
type session interface {
	API() weftapi.Client
	InProcess() bool
	Share(ctx context.Context) error
	Gone(ctx context.Context) bool
	Close(ctx context.Context) error
}

type upOptions struct {
	config    *config.Config
	roles     []string // nil is all
	traceFile string
	tape      app.Tape
	log       *slog.Logger
	version   string
	insecure  bool
	clock     func() time.Time // of planning; nil is the real one
	ready     func(app.Served)
}

// A connection is a session that closes itself in time.
type connection struct {
	session
	kept bool // by a conversation, which closes it at its end
}

func (c *connection) api() weftapi.Client { return c.API() }
func (c *connection) inProcess() bool     { return c.InProcess() }

// close ends the session. What was asked for is done by then, so an error is
// for the log of the mesh and not for the user.
func (c *connection) close() {
	if c.kept {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	_ = c.Close(ctx)
}
