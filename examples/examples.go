// Package examples carries the example vault inside the binary, so that the demo
// needs no download.
package examples

import (
	"embed"
	"io/fs"
)

//go:embed vault
var files embed.FS

// Vault returns the example vault: ten weeks of one person's notes.
func Vault() fs.FS {
	sub, err := fs.Sub(files, "vault")
	if err != nil {
		panic(err) // the folder is named in the line above
	}
	return sub
}
