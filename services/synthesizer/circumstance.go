package synthesizer

import (
	"fmt"
	"regexp"
)

// beside is a statement that something was noted more often than before.
var beside = regexp.MustCompile(`^It coincides with (.+?), noted on (\d+) of (\d+) days? with notes (.+?) and on (\d+) of (\d+) (.+?)\.?$`)

// A circumstance is something that was noted more often than before.
type circumstance struct {
	what, days, of, when, daysBefore, ofBefore, before string
}

func circumstanceOf(words string) (circumstance, bool) {
	m := beside.FindStringSubmatch(words)
	if m == nil {
		return circumstance{}, false
	}
	return circumstance{m[1], m[2], m[3], m[4], m[5], m[6], m[7]}, true
}

// String tells of one circumstance.
func (c circumstance) String() string {
	return fmt.Sprintf("%s, noted on %s of %s days with notes %s and on %s of %s %s", c.what, c.days, c.of, c.when, c.daysBefore, c.ofBefore, c.before)
}

// together tells of circumstances in one sentence: the spans are named once.
func together(list []circumstance) string {
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = fmt.Sprintf("%s on %s of %s days, before on %s of %s", c.what, c.days, c.of, c.daysBefore, c.ofBefore)
		if i == 0 {
			words[i] = fmt.Sprintf("%s on %s of %s days with notes %s, and on %s of %s %s", c.what, c.days, c.of, c.when, c.daysBefore, c.ofBefore, c.before)
		}
	}
	if len(words) == 1 {
		return "Also noted more often: " + words[0] + "."
	}
	out := "Also noted more often: " + words[0]
	for _, w := range words[1:] {
		out += "; " + w
	}
	return out + "."
}
