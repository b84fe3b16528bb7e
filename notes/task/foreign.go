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
nächste=next nächsten=next nächster=next kommende=next kommenden=next diesen=this diese=this woche=week wochen=weeks monat=month monats=month monaten=months jahr=year
tag=day tagen=days ende=the_end_of anfang=the_start_of einer=a einem=a zwei=two drei=three vier=four der= den= dem= des= am= zum= zur=
lunes=monday martes=tuesday miércoles=wednesday jueves=thursday viernes=friday sábado=saturday domingo=sunday
enero=january febrero=february marzo=March abril=april mayo=May junio=june julio=july agosto=august septiembre=september octubre=october noviembre=november diciembre=december
hoy=today pasado_mañana=the_day_after_tomorrow mañana=tomorrow próximo=next próxima=next este=this esta=this semana=week semanas=weeks mes=month meses=months año=year
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

// translate puts English words for those of other languages, and the end of a stretch in full.
func translate(words string) string {
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
