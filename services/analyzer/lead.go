package analyzer

import (
	"regexp"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

var (
	listItem  = regexp.MustCompile(`^\s*(?:[-*+•]|\d{1,2}[.)])\s`)
	titleLine = regexp.MustCompile(`^\s*#{1,6}\s`)
)

// longestLead is how many bytes a line has at most that leads a list without a colon.
const longestLead = 60

// putPassage adds words of a note to a finding with the line that leads them, which may say that
// they are no more than an idea: "Maybe:".
func (q *inquiry) putPassage(f *commonv1.Finding, n *note, words *commonv1.TextRange) {
	text := n.text()
	start, end := int(words.GetStart()), int(words.GetEnd())
	if start >= end {
		return
	}
	if leads(text[start:end]) {
		end = endOfList(text, end, start+wholePassage)
	}
	if from, to := leadOf(text, start); to > 0 && end-from <= wholePassage {
		start = from
	} else if to > 0 {
		q.put(f, n, trimmed(text, from, to))
	}
	q.put(f, n, trimmed(text, start, end))
}

// leads reports whether words end as a line that what is below it belongs to.
func leads(words string) bool { return strings.HasSuffix(strings.TrimRight(words, "*_ \t\r\n"), ":") }

// leadOf returns the line that says what the line at a place of a text is one of; an end of 0 is none.
func leadOf(text string, at int) (from, to int) {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	depth, item, parted := indentOf(text[start:]), listItem.MatchString(text[start:]), false
	for start > 0 {
		end := start - 1
		start = strings.LastIndexByte(text[:end], '\n') + 1
		line := text[start:end]
		bare, listed := strings.Trim(line, "*_ \t\r"), listItem.MatchString(line)
		switch {
		case bare == "" && (!item || parted), titleLine.MatchString(line) && !item:
			return 0, 0
		case bare == "":
			parted = true
		case titleLine.MatchString(line), leads(line) && (!listed || indentOf(line) < depth):
			return start, end
		case listed:
			depth, parted = min(depth, indentOf(line)), false
		case indentOf(line) > 0: // it goes on with an item
		case item && !parted && len(bare) <= longestLead && !strings.ContainsAny(bare[len(bare)-1:], ".!?,;"):
			return start, end
		case item, strings.ContainsAny(bare[len(bare)-1:], ".!?"):
			return 0, 0
		}
	}
	return 0, 0
}

// endOfList returns where the list ends that begins behind a place, as far as there is room.
func endOfList(text string, end, most int) int {
	for end < len(text) {
		below := strings.IndexByte(text[end+1:], '\n')
		if below < 0 {
			below = len(text) - end - 1
		}
		line := text[end+1 : end+1+below]
		if next := end + 1 + below; (listItem.MatchString(line) || indentOf(line) > 0) && next <= most {
			end = next
			continue
		}
		break
	}
	return end
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
