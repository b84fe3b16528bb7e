package query

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// measure finds the number that the question asks for: the one field that all of its
// words allow, by its name, by a unit, by "how far" and its like, or because its
// subject has no other. If several fit, none is taken.
func (r *reader) measure() {
	c := r.candidates()
	if len(c.fields) == 0 || slices.ContainsFunc(c.fields, func(f extract.Declaration) bool {
		return f.Domain != c.fields[0].Domain || f.Measure != c.fields[0].Measure
	}) {
		return
	}
	f, form := c.fields[0], r.form
	about := len(r.about()) > 0
	if !about && (!c.named || slices.ContainsFunc(c.fields, func(g extract.Declaration) bool { return g.Subject != f.Subject })) {
		return // "how long did it take" asks for no field, and "the highest rating" for one of several
	}
	if counts[form.GetAggregate()] { // "how often did I note my weight" counts what is about it
		if about || !f.Own {
			return
		}
	} else {
		form.Measure = &commonv1.Measure{Domain: f.Domain, Name: f.Measure, Kind: kinds[f.Kind], Unit: f.Unit}
	}
	words := textOf(c.words)
	for _, p := range c.words {
		if p.used = true; p.unit != "" && form.Measure != nil {
			form.Measure.Unit = p.unit
		}
	}
	if form.Measure != nil {
		form.Measure.Words = words
	}
	if !about && len(f.Names) == 0 {
		form.Subjects = append(form.Subjects, r.lex.subject(words, reading{domain: f.Domain, name: f.Subject, role: subject}))
	}
}

// candidates are the fields that may be asked for.
type candidates struct {
	fields []extract.Declaration
	words  []*piece // that name them
	named  bool     // by a name, and not by "how long" or a unit alone
}

func (c *candidates) keep(holds func(extract.Declaration) bool) {
	c.fields = slices.DeleteFunc(c.fields, func(f extract.Declaration) bool { return !holds(f) })
}

// keepPreferred is keep, if something is kept.
func (c *candidates) keepPreferred(holds func(extract.Declaration) bool) {
	if slices.ContainsFunc(c.fields, holds) {
		c.keep(holds)
	}
}

// candidates returns the fields that all words for numbers allow, and whose values
// can be about everything that the question names.
func (r *reader) candidates() candidates {
	var c candidates
	for _, f := range r.lex.fields {
		if f.Numeric && r.accepts(f) {
			c.fields = append(c.fields, f)
		}
	}
	var orders [][]string // of the names that are meant first
	told := false
	for i, p := range r.pieces {
		switch {
		case p.used:
		case r.namesField(p):
			c.words, c.named, told = append(c.words, p), true, true
			c.keep(func(f extract.Declaration) bool {
				return slices.ContainsFunc(p.fields, func(k int) bool { g := r.lex.fields[k]; return g.Domain == f.Domain && g.Key == f.Key })
			})
		case p.unit != "" && i > 0 && r.pieces[i-1].rule != nil && (r.pieces[i-1].does(count|amount|leads) || r.pieces[i-1].rule.aggregate != 0):
			dimension := quantity.Dimension(p.unit)
			c.words, told = append(c.words, p), true
			c.keep(func(f extract.Declaration) bool { return f.Dimension == dimension })
			orders = append(orders, grammarOnce().generic[dimension])
		}
	}
	for _, x := range r.measuring() {
		told = true
		c.named = c.named || !strings.Contains(strings.Join(x.measures, ""), "*")
		c.keep(func(f extract.Declaration) bool { return rank(f, x.measures) < len(x.measures) })
		orders = append([][]string{x.measures}, orders...)
	}
	if !told {
		r.keepImplied(&c)
	}
	for _, order := range orders {
		lowest := len(order)
		for _, f := range c.fields {
			lowest = min(lowest, rank(f, order))
		}
		c.keep(func(f extract.Declaration) bool { return rank(f, order) == lowest })
	}
	return c
}

// keepImplied keeps the fields that are meant without a word for one.
func (r *reader) keepImplied(c *candidates) {
	own := slices.ContainsFunc(c.fields, func(f extract.Declaration) bool { return f.Own })
	c.keep(func(f extract.Declaration) bool { return r.implied(f, own) })
	if a := r.form.GetAggregate(); a == sum || a == greatest || a == least || a == 0 {
		c.keepPreferred(func(f extract.Declaration) bool { return f.Kind == extract.Amount })
		c.keepPreferred(func(f extract.Declaration) bool { return f.Dimension == "length" }) // how much somebody ran is how far
	}
}

// namesField reports whether a piece is the name of a number rather than of what it is
// about: "sleep" is a word for the subject, though a field may be called so too.
func (r *reader) namesField(p *piece) bool {
	return len(p.fields) > 0 && !slices.ContainsFunc(p.readings, func(x reading) bool {
		return x.role == subject && !slices.ContainsFunc(p.fields, func(k int) bool {
			return r.lex.fields[k].Domain == x.domain && r.lex.fields[k].Own
		})
	})
}

// measuring returns the rules that say which number is asked for, the phrase that asks
// for it last.
func (r *reader) measuring() []*rule {
	var out []*rule
	for _, x := range r.rules {
		if len(x.measures) > 0 && (!x.has(comparative) || r.form.GetWanted() == commonv1.Wanted_WANTED_COMPARE) {
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b *rule) int { return int(min(a.wanted, 1)) - int(min(b.wanted, 1)) })
	return out
}

// rank tells at which of some names a field stands, their number if at none.
func rank(f extract.Declaration, names []string) int {
	for i, name := range names {
		if name == f.Measure || name == f.Key || name[0] == '*' && name[1:] == f.Dimension {
			return i
		}
	}
	return len(names)
}

// implied reports whether a question for one number needs no word for a field: it is a
// number with a subject of its own, or, where there is none such, how much there is of
// the subject.
func (r *reader) implied(f extract.Declaration, own bool) bool {
	form := r.form
	if len(r.about()) == 0 || counts[form.GetAggregate()] || own != f.Own {
		return false
	}
	if own {
		return r.impliesOwn()
	}
	switch form.GetWanted() {
	case commonv1.Wanted_WANTED_UNSPECIFIED, commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_COMPARE, commonv1.Wanted_WANTED_WHEN:
	default:
		return false
	}
	aggregate, usual := form.GetAggregate(), grammarOnce().generic[f.Dimension]
	if rank(f, usual) == len(usual) || aggregate == earliest || aggregate == last || r.says(count) || r.countable() {
		return false
	}
	adds := r.says(amount) || aggregate == sum || aggregate == 0 && (r.comparing || r.says(change))
	return adds && f.Kind == extract.Amount || !adds && aggregate != 0
}

// impliesOwn reports whether a question means the number that its subject is.
func (r *reader) impliesOwn() bool {
	switch r.form.GetWanted() {
	case commonv1.Wanted_WANTED_WHY, commonv1.Wanted_WANTED_TREND, commonv1.Wanted_WANTED_WHEN,
		commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_COMPARE:
		return true
	case commonv1.Wanted_WANTED_UNSPECIFIED:
		return r.form.GetAggregate() != 0 || r.says(change)
	case commonv1.Wanted_WANTED_EXISTS:
		return r.says(change)
	}
	return false
}

// countable reports whether notes may give the number of what is counted, which is not
// the number of notes: "2 coffees", "20 squats".
func (r *reader) countable() bool {
	return slices.ContainsFunc(r.lex.fields, func(f extract.Declaration) bool {
		return f.Numeric && f.Kind == extract.Amount && f.Dimension == "" && len(f.Names) > 0 && r.accepts(f)
	})
}

// about returns the pieces that name something that values are about, or a text
// beside them.
func (r *reader) about() []*piece {
	var out []*piece
	for _, p := range r.pieces {
		if !p.used && best(p.readings).role >= beside && !r.namesField(p) {
			out = append(out, p)
		}
	}
	return out
}

// accepts reports whether a field's values can be about everything that the question
// names.
func (r *reader) accepts(f extract.Declaration) bool {
	for _, p := range r.about() {
		if x, ok := byDomain(p.readings, f.Domain); !ok || x.role != general && !takes(f, x) {
			return false
		}
	}
	return true
}

// takes reports whether a field's values can be about a name, or have it beside them.
func takes(f extract.Declaration, x reading) bool {
	switch x.role {
	case subject:
		return x.kind == everything || x.name == f.Subject || x.kind != "" && slices.Contains(f.Names, x.kind)
	case beside:
		return slices.Contains(f.Beside, x.kind)
	}
	return false
}

func textOf(pieces []*piece) string {
	words := make([]string, len(pieces))
	for i, p := range pieces {
		words[i] = p.text
	}
	return strings.Join(words, " ")
}
