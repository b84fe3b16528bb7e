package assertion_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/assertion"
)

// A number in <brackets> is none of the writer's, or did not happen once on the day of the note;
// one in (brackets) is his.
func TestWhatIsNotOnesOwnDoingOfTheDayIsMarked(t *testing.T) {
	t.Parallel()
	for _, marked := range []string{
		"Ran (5) km with Tom, who ran <10> km.",
		"Ran (5) km. Tom, however, ran <10> km.",
		"Slept (6) h, Lena, who slept <9> h, was fresher.",
		"Slept (6) h, who knows why.",
		"Tom's week:\n- ran <5> km\n- ran <6> km\n\nRan (7) km.",
		"My week:\n- ran (5) km",
		"Ran <10> km? No way. Stayed in bed.",
		"Slept <8> h? Ha, more like (4).",
		"Paid (18) € parking fine?? Slept (7) h.",
		"Emma phoned. Ran her first <10> km!",
		"Paid her (10) €.",
		"Ran <5> km three times this week.",
		"Slept (6) h, woke up 4 times.",
		"Week in review: ran <11> km in total.",
		"Ran (11) km in total.",
		"Bench press 1x1 @ <100> kg, failed.",
		"Bench press 1x1 @ (100) kg, failed the second.",
	} {
		var text strings.Builder
		type number struct {
			at    int
			whose rune
		}
		var numbers []number
		for _, r := range marked {
			switch r {
			case '<', '(':
				numbers = append(numbers, number{text.Len(), r})
			case '>', ')':
			default:
				text.WriteRune(r)
			}
		}
		spans := assertion.Scan(text.String())
		for _, n := range numbers {
			covered := slices.ContainsFunc(spans, func(s assertion.Span) bool { return s.Start <= n.at && n.at < s.End })
			if covered != (n.whose == '<') {
				t.Errorf("%q: the number at byte %d is marked: %v, %v", text.String(), n.at, covered, spans)
			}
		}
	}
}
