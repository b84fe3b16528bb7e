package grounding

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A clock is a time of day or a duration in digits: 18:04, 7 pm, 1:45:30.
type clock struct {
	span
	minute  int     // of the day, -1 if it can't be a time of day
	half    bool    // am or pm is not told
	seconds float64 // read as m:ss or h:mm:ss
	minutes float64 // read as h:mm; 0 with seconds shown
}

var (
	colons = regexp.MustCompile(`(?i)\b(\d{1,3}):(\d{2})(?::(\d{2}))?\b(?:\s?(am|pm)\b)?`)
	hours  = regexp.MustCompile(`(?i)\b(\d{1,2})\s?(am|pm)\b`)
	behind = regexp.MustCompile(`(?i)^\s?(?:min(?:utes?|s)?)?\s?(?:/|per\s)`)
)

func scanClocks(s string) []clock {
	var found []clock
	if !strings.Contains(s, ":") && !strings.ContainsAny(s, "mM") {
		return nil
	}
	for _, m := range colons.FindAllStringSubmatchIndex(s, -1) {
		if behind.MatchString(s[m[1]:]) {
			continue // a pace: a number with a unit
		}
		a, b, c := atoi(s, m[2], m[3]), atoi(s, m[4], m[5]), atoi(s, m[6], m[7])
		k := clock{span: span{m[0], m[1]}, minute: -1}
		if a < 24 && b < 60 {
			k.minute, k.half = clockMinute(a, b, sub(s, m, 4))
		}
		if m[6] >= 0 {
			k.seconds = float64(a*3600 + b*60 + c)
		} else {
			k.seconds, k.minutes = float64(a*60+b), float64(a*60+b)
		}
		found = append(found, k)
	}
	for _, m := range hours.FindAllStringSubmatchIndex(s, -1) {
		if h := atoi(s, m[2], m[3]); h <= 12 && (m[0] == 0 || s[m[0]-1] != ':') {
			k := clock{span: span{m[0], m[1]}}
			k.minute, k.half = clockMinute(h, 0, sub(s, m, 2))
			found = append(found, k)
		}
	}
	return found
}

func clockMinute(h, m int, half string) (int, bool) {
	switch strings.ToLower(half) {
	case "pm":
		return h%12*60 + 720 + m, false
	case "am":
		return h%12*60 + m, false
	}
	return h*60 + m, h <= 12
}

// numbers returns what the clock says if it is a duration, in both readings.
func (c clock) numbers() []number {
	var out []number
	if c.seconds > 0 {
		out = append(out, number{span: c.span, value: c.seconds / 60, unit: "min", tolerance: 0.5 / 60})
	}
	if c.minutes > 0 {
		out = append(out, number{span: c.span, value: c.minutes, unit: "min", tolerance: 0.5})
	}
	return out
}

// is reports whether two clocks say the same, as a time of day or a duration.
func (c clock) is(e clock) bool {
	if c.minute >= 0 && (c.minute == e.minute || (c.half || e.half) && e.minute >= 0 && c.minute%720 == e.minute%720) {
		return true
	}
	return c.seconds > 0 && (c.seconds == e.seconds || c.seconds == e.minutes*60)
}

func (k *knowledge) knowsClock(c clock) bool {
	spans := c.numbers()
	return k.finds(func(_ []date, numbers []number, clocks []clock) bool {
		return slices.ContainsFunc(clocks, c.is) || slices.ContainsFunc(numbers, func(e number) bool {
			d := quantity.Dimension(e.unit)
			return (d == quantity.Duration || d == quantity.Pace) && slices.ContainsFunc(spans, func(n number) bool { return sameValue(n, e) })
		})
	})
}

func sameValue(n, e number) bool {
	v, ok := quantity.Convert(e.value, e.unit, n.unit)
	if !ok && quantity.Dimension(e.unit) == quantity.Pace {
		v, ok = e.value, true // 5:30 where the pace is 5.5 min/km
	}
	return ok && abs(v-n.value) <= n.tolerance+epsilon*max(1, n.value)
}
