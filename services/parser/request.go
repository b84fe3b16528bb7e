package parser

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/timespan"
)

// announcing are the words that may stand before what a correction says.
const announcing = `^\W*(?:(?:actually|oops|ups|sorry|no|nope|wait|hold on|correction|edit|typo|ah|oh|hm+|ok|and|please|pls|can you|could you)\b\W*)*`

var (
	// retraction asks for something to be taken back.
	retraction = regexp.MustCompile(`(?i)` + announcing + `(?:scratch|strike|delete|remove|ignore|disregard|forget|undo|cancel|erase|drop|take (?:out|back|off)|get rid of)\b`)
	// relocation asks for a note to be moved, or says that it is of another day.
	relocation = regexp.MustCompile(`(?i)` + announcing + `(?:move|shift|wrong (?:day|date))\b`)
	// ofAnother stands before the day that is right, or wrong.
	ofAnother = regexp.MustCompile(`(?i)(?:['’]s|\b(?:was|is|were|are|not|wasn't|isn't|happened|belongs?|should be|should have been|meant))\s+(?:(?:actually|really|on|to|for|from|in)\s+)*$`)
	// firstClause ends where something further is said.
	firstClause = regexp.MustCompile(`^(?:[^,;:.!—–]|[,:.]\d)*`)
)

// byRequest finds the entry that a correction asks to take back or to move to
// another day. Neither is done: what a person wrote is theirs to delete.
func byRequest(h *hunt, text string) []candidate {
	says := ""
	switch {
	case retraction.MatchString(text):
		head := firstClause.FindString(text)
		if h.claim.after != nil && h.claim.after.end > len(head) {
			return nil // "scratch that, it was 6k"
		}
		c := claim{rest: head, aside: text[len(head):], deictic: h.claim.deictic}
		if t := h.claim.after; t != nil && t.form == isNumber {
			c.before, c.rest = t, blank(head, t)
		}
		h = newHunt(h.in, h.ex, c)
		says = "A correction can't remove a note: the entry of %s stays as it is. To remove it, use \"weft entries rm\"."
	case relocates(h, text):
		h = newHunt(h.in, h.ex, claim{rest: text, deictic: h.claim.deictic})
		h.days, h.hours = nil, nil
		says = "A correction can't move a note to another day: the entry of %s stays where it is. To move it, cut it from its file and paste it into that day's file."
	default:
		return nil
	}
	found := h.requested()
	for i := range found {
		found[i].says = fmt.Sprintf(says, found[i].entry.GetDate())
	}
	return found
}

// relocates reports whether a correction says nothing but which day is right.
func relocates(h *hunt, text string) bool {
	if a := h.claim.after; a != nil && (a.form == isNumber || a.form == isUnit || a.form == isName && h.claim.before != nil) {
		return false
	}
	for _, s := range timespan.Scan(text, timespan.Ref{Now: h.in.writtenAt, WeekStart: h.in.weekStart}) {
		if s.Range.Days() == 1 && (relocation.MatchString(text) || ofAnother.MatchString(text[:s.Offset])) {
			return true
		}
	}
	return false
}

// requested returns the entries that a request names by their text or their day,
// else the one just written.
func (h *hunt) requested() []candidate {
	if !h.named() && h.claim.before == nil && len(h.days) == 0 {
		if e := latest(h.in); e != nil {
			return []candidate{h.mentioned(e, nil)}
		}
		return nil
	}
	var found []candidate
	for _, e := range h.entries() {
		if text := wordsOf(e.GetText()); h.about(text) && (h.claim.before == nil || h.claim.before.writtenIn(e.GetText())) {
			c := h.mentioned(e, text)
			c.fit.lacking, _ = h.lacks(text)
			found = append(found, c)
		}
	}
	if slices.ContainsFunc(found, func(c candidate) bool { return !c.fit.lacking }) {
		return slices.DeleteFunc(found, func(c candidate) bool { return c.fit.lacking })
	}
	for i := range found {
		found[i].fit.lacking = false
	}
	return found
}

// blank returns a text with a term made unreadable.
func blank(text string, t *term) string {
	return text[:t.start] + strings.Repeat(" ", t.end-t.start) + text[t.end:]
}
