package excerpt

import (
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
