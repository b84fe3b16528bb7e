// Package rpc builds the gRPC servers and clients of the mesh, so that every
// hop behaves the same, whether it stays in the process or crosses pods.
//
// A server admits only callers who show what it asks for (see Authenticator), before it
// reads what they send. It bounds what a message would be built of before it is built,
// checks each against the rules of its contract, turns panics and errors
// into a google.rpc.Status with a reason, logs, traces, measures, and answers
// health checks. A client restores errors (see package fault), balances
// over the addresses of its target, and keeps back a little of its deadline, so
// that there is time left to make use of an answer that never came. It also tells
// whoever listens what models have cost on the other side; see package usage.
package rpc
