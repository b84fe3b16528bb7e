// Command docgraph writes the pictures of the graphs into docs/architecture.md, between
// their markers, so that a picture can't drift from its table.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
)

const page = "docs/architecture.md"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "docgraph:", err)
		os.Exit(1)
	}
}

func run() error {
	graphs, err := app.Graphs(config.Default())
	if err != nil {
		return err
	}
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	text := string(data)
	for _, g := range graphs {
		if text, err = put(text, g.Name(), g.Mermaid()); err != nil {
			return err
		}
	}
	if text == string(data) {
		return nil
	}
	return os.WriteFile(page, []byte(text), 0o644)
}

// put puts the picture of a graph between its markers.
func put(text, name, picture string) (string, error) {
	begin := fmt.Sprintf("<!-- graph %s: written by make generate -->\n", name)
	end := fmt.Sprintf("<!-- end of graph %s -->\n", name)
	before, rest, ok := strings.Cut(text, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return "", fmt.Errorf("%s has no markers for the graph %s", page, name)
	}
	return before + begin + "```mermaid\n" + picture + "```\n" + end + after, nil
}
