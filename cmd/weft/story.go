package main

import "time"

// storyTime is when the story of the example vault is told: a Monday morning,
// in Berlin, where its notes were written.
const (
	storyTime = "2026-02-23T09:00"
	storyZone = "Europe/Berlin"
	// storyPace is the time between two scenes.
	storyPace = 2 * time.Minute
)

// A scene is something that the person of the example vault writes.
type scene struct {
	about string // what it shows
	text  string // what is written
}

// story is what "weft demo" asks. Nothing of what Weft answers is written down
// anywhere: it walks the graph on the example vault, as it would on yours.
var story = []scene{
	{"A question that takes several notes to answer", "Why did my bench press feel heavy last week?"},
	{"A question that only looks something up", "Show me last week's workouts"},
	{"A note: it is kept, and its data is found", "Bench press 3x5 @ 75kg before work, light again"},
	{"A correction of that note", "Correction: the bench press today was 77.5kg, not 75"},
	{"A question that the notes can't answer", "When did I last swim?"},
}

// storyEnd says what to do after the story.
const storyEnd = `What to do next:
  weft log "bench 5x5 @ 80kg, slept 6h"      keeps a note of yours
  weft import --dry-run ~/notes              shows what your Markdown files would bring
  weft ask "how did I sleep this week?"      answers from them; "weft --help" has the rest
`
