package reason

import (
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/kit/canonical"
)

// Mode is how much is told of a result.
type Mode int

// The modes. A failure is told the same way in both.
const (
	Whole Mode = iota // with its data, as much as there is room for
	Brief             // what a person is told of it, and the size and hash of its data
)

// cutHint says what helps where data is cut: what was shown whole before can be called for
// again, and of what never was there has to be asked for less.
func cutHint(limit int) string {
	if limit < ShownResult {
		return " Cut: the same call tells it again."
	}
	return " Cut: ask for less."
}

// Format tells a result in at most so many bytes. Of data that is not told, or cut, there are
// the size and the hash, by which the whole is found.
func (r Result) Format(mode Mode, limit int) string {
	if r.Error != nil {
		return cut("error "+r.Error.Code+": "+r.Error.Message, limit)
	}
	text := strings.Join(r.Explanations, " ")
	if len(r.Data) == 0 {
		return cut(text, limit)
	}
	size := fmt.Sprintf("(%d bytes in all, %s)", len(r.Data), canonical.Hash(r.Data)[:12])
	if mode == Brief {
		return strings.TrimSpace(cut(text, max(0, limit-len(size)-1)) + " " + size)
	}
	if text != "" {
		text += "\n"
	}
	if room := limit - len(text); len(r.Data) > room {
		tail := "… " + size + cutHint(limit)
		return cut(text+whole(string(r.Data), max(0, room-len(tail)))+tail, limit)
	}
	return text + string(r.Data)
}
