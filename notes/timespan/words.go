package timespan

import (
	"iter"
	"maps"
	"sync"
	"time"
)

// The words of the language of time. None of these tables is ever written to.
var (
	weekdays = map[string]time.Weekday{
		"monday": time.Monday, "mon": time.Monday,
		"tuesday": time.Tuesday, "tue": time.Tuesday, "tues": time.Tuesday,
		"wednesday": time.Wednesday, "wed": time.Wednesday, "weds": time.Wednesday,
		"thursday": time.Thursday, "thu": time.Thursday, "thur": time.Thursday, "thurs": time.Thursday,
		"friday": time.Friday, "fri": time.Friday,
		"saturday": time.Saturday, "sat": time.Saturday,
		"sunday": time.Sunday, "sun": time.Sunday,
	}

	months = map[string]time.Month{
		"january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3,
		"april": 4, "apr": 4, "may": 5, "june": 6, "jun": 6, "july": 7, "jul": 7,
		"august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9,
		"october": 10, "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
	}

	// seasons maps a season to its first month.
	seasons = map[string]time.Month{
		"spring": 3, "springtime": 3, "summer": 6, "summertime": 6, "autumn": 9, "fall": 9, "winter": 12, "wintertime": 12,
	}

	units = map[string]unit{
		"day": day, "days": day, "night": day, "nights": day, "week": week, "weeks": week,
		"weekend": weekend, "weekends": weekend, "fortnight": fortnight, "fortnights": fortnight,
		"month": month, "months": month, "quarter": quarter, "quarters": quarter,
		"year": year, "years": year, "decade": decade, "decades": decade,
	}

	counts = map[string]int{
		"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
		"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
		"fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	}

	// vague are counts that nobody means exactly.
	vague = map[string]int{"couple": 2, "few": 3, "several": 5, "some": 3, "many": 10}

	parts = map[string]hours{
		"morning": {5, 12}, "mornings": {5, 12}, "afternoon": {12, 17}, "afternoons": {12, 17},
		"evening": {17, 22}, "evenings": {17, 22}, "night": {21, 5}, "nights": {21, 5},
		"noon": {11, 14}, "midday": {11, 14}, "lunchtime": {11, 14}, "midnight": {23, 2},
		"forenoon": {8, 12}, "dinnertime": {17, 21}, "suppertime": {17, 21}, "teatime": {15, 18}, "dawn": {4, 7}, "daybreak": {4, 7}, "dusk": {17, 21},
	}
)

// openers are the words that an expression may begin with: the scanner does not
// look closer at others.
var openers = sync.OnceValue(func() map[string]bool {
	m := maps.Clone(listed("openers"))
	for _, w := range []map[string]bool{lasts, nexts} {
		maps.Copy(m, w)
	}
	add := func(words iter.Seq[string]) {
		for w := range words {
			m[w], m[w+"s"] = true, true
		}
	}
	add(maps.Keys(weekdays))
	add(maps.Keys(months))
	add(maps.Keys(seasons))
	add(maps.Keys(units))
	add(maps.Keys(counts))
	add(maps.Keys(vague))
	add(maps.Keys(ordinals))
	add(maps.Keys(decadeNames))
	add(maps.Keys(parts))
	add(maps.Keys(holidays()))
	return m
})
