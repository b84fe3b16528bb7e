// Command weft is the whole of Weft in one binary: a command line for a person
// with a vault of notes, and a server of any or all roles of the mesh.
//
// Every command that works with notes is a client of the public gRPC API. The
// server behind it is the one that --server names, or the one that holds the
// vault, or one that lives in this process for as long as the command does.
//
// docs/cli.md describes the commands, their output and their exit codes.
package main
