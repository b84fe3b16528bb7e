package analyzer

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// practising are words for time spent on something, which notes on that do without:
// "hours of French study".
var practising = ask.Phrases("study", "practice", "practise", "work", "job")

// withoutPractising leaves such a word out of the subjects of a question for time.
func (p *part) withoutPractising() []*note.Subject {
	if len(p.subjects) < 2 || p.Dimension != quantity.Duration {
		return p.subjects
	}
	rest := slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool {
		at, length := s.Place(p.Tokens)
		return at >= 0 && length == 1 && slices.ContainsFunc(practising, func(ph ask.Phrase) bool { return ph[0].Stem == p.Tokens[at].Stem })
	})
	if len(rest) == 0 {
		return p.subjects
	}
	return rest
}

// consuming are verbs that notes on what is eaten, drunk or taken do without.
var consuming = []string{"eat", "drink", "take", "use", "buy", "get"}

// withoutPaying leaves the user's verb out of the subjects of a question for an amount
// where most notes on the others give one of money: notes on a club need not say that
// its fee was contributed.
func (q *inquiry) withoutPaying(p *part) []*note.Subject {
	if len(p.subjects) < 2 || p.Dimension != quantity.Money && !p.Is(ask.HowMuch) {
		return p.subjects
	}
	rest := slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool { at, n := p.place(s); return at >= 0 && n == 1 && p.does(s) })
	if len(rest) == 0 || slices.ContainsFunc(rest, func(s *note.Subject) bool { return !q.mostlyPaid(p, q.look(s, everything)) }) {
		return p.subjects
	}
	return rest
}

// owing are words for money that one owes the other, which notes on somebody who
// does need not have.
var owing = []string{search.Stem("owe"), search.Stem("owed"), search.Stem("owes"), search.Stem("owing"), search.Stem("lend"), search.Stem("lent"), search.Stem("borrow"), search.Stem("pay"), search.Stem("paid"), search.Stem("debt"), search.Stem("repaid"), search.Stem("give"), search.Stem("gave")}

// withoutVerbs leaves such a verb of the user out of the subjects, where the
// question says what of.
func (p *part) withoutVerbs() []*note.Subject {
	if len(p.subjects) < 2 {
		return p.subjects
	}
	owed := p.Is(ask.Owing)
	counted := slices.ContainsFunc(p.subjects, func(s *note.Subject) bool { _, unit := quantity.Canonical(s.Name); return unit })
	return slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool {
		at, length := s.Place(p.Tokens)
		return at >= 0 && length == 1 && owed && slices.Contains(owing, p.Tokens[at].Stem) || at >= 0 && length == 1 && p.does(s) && (slices.Contains(consuming, p.Tokens[at].Stem) || counted && p.Dimension == quantity.Steps)
	})
}

// occasional stands before one time of what is asked for: "most goals in a game".
var occasional = regexp.MustCompile(`(?i)\b(?:an?|one|any|each|every|single|per)\s+$`)

// withoutOccasions leaves such a word out of the subjects of a question for an extreme
// or a mean, where no note has it: who writes of each game need not call it one.
func (q *inquiry) withoutOccasions(p *part) []*note.Subject {
	if len(p.subjects) < 2 || !p.overSeveral() {
		return p.subjects
	}
	return slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool {
		at, _ := p.place(s)
		if at < 1 || !occasional.MatchString(p.Text[:p.Tokens[at].Start]) {
			return false
		}
		told, denied := note.On(s.Loosely(), q.notes)
		return len(told)+len(denied) == 0
	})
}
