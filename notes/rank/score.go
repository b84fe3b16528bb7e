package rank

// The constants of BM25 for a unit with its neighbours, for the unit alone and for
// its day, and what the latter two add to the first.
const (
	nearK, nearB = 1.0, 0.4
	ownK, ownB   = 1.0, 0.2
	dayK, dayB   = 1.2, 0.9
	ownPart      = 0.3
	dayPart      = 0.15
)

// A label counts as much as so many words of the text: somebody chose it for what
// it says of the note.
const labelTimes = 2

// Of front matter a label counts less, or "present: 5" would come before what was said
// at the meeting.
const frontLabelTimes = 1

// A term is something to look for: any of several phrases.
type term struct {
	weight  float64
	phrases []phrase
}

// scores are what looking for terms has come to. They are by number, 0 where
// nothing was found.
type scores struct {
	x       *Index
	unit    []float32
	day     []float32
	matched []uint64 // by document: which terms, or how many
	touched []uint32 // units with a score
	seeks   Content

	docs []uint32  // those of the touched units
	best []float32 // by document, the score of its best unit
	at   []uint32  // by document, that unit

	own, near      []uint32 // scratch: how often a term stands in a unit, in tenths and hundredths
	inDay          []uint32 // scratch: likewise, in tenths
	units, besides []uint32 // scratch: those units
	onDays         []uint32 // scratch: those days
}

// scores returns scores that are all 0. They are to be given back with free.
func (x *Index) scores() *scores {
	s, _ := x.spare.Get().(*scores)
	if s == nil {
		s = &scores{}
	}
	s.x, s.seeks = x, 0
	s.unit, s.own, s.near = sized(s.unit, len(x.units)), sized(s.own, len(x.units)), sized(s.near, len(x.units))
	s.matched, s.best, s.at = sized(s.matched, len(x.docs)), sized(s.best, len(x.docs)), sized(s.at, len(x.docs))
	s.day, s.inDay = sized(s.day, len(x.days)), sized(s.inDay, len(x.days))
	return s
}

// sized returns a list of zeros of a length: the given one, which is all zero up to
// its capacity, if that will do.
func sized[T any](list []T, n int) []T {
	if n <= cap(list) {
		return list[:n]
	}
	return make([]T, n, n+n/8)
}

// free makes everything 0 again, for the next search. All that was touched has to be
// collected.
func (s *scores) free() {
	for _, u := range s.touched {
		s.unit[u] = 0
	}
	for _, n := range s.docs {
		s.matched[n], s.best[n], s.at[n] = 0, 0, 0
	}
	clear(s.day)
	s.touched, s.docs = s.touched[:0], s.docs[:0]
	s.x.spare.Put(s)
}

// collect works out the best unit of each document that was touched.
func (s *scores) collect() {
	for _, n := range s.docs {
		s.best[n] = 0
	}
	s.docs = s.docs[:0]
	for _, u := range s.touched {
		n, score := s.x.units[u].doc, s.unit[u]*s.fit(u)
		if s.best[n] == 0 {
			s.docs = append(s.docs, n)
		}
		if score > s.best[n] || score == s.best[n] && u < s.at[n] {
			s.best[n], s.at[n] = score, u
		}
	}
}

// mostTerms is how many terms of a search can be told apart and are looked for.
const mostTerms = 64

// add scores one term, and tells of each document that has it, as it is or by
// another name.
func (s *scores) add(t term, has func(number uint32)) {
	x := s.x
	holding := 0.0
	for i, p := range t.phrases {
		x.occurrences(p, func(number uint32, positions []uint32) {
			s.count(number, positions, p.weight)
			if has != nil && !p.like {
				has(number)
			}
			if i == 0 {
				holding++
			}
		})
	}
	if len(s.units) == 0 {
		return
	}
	idf := float32(t.weight * idf(float64(x.size.docs), holding))

	avg := float32(x.size.tokens) / float32(x.size.units)
	for _, u := range s.units {
		f := s.own[u]
		s.own[u] = 0
		x.neighbours(u, func(v, tenths uint32) { s.spread(v, f*tenths) })
		s.spread(u, f*10)
		s.give(u, ownPart*idf*saturate(float32(f)/10, float32(x.units[u].tokens), avg, ownK, ownB))
	}
	avg = float32(x.size.near) / float32(10*x.size.units)
	for _, u := range s.besides {
		f := s.near[u]
		s.near[u] = 0
		s.give(u, idf*saturate(float32(f)/100, float32(x.units[u].near)/10, avg, nearK, nearB))
	}
	avg = float32(x.size.tokens) / float32(max(1, x.size.days))
	for _, d := range s.onDays {
		f := s.inDay[d]
		s.inDay[d] = 0
		s.day[d] += idf * saturate(float32(f)/10, float32(x.days[d].tokens), avg, dayK, dayB)
	}
	s.units, s.besides, s.onDays = s.units[:0], s.besides[:0], s.onDays[:0]
}

// count takes in where a phrase stands in a document.
func (s *scores) count(number uint32, positions []uint32, tenths uint32) {
	d := &s.x.docs[number]
	u, sum, labels := d.first, uint32(0), uint32(labelTimes)
	if d.front {
		labels = frontLabelTimes
	}
	for _, p := range positions {
		in, w := d.first, tenths*labels
		if p < d.tokens {
			for u+1 < d.end && s.x.units[u+1].from <= p {
				u++
			}
			in, w = u, tenths
		}
		if s.own[in] == 0 {
			s.units = append(s.units, in)
		}
		s.own[in] += w
		sum += w
	}
	if d.day != noDay {
		if s.inDay[d.day] == 0 {
			s.onDays = append(s.onDays, d.day)
		}
		s.inDay[d.day] += sum
	}
}

func (s *scores) spread(u, hundredths uint32) {
	if s.near[u] == 0 {
		s.besides = append(s.besides, u)
	}
	s.near[u] += hundredths
}

func (s *scores) give(u uint32, score float32) {
	if s.unit[u] == 0 {
		s.touched = append(s.touched, u)
	}
	s.unit[u] += score
}

// saturate is the part of BM25 that grows with how often a term stands in a text,
// ever less, and falls with the text's length.
func saturate(f, length, average, k, b float32) float32 {
	return f * (k + 1) / (f + k*(1-b+b*length/max(1, average)))
}

// of returns the score of a document: that of its best unit with the part of its
// day.
func (s *scores) of(n uint32) float32 {
	if day := s.x.docs[n].day; day != noDay {
		return s.best[n] + dayPart*s.day[day]
	}
	return s.best[n]
}
