package retriever

import (
	"regexp"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// back are the words by which a note says that it goes on with the one before:
// at its beginning a pronoun or a conjunction, anywhere a plain reference.
var back = regexp.MustCompile(`(?i)^\W*(?:(?:ok|well|no|wait|hm+|update|edit|ps|p\.s\.)\W+)*(?:(?:it|that|this|they|he|she|those|these)(?:'s|'re|’s|’re)?|so|then|and|but|also|still|again|afterwards?|later|after that|not anymore)\b` +
	`|\b(?:see|as) above\b|\bas (?:i )?said\b|\b(?:after|because of|despite|during|before) (?:that|this|it)\b|\bsince then\b`)

// goesOn reports whether a note lives on another that stands right before it on
// its day: "Hungry and grumpy, see above".
func goesOn(e, before *commonv1.Entry) bool {
	return e.GetDate() == before.GetDate() && back.MatchString(e.GetText())
}

// goOn adds to what was found the notes that go on with it without naming its
// subject. entries stand in the order of time.
func (l *lookup) goOn(entries []*commonv1.Entry, score map[string]float64) {
	for i, e := range entries[min(1, len(entries)):] {
		before := entries[i]
		s, found := score[before.GetId()]
		if _, known := score[e.GetId()]; !found || known || !l.mayHold(e) || !goesOn(e, before) {
			continue
		}
		score[e.GetId()] = s
		l.found = append(l.found, search.Ranked{ID: e.GetId(), Score: s})
		l.total++
	}
}
