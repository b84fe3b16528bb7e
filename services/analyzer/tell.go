package analyzer

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

const (
	sure     = commonv1.Confidence_CONFIDENCE_HIGH
	likely   = commonv1.Confidence_CONFIDENCE_MEDIUM
	doubtful = commonv1.Confidence_CONFIDENCE_LOW
)

// aggregates say, of the entries that count and what is measured in them, what
// becomes of the values.
var aggregates = map[ask.Aggregate]func(*inquiry, *part, stance, []*measure){
	ask.List:    (*inquiry).tellNotes,
	ask.Sum:     (*inquiry).tellTotals,
	ask.Count:   (*inquiry).tellCounts,
	ask.Whether: (*inquiry).tellCounts,
	ask.Skipped: (*inquiry).tellCounts,
	ask.Average: (*inquiry).tellAverages,
	ask.Median:  (*inquiry).tellAverages,
	ask.Best:    (*inquiry).tellExtremes,
	ask.Least:   (*inquiry).tellExtremes,
	ask.Spread:  (*inquiry).tellSpread,
	ask.Last:    (*inquiry).tellWhen,
	ask.First:   (*inquiry).tellWhen,
	ask.Trend:   (*inquiry).progress,
	ask.Gap:     (*inquiry).tellGap,
	ask.Streak:  (*inquiry).tellStreak,
}

// tell answers a question that the notes answer directly: of each subject in
// each span, the entries that count, then their values, then what becomes of
// these.
func (q *inquiry) tell(p *part) {
	if len(p.subjects) > 1 && p.Is(ask.Conditional) {
		q.relate(p) // "how is my mood after runs" asks how two things go together
	}
	if p.disjoint != nil {
		q.tellDisjoint(p)
		return
	}
	whole := p
	if topics, _ := states(p.subjects); len(topics) > 0 && p.Aggregate == ask.List {
		p = p.withoutStates()
	}
	bare := q.bare(p)
	q.tellTogether(p)
	for _, s := range p.subjectsOf() {
		for _, sp := range q.spansOf(p) {
			st := q.besideStates(whole, q.look(s, q.nightsOf(s, sp)))
			q.cover(p, st, q.silenceCounts(p, st))
			st, reached := q.entries(p, st)
			switch {
			case !reached, bare && p.does(s), len(p.subjects) > 1 && p.predicates(s):
			case p.Aggregate == ask.Skipped && len(st.denied) > 0:
				q.tellSkipped(p, st)
			case len(st.told) > 0:
				q.tellOf(p, st)
			default:
				q.silence(p, st)
			}
			if !bare {
				q.denials(p, st)
			}
		}
	}
}

// tellOf answers of one subject in one span.
func (q *inquiry) tellOf(p *part, st stance) {
	switch {
	case q.unhappened(p, st):
		q.lacksOutcome(p, st)
		q.lookUp(p, st)
		return
	case q.particular(p, st), p.asksFeeling(st.subject) && q.tellFeelings(p, st):
		return
	case p.Is(ask.Owing) && q.tellDebt(p, st):
		return
	}
	ms := q.measured(p, st)
	switch {
	case p.By != "":
		q.tellGroups(p, st, ms)
		return
	case p.Aggregate == ask.List && st.span.startHour != st.span.endHour && !p.Is(ask.Asking):
		q.accountOn(p, st, ms) // "morning workouts" is one side of a comparison
		return
	}
	aggregates[p.Aggregate](q, p, st, ms)
	q.regularities(st, ms)
}

// bare reports whether a question for yes or no has an object that no note tells
// of: that there was eating is no answer to "did I eat sushi".
func (q *inquiry) bare(p *part) bool {
	return p.Aggregate == ask.Whether && slices.ContainsFunc(p.subjects, func(s *note.Subject) bool {
		told, denied := note.On(s, q.notes)
		return !p.does(s) && len(told)+len(denied) == 0
	})
}

// state finds what a fact says, if there is one.
func (q *inquiry) state(p *part, level commonv1.Confidence, f *commonv1.Fact) {
	if f != nil {
		q.find(p, level, f.GetText(), f)
	}
}

// tellNotes answers a question that asks for no computation: with the values,
// the sentence that it looks for, or the notes themselves.
func (q *inquiry) tellNotes(p *part, st stance, ms []*measure) {
	if q.onlyPriced(p, st) {
		ms = q.paid(p, st)
	}
	if (p.Valued() || q.onlyPriced(p, st)) && len(ms) > 0 {
		for _, m := range ms {
			if q.onlyPriced(p, st) && p.dated && m.additive() {
				q.tellTotal(p, st, m, true) // "creche so far this year"
				continue
			}
			q.tellValues(p, st, m)
		}
		return
	}
	if m := q.countedBare(p, st); m != nil {
		q.tellTotal(p, st, m, true)
	}
	if p.wentHow(st) {
		q.accountOn(p, st, ms[:min(len(ms), 1)])
	}
	if p.Sought() && st.subject != nil {
		q.lookUp(p, st)
		switch {
		case p.Dimension == quantity.Money, q.withoutValue(p, st):
			q.lacksNumber(p, st) // the notes don't give what it cost, or scored
		case q.ofAnother(p, st):
			q.lacksOutcome(p, st)
		}
		return
	}
	q.show(p, st)
	for _, m := range ms {
		f := q.describe(st, m)
		if st.subject == nil {
			q.findAverage(p, st, f)
		}
	}
}

// versioned is a word that tells one of a kind from the others: "5.0", "v2".
var versioned = regexp.MustCompile(`^(?:\d+\.\d+|\pL\d+)$`)

// ofAnother reports whether the question names one of a kind that none of the notes on
// it does: the release of 4.0 is not that of 5.0.
func (q *inquiry) ofAnother(p *part, st stance) bool {
	for i, t := range p.Tokens {
		if versioned.MatchString(t.Folded) && p.Restricts(i) && !slices.ContainsFunc(st.told, func(n *note.Note) bool { return search.Contains(n.Tokens, []search.Token{t}) }) {
			return true
		}
	}
	return false
}

// graded is a value without a unit that is one all the same: "9/10", "79 %".
var graded = regexp.MustCompile(`\d ?/ ?\d|\d ?%`)

// withoutValue reports whether the question asks for a value by its name, as the
// score of an exam, and no note that is quoted has that word or a value of it.
func (q *inquiry) withoutValue(p *part, st stance) bool {
	return slices.ContainsFunc(p.implied, func(s *note.Subject) bool {
		return note.Companion(s.Name) && !note.Among(note.Occasions, s.Name) && !slices.ContainsFunc(q.passages(p, st.told), func(b passage) bool {
			_, said, denied := b.note.Search(s.Phrases, s.Rivals, note.Meant)
			return said || denied || graded.MatchString(b.note.Entry.GetText())
		})
	})
}
