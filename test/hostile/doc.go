// Package hostile puts into a vault whatever a folder may hold that somebody
// synced, unpacked or made by mistake, and holds the product to it that nothing
// there brings it down: every command ends in time and in little memory, and the
// rest of the vault is served as if nothing were.
package hostile
