package parser

import (
	"regexp"
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

// A hit is a field of an entry that a correction may mean.
type hit struct {
	entry *commonv1.Entry
	field extract.Field
	score int // how many words of the correction speak for it
}

// A hunt looks for the target of one correction.
type hunt struct {
	in      *input
	ex      *extract.Extractor
	claim   claim
	schemas []*commonv1.DomainSchema
	names   []extract.Named // in the words around the values
	hints   map[string]bool // stems of these words, and of those beside the values
	subject map[string]bool // stems of these words that could name the subject
	days    []notes.Range
	hours   [][2]int // of the day, the second excluded
}

func newHunt(in *input, ex *extract.Extractor, c claim) *hunt {
	h := &hunt{in: in, ex: ex, claim: c, schemas: in.req.GetDomainContext().GetSchemas(), hints: map[string]bool{}, subject: map[string]bool{}}
	spans := timespan.Scan(c.rest, timespan.Ref{Now: in.writtenAt, WeekStart: in.weekStart})
	for _, s := range spans {
		if s.Range.Days() > 0 {
			h.days = append(h.days, nightly(s))
		}
		if s.Hourly() {
			h.hours = append(h.hours, [2]int{s.StartHour, s.EndHour})
		}
	}
	words := timespan.Strip(c.rest, spans)
	h.names = ex.Names(words)
	for _, n := range ex.Names(in.req.GetCorrectionTarget()) {
		if !c.names(n.Name) {
			h.names = append(h.names, n)
		}
	}
	vocabulary := in.req.GetDomainContext().GetVocabulary()
	hint := func(text string, subject bool) {
		for _, t := range search.Tokens(text) {
			if search.Stopword(t.Stem) || t.Folded[0] >= '0' && t.Folded[0] <= '9' {
				continue
			}
			if subject && !saying()[t.Stem] {
				h.subject[t.Stem] = true
			}
			h.hints[t.Stem] = true
			for _, w := range search.Tokens(vocabulary[t.Folded]) {
				h.hints[w.Stem] = true
				if subject && h.subject[t.Stem] {
					h.subject[w.Stem] = true
				}
			}
		}
	}
	hint(words, true)
	hint(in.req.GetCorrectionTarget(), false)
	hint(c.beside, false)
	for _, n := range h.names {
		for _, t := range search.Tokens(n.Name) {
			h.hints[t.Stem] = true
		}
	}
	return h
}

// names reports whether a name is one of the claim's values.
func (c claim) names(name string) bool {
	return c.before != nil && c.before.text == name || c.after != nil && c.after.text == name
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

// saying are stems of words that speak of the correction itself.
var saying = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`actually sorry oops wait no nope typo correction edit fix update wrong mistake wrote write written
		said say put log logged note noted type typed enter entered record recorded mean meant should read change correct replace make
		set please turn turned out watch receipt checked check found saw just really rather only last first digits swapped mixed
		entry was were is are it that this day date number value weight time amount`) {
		out[search.Stem(w)] = true
	}
	return out
})

// speaksOf reports whether a correction can mean an entry: if it names a
// subject, words of the field or of the text must name it too.
func (h *hunt) speaksOf(e *commonv1.Entry, score int) bool {
	if len(h.subject) == 0 || score > 0 {
		return true
	}
	return slices.ContainsFunc(search.Tokens(e.GetText()), func(t search.Token) bool { return h.subject[t.Stem] })
}

// hits returns the fields that fit, in the order of the entries, newest first.
func (h *hunt) hits() []hit {
	var out []hit
	chosen := h.in.req.GetChosenEntryId()
	for i, e := range h.in.req.GetRecent() {
		if chosen != "" && e.GetId() != chosen || e.GetCorrection() || chosen == "" && !h.onDay(e) {
			continue
		}
		fields := extract.Fields(h.data(e), h.schemas)
		for _, f := range fields {
			if !h.claim.fits(f, h.ex) || chosen == "" && !h.about(f) {
				continue
			}
			score := h.score(f, fields)
			if chosen == "" && !h.speaksOf(e, score) {
				continue
			}
			// Without the old value, a word for the subject or "that" right
			// after the note must say what is meant.
			if h.claim.before == nil && score == 0 && (chosen == "" && (!h.claim.deictic || i != 0) || h.claim.after.vague(f)) {
				continue
			}
			out = append(out, hit{e, f, score})
		}
	}
	return h.within(out)
}

// within keeps the hits of the time of day that the correction names, if there
// are any.
func (h *hunt) within(found []hit) []hit {
	if len(h.hours) == 0 {
		return found
	}
	kept := slices.DeleteFunc(slices.Clone(found), func(x hit) bool {
		hour := x.entry.GetTime().AsTime().In(h.in.zone).Hour()
		return !slices.ContainsFunc(h.hours, func(r [2]int) bool { return hour >= r[0] && hour < r[1] })
	})
	if len(kept) == 0 {
		return found
	}
	return kept
}

// data returns an entry's parsed data, made on the spot where no parser has
// seen the entry.
func (h *hunt) data(e *commonv1.Entry) *structpb.Struct {
	if len(e.GetDomainData().GetFields()) > 0 {
		return e.GetDomainData()
	}
	return h.ex.Extract(e.GetText()).Data
}

func (h *hunt) onDay(e *commonv1.Entry) bool {
	if len(h.days) == 0 {
		return true
	}
	day, err := notes.ParseDay(e.GetDate())
	return err == nil && slices.ContainsFunc(h.days, func(r notes.Range) bool { return r.Contains(day) })
}

// about reports whether a field is about what the correction names: a
// correction of the bench press changes no squat.
func (h *hunt) about(f extract.Field) bool {
	named := false
	for _, n := range h.names {
		if n.Domain != f.Domain || !slices.ContainsFunc(h.ex.Names(f.Subject), func(s extract.Named) bool {
			return s.Domain == n.Domain && s.Kind == n.Kind && s.Name == f.Subject
		}) {
			continue
		}
		if n.Name == f.Subject {
			return true
		}
		named = true
	}
	return !named
}

var pathWord = regexp.MustCompile(`\[\d+\]|[._]`)

// score counts the hint words that a field's surroundings hold.
func (h *hunt) score(f extract.Field, all []extract.Field) int {
	words := []string{f.Subject, f.Measure, f.Domain, pathWord.ReplaceAllString(f.Path, " "), unitWords(f)}
	for _, other := range all {
		if !other.Numeric && other.Object == f.Object {
			words = append(words, other.Text)
		}
	}
	seen := map[string]bool{}
	score := 0
	for _, t := range search.Tokens(strings.Join(words, "\n")) {
		if h.hints[t.Stem] && !seen[t.Stem] {
			seen[t.Stem] = true
			score++
		}
	}
	if h.hints[search.Stem(f.Measure)] {
		score++ // its own name says more than that of the list it stands in
	}
	return score
}

// unitWords are the everyday words for what a field measures.
func unitWords(f extract.Field) string {
	switch f.Measure {
	case "load":
		return "weight"
	case "duration":
		return "time long hours minutes"
	case "distance":
		return "far length"
	case "spent":
		return "price cost amount"
	}
	return ""
}
