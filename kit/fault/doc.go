// Package fault is how Weft says that something went wrong, to people and to
// programs, in one process and across a hop.
//
// An [Error] has a gRPC code, a [Reason] that programs compare, and a message
// that tells a person what is wrong and what to do about it. On the wire it is
// a google.rpc.Status with ErrorInfo and, if a field was wrong, BadRequest;
// [FromError] makes an Error of it again. So the caller of a remote agent can
// write
//
//	if errors.Is(err, fault.RunNotFound) { … }
//
// as if the agent were a function next door. docs/errors.md lists every reason.
package fault
