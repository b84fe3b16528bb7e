package draft

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// beforeFirst is how long before the first day events are looked at where the day after one counts.
const beforeFirst = 2 * 24 * time.Hour

// saysFree are words of which the whole title of a day off is made.
var saysFree = wordSet("day days off free time frei freier freie tag tage urlaub ferien holiday holidays vacation leave annual pto dayoff dienstfrei schichtfrei libre congé my")

// notFreeAlone are those of them that say nothing by themselves.
var notFreeAlone = wordSet("day days tag tage my time annual")

// shiftWords name work in a roster.
var shiftWords = wordSet("shift shifts dienst schicht work arbeit frühdienst spätdienst nachtdienst tagdienst frühschicht spätschicht nachtschicht turno")

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// titleWords are the words of a title in small letters, without the ending of the plural.
func titleWords(title string) []string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		if len(w) > 3 && !strings.HasSuffix(w, "ss") {
			words[i] = strings.TrimSuffix(w, "s")
		}
	}
	return words
}

// isDayOff tells whether an event says that its days are free.
func isDayOff(c timeline.Commitment) bool {
	words := strings.FieldsFunc(strings.ToLower(c.Title), func(r rune) bool { return !unicode.IsLetter(r) })
	return c.AllDay && !c.OwnBlock && !slices.ContainsFunc(words, func(w string) bool { return !saysFree[w] }) &&
		slices.ContainsFunc(words, func(w string) bool { return !notFreeAlone[w] })
}

// isShift tells whether an event is work of a roster.
func isShift(c timeline.Commitment) bool {
	return !c.OwnBlock && slices.ContainsFunc(strings.Fields(strings.ToLower(c.Title)), func(w string) bool { return shiftWords[strings.Trim(w, ".,:;()")] })
}

// daysOf are the days that an event is on, or the one after it. A shift past midnight ends on the day
// after the one that it belongs to.
func daysOf(c timeline.Commitment, zone *time.Location, after bool) wish.Days {
	first, last := civil.DateOf(c.From.In(zone)), civil.DateOf(c.To.Add(-1).In(zone))
	switch {
	case after && c.AllDay:
		return wish.Days{First: last + 1, Last: last + 1}
	case after:
		return wish.Days{First: first + 1, Last: first + 1}
	}
	return wish.Days{First: first, Last: max(first, last)}
}

// closedByEvents are the days from the first to the last that events of calendars close, and what of the
// words is not kept since there is no such event.
func (d *Draft) closedByEvents(held []timeline.Commitment) (closed map[civil.Date]bool, unkept []string) {
	closed = map[civil.Date]bool{}
	for _, e := range d.Wish.ByEvents {
		days, found := d.eventDays(e, held)
		switch {
		case !found && e.Title != "":
			unkept = append(unkept, fmt.Sprintf("“%s” is not used: no event in your calendars on these days is called “%s”", e.Words, e.Title))
		case !found:
			unkept = append(unkept, fmt.Sprintf("“%s” is not used: your calendars have no all-day event that says you are free, and no event that says you have a shift", e.Words))
		}
		for on := d.Start; found && on <= d.End; on++ {
			if !e.Also {
				closed[on] = closed[on] || days[on] != e.Only
			} else if days[on] {
				d.person.Exceptions = append(d.person.Exceptions, timeline.Exception{Day: on, Hours: []timeline.Hours{{From: 9 * 60, To: 21 * 60}}})
			}
		}
	}
	return closed, unkept
}

// eventDays are the days from the first to the last of events that were named, or of days off. false:
// there is no such event.
func (d *Draft) eventDays(e wish.EventDays, held []timeline.Commitment) (days map[civil.Date]bool, found bool) {
	zone := d.person.Zone
	days = map[civil.Date]bool{}
	mark := func(of wish.Days) {
		found = true
		for on := max(of.First, d.Start); on <= min(of.Last, d.End); on++ {
			days[on] = true
		}
	}
	want := titleWords(e.Title)
	for _, c := range held {
		is := isDayOff(c)
		if e.Title != "" {
			has := titleWords(c.Title)
			is = !c.OwnBlock && !slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(has, w) })
		}
		if is {
			mark(daysOf(c, zone, e.After))
		}
	}
	if found || e.Title != "" {
		return days, found
	}
	first, last := rostered(held, zone)
	if first == 0 { // what comes after the last shift nobody knows yet
		return days, false
	}
	mark(wish.Days{First: first, Last: last})
	for _, c := range held {
		if !isShift(c) {
			continue
		}
		for of := daysOf(c, zone, false); of.First <= of.Last; of.First++ {
			delete(days, of.First)
		}
	}
	return days, true
}

// rostered are the first and the last day with a shift; 0: there is none.
func rostered(held []timeline.Commitment, zone *time.Location) (first, last civil.Date) {
	for _, c := range held {
		if !isShift(c) {
			continue
		}
		of := daysOf(c, zone, false)
		if first == 0 || of.First < first {
			first = of.First
		}
		last = max(last, of.Last)
	}
	return first, last
}

// besideDaysOff is what is held without the days off that a goal is to be worked on.
func (d *Draft) besideDaysOff(held []timeline.Commitment) []timeline.Commitment {
	if !slices.ContainsFunc(d.Wish.ByEvents, func(e wish.EventDays) bool { return e.Only }) {
		return held
	}
	return slices.DeleteFunc(slices.Clone(held), isDayOff)
}

// tellUnkept tells what of the words no event of the calendars settles.
func (d *Draft) tellUnkept(texts []string) {
	for _, text := range texts {
		d.Unkept = append(d.Unkept, text)
		d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Warning, Text: text})
	}
}
