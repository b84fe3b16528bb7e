// Command weft is a Weft that also walks the graphs of package payments.
package main

import (
	"os"

	"github.com/weft-mesh/weft/extension"
	"github.com/weft-mesh/weft/test/payments"
)

func main() { os.Exit(extension.RunCommandLine(extension.Mesh{Graphs: payments.Graphs})) }
