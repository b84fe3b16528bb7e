package wish

import (
	"regexp"
	"slices"
	"strings"
)

// EventDays are days that the events of a person's calendars settle.
type EventDays struct {
	Words string // of the text
	Title string // words of the events' titles; "": whole days that say that they are free
	After bool   // the day after such an event, else its own days
	Only  bool   // work may be on these days alone, else on none of them
	Also  bool   // work may be on these days at any time, besides the times that were said
}

const (
	titled  = `(?P<title>[\pL\pN-]+(?: [\pL\pN-]+){0,4})`
	refuses = `(?:but )?(?:not|never|no work|nothing)(?: (?:do|work))?`
)

// endsTitle are words that belong to what comes after the title of an event.
var endsTitle = set("by until till from on in at and or but for with every each unless except if when while before after is are")

// What days off mean beside other times: both have to be, or either is enough.
const (
	onlyDaysOff = "only on days off, by your calendars"
	alsoDaysOff = "also on days off, by your calendars, at any time of the day"
)

// addDaysOff has the days off, which alone were read, be besides the times that are read then: "on my free days
// and weekday evenings".
func (w *Wish) addDaysOff() {
	w.ByEvents, w.Readings = slices.Clone(w.ByEvents), slices.Clone(w.Readings)
	w.ByEvents[len(w.ByEvents)-1].Also = true
	for i := range w.Readings {
		if r := &w.Readings[i]; r.Means == onlyDaysOff {
			r.Means, r.Assumed = alsoDaysOff, true
		}
	}
}

// freeDays takes the days off that calendars tell: "on my free days".
func freeDays(_ *reader, g groups) (finding, bool) {
	e := EventDays{Words: g.get("all"), Only: g.get("no") == "", Also: g.get("or") != ""}
	f := finding{kind: window, means: onlyDaysOff, set: func(w *Wish) bool {
		w.ByEvents = append(slices.Clip(w.ByEvents), e)
		return e.Also && len(w.Windows) > 0 || w.open([]Window{{To: day}}, false)
	}}
	if e.Also {
		f.means, f.assumed = alsoDaysOff, true
	}
	if e.Also && !e.Only {
		return finding{}, false
	}
	if !e.Only {
		f.kind, f.means = refusal, "not on days off, by your calendars"
		f.set = func(w *Wish) bool {
			w.ByEvents = append(slices.Clip(w.ByEvents), e)
			return true
		}
	}
	return f, true
}

// eventDays takes days that events of calendars close: "not the day after a night shift".
func eventDays(_ *reader, g groups) (finding, bool) {
	title := strings.Fields(g.get("title"))
	if i := slices.IndexFunc(title, func(word string) bool { return endsTitle[word] }); i >= 0 {
		title = title[:i]
	}
	if len(title) == 0 {
		return finding{}, false
	}
	all := g.get("all")
	at := strings.LastIndex(all, g.get("title"))
	m := regexp.MustCompile(strings.Join(title, `\s+`)).FindStringIndex(all[at:])
	if m == nil {
		return finding{}, false
	}
	g.text["all"] = all[:at+m[1]]
	e := EventDays{Words: g.get("all"), Title: strings.Join(title, " "), After: g.get("after") != ""}
	means := "not on days with “" + e.Title + "” in your calendars"
	if e.After {
		means = "not on the day after “" + e.Title + "” in your calendars"
	}
	return finding{kind: refusal, means: means, set: func(w *Wish) bool {
		w.ByEvents = append(slices.Clip(w.ByEvents), e)
		return true
	}}, true
}
