package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/kit/config"
)

func (p *program) demoCommand() *cobra.Command {
	var keep bool
	c := &cobra.Command{
		Use:   "demo",
		Short: "Show Weft at work on an example vault",
		Long: `Copies an example vault to a temporary folder, runs the whole mesh in this
process and asks it a few questions, as of the morning of February 23, 2026. You
see every step of each run, and answers that cite their notes. It needs no
configuration, model, key or network, and doesn't touch your files.

"weft demo plans" shows Weft act: a plan is approved, and an invoice sent.
"weft demo planning" shows two goals find their place in a calendar.`,
		Example: `  weft demo
  weft demo --keep     # keep the vault, so you can look around in it
  weft demo -o json    # one RunReport per line
  weft demo plans
  weft demo planning`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.demo(cmd.Context(), keep) },
	}
	c.Flags().BoolVar(&keep, "keep", false, "keep the copy of the example vault")
	c.AddCommand(p.demoPlansCommand(), p.demoPlanningCommand(), p.demoServeCommand())
	return c
}

func (p *program) demo(ctx context.Context, keep bool) (err error) {
	if p.flags.server != "" || p.flags.vault != "" {
		return usage("the demo uses its own vault; leave out --server and --vault")
	}
	dir, err := os.MkdirTemp("", "weft-demo-")
	if err != nil {
		return fmt.Errorf("can't make a folder for the demo: %w", err)
	}
	if keep {
		defer p.notice("the example vault is at %s; try: weft ask --vault %s --now %s …", dir, dir, storyTime)
	} else {
		defer func() { _ = os.RemoveAll(dir) }()
	}
	if err := os.CopyFS(dir, p.mesh.exampleVault()); err != nil {
		return fmt.Errorf("can't copy the example vault: %w", err)
	}
	settings, err := p.demoSettings(dir)
	if err != nil {
		return err
	}
	s, err := p.connectTo(ctx, settings)
	if err != nil {
		return err
	}
	defer s.close()
	return p.tell(ctx, s)
}

// demoSettings are the defaults, whatever the user's own configuration is, on
// the copy of the example vault.
func (p *program) demoSettings(dir string) (*config.Config, error) {
	source := config.Source{Env: []string{"HOME=" + dir, "USER=demo"}}
	for path, value := range map[string]string{"vault": dir, "time_zone": storyZone, "log.level": p.flags.logLevel} {
		if value != "" {
			source.Overrides = append(source.Overrides, config.Override{Path: path, Value: value})
		}
	}
	return config.Load(source)
}

// tell goes through the story.
func (p *program) tell(ctx context.Context, s *connection) error {
	zone, err := time.LoadLocation(storyZone)
	if err != nil {
		return err
	}
	now, err := parseNow(storyTime, zone)
	if err != nil {
		return err
	}
	worst := exitDone
	for i, scene := range story {
		if err := p.title(scene, now); err != nil {
			return err
		}
		input := &orchestratorv1.Input{
			Text: scene.text, Now: timestamppb.New(now), TimeZone: storyZone,
		}
		report, err := p.perform(ctx, s, input)
		if err != nil {
			return err
		}
		if code := p.finish(ctx, p.presentScene(report, i == len(story)-1)); code != exitDone {
			worst = code
		}
		now = now.Add(storyPace)
	}
	if worst != exitDone {
		return exitError{worst}
	}
	if p.flags.json() || p.flags.quiet {
		return nil
	}
	return p.print("\n\n" + storyEnd)
}

func (p *program) title(s scene, now time.Time) error {
	if p.flags.json() {
		return nil
	}
	style := p.outStyle
	return p.print(fmt.Sprintf("%s\n%s %s\n\n", style.Dim(s.about+", "+now.Format("Mon Jan 2, 15:04")+":"), style.Accent("weft>"), style.Bold(s.text)))
}

// perform runs one input. The walk is part of the show, so its lines go where
// the answers go. Without a person to ask, a question is declined.
func (p *program) perform(ctx context.Context, s *connection, input *orchestratorv1.Input) (*orchestratorv1.RunReport, error) {
	w := &walk{
		status: screen.NewStatus(p.err, p.errStyle, !p.flags.quiet && !p.flags.json()),
		lines:  !p.flags.quiet && !p.flags.json(),
		w:      p.out,
		style:  p.outStyle,
	}
	defer w.end()
	f := &follower{api: s.api(), see: func(e *orchestratorv1.RunEvent) {
		if e.GetStarted() == nil && e.GetEnded() == nil {
			w.see(e)
		}
	}}
	report, err := f.process(ctx, &orchestratorv1.ProcessInputRequest{Input: input, RequestId: ulid.Make().String()})
	w.end()
	if err != nil {
		return nil, err
	}
	if report, err = p.settle(ctx, s, f, w, report); err != nil {
		return nil, err
	}
	if report.GetStatus() != orchestratorv1.RunReport_WAITING {
		return report, nil
	}
	if !p.flags.json() && !p.interactive() {
		if err := p.print("\n" + render.Report(p.outStyle, report) + "(the demo doesn't answer this)\n"); err != nil {
			return nil, err
		}
	}
	_, err = s.api().AnswerRun(ctx, &orchestratorv1.AnswerRunRequest{
		RunId: f.run, InterruptId: report.GetInterruptId(), Decline: true,
	})
	if err != nil {
		return nil, err
	}
	report, err = f.watch(ctx, f.run, f.last+1)
	w.end()
	return report, err
}

func (p *program) presentScene(r *orchestratorv1.RunReport, last bool) error {
	if p.flags.json() {
		line, err := render.Line(r)
		if err != nil {
			return err
		}
		if err := p.print(string(line) + "\n"); err != nil {
			return err
		}
		return outcome(r)
	}
	if err := p.print("\n"); err != nil {
		return err
	}
	outcome := p.present(r)
	if !last {
		outcome = errors.Join(outcome, p.print("\n\n"))
	}
	return outcome
}
