package domains

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/weft-mesh/weft/kit/slip"
)

// A FileError is a mistake in a domain's file.
type FileError struct {
	File   string
	Line   int // counted from 1; 0 if the mistake is the file as a whole
	Reason string
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Reason
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason)
}

// Bounds of a domain's file. The shipped ones have up to 40 KiB and 500 lines.
const (
	maxFile  = 128 << 10 // bytes
	maxLines = 5000
	maxDepth = 100 // of brackets and braces
)

// A source is a parsed file that can tell the line of what it holds.
type source struct {
	path string
	tree *ast.File
	file file
}

// parse reads a domain's file strictly.
func parse(path string, text []byte) (src *source, err error) {
	if err := bounded(path, text); err != nil {
		return nil, err
	}
	// A malformed document must not end the process, whatever the YAML library
	// makes of it.
	defer func() {
		if r := recover(); r != nil {
			src, err = nil, &FileError{path, 0, fmt.Sprintf("the YAML cannot be read: %v", r)}
		}
	}()
	src = &source{path: path}
	if src.tree, err = parser.ParseBytes(text, 0); err != nil {
		return nil, yamlError(path, err)
	}
	aliases := aliasFinder{}
	for _, d := range src.tree.Docs {
		ast.Walk(&aliases, d)
	}
	if aliases.found != nil {
		return nil, &FileError{path, aliases.found.GetToken().Position.Line, "YAML aliases are not read; what notations share is a fragment"}
	}
	if len(src.tree.Docs) != 1 {
		return nil, &FileError{path, 0, fmt.Sprintf("the file holds %d documents; a domain is one", len(src.tree.Docs))}
	}
	if err := yaml.UnmarshalWithOptions(text, &src.file, yaml.Strict()); err != nil {
		return nil, yamlError(path, err)
	}
	return src, nil
}

// bounded refuses a file that would keep the YAML library busy: it takes time
// with the square of a mapping's entries, and a stack frame for each nesting.
func bounded(path string, text []byte) error {
	if len(text) > maxFile {
		return &FileError{path, 0, fmt.Sprintf("the file is larger than %d KiB", maxFile>>10)}
	}
	line, depth := 1, 0
	for _, c := range text {
		switch c {
		case '\n':
			line++
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		}
		if line > maxLines {
			return &FileError{path, line, fmt.Sprintf("the file has more than %d lines", maxLines)}
		}
		if depth > maxDepth {
			return &FileError{path, line, fmt.Sprintf("brackets are nested deeper than %d", maxDepth)}
		}
	}
	return nil
}

// An aliasFinder finds a YAML alias. A few lines of aliases of aliases can stand
// for more values than any memory holds.
type aliasFinder struct{ found ast.Node }

// Visit is called for each node of the document.
func (f *aliasFinder) Visit(n ast.Node) ast.Visitor {
	if _, is := n.(*ast.AliasNode); is && f.found == nil {
		f.found = n
	}
	return f
}

var unknownField = regexp.MustCompile(`unknown field "([^"]*)"`)

// yamlError turns an error of the YAML library into one with a line and, for a
// misspelt key, the key that was probably meant.
func yamlError(path string, err error) error {
	out := &FileError{File: path, Reason: firstLine(err.Error())}
	var y yaml.Error
	if errors.As(err, &y) {
		out.Reason = y.GetMessage()
		if t := y.GetToken(); t != nil && t.Position != nil {
			out.Line = t.Position.Line
		}
	}
	if m := unknownField.FindStringSubmatch(out.Reason); m != nil {
		out.Reason = fmt.Sprintf("unknown key %q", m[1])
		if near := slip.Nearest(m[1], keys); near != "" {
			out.Reason += fmt.Sprintf("; did you mean %q?", near)
		}
	}
	return out
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// errorf returns an error at the place that a YAML path such as
// "$.patterns[2].match" names, or at the nearest place above it that exists.
func (s *source) errorf(path, format string, args ...any) error {
	return &FileError{s.path, s.line(path), fmt.Sprintf(format, args...)}
}

func (s *source) line(path string) int {
	for path != "" && path != "$" {
		if p, err := yaml.PathString(path); err == nil {
			if n, err := p.FilterFile(s.tree); err == nil && n != nil && n.GetToken() != nil {
				return n.GetToken().Position.Line
			}
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return 1
}
