package parser

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// A hit is a field of an entry that a correction may mean.
type hit struct {
	field extract.Field
	near  int // how many words of the correction stand at the field
	slip  bool
}

// byValue finds entries by the value that stood there or, where only the right
// one is told, by a value of its kind. Of an entry whose data holds none, the
// text may.
func byValue(h *hunt, _ string) []candidate {
	if h.claim.after == nil && h.claim.before == nil {
		return nil
	}
	var found []candidate
	for _, e := range h.entries() {
		c, ok := h.valueIn(e)
		if !ok {
			c, ok = h.mentionIn(e)
		}
		if ok && (!h.bare() || h.fresh(e) || h.today(e) && (c.fit.near > 0 || c.fit.slip)) {
			found = append(found, c)
		}
	}
	return h.unnamed(slipped(found))
}

// unnamed bounds what a value alone may mean: the note just written, or the only
// other one that holds a value of its kind and size. Else it is asked for.
func (h *hunt) unnamed(found []candidate) []candidate {
	switch {
	case !h.bare() || h.chosen() || len(found) == 0:
		return found
	case found[0].entry == latest(h.in):
		return found[:1]
	case len(found) == 1 && found[0].fit.likely:
		return found
	}
	for i := range found {
		found[i].several = true
	}
	return found
}

// fresh reports whether an entry is one that nobody needs to name: the latest of
// the day, or another just written.
func (h *hunt) fresh(e *commonv1.Entry) bool {
	switch {
	case h.chosen():
		return true
	case e == latest(h.in):
		return h.today(e)
	}
	return justWritten(h.in, e)
}

func (h *hunt) today(e *commonv1.Entry) bool {
	return e.GetDate() == notes.DayOf(h.in.writtenAt).String()
}

// valueIn returns an entry as a candidate if its data holds what is corrected.
func (h *hunt) valueIn(e *commonv1.Entry) (candidate, bool) {
	if h.claim.after == nil {
		return candidate{}, false
	}
	all := h.fields(e)
	hits, top := h.hitsIn(e, all)
	if len(hits) == 0 {
		return candidate{}, false
	}
	c := candidate{entry: e, fit: top}
	if one := narrow(hits); one != nil {
		hits = one
	} else if hits = narrow(h.beside(hits, e.GetText())); hits == nil {
		c.several = true
		return c, true
	}
	after := h.claim.after.writtenAs(hits[0].field, e.GetText())
	for _, x := range hits {
		c.changes = append(c.changes, changes(x.field, after)...)
	}
	for _, pair := range h.claim.more {
		further, ok := pair.changeIn(all, hits[0].field.Object)
		if !ok {
			return candidate{}, false
		}
		c.changes = append(c.changes, further...)
	}
	c.changes = append(c.changes, h.besides(all, hits[0].field)...)
	c.changes = append(c.changes, lasting(all, hits[0].field, c.changes)...)
	c.says, c.subject = describe(e, hits, after), hits[0].field.Subject
	return c, true
}

// hitsIn returns the fields of an entry that may be meant, and how well they fit.
func (h *hunt) hitsIn(e *commonv1.Entry, all []extract.Field) ([]hit, fit) {
	text := wordsOf(e.GetText())
	top := fit{}
	if of := h.claim.counted; of != "" && !text[of] && !h.chosen() {
		return nil, top
	}
	var hits []hit
	for _, f := range all {
		if !h.claim.fits(f, h.ex) || !h.chosen() && !h.sameThing(f, all, e) {
			continue
		}
		at := wordsOf(around(f, all)...)
		x := hit{f, h.near(f, text, at, all), h.claim.before == nil && h.claim.after.slips(f)}
		if !h.pointed(e, x, text, at) {
			continue
		}
		lacking, another := h.lacks(text, at)
		if another && !h.chosen() {
			continue
		}
		top.lacking = lacking && !h.chosen() && !x.slip
		top.words, top.near = max(top.words, h.count(text, at)), max(top.near, x.near)
		hits = append(hits, x)
	}
	hits = slices.DeleteFunc(hits, func(x hit) bool { return x.near < top.near })
	top.slip = slices.ContainsFunc(hits, func(x hit) bool { return x.slip })
	top.likely = slices.ContainsFunc(hits, func(x hit) bool { return x.slip || x.near > 0 || h.claim.after.sized(x.field) })
	if top.slip {
		hits = slices.DeleteFunc(hits, func(x hit) bool { return !x.slip })
	}
	return hits, top
}

// beside keeps the hits whose value stands in the text next to a word of the
// correction, else those of about the right size, if there are any: "milk 64" of
// "vegetables 340, milk 64".
func (h *hunt) beside(hits []hit, text string) []hit {
	after := h.claim.after
	if len(hits) < 2 || after.form != isNumber {
		return hits
	}
	hits = quantities(hits)
	all := figures(text)
	keep := func(meant func(x hit) bool) []hit {
		return slices.DeleteFunc(slices.Clone(hits), func(x hit) bool { return !meant(x) })
	}
	next := keep(func(x hit) bool {
		return slices.ContainsFunc(all, func(f figure) bool {
			v, err := strconv.ParseFloat(f.written, 64)
			words := wordset{f.labelled: true, f.counted: true}
			return err == nil && same(v, x.field.Value) && slices.ContainsFunc(h.cues, func(c cue) bool { return c.role >= subject && c.in(words) })
		})
	})
	if len(next) > 0 {
		return next
	}
	if h.claim.before == nil {
		next = keep(func(x hit) bool { return after.sized(x.field) })
	}
	if len(next) > 0 {
		return next
	}
	return hits
}

// besides returns the changes of the further values that the correction tells of the
// same thing: "it was 2000 m and 46 minutes".
func (h *hunt) besides(all []extract.Field, f extract.Field) []*pb.FieldChange {
	if h.claim.before != nil {
		return nil
	}
	var out []*pb.FieldChange
	for _, t := range h.claim.with {
		i := slices.IndexFunc(all, func(o extract.Field) bool {
			return o.Object == f.Object && o.Path != f.Path && o.Quantity && t.start < h.claim.end && t.couldBe(o, h.ex)
		})
		if i >= 0 && !slices.ContainsFunc(all, func(o extract.Field) bool { return o.Object == f.Object && t.stands(o) }) {
			out = append(out, changes(all[i], &t)...)
		}
	}
	return out
}

func (h *hunt) chosen() bool { return h.in.req.GetChosenEntryId() != "" }

// pointed reports whether the correction's words point at a field. Where the old
// value is told, it is enough that they don't point elsewhere. Without it a word
// for the subject must say what is meant, unless it is the note just written.
func (h *hunt) pointed(e *commonv1.Entry, x hit, text, at wordset) bool {
	after := h.claim.after
	switch {
	case h.claim.before != nil:
		return h.chosen() || h.about(at) || (h.about(text) || !h.headed()) && h.claim.before.timesIn(e.GetText()) < 2
	case x.near > 0:
		return h.chosen() || h.about(text, at)
	case x.slip:
		return true
	case h.chosen():
		return !after.vague(x.field) || alone(x.field, h.fields(e))
	case h.bare(): // a number alone is of the note just written, if of any
		return after.telling() || e == latest(h.in) && alone(x.field, h.fields(e))
	case h.claim.deictic && e == latest(h.in) && h.fresh(e):
		return !after.vague(x.field) && h.about(text, at)
	}
	return after.telling() && h.named() && h.about(text)
}

// alone reports whether a field is the only number of an entry's data.
func alone(f extract.Field, all []extract.Field) bool {
	return !slices.ContainsFunc(all, func(o extract.Field) bool { return o.Numeric && o.Path != f.Path })
}

// changeIn returns what becomes of the old value of a pair within an object.
func (c claim) changeIn(all []extract.Field, object string) ([]*pb.FieldChange, bool) {
	for _, f := range all {
		if f.Object == object && c.fits(f, nil) {
			return changes(f, c.after), true
		}
	}
	return nil, false
}

// sameThing reports whether a field is about what the correction names: a
// correction of the bench press changes no squat.
func (h *hunt) sameThing(f extract.Field, all []extract.Field, e *commonv1.Entry) bool {
	other := false
	for _, n := range h.names {
		if n.Domain != f.Domain || !h.isNamed(f, n) {
			continue
		}
		if n.Name == f.Subject {
			return true
		}
		// The entry may have the word for something else: shoes of sport, not clothes.
		written := strings.Contains(strings.ToLower(e.GetText()), strings.ToLower(n.written))
		if !written || slices.ContainsFunc(all, func(f extract.Field) bool { return f.Subject == n.Name }) {
			other = true
		}
	}
	return !other
}

// isNamed reports whether the subject of a field is a name of the kind of n.
func (h *hunt) isNamed(f extract.Field, n spelled) bool {
	return slices.ContainsFunc(h.ex.Names(f.Subject), func(s extract.Named) bool {
		return s.Domain == n.Domain && s.Kind == n.Kind && s.Name == f.Subject
	})
}

var pathWord = regexp.MustCompile(`\[\d+\]|[._]`)

// around returns the words at a field: what it is about, what it measures, and
// the texts beside it.
func around(f extract.Field, all []extract.Field) []string {
	out := []string{f.Subject, f.Measure, f.Domain, f.About, pathWord.ReplaceAllString(f.Path, " "), measureWords[f.Measure]}
	for _, other := range all {
		if !other.Numeric && other.Object == f.Object {
			out = append(out, other.Text)
		}
	}
	return out
}

// measureWords are the everyday words for what a field measures.
var measureWords = map[string]string{
	"load":     "weight",
	"duration": "time long hours minutes",
	"distance": "far length",
	"spending": "price cost amount spent",
}

// near counts the cues at a field. The name of its measure says more than that
// of the list it stands in, and a value of its object that is told as well,
// "the 2k took 8:01", says which one is meant.
func (h *hunt) near(f extract.Field, text, at wordset, all []extract.Field) int {
	n := 0
	for _, c := range h.cues {
		if c.in(at) || c.class != nil && hold(c.class, at) && c.in(text) {
			n++
		}
	}
	if own := wordsOf(f.Measure, f.About); slices.ContainsFunc(h.cues, func(c cue) bool { return c.in(own) }) {
		n++
	}
	for _, t := range h.claim.with {
		if slices.ContainsFunc(all, func(o extract.Field) bool { return o.Object == f.Object && o.Path != f.Path && t.stands(o) }) {
			n++
		}
	}
	return n
}

var anyIndex = regexp.MustCompile(`\[\d+\]`)

// narrow keeps the hits that are one thing: the same field of the same subject
// in every set. Quantities go before bare numbers, so that 5 of "5 kg" is meant
// rather than 5 of "5 sets". It returns nil if several things remain.
func narrow(hits []hit) []hit {
	hits = quantities(hits)
	key := func(h hit) string { return anyIndex.ReplaceAllString(h.field.Path, "[]") + "\x00" + h.field.Subject }
	for _, h := range hits[1:] {
		if key(h) != key(hits[0]) || h.field.Value != hits[0].field.Value || h.field.Unit != hits[0].field.Unit {
			return nil
		}
	}
	return hits
}

// quantities keeps the hits that have units, if any has.
func quantities(hits []hit) []hit {
	if !slices.ContainsFunc(hits, func(h hit) bool { return h.field.Quantity }) {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h hit) bool { return !h.field.Quantity })
}
