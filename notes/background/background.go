// Package background bounds what models are told beside the notes: what domains know,
// their words, and the person's context page. People write these texts, so they may be of
// any length.
package background

import (
	"cmp"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/notes/excerpt"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// How many bytes models are told of the expertise and of the vocabulary of all domains
// together, a thousand tokens and some. The expertise of a shipped domain has at most 1,200
// bytes.
const (
	MaxExpertise  = 4 << 10
	MaxVocabulary = 1 << 10
)

// Cut returns a text of a kind, of which models are told at most so many bytes: its
// beginning, up to the end of a line, or of a word where a line is too long for that.
func Cut(kind commonv1.BackgroundKind, domain, text string, maxBytes int) *commonv1.BackgroundText {
	t := &commonv1.BackgroundText{Kind: kind, Domain: domain, Text: text}
	return shortenText(t, maxBytes)
}

// shortenText returns a text with at most so many bytes.
func shortenText(t *commonv1.BackgroundText, maxBytes int) *commonv1.BackgroundText {
	whole := t.GetText()
	if len(whole) <= maxBytes {
		return t
	}
	head := strings.ToValidUTF8(whole[:maxBytes], "") // the last letter may be cut
	if whole[maxBytes] != '\n' {
		if line := strings.LastIndexByte(head, '\n'); line > maxBytes/2 {
			head = head[:line]
		} else {
			head = excerpt.Head(whole, maxBytes)
		}
	}
	t = proto.CloneOf(t)
	t.Text = strings.TrimRight(head, " \n")
	t.OmittedBytes += int64(len(whole) - len(t.Text))
	return t
}

// Bound returns texts that together have no more than models are told. Of a kind that has
// more, the long ones are cut to the same length. Those of which nothing is left are left out.
func Bound(texts []*commonv1.BackgroundText) []*commonv1.BackgroundText {
	out := slices.Clone(texts)
	boundKind(out, commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE, MaxExpertise)
	boundKind(out, commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY, MaxVocabulary)
	return slices.DeleteFunc(out, func(t *commonv1.BackgroundText) bool { return t.GetText() == "" })
}

func boundKind(texts []*commonv1.BackgroundText, kind commonv1.BackgroundKind, left int) {
	var shortest []int
	for i, t := range texts {
		if t.GetKind() == kind {
			shortest = append(shortest, i)
		}
	}
	slices.SortStableFunc(shortest, func(a, b int) int {
		return cmp.Compare(len(texts[a].GetText()), len(texts[b].GetText()))
	})
	for n, i := range shortest {
		texts[i] = shortenText(texts[i], left/(len(shortest)-n)) // what a short one leaves is for the longer
		left -= len(texts[i].GetText())
	}
}

// SizeOf tells how much of a text models are told.
func SizeOf(t *commonv1.BackgroundText) *commonv1.BackgroundSize {
	return &commonv1.BackgroundSize{
		Kind: t.GetKind(), Domain: t.GetDomain(), Bytes: int64(len(t.GetText())), OmittedBytes: t.GetOmittedBytes(),
	}
}
