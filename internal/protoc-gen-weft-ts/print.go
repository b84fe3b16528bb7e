package main

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
)

// A printer collects the lines of a file.
type printer struct{ strings.Builder }

// line writes a line.
func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(p, format+"\n", args...)
}

// doc writes a comment as TSDoc. A block of one line stays one line.
func (p *printer) doc(indent string, paragraphs ...string) {
	text := strings.ReplaceAll(strings.Join(paragraphs, "\n\n"), "*/", "*\\/")
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrap(paragraph, 96-len(indent))...)
	}
	switch {
	case text == "":
	case len(lines) == 1:
		p.line("%s/** %s */", indent, lines[0])
	default:
		p.line("%s/**", indent)
		for _, l := range lines {
			p.line("%s", strings.TrimRight(indent+" * "+l, " "))
		}
		p.line("%s */", indent)
	}
}

// wrap breaks a paragraph into lines of at most so many letters where that can be done.
func wrap(text string, width int) []string {
	var lines []string
	now := ""
	for _, word := range strings.Fields(text) {
		if now != "" && len(now)+1+len(word) > width {
			lines, now = append(lines, now), ""
		}
		now = strings.TrimSpace(now + " " + word)
	}
	return append(lines, now)
}

// readComment returns a comment as paragraphs.
func readComment(c protogen.Comments) string {
	var paragraphs []string
	text := strings.ReplaceAll(strings.TrimSpace(string(c)), "\n \n", "\n\n")
	for p := range strings.SplitSeq(text, "\n\n") {
		if words := strings.Join(strings.Fields(p), " "); words != "" {
			paragraphs = append(paragraphs, words)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
