package grounding

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	colons = regexp.MustCompile(`(?i)\b(\d{1,3}):(\d{2})(?::(\d{2}))?\b(?:\s?(am|pm)\b)?`)
	hours  = regexp.MustCompile(`(?i)\b(\d{1,2})\s?(am|pm)\b`)
	behind = regexp.MustCompile(`(?i)^\s?(?:min(?:utes?|s)?)?\s?(?:/|per\s)`)
)

// scanClocks finds times of day and durations in digits: 18:04, 7 pm, 1:45:30.
// Each is a number of minutes with all its readings.
func scanClocks(s string) []number {
	var found []number
	digits := func(m []int, group int) float64 {
		n, _ := strconv.Atoi(sub(s, m, group)) // digits, or nothing
		return float64(n)
	}
	add := func(m []int, readings ...number) {
		found = append(found, number{span: span{m[0], m[1]}, readings: readings})
	}
	if strings.Contains(s, ":") {
		for _, m := range colons.FindAllStringSubmatchIndex(s, -1) {
			if behind.MatchString(s[m[1]:min(len(s), m[1]+16)]) {
				continue // a pace: a number with a unit
			}
			a, b := digits(m, 1), digits(m, 2)
			if m[6] >= 0 {
				add(m, duration(a*60+b+digits(m, 3)/60, 0.5/60))
				continue
			}
			readings := []number{duration(a+b/60, 0.5/60), duration(a*60+b, 0.5)}
			if a < 24 && b < 60 {
				readings = append(readings, timesOfDay(a, b, sub(s, m, 4))...)
			}
			add(m, readings...)
		}
	}
	if !strings.ContainsAny(s, "mM") {
		return found
	}
	for _, m := range hours.FindAllStringSubmatchIndex(s, -1) {
		if h := digits(m, 1); h <= 12 && (m[0] == 0 || s[m[0]-1] != ':') {
			add(m, timesOfDay(h, 0, sub(s, m, 2))...)
		}
	}
	return found
}

func sub(s string, m []int, group int) string {
	if m[2*group] < 0 {
		return ""
	}
	return s[m[2*group]:m[2*group+1]]
}

func duration(minutes, tolerance float64) number {
	return number{value: minutes, unit: "min", tolerance: tolerance}
}

func timeOfDay(h, m float64) number {
	return number{value: h*60 + m, unit: "min", clock: true, tolerance: epsilon}
}

// timesOfDay are what hours and minutes may mean where am or pm may be missing.
func timesOfDay(h, m float64, half string) []number {
	morning := h
	if h == 12 {
		morning = 0
	}
	switch strings.ToLower(half) {
	case "am":
		return []number{timeOfDay(morning, m)}
	case "pm":
		return []number{timeOfDay(morning+12, m)}
	}
	if h <= 12 {
		return []number{timeOfDay(h, m), timeOfDay(morning, m), timeOfDay(morning+12, m)}
	}
	return []number{timeOfDay(h, m)}
}
