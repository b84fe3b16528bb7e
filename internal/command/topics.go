package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// printUsage prints what standard prints, with help topics by what one types after
// "weft help". A template would say it shorter; but where a program fills in
// templates of the standard library, the linker keeps every exported method of
// everything, which are eight megabytes.
func printUsage(standard func(*cobra.Command) error, fit func(string) string) func(*cobra.Command) error {
	return func(c *cobra.Command) error {
		to, text := c.OutOrStderr(), &strings.Builder{}
		c.SetOut(text)
		defer c.SetOut(to)
		if err := standard(c); err != nil {
			return err
		}
		if !c.HasHelpSubCommands() {
			_, err := fmt.Fprint(to, fit(text.String()))
			return err
		}
		before, topics, _ := strings.Cut(text.String(), "Additional help topics:")
		_, err := fmt.Fprint(to, fit(before), `More help ("weft help TOPIC"):`, strings.ReplaceAll(topics, "\n  "+c.CommandPath()+" ", "\n  "))
		return err
	}
}

// helpCommand returns "weft help", which refuses a topic that there is not.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Show help on a command or topic",
		Example: `  weft help runs watch
  weft help exit-codes`,
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				if near := nearest(args[0], root, slips); near != nil {
					return usage("there is no help on %q; did you mean \"weft help %s\"?", strings.Join(args, " "), near.Name())
				}
				return usage("there is no help on %q; \"weft help\" lists the commands and topics", strings.Join(args, " "))
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			if c, rest, err := root.Find(args); err == nil && len(rest) == 0 {
				for _, sub := range c.Commands() {
					names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// helpTopics returns help that belongs to no command.
func helpTopics() []*cobra.Command {
	return []*cobra.Command{
		{
			Use:   "exit-codes",
			Short: "What exit codes mean",
			Long: `Exit codes:

    0  done, including a partial answer, which says what is missing
    1  failed
    2  the command line or the input is not valid
    3  a run is waiting for your answer; give it with "weft reply"; or a plan
       that you follow is waiting for a person: "weft approvals"
    4  there is no such run, entry, plan, webhook or tool
    5  unavailable: the server can't be reached, or a port or the vault is in use
  130  interrupted

With --batch the exit code is 1 if any line failed.`,
		},
		{
			Use:   "environment",
			Short: "Environment variables Weft reads",
			Long: `Environment:

  WEFT_CONFIG      configuration file, like --config
  WEFT_…           any setting: WEFT_VAULT, WEFT_TIME_ZONE, WEFT_API_LISTEN, and
                   so on; flags override them
  WEFT_TOKEN_FILE  file with the server's token, like --token-file
  NO_COLOR         if set, no colors
  TERM=dumb        no colors and no progress line
  COLUMNS          width of the terminal
  XDG_CONFIG_HOME  folder that has weft/config.yaml
  XDG_DATA_HOME    folder that has the default vault
  XDG_STATE_HOME   folder that has the history of "weft"`,
		},
	}
}
