package domains

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/weft-mesh/weft/kit/document"
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

// maxFile is the longest file of a domain that is read, in bytes. The shipped ones
// have up to 70 KiB.
const maxFile = 128 << 10

// A source is a file that can tell the line of what it holds.
type source struct {
	path    string
	text    []byte
	shipped bool // with the binary, so that its patterns are known to compile
}

// parse reads a domain's file strictly.
func parse(src *source) (*file, error) {
	tree, err := document.ParseYAML(src.text, maxFile)
	if err != nil {
		return nil, yamlError(src.path, err)
	}
	if len(tree.Docs) != 1 {
		return nil, &FileError{src.path, 0, fmt.Sprintf("the file holds %d documents; a domain is one", len(tree.Docs))}
	}
	f := &file{}
	if err := document.DecodeYAML(tree.Docs[0].Body, f, yaml.Strict()); err != nil {
		return nil, yamlError(src.path, err)
	}
	return f, nil
}

var unknownField = regexp.MustCompile(`unknown field "([^"]*)"`)

// yamlError turns an error of the YAML library into one with a line and, for a
// misspelt key, the key that was probably meant.
func yamlError(path string, err error) error {
	out := &FileError{File: path, Reason: err.Error()}
	if d, ok := errors.AsType[*document.Error](err); ok {
		out.Line, out.Reason = d.Line, d.Reason
	}
	if m := unknownField.FindStringSubmatch(out.Reason); m != nil {
		out.Reason = fmt.Sprintf("unknown key %q", m[1])
		if near := slip.Nearest(m[1], keys); near != "" {
			out.Reason += fmt.Sprintf("; did you mean %q?", near)
		}
	}
	return out
}

// errorf returns an error at the place that a YAML path such as
// "$.patterns[2].match" names, or at the nearest place above it that exists.
func (s *source) errorf(path, format string, args ...any) error {
	return &FileError{s.path, s.line(path), fmt.Sprintf(format, args...)}
}

// line parses the file once more: its tree is many times its size, and mistakes
// are rare.
func (s *source) line(path string) int {
	tree, err := document.ParseYAML(s.text, maxFile)
	if err != nil {
		return 1
	}
	for path != "" && path != "$" {
		if p, err := yaml.PathString(path); err == nil {
			if n, err := p.FilterFile(tree); err == nil && n != nil && n.GetToken() != nil {
				return n.GetToken().Position.Line
			}
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return 1
}
