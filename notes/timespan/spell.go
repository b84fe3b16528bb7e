package timespan

import (
	"math/bits"

	"github.com/weft-mesh/weft/kit/slip"
)

// slips are short forms and slips of the pen that the distance to the right word
// does not give away, or that lie as near to another word.
var slips = map[string]string{
	"yday": "yesterday", "yest": "yesterday", "ystday": "yesterday",
	"tmrw": "tomorrow", "tmr": "tomorrow", "tmw": "tomorrow", "tomoz": "tomorrow",
	"tdy": "today", "todya": "today", "tonite": "tonight", "nite": "night", "nites": "nights", "nght": "night", "ths": "this", "tonigth": "tonight", "tonihgt": "tonight", "weke": "week", "evng": "evening", "frday": "friday", "fridy": "friday", "sunady": "sunday", "mondy": "monday", "tonght": "tonight",
	"wensday": "wednesday", "wedsday": "wednesday", "weds": "wednesday",
	"teusday": "tuesday", "tusday": "tuesday", "satday": "saturday", "sonday": "sunday", "sundey": "sunday", "sundy": "sunday",
	"feburay": "february", "febuery": "february", "febr": "february", "agust": "august", "augest": "august",
	"augst": "august", "arpil": "april", "aprl": "april", "apirl": "april", "juy": "july",
	"morining": "morning", "moring": "morning", "mornign": "morning", "mornin": "morning", "morningg": "morning",
	"morn": "morning", "aft": "afternoon", "arvo": "afternoon", "evning": "evening", "evenning": "evening", "evenin": "evening", "eveing": "evening",
	"wknd": "weekend", "wkend": "weekend", "wekend": "weekend", "weekned": "weekend", "weeknd": "weekend", "wkends": "weekends",
	"wknds": "weekends", "weeked": "weekend", "weeken": "weekend", "weekand": "weekend",
	"weeek": "week", "wek": "week", "wk": "week", "wks": "weeks", "weks": "weeks", "weeeks": "weeks",
	"monht": "month", "mounth": "month", "mounths": "months", "mnth": "month", "mnths": "months", "mth": "month", "mths": "months",
	"montsh": "months", "monthes": "months", "yr": "year", "yrs": "years", "yaer": "year", "qtr": "quarter", "qtrs": "quarters",
	"lst": "last", "lsat": "last", "alst": "last", "thsi": "this", "tihs": "this", "nxt": "next", "prev": "previous", "previus": "previous",
	"befor": "before", "bevor": "before", "bfore": "before", "beforre": "before", "betwen": "between", "beetween": "between",
	"bewteen": "between", "btwn": "between", "untill": "until", "unitl": "until", "til": "until",
	"sicne": "since", "sice": "since", "scince": "since", "agao": "ago", "agoo": "ago",
	"xmas": "christmas", "crismas": "christmas", "chrismas": "christmas", "christams": "christmas",
	"haloween": "halloween", "hallowen": "halloween", "aniversary": "anniversary", "anniversery": "anniversary",
	"bday": "birthday", "birtday": "birthday", "brithday": "birthday", "bithday": "birthday", "birthdy": "birthday",
}

// guessed are the words that a misspelled one may stand for, with the number of
// slips forgiven. They are long and have few neighbours.
var guessed = likeliest(map[int][]string{
	1: {"monday", "tuesday", "friday", "january", "october", "november", "december", "afternoon", "fortnight", "christmas", "halloween"},
	2: {"yesterday", "tomorrow", "wednesday", "thursday", "saturday", "february", "september", "thanksgiving"},
})

type guess struct {
	word    string
	slips   int
	letters uint32
}

func likeliest(bySlips map[int][]string) map[byte][]guess {
	m := map[byte][]guess{}
	for slips, words := range bySlips {
		for _, w := range words {
			m[w[0]] = append(m[w[0]], guess{w, slips, letters(w)})
		}
	}
	return m
}

// letters returns the set of letters of a word.
func letters(w string) uint32 {
	var set uint32
	for i := range len(w) {
		set |= 1 << (w[i] & 31)
	}
	return set
}

// spell returns the word of time that a word in lower case most likely is, or
// the word itself.
func spell(low string) string {
	if right, ok := slips[low]; ok {
		return right
	}
	if len(low) < 6 || len(low) > 13 || guessed[low[0]] == nil {
		return low
	}
	stem, plural := low, ""
	if low[len(low)-1] == 's' && low[len(low)-2] != 'a' {
		stem, plural = low[:len(low)-1], "s"
	}
	set, best, found := letters(stem), 3, ""
	for _, g := range guessed[low[0]] {
		apart := max(len(g.word)-len(stem), len(stem)-len(g.word))
		if apart > g.slips || bits.OnesCount32(set^g.letters) > 2*g.slips {
			continue
		}
		switch d := slip.Distance(stem, g.word); {
		case d == 0:
			return low
		case d > g.slips || d > best:
		case d == best:
			found = "" // as near to two words
		default:
			best, found = d, g.word
		}
	}
	if found == "" {
		return low
	}
	return found + plural
}
