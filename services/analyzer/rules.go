package analyzer

import (
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/timespan"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/chronicle"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// rules is the mind that needs no model.
type rules struct{ memory *extract.Memory }

// An inquiry is a request as the rules read it, and what they have found.
type inquiry struct {
	req       *analyzerv1.AnalyzeRequest
	today     notes.Day
	lexicon   *note.Lexicon
	notes     []*note.Note // all, in order of time
	focus     []span       // at least one
	baseline  []span
	parts     []*part
	covers    []cover
	since     notes.Day // first day that was looked at, zero if all were
	missing   []lack
	doubts    []*commonv1.Gap      // that a value is of what was asked
	unheeded  []string             // words of the question that the values told do not take into account
	placed    []string             // phrases of the question whose day is known
	called    map[string]bool      // words that the notes write as names, once they are known
	money     *string              // the currency that the notes use, once it is known
	chronicle *chronicle.Chronicle // what they tell of when things happened
	*ledger
}

// What a question is about is bounded: nobody asks of more things, or by longer
// names, whatever a page of words says.
const (
	most     = 16  // subjects of a request
	longName = 120 // bytes of a subject's name
)

// A cover says how far the notes cover one subject of one part in one span.
type cover struct {
	part    *part
	subject *note.Subject
	span    span
	told    int  // notes that tell of it
	denied  int  // notes that tell that it did not happen
	noted   bool // the span's notes are dense enough for silence to count
}

func (m rules) analyze(req *analyzerv1.AnalyzeRequest) (*commonv1.Analysis, error) {
	q, err := newInquiry(req, m.memory)
	if err != nil {
		return nil, err
	}
	var explained []explanation
	for _, p := range q.parts {
		if q.quoteUndated(p) || q.tellPlaces(p) {
			continue
		}
		from := len(q.findings)
		switch q.approach(p) {
		case commonv1.QueryType_QUERY_TYPE_INSIGHT:
			if !q.tellOthers(p) && !q.tellReason(p) {
				explained = append(explained, q.explain(p)...)
			}
		case commonv1.QueryType_QUERY_TYPE_COMPARISON:
			q.compare(p)
			q.doubt(p, from)
		case commonv1.QueryType_QUERY_TYPE_RECOMMENDATION:
			q.advise(p, explained)
		default:
			if !q.tellDays(p) {
				q.tell(p)
				q.doubt(p, from)
			}
		}
	}
	gaps := q.gaps()
	verdict, why := q.judge(gaps)
	return &commonv1.Analysis{
		QueryIntent:      q.intent(),
		Facts:            q.facts,
		Findings:         q.findings,
		Patterns:         q.patterns,
		Gaps:             gaps,
		VerdictReasoning: why,
		Verdict:          verdict,
	}, nil
}

// approach is how a part is answered: as its kind says, but where its words ask
// for one value of one side nothing is compared, and where they hold one span
// against another it is.
func (q *inquiry) approach(p *part) commonv1.QueryType {
	versus := p.Limit != nil && p.Is(ask.Versus)
	switch {
	case p.Kind == commonv1.QueryType_QUERY_TYPE_RECOMMENDATION:
	case p.Aggregate == ask.Spread:
		return commonv1.QueryType_QUERY_TYPE_SIMPLE
	case p.Kind == commonv1.QueryType_QUERY_TYPE_COMPARISON && (p.Ranked() || p.Aggregate == ask.Streak || p.Aggregate == ask.Gap || p.By != "" || p.Limit != nil && !versus):
		return commonv1.QueryType_QUERY_TYPE_SIMPLE // "in a row less than" compares nothing
	case p.Contrast != nil && !p.Is(ask.Explaining), p.alternatives(), p.Kind == commonv1.QueryType_QUERY_TYPE_SIMPLE && q.thenAndNow(p),
		q.moreOnWeekdays(p),
		p.Is(ask.Comparative) && (p.Kind == commonv1.QueryType_QUERY_TYPE_SIMPLE || p.Is(ask.Either) && !p.Is(ask.Explaining)) && len(q.focus) > 1 && len(p.spans) == 0: // "more in May or in June"
		return commonv1.QueryType_QUERY_TYPE_COMPARISON
	}
	return p.Kind
}

func newInquiry(req *analyzerv1.AnalyzeRequest, memory *extract.Memory) (*inquiry, error) {
	zone := req.GetContext().GetTimeZone()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fault.Invalid("context.time_zone", "%q is not an IANA time zone", zone)
	}
	q := &inquiry{
		req:     req,
		today:   today(req.GetContext()),
		lexicon: note.NewLexicon(req.GetDomainContext()),
		ledger:  newLedger(),
	}
	for i, r := range req.GetScope().GetRanges() {
		s, err := spanOf(r)
		if err != nil {
			return nil, fault.Invalid(fmt.Sprintf("scope.ranges[%d]", i), "%v", err)
		}
		if i == 0 || s.days.Start.Before(q.since) {
			q.since = s.days.Start
		}
		switch r.GetRole() {
		case commonv1.RangeRole_RANGE_ROLE_BASELINE:
			q.baseline = append(q.baseline, s)
		case commonv1.RangeRole_RANGE_ROLE_CONTEXT:
		default:
			q.focus = append(q.focus, s)
		}
	}
	q.focus = onWeekdays(q.focus)
	if len(q.focus) == 0 {
		q.focus = []span{everything}
	}
	var subjects []*note.Subject
	for _, name := range req.GetScope().GetSubjects() {
		if len(subjects) == most || len(name) > longName {
			continue
		}
		if s := q.lexicon.Subject(q.lexicon.Bare(name)); len(s.Phrases) > 0 && (!note.Aside(name) || ask.Counted(req.GetScope().GetQuery(), name)) {
			subjects = append(subjects, s)
		}
	}
	q.parts = parts(req.GetScope(), req.GetSubQueries(), subjects, q.today)
	q.notes = note.Read(req.GetEntries(), loc, req.GetDomainContext().GetSchemas(), memory, q.lexicon)
	q.sign()
	q.chronicle = chronicle.New(q.notes, q.lexicon, q.today, q.weekStart(), bestIn)
	q.ledger.mendings = note.WithMendings(q.notes)
	for i, sp := range q.focus { // the night itself is told of by day
		if sp.startHour > sp.endHour && len(subjects) == 0 {
			q.focus[i].startHour, q.focus[i].endHour = 0, 0
		}
	}
	for i, p := range q.parts {
		if i > 0 {
			p.referTo(q.parts[i-1])
		}
		if len(p.subjects) == 0 {
			p.subjects = q.things(p)
		}
		p.subjects = q.unmeasuring(p)
		p.subjects = p.withoutNouns()
		p.settle(q.withoutDeeds(p))
		p.settle(q.withoutOccasions(p))
		q.bodyWeight(p)
		q.onOccasion(p)
		q.restrict(p)
		q.join(p)
		p.dated = q.dated() || len(p.spans) > 0
		if i > 0 && p.Is(ask.Today) && len(q.focus) > 0 {
			p.dated = false // "what was it in May and what is it now"
		}
		anytime := p.Aggregate == ask.Spread || p.Kind == commonv1.QueryType_QUERY_TYPE_SIMPLE && (p.Sought() || p.Valued())
		if !p.dated && anytime && len(p.spans) == 0 {
			p.spans = []span{everything}
		}
	}
	return q, nil
}

// weekStart is the day on which the user's weeks begin.
func (q *inquiry) weekStart() time.Weekday {
	return timespan.WeekStart(q.req.GetContext().GetWeekStart())
}

// days returns the days of all notes.
func (q *inquiry) days() []notes.Day { return note.DaysOf(q.notes) }

// in returns the notes of a span.
func (q *inquiry) in(s span) []*note.Note { return s.of(q.notes) }

// unmeasured states that notes lack the number that the question asks for, and
// shows what they do say.
func (q *inquiry) unmeasured(p *part, st stance) {
	q.lacksNumber(p, st)
	q.show(p, st)
}

// cover notes how far a subject is covered in a span, and whether silence on it
// counts there.
func (q *inquiry) cover(p *part, st stance, noted bool) {
	q.covers = append(q.covers, cover{p, st.subject, st.span, len(st.told), len(st.denied), noted})
}

// idsOf returns the entries of a measure.
func idsOf(m *measure) []string {
	var out []string
	for _, p := range m.series {
		out = append(out, p.ID)
	}
	return slices.Compact(out)
}
