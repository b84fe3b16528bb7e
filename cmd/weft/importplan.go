package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/notes/dayfile"
)

// messageMargin is what a message may need besides the text of a note.
const messageMargin = 4096

// importMax is the largest file that is imported, in bytes: one of years of notes.
const importMax = 64 << 20

// An importPlan is what the files of an import hold.
type importPlan struct {
	notes   []*orchestratorv1.ImportEntriesRequest
	skipped []importRemark
	assumed []importRemark
}

// planImport reads files and finds their dated notes. A note that does not fit
// into a message of most bytes is skipped: sending it would break the stream,
// and with it the notes after it.
func planImport(files []string, zone *time.Location, most int) importPlan {
	var plan importPlan
	for _, file := range files {
		content, changed, err := readNote(file)
		if err != nil {
			plan.skipped = append(plan.skipped, importRemark{file, err.Error()})
			continue
		}
		full, err := filepath.Abs(file)
		if err != nil {
			full = file
		}
		found, skips := dayfile.Split(filepath.ToSlash(full), content, changed.In(zone))
		for _, skip := range skips {
			plan.skipped = append(plan.skipped, importRemark{at(file, skip.FirstLine), skip.Reason})
		}
		for _, note := range found {
			source := at(file, note.FirstLine)
			if size := len(note.Text) + messageMargin; size > most {
				plan.skipped = append(plan.skipped, importRemark{source, fmt.Sprintf(
					"the note has %d bytes, more than a message may have; split it with headings such as ## 07:30", len(note.Text))})
				continue
			}
			plan.notes = append(plan.notes, &orchestratorv1.ImportEntriesRequest{
				Text:   note.Text,
				Time:   timestamppb.New(note.Time(zone)),
				Source: sourceText(source),
				Tags:   note.Tags,
			})
			if note.Assumed != "" {
				plan.assumed = append(plan.assumed, importRemark{source, note.Assumed})
			}
		}
	}
	return plan
}

// sourceMax is how many characters of a source a message may have.
const sourceMax = 1000

// sourceText makes of a place in a file what can be sent: names of files may be
// no text, and longer than a message allows. The end tells more than the start.
func sourceText(source string) string {
	r := []rune(strings.ToValidUTF8(source, "\ufffd"))
	return string(r[max(0, len(r)-sourceMax):])
}

func at(file string, line int) string { return fmt.Sprintf("%s:%d", filepath.ToSlash(file), line) }

// readNote returns a file's text and when it was last changed.
func readNote(file string) (string, time.Time, error) {
	raw, info, err := safefile.ReadInfo(file, importMax)
	if err != nil {
		return "", time.Time{}, fileError(err)
	}
	if !utf8.Valid(raw) {
		return "", time.Time{}, errors.New("it is not UTF-8 text")
	}
	return string(raw), info.ModTime(), nil
}

// fileError leaves out the path, which stands before it anyway.
func fileError(err error) error {
	if pathErr, ok := errors.AsType[*os.PathError](err); ok {
		return pathErr.Err
	}
	return err
}
