package task

import (
	"regexp"
	"slices"
	"strings"
)

// foreign are German and Spanish words for days, and shorthand, with the English ones for them.
var foreign = foreignWords(`
eow=the_end_of_the_week eom=the_end_of_the_month eoy=the_end_of_the_year month_end=the_end_of_the_month month-end=the_end_of_the_month year_end=the_end_of_the_year year-end=the_end_of_the_year
montag=monday dienstag=tuesday mittwoch=wednesday donnerstag=thursday freitag=friday samstag=saturday sonnabend=saturday sonntag=sunday
januar=january jänner=january februar=february märz=March mai=May juni=june juli=july oktober=october dezember=december
weihnachten=christmas ostern=easter neujahr=new_year silvester=new_year's_eve navidad=christmas heute=today morgen=tomorrow übermorgen=the_day_after_tomorrow wochenende=the_weekend monatsende=the_end_of_the_month jahresende=the_end_of_the_year
nächste=next nächsten=next nächster=next kommende=next kommenden=next diesen=this diese=this woche=week wochen=weeks monat=month monats=month monate=months monaten=months jahr=year
mittag=noon mittags=noon mitternacht=midnight arbeitstag=business_day arbeitstage=business_days arbeitstagen=business_days
vor=before vorm=before nach=after im=in jeder=every jede=every jeden=every bzw=or jetzt=now übernächste=after_next übernächsten=after_next übernächster=after_next jahres=year
tag=day tage=days tagen=days ende=the_end_of anfang=the_start_of einer=a einem=a zwei=two drei=three vier=four der= den= dem= des= am= zum= zur=
lunes=monday martes=tuesday miércoles=wednesday jueves=thursday viernes=friday sábado=saturday domingo=sunday
enero=january febrero=february marzo=March abril=april mayo=May junio=june julio=july agosto=august septiembre=september octubre=october noviembre=november diciembre=december
hoy=today pasado_mañana=the_day_after_tomorrow mañana=tomorrow próximo=next próxima=next este=this esta=this semana=week semanas=weeks mes=month meses=months año=year
antes=before después=after ahora=now cada=every
día=day días=days fin=the_end_of finales=the_end_of en=in una=a un=a dos=two tres=three cuatro=four el= la= los= del= de= que= o=or oder=or y=and und=and`)

func foreignWords(list string) map[string]string {
	out := map[string]string{}
	for _, pair := range strings.Fields(list) {
		own, english, _ := strings.Cut(pair, "=")
		out[strings.ReplaceAll(own, "_", " ")] = strings.ReplaceAll(english, "_", " ")
	}
	return out
}

var (
	letters  = regexp.MustCompile(`(?i)pasado mañana|\b(?:week|month|year)[ -]end\b|\pL+`)
	dayPoint = regexp.MustCompile(`\b(\d{1,2})\.\s+(\pL)`) // "4. Dezember"
)

// germanLeads are the words that lead to a day in German, where short names of days are German too.
var germanLeads = []string{"bis", "bis zum", "bis zur", "spätestens", "fällig", "fällig am", "vor"}

// shortDay is a German weekday as calendars have it, alone or behind what leads to one.
var shortDay = regexp.MustCompile(`(^[\s:(]*|\b(?:oder|und|or|bis|zum|am|auf|besser|lieber|Woche|nächste[nr]?|kommende[nr]?|diese[nr]?)\s+|[/–,(-]\s*)(Mo|Di|Mi|Do|Fr|Sa|So)\b\.?`)

// shortAlone is such a day that is all that is said, or has its date behind it.
var shortAlone = regexp.MustCompile(`^\s*(?:Mo|Di|Mi|Do|Fr|Sa|So)\b[.,]*\s*(?:$|\d)`)

// spellShortDays puts German weekdays in full that are written in short behind a German word, or
// are all that is said.
func spellShortDays(lead, words string) string {
	if !slices.Contains(germanLeads, lead) && !shortAlone.MatchString(words) {
		return words
	}
	names := map[string]string{"Mo": "Montag", "Di": "Dienstag", "Mi": "Mittwoch", "Do": "Donnerstag", "Fr": "Freitag", "Sa": "Samstag", "So": "Sonntag"}
	return shortDay.ReplaceAllStringFunc(words, func(said string) string {
		m := shortDay.FindStringSubmatch(said)
		return m[1] + names[m[2]]
	})
}

// germanOrdinal is a day of a month alone: "den 8."
var germanOrdinal = regexp.MustCompile(`(?i)\b(?:den|dem|zum|am)\s+(\d{1,2})\.(\s|$)`)

// ordinalEnding is what makes a number an ordinal in English.
func ordinalEnding(number string) string {
	last := number[len(number)-1]
	if len(number) == 2 && number[0] == '1' || last < '1' || last > '3' {
		return "th"
	}
	return []string{"st", "nd", "rd"}[last-'1']
}

// translate puts English words for those of other languages, and the end of a stretch in full.
func translate(words string) string {
	words = germanOrdinal.ReplaceAllStringFunc(words, func(said string) string {
		m := germanOrdinal.FindStringSubmatch(said)
		return "the " + m[1] + ordinalEnding(m[1]) + m[2]
	})
	own := false
	out := letters.ReplaceAllStringFunc(words, func(w string) string {
		english, ok := foreign[strings.ToLower(w)]
		if !ok {
			return w
		}
		own = own || !slices.Contains([]string{"", "in", "a", "or", "and"}, english)
		return english
	})
	if !own {
		return words
	}
	return strings.Join(strings.Fields(dayPoint.ReplaceAllString(out, "$1 $2")), " ")
}
