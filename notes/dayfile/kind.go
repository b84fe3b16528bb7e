package dayfile

import (
	"path"
	"strings"
)

// Pages of a vault that Weft writes: what it has learned of the user, and what it
// has dropped from that.
const (
	ContextPage = "global-context.md"
	ArchivePage = "global-context-archive.md"
)

// A Kind is what a file is by its name.
type Kind int

// The kinds of files in a folder of notes.
const (
	Other    Kind = iota // not Markdown
	Hidden               // it begins with a point, or is a page that Weft writes for itself
	Conflict             // the other version that a program for syncing leaves behind
	Markdown
)

// KindOf returns what a file is by its path, with forward slashes.
func KindOf(p string) Kind {
	base := path.Base(p)
	ext := strings.ToLower(path.Ext(base))
	switch {
	case strings.HasPrefix(base, "."), base == ContextPage, base == ArchivePage:
		return Hidden
	case ext != ".md" && ext != ".markdown":
		return Other
	case strings.Contains(base, ".sync-conflict-") || strings.Contains(base, "conflicted copy"):
		return Conflict
	}
	return Markdown
}

// HiddenFolder reports whether a folder has no notes: it begins with a point, or
// Logseq keeps older versions of its pages there.
func HiddenFolder(p string) bool {
	return strings.HasPrefix(path.Base(p), ".") || strings.HasSuffix("/"+p, "/logseq/bak")
}
