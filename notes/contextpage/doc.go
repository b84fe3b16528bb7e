// Package contextpage reads and changes the global context: a page of Markdown
// that a person likes to read and may edit at any time.
//
//	---
//	last_updated: 2026-02-03
//	version: 12
//	---
//
//	# Global Context
//
//	## Facts
//
//	- bench_press_record: 87.5 kg (certain, from 2026-02-03_18-04-11)
//
// A page is kept as its lines. Only the lines that a change is about are
// written anew; all others, understood or not, keep every byte: sections a
// person added, comments, code, unknown front matter, CRLF line ends.
package contextpage
