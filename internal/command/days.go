package command

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/task"
	"github.com/weft-mesh/weft/notes/timespan"
	"github.com/weft-mesh/weft/planning/civil"
)

// namedDay reads a day as a person names one that is to come: its date, or "friday".
func namedDay(text string, ref timespan.Ref) (notes.Day, error) {
	if day, err := notes.ParseDay(text); err == nil && !day.IsZero() {
		return day, nil
	}
	if day, ok := task.Day(text, ref); ok {
		return day, nil
	}
	return notes.Day{}, fmt.Errorf("%.40q is not a day: use one such as 2026-10-15, 15 October, tomorrow or friday", text)
}

// dayOfArgument reads a day that an argument names.
func (p *program) dayOfArgument(text string) (civil.Date, error) {
	ref, err := p.ref()
	if err != nil {
		return 0, err
	}
	day, err := civilDay(text, ref)
	if err != nil {
		return 0, usage("%v", err)
	}
	return day, nil
}

func civilDay(text string, ref timespan.Ref) (civil.Date, error) {
	day, err := namedDay(text, ref)
	if err != nil {
		return 0, err
	}
	return civil.ParseDate(day.String())
}

// clockAtEnd is a time of the day that follows a day: "Sat 13 March at 10:00", "tomorrow 9am".
var clockAtEnd = regexp.MustCompile(`(?i)^(.+?)(?:[ ,]+(?:at +)?|T)(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?$`)

// timeOfArgument reads a time of one day that an argument names, in a zone.
func (p *program) timeOfArgument(text string, zone *time.Location) (time.Time, error) {
	ref, err := p.ref()
	if err != nil {
		return time.Time{}, err
	}
	ref.Now = ref.Now.In(zone)
	return timeInWords(text, ref)
}

// timeInWords reads a time of one day in the zone that words for days count from.
func timeInWords(text string, ref timespan.Ref) (time.Time, error) {
	m := clockAtEnd.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[3] == "" && m[4] == "" {
		return time.Time{}, usage("%q is not a time: write a day and a time, as \"2027-03-14 18:00\" or \"Sat 14 March 18:00\"", text)
	}
	hour, _ := strconv.Atoi(m[2])
	minute, _ := strconv.Atoi("0" + m[3])
	switch half := strings.ToLower(m[4]); {
	case half != "" && (hour < 1 || hour > 12), hour > 23, minute > 59:
		return time.Time{}, usage("%q has no such time of the day: write it as 18:00", text)
	case half == "pm" && hour < 12:
		hour += 12
	case half == "am" && hour == 12:
		hour = 0
	}
	day, err := civilDay(m[1], ref)
	if err != nil {
		return time.Time{}, usage("%v", err)
	}
	words := m[1]
	if !strings.Contains(words, " ") { // "May" alone is a word of many meanings
		words = "in " + words
	}
	for _, s := range timespan.Read(words, ref).Spans {
		if s.Range.Start != s.Range.End {
			return time.Time{}, usage("%q is more than one day: name the day, as 2027-03-14 or friday", m[1])
		}
	}
	y, month, d := day.Split()
	at := time.Date(y, month, d, hour, minute, 0, 0, ref.Now.Location())
	if at.Hour() != hour || at.Minute() != minute { // clocks go forward
		return time.Time{}, usage("there is no %02d:%02d on %s", hour, minute, day)
	}
	return at, nil
}

// someDays are days by how many they are: "7", "-3 days", "a week".
var someDays = regexp.MustCompile(`(?i)^([-+]?\d+|an?|one|two|three)(?: *(days?|weeks?))?$`)

// daysOfArgument reads by how many days an argument moves something.
func daysOfArgument(text string) (int32, error) {
	m := someDays.FindStringSubmatch(strings.TrimSpace(text))
	words := map[string]int64{"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
	if m == nil {
		return 0, usage("%q is not a number of days: write it as 7, -3 or \"two weeks\"", text)
	}
	n, named := words[strings.ToLower(m[1])]
	if !named {
		var err error
		if n, err = strconv.ParseInt(m[1], 10, 16); err != nil {
			return 0, usage("%q is not a number of days that a roadmap can be moved by", text)
		}
	} else if m[2] == "" {
		return 0, usage("%q is not a number of days: write it as 7, -3 or \"two weeks\"", text)
	}
	if strings.HasPrefix(strings.ToLower(m[2]), "w") {
		n *= 7
	}
	return int32(n), nil
}
