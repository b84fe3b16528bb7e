package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/anypb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) answerCommand() *cobra.Command {
	var pause, text, form string
	var named []string
	var decline bool
	c := &cobra.Command{
		Use:   "answer RUN [OPTION]",
		Short: "Answer a pause of any run",
		Long: `Answers what a run waits for: by an option, by words, by a form, or by declining.
"weft pauses ls" lists pauses with their options. A run with several pauses
needs --pause. With a server the command doesn't wait for the run, except for one
that replans roadmaps; without one, it waits until the run asks again or ends.
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
		return p.answered(ctx, s, got.GetRun())
	})
}

// answered tells how a run stands that was given its answer. One that goes on in this
// process goes on no longer than that, and so is waited for; and so is one whose answer
// people give to see what comes of it.
func (p *program) answered(ctx context.Context, s *connection, run *orchestratorv1.Run) error {
	if s.inProcess() || run.GetGraph() == replanGraph {
		now, err := settled(ctx, s.api(), run.GetId(), run.GetSequence()+1, func(e *orchestratorv1.RunEvent) {
			if d := e.GetDelayed(); d != nil {
				p.notice("the run is on hold (%s); if you stop here, it goes on with a later command", d.GetReason())
			}
		})
		if err != nil {
			return p.left(ctx, s, run.GetId(), err)
		}
		run = now
	}
	if p.flags.json() {
		return p.printJSON(run)
	}
	var report planningv1.ReplanReport
	if run.GetGraph() == replanGraph && run.GetReport().GetDetail().UnmarshalTo(&report) == nil {
		return p.print(p.replanned(run, &report))
	}
	if err := p.print(fmt.Sprintf("%s  %s\n", run.GetId(), render.Status(run.GetStatus()))); err != nil {
		return err
	}
	if reason := run.GetReport().GetFailure(); reason != "" {
		p.notice("%s", reason)
	}
	if len(run.GetPauses()) > 0 && s.inProcess() {
		p.notice("it waits for an answer; \"weft pauses ls --run %s\" shows what it asks", run.GetId())
	}
	return nil
}

// replanned is what "weft roadmaps replan" tells of a run.
func (p *program) replanned(run *orchestratorv1.Run, report *planningv1.ReplanReport) string {
	zone, err := time.LoadLocation(report.GetObserved().GetZone())
	if err != nil {
		zone = time.Local
	}
	return render.Replan(p.outStyle, run, report, zone)
}

// settled waits until a run waits for an answer or has ended, and returns it. see is shown
// what happens meanwhile, from an event on.
func settled(ctx context.Context, api client, id string, from int64, see func(*orchestratorv1.RunEvent)) (*orchestratorv1.Run, error) {
	stream, err := api.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: id, FromSequence: from, UntilPause: true})
	if err != nil {
		return nil, err
	}
	if err := each(stream.Recv, func(e *orchestratorv1.RunEvent) error { see(e); return nil }); err != nil {
		return nil, err
	}
	got, err := api.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
	return got.GetRun(), err
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
	return messageOf("--form", pause.GetAnswerType(), form)
}

// messageOf reads the JSON that a flag gives as a message of a type.
func messageOf(flag, typeName, text string) (*anypb.Any, error) {
	t, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(typeName))
	if err != nil {
		return nil, usage("%s: this weft doesn't know %s; use the server's version of weft", flag, typeName)
	}
	m := t.New().Interface()
	if err := protojson.Unmarshal([]byte(text), m); err != nil {
		return nil, usage("%s: not the JSON of a %s: %v", flag, typeName, err)
	}
	return anypb.New(m)
}
