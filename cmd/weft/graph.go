package main

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/spf13/cobra"
)

func (p *program) graphCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:     "graph",
		Short:   "Print the state graph that runs walk",
		Example: "  weft graph notes --format mermaid",
	}, p.graphNotesCommand())
}

func (p *program) graphNotesCommand() *cobra.Command {
	formats := []string{"mermaid", "dot", "json"}
	var format string
	c := &cobra.Command{
		Use:   "notes",
		Short: "Print the graph of notes and questions",
		Example: `  weft graph notes
  weft graph notes --format dot | dot -Tsvg > notes.svg`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains(formats, format) {
				return usage("--format %q: want mermaid, dot or json", format)
			}
			if p.flags.json() && !cmd.Flags().Changed("format") {
				format = "json"
			}
			c, err := p.settings()
			if err != nil {
				return err
			}
			g, err := p.mesh.noteGraph(c)
			if err != nil {
				return err
			}
			out, err := graphAs(g, format)
			if err != nil {
				return err
			}
			return p.print(out)
		},
	}
	c.Flags().StringVar(&format, "format", "mermaid", "`format`: mermaid, dot or json")
	complete(c, "format", formats...)
	return c
}

// A graph can print itself.
type graph interface {
	Mermaid() string
	DOT() string
	JSON() ([]byte, error)
}

func graphAs(g graph, format string) (string, error) {
	switch format {
	case "mermaid":
		return ended(g.Mermaid()), nil
	case "dot":
		return ended(g.DOT()), nil
	}
	raw, err := g.JSON()
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return "", err
	}
	return ended(out.String()), nil
}

// ended returns a text that ends with exactly one line break.
func ended(text string) string {
	return string(bytes.TrimRight([]byte(text), "\n")) + "\n"
}
