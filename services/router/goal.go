package router

import (
	"cmp"
	"regexp"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wish"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// leastAhead is how many days ahead the end of what is planned over weeks is at least.
const leastAhead = 14

var (
	// wished is how a person tells what they want to reach.
	wished = regexp.MustCompile(`(?i)^(?:(?:i|we) (?:want|would like) to|(?:i|we) wanna|(?:i|we)'d like to|(?:my|our) goal is to)\b`)
	// helped is how they ask to be brought there, and planned where it is for themselves.
	helped  = regexp.MustCompile(`(?i)^(?:get (?:me|us) (?:ready|fit)|(?:prepare|train|help) (?:me|us))\b`)
	planned = regexp.MustCompile(`(?i)^(?:plan|schedule|break down|set up|(?:make|write|work out)(?: me| us)? a (?:training |study )?(?:plan|schedule))\b`)
	ours    = regexp.MustCompile(`(?i)\b(?:me|us|my|our)\b`)
	// pauses is where a clause ends.
	pauses = regexp.MustCompile(`[,;:.!?()\n]+|\s[-–—]\s`)
)

// wishes reports whether a text is a wish to be planned over weeks: it begins as one, and a
// day or a rhythm is read from it. People tell of what they want in the same words, so
// nothing else may be said. What is only told, or asked for without a day or a rhythm, has
// to be what a template is surely for; and where help is asked for, as it is of friends, the
// template does not suffice without a rhythm. Where this is not so it is no wish.
func wishes(text string, c *commonv1.CallContext) bool {
	text = strings.ReplaceAll(strings.TrimSpace(text), "’", "'")
	if len(text) > longestAct || strings.Contains(text, "\n") {
		return false
	}
	form, wanted := wishing(text)
	if form == "" {
		return false
	}
	templates, err := pattern.Shipped()
	if err != nil {
		return false
	}
	w, ok := ahead(form+wanted, c, templates)
	if !ok {
		return false
	}
	for _, r := range w.Readings {
		wanted = strings.Replace(wanted, r.Words, ",", 1)
	}
	rhythm := w.Sessions > 0 || w.AWeek > 0 || w.EveryOther
	weekly := rhythm || len(w.Windows) > 0
	fit := templates.Select(wanted)
	if fit.Question != "" || strings.HasPrefix(strings.ToLower(form), "help") && !weekly {
		fit.Template = nil
	}
	whole := !wished.MatchString(form) && w.By != 0 && rhythm
	return (whole || fit.Template != nil && (w.By != 0 || weekly)) && onlySays(wanted, fit.Template, whole)
}

// wishing cuts a text into how it says that something is wanted, and what that is. The first
// is "" where it does not say so, asks something else, or has others' words.
func wishing(text string) (form, wanted string) {
	said := text[len(called.FindString(text)):]
	polite := asked.FindString(said)
	said = said[len(polite):]
	for i, s := range sentencesOf(said) {
		if s.item || strings.ContainsRune(hideQuotes(s.text), hidden) || s.closing == '?' && (i > 0 || polite == "") {
			return "", ""
		}
	}
	form = cmp.Or(wished.FindString(said), helped.FindString(said))
	if form == "" && ours.MatchString(said) {
		form = planned.FindString(said)
	}
	return form, said[len(form):]
}

// ahead reads the times of what is said. It is not ok where they can't be, or end too soon
// to be planned for over weeks.
func ahead(said string, c *commonv1.CallContext, templates *pattern.Set) (w wish.Wish, ok bool) {
	zone, err := time.LoadLocation(c.GetTimeZone())
	if err != nil {
		return w, false
	}
	now := c.GetNow().AsTime().In(zone)
	today := civil.DateOf(now)
	w, err = wish.Read(said, now, func(words string) bool { return templates.Select(words).Question == "" })
	return w, err == nil && len(w.Problems)+len(w.Contradictions(today)) == 0 && (w.By == 0 || w.By >= today+leastAhead)
}

// longestWish is how many words what is asked for has at most.
const longestWish = 8

// onlySays reports whether a text has no words but those of a template's cues, a name before
// one ("the Rome marathon") and those that join words. Its first clause may be free.
func onlySays(text string, t *pattern.Template, free bool) bool {
	class := english().class
	for n, clause := range pauses.Split(text, -1) {
		said := strings.Fields(strings.ToLower(clause))
		if n == 0 && free && len(said) <= longestWish {
			continue
		}
		for i, word := range said {
			joins := class["determiner"][word] || class["preposition"][word] || class["self"][word] || class["wishing"][word]
			names := i > 0 && i+1 < len(said) && class["determiner"][said[i-1]] && cued(t, said[i+1])
			if !joins && !names && !cued(t, word) {
				return false
			}
		}
	}
	return true
}

// cued reports whether a word is one of those by which a template is known.
func cued(t *pattern.Template, word string) bool {
	if t == nil {
		return false
	}
	for _, c := range t.Cues {
		for _, words := range c.Words {
			for _, w := range strings.Fields(words) {
				start, open := strings.CutSuffix(w, "*")
				if c.Weight > 0 && (w == word || open && strings.HasPrefix(word, start)) {
					return true
				}
			}
		}
	}
	return false
}
