package clarifier

import (
	"slices"

	"github.com/weft-mesh/weft/kit/mind"
	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// ask chooses what to ask, and words it.
func ask(req *pb.ClarifyRequest) *pb.ClarifyResponse {
	gaps, r := choose(req), &pb.ClarifyResponse{Provenance: mind.ByRules()}
	for _, g := range gaps {
		w := word(req, g)
		r.Questions = append(r.Questions, &commonv1.Question{
			Id: g.GetId(), GapId: g.GetId(), Text: w.text, Options: w.options,
			Required: needed(g) && g.GetReason() == ambiguous,
		})
	}
	if len(gaps) > 0 {
		r.Explanation, r.Fallback = frame(req, gaps)
	}
	return r
}

// frame says why the user is asked, and what happens without an answer.
func frame(req *pb.ClarifyRequest, gaps []*commonv1.Gap) (explanation, fallback string) {
	has := func(reason commonv1.GapReason) bool {
		return slices.ContainsFunc(gaps, func(g *commonv1.Gap) bool { return g.GetReason() == reason })
	}
	unclear, now := has(ambiguous), has(presentState)
	fallback = "If you'd rather not say, I'll answer from your notes alone and tell you what is missing."
	switch {
	case correction(req):
		return "You could mean more than one note, and I don't want to change the wrong one.", "Without an answer, I won't change anything."
	case unclear && now:
		return "Your question can mean several things, and part of it only you can answer.", fallback
	case unclear:
		return "Your question can mean several things.", fallback
	case now:
		return "Only you can say this; your notes can't.", fallback
	}
	return "I searched your notes for this and found nothing.", fallback
}

// correction reports whether it is a correction that is unclear.
func correction(req *pb.ClarifyRequest) bool {
	return slices.ContainsFunc(req.GetGaps(), func(g *commonv1.Gap) bool { return corrects(req, g) })
}
