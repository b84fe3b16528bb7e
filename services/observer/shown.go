package observer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/search"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

// shown is what a model was shown, to hold its lines against.
type shown struct {
	texts []map[string]bool // stems of each piece
	words map[string]bool   // of all of them
	said  map[string]bool   // numbers in any of them
	own   []string          // sentences of the person in what just happened
}

func newShown(o *observation) *shown {
	s := &shown{words: map[string]bool{}, said: map[string]bool{}}
	for _, p := range append(o.session(), o.recent()...) {
		stems := map[string]bool{}
		for _, t := range content(p.Text) {
			stems[t], s.words[t] = true, true
		}
		s.texts = append(s.texts, stems)
		for _, n := range figure.FindAllString(p.Text, -1) {
			s.said[n] = true
		}
	}
	own := map[pb.Trigger]string{
		pb.Trigger_TRIGGER_SIGNIFICANT_LOG: o.req.GetEntry().GetText(),
		pb.Trigger_TRIGGER_USER_CORRECTION: o.req.GetCorrection(),
		pb.Trigger_TRIGGER_POST_QUERY:      o.req.GetQuery(),
	}
	s.own = grounding.Sentences(own[o.req.GetTrigger()])
	return s
}

var (
	figure  = regexp.MustCompile(`\d+(?:[.,:/]\d+)*`)
	address = regexp.MustCompile(`(?i)https?:|www\.|\S@\S+\.\S|<<<|\]\(|\((?:certain|likely|tentative)\b`)
	secret  = regexp.MustCompile(`(?i)\b(?:passwor[dt]\w*|passphrase|passcode|pin code|api[ _-]?keys?|secret[ _-]?keys?|private keys?|credit ?cards?|card numbers?|cvv|iban|ssn)\b`)
	// computed are the keys of lines that code works out.
	computed = regexp.MustCompile(`^first_|_record$|^typical_.*_days$`)
)

// unfit tells why a line can't stand, "" if it can.
func (s *shown) unfit(r *mindv1.Remember, o *observation) string {
	key := slug(r.GetKey())
	switch {
	case key == "":
		return "has a key without words"
	case computed.MatchString(key):
		return key + " is computed"
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
	return ""
}

// fixed reports whether the page has a line of this key that no model may touch:
// one that is certain, or that a person wrote.
func (o *observation) fixed(key string) bool {
	return slices.ContainsFunc(o.page.Items(), func(it contextpage.Item) bool {
		return slug(it.Key) == key && (it.Certainty == certain || it.Source == "")
	})
}

// manyNotes is how many notes have to speak of something to make it likely.
const manyNotes = 3

// surest is how sure a line can be at most. What the person says in so many words
// is certain; what a model infers never is.
func (s *shown) surest(r *mindv1.Remember) pb.Certainty {
	inferred := r.GetCategory() == pattern || r.GetCategory() == insight
	if !inferred && slices.ContainsFunc(s.own, func(sentence string) bool { return says(sentence, r) }) {
		return certain
	}
	if !inferred {
		return likely
	}
	n := 0
	for _, stems := range s.texts {
		if slices.ContainsFunc(about(r), func(w string) bool { return stems[w] }) {
			n++
		}
	}
	if n >= manyNotes {
		return likely
	}
	return tentative
}

var (
	// first is a word for the person, and no part of a path or an address.
	first = regexp.MustCompile(`(?i)(?:^|[\s(,;:–—])(?:i|i['’](?:m|d|ve|ll)|my|me|mine|we|our|us)(?:$|[\s),;:.!?–—])`)
	// doubtful is what takes a statement back, quotes it, or is no statement.
	doubtful = regexp.MustCompile(`(?i)\b(?:not|never|no|without|\w+n['’]t|remember that|instructions?|system|assistant)\b|["“”„«»]`)
)

// says reports whether a sentence of the person states a line: its value word
// for word and a word of its key, about themselves and without a doubt.
func says(sentence string, r *mindv1.Remember) bool {
	words, value := search.Tokens(sentence), search.Tokens(r.GetValue())
	at := slices.IndexFunc(words, func(w search.Token) bool { return len(value) > 0 && w.Folded == value[0].Folded })
	for ; at >= 0 && at+len(value) <= len(words); at++ {
		if slices.EqualFunc(words[at:at+len(value)], value, func(a, b search.Token) bool { return a.Folded == b.Folded }) {
			break
		}
	}
	if at < 0 || at+len(value) > len(words) || len(content(r.GetValue())) == 0 {
		return false
	}
	rest := sentence[:words[at].Start] + " " + sentence[words[at+len(value)-1].End:]
	if !first.MatchString(sentence) || vague.MatchString(sentence) || doubtful.MatchString(rest) || strings.ContainsAny(sentence, "\"“”„«»") {
		return false
	}
	spoken := content(sentence)
	return slices.ContainsFunc(content(strings.ReplaceAll(r.GetKey(), "_", " ")), func(w string) bool { return slices.Contains(spoken, w) })
}

// about are the words of a line that say what it is about.
func about(r *mindv1.Remember) []string {
	return content(strings.ReplaceAll(r.GetKey(), "_", " ") + " " + r.GetValue())
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
