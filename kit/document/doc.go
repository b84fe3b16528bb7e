// Package document reads YAML and JSON that came from a folder or a file, of
// which nobody knows who wrote it and what for.
//
// A few hundred bytes of YAML can stand for more values than any memory holds, by
// aliases of aliases, and parsers call themselves for each nesting and search a
// mapping for each of its keys. So what would keep a parser busy is refused before
// it is asked: too many bytes, values, nestings, and aliases altogether. What is
// left takes milliseconds, which no deadline could promise of a parser that can't
// be stopped.
//
// The package knows nothing else of Weft and may be used by every layer.
package document

import "fmt"

// Bounds of every document. Those that people write are far below.
const (
	maxDepth = 64  // of lists and mappings in each other
	perToken = 8   // bytes of YAML that may be read for each token; a value with its name has three
	maxBlank = 200 // blank lines in a row in YAML
)

// MaxValues is how many values JSON may hold. Each takes a byte at least.
const MaxValues = 200_000

// An Error says what is wrong with a document, and where.
type Error struct {
	Line   int // counted from 1; 0 if it is the document as a whole
	Reason string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
}

func errorf(line int, format string, args ...any) error {
	return &Error{Line: line, Reason: fmt.Sprintf(format, args...)}
}
