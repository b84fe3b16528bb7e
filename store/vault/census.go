package vault

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
)

// Census looks at all files and counts what is read of them. Weft's own day files
// are among those dated by their names.
func (v *Vault) Census(ctx context.Context) (dayfile.Census, error) {
	if err := ctx.Err(); err != nil {
		return dayfile.Census{}, context.Cause(ctx)
	}
	if err := v.refresh(true); err != nil {
		return dayfile.Census{}, err
	}
	v.mu.RLock()
	defer v.mu.RUnlock()
	c := dayfile.Census{NotMarkdown: v.state.notMarkdown, Conflicts: v.state.conflicts}
	for _, f := range v.state.files {
		c.Add(f.tally)
	}
	c.Warnings = v.state.warningsIn(notes.Range{}, true, mostInCensus)
	return c, nil
}

// mostInCensus is how many lines a census names that were not read as they stand.
const mostInCensus = 1000

// odd are the troubles that are told once, and no answer is the worse for.
var odd = []struct {
	trouble dayfile.Trouble
	message string
}{
	{dayfile.Binary, "no text, left out"},
	{dayfile.NotUTF8, "with characters that are not UTF-8"},
}

// mostNamed is how many files a notice names.
const mostNamed = 5

// notice tells what is odd about the files that a scan has read, in a line for each
// kind of trouble.
func (v *Vault) notice(s *scan) {
	for _, o := range odd {
		var paths []string
		for rel, f := range s.files {
			if f != nil && f.tally.Trouble() == o.trouble {
				paths = append(paths, rel)
			}
		}
		if len(paths) == 0 {
			continue
		}
		slices.Sort(paths)
		named := strings.Join(paths[:min(len(paths), mostNamed)], ", ")
		if len(paths) > mostNamed {
			named += ", …"
		}
		v.opts.Notice(printable(fmt.Sprintf("files of notes %s: %d: %s", o.message, len(paths), named)))
	}
}
