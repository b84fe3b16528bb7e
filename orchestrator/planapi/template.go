package planapi

import (
	"context"
	"fmt"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/plans/template"
)

// ListPlanTemplates implements orchestratorv1.PlansServiceServer.
func (s *Server) ListPlanTemplates(ctx context.Context, _ *orchestratorv1.ListPlanTemplatesRequest) (*orchestratorv1.ListPlanTemplatesResponse, error) {
	all, err := s.templates(ctx)
	if err != nil {
		return nil, err
	}
	out := &orchestratorv1.ListPlanTemplatesResponse{}
	for _, t := range all {
		told := &orchestratorv1.PlanTemplate{Name: t.Name, Content: t.Content, Problem: t.Problem}
		if t.Content != nil {
			told.Places = template.Names(t.Content)
		}
		out.Templates = append(out.Templates, told)
	}
	return out, nil
}

// templates are those of the caller: a vault has them, a database has not.
func (s *Server) templates(ctx context.Context) ([]template.File, error) {
	if s.d.Templates == nil {
		return nil, nil
	}
	all, err := s.d.Templates(s.d.API.Caller(ctx).Tenant)
	if err != nil {
		return nil, fault.Wrap(err, codes.Unavailable, fault.Internal, "the templates of plans can't be read: %v", err)
	}
	return all, nil
}

// written returns a proposal with its plan: its own, or that of the template that it names or
// that says the same as its wish. A wish that no template says stays one.
func (s *Server) written(ctx context.Context, req *orchestratorv1.ProposePlanRequest) (*planv1.Proposal, error) {
	in := req.GetProposal()
	if in.GetContent() != nil || req.GetTemplate() == "" && in.GetWish() == "" {
		if req.GetTemplate() != "" {
			return nil, fault.Invalid("template", "the plan is written already; leave out one of the two")
		}
		return in, nil
	}
	all, err := s.templates(ctx)
	if err != nil {
		return nil, err
	}
	if req.GetTemplate() == "" {
		return said(in, all)
	}
	if in.GetWish() != "" {
		return nil, fault.Invalid("template", "it is a wish or a template; leave out one of the two")
	}
	var names []string
	for _, t := range all {
		if names = append(names, t.Name); t.Name != req.GetTemplate() {
			continue
		}
		if t.Content == nil {
			return nil, fault.Invalid("template", "the template %s can't be used: %s", t.Name, t.Problem)
		}
		return filled(in, t, req.GetValues())
	}
	return nil, fault.Invalid("template", "there is no template %q; there are: %s", req.GetTemplate(), list(names))
}

// said makes a plan of the template that says the same as a wish, if there is one.
func said(in *planv1.Proposal, all []template.File) (*planv1.Proposal, error) {
	fits, values := fitting(all, in.GetWish())
	switch len(fits) {
	case 0:
		return in, nil
	case 1:
		return filled(in, fits[0], values)
	}
	return nil, fault.Invalid("proposal.wish", "the templates %s and %s both say that; name one, with its values", fits[0].Name, fits[1].Name)
}

// fitting returns the templates that say the same as words, and the values by which the last
// of them does.
func fitting(all []template.File, words string) (fits []template.File, values map[string]string) {
	for _, t := range all {
		if t.Content == nil {
			continue
		}
		if v, ok := template.Match(t.Content, words); ok {
			fits, values = append(fits, t), v
		}
	}
	return fits, values
}

func filled(in *planv1.Proposal, t template.File, values map[string]string) (*planv1.Proposal, error) {
	content, err := template.Fill(t.Content, values)
	if err != nil {
		return nil, fault.Invalid("values", "template %s: %v", t.Name, err)
	}
	out := proto.CloneOf(in)
	out.Content, out.Wish = content, ""
	if out.GetSource() == "" {
		out.Source = t.Source
	}
	return out, nil
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	const most = 20
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
