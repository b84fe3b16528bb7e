package main

import (
	"slices"
	"testing"
)

func TestAnItemOfAListAndANumberBelow0AreNoFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want []string }{
		{[]string{"- [ ] buy milk"}, []string{"--", "- [ ] buy milk"}},
		{[]string{"log", "- [ ] buy milk", "--json"}, []string{"log", "--json", "--", "- [ ] buy milk"}},
		{[]string{"log", "--date", "- x"}, []string{"log", "--date", "- x"}},
		{[]string{"log", "--", "- x"}, []string{"log", "--", "- x"}},
		{[]string{"roadmaps", "shift", "last", "-30", "--why=ill"}, []string{"roadmaps", "shift", "last", "--why=ill", "--", "-30"}},
		{[]string{"roadmaps", "shift", "last", "--why=ill", "-30"}, []string{"roadmaps", "shift", "last", "--why=ill", "--", "-30"}},
		{[]string{"log", "--context", "-3"}, []string{"log", "--context", "-3"}},
		{[]string{"log", "-h"}, []string{"log", "-h"}},
	} {
		if got := dashed(slices.Clone(c.in)); !slices.Equal(got, c.want) {
			t.Errorf("dashed(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}
