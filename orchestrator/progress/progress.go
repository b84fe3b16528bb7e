// Package progress finds the tasks of roadmaps that a note may tell of as done, and of those
// with several blocks the one. It is for an
// offer to a person, who says whether it is so: nothing is ticked by it.
package progress

import (
	"slices"
	"strings"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/notes/search"
)

const (
	// Near is how far from the moment that a note is about a task's time is at most.
	Near = 36 * time.Hour
	// Ahead is how long before its time a task may have been done.
	Ahead = 12 * time.Hour
	// mostWords is how long a note is that tells of one thing.
	mostWords = 40
)

// hedges are words of notes that don't tell of what was done: plans, wishes, what was not.
var hedges = stems("should must will want need tomorrow todo if maybe not didn't don't couldn't can't won't skipped skip missed miss cancelled canceled instead wish plan hope remind never tonight later")

// Of returns the task that a note may tell of as done, on a person's timeline; nil if it tells
// of none. about is the moment that the note is about, now when it was written.
func Of(note string, about, now time.Time, t *planningv1.Timeline) *planningv1.Progress {
	tokens := search.Tokens(note)
	if len(tokens) == 0 || len(tokens) > mostWords || strings.Contains(note, "?") {
		return nil
	}
	said := map[string]bool{}
	for _, w := range tokens {
		if hedges[w.Stem] || hedges[w.Folded] {
			return nil
		}
		said[w.Stem] = true
	}
	var best *planningv1.Progress
	var away time.Duration
	for _, r := range t.GetRoadmaps() {
		if r.GetState() != planningv1.Roadmap_STATE_ACTIVE {
			continue
		}
		for _, b := range r.GetBlocks() {
			from, to := b.GetStartTime().AsTime(), b.GetEndTime().AsTime()
			if b.GetDone() || from.After(now.Add(Ahead)) || from.After(about.Add(Near)) || to.Before(about.Add(-Near)) || !tells(said, r.GetTitles()[b.GetNodeId()]) {
				continue
			}
			if d := distance(about, from, to); best == nil || d < away {
				away = d
				best = &planningv1.Progress{
					RoadmapId: r.GetId(), NodeId: b.GetNodeId(), BlockId: b.GetId(), Title: r.GetTitles()[b.GetNodeId()], Goal: r.GetTitle(),
					StartTime: b.GetStartTime(), EndTime: b.GetEndTime(), Version: r.GetVersion(), Blocks: blocks(r, b.GetNodeId()),
				}
			}
		}
	}
	return best
}

// blocks is how many blocks a task has, done or not.
func blocks(r *planningv1.RoadmapSummary, node string) (n int32) {
	for _, b := range r.GetBlocks() {
		if b.GetNodeId() == node {
			n++
		}
	}
	return n
}

// asides are what follows the name of a task in its title.
var asides = []string{",", ";", ":", "(", " with ", " for ", " in ", " so ", " to ", " that ", " from "}

// tells says that words name a task: the last word of its name, and half of all.
func tells(said map[string]bool, title string) bool {
	name := strings.ToLower(title)
	for _, a := range asides {
		if i := strings.Index(name, a); i > 0 {
			name = name[:i]
		}
	}
	words := slices.DeleteFunc(search.Tokens(name), func(w search.Token) bool { return search.Stopword(w.Stem) })
	if len(words) == 0 || !said[words[len(words)-1].Stem] {
		return false
	}
	found := 0
	for _, w := range words {
		if said[w.Stem] {
			found++
		}
	}
	return 2*found >= len(words)
}

// distance is how far a moment is from a stretch of time.
func distance(at, from, to time.Time) time.Duration {
	switch {
	case at.Before(from):
		return from.Sub(at)
	case at.After(to):
		return at.Sub(to)
	}
	return 0
}

func stems(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range search.Tokens(words) {
		out[w.Stem], out[w.Folded] = true, true
	}
	return out
}
