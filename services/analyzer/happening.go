package analyzer

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A happening is what a note tells of an event of a question: that it was, or when
// it is to be.
type happening struct {
	*ask.Event
	day   notes.Day
	note  *note.Note
	token int
	told  float64 // how much of the event's words the note has, 1 for all of them
	given bool    // the note gives the day, and was not written on it
	// yearless is a given day without its year, of which the nearest is meant.
	yearless bool
	real     bool // it tells that it happened
}

// How much of what an event is named by a note has to tell, to be on it, and to be
// on it without a doubt.
const (
	partly = 0.66
	wholly = 0.75
)

// The weight of one word of an event.
const (
	another   = 0.75 // another deed of the family
	within    = 0.8  // within a longer name: "practice exam"
	undone    = 0.6  // a deed that the note does not say was done
	elsewhere = 0.5  // in another sentence of the note
	implied   = 0.5  // in none, where other notes name it with what this one has
)

// A term is a word of an event, with every other for it.
type term struct {
	*note.Subject
	deed bool         // what was done, rather than what of
	done []ask.Phrase // words that say that it was
}

//go:embed deeds.txt
var deedFile string

// A family are deeds that notes tell in each other's words.
type family struct{ words, done []ask.Phrase }

var families = sync.OnceValue(func() []family {
	var out []family
	for _, lists := range note.Table(deedFile) {
		out = append(out, family{ask.Phrases(strings.Split(lists[0], ", ")...), ask.Phrases(strings.Split(lists[1], ", ")...)})
	}
	return out
})

// lightly are words of an event that notes do without: where to, how, and verbs that
// say no more than that it was.
var lightly = []string{"out", "off", "up", "on", "in", "home", "away", "own", "itself", "put", "take", "place", "happen", "have", "make", "myself"}

// helping are the stems of verbs beside the one that says what was done: "started
// limping", "getting paid".
var helping = []string{"start", "begin", "get", "be", "go", "do", "have"}

// terms are the words that name an event. What somebody does in it is a deed where
// the question has its verb, as in "paying off the car".
func (q *inquiry) terms(e *ask.Event) []term {
	var out []term
	for _, s := range q.named(e.Words) {
		t := term{Subject: s.Loosely()}
		t.Rivals = nil // of a tax return, the return is a part of a longer name
		if !slices.Contains(lightly, s.Name) && !isDeed(e, s.Name) {
			out = append(out, t)
		}
	}
	deeds := slices.DeleteFunc(search.Tokens(e.Words), func(t search.Token) bool { return !isDeed(e, t.Folded) })
	if own := slices.DeleteFunc(slices.Clone(deeds), func(t search.Token) bool { return slices.Contains(helping, t.Stem) }); len(own) > 0 {
		deeds = own
	}
	for _, t := range deeds {
		d := term{Subject: note.Literally(t).Loosely(), deed: true}
		d.done = append(d.done, search.Tokens(t.Folded))
		for _, f := range families() {
			if f.has(t.Folded, e.Verbal) {
				d.done = append(d.done, f.done...)
				d.Phrases = slices.Concat(d.Phrases, f.words, f.done)
			}
		}
		out = append(out, d)
	}
	return out
}

// has reports whether a word of a question is of the family: in a form that says
// that it was done, or in any where it stands as a verb.
func (f family) has(word string, verbal bool) bool {
	return slices.ContainsFunc(f.done, func(ph ask.Phrase) bool { return len(ph) == 1 && ph[0].Folded == word }) ||
		(verbal || acted.MatchString(word)) && slices.ContainsFunc(f.words, func(ph ask.Phrase) bool { return ask.KeyOf(ph) == ask.Key(word) })
}

// acted are the endings of what somebody did.
var acted = regexp.MustCompile(`(?:ing|ed)$`)

// isDeed reports whether a word of an event is what was done.
func isDeed(e *ask.Event, word string) bool {
	return slices.ContainsFunc(families(), func(f family) bool { return f.has(word, e.Verbal) }) || e.Done && acted.MatchString(word)
}

// happenings returns what the notes tell of an event, in order of time. What other
// events of the question are named by may be what it is of: "from the drip in the
// ceiling to the repair".
func (q *inquiry) happenings(e *ask.Event, beside ...term) []happening {
	terms := q.terms(e)
	if len(terms) == 0 {
		return nil
	}
	beside = slices.DeleteFunc(slices.Clone(beside), func(t term) bool {
		return t.deed || slices.ContainsFunc(terms, func(o term) bool { return ask.Same(o.Name, t.Name) })
	})
	var out []happening
	for _, n := range q.notes {
		if n.Mends != nil || note.Recap.MatchString(n.Entry.GetText()) {
			continue
		}
		for _, h := range q.happeningsIn(n, e, terms, beside) {
			if e.Days.IsZero() || e.Days.Contains(h.day) || e.Days.Contains(n.Day) {
				out = append(out, h)
			}
		}
	}
	return out
}

// happeningsIn reads from one note what it tells of an event, in the sentence that
// tells most of it: that it was, or its day, or that it was and the next day of it.
func (q *inquiry) happeningsIn(n *note.Note, e *ask.Event, terms, beside []term) []happening {
	h := happening{Event: e, note: n, token: -1}
	weights := make([]map[int]float64, len(terms))
	places := map[int][]int{}
	own := map[int]bool{} // the tokens that name what the question is about
	for _, t := range slices.Concat(terms, beside) {
		for _, at := range t.PlacesIn(n) {
			own[at] = true
		}
	}
	for i, t := range terms {
		weights[i] = map[int]float64{}
		for _, at := range t.PlacesIn(n) {
			k := n.SentenceOf(at)
			places[k] = append(places[k], at)
			weights[i][k] = max(weights[i][k], t.weightAt(n, at, e, own[at-1]))
		}
	}
	for k, at := range places {
		slices.Sort(at)
		told, missing, moved := 0.0, false, shifted.MatchString(n.Sentence(at[0]))
		for i, t := range terms {
			here := weights[i][k]
			for _, w := range weights[i] {
				here = max(here, elsewhere*w)
			}
			switch {
			case here == 0 && t.deed && moved:
				here = another // whatever is postponed has yet to come
			case here == 0 && !t.deed:
				missing = true
				if q.impliedBy(t, terms, weights) {
					here, missing = implied, false
				}
			}
			told += here
		}
		if told == 0 {
			continue
		}
		if slices.ContainsFunc(beside, func(t term) bool { return t.namedIn(n, k) }) { // what it is of
			told += 0.1 * float64(len(terms))
			if missing {
				told += implied
			}
		}
		told /= float64(len(terms))
		if stillSo.MatchString(n.Sentence(at[0])) {
			told -= 0.2 // it began before
		}
		if at[0] == 0 || n.SentenceOf(at[0]-1) != k {
			told += 0.05 // it is what the sentence is on
		}
		if told > h.told || told == h.told && at[0] < h.token {
			h.told, h.token = told, at[0]
		}
	}
	if h.token < 0 {
		return nil
	}
	return q.withDay(h, terms)
}

// namedIn reports whether a sentence of a note has the word.
func (t term) namedIn(n *note.Note, sentence int) bool {
	return slices.ContainsFunc(t.PlacesIn(n), func(at int) bool { return n.SentenceOf(at) == sentence })
}

// stillSo is in a sentence on what began before.
var stillSo = regexp.MustCompile(`(?i)\bstill\b`)

// weightAt is how much a note says of an event with the word at a token; within the name of what
// the question is about it is no part of another.
func (t term) weightAt(n *note.Note, at int, e *ask.Event, named bool) float64 {
	w := 1.0
	switch {
	case t.deed && n.WritesAt(at, t.done[:1]):
	case t.deed && t.toldAt(n, at):
		w = another
	case t.deed:
		w = undone
	case n.Beside(at, t.Subject) && !shifted.MatchString(n.Sentence(at)) || !named && !standsAlone(n, at) || partOf(n, at):
		w = within
	}
	if t.deed && at > 0 && slices.Contains(pointing, n.Tokens[at-1].Folded) {
		w = min(w, undone) // "nervous after booking"
	}
	if e.Done && n.Unreal(at) {
		w /= 2 // a plan to do it is not the day on which it was done
	}
	return w
}

// toldAt reports whether the word at a token says that the deed was done.
func (t term) toldAt(n *note.Note, at int) bool {
	return n.WritesAt(at, t.done[1:]) || n.Tokens[at].Stem == t.done[0][0].Stem && acted.MatchString(n.Tokens[at].Folded)
}

// pointing stand before what was told of elsewhere.
var pointing = []string{"after", "before", "since", "until", "till", "for", "to", "about"}

// partOf reports whether a word that makes it a part of a longer name stands behind
// the word at a token.
func partOf(n *note.Note, at int) bool {
	return at+1 < len(n.Tokens) && !note.ClauseBreak(n.Entry.GetText(), n.Tokens, at+1) &&
		slices.ContainsFunc(note.Beside()["part"], func(p []string) bool { return p[0] == n.Tokens[at+1].Folded })
}

// standsAlone reports whether a word is not a part of a longer name: the exam, and no
// "practice exam".
func standsAlone(n *note.Note, i int) bool {
	return i == 0 || search.Stopword(n.Tokens[i-1].Folded) || note.Aside(n.Tokens[i-1].Folded) || note.ClauseBreak(n.Entry.GetText(), n.Tokens, i) || acted.MatchString(n.Tokens[i-1].Folded)
}

// impliedBy reports whether some note names a term together with one that this note
// has: whoever has told of the mortgage fix goes on with "our fix".
func (q *inquiry) impliedBy(t term, terms []term, has []map[int]float64) bool {
	for i, o := range terms {
		if o.deed || len(has[i]) == 0 {
			continue
		}
		if told := note.TellingAll([]*note.Subject{t.Subject, o.Subject}, q.notes); len(told) > 0 {
			return true
		}
	}
	return false
}

var (
	// shifted are words of a sentence that gives an event another day.
	shifted = regexp.MustCompile(`(?i)\b(?:moved|postponed|pushed|rescheduled|rebooked|changed|delayed|new (?:date|day|time)|brought forward|put (?:back|off)|instead|is now|are now|not possible|can['’]?t do)\b|\bnow\b`)
	// resuming are the words of a sentence on the next time of what a note is about.
	resuming = regexp.MustCompile(`(?i)\b(?:next|back (?:to|on|in|at)|again|follow[- ]?up|review|app(?:oin)?t(?:men)?t?s?|due|until|till)\b`)
)

// withDay finds the day of a happening: the one that its sentence gives, else that of
// its note, and the one that a sentence behind gives which goes on about it.
func (q *inquiry) withDay(h happening, terms []term) []happening {
	n, k := h.note, h.note.SentenceOf(h.token)
	done := slices.ContainsFunc(terms, func(t term) bool {
		return t.deed && slices.ContainsFunc(t.PlacesIn(n), func(at int) bool { return n.SentenceOf(at) == k && t.toldAt(n, at) })
	})
	text := n.Sentence(h.token)
	for _, t := range terms { // a practice exam is no practice for it
		text = strings.ReplaceAll(strings.ToLower(text), strings.ToLower(t.Name), "")
	}
	planned := ahead.MatchString(text) || wishing.MatchString(text) || shifted.MatchString(text)
	h.day, h.real = n.Day, !n.Unreal(h.token) && (done || !planned)
	here, behind := h, h
	best, next := 3*len(n.Tokens), 0
	for _, d := range n.Dates(q.weekStart()) {
		if planned && d.Weekly && d.Day.Before(n.Day) {
			d.Day = d.Day.AddDays(7) // "booked thursday"
		}
		given := happening{h.Event, d.Day, n, h.token, h.told, true, h.real && !d.Day.After(n.Day), d.Yearless}
		in := n.SentenceOf(d.Token)
		opens := in == k+1 && n.SentenceOf(d.Token-1) == k && !strings.Contains(n.Entry.GetText()[n.Tokens[h.token].Start:n.Tokens[d.Token].Start], "\n")
		away := max(d.Token-h.token, h.token-d.Token)
		if !d.Exact {
			away += len(n.Tokens) // "for christmas, 21 December"
		}
		switch {
		case done && d.Day.After(n.Day):
		case in == k && (away < best || d.Exact && shifted.MatchString(text)):
			best, here = away, given
		case in > k && next == 0 && (opens || d.Day.After(n.Day) && resuming.MatchString(n.Sentence(d.Token))):
			next, behind = in, given
		}
	}
	switch {
	case !behind.given:
		return []happening{here}
	case here.given || !here.real:
		return []happening{behind}
	}
	return []happening{here, behind}
}

// wishing are words of a sentence on what has yet to be done.
var wishing = regexp.MustCompile(`(?i)\b(?:needs?|wants?|should|must|have to|has to|will|to be done|comes? (?:in|on)|in (?:\d+|a|two|three|four|six) (?:days?|weeks?|months?))\b`)

// happeningOf finds the day of an event: that of its record, the first or last of
// it, the next behind a day, or the one that the notes tell most plainly.
func (q *inquiry) happeningOf(e *ask.Event, after notes.Day, beside ...term) (happening, bool) {
	of := q.named(e.Words)
	if len(of) == 0 {
		return happening{}, false
	}
	if e.Best {
		if h, ok := q.bestOf(e, of); ok {
			return h, true
		}
	}
	all := slices.DeleteFunc(q.happenings(e, beside...), func(h happening) bool { return h.told < partly })
	if e.Order != ask.Unordered || e.Nth > 0 {
		return inOrder(e, all, after)
	}
	return q.plainest(all)
}

// inOrder returns the first, the last, the next or the one with a number of what
// happened again and again.
func inOrder(e *ask.Event, of []happening, after notes.Day) (happening, bool) {
	if i := slices.IndexFunc(of, func(h happening) bool { return e.Nth > 0 && h.numbered() }); i >= 0 {
		return of[i], true
	}
	of = slices.DeleteFunc(of, func(h happening) bool { return !h.real || e.Order == ask.Following && !h.day.After(after) })
	slices.SortStableFunc(of, func(a, b happening) int { return a.day.Compare(b.day) })
	of = slices.CompactFunc(of, func(a, b happening) bool { return a.day == b.day })
	at := max(e.Nth, 1) - 1
	if e.Order == ask.Latest {
		at = len(of) - 1
	}
	if at < 0 || at >= len(of) || e.Order == ask.Following && after.IsZero() {
		return happening{}, false
	}
	return of[at], true
}

// plainest returns the happening that notes tell most of, and of several the latest
// word on it.
func (q *inquiry) plainest(of []happening) (happening, bool) {
	var best happening
	most := 0.0
	for _, h := range of {
		if t := q.plain(h, of); t > most-0.05 {
			best, most = h, max(most, t)
		}
	}
	return best, best.note != nil
}

// plain is how plainly a happening is told among others of the same event: that it
// happened counts more than that it was to, unless its day is still to come, and
// most where it happened on the day that it was to.
func (q *inquiry) plain(h happening, among []happening) float64 {
	planned := slices.ContainsFunc(among, func(o happening) bool { return o.given && o.day == h.day })
	switch {
	case h.real && planned:
		return h.told + 0.25
	case h.real:
		return h.told + 0.1
	case h.given && h.day.After(q.today):
		return h.told + 0.15
	}
	return h.told
}

// lies says how far a day is from today: "in 3 days", "3 days ago".
func (q *inquiry) lies(day notes.Day) string {
	switch away := day.Sub(q.today); {
	case away > 0:
		return "in " + plural(away, "day")
	case away < 0:
		return plural(-away, "day") + " ago"
	}
	return "today"
}
