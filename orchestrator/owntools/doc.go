// Package owntools has the tools that Weft brings itself, beside those of tool servers: they
// are listed, checked, approved and called as any other.
//
//	notes/ask    answers a question from the notes: a run of its own
//	vault/read   reads a file of the vault
//	vault/write  writes a new file into the folder that tools.vault_folder names
//
// None of them leaves the house. They are carried out in the orchestrator's process, which
// checks approvals itself, so their grants are compared with the call and not signed. What is
// written is a new file: one that is there with the same text counts as written, and one with
// another stays as it is. So a call may come twice.
//
// Nobody has to agree to them: an operator does that by the configuration. Tenants whose
// notes are not in the vault have notes/ask alone.
package owntools
