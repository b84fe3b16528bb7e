package timespan

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// These are the weekdays of many weeks: "on Mondays", "every weekend in March".

var (
	workdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	freedays = []time.Weekday{time.Sunday, time.Saturday}
)

// everyWeekday reads such days, with the part of the day and the range that may
// follow: "Monday mornings in January", "weekdays since March".
func (s *scanner) everyWeekday(i int) (value, int, bool) {
	days, at, ok := s.weekdaySet(i)
	if !ok || s.numbered(i) {
		return value{}, i, false
	}
	v := value{Span: Span{Grain: commonv1.Grain_GRAIN_SPAN, Weekdays: days}}
	end := at
	if h, hend, ok := s.dayPart(at); ok {
		v, end = v.during(h), hend
		v.Grain = commonv1.Grain_GRAIN_SPAN
	}
	if w, wend, ok := s.scope(end); ok {
		v.Range, v.Explicit, v.Assumed = w.Range, w.Explicit, w.Assumed
		if w.void != "" {
			v.void = w.void
		}
		if !v.Hourly() {
			v.StartHour, v.EndHour = w.StartHour, w.EndHour
		}
		end = wend
	}
	return v, end, true
}

// numbered reports whether a number stands before token i: "3 Mondays in a row".
func (s *scanner) numbered(i int) bool {
	return s.at(i-1).kind == number || counts[s.low(i-1)] > 1 || vague[s.low(i-1)] > 0
}

// scope reads the range within which something repeats.
func (s *scanner) scope(i int) (value, int, bool) {
	at := s.skip(i, "in", "of", "during", "over", "for", "within", "throughout", "from", "'s")
	if s.low(i) == "," && lasts[s.low(s.skip(i+1, "the"))] {
		at = i + 1
	}
	if s.at(at).kind == mark {
		return value{}, i, false
	}
	if s.depth == deepest {
		return value{}, i, false
	}
	s.depth++
	defer func() { s.depth-- }()
	for _, rule := range []func(int) (value, int, bool){s.between, s.limit, s.portion} {
		if v, end, ok := rule(at); ok && len(v.Weekdays) == 0 {
			return v, end, true
		}
	}
	v, end, ok := s.single(at, at > i)
	if !ok || len(v.Weekdays) > 0 || v.void == "" && (v.Range.IsZero() || v.bounded() && v.Range.Days() < 7) {
		return value{}, i, false
	}
	if joint := s.joint(end); v.bounded() && joint > end {
		if w, wend, ok := s.pair(at, v, joint); ok {
			return w, wend, true
		}
	}
	return v, end, true
}

// weekdaySet reads "Mondays", "every Monday and Thursday", "weekdays", "Mondays
// to Fridays", "Saturday nights".
func (s *scanner) weekdaySet(i int) ([]time.Weekday, int, bool) {
	if days, end, ok := s.monthly(i); ok {
		return days, end, true
	}
	at := s.everyWord(i)
	every := at > i
	many := every || s.againstWeekend(at)
	days, end, ok := s.weekdaysAt(at, many)
	if !ok {
		return nil, i, false
	}
	if joint := s.joint(end); joint > end && s.low(end) != "until" { // "Mondays to Fridays"
		last, lend, ok := s.weekdaysAt(joint, many)
		if ok && len(days) == 1 && len(last) == 1 {
			return through(days[0], last[0]), lend, true
		}
		return days, end, true
	}
	for !s.contrasts {
		more, mend, ok := s.moreWeekdays(end, every)
		if !ok {
			break
		}
		days, end = append(slices.Clone(days), more...), mend
	}
	slices.Sort(days)
	return slices.Compact(days), end, true
}

// againstWeekend reports whether the weekdays from one to another at token i are
// held against weekends: "mon-fri vs weekend".
func (s *scanner) againstWeekend(i int) bool {
	return weekdayName(s.low(i)) && s.joint(i+1) == i+2 && weekdayName(s.low(i+2)) && (s.contrasted(i-1, -1) || s.contrasted(i+3, 1))
}

// moreWeekdays reads the next of a list: "and Thursday", ", every Friday".
func (s *scanner) moreWeekdays(i int, every bool) ([]time.Weekday, int, bool) {
	joint := s.skip(i, "and", "&", ",", "/")
	if s.low(i) == "or" && !s.asks {
		joint = i + 1
	}
	if joint == i {
		return nil, i, false
	}
	return s.weekdaysAt(s.everyWord(s.skip(s.skip(joint, "and"), "on")), every)
}

// monthly reads the weekday in "the last Thursday of every month".
func (s *scanner) monthly(i int) ([]time.Weekday, int, bool) {
	nth, _, at := s.place(s.skip(i, "the"))
	d, ok := weekdays[s.low(at)]
	every := s.skip(at+1, "of", "in")
	if nth == 0 || !ok || s.low(every) != "every" && s.low(every) != "each" || units[s.low(every+1)] != month {
		return nil, i, false
	}
	return []time.Weekday{d}, every + 2, true
}

// through returns the weekdays from one to another.
func through(from, to time.Weekday) []time.Weekday {
	days := []time.Weekday{from}
	for d := from; d != to; {
		d = (d + 1) % 7
		days = append(days, d)
	}
	slices.Sort(days)
	return days
}

// everyWord passes over what makes one weekday of all.
func (s *scanner) everyWord(i int) int {
	at := s.skip(i, "every", "each", "all", "most", "any", "both")
	if at > i {
		at = s.skip(at, "single", "the", "my", "of", "other")
		if n, end := s.nth(at); n > 1 {
			at = end // "every third Wednesday"
		}
	}
	return at
}

// weekdaysAt reads one name of weekdays. In every, the singular will do.
func (s *scanner) weekdaysAt(i int, every bool) ([]time.Weekday, int, bool) {
	at := s.skip(i, "my", "the")
	if !every && (s.low(at) == "a" || s.low(at) == "the") && s.low(i-1) == "on" {
		every = true // "on a Monday"
		at++
	}
	if days, end, ok := s.kindOfDays(at, every); ok {
		return days, end, true
	}
	w, after := s.low(at), s.low(at+1)
	if d, ok := weekdays[w]; ok && (every || parts[after] != hours{} && after[len(after)-1] == 's') && after != "of" && s.at(at+1).kind != possessive {
		return []time.Weekday{d}, at + 1, true
	}
	d, ok := weekdays[singular(w)]
	return []time.Weekday{d}, at + 1, ok && singular(w) != w && len(w) > 6 && (every || s.setMeant(at))
}

// kindOfDays reads "weekdays", "weekend mornings", "working days".
func (s *scanner) kindOfDays(i int, every bool) ([]time.Weekday, int, bool) {
	after := s.low(i + 1)
	switch s.low(i) {
	case "weekdays", "workdays":
		return workdays, i + 1, true
	case "weekends":
		return freedays, i + 1, true
	case "working", "work", "business", "week", "school":
		return workdays, i + 2, after == "days" || after == "day" && every
	case "weekday", "workday":
		return workdays, i + 1, every || partly(after) || s.against(i) || s.at(i+1).kind == word && !s.function(i+1) && !picks[s.low(i-1)]
	case "weekend":
		return freedays, i + 1, every && s.low(i-1) != "all" || partly(after) && after[len(after)-1] == 's' || s.against(i)
	}
	return nil, i, false
}

// partly reports whether a word is a part of the day.
func partly(w string) bool { _, ok := parts[w]; return ok }

// against reports whether weekdays and weekends are held against each other.
func (s *scanner) against(i int) bool {
	return s.contrasts && s.bothKinds() || s.contrasted(i+1, 1) || s.contrasted(i-1, -1) || joins[s.low(i-1)] && weekdayName(s.low(i-2)) && s.joint(i-3) > i-3 && weekdayName(s.low(i-4))
}

// bothKinds reports whether the text names weekdays and weekends.
func (s *scanner) bothKinds() bool {
	workday, free := false, false
	for _, t := range s.toks {
		workday = workday || singular(t.low) == "weekday" || singular(t.low) == "workday"
		free = free || singular(t.low) == "weekend"
	}
	return workday && free
}

// contrasted reports whether token i joins something to weekdays or weekends
// that stand next to it in the given direction.
func (s *scanner) contrasted(i, dir int) bool {
	return joins[s.low(i)] && weekly[s.low(i+dir)]
}

// setMeant reports whether "mondays" are many and no "Monday's" without its
// apostrophe: "mondays workout" is about one.
func (s *scanner) setMeant(i int) bool {
	if after := s.at(i + 1); after.kind == mark || s.closed(i+1) || partly(after.low) || cues[after.low] || after.low == "this" {
		return true
	}
	switch s.low(i - 1) {
	case "on", "are", "do", "than", "vs", "versus", "and", "or", "between", "only", "usually", "always":
		return true
	}
	return false
}

// onWeekdays limits v to the weekdays that follow it: "last month on Mondays",
// "this year's weekends".
func (s *scanner) onWeekdays(v value, i int) (value, int, bool) {
	if !v.bounded() || v.Range.Days() < 7 || v.Hourly() {
		return value{}, i, false
	}
	at := i
	if s.at(at).kind == possessive {
		at++
	}
	at = s.skip(at, "on")
	days, end, ok := s.weekdaySet(at)
	if !ok || s.low(at) == "all" {
		return value{}, i, false
	}
	v.Weekdays, v.again, v.weekly = days, nil, false
	if h, hend, ok := s.dayPart(end); ok {
		v, end = v.during(h), hend
	}
	return v, end, true
}

// lastWeekdays returns the n latest of a weekday before today.
func (s *scanner) lastWeekdays(d time.Weekday, n int) value {
	last := weekdayBefore(d, s.today)
	v := dated(notes.Range{Start: last.AddDays(-7 * (n - 1)), End: last}, commonv1.Grain_GRAIN_SPAN)
	v.Weekdays = []time.Weekday{d}
	return v
}
