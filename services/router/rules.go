package router

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/excerpt"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// rules is the mind that needs no model.
type rules struct{ lexicons *lexicons }

func newRules() rules { return rules{&lexicons{made: map[[sha256.Size]byte]*lexicon{}}} }

func (r rules) route(_ context.Context, req *pb.RouteRequest) (*pb.RouteResponse, error) {
	if v, ok := told(req); ok {
		return &pb.RouteResponse{
			Reasoning: v.reason, InputType: v.input, Confidence: v.confidence, LogPortion: v.log,
			Provenance: mind.ByRules(), Notices: v.notices, Reply: v.reply, KeepAs: v.keepAs,
		}, nil
	}
	lex := r.lexicons.of(req.GetDomains())
	v := judge{english(), remember(lex.known), recentOf(req)}.route(req.GetText(), req.GetIntent())
	takesUp := v.input == commonv1.InputType_INPUT_TYPE_LOG && req.GetIntent() == commonv1.InputType_INPUT_TYPE_UNSPECIFIED && r.dialogue(req).takesUp(req.GetText())
	if takesUp {
		v = verdict{input: commonv1.InputType_INPUT_TYPE_QUERY, confidence: v.confidence, reason: "It takes up the question before it.", query: strings.TrimSpace(req.GetText())}
	}
	ref := r.refer(req, v.query, v.log)
	ref.unclear = ref.unclear || takesUp && ref.completed == ""
	completed, from := v.query, ""
	if ref.completed != "" {
		completed, from = ref.completed, v.query
	}
	names, why := lex.choose(req, v, completed)
	return &pb.RouteResponse{
		Reasoning:        v.reason,
		InputType:        v.input,
		Confidence:       v.confidence,
		Domains:          names,
		DomainReasoning:  why,
		LogPortion:       v.log,
		QueryPortion:     completed,
		CorrectionTarget: v.target,
		Provenance:       mind.ByRules(),
		Notices:          v.notices,
		CompletedFrom:    from,
		UnclearReference: ref.unclear,
	}, nil
}

// remember returns a function that asks another only once about each word.
func remember(known func(string) bool) func(string) bool {
	asked := map[string]bool{}
	return func(word string) bool {
		answer, ok := asked[word]
		if !ok {
			answer = known(word)
			asked[word] = answer
		}
		return answer
	}
}

// refer reads what a question refers to in the session. Beside a note it refers to
// that.
func (r rules) refer(req *pb.RouteRequest, query, note string) reference {
	if query == "" || note != "" {
		return reference{}
	}
	return r.dialogue(req).complete(query)
}

// dialogue is what was said before a request.
func (r rules) dialogue(req *pb.RouteRequest) dialogue {
	lex := r.lexicons.of(req.GetDomains())
	return dialogue{judge{english(), remember(lex.known), recent{}}, lex, recentOf(req).ref, req.GetSession()}
}

// A verdict is what an input is.
type verdict struct {
	input      commonv1.InputType
	confidence float64
	reason     string
	log        string // verbatim part to keep
	query      string // verbatim part to answer
	target     string // what a correction is about
	notices    []string
	reply      string // to small talk
	keepAs     string // kept in place of the text
}

// mostJudged is how many bytes of an input are judged: far more than anybody
// writes at once. A clause is compared with all that may follow it, so a text
// without sentences would take long.
const mostJudged = 16 << 10

// route classifies a text by as much of it as is judged. All of it is kept or
// answered.
func (j judge) route(text string, intent commonv1.InputType) verdict {
	said := intent == commonv1.InputType_INPUT_TYPE_QUERY || intent == commonv1.InputType_INPUT_TYPE_CORRECTION
	if len(text) <= mostJudged || said {
		return j.classify(text, intent)
	}
	v := j.classify(excerpt.Of(text, mostJudged), intent)
	v.notices = []string{fmt.Sprintf(
		"The input is long (%d bytes); only its first and last %d bytes were searched for questions and corrections.", len(text), (mostJudged-1)/2)}
	whole := strings.TrimSpace(text)
	if v.log != "" {
		v.log = whole
	}
	if v.query != "" && (v.log == "" || !strings.Contains(text, v.query)) {
		v.query = whole
	}
	return v
}

// classify tells what a text is, within what the caller knows already.
func (j judge) classify(text string, intent commonv1.InputType) verdict {
	whole := strings.TrimSpace(text)
	switch intent {
	case commonv1.InputType_INPUT_TYPE_QUERY:
		return verdict{input: intent, confidence: 1, reason: "The caller asked a question.", query: whole}
	case commonv1.InputType_INPUT_TYPE_CORRECTION:
		return correctionOf(whole, correction{words: whole, reason: "The caller corrects something.", confidence: 1})
	case commonv1.InputType_INPUT_TYPE_LOG:
		if c, ok := j.corrects(whole, true); ok {
			return correctionOf(whole, c)
		}
		return verdict{input: intent, confidence: 1, reason: "The caller gave a note.", log: whole}
	}
	if kind, ok := labelled(whole); ok {
		return byLabel(whole, kind)
	}
	return j.weigh(text, whole)
}

// weigh weighs the segments of a text about which nothing is known. A correction
// goes first: whatever is asked beside it is asked of the notes as they will be.
func (j judge) weigh(text, whole string) verdict {
	segments := j.keepNamed(text, j.split(text))
	var asked, asserted []segment
	for _, s := range segments {
		switch s.kind {
		case asks:
			asked = append(asked, s)
		case asserts:
			asserted = append(asserted, s)
		}
	}
	if len(asserted) > 0 {
		segments = takeSides(segments)
		rest := portion(text, segments, asserts)
		if len(asked) == 0 {
			rest = whole
		}
		if c, ok := j.corrects(rest, len(asked) == 0); ok {
			v := correctionOf(rest, c)
			if len(asked) > 0 {
				v.query = portion(text, segments, asks)
				v.reason += " It asks something too."
			}
			return v
		}
	}
	switch {
	case len(asked) == 0:
		return verdict{
			input: commonv1.InputType_INPUT_TYPE_LOG, confidence: certainty(whole), log: whole,
			reason: "Nothing is asked or corrected, so it is something to keep.",
		}
	case len(asserted) == 0:
		return verdict{input: commonv1.InputType_INPUT_TYPE_QUERY, confidence: j.trust(text[asked[0].start:asked[0].end], asked[0].reason, 0.95), query: whole, reason: asked[0].reason}
	}
	usual := 0.85
	if asked[0].reason == byMark {
		usual = 0.6 // "Lunch with Karin? Karen? The one from HR."
	}
	v := verdict{
		input: commonv1.InputType_INPUT_TYPE_BOTH, confidence: j.trust(text[asked[0].start:asked[0].end], asked[0].reason, usual),
		log: portion(text, segments, asserts), query: portion(text, segments, asks),
		reason: fmt.Sprintf("%q is something to keep; %s", clip(text[asserted[0].start:asserted[0].end]), lowerFirst(asked[0].reason)),
	}
	return v
}

// keepNamed takes what only names something by a clause, "when he eats grass", for part of
// the note that it stands beside. By itself it may be looked up.
func (j judge) keepNamed(text string, segments []segment) []segment {
	if !slices.ContainsFunc(segments, func(s segment) bool { return s.kind == asserts }) {
		return segments
	}
	for i, s := range segments {
		if s.kind == asks && s.reason == looksUp {
			if words := j.start(sentencesOf(text[s.start:s.end])[0].lows); j.class["wh"][words[0]] {
				segments[i].kind, segments[i].reason = asserts, ""
			}
		}
	}
	return segments
}

// portion returns the part of the text from the first to the last segment of a
// kind. If another kind stands between them, that is the whole text: nothing
// that was written may be lost.
func portion(text string, segments []segment, kind kind) string {
	first, last := -1, -1
	for i, s := range segments {
		if s.kind == kind {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	for _, s := range segments[first : last+1] {
		if s.kind != kind {
			return strings.TrimSpace(text)
		}
	}
	return strings.TrimSpace(text[segments[first].start:segments[last].end])
}

// certainty is lower for what could also be meant as a question.
func certainty(text string) float64 {
	switch words := len(spans(text[:min(len(text), 100)])); {
	case strings.ContainsAny(text, "?？"):
		return 0.6
	case words > 0 && words < 4 && !strings.ContainsAny(text, "0123456789"):
		return 0.7
	}
	return 0.9
}

// trust is how sure it is that words ask: less for a request that may be a thing to
// do, such as "look up whether the market takes cards", which is not for "me".
func (j judge) trust(asked, reason string, usual float64) float64 {
	if !strings.HasSuffix(reason, requested) {
		return usual
	}
	words := j.start(sentencesOf(asked)[0].lows)
	if j.class["chore"][words[0]] && !slices.ContainsFunc(words, func(w string) bool { return j.class["self"][w] }) {
		return 0.7
	}
	return usual
}

func correctionOf(whole string, c correction) verdict {
	return verdict{
		input: commonv1.InputType_INPUT_TYPE_CORRECTION, confidence: c.confidence, reason: c.reason,
		log: whole, target: target(c.words),
	}
}

// labelled reads a label that says what the text is: "note: …", "q: …".
func labelled(text string) (commonv1.InputType, bool) {
	label, _, ok := strings.Cut(text, ":")
	if !ok {
		return 0, false
	}
	switch strings.ToLower(strings.TrimSpace(label)) {
	case "log", "note", "journal", "note to self", "diary", "todo", "to do", "reminder", "idea":
		return commonv1.InputType_INPUT_TYPE_LOG, true
	case "q", "question", "query", "ask":
		return commonv1.InputType_INPUT_TYPE_QUERY, true
	}
	return 0, false
}

func byLabel(text string, kind commonv1.InputType) verdict {
	v := verdict{input: kind, confidence: 0.98, reason: "Its label says what it is."}
	if kind == commonv1.InputType_INPUT_TYPE_QUERY {
		v.query = text
	} else {
		v.log = text
	}
	return v
}

func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
