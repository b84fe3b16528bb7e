package parser

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// rules is the mind that needs no model.
type rules struct{ cache *extract.Cache }

func (r rules) parse(_ context.Context, in *input) (*pb.ParseResponse, error) {
	read, _ := r.read(in)
	return answer(in, read, mind.ByRules()), nil
}

// read returns what the rules make of a text, and by which names and patterns.
func (r rules) read(in *input) (*reading, *extract.Extractor) {
	ex, errs := r.cache.Extractor(in.req.GetDomainContext().GetSchemas())
	read := readNote
	if in.req.GetCorrection() {
		read = readCorrection
	}
	out := read(in, ex)
	out.notes = append(extract.Unused(errs), out.notes...)
	return out, ex
}

// mostParsed is how many bytes of a note are read for data. That much takes less
// than a second, and the longest of diaries has less in a day.
const mostParsed = 64 << 10

// readNote extracts a note's data and finds the moment it is about.
func readNote(in *input, ex *extract.Extractor) *reading {
	text := excerpt.Head(in.req.GetText(), mostParsed)
	x := ex.Extract(text)
	r := &reading{
		at: in.writtenAt, data: x.Data, tags: x.Tags,
		notes: x.Notes, uncertain: x.Uncertain, confidence: x.Confidence,
	}
	if all := len(in.req.GetText()); all > len(text) {
		r.notes = append(r.notes, fmt.Sprintf("The note is long (%d bytes); only its first %d bytes were searched for data.", all, len(text)))
	}
	at, words := timespan.EntryTime(text, in.writtenAt, in.weekStart)
	if words != "" {
		r.at = at
		if day := notes.DayOf(at); day != notes.DayOf(in.writtenAt) {
			r.notes = append(r.notes, fmt.Sprintf("“%s” puts the note on %s.", words, day))
		} else {
			r.notes = append(r.notes, fmt.Sprintf("“%s” puts the note at %s.", words, at.Format("15:04")))
		}
	}
	return r
}

func weekStart(w commonv1.Weekday) time.Weekday { return timespan.WeekStart(w) }

// empty is the data of a text that tells no event of its own.
func empty() *structpb.Struct { return &structpb.Struct{} }
