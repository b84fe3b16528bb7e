package roadmap

import (
	"fmt"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Explain tells a person in words why no schedule can be. titles are those of
// the tasks, by their ids in the problem.
func Explain(c *problem.Certificate, f timeline.Frame, titles map[string]string) string {
	names := named(c.Tasks, titles)
	span := fmt.Sprintf("from %s until %s", moment(f, c.Span.From), moment(f, c.Span.To))
	switch c.Reason {
	case problem.Overload:
		return fmt.Sprintf("%s there is time for %s, but %s is needed for %s", span, civil.Length(c.Room), civil.Length(c.Need), names)
	case problem.CapOverload:
		return fmt.Sprintf("%s your limits leave %s, but %s is needed for %s", span, civil.Length(c.Room), civil.Length(c.Need), names)
	case problem.Chain:
		return fmt.Sprintf("%s can't be done before %s, but has to be done by %s", strings.Join(steps(c.Tasks, titles), ", then "), moment(f, c.Need), moment(f, c.Room))
	case problem.NoGap:
		return fmt.Sprintf("%s takes %s at a time, but %sthe longest free time for it is %s", names, civil.Length(c.Need), when(f, c.Span), civil.Length(c.Room))
	case problem.Cycle:
		return fmt.Sprintf("each of these waits for another: %s", names)
	case problem.LockConflict:
		return fmt.Sprintf("the fixed times of %s contradict each other", names)
	}
	return "no schedule is possible: " + string(c.Reason)
}

// mostNamed is how many tasks are told by name; of more, the first fewNamed.
const (
	mostNamed = 5
	fewNamed  = 2
)

func steps(ids []string, titles map[string]string) []string {
	var out []string
	for _, id := range ids {
		if t := titles[id]; t != "" { // begins and ends of phases have none
			out = append(out, "“"+t+"”")
		}
	}
	return out
}

func named(ids []string, titles map[string]string) string {
	names := steps(ids, titles)
	if len(names) > mostNamed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:fewNamed], ", "), len(names)-fewNamed)
	}
	return strings.Join(names, ", ")
}

// when tells the days of a part of all time; "" for all of it.
func when(f timeline.Frame, s problem.Span) string {
	if s.From >= s.To || s.From <= 0 && s.To >= f.Horizon() {
		return ""
	}
	first, last := civil.DateOf(f.Time(s.From)), civil.DateOf(f.Time(s.To-1))
	if first == last {
		return "on " + f.Time(s.From).Format("Mon 2 Jan 2006") + " "
	}
	return fmt.Sprintf("from %s to %s ", f.Time(s.From).Format("Mon 2 Jan 2006"), f.Time(s.To-1).Format("Mon 2 Jan 2006"))
}

func moment(f timeline.Frame, m problem.Minute) string {
	t := f.Time(m)
	if t.Hour() == 0 && t.Minute() == 0 { // the end of the day before
		return t.Add(-time.Minute).Format("Mon 2 Jan 2006")
	}
	return t.Format("Mon 2 Jan 2006, 15:04")
}
