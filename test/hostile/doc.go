// Package hostile puts into a vault whatever a folder may hold that somebody
// synced, unpacked or made by mistake, and sends a server whatever a caller may send,
// with a credential and without. It holds the product to it that nothing of that brings
// it down: every command ends in time and in little memory, and the rest of the vault
// and of the callers is served as if nothing were.
package hostile
