// Command gendocs writes what the docs have from the code, between their markers, so that it
// can't drift: the pictures of the graphs, and the table of the calls of the public API.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/orchestrator/gateway"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

func run() error {
	graphs, err := app.Additions{}.AllGraphs(config.Default())
	if err != nil {
		return err
	}
	pictures := map[string]string{}
	for _, g := range graphs {
		pictures["graph "+g.Name()] = "```mermaid\n" + g.Mermaid() + "```\n"
	}
	if err := writeParts("docs/architecture.md", pictures); err != nil {
		return err
	}
	return writeParts("docs/api.md", map[string]string{"table of calls": tableOfCalls(weftapi.Methods())})
}

// tableOfCalls lists methods as their contracts describe them.
func tableOfCalls(methods []weftapi.Method) string {
	var b strings.Builder
	b.WriteString("| service | call | over HTTP | scope | again |\n|---|---|---|---|---|\n")
	for _, m := range methods {
		r := gateway.RouteOf(m)
		scope := strings.ToLower(strings.TrimPrefix(m.Rules.GetScope().String(), "SCOPE_"))
		if m.Rules.GetMayNeedApprove() {
			scope += ", approve"
		}
		fmt.Fprintf(&b, "| %s | %s | `%s %s` | %s | %s |\n",
			strings.TrimSuffix(string(m.Parent().Name()), "Service"), m.Name(), r.Method, r.Path, scope, whatRepeatingDoes(m))
	}
	return b.String()
}

// whatRepeatingDoes says whether a call may be made again when its answer was lost.
func whatRepeatingDoes(m weftapi.Method) string {
	switch {
	case m.OnlyReads():
		return "reads"
	case m.IsIdempotent():
		return "same effect"
	case m.Input().Fields().ByName("request_id") != nil:
		return "with its id"
	}
	return "look first"
}

// writeParts puts texts between the markers of a page.
func writeParts(page string, parts map[string]string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	text := string(data)
	for name, part := range parts {
		begin := fmt.Sprintf("<!-- %s: written by make generate -->\n", name)
		end := fmt.Sprintf("<!-- end of %s -->\n", name)
		before, rest, ok := strings.Cut(text, begin)
		_, after, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			return fmt.Errorf("%s has no markers for the %s", page, name)
		}
		text = before + begin + part + end + after
	}
	if text == string(data) {
		return nil
	}
	return os.WriteFile(page, []byte(text), 0o644)
}
