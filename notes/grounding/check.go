package grounding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Evidence is all that an answer may rest on.
type Evidence struct {
	Today          notes.Day // the day of the question in the user's zone
	Form           *commonv1.QueryForm
	SubQueries     []*commonv1.SubQuery
	Notes          []*commonv1.EvidenceNote
	Analysis       *commonv1.Analysis
	Facts          []*commonv1.Fact // beside those of the analysis
	Gaps           []*commonv1.Gap
	Clarifications []*commonv1.Clarification
	Search         *commonv1.SearchOutcome
	Unresolved     []*commonv1.UnresolvedTime
}

// A Kind is what sort of thing lacks evidence.
type Kind string

// The kinds of Problem.
const (
	Number   Kind = "number"
	Date     Kind = "date"
	Quote    Kind = "quote"
	Citation Kind = "citation"
)

// A Problem is one thing in an answer that has no evidence.
type Problem struct {
	Kind   Kind
	Text   string // the words without evidence, as they stand in the answer
	Claim  string // the sentence they stand in; empty for a citation beside the text
	Reason string // what is wrong, for a person
	offset int
}

// String returns the reason.
func (p Problem) String() string { return p.Reason }

// Check returns what of an answer has no evidence, in the order of the text.
// The citations come last.
func Check(answer string, citations []*commonv1.Citation, ev Evidence) []Problem {
	k := know(ev)
	k.cited(citations, ev.Analysis.GetFindings())
	var problems []Problem
	sentences := claimsOf(answer)
	check(answer, k, func(kind Kind, offset int, text, format string, args ...any) {
		problems = append(problems, Problem{
			Kind: kind, Text: text, Claim: sentences.around(offset),
			Reason: fmt.Sprintf(format, args...), offset: offset,
		})
	})
	slices.SortStableFunc(problems, func(a, b Problem) int { return cmp.Compare(a.offset, b.offset) })
	return append(problems, checkCitations(citations, k)...)
}

type reporter func(kind Kind, offset int, text, format string, args ...any)

// check reports what of a text is not known.
func check(text string, k *knowledge, report reporter) {
	t := scanText(text)
	checkDates(t, k, report)
	checkQuotes(t, k, report)
	checkNumbers(t, k, claimsOf(text), report)
}

func checkCitations(citations []*commonv1.Citation, k *knowledge) []Problem {
	var problems []Problem
	for _, c := range citations {
		p := Problem{Kind: Citation, Text: c.GetId()}
		e := k.notes[c.GetId()]
		switch {
		case e == nil:
			p.Reason = fmt.Sprintf("the cited entry %q was not retrieved", c.GetId())
		case c.GetDate() != e.GetDate():
			p.Text = c.GetDate()
			p.Reason = fmt.Sprintf("the entry %s is of %s, not of %q", c.GetId(), e.GetDate(), c.GetDate())
		case strings.TrimSpace(c.GetQuote()) == "":
			p.Reason = fmt.Sprintf("the citation of %s quotes nothing", c.GetId())
		case !strings.Contains(e.GetText(), c.GetQuote()):
			p.Text = c.GetQuote()
			p.Reason = fmt.Sprintf("the entry %s does not contain the words %q", c.GetId(), c.GetQuote())
		default:
			continue
		}
		problems = append(problems, p)
	}
	return problems
}

// Tells reports whether an answer names a number of one of the facts, in any
// unit and rounded as it shows it.
func Tells(answer string, facts ...*commonv1.Fact) bool {
	var known []number
	for _, f := range facts {
		if f.GetKind() != commonv1.FactKind_FACT_KIND_VALUES {
			known = append(known, measured(f.GetValue(), f.GetUnit()))
		}
		for _, o := range f.GetObservations() {
			known = append(known, measured(o.GetValue(), o.GetUnit()))
		}
	}
	return len(known) > 0 && slices.ContainsFunc(scanText(answer).numbers, func(n number) bool { return among(n, known) })
}

// Dates reports whether an answer names a day within a range, or its month or
// year.
func Dates(answer string, r *commonv1.ScopeRange) bool {
	span, err := notes.ParseRange(r.GetStart(), r.GetEnd())
	return err == nil && slices.ContainsFunc(scanText(answer).dates, func(d date) bool {
		return d.overlaps(span) || d.day != 0 && d.year != 0 && span.Contains(notes.NewDay(d.year, d.month, d.day))
	})
}
