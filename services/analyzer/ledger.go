package analyzer

import (
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// The kinds of facts; see weft.common.v1.Fact.
const (
	kindCount   = "count"
	kindSum     = "sum"
	kindAverage = "average"
	kindExtreme = "extreme"
	kindRate    = "rate"
	kindTrend   = "trend"
	kindChange  = "change"
	kindLogGap  = "log_gap"
	kindRecord  = "record"
	kindStreak  = "streak"
	kindCross   = "co_occurrence"
	kindMention = "mention"
)

// citations is how many entries a finding cites; its facts carry them all.
const citations = 20

// A ledger collects what an analysis says.
type ledger struct {
	facts    []*commonv1.Fact
	byText   map[string]*commonv1.Fact
	findings []*commonv1.Finding
	claims   map[string]bool
	said     map[string]string // entry to what findings quote of it
	patterns []string
	mendings map[string][]string // entry to the entries that correct it
	values   map[string]*measure // fact to what its value is of
}

func newLedger() *ledger {
	return &ledger{byText: map[string]*commonv1.Fact{}, claims: map[string]bool{}, said: map[string]string{}, values: map[string]*measure{}}
}

// fact keeps a fact and gives it its id. A fact that says the same as an
// earlier one is that one.
func (l *ledger) fact(f *commonv1.Fact) *commonv1.Fact {
	key := f.GetKind() + "|" + f.GetText()
	if have := l.byText[key]; have != nil {
		return have
	}
	if f.GetKind() != kindMention {
		f.EntryIds = l.withCorrections(f.GetEntryIds())
	}
	f.Id = fmt.Sprintf("f%d", len(l.facts)+1)
	l.byText[key] = f
	l.facts = append(l.facts, f)
	return f
}

// value keeps a fact whose value is taken from a measure.
func (l *ledger) value(m *measure, f *commonv1.Fact) *commonv1.Fact {
	f = l.fact(f)
	l.values[f.GetId()] = m
	return f
}

// withCorrections adds behind each entry those that correct it: the value that a
// fact gives stands there.
func (l *ledger) withCorrections(ids []string) []string {
	if len(l.mendings) == 0 {
		return ids
	}
	var out []string
	for _, id := range ids {
		out = append(append(out, id), l.mendings[id]...)
	}
	return unique(out)
}

// find states a finding of a sub-query that rests on facts. It is false for one
// that was stated before.
func (l *ledger) find(part *part, sure commonv1.Confidence, claim string, facts ...*commonv1.Fact) bool {
	key := fmt.Sprint(part.id, "|", claim)
	if l.claims[key] {
		return false
	}
	l.claims[key] = true
	f := &commonv1.Finding{Claim: claim, Confidence: sure, SubQueryId: part.id}
	var all []string
	for _, fact := range facts {
		f.FactIds = append(f.FactIds, fact.GetId())
		all = append(all, fact.GetEntryIds()...)
		if fact.GetKind() == kindMention {
			l.said[fact.GetEntryIds()[0]] += fact.GetText() + "\n"
		}
	}
	f.EntryIds = cited(all)
	l.findings = append(l.findings, f)
	return true
}

// quotes reports whether a finding quotes these words of an entry.
func (l *ledger) quotes(entry, words string) bool { return strings.Contains(l.said[entry], words) }

// pattern states a regularity, once.
func (l *ledger) pattern(sentence string) {
	for _, have := range l.patterns {
		if have == sentence {
			return
		}
	}
	l.patterns = append(l.patterns, sentence)
}

// cited returns ids without repeats, and of many the first and the last.
func cited(all []string) []string {
	all = unique(all)
	if len(all) <= citations {
		return all
	}
	half := citations / 2
	return append(append([]string{}, all[:half]...), all[len(all)-half:]...)
}

func unique(all []string) []string {
	seen := make(map[string]bool, len(all))
	var out []string
	for _, id := range all {
		if id != "" && !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// confidence is how sure a sum or average over n observations is that cover
// this share of the days asked about.
func confidence(n int, coverage float64) commonv1.Confidence {
	switch {
	case n >= 5 && coverage >= 0.5:
		return commonv1.Confidence_CONFIDENCE_HIGH
	case n >= 3:
		return commonv1.Confidence_CONFIDENCE_MEDIUM
	}
	return commonv1.Confidence_CONFIDENCE_LOW
}

// newFact returns a fact without an id.
func newFact(kind, about, of string, value float64, unit string, r notes.Range, n int, entries []string, format string, args ...any) *commonv1.Fact {
	return &commonv1.Fact{
		Kind: kind, Subject: about, Measure: of, Value: round(value), Unit: unit,
		Range: dateRange(r), SampleSize: int32(n), EntryIds: unique(entries),
		Text: fmt.Sprintf(format, args...),
	}
}
