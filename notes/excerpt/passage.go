package excerpt

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// How many bytes of a note a model is shown, and how many of them stand before what
// answers best.
const longestPassage, beforeBest = 900, 300

// Passage is a note with the passage around what answers best in the place of a long
// text.
func Passage(n *commonv1.EvidenceNote) *commonv1.EvidenceNote {
	text := n.GetEntry().GetText()
	if len(text) <= longestPassage {
		return n
	}
	start := max(0, min(int(n.GetBest().GetStart())-beforeBest, len(text)-longestPassage))
	for start > 0 && !utf8.RuneStart(text[start]) {
		start--
	}
	words := Head(text[start:], longestPassage)
	n = proto.CloneOf(n)
	n.Entry.Text = words
	if start > 0 {
		n.Entry.Text = "… " + n.Entry.Text
	}
	if start+len(words) < len(text) {
		n.Entry.Text += " …"
	}
	return n
}

// passageEnd is a line that ends a passage: a heading, or one with nothing in it.
var passageEnd = regexp.MustCompile(`(?m)^[ \t]*(?:#+ .*)?\r?$`)

// PassageAround returns where the passage around a part of a text begins and ends: its lines up
// to the headings and empty lines beside them.
func PassageAround(text string, start, end int) (first, last int) {
	last = len(text)
	for _, line := range passageEnd.FindAllStringIndex(text, -1) {
		if line[1] <= start {
			first = line[1]
		} else if line[0] >= end {
			last = line[0]
			break
		}
	}
	return first, last
}

// WholeTable is how many bytes a table has at most that is shown whole: of some of its rows
// nobody can tell what the others have.
const WholeTable = 1200

// tableRow is how the lines of a table begin.
var tableRow = regexp.MustCompile(`^[ \t]*\|`)

// IsTable reports whether a passage is a table, which may have a line before it.
func IsTable(passage string) bool {
	rows := 0
	for line := range strings.Lines(passage) {
		if tableRow.MatchString(line) {
			rows++
		}
	}
	return rows > 2
}
