package toolserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/kit/safefile"
)

// Options say what a server is and where its files are.
type Options struct {
	Name   string // as programs call it
	Title  string // as people do
	Dir    string // its folder, which is made if it is not there
	Faults []Fault
}

// A Server is an MCP server over a folder. It must be closed.
type Server struct {
	Files *safefile.Folder // of the server; whatever it does stays in there

	mcp   *mcp.Server
	close []io.Closer
}

// Open opens the folder of a server without tools.
func Open(o Options) (*Server, error) {
	if o.Dir == "" {
		return nil, errors.New("the server needs a folder")
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("can't make the server's folder: %w", err)
	}
	files, err := safefile.OpenFolder(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("can't open the server's folder: %w", err)
	}
	calls, err := openLedger(files)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("can't open the ledger: %w", err), files.Close())
	}
	s := &Server{Files: files, mcp: mcp.NewServer(&mcp.Implementation{Name: o.Name, Title: o.Title, Version: "1.0"}, nil)}
	s.Keep(files)
	s.Keep(calls)
	s.mcp.AddReceivingMiddleware(calls.watch(o.Faults))
	return s, nil
}

// Keep has something closed with the server.
func (s *Server) Keep(c io.Closer) { s.close = append(s.close, c) }

// Close closes what the server has opened.
func (s *Server) Close() error {
	var errs []error
	for _, c := range s.close {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// Serve answers one client until it leaves or the context ends.
func (s *Server) Serve(ctx context.Context, t mcp.Transport) error {
	if err := s.mcp.Run(ctx, t); ctx.Err() == nil {
		return err
	}
	return nil
}

// Add gives the server a tool. Its schemas are those of the types, and an error of do is
// told as the tool's own.
func Add[In, Out any](s *Server, t *mcp.Tool, do func(context.Context, In) (Out, error)) {
	t.InputSchema, t.OutputSchema = schemaOf[In](), schemaOf[Out]()
	mcp.AddTool(s.mcp, t, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := do(ctx, in)
		return nil, out, err
	})
}

// Reads is what a tool says of itself that changes nothing, here or elsewhere.
func Reads() *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: new(false), IdempotentHint: true, OpenWorldHint: new(false)}
}

// Writes is what a tool says of itself that changes something here. It destroys if what
// was there before is lost. It can be repeated if a second call with the same arguments
// changes nothing.
func Writes(destroys, repeatable bool) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{DestructiveHint: new(destroys), IdempotentHint: repeatable, OpenWorldHint: new(false)}
}

// Sends is what a tool says of itself that reaches people elsewhere, and can be repeated.
func Sends() *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{DestructiveHint: new(false), IdempotentHint: true, OpenWorldHint: new(true)}
}
