package timespan

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed namesakes.txt
var namesakeTable string

// namesakes are the tokens of names that only look like times, by their first.
var namesakes = sync.OnceValue(func() map[string][][]token {
	names := map[string][][]token{}
	for line := range strings.Lines(namesakeTable) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		toks := tokenize(line)
		names[toks[0].low] = append(names[toks[0].low], toks)
	}
	return names
})

// namesake returns the index after the name that begins at token i, or i.
func (s *scanner) namesake(i int) int {
	end := i
	for _, name := range namesakes()[s.low(i)] {
		if e := s.named(i, name); e > end {
			end = e
		}
	}
	return end
}

// named returns the index after the name at token i, with or without commas
// between its words, or i.
func (s *scanner) named(i int, name []token) int {
	at := i
	for k, t := range name {
		if k > 0 && s.low(at) == "," {
			at++
		}
		if s.low(at) != t.low {
			return i
		}
		at++
	}
	return at
}
