package router

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
)

var (
	replaced  = regexp.MustCompile(`(?i)\b(?:not|instead of|rather than|recorded as|logged as|no)\s+(?:at |on |in |a |an |the |till |until )*(.+?)(?:\s+(?:but|and it|→|sorry|when|in the)\b\s?|\s*[.,;!→(]\s|[.,;!]?$)`)
	wrote     = regexp.MustCompile(`(?i)\bi (?:mistakenly |wrongly |accidentally )?(?:said|wrote|put|logged|noted|typed|entered|recorded|tracked)\s+(?:down |the |my |a )*(.+?)(?:\s+(?:but|by|for|is|was)\b|[,;.!(]|$)`)
	changed   = regexp.MustCompile(`(?i)^\W*(?:actually,? |sorry,? |please |fix: ?)*(?:change|correct|update|fix|edit|amend|adjust|ignore|disregard|delete|remove|forget)\s+([^:,;]+?)(?:\s+(?:to|from|into|was|is)\b|[:,;]|$)`)
	mistaken  = regexp.MustCompile(`(?i)\b(?:the wrong|^wrong) ([^,.;!]+)`)
	announced = regexp.MustCompile(`(?i)^\W*(?:(?:small|quick|minor|correction|corrected|fix|edit|update|typo|erratum|actually|please|sorry|sory|oops|whoops|wait|no|nope|ah|oh|hmm|and|i write bad)\b[\s:,.!–-]*)+`)
	subject   = regexp.MustCompile(`(?i)^(?:the |my )?((?:[^,;:]|:\d)+?)(?:(?:'s|’s)?\s+(?:was|were|is|are|should be|should have been|should've been|should say|should read|ought to be|recorded as|logged as)\b|(?:'s|’s) (?:at|on|in|actually)\b)`)
	performed = regexp.MustCompile(`(?i)^i (?:only |actually )?([a-z]+) (?:[\d.,:]+ ?)?(.*?)(?:,? not\b.*|,? instead\b.*|[,;.!].*|$)`)
	pronoun   = regexp.MustCompile(`(?i)^(?:it|that|this|those|these|they|i|we|he|she|which|what|i meant|there)(?:'s)?$`)
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
			if strings.Contains(strings.ToLower(have), strings.ToLower(s)) {
				return
			}
		}
		parts = append(parts, s)
	}
	first := func(form *regexp.Regexp, in string) bool {
		m := form.FindStringSubmatch(in)
		if m != nil {
			add(m[1])
		}
		return m != nil
	}
	bare := announced.ReplaceAllString(strings.TrimSpace(words), "")
	if !first(changed, words) && !first(subject, bare) {
		if m := performed.FindStringSubmatch(bare); m != nil && m[1] != "meant" && m[1] != "mean" {
			add(m[1] + " " + m[2])
		}
	}
	named := len(parts) > 0
	if !first(replaced, bare) {
		first(wrote, bare)
	}
	if len(parts) == 0 {
		first(mistaken, bare)
	}
	if !named && len(parts) == 0 {
		add(content(bare))
	}
	return strings.Join(parts, " ")
}

// content returns the words of a text that could name something, at most six.
func content(text string) string {
	var out []string
	tokens := search.Tokens(text)
	for i, t := range tokens {
		if i > 0 && tokens[i-1].End == t.Start { // a unit glued to its number
			continue
		}
		if !search.Stopword(t.Stem) && !empty[t.Folded] && (t.Folded[0] < '0' || t.Folded[0] > '9') && len(out) < 6 {
			out = append(out, t.Text)
		}
	}
	return strings.Join(out, " ")
}

// empty are words of corrections that say nothing of what is corrected.
var empty = wordSet("meant mean wrong mistake typo correction edit actually sorry oops said wrote put logged noted typed entered recorded make made scratch ignore note entry should read say turns really like watch says checked")
