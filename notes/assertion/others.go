package assertion

import "strings"

// other marks what the sentence from i to j tells of somebody else, if a
// subject begins at token k that isn't the writer. It returns how many tokens
// the subject has.
func (s *scanner) other(k, i, j int) int {
	if n := s.others(k, j); n > 0 {
		return n
	}
	if k > i && k+2 < j && s.tokens[k].sign("(") && people.is("named", s.tokens[k+1].text) && s.tokens[k+2].sign(")") { // "asleep 8:10 (her)"
		s.mark(Others, s.partStart(k, i), k, k, k+3)
		return 3
	}
	subject, many := s.subject(k, i, j)
	if subject == k {
		return 0
	}
	if said := k - 1; said > i && s.tokens[said].text == "said" && s.tokens[said-1].sign(",") { // "far too late, said the builder"
		s.mark(Others, i, s.toOwn(subject, j, false), said, subject)
		return subject - k
	}
	subject = s.aside(s.bracketed(subject, j), j)
	// tells marks what they did as theirs from a token on, to the next comma or beyond.
	tells := func(from int, comma bool) int {
		s.mark(Others, subject, s.toOwn(from, j, comma), k, subject)
		return subject - k
	}
	begins, object := k == i || s.tokens[k-1].sign(","), s.object(k, i)
	if s.measured(k, subject, i, j) || s.announced(k, subject, i, j) || people.has("cared", s.tokens, s.plainly(subject, j)) > 0 && !object {
		return tells(subject, false)
	}
	if gauge := subject + 1; begins && gauge < j && people.is("gauge", s.tokens[subject].text) && digit(s.tokens[gauge].text, 0) { // "mum bp 140/90"
		return tells(subject, true)
	}
	verb, related := s.whereabouts(subject, j), false
	if verb < j && people.is("doing", s.tokens[verb].text) || people.has("lies", s.tokens, subject) > 0 && !object {
		return tells(verb, true)
	}
	for verb < j && verb-subject < 4 && people.is("adverb", s.tokens[verb].text) && !s.plainVerb(verb, j) {
		related = related || s.tokens[verb].text == "who" || s.tokens[verb].text == "that"
		verb++
	}
	if verb < j && k > i && people.is("seeing", s.tokens[k-1].text) && people.is("seen", s.tokens[verb].text) { // "saw a guy deadlift 260"
		return tells(verb, true)
	}
	if !related && object {
		return subject - k
	}
	if verb >= j {
		return 0
	}
	t := s.tokens[verb].text
	pronoun := people.has("pronoun", s.tokens, k) > 0
	if me := s.toOwn(verb, j, false); me < j && s.tokens[me].text == "me" && s.tokens[me-1].text == "from" {
		return subject - k // "Tasha got 150 from me" tells what the writer gave
	}
	toMe := verb+1 < j && (s.tokens[verb+1].text == "me" || s.tokens[verb+1].text == "us")
	switch {
	case people.is("said", t) && verb+1 < j && people.is("asked", s.tokens[verb+1].text): // "she asked when I last slept 8 hours"
		s.mark(Asked, verb+1, s.until(verb+2, j, true), verb, verb+2)
	case people.is("said", t):
		return tells(verb+1, false)
	case people.is("measured", t) && !(verb+1 < j && digit(s.tokens[verb+1].text, 0)) || toMe: // but "the patient weighed 112 kg"
	case people.is("did", t), people.is("does", t), many && people.is("bare", t):
		return tells(verb, false)
	case pronoun, people.is("was", t), past(t):
		return tells(verb, true)
	default:
		return 0
	}
	return subject - k
}

// announced reports whether behind the person from token k up to subject a colon
// begins what is theirs, in the sentence from i to j: "Baby: 120 ml at 2", "Mrs Lang
// in room 7: BP 150/90". An adviser may stand anywhere; what stands in quotation
// marks ends with them.
func (s *scanner) announced(k, subject, i, j int) bool {
	at := s.numbered(s.whereabouts(subject, j), j)
	if at == subject && at < j && digit(s.tokens[at].text, 0) { // "patient 3:"
		at++
	}
	if at == subject && at < j && people.is("account", s.tokens[at].text) { // "Baby log:"
		at++
	}
	if at+1 >= j || !s.tokens[at].sign(":") || strings.ContainsAny(s.tokens[at+1].text, `"“„«`) || people.is("own", s.tokens[subject-1].text) ||
		at+2 < j && s.acts(at+1) && people.is("named", s.tokens[at+2].text) { // "Tom: called him, ran 5 km"
		return false
	}
	action := k - 1
	for action > i && people.is("article", s.tokens[action].text) {
		action--
	}
	if action >= i && people.is("does", s.tokens[action].text) { // "did my physio: bridges 3x15"
		return false
	}
	return k == i && !people.is("opener", s.tokens[k].text) || people.is("adviser", s.tokens[subject-1].text)
}

// measured reports whether a value of the person from token k up to subject stands
// directly behind: "Ben 38.7, gave him syrup", "bay 4 bp 90/60".
func (s *scanner) measured(k, subject, i, j int) bool {
	switch {
	case subject >= j:
		return false
	case digit(s.tokens[subject].text, 0):
		return s.named(k, subject, i)
	}
	return s.numbered(k, j) == subject && people.is("feat", s.tokens[subject].text)
}

// named reports whether the person from token k up to subject goes by a first name
// with which a part of the sentence from token i begins.
func (s *scanner) named(k, subject, i int) bool {
	return subject == k+1 && people.is("name", s.tokens[k].text) && (k == i || s.tokens[k-1].sign(",") || s.tokens[k-1].sign("("))
}

// plainly passes over a "is" or "was" at token k.
func (s *scanner) plainly(k, j int) int {
	if k < j && people.is("state", s.tokens[k].text) {
		return k + 1
	}
	return k
}

// mostOwned is how many words may stand between an owner and what is said of
// what is owned: "my sister's resting heart rate was".
const mostOwned = 4

// others marks what is said of something that belongs to somebody else, if its
// owner stands at token k: "dad's weight is 92 kg", "Tom's 10k", "her fever".
// It returns how many tokens that has.
func (s *scanner) others(k, j int) int {
	owned := s.owner(k, j)
	if owned == k {
		return 0
	}
	for at := owned; at < j && at-owned < mostOwned; at++ {
		t := &s.tokens[at]
		switch {
		case people.is("feat", t.text):
			s.mark(Others, owned, s.toAction(at, s.toOwn(owned, j, false)), k, owned)
			return owned - k
		case at > owned && t.sign(":") && (people.is("charge", s.ownerName(owned)) || people.is("account", s.tokens[at-1].text) && people.has("feast", s.tokens, k) == 0):
			s.mark(Others, owned, s.toOwn(at, j, false), k, owned)
			return owned - k
		case at > owned && people.is("state", t.text):
			s.mark(Others, owned, s.toOwn(owned, j, true), k, owned)
			return owned - k
		case !t.word && !digit(t.text, 0) || people.is("own", t.text):
			return 0
		}
	}
	return 0
}

// ownerName returns the owner whose mark ends before token k, without it.
func (s *scanner) ownerName(k int) string {
	if s.tokens[k-1].text == "'" {
		k--
	}
	return strings.TrimSuffix(s.tokens[k-1].text, "'s")
}

// theirs reports whether at token k a verb stands that the writer can't be the
// subject of: "still swims".
func (s *scanner) theirs(k, end int) bool {
	for k < end && people.is("adverb", s.tokens[k].text) && !people.is("does", s.tokens[k].text) {
		k++
	}
	return k < end && people.is("does", s.tokens[k].text) && strings.HasSuffix(s.tokens[k].text, "s")
}

// toAction returns where what is said of a thing ends, from token k on and before
// j: where behind a comma somebody does something, for that can't be the thing.
func (s *scanner) toAction(k, j int) int {
	for ; k+1 < j; k++ {
		if v := s.tokens[k+1].text; s.tokens[k].sign(",") && (people.is("did", v) || people.is("was", v) && v != "was" || lists.is("asserted", v)) {
			return k
		}
	}
	return j
}

// owner returns the token behind an owner at token k who isn't the writer, or k.
func (s *scanner) owner(k, j int) int {
	if people.is("whose", s.tokens[k].text) {
		return k + 1
	}
	at := s.titled(k, j)
	for at < j && at-k < 3 && people.is("article", s.tokens[at].text) {
		at++
	}
	if at >= j {
		return k
	}
	if law := s.inLaw(at+1, j); people.is("person", s.tokens[at].text) && law > at+1 {
		at = law - 1 // "my brother in law's resting heart rate"
		if s.tokens[at].text == "law's" {
			return law
		}
	}
	t, next := &s.tokens[at], at+1
	w, owns := strings.CutSuffix(t.text, "'s")
	if next < j && s.tokens[next].text == "'" && s.tokens[next].start == t.end { // "the kids' weight"
		owns, next = true, next+1
	}
	if owns && (people.is("person", w) || people.is("name", w) || t.capital && !people.is("opener", w)) {
		return next
	}
	return k
}

// titled passes over a title at token k: "Mrs Okoye", "Mr. Patel".
func (s *scanner) titled(k, j int) int {
	if k+1 >= j || !people.is("title", s.tokens[k].text) {
		return k
	}
	if s.tokens[k+1].sign(".") && k+2 < j {
		k++
	}
	if !s.tokens[k+1].capital {
		return k
	}
	return k + 1
}

// numbered returns the token behind somebody who goes by a number, "bed 4", at
// token k, or k. "Bed 8:15" is a time.
func (s *scanner) numbered(k, j int) int {
	if k+1 >= j || !people.is("numbered", s.tokens[k].text) || !digit(s.tokens[k+1].text, 0) {
		return k
	}
	n := &s.tokens[k+1]
	if strings.Contains(n.text, ".") || n.end+1 < len(s.text) && s.text[n.end] == ':' && digit(s.text, n.end+1) {
		return k
	}
	return k + 2
}

// bracketed passes over words or an age in brackets at token k: "Tom (her fella) slept",
// "Kenji (5) can swim".
func (s *scanner) bracketed(k, j int) int {
	if k >= j || !s.tokens[k].sign("(") {
		return k
	}
	for at := k + 1; at+1 < j && at-k <= mostOwned; at++ {
		switch {
		case s.tokens[at].sign(")"):
			return at + 1
		case digit(s.tokens[at].text, 0) && !s.tokens[at+1].sign(")"):
			return k
		}
	}
	return k
}

// aside passes over a word between commas at token k: "Tom, however, ran 10 km".
func (s *scanner) aside(k, j int) int {
	if k+2 < j && s.tokens[k].sign(",") && lists.is("interposed", s.tokens[k+1].text) && s.tokens[k+2].sign(",") {
		return k + 3
	}
	return k
}

// whereabouts returns the token behind the words that say where somebody is,
// from token k on: "someone at the gym squatted".
func (s *scanner) whereabouts(k, j int) int {
	if n := people.has("beside", s.tokens, k); n > 0 {
		return k + n
	}
	if k+1 < j && people.is("where", s.tokens[k].text) {
		if next := s.numbered(k+1, j); next > k+1 { // "the patient in bed 4"
			return next
		}
	}
	if k+3 < j && people.is("where", s.tokens[k].text) && people.is("article", s.tokens[k+1].text) && s.tokens[k+2].word {
		return k + 3
	}
	return k
}

// plainVerb reports whether the adverb at k is a verb itself: "she had pizza".
func (s *scanner) plainVerb(k, j int) bool {
	t := s.tokens[k].text
	return people.is("was", t) && (k+1 >= j || !people.is("adverb", s.tokens[k+1].text) && !people.is("did", s.tokens[k+1].text) && !people.is("was", s.tokens[k+1].text))
}

// acts reports whether token k is a verb of what people do or are.
func (s *scanner) acts(k int) bool {
	t := s.tokens[k].text
	return people.is("was", t) || people.is("did", t) || people.is("does", t)
}

func past(w string) bool { return len(w) > 4 && w[len(w)-2:] == "ed" }

// subject returns the token behind a person who is named at token k, or k.
func (s *scanner) subject(k, i, j int) (next int, many bool) {
	t := &s.tokens[k]
	if s.several(k, i, j) {
		return k + 1, true
	}
	if !t.word {
		return k, false
	}
	if people.is("pronoun", t.text) || k+1 < j && people.is("named", t.text) && s.tokens[k+1].sign(":") { // "her: 8 hrs sleep"
		return k + 1, t.text == "they" || t.text == "you"
	}
	if next := s.numbered(k, j); next > k {
		return next, false
	}
	if next := s.titled(k, j); next > k && s.tokens[next].capital {
		return next + 1, false
	}
	at := k
	for at < j && at-k < 3 && people.is("article", s.tokens[at].text) {
		at++
	}
	if next := s.yearOld(at, j); at > k && next > at {
		return next, false
	}
	if at >= j || !s.tokens[at].word {
		return k, false
	}
	if w := s.tokens[at].text; people.is("person", w) || people.is("many", w) {
		next = s.inLaw(at+1, j)
		if next < j && (s.name(next, false) || next+1 < j && plain(s.tokens[next].text) && s.acts(next+1)) { // "kid 2 has 39.1"
			next++
		}
		return next, people.is("many", w)
	}
	called := s.besideMe && k == i && t.capital && k+1 < j && s.tokens[k+1].sign(":") && !isTopic(t.text)
	if at > k || !called && !s.name(k, true) && !s.stranger(k, i, j) {
		return k, false
	}
	next = k + 1
	if next < j && s.tokens[next].capital && s.tokens[next].word {
		next++
	}
	return next, false
}

// isTopic reports whether a word with a colon behind it is no person for what it tells: "Run: 5 km".
func isTopic(word string) bool {
	return people.is("opener", word) || people.is("own", word) || people.is("feat", word) || people.is("gauge", word) || people.is("account", word)
}

// several reports whether token k counts people who did something: "2 cried, 1 left".
func (s *scanner) several(k, i, j int) bool {
	if k+1 >= j || people.has("counted", s.tokens, k+1) == 0 || k > i && !s.tokens[k-1].sign(",") && s.tokens[k-1].text != "and" {
		return false
	}
	return plain(s.tokens[k].text) || people.is("few", s.tokens[k].text)
}

// yearOld returns the token behind "3 year old" at token k, or k.
func (s *scanner) yearOld(k, j int) int {
	if k >= j || !digit(s.tokens[k].text, 0) {
		return k
	}
	at := k
	for _, list := range []string{"age", "old"} {
		if at++; at < j && s.tokens[at].sign("-") {
			at++
		}
		if at >= j || !people.is(list, s.tokens[at].text) {
			return k
		}
	}
	return at + 1
}

// inLaw passes over the rest of "mother-in-law".
func (s *scanner) inLaw(k, j int) int {
	at := k
	for _, w := range []string{"in", "law"} {
		if at < j && s.tokens[at].sign("-") {
			at++
		}
		if at >= j || strings.TrimSuffix(strings.TrimSuffix(s.tokens[at].text, "s"), "'") != w {
			return k
		}
		at++
	}
	return at
}

// name reports whether token k is a first name.
func (s *scanner) name(k int, lower bool) bool {
	t := &s.tokens[k]
	if s.known[t.text] {
		return true
	}
	if t.capital {
		return people.is("name", t.text) || people.is("Name", t.text)
	}
	return lower && people.is("name", t.text)
}

// stranger reports whether token k is a word with a capital that can hardly be
// anything but a name, because of the verb behind it: "Zbyszek ran 10k".
func (s *scanner) stranger(k, i, j int) bool {
	t := &s.tokens[k]
	if !t.capital || k+1 >= j || len(t.text) < 3 || people.is("opener", t.text) || past(t.text) || t.text[len(t.text)-2:] == "ly" {
		return false
	}
	if s.text[t.start+1:t.end] != t.text[1:] || people.is("did", t.text) || people.is("was", t.text) || people.is("person", t.text) {
		return false
	}
	v := s.tokens[k+1].text
	if v == "hit" || v == "beat" || v == "broke" || v == "held" || v == "completed" || v == "finished" || v == "pressed" || v == "lost" || v == "covered" || v == "logged" || v == "burned" || v == "worked" || v == "read" {
		return false
	}
	return people.is("did", v) || k > i && people.is("said", v) && v != "reported"
}

// object reports whether the person at token k is no subject: "dinner with Tom",
// "Tom and I".
func (s *scanner) object(k, i int) bool {
	if k == i {
		return false
	}
	b := &s.tokens[k-1]
	if people.is("before", b.text) {
		return true
	}
	return k-2 >= i && (b.text == "and" || b.sign("&")) && people.is("own", s.tokens[k-2].text)
}
