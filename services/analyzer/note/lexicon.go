package note

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// A Lexicon knows the words of the loaded domains.
type Lexicon struct {
	Thesaurus *search.Thesaurus
	kinds     map[string][]string // stem of a kind, for example "exercise", to names
	Names     map[string][]string // stem of a name or alias to the whole set
	Sets      map[string][]string // stem of a canonical name to the same
	all       []ask.Phrase        // every name and alias
	of        map[string]string   // stem of a name or alias to that of its domain
	domains   []string            // stems of the loaded domains
	Feelings  []feeling           // what somebody may feel
	Money     map[string]bool     // stems of what the domains that keep money name
	Priced    map[string]bool     // those domains
	Covers    map[string][]string // what notes name in place of a word, by its stem: where diesel is put in, they may say that they filled up
	Measured  map[string][]string // what is measured of what, by the stem of the measure
}

// A feeling is a name that a domain has for how somebody feels, with every word
// for it.
type feeling struct {
	Name    string
	Phrases []ask.Phrase
}

// NewLexicon knows the words of loaded domains.
func NewLexicon(dc *commonv1.DomainContext) *Lexicon {
	l := &Lexicon{
		Thesaurus: search.NewThesaurus(dc.GetVocabulary()),
		kinds:     map[string][]string{},
		Names:     map[string][]string{},
		of:        map[string]string{},
		Sets:      map[string][]string{},
		Money:     map[string]bool{},
		Priced:    map[string]bool{},
		Covers:    map[string][]string{},
		Measured:  measuredOf(dc.GetSchemas()),
	}
	var all []string
	for _, s := range dc.GetSchemas() {
		priced := keepsMoney(s)
		l.Priced[s.GetDomain()] = priced
		for word, of := range s.GetCovers() {
			if !priced {
				break // others widen searches by whatever goes together
			}
			l.Covers[ask.Key(word)] = append(l.Covers[ask.Key(word)], of.GetWords()...)
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
					l.Feelings = append(l.Feelings, feeling{n.GetName(), ask.Phrases(words...)})
				}
				l.Sets[ask.Key(n.GetName())] = append(l.Sets[ask.Key(n.GetName())], words...)
				for _, w := range words {
					k := ask.Key(w)
					l.Names[k], l.of[k] = append(l.Names[k], words...), ask.Key(s.GetDomain())
					if priced {
						l.Money[k] = true
					}
				}
			}
		}
	}
	l.all = ask.Phrases(all...)
	for _, c := range Circumstances() {
		if !slices.Contains(felt, c.Name) {
			continue
		}
		for _, p := range c.Phrases {
			l.Feelings = append(l.Feelings, feeling{NameOf(p), []ask.Phrase{p}})
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

// Forms returns every word for a term: by vocabulary, by name and alias, and,
// for a kind of things, all of that kind.
func (l *Lexicon) Forms(term string) []string {
	forms := l.Thesaurus.Forms(term)
	for i, f := range slices.Clone(forms) {
		k := ask.Key(f)
		forms = append(forms, l.kinds[k]...)
		if i == 0 {
			forms = append(forms, l.Names[k]...)
			continue
		}
		// Another word for the term may mean something else as well: "black" is
		// a coffee, and how tea is.
		forms = append(forms, l.Sets[k]...)
	}
	slices.Sort(forms[1:])
	return slices.Compact(forms)
}

// Subject returns what is known of a term.
func (l *Lexicon) Subject(term string) *Subject {
	s := &Subject{Name: term, Phrases: ask.Phrases(l.Forms(term)...), Keys: map[string]bool{}, Domains: map[string]bool{}}
	for _, p := range s.Phrases {
		s.Keys[ask.KeyOf(p)] = true
		// "Strength training" is the domain strength.
		if d := p[0].Stem; slices.Contains(l.domains, d) && (len(p) == 1 || len(p) == 2 && p[1].Stem == search.Stem("training")) {
			s.Domains[d] = true
		}
	}
	own := l.Thesaurus.Forms(term)
	for _, p := range s.Phrases {
		if key := ask.KeyOf(p); !l.Money[key] || slices.ContainsFunc(own, func(f string) bool { return ask.Key(f) == key }) {
			s.unpaid = append(s.unpaid, p)
		}
	}
	if len(s.unpaid) == len(s.Phrases) {
		s.unpaid = nil
	}
	s.Workout = Among(workouts, term)
	s.Known = s.Workout || len(s.Domains) > 0 || len(s.Phrases) > 1
	for k := range s.Keys {
		s.Known = s.Known || l.Names[k] != nil
	}
	for _, longer := range slices.Concat(l.all, idioms) {
		if s.Keys[ask.KeyOf(longer)] {
			continue
		}
		if l.Sets[ask.Key(term)] == nil && len(s.Phrases) > 0 && len(longer) > len(s.Phrases[0]) && search.IndexOf(longer, s.Phrases[0]) == 0 && l.Sets[ask.KeyOf(longer)] != nil {
			s.Keys[ask.KeyOf(longer)] = true // kettlebell swings are done with the kettlebell
			continue
		}
		for _, p := range s.Phrases {
			own := s.Domains[l.of[ask.KeyOf(longer)]] && search.IndexOf(longer, p) == len(longer)-len(p) // an easy run is a run
			if len(longer) > len(p) && search.Contains(longer, p) && !own {
				s.Rivals = append(s.Rivals, longer)
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
var companions = ask.Phrases("score", "result", "grade", "mark", "bill", "length", "price", "cost", "trip", "level", "value", "duration", "size", "figure", "money", "finish", "attempt", "spend", "spent", "session", "visit", "appointment", "appt", "balance")

// Companion reports whether a term is such a word.
func Companion(term string) bool { return Among(companions, term) }

// Among reports whether a term is one of some words, in any of its forms.
func Among(words []ask.Phrase, term string) bool {
	return slices.ContainsFunc(words, func(p ask.Phrase) bool { return ask.KeyOf(p) == ask.Key(term) })
}

// Bare returns a term without the asides in it: "weight" of "lowest weight". A
// term that a domain knows stays whole.
func (l *Lexicon) Bare(term string) string {
	tokens := search.Tokens(term)
	if len(tokens) < 2 || Aside(term) || len(l.Forms(term)) > 1 {
		return term
	}
	var kept []string
	for _, t := range tokens {
		if !Aside(t.Folded) && !search.Stopword(t.Folded) {
			kept = append(kept, t.Folded)
		}
	}
	if len(kept) == 0 {
		return term
	}
	return strings.Join(kept, " ")
}

// moods are the kinds of names in which domains list how somebody feels.
var moods = []string{"mood", "emotion"}
