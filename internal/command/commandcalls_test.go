package command

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/proto/weftapi"
)

// The page has each command once: with the calls that do the same, or among those that have
// none.
func TestThePageHasTheCallOfEachCommand(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## Commands and their calls\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, table, _ := strings.Cut(section, "|---|---|\n") // what is above it names commands in words
	methods := map[string]bool{}
	for _, m := range weftapi.Methods() {
		methods[string(m.Name())] = true
	}
	listed := map[string]int{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		for _, m := range regexp.MustCompile("`weft ([^`]+)`").FindAllStringSubmatch(cells[0], -1) {
			listed[m[1]]++
		}
		if len(cells) < 2 {
			continue
		}
		calls := regexp.MustCompile(`\b[A-Z]\w+`).FindAllString(cells[1], -1)
		for _, call := range calls {
			if !methods[call] {
				t.Errorf("%s is no call of the API: %s", call, line)
			}
		}
		if len(calls) == 0 {
			t.Errorf("no call: %s", line)
		}
	}
	// Commands that do something by themselves beside the commands below them.
	commands := []string{"entries"}
	for _, leaf := range leaves(newProgram(&played{}, nil, nil, nil, nil).rootCommand()) {
		commands = append(commands, strings.Join(leaf, " "))
	}
	for _, c := range commands {
		if listed[c] != 1 {
			t.Errorf("docs/api.md has weft %s %d times", c, listed[c])
		}
	}
	for c := range listed {
		if !slices.Contains(commands, c) {
			t.Errorf("docs/api.md has weft %s, which is no command", c)
		}
	}
}
