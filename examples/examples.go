// Package examples carries the examples inside the binary, so that the demos need no
// download.
package examples

import (
	"embed"
	"io/fs"
)

//go:embed vault plans planning
var files embed.FS

// Vault returns the example vault: ten weeks of one person's notes.
func Vault() fs.FS { return folder("vault") }

// Plans returns a plan to send an invoice to a client, and a vault with a note on them.
func Plans() fs.FS { return folder("plans") }

// Planning returns a made-up calendar to plan around, and a conference that comes up later.
func Planning() fs.FS { return folder("planning") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the folders are named above
	}
	return sub
}
