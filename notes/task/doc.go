// Package task reads the tasks of a note: list items with a box, as Markdown
// editors and the task plugins of Obsidian write them, and lines that begin with "TODO:".
//
//   - [ ] call the dentist by Friday
//   - [x] pay the rent 📅 2026-10-01 ✅ 2026-09-30
//   - [ ] return the books [due:: 2026-10-15]
//     1. [ ] renew the passport @due(2026-12-01)
//
// A box with an x is done, one with a - is cancelled, and every other one is open.
// Days are those of the marks 📅 (due), ⏳ (scheduled), 🛫 (start) and ✅ (done),
// of the fields due, scheduled, start and completion, and of due and done after an
// @. Without such a day for when it is due, words tell it: the time that follows one
// of the words which the domain's schema lists under "x-weft-tasks". A date that the
// calendar does not have, and a time without such a word, tell nothing.
//
// Code blocks, comments and front matter are not read. A task is one line; what is indented below it is not
// part of it.
package task
