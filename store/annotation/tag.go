package annotation

import (
	"regexp"
	"slices"
	"strings"
)

// inlineTag matches a tag as Obsidian does: letters, digits, _, - and / after #,
// not digits alone.
var inlineTag = regexp.MustCompile(`(?:^|\s)#([\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)`)

// InlineTags returns the tags that stand in a text.
func InlineTags(text string) []string {
	if !strings.Contains(text, "#") {
		return nil
	}
	var tags []string
	for _, m := range inlineTag.FindAllStringSubmatch(text, -1) {
		tags = append(tags, m[1])
	}
	return tags
}

// Distinct returns the strings of all lists, each once.
func Distinct(lists ...[]string) []string {
	var out []string
	for _, list := range lists {
		for _, s := range list {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}
