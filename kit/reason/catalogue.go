package reason

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/slip"
)

// A Tool is something that a step may call. It only reads, and may be called again: a process
// that dies between a call and its record repeats the call.
type Tool struct {
	// Name is what steps call it by: lower case letters, digits and "_".
	Name string `json:"name"`
	// Text says what it does and when to take it, in a few sentences.
	Text string `json:"text"`
	// Input is the JSON Schema of its arguments, which are an object.
	Input json.RawMessage `json:"input"`
	// Needs are the products of other tools that have to be there before it is called, such as
	// "outline", and Makes those that there are once it has come out well.
	Needs []string `json:"needs,omitempty"`
	Makes []string `json:"makes,omitempty"`
}

// MaxTools is how many tools there may be: more no model chooses from well.
const MaxTools = 64

var toolName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// Catalogue is the tools that there are. It doesn't change once it is made.
type Catalogue struct {
	tools   []Tool
	given   []string
	schemas map[string]*jsonschema.Resolved
	hash    string
}

// NewCatalogue makes a catalogue of tools, in their order. given are products that are there
// from the beginning. It refuses names that occur twice, arguments without a schema, and a tool
// that can never be called because nothing makes what it needs.
func NewCatalogue(tools []Tool, given ...string) (*Catalogue, error) {
	if len(tools) > MaxTools {
		return nil, fmt.Errorf("there are %d tools, and at most %d", len(tools), MaxTools)
	}
	c := &Catalogue{tools: slices.Clone(tools), given: slices.Clone(given), schemas: map[string]*jsonschema.Resolved{}}
	for _, t := range tools {
		if !toolName.MatchString(t.Name) {
			return nil, fmt.Errorf("%q is no name of a tool: it has lower case letters, digits and _, at most 64", t.Name)
		}
		if c.schemas[t.Name] != nil {
			return nil, fmt.Errorf("there are two tools of the name %s", t.Name)
		}
		schema, err := resolve(t.Input)
		if err != nil {
			return nil, fmt.Errorf("the arguments of %s: %w", t.Name, err)
		}
		c.schemas[t.Name] = schema
	}
	if err := c.reachable(); err != nil {
		return nil, err
	}
	manifest, err := json.Marshal(c.tools)
	if err == nil {
		manifest, err = canonical.JSON(manifest)
	}
	if err != nil {
		return nil, err
	}
	c.hash = canonical.Hash(manifest)
	return c, nil
}

func resolve(schema json.RawMessage) (*jsonschema.Resolved, error) {
	var s jsonschema.Schema
	if err := json.Unmarshal(schema, &s); err != nil {
		return nil, err
	}
	if s.Type != "object" {
		return nil, errors.New("they are an object, so the schema's type is \"object\"")
	}
	return s.Resolve(nil)
}

// reachable says which tool can never be called.
func (c *Catalogue) reachable() error {
	there := (*Pad)(nil).Products(c)
	left := slices.Clone(c.tools)
	for {
		before := len(left)
		left = slices.DeleteFunc(left, func(t Tool) bool {
			if slices.ContainsFunc(t.Needs, func(p string) bool { return !there[p] }) {
				return false
			}
			for _, p := range t.Makes {
				there[p] = true
			}
			return true
		})
		switch {
		case len(left) == 0:
			return nil
		case len(left) == before:
			return fmt.Errorf("%s can never be called: no tool that can makes %s", left[0].Name, strings.Join(missing(left[0], there), ", "))
		}
	}
}

func missing(t Tool, there map[string]bool) []string {
	var out []string
	for _, p := range t.Needs {
		if !there[p] {
			out = append(out, p)
		}
	}
	return out
}

// Missing are the products that a tool needs and that are not there yet.
func (c *Catalogue) Missing(t Tool, done *Pad) []string { return missing(t, done.Products(c)) }

// Hash stands for all that is said of the tools: another catalogue has another one.
func (c *Catalogue) Hash() string { return c.hash }

// Given are the products that are there from the beginning.
func (c *Catalogue) Given() []string { return slices.Clone(c.given) }

// Tools are the tools, in their order.
func (c *Catalogue) Tools() []Tool { return slices.Clone(c.tools) }

// Find returns a tool by its name.
func (c *Catalogue) Find(name string) (Tool, bool) {
	i := slices.IndexFunc(c.tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return c.tools[i], true
}

// near is the name of a tool that was meant by one that there is none of; "" if that isn't
// clear.
func (c *Catalogue) near(name string) string {
	var names []string
	for _, t := range c.tools {
		names = append(names, t.Name)
	}
	return slip.Nearest(name, names)
}
