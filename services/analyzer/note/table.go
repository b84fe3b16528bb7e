package note

import (
	"iter"
	"strings"
)

// Table reads the lines "name: phrase | phrase" of a data file, comments and
// blank lines left out.
func Table(file string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for line := range strings.Lines(file) {
			name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
			if !ok || strings.HasPrefix(name, "#") {
				continue
			}
			var phrases []string
			for _, p := range strings.Split(rest, "|") {
				phrases = append(phrases, strings.TrimSpace(p))
			}
			if !yield(name, phrases) {
				return
			}
		}
	}
}
