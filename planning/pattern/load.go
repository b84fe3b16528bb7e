package pattern

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"github.com/weft-mesh/weft/kit/document"
)

// shipped are the files of templates, which "make generate" packs.
//
//go:embed templates.zip
var shipped []byte

// maxFile is the longest file of a template, in bytes.
const maxFile = 64 << 10

// Generic is the name of the template for what fits no other.
const Generic = "generic_project"

// Set is templates, one of which is Generic.
type Set struct {
	Templates []*Template // by file
}

// Get returns a template by name; nil: there is none.
func (s *Set) Get(name string) *Template {
	for _, t := range s.Templates {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// FileError is a mistake in a template's file.
type FileError struct {
	File   string
	Line   int // counted from 1; 0: the file as a whole
	Reason string
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Reason
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason)
}

// Shipped returns the templates that come with the binary, which are read once. They are
// shared, and not to be changed.
func Shipped() (*Set, error) { return readShipped() }

var readShipped = sync.OnceValues(func() (*Set, error) {
	files, err := zip.NewReader(bytes.NewReader(shipped), int64(len(shipped)))
	if err != nil {
		return nil, err
	}
	return Load(files, "*.yaml")
})

// Load reads the templates of the files that match, strictly.
func Load(fsys fs.FS, match string) (*Set, error) {
	files, err := fs.Glob(fsys, match)
	if err != nil {
		return nil, err
	}
	s := &Set{}
	for _, file := range files {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		t, err := Parse(file, text)
		if err != nil {
			return nil, err
		}
		if s.Get(t.Name) != nil {
			return nil, &FileError{file, 0, fmt.Sprintf("there is another template %q", t.Name)}
		}
		s.Templates = append(s.Templates, t)
	}
	if s.Get(Generic) == nil {
		return nil, fmt.Errorf("of %d templates in %s none is %q, which is for what fits no other", len(files), match, Generic)
	}
	return s, nil
}

// Parse reads one template. Its error is a *FileError.
func Parse(file string, text []byte) (*Template, error) {
	tree, err := document.ParseYAML(text, maxFile)
	if err != nil {
		return nil, fileError(file, err)
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return nil, &FileError{file, 0, "a template is one YAML document"}
	}
	t := &Template{}
	if err := document.DecodeYAML(tree.Docs[0].Body, t, yaml.Strict()); err != nil {
		return nil, fileError(file, err)
	}
	if m := t.check(); m != nil {
		return nil, &FileError{file, line(text, m.path), m.reason}
	}
	return t, nil
}

func fileError(file string, err error) error {
	if d, ok := errors.AsType[*document.Error](err); ok {
		return &FileError{file, d.Line, d.Reason}
	}
	return &FileError{file, 0, err.Error()}
}

// line returns where a YAML path such as "$.parts[2].level" is, or the nearest
// above it.
func line(text []byte, path string) int {
	tree, err := document.ParseYAML(text, maxFile)
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
