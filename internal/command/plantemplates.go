package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/plans/template"
)

func (p *program) plansTemplatesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "templates",
		Short: "List the vault's templates of plans",
		Long: `Lists the templates of plans: Markdown files in the folder Plans/Templates of the
vault's plans (plans.folder), with {{name}} where a value is put. "weft plan
--help" says what they look like.`,
		Example: `  weft plans templates
  weft plan --template invoice --fill client=Acme --fill month=2026-01`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			got, err := s.api().ListPlanTemplates(cmd.Context(), &orchestratorv1.ListPlanTemplatesRequest{})
			switch {
			case err != nil:
				return err
			case p.flags.json():
				return p.printJSON(got)
			case len(got.GetTemplates()) == 0:
				p.notice("no templates; put a plan with {{name}} in its texts into the folder Plans/Templates of the vault's plans (\"weft plan --help\" shows one)")
				return nil
			}
			var out strings.Builder
			for _, t := range got.GetTemplates() {
				out.WriteString(render.PlanTemplate(p.outStyle, t))
			}
			return p.print(out.String())
		},
	}
}

// dryRunTemplate shows what a template would be as a plan. Nothing is proposed.
func (p *program) dryRunTemplate(ctx context.Context, name string, values map[string]string) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	got, err := s.api().ListPlanTemplates(ctx, &orchestratorv1.ListPlanTemplatesRequest{})
	s.close()
	if err != nil {
		return err
	}
	for _, t := range got.GetTemplates() {
		switch {
		case t.GetName() != name:
			continue
		case t.GetProblem() != "":
			return usage("the template %s can't be used: %s", name, t.GetProblem())
		}
		content, err := template.Fill(t.GetContent(), values)
		if err != nil {
			return usage("%v; give each by --fill name=value", err)
		}
		return p.dryRunContent(ctx, content)
	}
	return usage("there is no template %q; \"weft plans templates\" lists them", name)
}
