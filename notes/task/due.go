package task

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/timespan"
)

var (
	// dueSign stands before the day that a task is due, as Obsidian's Tasks, Dataview, Reminder and
	// Kanban write it. Behind an @ by itself only a number is one.
	dueSign = regexp.MustCompile(`(?i)(?:[📅📆🗓]\x{FE0F}?|@due\(|\b(?:due::?|deadline::)|(@\{|@\[\[|\B@\b))[ \t]*`)
	// notDue says nothing of when a task is due: its other days, times, recurrence and fields,
	// addresses and code.
	notDue = regexp.MustCompile("(?i)(?:[⏳⌛🛫✅❌➕⏰]\\x{FE0F}?|@(?:done|start|scheduled)\\()[ \\t]*(?:\\[\\[)?[\\d-]*|" +
		`🔁\x{FE0F}?[^📅📆🗓⏳⌛🛫✅❌➕⏰🔼🔽⏫⏬🔺🆔⛔#]*|@@\{[^}]*\}|` +
		`\b(?:scheduled|start|completion|created|cancelled|repeat|id|dependsOn)::[^\])]*|https?://\S+|` + "`[^`]*`")
	// dayWords may be the words for a day, behind what leads to it.
	dayWords  = regexp.MustCompile(`^[ \t]*(?:\[\[)?[^\]}#|📅📆🗓⏳⌛🛫✅❌➕⏰🔼🔽⏫⏬🔺🔁🆔⛔\n]{0,80}`)
	linkedDay = regexp.MustCompile(`\[\[(\d{4}-\d\d-\d\d)(?:\|[^\]]*)?\]\]`)
	// denied stands before a word that leads to a day on which a task is not due.
	denied = regexp.MustCompile(`(?i)(?:\bnot|n['’]t|\bno longer|\bnever|\bnicht|\bnie|\bkeine?)((?:\s+[\pL\d]+){0,4})\s*$`)
	// affirmed are words behind which that is over: "not by Friday but by Monday", "don't forget".
	affirmed = regexp.MustCompile(`(?i)\b(?:but|forget)\b`)
)

// mostBefore is how much of a text before a word is looked at for what it says of it, in bytes.
const mostBefore = 200

// due returns the day on which a task is due, as its signs say, else its words, else a link to
// a day ahead; and what has to be said of it: why no day can be read, or how it was.
func (r Reader) due(text string, ref timespan.Ref) (day notes.Day, note string) {
	for _, at := range append(assertion.FindStruckOut(text), notDue.FindAllStringIndex(text, -1)...) { // "by ~~20 Feb~~ 27 Feb"
		text = text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + text[at[1]:]
	}
	if day, note = bySign(text, ref); !day.IsZero() || note != "" {
		return day, note
	}
	if day, note = r.byWords(text, ref); !day.IsZero() || note != "" {
		return day, note
	}
	if links := linkedDay.FindAllStringSubmatch(text, 2); len(links) == 1 { // of two, nobody says which
		if day, err := notes.ParseDay(links[0][1]); err == nil && !day.Before(notes.DayOf(ref.Now)) {
			return day, ""
		}
	}
	return notes.Day{}, ""
}

func bySign(text string, ref timespan.Ref) (day notes.Day, note string) {
	for _, m := range dueSign.FindAllStringSubmatchIndex(text, mostLeads) {
		words := dayWords.FindString(text[m[1]:])
		if m[2] >= 0 && (words == "" || words[0] < '0' || words[0] > '9') {
			continue // "@Ann"
		}
		words, _, _ = strings.Cut(words, ")")
		lead := "due"
		if m[2] >= 0 {
			lead = "@" // "meet Bob @14:00" is not due
		}
		d := readDeadline(lead, words, ref)
		if !d.days.IsZero() {
			return d.days.End, d.noteInWords(words)
		}
		d.note = cmp.Or(d.note, "%s can't be read as a day")
		note = cmp.Or(note, d.noteInWords(words))
	}
	return notes.Day{}, note
}

func (r Reader) byWords(text string, ref timespan.Ref) (day notes.Day, note string) {
	for _, m := range r.lead.FindAllStringSubmatchIndex(text, mostLeads) {
		before, lead, words := text[max(0, m[2]-mostBefore):m[2]], text[m[2]:m[3]], dayWords.FindString(text[m[1]:])
		if denies(before, lead) || asks(before, lead) {
			continue
		}
		if strings.HasSuffix(before, " or ") { // "on or before"
			lead = "by"
		}
		d := readDeadline(lead, words, ref)
		if !d.days.IsZero() {
			return d.days.End, d.noteInWords(words)
		}
		said := readTimes("by "+clauseStart.FindString(translate(spellShortDays(lead, words))), ref)
		if d.note != "" && len(said.Spans)+len(said.Unresolved) > 0 { // not "by the late bus"
			note = cmp.Or(note, d.noteInWords(words))
		}
	}
	return notes.Day{}, note
}

// denies reports whether the words before one that leads to a day deny it.
func denies(before, lead string) bool {
	if slices.Contains(befores, strings.ToLower(lead)) && (nothing.MatchString(before) || soMuchBefore.MatchString(translate(before))) {
		return true
	}
	no := denied.FindStringSubmatch(before)
	return no != nil && !affirmed.MatchString(no[1])
}

var (
	// nothing is what must not be before a day: "no antes del viernes", "no food before 9am".
	nothing = regexp.MustCompile(`(?i)\b(?:no|nothing|nobody|nichts|nada)\b[^.;:!?]*$`)
	// soMuchBefore is how long before a day something is: "2 days before Christmas" is not the day
	// before Christmas.
	soMuchBefore = regexp.MustCompile(`(?i)\b(?:` + someNumber + `\s+` + someUnit + `|the\s+(?:week|weekend|month|year)|` + weekday.String() + `)\s*$`)
)

// mostLeads is how many words of a task may lead to a day.
const mostLeads = 20

// clauseStart is the first clause of a text.
var clauseStart = regexp.MustCompile(`^(?:\d:\d|[^;:!?]){0,60}`)

// noteInWords returns what has to be said of a deadline in words.
func (d deadline) noteInWords(words string) string {
	if !strings.Contains(d.note, "%s") {
		return d.note
	}
	if !d.days.IsZero() {
		words = strings.TrimSuffix(words, d.rest)
	}
	words = clauseStart.FindString(strings.TrimLeft(words, " \t[(:"))
	return fmt.Sprintf(d.note, fmt.Sprintf("“%.40s”", strings.TrimRight(words, " \t[](,.")))
}

var (
	// question is a clause that asks, up to where a time stands.
	question = regexp.MustCompile(`(?i)(?:^|[:;,.!?])\s*(?:is|are|was|were|does|do|did|has|have|can|will)\b[^:;,.!?]*$`)
	// lasting is what is so until some time.
	lasting = regexp.MustCompile(`(?i)\b(?:is|are)\b[^:;,.!?]*\b(?:until|till)\b`)
)

// asks reports whether a word that leads to a time stands in a question of a task, or says how
// long something is so: "ask Jo: is the shed free until April". It is no day of the task.
func asks(before, lead string) bool {
	return question.MatchString(before) || lasting.MatchString(clauseEnd.FindString(before)+lead)
}

// clauseEnd is the last clause of a text.
var clauseEnd = regexp.MustCompile(`[^:;,.!?]*$`)

// Day returns the day that words such as "friday", "next week" or "in two weeks" are by
// themselves, as what is still to be done means it. It reports false if they are anything else.
func Day(words string, ref timespan.Ref) (notes.Day, bool) {
	d := readDeadline("", words, ref)
	if strings.TrimSpace(d.rest) != "" {
		return notes.Day{}, false
	}
	return d.days.End, !d.days.IsZero()
}

// compileLeads returns what finds the words that lead to the day on which a task is due, the last
// of several: "due before". What "due in" or "by the" have
// besides "due" and "by" is read as a part of the time.
func compileLeads(words []string) *regexp.Regexp {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		at := strings.LastIndexByte(w, ' ')
		return at >= 0 && slices.Contains([]string{"in", "on", "the", "el"}, w[at+1:]) && slices.Contains(words, w[:at])
	})
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	any := cmp.Or(strings.Join(words, "|"), `[^\s\S]`) // without words nothing leads to a day
	return regexp.MustCompile(`(?i)(?:^|[\s(\[,;.:–—-])(?:(?:` + any + `)[ \t:]+)*(` + any + `)[ \t:]+`)
}
