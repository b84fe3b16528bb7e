// Package toolservertest drives tool servers in tests, as a client of theirs.
package toolservertest

import (
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
)

// A Client is a client of one server.
type Client struct {
	*mcp.ClientSession
	t *testing.T
}

// Connect connects a client, until the test ends.
func Connect(t *testing.T, way mcp.Transport) *Client {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), way, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() }) // it may have ended already
	return &Client{session, t}
}

// Open connects a client with a server in this process, as its New returned it.
func Open(t *testing.T, s *toolserver.Server, err error) *Client {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	near, far := mcp.NewInMemoryTransports()
	served := make(chan error, 1)
	go func() { served <- s.Serve(t.Context(), far) }()
	t.Cleanup(func() {
		if err := <-served; err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return Connect(t, near)
}

// Do calls a tool and reads its structured result.
func (c *Client) Do(operation string, in, out any) {
	c.t.Helper()
	res, err := c.Call(operation, in)
	if err != nil {
		c.t.Fatalf("%s: %v", operation, err)
	}
	if res.IsError {
		c.t.Fatalf("%s: %s", operation, text(res))
	}
	data, err := json.Marshal(res.StructuredContent)
	if err == nil {
		err = json.Unmarshal(data, out)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// Refused calls a tool that has to fail, and returns what it says.
func (c *Client) Refused(operation string, in any) string {
	c.t.Helper()
	res, err := c.Call(operation, in)
	if err != nil {
		c.t.Fatalf("%s: %v", operation, err)
	}
	if !res.IsError {
		c.t.Fatalf("%s has not refused %v: %s", operation, in, text(res))
	}
	return text(res)
}

// Call calls a tool, however it goes.
func (c *Client) Call(operation string, in any) (*mcp.CallToolResult, error) {
	return c.CallTool(c.t.Context(), &mcp.CallToolParams{Name: operation, Arguments: in})
}

func text(res *mcp.CallToolResult) (out string) {
	for _, part := range res.Content {
		if t, ok := part.(*mcp.TextContent); ok {
			out += t.Text
		}
	}
	return out
}

// Outcomes returns of each call of an operation how it went, by the ledger of a server's
// folder: done, failed, or "" if its server died.
func Outcomes(t *testing.T, dir, operation string) (out []string) {
	t.Helper()
	lines, err := toolserver.ReadLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := map[int]int{}
	for _, l := range lines {
		if l.Operation != operation {
			continue
		}
		if l.Outcome == "" {
			at[l.Call] = len(out)
			out = append(out, "")
			continue
		}
		out[at[l.Call]] = l.Outcome
	}
	return out
}

// A Hint is what a tool says of itself, in short.
type Hint string

// What tools say of themselves.
const (
	Reads    Hint = "reads"
	Adds     Hint = "adds"     // writes, and nothing that was there is lost
	Destroys Hint = "destroys" // writes in the place of something
	Sends    Hint = "sends"    // reaches others than the server
)

// Tools checks that a server has these tools and no others, that they say these things of
// themselves, and that they describe all that goes in and comes out. All can be repeated.
func (c *Client) Tools(want map[string]Hint) {
	c.t.Helper()
	res, err := c.ListTools(c.t.Context(), nil)
	if err != nil {
		c.t.Fatal(err)
	}
	if len(res.Tools) != len(want) {
		c.t.Errorf("there are %d tools, want %d", len(res.Tools), len(want))
	}
	for _, tool := range res.Tools {
		if tool.Title == "" || tool.Description == "" {
			c.t.Errorf("%s does not say what it is", tool.Name)
		}
		if got := hint(tool.Annotations); got != want[tool.Name] || !tool.Annotations.IdempotentHint {
			c.t.Errorf("%s says of itself %+v, want that it %s", tool.Name, tool.Annotations, want[tool.Name])
		}
		c.described(tool.Name, tool.InputSchema)
		c.described(tool.Name, tool.OutputSchema)
	}
}

func hint(a *mcp.ToolAnnotations) Hint {
	switch {
	case *a.OpenWorldHint:
		return Sends
	case a.ReadOnlyHint:
		return Reads
	case *a.DestructiveHint:
		return Destroys
	}
	return Adds
}

// described checks that a schema of an object says what each property is.
func (c *Client) described(tool string, schema any) {
	c.t.Helper()
	s, ok := schema.(map[string]any)
	if !ok {
		c.t.Errorf("%s has a schema %v", tool, schema)
		return
	}
	if items, ok := s["items"]; ok {
		c.described(tool, items)
	}
	properties, _ := s["properties"].(map[string]any)
	for name, p := range properties {
		if p, ok := p.(map[string]any); !ok || p["description"] == nil {
			c.t.Errorf("%s does not say what %s is", tool, name)
		}
		c.described(tool, p)
	}
}
