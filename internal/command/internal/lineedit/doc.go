// Package lineedit reads an input at a terminal: with editing, a history that can be
// searched, completion, and pasted text of several lines. It knows how wide characters
// are and follows changes of the terminal's size.
//
// The terminal has to be raw while an input is read. Bytes come from a Source, so that
// nothing that is typed ahead is lost between an input and what else reads.
package lineedit
