package command

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// negative is what begins with a number below 0. No flag is called by a digit.
var negative = regexp.MustCompile(`^-[.,]?[0-9]`)

func aside(arg string) bool { return strings.HasPrefix(arg, "- ") || negative.MatchString(arg) }

// dashed puts text that begins with a dash and a blank, as the items of a list do, or with a
// number below 0 behind the mark that ends the flags, with all words of the text that follow
// it: "cold -5 to -3 degrees --thread winter". Behind a flag it may be the flag's value, and
// stays.
func dashed(root *cobra.Command, args []string) []string {
	if slices.Contains(args, "--") || !slices.ContainsFunc(args, aside) {
		return args
	}
	command, _, err := root.Find(args)
	if err != nil {
		command = root
	}
	var out, text []string
	for i, arg := range args {
		value := i > 0 && !aside(args[i-1]) && wantsValue(command, args[i-1])
		switch {
		case value, !aside(arg) && (len(text) == 0 || strings.HasPrefix(arg, "-") && len(arg) > 1):
			out = append(out, arg)
		default:
			text = append(text, arg)
		}
	}
	if len(text) == 0 {
		return args
	}
	return append(append(out, "--"), text...)
}

// wantsValue reports whether an argument is a flag of a command whose value is the next one.
// A flag that the command does not have may be one.
func wantsValue(command *cobra.Command, arg string) bool {
	if !strings.HasPrefix(arg, "-") || len(arg) < 2 || strings.Contains(arg, "=") {
		return false
	}
	name := strings.TrimLeft(arg, "-")
	flag := command.Flag(name)
	if !strings.HasPrefix(arg, "--") {
		flag = command.Flags().ShorthandLookup(name[len(name)-1:])
		if flag == nil {
			flag = command.InheritedFlags().ShorthandLookup(name[len(name)-1:])
		}
	}
	return flag == nil || flag.NoOptDefVal == ""
}
