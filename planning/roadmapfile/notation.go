package roadmapfile

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
)

// The signs of days are those of the plugin Obsidian Tasks. It reads them from
// the end of a line and stops at what it does not know, so the comment with the
// id stands before them.
const (
	startSign    = "🛫" // not before
	dueSign      = "⏳" // should be done by
	deadlineSign = "📅" // has to be done by
	doneSign     = "✅"
	droppedSign  = "❌"
	lockSign     = "🔒"
)

// signs maps each sign that is read to the one that is written.
var signs = map[string]string{
	startSign: startSign, dueSign: dueSign, "⌛": dueSign, deadlineSign: deadlineSign, "📆": deadlineSign, "🗓": deadlineSign,
	doneSign: doneSign, droppedSign: droppedSign,
}

var (
	signForm  = regexp.MustCompile(`(🛫|⏳|⌛|📅|📆|🗓|✅|❌)\x{FE0F}?`)
	fieldForm = regexp.MustCompile(`(🛫|⏳|⌛|📅|📆|🗓|✅|❌)\x{FE0F}?[ \t]*(\d[\d./-]*)`)
	// estimateForm is an estimate at the end of a title: (45 min), (1 h 30 min), (1.5 h).
	estimateForm = regexp.MustCompile(`(?i)(?:^|[ \t])\((?:(\d{1,6}(?:[.,]\d{1,2})?)[ \t]*h(?:ours?|rs?)?)?[ \t]*(?:(\d{1,6})[ \t]*(m|mins?|minutes?)?)?\)[ \t]*$`)
)

// escaped says that the letter at i has a backslash before it that counts.
func escaped(s string, i int) bool {
	n := 0
	for i-n > 0 && s[i-n-1] == '\\' {
		n++
	}
	return n%2 == 1
}

// escapeTitle writes a title so that nothing in it is read as anything else.
func escapeTitle(title string) string {
	s := strings.ReplaceAll(title, `\`, `\\`)
	s = strings.ReplaceAll(s, "<!--", `\<!--`)
	s = fieldForm.ReplaceAllStringFunc(s, func(m string) string { return `\` + m })
	if title, _, _ := cutEstimate(s); title != s {
		at := strings.LastIndexByte(s, '(')
		s = s[:at] + `\` + s[at:]
	}
	return s
}

// unescapeTitle undoes it, and what people escape as in any Markdown.
func unescapeTitle(s string) string {
	if !strings.Contains(s, `\`) {
		return oneLine(s)
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (strings.IndexByte("\\`*_{}[]<>()#+-.!|~=%^$&\"',/:;?@", s[i+1]) >= 0 || startsSign(s[i+1:])) {
			i++
		}
		out.WriteByte(s[i])
	}
	return oneLine(out.String())
}

func startsSign(s string) bool {
	m := signForm.FindStringIndex(s)
	return m != nil && m[0] == 0
}

// cutEstimate splits an estimate from the end of a title as it stands in a line.
// A title that is nothing else has none.
func cutEstimate(raw string) (title string, minutes int, err error) {
	m := estimateForm.FindStringSubmatch(raw)
	if m == nil || m[1] == "" && m[3] == "" { // "(3)" is no length
		return raw, 0, nil
	}
	if title = strings.TrimSuffix(raw, m[0]); strings.TrimSpace(title) == "" {
		return raw, 0, nil
	}
	hours, rest := 0.0, 0
	if m[1] != "" {
		hours, _ = strconv.ParseFloat(strings.Replace(m[1], ",", ".", 1), 64)
	}
	if m[2] != "" {
		rest, _ = strconv.Atoi(m[2])
	}
	minutes = int(math.Round(hours*60)) + rest
	if minutes < 1 || minutes > outline.MaxEstimate {
		return title, 0, fmt.Errorf("%s is not a possible estimate; write 1 min to %d h", strings.TrimSpace(m[0]), outline.MaxEstimate/60)
	}
	return title, minutes, nil
}

// length writes minutes as "1 h 30 min".
func length(minutes int) string {
	switch h, m := minutes/60, minutes%60; {
	case h == 0:
		return fmt.Sprintf("%d min", m)
	case m == 0:
		return fmt.Sprintf("%d h", h)
	default:
		return fmt.Sprintf("%d h %d min", h, m)
	}
}

// titleText writes a title with its estimate.
func titleText(n *Node) string {
	s := escapeTitle(n.Title)
	if n.Estimate > 0 {
		s += " (" + length(n.Estimate) + ")"
	}
	return s
}

// fields returns the days of a node by their signs.
func (n *Node) fields() map[string]civil.Date {
	out := map[string]civil.Date{startSign: n.NotBefore, dueSign: n.Due, deadlineSign: n.Deadline, doneSign: 0, droppedSign: 0}
	if n.Level == outline.Goal {
		out[deadlineSign] = 0 // it stands in the front matter
	}
	switch n.Status {
	case Done:
		out[doneSign] = n.On
	case Dropped:
		out[droppedSign] = n.On
	}
	return out
}

var signOrder = []string{startSign, dueSign, deadlineSign, doneSign, droppedSign}
