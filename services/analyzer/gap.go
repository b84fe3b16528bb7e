package analyzer

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/textfold"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// complete reports whether everybody who was asked to look has answered. Only then
// may something be called absent.
func (q *inquiry) complete() bool { return q.req.GetSearch().GetComplete() }

// whole reports whether every value there is was read.
func (q *inquiry) whole() bool { return q.complete() && !q.req.GetSearch().GetCut() }

// gap returns the gap of a reason and words, which it adds if it is new. How severe
// it is, judge says.
func (q *inquiry) gap(reason commonv1.GapReason, words ...string) *commonv1.Gap {
	id := gapID(q.req.GetSubQueryId(), reason, words)
	if i := slices.IndexFunc(q.gaps, func(g *commonv1.Gap) bool { return g.GetId() == id }); i >= 0 {
		return q.gaps[i]
	}
	g := &commonv1.Gap{Id: id, Reason: reason, Words: words, SubQueryId: q.req.GetSubQueryId()}
	g.Searched = q.known(id).GetSearched() || len(q.req.GetRetrievalHistory()) > 0
	g.Found = slices.ContainsFunc(q.clarified(), func(c *commonv1.Clarification) bool { return c.GetGapId() == id })
	q.gaps = append(q.gaps, g)
	return g
}

func (q *inquiry) has(id string) bool {
	return slices.ContainsFunc(q.gaps, func(g *commonv1.Gap) bool { return g.GetId() == id })
}

// known returns the gap of an earlier analysis, nil if there was none.
func (q *inquiry) known(id string) *commonv1.Gap {
	for _, g := range q.req.GetKnownGaps() {
		if g.GetId() == id {
			return g
		}
	}
	return nil
}

// longID is how many characters the id of a gap may have.
const longID = 128

// gapID makes an id of what a gap is: "not_stated:red-tent", with the part of the
// question before it if it is of one.
func gapID(part int32, reason commonv1.GapReason, words []string) string {
	id := strings.ToLower(strings.TrimPrefix(reason.String(), "GAP_REASON_"))
	if part > 0 {
		id = fmt.Sprintf("q%d.%s", part, id)
	}
	if len(words) > 0 {
		id += ":" + strings.Join(strings.Fields(textfold.Fold(strings.Join(words, " "))), "-")
	}
	return string([]rune(id)[:min(utf8.RuneCountInString(id), longID)])
}

// unstated says what the notes shown lack of what the question names. After a
// search that did not finish, nothing is lacking for sure.
func (q *inquiry) unstated(shown []*note) {
	if !q.complete() {
		return
	}
	absent := q.absent()
	if len(absent) > 0 {
		q.gap(commonv1.GapReason_GAP_REASON_NO_NOTES, absent...)
	}
	ranges := query.NamedDays(q.form)
	if len(shown) == 0 && len(absent) == 0 || len(shown) > 0 && len(ranges) > 0 && (q.daysAlone() && q.soughtAll(q.form) || q.req.GetSearch().GetOtherDays()) {
		q.gap(commonv1.GapReason_GAP_REASON_NO_NOTES, wordsIn(q.terms)...).Ranges = ranges
		return
	}
	if len(shown) == 0 {
		return
	}
	var lacking []string
	for _, t := range q.terms {
		for _, w := range t.lacking(shown[0].words) {
			if !slices.Contains(absent, w) && !slices.Contains(lacking, w) {
				lacking = append(lacking, w)
			}
		}
	}
	if len(lacking) > 0 || len(absent) == 0 && q.form.GetWanted() != commonv1.Wanted_WANTED_ADVICE {
		q.gap(commonv1.GapReason_GAP_REASON_NOT_STATED, lacking...)
	}
}

// absent returns the words that the question names and no note has, by this name or
// another.
func (q *inquiry) absent() []string {
	var out []string
	for _, m := range q.req.GetSearch().GetMissing() {
		words := wordsOf(m.GetWord())
		named := slices.ContainsFunc(q.terms, func(t term) bool {
			return slices.ContainsFunc(meaning(t.words), func(w search.Token) bool { return words[w.Stem] }) &&
				!slices.ContainsFunc(q.notes, func(n *note) bool { return t.in(n.words) })
		})
		if named && utf8.RuneCountInString(m.GetWord()) > 1 && !slices.Contains(out, m.GetWord()) {
			out = append(out, m.GetWord())
		}
	}
	return out
}

// uncovered says which words kept a value from being computed. Of times that can't be
// compared, and of a trend, it says so, whatever keeps them from it.
func (q *inquiry) uncovered() {
	switch q.form.GetWanted() {
	case commonv1.Wanted_WANTED_AGGREGATE, commonv1.Wanted_WANTED_COMPARE, commonv1.Wanted_WANTED_TREND:
		var words []string
		for _, form := range append([]*commonv1.QueryForm{q.form}, q.form.GetSides()...) {
			for _, w := range form.GetUncovered() {
				if !slices.Contains(words, w) {
					words = append(words, w)
				}
			}
		}
		times := q.form.GetWanted() == commonv1.Wanted_WANTED_TREND || len(q.form.GetRanges()) > 1 && len(q.form.GetSides()) > 1
		if len(words) == 0 && times && query.Why(q.form) != query.Owner {
			words = wordsIn(q.terms)
		}
		if len(words) > 0 {
			// Of “over” nobody expects values, and a number names none.
			q.gap(commonv1.GapReason_GAP_REASON_UNCOVERED, slices.DeleteFunc(words, func(w string) bool {
				return len(meaning(w)) == 0 || !strings.ContainsFunc(w, unicode.IsLetter)
			})...)
		}
	}
}
