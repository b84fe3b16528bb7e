package assertion

import "slices"

// A Person is a word or a few for somebody in a text.
type Person struct {
	Start, End int  // bytes
	Own        bool // the writer: "I", "mine"
	// Told is true if a [Span] gives what this person did or had to them.
	Told bool
}

// People returns the persons of a text in its order, as far as what stands beside them
// may be theirs: not who was only there, as in "dinner with Tom". A word with a capital
// within a sentence counts if a value, a verb or a bracket stands beside it.
func People(text string) []Person {
	s := scanner{text: text, tokens: lex(text)}
	told := make([]bool, len(text)+1)
	for _, span := range Scan(text) {
		for at := max(span.From, 0); span.Kind == Others && at < span.To; at++ {
			told[at] = true
		}
	}
	var out []Person
	for i := 0; i < len(s.tokens); {
		j := i
		for j < len(s.tokens) && s.tokens[j].sentence == s.tokens[i].sentence {
			j++
		}
		for k := i; k < j; {
			end, own := s.personAt(k, i, j)
			if end == k {
				k++
				continue
			}
			at := s.tokens[k].start
			out = append(out, Person{Start: at, End: s.tokens[end-1].end, Own: own, Told: told[at]})
			k = end
		}
		i = j
	}
	return out
}

// personAt returns the token behind a person at token k of the sentence from i to j, or
// k if there is none, and whether it is the writer.
func (s *scanner) personAt(k, i, j int) (end int, own bool) {
	if next := s.owner(k, j); next > k {
		return next, false
	}
	if next, _ := s.subject(k, i, j); next > k && s.tokens[k].word {
		if s.object(k, i) {
			return k, false
		}
		return next, false
	}
	if people.is("own", s.tokens[k].text) {
		return k + 1, true
	}
	if s.beside(k, i, j) && !s.object(k, i) {
		return k + 1, false
	}
	return k, false
}

// beside reports whether token k may be a name that no list has, for what stands beside
// it: "Mikel 21:04", "Ludo got 120", "10 km (Ander)".
func (s *scanner) beside(k, i, j int) bool {
	t := &s.tokens[k]
	if !t.word || !t.capital || k == i || k+1 >= j || len(t.text) < 3 || s.text[t.start+1:t.end] != t.text[1:] || people.is("opener", t.text) {
		return false
	}
	after := s.tokens[k+1].text
	return digit(after, 0) || s.acts(k+1) || after == ":" || s.tokens[k-1].sign("(") && after == ")"
}

// TellsDeed reports whether a sentence has a verb of what was done, but for those that only
// arrange what is to come: "ran 5 km", but not "booked yoga for Monday".
func TellsDeed(sentence string) bool {
	for _, t := range lex(sentence) {
		if !lists.is("arranges", t.text) && (people.is("did", t.text) || lists.is("asserted", t.text) || past(t.text)) {
			return true
		}
	}
	return false
}

// Idioms returns where a text has a word of what one does and tells no such doing: "ran out of
// milk", "bought running shoes".
func Idioms(text string) []Span {
	var out []Span
	tokens := lex(text)
	for i := range tokens {
		if n := lists.has("idiom", tokens, i); n > 0 {
			out = append(out, Span{Start: tokens[i].start, End: tokens[i+n-1].end, From: tokens[i].start, To: tokens[i+n-1].end})
		}
	}
	return out
}

// Denies reports whether a text speaks of what did not happen: "when did I last skip a run".
func Denies(text string) bool {
	return slices.ContainsFunc(Scan(text), func(s Span) bool { return s.Kind == Negated || s.Kind == Planned })
}
