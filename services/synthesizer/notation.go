package synthesizer

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	numbers "golang.org/x/text/number"
)

// marked are numbers with a mark in them, which languages set differently.
var marked = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)

// localized writes the numbers of an amount as a language does: "1,034.6 €" is
// "1.034,6 €" in German.
func localized(amount, tag string) string {
	printer := message.NewPrinter(language.Make(tag))
	return marked.ReplaceAllStringFunc(amount, func(n string) string {
		if !strings.ContainsAny(n, ",.") {
			return n
		}
		v, err := strconv.ParseFloat(strings.ReplaceAll(n, ",", ""), 64)
		if err != nil {
			return n
		}
		_, decimals, _ := strings.Cut(n, ".")
		return printer.Sprint(numbers.Decimal(v, numbers.Scale(len(decimals))))
	})
}
