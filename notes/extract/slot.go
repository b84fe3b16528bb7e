package extract

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A slot is a typed hole in a pattern.
type slot struct {
	name  string
	types []slotType // tried in order
	id    int        // the same for all slots of a domain that read alike
}

type slotKind uint8

const (
	slotNumber slotKind = iota
	slotInt
	slotRating
	slotScore
	slotClock
	slotBedtime
	slotElapsed
	slotSplit
	slotText
	slotItems
	slotNumbers
	slotPrice
	slotDecimal
	slotPhrase
	slotWord
	slotContent
	slotQuantity // name is the dimension
	slotName     // name is the kind
	slotWords
)

var slotKinds = map[string]slotKind{
	"number": slotNumber, "int": slotInt, "rating": slotRating, "score": slotScore,
	"clock": slotClock, "bedtime": slotBedtime, "elapsed": slotElapsed, "split": slotSplit, "price": slotPrice, "decimal": slotDecimal,
	"text": slotText, "items": slotItems, "numbers": slotNumbers, "phrase": slotPhrase, "word": slotWord, "content": slotContent,
}

type slotType struct {
	kind      slotKind
	name      string
	unit      string  // the only unit that a quantity may have, "" for any of its dimension
	low, high float64 // bounds of numbers and quantities, of clocks in hours, of phrases in words
	words     [][]string
	only      []string // the names that a kind is restricted to, nil for all
}

// unbounded is beyond every number of a note.
const unbounded = 1e15

// list reports whether the slot reads a list.
func (s slot) list() bool { return s.types[0].kind == slotItems }

func isDimension(name string) bool { return quantity.Known(name) }

// Reserved reports whether a word is a slot type of the pattern language, which
// no kind of names may be called.
func Reserved(kind string) bool {
	_, ok := slotKinds[kind]
	return ok || isDimension(kind) || quantity.Dimension(kind) != ""
}

// A value is what a slot captured.
type value struct {
	text     string  // as written, or the canonical name
	number   float64 // of numbers and quantities; minutes since midnight of clocks
	unit     string
	form     valueForm
	approx   bool
	doubt    string    // why it may be wrong, a clause; empty if it is clear
	items    []string  // of lists
	numbers  []float64 // of lists of numbers; number is the first
	exact    bool      // of clocks: am, pm or 24-hour form leave no choice
	half     bool      // of clocks: am or pm says so
	scaled   bool      // of numbers: "of 10" stands behind it
	night    bool      // of clocks: when one goes to sleep
	names    int       // 1 of names and listed words, else 0
	everyday bool      // of words that may as well tell of something else
	from, to int       // tokens
}

type valueForm uint8

const (
	formText valueForm = iota
	formNumber
	formQuantity
	formClock
)

// read returns the ways in which the slot can be filled at token i, best first.
func (d *domain) read(s *scanned, sl *slot, i int) []value {
	var out []value
	for _, t := range sl.types {
		from := len(out)
		out = d.readType(s, t, i, out)
		for k := from; k < len(out); k++ {
			out[k].from = i
		}
	}
	return out
}

// readType appends the ways in which a value of the type can begin at token i.
func (d *domain) readType(s *scanned, t slotType, i int, out []value) []value {
	if s.tokens[i].kind == opaque || s.negative(i) && t.name != quantity.Temperature {
		return out
	}
	switch t.kind {
	case slotName:
		return d.names[t.name].find(s, i, t.only, out)
	case slotWords:
		return findWords(s, t.words, i, out)
	case slotContent:
		return d.content(s, t, i, out)
	case slotText, slotPhrase:
		return freeText(s, t, i, out)
	case slotElapsed:
		return d.readElapsed(s, t, i, out)
	}
	if v, ok := d.readOne(s, t, i); ok {
		out = append(out, v)
	}
	return out
}

// readOne reads a value of a type that has one reading at a token.
func (d *domain) readOne(s *scanned, t slotType, i int) (v value, ok bool) {
	switch t.kind {
	case slotQuantity:
		return s.readQuantity(t, i)
	case slotNumber, slotInt:
		v, ok = readNumber(s, t, i)
		return v, ok && inside(t, v.number)
	case slotDecimal:
		v, ok = plainNumber(s, i)
		return v, ok && inside(t, v.number) && v.number != math.Trunc(v.number)
	case slotRating:
		return rating(s, i)
	case slotScore:
		v, ok = rating(s, i)
		return v, ok && v.scaled // "7" alone is no score
	case slotClock, slotBedtime:
		v, ok = clockTime(s, i, t.kind == slotBedtime)
		v.night = t.kind == slotBedtime
		return v, ok && inside(t, v.number/hour) && !d.counted(s, i, v)
	case slotSplit:
		return split(s, t, i)
	case slotPrice:
		v, ok = price(s, i)
		return v, ok && inside(t, v.number)
	case slotWord:
		tok := &s.tokens[i]
		return value{text: s.span(i, i+1), to: i + 1}, tok.kind == word && tok.turns == 0
	case slotItems:
		return listItems(s, i)
	case slotNumbers:
		return numberList(s, t, i)
	}
	return value{}, false
}

// readQuantity reads a quantity of the dimension and the unit that t asks for.
func (s *scanned) readQuantity(t slotType, i int) (value, bool) {
	m := s.quantities[i]
	if m == nil {
		return value{}, false
	}
	q, ok := m.As(t.name)
	if !ok || !inside(t, q.Value) || t.unit != q.Unit && t.unit != "" || t.unit == "" && s.interval(q) {
		return value{}, false
	}
	v := value{text: q.Text, number: q.Value, unit: q.Unit, form: formQuantity, approx: q.Approx, to: m.next}
	if q.Unit != m.Unit && q.Unit == "min" {
		v.doubt = "“" + q.Text + "” is read as minutes"
	}
	return v, true
}

// readNumber reads a number without a unit; where t asks for large ones, "7.4k" is
// 7400 of them: "steps: 7.4k".
func readNumber(s *scanned, t slotType, i int) (value, bool) {
	if m := s.quantities[i]; m != nil && t.low >= thousandsFrom {
		if q, ok := m.As(""); ok && inside(t, q.Value) {
			return value{text: q.Text, number: q.Value, form: formNumber, approx: q.Approx, to: m.next}, true
		}
	}
	v, ok := plainNumber(s, i)
	return v, ok && (t.kind == slotNumber || v.number == math.Trunc(v.number))
}

// readElapsed reads the time of an effort, by the clock or as a duration.
func (d *domain) readElapsed(s *scanned, t slotType, i int, out []value) []value {
	if v, ok := elapsed(s, t, i); ok {
		if inside(t, v.number) {
			out = append(out, v)
		}
		return out
	}
	plain := slotType{kind: slotQuantity, name: quantity.Duration, low: -unbounded, high: unbounded}
	v, ok := s.readQuantity(plain, i)
	if minutes, can := quantity.Convert(v.number, v.unit, "min"); ok && can && inside(t, minutes) && v.unit != "day" && v.unit != "week" { // no effort takes that long
		out = append(out, v)
	}
	return out
}

// negative reports whether the number at token i has a minus sign, which is none
// where it begins its line.
func (s *scanned) negative(i int) bool {
	return s.tokens[i].kind == number && s.tokens[i].glued && i > 1 && s.tokens[i-1].text == "-" && !s.tokens[i-1].glued &&
		s.tokens[i-2].clause == s.tokens[i].clause
}

// counted reports whether a bare number that could be an hour counts what stands
// behind it, as in "woke up to 14 emails".
func (d *domain) counted(s *scanned, i int, v value) bool {
	if v.to != i+1 || v.half || s.tokens[i].kind != number || !s.goesOn(i) {
		return false
	}
	next := &s.tokens[v.to]
	return len(next.text) > 4 && next.stem != next.text && !next.glued && d.contentWord(next)
}

func inside(t slotType, v float64) bool { return v >= t.low && v <= t.high }

// thousandsFrom is the lower bound from which on a number slot reads "7.4k" as
// 7400: who asks for no less means no distance.
const thousandsFrom = 100

// plainNumber reads a number without a unit: "5", "2.5", "three".
func plainNumber(s *scanned, i int) (value, bool) {
	if labelled(s, i) {
		return value{}, false
	}
	return unlabelled(s, i)
}

// unlabelled reads a plain number whatever stands before it.
func unlabelled(s *scanned, i int) (value, bool) {
	tok := &s.tokens[i]
	if tok.inner {
		return value{}, false
	}
	if m := s.quantities[i]; m != nil {
		if m.Unit != "" {
			return value{}, false
		}
		return value{text: m.Text, number: m.Value, form: formNumber, approx: m.Approx, to: m.next}, true
	}
	if tok.kind == word {
		if v, ok := quantity.NumberWord(tok.text); ok && tok.text != "zero" {
			return value{text: tok.text, number: v, form: formNumber, to: i + 1}, true
		}
		return value{}, false
	}
	if tok.kind != number || partOfClock(s, i) {
		return value{}, false
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(tok.text, ",", "."), 64)
	if err != nil {
		return value{}, false
	}
	return value{text: tok.text, number: v, form: formNumber, to: i + 1}, true
}

// labelled reports whether the number at i is a name or a part of one, as in "A1",
// "bus 42" or "no. 63". The x of "x5" is a times sign.
func labelled(s *scanned, i int) bool {
	if i == 0 || s.tokens[i-1].clause != s.tokens[i].clause {
		return false
	}
	before := &s.tokens[i-1]
	if s.tokens[i].glued {
		return before.kind == word && len(before.text) == 1 && !before.glued && before.text != "x"
	}
	if before.text == "." && before.glued && i > 1 {
		before = &s.tokens[i-2]
	}
	return before.roles&labels != 0
}

// price reads a number with cents and no unit, which in a note on money is an
// amount: "9.80", "62,30". Cents number nothing: "bus 2.40".
func price(s *scanned, i int) (value, bool) {
	v, ok := unlabelled(s, i)
	if !ok || len(v.text) < len("1.00") || !strings.ContainsAny(v.text[len(v.text)-3:len(v.text)-2], ".,") {
		return value{}, false
	}
	return v, true
}

// partOfClock reports whether the number at i is glued to a colon and another
// number.
func partOfClock(s *scanned, i int) bool {
	colon := func(k int) bool {
		return k > 0 && k+1 < len(s.tokens) && s.tokens[k].text == ":" && s.tokens[k].glued &&
			s.tokens[k+1].glued && s.tokens[k+1].kind == number && s.tokens[k-1].kind == number
	}
	return colon(i+1) || colon(i-1)
}

// rating reads "6/10", "6 out of 10", "4/5", scaled to ten; and "7" alone,
// where nothing goes on behind it that it could count.
func rating(s *scanned, i int) (value, bool) {
	v, ok := plainNumber(s, i)
	if !ok {
		return value{}, false
	}
	of := func(k int) (value, bool) {
		if k >= len(s.tokens) {
			return value{}, false
		}
		top, ok := plainNumber(s, k)
		if !ok || top.number != 5 && top.number != 10 && top.number != 100 || v.number > top.number {
			return value{}, false
		}
		r := value{number: round(v.number * 10 / top.number), form: formNumber, scaled: true, to: top.to}
		r.text = s.span(i, top.to)
		return r, true
	}
	k := v.to
	if k < len(s.tokens) && s.tokens[k].text == "/" {
		return of(k + 1)
	}
	if k+1 < len(s.tokens) && s.tokens[k].text == "out" && s.tokens[k+1].text == "of" {
		return of(k + 2)
	}
	return v, v.number <= 10 && s.alone(v.to)
}

// find returns the names of a kind that stand at token i, the longest first; of
// all names, or only of some.
func (n *nameIndex) find(s *scanned, i int, only []string, out []value) []value {
	for _, a := range n.first[s.tokens[i].stem] {
		if only != nil && !slices.Contains(only, a.name) {
			continue
		}
		if end, ok := matchWords(s, a.words, i); ok {
			out = append(out, value{text: a.name, to: end, names: 1, everyday: a.everyday})
		}
	}
	return out
}

func findWords(s *scanned, list [][]string, i int, out []value) []value {
	for _, w := range list {
		if end, ok := matchWords(s, w, i); ok {
			out = append(out, value{text: strings.Join(w, " "), to: end, names: 1})
		}
	}
	return out
}

// matchWords compares words with the tokens at i, passing over hyphens. The
// last word may stand in the plural.
func matchWords(s *scanned, words []string, i int) (int, bool) {
	for k, w := range words {
		if k > 0 && i < len(s.tokens) && s.tokens[i].text == "-" && i+1 < len(s.tokens) {
			i++
		}
		if i >= len(s.tokens) || s.tokens[i].kind == opaque || i > 0 && k > 0 && s.tokens[i].clause != s.tokens[i-1].clause {
			return 0, false
		}
		if t := &s.tokens[i]; t.text != w && t.stem != w {
			return 0, false
		}
		i++
	}
	return i, true
}

// singular cuts the plural endings of English, the same way for both sides of a
// comparison, so that it need not be right, only consistent.
func singular(w string) string {
	switch {
	case len(w) < 4 || strings.HasSuffix(w, "ss"):
		return w
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "oes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	}
	return w
}

// content reads words that neither shape a match nor stand in a pattern or among
// the names of the domain, and so must name what is told of, the most first. Without bounds it is
// one word. No thing's name ends with what somebody did: "seller wanted 300".
func (d *domain) content(s *scanned, t slotType, i int, out []value) []value {
	least, most := 1, 1
	if t.high < unbounded {
		least, most = max(1, int(t.low)), min(maxGap, int(t.high))
	}
	j := i
	for j < len(s.tokens) && j-i < most && s.tokens[j].clause == s.tokens[i].clause && d.contentWord(&s.tokens[j]) && !d.nameAt(s, j) {
		j++
	}
	for ; j-i >= least; j-- {
		if most == 1 || !past(s.tokens[j-1].text) {
			out = append(out, value{text: s.span(i, j), to: j, everyday: true})
		}
	}
	return out
}

func past(w string) bool { return len(w) > len("used") && strings.HasSuffix(w, "ed") }

// contentWord reports whether a word is one of content.
func (d *domain) contentWord(t *token) bool {
	return t.kind == word && t.roles == 0 && t.passable == 0 && t.turns == 0 && !d.literals[t.text] && !spokenNumber(t)
}

// nameAt reports whether a name of one of the domain's kinds begins at token i.
func (d *domain) nameAt(s *scanned, i int) bool {
	for _, names := range d.names {
		for _, a := range names.first[s.tokens[i].stem] {
			if _, ok := matchWords(s, a.words, i); ok {
				return true
			}
		}
	}
	return false
}

// freeText reads the rest of the clause, or as a phrase up to six words of it
// without any sign, the longest first.
func freeText(s *scanned, st slotType, i int, out []value) []value {
	if st.kind == slotText {
		j := s.textEnd(i)
		if j == i || s.tokens[i].kind == punct {
			return out
		}
		return append(out, value{text: strings.TrimSpace(s.span(i, j)), to: j})
	}
	j := s.phraseEnd(i, min(maxGap, int(st.high)))
	if j == i || s.tokens[i].kind == punct || s.tokens[i].text == "with" { // "80 g with milk" are none of milk
		return out
	}
	for ; j > i && j-i >= int(st.low); j-- {
		if s.tokens[j-1].roles&(leads|hedge) != 0 { // what a phrase names doesn't end with "for the"
			continue
		}
		out = append(out, value{text: strings.TrimSpace(s.span(i, j)), to: j})
	}
	return out
}

// textEnd returns where the clause of token i ends, without its full stop.
func (s *scanned) textEnd(i int) int {
	j := i
	for j < len(s.tokens) && s.tokens[j].clause == s.tokens[i].clause && s.tokens[j].kind != opaque && !s.fullStop(j) {
		j++
	}
	return j
}

// fullStop reports whether token k ends its clause.
func (s *scanned) fullStop(k int) bool {
	t := &s.tokens[k]
	return t.kind == punct && (t.text == "." || t.text == "!" || t.text == "?" || t.text == ";") && !s.goesOn(k)
}

// phraseEnd returns where at most so many words that belong together end.
func (s *scanned) phraseEnd(i, most int) int {
	j := i
	for ; j < len(s.tokens) && s.tokens[j].clause == s.tokens[i].clause && j-i < most; j++ {
		t := &s.tokens[j]
		if t.turns != 0 || t.kind != word && t.text != "-" && t.text != "'" || t.roles&(joins|persons|is) != 0 || j > i && (t.roles&dates != 0 || t.passable > 1) {
			break
		}
	}
	return j
}
