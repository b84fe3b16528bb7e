package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/kit/slip"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	groupNotes = "notes"
	groupRuns  = "runs"
	groupGoals = "goals"
	groupServe = "serve"
	groupSetup = "setup"
)

func (p *program) rootCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "weft [TEXT…]",
		Short: "Ask your notes; get answers that cite them",
		Long: `Weft keeps your notes and answers questions about them. Every answer cites the
notes behind it.

  weft TEXT       keep a note, ask a question, or both: Weft can tell which
  weft            start a conversation
  weft demo       see it all on an example vault, with no setup

Notes are Markdown files in a folder of yours, the vault. If a server runs on
the vault, commands use it; otherwise each command does its own work.`,
		Example: `  weft "bench press 3x5 at 80 kg, felt heavy"
  weft "why did bench press feel heavy last week?"
  weft ask "how did I sleep this month?" -o json
  echo "slept 6 h" | weft log -`,
		Args: cobra.ArbitraryArgs,
		RunE: p.runText,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			err := p.flags.check()
			p.started = err == nil
			return err
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	c.CompletionOptions.DisableDefaultCmd = true // completionCommand is ours
	c.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("%s; see \"%s --help\"", flagMistake(err), cmd.CommandPath())
	})
	p.flags.register(c.PersistentFlags())
	completeGlobals(c)
	p.conversationFlags(c)
	c.Flags().BoolVar(&p.flags.version, "version", false, "print the version of Weft")
	c.AddGroup(
		&cobra.Group{ID: groupNotes, Title: "Notes and questions:"},
		&cobra.Group{ID: groupRuns, Title: "Runs:"},
		&cobra.Group{ID: groupGoals, Title: "Goals:"},
		&cobra.Group{ID: groupServe, Title: "Servers:"},
		&cobra.Group{ID: groupSetup, Title: "Setup:"},
	)
	add(c, groupNotes, p.askCommand(), p.reasonCommand(), p.logCommand(), p.searchCommand(), p.entriesCommand(), p.tasksCommand(),
		p.contextCommand(), p.reflectCommand(), p.importCommand(), p.reindexCommand(), p.explainCommand(), p.demoCommand())
	add(c, groupRuns, p.runsCommand(), p.threadsCommand(), p.replyCommand(), p.pausesCommand(), p.answerCommand(), p.planCommand(), p.plansCommand(), p.approvalsCommand(), p.schedulesCommand(), p.graphCommand())
	add(c, groupGoals, p.goalCommand(), p.roadmapsCommand(), p.todayCommand(), p.weekCommand(), p.calendarsCommand())
	add(c, groupServe, p.upCommand(), p.serveCommand())
	add(c, groupSetup, p.configureCommand(), p.configCommand(), p.certsCommand(), p.keysCommand(), p.auditCommand(), p.webhooksCommand(), p.toolsCommand(), p.storeCommand(), p.domainsCommand(), p.modelsCommand(), p.doctorCommand(), p.completionCommand(), p.versionCommand())
	c.SetHelpCommand(helpCommand(c))
	c.SetHelpCommandGroupID(groupSetup)
	c.AddCommand(helpTopics()...)
	c.SetUsageFunc(printUsage(c.UsageFunc(), p.outStyle.Fit))
	return c
}

func add(parent *cobra.Command, group string, commands ...*cobra.Command) {
	for _, c := range commands {
		c.GroupID = group
		parent.AddCommand(c)
	}
}

// runText takes text without a command: a conversation if there is none, else
// an input of which the router decides what it is.
func (p *program) runText(cmd *cobra.Command, args []string) error {
	if p.flags.version {
		return p.printVersion()
	}
	if len(args) == 0 {
		if p.flags.requestID != "" {
			return usage("--request-id needs a text: it is for one input, not for a conversation")
		}
		return p.converse(cmd.Context())
	}
	if asTyped(cmd, args) {
		return p.handle(cmd.Context(), commonv1.InputType_INPUT_TYPE_UNSPECIFIED, args)
	}
	if near := nearest(args[0], cmd, func(string) int { return 1 }); near != nil {
		return suggestCommand(args, near)
	}
	return p.handleWord(cmd.Context(), cmd, args)
}

// telling is how many letters a command has that may have two slips.
const telling = 5

// nearest returns the command that a word was probably meant to be, nil if it
// resembles none. slips is how many a name may have.
func nearest(word string, parent *cobra.Command, slips func(name string) int) *cobra.Command {
	var best *cobra.Command
	least, shared := 0, 0
	word = strings.ToLower(word)
	for _, c := range parent.Commands() {
		for _, name := range append(slices.Clone(c.Aliases), c.Name()) {
			d, same := slip.Distance(word, name), sharedPrefix(word, name)
			if len(name) > 2 && d <= slips(name) && (best == nil || d < least || d == least && same > shared) {
				best, least, shared = c, d, same
			}
		}
	}
	return best
}

// sharedPrefix returns how many bytes two words begin with alike.
func sharedPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// slips returns how many slips the name of a command under another may have.
func slips(name string) int {
	if len(name) < telling {
		return 1
	}
	return 2
}

// group returns a command that only holds others.
func group(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		if near := nearest(args[0], cmd, slips); near != nil {
			return usage("%q has no command %q; did you mean \"%s\"?", cmd.CommandPath(), args[0], near.CommandPath())
		}
		return usage("%q has no command %q; see \"%s --help\"", cmd.CommandPath(), args[0], cmd.CommandPath())
	}
	c.AddCommand(commands...)
	return c
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%q takes no arguments, but got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// between accepts a number of arguments and otherwise says what is missing.
func between(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usage("%q needs %s; see \"%s --help\"", cmd.CommandPath(), what, cmd.CommandPath())
		case most >= 0 && len(args) > most:
			return usage("%q got too many arguments; it takes %s", cmd.CommandPath(), what)
		}
		return nil
	}
}
