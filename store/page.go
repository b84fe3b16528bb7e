package store

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/dayfile"
)

// MostAlike is how many pages of one name are kept.
const MostAlike = 1000

// deepestPage is how many folders of a page may lie in each other.
const deepestPage = 32

// PagePath returns the path of the nth page of a name, counted from 1.
func PagePath(name string, n int) string {
	if n > 1 {
		return fmt.Sprintf("notes/%s %d.md", name, n)
	}
	return "notes/" + name + ".md"
}

// CheckPage returns why no driver keeps a page, as an ErrInvalid.
func CheckPage(name, text string) error {
	why := ""
	switch {
	case !goodName(name):
		why = "its name is none of a file below a folder"
	case len(text) > MaxText:
		why = fmt.Sprintf("it has %d bytes, more than %d", len(text), MaxText)
	case !utf8.ValidString(text):
		why = "it is not UTF-8"
	default:
		page, trouble := dayfile.ReadBytes(PagePath(name, 1), text, dayfile.DateSettings{})
		if trouble != dayfile.NoTrouble || len(page.Notes) == 0 {
			why = "it says nothing"
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrInvalid, why)
}

// goodName reports whether a name leads to a file in the folder of pages that is
// read.
func goodName(name string) bool {
	if !utf8.ValidString(name) || !fs.ValidPath(name) || name == "." || strings.Count(name, "/") >= deepestPage {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > 200 || strings.ContainsFunc(part, unicode.IsControl) {
			return false
		}
	}
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if dayfile.HiddenFolder(folder) {
			return false
		}
	}
	return dayfile.KindOf(name+".md") == dayfile.Markdown
}
