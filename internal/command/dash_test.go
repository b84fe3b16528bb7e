package command

import (
	"io"
	"slices"
	"strings"
	"testing"
)

func TestAnItemOfAListAndANumberBelow0AreNoFlags(t *testing.T) {
	t.Parallel()
	root := newProgram(wired{}, strings.NewReader(""), io.Discard, io.Discard, nil).rootCommand()
	for _, c := range []struct{ in, want []string }{
		{[]string{"- [ ] buy milk"}, []string{"--", "- [ ] buy milk"}},
		{[]string{"log", "- [ ] buy milk", "--json"}, []string{"log", "--json", "--", "- [ ] buy milk"}},
		{[]string{"log", "--date", "- x"}, []string{"log", "--date", "- x"}},
		{[]string{"log", "--", "- x"}, []string{"log", "--", "- x"}},
		{[]string{"roadmaps", "shift", "last", "-30", "--why=ill"}, []string{"roadmaps", "shift", "last", "--why=ill", "--", "-30"}},
		{[]string{"roadmaps", "shift", "last", "--why=ill", "-30"}, []string{"roadmaps", "shift", "last", "--why=ill", "--", "-30"}},
		{[]string{"log", "--context", "-3"}, []string{"log", "--context", "-3"}},
		{[]string{"log", "-h"}, []string{"log", "-h"}},
		{[]string{"log", "cold", "-5", "to", "-3", "degrees"}, []string{"log", "cold", "--", "-5", "to", "-3", "degrees"}},
		{[]string{"log", "-5", "degrees", "--thread", "winter", "outside"}, []string{"log", "--thread", "winter", "--", "-5", "degrees", "outside"}},
		{[]string{"log", "-5.5 degrees this morning"}, []string{"log", "--", "-5.5 degrees this morning"}},
		{[]string{"-5", "degrees"}, []string{"--", "-5", "degrees"}},
		{[]string{"log", "--dry-run", "-5", "degrees", "-o", "json"}, []string{"log", "--dry-run", "-o", "json", "--", "-5", "degrees"}},
	} {
		if got := dashed(root, slices.Clone(c.in)); !slices.Equal(got, c.want) {
			t.Errorf("dashed(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestATextBehindACommandOfAConversationStaysAsItIs(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		"log temp was -5 at 8":          {"log", "--", "temp was -5 at 8"},
		"log Ann -- Bob":                {"log", "--", "Ann -- Bob"},
		"log ran 5 km --steps 8000":     {"log", "--", "ran 5 km --steps 8000"},
		`ask two   spaces "a   b"`:      {"ask", "--", `two   spaces "a   b"`},
		"log -5 degrees":                {"log", "--", "-5 degrees"},
		"log - [ ] milk":                {"log", "--", "- [ ] milk"},
		"log --thread winter 5 degrees": {"log", "--thread", "winter", "5", "degrees"},
		"log":                           {"log"},
		"entries 2026-02-03 --json":     {"entries", "2026-02-03", "--json"},
		"reply run_1 two\nlines":        {"reply", "--", "run_1 two\nlines"},
	} {
		if got := commandWords(in); !slices.Equal(got, want) {
			t.Errorf("commandWords(%q) = %q, want %q", in, got, want)
		}
	}
}
