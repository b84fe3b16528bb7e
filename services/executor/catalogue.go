package executor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// What is taken of the tools of one server.
const (
	mostTools = 256
	mostPages = 64
	mostBytes = 1 << 20 // of all definitions
)

// A tool is one that can be told; whether it may be called is another question.
type tool struct {
	definition    definition
	hash          string
	input, output *jsonschema.Resolved // output is nil if it declares none
	effect        commonv1.ToolEffect
	configured    Operation
}

// A listing is what a server said of its tools.
type listing struct {
	of      *session
	at      time.Time
	title   string
	tools   map[string]*tool // by operation
	omitted []string         // tools that are left out, and why
}

// ask asks a server for its tools.
func (s *server) ask(ctx context.Context, open *session) (*listing, error) {
	open.stale.Store(false)
	said, err := pages(ctx, open.client)
	if err != nil {
		return nil, err
	}
	out := &listing{of: open, at: s.now(), title: open.title(), tools: map[string]*tool{}}
	omit := func(name, why string) {
		out.omitted = append(out.omitted, fmt.Sprintf("%+q: %s", clip(name, 64), printable(why)))
	}
	twice, size := map[string]bool{}, 0
	for _, t := range said {
		if s.Operations[t.Name].Hidden {
			continue
		}
		made, err := s.tool(t)
		switch {
		case err != nil:
			omit(t.Name, err.Error())
			continue
		case out.tools[t.Name] != nil || twice[t.Name]:
			twice[t.Name] = true
			delete(out.tools, t.Name)
			omit(t.Name, "the server names it twice")
			continue
		}
		if size += made.definition.size(); size > mostBytes {
			omit(t.Name, fmt.Sprintf("the server's definitions have more than %d bytes", mostBytes))
			continue
		}
		out.tools[t.Name] = made
	}
	return out, nil
}

// pages reads the list of tools to its end.
func pages(ctx context.Context, client *mcp.ClientSession) ([]*mcp.Tool, error) {
	var all []*mcp.Tool
	params := &mcp.ListToolsParams{}
	for range mostPages {
		page, err := client.ListTools(ctx, params)
		if err != nil {
			return nil, err
		}
		if all = append(all, page.Tools...); len(all) > mostTools {
			return nil, fmt.Errorf("it has more than %d tools", mostTools)
		}
		if page.NextCursor == "" {
			return all, nil
		}
		params = &mcp.ListToolsParams{Cursor: page.NextCursor}
	}
	return nil, fmt.Errorf("its list of tools has more than %d pages", mostPages)
}

// tool makes ready what a server says of one.
func (s *server) tool(said *mcp.Tool) (*tool, error) {
	d, err := define(s.location, said)
	if err != nil {
		return nil, err
	}
	t := &tool{definition: d, configured: s.Operations[d.Name]}
	t.effect = effect(s.Server, t.configured, said.Annotations)
	if t.hash, err = d.hash(); err != nil {
		return nil, err
	}
	if t.input, err = compile(d.InputSchema); err != nil {
		return nil, fmt.Errorf("its input schema: %w", err)
	}
	if d.OutputSchema != nil {
		if t.output, err = compile(d.OutputSchema); err != nil {
			return nil, fmt.Errorf("its output schema: %w", err)
		}
	}
	return t, nil
}

// sorted returns the tools by name.
func (l *listing) sorted() []*tool {
	out := make([]*tool, 0, len(l.tools))
	for _, name := range slices.Sorted(maps.Keys(l.tools)) {
		out = append(out, l.tools[name])
	}
	return out
}

// told returns a tool as the contract has it, without whether it is trusted.
func (t *tool) told(server string) *commonv1.Tool {
	return &commonv1.Tool{
		Server: server, Operation: t.definition.Name, Title: t.definition.Title, Description: t.definition.Description,
		InputSchema: t.definition.InputSchema, OutputSchema: t.definition.OutputSchema,
		Effect: t.effect, Idempotent: t.configured.Idempotent, IdempotencyArgument: t.configured.IdempotencyArgument,
		VerifyOperation: t.configured.Verify, VerifyPointer: t.configured.VerifyPointer,
		DefinitionHash: t.hash,
	}
}

// accepts holds arguments in their canonical form against the tool's schema.
func (t *tool) accepts(arguments []byte) error {
	if len(arguments) == 0 || arguments[0] != '{' {
		return errors.New("they are no JSON object")
	}
	return fits(t.input, arguments)
}
