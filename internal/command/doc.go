// Package command is the command line of Weft, for its own binary and for those of other
// modules that bring graphs of their own.
//
// Every command that works with notes is a client of the public gRPC API. The
// server behind it is the one that --server names, or the one that holds the
// vault, or one that lives in this process for as long as the command does.
package command
