package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// A subject is what a question is about, with every word for it.
type subject struct {
	name    string
	phrases []ask.Phrase
	unpaid  []ask.Phrase    // nil, or those that name it also where nothing is paid: bread is a part of groceries beside its price
	rivals  []ask.Phrase    // longer names of other things
	keys    map[string]bool // stems of its words, for numbers and tags
	domains map[string]bool // stems of the domains that it is
	workout bool            // it stands for training of any kind
	known   bool            // the loaded domains have a word for it
	all     []*subject      // the parts of a subject that a note has to name all of
	loose   bool            // what lies ahead counts as well
	own     bool            // what is somebody else's does not even so
	near    nearness        // how close together it has to
	person  *subject        // somebody else that it is on: no number of the user's is theirs
}

// What a question is about is bounded: nobody asks of more things, or by longer
// names, whatever a page of words says.
const (
	most     = 16  // subjects of a request
	longName = 120 // bytes of a subject's name
)

// A lexicon knows the words of the loaded domains.
type lexicon struct {
	thesaurus *search.Thesaurus
	kinds     map[string][]string // stem of a kind, for example "exercise", to names
	names     map[string][]string // stem of a name or alias to the whole set
	sets      map[string][]string // stem of a canonical name to the same
	all       []ask.Phrase        // every name and alias
	domains   []string            // stems of the loaded domains
	feelings  []feeling           // what somebody may feel
	money     map[string]bool     // stems of what the domains that keep money name
	priced    map[string]bool     // those domains
	covers    map[string][]string // what notes name in place of a word, by its stem: where diesel is put in, they may say that they filled up
	measured  map[string][]string // what is measured of what, by the stem of the measure
}

// A feeling is a name that a domain has for how somebody feels, with every word
// for it.
type feeling struct {
	name    string
	phrases []ask.Phrase
}

func newLexicon(dc *commonv1.DomainContext) *lexicon {
	l := &lexicon{
		thesaurus: search.NewThesaurus(dc.GetVocabulary()),
		kinds:     map[string][]string{},
		names:     map[string][]string{},
		sets:      map[string][]string{},
		money:     map[string]bool{},
		priced:    map[string]bool{},
		covers:    map[string][]string{},
		measured:  measuredOf(dc.GetSchemas()),
	}
	var all []string
	for _, s := range dc.GetSchemas() {
		priced := keepsMoney(s)
		l.priced[s.GetDomain()] = priced
		for word, of := range s.GetCovers() {
			if !priced {
				break // others widen searches by whatever goes together
			}
			l.covers[ask.Key(word)] = append(l.covers[ask.Key(word)], of.GetWords()...)
		}
		for _, list := range s.GetNames() {
			if slices.Contains(describing, list.GetKind()) {
				continue
			}
			kind := ask.Key(list.GetKind())
			for _, n := range list.GetNames() {
				words := append([]string{n.GetName()}, n.GetAliases()...)
				l.kinds[kind] = append(l.kinds[kind], words...)
				all = append(all, words...)
				if slices.Contains(moods, list.GetKind()) {
					l.feelings = append(l.feelings, feeling{n.GetName(), ask.Phrases(words...)})
				}
				l.sets[ask.Key(n.GetName())] = append(l.sets[ask.Key(n.GetName())], words...)
				for _, w := range words {
					k := ask.Key(w)
					l.names[k] = append(l.names[k], words...)
					if priced {
						l.money[k] = true
					}
				}
			}
		}
	}
	l.all = ask.Phrases(all...)
	for _, c := range circumstances() {
		if !slices.Contains(felt, c.name) {
			continue
		}
		for _, p := range c.phrases {
			l.feelings = append(l.feelings, feeling{nameOf(p), []ask.Phrase{p}})
		}
	}
	for _, d := range dc.GetLoaded() {
		l.domains = append(l.domains, ask.Key(d))
	}
	return l
}

// describing are the kinds of names that tell of a thing how it was, or by which
// a domain knows what is not its own: what the user asks about has others.
var describing = []string{"other", "style", "short", "times", "head"}

// keepsMoney reports whether a domain's entries are amounts of money.
func keepsMoney(s *commonv1.DomainSchema) bool {
	return slices.ContainsFunc(s.GetPatterns(), func(p *commonv1.ExtractionPattern) bool { return strings.Contains(p.GetMatch(), ":money}") })
}

// felt are the circumstances that are feelings.
var felt = []string{"stress", "tiredness", "low mood", "soreness", "pain"}

// forms returns every word for a term: by vocabulary, by name and alias, and,
// for a kind of things, all of that kind.
func (l *lexicon) forms(term string) []string {
	forms := l.thesaurus.Forms(term)
	for i, f := range slices.Clone(forms) {
		k := ask.Key(f)
		forms = append(forms, l.kinds[k]...)
		if i == 0 {
			forms = append(forms, l.names[k]...)
			continue
		}
		// Another word for the term may mean something else as well: "black" is
		// a coffee, and how tea is.
		forms = append(forms, l.sets[k]...)
	}
	slices.Sort(forms[1:])
	return slices.Compact(forms)
}

// subject returns what is known of a term.
func (l *lexicon) subject(term string) *subject {
	s := &subject{name: term, phrases: ask.Phrases(l.forms(term)...), keys: map[string]bool{}, domains: map[string]bool{}}
	for _, p := range s.phrases {
		s.keys[ask.KeyOf(p)] = true
		// "Strength training" is the domain strength.
		if d := p[0].Stem; slices.Contains(l.domains, d) && (len(p) == 1 || len(p) == 2 && p[1].Stem == search.Stem("training")) {
			s.domains[d] = true
		}
	}
	own := l.thesaurus.Forms(term)
	for _, p := range s.phrases {
		if key := ask.KeyOf(p); !l.money[key] || slices.ContainsFunc(own, func(f string) bool { return ask.Key(f) == key }) {
			s.unpaid = append(s.unpaid, p)
		}
	}
	if len(s.unpaid) == len(s.phrases) {
		s.unpaid = nil
	}
	s.workout = among(workouts, term)
	s.known = s.workout || len(s.domains) > 0 || len(s.phrases) > 1
	for k := range s.keys {
		s.known = s.known || l.names[k] != nil
	}
	for _, longer := range slices.Concat(l.all, idioms) {
		if s.keys[ask.KeyOf(longer)] {
			continue
		}
		if l.sets[ask.Key(term)] == nil && len(s.phrases) > 0 && len(longer) > len(s.phrases[0]) && search.IndexOf(longer, s.phrases[0]) == 0 && l.sets[ask.KeyOf(longer)] != nil {
			s.keys[ask.KeyOf(longer)] = true // kettlebell swings are done with the kettlebell
			continue
		}
		for _, p := range s.phrases {
			if len(longer) > len(p) && search.Contains(longer, p) {
				s.rivals = append(s.rivals, longer)
				break
			}
		}
	}
	return s
}

// idioms have a word that stands for a whole thing elsewhere: "half past two" is
// no half marathon.
var idioms = ask.Phrases("bus ride", "train ride", "car ride", "taxi ride", "cab ride", "uber ride", "boat ride", "horse ride", "horse riding", "riding lesson", "life cycle", "wash cycle", "menstrual cycle",
	"half past", "half an", "half a", "half of", "half the", "half hour", "half size", "half day", "half way", "half asleep", "half awake", "half empty", "half full", "half dead", "half done", "half price", "half term", "other half", "second half", "first half", "better half",
	"half one", "half two", "half three", "half four", "half five", "half six", "half seven", "half eight", "half nine", "half ten", "half eleven", "half twelve")

// asides are words that ask how something is and are no subject by themselves,
// whoever takes them for one.
var asides = ask.Phrases("far", "long", "fast", "heavy", "often", "drop", "fall", "decline", "rise", "increase", "decrease",
	"stall", "plateau", "skip", "miss", "cancel", "improve", "worse", "better", "progress", "average", "avarage", "averge", "total", "best", "record",
	"affect", "effect", "influence", "impact", "pattern", "trend", "change", "number", "count", "time",
	"break", "gap", "pause", "after", "before", "develop", "development", "evolve", "personal", "pr", "pb", "max", "highest", "lowest", "set",
	"heaviest", "lightest", "longest", "shortest", "fastest", "slowest", "biggest", "largest", "smallest", "cheapest", "dearest", "priciest", "costliest", "most", "least", "fewest",
	"latest", "earliest", "newest", "oldest", "one", "points", "point", "row", "sum", "altogether", "amount", "go", "come", "came", "happen", "left", "so far",
	"th", "st", "nd", "rd", "pm", "am", "name", "during", "throughout", "per", "each", "every", "many", "much", "often", "dose",
	"season", "now", "currently", "current", "today", "already", "still", "ever", "yet", "ago", "back", "lose", "lost", "gain", "gained", "raise", "in total", "until", "since",
	"up", "remaining", "longer", "shorter", "fewer", "more", "less", "quick", "quicker", "faster", "slower", "heavier", "lighter", "higher", "lower", "further", "furthest",
	"farther", "farthest", "expensive", "cheap", "cheaper", "bigger", "smaller", "earlier", "later", "above", "below", "over", "under", "altogether", "together", "overall", "combined", "till", "all together",
	"median", "mean", "typical", "usual", "normally", "nowadays", "right now", "cut", "sit", "long ago", "weekly", "monthly", "daily",
	"second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "top", "percent", "percentage", "share", "fraction", "difference", "range", "put", "without", "between", "next", "previous", "last", "first", "once", "twice", "thrice", "start", "begin", "beginning")

// companions are words for what is asked of the subject beside them, as the
// score of an exam, and subjects only by themselves.
var companions = ask.Phrases("score", "result", "bill", "length", "price", "cost", "trip", "level", "value", "duration", "size", "figure", "money", "finish", "attempt", "spend", "spent", "session", "visit", "appointment", "appt", "balance")

// companion reports whether a term is such a word.
func companion(term string) bool { return among(companions, term) }

func among(words []ask.Phrase, term string) bool {
	return slices.ContainsFunc(words, func(p ask.Phrase) bool { return ask.KeyOf(p) == ask.Key(term) })
}

// occasions are the companions that name one time of the subject: who counts
// grocery trips counts the notes on groceries.
var occasions = ask.Phrases("attempt", "trip", "bill", "session", "visit", "appointment", "appt")

// bare returns a term without the asides in it: "weight" of "lowest weight". A
// term that a domain knows stays whole.
func (l *lexicon) bare(term string) string {
	tokens := search.Tokens(term)
	if len(tokens) < 2 || aside(term) || len(l.forms(term)) > 1 {
		return term
	}
	var kept []string
	for _, t := range tokens {
		if !aside(t.Folded) && !search.Stopword(t.Folded) {
			kept = append(kept, t.Folded)
		}
	}
	if len(kept) == 0 {
		return term
	}
	return strings.Join(kept, " ")
}

// aside reports whether all words of a term are asides.
func aside(term string) bool {
	return !slices.ContainsFunc(search.Tokens(term), func(t search.Token) bool {
		return !slices.ContainsFunc(asides, func(p ask.Phrase) bool { return p[0].Stem == t.Stem })
	})
}

// measures reports whether a number is of the subject: of its name, of a
// measure of that name, or of both.
func (s *subject) measures(n number) bool {
	if len(s.all) > 0 {
		return s.person == nil && slices.ContainsFunc(s.all, func(m *subject) bool { return m.measures(n) })
	}
	return s.keys[n.subjectKey] || s.keys[n.measureKey] ||
		s.keys[n.subjectKey+" "+n.measureKey] || s.keys[n.domainKey+" "+n.measureKey] ||
		s.workout && isWorkout(n)
}

// holds reports whether a number belongs to the subject's domain.
func (s *subject) holds(n number) bool {
	if len(s.all) > 0 {
		return s.person == nil && slices.ContainsFunc(s.all, func(m *subject) bool { return m.holds(n) })
	}
	return s.measures(n) || s.domains[n.domainKey]
}

// workouts are words for whatever is trained, in any domain.
var workouts = ask.Phrases("workout", "training", "train", "exercise", "session", "training session", "gym session", "sport")

// isWorkout reports whether a number measures training, and not a walk that any
// day may hold.
func isWorkout(n number) bool {
	switch n.measure {
	case "load", "reps", "distance", "pace", "volume", "lengths":
		return n.domain != "general"
	}
	return false
}

// on reports whether a note tells of the subject, and, if it doesn't, whether
// it tells that it did not happen.
func (s *subject) on(n *note) (told, denied bool) {
	if len(s.all) > 0 {
		return s.onAll(n)
	}
	if slices.ContainsFunc(n.numbers, s.holds) {
		return true, false
	}
	phrases := s.phrases
	if s.unpaid != nil && !n.pays() {
		phrases = s.unpaid
	}
	if _, said, no := n.search(phrases, s.rivals, s.counts()); said || no {
		return said, no
	}
	for k := range n.terms {
		if s.keys[k] || s.domains[k] {
			return true, false
		}
	}
	return false, false
}

// onAll is on for a subject of several parts.
func (s *subject) onAll(n *note) (told, denied bool) {
	for _, m := range s.all {
		yes, no := m.on(n)
		if !yes && !no {
			return false, false
		}
		denied = denied || no
	}
	if denied {
		return false, true
	}
	return s.together(n), false
}

// measures returns the measures of a subject in notes, all for no subject.
// Where numbers of its own are there, those of the rest of its domain are not
// meant.
func measures(s *subject, ns []*note) []*measure {
	if s == nil {
		return measuresOf(ns, func(number) bool { return true })
	}
	own := measuresOf(ns, s.measures)
	if len(own) == 0 {
		own = measuresOf(ns, s.holds)
	}
	sums := together(s, own)
	return append(sums, slices.DeleteFunc(own, func(m *measure) bool {
		// What has no name but the subject's own is in the sum.
		return slices.ContainsFunc(sums, func(sum *measure) bool { return sum.label() == m.label() && sum.unit == m.unit })
	})...)
}

// together adds up what several things have of one measure, where the subject
// is the measure or stands for all of them: spending over its categories.
func together(s *subject, ms []*measure) []*measure {
	type key struct{ name, unit string }
	byKey := map[key][]*measure{}
	for _, m := range ms {
		if m.additive() {
			k := key{m.name, m.unit}
			byKey[k] = append(byKey[k], m)
		}
	}
	var out []*measure
	for k, of := range byKey {
		if len(of) < 2 {
			continue // measures of one name and unit differ in subject
		}
		sum := &measure{domain: of[0].domain, subject: s.name, name: k.name, unit: k.unit}
		for _, m := range of {
			sum.series = append(sum.series, m.series...)
		}
		sum.series = stat.NewSeries(sum.series)
		out = append(out, sum)
	}
	sortMeasures(out)
	return out
}
