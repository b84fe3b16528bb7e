// Package executor calls tools: operations of MCP servers that the configuration names.
//
// Role: it is the only one that has tools. It asks no model, reads no notes, and decides
// nothing: a person has approved what it does, and it checks that.
//
// Contract: weft.executor.v1.ExecutorService. A tool can be called when an operator has
// agreed to its definition (trust.go), which is all that says what the tool is
// (definition.go); when that changes, it can't until somebody agrees again. A call needs a
// grant, which package grant signs and checks. It is used up in a stream that all
// executors share (spend.go) before the tool is called, so a call is made once or not at
// all.
//
// What a tool may do is what the configuration says of it, or stricter (effect.go). Where
// its server is, how it is started and what of the environment it gets stands in the
// configuration alone. Servers are started when they are first asked for (server.go), and
// may ask for nothing themselves: no sampling, no roots, no elicitation. What they say is
// data; it is bounded and shown to people as text.
//
// Failure policy: before a grant is used up every doubt is an error that says that nothing
// was called, be it a server that can't be reached or a store that can't be read. From
// then on there is no error, only an outcome: the tool has done it, it says that it has
// failed, or that is not known. Nobody here calls a tool a second time.
package executor
