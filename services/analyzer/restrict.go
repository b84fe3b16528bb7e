package analyzer

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rota"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// restrict turns what a question says of which entries count into filters of the
// notes, and into days where it names some. What a filter takes is no subject any
// more. A restriction that the notes can't decide stays what it was: words that
// the answer does not take into account.
func (q *inquiry) restrict(p *part) {
	if p.Kind != commonv1.QueryType_QUERY_TYPE_SIMPLE {
		return
	}
	for i := range p.Restrictions {
		r := &p.Restrictions[i]
		rest := slices.DeleteFunc(slices.Clone(p.subjects), func(s *note.Subject) bool {
			at, _ := p.place(s)
			return at >= r.From && at < r.To
		})
		if len(rest) == 0 && p.Dimension == "" || q.timed(r) {
			continue // it is what the question is about, or a time whose days are known
		}
		if admitting[r.Kind](q, p, r, rest) {
			p.subjects = rest
			p.restricted = append(p.restricted, r)
		}
	}
}

// admitting say by kind of restriction how it selects. They are false where the
// notes can't tell.
var admitting = map[ask.Restricting]func(*inquiry, *part, *ask.Restriction, []*note.Subject) bool{
	ask.Without:  (*inquiry).admitWithout,
	ask.During:   (*inquiry).admitDuring,
	ask.OnShift:  (*inquiry).admitDuring,
	ask.Before:   (*inquiry).admitBeside,
	ask.After:    (*inquiry).admitBeside,
	ask.Numbered: (*inquiry).admitNumbered,
	ask.InSets:   (*inquiry).admitSets,
}

// timed reports whether a restriction is among the times of the scope.
func (q *inquiry) timed(r *ask.Restriction) bool {
	return slices.ContainsFunc(slices.Concat(q.focus, q.baseline), func(s span) bool { return search.Contains(search.Tokens(s.label), r.Name) })
}

// tellingShare is the share of notes from which on those that don't tell of something
// are without it: who notes each walk among the runs, and not who did so once.
const tellingShare = 0.2

// alone and unbroken say in other words what a note is without: whoever could have
// been there, or a stop.
var (
	alone    = regexp.MustCompile(`(?i)\b(?:alone|solo|by myself|on my own)\b`)
	unbroken = regexp.MustCompile(`(?i)\b(?:non[ -]?stop|no stop(?:s|ping)?|without (?:a )?stop(?:s|ping)?|no breaks?|continuous(?:ly)?)\b`)
	stopping = ask.Phrases("walk", "stop", "break", "pause", "rest", "walk break")
)

// admitWithout leaves out the notes that tell of a thing. Those that neither tell
// nor deny it count as without it where enough others tell; else only those that
// deny it do.
func (q *inquiry) admitWithout(p *part, r *ask.Restriction, rest []*note.Subject) bool {
	s := q.lexicon.Subject(note.NameOf(r.Name))
	if told, denied := note.On(s, q.notes); len(rest) == 0 || len(told)+len(denied) == 0 {
		return false
	}
	says := alone
	if note.Among(stopping, s.Name) {
		says = unbroken
	}
	p.filters = append(p.filters, func(ns []*note.Note) []*note.Note {
		told, denied := note.On(s, ns)
		without := note.IDSet(denied)
		denies := func(n *note.Note) bool { return without[n.Entry.GetId()] || says.MatchString(n.Entry.GetText()) }
		told = slices.DeleteFunc(told, denies)
		if own := note.Filter(ns, denies); len(own) > 0 && float64(len(told)) < tellingShare*float64(len(ns)) {
			return own
		}
		with := note.IDSet(told)
		return note.Filter(ns, func(n *note.Note) bool { return !with[n.Entry.GetId()] })
	})
	return true
}

// admitDuring keeps the days of a shift, or of something else that lasts.
func (q *inquiry) admitDuring(p *part, r *ask.Restriction, _ []*note.Subject) bool {
	if kind := rota.Named(r.Name); kind != "" {
		days := q.daysOfShift(kind)
		return len(days) > 0 && q.confine(p, r, notes.Range{}, has(days))
	}
	days, ok := q.daysOfStretch(q.lexicon.Subject(note.NameOf(r.Name)))
	return ok && r.Kind == ask.During && q.confine(p, r, days, nil)
}

// admitBeside keeps the days before something happened, or those behind it.
func (q *inquiry) admitBeside(p *part, r *ask.Restriction, _ []*note.Subject) bool {
	if r.Each {
		return false
	}
	days, ok := q.daysOfStretch(q.lexicon.Subject(note.NameOf(r.Name)))
	if !ok {
		h, ok := q.chronicle.Find(r.Event, notes.Day{})
		if !ok {
			return false
		}
		days = notes.Range{Start: h.Day, End: h.Day}
	}
	if r.Kind == ask.Before {
		return q.confine(p, r, notes.Range{End: days.Start.AddDays(-1)}, nil)
	}
	return q.confine(p, r, notes.Range{Start: days.End.AddDays(1)}, nil)
}

// confine brings the spans of a part to some days.
func (q *inquiry) confine(p *part, r *ask.Restriction, days notes.Range, only func(notes.Day) bool) bool {
	spans := []span{everything}
	if q.dated() || len(p.spans) > 0 {
		spans = q.spansOf(p)
	}
	p.spans = nil
	for _, sp := range spans {
		label := r.Text
		if sp.label != everything.label {
			label = sp.label + " " + r.Text
		}
		sp.label, sp.days = label, common(sp.days, days)
		if before := sp.only; only != nil {
			sp.only = func(d notes.Day) bool { return only(d) && (before == nil || before(d)) }
		}
		p.spans = append(p.spans, sp)
	}
	return true
}

// common are the days of both ranges.
func common(a, b notes.Range) notes.Range {
	if a.Start.Before(b.Start) {
		a.Start = b.Start
	}
	if a.End.IsZero() || !b.End.IsZero() && b.End.Before(a.End) {
		a.End = b.End
	}
	return a
}

// admitNumbered keeps the notes on the thing of a number, "night 3", where some
// name it so.
func (q *inquiry) admitNumbered(p *part, r *ask.Restriction, rest []*note.Subject) bool {
	named := func(n *note.Note) bool { return search.Contains(n.Tokens, r.Name) }
	if len(rest) == 0 || !slices.ContainsFunc(q.notes, named) {
		return false
	}
	p.filters = append(p.filters, func(ns []*note.Note) []*note.Note { return note.Filter(ns, named) })
	return true
}

// admitSets keeps of what was done in sets those of a kind: "3x5", "sets of five".
func (q *inquiry) admitSets(p *part, r *ask.Restriction, rest []*note.Subject) bool {
	of := func(v note.Number) bool {
		return (r.Sets == 0 || v.Sets == r.Sets) && (r.Reps == 0 || v.Reps == r.Reps)
	}
	lifted := func(v note.Number) bool {
		return v.Reps > 0 && slices.ContainsFunc(rest, func(s *note.Subject) bool { return s.Measures(v) })
	}
	if !slices.ContainsFunc(q.notes, func(n *note.Note) bool { return slices.ContainsFunc(n.Numbers, lifted) }) {
		return false
	}
	p.filters = append(p.filters, func(ns []*note.Note) []*note.Note {
		var out []*note.Note
		for _, n := range ns {
			if !slices.ContainsFunc(n.Numbers, func(v note.Number) bool { return lifted(v) && of(v) }) {
				continue
			}
			only := *n
			only.Numbers = slices.DeleteFunc(slices.Clone(n.Numbers), func(v note.Number) bool { return !of(v) })
			out = append(out, &only)
		}
		return out
	})
	return true
}

// inSets reports whether the question is only of what was done in some sets.
func (p *part) inSets() bool {
	return slices.ContainsFunc(p.restricted, func(r *ask.Restriction) bool { return r.Kind == ask.InSets })
}
