package assertion

import (
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A Kind is a reason for which something is no event of the writer's.
type Kind uint8

// The kinds.
const (
	Negated  Kind = iota + 1 // "no coffee", "skipped squats"
	Planned                  // planned, wished, imagined: "want to run 10k"
	Asked                    // "did I run yesterday?"
	Others                   // somebody else's, or what one read: "Tom ran 10k"
	Habitual                 // a habit, or long ago: "I used to run 10k"
	Quoted                   // in quotation marks or a quoted line
	Part                     // what another number holds already, or their sum: "of which 3 h meetings"

	// Of a number alone: what its clause tells was done, and the number is not how much.
	Compared  // how much more or less: "10 minutes faster", "£40 less than quoted"
	Bounded   // a limit, an estimate, a worth: "up to 50 €", "will cost 80 €"
	Apiece    // of each of several: "three tickets, 12 € each"
	OtherTime // of another time than the note's: "in December I paid 90 €"
)

// OfNumber reports whether a kind is one of a number alone.
func (k Kind) OfNumber() bool { return k >= Compared }

// A Span is a stretch of a text that asserts no event of its writer's. Spans may
// overlap.
type Span struct {
	Start, End int // bytes
	// From and To are the words that say so, in bytes; From is -1 where nothing
	// but the form says it, such as a question mark.
	From, To int
	Kind     Kind
}

// Scan returns the spans of a text by their start.
func Scan(text string) []Span { return Known(nil).Scan(text) }

// Known are people that the writer is known to name, in lower case: not every name
// is on a list, nor has each a capital.
type Known map[string]bool

// Scan is [Scan] for a writer who names these.
func (people Known) Scan(text string) []Span {
	s := scanner{text: text, tokens: lex(text), known: people, besideMe: asMe.MatchString(text)}
	s.lines()
	s.quotes()
	before, others := 0, false // where the last sentence begins, and whether it goes on with others'
	for i := 0; i < len(s.tokens); {
		j := s.sentenceEnd(i)
		if i > 0 {
			others = s.goesOn(before, i, j, others)
		}
		s.sentence(i, j)
		before, i = i, j
	}
	s.numbersNotDone()
	slices.SortStableFunc(s.spans, func(a, b Span) int { return a.Start - b.Start })
	return s.spans
}

// maxDenied is how many words a denial reaches.
const maxDenied = 6

type scanner struct {
	text   string
	tokens []token
	spans  []Span
	known  Known
	// The text sets itself off from others by name: "Me: 5 km".
	besideMe bool
}

// mark adds the tokens from i up to but without j, because of those from c up
// to but without d.
func (s *scanner) mark(kind Kind, i, j, c, d int) {
	if i >= j {
		return
	}
	span := Span{s.tokens[i].start, s.tokens[j-1].end, s.tokens[c].start, s.tokens[d-1].end, kind}
	// A span that the last one covers is not added again: the work on a long
	// sentence stays linear.
	if n := len(s.spans); n > 0 && s.spans[n-1].Kind == kind && s.spans[n-1].From >= 0 && s.spans[n-1].Start <= span.Start && s.spans[n-1].End == span.End {
		return
	}
	s.spans = append(s.spans, span)
}

// whole adds bytes for no word's sake.
func (s *scanner) whole(kind Kind, start, end int) {
	s.spans = append(s.spans, Span{start, end, -1, -1, kind})
}

// sentence reads the tokens from i up to but without j.
func (s *scanner) sentence(i, j int) {
	if s.asks(i, j) {
		s.whole(Asked, s.tokens[i].start, s.tokens[j-1].end)
	}
	s.notOnce(i, j)
	s.endsWithTeller(i, j)
	first := s.behindMark(i, j)
	for k := i; k < j; {
		list, n := lists.marker(s.tokens, k)
		if end := s.rate(k, j); end > k {
			s.mark(Habitual, s.partStart(k, i), end-2, end-2, end)
			s.mark(Habitual, end, s.partEnd(end, j, list), end-2, end)
		}
		if s.tokens[k].text == "0" && s.nothingOf(k+1, j) {
			s.whole(Negated, s.tokens[k].start, s.tokens[k+1].end)
		}
		if list == "" {
			k += max(1, s.other(k, max(min(first, k), i), j))
			continue
		}
		next := k + n
		switch list {
		case "deny":
			if s.numbers(next, j) {
				break
			}
			s.mark(Negated, next, s.denied(next, j), k, next)
		case "plan":
			s.mark(Planned, next, s.until(next, j, false), k, next)
		case "suppose":
			s.mark(Planned, next, s.until(next, j, true), k, next)
		case "report":
			s.mark(Others, next, s.toOwn(next, j, false), k, next)
		case "shown":
			s.mark(Quoted, s.partStart(k, i), k, k, next)
			s.mark(Quoted, next, s.toOwn(next, j, false), k, next)
		case "about":
			s.mark(Others, next, s.toOwn(next, j, true), k, next)
		case "ahead", "aside":
			kind := Planned
			if list == "aside" {
				kind = Habitual
			}
			if k == i || !lists.is("toward", s.tokens[k-1].text) {
				s.mark(kind, s.feltFor(s.partStart(k, i), k), k, k, next)
				s.mark(kind, next, s.partEnd(next, j, list), k, next)
			}
		case "undone":
			s.mark(Negated, i, k, k, next)
		case "nearly":
			if next < j && people.is("did", s.tokens[next].text) {
				s.mark(Negated, next, s.until(next, j, true), k, next)
			}
		}
		if m := lists.has("wish", s.tokens, k); m > 0 && s.closes(k+m, j) {
			s.mark(Planned, s.sinceAction(k, i), k, k, k+m)
		}
		// A word may undo what stands before it and deny what stands behind it.
		if m := lists.has("undo", s.tokens, k); m > 0 && s.closes(k+m, j) && k > i {
			s.mark(Negated, s.partStart(k, i), k, k, k+m)
		} else if m := lists.has("dropped", s.tokens, k); m > 0 && k > i {
			s.mark(Negated, s.partStart(k, i), k, k, k+m)
		}
		if list == "except" || list == "deny" || n > 1 {
			k = next
		} else {
			k++
		}
	}
}

// numbers reports whether the word before token k is short for number rather than
// a denial: "parkrun no. 63", "parkrun no 2: 35:55".
func (s *scanner) numbers(k, end int) bool {
	if k+1 < end && s.tokens[k].sign(".") {
		return digit(s.tokens[k+1].text, 0)
	}
	return k < end && s.tokens[k-1].text == "no" && plain(s.tokens[k].text) && (k+1 == end || !s.tokens[k+1].word)
}

// behindMark returns the token behind the mark of a list and its box, with which a sentence
// may begin: "- [x] Tom ran".
func (s *scanner) behindMark(i, j int) int {
	k := i
	switch {
	case k+1 < j && (s.tokens[k].sign("-") || s.tokens[k].sign("*") || s.tokens[k].sign("+") || s.tokens[k].sign("•")):
		k++
	case k+2 < j && plain(s.tokens[k].text) && (s.tokens[k+1].sign(".") || s.tokens[k+1].sign(")")):
		k += 2
	}
	if k > i && k+3 < j && s.tokens[k].sign("[") && s.tokens[k+2].sign("]") {
		k += 3
	}
	return k
}

// nothingOf reports whether token k is a unit of something that is not done at all where it is
// zero: "0 km". A temperature may be.
func (s *scanner) nothingOf(k, j int) bool {
	if k >= j {
		return false
	}
	unit, _ := quantity.Canonical(s.tokens[k].text)
	dimension := quantity.Dimension(unit)
	return dimension == quantity.Length || dimension == quantity.Duration
}

// rate returns the token behind how often something is, from the number at token k:
// "10 min x 3 a day", "2 per week", "2 beers a week"; or k.
func (s *scanner) rate(k, j int) int {
	if !digit(s.tokens[k].text, 0) {
		return k
	}
	each := k + 1
	if each < j && s.tokens[each].word && !lists.is("each", s.tokens[each].text) {
		each++
	}
	if each+1 < j && lists.is("each", s.tokens[each].text) && lists.is("span", s.tokens[each+1].text) {
		return each + 2
	}
	return k
}

// denied returns where a denial ends whose words end before token k.
func (s *scanner) denied(k, end int) int {
	words := 0
	for ; k < end && words < maxDenied; k++ {
		t := &s.tokens[k]
		if t.sign("(") || t.sign(")") || t.sign("!") || t.sign(",") && !s.listed(k, end) || s.turns(k, end) || words > 0 && lists.has("beyond", s.tokens, k) > 0 {
			break
		}
		if t.word {
			words++
		}
	}
	return k
}

// listed reports whether the comma at k stands in a list that an "or" ends:
// "no bread, pasta or sweets".
func (s *scanner) listed(k, end int) bool {
	words := 0
	for k++; k < end && words <= 3; k++ {
		switch t := &s.tokens[k]; {
		case t.text == "or" || t.text == "nor":
			return words > 0
		case t.sign(","):
			words = 0
		case !t.word || people.is("did", t.text):
			return false
		default:
			words++
		}
	}
	return false
}

// until returns where a plan ends: at a comma if that ends it, or where the
// writer goes on with what was done.
func (s *scanner) until(k, end int, comma bool) int {
	part := false // behind a comma
	for ; k < end; k++ {
		t := &s.tokens[k]
		if t.sign(",") {
			if comma {
				break
			}
			part = true
		}
		if s.turns(k, end) || part && people.is("own", t.text) && k+1 < end && people.is("did", s.tokens[k+1].text) {
			break
		}
	}
	return k
}

// turns reports whether at token k a clause begins that tells what was done.
func (s *scanner) turns(k, end int) bool {
	t := &s.tokens[k]
	if (t.text == "and" || t.text == "so" || t.text == "&") && k+1 < end {
		n := &s.tokens[k+1]
		return people.is("did", n.text) || people.is("was", n.text) || people.is("own", n.text)
	}
	return lists.has("end", s.tokens, k) > 0
}

// toOwn returns where what is said of others ends.
func (s *scanner) toOwn(k, end int, comma bool) int {
	for ; k < end; k++ {
		t := &s.tokens[k]
		switch {
		case comma && t.sign(",") && s.theirs(k+1, end): // "she's 91, still swims, 20 lengths"
			comma = false
		case comma && (t.sign(",") || t.sign(")") || t.text == "so" && s.turns(k, end) || t.text == "but" || t.text == "then"): // but "was so sad"
			return k
		case people.is("own", t.text):
			return k
		case (t.text == "my" || t.text == "our") && k+1 < end && !people.is("person", s.tokens[k+1].text) && !people.is("article", s.tokens[k+1].text):
			return k
		}
	}
	return k
}

// partStart and partEnd return the bounds of the part between commas that token
// k stands in. What comes reaches to the end of the sentence.
func (s *scanner) partStart(k, from int) int {
	for k > from && !s.tokens[k-1].sign(",") && !s.tokens[k-1].sign(")") && s.tokens[k-1].text != "but" && !s.turns(k-1, k+1) {
		k--
	}
	return k
}

// feltFor returns where what is still to come begins in the part from token k to end:
// behind the "about" of "nervous about the scan tomorrow", for nervous one is now.
func (s *scanner) feltFor(k, end int) int {
	for at := k; at < end; at++ {
		if s.tokens[at].text == "about" {
			return at
		}
	}
	return k
}

func (s *scanner) partEnd(k, end int, list string) int {
	if list == "ahead" { // to the end, or back to now
		for k < end && s.tokens[k].text != "today" {
			k++
		}
		return k
	}
	return s.until(k, end, true)
}

// sinceAction returns where the part begins that leads to token k, back to the
// sentence's start or to the comma behind what was done: "ran 5k, 2 l milk to buy".
func (s *scanner) sinceAction(k, from int) int {
	part := k
	for at := k - 1; at >= from; at-- {
		switch t := &s.tokens[at]; {
		case t.sign(","):
			part = at + 1
		case people.is("did", t.text), lists.is("asserted", t.text):
			return part
		}
	}
	return from
}

// closes reports whether nothing but a sign follows in the part.
func (s *scanner) closes(k, end int) bool {
	return k >= end || !s.tokens[k].word && !digit(s.tokens[k].text, 0) || s.tokens[k].text == "because" || s.tokens[k].text == "again"
}

// asks reports whether a sentence is a question: it begins like one, or it ends
// with a mark and doesn't tell what the writer did. "paid 18€ parking fine??"
// tells.
func (s *scanner) asks(i, j int) bool {
	first := i
	for first < j-1 && (!s.tokens[first].word || lists.is("prelude", s.tokens[first].text)) {
		first++
	}
	if lists.has("ask", s.tokens, first) > 0 {
		return true
	}
	if !s.tokens[j-1].sign("?") {
		return false
	}
	if s.doubted(j) {
		return true
	}
	if people.is("own", s.tokens[first].text) {
		first++
	}
	return first >= j || !people.is("did", s.tokens[first].text) && !lists.is("asserted", s.tokens[first].text)
}
