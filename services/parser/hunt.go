package parser

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A hunt looks for the target of one correction.
type hunt struct {
	in      *input
	ex      *extract.Extractor
	claim   claim
	schemas []*commonv1.DomainSchema
	names   []spelled // in the words around the values
	cues    []cue     // these words, and those beside the values
	days    []notes.Range
	hours   [][2]int // of the day, the second excluded
}

// A spelled name is a name as the correction writes it.
type spelled struct {
	extract.Named
	written string
}

// A cue is a word of the correction that its target may hold too.
type cue struct {
	ways [][]string // stems; the word is there if all of one way are
	role role
	name bool // written like a name: another one is no other word for it
	// class is the category of what the word names. It holds many things: the
	// dentist's bill is not the vet's.
	class []string
}

// A role is what a cue may do for its target.
type role uint8

const (
	hint    role = iota // speaks for a value
	further             // speaks for an entry too
	subject             // may name the subject: the target holds at least one
	head                // names it, as in "the dentist bill was 68": the target holds all
)

func newHunt(in *input, ex *extract.Extractor, c claim) *hunt {
	h := &hunt{in: in, ex: ex, claim: c, schemas: in.req.GetDomainContext().GetSchemas()}
	spans := c.spans(in)
	for _, s := range spans {
		if s.Range.Days() > 0 {
			h.days = append(h.days, nightly(s))
		}
		if s.Hourly() {
			h.hours = append(h.hours, [2]int{s.StartHour, s.EndHour})
		}
	}
	for _, m := range hourOfDay.FindAllStringSubmatchIndex(c.rest, -1) {
		at, _ := strconv.Atoi(c.rest[m[2]:m[3]])
		if at %= 12; c.rest[m[4]]|0x20 == 'p' {
			at += 12
		}
		h.hours = append(h.hours, [2]int{at, at + 1})
		spans = append(spans, timespan.Span{Text: c.rest[m[0]:m[1]], Offset: m[0]})
	}
	h.hear(spans)
	for _, more := range []string{in.target, c.aside, c.beside} {
		h.listen(more, hint)
	}
	return h
}

// hear makes cues of the rest of a claim. The words around its values say what it is
// about; what another sentence or clause says besides does so only where these don't.
func (h *hunt) hear(spans []timespan.Span) {
	c := h.claim
	at, end := c.headed()
	from, to := c.around()
	c.rest = witness.ReplaceAllStringFunc(c.rest, func(s string) string { return strings.Repeat(" ", len(s)) })
	h.listen(strip(c.rest, spans, at, end), head)
	after := subject
	if companion.MatchString(c.rest[c.end:to]) || relative.MatchString(c.rest[end:to]) {
		after = hint
	}
	h.listen(strip(c.rest, spans, end, to), after)
	before := strip(c.rest, spans, from, at)
	switch {
	case !pronoun.MatchString(c.rest[at:end]), h.echoed(before): // "rent went up, it was 1,180"
		h.listen(before, subject)
	default: // "excuse me, my error, it was 50"
		h.listen(before, hint)
	}
	besides := subject
	if h.named() {
		besides = further
	}
	h.listen(strip(c.rest, spans, 0, from), besides)
	if remark.MatchString(c.rest[to:]) {
		besides = hint
	}
	h.listen(strip(c.rest, spans, to, len(c.rest)), besides)
}

// echoed reports whether an entry has a word of a text that could name something.
func (h *hunt) echoed(text string) bool {
	words := wordsOf(text)
	maps.DeleteFunc(words, func(stem string, _ bool) bool { return search.Stopword(stem) || saying()[stem] })
	return slices.ContainsFunc(h.entries(), func(e *commonv1.Entry) bool {
		return slices.ContainsFunc(search.Tokens(e.GetText()), func(t search.Token) bool { return words[t.Stem] })
	})
}

// around returns where in the rest of a claim the words around its values begin, with
// their sentence, and end, with their clause.
func (c claim) around() (from, to int) {
	at, _ := c.headed()
	first := at
	for _, t := range []*term{c.before, c.after} {
		if t != nil {
			first = min(first, t.start)
		}
	}
	to = len(c.rest)
	if c.end == 0 {
		return 0, to
	}
	from = c.sentenceStart(first)
	if m := mark.FindStringIndex(c.rest[c.end:]); m != nil {
		to = c.end + m[0]
	}
	return from, to
}

// headed returns where in the rest of a claim the words stand of which it says
// something by "was" and the like: "the dentist bill was". It is empty where there is
// no such verb before the first value: "Oma's phone counted 11 for the hike".
func (c claim) headed() (start, end int) {
	first := len(c.rest)
	for _, t := range []*term{c.before, c.after} {
		if t != nil {
			first = min(first, t.start)
		}
	}
	from := c.sentenceStart(first)
	start, end = from, from
	for _, m := range verb.FindAllStringIndex(c.rest[from:first], -1) {
		end = from + m[0]
	}
	if m := mark.FindAllStringIndex(c.rest[from:end], -1); m != nil {
		start = from + m[len(m)-1][1]
	}
	return start, end
}

var (
	// hourOfDay is "3am" in "the 3am feed was 110 ml".
	hourOfDay = regexp.MustCompile(`(?i)\b(\d{1,2})\s?([ap])\.?m\b`)
	// mark ends a clause before another.
	mark = regexp.MustCompile(`[,;:.!?()–—]\s+|\s[-–—]\s|\b(?:but|because|when|while)\s`)
	// possessive follows the day in "friday's run".
	possessive = regexp.MustCompile(`^(?:['’]s|s)\b`)
	verb       = regexp.MustCompile(`(?i)\b(?:was|were|is|are|took|cost|lasted|should|came to|comes to)\b|['’]s\s+(?:at|on|in)\b`)
	// remark begins a clause on the correction rather than on what it is about.
	remark = regexp.MustCompile(`(?i)^\W*(?:(?:and|but|so|then|because|since|as|which)\s+)?(?:i|we|they|he|she|it|my wife|my husband|sorry|mis\pL+|forgot|found|checked|just|transposed|swapped|could you|can you|please)\b`)
	// witness is who or what says a value: "komoot says", "says the letter".
	witness = regexp.MustCompile(`(?i)(?:(?:my|the)\s+)?[\pL'’]+\s+(?:says|shows|showed)\b|\bsays\s+(?:the|my)\s+\pL+`)
	// relative tells of a name in the same breath: "it was Ana who walked with me".
	relative = regexp.MustCompile(`(?i)^(?:was|were|is|['’]s)\s+(?:who|where|whom)\b`)
	// companion begins what a value comes with: "£66 with tips".
	companion = regexp.MustCompile(`(?i)^\s*(?:with|without|including|incl|plus|minus)\b`)
	pronoun   = regexp.MustCompile(`(?i)^\W*(?:it|that|this|they|those|these|there)\b`)
)

// strip returns a part of a text without the time expressions in it.
func strip(text string, spans []timespan.Span, start, end int) string {
	out := []byte(text)
	for _, s := range spans {
		last := s.Offset + len(s.Text)
		if m := possessive.FindString(text[last:]); m != "" {
			last += len(m)
		}
		for i := s.Offset; i < last; i++ {
			out[i] = ' '
		}
	}
	return string(out[start:end])
}

// spans are the time expressions beside the values of a claim. What is corrected
// has been: "thursday" is the last one, even in "thursday should say".
func (c claim) spans(in *input) []timespan.Span {
	spans := timespan.Scan(c.rest, timespan.Ref{Now: in.writtenAt, WeekStart: in.weekStart})
	today := notes.DayOf(in.writtenAt)
	for i := range spans {
		if r := &spans[i].Range; r.Days() == 1 && !spans[i].Explicit && today.Before(r.Start) {
			r.Start, r.End = r.Start.AddDays(-7), r.End.AddDays(-7)
		}
	}
	return spans
}

// nightly returns the days of a span; those of a night end on the morning after,
// when it is written down.
func nightly(s timespan.Span) notes.Range {
	r := s.Range
	if strings.HasSuffix(strings.ToLower(s.Text), "night") && !r.End.IsZero() {
		r.End = r.End.AddDays(1)
	}
	return r
}

// listen makes cues of the words of a text.
func (h *hunt) listen(text string, as role) {
	names := h.ex.Names(text)
	vocabulary := h.in.req.GetDomainContext().GetVocabulary()
	last := search.Token{}
	for _, t := range search.Tokens(text) {
		before := last
		last = t
		if labels(before, t, text) { // "table 2", "8k"
			h.cues = append(h.cues, cue{ways: [][]string{{before.Stem, t.Stem}}, role: min(as, further)})
		}
		glued := before.Text != "" && before.End == t.Start
		if glued || search.Stopword(t.Stem) || numeral(t) || h.heard(t.Stem) {
			continue
		}
		c := cue{ways: [][]string{{t.Stem}}, role: as}
		if saying()[t.Stem] {
			c.role = hint
		}
		c.name = t.Start > 0 && capital(t.Text)
		if w := stems(vocabulary[t.Folded]); len(w) > 0 {
			c.ways = append(c.ways, w)
		}
		for _, n := range names {
			switch {
			case t.Start < n.Start || n.End < t.End:
			case n.Kind == "category":
				c.class = stems(n.Name)
			default:
				c.ways = append(c.ways, stems(n.Name))
			}
		}
		h.cues = append(h.cues, c)
	}
	for _, n := range names {
		if !h.claim.names(n.Name) {
			h.names = append(h.names, spelled{n, text[n.Start:n.End]})
		}
	}
}

// labels reports whether two words that follow one another are a name with its number,
// or a number with its unit.
func labels(before, t search.Token, text string) bool {
	switch {
	case before.Text == "":
		return false
	case before.End == t.Start:
		return numeral(before)
	}
	return numeral(t) && !numeral(before) && !search.Stopword(before.Stem) && text[before.End:t.Start] == " "
}

func numeral(t search.Token) bool { return t.Folded[0] >= '0' && t.Folded[0] <= '9' }

func (h *hunt) heard(stem string) bool {
	return slices.ContainsFunc(h.cues, func(c cue) bool { return c.ways[0][0] == stem })
}

func stems(text string) []string {
	var out []string
	for _, t := range search.Tokens(text) {
		out = append(out, t.Stem)
	}
	return out
}

// names reports whether a name is one of the claim's values.
func (c claim) names(name string) bool {
	return c.before != nil && c.before.text == name || c.after != nil && c.after.text == name
}

// saying are stems of words that speak of the correction itself.
var saying = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`ah aw argh ugh hey ok okay well yeah yes yep actually sorry oops ups wait no nope hmm typo correction edit fix update wrong mistake wrote write
		written said say put putting log logged note noted type typed enter entered record recorded mean meant should read change correct
		adjust replace nearly almost exactly around roughly went go going obviously course lol btw instead should've shouldn't wasn't weren't isn't didn't aren't oh nah dear till average avg total more like cost took had got tell told look looking back think thinking honest honestly thing need must tbh know sure error excuse make set please turn turned out watch receipt machine strava garmin app scale scales fitbit tracker phone meter cuff computer checked check found saw see just really rather only last one first
		previous latest digits swapped mixed scratch strike delete remove ignore disregard forget undo cancel erase drop bit part thing
		entry was were is are it that this day date number value weight time amount unit units mistyped misread lol haha name names word kindly`) {
		out[search.Stem(w)] = true
	}
	return out
})

// named reports whether the correction says in words what it is about.
func (h *hunt) named() bool {
	return slices.ContainsFunc(h.cues, func(c cue) bool { return c.role >= subject })
}

// headed reports whether the correction says something of a thing that it names: "the
// dentist bill was".
func (h *hunt) headed() bool {
	return slices.ContainsFunc(h.cues, func(c cue) bool { return c.role == head })
}

// bare reports whether the correction says nothing but what is right, as in
// "sorry, 82.5 kg".
func (h *hunt) bare() bool {
	return h.claim.before == nil && len(h.claim.with) == 0 && !h.named() && len(h.days) == 0 && len(h.hours) == 0
}

// A wordset is the stems of some words.
type wordset map[string]bool

func wordsOf(texts ...string) wordset {
	out := wordset{}
	for _, text := range texts {
		for _, t := range search.Tokens(text) {
			out[t.Stem] = true
		}
	}
	return out
}

func (c cue) in(sets ...wordset) bool {
	return slices.ContainsFunc(c.ways, func(way []string) bool { return hold(way, sets...) })
}

// hold reports whether all of some stems are in one of the sets.
func hold(stems []string, sets ...wordset) bool {
	return !slices.ContainsFunc(stems, func(stem string) bool {
		return !slices.ContainsFunc(sets, func(s wordset) bool { return s[stem] })
	})
}

// count returns how many words that speak for an entry the sets hold.
func (h *hunt) count(sets ...wordset) int { return h.countOf(further, sets...) }

func (h *hunt) countOf(least role, sets ...wordset) int {
	n := 0
	for _, c := range h.cues {
		if c.role >= least && c.in(sets...) {
			n++
		}
	}
	return n
}

// about reports whether words can be those of the target: if the correction
// names a subject, they must name it too.
func (h *hunt) about(sets ...wordset) bool {
	return !h.named() || h.countOf(subject, sets...) > 0
}

// lacks reports whether words leave out a part of what the correction is about:
// a vet's bill is no dentist's. If another is true, it is a name, so that
// something else must be meant.
func (h *hunt) lacks(sets ...wordset) (lacking, another bool) {
	for _, c := range h.cues {
		if (c.role == head || c.role == subject && c.name) && !c.in(sets...) {
			lacking, another = true, another || c.name
		}
	}
	return lacking, another
}

// entries returns those that may be meant, newest first.
func (h *hunt) entries() []*commonv1.Entry {
	chosen := h.in.req.GetChosenEntryId()
	var out []*commonv1.Entry
	for _, e := range h.in.req.GetRecent() {
		if !e.GetCorrection() && (e.GetId() == chosen || chosen == "" && h.onDay(e)) {
			out = append(out, e)
		}
	}
	return out
}

func (h *hunt) onDay(e *commonv1.Entry) bool {
	if len(h.days) == 0 {
		return true
	}
	day, err := notes.ParseDay(e.GetDate())
	return err == nil && slices.ContainsFunc(h.days, func(r notes.Range) bool { return r.Contains(day) })
}

// within keeps the candidates of the time of day that the correction names, if
// there are any.
func (h *hunt) within(found []candidate) []candidate {
	if len(h.hours) == 0 {
		return found
	}
	kept := slices.DeleteFunc(slices.Clone(found), func(c candidate) bool {
		hour := c.entry.GetTime().AsTime().In(h.in.zone).Hour()
		return !slices.ContainsFunc(h.hours, func(r [2]int) bool { return hour >= r[0] && hour < r[1] })
	})
	if len(kept) == 0 {
		return found
	}
	return kept
}

// fields returns the values of an entry's data, made on the spot where no parser
// has seen the entry.
func (h *hunt) fields(e *commonv1.Entry) []extract.Field {
	data := e.GetDomainData()
	if len(data.GetFields()) == 0 {
		data = h.made(e)
	}
	return extract.Fields(data, h.schemas)
}

func (h *hunt) made(e *commonv1.Entry) *structpb.Struct { return h.ex.Extract(e.GetText()).Data }
