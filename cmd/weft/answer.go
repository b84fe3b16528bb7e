package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/anypb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/cmd/weft/internal/render"
)

func (p *program) answerCommand() *cobra.Command {
	var pause, text, form string
	var named []string
	var decline bool
	c := &cobra.Command{
		Use:   "answer RUN [OPTION]",
		Short: "Answer a pause of a run of any graph",
		Long: `Answers what a run waits for: by an option, by words, by a form, or by declining.
"weft pauses ls" lists pauses with their options. A run with several pauses
needs --pause. The command doesn't wait for the run.
` + runArg + `
"last" is the newest waiting run.`,
		Example: `  weft answer last yes
  weft answer 01KJ5Q --pause i7 no --text "too expensive"
  weft answer last --form '{"amount": 20}'
  weft answer last --decline`,
		Args:              between(1, 2, "a run"),
		ValidArgsFunction: cobra.FixedCompletions([]string{"last"}, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			req, err := answers(text, named, decline)
			if err != nil {
				return err
			}
			if len(args) > 1 {
				req.OptionId = args[1]
			}
			req.InterruptId = pause
			if req.OptionId == "" && form == "" && len(req.Answers) == 0 && !decline {
				return usage("what is your answer? Give an option, --text, --answer, --form or --decline")
			}
			return p.answerPause(cmd.Context(), args[0], req, form)
		},
	}
	c.Flags().StringVar(&pause, "pause", "", "`id` of the pause; not needed if there is only one")
	c.Flags().StringVar(&text, "text", "", "answer the first question, or say more about an option, in `words`")
	c.Flags().StringArrayVar(&named, "answer", nil, "answer one question, as `question=text`; repeatable")
	c.Flags().StringVar(&form, "form", "", "answer with a form: the `JSON` of the pause's answer type")
	c.Flags().BoolVar(&decline, "decline", false, "continue without an answer")
	for _, flag := range []string{"pause", "text", "answer", "form"} {
		complete(c, flag)
	}
	return c
}

func (p *program) answerPause(ctx context.Context, ref string, req *orchestratorv1.AnswerRunRequest, form string) error {
	return p.withRunOf(ctx, []string{ref}, orchestratorv1.RunReport_WAITING, func(ctx context.Context, s *connection, id string) error {
		req.RunId = id
		if form != "" {
			got, err := s.api().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
			if err != nil {
				return err
			}
			if req.Payload, err = filled(form, pauseOf(got.GetRun(), req.GetInterruptId())); err != nil {
				return err
			}
		}
		got, err := s.api().AnswerRun(ctx, req)
		if err != nil {
			return err
		}
		if p.flags.json() {
			return p.printJSON(got.GetRun())
		}
		return p.print(fmt.Sprintf("%s  %s\n", id, render.Status(got.GetRun().GetStatus())))
	})
}

// pauseOf returns the pause of a run that is meant: the one with an id, or the only one.
func pauseOf(r *orchestratorv1.Run, id string) *orchestratorv1.Pause {
	for _, p := range r.GetPauses() {
		if p.GetId() == id || id == "" && len(r.GetPauses()) == 1 {
			return p
		}
	}
	return nil
}

// filled returns a form as a message of the type that a pause takes.
func filled(form string, pause *orchestratorv1.Pause) (*anypb.Any, error) {
	switch {
	case pause == nil:
		return nil, usage("--form: say which pause it answers with --pause; \"weft pauses ls\" lists them")
	case pause.GetAnswerType() == "":
		return nil, usage("--form: pause %s takes no form", pause.GetId())
	}
	t, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(pause.GetAnswerType()))
	if err != nil {
		return nil, usage("--form: this weft doesn't know %s; use that of the server", pause.GetAnswerType())
	}
	m := t.New().Interface()
	if err := protojson.Unmarshal([]byte(form), m); err != nil {
		return nil, usage("--form: not the JSON of a %s: %v", pause.GetAnswerType(), err)
	}
	return anypb.New(m)
}
