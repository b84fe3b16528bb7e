package recur

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
)

// maxText is longer than a rule with every number that there is.
const maxText = 8 << 10

// Parse reads the value of an RRULE, such as "FREQ=WEEKLY;BYDAY=MO,FR", in upper
// or lower case, with or without "RRULE:" before it. Blanks and parts that begin in
// "X-" say nothing, nor does a part that is there once more with the same value.
func Parse(text string) (Rule, error) {
	r := Rule{Interval: 1}
	if len(text) > maxText {
		return r, fail(TooLarge, "", "%d bytes are more than the %d that a rule may have", len(text), maxText)
	}
	seen := map[string]string{}
	for field := range Parts(text) {
		name, value, found := strings.Cut(field, "=")
		was, twice := seen[name]
		switch {
		case !found || strings.Trim(value, ",") == "":
			return r, fail(Malformed, "", "%.40q is not of the form PART=VALUE", field)
		case twice && was != value:
			return r, fail(Repeated, name, "it stands there twice, as %.40q and as %.40q", was, value)
		case twice:
			continue
		}
		if err := r.set(name, value); err != nil {
			return r, err
		}
		seen[name] = value
	}
	if r.Freq == Weekly || r.Freq == Daily || r.fineUnit() > 0 { // of which no weekday is the second
		for i := range r.ByDay {
			r.ByDay[i].Ordinal = 0
		}
		stable.Sort(r.ByDay, compareDays)
		r.ByDay = slices.Compact(r.ByDay)
	}
	if r.Freq == "" {
		return r, fail(MissingFreq, "FREQ", "a rule needs one, such as WEEKLY")
	}
	return r, r.Check()
}

// Parts yields the parts of a rule in capitals, without blanks and without those that begin
// in "X-".
func Parts(text string) iter.Seq[string] {
	text = strings.Join(strings.Fields(strings.ToUpper(text)), "")
	return func(yield func(string) bool) {
		for field := range strings.SplitSeq(strings.TrimPrefix(text, "RRULE:"), ";") {
			if field != "" && !strings.HasPrefix(field, "X-") && !yield(field) {
				return
			}
		}
	}
}

// set reads one part.
func (r *Rule) set(name, value string) (err error) {
	switch name {
	case "FREQ":
		if value == "SECONDLY" {
			return fail(TooFine, name, "%s is finer than a minute", value)
		}
		r.Freq = Frequency(value)
	case "INTERVAL":
		r.Interval, err = positive(name, value, maxInterval)
	case "COUNT":
		r.Count, err = positive(name, value, maxCount)
	case "UNTIL":
		var m Moment
		if m, err = ParseMoment(value, nil); err != nil {
			return fail(Malformed, name, "%.40q is no date or time", value)
		}
		r.Until = &m
	case "WKST":
		d, ok := weekday(value)
		if !ok {
			return fail(Malformed, name, "%.20q is no weekday such as MO", value)
		}
		r.WeekStart = d
	case "BYDAY":
		r.ByDay, err = days(value)
	default:
		lists := r.lists()
		i := slices.IndexFunc(lists, func(p part) bool { return p.name == name && p.list != nil })
		if i < 0 {
			return fail(UnknownPart, "", "%.40q is no part of a rule", name)
		}
		*lists[i].list, err = lists[i].numbers(value)
	}
	return err
}

// listItems yields what stands between commas.
func listItems(list string) iter.Seq[string] {
	return strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' })
}

func positive(name, value string, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return 0, fail(OutOfRange, name, "%.20q is not in 1 to %d", value, most)
	}
	return n, nil
}

func (p part) numbers(value string) ([]int, error) {
	var list []int
	for text := range listItems(value) {
		n, err := strconv.Atoi(text)
		if err != nil || !p.holds(n) {
			return nil, fail(OutOfRange, p.name, "%.20q is not in %d to %d", text, p.low, p.top)
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

func days(value string) ([]Day, error) {
	var list []Day
	for text := range listItems(value) {
		at := max(0, len(text)-2)
		d, ok := weekday(text[at:])
		n := 0
		if ok && at > 0 {
			var err error
			n, err = strconv.Atoi(text[:at])
			ok = err == nil && n != 0 && n >= -53 && n <= 53
		}
		if !ok {
			return nil, fail(OutOfRange, "BYDAY", "%.20q is no weekday such as MO, 2MO or -1MO", text)
		}
		list = append(list, Day{n, d})
	}
	stable.Sort(list, compareDays)
	return slices.Compact(list), nil
}

func weekday(name string) (Weekday, bool) {
	i := strings.Index(weekdayNames, name)
	return Weekday(i / 2), len(name) == 2 && i >= 0 && i%2 == 0
}

// ParseMoment reads a date or a time as iCalendar has it: "19970902",
// "19970902T090000" in the zone (nil: floating), "19970902T090000Z" in UTC.
func ParseMoment(text string, zone *time.Location) (Moment, error) {
	var m Moment
	body, utc := strings.CutSuffix(text, "Z")
	form := "20060102T150405"
	if len(body) == 8 && !utc {
		form, m.AllDay = "20060102", true
	}
	// The end of a day may be written as its 24th hour.
	dayEnds := false
	if body, dayEnds = strings.CutSuffix(body, "T240000"); dayEnds {
		body += "T000000"
	}
	// The leap second is read as the one before it.
	if strings.HasSuffix(body, "60") && len(body) == len(form) && !m.AllDay {
		body = body[:len(body)-2] + "59"
	}
	t, err := time.Parse(form, body)
	if err != nil || len(body) != len(form) || t.Year() < 1 {
		return Moment{}, fail(Malformed, "", "%.40q is no date such as 19970902 and no time such as 19970902T090000", text)
	}
	m.DateTime = civil.Of(t)
	if dayEnds {
		m.Date++
	}
	switch {
	case utc:
		m.Zone = time.UTC
	case !m.AllDay:
		m.Zone = zone
	}
	return m, nil
}
