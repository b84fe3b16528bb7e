// Package roadmapfile is a roadmap as a Markdown file that a person reads and
// edits beside Weft:
//
//	---
//	weft: roadmap
//	id: RM-01M83T9E6V
//	state: active
//	version: 3
//	deadline: 2027-10-17
//	zone: Europe/Berlin
//	---
//
//	# Half marathon <!-- n:goal goal -->
//
//	## Base <!-- n:base phase -->
//
//	### Week 3 <!-- n:w03 sub_goal --> 🛫 2027-01-11 📅 2027-01-17
//
//	- [x] Easy run (45 min) <!-- n:w03-easy --> ✅ 2027-01-12
//	  - [x] Tue 2027-01-12 18:15–19:00 <!-- b:1 -->
//	- [ ] Long run (1 h 30 min) <!-- n:w03-long after=w03-easy -->
//	  > Slow enough to talk.
//	  - [ ] Sun 2027-01-17 09:00–10:30 🔒 <!-- b:2 -->
//
//	## Assumptions <!-- weft:assumptions -->
//
//	- You run 15 km a week now.
//
//	## Adaptations <!-- weft:adaptations -->
//
//	- [2027-01-10T18:20:00Z] Weft (moved): Long run to Sunday — you asked for it
//
// Parts of the goal are headings, and tasks are items with a box, sub-tasks
// within them. Days have the signs of the plugin Obsidian Tasks: 🛫 not before,
// ⏳ should be done by, 📅 has to be done by, ✅ done, ❌ dropped. Blocks are
// the items below a task that begin with a time; 🔒 keeps one where it is. A
// quote right below a heading or a task is its notes. Comments hold the ids, and
// what people have no sign for.
//
// All else in a file is the person's, and is kept byte for byte: headings and
// lists of their own, paragraphs, code, fields of the front matter.
package roadmapfile
