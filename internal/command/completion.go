package command

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// completable cleans the words that a shell wants completed: what is wrong with
// them cobra writes to the standard error of the process, past our streams.
func completable(args []string) []string {
	if len(args) == 0 || (args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd) {
		return args
	}
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = screen.Clean(arg)
	}
	return out
}

func (p *program) completionCommand() *cobra.Command {
	shells := map[string]func(*cobra.Command, io.Writer) error{
		"bash": func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":  func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) },
		"fish": func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell": func(root *cobra.Command, w io.Writer) error {
			return root.GenPowerShellCompletionWithDesc(w)
		},
	}
	names := []cobra.Completion{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a shell completion script",
		Long:  "Prints a script that makes bash, zsh, fish or PowerShell complete Weft's commands.",
		Example: `  source <(weft completion bash)
  weft completion zsh > "${fpath[1]}/_weft"
  weft completion fish > ~/.config/fish/completions/weft.fish
  weft completion powershell | Out-String | Invoke-Expression`,
		Args:              between(1, 1, "a shell: bash, zsh, fish or powershell"),
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			generate, ok := shells[args[0]]
			if !ok {
				return usage("there is no completion for %q; use bash, zsh, fish or powershell", args[0])
			}
			return generate(cmd.Root(), p.out)
		},
	}
}
