package search

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"github.com/weft-mesh/weft/notes"
)

// A Query says what to look for.
type Query struct {
	// Terms are words or phrases, each in any of several forms. If no document has
	// what is needed, the first form is looked for as it may have been meant:
	// without a slip of the pen, or as one word or two.
	Terms [][]string
	// All asks that every term matches, instead of any.
	All bool
	// Near is a day that ranking favours; the zero Day favours none.
	Near notes.Day
	// Range says of which days documents count.
	Range notes.Range
	// Accept says which of these count. Nil accepts all.
	Accept func(number int) bool
	// Limit is the most matches to return, the best; 0 is no limit.
	Limit int
	// Unordered says that matches may come in any order.
	Unordered bool
	// Stopped is asked before each term; once it is true the search ends with what
	// it has. Nil never stops one.
	Stopped func() bool
}

// A Match is a document that matched and how well; higher is better.
type Match struct {
	Number int
	Score  float64
	day    int32 // since 1970
}

// The ranking is BM25 with its usual constants. A word among the tags or names
// counts double, since somebody chose it for what it says of the note. What a
// note lacks and others of its day have, counts a quarter: a day's notes belong
// together, and a note on one half of a question beside one on the other half
// says more than two of different years.
const (
	k1        = 1.2
	b         = 0.75
	nameBonus = 2
	dayPart   = 0.25
	// A note of the favoured day scores half as much again, one that is this
	// many days away a quarter.
	nearDays  = 14
	nearBonus = 0.5
)

// Search returns the documents that match, best first, and how many there are
// in all. Of two equal ones that of the later day comes first, then the later
// added.
func (x *Index) Search(q Query) (matches []Match, total int) {
	if len(q.Terms) == 0 || x.live == 0 {
		return nil, 0
	}
	scores := make([]float32, len(x.docs))
	matched := make([]int32, len(x.docs)) // how many terms; with All, how many from the first on
	frequency := make([]float32, len(x.docs))
	dayBest := make([]float32, len(x.days))  // by day, the best score for one term
	dayTotal := make([]float32, len(x.days)) // the sum of these over all terms
	for i, phrases := range x.phrases(q) {
		if q.Stopped != nil && q.Stopped() {
			break
		}
		need := int32(0)
		if q.All {
			need = int32(i)
		}
		clear(dayBest)
		x.score(phrases, frequency, func(doc uint32, score float32) {
			if day := x.docs[doc].day; score > dayBest[day] {
				dayTotal[day] += score - dayBest[day]
				dayBest[day] = score
			}
			if matched[doc] >= need {
				scores[doc] += score
				matched[doc] = need + 1
			}
		})
	}
	need := int32(1)
	if q.All {
		need = int32(len(q.Terms))
	}
	weight := x.weights(q.Range, q.Near)
	best := top{limit: q.Limit}
	for doc, n := range matched {
		if n < need {
			continue
		}
		day := x.docs[doc].day
		if weight[day] == 0 || q.Accept != nil && !q.Accept(doc) {
			continue
		}
		total++
		score := scores[doc] + dayPart*(dayTotal[day]-scores[doc])
		best.offer(Match{doc, float64(score) * weight[day], x.days[day]})
	}
	if q.Unordered {
		return best.matches, total
	}
	return best.sorted(), total
}

// weights returns what the scores of each day's documents are multiplied with: 0
// outside the range, else the more the closer the day is to the favoured one.
func (x *Index) weights(r notes.Range, near notes.Day) []float64 {
	first, last := bounds(r)
	favoured := int32(0)
	if !near.IsZero() {
		favoured = dayNumber(near)
	}
	out := make([]float64, len(x.days))
	for i, day := range x.days {
		switch {
		case day < first || day > last:
		case near.IsZero():
			out[i] = 1
		default:
			out[i] = 1 + nearBonus*nearDays/(nearDays+math.Abs(float64(day-favoured)))
		}
	}
	return out
}

// Shaped returns the documents of a range that have a number of one of these
// shapes, those of the latest day first, at most limit of them (0 is no limit).
func (x *Index) Shaped(shapes []Shape, r notes.Range, limit int) []Match {
	first, last := bounds(r)
	found := make(map[uint32]bool)
	best := top{limit: limit}
	for _, s := range shapes {
		p := x.shape[s]
		if p == nil {
			continue
		}
		for c := p.cursor(); c.next(); {
			info := x.docs[c.doc]
			if day := x.days[info.day]; info.live && day >= first && day <= last && !found[c.doc] {
				found[c.doc] = true
				best.offer(Match{Number: int(c.doc), day: day})
			}
		}
	}
	return best.sorted()
}

// phrases returns the phrases that each term of a query stands for: its forms,
// or what they may have been meant to be if no document has what is needed.
func (x *Index) phrases(q Query) [][][]Token {
	terms := make([][][]Token, len(q.Terms))
	var missing []int
	for i, forms := range q.Terms {
		seen := make(map[string]bool, len(forms))
		for _, form := range forms {
			if key := stems(form); key != "" && !seen[key] {
				seen[key] = true
				terms[i] = append(terms[i], Tokens(form))
			}
		}
		if !slices.ContainsFunc(terms[i], x.has) {
			missing = append(missing, i)
		}
	}
	if len(q.Terms) > mostRespelled || !q.All && len(missing) < len(q.Terms) {
		return terms
	}
	for _, i := range missing {
		if len(terms[i]) > 0 {
			terms[i] = append(terms[i], x.respelled(terms[i][0])...)
		}
	}
	return terms
}

// mostRespelled bounds the terms of a query that are looked for in another
// spelling. Who names more of them names words that may well not be there.
const mostRespelled = 4

// has reports whether a phrase stands in a live document.
func (x *Index) has(phrase []Token) (found bool) {
	x.occurrences(phrase, func(uint32, float32) bool {
		found = true
		return false
	})
	return found
}

// score gives each live document that contains one of the phrases its part of
// the score. frequency is scratch space, zero before and after.
func (x *Index) score(phrases [][]Token, frequency []float32, add func(doc uint32, score float32)) {
	var docs []uint32
	for _, phrase := range phrases {
		x.occurrences(phrase, func(doc uint32, weight float32) bool {
			if frequency[doc] == 0 {
				docs = append(docs, doc)
			}
			frequency[doc] += weight
			return true
		})
	}
	n, df := float64(x.live), float64(len(docs))
	idf := float32(math.Log(1 + (n-df+0.5)/(df+0.5)))
	average := float32(x.size) / float32(x.live)
	for _, doc := range docs {
		tf := frequency[doc]
		frequency[doc] = 0
		norm := k1 * (1 - b + b*float32(x.docs[doc].length)/average)
		add(doc, idf*tf*(k1+1)/(tf+norm))
	}
}

// occurrences reports each live document in which the phrase stands, with the
// weight of all its occurrences, as long as found asks for more.
func (x *Index) occurrences(phrase []Token, found func(doc uint32, weight float32) (more bool)) {
	cursors := make([]*cursor, len(phrase))
	for i, t := range phrase {
		p := x.terms[t.Stem]
		if p == nil {
			return
		}
		cursors[i] = p.cursor()
	}
	first := cursors[0]
next:
	for first.next() {
		if !x.docs[first.doc].live {
			continue
		}
		for _, c := range cursors[1:] {
			if !c.seek(first.doc) {
				return
			}
			if c.doc != first.doc {
				continue next
			}
		}
		if w := weigh(cursors, x.docs[first.doc].textSize); w > 0 && !found(first.doc, w) {
			return
		}
	}
}

// weigh counts where the cursors, all on one document, stand side by side.
func weigh(cursors []*cursor, textSize uint32) float32 {
	weight := float32(0)
start:
	for _, at := range cursors[0].positions {
		for i, c := range cursors[1:] {
			if _, ok := slices.BinarySearch(c.positions, at+uint32(i)+1); !ok {
				continue start
			}
		}
		if at < textSize {
			weight++
		} else {
			weight += nameBonus
		}
	}
	return weight
}

// bounds returns the first and the last day of a range as the index counts them.
func bounds(r notes.Range) (first, last int32) {
	first, last = math.MinInt32, math.MaxInt32
	if !r.Start.IsZero() {
		first = dayNumber(r.Start)
	}
	if !r.End.IsZero() {
		last = dayNumber(r.End)
	}
	return first, last
}

// top keeps the best matches: all of them, or a heap of the limit's size with
// the worst on top.
type top struct {
	limit   int
	matches []Match
}

func (t *top) offer(m Match) {
	switch {
	case t.limit <= 0:
		t.matches = append(t.matches, m)
	case len(t.matches) < t.limit:
		heap.Push(t, m)
	case compare(m, t.matches[0]) < 0:
		t.matches[0] = m
		heap.Fix(t, 0)
	}
}

func (t *top) sorted() []Match {
	slices.SortFunc(t.matches, compare)
	return t.matches
}

// compare orders the better match first.
func compare(a, b Match) int {
	if a.Score != b.Score {
		return cmp.Compare(b.Score, a.Score)
	}
	return cmp.Or(cmp.Compare(b.day, a.day), cmp.Compare(b.Number, a.Number))
}

// Len, Less, Swap, Push and Pop make top a heap.
func (t *top) Len() int           { return len(t.matches) }
func (t *top) Less(i, j int) bool { return compare(t.matches[i], t.matches[j]) > 0 }
func (t *top) Swap(i, j int)      { t.matches[i], t.matches[j] = t.matches[j], t.matches[i] }
func (t *top) Push(m any)         { t.matches = append(t.matches, m.(Match)) }
func (t *top) Pop() any {
	last := t.matches[len(t.matches)-1]
	t.matches = t.matches[:len(t.matches)-1]
	return last
}
