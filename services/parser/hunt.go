package parser

import (
	"slices"
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
	// subject is true for what could name the subject: the target holds at least
	// one such word.
	subject bool
}

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
	h.listen(timespan.Strip(c.rest, spans), true)
	for _, more := range []string{in.req.GetCorrectionTarget(), c.aside, c.beside} {
		h.listen(more, false)
	}
	return h
}

// spans are the time expressions beside the values of a claim.
func (c claim) spans(in *input) []timespan.Span {
	return timespan.Scan(c.rest, timespan.Ref{Now: in.writtenAt, WeekStart: in.weekStart})
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
func (h *hunt) listen(text string, subject bool) {
	names := h.ex.Names(text)
	vocabulary := h.in.req.GetDomainContext().GetVocabulary()
	for _, t := range search.Tokens(text) {
		if search.Stopword(t.Stem) || t.Folded[0] >= '0' && t.Folded[0] <= '9' || h.heard(t.Stem) {
			continue
		}
		c := cue{ways: [][]string{{t.Stem}}, subject: subject && !saying()[t.Stem]}
		if w := stems(vocabulary[t.Folded]); len(w) > 0 {
			c.ways = append(c.ways, w)
		}
		for _, n := range names {
			if n.Start <= t.Start && t.End <= n.End {
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
	for w := range strings.FieldsSeq(`actually sorry oops ups wait no nope hmm typo correction edit fix update wrong mistake wrote write
		written said say put putting log logged note noted type typed enter entered record recorded mean meant should read change correct
		adjust replace make set please turn turned out watch receipt checked check found saw see just really rather only last one first
		previous latest digits swapped mixed scratch strike delete remove ignore disregard forget undo cancel erase drop bit part thing
		entry was were is are it that this day date number value weight time amount unit units mistyped misread lol haha`) {
		out[search.Stem(w)] = true
	}
	return out
})

// named reports whether the correction says in words what it is about.
func (h *hunt) named() bool {
	return slices.ContainsFunc(h.cues, func(c cue) bool { return c.subject })
}

// bare reports whether the correction says nothing but what is right, as in
// "sorry, 82.5 kg".
func (h *hunt) bare() bool {
	return h.claim.before == nil && !h.named() && len(h.days) == 0 && len(h.hours) == 0
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
	return slices.ContainsFunc(c.ways, func(way []string) bool {
		return !slices.ContainsFunc(way, func(stem string) bool {
			return !slices.ContainsFunc(sets, func(s wordset) bool { return s[stem] })
		})
	})
}

// count returns how many cues the words hold, of the subject or of all.
func (h *hunt) count(subject bool, sets ...wordset) int {
	n := 0
	for _, c := range h.cues {
		if (c.subject || !subject) && c.in(sets...) {
			n++
		}
	}
	return n
}

// about reports whether words can be those of the target: if the correction
// names a subject, they must name it too.
func (h *hunt) about(sets ...wordset) bool {
	return !h.named() || slices.ContainsFunc(h.cues, func(c cue) bool { return c.subject && c.in(sets...) })
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
