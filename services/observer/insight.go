package observer

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/notes/contextpage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// leastSample is how many values an insight has to rest on, and what it is
// compared with.
const leastSample = 5

// insights returns what an analysis found to go together or to move. A fact does
// not tell what else restricted its question, so none is more than tentative, and
// no record is learned from one.
func insights(a *commonv1.Analysis, source string) []lesson {
	var out []lesson
	for _, f := range a.GetFindings() {
		for _, fact := range a.GetFacts() {
			key := keyOf(fact, f.GetConfidence())
			if key == "" || !slices.Contains(f.GetFactIds(), fact.GetId()) || slices.ContainsFunc(out, func(l lesson) bool { return l.Key == key }) {
				continue
			}
			line := sentence(fact)
			it := contextpage.Item{Category: insight, Key: key, Value: line, Certainty: tentative, Source: source}
			out = append(out, lesson{it, strings.ToUpper(line[:1]) + line[1:] + "."})
		}
	}
	return out
}

// sentence tells a fact without the values that it is made of.
func sentence(f *commonv1.Fact) string {
	f = proto.CloneOf(f)
	f.Observations = nil
	return llm.Fact(f)
}

// keyOf is the key of the line for a fact, "" if it is not worth one.
func keyOf(f *commonv1.Fact, sure commonv1.Confidence) string {
	subject, measure := f.GetSubject(), f.GetMeasure().GetName()
	switch f.GetKind() {
	case commonv1.FactKind_FACT_KIND_CO_OCCURRENCE:
		if subject != "" && sure >= commonv1.Confidence_CONFIDENCE_MEDIUM && min(f.GetSampleSize(), f.GetBaselineSize()) >= leastSample {
			return slug(subject, "and", measure)
		}
	case commonv1.FactKind_FACT_KIND_TREND:
		// A slope that chance may bring is not worth a line, nor one of nothing.
		if sure == commonv1.Confidence_CONFIDENCE_HIGH && f.GetSampleSize() >= leastSample && f.GetValue() != 0 {
			return slug(subject, measure, "trend")
		}
	}
	return ""
}
