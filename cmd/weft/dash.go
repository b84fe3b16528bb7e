package main

import (
	"slices"
	"strings"
)

// dashed puts text that begins with a dash and a blank, as the items of a list do,
// behind the mark that ends the flags. Behind a flag it may be the flag's value, and
// stays.
func dashed(args []string) []string {
	if slices.Contains(args, "--") {
		return args
	}
	var out, text []string
	for i, arg := range args {
		if strings.HasPrefix(arg, "- ") && (i == 0 || !strings.HasPrefix(args[i-1], "-") || strings.HasPrefix(args[i-1], "- ")) {
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
