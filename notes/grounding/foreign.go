package grounding

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/textfold"
	"github.com/weft-mesh/weft/notes"
)

// The reader of times reads English. What a model says of a note in another language is
// English all the same, or names the day that the note leaves to its reader: of "quinta
// passada, dia 14" it says "14 May". These words, without accents, are enough to know
// such a day again.
var (
	// relativeDays tell how many days from the note's own a day is.
	relativeDays = map[string]int{
		"ontem": -1, "ayer": -1, "gestern": -1, "hier": -1, "ieri": -1, "gisteren": -1,
		"anteontem": -2, "anteayer": -2, "antier": -2, "vorgestern": -2, "avantier": -2, "eergisteren": -2,
		"amanha": 1, "manana": 1, "morgen": 1, "demain": 1, "domani": 1, "ubermorgen": 2, "overmorgen": 2, "dopodomani": 2,
	}
	// foreignWeekdays are the days of the week from Sunday on.
	foreignWeekdays = weekdaysByWord([7]string{
		"domingo sonntag dimanche domenica zondag", "segunda lunes montag lundi lunedi maandag", "terca martes dienstag mardi martedi dinsdag",
		"quarta miercoles mittwoch mercredi mercoledi woensdag", "quinta jueves donnerstag jeudi giovedi donderdag",
		"sexta viernes freitag vendredi venerdi vrijdag", "sabado samstag sonnabend samedi sabato zaterdag",
	})
	// dayOfSomeMonth is the number of a day without its month: "dia 14", "am 14.", "the 14th".
	dayOfSomeMonth = regexp.MustCompile(`\b(?:(?:dias?|el|le|il|giorno|jour|am|den|dem|vom|zum|op|dag)\s+(\d{1,2})|(\d{1,2})(?:st|nd|rd|th))(?:[.º]?(?:[\s,;!?)]|$)|\.)`)
)

func weekdaysByWord(names [7]string) map[string]time.Weekday {
	out := map[string]time.Weekday{}
	for i, words := range names {
		for _, w := range strings.Fields(words) {
			out[w] = time.Weekday(i)
		}
	}
	return out
}

// daysMeant returns the days that words mean which were written on a day: of a weekday and
// of a number without its month the last one and the next one.
func daysMeant(words string, day notes.Day) []notes.Day {
	var out []notes.Day
	folded := textfold.Fold(words)
	for word := range strings.FieldsFuncSeq(folded, func(r rune) bool { return r < 'a' || r > 'z' }) {
		if n, ok := relativeDays[word]; ok {
			out = append(out, day.AddDays(n))
		}
		if w, ok := foreignWeekdays[word]; ok {
			next := (int(w) - int(day.Weekday()) + 7) % 7
			out = append(out, day.AddDays(next), day.AddDays(next-7))
		}
	}
	for _, m := range dayOfSomeMonth.FindAllStringSubmatch(folded, -1) {
		if n, err := strconv.Atoi(m[1] + m[2]); err == nil {
			out = append(out, nearestWithDate(day, n, -1), nearestWithDate(day, n, 1))
		}
	}
	return out
}

// nearestWithDate returns the nearest day with a number in its month, the day itself or
// one before or after it; the zero day if there is none within two months.
func nearestWithDate(day notes.Day, date, step int) notes.Day {
	for i := range 62 {
		if d := day.AddDays(i * step); d.Date == date {
			return d
		}
	}
	return notes.Day{}
}
