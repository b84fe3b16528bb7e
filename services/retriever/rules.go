package retriever

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/textfold"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// rules make queries of instructions.
type rules struct {
	today notes.Day
	shard notes.Range // the zero Range is no shard
	forms func(term string) []string
}

// widened returns forms that take the given subjects for what notes name in their
// place, too.
func widened(forms func(string) []string, subjects []*commonv1.Subject) func(string) []string {
	if len(subjects) == 0 {
		return forms
	}
	more := map[string][]string{}
	for _, s := range subjects {
		more[textfold.Fold(s.GetWords())] = s.GetForms()
	}
	return func(term string) []string {
		out := forms(term)
		if f := more[textfold.Fold(term)]; len(f) > 0 {
			return slices.Concat(out, f)
		}
		return out
	}
}

// A lookup is one instruction under way.
type lookup struct {
	instruction *commonv1.RetrievalInstruction
	own         notes.Range   // the instruction's days
	within      notes.Range   // those of them in which it looks
	named       []notes.Range // the days that the question names
	today       notes.Day
	outside     bool                 // its range and the shard have no day in common
	queries     []store.Query        // an entry that one of them finds is in scope
	found       []search.Ranked      // best first, each entry once
	total       int                  // how many there are, which may be more than found
	values      int                  // how many values there are, for OBSERVATIONS
	noted       int                  // in how many entries
	tasks       int                  // how many tasks there are, for TASKS
	quoted      map[string]store.Hit // what of an entry answers a question, by its id
	missing     []store.Missing
	near        []meaning.Near // its question, nearest first
	without     int            // entries of its days that have no vectors
	warnings    []string
}

// lookup makes the queries of an instruction. field is its path in the request.
func (r rules) lookup(in *commonv1.RetrievalInstruction, field string) (lookup, error) {
	own, err := parseRange(in.GetDateRange(), field+".date_range")
	if err != nil {
		return lookup{}, err
	}
	l := lookup{instruction: in, own: own, today: r.today}
	l.within, l.outside = intersect(own, r.shard)
	// Closeness counts from the end of what was asked for, not from that of a
	// shard: the scores of one instruction's shards must be comparable.
	base := store.Query{Range: l.within, Near: r.today}
	if !own.End.IsZero() && own.End.Before(r.today) {
		base.Near = own.End
	}
	for i, days := range in.GetPrefer() {
		named, err := parseRange(days, fmt.Sprintf("%s.prefer[%d]", field, i))
		if err != nil {
			return lookup{}, err
		}
		l.named = append(l.named, named)
	}
	switch in.GetStrategy() {
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE:
		l.queries = []store.Query{base}
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD:
		if len(in.GetKeywords()) == 0 {
			return lookup{}, fault.Invalid(field+".keywords", "the strategy KEYWORD needs at least one")
		}
		base.All = in.GetMatchAll()
		base.Terms = r.terms(in.GetKeywords())
		l.queries = []store.Query{base}
		if shapes := shapesIn(in.GetKeywords()); len(shapes) > 0 {
			l.queries = append(l.queries, store.Query{Range: l.within, Shapes: shapes})
		}
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC:
		if strings.TrimSpace(in.GetTopic()) == "" {
			return lookup{}, fault.Invalid(field+".topic", "the strategy TOPIC needs one")
		}
		l.queries = r.topic(base, in.GetTopic())
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION:
		base.Question, base.Forms, base.Near = in.GetQuestion(), widened(r.forms, in.GetSelection().GetSubjects()), r.today
		base.Matters, base.Seeks = matters(in.GetQuestion(), r.today), contents[in.GetAnswerType()]
		base.Order = orders[in.GetOrder()]
		base.Terms = r.terms(in.GetKeywords())
		base.Prefer = l.named
		if !base.Asks() {
			return lookup{}, fault.Invalid(field+".question", "the strategy QUESTION needs one, or days in prefer")
		}
		l.queries = []store.Query{base}
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_PATTERN:
		if err := checkPattern(in.GetPattern()); err != nil {
			return lookup{}, fault.Invalid(field+".pattern", "%q: %v", in.GetPattern(), err)
		}
		base.Glob = in.GetPattern()
		l.queries = []store.Query{base}
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_OBSERVATIONS:
		if in.GetSelection().GetDomain() == "" {
			return lookup{}, fault.Invalid(field+".selection.domain", "the strategy OBSERVATIONS needs one")
		}
	case commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TASKS:
		if in.GetForm() == nil {
			return lookup{}, fault.Invalid(field+".form", "the strategy TASKS needs one")
		}
	default:
		return lookup{}, fault.Invalid(field+".strategy", "it must be set")
	}
	return l, nil
}

// contents is what of a note has the answer that is sought.
var contents = map[commonv1.AnswerType]rank.Content{
	commonv1.AnswerType_ANSWER_TYPE_NUMBER: rank.HasNumber,
	commonv1.AnswerType_ANSWER_TYPE_DAY:    rank.HasDay,
}

// orders are what of the notes that bear on a question comes first.
var orders = map[commonv1.RetrievalOrder]rank.Order{
	commonv1.RetrievalOrder_RETRIEVAL_ORDER_NEWEST: rank.NewestFirst,
	commonv1.RetrievalOrder_RETRIEVAL_ORDER_OLDEST: rank.OldestFirst,
}

// framing is what a question says and a note need not: it has the distance in place of "how
// far", and a day at the gym says nothing of going to it.
var framing = regexp.MustCompile(`(?i)\bhow \w+|\b(?:go|goes|going|gone|went|been) (?:to|for)\b`)

// matters returns a question without its words of time, which a note of the day need
// not have, and without its framing.
func matters(question string, today notes.Day) string {
	out := []byte(framing.ReplaceAllStringFunc(question, func(s string) string { return strings.Repeat(" ", len(s)) }))
	for _, s := range timespan.Scan(question, timespan.Ref{Now: today.In(time.UTC), WeekStart: time.Monday}) {
		copy(out[s.Offset:], strings.Repeat(" ", len(s.Text)))
	}
	return string(out)
}

// shapesIn returns the shapes of numbers that words are forms of: "$" of every
// amount with that sign.
func shapesIn(words []string) []search.Shape {
	var out []search.Shape
	for _, w := range words {
		out = append(out, search.ShapesOf(w)...)
	}
	return out
}

func (r rules) terms(words []string) []store.Term {
	terms := make([]store.Term, len(words))
	for i, w := range words {
		terms[i] = store.Term{Forms: r.forms(w)}
	}
	return terms
}

// topic looks for the words of a topic side by side, in any form that the
// vocabulary has for them, and for all of its telling words anywhere.
func (r rules) topic(base store.Query, topic string) []store.Query {
	phrase := base
	phrase.Terms = r.terms([]string{topic})
	queries := []store.Query{phrase}
	var words []string
	for _, t := range search.Tokens(topic) {
		if !search.Stopword(t.Stem) && !slices.Contains(words, t.Text) {
			words = append(words, t.Text)
		}
	}
	if len(words) > 0 && (len(words) > 1 || words[0] != topic) {
		scattered := base
		scattered.All = true
		scattered.Terms = r.terms(words)
		queries = append(queries, scattered)
	}
	return queries
}

// checkPattern returns what is wrong with a glob.
func checkPattern(pattern string) error {
	if pattern == "" {
		return errEmptyPattern
	}
	for part := range strings.SplitSeq(pattern, "/") {
		if _, err := path.Match(part, ""); err != nil {
			return err
		}
	}
	return nil
}

// run finds what is in scope. What several queries find has the sum of its
// scores: words that stand together say more than the same words apart.
func (l *lookup) run(ctx context.Context, r store.Reader, s store.Scope) error {
	if l.outside || len(l.queries) == 0 { // values and tasks are read of whole notes
		return nil
	}
	var at map[string]int // where in found, of what queries before have found
	for i, q := range l.queries {
		q.Unordered = len(l.queries) > 1
		result, err := r.Find(ctx, s, q)
		if err != nil {
			return err
		}
		l.warnings = append(l.warnings, result.Warnings...)
		if q.Asks() {
			l.missing, l.quoted = result.Missing, make(map[string]store.Hit, len(result.Hits))
			for _, h := range result.Hits {
				l.quoted[h.ID] = h
			}
		}
		if i == 0 && len(l.queries) > 1 {
			at = make(map[string]int, len(result.Hits))
		}
		l.found = slices.Grow(l.found, len(result.Hits))
		for _, h := range result.Hits {
			if j, known := at[h.ID]; known {
				l.found[j].Score += h.Score
				continue
			}
			if i < len(l.queries)-1 {
				at[h.ID] = len(l.found)
			}
			l.found = append(l.found, search.Ranked{ID: h.ID, Score: h.Score})
		}
		l.total = result.Total
	}
	if len(l.queries) > 1 {
		l.total = len(l.found)
		slices.SortFunc(l.found, search.CompareRanked)
	}
	return l.amend(ctx, r, s)
}

// limit spares a lone query to tell more entries than are returned. Where several
// share the response, all of each must be known to tell how many there are; but what
// bears on a question has no end, and only the best of it is asked for.
func limit(lookups []lookup, entries int) {
	for _, l := range lookups {
		if len(l.queries) == 1 && (len(lookups) == 1 || l.queries[0].Asks()) {
			l.queries[0].Limit = entries
		}
	}
}

// intersect returns the days that two ranges share, and whether there are none.
func intersect(a, b notes.Range) (r notes.Range, empty bool) {
	r = a
	if r.Start.IsZero() || !b.Start.IsZero() && b.Start.After(r.Start) {
		r.Start = b.Start
	}
	if r.End.IsZero() || !b.End.IsZero() && b.End.Before(r.End) {
		r.End = b.End
	}
	return r, !r.Start.IsZero() && !r.End.IsZero() && r.End.Before(r.Start)
}
