package planner

import (
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/task"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// open writes the instructions of a first plan: the notes that bear on the question,
// best first, or all notes of the days that it wants; and where it is computed, the
// values.
func (q *question) open(w *writer) {
	ranges := daysIn(q.form)
	if q.wantsDays() {
		for i, named := range rangesIn(q.form) {
			r := ranges[i]
			w.read(r, "What was noted on "+named.GetLabel()+".")
			if !r.End.IsZero() && !r.End.Before(q.today) {
				w.read(notes.Range{Start: r.Start.AddDays(-spokenOf), End: r.Start.AddDays(-1)}, "What is planned for "+named.GetLabel()+".")
				w.keywords(writtenDays(r, named.GetLabel(), q.today), notes.Range{}, "Notes that name "+named.GetLabel()+".", r)
				w.keywords(monthsAndSeries(r), notes.Range{Start: q.today.AddDays(-plannedDays)}, "Stays and series that may hold "+named.GetLabel()+".", r)
			}
		}
	} else if query.Newest(q.form) {
		w.read(notes.Range{}, "The last notes.")
	} else {
		w.question(q.sought(), q.words.General(q.sought()), q.prefer(), q.form, "What bears on the question.")
	}
	if q.form.GetWanted() == commonv1.Wanted_WANTED_ADVICE {
		w.keywords(query.RestrictedBy(q.form, q.req.GetDomainContext().GetSchemas()), notes.Range{Start: q.today.AddDays(-bodyDays), End: q.today}, "What may stand against it.")
	}
	q.values(w, hull(ranges))
}

// plannedDays is how far back what is planned or every week is looked for.
const plannedDays = 365

// bodyDays is how far back what the body does not allow is looked for.
const bodyDays = 60

// answerType is what a note has to have to answer a question of this form.
func answerType(f *commonv1.QueryForm) commonv1.AnswerType {
	switch {
	case f.GetWanted() == commonv1.Wanted_WANTED_WHEN:
		return commonv1.AnswerType_ANSWER_TYPE_DAY
	case f.GetWanted() == commonv1.Wanted_WANTED_AGGREGATE, f.GetMeasure() != nil:
		return commonv1.AnswerType_ANSWER_TYPE_NUMBER
	}
	return commonv1.AnswerType_ANSWER_TYPE_UNSPECIFIED
}

// orderOf is which notes a question of this form has to have before all others.
func orderOf(f *commonv1.QueryForm) commonv1.RetrievalOrder {
	switch {
	case f.GetAggregate() == commonv1.Aggregate_AGGREGATE_FIRST:
		return commonv1.RetrievalOrder_RETRIEVAL_ORDER_OLDEST
	case f.GetAggregate() == commonv1.Aggregate_AGGREGATE_LATEST, f.GetAggregate() == commonv1.Aggregate_AGGREGATE_NEXT, f.GetLatest():
		return commonv1.RetrievalOrder_RETRIEVAL_ORDER_NEWEST
	}
	return commonv1.RetrievalOrder_RETRIEVAL_ORDER_UNSPECIFIED
}

// wantsDays reports whether everything of some days is wanted, whatever it is about.
func (q *question) wantsDays() bool {
	f := q.form
	switch f.GetWanted() {
	case commonv1.Wanted_WANTED_LIST, commonv1.Wanted_WANTED_SUMMARY:
	case commonv1.Wanted_WANTED_COMPARE: // "was May better than June?"
		if len(f.GetSides()) == 0 || len(f.GetConditions()) > 0 {
			return false
		}
	case commonv1.Wanted_WANTED_LOOKUP, commonv1.Wanted_WANTED_EXISTS: // "what's on tomorrow?"
		if len(f.GetUncovered())+len(f.GetConditions()) > 0 {
			return false
		}
	default:
		return false
	}
	about := len(f.GetSubjects()) > 0
	if u := q.req.GetUnderstanding(); u != nil && f.GetForeign() {
		about = len(u.GetTerms()) > 0
	}
	return len(daysIn(f)) > 0 && !about && !slices.ContainsFunc(daysIn(f), func(r notes.Range) bool { return r.Start.IsZero() })
}

// values asks for the values that the question is computed from; of why something is
// so, for all there are, as what goes together shows in many days. Tasks are looked for
// in all notes, however well these fit the question.
func (q *question) values(w *writer, r notes.Range) {
	f := q.form
	switch {
	case f.GetWanted() == commonv1.Wanted_WANTED_TASKS:
		if tasks, ok := task.NewReader(q.req.GetDomainContext().GetSchemas()); ok {
			w.tasks(tasks.Domain, f)
		}
	case f.GetWanted() == commonv1.Wanted_WANTED_WHY && !f.GetForeign():
		if f.GetMeasure() == nil && !slices.ContainsFunc(f.GetSubjects(), func(s *commonv1.Subject) bool { return s.GetDomain() != "" }) {
			return
		}
		for _, domain := range q.words.Measured() {
			w.observations(&commonv1.Selection{Domain: domain}, notes.Range{}, "What goes together with it.")
		}
		for _, b := range query.BearingsOn(f, q.req.GetDomainContext().GetBearings()) {
			if !slices.Contains(q.words.Measured(), b.GetSelection().GetDomain()) {
				w.observations(&commonv1.Selection{Domain: b.GetSelection().GetDomain()}, r, "What else was noted.")
			}
		}
	case query.Admit(f) != query.Compute:
	case query.Mention(f):
		name := f.GetSubjects()[0].GetName()
		w.keywords([]string{name}, r, "How many notes mention "+name+".")
	default:
		for _, s := range selections(f) {
			w.observations(s, r, "The values that answer it.")
		}
	}
	if own, ok := query.ByOwnField(f); ok {
		w.observations(selections(own)[0], r, "The values of a field of one's own that is called so.")
	}
}

// selections returns which values a form needs, one selection a domain. Conditions are
// told by other fields of an object or a day, so with some every field is needed.
func selections(f *commonv1.QueryForm) []*commonv1.Selection {
	domain := f.GetMeasure().GetDomain()
	if domain == "" && len(f.GetSubjects()) > 0 {
		domain = f.GetSubjects()[0].GetDomain()
	}
	own := &commonv1.Selection{Domain: domain}
	if f.GetMeasure().GetName() != "" {
		own.Measures = []string{f.GetMeasure().GetName()}
	}
	out := []*commonv1.Selection{own}
	for _, form := range append([]*commonv1.QueryForm{f}, f.GetSides()...) {
		for _, s := range form.GetSubjects() {
			own.Subjects = add(own.GetSubjects(), s)
		}
		for _, c := range form.GetConditions() {
			i := slices.IndexFunc(out, func(s *commonv1.Selection) bool {
				return c.GetMeasure() != nil || s.GetDomain() == c.GetSubject().GetDomain()
			})
			if i < 0 {
				i = len(out)
				out = append(out, &commonv1.Selection{Domain: c.GetSubject().GetDomain()})
			}
			if i == 0 {
				own.Measures = nil
			}
			if c.GetSubject() != nil && (i > 0 || len(own.GetSubjects()) > 0) {
				out[i].Subjects = add(out[i].GetSubjects(), c.GetSubject())
			}
		}
	}
	return out
}

func add(subjects []*commonv1.Subject, s *commonv1.Subject) []*commonv1.Subject {
	if slices.ContainsFunc(subjects, func(have *commonv1.Subject) bool { return have.GetName() == s.GetName() }) {
		return subjects
	}
	return append(subjects, s)
}
