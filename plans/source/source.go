// Package source finds in a plan what a person has to look at: addresses, days that are past,
// texts of several lines, and values without a source. Those can do harm if they are made up
// (addresses, long numbers, amounts), and stand in none of the texts that the plan was made
// from.
package source

import (
	"regexp"
	"slices"
	"strings"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
)

// A Value is one without a source.
type Value struct {
	Step  string // that has it
	Value string
}

// telling are values that somebody has to have said: mail addresses, web addresses, and
// numbers of three digits and more, with what groups their digits.
var telling = regexp.MustCompile(`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|https?://[^\s"'<>)]+|\p{N}(?:[\p{N}.,' -]*\p{N}){2,}`)

// apart is what is between two numbers, and rarely within one: "from 8 to 12, 030 555 1234".
var apart = regexp.MustCompile(`[.,' -]{2,}`)

// date is a day, wherever it stands.
var date = regexp.MustCompile(`\b(?:19|20)\d\d-[01]\d-[0-3]\d`)

// day is a day, a month or a year, which are worked out of words.
var day = regexp.MustCompile(`^\d{4}-\d\d(-\d\d)?$|^([0-3]?\d\.[01]?\d\.)?(19|20)\d\d$`)

// Unknown returns the values of steps that stand in none of the texts, each once a step, in
// the order in which they stand there. What a step takes from earlier ones has a source.
func Unknown(steps []*planv1.Step, texts []string) []Value {
	known := map[string]bool{}
	for _, t := range texts {
		for _, v := range telling.FindAllString(t, -1) {
			known[bare(v)] = true
			if !isAddress(v) {
				for _, part := range apart.Split(v, -1) {
					known[bare(part)] = true
				}
			}
		}
	}
	var out []Value
	for _, s := range steps {
		// What a person does stands in the description: whom to call, what to pay.
		for _, leaf := range append(leaves(s.GetArguments()), Text{Text: s.GetDescription()}, Text{Text: s.GetTarget()}) {
			for _, v := range telling.FindAllString(leaf.Text, -1) {
				u := Value{s.GetId(), v}
				said := known[bare(v)] || strings.HasSuffix(leaf.At, "cents") && known[strings.TrimSuffix(bare(v), "00")]
				if !day.MatchString(v) && !said && !slices.Contains(out, u) {
					out = append(out, u)
				}
			}
		}
	}
	return out
}

// bare is a value as it is compared: without what groups digits, and in small letters.
func bare(v string) string {
	if isAddress(v) {
		return strings.ToLower(strings.TrimRight(v, "/.,"))
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(".,' -", r) {
			return -1
		}
		return r
	}, v)
}

func isAddress(v string) bool { return strings.Contains(v, "@") || strings.Contains(v, "://") }
