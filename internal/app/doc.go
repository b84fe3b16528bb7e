// Package app builds the mesh: which role is made of what, in plain Go. It is
// the only place that knows every package.
//
// A mesh has two shapes. In one process, each agent is a gRPC server of its own
// behind a pipe; served apart, the same server listens on TCP. Calls go through
// the same stubs, interceptors and serialization either way.
package app
