package form

import (
	"slices"
	"strings"
)

type kind int

const (
	object kind = iota
	array
	text
	integer
	number
	boolean
	choice
)

// kinds are the JSON types of the kinds.
var kinds = [...]string{"object", "array", "string", "integer", "number", "boolean", "string"}

// A shape is a JSON value that a form asks for.
type shape struct {
	kind     kind
	about    string // what the model is told of it
	nullable bool   // null is a good value: nothing to say
	must     bool   // without a good value, what it is a part of is no good either
	holds    bool   // a text that holds JSON, which may be written as it is

	fields   []field // of an object, in the order in which they are to be written
	item     *shape  // of an array
	most     int     // the most items, or characters; 0 for any
	least    int     // the fewest
	from, to *float64
	words    []string // of a choice, as the model is told them
	values   []any    // what stands for them in the result
}

type field struct {
	name string
	shape
}

// field returns the field with a name, its position, and whether there is one.
func (s *shape) field(name string) (int, bool) {
	i := slices.IndexFunc(s.fields, func(f field) bool { return f.name == name })
	return i, i >= 0
}

// choose returns what a word stands for, however it is written.
func (s *shape) choose(word string) (any, bool) {
	word = plain(word)
	for i, w := range s.words {
		if plain(w) == word {
			return s.values[i], true
		}
	}
	return nil, false
}

func plain(word string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return '_'
		}
		return r
	}, strings.ToUpper(strings.TrimSpace(word)))
}
