package task

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/dayfile"
)

// blankHidden returns a text of the same length in which what no reader is shown, or shown only
// as code, is blank: front matter, code blocks, and comments of Obsidian (%%) and HTML. A
// comment without an end is text.
func blankHidden(text string) string {
	out := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' && out[i] != '\r' {
				out[i] = ' '
			}
		}
	}
	front, _, at := dayfile.FindFront(text)
	if fields := dayfile.FrontFields(front); len(fields) == 0 || fields[0].Name == "" {
		at = 0 // a rule
	}
	blank(0, at)
	var last [2]int // where comments end for the last time
	for i, c := range comments {
		last[i] = strings.LastIndex(text, c.end)
	}
	for fence := ""; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		end := min(at+len(line)+1, len(text))
		open := fence
		// Code may stand in a list or in a quotation.
		if fence = dayfile.NextFence(open, strings.TrimLeft(strings.TrimRight(line, "\r"), " \t>")); fence != "" || open != "" {
			blank(at, end)
			at = end
			continue
		}
		from, to := end, end
		for i, c := range comments {
			if last[i] < at {
				continue
			}
			if m := c.begins.FindStringIndex(line); m != nil && at+m[1] <= last[i] && at+m[0] < from {
				from = at + m[0]
				to = at + m[1] + strings.Index(text[at+m[1]:], c.end) + len(c.end)
			}
		}
		if behind := codeAround(line, from-at); behind > 0 && from < end {
			at += behind // what code says is shown as it is
			continue
		}
		blank(from, to)
		at = to // what follows in the line may be another
	}
	return string(out)
}

// codeSpan matches code within a line.
var codeSpan = regexp.MustCompile("`[^`\\n]+`|``[^\\n]+?``")

// codeAround returns where the code ends that a place in a line is in, 0 if it is in none.
func codeAround(line string, place int) int {
	for at := 0; at < place; {
		code := codeSpan.FindStringIndex(line[at:])
		if code == nil || at+code[0] > place {
			return 0
		}
		if at += code[1]; at > place {
			return at
		}
	}
	return 0
}

// comments are what begins and ends one.
var comments = []struct {
	begins *regexp.Regexp
	end    string
}{{regexp.MustCompile(`\B%%`), "%%"}, {regexp.MustCompile(`<!--`), "-->"}}
