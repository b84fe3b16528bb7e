package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/eventtime"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A settlement is a note that says of something that the question names that it is otherwise
// than it was to be.
type settlement struct {
	*note
	names []string // the words of the question that it says so of, by their stems
}

// settledFirst puts before each note that plans something the later notes that settle it
// otherwise, the latest first: those that move, cancel or change what the question names.
// Where notes are asked for one by one, by their time, or to be counted or compared, all stay
// where they are.
func (q *inquiry) settledFirst(notes []*note) []*note {
	switch q.form.GetWanted() {
	case commonv1.Wanted_WANTED_LIST:
		if !q.daysAlone() {
			return notes
		}
	case commonv1.Wanted_WANTED_WHEN, commonv1.Wanted_WANTED_LOOKUP, commonv1.Wanted_WANTED_NOW, commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_ADVICE, commonv1.Wanted_WANTED_EXISTS:
	default:
		return notes
	}
	if query.Ordered(q.form) || query.Counts(q.form) {
		return notes
	}
	var out []*note
	all := q.settlements(q.notes)
	for _, n := range notes {
		for _, later := range append(q.settling(n, all), n) {
			if !slices.Contains(out, later) {
				out = append(out, later)
			}
		}
	}
	return out
}

// settlements returns what some notes settle, the latest first.
func (q *inquiry) settlements(notes []*note) []settlement {
	var out []settlement
	for _, n := range notes {
		if names := q.settledWords(n); len(names) > 0 && n.day() != "" {
			out = append(out, settlement{n, names})
		}
	}
	stable.Sort(out, func(a, b settlement) int { return latestFirst(a.note, b.note) })
	return out
}

// settling returns the later notes that settle otherwise what a note plans, which has all that
// they settle, the latest first: also those that name nothing of the question, "the dentist is
// off", of a plan for its days.
func (q *inquiry) settling(n *note, all []settlement) []*note {
	var out []*note
	for _, s := range all {
		later := byTime(n, s.note) < 0 && !slices.ContainsFunc(s.names, func(stem string) bool { return !n.words[stem] })
		if later && q.plansAhead(n, s.names) {
			out = append(out, s.note)
		}
	}
	ranges, from := query.NamedDays(q.form), today(q.req.GetContext())
	asked := func(d notes.Day) bool {
		return !d.Before(from) && (len(ranges) == 0 || dayWithin(d, ranges))
	}
	toCome := q.form.GetWanted() == commonv1.Wanted_WANTED_WHEN && len(ranges) == 0 ||
		slices.ContainsFunc(ranges, func(r *commonv1.ScopeRange) bool { return r.GetEnd() == "" || r.GetEnd() >= from.String() })
	if n.day() == "" || !toCome {
		return out
	}
	for _, p := range eventtime.FindPlans(eventtime.Note{At: n.at(), Text: n.text()}, q.weekStart(), from, asked) {
		out = append(out, q.which(func(o *note) bool {
			return o.day() != "" && !slices.Contains(out, o) && eventtime.SettlesPlan(eventtime.Note{At: o.at(), Text: o.text()}, p, q.weekStart())
		})...)
	}
	stable.Sort(out, latestFirst)
	return out
}

// namedWords returns the words with meaning of what the question names, by their stems, but for
// those of what it does: of "when does the plumber come" the plumber.
func (q *inquiry) namedWords() []string {
	var out []string
	for _, t := range q.terms {
		for _, w := range meaning(t.words) {
			if !slices.Contains(out, w.Stem) && !cued("happen", []search.Token{w}) {
				out = append(out, w.Stem)
			}
		}
	}
	return out
}

// settledWords returns which words of the question a sentence has that says that it is otherwise
// than it was to be, of those sentences the one with the most; none of a note that does not
// have all that the question names.
func (q *inquiry) settledWords(n *note) []string {
	var out []string
	named := q.namedWords()
	if slices.ContainsFunc(named, func(stem string) bool { return !n.words[stem] }) {
		return nil
	}
	denied := slices.DeleteFunc(assertion.Scan(n.text()), func(s assertion.Span) bool { return s.Kind != assertion.Negated })
	for _, s := range sentencesOf(n.text()) {
		words := s.words()
		shared := slices.DeleteFunc(slices.Clone(named), func(stem string) bool { return !words[stem] })
		if len(shared) <= len(out) {
			continue
		}
		if n.GetEntry().GetCorrection() || cued("settle", s.tokens) || cued("change", s.tokens) || meets(denied, s.start, s.end) ||
			eventtime.Overtakes(eventtime.Note{At: n.at(), Text: n.text()[s.start:s.end]}, q.weekStart()) {
			out = shared
		}
	}
	return out
}

// plansAhead reports whether a sentence of a note that has one of some words speaks of
// what was to come when it was written.
func (q *inquiry) plansAhead(n *note, names []string) bool {
	planned := slices.DeleteFunc(assertion.Scan(n.text()), func(s assertion.Span) bool { return s.Kind != assertion.Planned })
	ahead := eventtime.Ahead(eventtime.Note{At: n.at(), Text: n.text()}, q.weekStart(), notes.DayOf(n.at()).AddDays(1))
	return n.day() != "" && slices.ContainsFunc(sentencesOf(n.text()), func(s sentence) bool {
		words := s.words()
		return slices.ContainsFunc(names, func(stem string) bool { return words[stem] }) && (cued("plan", s.tokens) || meets(planned, s.start, s.end) ||
			slices.ContainsFunc(ahead, func(m eventtime.Mention) bool { return s.start <= m.Offset && m.Offset < s.end }))
	})
}
