package analyzer

import (
	"fmt"
	"regexp"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/money"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A debt is what notes tell of money that one owes the other: what was lent, what
// came back, and what was left when a note said so.
type debt struct {
	unit     string
	lent     float64
	returned float64
	left     float64    // of the latest note that tells it, less what came back since
	since    float64    // what came back since that note, of which left tells nothing
	told     *note.Note // that note, nil for none
	by       []*note.Note
}

// bare is up to how many words a sentence has that only says who and how much: "otieno
// 4000 again".
const bare = 4

var (
	// settled says that nothing is left.
	settled = regexp.MustCompile(`(?i)\b(?:debt[- ]free|paid off|paid in full|fully paid|all square|square now|settled up|we(?:['’]?re| are) even|cleared|nothing left|the last(?: of it)?(?: \d| [$€£₹]))`)
	// borrowing is what the user got, passing what was given on, and handing that
	// money went from one to the other and was for nothing else.
	borrowing = regexp.MustCompile(`(?i)\b(?:(?:lent|lends|loaned|gave) (?:me|us)|borrow(?:ed)?(?: \S+){0,3} (?:from|off))\b`)
	passing   = regexp.MustCompile(`(?i)\b(?:lent|lend|loaned)\b|\b(?:gave|give|sent|transferred|paid) (?:him|her|them)\b|\bfrom me\b`)
	handing   = regexp.MustCompile(`(?i)\b(?:back|returned|repaid|venmo\S*|paypal\S*|revolut\S*|zelle\S*|transferred|transfer|gave|given|sent|cash|another|the last|the rest|towards|off|instal+ments?|paid|pays)\b|\bgot\b.*\bfrom me\b`)
	sharing   = regexp.MustCompile(`(?i)\b(?:share|half|for (?:the|his|her|their|my) (?:\pL+ )?(?:meal|ticket|dinner|lunch|drinks|taxi|birthday))\b`)
	// balanced stands before what is left of a loan.
	balanced = regexp.MustCompile(`(?i)\bbalance(?: (?:is|of|was|at|now))*:?\s*[$€£₹]?$`)
	// repaying asks for what came back, lendingTo for what was given.
	returning = regexp.MustCompile(`(?i)\bback\b|\breturned\b|\brepaid\b|\b(?:paid|gave|sent|venmo\S*|transferred) me\b`)
	repaying  = regexp.MustCompile(`(?i)\bback\b|\brepa(?:id|y)`)
	lendingTo = regexp.MustCompile(`(?i)\b(?:lend|lent|loan(?:ed)? (?:to|him|her)|borrow(?:ed)?)\b`)
	owedByMe  = regexp.MustCompile(`(?i)\b(?:do|did|have|am) (?:i|we)\b|\bi(?:['’]ve)? (?:still )?(?:owe|paid)\b`)
)

// debtOf reads what notes tell of what the subject owes the user, or the user owes
// the subject.
func (q *inquiry) debtOf(st stance, mine bool) debt {
	d := debt{unit: q.currency()}
	for _, n := range st.told {
		if d.read(n, mine) {
			d.by = append(d.by, n)
		}
	}
	return d
}

// read adds what one note tells, and is false where that is nothing.
func (d *debt) read(n *note.Note, mine bool) bool {
	text, some := n.Entry.GetText(), false
	for _, l := range n.Payments() {
		for _, it := range l.Items {
			if it.Unit != "" {
				d.unit = it.Unit
			}
			sentence := n.Sentence(max(0, n.TokenAt(it.Start)))
			lent := passing.MatchString(sentence)
			if mine {
				lent = borrowing.MatchString(sentence)
			}
			switch {
			case it.Role == money.Left, it.Role == money.Price && balanced.MatchString(text[:it.Start]):
				d.left, d.since, d.told, some = it.Value, 0, n, true
			case it.Role == money.Unmoved, it.Role == money.Total, it.Role == money.Part:
			case it.Role != money.Returned && lent && !returning.MatchString(sentence):
				d.lent, d.since, some = d.lent+it.Value, d.since-it.Value, true
			case it.Role == money.Returned || (handing.MatchString(sentence) || len(search.Tokens(sentence)) <= bare) && !sharing.MatchString(sentence):
				d.returned, some = d.returned+it.Value, true
				if d.told != n {
					d.since += it.Value
				}
			}
		}
	}
	if settled.MatchString(text) && (some || d.lent > 0) {
		d.left, d.since, d.told, some = 0, 0, n, true
	}
	return some
}

// tellDebt tells what is owed, or what was lent or came back, where that is asked
// for; it is false where no note tells it.
func (q *inquiry) tellDebt(p *part, st stance) bool {
	if st.subject == nil {
		return false
	}
	d := q.debtOf(st, owedByMe.MatchString(p.Text))
	name := p.words(st.subject)
	state := func(value float64, of, claim string) {
		f := q.fact(newFact(kindSum, name, of, value, d.unit, st.days, len(d.by), note.IDs(d.by), "Money %s, %s: %s.", of, name, with(value, d.unit)))
		q.find(p, sure, claim, f)
	}
	in := func(v float64) string { return with(v, d.unit) }
	switch {
	case len(d.by) == 0:
		return false
	case repaying.MatchString(p.Text):
		state(d.returned, "paid back", fmt.Sprintf("What was paid back, %s: %s in all.", name, in(d.returned)))
	case lendingTo.MatchString(p.Text):
		state(d.lent, "lent", fmt.Sprintf("What was lent, %s: %s in all.", name, in(d.lent)))
	case d.told != nil && d.since == 0:
		state(d.left, "left", fmt.Sprintf("What is left, %s: %s, as told on %s.", name, in(d.left), d.told.Day))
	case d.told != nil:
		state(d.left-d.since, "left", fmt.Sprintf("What is left, %s: %s. On %s it was %s, and %s came back since.", name, in(d.left-d.since), d.told.Day, in(d.left), in(d.since)))
	case d.lent > 0:
		state(d.lent-d.returned, "left", fmt.Sprintf("What is left, %s: %s, for %s was lent and %s came back.", name, in(d.lent-d.returned), in(d.lent), in(d.returned)))
	default:
		return false
	}
	return true
}
