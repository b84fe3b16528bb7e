// Package render turns what the public API returns into text for a person and
// JSON for a program. It writes nothing itself and decides nothing: same
// message and style, same text.
package render
