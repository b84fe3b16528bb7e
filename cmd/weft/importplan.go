package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

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
	census  dayfile.Census
}

// planImport reads files and finds their dated notes. A note that does not fit
// into a message of most bytes is skipped: sending it would break the stream,
// and with it the notes after it.
func planImport(from collected, zone *time.Location, most int) importPlan {
	plan := importPlan{census: from.census}
	for _, file := range from.files {
		page, trouble, err := readPage(file)
		plan.census.Add(dayfile.TallyOf(page, trouble))
		if err != nil {
			plan.skipped = append(plan.skipped, importRemark{file, err.Error()})
			continue
		}
		for _, note := range page.Notes {
			if note.Dated == dayfile.Undated {
				plan.skipped = append(plan.skipped, importRemark{at(file, note.FirstLine), cmp.Or(note.Remark, undated)})
				continue
			}
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
				Tags:   page.Front.Tags,
			})
			if note.Ambiguous {
				plan.assumed = append(plan.assumed, importRemark{source, fmt.Sprintf("%s: of an ambiguous date the month is first", note.Day)})
			}
			if note.Remark != "" {
				plan.assumed = append(plan.assumed, importRemark{source, note.Remark})
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

// undated is why a note has no day, where nothing more is known.
const undated = "no date above it, in the file's name or in its front matter"

func at(file string, line int) string { return fmt.Sprintf("%s:%d", filepath.ToSlash(file), line) }

// readPage returns what a file says.
func readPage(file string) (dayfile.Page, dayfile.Trouble, error) {
	raw, err := safefile.Read(file, importMax)
	if _, large := errors.AsType[*safefile.TooLargeError](err); large {
		return dayfile.Page{}, dayfile.TooLarge, fileError(err)
	}
	if err != nil {
		return dayfile.Page{}, dayfile.Unreadable, fileError(err)
	}
	full, err := filepath.Abs(file)
	if err != nil {
		full = file
	}
	page, trouble := dayfile.ReadBytes(filepath.ToSlash(full), string(raw), nil)
	switch trouble {
	case dayfile.Binary:
		return page, trouble, errors.New("it is no text: it has NUL bytes")
	case dayfile.NotUTF8:
		// In the vault such a file is read with its odd characters replaced. A copy of
		// it would be another text for good.
		return dayfile.Page{}, trouble, errors.New("it is not UTF-8 text; convert it first")
	}
	return page, trouble, nil
}

// fileError leaves out the path, which stands before it anyway.
func fileError(err error) error {
	if pathErr, ok := errors.AsType[*os.PathError](err); ok {
		return pathErr.Err
	}
	return err
}
