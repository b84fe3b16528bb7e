package parser

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/timespan"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// readCorrection finds what a correction changes. It stays where it was written
// and holds no data of its own: "185 not 85" is no new event. One that matches
// nothing may be none, but tell something for the first time; then its data is
// that of a note.
func readCorrection(in *input, ex *extract.Extractor) *reading {
	read := beginning(in)
	text := over.ReplaceAllString(read, "$1/$2")
	text = half.ReplaceAllString(text, "$1.5$2")
	r := &reading{at: in.writtenAt, data: empty(), tags: ex.Extract(text).Tags, correction: &pb.Correction{}}
	if all := len(in.req.GetText()); all > len(read) {
		r.notes = append(r.notes, fmt.Sprintf("The correction is too long (%d bytes); only its first %d bytes were read.", all, len(read)))
	}
	if isOff(text, in) {
		r.notes, r.confidence = append(r.notes, saysOffBy), 0.3
		return r
	}
	if tellsDays(in, text) {
		r.notes, r.confidence = append(r.notes, saysOfDays), 0.3
		return r
	}
	if found := together(in, ex, text); found != nil {
		r.settle(in, ex, text, claim{}, found)
		return r
	}
	c := readClaim(in, text, ex)
	found := find(in, ex, text, c)
	if len(found) == 0 && c.before != nil && in.req.GetChosenEntryId() != "" {
		// The user named the entry, so what is right may say enough.
		c.before = nil
		found = find(in, ex, text, c)
	}
	for _, other := range c.otherwise(in, text, ex) {
		if len(found) > 0 {
			break
		}
		if found = find(in, ex, text, other); len(found) > 0 {
			c = other
		}
	}
	r.settle(in, ex, text, c, found)
	if len(found) == 0 && c.before == nil && in.req.GetChosenEntryId() == "" && ofToday(in, text) {
		r.tellAnew(ex.Extract(text))
	}
	return r
}

// tellAnew gives a correction that matches nothing the data of a note.
func (r *reading) tellAnew(x extract.Result) {
	if len(x.Data.GetFields()) == 0 {
		return
	}
	r.data, r.uncertain = x.Data, x.Uncertain
	r.notes = append(r.notes, "It is kept as a note of its own.")
}

// ofToday reports whether a text says nothing of another day. The record of a
// correction lies on the day on which it was made.
func ofToday(in *input, text string) bool {
	if retraction.MatchString(text) || relocation.MatchString(text) {
		return false
	}
	at, words := timespan.EntryTime(text, in.writtenAt, in.weekStart)
	return words == "" || notes.DayOf(at) == notes.DayOf(in.writtenAt)
}

// mostRead is how much of a correction is read, in bytes. What it corrects stands
// at its beginning, if not in its first sentence.
const mostRead = 2 << 10

// beginning is what is read of a correction.
func beginning(in *input) string { return excerpt.Head(in.req.GetText(), mostRead) }

// over stands between the two values of a blood pressure.
var over = regexp.MustCompile(`\b(\d{2,3}) over (\d{2,3})\b`)

// half adds to a number: "5 and a half", "6 hours and a half".
var half = regexp.MustCompile(`\b(\d+)( \pL+)? and (?:an? )?half\b`)

// offBy is a value that says by how much another one differs: "half an hour less".
var offBy = regexp.MustCompile(`(?i)(?:\b(?:half|quarter|an?|one|two|three|four|five|ten|few|couple)\b|\d)(?: of)?(?: an?)? ?(?:\pL+ )?(?:less|more|fewer|longer|shorter|earlier|later|heavier|lighter|further|farther|too (?:much|many|long|far|few|little|high|low))\b`)

// isOff reports whether a text says by how much a value was off and has no other number.
func isOff(text string, in *input) bool {
	if !offBy.MatchString(text) {
		return false
	}
	rest := offBy.ReplaceAllString(text, " ")
	times := timespan.Scan(rest, timespan.Ref{Now: in.writtenAt, WeekStart: in.weekStart})
	return !strings.ContainsAny(timespan.Strip(rest, times), "0123456789")
}

const saysOffBy = "It says by how much a value was off, not what is right. Write it again with the right value."

// finders look for what a correction could mean, the surest first. One that
// finds something leaves the next ones nothing to do.
var finders = []func(h *hunt, text string) []candidate{
	byRequest,
	byRestating,
	byNotation,
	byValue,
	byRewording,
	byAsking,
}

// find returns what a correction could mean.
func find(in *input, ex *extract.Extractor, text string, c claim) []candidate {
	h := newHunt(in, ex, c)
	for _, by := range finders {
		if found := by(h, text); len(found) > 0 {
			return h.within(found)
		}
	}
	return nil
}

// together reads a correction of two things of one entry, "bench was 82.5 and
// rows were 65". It returns nil where the text has no two clauses that each
// correct something, or where these are of different entries.
func together(in *input, ex *extract.Extractor, text string) []candidate {
	first, second, ok := clauses(text)
	if !ok {
		return nil
	}
	own := *in
	own.target = "" // of both
	var whole *candidate
	for _, part := range []string{first, second} {
		c := readClaim(in, part, ex)
		chosen, _ := choose(in, c, find(&own, ex, part, c))
		if chosen == nil || len(chosen.changes) == 0 || whole != nil && chosen.entry != whole.entry {
			return nil
		}
		if whole == nil {
			whole = chosen
			continue
		}
		whole.changes = append(whole.changes, chosen.changes...)
		whole.says += " " + chosen.says
	}
	return []candidate{*whole}
}

// mostOffered is how many entries a person is asked to choose from.
const mostOffered = 5

const (
	ambiguous = "This could correct several entries, or several values in one entry."
	doubtful  = "This could correct the entry of %s, but its words may mean something else."
	nothing   = "No recent entry has the value you want to correct."
)

// settle decides between what was found, or leaves it to the user.
func (r *reading) settle(in *input, ex *extract.Extractor, text string, c claim, found []candidate) {
	best, rivals := choose(in, c, found)
	unclear := ambiguous
	if best != nil && c.doubted(in, ex, text, best) {
		best, rivals, unclear = nil, []string{best.entry.GetId()}, fmt.Sprintf(doubtful, best.entry.GetDate())
	}
	chosen := in.req.GetChosenEntryId()
	switch {
	case best != nil:
		r.correction.TargetEntryId, r.correction.Changes = best.entry.GetId(), best.changes
		r.notes = append(r.notes, best.says)
		r.confidence = best.confidence()
	case chosen != "":
		r.correction.TargetEntryId = chosen
		r.notes = append(r.notes, "The entry has no value that this correction could change.")
		r.confidence = 0.5
	case len(rivals) > 0:
		r.correction.CandidateEntryIds = rivals[:min(len(rivals), mostOffered)] // newest first
		r.notes = append(r.notes, unclear)
		r.confidence = 0.5
	default:
		r.notes = append(r.notes, missing(in, c))
		r.confidence = 0.3
	}
}

// missing says why no entry is meant.
func missing(in *input, c claim) string {
	if len(in.req.GetRecent()) == 0 {
		return "There are no entries to correct yet."
	}
	for _, s := range c.spans(in) {
		h := hunt{in: in, days: []notes.Range{nightly(s)}}
		if s.Range.Days() > 0 && len(h.entries()) == 0 {
			return fmt.Sprintf("There is no entry from “%s” to correct.", s.Text)
		}
	}
	return nothing
}
