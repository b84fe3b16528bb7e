package analyzer_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer"
)

// builtin loads the shipped domains once.
var builtin = sync.OnceValues(domains.Builtin)

// shared is one service for all questions, as in a server.
var shared = sync.OnceValues(func() (*analyzer.Service, error) { return analyzer.New(analyzer.Deps{}) })

// now is a Monday, so that "last week" is the seven days before it.
var now = time.Date(2026, 2, 23, 18, 0, 0, 0, time.UTC)

// A question is what a test asks.
type question struct {
	text     string
	kind     commonv1.QueryType
	subjects []string
	ranges   []*commonv1.ScopeRange
	domains  []string
	entries  []*commonv1.Entry
	edit     func(*analyzerv1.AnalyzeRequest) // what else is to be set
}

var (
	lastWeek   = &commonv1.ScopeRange{Start: "2026-02-16", End: "2026-02-22", Role: commonv1.RangeRole_RANGE_ROLE_FOCUS, Label: "last week"}
	weekBefore = &commonv1.ScopeRange{Start: "2026-02-09", End: "2026-02-15", Role: commonv1.RangeRole_RANGE_ROLE_BASELINE, Label: "the week before"}
)

const (
	simple     = commonv1.QueryType_QUERY_TYPE_SIMPLE
	insight    = commonv1.QueryType_QUERY_TYPE_INSIGHT
	comparison = commonv1.QueryType_QUERY_TYPE_COMPARISON
	recommend  = commonv1.QueryType_QUERY_TYPE_RECOMMENDATION
)

func (q question) request(t testing.TB) *analyzerv1.AnalyzeRequest {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Check(q.domains); err != nil {
		t.Fatal(err)
	}
	req := &analyzerv1.AnalyzeRequest{
		Context: &commonv1.CallContext{Now: timestamppb.New(now), TimeZone: "UTC", Tenant: "local", User: "me"},
		Scope: &commonv1.QueryScope{
			Query: q.text, Type: q.kind, Subjects: q.subjects, Ranges: q.ranges,
		},
		DomainContext: set.Context(q.domains),
		Entries:       q.entries,
	}
	if q.edit != nil {
		q.edit(req)
	}
	return req
}

func (q question) ask(t testing.TB) *commonv1.Analysis {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	req := q.request(t)
	resp, err := s.Analyze(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	a := resp.GetAnalysis()
	checkReferences(t, req, a)
	if t.Failed() {
		t.Log(print(a))
	}
	return a
}

// checkReferences holds what every analysis must keep: facts stand on entries of
// the request, findings on facts of the analysis, and ids are unique.
func checkReferences(t testing.TB, req *analyzerv1.AnalyzeRequest, a *commonv1.Analysis) {
	t.Helper()
	entries, facts, gaps := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range req.GetEntries() {
		entries[e.GetId()] = true
	}
	for _, f := range a.GetFacts() {
		if facts[f.GetId()] || f.GetId() == "" {
			t.Errorf("fact id %q is not unique", f.GetId())
		}
		facts[f.GetId()] = true
		for _, id := range f.GetEntryIds() {
			if !entries[id] {
				t.Errorf("the fact %q stands on %q, which was not given", f.GetText(), id)
			}
		}
		if len(f.GetEntryIds()) == 0 || f.GetText() == "" || f.GetKind() == "" {
			t.Errorf("a fact stands on nothing: %v", f)
		}
	}
	for _, f := range a.GetFindings() {
		for _, id := range f.GetFactIds() {
			if !facts[id] {
				t.Errorf("the finding %q names the fact %q, which is none", f.GetClaim(), id)
			}
		}
		if f.GetConfidence() == commonv1.Confidence_CONFIDENCE_UNSPECIFIED {
			t.Errorf("the finding %q has no confidence", f.GetClaim())
		}
	}
	open := false
	for _, g := range a.GetGaps() {
		if gaps[g.GetId()] || g.GetId() == "" || len(g.GetId()) > 128 {
			t.Errorf("gap id %q is not unique or too long", g.GetId())
		}
		gaps[g.GetId()] = true
		open = open || g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && !g.GetFound()
	}
	if open && a.GetVerdict() != commonv1.Verdict_VERDICT_INSUFFICIENT {
		t.Errorf("a critical gap is open and the verdict is %v", a.GetVerdict())
	}
	if a.GetVerdictReasoning() == "" || a.GetQueryIntent() == "" {
		t.Error("the verdict has no reason or the question no intent")
	}
}

// entry makes a note of a day and hour: "2026-02-16 07".
func entry(at, text string) *commonv1.Entry {
	moment, err := time.Parse("2006-01-02 15", at)
	if err != nil {
		panic(err)
	}
	return &commonv1.Entry{
		Id: notes.NewID(moment, 1).String(), Date: notes.DayOf(moment).String(),
		Time: timestamppb.New(moment), Text: text, ContentHash: notes.Hash(text),
	}
}

func print(a *commonv1.Analysis) string {
	var b strings.Builder
	fmt.Fprintln(&b, "INTENT", a.GetQueryIntent())
	for _, f := range a.GetFacts() {
		fmt.Fprintf(&b, "FACT %s %s %s/%s %v %s (n=%d)\n", f.GetId(), f.GetKind(), f.GetSubject(), f.GetMeasure(), f.GetValue(), f.GetText(), f.GetSampleSize())
	}
	for _, f := range a.GetFindings() {
		fmt.Fprintf(&b, "FINDING [%d %v] %s %v\n", f.GetSubQueryId(), f.GetConfidence(), f.GetClaim(), f.GetFactIds())
	}
	for _, p := range a.GetPatterns() {
		fmt.Fprintln(&b, "PATTERN", p)
	}
	for _, g := range a.GetGaps() {
		fmt.Fprintln(&b, "GAP", g)
	}
	fmt.Fprintln(&b, a.GetVerdict(), a.GetVerdictReasoning())
	return b.String()
}

// fact returns the fact of a kind on a subject and measure.
func fact(t testing.TB, a *commonv1.Analysis, kind, subject, measure string) *commonv1.Fact {
	t.Helper()
	i := slices.IndexFunc(a.GetFacts(), func(f *commonv1.Fact) bool {
		return f.GetKind() == kind && f.GetSubject() == subject && f.GetMeasure() == measure
	})
	if i < 0 {
		t.Fatalf("there is no %s of %s %s in\n%s", kind, subject, measure, print(a))
	}
	return a.GetFacts()[i]
}

// finding returns the finding whose claim has all the words.
func finding(t testing.TB, a *commonv1.Analysis, words ...string) *commonv1.Finding {
	t.Helper()
	f := findingOf(a, words...)
	if f == nil {
		t.Fatalf("no finding says %q in\n%s", words, print(a))
	}
	return f
}

func findingOf(a *commonv1.Analysis, words ...string) *commonv1.Finding {
	for _, f := range a.GetFindings() {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(f.GetClaim(), w) }) {
			return f
		}
	}
	return nil
}

func gap(a *commonv1.Analysis, id string) *commonv1.Gap {
	for _, g := range a.GetGaps() {
		if g.GetId() == id {
			return g
		}
	}
	return nil
}

func wantVerdict(t testing.TB, a *commonv1.Analysis, want commonv1.Verdict) {
	t.Helper()
	if a.GetVerdict() != want {
		t.Errorf("verdict %v, want %v, of\n%s", a.GetVerdict(), want, print(a))
	}
}

const (
	sufficient   = commonv1.Verdict_VERDICT_SUFFICIENT
	insufficient = commonv1.Verdict_VERDICT_INSUFFICIENT
)

func structOf(t testing.TB, data map[string]any) *structpb.Struct {
	t.Helper()
	s, err := structpb.NewStruct(data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
