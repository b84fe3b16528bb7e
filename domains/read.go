package domains

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"
)

// list returns the YAML files of a folder and of the folders right below it, as far
// as they can be listed.
func list(fsys fs.FS) ([]string, error) {
	var files []string
	err := fs.WalkDir(fsys, ".", func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && p != "." && (strings.HasPrefix(e.Name(), ".") || strings.Count(p, "/") > 0):
			return fs.SkipDir
		case e.IsDir() || strings.HasPrefix(e.Name(), ".") || path.Ext(p) != ".yaml" && path.Ext(p) != ".yml":
			return nil
		}
		files = append(files, p)
		return nil
	})
	return files, err
}

// A result is the domain of a file, or why there is none.
type result struct {
	domain *domain
	err    error
}

// readAll reads files side by side: a server waits for nothing longer when it
// starts. The results are in the order of the files.
func readAll(files []string, label string, shipped bool, text func(string) ([]byte, error)) []result {
	out := make([]result, len(files))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, p := range files {
		g.Go(func() error {
			file := filepath.Join(label, filepath.FromSlash(p))
			content, err := text(p)
			if err != nil {
				out[i].err = &FileError{file, 0, fmt.Sprintf("it can't be read: %v", cause(err))}
				return nil
			}
			out[i].domain, out[i].err = read(&source{file, content, shipped})
			return nil
		})
	}
	_ = g.Wait() // each result has its own error
	return out
}

// read parses and builds one file.
func read(s *source) (*domain, error) {
	f, err := parse(s)
	if err != nil {
		return nil, err
	}
	return build(s, f)
}

// unlike returns an error if one of the domains of the same folder has the name
// already.
func (d *domain) unlike(others []*domain) error {
	for _, other := range others {
		if other.info.GetName() == d.info.GetName() {
			return d.source.errorf("$.name", "the domain %q is already defined in %s", d.info.GetName(), other.file)
		}
	}
	return nil
}

// cause is an error without its path, which is told already.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
