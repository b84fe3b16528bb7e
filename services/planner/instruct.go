package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	byDate    = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_DATE_RANGE
	byKeyword = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_KEYWORD
	byTopic   = commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC
)

const (
	mostInstructions = 16 // in one plan
	mostKeywords     = 64 // in one instruction, as the contract bounds it
	longWord         = 200
	longRange        = 92 // days; a longer span is searched, not read as a whole
	mostTopics       = 4  // subjects that are looked up one by one
)

func tokensOf(s string) []search.Token { return search.Tokens(s) }

// A writer collects instructions and leaves out those that the run has had.
type writer struct {
	out  []*commonv1.RetrievalInstruction
	seen map[string]bool
}

func newWriter(history []*commonv1.RetrievalAttempt) *writer {
	w := &writer{seen: map[string]bool{}}
	for _, a := range history {
		w.seen[key(a.GetInstruction())] = true
	}
	return w
}

// key is the same for two instructions that look for the same.
func key(in *commonv1.RetrievalInstruction) string {
	words := make([]string, len(in.GetKeywords()))
	for i, k := range in.GetKeywords() {
		words[i] = search.Fold(k)
	}
	slices.Sort(words)
	return fmt.Sprintf("%d|%s|%s|%q|%t|%s|%s", in.GetStrategy(), in.GetDateRange().GetStart(), in.GetDateRange().GetEnd(),
		words, in.GetMatchAll(), search.Fold(in.GetTopic()), in.GetPattern())
}

// add numbers an instruction and keeps it, unless the run has had it.
func (w *writer) add(in *commonv1.RetrievalInstruction) {
	k := key(in)
	if w.seen[k] || len(w.out) == mostInstructions {
		return
	}
	w.seen[k] = true
	in.Id = int32(len(w.out) + 1)
	w.out = append(w.out, in)
}

// had reports whether the run has had every instruction of w, and whether one of
// them found something.
func (w *writer) had(history []*commonv1.RetrievalAttempt) (all, found bool) {
	for _, in := range w.out {
		k, had := key(in), false
		for _, a := range history {
			if key(a.GetInstruction()) == k {
				had = true
				found = found || a.GetEntriesFound() > 0
			}
		}
		if !had {
			return false, false
		}
	}
	return len(w.out) > 0, found
}

func (w *writer) read(r notes.Range, purpose string) {
	w.add(&commonv1.RetrievalInstruction{Strategy: byDate, DateRange: dateRange(r), Purpose: purpose})
}

func (w *writer) topic(name string, r notes.Range, purpose string) {
	if name == "" || len(name) > longWord {
		return
	}
	w.add(&commonv1.RetrievalInstruction{Strategy: byTopic, Topic: name, DateRange: dateRange(r), Purpose: purpose})
}

func (w *writer) keywords(words []string, r notes.Range, purpose string) {
	words = slices.DeleteFunc(slices.Clone(words), func(k string) bool { return strings.TrimSpace(k) == "" || len(k) > longWord })
	if len(words) == 0 {
		return
	}
	w.add(&commonv1.RetrievalInstruction{
		Strategy: byKeyword, Keywords: words[:min(len(words), mostKeywords)], DateRange: dateRange(r), Purpose: purpose,
	})
}

// dateRange returns nil for a range that is open at both ends.
func dateRange(r notes.Range) *commonv1.DateRange {
	if r.IsZero() {
		return nil
	}
	return &commonv1.DateRange{Start: r.Start.String(), End: r.End.String()}
}

// open writes the instructions of a first plan.
func (q *question) open(w *writer) {
	focus := q.focus()
	if len(focus) == 0 {
		q.lookUp(w, notes.Range{}, "all notes")
	}
	for _, s := range q.ranges {
		name := s.label
		if s.role == commonv1.RangeRole_RANGE_ROLE_BASELINE {
			name += ", to compare with"
		}
		q.lookUp(w, s.r, name)
	}
	for _, s := range q.ranges { // a note may be on the subject without naming it
		if s.r.IsZero() || (s.r.Days() == 0 || s.r.Days() > longRange) && len(q.subjects) > 0 {
			continue
		}
		w.read(s.r, "Everything noted in "+s.label+".")
	}
	if q.asksWhy() && len(focus) > 0 {
		if words := q.circumstances(); len(words) > 0 {
			w.keywords(words, q.whole(), "Circumstances in the same span that may explain it.")
		}
	}
	if q.kind == commonv1.QueryType_QUERY_TYPE_RECOMMENDATION {
		r := notes.Range{Start: q.today.AddDays(1 - 3*usual), End: q.today}
		w.keywords(goals, r, "What is aimed at, and what stands in the way.")
	}
}

// goals are words of what advice has to respect.
var goals = []string{"goal", "plan", "target", "race", "deadline", "injury", "injured", "pain", "sick", "doctor", "rest day"}

// lookUp asks for the subjects in a range: each as a topic if they are few, else
// all in one. A range without subjects is read.
func (q *question) lookUp(w *writer, r notes.Range, name string) {
	switch n := len(q.subjects); {
	case n == 0 && r.IsZero():
		if words := q.contentWords(); len(words) > 0 {
			w.keywords(words, r, "Notes with the words of the question.")
		} else {
			w.read(notes.Range{Start: q.today.AddDays(1 - usual), End: q.today}, "Recent notes.")
		}
	case n == 0:
		w.read(r, "Everything noted in "+name+".")
	case n <= mostTopics:
		for _, s := range q.subjects {
			if q.words.canonical[stems(tokensOf(s))] != "" || len(strings.Fields(s)) == 1 {
				w.topic(s, r, fmt.Sprintf("Notes on %s in %s.", s, name))
			} else { // a phrase that no vocabulary knows: any of its words may do
				w.keywords(append([]string{s}, strings.Fields(s)...), r, fmt.Sprintf("Notes on %s in %s.", s, name))
			}
		}
	default:
		w.keywords(q.subjects, r, "Notes on any subject of the question in "+name+".")
	}
}

// contentWords returns the words of the question that are not grammar.
func (q *question) contentWords() []string {
	var out []string
	for _, t := range tokensOf(q.req.GetQuery()) {
		if matter(t) && !slices.Contains(out, t.Folded) {
			out = append(out, t.Folded)
		}
	}
	return out
}

// whole returns the range from the first to the last day of all spans.
func (q *question) whole() notes.Range {
	var all notes.Range
	for i, s := range q.ranges {
		if s.r.Start.IsZero() || i > 0 && all.Start.IsZero() {
			all.Start = notes.Day{}
		} else if i == 0 || s.r.Start.Before(all.Start) {
			all.Start = s.r.Start
		}
		if s.r.End.IsZero() || i > 0 && all.End.IsZero() {
			all.End = notes.Day{}
		} else if i == 0 || s.r.End.After(all.End) {
			all.End = s.r.End
		}
	}
	return all
}

// explaining are the circumstances that explain how other things went.
var explaining = []string{"sleep", "stress", "energy", "sick", "soreness", "rest day", "food", "coffee", "alcohol", "travel",
	"injury", "pain", "weather", "mood", "work", "recovery", "deload", "caffeine", "workout", "water", "heat", "meal"}

// circumstances returns those that the knowledge at hand speaks of: the loaded
// domains' expertise and vocabulary, and the domains that could be loaded.
// Sleep and stress always count.
func (q *question) circumstances() []string {
	dc := q.req.GetDomainContext()
	var known strings.Builder
	known.WriteString(dc.GetExpertise())
	for _, d := range dc.GetAvailable() {
		known.WriteString(" " + d.GetName() + " " + d.GetDescription())
	}
	tokens := tokensOf(known.String())
	have := map[string]bool{}
	for _, t := range tokens {
		have[t.Stem] = true
	}
	var out []string
	for _, c := range explaining {
		phrase := tokensOf(c)
		if slices.Contains(q.subjects, c) {
			continue
		}
		if _, ok := q.words.canonical[stems(phrase)]; ok || c == "sleep" || c == "stress" ||
			len(phrase) == 1 && have[phrase[0].Stem] || len(phrase) > 1 && search.Contains(tokens, phrase) {
			out = append(out, c)
		}
	}
	return out
}
