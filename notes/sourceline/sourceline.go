// Package sourceline tells on which line of a file words of a note stand. It is pure.
package sourceline

import (
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// At is the file and the line of an offset of an entry's text, in bytes. It is nil for an
// entry that lies in no file.
func At(e *commonv1.Entry, offset int) *commonv1.SourceRef {
	if e.GetSource().GetPath() == "" {
		return nil
	}
	// Lines are counted from the end: what stands before a text differs by the file.
	line := e.GetSource().GetLastLine() - int32(strings.Count(strings.TrimRight(e.GetText()[offset:], " \t\r\n"), "\n"))
	line = max(line, e.GetSource().GetFirstLine())
	return &commonv1.SourceRef{Path: e.GetSource().GetPath(), FirstLine: line, LastLine: line}
}

// Of is the file and the line on which words of an entry begin, or the entry's lines if it
// does not have the words as they are.
func Of(e *commonv1.Entry, words string) *commonv1.SourceRef {
	if i := strings.Index(e.GetText(), words); i >= 0 && words != "" {
		return At(e, i)
	}
	if e.GetSource().GetPath() == "" {
		return nil
	}
	return e.GetSource()
}
