package store

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
)

var (
	versionField = regexp.MustCompile(`(?m)^version:[ \t]*["']?(\d{1,18})\b`)
	updatedField = regexp.MustCompile(`(?m)^last_updated:[ \t]*["']?([0-9T:.Z+-]+)`)
)

// ContextOf reads what the front matter says of a page. A person may have broken
// it; that is no reason not to read the page.
func ContextOf(text string) Context {
	c := Context{Text: text, Token: notes.Hash(text)}
	front, ok := strings.CutPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "---\n")
	if !ok {
		return c
	}
	front, _, ok = strings.Cut(front, "\n---")
	if !ok {
		return c
	}
	if m := versionField.FindStringSubmatch(front); m != nil {
		c.Version, _ = strconv.ParseInt(m[1], 10, 64)
	}
	if m := updatedField.FindStringSubmatch(front); m != nil {
		for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
			if t, err := time.Parse(layout, m[1]); err == nil {
				c.UpdatedAt = t
				break
			}
		}
	}
	return c
}
