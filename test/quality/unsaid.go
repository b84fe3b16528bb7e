package quality

import (
	"regexp"
	"slices"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

var (
	// aNumber is a number in digits or in words. "One note tells of it" counts
	// what is shown and answers nothing.
	aNumber = regexp.MustCompile(`(?i)\d|\b(?:one (?:day|time|night|week|month|year)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice)\b`)
	// reserved says what is not known, or what was not taken into account. That
	// some notes give no number, or that it is a hint, is none of this.
	reserved = regexp.MustCompile(`(?i)\bnot in your notes:|\bnot sure of this\b|\bwhat is missing\b|\b(?:did not|could not|couldn['’]t|didn['’]t) (?:take|tell)\b|\bno notes (?:on|of|for|from)\b|\bno(?:ne of your)? notes? tells?\b|\b(?:your|the) notes (?:(?:on|of) .+? )?(?:do not|don['’]t) (?:answer|tell|say|give)\b|\bdon['’]t say what you ask\b`)
	// unheeded says what of the question was not taken into account, or why the value
	// may be of something else.
	unheeded = regexp.MustCompile(`(?i)\bdid not take\b|\bnot sure of this\b`)
)

// assertion is what an answer says in words of its own: without the notes that it
// shows, what it quotes, its headings and the days that it names.
func assertion(answer string) string {
	lines := strings.Split(answer, "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "- ") || strings.HasPrefix(l, "**") })
	return isoDate.ReplaceAllString(quoted.ReplaceAllString(strings.Join(lines, "\n"), ""), "")
}

// asserts reports whether an answer that was given as a whole states a number and
// makes no reservation: who reads it takes the number for what was asked.
func asserts(report *orchestratorv1.RunReport) bool {
	said := assertion(report.GetAnswer())
	return report.GetStatus() == orchestratorv1.RunReport_COMPLETED && aNumber.MatchString(said) && !reserved.MatchString(report.GetAnswer())
}
