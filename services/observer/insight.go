package observer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/contextpage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// leastSample is how many observations an insight has to rest on.
const leastSample = 5

// insights returns what an analysis found to fall together or to move. An
// inference is never certain.
func insights(a *commonv1.Analysis, source string) []lesson {
	facts := map[string]*commonv1.Fact{}
	for _, f := range a.GetFacts() {
		facts[f.GetId()] = f
	}
	var out []lesson
	for _, f := range a.GetFindings() {
		if f.GetConfidence() < commonv1.Confidence_CONFIDENCE_MEDIUM {
			continue
		}
		for _, id := range f.GetFactIds() {
			key, ok := keyOf(facts[id])
			if !ok || slices.ContainsFunc(out, func(l lesson) bool { return l.Key == key }) {
				continue
			}
			if facts[id].GetKind() == "trend" && f.GetConfidence() < commonv1.Confidence_CONFIDENCE_HIGH {
				continue // a slope that chance may bring is not worth a line
			}
			it := contextpage.Item{Category: insight, Key: key, Value: brief(f.GetClaim()), Certainty: tentative, Source: source}
			if f.GetConfidence() == commonv1.Confidence_CONFIDENCE_HIGH {
				it.Certainty = likely
			}
			out = append(out, lesson{it, strings.TrimSuffix(strings.TrimSpace(statistics.ReplaceAllString(f.GetClaim(), "")), ".") + "."})
		}
	}
	return out
}

func keyOf(f *commonv1.Fact) (string, bool) {
	if f.GetSampleSize() < leastSample || f.GetSubject() == "" {
		return "", false
	}
	switch f.GetKind() {
	case "co_occurrence":
		if f.GetMeasure() == "" {
			return slug(f.GetSubject(), "connection"), true
		}
		return slug(f.GetSubject(), "and", f.GetMeasure()), true
	case "trend":
		// A slope of nothing is no trend.
		return slug(f.GetSubject(), f.GetMeasure(), "trend"), f.GetValue() != 0
	}
	return "", false
}

var (
	// label is what the key of the line says already.
	label = regexp.MustCompile(`^Trend of [^:]+: `)
	// remark is what the heading says: insights are never more than that.
	remark = regexp.MustCompile(`\s*(?:That is|It is) a correlation\b[^.]*\.\s*$`)
)

// statistics are for those who asked; a page is for reading.
var statistics = regexp.MustCompile(`\s*\((?:Fisher )?p [=<][^)]*\)`)

// brief shortens a claim to what fits a line.
func brief(claim string) string {
	claim = strings.TrimSpace(statistics.ReplaceAllString(claim, ""))
	claim = strings.TrimSpace(remark.ReplaceAllString(label.ReplaceAllString(claim, ""), ""))
	const most = 200
	if len(claim) <= most {
		return claim
	}
	at := strings.LastIndexByte(claim[:most], ' ')
	if at < 0 {
		at = most
	}
	return strings.ToValidUTF8(claim[:at], "") + " …"
}
