// Command docgraph writes the picture of the note graph into docs/architecture.md,
// between its markers, so that the picture can't drift from the table.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/weft-mesh/weft/orchestrator/notegraph"
)

const (
	page  = "docs/architecture.md"
	begin = "<!-- graph notes: written by make generate -->\n"
	end   = "<!-- end of graph notes -->\n"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "docgraph:", err)
		os.Exit(1)
	}
}

func run() error {
	g, err := notegraph.New(notegraph.Deps{}, notegraph.Config{LoopMax: 2})
	if err != nil {
		return err
	}
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no markers for the graph", page)
	}
	text := before + begin + "```mermaid\n" + g.Mermaid() + "```\n" + end + after
	if text == string(data) {
		return nil
	}
	return os.WriteFile(page, []byte(text), 0o644)
}
