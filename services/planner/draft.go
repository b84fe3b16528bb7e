package planner

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/plans/planfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
)

//go:embed draft.tmpl
var draftText string

var (
	draftPrompt = llm.ParseTemplate(draftText)
	drafting    = form.Of(&mindv1.Drafting{}, mindv1.Comments)
)

const (
	draftTokens        = 4096 // that a draft may have
	longestDescription = 600  // bytes that a model is shown of a tool's
)

// Draft drafts a plan. It takes a model: what is wanted is read from free text, and which
// tools reach it.
func (s *Service) Draft(ctx context.Context, req *pb.DraftRequest) (*pb.DraftResponse, error) {
	if s.mind == mind.Rules || s.mind == "" {
		return nil, fault.New(codes.FailedPrecondition, fault.ModelUnavailable,
			"a plan is drafted from words by a model, and none is configured for the planner; write its steps, or use a template")
	}
	res, spent, err := s.model.draft(ctx, req)
	if err == nil || ctx.Err() != nil {
		return res, cmp.Or(ctx.Err(), err)
	}
	return nil, usage.Onto(fault.Wrap(err, codes.FailedPrecondition, fault.ModelUnavailable,
		"no model has drafted the plan: %v; write its steps, or use a template", err), spent)
}

// model is the mind that has a language model draft plans, and holds them against the tools
// that there are.
type model struct{ client *llm.Client }

func (m model) draft(ctx context.Context, req *pb.DraftRequest) (*pb.DraftResponse, *commonv1.Provenance, error) {
	d := &draft{req: req}
	p := m.draftPrompt(req)
	p.MaxTokens, p.Allowance = draftTokens, llm.AllowanceOf(req.GetContext())
	from, err := llm.Fill(ctx, m.client, p, drafting, &d.got, d.faults)
	if err != nil {
		return nil, from, err
	}
	res := &pb.DraftResponse{Provenance: from, Missing: strings.TrimSpace(d.got.GetMissing())}
	if res.Missing == "" {
		res.Content = d.content()
	}
	return res, from, nil
}

// draftPrompt is what a model is told of a wish. Of tools and notes that its window or its
// allowance can't hold, those that have fewest words of the wish are left out.
func (m model) draftPrompt(req *pb.DraftRequest) llm.Prompt {
	v := struct {
		Wish, Today, Previous  string
		Notes, Tools, Feedback []string
		Left                   int
	}{Wish: req.GetWish(), Today: llm.Today(req.GetContext()), Feedback: req.GetFeedback()}
	if req.GetPrevious() != nil && len(v.Feedback) > 0 {
		// What can't be written as a file was never shown to a person either.
		data, _ := planfile.Write(req.GetPrevious())
		v.Previous = string(data)
	}
	var tools, found []string
	for _, t := range byWish(req) {
		tools = append(tools, toolBlock(t))
	}
	for _, n := range req.GetNotes() {
		found = append(found, llm.Note(req.GetContext(), excerpt.Passage(n)))
	}
	base := draftPrompt.Prompt(v)
	base.MaxTokens = draftTokens
	room := m.client.Room(base, drafting)
	if b := req.GetContext().GetModelBudget(); b != nil && b.Tokens != nil {
		// One answer that has to be mended reads all of it twice.
		room = min(room, int(b.GetTokens())/2-draftTokens-m.client.Count(base.System+base.User))
	}
	shown := m.client.Fit(room, tools)
	v.Tools, v.Left = tools[:shown], len(tools)-shown
	for _, t := range v.Tools {
		room -= m.client.Count(t)
	}
	v.Notes = found[:m.client.Fit(room, found)]
	return draftPrompt.Prompt(v)
}

// byWish returns the tools of a request, those first that have most words of what is wanted.
func byWish(req *pb.DraftRequest) []*commonv1.Tool {
	wanted := search.Meaning(strings.Join(append([]string{req.GetWish()}, req.GetFeedback()...), "\n"))
	shared := map[*commonv1.Tool]int{}
	for _, t := range req.GetTools() {
		for w := range search.Meaning(strings.NewReplacer("_", " ", "-", " ", "/", " ").Replace(t.GetServer() + " " + t.GetOperation() + " " + t.GetDescription())) {
			if wanted[w] {
				shared[t]++
			}
		}
	}
	out := slices.Clone(req.GetTools())
	slices.SortStableFunc(out, func(a, b *commonv1.Tool) int { return cmp.Compare(shared[b], shared[a]) })
	return out
}

// effects are what calling a tool may do, as a model is told.
var effects = map[commonv1.ToolEffect]string{
	commonv1.ToolEffect_TOOL_EFFECT_READ:  "only reads",
	commonv1.ToolEffect_TOOL_EFFECT_WRITE: "changes something",
}

func toolBlock(t *commonv1.Tool) string {
	text := fmt.Sprintf("%s\narguments: %s", excerpt.Of(t.GetDescription(), longestDescription), t.GetInputSchema())
	if len(t.GetOutputSchema()) > 0 {
		text += fmt.Sprintf("\nreturns: %s", t.GetOutputSchema())
	}
	return llm.Data("tool", t.GetServer()+"/"+t.GetOperation()+", "+cmp.Or(effects[t.GetEffect()], "leaves the house"), text)
}
