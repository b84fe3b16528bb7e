// Package planfile reads and changes plans as Markdown files, which people read and edit
// beside Weft:
//
//	---
//	id: PLAN-01M83T9E6VY4AJ3PGTP1677Z84
//	status: proposed
//	version: 1
//	---
//
//	# Objective
//	Generate and send the January invoice to client A.
//
//	## Context
//	The rate is in Accounting/Rates.md.
//
//	## Roadmap
//	- [x] Make the invoice (invoices/create_invoice) ^invoice
//	  ```json
//	  {"client": "A", "month": "2026-01"}
//	  ```
//	- [ ] ✋ Send it (mail/send → client_a@example.com) ^send
//	  ```json
//	  {"to": "client_a@example.com", "file": {"$from": "invoice", "pointer": "/path"}}
//	  ```
//
//	## Risks
//	- The address may be an old one.
//
//	## Log
//	- [2026-02-21T10:30:00Z] Weft: Proposed — version 1
//
// A step is a list item with a box, or with a number, in the section Roadmap (or Steps).
// Its tool stands in parentheses at its end, with what it is done to behind an arrow; a
// step without one is done by a person. ✋ anywhere in it asks for an approval of its own,
// and "(optional)" at its beginning lets the plan go on without it. The arguments are the
// first fenced block of JSON in the item. An id stands behind ^, as Obsidian writes block
// ids; steps without are numbered.
//
// A file is kept as its lines, and a change touches only the lines that it is about: what
// Weft did not write stays as it is, byte for byte.
package planfile
