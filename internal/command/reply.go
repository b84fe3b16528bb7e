package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func (p *program) replyCommand() *cobra.Command {
	var decline bool
	var named []string
	c := &cobra.Command{
		Use:   "reply RUN [ANSWER…]",
		Short: "Answer a run's question",
		Long: `Answers a run that is waiting for you, then follows it until it ends. ANSWER
answers its first question; if it asks several, use --answer for each. To choose
an option, give its number. Without an ANSWER, a terminal asks you each
question.
` + runArg + `
"last" is the newest run waiting for you.`,
		Example: `  weft reply last "about a seven"
  weft reply last --decline
  weft reply 01KJ5Q --answer 1="a seven" --answer 2="since Monday"`,
		Args:              between(1, -1, "a run"),
		ValidArgsFunction: cobra.FixedCompletions([]string{"last"}, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := p.text(args[1:])
			if err != nil {
				return err
			}
			req, err := answers(text, named, decline)
			if err != nil {
				return err
			}
			return p.reply(cmd.Context(), args[0], req)
		},
	}
	c.Flags().BoolVar(&decline, "decline", false, "continue without an answer")
	c.Flags().StringArrayVar(&named, "answer", nil, "answer one question, as `question=text`; repeatable")
	c.Flags().BoolVar(&p.flags.steps, "steps", p.flags.steps, "print each step of the run on standard error")
	complete(c, "answer")
	return c
}

// answers returns the request for what the command line says. It has neither
// answers nor a decline if the command line says nothing.
func answers(text string, named []string, decline bool) (*orchestratorv1.AnswerRunRequest, error) {
	req := &orchestratorv1.AnswerRunRequest{Decline: decline}
	if strings.TrimSpace(text) != "" {
		req.Answers = append(req.Answers, &orchestratorv1.QuestionAnswer{Text: text})
	}
	for _, pair := range named {
		id, answer, ok := strings.Cut(pair, "=")
		if !ok || id == "" || strings.TrimSpace(answer) == "" {
			return nil, usage("--answer %q: use QUESTION=TEXT", pair)
		}
		req.Answers = append(req.Answers, &orchestratorv1.QuestionAnswer{QuestionId: id, Text: answer})
	}
	if decline && len(req.Answers) > 0 {
		return nil, usage("give either an answer or --decline, not both")
	}
	return req, nil
}

func (p *program) reply(ctx context.Context, ref string, req *orchestratorv1.AnswerRunRequest) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	id, err := findRun(ctx, s.api(), ref, orchestratorv1.RunReport_WAITING)
	if err != nil {
		return err
	}
	if len(req.Answers) == 0 && !req.Decline && !p.interactive() {
		return usage("what is your answer? Use weft reply %s TEXT, or --decline", ref)
	}
	report, err := p.answer(ctx, s, id, req)
	if err != nil {
		return err
	}
	if err := p.present(report); err != nil {
		return err
	}
	return p.offerToKeep(ctx, s, report)
}

// answer gives a run its answer, if there is one yet, and follows it to its end.
func (p *program) answer(ctx context.Context, s *connection, id string, req *orchestratorv1.AnswerRunRequest) (*orchestratorv1.RunReport, error) {
	got, err := s.api().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
	if err != nil {
		return nil, err
	}
	w := p.walk(p.flags.steps)
	defer w.end()
	f := &follower{api: s.api(), see: w.see, away: w.away, leave: true, stay: s.inProcess(), run: id, last: got.GetRun().GetSequence()}
	report := got.GetRun().GetReport()
	if len(req.Answers) > 0 || req.Decline {
		if n := len(got.GetRun().GetPauses()); n > 1 {
			return nil, usage("run %s has %d pauses; answer one with weft answer %s --pause ID, and see weft pauses ls --run %s", id, n, id, id)
		}
		req.RunId, req.InterruptId = id, report.GetInterruptId()
		if _, err := s.api().AnswerRun(ctx, req); err != nil {
			return nil, err
		}
		p.rememberAnswers(report.GetQuestions(), req.GetAnswers())
		report, err = f.watch(ctx, id, f.last+1)
		w.end()
		if err != nil {
			return nil, p.left(ctx, s, id, err)
		}
	}
	return p.settle(ctx, s, f, w, report)
}
