package analyzer_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/notes"
	analyzerv1 "github.com/weft-mesh/weft/proto/gen/weft/analyzer/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer"
)

// builtin loads the shipped domains once.
var builtin = sync.OnceValues(domains.Builtin)

// now is a Monday, so that "last week" is the seven days before it.
var now = time.Date(2026, 2, 23, 18, 0, 0, 0, time.UTC)

var lastWeek = &commonv1.ScopeRange{Start: "2026-02-16", End: "2026-02-22", Label: "last week"}

// A question is what a test asks of which notes.
type question struct {
	form     *commonv1.QueryForm
	evidence []*commonv1.EvidenceNote // best first
	rows     []*commonv1.Observation
	domains  []string
	edit     func(*analyzerv1.AnalyzeRequest) // what else is to be set
}

// request is a question after a whole search that found its evidence.
func (q question) request(t testing.TB) *analyzerv1.AnalyzeRequest {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	req := &analyzerv1.AnalyzeRequest{
		Context: &commonv1.CallContext{Now: timestamppb.New(now), TimeZone: "UTC", Tenant: "local", User: "me"},
		Form:    q.form, Observations: q.rows,
		Search:           &commonv1.SearchOutcome{Complete: true, Total: int32(len(q.evidence)), Observations: int32(len(q.rows))},
		DomainContext:    set.Context(q.domains),
		RetrievalHistory: []*commonv1.RetrievalAttempt{{Attempt: 1, Instruction: &commonv1.RetrievalInstruction{Id: 1, Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION}}},
	}
	for i, n := range q.evidence {
		n = proto.CloneOf(n)
		n.Label = fmt.Sprintf("n%d", i+1)
		req.Evidence = append(req.Evidence, n)
	}
	if q.edit != nil {
		q.edit(req)
	}
	return req
}

func (q question) ask(t testing.TB) *commonv1.Analysis {
	t.Helper()
	req := q.request(t)
	resp, err := analyzer.New().Analyze(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	checkReferences(t, req, resp.GetAnalysis())
	return resp.GetAnalysis()
}

// checkReferences holds what every analysis must keep: what it quotes are words of
// the notes, whole runes of them, findings name facts that are there, ids are
// unique, and a critical gap that is open leaves nothing sufficient.
func checkReferences(t testing.TB, req *analyzerv1.AnalyzeRequest, a *commonv1.Analysis) {
	t.Helper()
	facts, gaps := map[string]bool{}, map[string]bool{}
	for _, f := range a.GetFacts() {
		if facts[f.GetId()] || f.GetId() == "" {
			t.Errorf("fact id %q is not unique", f.GetId())
		}
		facts[f.GetId()] = true
	}
	for _, f := range a.GetFindings() {
		for _, id := range f.GetFactIds() {
			if !facts[id] {
				t.Errorf("a finding names the fact %q, which is none", id)
			}
		}
		for _, q := range f.GetQuotes() {
			words(t, req, q)
		}
		if f.GetConfidence() == commonv1.Confidence_CONFIDENCE_UNSPECIFIED || f.GetKind() == commonv1.FindingKind_FINDING_KIND_UNSPECIFIED {
			t.Errorf("a finding has no confidence or kind: %v", f)
		}
	}
	open := false
	for _, g := range a.GetGaps() {
		if gaps[g.GetId()] || g.GetId() == "" || len([]rune(g.GetId())) > 128 {
			t.Errorf("gap id %q is not unique or too long", g.GetId())
		}
		gaps[g.GetId()] = true
		open = open || g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && !g.GetFound()
	}
	if open != (a.GetVerdict() == commonv1.Verdict_VERDICT_INSUFFICIENT) || a.GetVerdictReasoning() == "" {
		t.Errorf("a critical gap is open: %v, and the verdict is %v: %s", open, a.GetVerdict(), a.GetVerdictReasoning())
	}
	if len(a.GetFindings()) == 0 && !open {
		t.Errorf("nothing was found, and no critical gap says so: %v", a)
	}
	if t.Failed() {
		t.Logf("%v", a)
	}
}

// words returns what a quote shows.
func words(t testing.TB, req *analyzerv1.AnalyzeRequest, q *commonv1.Quote) string {
	t.Helper()
	for _, n := range req.GetEvidence() {
		e, r := n.GetEntry(), q.GetRange()
		if e.GetId() != q.GetEntryId() {
			continue
		}
		if r.GetStart() < 0 || r.GetStart() >= r.GetEnd() || int(r.GetEnd()) > len(e.GetText()) {
			t.Fatalf("the range %v is not of a text of %d bytes", r, len(e.GetText()))
		}
		shown := e.GetText()[r.GetStart():r.GetEnd()]
		if shown != strings.TrimSpace(shown) || strings.ToValidUTF8(shown, "") != shown {
			t.Fatalf("%q begins or ends in white space or within a rune", shown)
		}
		return shown
	}
	t.Fatalf("the quoted entry %q was not given", q.GetEntryId())
	return ""
}

// shown returns what the findings of a kind quote, in order.
func (q question) shown(t testing.TB, a *commonv1.Analysis, kind commonv1.FindingKind) []string {
	t.Helper()
	var out []string
	for _, f := range a.GetFindings() {
		if f.GetKind() == kind {
			for _, quote := range f.GetQuotes() {
				out = append(out, words(t, q.request(t), quote))
			}
		}
	}
	return out
}

func (q question) wantShown(t testing.TB, a *commonv1.Analysis, kind commonv1.FindingKind, want ...string) {
	t.Helper()
	if got := q.shown(t, a, kind); !slices.Equal(got, want) {
		t.Errorf("%v shows\n%q, want\n%q; findings %v, gaps %v", kind, got, want, a.GetFindings(), a.GetGaps())
	}
}

// gap returns the gap of a reason, nil if there is none.
func gap(a *commonv1.Analysis, reason commonv1.GapReason) *commonv1.Gap {
	for _, g := range a.GetGaps() {
		if g.GetReason() == reason {
			return g
		}
	}
	return nil
}

// wantGap fails unless there is a gap of a reason and severity about exactly these
// words.
func wantGap(t testing.TB, a *commonv1.Analysis, reason commonv1.GapReason, severity commonv1.Severity, words ...string) *commonv1.Gap {
	t.Helper()
	g := gap(a, reason)
	if g == nil || g.GetSeverity() != severity || !slices.Equal(g.GetWords(), words) {
		t.Fatalf("want a gap %v, %v, on %q; gaps are %v", reason, severity, words, a.GetGaps())
	}
	return g
}

func wantVerdict(t testing.TB, a *commonv1.Analysis, want commonv1.Verdict) {
	t.Helper()
	if a.GetVerdict() != want {
		t.Errorf("verdict %v, want %v, of\n%v", a.GetVerdict(), want, a)
	}
}

const (
	sufficient   = commonv1.Verdict_VERDICT_SUFFICIENT
	insufficient = commonv1.Verdict_VERDICT_INSUFFICIENT
	critical     = commonv1.Severity_SEVERITY_CRITICAL
	minor        = commonv1.Severity_SEVERITY_NICE_TO_HAVE

	quoted      = commonv1.FindingKind_FINDING_KIND_QUOTED
	closest     = commonv1.FindingKind_FINDING_KIND_CLOSEST
	computed    = commonv1.FindingKind_FINDING_KIND_COMPUTED
	restriction = commonv1.FindingKind_FINDING_KIND_RESTRICTION
	reason      = commonv1.FindingKind_FINDING_KIND_REASON
	correlation = commonv1.FindingKind_FINDING_KIND_CORRELATION
	mentioned   = commonv1.FindingKind_FINDING_KIND_MENTIONED
	said        = commonv1.FindingKind_FINDING_KIND_SAID
	statement   = commonv1.FindingKind_FINDING_KIND_STATEMENT
)

// note is evidence of a day and hour, "2026-02-16 07", or of no day. It has the
// terms; a * before them says that it covers the question.
func note(at, text string, terms ...string) *commonv1.EvidenceNote {
	e := &commonv1.Entry{Text: text, ContentHash: notes.Hash(text)}
	if moment, err := time.Parse("2006-01-02 15", at); err == nil {
		e.Id, e.Date, e.Time = notes.NewID(moment, 1).String(), notes.DayOf(moment).String(), timestamppb.New(moment)
	} else {
		e.Id, e.Headings = "note_"+notes.Hash(text)[:16], []string{at}
	}
	n := &commonv1.EvidenceNote{Label: "n0", Entry: e, Terms: terms}
	if len(terms) > 0 {
		n.Terms = append([]string{strings.TrimPrefix(terms[0], "*")}, terms[1:]...)
		n.Covers = strings.HasPrefix(terms[0], "*")
	}
	if e.GetTime() != nil {
		n.Weekday = e.GetTime().AsTime().Weekday().String()
	}
	return n
}

// best has a note be found by these of its words.
func best(n *commonv1.EvidenceNote, words string) *commonv1.EvidenceNote {
	at := strings.Index(n.GetEntry().GetText(), words)
	if at < 0 {
		panic(words)
	}
	n.Best = &commonv1.TextRange{Start: int32(at), End: int32(at + len(words))}
	return n
}

func subjects(names ...string) []*commonv1.Subject {
	var out []*commonv1.Subject
	for _, n := range names {
		out = append(out, &commonv1.Subject{Name: n, Words: n})
	}
	return out
}

func form(wanted commonv1.Wanted, names ...string) *commonv1.QueryForm {
	return &commonv1.QueryForm{Text: strings.Join(names, " ") + "?", Wanted: wanted, Subjects: subjects(names...)}
}

// refused fails unless a request is refused for what the message names.
func refused(t *testing.T, req *analyzerv1.AnalyzeRequest, names string) {
	t.Helper()
	_, err := analyzer.New().Analyze(t.Context(), req)
	if status.Code(err) != codes.InvalidArgument || !strings.Contains(fmt.Sprintf("%v %v", err, status.Convert(err).Details()), names) {
		t.Errorf("error %v does not name %q", err, names)
	}
}
