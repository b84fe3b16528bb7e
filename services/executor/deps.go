package executor

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/metric"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/kit/grant"
)

// Deps is what an executor is built from.
type Deps struct {
	// Servers are the servers of tools, by name.
	Servers map[string]Server
	// Store opens what executors share: what was agreed to, and which grants are used up. It
	// is asked when that is first needed, and again until it succeeds. Nil only without
	// servers.
	Store func(context.Context) (*Store, error)
	// Keys are those whose grants count.
	Keys grant.Keys
	// Version of this build, which servers are told.
	Version string
	// Log gets what servers write to their standard error. Nil for none.
	Log *slog.Logger
	// Meter measures which servers don't answer. Nil for none.
	Meter metric.Meter
	// Now is the clock; nil is the system's.
	Now func() time.Time
}

// A Server is where tools come from: a process that is run here, or an address.
type Server struct {
	// Command is the program and its arguments. Empty: URL.
	Command []string
	// URL is where an MCP server listens, by streamable HTTP.
	URL string
	// Own is a server that is a part of this binary. Nobody has to agree to its tools: whoever has
	// built or configured it has. URL is what it works on then, "" if that is this machine.
	Own *mcp.Server
	// Env returns the variables that the process gets, each as NAME=VALUE. It is asked at
	// each start. Nil: none.
	Env func() ([]string, error)
	// Headers returns what goes with each request to the URL. It is asked at each start.
	// Nil: nothing.
	Headers func() (http.Header, error)
	// Timeout is the most time one call may take. A server that has not answered by then is
	// started anew.
	Timeout time.Duration
	// ListTimeout is the most time that the list of its tools may take; 0 is 15 seconds.
	// StartTimeout is the most time until it is ready; 0 is a minute: one that is fetched
	// first takes a while.
	ListTimeout, StartTimeout time.Duration
	// OutputBytes is how much of a result is kept: of its text, and of what is structured.
	OutputBytes int
	// Operations is what is known of single operations, by name.
	Operations map[string]Operation
}

// An Operation is what the configuration says of one.
type Operation struct {
	// Effect is what calling it may do. Unspecified is external.
	Effect commonv1.ToolEffect
	// Idempotent says that calling it twice is as good as once.
	Idempotent bool
	// IdempotencyArgument is the argument by which the server knows a call that comes
	// again. Empty: it knows none.
	IdempotencyArgument string
	// Verify is the operation that tells whether this one was done, and VerifyPointer where
	// in its result that stands. Empty: none does.
	Verify, VerifyPointer string
	// Hidden operations are not told and can't be called.
	Hidden bool
}

const (
	listTime  = 15 * time.Second
	startTime = time.Minute
)

func (s Server) withDefaults() Server {
	s.ListTimeout, s.StartTimeout = cmp.Or(s.ListTimeout, listTime), cmp.Or(s.StartTimeout, startTime)
	return s
}

func (s Server) check() error {
	switch {
	case s.Own == nil && (len(s.Command) == 0) == (s.URL == ""):
		return errors.New("it needs a command or a URL, and not both")
	case s.Timeout <= 0:
		return errors.New("it needs a timeout")
	case s.OutputBytes <= 0:
		return errors.New("it needs a limit of its output")
	}
	return nil
}
