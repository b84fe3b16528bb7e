package executor

import (
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/document"
)

// What is taken of the definition of one tool, in bytes.
const (
	mostName        = 256 // as in the contract
	mostDescription = 16 << 10
	mostSchema      = 64 << 10
)

// A definition is all that says what a tool is. An operator agrees to it as a whole.
type definition struct {
	Server       string          `json:"server"` // where it is: the URL, or the command as a JSON array
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  json.RawMessage `json:"annotations,omitempty"`
}

// define reads what a server says of a tool. With an error it returns what it has read.
func define(location string, t *mcp.Tool) (d definition, err error) {
	d = definition{Server: location, Name: t.Name, Title: t.Title, Description: t.Description}
	if d.InputSchema, err = form(t.InputSchema); err != nil {
		return d, fmt.Errorf("its input schema: %w", err)
	}
	if t.OutputSchema != nil {
		if d.OutputSchema, err = form(t.OutputSchema); err != nil {
			return d, fmt.Errorf("its output schema: %w", err)
		}
	}
	if t.Annotations != nil {
		if d.Annotations, err = form(t.Annotations); err != nil {
			return d, fmt.Errorf("its annotations: %w", err)
		}
	}
	if len(t.Title)+len(t.Description) > mostDescription {
		return d, fmt.Errorf("its description has more than %d bytes", mostDescription)
	}
	return d, named(t.Name)
}

// named refuses names that can't be told from others by eye, or are none.
func named(name string) error {
	switch {
	case name == "" || len(name) > mostName:
		return fmt.Errorf("its name has %d bytes; 1 to %d are allowed", len(name), mostName)
	case !utf8.ValidString(name):
		return fmt.Errorf("its name is not UTF-8")
	}
	for _, r := range name {
		if r > unicode.MaxASCII || !unicode.IsGraphic(r) || r == ' ' {
			return fmt.Errorf("its name has the character %+q", r)
		}
	}
	return nil
}

// form returns a value in the form of RFC 8785. Other than in arguments, which have to mean
// the same to all who read them, numbers may be of any size here: they are those of a
// float64 already. What is too large or too deep it returns with an error: each level of a
// schema is parsed once more for each above it.
func form(v any) (json.RawMessage, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if err := document.CheckJSON(data, mostSchema); err != nil {
		return data, err
	}
	out := jsontext.Value(data)
	if err := out.Canonicalize(); err != nil {
		return nil, err
	}
	return json.RawMessage(out), nil
}

// hash stands for the whole definition.
func (d definition) hash() (string, error) {
	data, err := json.Marshal(d)
	if err != nil {
		return "", err
	}
	v := jsontext.Value(data)
	if err := v.Canonicalize(); err != nil {
		return "", err
	}
	return canonical.Hash(v), nil
}

// size is about how many bytes it takes.
func (d definition) size() int {
	return len(d.Name) + len(d.Title) + len(d.Description) + len(d.InputSchema) + len(d.OutputSchema) + len(d.Annotations)
}
