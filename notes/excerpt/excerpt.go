// Package excerpt bounds how much of a text is read.
//
// A question has a few words; whoever sends pages of them has pasted something,
// with the question before it or behind it. What is read of such a text is its
// first and its last part, and whoever reads it so has to say so.
package excerpt

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Question is how many bytes of a question are read: some 700 words. The rules
// that read one look at its words in pairs, and take less than a second for as
// many as that.
const Question = 4 << 10

// Of returns a text of at most so many bytes whole, and of a longer one its
// first and its last part, with a line break between them. Words stay whole if
// they are not too long themselves.
func Of(text string, most int) string {
	if len(text) <= most {
		return text
	}
	half := (most - 1) / 2
	return Head(text, half) + "\n" + tail(text, half)
}

// Head returns the beginning of a text, at most so many bytes of whole words.
func Head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	if cut := strings.LastIndexAny(text[:most], " \n"); cut > most/2 {
		return text[:cut]
	}
	return text[:most]
}

// tail returns the end of a text, at most so many bytes of whole words.
func tail(text string, most int) string {
	at := len(text) - most
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	if cut := strings.IndexAny(text[at:], " \n"); cut >= 0 && cut < most/2 {
		at += cut + 1
	}
	return text[at:]
}

// Form returns a form whose question is not longer than is read. It is the given
// one if its question is short enough.
func Form(f *commonv1.QueryForm) *commonv1.QueryForm {
	if len(f.GetText()) <= Question {
		return f
	}
	f = proto.CloneOf(f)
	f.Text = Of(f.GetText(), Question)
	return f
}

// Notice tells a person that only a part of a question was read, "" if all of it
// was.
func Notice(question string) string {
	if len(question) <= Question {
		return ""
	}
	return fmt.Sprintf("The question is long (%d bytes); only its first and last %d bytes were read.", len(question), (Question-1)/2)
}
