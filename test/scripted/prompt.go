package scripted

import (
	"regexp"
	"strings"
)

// A prompt is what a model was told, as far as scripts look at it.
type prompt struct {
	system string
	user   string
	blocks []block
}

// A block is a piece of data in a prompt.
type block struct{ kind, label, text string }

var opening = regexp.MustCompile(`<<<([^>\n]+)>>>\n`)

func readPrompt(system, user string) prompt {
	p := prompt{system: system, user: user}
	for rest := user; ; {
		at := opening.FindStringSubmatchIndex(rest)
		if at == nil {
			return p
		}
		name := rest[at[2]:at[3]]
		rest = rest[at[1]:]
		b := block{kind: name}
		if i := strings.IndexByte(name, ' '); i > 0 {
			b.kind, b.label = name[:i], name[i+1:]
		}
		text, after, ok := strings.Cut(rest, "\n<<<end of "+b.kind+">>>")
		if !ok {
			return p
		}
		b.text, rest = text, after
		p.blocks = append(p.blocks, b)
	}
}

// all returns the blocks of a kind.
func (p prompt) all(kind string) []block {
	var out []block
	for _, b := range p.blocks {
		if b.kind == kind {
			out = append(out, b)
		}
	}
	return out
}

// text is the first block of a kind.
func (p prompt) text(kind string) string {
	for _, b := range p.all(kind) {
		return b.text
	}
	return ""
}
