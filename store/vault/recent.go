package vault

import (
	"bytes"
	"errors"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

// A parsedFile is what a parsed file says. It is never changed.
type parsedFile struct {
	path    string
	content []byte
	hash    string
	records map[string]*record
	err     error // why the data can't be used; it names the file
}

func newParsedFile(rel string, content []byte, records map[string]*record, err error) *parsedFile {
	return &parsedFile{rel, content, notes.Hash(content), records, err}
}

// recentData are the parsed files that were read or written last, the latest at the
// end. A note that is kept touches the file of its day several times, and mostly
// nobody else does.
type recentData []*parsedFile

// mostRecent is how many are held: notes come in for a day or two at a time.
const mostRecent = 4

func (r *recentData) put(f *parsedFile) {
	others := slices.DeleteFunc(*r, func(other *parsedFile) bool { return other.path == f.path })
	if len(others) == mostRecent {
		others = slices.Delete(others, 0, 1)
	}
	*r = append(others, f)
}

// parsedFile returns what a parsed file of that content says. The caller holds scanMu.
func (v *Vault) parsedFile(rel string, content []byte) *parsedFile {
	for _, f := range v.recent {
		if f.path == rel && bytes.Equal(f.content, content) {
			return f
		}
	}
	records, err := parseRecords(content)
	if corrupt, ok := errors.AsType[*store.CorruptError](err); ok {
		corrupt.Path = rel
	}
	f := newParsedFile(rel, content, records, err)
	v.recent.put(f)
	return f
}
