package task

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// A said is words for a day, and the day that a careful reader takes them for; zero if that is
// none.
type said struct {
	words string
	day   time.Time
}

// dayWriter writes days as people do, counted from a day.
type dayWriter struct {
	t     *rapid.T
	today time.Time
}

func (w dayWriter) oneOf(name string, of ...string) string {
	return rapid.SampledFrom(of).Draw(w.t, name)
}

func (w dayWriter) upTo(name string, n int) int { return rapid.IntRange(1, n).Draw(w.t, name) }

// weekday is one by its name, and the next day of the name.
func (w dayWriter) weekday() said {
	day := w.today.AddDate(0, 0, rapid.IntRange(0, 6).Draw(w.t, "ahead"))
	german := strings.Fields("Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag")
	spanish := strings.Fields("domingo lunes martes miércoles jueves viernes sábado")
	return said{w.oneOf("name", day.Format("Monday"), day.Format("Monday"), day.Format("Mon"), german[day.Weekday()], spanish[day.Weekday()]), day}
}

// date is one with or without its year.
func (w dayWriter) date() said {
	day := w.today.AddDate(0, 0, rapid.IntRange(-25, 150).Draw(w.t, "away"))
	layout := w.oneOf("layout", "2 January 2006", "January 2, 2006", "2006-01-02", "2 Jan 2006", "02.01.2006", "2006/01/02", "2 January", "Jan 2", "2 Jan", "2.1.")
	return said{day.Format(layout), day}
}

func (w dayWriter) moved() said {
	day := w.weekday()
	switch w.upTo("moved", 9) {
	case 1:
		return said{day.words + " week", day.day.AddDate(0, 0, 7)}
	case 2:
		return said{day.words + " fortnight", day.day.AddDate(0, 0, 14)}
	case 3:
		next := day.day
		if next.Equal(w.today) {
			next = next.AddDate(0, 0, 7)
		}
		return said{"the " + day.words + " after next", next.AddDate(0, 0, 7)}
	case 4:
		n := w.upTo("weeks", 4)
		return said{fmt.Sprintf("%s on %s", count(n, "week"), day.words), day.day.AddDate(0, 0, 7*n)}
	case 5:
		return said{"tomorrow week", w.today.AddDate(0, 0, 8)}
	case 6:
		return said{"the day after " + day.words, day.day.AddDate(0, 0, 1)}
	case 7:
		n := w.upTo("days", 5)
		of := w.date()
		return said{count(n, "day") + " before " + of.words, of.day.AddDate(0, 0, -n)}
	case 8:
		n := w.upTo("weeks", 3)
		of := w.date()
		return said{count(n, "week") + " after " + of.words, of.day.AddDate(0, 0, 7*n)}
	}
	return said{"the day after tomorrow", w.today.AddDate(0, 0, 2)}
}

func (w dayWriter) long() said {
	n := w.upTo("n", 12)
	by, unit := [3]int{0, 0, n}, "day"
	switch w.upTo("unit", 3) {
	case 1:
		by, unit = [3]int{0, 0, 7 * n}, "week"
	case 2:
		by, unit = [3]int{0, n, 0}, "month"
	}
	day := w.today.AddDate(by[0], by[1], by[2])
	if unit == "month" { // as far as the month has days
		first := time.Date(w.today.Year(), w.today.Month()+time.Month(n)+1, 0, 0, 0, 0, 0, time.UTC)
		if day.After(first) {
			day = first
		}
	}
	return said{w.oneOf("in", "in ", "within ") + count(n, unit), day}
}

func count(n int, unit string) string {
	if n == 1 {
		return "a " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

func (w dayWriter) stretch() said {
	month := time.Date(w.today.Year(), w.today.Month()+time.Month(w.upTo("months", 8)), 1, 0, 0, 0, 0, time.UTC)
	name, last := month.Format("January"), month.AddDate(0, 1, -1)
	sunday := w.today.AddDate(0, 0, (7-int(w.today.Weekday()))%7)
	end := time.Date(w.today.Year(), w.today.Month()+1, 0, 0, 0, 0, 0, time.UTC)
	return rapid.SampledFrom([]said{
		{name, last}, {"the end of " + name, last}, {"the start of " + name, month}, {"the beginning of " + name, month},
		{"early " + name, time.Time{}}, {"late " + name, time.Time{}}, {"mid " + name, time.Time{}}, {"the middle of next week", time.Time{}},
		{"next week", sunday.AddDate(0, 0, 7)}, {"this week", sunday}, {"the end of the week", sunday}, {"the end of the month", end}, {"EOM", end},
		{"EOD", w.today}, {"summer", time.Time{}}, {"next year", time.Time{}},
	}).Draw(w.t, "stretch")
}

// twice names a day in two ways, which may not agree.
func (w dayWriter) twice() said {
	day := w.date()
	told := day.day.AddDate(0, 0, rapid.SampledFrom([]int{0, 0, 1, 3, -1}).Draw(w.t, "off"))
	out := said{words: w.oneOf("order", told.Format("Mon ")+day.words, told.Format("Monday, ")+day.words, day.words+told.Format(" (Mon)"), told.Format("Monday night ")+day.words)}
	if told.Equal(day.day) {
		out.day = day.day
	}
	return out
}

func (w dayWriter) open() said {
	a, b := w.weekday(), w.weekday()
	words := w.oneOf("open", "every "+a.words, "after "+a.words, a.words+" or the day after", "soon", "then", "the book", a.words+" or "+b.words, a.words+"/"+b.words, "not "+a.words)
	out := said{words: words}
	if a.day.Equal(b.day) && strings.Contains(words, b.words) && !strings.HasPrefix(words, "every") {
		out.day = a.day // the same day twice
	}
	return out
}

// writeWorkingDays is so many days of work ahead.
func (w dayWriter) writeWorkingDays() said {
	n := w.upTo("n", 30)
	day := w.today
	for left := n; left > 0; {
		if day = day.AddDate(0, 0, 1); day.Weekday() != time.Saturday && day.Weekday() != time.Sunday {
			left--
		}
	}
	return said{w.oneOf("in", "in ", "within ") + count(n, w.oneOf("unit", "business day", "working day", "workday", "weekday")), day}
}

// writeZoned is a time in a zone of its own, and the day that it is of in the writer's.
func (w dayWriter) writeZoned() said {
	zones := map[string]string{"-05:00": "Etc/GMT+5", "Z": "UTC", "\u221203:00": "Etc/GMT+3", " London time": "", " UTC": "UTC", "+0900": "Etc/GMT-9", " America/New_York": "America/New_York", " GMT-3": "Etc/GMT+3", "": "Europe/Berlin", " CET": "Europe/Berlin", " PST": ""}
	name := w.oneOf("zone", "-05:00", "Z", "\u221203:00", " London time", " UTC", "+0900", " America/New_York", " GMT-3", "", " CET", " PST")
	day := w.today.AddDate(0, 0, rapid.IntRange(-25, 150).Draw(w.t, "away"))
	at := time.Date(day.Year(), day.Month(), day.Day(), rapid.IntRange(0, 23).Draw(w.t, "hour"), rapid.IntRange(0, 59).Draw(w.t, "minute"), 0, 0, mustLoad(zones[name]))
	out := said{words: at.Format(w.oneOf("layout", "2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15.04", "2006-01-02T150405")) + name}
	if zones[name] != "" {
		out.day = notes.DayOf(at.In(mustLoad("Europe/Berlin"))).In(time.UTC)
	}
	return out
}

// writeBound is a day that something binds, or a time of day alone.
func (w dayWriter) writeBound() said {
	day := w.weekday()
	words := w.oneOf("bound", "the %s market", "the %s after the market", "the %s-market", "5pm", "17:00", "noon", "5pm sharp", "17:00, every %s", "close of business %s", "first thing %s", "the %s train", "%s before the holidays", "the %s of the race", "3 days of %s")
	out := said{words: words}
	switch {
	case !strings.Contains(words, "%s"):
		out.day = w.today
	case !strings.HasPrefix(words, "the ") && !strings.Contains(words, "every") && !strings.Contains(words, "before") && !strings.HasSuffix(words, "of %s"):
		out.day = day.day
	}
	if strings.Contains(words, "%s") {
		out.words = fmt.Sprintf(words, day.words)
	}
	return out
}

// day is words for a day, maybe with a time of day.
func (w dayWriter) day() said {
	var out said
	switch w.upTo("form", 11) {
	case 1, 2:
		out = w.weekday()
		which := w.oneOf("which", "", "", "this ", "the coming ")
		if out.words = which + out.words; which == "the coming " && out.day.Equal(w.today) {
			out.day = out.day.AddDate(0, 0, 7)
		}
	case 3:
		out = w.date()
	case 4:
		out = w.moved()
	case 5:
		return w.long()
	case 6:
		return w.stretch()
	case 7:
		out = w.twice()
	case 8:
		return w.writeWorkingDays()
	case 9:
		return w.writeZoned()
	case 10:
		return w.writeBound()
	default:
		out = w.open()
	}
	switch w.upTo("clock", 6) {
	case 1:
		out.words += w.oneOf("time", " at 5pm", " 17:00", " at noon")
	case 2:
		if out.words[0] >= 'A' && out.words[0] <= 'Z' {
			out.words = w.oneOf("time", "5pm on ", "17:00 ", "at 9 a.m. on ", "noon ") + out.words
		}
	}
	return out
}

// longGerman are German weekdays, which may be written in short.
var longGerman = regexp.MustCompile(`\b(Mo|Di|Mi|Do|Fr|Sa|So)(?:n|ens|ttwoch|nners|ei|ms|nn)(?:tag)?\b`)

// Of a line that somebody writes the reader has the day that a careful one has, or none.
func TestATaskIsNeverDueOnAnotherDay(t *testing.T) {
	t.Parallel()
	r := reader(t)
	read, told := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		today := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 800).Draw(t, "today"))
		w := dayWriter{t, today}
		day := w.day()
		iso := today.AddDate(0, 0, rapid.IntRange(-40, 40).Draw(t, "mark"))
		line := w.oneOf("box", "- [ ] ", "* [ ] ", "TODO: ", "  1. [ ] ", "- TODO ") +
			w.oneOf("what", "call Ann", "pay the rent of last month", "read what Tom said on Monday", "09:00 - 10:00 water plants", "order 3 tickets", "book [[Berlin]]", "answer the mail from 3 May", "TÜV")
		want := day.day
		switch w.upTo("sign", 4) {
		case 1: // a plugin's day counts
			line += w.oneOf("mark", " 📅 %s", " [due:: %s]", " (due:: %s)", " (@%s 14:00)", " @{%s} @@{14:00}", " @[[%s]]", " due:: %s", " [deadline:: %s]", " 📆️ %s")
			line, want = fmt.Sprintf(line, iso.Format(time.DateOnly)), iso
		default:
			lead := w.oneOf("lead", "by", "due", "until", "no later than", "deadline:", "due:", "not due before", "no longer due", "bis", "spätestens", "fällig", "hasta")
			if slices.Contains(germanLeads, lead) && rapid.Bool().Draw(t, "short") {
				day.words = longGerman.ReplaceAllString(day.words, "$1")
			}
			line += w.oneOf("between", " ", ", ", " (") + lead + " " + day.words
			if strings.HasPrefix(lead, "not") || lead == "no longer due" {
				want = time.Time{}
			}
		}
		line += w.oneOf("noise", "", "", " ⏳ 2026-03-01", " ✅ 2026-03-02", " 🔁 every Friday", " #home", " ➕ 2026-01-01", " [scheduled:: 2026-04-05]", " for Ann", ", if it rains", ". Bring a cake", " (ask Jo)", " %% by 2026-01-01 %%", " and call Bob on Sunday")
		got := r.Read(line, timespan.Ref{Now: time.Date(today.Year(), today.Month(), today.Day(), 9, 0, 0, 0, mustLoad("Europe/Berlin")), WeekStart: time.Monday})
		if len(got) != 1 {
			t.Fatalf("%q is %d tasks", line, len(got))
		}
		if !want.IsZero() {
			told++
		}
		if got[0].Due.IsZero() {
			return
		}
		read++
		if want.IsZero() || got[0].Due != notes.DayOf(want) {
			t.Fatalf("on %s %q is due on %s, not on %s", today.Format("Mon 2006-01-02"), line, got[0].Due, want.Format(time.DateOnly))
		}
	})
	t.Logf("read the day of %d of %d lines", read, told)
	if read*10 < told*8 {
		t.Errorf("only %d of %d days were read", read, told)
	}
}
