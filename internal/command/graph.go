package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/app"
)

func (p *program) graphCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "graph",
		Short: "List, print or check the state graphs that runs follow",
		Example: `  weft graph ls
  weft graph show notes --format mermaid
  weft graph check --against ~/Notes`,
	}, p.graphListCommand(), p.graphShowCommand(), p.graphCheckCommand())
}

// graphs returns the graphs of this build, by name, the newest version first.
func (p *program) graphs() ([]app.Graph, error) {
	c, err := p.settings()
	if err != nil {
		return nil, err
	}
	return p.mesh.graphs(c)
}

func (p *program) graphListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List this build's graphs and their versions",
		Example: "  weft graph ls",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := p.graphs()
			if err != nil {
				return err
			}
			if p.flags.json() {
				return p.printGraphs(all)
			}
			var out strings.Builder
			for _, g := range all {
				fmt.Fprintf(&out, "%s  version %d  %s\n", g.Name(), g.Version(), g.Doc())
				for _, p := range g.Shape().Signals {
					fmt.Fprintf(&out, "    signal %s  %s\n", p.Name, p.Doc)
				}
				for _, p := range g.Shape().Queries {
					fmt.Fprintf(&out, "    query %s  %s\n", p.Name, p.Doc)
				}
			}
			return p.print(out.String())
		},
	}
}

func (p *program) printGraphs(all []app.Graph) error {
	type one struct {
		Name    string `json:"name"`
		Version int32  `json:"version"`
		Doc     string `json:"doc"`

		Signals []app.GraphPort `json:"signals,omitempty"`
		Queries []app.GraphPort `json:"queries,omitempty"`
	}
	list := []one{}
	for _, g := range all {
		list = append(list, one{g.Name(), g.Version(), g.Doc(), g.Shape().Signals, g.Shape().Queries})
	}
	out, err := json.MarshalIndent(struct {
		Graphs []one `json:"graphs"`
	}{list}, "", "  ")
	if err != nil {
		return err
	}
	return p.print(ended(string(out)))
}

func (p *program) graphShowCommand() *cobra.Command {
	formats := []string{"mermaid", "dot", "json"}
	var format string
	var version int32
	c := &cobra.Command{
		Use:   "show NAME",
		Short: "Print a graph",
		Example: `  weft graph show notes
  weft graph show notes --format dot | dot -Tsvg > notes.svg`,
		Args: between(1, 1, "a graph"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(formats, format) {
				return usage("--format %q: use mermaid, dot or json", format)
			}
			if p.flags.json() && !cmd.Flags().Changed("format") {
				format = "json"
			}
			all, err := p.graphs()
			if err != nil {
				return err
			}
			i := slices.IndexFunc(all, func(g app.Graph) bool { return g.Name() == args[0] && (version == 0 || g.Version() == version) })
			if i < 0 {
				return usage("this build has no graph %s; \"weft graph ls\" lists its graphs", asked(args[0], version))
			}
			out, err := graphAs(all[i], format)
			if err != nil {
				return err
			}
			return p.print(out)
		},
	}
	c.Flags().StringVar(&format, "format", "mermaid", "`format`: mermaid, dot or json")
	c.Flags().Int32Var(&version, "version", 0, "`version` to print (default: the newest)")
	complete(c, "format", formats...)
	return c
}

// asked is a graph as it was asked for.
func asked(name string, version int32) string {
	if version == 0 {
		return fmt.Sprintf("%q", name)
	}
	return fmt.Sprintf("%q of version %d", name, version)
}

func graphAs(g app.Graph, format string) (string, error) {
	switch format {
	case "mermaid":
		return ended(g.Mermaid()), nil
	case "dot":
		return ended(g.DOT()), nil
	}
	out, err := json.MarshalIndent(g.Shape(), "", "  ")
	return ended(string(out)), err
}

// ended returns a text that ends with exactly one line break.
func ended(text string) string {
	return string(bytes.TrimRight([]byte(text), "\n")) + "\n"
}
