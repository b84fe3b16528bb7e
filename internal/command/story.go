package command

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
	{"A number, computed from notes that it lists", "How long did I sleep on average last week?"},
	{"A why: the reason a note gives", "Why didn't I deadlift last week?"},
	{"A list of notes", "Show me last week's workouts"},
	{"A note, kept and parsed", "Run 7.2 km in 41:00 before work"},
	{"A correction to that note", "Correction: the run today was 7.4 km, not 7.2"},
	{"A total that uses the correction", "How far did I run this month?"},
	{"A question your notes can't answer", "When did I last swim?"},
	{"A request for advice, which Weft doesn't give", "Should I squat heavy today?"},
}

// storyEnd says what to do after the story.
const storyEnd = `What to do next:
  weft log "bench 5x5 @ 80kg, slept 6h"      keep a note
  weft import --dry-run ~/notes              see what an import of your Markdown would add
  weft ask "how did I sleep this week?"      ask your notes; "weft --help" has the rest
`
