// Package task reads the tasks of a note: list items with a box, as Markdown
// editors and the task plugins of Obsidian write them, and lines that begin with "TODO:".
//
//   - [ ] call the dentist by Friday
//   - [x] pay the rent 📅 2026-10-01 ✅ 2026-09-30
//   - [ ] return the books [due:: 2026-10-15]
//     1. [ ] renew the passport @due(2026-12-01)
//
// A box with an x is done, one with a - is cancelled, and every other one is open.
// Days are those that the plugins of Obsidian write: 📅 (due), ⏳ (scheduled), 🛫 (start) and ✅
// (done), the fields due, deadline, scheduled, start and completion, and an @ before a date or
// before due and done. Without a sign of when it is due, words tell it: the day that follows one
// of the words which the domain's schema lists under "x-weft-tasks".
//
// A deadline is a day and is read by rules of its own, since a question looks through a time
// where a task ends with it: "in two weeks" is one day, "by next week" the last of seven. Where
// words beside the day leave open which it is, none is told, and Task.DueNote says why.
//
// Code blocks, comments and front matter are not read. A task is one line; what is indented
// below it is not part of it.
package task
