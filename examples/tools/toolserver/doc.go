// Package toolserver is what the example tool servers share: an MCP server over a folder
// that keeps a ledger of all calls, and that can be told to fail.
//
// The ledger is the file ledger.jsonl in the folder. It has one line when a call comes,
// which is on disk before anything is done, and one with the outcome. So whoever tests a
// caller can count what really happened, whatever the caller has heard of it. Faults are
// counted in the ledger too, so that the second call of an operation is the second one
// also after the server has died and was started again.
package toolserver
