package screen

import (
	"crypto/rand"
	"strings"
)

// The escape sequences that Weft itself writes.
const (
	bold      = "\x1b[1m"
	dim       = "\x1b[2m"
	red       = "\x1b[31m"
	green     = "\x1b[32m"
	yellow    = "\x1b[33m"
	cyan      = "\x1b[36m"
	reset     = "\x1b[0m"
	eraseLine = "\r\x1b[2K"
)

var sequences = [...]string{bold, dim, red, green, yellow, cyan, reset, eraseLine}

// A Seal marks the escape sequences that are Weft's own until a [Writer] takes
// the mark off. It is random and never printed, so nothing that is printed can
// hold it but what was sealed in this process.
//
// With the zero Seal sequences are not marked, and a Writer takes them out.
type Seal string

// NewSeal returns a seal that nobody can guess.
func NewSeal() Seal { return Seal(rand.Text()) }

// mark returns a sequence with the seal before it.
func (s Seal) mark(sequence string) string {
	if s == "" {
		return sequence
	}
	return "\x1b" + string(s) + sequence
}

// own returns the sequence of Weft that a text begins with and how many bytes
// it takes with its seal, 0 if the text begins with none.
func (s Seal) own(text string) (sequence string, size int) {
	if s == "" || text[0] != '\x1b' {
		return "", 0
	}
	for _, sequence := range sequences {
		if marked := s.mark(sequence); strings.HasPrefix(text, marked) {
			return sequence, len(marked)
		}
	}
	return "", 0
}

// strip takes the sequences of Weft out of a text.
func (s Seal) strip(text string) string {
	if !strings.Contains(text, "\x1b") {
		return text
	}
	for _, sequence := range sequences {
		text = strings.ReplaceAll(text, s.mark(sequence), "")
	}
	return text
}
