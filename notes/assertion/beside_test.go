package assertion_test

import (
	"regexp"
	"slices"
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
		checkNumbers(t, marked)
	}
}

var markedNumber = regexp.MustCompile(`<(\d+)>|\((\d+)\)`)

// checkNumbers checks that a number in <brackets> is marked, and one in (brackets) is not.
func checkNumbers(t *testing.T, marked string) {
	t.Helper()
	text := markedNumber.ReplaceAllString(marked, "$1$2")
	spans, brackets := assertion.Scan(text), 0
	for _, m := range markedNumber.FindAllStringSubmatchIndex(marked, -1) {
		at := m[0] - brackets
		brackets += 2
		covered := slices.ContainsFunc(spans, func(s assertion.Span) bool { return s.Start <= at && at < s.End })
		if covered != (m[2] >= 0) {
			t.Errorf("%q: the number at byte %d is marked: %v, %v", text, at, covered, spans)
		}
	}
}
