package roadmapfile

import (
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
)

// Preview tells changes in plain words, one after the other.
func Preview(changes []Change) []string {
	out := make([]string, len(changes))
	for i, c := range changes {
		out[i] = c.String()
	}
	return out
}

// String tells a change in plain words.
func (c Change) String() string {
	name := c.name()
	switch c.Kind {
	case TaskDone:
		return name + " done" + on(c.Is.Day)
	case TaskReopened:
		return name + " is open again"
	case TaskDropped:
		return name + " dropped" + on(c.Is.Day)
	case TaskAdded:
		return c.addedText()
	case Removed:
		return name + " removed"
	case Moved:
		return fmt.Sprintf("%s moved to %s", short(c.Title), or(c.Part, "the goal"))
	case Reordered:
		return fmt.Sprintf("parts of %s reordered", short(c.Title))
	case Retitled:
		return fmt.Sprintf("%s is now called “%s”", name, short(c.Is.Text))
	case Estimated:
		return fmt.Sprintf("%s takes %s instead of %s", name, lengthOr(c.Is.Minutes), lengthOr(c.Was.Minutes))
	case StartMoved:
		return dayText(name, "may begin on", "no longer has a first day", c)
	case DueMoved:
		return dayText(name, "should be done by", "no longer has a day by which it should be done", c)
	case DeadlineMoved:
		return dayText(name, "has to be done by", "no longer has a deadline", c)
	case NotesChanged:
		if c.Is.Text == "" {
			return "notes of " + name + " removed"
		}
		return fmt.Sprintf("notes of %s changed: %s", name, short(c.Is.Text))
	case StateAsked:
		return fmt.Sprintf("state requested: %s (was %s)", c.Is.Text, c.Was.Text)
	case Assumed:
		return "assumption added: " + short(c.Is.Text)
	case Unassumed:
		return "assumption removed: " + short(c.Was.Text)
	case NoteWritten:
		if c.Title == "" {
			return "note written: " + short(c.Is.Text)
		}
		return fmt.Sprintf("note written at %s: %s", name, short(c.Is.Text))
	}
	return c.blockText(name)
}

func (c Change) blockText(name string) string {
	switch c.Kind {
	case BlockAdded:
		return fmt.Sprintf("block added for %s: %s", name, when(c.Is))
	case BlockRemoved:
		return fmt.Sprintf("block of %s removed: %s", name, when(c.Was))
	case BlockMoved:
		return c.movedText(name)
	case BlockGiven:
		return fmt.Sprintf("block of %s given to %s", when(c.Is), name)
	case BlockDone:
		return fmt.Sprintf("%s done: block of %s", name, when(c.Is))
	case BlockReopened:
		return fmt.Sprintf("%s open again: block of %s", name, when(c.Is))
	case BlockLocked:
		return fmt.Sprintf("%s locked: block of %s", name, when(c.Is))
	case BlockUnlocked:
		return fmt.Sprintf("%s unlocked: block of %s", name, when(c.Is))
	}
	return fmt.Sprintf("%s: %s", c.Kind, name)
}

func (c Change) addedText() string {
	s := "task added: " + short(c.Is.Text)
	if c.Is.Minutes > 0 {
		s += " (" + length(c.Is.Minutes) + ")"
	}
	if c.Part != "" {
		s += " to " + short(c.Part)
	}
	return s
}

// movedText tells the new begin of a block, or how long it is now.
func (c Change) movedText(name string) string {
	layout := "Mon 2 Jan 15:04"
	if c.Was.From.Year() != c.Is.From.Year() {
		layout = "Mon 2 Jan 2006 15:04"
	}
	before, now := c.Was.To.Sub(c.Was.From), c.Is.To.Sub(c.Is.From)
	if c.Was.From.Equal(c.Is.From) {
		return fmt.Sprintf("%s on %s takes %s instead of %s", name, c.Is.From.Format(layout), length(int(now.Minutes())), length(int(before.Minutes())))
	}
	s := fmt.Sprintf("%s moved from %s to %s", name, c.Was.From.Format(layout), c.Is.From.Format(layout))
	if before != now {
		s += fmt.Sprintf(", and takes %s instead of %s", length(int(now.Minutes())), length(int(before.Minutes())))
	}
	return s
}

// name is the title with that of the part that it belongs to.
func (c Change) name() string {
	if c.Part == "" {
		return short(c.Title)
	}
	return short(c.Title) + " of " + short(c.Part)
}

// when is the time of a block.
func when(v Value) string {
	end := "15:04"
	if y, m, d := v.From.Date(); v.To.Format("2006-01-02") != fmt.Sprintf("%04d-%02d-%02d", y, m, d) {
		end = "Mon 2 Jan 15:04"
	}
	return v.From.Format("Mon 2 Jan 2006 15:04") + "–" + v.To.Format(end)
}

func dayText(name, to, none string, c Change) string {
	if c.Is.Day == 0 {
		return fmt.Sprintf("%s %s (was %s)", name, none, spoken(c.Was.Day))
	}
	s := fmt.Sprintf("%s %s %s", name, to, spoken(c.Is.Day))
	if c.Was.Day != 0 {
		s += fmt.Sprintf(" (was %s)", spoken(c.Was.Day))
	}
	return s
}

func spoken(d civil.Date) string {
	year, month, day := d.Split()
	return fmt.Sprintf("%s %d %s %d", d.Weekday().String()[:3], day, month.String()[:3], year)
}

func on(d civil.Date) string {
	if d == 0 {
		return ""
	}
	return " on " + spoken(d)
}

func lengthOr(minutes int) string {
	if minutes == 0 {
		return "unknown time"
	}
	return length(minutes)
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return short(s)
}

// short is a text on one line, of 80 letters at most.
func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	letters := 0
	for i := range s {
		if letters++; letters > 80 {
			return s[:i] + "…"
		}
	}
	return s
}
