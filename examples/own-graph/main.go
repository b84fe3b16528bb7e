// Command parcels is a Weft with a graph, an agent, a tool and a domain of its own.
package main

import (
	"os"

	"example.com/parcels/post"
	"github.com/weft-mesh/weft/extension"
)

func main() {
	os.Exit(extension.RunCommandLine(extension.Mesh{Graphs: post.Graphs, Agents: post.Agents(), Tools: post.Tools(), Domains: post.Domains()}))
}
