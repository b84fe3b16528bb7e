package command

import (
	"errors"
	"fmt"
	"os"
	"path"
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

// planImport reads files and finds their notes. A note that does not fit into a
// message of most bytes is skipped: sending it would break the stream, and with it
// the notes after it.
func planImport(from collected, zone *time.Location, most int) importPlan {
	plan := importPlan{census: from.census}
	for _, file := range from.files {
		page, content, trouble, err := readPage(file, zone)
		plan.census.Add(dayfile.TallyOf(page, trouble))
		if err != nil {
			plan.skipped = append(plan.skipped, importRemark{file, err.Error()})
			continue
		}
		for _, odd := range page.Front.Odd {
			plan.assumed = append(plan.assumed, importRemark{at(file, odd.Line), odd.Reason})
		}
		for _, note := range page.Notes {
			plan.remark(file, note)
			if note.Dated != dayfile.Undated {
				text := note.Text
				if note.Front {
					text = note.Fenced() // or nothing would tell what it is
				}
				plan.add(at(file, note.FirstLine), most, &orchestratorv1.ImportEntriesRequest{
					Text: text, Time: timestamppb.New(note.Time(zone)), Tags: page.Front.Tags,
				})
			}
		}
		if text := dayfile.UndatedText(page, content); text != "" {
			name := from.names[file]
			plan.add(file, most, &orchestratorv1.ImportEntriesRequest{Text: text, Page: strings.ToValidUTF8(strings.TrimSuffix(name, path.Ext(name)), "\ufffd")})
		}
	}
	return plan
}

// add plans a note or a page, unless it is too large for a message.
func (p *importPlan) add(source string, most int, req *orchestratorv1.ImportEntriesRequest) {
	if size := len(req.GetText()) + messageMargin; size > most {
		p.skipped = append(p.skipped, importRemark{source, fmt.Sprintf(
			"the note is too long (%d bytes); split it with headings such as ## 07:30", len(req.GetText()))})
		return
	}
	req.Source = sourceText(source)
	p.notes = append(p.notes, req)
}

// remark tells what a person should know of how a note was dated.
func (p *importPlan) remark(file string, note dayfile.Note) {
	if note.Ambiguous {
		p.assumed = append(p.assumed, importRemark{at(file, note.FirstLine), fmt.Sprintf("its date is ambiguous; it was read month first, as %s", note.Day)})
	}
	if note.Remark != "" {
		p.assumed = append(p.assumed, importRemark{at(file, note.FirstLine), note.Remark})
	}
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

// readPage returns what a file says, and its text.
func readPage(file string, zone *time.Location) (page dayfile.Page, content string, trouble dayfile.Trouble, err error) {
	raw, err := safefile.Read(file, importMax)
	if _, large := errors.AsType[*safefile.TooLargeError](err); large {
		return dayfile.Page{}, "", dayfile.TooLarge, fileError(err)
	}
	if err != nil {
		return dayfile.Page{}, "", dayfile.Unreadable, fileError(err)
	}
	full, err := filepath.Abs(file)
	if err != nil {
		full = file
	}
	content = string(raw)
	page, trouble = dayfile.ReadBytes(filepath.ToSlash(full), content, dayfile.DateSettings{Zone: zone})
	switch trouble {
	case dayfile.Binary:
		return page, "", trouble, errors.New("it is not a text file: it contains NUL bytes")
	case dayfile.Dashboard:
		return page, "", trouble, errors.New("it is no note: Weft tells in it how plans stand")
	case dayfile.NotUTF8:
		// In the vault such a file is read with its odd characters replaced. A copy of
		// it would be another text for good.
		return dayfile.Page{}, "", trouble, errors.New("it is not UTF-8 text; convert it first")
	}
	return page, content, trouble, nil
}

// fileError leaves out the path, which stands before it anyway.
func fileError(err error) error {
	if pathErr, ok := errors.AsType[*os.PathError](err); ok {
		return pathErr.Err
	}
	return err
}
