// Package reason is reasoning with tools, one step at a time: what a model may say next, what
// is wrong with what it said, what is told of what a tool returned, and when it has to answer.
//
// It is pure. It asks no model and calls no tool: whoever walks the loop does, and keeps each
// outcome before the next step, so that a process that dies goes on where it was.
package reason
