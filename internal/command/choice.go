package command

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
)

// ordinals are how people name one of a few by its place.
var ordinals = []string{"first", "second", "third", "fourth", "fifth"}

// declining is what people write who choose none of what they are offered.
var declining = []string{"none", "none of these", "none of them", "none of those", "neither", "never mind", "nevermind", "skip", "cancel", "no"}

// declines reports whether a text chooses nothing.
func declines(text string) bool { return slices.Contains(declining, folded(text)) }

// choice returns the option that a text names: by its number or place, by its own
// words, or by some that no other has.
func choice(text string, options []string) (string, bool) {
	said := folded(text)
	if i := slices.IndexFunc(options, func(o string) bool { return folded(o) == said }); i >= 0 {
		return options[i], true
	}
	place := strings.TrimSuffix(strings.TrimPrefix(said, "the "), " one")
	number := strings.TrimRight(strings.TrimLeft(strings.TrimPrefix(said, "number "), "# "), ") ")
	for i, o := range options {
		if number == strconv.Itoa(i+1) || i < len(ordinals) && place == ordinals[i] || place == "last" && i == len(options)-1 {
			return o, true
		}
	}
	found, words := "", search.Tokens(place)
	for _, o := range options {
		if len(words) == 0 || !within(words, search.Tokens(o)) {
			continue
		}
		if found != "" {
			return "", false
		}
		found = o
	}
	return found, found != ""
}

// within reports whether all words are among others.
func within(words, others []search.Token) bool {
	return !slices.ContainsFunc(words, func(w search.Token) bool {
		return !slices.ContainsFunc(others, func(o search.Token) bool { return o.Folded == w.Folded })
	})
}

func folded(text string) string { return strings.ToLower(strings.Trim(oneLine(text), " .!?,;:")) }
