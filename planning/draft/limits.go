package draft

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/wish"
)

// ChangedLimits tells what another thing that was said changes of when and how much there may be, for a
// plan that is carried out. Its error says why it can't be taken: nothing of it was read, or not all, it
// is about something else, or it means another day than it did when the goal was set.
func ChangedLimits(kept Kept, after Request, now time.Time) ([]string, error) {
	before := kept.Said
	if before.Extracted != nil && before.Wish != after.Wish {
		return nil, errors.New("a model has read the words of this goal; say when there is time with --when and --never")
	}
	was, is, today := readLimits(before), readLimits(after), after
	today.Now = now
	if readsAnotherDay(newReadings(is, was), readLimits(today)) {
		return nil, errors.New("days are counted from when the goal was set: write them with their year, as 2027-02-08")
	}
	if err := moreThanLimits(kept.Document, was, is); err != nil {
		return nil, err
	}
	old := was.Contradictions(civil.DateOf(after.Now))
	for _, text := range is.Contradictions(civil.DateOf(after.Now)) {
		if !slices.Contains(old, text) {
			return nil, errors.New(text)
		}
	}
	for _, words := range is.Unread {
		if !slices.Contains(was.Unread, words) {
			return nil, fmt.Errorf("“%s” was not understood, so nothing was changed; say it as \"not on Mondays\", \"weekday evenings\" or \"at most 4 hours a week\"", words)
		}
	}
	var out []string
	for _, r := range newReadings(is, was) {
		if !isOfLastDay(r) {
			out = append(out, "from now on: "+readingText(r))
		}
	}
	for _, r := range newReadings(was, is) {
		r.Means = r.MeansAlone()
		replaced := slices.ContainsFunc(out, func(text string) bool { return strings.Contains(text, "instead of "+r.Means) })
		if !replaced && !isOfLastDay(r) {
			out = append(out, "no longer: "+readingText(r))
		}
	}
	if len(out) == 0 {
		return nil, errors.New("that says nothing new of when there is time or how much; say it as \"not on Mondays\", \"weekday evenings\" or \"at most 4 hours a week\"")
	}
	return out, nil
}

// moreThanLimits says why what was said of a roadmap that is kept is about more than its limits; nil if it is not.
func moreThanLimits(d roadmapfile.Document, was, is wish.Wish) error {
	switch {
	case is.By != was.By || is.Start != was.Start:
		return errors.New("the last day is set by \"weft roadmaps until\", and the first one stays")
	case is.Sessions != was.Sessions && isMadeOfSessions(d):
		return errors.New("how often a week is in the parts of this plan: leave sessions out with \"weft roadmaps skip\", or set the goal anew; when there is time and how much a day and a week can be said")
	case is.Total != was.Total || len(newSteps(is, was)) > 0 || len(is.Problems) > len(was.Problems):
		return errors.New("only when there is time and how much a day and a week can be said of a roadmap that is kept")
	}
	return nil
}

// isMadeOfSessions tells whether a roadmap has a part for each session: the weeks of a training, or what comes
// again.
func isMadeOfSessions(d roadmapfile.Document) bool {
	return slices.ContainsFunc(d.Nodes, func(n roadmapfile.Node) bool { return isRepeated(n.Node) })
}

// LimitsRead are what is read of what was said of the time for a goal, and last the clauses that could not be
// read, which mean nothing.
func LimitsRead(r Request) []wish.Reading {
	w := readLimits(r)
	for _, clause := range w.Unread {
		w.Readings = append(w.Readings, wish.Reading{Words: clause})
	}
	return w.Readings
}

// StillAssumed are the assumptions of a plan that hold with what is said now.
func StillAssumed(list []string, r Request) []string {
	if len(readLimits(r).Windows) == 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(text string) bool { return strings.HasPrefix(text, noTimesSaid) })
}

// readLimits is what is read of a goal, with what was chosen.
func readLimits(r Request) wish.Wish {
	d := &Draft{}
	if _, err := d.read(r); err != nil {
		return wish.Wish{Problems: []string{err.Error()}}
	}
	d.Wish.Choose(r.By, r.Windows, r.Never, r.Unlimited)
	d.Wish.Unread = d.Unread
	return d.Wish
}

// newSteps are those of a wish that another has not.
func newSteps(of, other wish.Wish) []wish.Step {
	return slices.DeleteFunc(slices.Clone(of.Steps), func(s wish.Step) bool { return slices.Contains(other.Steps, s) })
}

// newReadings are those of a wish that another has not, in whatever words.
func newReadings(of, other wish.Wish) (out []wish.Reading) {
	for _, r := range of.Readings {
		if !slices.ContainsFunc(other.Readings, func(o wish.Reading) bool { return o.MeansAlone() == r.MeansAlone() }) {
			out = append(out, r)
		}
	}
	return out
}

// readsAnotherDay tells whether words that are new mean something else today.
func readsAnotherDay(said []wish.Reading, today wish.Wish) bool {
	return slices.ContainsFunc(said, func(r wish.Reading) bool {
		return !isOfLastDay(r) && !slices.ContainsFunc(today.Readings, func(o wish.Reading) bool { return o.Words == r.Words && o.Means == r.Means })
	})
}

// isOfLastDay tells whether a reading is of the last day, which no limit changes.
func isOfLastDay(r wish.Reading) bool {
	return strings.HasPrefix(r.Means, "until ") || strings.HasPrefix(r.Means, "on ")
}

func readingText(r wish.Reading) string {
	if r.Words == "" {
		return r.Means
	}
	return fmt.Sprintf("%s (“%s”)", r.Means, r.Words)
}
