// Package embedding has notes found by their meaning: it asks a model for the vector of each
// question, and in the background for those of the notes. Nobody waits for the notes', and no
// question waits longer for its own than llm.embeddings.timeout. Where there is none, notes
// are found by their words, as without a model, and the run says so.
package embedding
