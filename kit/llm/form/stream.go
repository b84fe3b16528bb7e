package form

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// A Stream reads JSON as it is being written and passes on the text of one
// string member of the outermost object, so that a person can watch an answer
// come. What it passes on is a draft: whether the whole is good shows at the end.
type Stream struct {
	field string
	emit  func(string)

	depth   int
	inText  bool // within a string
	name    bool // that string is the name of a member of the outermost object
	ours    bool // that string is the text of the field
	escaped []byte
	high    rune // first half of a surrogate pair
	member  []byte
	value   bool // a colon has come: what follows is the member's value
	partial []byte
}

// NewStream returns a stream that calls emit with the text of a field.
func NewStream(field string, emit func(string)) *Stream {
	return &Stream{field: field, emit: emit}
}

// Write takes the next piece of the JSON. Pieces may break anywhere.
func (s *Stream) Write(piece string) {
	out := s.partial
	for i := range len(piece) {
		out = s.next(out, piece[i])
	}
	whole := len(out)
	if last := lastRune(out); !utf8.FullRune(out[last:]) {
		whole = last
	}
	if whole > 0 {
		s.emit(string(out[:whole]))
	}
	s.partial = append([]byte(nil), out[whole:]...)
}

// lastRune is where the last rune of b starts.
func lastRune(b []byte) int {
	i := len(b) - 1
	for i > 0 && !utf8.RuneStart(b[i]) {
		i--
	}
	return max(i, 0)
}

// next takes one byte and returns out with what it adds to our text.
func (s *Stream) next(out []byte, c byte) []byte {
	if !s.inText {
		s.outside(c)
		return out
	}
	switch {
	case len(s.escaped) > 0:
		return s.escape(out, c)
	case c == '\\':
		s.escaped = append(s.escaped, c)
		return out
	case c == '"':
		s.inText, s.name, s.ours = false, false, false
		return out
	}
	return s.text(out, string([]byte{c}))
}

// text adds to whatever string we are in.
func (s *Stream) text(out []byte, t string) []byte {
	switch {
	case s.ours:
		return append(out, t...)
	case s.name:
		s.member = append(s.member, t...)
	}
	return out
}

func (s *Stream) outside(c byte) {
	switch c {
	case '{', '[':
		s.depth++
		s.value = false
	case '}', ']':
		s.depth--
	case ':':
		s.value = true
	case ',':
		s.value = false
	case '"':
		s.inText = true
		if s.depth != 1 {
			return
		}
		if s.value {
			s.ours = string(s.member) == s.field
			return
		}
		s.name, s.member = true, s.member[:0]
	}
}

// escape takes a byte of an escape such as \n or \u00e9.
func (s *Stream) escape(out []byte, c byte) []byte {
	s.escaped = append(s.escaped, c)
	if s.escaped[1] != 'u' {
		s.escaped = s.escaped[:0]
		return s.text(out, plainEscape(c))
	}
	if len(s.escaped) < 6 {
		return out
	}
	code, err := strconv.ParseUint(string(s.escaped[2:]), 16, 16)
	s.escaped = s.escaped[:0]
	r := rune(code)
	switch {
	case err != nil:
		return s.text(out, string(utf8.RuneError))
	case s.high != 0:
		r, s.high = utf16.DecodeRune(s.high, r), 0
	case utf16.IsSurrogate(r):
		s.high = r
		return out
	}
	return s.text(out, string(r))
}

func plainEscape(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r', 'b', 'f':
		return ""
	}
	return string([]byte{c})
}
