package rank

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/kit/textfold"
	"github.com/weft-mesh/weft/notes/search"
)

// givenName is what follows a thing that is given its name: "our boat, the Swan, leaks".
var givenName = regexp.MustCompile(`^, (?:the )?(\p{Lu}\pL+)[,.;!?)]`)

// longestThing is how many bytes the word for a thing has.
const longestThing = 30

// nameGiven returns the thing of the writer's in front of the comma at a place of a
// text, and its name behind it. It returns none if there is no such thing.
func nameGiven(text string, comma int) (thing, name string) {
	space := strings.LastIndexByte(text[max(0, comma-longestThing):comma], ' ')
	if space < 0 {
		return "", ""
	}
	space += max(0, comma-longestThing)
	own := text[strings.LastIndexAny(text[:space], " \n(")+1 : space]
	if !strings.EqualFold(own, "my") && !strings.EqualFold(own, "our") {
		return "", ""
	}
	m := givenName.FindStringSubmatch(text[comma:])
	if m == nil {
		return "", ""
	}
	return text[space+1 : comma], m[1]
}

// leastNamed is how long a word is, in letters, of which a name is looked for.
const leastNamed = 3

// calledAlso returns the name that notes give a thing, or the thing that they give a name,
// "" if they don't.
func (x *Index) calledAlso(t search.Token) string {
	if len(t.Folded) < leastNamed || search.Stopword(t.Stem) {
		return ""
	}
	list := x.terms[t.Stem]
	if list == nil {
		return ""
	}
	left := mostSpelled
	for c := list.cursor(); c.next() && left > 0; left-- {
		text := x.from[c.doc].text
		for at := 0; ; at++ {
			next := strings.IndexByte(text[at:], ',')
			if next < 0 {
				break
			}
			at += next
			thing, name := nameGiven(text, at)
			switch t.Stem {
			case search.Stem(textfold.Fold(thing)):
				return name
			case search.Stem(textfold.Fold(name)):
				return thing
			}
		}
	}
	return ""
}
