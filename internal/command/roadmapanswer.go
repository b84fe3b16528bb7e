package command

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/fault"
)

// termFlags are what is said of a goal apart from words.
type termFlags struct {
	template string
	by       string
	when     []string
	never    []string
	answers  []string
	steps    []string
	out      []string
}

func (f *termFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.template, "template", "", "the `name` of another template")
	c.Flags().StringVar(&f.by, "by", "", "another last `day`, such as 2027-04-25")
	c.Flags().StringArrayVar(&f.when, "when", nil, "a `time` of the week to use, replacing the earlier ones")
	c.Flags().StringArrayVar(&f.never, "never", nil, "a `time` of the week not to use, replacing the earlier ones")
	c.Flags().StringArrayVar(&f.answers, "answer", nil, "the answer to a question, as `name=value`; an empty value takes it back")
	c.Flags().StringArrayVar(&f.steps, "step", nil, "a step, as `\"title: 6 h\"`: it replaces one with the same title, or is added (--answer steps=\"…\" names them all)")
	c.Flags().StringArrayVar(&f.out, "without", nil, "the `id` of a part of the goal to leave out")
}

// terms are what the flags say; nil if they say nothing.
func (f *termFlags) terms() (*planningv1.Terms, error) {
	answers, err := parseAnswers(f.answers)
	if err != nil {
		return nil, err
	}
	steps, err := parseSteps(f.steps)
	if err != nil {
		return nil, err
	}
	t := &planningv1.Terms{Template: f.template, By: f.by, When: f.when, Never: f.never, Out: f.out, Answers: answers}
	for _, s := range steps {
		t.Steps = append(t.Steps, &planningv1.Step{Title: s.Title, Minutes: int32(s.Minutes)})
	}
	if proto.Size(t) == 0 {
		return nil, nil
	}
	return t, nil
}

func (p *program) roadmapsApproveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "approve [ROADMAP]",
		Short: "Approve what is proposed, and keep the schedule",
		Long: `Approves what is proposed for a goal, as it is now. A schedule is kept if it
still fits your time; if something has come up, you are asked about a new one.
` + roadmapArg,
		Example: `  weft roadmaps approve last
  weft roadmaps show last && weft roadmaps approve last`,
		Args:              between(0, 1, "one roadmap"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withRoadmap(cmd.Context(), first(args), func(ctx context.Context, s *connection, r *orchestratorv1.Roadmap) error {
				if r.GetState() != orchestratorv1.Roadmap_STATE_PROPOSED {
					return usage("%s has nothing to approve; \"weft roadmaps show %s\" shows its state", r.GetId(), r.GetId())
				}
				before, err := s.api().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: r.GetRunId()})
				if err != nil {
					return err
				}
				res, err := s.api().ApproveRoadmap(ctx, &orchestratorv1.ApproveRoadmapRequest{RoadmapId: r.GetId(), Hash: r.GetHash(), PauseId: roadmapPause(r)})
				if err != nil {
					return err
				}
				now, err := s.api().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: r.GetRunId()})
				if err != nil {
					return err
				}
				why := notKept(now.GetRun(), before.GetRun().GetSequence())
				switch state := res.GetRoadmap().GetState(); {
				case state == orchestratorv1.Roadmap_STATE_ACTIVE:
					p.notice("kept; \"weft today\" and \"weft week\" show what to do")
				case why != "":
					p.notice("not kept: %s", why)
				case state == orchestratorv1.Roadmap_STATE_PROPOSED:
					p.notice("planning continues; look at what is proposed now")
				}
				return p.showRoadmap(res.GetRoadmap())
			})
		},
	}
}

// notKept tells why a schedule that was approved after an event of the run is not kept as it
// was; "" if it is, or if it was something else that was approved.
func notKept(run *orchestratorv1.Run, after int64) string {
	for _, step := range run.GetReport().GetTimings() {
		if step.GetSequence() > after && step.GetState() == "COMPLETE" && step.GetOutcome() == "outdated" {
			return "some of its hours have passed, or a calendar or another roadmap has taken them; look at the new proposal"
		}
	}
	return ""
}

// roadmapPause names what an answer is for.
func roadmapPause(r *orchestratorv1.Roadmap) string {
	if len(r.GetPauses()) != 1 {
		return ""
	}
	return r.GetPauses()[0].GetId()
}

func (p *program) roadmapsRejectCommand() *cobra.Command {
	var f termFlags
	c := &cobra.Command{
		Use:   "reject [ROADMAP] [WORDS]",
		Short: "Say what should be different about what is proposed",
		Long: `Rejects what is proposed, and says what should be different: in words, which
are read as another sentence of the goal, or by flags. You are asked about a
new proposal.
` + roadmapArg,
		Example: `  weft roadmaps reject last "not on Mondays"
  weft roadmaps reject last --by 2027-05-30
  weft roadmaps reject last --never "Friday evenings" --without taper`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.answerRoadmap(cmd.Context(), args, "reject", false, &f)
		},
	}
	f.register(c)
	return c
}

func (p *program) roadmapsAnswerCommand() *cobra.Command {
	var f termFlags
	var option string
	var ideas bool
	c := &cobra.Command{
		Use:   "answer [ROADMAP] [WORDS]",
		Short: "Answer what a goal asks before planning continues",
		Long: `Answers a goal's questions: by the name of an answer (--answer), by an option
(--option), or in words. "weft roadmaps show" shows what is asked. If an answer
is wrong, each wrong one is named, none is used, and the goal still waits.
--ideas asks a model for other ways to go about it.
` + roadmapArg,
		Example: `  weft roadmaps answer last --answer level=new
  weft roadmaps answer last --option go_on
  weft roadmaps answer last --option way-k7q
  weft roadmaps answer last --ideas`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.answerRoadmap(cmd.Context(), args, option, ideas, &f)
		},
	}
	c.Flags().StringVar(&option, "option", "", "the `name` of an option")
	c.Flags().BoolVar(&ideas, "ideas", false, "show other ways to go about it first")
	f.register(c)
	return c
}

// answerRoadmap answers what a roadmap asks. The first argument is the roadmap, the others
// are words.
func (p *program) answerRoadmap(ctx context.Context, args []string, option string, ideas bool, f *termFlags) error {
	m := &planningv1.Amendment{Ideas: ideas, Words: strings.Join(args[min(1, len(args)):], " ")}
	var err error
	if m.Terms, err = f.terms(); err != nil {
		return err
	}
	if option == "" && proto.Size(m) == 0 {
		return usage("give words, --answer or --option; \"weft roadmaps show\" shows what is asked")
	}
	return p.withRoadmap(ctx, first(args), func(ctx context.Context, s *connection, r *orchestratorv1.Roadmap) error {
		res, err := s.api().AnswerRoadmap(ctx, &orchestratorv1.AnswerRoadmapRequest{RoadmapId: r.GetId(), PauseId: roadmapPause(r), OptionId: option, Amendment: m})
		if err != nil {
			return withoutField(err)
		}
		made, err := p.drafted(ctx, s, res.GetRoadmap())
		if err != nil {
			return err
		}
		return p.showRoadmap(made)
	})
}

// withoutField is a refusal without the field of the message that it is about, which names nothing that
// somebody has typed.
func withoutField(err error) error {
	f, ok := errors.AsType[*fault.Error](fault.FromError(err))
	if !ok || len(f.Violations) != 1 {
		return err
	}
	text, is := strings.CutPrefix(f.Message, f.Violations[0].Field+": ")
	if !is {
		return err
	}
	return fault.New(f.Code, f.Reason, "%s", text)
}
