package main

import (
	"slices"
	"testing"
)

func TestAnItemOfAListIsTextAndNotAFlag(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want []string }{
		{[]string{"- [ ] buy milk"}, []string{"--", "- [ ] buy milk"}},
		{[]string{"log", "- [ ] buy milk", "--json"}, []string{"log", "--json", "--", "- [ ] buy milk"}},
		{[]string{"log", "--date", "- x"}, []string{"log", "--date", "- x"}},
		{[]string{"log", "--", "- x"}, []string{"log", "--", "- x"}},
		{[]string{"log", "-h"}, []string{"log", "-h"}},
	} {
		if got := dashed(slices.Clone(c.in)); !slices.Equal(got, c.want) {
			t.Errorf("dashed(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}
