package analyzer

import (
	"slices"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// merge adds to what the rules found what a model has read out of each part of the
// notes. What stands on nothing is left out; facts stay.
func (l *legend) merge(read []*mindv1.Analyzing, allRead bool) *commonv1.Analysis {
	said := map[string]bool{}
	var stated []*commonv1.Finding
	enough := false
	for _, r := range read {
		enough = enough || r.GetVerdict() == commonv1.Verdict_VERDICT_SUFFICIENT
		for _, f := range r.GetFindings() {
			found, wrong := l.finding(f)
			if key := plain(found.GetClaim()); len(wrong) == 0 && !said[key] {
				said[key] = true
				stated = append(stated, found)
			}
		}
	}
	if allRead && len(read) == 1 {
		l.reject(read[0].GetReject(), len(stated) > 0)
	}
	at := slices.IndexFunc(l.findings, func(f *commonv1.Finding) bool { return !leads(f) })
	if at < 0 {
		at = len(l.findings)
	}
	l.findings = slices.Insert(l.findings, at, stated...)
	for _, r := range read {
		if len(stated) > 0 {
			l.gaps = slices.DeleteFunc(l.gaps, func(g *commonv1.Gap) bool {
				return closable[g.GetReason()] && slices.ContainsFunc(r.GetResolved(), func(label string) bool { return l.gapOf[label] == g })
			})
		}
		for _, u := range r.GetUnknowns() {
			if g := l.unknown(u, enough); !l.has(g.GetId()) {
				l.gaps = append(l.gaps, g)
			}
		}
	}
	return l.analysis()
}

// leads reports whether a finding is told before what a model states.
func leads(f *commonv1.Finding) bool {
	switch f.GetKind() {
	case commonv1.FindingKind_FINDING_KIND_SAID, commonv1.FindingKind_FINDING_KIND_RESTRICTION, commonv1.FindingKind_FINDING_KIND_COMPUTED,
		commonv1.FindingKind_FINDING_KIND_MENTIONED:
		return true
	}
	return false
}

// reject takes out what the rules found and a model that has read all notes at once
// rejects, but for what stands against something, and not if nothing would be left.
func (l *legend) reject(labels []string, stated bool) {
	kept := slices.DeleteFunc(slices.Clone(l.findings), func(f *commonv1.Finding) bool {
		return f.GetKind() != commonv1.FindingKind_FINDING_KIND_RESTRICTION &&
			slices.ContainsFunc(labels, func(label string) bool { return l.findingOf[label] == f })
	})
	if len(kept) > 0 || stated {
		l.findings = kept
	}
}

// closable are the reasons of gaps that reading the notes with understanding can
// close.
var closable = map[commonv1.GapReason]bool{
	commonv1.GapReason_GAP_REASON_NO_VALUE:       true,
	commonv1.GapReason_GAP_REASON_UNCOVERED:      true,
	commonv1.GapReason_GAP_REASON_AMBIGUOUS:      true,
	commonv1.GapReason_GAP_REASON_NOT_STATED:     true,
	commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN: true,
	commonv1.GapReason_GAP_REASON_CIRCUMSTANCES:  true,
}

// unknown is what a model misses. It is not critical where the model found enough in
// another part of the notes.
func (l *legend) unknown(u *mindv1.Unknown, enough bool) *commonv1.Gap {
	words := u.GetSearchTerms()
	if len(words) == 0 {
		words = []string{plain(u.GetDescription())}
	}
	g := &commonv1.Gap{
		Id: gapID(l.req.GetSubQueryId(), u.GetWhy(), words), Reason: u.GetWhy(), Severity: u.GetSeverity(), Words: u.GetSearchTerms(),
		Description: u.GetDescription(), SubQueryId: l.req.GetSubQueryId(),
	}
	if enough {
		g.Severity = commonv1.Severity_SEVERITY_NICE_TO_HAVE
	}
	if slices.ContainsFunc(l.req.GetDomainContext().GetAvailable(), func(d *commonv1.DomainInfo) bool { return d.GetName() == u.GetDomain() }) {
		g.Reason, g.Domain = commonv1.GapReason_GAP_REASON_OUTSIDE_DOMAIN, u.GetDomain()
	}
	g.Searched, g.Found = l.known(g.GetId()).GetSearched(), l.known(g.GetId()).GetFound()
	for _, c := range l.req.GetClarifications() {
		if c.GetGapId() == g.GetId() {
			g.Searched, g.Found = true, g.Found || !c.GetDeclined()
		}
	}
	return g
}

func plain(claim string) string {
	return strings.ToLower(strings.Trim(strings.Join(strings.Fields(claim), " "), ".!"))
}
