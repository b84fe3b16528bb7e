package document

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// ParseYAML parses YAML of at most most bytes. Its error is an *Error.
func ParseYAML(text []byte, most int) (_ *ast.File, err error) {
	if len(text) > most {
		return nil, errorf(0, "it has %d bytes, more than the %d that are read", len(text), most)
	}
	if isUTF16(text) {
		return nil, errorf(0, "it is UTF-16; save it as UTF-8")
	}
	source := strings.TrimPrefix(string(text), "\uFEFF") // as editors of Windows begin a file
	if line := manyBlanks(source); line > 0 {
		return nil, errorf(line, "it has more than %d blank lines in a row", maxBlank)
	}
	defer recovered(&err)
	tokens := lexer.Tokenize(source)
	if err := checkTokens(tokens, most/perToken); err != nil {
		return nil, err
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, yamlError(err)
	}
	return file, nil
}

// isUTF16 reports whether a text begins as one in UTF-16 does: with its byte order mark, or
// with a letter and a zero byte.
func isUTF16(text []byte) bool {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		if strings.HasPrefix(string(text[:min(len(text), 2)]), mark) {
			return true
		}
	}
	return len(text) > 1 && (text[0] == 0) != (text[1] == 0)
}

// UnmarshalYAML reads YAML of at most most bytes into a value. Nothing changes the
// value if there is no document. Its error is an *Error.
func UnmarshalYAML(text []byte, most int, into any, opts ...yaml.DecodeOption) error {
	file, err := ParseYAML(text, most)
	if err != nil {
		return err
	}
	for _, d := range file.Docs {
		if d.Body != nil {
			return DecodeYAML(d.Body, into, opts...)
		}
	}
	return nil
}

// DecodeYAML reads a part of what ParseYAML returned into a value. Its error is an
// *Error.
func DecodeYAML(node ast.Node, into any, opts ...yaml.DecodeOption) (err error) {
	defer recovered(&err)
	return yamlError(yaml.NodeToValue(node, into, opts...))
}

// recovered keeps a malformed document from ending the process, whatever the
// library makes of it.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = errorf(0, "the YAML can't be read: %v", r)
	}
}

// yamlError is an error of the library on one line.
func yamlError(err error) error {
	if err == nil {
		return nil
	}
	out := &Error{Reason: err.Error()}
	if y, ok := errors.AsType[yaml.Error](err); ok {
		out.Reason = y.GetMessage()
		if t := y.GetToken(); t != nil && t.Position != nil {
			out.Line = t.Position.Line
		}
	}
	out.Reason, _, _ = strings.Cut(out.Reason, "\n")
	return out
}

// manyBlanks returns the line on which there are too many blank lines in a row, 0
// if there is none. The lexer copies a text in a block once for each that ends it.
func manyBlanks(source string) int {
	line, ends := 1, 0
	for i := range len(source) {
		switch source[i] {
		case '\n', '\r':
			if source[i] == '\n' {
				line++
			}
			if ends++; ends > 2*maxBlank { // CR LF are two
				return line
			}
		case ' ', '\t':
		default:
			ends = 0
		}
	}
	return 0
}

// checkTokens refuses what would keep the parser busy.
func checkTokens(tokens token.Tokens, most int) error {
	if len(tokens) > most {
		return errorf(0, "it holds more than %d tokens, of which a name with its value has three", most)
	}
	var n nesting
	for _, t := range tokens {
		switch t.Type {
		case token.AnchorType, token.AliasType:
			return errorf(t.Position.Line, "anchors and aliases are not read; write the value out, or put a text that begins with & or * in quotes")
		}
		if n.add(t) > maxDepth {
			return errorf(t.Position.Line, "it is nested deeper than %d", maxDepth)
		}
	}
	return nil
}

// nesting is how deep a token lies. Within brackets columns mean nothing.
type nesting struct {
	flow    int   // brackets and braces that are open
	columns []int // of the lists, mappings and tags by indentation around it
}

func (n *nesting) add(t *token.Token) int {
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		n.flow++
	case token.SequenceEndType, token.MappingEndType:
		n.flow = max(0, n.flow-1)
	case token.SequenceEntryType, token.MappingKeyType, token.TagType:
		n.open(t.Position.Column)
	case token.MappingValueType:
		if t.Prev != nil {
			n.open(t.Prev.Position.Column)
		}
	}
	return n.flow + len(n.columns)
}

// open begins a list or mapping at a column, and ends those that lie deeper.
func (n *nesting) open(column int) {
	if n.flow > 0 {
		return
	}
	for len(n.columns) > 0 && n.columns[len(n.columns)-1] >= column {
		n.columns = n.columns[:len(n.columns)-1]
	}
	n.columns = append(n.columns, column)
}
