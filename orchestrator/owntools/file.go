package owntools

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/excerpt"
)

// most is how many bytes of a file are read, and written.
const most = 48 << 10

type readResult struct {
	Path string `json:"path"`
	Text string `json:"text"`
	Cut  bool   `json:"cut"`
}

// read reads a file of the vault.
func (t *Tools) read(name string) (*readResult, error) {
	name, err := t.inside(name)
	if err != nil {
		return nil, err
	}
	data, size, err := t.Files.ReadStart(name, most)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s in the vault", name)
	case err != nil:
		return nil, fmt.Errorf("%s can't be read: %w", name, err)
	}
	cut := size > int64(len(data))
	text := string(data)
	if cut { // perhaps in a character
		text = excerpt.Head(text, len(text)-1)
	}
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("%s is no text", name)
	}
	return &readResult{name, text, cut}, nil
}

type writeResult struct {
	Path string `json:"path"`
}

// write writes a new file. One that is there with the same text is what was to be written.
func (t *Tools) write(name, text string) (*writeResult, error) {
	if !strings.EqualFold(path.Ext(name), ".md") {
		name += ".md"
	}
	name, err := t.inside(path.Join(t.Folder, path.Join("/", name)))
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, fmt.Errorf("the text has %d bytes, more than %d", len(text), most)
	}
	made, err := t.Create(name, []byte(text))
	if err != nil {
		return nil, err
	}
	if !made {
		data, _, err := t.Files.Read(name, most+1)
		if err != nil || string(data) != text {
			return nil, fmt.Errorf("there is another file %s already, and it stays as it is", name)
		}
	}
	return &writeResult{name}, nil
}

// inside returns a name in the vault, of what is neither hidden nor a plan's: an approval
// that a plan can read or write would be none.
func (t *Tools) inside(name string) (string, error) {
	clean := path.Clean(name)
	if strings.ContainsAny(name, "\x00\\") || !utf8.ValidString(name) || !filepath.IsLocal(clean) || clean == "." {
		return "", fmt.Errorf("%q is no file in the vault", name)
	}
	dir := ""
	for part := range strings.SplitSeq(clean, "/") {
		if strings.HasPrefix(part, ".") {
			return "", fmt.Errorf("%q is hidden", name)
		}
		if _, err := t.Files.Root().Lstat(path.Join(dir, dayfile.PlansMark)); err == nil {
			return "", fmt.Errorf("%q is in a folder of plans", name)
		}
		dir = path.Join(dir, part)
	}
	real, err := t.Files.Resolve(clean)
	if err == nil && real != clean {
		return "", fmt.Errorf("%q is behind a link", name)
	}
	return clean, nil
}
