package replies

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// An Exchange is a prompt and what the reader answered.
type Exchange struct {
	Form   string          `json:"form"`   // name of the form that was filled in
	Prompt string          `json:"prompt"` // what the model was told beside its task
	Reply  json.RawMessage `json:"reply"`
}

// key is what a prompt is about: its form and the first piece of data in it, which is
// the question or the input.
func (e Exchange) key() string {
	for _, b := range blocks(e.Prompt) {
		return e.Form + "\n" + b.text
	}
	return e.Form
}

// Read reads the exchanges of a file, one a line.
func Read(path string) ([]Exchange, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []Exchange
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e Exchange
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, len(out)+1, err)
		}
		out = append(out, e)
	}
	return out, lines.Err()
}

// A block is a piece of data in a prompt, between its marks.
type block struct{ kind, label, text string }

var opening = regexp.MustCompile(`<<<([a-z]+)(?: ([^>\n]*))?>>>\n`)

func blocks(prompt string) []block {
	var out []block
	for {
		at := opening.FindStringSubmatch(prompt)
		if at == nil {
			return out
		}
		_, prompt, _ = strings.Cut(prompt, at[0])
		text, rest, ended := strings.Cut(prompt, "\n<<<end of "+at[1]+">>>")
		if !ended {
			return out
		}
		label, _, _ := strings.Cut(at[2], " ")
		out, prompt = append(out, block{at[1], label, text}), rest
	}
}

var label = regexp.MustCompile(`\b[nf]\d+\b`)

// relabelled is a reply with the labels that another prompt has for the same notes and
// facts. What that prompt does not show keeps no label that is known.
func (e Exchange) relabelled(prompt string) string {
	now := map[string]string{}
	for _, b := range blocks(prompt) {
		now[b.kind+b.text] = b.label
	}
	to := map[string]string{}
	for _, b := range blocks(e.Prompt) {
		if b.label != "" {
			to[b.label] = now[b.kind+b.text]
		}
	}
	return label.ReplaceAllStringFunc(string(e.Reply), func(l string) string {
		switch is, known := to[l]; {
		case !known:
			return l
		case is == "":
			return l[:1] + "999"
		default:
			return is
		}
	})
}
