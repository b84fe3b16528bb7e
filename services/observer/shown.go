package observer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

// shown is what a model was shown, to hold its lines against.
type shown struct {
	notes []*commonv1.Entry
	texts []map[string]bool // stems of each note
	words map[string]bool   // of all of them
	said  map[string]bool   // numbers in any of them
}

func newShown(entries []*commonv1.Entry) *shown {
	s := &shown{words: map[string]bool{}, said: map[string]bool{}}
	for _, e := range entries {
		stems := map[string]bool{}
		for _, t := range content(e.GetText()) {
			stems[t], s.words[t] = true, true
		}
		s.notes, s.texts = append(s.notes, e), append(s.texts, stems)
		for _, n := range figure.FindAllString(e.GetText(), -1) {
			s.said[n] = true
		}
	}
	return s
}

// source is the note that says most of a line, the newest of those that say as much.
func (s *shown) source(r *mindv1.Remember) string {
	best, most := "", 0
	for i, stems := range s.texts {
		n := 0
		for _, w := range about(r) {
			if stems[w] {
				n++
			}
		}
		if n > most {
			best, most = s.notes[i].GetId(), n
		}
	}
	return best
}

var (
	figure  = regexp.MustCompile(`\d+(?:[.,:/]\d+)*`)
	address = regexp.MustCompile(`(?i)https?:|www\.|\S@\S+\.\S|<<<|\]\(|\((?:certain|likely|tentative)\b`)
	secret  = regexp.MustCompile(`(?i)\b(?:passwor[dt]\w*|passphrase|passcode|pin code|api[ _-]?keys?|secret[ _-]?keys?|private keys?|credit ?cards?|card numbers?|cvv|iban|ssn)\b`)
	// computed finds the keys of lines that only code writes, or once wrote.
	computed = regexp.MustCompile(`^first_|_record$|^typical_.*_days$`)
)

// unfit tells why a line can't stand, "" if it can.
func (s *shown) unfit(r *mindv1.Remember, o *observation) string {
	key := slug(r.GetKey())
	switch {
	case key == "":
		return "has a key without words"
	case computed.MatchString(key):
		return key + " is no line for a model to write"
	case address.MatchString(r.GetValue()):
		return "holds an address or a mark"
	case secret.MatchString(r.GetKey() + " " + r.GetValue()):
		return "holds a secret"
	case o.fixed(key):
		return key + " stands on the page as certain or in the person's words"
	}
	for _, n := range figure.FindAllString(r.GetValue(), -1) {
		if !s.said[n] {
			return "has the number " + n + ", which stands in nothing that was shown"
		}
	}
	if !slices.ContainsFunc(about(r), func(w string) bool { return s.words[w] }) {
		return "is about nothing that was shown"
	}
	if s.surest(r) == pb.Certainty_CERTAINTY_UNSPECIFIED {
		return fmt.Sprintf("is told by notes of fewer than %d days: one note is no pattern", minPatternDays)
	}
	return ""
}

// fixed reports whether the page has a line of this key that no model may touch:
// one that is certain, or that a person wrote.
func (o *observation) fixed(key string) bool {
	return slices.ContainsFunc(o.page.Items(), func(it contextpage.Item) bool {
		return slug(it.Key) == key && (it.Certainty == certain || it.Source == "")
	})
}

// minPatternDays is on how many days notes have to mention a pattern or an insight.
const minPatternDays = 3

// habitual finds the words by which people call something usual.
var habitual = regexp.MustCompile(`(?i)\b(?:always|usually|normally|every|each|often|never|most (?:days|weeks|mornings|evenings|nights)|tend to|habit)\b`)

// surest returns how sure a line can be at most, which is never certain. A pattern or an
// insight is likely if notes of several days mention it, tentative if one note calls it
// usual, and else unspecified: then the line can't stand.
func (s *shown) surest(r *mindv1.Remember) pb.Certainty {
	if r.GetCategory() != pattern && r.GetCategory() != insight {
		return likely
	}
	days, most := map[string]bool{}, pb.Certainty_CERTAINTY_UNSPECIFIED
	for i, stems := range s.texts {
		if slices.ContainsFunc(about(r), func(w string) bool { return stems[w] }) {
			days[s.notes[i].GetDate()] = true
			if habitual.MatchString(s.notes[i].GetText()) {
				most = tentative
			}
		}
	}
	if len(days) >= minPatternDays {
		return likely
	}
	return most
}

// about are the words of a line that say what it is about. Its numbers don't: a 3 stands
// in notes on anything.
func about(r *mindv1.Remember) []string {
	return slices.DeleteFunc(content(strings.ReplaceAll(r.GetKey(), "_", " ")+" "+r.GetValue()), figure.MatchString)
}

// content returns the stems of a text's words without those that say nothing.
func content(text string) []string {
	var out []string
	for _, t := range search.Tokens(text) {
		if !search.Stopword(t.Stem) {
			out = append(out, t.Stem)
		}
	}
	return out
}
