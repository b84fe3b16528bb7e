package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/eventtime"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/search"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// few notes answer a question for one thing; many are listed, or would have to be
// added up.
const few, many = 3, 10

// quote makes a finding of notes, at most so many, and reports whether there are
// any that no other finding shows.
func (q *inquiry) quote(kind commonv1.FindingKind, notes []*note, most int) bool {
	f := &commonv1.Finding{Kind: kind}
	for _, n := range q.settledFirst(notes) {
		if len(f.Quotes) < most && !q.shown[n.id()] {
			q.putPassage(f, n, q.words(n))
			for _, c := range n.corrections {
				q.put(f, c, quoteRange(c))
			}
		}
	}
	return q.add(f)
}

// words are what of a note is shown: the passage that answers best if it is short, else
// what of it answers best with what stands around it, or where it speaks of the days if they are all that is asked about.
func (q *inquiry) words(n *note) *commonv1.TextRange {
	if q.daysAlone() {
		if words := q.speaks(n); words != nil {
			return words
		}
	}
	pointed := q.pointed(n)
	first, last := passageOf(n.text(), pointed)
	room := wholePassage
	switch wanted := q.form.GetWanted(); {
	case excerpt.IsTable(n.text()[first:last]):
		room = excerpt.WholeTable
	case wanted == commonv1.Wanted_WANTED_LIST, wanted == commonv1.Wanted_WANTED_SUMMARY:
		room = 0 // of many notes little is shown
	}
	if last-first <= room {
		return trimmed(n.text(), first, last)
	}
	return q.reaching(n, passageAround(n.text(), pointed))
}

// reaching widens a quotation to a sentence of its passage that has the kind of thing
// that is asked for, if it has none itself and the sentence is near.
func (q *inquiry) reaching(n *note, quoted *commonv1.TextRange) *commonv1.TextRange {
	start, end := int(quoted.GetStart()), int(quoted.GetEnd())
	if start >= end || q.answers(n, n.text()[start:end]) {
		return quoted
	}
	first, last := passageOf(n.text(), quoted)
	for _, s := range sentencesOf(n.text()) {
		from, to := min(start, s.start), max(end, s.end)
		if s.start >= first && s.end <= last && to-from <= wholePassage && q.answers(n, n.text()[s.start:s.end]) {
			return &commonv1.TextRange{Start: int32(from), End: int32(to)}
		}
	}
	return quoted
}

// put adds words of a note to a finding.
func (q *inquiry) put(f *commonv1.Finding, n *note, words *commonv1.TextRange) {
	if words.GetEnd() <= words.GetStart() {
		return
	}
	f.Quotes = append(f.Quotes, &commonv1.Quote{EntryId: n.id(), Range: words})
	if !slices.Contains(f.EntryIds, n.id()) {
		f.EntryIds = append(f.EntryIds, n.id())
	}
	q.shown[n.id()] = true
}

// add adds a finding that shows or tells something.
func (q *inquiry) add(f *commonv1.Finding) bool {
	if len(f.GetQuotes())+len(f.GetFactIds()) == 0 && f.GetKind() != commonv1.FindingKind_FINDING_KIND_SAID {
		return false
	}
	f.SubQueryId, f.Confidence = q.req.GetSubQueryId(), sureness(f.GetKind())
	q.findings = append(q.findings, f)
	return true
}

// sureness is how sure a finding is of answering the question.
func sureness(kind commonv1.FindingKind) commonv1.Confidence {
	switch kind {
	case commonv1.FindingKind_FINDING_KIND_CLOSEST, commonv1.FindingKind_FINDING_KIND_CORRELATION, commonv1.FindingKind_FINDING_KIND_ALSO_NOTED:
		return commonv1.Confidence_CONFIDENCE_LOW
	case commonv1.FindingKind_FINDING_KIND_REASON:
		return commonv1.Confidence_CONFIDENCE_MEDIUM
	}
	return commonv1.Confidence_CONFIDENCE_HIGH
}

// covering returns the notes that have all that the question names and are of its
// days, best first. A question that names days alone is covered by every note of
// them.
func (q *inquiry) covering() []*note {
	days := q.daysAlone()
	return q.which(func(n *note) bool { return (days || n.GetCovers() && q.says(n)) && q.ofDays(n) })
}

// says reports whether a note that was found by every word of the question says
// them, too, or what a vocabulary equates with them: those that a general word
// stands for need not be what is asked about, but where notes are asked for one by
// one. What asks for a number is answered by words that have one.
func (q *inquiry) says(n *note) bool {
	if len(q.req.GetUnresolvedTimes()) > 0 { // nobody knows which days it is of
		return false
	}
	wanted := q.form.GetWanted()
	if q.lists() || wanted == commonv1.Wanted_WANTED_TREND {
		return true
	}
	if wanted == commonv1.Wanted_WANTED_AGGREGATE && !query.Counts(q.form) {
		if r := quoteRange(n); len(quantity.Scan(n.text()[r.GetStart():r.GetEnd()])) == 0 {
			return false
		}
	}
	return allIn(q.terms, n.words)
}

// bears reports whether a note has a word of what the question names.
func (q *inquiry) bears(n *note) bool {
	return len(q.terms) == 0 || slices.ContainsFunc(q.terms, func(t term) bool {
		return t.in(n.words) || slices.ContainsFunc(meaning(t.words), func(w search.Token) bool { return n.words[w.Stem] || n.found[w.Stem] })
	})
}

// closest returns the notes that come closest, none if none bears on the question.
// A few are those that do so on its days, then those of other days that have all
// its words, then as the ranking has them, which may say the same in other words;
// many are only those that bear on it. Of days alone those nearest to them are.
func (q *inquiry) closest(most int) []*note {
	out := q.which(q.bears)
	if len(out) > 0 && most <= few {
		out = slices.Clone(q.notes)
	}
	switch ranges := query.NamedDays(q.form); {
	case q.daysAlone():
		stable.Sort(out, q.nearest)
	case len(ranges) > 0:
		stable.Sort(out, func(a, b *note) int { return first(a.GetCovers(), b.GetCovers()) })
		stable.Sort(out, func(a, b *note) int { return first(q.bears(a) && q.ofDays(a), q.bears(b) && q.ofDays(b)) })
	}
	return out
}

func (q *inquiry) which(keep func(*note) bool) []*note {
	var out []*note
	for _, n := range q.notes {
		if keep(n) {
			out = append(out, n)
		}
	}
	return out
}

// lookUp quotes what answers a question for one thing, or what comes closest.
func (q *inquiry) lookUp() {
	most := few
	if q.form.GetWanted() == commonv1.Wanted_WANTED_AGGREGATE {
		most = many
	}
	notes := q.covering()
	if q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST {
		notes = q.naming()
	}
	notes = q.newestState(q.ordered(notes))
	newer := q.newerOn(notes)
	if len(newer) > 0 {
		most = 1
	}
	general := q.generally(notes)
	if q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST && len(notes) > 0 && len(q.terms) > 0 && !q.asserted(notes[0]) && !assertion.Denies(q.form.GetText()) {
		general = append(general, notes...) // none says that it was so
	}
	if q.quote(commonv1.FindingKind_FINDING_KIND_CLOSEST, general, most) || q.quote(commonv1.FindingKind_FINDING_KIND_QUOTED, notes, most) {
		q.quote(commonv1.FindingKind_FINDING_KIND_CLOSEST, newer, few-1)
		q.uncovered()
		return
	}
	if q.form.GetWanted() != commonv1.Wanted_WANTED_NOW || len(q.terms) > 0 {
		q.approach(most)
	}
}

// newerOn returns the notes on what is asked about that are newer than the latest with all words of
// the question: of "when did the guards stop me last" nobody knows whether a newer note on the
// guards tells of another time in other words.
func (q *inquiry) newerOn(named []*note) []*note {
	if q.form.GetAggregate() != commonv1.Aggregate_AGGREGATE_LATEST || len(named) == 0 || named[0].day() == "" || len(q.form.GetUncovered()) == 0 {
		return nil
	}
	about := proto.CloneOf(q.form)
	about.Uncovered = nil
	terms := termsOf(about)
	if len(terms) == 0 {
		return nil
	}
	newer := q.which(func(n *note) bool { return n.day() > named[0].day() && allIn(terms, n.words) && q.ofDays(n) })
	stable.Sort(newer, latestFirst)
	return newer
}

// generally returns the notes that have what the question names or what its general words
// stand for, the last or the first of them first: nobody knows whether a note on squats tells
// of the last time at the gym, so one that names it is shown beside them. It returns none if
// that one comes first, or none of its words is general.
func (q *inquiry) generally(named []*note) []*note {
	when := q.form.GetWanted() == commonv1.Wanted_WANTED_WHEN && query.Ordered(q.form)
	if !when || len(q.req.GetUnresolvedTimes()) > 0 || !q.widened() {
		return nil
	}
	all := q.ordered(q.which(func(n *note) bool { return n.GetCovers() && q.ofDays(n) }))
	switch {
	case len(named) == 0 || len(all) == 0:
		return all
	case all[0] == named[0]:
		return nil
	}
	before := few - 1
	if at := slices.Index(all, named[0]); at >= 0 {
		before = at
	}
	return slices.Concat(all[:min(before, few-1, len(all))], named)
}

// widened reports whether something was looked for in place of a general word.
func (q *inquiry) widened() bool {
	return slices.ContainsFunc(q.req.GetRetrievalHistory(), func(a *commonv1.RetrievalAttempt) bool {
		in := a.GetInstruction()
		return in.GetStrategy() == commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION && len(in.GetSelection().GetSubjects()) > 0
	})
}

// approach quotes what comes closest, and says that it is no more than that.
func (q *inquiry) approach(most int) {
	notes := q.closest(most)
	q.quote(commonv1.FindingKind_FINDING_KIND_CLOSEST, notes, most)
	if q.form.GetWanted() != commonv1.Wanted_WANTED_NOW { // which no note has to state
		q.unstated(notes)
	}
	q.uncovered()
}

// ordered puts notes in the order that the question asks for: the earliest or the
// latest first, what is asserted before what is planned or denied.
func (q *inquiry) ordered(notes []*note) []*note {
	latest := q.form.GetLatest() || q.form.GetWanted() == commonv1.Wanted_WANTED_NOW
	switch {
	case q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_FIRST:
		stable.Sort(notes, byTime)
	case latest || q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST:
		stable.Sort(notes, latestFirst)
	}
	if q.form.GetWanted() == commonv1.Wanted_WANTED_WHEN || q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST {
		stable.Sort(notes, func(a, b *note) int { return first(a.day() != "", b.day() != "") })
		stable.Sort(notes, func(a, b *note) int { return first(q.asserted(a), q.asserted(b)) })
	}
	if now := today(q.req.GetContext()).String(); q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST { // what lies ahead is not the last time
		stable.Sort(notes, func(a, b *note) int { return first(a.day() <= now, b.day() <= now) })
	}
	if latest && len(notes) > 0 {
		return slices.Concat(notes[:1], q.changesSince(notes[0]), notes[1:])
	}
	return notes
}

// asserted reports whether a note says that what the question names was so: of each thing
// that it names, a sentence neither denies, plans nor asks it, nor tells it of somebody else where
// the writer asks for what is his own. What else the note denies is no matter of the question. Of
// a note that names none of it, a sentence of what is quoted does.
func (q *inquiry) asserted(n *note) bool {
	own := q.ofWriter()
	unreal := slices.DeleteFunc(assertion.Scan(n.text()), func(s assertion.Span) bool {
		switch s.Kind {
		case assertion.Negated, assertion.Planned, assertion.Asked:
			return false
		case assertion.Others, assertion.Quoted:
			return !own
		}
		return true
	})
	if own || q.form.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST {
		for _, m := range eventtime.Ahead(eventtime.Note{At: n.at(), Text: n.text()}, q.weekStart(), notes.DayOf(n.at()).AddDays(1)) {
			for _, s := range sentencesOf(n.text()) {
				if s.start <= m.Offset && m.Offset < s.end && !assertion.TellsDeed(n.text()[s.start:s.end]) { // "booked yoga for Monday"
					unreal = append(unreal, assertion.Span{Start: s.start, End: s.end, Kind: assertion.Planned})
				}
			}
		}
		if len(assertion.Idioms(q.form.GetText())) == 0 {
			unreal = append(unreal, assertion.Idioms(n.text())...)
		}
	}
	named := false
	for _, t := range q.terms {
		some, real := q.happened(t, n, unreal)
		if some && !real {
			return false
		}
		named = named || some
	}
	r := quoteRange(n)
	return named || slices.ContainsFunc(sentencesOf(n.text()), func(s sentence) bool {
		return s.end > int(r.GetStart()) && s.start < int(r.GetEnd()) && !meets(unreal, s.start, s.end)
	})
}

// ofWriter reports whether a question is for what its writer did or had: it says "I" or "my" and
// names nobody else.
func (q *inquiry) ofWriter() bool {
	own := false
	for _, p := range assertion.People(q.form.GetText()) {
		if !p.Own {
			return false
		}
		own = true
	}
	return own || slices.ContainsFunc(search.Tokens(q.form.GetText()), func(t search.Token) bool { return t.Folded == "my" || t.Folded == "our" })
}

// happened reports whether a sentence of a note names a term, and whether one does so
// outside of what is unreal.
func (q *inquiry) happened(t term, n *note, unreal []assertion.Span) (named, real bool) {
	for _, s := range sentencesOf(n.text()) {
		words := s.words()
		for _, form := range t.forms {
			if !(term{forms: [][]search.Token{form}}).in(words) {
				continue
			}
			named = true
			if !slices.ContainsFunc(s.tokens, func(w search.Token) bool {
				return slices.ContainsFunc(form, func(f search.Token) bool { return f.Stem == w.Stem }) && meets(unreal, s.start+w.Start, s.start+w.End)
			}) {
				return true, true
			}
		}
	}
	return named, false
}

// meets reports whether a part of a text meets one of some spans.
func meets(spans []assertion.Span, start, end int) bool {
	return slices.ContainsFunc(spans, func(s assertion.Span) bool { return s.Start < end && start < s.End })
}

// changesSince returns the later notes that say that something of what the question
// names has changed or stopped, correct it, or give another number where one is asked
// for, the latest first.
func (q *inquiry) changesSince(since *note) []*note {
	counts := q.form.GetWanted() == commonv1.Wanted_WANTED_AGGREGATE
	out := q.which(func(n *note) bool {
		return n != since && byTime(n, since) >= 0 && slices.ContainsFunc(sentencesOf(n.text()), func(s sentence) bool {
			return anyIn(q.terms, s.words()) && (cued("change", s.tokens) || n.GetEntry().GetCorrection() ||
				counts && len(quantity.Scan(n.text()[s.start:s.end])) > 0)
		})
	})
	stable.Sort(out, latestFirst)
	return out
}
