package router

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// A standing is how sure rules are of what they make of an input.
type standing struct {
	intent     commonv1.InputType // what the caller knows
	input      commonv1.InputType // what the rules say
	confidence float64            // of that
	told       bool               // it is small talk or a wish to be reminded
	foreign    bool               // it is not in English, which the rules read
	hinted     bool               // it may take something back, and the rules say that it doesn't
	leaning    bool               // its question leans on words outside it, and rules didn't put them in
}

// sure is the confidence from which on what rules say is taken as it is.
const sure = 0.8

// typed reports whether rules know what an input is, and where its parts end.
func (s standing) typed() bool {
	switch s.intent {
	case commonv1.InputType_INPUT_TYPE_QUERY, commonv1.InputType_INPUT_TYPE_CORRECTION:
		return true
	case commonv1.InputType_INPUT_TYPE_LOG: // or a correction
		return !s.hinted
	}
	return s.told || s.confidence >= sure && !s.foreign && !s.hinted
}

// certain reports whether a model could tell nothing of an input that rules don't
// know: neither what it is, nor what its question is about. Whether a note that its
// caller calls one is in English makes no difference, as there is nothing to choose.
//
// Of the 1,272 cases of test/quality rules are wrong on 30. They are not certain of 95,
// 12 of the 30 among them.
func certain(s standing) bool {
	asks := s.input == commonv1.InputType_INPUT_TYPE_QUERY || s.input == commonv1.InputType_INPUT_TYPE_BOTH
	return s.typed() && !(asks && (s.foreign || s.leaning))
}

// standing is that of what the rules make of a request.
func (r rules) standing(req *pb.RouteRequest, res *pb.RouteResponse) standing {
	d := r.dialogue(req)
	s := standing{
		intent: req.GetIntent(), input: res.GetInputType(), confidence: res.GetConfidence(),
		told:    res.GetReply() != "" || res.GetKeepAs() != "",
		foreign: foreign(req),
		hinted:  res.GetInputType() == commonv1.InputType_INPUT_TYPE_LOG && d.suspects(req.GetText()),
	}
	if question := res.GetQueryPortion(); question != "" && res.GetCompletedFrom() == "" {
		s.leaning = d.leans(question, res.GetLogPortion() != "")
	}
	return s
}

// foreign reports whether a request is not in English. Two words don't tell, so they
// count as being in the language of what was said before them.
func foreign(req *pb.RouteRequest) bool {
	text := req.GetText()
	if len(spans(text[:min(len(text), 100)])) < 3 && len(req.GetSession()) > 0 {
		for _, turn := range slices.Backward(req.GetSession()) {
			if !strings.HasPrefix(turn, "weft:") {
				text += "\n" + strings.TrimPrefix(turn, "user:")
				break
			}
		}
	}
	return query.IsForeign(text)
}

// leans reports whether a question leaves out, or speaks by a pronoun of, what stands
// in the conversation before it or in the note beside it. Where there is neither,
// nobody can put it in.
func (d dialogue) leans(question string, beside bool) bool {
	list := sentencesOf(question)
	if len(list) == 0 || len(list[0].words) == 0 || len(d.turns) == 0 && !beside {
		return false
	}
	lows := list[0].lows
	words := lows[d.joint(lows):]
	if beside {
		return d.onlyRefers(words)
	}
	times := timespan.Scan(question, d.ref)
	if len(list) == 1 && len(words) <= longestEllipsis && !d.class["wh"][words[0]] && !d.class["aux"][words[0]] {
		joined := len(words) < len(lows)
		if joined || len(words) < 3 && len(times) == 0 && len(d.lex.fits(withUnits(question))) == 0 {
			return true // "what about the blue one", "und davor"
		}
	}
	return d.onlyRefers(words) || d.points(timespan.Strip(question, times))
}

// points reports whether a text has a word that stands for what was named before.
func (d dialogue) points(text string) bool {
	for _, s := range sentencesOf(text) {
		for i, w := range s.lows {
			last := i+1 == len(s.lows)
			if d.class["anaphor"][w] || d.class["pointer"][w] && (last || d.class["aux"][s.lows[i+1]] || i > 0 && d.class["aux"][s.lows[i-1]]) {
				return true
			}
		}
	}
	return false
}
