package clarifier_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/mind"
	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/clarifier"
)

const (
	noNotes       = commonv1.GapReason_GAP_REASON_NO_NOTES
	circumstances = commonv1.GapReason_GAP_REASON_CIRCUMSTANCES
	state         = commonv1.GapReason_GAP_REASON_PRESENT_STATE
	unclear       = commonv1.GapReason_GAP_REASON_AMBIGUOUS
	critical      = commonv1.Severity_SEVERITY_CRITICAL
	nice          = commonv1.Severity_SEVERITY_NICE_TO_HAVE
)

func gap(id string, r commonv1.GapReason, s commonv1.Severity, words ...string) *commonv1.Gap {
	return &commonv1.Gap{Id: id, Reason: r, Severity: s, Words: words}
}

func readings(g *commonv1.Gap, of ...string) *commonv1.Gap {
	g.Readings = of
	return g
}

func searched(g *commonv1.Gap) *commonv1.Gap {
	g.Searched = true
	return g
}

func request(gaps ...*commonv1.Gap) *pb.ClarifyRequest {
	return &pb.ClarifyRequest{
		Context: &commonv1.CallContext{Now: timestamppb.New(time.Date(2026, 2, 10, 9, 0, 0, 0, time.UTC)), TimeZone: "UTC", Tenant: "t", User: "u"},
		Query:   "What should I do today?",
		Gaps:    gaps,
	}
}

func clarify(t *testing.T, req *pb.ClarifyRequest) *pb.ClarifyResponse {
	t.Helper()
	before := proto.Clone(req)
	r, err := clarifier.New().Clarify(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(before, req) {
		t.Error("the request was changed")
	}
	return r
}

func TestWhatIsAsked(t *testing.T) {
	t.Parallel()
	feeling := gap("feeling", state, critical)
	for _, c := range []struct {
		name   string
		gaps   []*commonv1.Gap
		change func(*pb.ClarifyRequest)
		want   string // ids
	}{
		{"what only the user knows", []*commonv1.Gap{feeling}, nil, "feeling"},
		{"nothing where the data suffice", []*commonv1.Gap{gap("a", state, nice)}, nil, ""},
		{"a nicety along with what is needed", []*commonv1.Gap{gap("a", state, nice, "mood"), feeling}, nil, "feeling a"},
		{"nothing that can still be searched for", []*commonv1.Gap{gap("a", circumstances, critical, "sleep")}, nil, ""},
		{"no subject that no note tells of", []*commonv1.Gap{searched(gap("a", noNotes, critical, "swimming"))}, nil, ""},
		{"nothing without choices", []*commonv1.Gap{
			searched(gap("a", noNotes, critical, "swimming")), searched(gap("b", circumstances, critical, "sleep")),
			gap("c", unclear, critical), gap("d", unclear, critical, "it"), feeling,
		}, nil, "feeling"},
		{"not what was searched for in vain and is a nicety", []*commonv1.Gap{searched(gap("a", circumstances, nice, "sleep")), feeling}, nil, "feeling"},
		{
			"the history of retrieval counts as a search",
			[]*commonv1.Gap{gap("a", circumstances, critical, "May"), gap("b", circumstances, critical, "June")},
			func(r *pb.ClarifyRequest) {
				r.Options = map[string]*pb.Options{"a": {Values: []string{"yes", "no"}}, "b": {Values: []string{"yes", "no"}}}
				r.RetrievalHistory = []*commonv1.RetrievalAttempt{
					{Instruction: &commonv1.RetrievalInstruction{GapId: "a"}},
					{Instruction: &commonv1.RetrievalInstruction{GapId: "b"}, EntriesFound: 2},
				}
			},
			"a",
		},
		{"nothing that was found", []*commonv1.Gap{{Id: "a", Reason: state, Severity: critical, Found: true}}, nil, ""},
		{"nothing that notes alone can fill", []*commonv1.Gap{gap("a", commonv1.GapReason_GAP_REASON_NO_ADVICE, critical), gap("b", commonv1.GapReason_GAP_REASON_OUTAGE, critical)}, nil, ""},
		{
			"nothing that was answered or declined",
			[]*commonv1.Gap{feeling, gap("b", state, critical, "mood"), gap("c", state, critical, "pain")},
			func(r *pb.ClarifyRequest) {
				r.Previous = []*commonv1.Clarification{{GapId: "feeling", Answer: "fine"}, {GapId: "b", Declined: true}}
			},
			"c",
		},
		{
			"not the same question for a gap by another name",
			[]*commonv1.Gap{gap("feeling-2", state, critical)},
			func(r *pb.ClarifyRequest) {
				r.Previous = []*commonv1.Clarification{{GapId: "feeling", Question: "How do you feel  right now?", Answer: "fine"}}
			},
			"",
		},
		{
			"not how something is now, asked before in other words",
			[]*commonv1.Gap{gap("knee:now", state, critical, "knee"), gap("p", state, critical, "pain")},
			func(r *pb.ClarifyRequest) {
				r.Previous = []*commonv1.Clarification{{GapId: "state-1", Question: "And your knee today?", Declined: true}}
			},
			"p",
		},
		{
			"a question for two gaps takes no other's place",
			[]*commonv1.Gap{feeling, gap("f2", state, critical, "feel"), gap("c", state, critical, "pain"), gap("d", state, critical, "mood")},
			nil, "feeling c d",
		},
		{
			"three at most: what the question means, then what only the user knows, then the rest",
			[]*commonv1.Gap{
				searched(gap("e", circumstances, critical, "sleep")), gap("d", state, critical, "pain"), feeling,
				gap("b", unclear, nice, "bench"), readings(gap("a", unclear, critical, "press"), "bench press", "overhead press"),
			},
			nil, "a d feeling",
		},
		{"no gaps", nil, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := request()
			for _, g := range c.gaps {
				req.Gaps = append(req.Gaps, proto.CloneOf(g))
			}
			if c.change != nil {
				c.change(req)
			}
			r := clarify(t, req)
			var ids []string
			for _, q := range r.GetQuestions() {
				ids = append(ids, q.GetId())
				if q.GetGapId() != q.GetId() || !strings.HasSuffix(q.GetText(), "?") {
					t.Errorf("not a question for its gap: %v", q)
				}
			}
			if got := strings.Join(ids, " "); got != c.want {
				t.Errorf("asked %q, want %q", got, c.want)
			}
			if (r.GetExplanation() != "") != (c.want != "") || (r.GetFallback() != "") != (c.want != "") {
				t.Errorf("explanation %q, fallback %q", r.GetExplanation(), r.GetFallback())
			}
			if !proto.Equal(r.GetProvenance(), mind.ByRules()) {
				t.Errorf("provenance is %v", r.GetProvenance())
			}
		})
	}
}

func TestHowItIsAsked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		gap     *commonv1.Gap
		options []string // known for the gap
		text    string
		choices []string
	}{
		{"a feeling", gap("a", state, critical, "feel"), nil, "How do you feel right now?", []string{"good", "so-so", "bad"}},
		{"a feeling without a word", gap("a", state, critical), nil, "How do you feel right now?", []string{"good", "so-so", "bad"}},
		{"a state", gap("a", state, critical, "left knee"), nil, "As for “left knee”: how is it right now?", []string{"good", "so-so", "bad"}},
		{"the readings of a question", &commonv1.Gap{Id: "a", Reason: unclear, Severity: critical, Words: []string{"press"}, Readings: []string{"bench press", "overhead press"}}, nil, "What do you mean by “press”?", []string{"bench press", "overhead press"}},
		{"the target of a correction", gap("a", unclear, critical), []string{"Bench 85", "Bench 90"}, "Which note do you want to correct?", []string{"Bench 85", "Bench 90"}},
		{"the field's words for an abbreviation", readings(gap("a", unclear, critical, "bp"), "flat", "incline"), nil, "What do you mean by “bench press”?", []string{"flat", "incline"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			req := request(c.gap)
			req.Vocabulary = map[string]string{"bp": "bench press", "run": "running"}
			if c.options != nil {
				req.Options = map[string]*pb.Options{c.gap.GetId(): {Values: c.options}}
			}
			r := clarify(t, req)
			if len(r.GetQuestions()) != 1 {
				t.Fatalf("got %v", r)
			}
			q := r.GetQuestions()[0]
			if q.GetText() != c.text || !slices.Equal(q.GetOptions(), c.choices) {
				t.Errorf("got %q %q, want %q %q", q.GetText(), q.GetOptions(), c.text, c.choices)
			}
			if want := c.gap.GetReason() == unclear; q.GetRequired() != want {
				t.Errorf("required is %v", q.GetRequired())
			}
		})
	}
}

func TestACorrectionSaysThatNothingChangesWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	req := request(gap("correction:target", unclear, critical))
	req.Options = map[string]*pb.Options{"correction:target": {Values: []string{"Bench 85", "Bench 90"}}}
	if r := clarify(t, req); !strings.Contains(r.GetFallback(), "won't change anything") {
		t.Errorf("fallback is %q", r.GetFallback())
	}
	req.Options, req.Gaps[0].Readings = nil, []string{"flat", "incline"}
	if r := clarify(t, req); strings.Contains(r.GetFallback(), "won't change anything") {
		t.Errorf("a question is told %q", r.GetFallback())
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	req := request()
	req.Context.TimeZone = "Mars/Olympus"
	if _, err := clarifier.New().Clarify(t.Context(), req); !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("an unknown time zone: %v", err)
	}
}
