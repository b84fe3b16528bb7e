package analyzer

import (
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// merge adds to what the rules found what a model has read out of each part of
// the notes. Findings without evidence are left out, and so are those that say
// what is there already. The rules' gaps stay; a model's are added where the notes
// were not searched for them before.
func (l *legend) merge(base *commonv1.Analysis, read []*mindv1.Analyzing) *commonv1.Analysis {
	a := base
	said := map[string]bool{}
	for _, f := range a.GetFindings() {
		said[plain(f.GetClaim())] = true
	}
	added := 0
	for _, r := range read {
		for _, f := range r.GetFindings() {
			found, wrong := l.finding(f)
			if len(wrong) > 0 || said[plain(found.GetClaim())] {
				continue
			}
			said[plain(found.GetClaim())] = true
			a.Findings = append(a.Findings, found)
			added++
		}
	}
	for _, r := range read {
		for _, u := range r.GetUnknowns() {
			if g := l.gap(u); !slices.ContainsFunc(a.GetGaps(), func(k *commonv1.Gap) bool { return k.GetId() == g.GetId() }) {
				a.Gaps = append(a.Gaps, g)
			}
		}
	}
	if added > 0 { // who has read the question heeds all of it
		a.Gaps = slices.DeleteFunc(a.GetGaps(), func(g *commonv1.Gap) bool { return strings.HasPrefix(g.GetId(), unheededID) })
	}
	a.Verdict, a.VerdictReasoning = l.verdict(base, read, added)
	return a
}

// gap is an unknown that a model named.
func (l *legend) gap(u *mindv1.Unknown) *commonv1.Gap {
	g := &commonv1.Gap{
		Id:          "model:" + slug(u.GetDescription()),
		Description: u.GetDescription(),
		Type:        u.GetType(),
		Severity:    u.GetSeverity(),
		SearchTerms: u.GetSearchTerms(),
	}
	if len(g.GetId()) > 128 {
		g.Id = g.GetId()[:128]
	}
	for _, d := range l.req.GetDomainContext().GetAvailable() {
		if d.GetName() == u.GetDomain() {
			g.OutsideCurrentExpertise, g.SuspectedDomain = true, u.GetDomain()
		}
	}
	for _, k := range l.req.GetKnownGaps() {
		if k.GetId() == g.GetId() {
			g.Searched, g.Found = k.GetSearched(), k.GetFound()
		}
	}
	return g
}

// verdict is that of the rules, unless the model has grounds for another one: it
// has read an answer out of the notes that the rules could not, or it misses
// something that can still be looked for.
func (l *legend) verdict(base *commonv1.Analysis, read []*mindv1.Analyzing, added int) (commonv1.Verdict, string) {
	enough := slices.IndexFunc(read, func(r *mindv1.Analyzing) bool { return r.GetVerdict() == commonv1.Verdict_VERDICT_SUFFICIENT })
	switch base.GetVerdict() {
	case commonv1.Verdict_VERDICT_INSUFFICIENT:
		if enough >= 0 && added > 0 {
			return commonv1.Verdict_VERDICT_SUFFICIENT, read[enough].GetUpshot()
		}
	default:
		if enough < 0 && slices.ContainsFunc(base.GetGaps(), lookable) {
			return commonv1.Verdict_VERDICT_INSUFFICIENT, read[0].GetUpshot()
		}
	}
	return base.GetVerdict(), base.GetVerdictReasoning()
}

// lookable reports whether a gap is critical and can still be filled.
func lookable(g *commonv1.Gap) bool {
	return g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && !g.GetSearched() && (len(g.GetSearchTerms()) > 0 || g.GetOutsideCurrentExpertise())
}

func plain(claim string) string {
	return strings.ToLower(strings.Trim(strings.Join(strings.Fields(claim), " "), ".!"))
}

// today is the user's day; UTC's where the zone is none, which the rules refuse.
func today(c *commonv1.CallContext) notes.Day {
	zone, err := time.LoadLocation(c.GetTimeZone())
	if err != nil {
		zone = time.UTC
	}
	return notes.DayOf(c.GetNow().AsTime().In(zone))
}
