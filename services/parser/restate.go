package parser

import (
	"slices"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// byRestating finds what a correction only tells anew, as a note would tell it:
// "saturday's bp was 128/88", "breakfast yesterday was 3 eggs". The domains'
// patterns read the text, and the values of an object of the same subject give
// way to it.
func byRestating(h *hunt, text string) []candidate {
	if h.claim.before != nil {
		return nil
	}
	said := objects(extract.Fields(h.ex.Extract(text).Data, h.schemas))
	if len(said) == 0 {
		return nil
	}
	var found []candidate
	for _, e := range h.entries() {
		if c, ok := h.restatedIn(e, said); ok {
			found = append(found, c)
		} else if c, ok := h.mentionIn(e); ok && len(h.fields(e)) == 0 {
			found = append(found, c) // told in words that no domain reads
		}
	}
	// An entry that says so already is meant by none who changes something.
	return slices.DeleteFunc(found, func(c candidate) bool { return !c.several && !c.fit.textual && len(c.changes) == 0 })
}

// restatedIn returns an entry as a candidate if it holds objects like those
// that are told anew. Of several of a kind in one entry none is said to be
// meant.
func (h *hunt) restatedIn(e *commonv1.Entry, said [][]extract.Field) (candidate, bool) {
	all := h.fields(e)
	text := wordsOf(e.GetText())
	out := candidate{entry: e}
	found := false
	for _, want := range said {
		like := slices.DeleteFunc(objects(all), func(have []extract.Field) bool { return !restates(have, want) })
		if len(like) == 0 {
			continue
		}
		have := like[0]
		c := h.object(e, have[0], all)
		if !h.chosen() && !h.retold(e, have[0], c.fit.near, text, wordsOf(around(have[0], all)...)) {
			continue
		}
		found = true
		out.fit.words, out.fit.near = max(out.fit.words, c.fit.words), max(out.fit.near, c.fit.near)
		out.fit.lacking = out.fit.lacking || c.fit.lacking && anyIndex.MatchString(have[0].Path)
		out.several = out.several || len(like) > 1
		if cs := difference(have, want); len(cs) > 0 {
			out.changes = append(out.changes, cs...)
			out.says = summarize(e, have[0].Subject, have, out.changes)
		}
	}
	if out.says == "" {
		out.says = "The entry of " + e.GetDate() + " says so already; nothing changes."
	}
	return out, found
}

// retold reports whether the correction means the object of a field when it tells
// one like it. What an entry holds once, such as a weight, needs no other word
// than the one by which its pattern knew it.
func (h *hunt) retold(e *commonv1.Entry, f extract.Field, near int, text, at wordset) bool {
	if !anyIndex.MatchString(f.Path) {
		return true
	}
	return h.about(text, at) && (near > 0 || len(h.days) > 0 || h.claim.deictic && e == latest(h.in))
}

// restates reports whether an object has the subject and all the values of
// another, so that the other can say it anew.
func restates(have, want []extract.Field) bool {
	return have[0].Subject == want[0].Subject && have[0].Domain == want[0].Domain &&
		anyIndex.ReplaceAllString(have[0].Object, "") == anyIndex.ReplaceAllString(want[0].Object, "") &&
		!slices.ContainsFunc(want, func(w extract.Field) bool {
			_, ok := named(have, w)
			return !ok
		})
}
