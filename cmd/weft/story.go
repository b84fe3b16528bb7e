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
	{"A value that is computed, with the notes that it is made of", "How long did I sleep on average last week?"},
	{"A why: the reason that a note gives in words", "Why didn't I deadlift last week?"},
	{"A list of notes", "Show me last week's workouts"},
	{"A note: it is kept, and its data is found", "Run 7.2 km in 41:00 before work"},
	{"A correction of that note", "Correction: the run today was 7.4 km, not 7.2"},
	{"A sum, which heeds the correction", "How far did I run this month?"},
	{"A question that the notes can't answer", "When did I last swim?"},
	{"A question for advice, which the notes don't give", "Should I squat heavy today?"},
}

// storyEnd says what to do after the story.
const storyEnd = `What to do next:
  weft log "bench 5x5 @ 80kg, slept 6h"      keeps a note of yours
  weft import --dry-run ~/notes              shows what your Markdown files would bring
  weft ask "how did I sleep this week?"      answers from them; "weft --help" has the rest
`
