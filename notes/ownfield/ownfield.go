// Package ownfield reads the fields that a person writes into notes, in the notation of
// Obsidian's Dataview: "eggs:: 4" on a line of its own or behind a list mark, or
// "[eggs:: 4]" and "(eggs:: 4)" within a text, or as "eggs: 4" in front matter. They need no
// domain: what a field is about is its name. Fields in code blocks are none. The package is
// pure.
package ownfield

import (
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Domain stands in the place of a domain where values are of a field of one's own.
const Domain = "own_fields"

// A Field is a field with a number, or one that should have one.
type Field struct {
	Name       string  // as it is written: "eggs"
	Value      float64 // in Unit
	Unit       string  // as package quantity knows it; empty for a bare number
	Read       bool    // it gives one number, and no word takes it back
	Start, End int     // of the field's value in the text, in bytes
}

const name = `\pL[\pL\pN _-]{0,39}`

var (
	ofLine  = regexp.MustCompile(`^[ \t>]*(?:[-*+] |\d+[.)] )?(?:\[[ xX]\] )?(` + name + `)::[ \t]+(\S.*)$`)
	ofFront = regexp.MustCompile(`^` + name + `$`)
	// day is a value that dates something, and is no number.
	day    = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}(?:$|[T ])`)
	inline = regexp.MustCompile(`[\[(](` + name + `)::[ \t]+([^\])\n]+)[\])]`)
	// remark is what may stand behind a number without changing it.
	remark = regexp.MustCompile(`^[ \t]*(?:$|[(;—–]|- |, \pL)`)
	// takenBack is a word that says that a number was another one.
	takenBack = regexp.MustCompile(`(?i)~~|\b(?:no|not|now|was|were|wrong|sorry|actually|meant|rather|instead|corrected?|or|maybe|about|plus)\b|[?+]`)
)

// InFrontOf returns the fields of the front matter that an entry is, or that its text, as a
// copy, begins with.
func InFrontOf(e *commonv1.Entry) []Field {
	if e.GetFrontMatter() {
		return InFront(e.GetText())
	}
	front, begin, _ := dayfile.FindFront(e.GetText())
	out := InFront(front)
	for i := range out {
		out[i].Start, out[i].End = out[i].Start+begin, out[i].End+begin
	}
	return out
}

// InFront returns the fields of the lines of front matter that have a digit in their value,
// in their order. One that tells of the file, a day, and what lies in another field are none.
func InFront(front string) []Field {
	var out []Field
	for _, line := range dayfile.FrontFields(front) {
		value, start := line.Value, line.Start
		if len(value) > 1 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] {
			value, start = value[1:len(value)-1], start+1
		}
		if line.Known() || !line.Single() || !ofFront.MatchString(line.Name) || day.MatchString(value) {
			continue
		}
		if f, ok := readField(line.Name, value); ok {
			f.Start, f.End = start, start+len(value)
			out = append(out, f)
		}
	}
	return out
}

// InText returns the fields of a text that have a digit in their value, in their order.
func InText(text string) []Field {
	if !strings.Contains(text, "::") {
		return nil
	}
	var out []Field
	fence, start := "", 0
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\r\n")
		if fence = dayfile.NextFence(fence, strings.TrimLeft(bare, " \t>")); fence == "" && strings.Contains(bare, "::") {
			at := inline.FindAllStringSubmatchIndex(bare, -1)
			if m := ofLine.FindStringSubmatchIndex(bare); m != nil {
				at = [][]int{m}
			}
			for _, m := range at {
				if f, ok := readField(bare[m[2]:m[3]], bare[m[4]:m[5]]); ok {
					f.Start, f.End = start+m[4], start+m[5]
					out = append(out, f)
				}
			}
		}
		start += len(line)
	}
	return out
}

// readField reads a field's value. It returns false for one without a digit, which is no number.
func readField(name, value string) (Field, bool) {
	f := Field{Name: strings.TrimSpace(name)}
	if !strings.ContainsAny(value, "0123456789") {
		return f, false
	}
	all := quantity.Scan(value)
	if len(all) == 0 || all[0].Start != 0 {
		return f, true
	}
	f.Value, f.Unit = all[0].Value, all[0].Unit
	behind := value[all[0].End:]
	f.Read = remark.MatchString(behind) && !takenBack.MatchString(behind)
	return f, true
}
