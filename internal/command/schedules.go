package command

import (
	"context"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/spf13/cobra"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/anypb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) schedulesCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "schedules",
		Short: "Start runs at times",
		Long: `A schedule starts a run at each time of a cron expression: a question or a note,
or a run of any graph. A running server starts them (weft up). Of the times at
which none was there one run starts, unless --missed says otherwise.`,
		Example: `  weft schedules add "30 7 * * mon-fri" "What is due today?"
  weft schedules add "@hourly" --graph replan --input '{"occasion":"MORNING"}'
  weft schedules ls
  weft schedules next "0 9 1 * *" --zone Europe/Berlin`,
	}, p.schedulesAddCommand(), p.schedulesListCommand(), p.schedulesShowCommand(), p.schedulesUpdateCommand(), p.schedulesPauseCommand(true),
		p.schedulesPauseCommand(false), p.schedulesRunCommand(), p.schedulesRemoveCommand(), p.schedulesNextCommand())
}

// A scheduleWords is what the flags of a schedule say.
type scheduleWords struct {
	graph, input, thread, description, overlap, missed string
	zone                                               string
	labels                                             map[string]string
	paused                                             bool
}

// register adds the flags of what a schedule starts and how.
func (w *scheduleWords) register(c *cobra.Command) {
	zoneFlag(c, &w.zone)
	c.Flags().StringVar(&w.graph, "graph", "", "start runs of the graph with this `name`, in place of a text (weft graph ls lists them)")
	c.Flags().StringVar(&w.input, "input", "", "what those runs begin with, as `JSON` of the graph's input type (weft graph show NAME)")
	c.Flags().StringVar(&w.thread, "thread", "", "each run is a turn of the conversation with this `name`")
	c.Flags().StringVar(&w.description, "description", "", "what the schedule is for, a `text`")
	c.Flags().StringToStringVar(&w.labels, "label", nil, "label the schedule and its runs, as `key=value`; repeatable")
	c.Flags().StringVar(&w.overlap, "overlap", "", "at a time at which the run before has not ended: `skip` it, queue it, or replace the one before")
	c.Flags().StringVar(&w.missed, "missed", "", "of times at which no server was there: run `once`, skip them, or run all of them")
	for flag, words := range map[string][]string{"overlap": {"skip", "queue", "replace"}, "missed": {"once", "skip", "all"}} {
		complete(c, flag, words...)
	}
	for _, flag := range []string{"graph", "input", "thread", "description", "label"} {
		complete(c, flag)
	}
}

// zoneFlag adds the flag of the time zone that a cron expression is meant in.
func zoneFlag(c *cobra.Command, zone *string) {
	c.Flags().StringVar(zone, "zone", "", "the time zone of the expression, an IANA `name` such as Europe/Berlin (default: yours)")
	complete(c, "zone")
}

// choices reads the words of --overlap and --missed.
func (w *scheduleWords) choices() (o orchestratorv1.ScheduleOverlap, m orchestratorv1.ScheduleMissed, err error) {
	if w.overlap != "" {
		o = orchestratorv1.ScheduleOverlap(orchestratorv1.ScheduleOverlap_value["SCHEDULE_OVERLAP_"+strings.ToUpper(w.overlap)])
		if o == 0 {
			return o, m, usage("--overlap %q: use skip, queue or replace", w.overlap)
		}
	}
	if w.missed != "" {
		is, known := map[string]orchestratorv1.ScheduleMissed{
			"once": orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_RUN_ONCE,
			"skip": orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_SKIP,
			"all":  orchestratorv1.ScheduleMissed_SCHEDULE_MISSED_RUN_ALL,
		}[w.missed]
		if m = is; !known {
			return o, m, usage("--missed %q: use once, skip or all", w.missed)
		}
	}
	return o, m, nil
}

// starts returns what is to be started, a text or a run of a graph; neither if nothing is named.
func (w *scheduleWords) starts(ctx context.Context, s *connection, text string) (*orchestratorv1.Input, *orchestratorv1.ScheduledRun, error) {
	switch {
	case w.graph == "" && w.input != "":
		return nil, nil, usage("--input needs --graph NAME")
	case w.graph != "" && text != "":
		return nil, nil, usage("give a text, or --graph with --input, not both")
	case w.graph == "" && text == "":
		return nil, nil, nil
	case w.graph == "":
		return &orchestratorv1.Input{Text: text, ThreadId: w.thread}, nil, nil
	}
	listed, err := s.api().ListGraphs(ctx, &orchestratorv1.ListGraphsRequest{Name: w.graph})
	if err != nil {
		return nil, nil, err
	}
	input, err := inputOfType(listed, w.input)
	if err != nil {
		return nil, nil, err
	}
	return nil, &orchestratorv1.ScheduledRun{Graph: w.graph, Input: input, ThreadId: w.thread}, nil
}

// inputOfType reads an input of a graph from JSON. Its type need not be said there.
func inputOfType(listed *orchestratorv1.ListGraphsResponse, text string) (*anypb.Any, error) {
	if strings.TrimSpace(text) == "" {
		text = "{}"
	}
	out := &anypb.Any{}
	if strings.Contains(text, `"@type"`) || len(listed.GetGraphs()) == 0 {
		if err := protojson.Unmarshal([]byte(text), out); err != nil {
			return nil, usage("--input: %v", err)
		}
		return out, nil
	}
	return messageOf("--input", listed.GetGraphs()[0].GetInput().GetType(), text)
}

func (p *program) schedulesAddCommand() *cobra.Command {
	words, req := &scheduleWords{}, &orchestratorv1.CreateScheduleRequest{}
	c := &cobra.Command{
		Use:   "add CRON [TEXT]",
		Short: "Have runs started at times",
		Long: `Makes a schedule. CRON has five fields: minute, hour, day of month, month, day of
week; or is @hourly, @daily, @weekly, @monthly or @yearly. Its times are meant in
your time zone, or in that of --zone. TEXT is asked or kept each time, as by
"weft TEXT"; --graph starts runs of a graph instead. weft runs ls --label
weft/schedule=ID lists the runs.`,
		Example: `  weft schedules add "30 7 * * mon-fri" "What is due today?"
  weft schedules add "0 18 * * *" "How long did I work today?" --thread evening
  weft schedules add "0 6 * * *" --graph replan --input '{"occasion":"MORNING"}' --overlap replace
  weft schedules add "@weekly" "What did I finish this week?" --missed skip --paused`,
		Args: between(1, -1, "a cron expression in quotes, and a text"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			zone, err := p.zoneOf(words.zone)
			if err != nil {
				return err
			}
			if req.Overlap, req.Missed, err = words.choices(); err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			input, run, err := words.starts(cmd.Context(), s, strings.Join(args[1:], " "))
			switch {
			case err != nil:
				return err
			case input != nil:
				req.Starts = &orchestratorv1.CreateScheduleRequest_Input{Input: input}
			case run != nil:
				req.Starts = &orchestratorv1.CreateScheduleRequest_Run{Run: run}
			default:
				return usage("what is to be started? Give a text, or --graph NAME with --input JSON")
			}
			req.Cron, req.TimeZone, req.Description, req.Labels = args[0], zoneName(zone), words.description, words.labels
			req.Paused, req.RequestId = words.paused, ulid.Make().String()
			made, err := s.api().CreateSchedule(cmd.Context(), req)
			if err != nil {
				return err
			}
			if s.inProcess() && !p.flags.json() {
				p.notice("note: its runs start while a server runs on this vault: weft up")
			}
			return p.printMessage(made, func() string { return render.RunSchedule(p.outStyle, made.GetSchedule(), zone) })
		},
	}
	words.register(c)
	c.Flags().BoolVar(&words.paused, "paused", false, "make it paused")
	return c
}

// zoneName is the name of a time zone for the API; "", which is the server's setting, if it is
// known by no name.
func zoneName(zone *time.Location) string {
	if zone == time.Local {
		return ""
	}
	return zone.String()
}

func (p *program) schedulesUpdateCommand() *cobra.Command {
	words, req := &scheduleWords{}, &orchestratorv1.UpdateScheduleRequest{}
	var cron string
	c := &cobra.Command{
		Use:   "update ID [TEXT]",
		Short: "Change the times of a schedule, or what it starts and how",
		Long: `Changes what the flags name, and TEXT if there is one; all else stays. Its next
time is one after now.`,
		Example: `  weft schedules update 01M83T9E6VY4AJ3PGTP1677Z84 --cron "0 8 * * mon-fri"
  weft schedules update 01M83T9E6VY4AJ3PGTP1677Z84 "What is overdue?" --missed skip
  weft schedules update 01M83T9E6VY4AJ3PGTP1677Z84 --cron @daily --zone America/New_York`,
		Args: between(1, -1, "the ID of a schedule, and a text"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if req.Overlap, req.Missed, err = words.choices(); err != nil {
				return err
			}
			req.ScheduleId, req.Labels = args[0], words.labels
			for flag, to := range map[string]struct {
				field **string
				value *string
			}{"cron": {&req.Cron, &cron}, "zone": {&req.TimeZone, &words.zone}, "description": {&req.Description, &words.description}} {
				if cmd.Flags().Changed(flag) {
					*to.field = to.value
				}
			}
			return p.updateSchedule(cmd.Context(), req, words, strings.Join(args[1:], " "))
		},
	}
	words.register(c)
	c.Flags().StringVar(&cron, "cron", "", "when it starts runs from now on, a cron `expression`")
	c.Flags().BoolVar(&req.ClearLabels, "clear-labels", false, "it has no labels from now on")
	c.MarkFlagsMutuallyExclusive("label", "clear-labels")
	complete(c, "cron")
	return c
}

// schedulesPauseCommand is the command that pauses a schedule, or the one that has it go on.
func (p *program) schedulesPauseCommand(paused bool) *cobra.Command {
	c := &cobra.Command{
		Use:     "resume ID",
		Short:   "Have a schedule go on with its first time after now",
		Example: `  weft schedules resume 01M83T9E6VY4AJ3PGTP1677Z84`,
	}
	if paused {
		c.Use, c.Short = "pause ID", "Pause a schedule: it starts nothing until it is resumed"
		c.Long = `Pauses a schedule. Its runs that wait to begin are dropped, and times that come
meanwhile are not made up for.`
		c.Example = `  weft schedules pause 01M83T9E6VY4AJ3PGTP1677Z84`
	}
	c.Args = between(1, 1, "the ID of a schedule")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		return p.updateSchedule(cmd.Context(), &orchestratorv1.UpdateScheduleRequest{ScheduleId: args[0], Paused: &paused}, &scheduleWords{}, "")
	}
	return c
}

// updateSchedule changes a schedule and prints how it is then.
func (p *program) updateSchedule(ctx context.Context, req *orchestratorv1.UpdateScheduleRequest, words *scheduleWords, text string) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	input, run, err := words.starts(ctx, s, text)
	switch {
	case err != nil:
		return err
	case input != nil:
		req.Starts = &orchestratorv1.UpdateScheduleRequest_Input{Input: input}
	case run != nil:
		req.Starts = &orchestratorv1.UpdateScheduleRequest_Run{Run: run}
	}
	changed, err := s.api().UpdateSchedule(ctx, req)
	if err != nil {
		return err
	}
	return p.printMessage(changed, func() string { return render.RunSchedule(p.outStyle, changed.GetSchedule(), zone) })
}
