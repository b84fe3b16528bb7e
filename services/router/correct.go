package router

import (
	"regexp"
	"strings"
)

// A correction is what a sentence corrects by.
type correction struct {
	words  string // the sentence
	reason string
}

// A sign is a form that corrections have.
type sign struct {
	form   *regexp.Regexp
	reason string
}

const moment = `(?:yesterday|today|this morning|this evening|last night|(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|evening|afternoon)`

const value = `(?:\d+(?:[.,:/]\d+)*\s*(?:k\b|%|[a-z]+)?)`

// signs are looked for in one sentence in lower case.
var signs = []sign{
	{regexp.MustCompile(`^\W*(?:small |quick |minor )?(?:correction|corrected|fix|edit|typo|erratum)\s*[:,\-–]`), "It says that it is a correction."},
	{regexp.MustCompile(`\bi meant?t? (?:to (?:say|write|put|type|log|enter)\b|(?:[^.]* )?(?:not|instead of|rather than)\b)`), "\"I meant\" corrects what was said."},
	{regexp.MustCompile(`^(?:[a-z]+,? ){0,2}i meant (?:\d|[a-z-]+(?: [a-z-]+)?$|[a-z-]+(?: [a-z-]+)?[,.])`), "\"I meant\" corrects what was said."},
	{regexp.MustCompile(`\b(?:it|that|this|which|those|these) (?:should be|should have been|should've been|should say|should read|ought to be) (?:` + value + `|[^.]*\bnot\b|"|“)`), "\"Should be\" replaces what was kept."},
	{regexp.MustCompile(`^(?:actually,? |sorry,? |no,? |wait,? |oops,? )?(?:the |my )?[a-z][a-z ]* (?:should be|should have been|should've been) ` + value), "\"Should be\" and a value replace what was kept."},
	{regexp.MustCompile(`\b(?:was|were|is|it's|that's|should be|did|had|ran|weighed|lifted|benched|squatted|slept|ate|spent) (?:only |really |actually )?(?:` + value + `)[^.;]*?,? not (?:` + value + `)`), "One value is put in the place of another."},
	{regexp.MustCompile(`\b(?:it|that|this|those|these) (?:was|were|wasn't|weren't|was n't)(?: actually| really)? [^.;]*,? (?:not|instead of|rather than) `), "One thing is put in the place of another."},
	{regexp.MustCompile(`^(?:no|nope|sorry|oops|whoops|wait|ah|oh|actually|hmm)[,.! ]+(?:sorry[,.! ]+|no[,.! ]+|wait[,.! ]+|actually[,.! ]+)*(?:it|that|this|those)(?: was| were| is|'s) (?:actually |really |only )?` + value), "A value is put in the place of the one before."},
	{regexp.MustCompile(`^(?:no|nope|sorry|oops|whoops|wait|actually)[,.! ]+(?:` + value + `),? not (?:` + value + `)`), "One value is put in the place of another."},
	{regexp.MustCompile(`^(?:` + value + `),? not (?:` + value + `)[.!]?$`), "One value is put in the place of another."},
	{regexp.MustCompile(`^(?:no|nope|sorry|oops|whoops|wait|actually)\b.*\b(?:` + value + `)[^.;]*,? (?:not|instead of|rather than) (?:` + value + `)`), "One value is put in the place of another."},
	{regexp.MustCompile(`\bnot (?:` + value + `),? but (?:` + value + `)`), "One value is put in the place of another."},
	{regexp.MustCompile(`^(?:actually,? |sorry,? |please )?(?:change|correct|update|fix|edit|amend) (?:the |my |that |this |it |last |yesterday|today|"|` + value + `)[^.]*\b(?:to|from|as|was|is|in|entry|note|log)\b`), "It tells to change what was kept."},
	{regexp.MustCompile(`^\W*(?:wrong|incorrect) [a-z]+[,.:;]`), "It says that something kept is wrong."},
	{regexp.MustCompile(`\b(?:was|were) (?:on |in )?(?:the )?` + moment + `,? not (?:on |in )?(?:the )?` + moment), "One time is put in the place of another."},
	{regexp.MustCompile(`^(?:actually,? |sorry,? |no,? |wait,? |oops,? )?(?:make|set) (?:that|it) (?:to )?` + value), "It tells to change what was kept."},
	{regexp.MustCompile(`\b(?:that|it|this|the [a-z]+|my [a-z]+ entry|last entry)(?:'s| is| was) (?:wrong|incorrect|a typo|not right|inaccurate|mistyped|off by)(?:$|[.,;:! ])`), "It says that something kept is wrong."},
	{regexp.MustCompile(`\bi (?:mistyped|misspelled|mislogged|misrecorded|misentered|wrote (?:it |that )?(?:down )?wrong|(?:entered|logged|typed|recorded|wrote|put)(?: down| in)? (?:the wrong|[^.]* (?:by mistake|wrongly|incorrectly)))`), "It says that something was kept wrongly."},
	{regexp.MustCompile(`\bscratch that\b|\bmy (?:mistake|bad),? (?:it|that|the)\b|\b(?:was|is) recorded as\b`), "It takes back what was said."},
}

// plans speak of what was intended or how it felt; "5k, not 10k as planned" and
// "fun, not hard at all" correct nothing.
var plans = regexp.MustCompile(`\b(?:planned|plan|goal|target|usual|usually|expected|hoped|supposed|wrong of|instead of usual|like usual|normally|i should be|i should have|at all|not (?:very|so|too|that|hard|easy|bad|good|great|fun|nice|terrible|just|really|only|what|as|because|like|sure|much))\b`)

// renamed gives what was kept another name: "that should be front squat". It
// corrects only if that is the name of something: "that should be fun".
var renamed = regexp.MustCompile(`\b(?:it|that|this) (?:should be|should have been|should've been) (?:a |an )?([a-z][a-z -]*?)[.!]?$`)

// corrects reports whether a text changes something that was kept before. known
// tells whether words are a term of some domain.
func corrects(text string, known func(string) bool) (correction, bool) {
	for _, s := range sentences(text) {
		words := text[s.start:s.end]
		if strings.HasSuffix(words, "?") {
			continue
		}
		low := strings.ReplaceAll(strings.ToLower(words), "’", "'")
		if plans.MatchString(low) {
			continue
		}
		if m := renamed.FindStringSubmatch(low); m != nil && known(m[1]) {
			return correction{words: words, reason: "\"Should be\" replaces what was kept."}, true
		}
		for _, sign := range signs {
			if sign.form.MatchString(low) {
				return correction{words: words, reason: sign.reason}, true
			}
		}
	}
	return correction{}, false
}

var (
	replaced  = regexp.MustCompile(`(?i)\b(?:not|instead of|rather than|recorded as|logged as)\s+(.+?)(?:\s+(?:but|and it|→)\s?|\s*[.,;!→(]\s|[.,;!]?$)`)
	changed   = regexp.MustCompile(`(?i)^\W*(?:actually,? |sorry,? |please |fix: ?)*(?:change|correct|update|fix|edit|amend)\s+([^:,;]+?)(?:\s+(?:to|from|into|was|is)\b|[:,])`)
	mistaken  = regexp.MustCompile(`(?i)\bthe wrong ([^,.;!]+)`)
	announced = regexp.MustCompile(`(?i)^\W*(?:(?:small|quick|minor|correction|corrected|fix|edit|typo|erratum|actually|sorry|oops|whoops|wait|no|nope|ah|oh|hmm|and)\b[\s:,.!–-]*)+`)
	subject   = regexp.MustCompile(`(?i)^(?:the |my )?([^,;:]+?)(?:'s|’s)?\s+(?:was|were|is|should be|should have been|should've been|should say|should read|ought to be|recorded as|logged as)\b`)
	pronoun   = regexp.MustCompile(`(?i)^(?:it|that|this|those|these|they|i|we|he|she|which|what|i meant|there)$`)
)

// target returns the words for what is corrected: the subject, if it is named,
// and the value or word that is replaced. Empty if the text says neither.
func target(words string) string {
	var parts []string
	add := func(s string) {
		s = strings.Trim(strings.TrimSpace(s), "\"“”'‘’.,;:!")
		s = strings.TrimPrefix(strings.TrimPrefix(s, "the "), "my ")
		if s == "" || pronoun.MatchString(s) || len(strings.Fields(s)) > 8 {
			return
		}
		for _, have := range parts {
			if strings.EqualFold(have, s) {
				return
			}
		}
		parts = append(parts, s)
	}
	bare := announced.ReplaceAllString(strings.TrimSpace(words), "")
	if m := changed.FindStringSubmatch(words); m != nil {
		add(m[1])
	} else if m := subject.FindStringSubmatch(bare); m != nil {
		add(m[1])
	}
	if m := replaced.FindStringSubmatch(bare); m != nil {
		add(m[1])
	}
	if m := mistaken.FindStringSubmatch(bare); m != nil && len(parts) == 0 {
		add(m[1])
	}
	return strings.Join(parts, " ")
}
