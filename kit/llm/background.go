package llm

import (
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// backgroundShare is which part of a prompt's room the background may take: the notes need
// the rest.
const backgroundShare = 4

// FitBackground returns a block of data for each of the texts that a model is told beside
// the notes, of those that go into a quarter of the room of a prompt.
func (c *Client) FitBackground(room int, texts []*commonv1.BackgroundText) []string {
	room /= backgroundShare
	var out []string
	for _, t := range texts {
		block := backgroundBlock(t)
		if n := c.Count(block) + turnTokens; n <= room {
			out, room = append(out, block), room-n
		}
	}
	return out
}

// backgroundBlock is a text as a model is told it, with a word that it is cut. Its label has
// two words, so that a domain's name is never taken for the label of a note.
func backgroundBlock(t *commonv1.BackgroundText) string {
	text := t.GetText()
	if n := t.GetOmittedBytes(); n > 0 {
		text += fmt.Sprintf("\n… (cut here: %d more bytes)", n)
	}
	switch t.GetKind() {
	case commonv1.BackgroundKind_BACKGROUND_KIND_EXPERTISE:
		return Data("expertise", "of "+t.GetDomain(), text)
	case commonv1.BackgroundKind_BACKGROUND_KIND_VOCABULARY:
		return Data("vocabulary", "of "+t.GetDomain(), text)
	default:
		return Data("page", "", text)
	}
}
