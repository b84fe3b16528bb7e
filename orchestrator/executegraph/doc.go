// Package executegraph is the graph that carries out an approved plan, step by step. Each
// call of a tool is an effect of the engine: that it is about to be made is on disk before,
// and what came of it after. It is made under a grant that is named by the step of the run,
// so that whoever walks the run again asks for the same grant, and the executor, who uses
// each up once, calls the tool at most once.
//
// What nobody knows the outcome of is not called again: a person is asked what happened.
package executegraph
