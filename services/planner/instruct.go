package planner

import (
	"fmt"
	"regexp"
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
	mostKeywords = 64 // in one instruction, as the contract bounds it
	longWord     = 200
	longRange    = 92 // days; a longer span is searched, not read as a whole
	monthRange   = 31 // days that are read as a whole besides the search for what the question is about, as people may name it otherwise
	mostTopics   = 4  // subjects that are looked up one by one
)

func tokensOf(s string) []search.Token { return search.Tokens(s) }

// A writer collects instructions and leaves out those that the run has had.
type writer struct {
	out  []*commonv1.RetrievalInstruction
	seen map[string]bool
	left int // how many there was no room for
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
	if w.seen[k] {
		return
	}
	w.seen[k] = true
	if len(w.out) == mostInstructions {
		w.left++
		return
	}
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

// standIns asks for a topic by other words, which notes have in its place.
func (w *writer) standIns(topic string, words []string, r notes.Range, purpose string) {
	if len(topic) <= longWord {
		w.add(&commonv1.RetrievalInstruction{Strategy: byKeyword, Topic: topic, Keywords: words, DateRange: dateRange(r), Purpose: purpose})
	}
}

// dateRange returns nil for a range that is open at both ends.
func dateRange(r notes.Range) *commonv1.DateRange {
	if r.IsZero() {
		return nil
	}
	return &commonv1.DateRange{Start: r.Start.String(), End: r.End.String()}
}

var (
	// priced asks for an amount of money.
	priced = regexp.MustCompile(`\b(?:how much (?:did|was|were|is|are|have|do|does|money)|price|spen[dt]|spending|costs?|paid|pay|bills?|expensive|cheapest|earn\w*|salary|groceries|rent|fees?|money|savings|balance|debts?|owed?|budget|income|wages?|dearest|deposit|invoices?|mortgage|total|altogether|all in|all up|c[ao]me to|lent|loan|tax(?:es)?|fares?)\b`)
	// currencies are the names of them that mean nothing else, and their signs.
	currencies = []string{"dollar", "usd", "bucks", "euro", "eur", "gbp", "quid", "chf"}
	signs      = []string{"$", "€", "£", "₹", "¥"}
)

// amountsOfMoney are how notes write them; the last has no sign.
var amountsOfMoney = []string{"$", "€", "£", "0.00"}

// moneyWords are the stems of what is asked of money and is nothing that it goes to.
var moneyWords = stemSet("money spend spent spending pay paid price cost buy bought purchase expense expenses budget cash total myself amount")

// spends reports whether a question is about money, whatever it was for.
func (q *question) spends() bool {
	return len(q.subjects) > 0 && !slices.ContainsFunc(q.subjects, func(s string) bool { return !within(s, moneyWords) })
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
	if len(focus) > 0 && focus[0].assumed && len(q.sought()) > 0 { // how something develops shows in all notes on it
		q.lookUp(w, notes.Range{}, "all notes, to see how it developed")
	}
	for _, s := range focus {
		if q.ahead(s) {
			q.foretell(w, s)
		}
	}
	if priced.MatchString(plain(q.req.GetQuery())) {
		w.keywords(currencies, notes.Range{}, "Notes that name the currency, for amounts that lack it.")
		w.keywords(signs, notes.Range{Start: q.today.AddDays(1 - 3*usual), End: q.today}, "Some amounts with their currency, for those that lack it.")
	}
	if q.spends() {
		w.keywords(amountsOfMoney, q.whole(), "Every amount of money, since none is excepted.")
	}
	q.late(w, focus)
	q.numbered(w)
	q.shifts(w)
	for _, s := range q.ranges { // a note may be on the subject without naming it
		if s.r.IsZero() || (s.r.Days() == 0 || s.r.Days() > monthRange) && len(q.subjects)+len(q.amounts) > 0 {
			continue
		}
		w.read(s.r, "Everything noted in "+s.label+".")
	}
	if upcoming.MatchString(plain(q.req.GetQuery())) {
		w.keywords(q.calendar(), notes.Range{Start: q.today.AddDays(1 - 6*usual), End: q.today}, "What was arranged for days to come.")
	}
	if q.asksWhy() && len(focus) > 0 {
		if words := q.circumstances(); len(words) > 0 {
			w.keywords(words, q.whole(), "Circumstances in the same span that may explain it.")
		}
	}
	for _, s := range focus { // what is planned for a time is written before it
		if planned.MatchString(plain(q.req.GetQuery())) && !s.r.Start.IsZero() && !q.ahead(s) {
			r := notes.Range{Start: s.r.Start.AddDays(-leadDays), End: s.r.End}
			w.keywords(append([]string{s.label}, plans...), r, "What was planned for "+s.label+".")
		}
	}
	if q.kind == commonv1.QueryType_QUERY_TYPE_RECOMMENDATION {
		r := notes.Range{Start: q.today.AddDays(1 - 3*usual), End: q.today}
		w.keywords(goals, r, "What is aimed at, and what stands in the way.")
		if len(q.subjects) > 0 {
			w.read(notes.Range{Start: q.today.AddDays(1 - monthRange), End: q.today}, "How things are at present.")
		}
	}
}

// goals are words of what advice has to respect.
var goals = []string{"goal", "plan", "target", "race", "deadline", "injury", "injured", "pain", "sick", "doctor", "rest day"}

// foretell asks for what is planned for a time to come: notes of any day that
// name its subject, or plans of late.
func (q *question) foretell(w *writer, s span) {
	if len(q.subjects) > 0 {
		q.lookUp(w, notes.Range{End: q.today}, "all notes until today")
	}
	r := notes.Range{Start: q.today.AddDays(1 - 3*usual), End: q.today}
	w.keywords(append([]string{s.label}, plans...), r, "What is planned for "+s.label+".")
}

// planned are the words of questions about what somebody meant to do.
var planned = regexp.MustCompile(`\b(?:plan(?:s|ned|ning)?|wanted|want to|intend\w*|goals?|resolutions?|to-?do(?:s| list)?|aim(?:s|ed)?|hop(?:e|ed|ing)|promised?|going to|meant to|supposed to)\b`)

// plans are words by which notes tell of plans.
var plans = []string{"plan", "goal", "resolution", "to do", "todo", "want to", "list"}

// lookUp asks for the subjects in a range: each as a topic if they are few, else
// all in one. A range without subjects is read.
func (q *question) lookUp(w *writer, r notes.Range, name string) {
	w.keywords(q.amounts, r, "Notes with the size that the question names, in "+name+".")
	subjects := q.sought()
	switch n := len(subjects); {
	case n == 0 && r.IsZero() && q.measures():
		w.read(r, "Everything noted, for what it measures.")
	case n == 0 && len(q.amounts) > 0:
	case n == 0 && r.IsZero():
		if words := q.contentWords(); len(words) > 0 {
			w.keywords(words, r, "Notes with the words of the question.")
		} else {
			w.read(notes.Range{Start: q.today.AddDays(1 - usual), End: q.today}, "Recent notes.")
		}
	case n == 0:
		w.read(r, "Everything noted in "+name+".")
	case n <= mostTopics:
		for _, s := range subjects {
			if q.words.canonical[stems(tokensOf(s))] != "" || len(strings.Fields(s)) == 1 {
				w.topic(s, r, fmt.Sprintf("Notes on %s in %s.", s, name))
			} else { // a phrase that no vocabulary knows: any of its words may do
				w.standIns(s, append([]string{s}, strings.Fields(s)...), r, fmt.Sprintf("Notes on %s in %s.", s, name))
			}
		}
	default:
		w.keywords(subjects, r, "Notes on any subject of the question in "+name+".")
	}
	q.covered(w, subjects, r, "Notes on what belongs to that, in "+name+".")
}

// sought returns the subjects to look for: not what is told of another of them,
// as the pace of a run is.
func (q *question) sought() []string {
	rest := slices.DeleteFunc(slices.Clone(q.subjects), func(s string) bool { return within(s, measured) })
	if len(rest) == 0 {
		return q.subjects
	}
	return rest
}

// covered asks for what notes name in place of each of the subjects.
func (q *question) covered(w *writer, subjects []string, r notes.Range, purpose string) {
	for _, s := range subjects {
		names := []string{s}
		if q.words.canonical[stems(tokensOf(s))] == "" {
			names = append(names, strings.Fields(s)...) // a phrase that no vocabulary knows
		}
		words := []string{s}
		for _, name := range names {
			if c := q.words.covers[stems(tokensOf(name))]; len(c) > 0 && !q.narrowed(name, c) {
				for _, word := range c {
					if !slices.Contains(words, word) {
						words = append(words, word)
					}
				}
			}
		}
		if len(words) == 1 {
			continue
		}
		for some := range slices.Chunk(words, mostKeywords) {
			w.standIns(s, some, r, purpose)
		}
	}
}

// narrowed reports whether a general word stands right before one that it
// covers: who asks how often they drank coffee does not ask for tea.
func (q *question) narrowed(general string, covered []string) bool {
	tokens := tokensOf(q.text())
	for i := range tokens {
		if name, n := q.words.term(tokens[i:]); n > 0 && name == general {
			if next, _ := q.words.term(tokens[i+n:]); slices.Contains(covered, next) {
				return true
			}
		}
	}
	return false
}

// contentWords returns the words of the question that are not grammar: its own
// if it has any, else those of how things went.
func (q *question) contentWords() []string {
	tokens := tokensOf(q.text())
	for _, says := range []func(search.Token) bool{matter, telling} {
		var out []string
		for _, t := range tokens {
			if says(t) && !slices.Contains(out, t.Folded) {
				out = append(out, t.Folded)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
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

// circumstances returns those that may explain what is asked about.
func (q *question) circumstances() []string {
	return slices.DeleteFunc(slices.Clone(q.words.circumstances), func(c string) bool { return slices.Contains(q.subjects, c) })
}
