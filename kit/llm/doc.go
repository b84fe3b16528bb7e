// Package llm is the only door to a language model.
//
// It knows tiers (low, medium, high), providers, and one call: fill this form
// from this prompt. Around that call it does everything that no agent should
// have to think of: it counts tokens and refuses a prompt that the model's window
// can't hold, keeps to budgets, tries again where that can help, asks the model
// again with what was wrong with its answer, takes what is good of an answer that
// stays faulty, goes on to the fallback provider, and tells at the end what it
// cost and how it came about, also if all was in vain. If no provider has an answer it returns ErrNoAnswer,
// and the agent's rules answer instead.
//
// One layer tries again, and it is this one: the clients of the providers don't. A
// provider that does not answer costs a process one timeout; then its breaker is
// open, and it is passed over until a trial call finds it well. The answer tells
// whom it waited for in vain, and the run's other agents, wherever they run, don't.
// What was asked when nobody had time for an answer is not held against it.
//
// What models are told and answer is in spans only if Deps.Content says so, and then
// redacted.
package llm
