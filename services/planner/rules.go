package planner

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

// rules is the mind that needs no model.
type rules struct{ lexicons *lexicons }

func (m rules) plan(_ context.Context, req *pb.PlanRequest, now time.Time) (*pb.PlanResponse, error) {
	q := read(req, now, m.lexicons.of(req.GetDomainContext()))
	res := &pb.PlanResponse{
		QueryType:      q.kind,
		Scope:          q.scope(),
		TimeRanges:     q.times,
		SubQueries:     req.GetSubQueries(),
		Dependency:     commonv1.DependencyType_DEPENDENCY_TYPE_COUPLED,
		ExecutionOrder: nil,
		Provenance:     mind.ByRules(),
	}
	for _, u := range q.unresolved[:min(len(q.unresolved), mostSpans)] {
		res.UnresolvedTimes = append(res.UnresolvedTimes, &commonv1.UnresolvedTime{Text: u.Text, Reason: u.Reason})
	}
	parts, dependency := q.decompose()
	if len(res.SubQueries) == 0 {
		res.SubQueries = parts
	}
	if len(res.SubQueries) > 1 {
		res.Dependency = dependency
	}
	for _, p := range res.SubQueries {
		res.ExecutionOrder = append(res.ExecutionOrder, p.GetId())
	}
	if first(req) {
		q.begin(res)
	} else {
		q.again(res)
	}
	res.Notices = q.notices()
	return res, nil
}

// first reports whether nothing has been planned in the run so far.
func first(req *pb.PlanRequest) bool {
	return len(req.GetRetrievalHistory()) == 0 && len(req.GetGaps()) == 0 && len(req.GetFeedback()) == 0
}

// A question is what the planner reads out of a request.
type question struct {
	req        *pb.PlanRequest
	ref        timespan.Ref
	today      notes.Day
	words      *lexicon
	kind       commonv1.QueryType
	subjects   []string              // canonical names
	amounts    []string              // sizes that it names, as notes write them
	spans      []timespan.Span       // as found in the question
	unresolved []timespan.Unresolved // words that name a time which nobody can tell
	times      []*commonv1.TimeRange // those, and an assumed one if there was none
	ranges     []span                // what they ask for
	undated    []event               // what other times count from, to be looked for first
	dated      []event               // the same, of those that notes have dated
	left       []string              // what of it is left out, as the user is told
}

func read(req *pb.PlanRequest, now time.Time, words *lexicon) *question {
	q := &question{
		req:   req,
		ref:   timespan.Ref{Now: now, WeekStart: timespan.WeekStart(req.GetContext().GetWeekStart())},
		today: notes.DayOf(now),
		words: words,
		kind:  req.GetQueryType(),
	}
	if q.kind == commonv1.QueryType_QUERY_TYPE_UNSPECIFIED {
		q.kind = typeOf(req.GetQuery())
	}
	reading := timespan.Read(req.GetQuery(), q.ref)
	q.spans, q.unresolved = reading.Spans, reading.Unresolved
	q.spans = slices.DeleteFunc(q.spans, func(s timespan.Span) bool {
		return s.Range.IsZero() && goesOut.MatchString(req.GetQuery()[s.Offset+len(s.Text):])
	})
	q.unresolved = slices.DeleteFunc(q.unresolved, func(u timespan.Unresolved) bool {
		return countedTo.MatchString(req.GetQuery()[:u.Offset]) && !strings.HasPrefix(strings.ToLower(u.Text), "my ") // hers is not mine
	})
	habits(req.GetQuery(), q.spans, q.ref)
	q.tie()
	if foreign(req.GetQuery()) {
		q.subjects = q.foreignSubjects()
	} else {
		q.subjects = q.words.subjects(q.text())
	}
	q.amounts = amountsOf(req.GetQuery(), q.spans)
	if len(q.subjects) == 0 && q.kind == commonv1.QueryType_QUERY_TYPE_COMPARISON && refers.MatchString(req.GetQuery()) {
		q.subjects = q.meant()
	}
	if len(q.subjects) == 0 {
		q.subjects = q.implied()
	}
	if len(q.subjects) == 0 && bound.MatchString(plain(req.GetQuery())) { // "which nights were under six hours"
		q.subjects, q.amounts = q.meant(), nil
	}
	q.leave("The question names %d things; only the first %d were looked for.", len(q.subjects), mostSubjects)
	q.subjects = q.subjects[:min(len(q.subjects), mostSubjects)]
	q.place()
	return q
}

// countedTo stands before an event that a question asks how far off it is: the
// notes are asked for its day, and not for those of it.
var countedTo = regexp.MustCompile(`(?i)\b(?:how (?:long|far|soon|many)|(?:days|weeks|months)(?: left)?)\b.*\b(?:until|till?|before|to|since|is|was)\s*$`)

// text is the question without its times and without phrases that say nothing.
func (q *question) text() string {
	text := timespan.Strip(q.req.GetQuery(), q.spans)
	for _, u := range q.unresolved {
		if strings.ContainsAny(u.Text, "0123456789") { // a note may well name "my birthday"
			text = strings.Replace(text, u.Text, " ", 1)
		}
	}
	return sets.ReplaceAllString(text, " ")
}

// goesOut makes of the part of a day before it what was done then: "nights out".
var goesOut = regexp.MustCompile(`(?i)^ out\b`)

// sets are phrases whose words mean nothing of themselves.
var sets = regexp.MustCompile(`(?i)\b(?:in a row|by the way|at (?:all|least|most|once)|of course|a while|so far|as well|in general|on (?:and|or) off)\b`)

// meant is what "that" is in a question beside a note: the one domain that was
// loaded for both.
func (q *question) meant() []string {
	domains := slices.DeleteFunc(slices.Clone(q.req.GetDomainContext().GetLoaded()), func(d string) bool { return d == "general" || d == "base" })
	if len(domains) != 1 {
		return nil
	}
	return domains
}

// grows are the words that say what of somebody gets more, or how somebody is,
// by the domain that tells of it.
var grows = map[string]string{
	"feel": "mood", "felt": "mood", "feeling": "mood", "feelings": "mood",
	"stronger": "strength", "weaker": "strength", "strong": "strength", "faster": "running", "slower": "running",
}

// asleep are nights by their hours: "nights with 8 hours or more".
var asleep = regexp.MustCompile(`\bnights?\b.{0,20}\b(?:\d+(?:\.\d+)?|four|five|six|seven|eight|nine)\s?(?:h|hrs?|hours?)\b`)

// implied is the domain of what "am I getting stronger" asks about, if there is
// such a domain.
func (q *question) implied() []string {
	if asleep.MatchString(plain(q.req.GetQuery())) {
		return []string{"sleep"}
	}
	for _, t := range tokensOf(q.req.GetQuery()) {
		domain := grows[t.Folded]
		if domain != "" && (slices.Contains(q.req.GetDomainContext().GetLoaded(), domain) ||
			slices.ContainsFunc(q.req.GetDomainContext().GetAvailable(), func(d *commonv1.DomainInfo) bool { return d.GetName() == domain })) {
			return []string{domain}
		}
	}
	return nil
}

// scope returns the question as the other agents get it.
func (q *question) scope() *commonv1.QueryScope {
	s := &commonv1.QueryScope{Query: q.req.GetQuery(), Type: q.kind, Subjects: q.subjects}
	for _, r := range q.ranges {
		if !r.tacit {
			s.Ranges = append(s.Ranges, r.proto())
		}
	}
	return s
}

// begin writes the first plan of a run.
func (q *question) begin(res *pb.PlanResponse) {
	if len(q.req.GetSubQueries()) == 0 {
		if more := q.missingDomains(); len(more) > 0 {
			res.ExpandDomains = more
			res.NextAction = pb.NextAction_NEXT_ACTION_EXPAND_DOMAIN
			res.Reasoning = "The question is also about " + strings.Join(more, " and ") + ", which is not loaded yet."
			return
		}
	}
	w := newWriter(q.req.GetRetrievalHistory())
	if res.PlanAgain = len(q.undated) > 0; res.PlanAgain {
		q.dateEvents(w)
	} else {
		q.open(w)
	}
	res.Instructions = q.written(w)
	res.NextAction = pb.NextAction_NEXT_ACTION_RETRIEVE
	res.Reasoning = q.explain()
}

// explain says in a sentence or two how the question was read.
func (q *question) explain() string {
	var b strings.Builder
	switch q.kind {
	case commonv1.QueryType_QUERY_TYPE_INSIGHT:
		b.WriteString("The question asks for reasons or patterns")
	case commonv1.QueryType_QUERY_TYPE_RECOMMENDATION:
		b.WriteString("The question asks what to do")
	case commonv1.QueryType_QUERY_TYPE_COMPARISON:
		b.WriteString("The question compares")
	default:
		b.WriteString("The question asks for facts")
	}
	if len(q.subjects) > 0 {
		b.WriteString(" about " + strings.Join(q.subjects, ", "))
	}
	switch focus := q.focus(); {
	case len(q.undated) > 0:
		b.WriteString(". Notes must tell first when “" + q.undated[0].Event + "” was")
		b.WriteString(", from which “" + q.undated[0].Text + "” counts.")
	case len(focus) == 0:
		b.WriteString(". It names no time, so all notes count.")
	case focus[0].assumed:
		b.WriteString(". It names no time, so " + focus[0].label + " are read.")
	default:
		b.WriteString("; it is about " + focus[0].label + ".")
	}
	return b.String()
}
