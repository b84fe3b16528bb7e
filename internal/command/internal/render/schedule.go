package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/planning/civil"
)

const (
	firstDays    = 14
	maxLoadLines = 16
	loadBar      = 10 // cells
	// loadStep is by how many minutes the work of weeks may differ that are shown as one, once there
	// are too many of them.
	loadStep = 15
	mixIdle  = 4 * 60 // from then on weeks without work are among them
)

// Schedule returns a schedule that somebody is to decide about: its first two weeks block by block,
// and what it takes of the hours of each week.
func Schedule(style screen.Style, blocks []WeekItem, weeks []*planningv1.WeekLoad, zone *time.Location) string {
	return firstBlocks(style, blocks, zone) + weekLoads(style, weeks)
}

// firstBlocks lists the blocks of the 14 days that begin with that of the first one.
func firstBlocks(style screen.Style, blocks []WeekItem, zone *time.Location) string {
	blocks = slices.SortedStableFunc(slices.Values(blocks), func(a, b WeekItem) int { return a.From.Compare(b.From) })
	if len(blocks) == 0 {
		return ""
	}
	first := civil.DateOf(blocks[0].From.In(zone))
	if i := slices.IndexFunc(blocks, func(b WeekItem) bool { return !b.From.Before((first + firstDays).In(zone)) }); i >= 0 {
		blocks = blocks[:i]
	}
	several := slices.ContainsFunc(blocks, func(b WeekItem) bool { return b.Plan != blocks[0].Plan })
	var out strings.Builder
	out.WriteString(style.Bold("The first two weeks") + "\n")
	day := ""
	for _, b := range blocks {
		from, to := b.From.In(zone), b.To.In(zone)
		head := from.Format("Mon _2 Jan")
		if head == day {
			head = strings.Repeat(" ", len(head))
		} else {
			day = head
		}
		when, plan := fmt.Sprintf("  %s  %s–%s  ", head, from.Format("15:04"), to.Format("15:04")), ""
		if several {
			plan = "  " + clip(style, shown(b.Plan), shortTitle)
		}
		room := cmp.Or(style.Width, weekPlain) - style.Columns(when+plan) - len("…")
		out.WriteString(when + clip(style, shown(b.Title), max(weekTitle, min(room, goalTitle))) + style.Dim(plan) + "\n")
	}
	return out.String()
}

// A loadLine is a week, or several that follow each other and are shown as one.
type loadLine struct {
	first, last civil.Date // Mondays
	weeks       int64
	work, room  [2]int64 // minutes of the week with the least, and of that with the most
	sum, hours  int64    // minutes of all of them
}

// add takes a week in, unless its work or its room is more minutes away from that of the others
// than they may differ.
func (l *loadLine) add(monday civil.Date, work, room, differ int64) bool {
	works := [2]int64{min(l.work[0], work), max(l.work[1], work)}
	rooms := [2]int64{min(l.room[0], room), max(l.room[1], room)}
	if works[1]-works[0] > differ || rooms[1]-rooms[0] > differ || differ < mixIdle && (l.work[1] == 0) != (work == 0) {
		return false
	}
	l.last, l.work, l.room, l.weeks, l.sum, l.hours = monday, works, rooms, l.weeks+1, l.sum+work, l.hours+room
	return true
}

// weekLoads tells what work takes of the hours of each week. Weeks that are equal are one line, and
// of a long plan those that are nearly so.
func weekLoads(style screen.Style, weeks []*planningv1.WeekLoad) string {
	if len(weeks) == 0 {
		return ""
	}
	lines := foldWeeks(weeks, 0)
	for differ := int64(loadStep); len(lines) > maxLoadLines && differ < 2*7*24*60; differ *= 2 {
		lines = foldWeeks(weeks, differ)
	}
	days, works := make([]string, len(lines)), make([]string, len(lines))
	wideDays, wideWorks, year := 0, 0, 0
	for i, l := range lines {
		y, _, _ := l.first.Split()
		days[i] = goalDay(l.first, false)
		if l.weeks > 1 {
			days[i] += " – " + goalDay(l.last+6, false)
		}
		if last, _, _ := (l.last + 6).Split(); last != year || y != year {
			days[i], year = days[i]+fmt.Sprint(" ", last), last
		}
		works[i] = "nothing"
		if l.work[1] > 0 {
			works[i] = lengths(l.work) + " of " + lengths(l.room)
		}
		wideDays, wideWorks = max(wideDays, style.Columns(days[i])), max(wideWorks, style.Columns(works[i]))
	}
	var out strings.Builder
	out.WriteString("\n" + style.Bold("Each week, out of the hours you have for it") + "\n")
	for i, l := range lines {
		line := "  " + days[i] + strings.Repeat(" ", wideDays-style.Columns(days[i])) + "  " + works[i]
		if l.work[1] > 0 {
			line += strings.Repeat(" ", wideWorks-style.Columns(works[i])) + "  " + style.Accent(bar(l.sum, l.hours))
		}
		if l.weeks > 1 {
			line += style.Dim(fmt.Sprintf("  %d weeks", l.weeks))
		}
		out.WriteString(line + "\n")
	}
	return style.Drawn(out.String())
}

// foldWeeks joins weeks that follow each other and differ by no more minutes.
func foldWeeks(weeks []*planningv1.WeekLoad, differ int64) []loadLine {
	var out []loadLine
	for _, w := range weeks {
		monday, err := civil.ParseDate(w.GetMonday())
		if err != nil {
			continue
		}
		var work int64
		for _, s := range w.GetShares() {
			work += s.GetMinutes()
		}
		if n := len(out); n == 0 || !out[n-1].add(monday, work, w.GetRoom(), differ) {
			out = append(out, loadLine{first: monday, last: monday, weeks: 1, work: [2]int64{work, work}, room: [2]int64{w.GetRoom(), w.GetRoom()}, sum: work, hours: w.GetRoom()})
		}
	}
	return out
}

// lengths tells the least and the most, once if they are one.
func lengths(between [2]int64) string {
	least, most := civil.Length(int(between[0])), civil.Length(int(between[1]))
	if least == most {
		return most
	}
	return least + " – " + most
}

// bar shows a part of a whole. A part that is not nothing has a cell.
func bar(part, whole int64) string {
	full := 0
	if part > 0 {
		full = int(min(loadBar, max(1, (part*loadBar+whole/2)/max(1, whole))))
	}
	return strings.Repeat("▇", full) + strings.Repeat("▁", loadBar-full)
}
