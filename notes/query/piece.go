package query

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

// A piece is a part of a question that is read as one.
type piece struct {
	text       string // as it stands in the question
	start, end int    // in bytes
	span       int    // of the times, counted from 1
	unresolved bool   // a time that nobody can tell
	rule       *rule
	amount     *quantity.Quantity
	unit       string // a unit without a number
	readings   []reading
	fields     []int // whose measure it names
	possessive bool  // "Ben's"
	used       bool  // something took it up
}

// loose reports whether no list has the words of a piece.
func (p *piece) loose() bool {
	return p.span == 0 && !p.unresolved && p.rule == nil && p.amount == nil && p.unit == "" && len(p.readings)+len(p.fields) == 0
}

// names reports whether a piece can be what a question is about: who asks for lost keys
// asks for no change.
func (p *piece) names() bool { return p.loose() || len(p.readings)+len(p.fields) > 0 || p.does(change) }

func (p *piece) does(what effect) bool { return p.rule != nil && p.rule.has(what) }

// split cuts a question into pieces: times, numbers with their units, phrases of
// the grammar, terms of the domains, and other words one by one. Of a phrase and a
// term at one place the longer counts, else the phrase.
func split(text string, times timespan.Reading, l *Lexicon) []*piece {
	tokens := search.Tokens(text)
	amounts := quantity.Scan(text)
	g := grammarOnce()
	var out []*piece
	for i := 0; i < len(tokens); {
		p := &piece{start: tokens[i].Start}
		n := 1
		if span, end := timeAt(times, tokens[i].Start); span != 0 || end > 0 {
			p.span, p.unresolved = span, span == 0
			n = upTo(tokens[i:], end)
		} else if at := slices.IndexFunc(amounts, func(q quantity.Quantity) bool { return q.Start == tokens[i].Start }); at >= 0 {
			p.amount = &amounts[at]
			n = upTo(tokens[i:], amounts[at].End)
		} else {
			r, words := g.at(text, tokens, i, amounts)
			readings, fields, m := l.term(tokens[i:])
			if next := i + m; m > 1 && next < len(tokens) && g.leads(tokens[next-1]) {
				if _, end := timeAt(times, tokens[next].Start); end > 0 || unit(tokens[next]) != "" { // "sleep in May", "weigh in pounds"
					readings, fields, m = l.term(tokens[i : next-1])
				}
			}
			switch {
			case m > words:
				p.readings, p.fields, n = readings, fields, m
				if m == 1 && best(readings).role <= general {
					p.unit = unit(tokens[i])
				}
			case words > 0:
				p.rule, n = r, words
			default:
				p.unit = unit(tokens[i])
			}
		}
		p.end = tokens[i+n-1].End
		p.text = text[p.start:p.end]
		p.possessive = possessive(p.text)
		out = append(out, p)
		i += n
	}
	return out
}

// timeAt returns the span that has the place, counted from 1, or 0 for a time that
// can't be resolved, and where its words end; an end of 0 is no time.
func timeAt(times timespan.Reading, at int) (span, end int) {
	for i, s := range times.Spans {
		for _, w := range append([]timespan.Words{{Text: s.Text, Offset: s.Offset}}, s.Apart...) {
			if w.Offset <= at && at < w.Offset+len(w.Text) {
				return i + 1, w.Offset + len(w.Text)
			}
		}
	}
	for _, u := range times.Unresolved {
		if u.Offset <= at && at < u.Offset+len(u.Text) {
			return 0, u.Offset + len(u.Text)
		}
	}
	return 0, 0
}

// upTo counts the tokens that begin before an end, one at least.
func upTo(tokens []search.Token, end int) int {
	n := 1
	for n < len(tokens) && tokens[n].Start < end {
		n++
	}
	return n
}

// at returns the rule of the longest phrase that begins at token i, and how many
// tokens it has. A comparison with a number counts in front of one, and a phrase
// does not run over a sign that ends a clause.
func (g *grammar) at(text string, tokens []search.Token, i int, amounts []quantity.Quantity) (*rule, int) {
	for _, p := range g.phrases[tokens[i].Folded] {
		n := len(p.words)
		if i+n > len(tokens) || p.rule.has(start) && i > 0 {
			continue
		}
		same := true
		for k := 1; k < n && same; k++ {
			same = tokens[i+k].Folded == p.words[k] && !strings.ContainsAny(text[tokens[i+k-1].End:tokens[i+k].Start], ".?!;")
		}
		if !same {
			continue
		}
		if p.rule.operator != 0 && (i+n == len(tokens) || !slices.ContainsFunc(amounts, func(q quantity.Quantity) bool { return q.Start == tokens[i+n].Start })) {
			continue
		}
		return p.rule, n
	}
	return nil, 0
}

// leads reports whether a word leads into a time.
func (g *grammar) leads(t search.Token) bool {
	return slices.ContainsFunc(g.phrases[t.Folded], func(p phrase) bool { return len(p.words) == 1 && p.rule.has(leads) })
}

// unit returns the unit that a word names by itself. A letter names none.
func unit(t search.Token) string {
	if len(t.Folded) < 2 {
		return ""
	}
	u, _ := quantity.Canonical(t.Folded)
	return u
}

func possessive(text string) bool {
	return strings.HasSuffix(text, "'s") || strings.HasSuffix(text, "’s") || strings.HasSuffix(text, "s'") || strings.HasSuffix(text, "s’")
}
