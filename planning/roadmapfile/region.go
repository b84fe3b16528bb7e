package roadmapfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Most is how many bytes a roadmap's file may have.
const Most = 1 << 20

var errNoDay = errors.New("has no day after it; write one such as 2026-11-27")

// split returns the lines of a file with their ends, and the end that new ones
// get.
func split(data []byte) (lines []string, eol string, err error) {
	if len(data) > Most {
		return nil, "", fmt.Errorf("the file has %d bytes; a roadmap may have at most %d", len(data), Most)
	}
	n := 0
	for l := range bytes.Lines(data) {
		n++
		switch {
		case !utf8.Valid(l):
			return nil, "", &lineError{n, "it is not UTF-8; save the file as UTF-8"}
		case bytes.IndexByte(l, 0) >= 0:
			return nil, "", &lineError{n, "it has a NUL byte, which no text has; remove it"}
		}
		lines = append(lines, string(l))
	}
	eol = "\n"
	if len(lines) > 0 && strings.HasSuffix(lines[0], "\r\n") {
		eol = "\r\n"
	}
	return lines, eol, nil
}

// apart returns which lines are code or comments, in which nothing is a task.
// One without an end is an error: a person sees all that follows as part of it.
func apart(lines []string) ([]bool, error) {
	out := make([]bool, len(lines))
	fence, begun := "", 0
	for i, l := range lines {
		was := fence
		fence = nextFence(fence, strings.TrimRight(l, "\r\n"))
		out[i] = was != "" || fence != ""
		if was == "" && fence != "" {
			begun = i + 1
		}
	}
	if fence != "" {
		return nil, &lineError{begun, fmt.Sprintf("the code block or comment that begins here has no end; close it with %s", fenceEnd(fence))}
	}
	return out, nil
}

func fenceEnd(fence string) string {
	if fence == "<!--" {
		return "-->"
	}
	return fence
}

// nextFence returns what is open after a line, given what was before it: a code
// fence, or a comment of HTML or Obsidian that goes over lines.
func nextFence(open, line string) string {
	s := strings.TrimSpace(line)
	begins := open == ""
	switch {
	case open == "<!--", begins && strings.HasPrefix(s, "<!--"):
		if strings.Contains(s, "-->") {
			return ""
		}
		return "<!--"
	case open == "%%", begins && strings.HasPrefix(s, "%%"):
		if (strings.Count(s, "%%")%2 == 1) == begins {
			return "%%"
		}
		return ""
	case s == "" || s[0] != '`' && s[0] != '~':
		return open
	}
	run := s[:len(s)-len(strings.TrimLeft(s, s[:1]))]
	switch {
	case len(run) < 3:
		return open
	case begins && (run[0] == '~' || !strings.Contains(s[len(run):], "`")):
		return run
	case !begins && run[0] == open[0] && len(run) >= len(open) && len(s) == len(run):
		return ""
	}
	return open
}
