package synthesizer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// sources are the notes that an answer may stand on.
type sources struct {
	all     []*commonv1.EvidenceNote
	byID    map[string]*commonv1.EvidenceNote
	byLabel map[string]*commonv1.EvidenceNote
	byRef   map[string]*commonv1.EvidenceNote
	onDay   map[string]int
}

func sourcesOf(evidence []*commonv1.EvidenceNote) *sources {
	s := &sources{
		byID: map[string]*commonv1.EvidenceNote{}, byLabel: map[string]*commonv1.EvidenceNote{},
		byRef: map[string]*commonv1.EvidenceNote{}, onDay: map[string]int{},
	}
	for _, n := range evidence {
		id := n.GetEntry().GetId()
		if s.byID[id] != nil || strings.TrimSpace(n.GetEntry().GetText()) == "" {
			continue
		}
		s.all = append(s.all, n)
		s.byID[id], s.byLabel[n.GetLabel()] = n, n
		s.onDay[n.GetEntry().GetDate()]++
	}
	for _, n := range s.all {
		s.byRef[s.ref(n)] = n
	}
	return s
}

// ref is how a note is cited: by its day if no other note is of that day, else by
// its id.
func (s *sources) ref(n *commonv1.EvidenceNote) string {
	if date := n.GetEntry().GetDate(); date != "" && s.onDay[date] == 1 {
		return date
	}
	return n.GetEntry().GetId()
}

// date is the day of an entry, also of one that is not at hand.
func (s *sources) date(id string) string {
	if n := s.byID[id]; n != nil {
		return n.GetEntry().GetDate()
	}
	parsed, err := notes.ParseID(id)
	if err != nil {
		return ""
	}
	return parsed.Day().String()
}

// text is the text of an entry, "" of one that is not at hand.
func (s *sources) text(id string) string { return s.byID[id].GetEntry().GetText() }

var brackets = regexp.MustCompile(`\[[^\[\]\n]+\]`)

// citedIn returns the notes that a text refers to, in the order of the text.
func (s *sources) citedIn(text string) []*commonv1.EvidenceNote {
	var out []*commonv1.EvidenceNote
	for _, bracket := range brackets.FindAllString(text, -1) {
		for ref := range strings.FieldsFuncSeq(bracket, func(r rune) bool { return strings.ContainsRune("[],; ", r) }) {
			if n := s.byRef[ref]; n != nil && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}
