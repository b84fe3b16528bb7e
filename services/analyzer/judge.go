package analyzer

import (
	"slices"

	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// searchGaps says what the search itself left open.
func (q *inquiry) searchGaps() {
	if !q.complete() {
		q.gap(commonv1.GapReason_GAP_REASON_OUTAGE).Role = "retriever"
	}
	for _, t := range q.req.GetUnresolvedTimes() {
		q.gap(commonv1.GapReason_GAP_REASON_TIME_UNKNOWN, t.GetText())
	}
	if len(q.findings) > 0 || !q.complete() {
		return
	}
	for _, d := range q.req.GetDomainContext().GetAvailable() {
		if t, ok := q.declared(d); ok {
			g := q.gap(commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN, t.words)
			g.Domain, g.Searched = d.GetName(), q.known(g.GetId()) != nil // by loading it
			break
		}
	}
	if len(q.gaps) == 0 {
		q.gap(commonv1.GapReason_GAP_REASON_NO_NOTES, wordsIn(q.terms)...).Ranges = query.NamedDays(q.form)
	}
}

// declared returns what of the question is a term of a domain.
func (q *inquiry) declared(d *commonv1.DomainInfo) (term, bool) {
	for _, t := range q.terms {
		if slices.ContainsFunc(d.GetTerms(), t.is) {
			return t, true
		}
	}
	return term{}, false
}

// judge says how severe each gap is, and whether an answer can be given honestly:
// what is quoted as the closest there is counts, for another search would find the
// same.
func (q *inquiry) judge() (commonv1.Verdict, string) {
	open := commonv1.GapReason_GAP_REASON_UNSPECIFIED
	for _, g := range slices.Backward(q.gaps) {
		severity := commonv1.Severity_SEVERITY_NICE_TO_HAVE
		if q.critical(g) {
			severity = commonv1.Severity_SEVERITY_CRITICAL
			if !g.GetFound() {
				open = g.GetReason()
			}
		}
		g.Severity = severity
	}
	switch {
	case open != commonv1.GapReason_GAP_REASON_UNSPECIFIED:
		return commonv1.Verdict_VERDICT_INSUFFICIENT, missing[open]
	case len(q.facts) > 0:
		return commonv1.Verdict_VERDICT_SUFFICIENT, "What the notes declare can be told."
	}
	return commonv1.Verdict_VERDICT_SUFFICIENT, "What the notes or the user say can be quoted."
}

// critical reports whether there is no honest answer without what is missing.
func (q *inquiry) critical(g *commonv1.Gap) bool {
	nothing := len(q.findings) == 0
	if g.GetDescription() != "" { // a model has said so; once searched in vain it can be done without
		return g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && (nothing || !g.GetSearched() || g.GetFound())
	}
	declined := slices.ContainsFunc(q.req.GetClarifications(), func(c *commonv1.Clarification) bool {
		return c.GetDeclined() && c.GetGapId() == g.GetId()
	})
	switch g.GetReason() {
	case commonv1.GapReason_GAP_REASON_NO_NOTES, commonv1.GapReason_GAP_REASON_NO_VALUE, commonv1.GapReason_GAP_REASON_OUTAGE:
		return nothing
	case commonv1.GapReason_GAP_REASON_PRESENT_STATE, commonv1.GapReason_GAP_REASON_AMBIGUOUS:
		return nothing || !declined
	case commonv1.GapReason_GAP_REASON_TIME_UNKNOWN:
		return (nothing || !declined) && len(query.NamedDays(q.form)) == 0
	case commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN:
		return q.known(g.GetId()) == nil
	}
	return false
}

// missing is why a gap keeps an answer from being given, for a person to read.
var missing = map[commonv1.GapReason]string{
	commonv1.GapReason_GAP_REASON_NO_NOTES:       "No note bears on it.",
	commonv1.GapReason_GAP_REASON_NO_VALUE:       "No note gives a value of it.",
	commonv1.GapReason_GAP_REASON_PRESENT_STATE:  "Only the user knows how it is now.",
	commonv1.GapReason_GAP_REASON_AMBIGUOUS:      "The question can be read in more than one way.",
	commonv1.GapReason_GAP_REASON_OUTAGE:         "The notes could not be searched completely.",
	commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN: "A domain that is not loaded may know it.",
	commonv1.GapReason_GAP_REASON_TIME_UNKNOWN:   "The time that it asks about can't be told.",
	commonv1.GapReason_GAP_REASON_CIRCUMSTANCES:  "Other notes are needed for it.",
}
