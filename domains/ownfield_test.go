package domains_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/query"
)

func TestAQuestionForANumberMayBeForAFieldOfOnesOwn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"how many eggs did we get in June?":  "AGGREGATE SUM own_fields. (own_fields/egg) [June]",
		"average sleep in June":              "AGGREGATE MEAN own_fields. (own_fields/sleep) [June]",
		"on how many days did we have eggs?": "AGGREGATE COUNT_DAYS own_fields. (own_fields/egg)",
		"how many times did we get eggs?":    "AGGREGATE COUNT_NOTES own_fields. (own_fields/egg)",
		"did we get more eggs in May or June?": "COMPARE SUM own_fields. (own_fields/egg) [May] [June] " +
			"| AGGREGATE SUM own_fields. (own_fields/egg) [May] | AGGREGATE SUM own_fields. (own_fields/egg) [June]",
		"which day had the most eggs?":     "WHEN MAX own_fields. (own_fields/egg)",
		"how many eggs did we sell":        "", // which is another number
		"how many eggs did my sister get?": "",
		"how many eggs and boats in June":  "",
		"when did we last have eggs":       "",
		"what did I say about the eggs":    "",
		"should I buy eggs":                "",
	} {
		own, ok := query.ByOwnField(readForm(text))
		if got := shortForm(own); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %t %s, want %s", text, ok, got, want)
		}
	}
}
