package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

// conversationFlags adds the flags of commands that start a run. A request id
// is for one input, so it does not pass from a conversation to its commands.
func (p *program) conversationFlags(c *cobra.Command) {
	c.Flags().BoolVar(&p.flags.steps, "steps", p.flags.steps, "print each step of the run on standard error")
	c.Flags().BoolVar(&p.flags.detailed, "detailed", p.flags.detailed, "answer with everything relevant to the question")
	c.Flags().StringVar(&p.flags.depth, "depth", p.flags.depth, "how much models do, the `depth`: off, quick, focused or deep (default: the server's llm.depth)")
	complete(c, "depth", depths...)
	p.threadFlag(c)
	p.labelFlag(c)
	c.Flags().StringVar(&p.flags.requestID, "request-id", "", "give the command an `id`, so that repeating it returns the same run")
}

// threadFlag adds the flag that names the conversation of an input. What is said
// within a conversation is a turn of it.
func (p *program) threadFlag(c *cobra.Command) {
	c.Flags().StringVar(&p.flags.thread, "thread", p.flags.thread, "`name` of the conversation to start or continue; \"weft threads ls\" lists them")
	complete(c, "thread")
}

// labelFlag adds the flag that labels a run.
func (p *program) labelFlag(c *cobra.Command) {
	c.Flags().StringToStringVar(&p.flags.labels, "label", p.flags.labels, "label the run, as `key=value`, to find it again with \"weft runs ls --label\"; repeatable")
}

// handle starts a run for a text, shows it, and prints what it comes to.
func (p *program) handle(ctx context.Context, intent commonv1.InputType, args []string) error {
	text, err := p.text(args)
	if err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	return p.handleAt(ctx, s, intent, text)
}

// handleAt is handle over a connection.
func (p *program) handleAt(ctx context.Context, s *connection, intent commonv1.InputType, text string) error {
	report, err := p.process(ctx, s, text, intent)
	if err != nil {
		return err
	}
	defer p.await(ctx, s, report)
	if err = p.present(report); err == nil {
		err = p.showProposed(ctx, s, report)
	}
	if err == nil {
		err = p.offerToKeep(ctx, s, report)
	}
	if report.GetEntry() == nil && report.GetTotalFound() == 0 && report.GetStatus() != orchestratorv1.RunReport_WAITING {
		p.welcome(ctx, s)
	}
	return err
}

// showProposed shows the plan or the roadmap that an input has led to.
func (p *program) showProposed(ctx context.Context, s *connection, report *orchestratorv1.RunReport) error {
	if report.GetRoadmapId() != "" && !p.flags.json() {
		return p.showBegun(ctx, s, report.GetRoadmapId())
	}
	if report.GetPlanId() == "" || p.flags.json() {
		return nil
	}
	got, err := s.api().GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: report.GetPlanId()})
	if err != nil {
		return err
	}
	if err := p.print("\n"); err != nil {
		return err
	}
	return p.showChecked(ctx, s, got.GetPlan())
}

// await has a run that was left with its answer go on to its end, where there is no
// server that does: what there is to learn from it would be put off until the next
// command. Ctrl-C puts it off too.
func (p *program) await(ctx context.Context, s *connection, report *orchestratorv1.RunReport) {
	if !s.inProcess() || report.GetStatus() != orchestratorv1.RunReport_RUNNING {
		return
	}
	w := p.walk(false)
	defer w.end()
	f := &follower{api: s.api(), see: w.see, leave: true, stay: true}
	_, _ = f.watch(ctx, report.GetRunId(), 0) // the answer has been given
}

// process starts a run and follows it to its end, asking the user on the way if
// there is one to ask.
func (p *program) process(ctx context.Context, s *connection, text string, intent commonv1.InputType) (*orchestratorv1.RunReport, error) {
	input, err := p.input(text, intent)
	if err != nil {
		return nil, err
	}
	input.Depth = commonv1.Depth(commonv1.Depth_value["DEPTH_"+strings.ToUpper(p.flags.depth)])
	if p.flags.detailed {
		input.Style = commonv1.ResponseStyle_RESPONSE_STYLE_DETAILED
	}
	id := p.flags.requestID
	if id == "" {
		id = ulid.Make().String()
	}
	w := p.walk(p.flags.steps)
	defer w.end()
	f := &follower{api: s.api(), see: w.see, away: w.away, leave: true}
	report, err := f.process(ctx, &orchestratorv1.ProcessInputRequest{Input: input, RequestId: id})
	w.end()
	if err != nil {
		return nil, p.left(ctx, s, f.run, err)
	}
	return p.settle(ctx, s, f, w, report)
}

// settle asks the user what a run waits for, until it ends or they want to
// answer later. A run that is left before its end goes on by itself: settle says
// so.
func (p *program) settle(ctx context.Context, s *connection, f *follower, w *walk, report *orchestratorv1.RunReport) (*orchestratorv1.RunReport, error) {
	for report.GetStatus() == orchestratorv1.RunReport_WAITING && p.interactive() {
		p.share(ctx, s)
		answer, err := p.interview(ctx, s, report)
		if errors.Is(err, errLater) {
			return report, nil
		}
		if errors.Is(err, errAnother) {
			p.notice("That looks like a new input, so the question stays open. To answer it: /reply %s", f.run)
			return report, nil
		}
		if err != nil {
			return nil, err
		}
		answer.RunId, answer.InterruptId = f.run, report.GetInterruptId()
		if _, err := s.api().AnswerRun(ctx, answer); err != nil {
			return nil, err
		}
		p.rememberAnswers(report.GetQuestions(), answer.GetAnswers())
		report, err = f.watch(ctx, f.run, f.last+1)
		w.end()
		if err != nil {
			return nil, p.left(ctx, s, f.run, err)
		}
	}
	if report.GetStatus() == orchestratorv1.RunReport_RUNNING && f.delay != nil {
		p.notice("note: the run is on hold (%s) and will continue by itself; to follow it: weft runs watch %s", f.delay.GetReason(), f.run)
	}
	return report, nil
}

// left says what becomes of a run that is not followed any more.
func (p *program) left(ctx context.Context, s *connection, run string, err error) error {
	if ctx.Err() == nil || run == "" {
		return err
	}
	if errors.Is(context.Cause(ctx), errStopped) {
		p.stopAnswer(context.WithoutCancel(ctx), s, run)
		return err
	}
	if s.inProcess() {
		p.notice("run %s was interrupted; it continues the next time Weft uses this vault", run)
	} else {
		p.notice("run %s continues on the server; to follow it: weft runs watch %s", run, run)
	}
	return err
}

// stopTime bounds how long a run is asked to stop.
const stopTime = 2 * time.Second

// stopAnswer cancels a run that only answers. One that keeps a note goes on: its text may
// not be on disk yet.
func (p *program) stopAnswer(ctx context.Context, s *connection, run string) {
	ctx, cancel := context.WithTimeout(ctx, stopTime)
	defer cancel()
	got, err := s.api().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: run})
	if err == nil && got.GetRun().GetReport().GetInputType() == commonv1.InputType_INPUT_TYPE_QUERY {
		_, err = s.api().CancelRun(ctx, &orchestratorv1.CancelRunRequest{RunId: run, Reason: errStopped.Error()})
		if err == nil {
			p.notice("The answer was stopped.")
			return
		}
	}
	p.notice("run %s goes on; to follow it: /runs watch %s; to stop it: /runs cancel %s", run, run, run)
}

// present prints a report and returns the error for runs that are not done.
func (p *program) present(r *orchestratorv1.RunReport) error {
	if p.another != "" { // it has been shown, and its questions were passed over
		return outcome(r)
	}
	if p.flags.json() {
		if err := p.printJSON(r); err != nil {
			return err
		}
	} else if err := p.print(render.Report(p.outStyle, r)); err != nil {
		return err
	}
	p.remark(r)
	if r.GetStatus() == orchestratorv1.RunReport_WAITING {
		p.notice("to answer: weft reply %s \"…\"   to skip: weft reply %s --decline", r.GetRunId(), r.GetRunId())
	}
	return outcome(r)
}

// remarksShown is how many remarks on a report are printed; the run has all.
const remarksShown = 3

// remark tells what the user should know about how a result came about.
func (p *program) remark(r *orchestratorv1.RunReport) {
	remarks := render.Remarks(r)
	for _, text := range remarks[:min(len(remarks), remarksShown)] {
		p.notice("note: %s", text)
	}
	if more := len(remarks) - remarksShown; more > 0 && r.GetRunId() != "" {
		p.notice("note: %d more; to see them all: weft runs show %s", more, r.GetRunId())
	}
}

// outcome returns the error for a run that is not done.
func outcome(r *orchestratorv1.RunReport) error {
	switch r.GetStatus() {
	case orchestratorv1.RunReport_WAITING:
		return exitError{exitWaiting}
	case orchestratorv1.RunReport_FAILED:
		return failedRun{r.GetRunId(), "failed", r.GetFailure(), r.GetEntry() != nil}
	case orchestratorv1.RunReport_CANCELLED:
		return failedRun{r.GetRunId(), cancelledBy(r.GetCancellation()), r.GetCancellation().GetReason(), r.GetEntry() != nil}
	}
	return nil
}

// cancelledBy says who has cancelled a run.
func cancelledBy(c *orchestratorv1.RunCancellation) string {
	if c.GetUser() == "" {
		return "was cancelled"
	}
	return "was cancelled by " + oneLine(c.GetUser())
}

// printJSON prints a message as JSON over several lines.
func (p *program) printJSON(m message) error {
	out, err := render.Indented(m)
	if err != nil {
		return err
	}
	return p.print(string(out))
}

// printValue prints what is no message of the API as JSON over several lines.
func (p *program) printValue(v any) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encoding JSON: %w", err)
	}
	return p.print(out.String())
}
