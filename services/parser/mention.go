package parser

import (
	"fmt"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// mentionIn returns an entry as a candidate if its text, rather than its data,
// holds what is corrected: "the Kessler call is at 4, not 3". Nothing of its
// data changes.
func (h *hunt) mentionIn(e *commonv1.Entry) (candidate, bool) {
	text := wordsOf(e.GetText())
	lacking, another := h.lacks(text)
	if !h.about(text) || another || lacking && h.claim.before == nil {
		return candidate{}, false
	}
	switch b, a := h.claim.before, h.claim.after; {
	case b != nil:
		if !b.writtenIn(e.GetText()) {
			return candidate{}, false
		}
	case a == nil || a.form != isNumber || !a.likeIn(e.GetText(), h.bare()):
		return candidate{}, false
	}
	c := h.mentioned(e, text)
	c.fit.lacking = lacking
	return c, true
}

func (h *hunt) mentioned(e *commonv1.Entry, text wordset) candidate {
	n := h.count(text)
	for _, t := range h.claim.with {
		if t.writtenIn(e.GetText()) {
			n++
		}
	}
	return candidate{
		entry: e, fit: fit{words: n, textual: true},
		says: fmt.Sprintf("You seem to correct the entry of %s, but no parsed value in it fits, so nothing changes there. To change its text, use \"weft entries edit %s\".", e.GetDate(), e.GetId()),
	}
}

// writtenIn reports whether a text holds a term: a number with its unit, if both
// tell one, or a word.
func (t *term) writtenIn(text string) bool {
	if search.Contains(search.Tokens(text), search.Tokens(t.written)) {
		if t.form != isNumber || t.unit == "" || t.clock != "" {
			return true
		}
	} else if t.form != isNumber {
		return false
	}
	for _, q := range quantity.Scan(text) {
		if same(q.Value, t.number) && (q.Unit == "" || t.unit == "" || q.Unit == t.unit) {
			return true
		}
	}
	return false
}

// timesIn returns how often a number stands in a text, whatever its unit.
func (t *term) timesIn(text string) int {
	n := 0
	for _, q := range quantity.Scan(text) {
		if t.form == isNumber && same(q.Value, t.number) {
			n++
		}
	}
	return n
}

// likeIn reports whether a text holds another number of the term's kind. If
// exactly is true, the unit must tell the kind.
func (t *term) likeIn(text string, exactly bool) bool {
	if t.clock != "" && clockForm.MatchString(text) {
		return true
	}
	for _, q := range quantity.Scan(text) {
		switch {
		case same(q.Value, t.number) && q.Unit == t.unit:
		case t.unit != "" && quantity.Dimension(q.Unit) == quantity.Dimension(t.unit):
			return true
		case t.unit == "" && q.Unit == "" && !exactly:
			return true
		}
	}
	return false
}

// byAsking finds the entry of a correction that names no value, by its subject:
// "the beer on saturday was alcohol free". What stands there stays.
func byAsking(h *hunt, text string) []candidate {
	if h.claim.before != nil || h.claim.after != nil && h.claim.after.form != isName {
		return nil
	}
	h = newHunt(h.in, h.ex, claim{rest: text, deictic: h.claim.deictic})
	if !h.named() {
		return nil
	}
	var found []candidate
	for _, e := range h.entries() {
		if words := wordsOf(e.GetText()); h.about(words) {
			found = append(found, h.mentioned(e, words))
		}
	}
	if e := latest(h.in); len(found) == 0 && h.claim.deictic && e != nil && justWritten(h.in, e) {
		return []candidate{h.mentioned(e, nil)}
	}
	return found
}
