package parser

import (
	"maps"
	"sort"
	"strings"
	"unicode/utf8"

	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// longestPiece is how many bytes a piece of a text has at most.
const longestPiece = 1 << 10

// pieces divides a text where nothing that belongs together is torn apart: after a
// line, in a long line after a sentence, in a long sentence after a word. The pieces
// one after the other are the text.
func pieces(text string) []string {
	var out []string
	for line := range strings.SplitAfterSeq(text, "\n") {
		for len(line) > longestPiece {
			at := end(line[:longestPiece])
			out, line = append(out, line[:at]), line[at:]
		}
		if line != "" {
			out = append(out, line)
		}
	}
	return out
}

// end is where the last sentence of a text ends, else the last word, else the last
// rune.
func end(text string) int {
	best := -1
	for _, mark := range []string{". ", "! ", "? ", "; "} {
		best = max(best, strings.LastIndex(text, mark))
	}
	if best >= 0 {
		return best + 2
	}
	if at := strings.LastIndexByte(text, ' '); at >= 0 {
		return at + 1
	}
	at := len(text)
	for at > 1 && !utf8.RuneStart(text[at-1]) {
		at--
	}
	return max(at-1, 1)
}

// divide puts the pieces of a text together to as few parts as fit, in their order.
// It returns nil if a piece alone does not.
func divide(text string, fits func(string) bool) []string {
	var out []string
	for rest := pieces(text); len(rest) > 0; {
		n := sort.Search(len(rest), func(n int) bool { return !fits(strings.Join(rest[:n+1], "")) })
		if n == 0 {
			return nil
		}
		out, rest = append(out, strings.Join(rest[:n], "")), rest[n:]
	}
	return out
}

// of returns an input that is a part of a note.
func (in *input) of(text string) *input {
	part := *in
	part.req = &pb.ParseRequest{
		Context: in.req.GetContext(), Text: text, WrittenAt: in.req.GetWrittenAt(), DomainContext: in.req.GetDomainContext(),
	}
	return &part
}

// join returns data of two parts as that of both: lists one after the other, and of
// single values those of the first part that has one.
func join(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]any{}
	}
	for key, v := range b {
		switch had := out[key].(type) {
		case nil:
			out[key] = v
		case []any:
			if more, ok := v.([]any); ok {
				out[key] = append(append([]any(nil), had...), more...)
			}
		case map[string]any:
			if more, ok := v.(map[string]any); ok {
				out[key] = join(had, more)
			}
		}
	}
	return out
}
