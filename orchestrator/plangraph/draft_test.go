package plangraph_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
)

// planner plays a planner with a model, and a retriever with one note.
type planner struct {
	plannerv1.PlannerServiceClient
	answers []*plannerv1.DraftResponse                             // nil is that no model answers
	says    func(*plannerv1.DraftRequest) *plannerv1.DraftResponse // in place of them
	tokens  int64                                                  // that an answer takes
	asked   []*plannerv1.DraftRequest
}

func (p *planner) Draft(ctx context.Context, req *plannerv1.DraftRequest, _ ...grpc.CallOption) (*plannerv1.DraftResponse, error) {
	p.asked = append(p.asked, req)
	usage.Tell(ctx, &commonv1.ModelUsage{Agent: "planner", Calls: 1, InputTokens: p.tokens})
	var res *plannerv1.DraftResponse
	if p.says != nil {
		res = p.says(req)
	} else {
		res = p.answers[len(p.asked)-1]
	}
	if res == nil {
		return nil, fault.New(codes.FailedPrecondition, fault.ModelUnavailable, "no model answers")
	}
	res.Provenance = &commonv1.Provenance{Provider: "ollama", Model: "m"}
	return res, nil
}

func (p *planner) Retrieve(_ context.Context, req *retrieverv1.RetrieveRequest) (*retrieverv1.RetrieveResponse, error) {
	e := &commonv1.Entry{Id: "2026-01-30_10-00-00", Date: "2026-01-30", Text: "about: " + req.GetInstructions()[0].GetQuestion()}
	return &retrieverv1.RetrieveResponse{Entries: []*retrieverv1.RankedEntry{{Entry: e}}}, nil
}

func wish(t *testing.T, answers ...*plannerv1.DraftResponse) *run {
	r := newRun(t, &planv1.Proposal{Wish: "Send the invoice,\nplease"})
	r.planner.answers = answers
	return r
}

func aDraft(description string) *plannerv1.DraftResponse {
	c := content("send")
	c.Steps[0].Description = description
	return &plannerv1.DraftResponse{Content: c}
}

// proposed is the plan that the run asks an approval for.
func (r *run) proposed() *planv1.PlanApproval {
	r.t.Helper()
	var out planv1.PlanApproval
	if err := r.waits(plangraph.Propose).GetPayload().UnmarshalTo(&out); err != nil {
		r.t.Fatal(err)
	}
	return &out
}

func TestAPlanIsDraftedFromWordsNotesAndTools(t *testing.T) {
	t.Parallel()
	r := wish(t, aDraft("one"))
	if p := r.proposed(); p.GetVersion() != 1 || p.GetContent().GetSteps()[0].GetDescription() != "one" || p.GetHash() == "" {
		t.Errorf("%v is proposed", p)
	}
	asked := r.planner.asked[0]
	if asked.GetWish() != "Send the invoice,\nplease" || len(asked.GetTools()) != 1 || asked.GetTools()[0].GetOperation() != "send" ||
		asked.GetNotes()[0].GetLabel() != "n1" || asked.GetNotes()[0].GetWeekday() != "Friday" || !strings.Contains(asked.GetNotes()[0].GetEntry().GetText(), "invoice") ||
		asked.GetContext().GetModelBudget().GetTokens() != 20_000 || asked.GetContext().GetModelBudget().GetTokensLimit() != "plans.draft_tokens" ||
		asked.GetContext().GetModelBudget().MicroUsd != nil || asked.GetPrevious() != nil {
		t.Errorf("the planner was asked %v", asked)
	}
	r.choose(plangraph.Propose, "ann", "approve")
	if e := r.execution(); e.GetVersion() != 1 || !proto.Equal(e.GetContent(), r.planner.answers[0].GetContent()) {
		t.Errorf("%v is carried out", e)
	}
}

func TestARejectedDraftIsDraftedAgainFromAllThatWasSaid(t *testing.T) {
	t.Parallel()
	r := wish(t, aDraft("one"), aDraft("two"), aDraft("three"))
	r.choose(plangraph.Propose, "ann", "reject", "shorter")
	if p := r.proposed(); p.GetVersion() != 2 || p.GetReason() != "shorter" || p.GetContent().GetSteps()[0].GetDescription() != "two" {
		t.Errorf("%v is proposed", p)
	}
	r.choose(plangraph.Propose, "bob", "reject", "to the new address")
	r.waits(plangraph.Propose)
	if last := r.planner.asked[2]; !slices.Equal(last.GetFeedback(), []string{"shorter", "to the new address"}) || last.GetPrevious().GetSteps()[0].GetDescription() != "two" {
		t.Errorf("the planner was asked %v", last)
	}
	// The third time a person looks at it.
	r.choose(plangraph.Propose, "ann", "reject", "no")
	if w := r.waits(plangraph.Revise); !strings.Contains(w.GetText(), "rejected 3 times") {
		t.Errorf("it asks %q", w.GetText())
	}
}

func TestWhatAPersonWroteIsNotDraftedOver(t *testing.T) {
	t.Parallel()
	r := wish(t, aDraft("one"))
	mine := content("send")
	mine.Steps[0].Description = "mine"
	if err := r.answer(r.waits(plangraph.Propose), "ann", graph.Said{Reply: &runv1.Reply{}, Payload: mine}); err != nil {
		t.Fatal(err)
	}
	r.choose(plangraph.Propose, "bob", "reject", "no")
	r.waits(plangraph.Revise)
	if len(r.planner.asked) != 1 {
		t.Errorf("it was drafted %d times", len(r.planner.asked))
	}
}

func TestWhatADraftLacksIsAsked(t *testing.T) {
	t.Parallel()
	r := wish(t, &plannerv1.DraftResponse{Missing: "To whom?"}, nil, aDraft("one"))
	if w := r.waits(plangraph.Revise); w.GetExplanation() != "To whom?" || !strings.Contains(w.GetText(), "Send the invoice, please") {
		t.Errorf("it asks %q, because of %q", w.GetText(), w.GetExplanation())
	}
	r.choose(plangraph.Revise, "ann", "draft", "To Acme")
	if w := r.waits(plangraph.Revise); !strings.Contains(w.GetExplanation(), "no model answers") {
		t.Errorf("it asks because of %q", w.GetExplanation())
	}
	r.choose(plangraph.Revise, "ann", "draft")
	if p := r.proposed(); p.GetVersion() != 1 || len(r.planner.asked[2].GetFeedback()) != 1 || r.planner.asked[2].GetFeedback()[0] != "To Acme" {
		t.Errorf("%v is proposed, after %v", p, r.planner.asked[2])
	}
}

func TestADraftThatCantBeCarriedOutIsShown(t *testing.T) {
	t.Parallel()
	wrong := aDraft("one")
	wrong.Content.Steps[0].Operation = "wire"
	r := wish(t, wrong, aDraft("two"))
	if w := r.waits(plangraph.Revise); !strings.Contains(w.GetExplanation(), "mail/wire") {
		t.Errorf("it asks because of %q", w.GetExplanation())
	}
	r.choose(plangraph.Revise, "ann", "draft", "by mail")
	if p := r.proposed(); p.GetVersion() != 2 {
		t.Errorf("%v is proposed", p)
	}
}

func TestAProposalIsAPlanOrAWish(t *testing.T) {
	t.Parallel()
	r := newRun(t, &planv1.Proposal{Content: content("send")})
	r.waits(plangraph.Propose)
	if len(r.planner.asked) != 0 {
		t.Error("a plan that is written was drafted")
	}
	for name, p := range map[string]*planv1.Proposal{
		"neither": {}, "both": {Content: content("send"), Wish: "x"}, "an empty wish": {Wish: " \n"},
	} {
		if _, err := r.g.Folded([]*runv1.Event{started(t, p)}); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
