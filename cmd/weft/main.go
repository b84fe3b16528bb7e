// Command weft is the whole of Weft in one binary: a command line for a person
// with a vault of notes, and a server of any or all roles of the mesh.
//
// docs/cli.md describes the commands, their output and their exit codes.
package main

import (
	"os"

	"github.com/weft-mesh/weft/extension"
)

// version is set for releases: -ldflags "-X main.version=v1.2.3".
var version string

func main() { os.Exit(extension.RunCommandLine(extension.Mesh{Version: version})) }
