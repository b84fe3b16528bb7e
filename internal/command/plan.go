package command

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/template"
)

func (p *program) planCommand() *cobra.Command {
	proposal := &planv1.Proposal{}
	var id string
	var dry bool
	var fill []string
	var from string
	var another bool
	propose := func(ctx context.Context, req *orchestratorv1.ProposePlanRequest) error {
		req.Proposal, req.RequestId = proposal, id
		return p.propose(ctx, req, another || id != "")
	}
	c := &cobra.Command{
		Use:   "plan FILE | WORDS",
		Short: "Propose a plan: steps that are done once somebody approves them",
		Long: `Proposes a plan, checked against the tools that there are. Nothing is done before
it is approved. Of words, such as "send client A the January invoice", a model
drafts it, from the tools and from the notes that bear on it; "weft configure"
sets up a model. Without one, write the steps in a Markdown file ("-" is standard
input), which looks like this:

    # Objective
    Send the January invoice to client A.

    ## Roadmap
    - [ ] Make the invoice (invoices/create) ^make
      ` + "```json" + `
      {"client": "A", "month": "2026-01"}
      ` + "```" + `
    - [ ] Send it (mail/send → a@example.com)
      ` + "```json" + `
      {"to": "a@example.com", "file": {"$from": "make", "pointer": "/path"}}
      ` + "```" + `
    - [ ] Call them, a day later

    ## Risks
    - The address may be an old one.

A step calls the tool in its parentheses (SERVER/OPERATION → to whom), with the
arguments below it; a step without a tool is yours to do. ^make names a step,
and "$from" takes a value from what an earlier step returns. ✋ in a step has its
call asked for once more, as every call is that is sent outside;
"(optional)" before it allows to leave it out. "weft tools ls" lists the tools.

A file with {{name}} in its texts is a template: --fill name=value puts a value
there. {{name|number}} as a whole string of the arguments becomes a number.
Templates in the vault ("weft plans templates") are taken by their names, and by
words that say what their objective says.`,
		Example: `  weft plan "send client A the January invoice"
  weft plan invoice.md
  weft plan invoice.md --dry-run
  weft plan invoice.md --fill client=Acme --fill month=2026-01
  weft plan --template invoice --fill client=Acme --fill month=2026-01
  weft plan - --approver bob --source Inbox/2026-02-21.md < invoice.md`,
		Args: func(cmd *cobra.Command, args []string) error {
			if from != "" {
				return noArgs(cmd, args)
			}
			return between(1, -1, "the FILE of a plan, - for standard input, or what you want in words")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if from != "" {
				values, err := pairs(fill)
				if err != nil {
					return err
				}
				if dry {
					return p.dryRunTemplate(cmd.Context(), from, values)
				}
				return propose(cmd.Context(), &orchestratorv1.ProposePlanRequest{Template: from, Values: values})
			}
			if isWish(args) {
				switch {
				case dry:
					return usage("--dry-run is for a plan that is written; a draft is only proposed, and nothing is called for it")
				case len(fill) > 0:
					return usage("--fill is for a template, and there is no file %q", strings.Join(args, " "))
				}
				proposal.Wish = strings.Join(args, " ")
				return propose(cmd.Context(), &orchestratorv1.ProposePlanRequest{})
			}
			file, err := p.readPlan(args[0])
			if err != nil {
				return err
			}
			if file.content, err = fillIn(file.content, fill); err != nil {
				return err
			}
			for _, what := range file.LeftOut() {
				p.notice("%s of %s is no part of the plan and is left out", what, file.name)
			}
			if slices.ContainsFunc(file.steps, func(s planfile.Step) bool { return s.Done }) {
				p.notice("boxes that are ticked don't count: the plan is proposed with all its steps")
			}
			if dry {
				return p.dryRunContent(cmd.Context(), file.content)
			}
			proposal.Content = file.content
			return propose(cmd.Context(), &orchestratorv1.ProposePlanRequest{})
		},
	}
	c.Flags().StringArrayVar(&proposal.Approvers, "approver", nil, "`user` who may approve it; repeatable (default: all who have the scope approve)")
	c.Flags().Int32Var(&proposal.Approvals, "approvals", 0, "how many `people` have to approve it (default 1)")
	c.Flags().StringVar(&proposal.Source, "source", "", "where the wish came from, such as the `path` of a note; an open plan from there is told instead of proposing another")
	c.Flags().BoolVar(&another, "another", false, "propose the plan even if there is an open one of the same --source")
	c.Flags().StringVar(&id, "request-id", "", "give the command an `id`, so that repeating it returns the same plan")
	c.Flags().StringArrayVar(&fill, "fill", nil, "put a value into a template, as `name=value`; repeatable")
	c.Flags().StringVar(&from, "template", "", "make the plan from the vault's template of this `name`")
	c.Flags().BoolVar(&dry, "dry-run", false, "check and show the plan without proposing it; nothing is called")
	for _, flag := range []string{"approver", "approvals", "request-id", "fill", "template"} {
		complete(c, flag)
	}
	return c
}

// fillIn returns a plan with values, each as name=value, put into its places.
func fillIn(c *planv1.Content, fill []string) (*planv1.Content, error) {
	values, err := pairs(fill)
	if err != nil {
		return nil, err
	}
	out, err := template.Fill(c, values)
	if err != nil {
		return nil, usage("%v; give each by --fill name=value", err)
	}
	return out, nil
}

// pairs returns values, each as name=value, by their names.
func pairs(fill []string) (map[string]string, error) {
	values := map[string]string{}
	for _, pair := range fill {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, usage("--fill takes name=value, such as --fill client=Acme; got %q", pair)
		}
		if _, twice := values[name]; twice {
			return nil, usage("--fill has two values for %q", name)
		}
		values[name] = value
	}
	return values, nil
}

// A planInFile is a plan as a file has it.
type planInFile struct {
	*planfile.File
	name    string
	content *planv1.Content
	steps   []planfile.Step
}

// isWish reports whether arguments are words, and not the name of a file.
func isWish(args []string) bool {
	if len(args) > 1 {
		return true
	}
	_, err := os.Stat(args[0])
	return err != nil && len(strings.Fields(args[0])) > 1 && !strings.EqualFold(filepath.Ext(args[0]), ".md")
}

// readPlan reads the plan in a file; "-" is standard input.
func (p *program) readPlan(name string) (planInFile, error) {
	out := planInFile{name: name}
	data, err := p.readFile(name)
	if err != nil {
		return out, err
	}
	if out.File, err = planfile.Parse(data); err != nil {
		return out, usage("%s: %v", out.name, err)
	}
	out.content, out.steps, err = out.ReadContent()
	switch {
	case err != nil:
		return out, usage("%s: %v", out.name, err)
	case out.content.GetObjective() == "":
		return out, usage("%s doesn't say what is to be reached: write it below a line \"# Objective\"; see \"weft plan --help\"", out.name)
	case len(out.steps) == 0:
		return out, usage("%s has no steps: write them below a line \"## Roadmap\", as \"- [ ] Send it (mail/send → bob)\"; see \"weft plan --help\"", out.name)
	}
	return out, nil
}

func (p *program) readFile(name string) ([]byte, error) {
	var data []byte
	var err error
	if name == "-" {
		data, err = io.ReadAll(io.LimitReader(p.in, planfile.Most+1))
	} else {
		data, err = os.ReadFile(name)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usage("there is no file %s; what you want done, in words, takes more than one", name)
	case err != nil:
		return nil, usage("can't read the plan: %v", err)
	}
	return data, nil
}

// propose proposes a plan, and shows it for deciding. Unless another is wanted, an open plan
// of the same source is told instead.
func (p *program) propose(ctx context.Context, req *orchestratorv1.ProposePlanRequest, another bool) error {
	if req.GetProposal().GetApprovals() < 0 {
		return usage("--approvals %d: use 1 or more", req.GetProposal().GetApprovals())
	}
	if req.RequestId == "" {
		req.RequestId = ulid.Make().String()
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	if source := req.GetProposal().GetSource(); source != "" && !another {
		var open *orchestratorv1.Plan
		err := eachPlan(ctx, s.api(), openStates(), 0, func(plan *orchestratorv1.Plan) bool {
			if plan.GetSource() == source {
				open = plan
			}
			return open == nil
		})
		if err != nil {
			return err
		}
		if open != nil {
			return usage("%s of the same source is open and %s: weft plans show %s; to propose another all the same: --another", open.GetId(), render.PlanStands(open), open.GetId())
		}
	}
	got, err := s.api().ProposePlan(ctx, req)
	if err != nil {
		return err
	}
	return p.showChecked(ctx, s, got.GetPlan())
}

// showChecked shows a plan once its steps are tied to the tools that there are. One that
// can't be carried out is a failure.
func (p *program) showChecked(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
	if len(plan.GetPauses()) == 0 {
		var err error
		if plan, err = p.untilWaits(ctx, s, plan, nil); err != nil {
			return err
		}
	}
	if err := p.showPlan(plan); err != nil {
		return err
	}
	if len(plan.GetProblems()) > 0 {
		return exitError{exitFailed}
	}
	return nil
}
