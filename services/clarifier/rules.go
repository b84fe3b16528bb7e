package clarifier

import (
	"context"
	"slices"

	"github.com/weft-mesh/weft/kit/mind"
	pb "github.com/weft-mesh/weft/proto/gen/weft/clarifier/v1"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// rules choose what to ask, and word it without a model.
type rules struct{}

func (rules) ask(_ context.Context, req *pb.ClarifyRequest) (*pb.ClarifyResponse, error) {
	gaps := choose(req)
	r := &pb.ClarifyResponse{Provenance: mind.ByRules()}
	for _, g := range gaps {
		w := word(req, g)
		r.Questions = append(r.Questions, &commonv1.Question{
			Id: g.GetId(), GapId: g.GetId(), Text: w.text, Options: w.options,
			Required: severity(g) == 0 && g.GetType() == commonv1.GapType_GAP_TYPE_CLARIFICATION,
		})
	}
	if len(r.Questions) > 0 {
		r.Explanation, r.Fallback = frame(req, gaps)
	}
	return r, nil
}

// frame says why the user is asked, and what happens without an answer.
func frame(req *pb.ClarifyRequest, gaps []*commonv1.Gap) (explanation, fallback string) {
	has := func(t commonv1.GapType) bool {
		return slices.ContainsFunc(gaps, func(g *commonv1.Gap) bool { return g.GetType() == t })
	}
	unclear, now := has(commonv1.GapType_GAP_TYPE_CLARIFICATION), has(commonv1.GapType_GAP_TYPE_SUBJECTIVE)
	switch {
	case corrects(req):
		return "More than one note could be meant, and I won't change the wrong one.", "Without an answer nothing is changed."
	case unclear && now:
		explanation = "The question can be read in more than one way, and some of it only you can know."
	case unclear:
		explanation = "The question can be read in more than one way."
	case now:
		explanation = "Your notes can't tell this; only you can."
	default:
		explanation = "I searched your notes for this and found nothing."
	}
	if unclear {
		return explanation, "Without an answer I take the most likely reading and say so."
	}
	return explanation, "If you'd rather not say, I answer from your notes alone and name what is missing."
}

// corrects reports whether the question is which note a correction is about:
// then the choices are entries.
func corrects(req *pb.ClarifyRequest) bool {
	return slices.ContainsFunc(req.GetGaps(), func(g *commonv1.Gap) bool {
		return g.GetType() == commonv1.GapType_GAP_TYPE_CLARIFICATION && correction.MatchString(g.GetId()+" "+g.GetDescription())
	})
}
