package main

import (
	"regexp"
	"slices"
	"strings"
)

// negative is a number below 0. No flag is called by a digit.
var negative = regexp.MustCompile(`^-[0-9]+$`)

func aside(arg string) bool { return strings.HasPrefix(arg, "- ") || negative.MatchString(arg) }

// dashed puts text that begins with a dash and a blank, as the items of a list do, and numbers
// below 0 behind the mark that ends the flags. Behind a flag it may be the flag's value, and
// stays.
func dashed(args []string) []string {
	if slices.Contains(args, "--") {
		return args
	}
	var out, text []string
	for i, arg := range args {
		if aside(arg) && (i == 0 || !strings.HasPrefix(args[i-1], "-") || strings.Contains(args[i-1], "=") || aside(args[i-1])) {
			text = append(text, arg)
		} else {
			out = append(out, arg)
		}
	}
	if len(text) == 0 {
		return args
	}
	return append(append(out, "--"), text...)
}
