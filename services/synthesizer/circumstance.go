package synthesizer

import (
	"fmt"
	"regexp"
	"strings"
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

// together tells of circumstances in one sentence. The spans are named once:
// not at all if the lead has named them.
func together(lead *circumstance, list []circumstance) string {
	var words []string
	for i, c := range list {
		same := lead != nil && c.when == lead.when && c.before == lead.before
		if i == 0 && !same {
			words = append(words, fmt.Sprintf("%s on %s of %s days with notes %s, and on %s of %s %s", c.what, c.days, c.of, c.when, c.daysBefore, c.ofBefore, c.before))
			continue
		}
		words = append(words, fmt.Sprintf("%s on %s of %s days, before on %s of %s", c.what, c.days, c.of, c.daysBefore, c.ofBefore))
	}
	return "Also noted more often: " + strings.Join(words, "; ") + "."
}
