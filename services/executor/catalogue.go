package executor

import (
	"bytes"
	"context"
	"encoding/json"
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
	mostNamed = 4096 // tools, with those that are left out
	mostPages = 64
	mostBytes = 1 << 20 // of all definitions
	mostRead  = 4 << 20 // of all definitions, with those that are left out
)

// errUnusable is of a list that has come, and can't be used.
var errUnusable = errors.New("the list is too long")

// A tool is one that can be told; whether it may be called is another question.
type tool struct {
	definition    definition
	hash          string
	input, output *jsonschema.Resolved // nil if nothing of it can be used; output also if it declares none
	unchecked     []string             // places in the schemas that are left to the server
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
	out := &listing{of: open, at: s.now(), title: open.title(), tools: map[string]*tool{}}
	omit := func(name, why string) {
		out.omitted = append(out.omitted, omission(name, why))
	}
	s.heard.leftOut() // of an answer that nobody has waited for
	twice, size, read, tooMany := map[string]bool{}, 0, 0, 0
	err := pages(ctx, open.client, func(t *mcp.Tool) error {
		made, err := s.tool(t)
		if read += made.definition.size(); read > mostRead {
			return fmt.Errorf("%w: it has more than %d bytes", errUnusable, mostRead)
		}
		switch {
		case s.Operations[t.Name].Hidden:
			return nil
		case err != nil:
			omit(t.Name, err.Error())
			return nil
		case out.tools[t.Name] != nil || twice[t.Name]:
			twice[t.Name] = true
			delete(out.tools, t.Name)
			omit(t.Name, "the server names it twice")
			return nil
		}
		if _, wanted := s.Operations[t.Name]; len(out.tools) >= mostTools && !wanted {
			tooMany++
			return nil
		}
		if size += made.definition.size(); size > mostBytes {
			omit(t.Name, fmt.Sprintf("the server's definitions have more than %d bytes", mostBytes))
			return nil
		}
		out.tools[t.Name] = made
		return nil
	})
	if err != nil {
		return nil, err
	}
	if tooMany > 0 {
		out.omitted = append(out.omitted, fmt.Sprintf("%d tools, as there are more than %d; those that the configuration names go first", tooMany, mostTools))
	}
	out.omitted = append(out.omitted, s.heard.leftOut()...)
	return out, nil
}

// pages reads the list of tools to its end, and has each taken as it comes: a page may be
// as large as a message.
func pages(ctx context.Context, client *mcp.ClientSession, take func(*mcp.Tool) error) error {
	n, params := 0, &mcp.ListToolsParams{}
	for range mostPages {
		page, err := client.ListTools(ctx, params)
		if err != nil {
			return err
		}
		if n += len(page.Tools); n > mostNamed {
			return fmt.Errorf("%w: it has more than %d tools", errUnusable, mostNamed)
		}
		for _, t := range page.Tools {
			if err := take(t); err != nil {
				return err
			}
		}
		if page.NextCursor == "" {
			return nil
		}
		params = &mcp.ListToolsParams{Cursor: page.NextCursor}
	}
	return fmt.Errorf("%w: it has more than %d pages", errUnusable, mostPages)
}

// tool makes ready what a server says of one. With an error it returns what was read of its
// definition.
func (s *server) tool(said *mcp.Tool) (*tool, error) {
	d, err := define(s.location, said)
	t := &tool{definition: d, configured: s.Operations[d.Name]}
	if err != nil {
		return t, err
	}
	t.effect = effect(s.Server, t.configured, said.Annotations)
	if t.hash, err = d.hash(); err != nil {
		return t, err
	}
	switch {
	case string(d.InputSchema) == "null":
		return t, errors.New("its input schema is missing; one that takes no arguments has {\"type\": \"object\"}")
	case !bytes.HasPrefix(d.InputSchema, []byte("{")):
		return t, errors.New("its input schema: it is no object")
	}
	t.input = t.read("input", d.InputSchema)
	if d.OutputSchema != nil {
		t.output = t.read("output", d.OutputSchema)
	}
	return t, nil
}

// read makes one of the tool's schemas ready, and notes what of it is left to the server.
func (t *tool) read(name string, data json.RawMessage) *jsonschema.Resolved {
	schema, unchecked := readSchema(data)
	for _, place := range unchecked {
		t.unchecked = append(t.unchecked, clip(printable(name+place), mostName))
	}
	return schema
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
		DefinitionHash: t.hash, Unchecked: t.unchecked,
	}
}

// accepts holds arguments in their canonical form against the tool's schema.
func (t *tool) accepts(arguments []byte) error {
	if len(arguments) == 0 || arguments[0] != '{' {
		return errors.New("they are no JSON object")
	}
	if err := fits(t.input, arguments); err != nil && !errors.Is(err, errUnchecked) {
		return err
	}
	return nil
}
