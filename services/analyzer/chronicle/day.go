package chronicle

import (
	"regexp"
	"slices"
	"strings"
)

// withDay finds the day of a happening: the one that its sentence gives, else that of
// its note, and the one that a sentence behind gives which goes on about it.
func (c *Chronicle) withDay(h Happening, terms []term) []Happening {
	n, k := h.Note, h.Note.SentenceOf(h.Token)
	done := slices.ContainsFunc(terms, func(t term) bool {
		return t.deed && slices.ContainsFunc(t.PlacesIn(n), func(at int) bool { return n.SentenceOf(at) == k && t.toldAt(n, at) })
	})
	text := n.Sentence(h.Token)
	for _, t := range terms { // a practice exam is no practice for it
		text = strings.ReplaceAll(strings.ToLower(text), strings.ToLower(t.Name), "")
	}
	planned := ahead.MatchString(text) || wishing.MatchString(text) || shifted.MatchString(text)
	h.Day, h.real = n.Day, !n.Unreal(h.Token) && (done || !planned)
	here, behind := h, h
	best, next := 3*len(n.Tokens), 0
	for _, d := range n.Dates(c.weekStart) {
		if planned && d.Weekly && d.Day.Before(n.Day) {
			d.Day = d.Day.AddDays(7) // "booked thursday"
		}
		given := Happening{Event: h.Event, Day: d.Day, Note: n, Token: h.Token, told: h.told, Given: true, yearless: d.Yearless, real: h.real && !d.Day.After(n.Day)}
		in := n.SentenceOf(d.Token)
		opens := in == k+1 && n.SentenceOf(d.Token-1) == k && !strings.Contains(n.Entry.GetText()[n.Tokens[h.Token].Start:n.Tokens[d.Token].Start], "\n")
		away := max(d.Token-h.Token, h.Token-d.Token)
		if !d.Exact {
			away += len(n.Tokens) // "for christmas, 21 December"
		}
		switch {
		case done && d.Day.After(n.Day):
		case in == k && (away < best || d.Exact && shifted.MatchString(text)):
			best, here = away, given
		case in > k && next == 0 && (opens || d.Day.After(n.Day) && resuming.MatchString(n.Sentence(d.Token))):
			next, behind = in, given
		}
	}
	switch {
	case !behind.Given:
		return []Happening{here}
	case here.Given || !here.real:
		return []Happening{behind}
	}
	return []Happening{here, behind}
}

// wishing are words of a sentence on what has yet to be done.
var wishing = regexp.MustCompile(`(?i)\b(?:needs?|wants?|should|must|have to|has to|will|to be done|comes? (?:in|on)|in (?:\d+|a|two|three|four|six) (?:days?|weeks?|months?))\b`)

// ahead are words of a sentence on an event that has not been yet: "signed up
// for the half marathon".
var ahead = regexp.MustCompile(`(?i)\b(?:sign(?:ed)? up|regist(?:er|ered)|got in(?:to)?|enter(?:ed)?|book(?:ed)?|train(?:ing|ed)? for|prep(?:are|aring|ping)? for|practice|goal|resolution|look(?:ing)? forward|excited (?:for|about)|nervous (?:for|about)|until|till|countdown|weeks? to go|days? to go|in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)|coming up|planning|invit(?:ed?|ing|ation)|ask(?:ed)? \pL+ (?:to|out|over)|someday|one day|next year|if they let me)\b`)

// LiesAhead reports whether words of a sentence speak of what has not been yet.
func LiesAhead(words string) bool { return ahead.MatchString(words) }

var (
	// shifted are words of a sentence that gives an event another day.
	shifted = regexp.MustCompile(`(?i)\b(?:moved|postponed|pushed|rescheduled|rebooked|changed|delayed|new (?:date|day|time)|brought forward|put (?:back|off)|instead|is now|are now|not possible|can['’]?t do)\b|\bnow\b`)
	// resuming are the words of a sentence on the next time of what a note is about.
	resuming = regexp.MustCompile(`(?i)\b(?:next|back (?:to|on|in|at)|again|follow[- ]?up|review|app(?:oin)?t(?:men)?t?s?|due|until|till)\b`)
)
