package analyzer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A deed is what a question asks that somebody else did or was: "how did Lena
// sleep". What the user did beside them is no answer.
type deed struct {
	who, verb    search.Token
	names, verbs []ask.Phrase // every word for these
}

var (
	// whoever are words for people that have an article or a possessive before them.
	whoever = regexp.MustCompile(`^(?:mum|mom|mother|dad|father|parents?|sister|brother|wife|husband|partner|girlfriend|boyfriend|kids?|son|daughter|friend|friends|boss|manager|doctor|dentist|coach|trainer|therapist|neighbou?rs?|landlord|roommate|flatmate|colleagues?|team|grandma|grandpa|aunt|uncle|cousin|dog|cat|baby)$`)
	// runs are verbs that things have as well as people.
	runs = regexp.MustCompile(`^(?:take|took|cost|go|going|last|happen|begin|start|end|finish|work|arrive|look|taste|feel|come|turn|open|close|stand|weigh|mean|contain|have)$`)
)

// deed reads of whom else a question asks what; nil if of nobody. A question for
// yes or no may be answered by what became of it, whoever did it, and how often
// somebody did it is counted.
func (q *inquiry) deed(p *part) *deed {
	if !p.Is(ask.Open) || p.Is(ask.Owing) || p.Is(ask.Often) || p.Aggregate == ask.Trend {
		return nil
	}
	for i := 1; i+2 < len(p.Tokens); i++ {
		if !slices.Contains(ask.Auxiliaries, p.Tokens[i].Folded) || p.Is(ask.Stative) {
			continue
		}
		at, article := i+1, false
		if slices.Contains([]string{"my", "our", "the"}, p.Tokens[at].Folded) {
			at, article = at+1, true
		}
		if at+1 >= len(p.Tokens) {
			return nil
		}
		d := &deed{who: p.Tokens[at], verb: p.Tokens[at+1]}
		if d.verb.Folded == "get" && at+2 < len(p.Tokens) && strings.HasSuffix(p.Tokens[at+2].Folded, "ed") {
			d.verb = p.Tokens[at+2] // "get promoted"
		}
		text := p.Text[d.who.Start:d.who.End]
		if search.Stopword(d.who.Stem) || slices.Contains([]string{"since", "for", "during", "until", "till", "this", "last", "so"}, d.who.Folded) || strings.ContainsAny(text, "'’") || d.verb.Folded == "and" || search.Stopword(d.verb.Stem) && d.verb.Folded != "do" && d.verb.Folded != "have" {
			return nil
		}
		if p.Is(ask.HowMuch) && handling.MatchString(d.verb.Folded) && q.mostlyPaid(p, q.look(q.lexicon.Subject(d.who.Folded), everything)) {
			return nil // what notes on a driver give is what he brought
		}
		if whoever.MatchString(d.who.Folded) {
			if at+2 < len(p.Tokens) && !search.Stopword(p.Tokens[at+2].Folded) && q.oneName(p.Tokens[at:at+2]) {
				d.who, d.verb = p.Tokens[at+1], p.Tokens[at+2] // "uncle Ray"
			}
			return q.worded(d)
		}
		r, _ := utf8.DecodeRuneInString(text)
		switch known := q.lexicon.Subject(d.who.Folded).Known; {
		case article, known && !unicode.IsUpper(r), q.oneName(p.Tokens[at : at+2]):
		case unicode.IsUpper(r), !runs.MatchString(d.verb.Folded), q.isName(d.who):
			return q.worded(d)
		}
		return nil
	}
	return nil
}

// handling are verbs for money that somebody brought, took or gave.
var handling = regexp.MustCompile(`^(?:bring|brought|ma[dk]e|earn(?:ed)?|pa(?:y|id)|give|gave|given|charged?|sen[dt]|hand(?:ed)?)$`)

// worded is a deed with every word that notes may have for it.
func (q *inquiry) worded(d *deed) *deed {
	d.names, d.verbs = q.wordsFor(d.who), q.wordsFor(d.verb)
	return d
}

// wordsFor are all words for one of the question.
func (q *inquiry) wordsFor(t search.Token) []ask.Phrase {
	return append(ask.Phrases(q.lexicon.Thesaurus.Forms(t.Folded)...), ask.Phrase{t})
}

// withoutDeeds leaves the verb of somebody else's deed out of the subjects: a
// note may have another word for it.
func (q *inquiry) withoutDeeds(p *part) []*note.Subject {
	d := q.deed(p)
	if d == nil || len(p.subjects) < 2 {
		return p.subjects
	}
	return slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool { return ask.Key(s.Name) == d.verb.Stem })
}

// isName reports whether notes write a word as a name: with a capital, or with
// somebody.
func (q *inquiry) isName(t search.Token) bool {
	return slices.ContainsFunc(q.notes, func(n *note.Note) bool {
		for i, o := range n.Tokens {
			if o.Stem == t.Stem && (q.proper(n, o) || i > 0 && slices.Contains(note.BeforeName, n.Tokens[i-1].Folded)) {
				return true
			}
		}
		return false
	})
}

// oneName reports whether a note has two words of a question side by side, as
// "practice exam": the second is no verb.
func (q *inquiry) oneName(words []search.Token) bool {
	return slices.ContainsFunc(q.notes, func(n *note.Note) bool {
		for i := 1; i < len(n.Tokens); i++ {
			if n.Tokens[i-1].Folded == words[0].Folded && n.Tokens[i].Folded == words[1].Folded {
				return true
			}
		}
		return false
	})
}

// object stand before a name that does nothing.
var object = []string{"w", "with", "for", "from", "of", "at", "to", "by", "on"}

// in returns the token of a note where it tells the deed, -1 if it doesn't: in a
// sentence of whoever did it, with the verb of the question, or for an amount
// with a number behind the name.
func (d *deed) in(p *part, n *note.Note) int {
	named := false
	for i, t := range n.Tokens {
		they := named && (t.Folded == "he" || t.Folded == "she" || t.Folded == "they")
		if !n.SaysAt(i, d.names) && !they {
			continue
		}
		named = true
		if i > 0 && slices.Contains(object, n.Tokens[i-1].Folded) {
			continue
		}
		verb, number := d.verb.Folded == "do", false
		for k := range n.Tokens {
			if n.SentenceOf(k) != n.SentenceOf(i) {
				continue
			}
			verb = verb || n.SaysAt(k, d.verbs) && (!they || k > i && k <= i+3)
			number = number || k > i && unicode.IsDigit(rune(n.Tokens[k].Folded[0]))
		}
		switch {
		case !p.Is(ask.Amount):
			if verb {
				return i
			}
		case number && (verb || p.Dimension != "" && (p.Dimension != quantity.Duration && p.Dimension != quantity.Money || runs.MatchString(d.verb.Folded)) && gives(n.Sentence(i), p.Dimension)):
			return i
		}
	}
	return -1
}

// gives reports whether words have an amount of a dimension.
func gives(words, dimension string) bool {
	return slices.ContainsFunc(note.AmountsIn(words), func(a note.Amount) bool { return quantity.Dimension(a.Unit) == dimension })
}

// tellDeed quotes what notes tell of somebody else's deed, and is false where
// none of them does.
func (q *inquiry) tellDeed(p *part, d *deed, ns []*note.Note) bool {
	told := false
	for _, n := range ns {
		if i := d.in(p, n); i >= 0 {
			told = true
			q.state(p, sure, q.quote(n, shorten(n.Sentence(i)), d.who.Folded))
		}
	}
	return told
}

// tellOthers answers a question for the reasons of somebody else from the notes
// that tell of it. What coincided for the user explains nobody else.
func (q *inquiry) tellOthers(p *part) bool {
	d := q.deed(p)
	if d == nil {
		return false
	}
	if !q.tellDeed(p, d, q.notes) {
		st := q.look(q.lexicon.Subject(d.who.Folded), everything)
		q.notTold(p, st, d.about(p), "that")
		q.lookUp(p, st)
	}
	return true
}

// about is how the question writes whoever did it.
func (d *deed) about(p *part) string { return p.Text[d.who.Start:d.who.End] }
