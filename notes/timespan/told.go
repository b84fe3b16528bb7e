package timespan

import (
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/sentencesplit"
)

// A ToldStretch is a part of a note whose amounts are of the day that it names.
type ToldStretch struct {
	Start, End int       // in bytes; End is excluded
	Day        notes.Day // zero if it names several: "since Monday I ran 20 km"
}

// ToldStretches returns the parts of a note that say of which day they are, in the order of
// the text: the clause that ends with its day, "ran 6 km on Wednesday, 8 km on Thursday",
// what follows a day that leads, "yesterday ran 6 km, today rested", and the lines under a
// line with nothing but a day. What a part only mentions, "sore from Monday", is none.
// Words such as "yesterday" count from when the note was written.
func ToldStretches(text string, writtenAt time.Time, weekStart time.Weekday) []ToldStretch {
	var out []ToldStretch
	var above dayLine
	for _, part := range sentencesplit.SplitText(text, sentencesplit.Jotted) {
		sentence := part.In(text)
		if strings.TrimSpace(sentence) == "" {
			continue
		}
		e := entry{text: sentence, scanner: newScanner(sentence, Ref{writtenAt, weekStart})}
		e.spans = Scan(sentence, Ref{writtenAt, weekStart})
		told := e.stretches()
		switch line := lineOf(text, part.Start); {
		case e.onlyDay() && len(told) == 1:
			above = line
			above.day = told[0].Day
		case !above.covers(line, text):
			above = dayLine{}
		case len(told) == 0:
			told = []ToldStretch{{0, len(sentence), above.day}}
			above.end = line.end
		}
		for _, t := range told {
			out = append(out, ToldStretch{part.Start + t.Start, part.Start + t.End, t.Day})
		}
	}
	return out
}

// A dayLine is a line with nothing but a day, whose lines below are of that day.
type dayLine struct {
	day        notes.Day
	begin, end int // of its words; end moves on with the lines below that are of its day
	indent     int
	item       bool // it is an item of a list
}

// lineOf returns the line of the words that begin at a place or behind it.
func lineOf(text string, at int) dayLine {
	words := strings.TrimLeft(text[at:], " \t\r\n")
	l := dayLine{begin: len(text) - len(words)}
	l.end = l.begin + max(strings.IndexByte(words+"\n", '\n'), 0)
	l.indent = l.begin - (strings.LastIndexByte(text[:l.begin], '\n') + 1)
	l.item = len(words) > 1 && strings.Contains("-*+", words[:1]) && words[1] == ' '
	return l
}

// covers reports whether a line is of the day of one above: an item below it, or a line that
// follows without a blank one.
func (l dayLine) covers(line dayLine, text string) bool {
	switch {
	case l.day.IsZero():
		return false
	case l.item:
		return line.indent > l.indent
	case line.begin < l.end: // another sentence of its last line
		return true
	}
	return line.item || strings.Count(text[min(l.end, line.begin):line.begin], "\n") < 2
}

// stretches returns the parts of the entry, which is one sentence, that say of which day
// they are.
func (e *entry) stretches() []ToldStretch {
	var out []ToldStretch
	if e.planned() {
		return nil
	}
	for i := range e.spans {
		s := &e.spans[i]
		if s.Range.Start.IsZero() || s.Range.Start.After(e.today) || len(s.Weekdays) > 0 {
			continue
		}
		first, after := e.tokenAt(s.Offset), e.tokenAt(s.Offset+len(s.Text))
		begin := e.clauseBegin(first)
		leads := e.onlyIntroduces(begin, first)
		t := ToldStretch{Start: e.toks[begin].start, End: s.Offset + len(s.Text), Day: s.Range.Start}
		switch {
		case s.Range.Days() > 1 && !e.counted(s, first, leads):
			continue
		case s.Range.Days() > 1:
			t.Day = notes.Day{}
			if leads {
				t.End = e.startOf(e.clauseEnd(after + 1))
			}
		case !e.tellsOf(s, begin, first, after):
			continue
		case leads:
			t.Start, t.End = s.Offset, len(e.text)
		}
		if last := len(out) - 1; last >= 0 {
			if leads {
				out[last].End = min(out[last].End, t.Start)
			}
			t.Start = max(t.Start, out[last].End)
		}
		out = append(out, t)
	}
	return out
}

// tellsOf reports whether what stands before a day, or behind one that leads, happened then.
func (e *entry) tellsOf(s *Span, begin, first, after int) bool {
	leads, before := e.onlyIntroduces(begin, first), e.beforeLead(first)
	bare := s.Assumed && !s.Explicit // a weekday, which may also be the coming one
	label := leads && e.at(after).kind == mark && strings.Contains(":-–—", e.low(after)) || e.onlyDay()
	switch {
	case e.at(after).kind == possessive, !e.closed(after) && !leads:
		return false
	case label:
		return true
	case before >= begin && mentions[e.low(before)], e.compared(first), bare && !e.past, s.Explicit && !e.past:
		return false
	}
	return true
}

// counted reports whether an amount is told over the several days of a span: "since Monday
// I ran 20 km", "20 km from Monday to Wednesday", but not "the first since Monday".
func (e *entry) counted(s *Span, first int, leads bool) bool {
	switch e.low(first) {
	case "since", "from", "between":
	default:
		return false
	}
	return e.past && s.Range.Days() > 1 && (leads || e.at(first-1).kind == number || e.at(first-2).kind == number)
}

// onlyDay reports whether nothing but a day stands in the entry.
func (e *entry) onlyDay() bool {
	return len(e.spans) == 1 && strings.Trim(strings.Replace(e.text, e.spans[0].Text, "", 1), " \t\r\n*_#:-–—+>") == ""
}

// clauseBegin returns the first token of the clause of token i.
func (e *entry) clauseBegin(i int) int {
	for i > 0 && !clauseMark(e.low(i-1)) {
		i--
	}
	return i
}

// clauseEnd returns the token behind the clause of token i.
func (e *entry) clauseEnd(i int) int {
	for i < len(e.toks) && !clauseMark(e.low(i)) {
		i++
	}
	return i
}

func clauseMark(low string) bool {
	switch low {
	case ",", ";", "(", ")", ":", "–", "—", "and", "then", "but":
		return true
	}
	return false
}

// startOf returns where token i begins, the end of the text behind the last.
func (e *entry) startOf(i int) int {
	if i >= len(e.toks) {
		return len(e.text)
	}
	return e.toks[i].start
}

// onlyIntroduces reports whether nothing but words that introduce stands from token i up to j.
func (e *entry) onlyIntroduces(i, j int) bool {
	return !slices.ContainsFunc(e.toks[i:j], func(t token) bool {
		return t.kind != mark && t.low != "on" && !introductions[t.low]
	})
}

// ComingRange returns the days to come that a span of a text may mean as well as those it is
// read as: the words leave it open, and its sentence does not tell of the past. "Dinner with
// Kim on Monday" may be of the Monday after the note.
func ComingRange(text string, s Span) (notes.Range, bool) {
	if !s.Assumed || s.Range.Start.IsZero() || s.Range.End.IsZero() {
		return notes.Range{}, false
	}
	for _, part := range sentencesplit.SplitText(text, sentencesplit.Jotted) {
		if s.Offset < part.End && slices.ContainsFunc(tokenize(part.In(text)), func(t token) bool { return pastTense(t.low) }) {
			return notes.Range{}, false
		} else if s.Offset < part.End {
			break
		}
	}
	switch {
	case s.Explicit:
		return notes.Range{Start: s.Range.Start.AddMonths(12), End: s.Range.End.AddMonths(12)}, true
	case s.Range.Days() == 1:
		return notes.Range{Start: s.Range.Start.AddDays(7), End: s.Range.End.AddDays(7)}, true
	}
	return notes.Range{}, false
}
