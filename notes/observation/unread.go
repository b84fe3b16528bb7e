package observation

import (
	"cmp"
	"iter"
	"maps"
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/ownfield"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Unread returns which of some entries bear on a selection and were not read whole,
// in the order of time. Rows are those of all entries that the selection is of:
// without one there is nothing to tell as a whole, and nothing is unread. Nor is it
// where a selection is of all that a domain has.
//
// An entry bears on it if it has such rows or names its subject. It was not read
// whole if it gives, as its writer's own, a number of the measure's dimension, or
// beside the subject a bare one, that is nowhere in its data; or if it corrects
// something that does not show it. In doubt it was not. An entry with a number of
// which nothing says what it is of may bear on it too.
func (r *Reader) Unread(entries []*commonv1.Entry, sel *commonv1.Selection, rows []*commonv1.Observation) []*commonv1.UnreadNote {
	if len(rows) == 0 || len(sel.GetSubjects())+len(sel.GetMeasures()) == 0 {
		return nil
	}
	if sel.GetDomain() == ownfield.Domain {
		out := ownUnread(entries, sel)
		slices.SortStableFunc(out, CompareUnread)
		return out
	}
	w := newWanted(sel, rows)
	w.said = sayingsOf(SaidKey, r.schemas[sel.GetDomain()], sel.GetMeasures())
	w.lower = sayingsOf(LoweredKey, r.schemas[sel.GetDomain()], sel.GetMeasures())
	w.fixed = !w.all && declares(r.schemas[sel.GetDomain()], rows[0].GetSubject())
	var out []*commonv1.UnreadNote
	for _, e := range entries {
		reason, words := r.unread(e, entries, w)
		if reason == read && r.lacksValue(e, sel, w) {
			reason = commonv1.UnreadReason_UNREAD_REASON_UNSTATED
		}
		if reason != commonv1.UnreadReason_UNREAD_REASON_UNSPECIFIED {
			out = append(out, &commonv1.UnreadNote{
				EntryId: e.GetId(), Date: e.GetDate(), Reason: reason,
				Words: &commonv1.TextRange{Start: int32(words.start), End: int32(words.end)},
			})
		}
	}
	slices.SortStableFunc(out, CompareUnread)
	return out
}

// lacksValue reports whether an entry's data has something of what a selection is of, a run,
// that states none of its values, a pace.
func (r *Reader) lacksValue(e *commonv1.Entry, sel *commonv1.Selection, w *wanted) bool {
	if len(w.lists) == 0 || len(sel.GetMeasures()) == 0 || e.GetDomainData().GetFields()[sel.GetDomain()] == nil {
		return false
	}
	subjects := names{}.of(sel.GetSubjects())
	states := map[string]bool{} // by object
	for _, row := range r.Of(e) {
		if row.GetDomain() == sel.GetDomain() && w.lists[extract.General(row.GetObject())] && (len(subjects.each) == 0 || subjects.have(row)) {
			states[row.GetObject()] = states[row.GetObject()] || slices.Contains(sel.GetMeasures(), row.GetMeasure())
		}
	}
	return slices.Contains(slices.Collect(maps.Values(states)), false)
}

// CompareUnread orders notes by time.
func CompareUnread(a, b *commonv1.UnreadNote) int {
	return cmp.Or(cmp.Compare(a.GetDate(), b.GetDate()), cmp.Compare(a.GetEntryId(), b.GetEntryId()))
}

// A wanted is what unread notes are looked for.
type wanted struct {
	domain   string
	measures []string
	names    [][]search.Token // of its subjects
	classes  map[string]bool  // of its values, as of classOf
	rows     map[string][]*commonv1.Observation
	// lists are the paths of the lists in whose objects the values stand: "running.runs".
	lists map[string]bool
	// all says that every note with such a value bears on it: of money that was
	// spent on whatever.
	all bool
	// money says that amounts in any currency are values of it.
	money bool
	// fixed says that schemas tell what the values are about, and notes need not:
	// "run", and not "deadlift".
	fixed  bool
	scales map[string]scale // of its values, by class
	said   [][]search.Token // words of which a note must have one, if any
	// lower are words by which a clause says that a sum is less by its number.
	lower [][]search.Token
	// Of the entry that is looked at: its figures, nil before they are read, and which
	// parts of it name a subject.
	taken []figure
	bear  map[span]bool
}

func newWanted(sel *commonv1.Selection, rows []*commonv1.Observation) *wanted {
	w := &wanted{domain: sel.GetDomain(), measures: sel.GetMeasures(), classes: map[string]bool{}, rows: map[string][]*commonv1.Observation{}, lists: map[string]bool{}, scales: map[string]scale{}, all: true}
	n := names{}
	general := map[string]bool{n.canonical(sel.GetDomain()): true}
	for _, row := range rows {
		w.rows[row.GetEntryId()] = append(w.rows[row.GetEntryId()], row)
		if list := extract.General(row.GetObject()); list != row.GetObject() {
			w.lists[list] = true
		}
		if row.GetKind() != commonv1.MeasureKind_MEASURE_KIND_UNSPECIFIED {
			w.classes[classOf(row.GetUnit())], w.classes[row.GetUnit()] = true, true
			w.measured(row)
			w.all = w.all && quantity.Dimension(row.GetUnit()) == quantity.Money
		}
		for _, b := range row.GetBroader() {
			general[n.canonical(b)] = true
		}
	}
	add := func(name string) {
		if tokens := search.Tokens(name); len(tokens) > 0 {
			w.names = append(w.names, tokens)
		}
	}
	for _, s := range sel.GetSubjects() {
		w.all = w.all && general[n.canonical(s.GetName())]
		for _, name := range append([]string{s.GetName(), s.GetWords()}, s.GetForms()...) {
			add(name)
		}
	}
	if len(sel.GetSubjects()) == 0 {
		for name := range general {
			add(name)
		}
	}
	return w
}

// wants reports whether a number of a unit may be of the measure. "Three weeks" says
// when something is, unless such spans are what is noted.
func (w *wanted) wants(unit string) bool {
	if w.money && quantity.Dimension(unit) == quantity.Money {
		return true
	}
	hours, _ := convert(1, unit, "h")
	return w.classes[classOf(unit)] && (hours < 24 || w.classes[unit])
}

// named reports whether tokens have a name of one of the subjects.
func (w *wanted) named(tokens []search.Token) bool {
	return slices.ContainsFunc(w.names, func(name []search.Token) bool { return search.Contains(tokens, name) })
}

// namedIn is named of a part of an entry, which is looked at once for all its numbers.
func (w *wanted) namedIn(s span, tokens []search.Token) bool {
	is, known := w.bear[s]
	if !known {
		if w.bear == nil {
			w.bear = map[span]bool{}
		}
		is = w.named(s.of(tokens))
		w.bear[s] = is
	}
	return is
}

// unread returns why an entry was not read whole, and the words that say so. Most
// entries have nothing to do with the selection, and their numbers are not looked at.
func (r *Reader) unread(e *commonv1.Entry, all []*commonv1.Entry, w *wanted) (commonv1.UnreadReason, span) {
	correction := corrects(e)
	tokens := search.Tokens(e.GetText())
	bears := len(w.rows[e.GetId()]) > 0 || w.named(tokens)
	if !correction && !bears && !w.all && !w.fixed {
		return read, span{}
	}
	quantities := scanQuantities(e.GetText())
	if correction {
		if words, open := r.openCorrection(e, all, w, quantities, tokens); open {
			return commonv1.UnreadReason_UNREAD_REASON_CORRECTION, words
		}
	}
	if e.GetCorrection() {
		return read, span{}
	}
	if words, ok := w.takesBack(e, quantities); ok {
		return commonv1.UnreadReason_UNREAD_REASON_CORRECTION, words
	}
	if words, ok := w.unsaid(e, quantities, tokens); ok {
		return commonv1.UnreadReason_UNREAD_REASON_UNSAID, words
	}
	if !bears && !w.all {
		return r.nameless(e, w, quantities, tokens)
	}
	w.taken, w.bear = nil, nil // of another entry
	return r.unplaced(e, all, w, readProse(e.GetText(), quantities, tokens), bears)
}

const read = commonv1.UnreadReason_UNREAD_REASON_UNSPECIFIED

// unplaced returns the first number of an entry that no field took up.
func (r *Reader) unplaced(e *commonv1.Entry, all []*commonv1.Entry, w *wanted, p *prose, bears bool) (commonv1.UnreadReason, span) {
	var beside span // the first words that stop nothing
	told := read    // why it stops nothing
	for q, reason := range r.open(e, all, w, p, bears) {
		words, stops := spanOf(q), Stops(reason)
		if reason == commonv1.UnreadReason_UNREAD_REASON_NUMBER {
			if clause, ok := w.aside(e, q, p); ok {
				words, reason, stops = clause, commonv1.UnreadReason_UNREAD_REASON_ASIDE, false
			}
		}
		if stops {
			return reason, words
		}
		if told == read {
			told, beside = reason, words
		}
	}
	return told, beside
}

// Stops reports whether nothing is computed over a note that was not read whole, for such
// a reason. Of some it is known that their number is not of what is asked: they are told.
func Stops(reason commonv1.UnreadReason) bool {
	switch reason {
	case commonv1.UnreadReason_UNREAD_REASON_ASIDE, commonv1.UnreadReason_UNREAD_REASON_LOWERED,
		commonv1.UnreadReason_UNREAD_REASON_UNSTATED, commonv1.UnreadReason_UNREAD_REASON_DENIED,
		commonv1.UnreadReason_UNREAD_REASON_NONE:
		return false
	}
	return !slices.Contains(slices.Collect(maps.Values(notDone)), reason)
}

// notDone are the reasons for which a number is no amount of what was done.
var notDone = map[assertion.Kind]commonv1.UnreadReason{
	assertion.Compared:  commonv1.UnreadReason_UNREAD_REASON_COMPARED,
	assertion.Bounded:   commonv1.UnreadReason_UNREAD_REASON_BOUNDED,
	assertion.Apiece:    commonv1.UnreadReason_UNREAD_REASON_APIECE,
	assertion.OtherTime: commonv1.UnreadReason_UNREAD_REASON_OTHER_TIME,
}

// open yields the numbers of an entry that no field took up and that the text does not
// deny, plan or give to somebody else: as a number, or as one whose owner is in doubt.
func (r *Reader) open(e *commonv1.Entry, all []*commonv1.Entry, w *wanted, p *prose, bears bool) iter.Seq2[quantity.Quantity, commonv1.UnreadReason] {
	return func(yield func(quantity.Quantity, commonv1.UnreadReason) bool) {
		var others []assertion.Span
		var days *toldDays
		for _, q := range p.quantities {
			sentence := p.sentence(q.Start)
			if !w.mayBe(q, p, sentence, bears) {
				continue
			}
			if w.taken == nil {
				w.taken = r.figures(e, w)
				for _, row := range w.rows[e.GetId()] {
					w.taken = append(w.taken, figure{row.GetValue(), row.GetUnit()})
				}
			}
			if w.lowersTotal(q, p) {
				reason := commonv1.UnreadReason_UNREAD_REASON_LOWERED
				if w.countedOnce(e, q, p) {
					reason = commonv1.UnreadReason_UNREAD_REASON_NUMBER
				}
				if !yield(q, reason) {
					return
				}
				continue
			}
			if have(w.taken, q) && !w.hasRow(e, q) { // its row may be left out
				if days == nil {
					read := readToldDays(e)
					days = &read
				}
				if days.ofOtherTime(q.Start) && !yield(q, commonv1.UnreadReason_UNREAD_REASON_OTHER_TIME) {
					return
				}
				continue
			}
			if have(w.taken, q) || corrected(e, all, q, w.taken) {
				continue
			}
			if others == nil {
				others = assertion.Scan(p.text)
			}
			if reason, is := reasonOf(q, sentence, others); is && !yield(q, reason) {
				return
			}
		}
	}
}

// reasonOf returns why a number that no field took up is in doubt, by what its text says of it;
// false if that denies it, plans it or gives it to somebody else.
func reasonOf(q quantity.Quantity, sentence span, said []assertion.Span) (commonv1.UnreadReason, bool) {
	reason := commonv1.UnreadReason_UNREAD_REASON_NUMBER
	for _, s := range said {
		switch {
		case !spanOf(q).meets(s), s.Kind == assertion.Asked && !s.Kind.OfNumber():
		case s.Kind.OfNumber():
			reason = notDone[s.Kind]
		default:
			return reason, false
		}
	}
	if slices.ContainsFunc(said, func(s assertion.Span) bool { return s.Kind == assertion.Others && sentence.meets(s) }) {
		reason = commonv1.UnreadReason_UNREAD_REASON_OWNER
	}
	return reason, true
}

// hasRow reports whether a quantity is one of an entry's rows, or no measure tells which.
func (w *wanted) hasRow(e *commonv1.Entry, q quantity.Quantity) bool {
	rows := w.rows[e.GetId()]
	return len(w.measures) == 0 || slices.ContainsFunc(rows, func(r *commonv1.Observation) bool { return have([]figure{{r.GetValue(), r.GetUnit()}}, q) })
}

// aside returns the clause of a number of an entry that gives values, and whether it is
// another clause than theirs, does not name the subject, and says what the number is of:
// "slept 7 h, then 4 hours on the boat", but not "ran 8 km, then 3 km back".
func (w *wanted) aside(e *commonv1.Entry, q quantity.Quantity, p *prose) (span, bool) {
	if w.all || q.Unit == "" || len(w.rows[e.GetId()]) == 0 {
		return span{}, false
	}
	clause := p.clause(q)
	of := thing.FindString(p.text[q.End:clause.end]) + " " + thingBefore.FindString(p.text[clause.start:q.Start])
	other := slices.ContainsFunc(search.Tokens(of), func(t search.Token) bool { return !search.Stopword(t.Stem) })
	return clause, other && !w.named(clause.of(p.tokens)) && !slices.ContainsFunc(p.quantities, func(o quantity.Quantity) bool {
		return clause.start <= o.Start && o.End <= clause.end && have(w.taken, o)
	})
}

// thing is what a number in front of it is of.
var thing = regexp.MustCompile(`^ (?i:on|of|at) (?:(?i:the|a|an|my|our) )?\pL+`)

// thingBefore is what a number behind it is of: "a call of 40 minutes".
var thingBefore = regexp.MustCompile(`(?i)\b(?:the|a|an|my|our) (?:\pL+ )?\pL+ (?:of|took|lasted|was) (?:about |around |nearly |almost )?$`)

// mayBe reports whether a number of a note could be a value of the measure: by its
// unit, or without one by its sentence.
func (w *wanted) mayBe(q quantity.Quantity, p *prose, sentence span, bears bool) bool {
	if q.Unit != "" {
		return (bears || w.all) && w.wants(q.Unit)
	}
	return w.namedIn(sentence, p.tokens) && !ordinal(p.tokens, q) && !w.counting(p.tokens, q) && !w.clock(p.tokens, q) &&
		!slices.ContainsFunc(p.pointless, func(m []int) bool { return m[0] <= q.Start && q.End <= m[1] })
}
