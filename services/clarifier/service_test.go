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
	temporal   = commonv1.GapType_GAP_TYPE_TEMPORAL
	topical    = commonv1.GapType_GAP_TYPE_TOPICAL
	contextual = commonv1.GapType_GAP_TYPE_CONTEXTUAL
	subjective = commonv1.GapType_GAP_TYPE_SUBJECTIVE
	unclear    = commonv1.GapType_GAP_TYPE_CLARIFICATION
	critical   = commonv1.Severity_SEVERITY_CRITICAL
	nice       = commonv1.Severity_SEVERITY_NICE_TO_HAVE
)

func gap(id string, t commonv1.GapType, s commonv1.Severity, description string) *commonv1.Gap {
	return &commonv1.Gap{Id: id, Type: t, Severity: s, Description: description}
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
	s, err := clarifier.New(clarifier.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	before := proto.Clone(req)
	r, err := s.Clarify(t.Context(), req)
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
	feeling := gap("feeling", subjective, critical, "How you feel right now is in no note.")
	for _, c := range []struct {
		name   string
		gaps   []*commonv1.Gap
		change func(*pb.ClarifyRequest)
		want   string // ids
	}{
		{"what only the user knows", []*commonv1.Gap{feeling}, nil, "feeling"},
		{"nothing where the data suffice", []*commonv1.Gap{gap("a", subjective, nice, "How you feel.")}, nil, ""},
		{"a nicety along with what is needed", []*commonv1.Gap{gap("a", subjective, nice, "Your mood"), feeling}, nil, "feeling a"},
		{"nothing that can still be searched for", []*commonv1.Gap{gap("a", topical, critical, "No note tells of swimming.")}, nil, ""},
		{"a subject that no note tells of", []*commonv1.Gap{searched(gap("a", topical, critical, "No note tells of swimming."))}, nil, ""},
		{"circumstances that were searched for in vain", []*commonv1.Gap{searched(gap("a", contextual, critical, "No note of last week tells of sleep."))}, nil, "a"},
		{"not what was searched for in vain and is a nicety", []*commonv1.Gap{searched(gap("a", topical, nice, "No note tells of swimming.")), feeling}, nil, "feeling"},
		{
			"the history of retrieval counts as a search",
			[]*commonv1.Gap{gap("a", contextual, critical, "No notes from May"), gap("b", contextual, critical, "No notes from June")},
			func(r *pb.ClarifyRequest) {
				r.RetrievalHistory = []*commonv1.RetrievalAttempt{
					{Instruction: &commonv1.RetrievalInstruction{GapId: "a"}},
					{Instruction: &commonv1.RetrievalInstruction{GapId: "b"}, EntriesFound: 2},
				}
			},
			"a",
		},
		{"nothing that was found", []*commonv1.Gap{{Id: "a", Type: subjective, Severity: critical, Description: "Mood", Found: true}}, nil, ""},
		{
			"nothing that was answered or declined",
			[]*commonv1.Gap{feeling, gap("b", subjective, critical, "Your mood"), gap("c", subjective, critical, "Any pain")},
			func(r *pb.ClarifyRequest) {
				r.Previous = []*commonv1.Clarification{{GapId: "feeling", Answer: "fine"}, {GapId: "b", Declined: true}}
			},
			"c",
		},
		{
			"not the same question for a gap by another name",
			[]*commonv1.Gap{gap("feeling-2", subjective, critical, "How you feel")},
			func(r *pb.ClarifyRequest) {
				r.Previous = []*commonv1.Clarification{{GapId: "feeling", Question: "How do you feel  right now?", Answer: "fine"}}
			},
			"",
		},
		{
			"not how one is now, asked before in other words",
			[]*commonv1.Gap{gap("feeling:now", subjective, critical, "How you feel right now is in no note."), gap("p", subjective, critical, "Any pain")},
			func(r *pb.ClarifyRequest) {
				r.Previous = []*commonv1.Clarification{{GapId: "state-1", Question: "How are you feeling today?", Declined: true}}
			},
			"p",
		},
		{
			"a question for two gaps takes no other's place",
			[]*commonv1.Gap{feeling, gap("f2", subjective, critical, "whether you feel well"), gap("c", subjective, critical, "Any pain"), gap("d", subjective, critical, "Your mood")},
			nil, "feeling c d",
		},
		{"two gaps, one question", []*commonv1.Gap{feeling, gap("f2", subjective, critical, "whether you feel well")}, nil, "feeling"},
		{
			"three at most: what the question means, then what only the user knows, then the rest",
			[]*commonv1.Gap{
				searched(gap("e", contextual, critical, "No note of last week tells of sleep, which often bears on such a thing.")),
				gap("d", subjective, critical, "Any pain"), feeling, gap("b", unclear, nice, "Which bench is meant?"),
				gap("a", unclear, critical, "The question does not say what to compare."),
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
		{"a feeling", gap("a", subjective, critical, "How you feel right now is in no note."), nil, "How do you feel right now?", []string{"fresh", "normal", "tired", "exhausted"}},
		{"a rating", gap("a", subjective, critical, "Your energy level"), nil, "How much energy do you have right now?", []string{"1 – very low", "2", "3 – medium", "4", "5 – very high"}},
		{"a polar question as it stands", gap("a", unclear, critical, "do you mean the incline bench?"), nil, "Do you mean the incline bench?", []string{"yes", "no"}},
		{"known choices", gap("a", unclear, critical, "Which lift is meant"), []string{"bench press", "incline press"}, "Can you tell me which lift is meant?", []string{"bench press", "incline press"}},
		{"the target of a correction", gap("correction_target", unclear, critical, "which note the correction is about"), []string{"Bench 85", "Bench 90"}, "Which note do you want to correct?", []string{"Bench 85", "Bench 90"}},
		{"an unclear comparison", gap("a", unclear, critical, "The question does not say what to compare."), nil, "What should be compared with what?", nil},
		{"a surrounding", searched(gap("a", contextual, critical, "No note of last week tells of sleep, which often bears on such a thing.")), nil, "How was your sleep in the time you ask about (last week)?", []string{"good", "so-so", "bad", "don't remember"}},
		{"the field's words for an abbreviation", gap("a", unclear, critical, "which bp is meant"), nil, "Can you tell me which bench press is meant?", nil},
		{"what there is no wording for", gap("a", subjective, critical, "Plans for the evening"), nil, "What can you tell me about this: plans for the evening?", nil},
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
			if want := c.gap.GetType() == unclear; q.GetRequired() != want {
				t.Errorf("required is %v", q.GetRequired())
			}
		})
	}
}

func TestACorrectionSaysThatNothingChangesWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	r := clarify(t, request(gap("correction_target", unclear, critical, "which note the correction is about")))
	if !strings.Contains(r.GetFallback(), "nothing is changed") {
		t.Errorf("fallback is %q", r.GetFallback())
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	if _, err := clarifier.New(clarifier.Deps{Mind: mind.Model}); !errors.Is(err, mind.ErrNoModel) {
		t.Errorf("a model that isn't there: %v", err)
	}
	s, err := clarifier.New(clarifier.Deps{Mind: mind.Rules})
	if err != nil {
		t.Fatal(err)
	}
	req := request()
	req.Context.TimeZone = "Mars/Olympus"
	if _, err := s.Clarify(t.Context(), req); !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("an unknown time zone: %v", err)
	}
}
