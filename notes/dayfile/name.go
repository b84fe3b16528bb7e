package dayfile

import (
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
)

// A fileName is what the name of a file tells of its notes.
type fileName struct {
	date     date // parts of it may come from the folders above
	clock    Clock
	hasClock bool
	title    string // the name without the date
	whole    bool   // the name is a month, a year or the number of a day, and nothing else
}

// DayOfName returns the day that a file's name tells, and the folders above it
// where the name is a part of a date only: "2026-01-05.md", "2026-01-05 Legs.md",
// "2026_01_05.md", "20260105.md", "5.1.2026.md", "5 Jan 2026.md", "January 5th,
// 2026.md", "2026/01/05.md", "2026/January/5.md". A name with two days tells none.
func DayOfName(p string) (notes.Day, bool) {
	if day, ok := rawDay(p); ok {
		return day, true
	}
	n := readName(p)
	if !n.date.full() {
		return notes.Day{}, false
	}
	return n.date.in(n.date.year), true
}

// readName reads a path with forward slashes.
func readName(p string) fileName {
	name := titleOf(p)
	if n, ok := stampedName(name); ok {
		return n
	}
	n := wordedName(name)
	if !n.date.full() {
		n.date = inFolders(n.date, path.Dir(p))
	}
	if n.whole && n.date.year > 0 {
		n.title = ""
	}
	return n
}

// titleOf returns the name of a file as a title.
func titleOf(p string) string {
	return clip(exportID.ReplaceAllString(strings.TrimSuffix(path.Base(p), path.Ext(p)), ""))
}

// exportID matches what an export of Notion adds to the name of a page.
var exportID = regexp.MustCompile(` [0-9a-f]{32}$`)

// stamp matches a day in digits without separators, with or without a time, as a
// word of its own: 20260105, 202601050730.
var stamp = regexp.MustCompile(`(?:^|[^\pL\d])(\d{8})(?:[T_-]?(\d{4}|\d{6}))?(?:[^\pL\d]|$)`)

// stampedName reads a name with a stamp.
func stampedName(name string) (fileName, bool) {
	m := stamp.FindStringSubmatchIndex(name)
	if m == nil {
		return fileName{}, false
	}
	at, err := time.Parse("20060102", name[m[2]:m[3]])
	if err != nil || at.Year() < firstYear || at.Year() > lastYear {
		return fileName{}, false
	}
	n := fileName{date: date{year: at.Year(), month: at.Month(), day: at.Day()}}
	end := m[3]
	if m[4] >= 0 {
		s := name[m[4]:m[5]] + "00"
		if clock, err := time.Parse("150405", s[:6]); err == nil {
			n.clock, n.hasClock, end = Clock{clock.Hour(), clock.Minute(), clock.Second()}, true, m[5]
		}
	}
	n.title = around(name, m[2], end)
	return n, true
}

// nameMax is the longest name that is searched for a date, in bytes: longer than
// file systems allow.
const nameMax = 300

// dateMost is how many words a date has at most: "Monday the 5th of January 2026".
const dateMost = 6

// wordedName finds the day that a name tells anywhere, in digits or in words; or
// if it tells none, the month, the year or the number of the day that it is.
func wordedName(name string) fileName {
	n := fileName{title: name}
	if len(name) > nameMax {
		return n
	}
	found, several := findDates(name)
	switch {
	case several:
		return n
	case found.date.full():
		return found
	}
	if d, ok := parseDate(strings.ReplaceAll(name, " - ", " ")); ok && !d.full() { // "03 - March"
		n.date, n.whole = d, true
		return n
	}
	if m := yearInName.FindStringSubmatch(name); m != nil {
		n.date, _ = parseDate(m[1])
	}
	return n
}

// findDates finds the only day that a name tells in full, and reports whether it
// tells several.
func findDates(name string) (n fileName, several bool) {
	take := func(d date, begin, end int) {
		if n.date.full() && n.date.in(n.date.year) != d.in(d.year) {
			several = true
		} else if !n.date.full() {
			n = fileName{date: d, title: around(name, begin, end)}
		}
	}
	for i := 0; i < len(name); i++ {
		if !isDigit(name[i]) || i > 0 && isDigit(name[i-1]) {
			continue
		}
		if d, rest, ok := cutDate(name[i:]); ok {
			end := len(name) - len(rest)
			take(d, i, end)
			i = end - 1
		}
	}
	if n.date.full() {
		return n, several
	}
	at := wordInName.FindAllStringIndex(name, -1)
	for i := 0; i < len(at); i++ {
		for j := min(len(at), i+dateMost); j > i+1; j-- {
			words := name[at[i][0]:at[j-1][1]]
			if d, ok := parseDate(strings.ReplaceAll(words, "_", " ")); ok && d.full() && d.valid(d.year) {
				take(d, at[i][0], at[j-1][1])
				i = j - 1
				break
			}
		}
	}
	return n, several
}

var (
	wordInName = regexp.MustCompile(`[^\s,()\[\]_-]+`)
	yearInName = regexp.MustCompile(`(?:^|\D)((?:19|20|21)\d\d)(?:\D|$)`)
)

// around is what is left of a name without a part of it.
func around(name string, begin, end int) string {
	const between = " \t-–—_.,()[]"
	return strings.Trim(strings.Trim(name[:begin], between)+" "+strings.Trim(name[end:], between), " ")
}

// inFolders completes a date from the two folders above: 2026/January/05,
// 2026/01/05, 2026/03 March.
func inFolders(d date, dir string) date {
	above, top := path.Base(dir), path.Base(path.Dir(dir))
	if d.year == 0 {
		if y := folderYear(above); y > 0 {
			d.year = y
			if d.month == 0 && d.day <= 12 { // the month of the year is its number, 2026/03
				d.month, d.day = time.Month(d.day), 0
			} else if int(d.month) == d.day { // or number and name, 2026/03 March
				d.day = 0
			}
		} else if y := folderYear(top); y > 0 {
			if m := folderMonth(above); m > 0 && (d.month == 0 || d.month == m) && d.day > 0 {
				d.month = m
			}
			d.year = y
		}
	}
	if d.full() && !d.valid(d.year) || d.day > 0 && d.month == 0 {
		return date{year: d.year}
	}
	return d
}

func folderYear(name string) int {
	if len(name) != 4 {
		return 0
	}
	d, _ := parseDate(name)
	return d.year
}

// folderMonth reads "01", "January", "01 January", "2026-01", "01-Jan".
func folderMonth(name string) time.Month {
	d, _ := parseDate(name)
	if d.month == 0 && d.day <= 12 {
		return time.Month(d.day)
	}
	return d.month
}
