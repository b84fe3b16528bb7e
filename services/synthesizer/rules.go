package synthesizer

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/synthesizer/v1"
)

// rules compose an answer without a model.
type rules struct{ readers *extract.Cache }

func (r rules) write(ctx context.Context, req *pb.SynthesizeRequest, draft drafts) (*written, error) {
	c := newComposer(req)
	c.readers = r.readers
	c.compose()
	for i, p := range c.paragraphs {
		if i > 0 {
			p = "\n\n" + p
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		draft.say(p)
	}
	return &written{c.answer(), mind.ByRules()}, nil
}

// A composer builds one answer.
type composer struct {
	req      *pb.SynthesizeRequest
	material *material
	detailed bool
	readers  *extract.Cache

	paragraphs []string
	citations  []*commonv1.Citation
	cited      map[string]bool // entry ids that are in the text
	alone      bool            // the last note that was quoted needs no others
	caveat     bool            // a correlation was called one
	hinted     bool            // a hint was called one
	absent     bool            // it was said that there are no notes on it
	spoken     string          // the gap that the answer begins with, by id
	points     []string
	gaps       []string
	confidence commonv1.Confidence
}

func newComposer(req *pb.SynthesizeRequest) *composer {
	return &composer{
		req:        req,
		material:   gather(req),
		detailed:   req.GetStyle() == commonv1.ResponseStyle_RESPONSE_STYLE_DETAILED,
		cited:      map[string]bool{},
		confidence: commonv1.Confidence_CONFIDENCE_HIGH,
	}
}

func (c *composer) answer() *pb.Answer {
	if c.req.GetPartial() {
		c.atMost(commonv1.Confidence_CONFIDENCE_MEDIUM)
	}
	return &pb.Answer{
		Text:          strings.Join(c.paragraphs, "\n\n"),
		KeyPoints:     c.points,
		Citations:     c.citations,
		GapsDisclosed: c.gaps,
		Confidence:    c.confidence,
	}
}

// compose writes all paragraphs.
func (c *composer) compose() {
	parts := c.parts()
	if len(parts) > 1 && !slices.ContainsFunc(parts, func(p part) bool { return len(p.statements) > 0 || !p.listing(c.material) && !p.follows() }) {
		parts = parts[:1] // they would all list the same notes
		parts[0].question = c.req.GetScope().GetQuery()
	}
	if c.premises(); c.undated() {
		c.closing()
		return
	}
	if c.nothing(parts) {
		c.noData()
		c.closing()
		return
	}
	if c.closest(parts[0]) {
		c.told()
		c.closing()
		return
	}
	if c.req.GetPartial() && !c.future() {
		c.say("Here's what I can tell from your notes:")
	}
	for _, p := range parts {
		c.part(p, len(parts) > 1)
	}
	c.told()
	c.closing()
}

// part answers the question, or one part of it under its own heading.
func (c *composer) part(p part, several bool) {
	from := len(c.paragraphs)
	switch {
	case p.listing(c.material):
		c.list(p)
	case p.kind == commonv1.QueryType_QUERY_TYPE_RECOMMENDATION:
		c.advise(p)
	case len(p.statements) == 0:
		c.unanswered(p)
	default:
		c.state(p)
	}
	if several && len(c.paragraphs) > from {
		c.paragraphs[from] = "**" + heading(p.question) + "**\n" + c.paragraphs[from]
	}
}

var loneI = regexp.MustCompile(`\bi\b`)

// heading is a question as a heading: with a capital, and one mark at its end at
// most.
func heading(question string) string {
	words := strings.Join(strings.Fields(question), " ")
	body := strings.TrimRight(words, "?!.,;: ")
	mark := ""
	if strings.Contains(words[len(body):], "?") {
		mark = "?"
	}
	body = loneI.ReplaceAllString(body, "I")
	r, n := utf8.DecodeRuneInString(body)
	return string(unicode.ToUpper(r)) + body[n:] + mark
}

// state answers with the statements of a part, the one that answers it first,
// and the notes they stand on.
func (c *composer) state(p part) {
	chosen := c.choose(p)
	var sentences []string
	if e, _ := c.teller(p, p.statements); e != nil && whenIs.MatchString(p.question) {
		sentences = []string{c.inWords(p, p.statements)} // when it was last noted is not when it is
	} else if sentences = c.sentences(p, chosen); len(sentences) == 0 {
		sentences = []string{c.inWords(p, chosen)}
	}
	if note := c.elsewhere(); note != "" {
		sentences = append(sentences, note)
	}
	if c.detailed && len(sentences) > 2 {
		c.say(sentences[0])
		c.say("- " + strings.Join(sentences[1:], "\n- "))
	} else {
		c.say(strings.Join(sentences, " "))
	}
	c.show(chosen, p.lines)
}

// sentences says the statements, but for those that a note says itself.
func (c *composer) sentences(p part, chosen []statement) []string {
	var out []string
	var beside []circumstance
	var first *circumstance
	premise, coincidence := "", false
	for i, s := range chosen {
		if s.words == "" {
			continue // the note itself says it
		}
		if len(out) > 0 && i > 0 && s.continues(chosen[i-1]) {
			out[len(out)-1] = strings.TrimRight(out[len(out)-1], ".") + continued(s.facts[0]) + "."
			continue
		}
		c.points = append(c.points, sentence(s.words))
		if i == 0 && len(chosen) > 1 && p.premise(s) && coincides.MatchString(chosen[1].words) {
			premise = strings.TrimRight(s.words, ".")
			continue // the reason makes one sentence with it
		}
		coincidence = coincidence || s.coincidence()
		other, isOne := circumstanceOf(s.words)
		if isOne && len(out) == 0 {
			first = &other
		} else if isOne && (len(beside) > 0 || s.confidence != commonv1.Confidence_CONFIDENCE_LOW) {
			beside = append(beside, other)
			continue
		}
		words := c.sentence(s)
		if len(out) == 0 {
			words = lead(p, s)
			if premise != "" {
				words = sentence(premise + ", and what stands out beside it is " + coincides.ReplaceAllString(s.words, ""))
			}
			c.atMost(s.confidence)
		}
		if more := comparison(s); more != "" {
			words += " " + more
		}
		out = append(out, words)
	}
	if len(beside) > 0 {
		out = append(out, together(first, beside))
	}
	if coincidence && !c.caveat {
		c.caveat = true
		if note := correlation(chosen); note != "" {
			out = append(out, note)
		}
	}
	return out
}

// sentence is a statement after the first; the second hint is another one.
func (c *composer) sentence(s statement) string {
	if s.confidence != commonv1.Confidence_CONFIDENCE_LOW || s.single() {
		return sentence(s.words)
	}
	if c.hinted {
		return "Another hint: " + s.continued()
	}
	c.hinted = true
	return s.sentence()
}

// unanswered says of a part that the notes don't answer it, with the notes
// that come closest.
func (c *composer) unanswered(p part) {
	c.atMost(commonv1.Confidence_CONFIDENCE_LOW)
	c.say("Your notes don't answer this" + c.where() + ".")
	if !c.several() {
		c.nearest(p.lines)
	}
}

func (c *composer) say(paragraph string) {
	if paragraph != "" {
		c.paragraphs = append(c.paragraphs, paragraph)
	}
}

func (c *composer) several() bool { return len(c.req.GetSubQueries()) > 1 }

func (c *composer) atMost(x commonv1.Confidence) {
	if x == commonv1.Confidence_CONFIDENCE_UNSPECIFIED {
		x = commonv1.Confidence_CONFIDENCE_LOW
	}
	c.confidence = min(c.confidence, x)
}
