package planner

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/planning/wire"
	"github.com/weft-mesh/weft/plans/planfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

//go:embed brainstorm.tmpl
var brainstormText string

var (
	brainstormPrompt = llm.ParseTemplate(brainstormText)
	brainstorming    = form.Of(&mindv1.Brainstorming{}, mindv1.Comments)
)

const brainstormTokens = 1500 // that a few ways may have

// Brainstorm thinks of other ways to go about a goal. Rules think of none.
func (s *Service) Brainstorm(ctx context.Context, req *pb.BrainstormRequest) (*pb.BrainstormResponse, error) {
	if s.mind == mind.Rules || s.mind == "" {
		return nil, fault.New(codes.FailedPrecondition, fault.ModelUnavailable,
			"finding other ways to go about a goal takes a model, and none is configured for the planner; say yourself what should be different")
	}
	res, spent, err := s.model.brainstorm(ctx, req)
	if err == nil || ctx.Err() != nil {
		return res, cmp.Or(ctx.Err(), err)
	}
	return nil, mind.Unanswered(err, spent, "no model found other ways: %v", err)
}

func (m model) brainstorm(ctx context.Context, req *pb.BrainstormRequest) (*pb.BrainstormResponse, *commonv1.Provenance, error) {
	g := req.GetGoal()
	v := struct {
		Words, Today, Outline string
		Replies               []*planningv1.Reply
		Count                 int32
	}{Words: g.GetWish() + said(g), Today: llm.Today(req.GetContext()), Replies: g.GetReplies(), Count: req.GetCount()}
	if req.GetOutline() != nil {
		o, err := wire.Outline(req.GetOutline())
		if err != nil {
			return nil, nil, refused(err)
		}
		v.Outline = told(o)
	}
	p := brainstormPrompt.Prompt(v)
	p.MaxTokens, p.Allowance = brainstormTokens, llm.AllowanceOf(req.GetContext())
	var got mindv1.Brainstorming
	var sound []*planningv1.Idea
	from, err := llm.Fill(ctx, m.client, p, brainstorming, &got, func() (wrong []form.Problem) {
		sound, wrong = ideasOf(&got, int(req.GetCount()), g)
		return wrong
	})
	switch {
	case err != nil:
		return nil, from, err
	case len(sound) == 0: // an answer that stays wrong comes back as far as it can be read
		return nil, from, errors.New("the ways it found can't be shown")
	}
	return &pb.BrainstormResponse{Ideas: &planningv1.Ideas{Ideas: sound}, Provenance: from}, from, nil
}

// ideasOf are those ways of a model that a person may be shown, and what is wrong with the others.
// A person decides by them, so each has to be what it looks like.
func ideasOf(m *mindv1.Brainstorming, count int, g *planningv1.Goal) (sound []*planningv1.Idea, wrong []form.Problem) {
	words := g.GetWish() + said(g)
	for _, r := range g.GetReplies() {
		words += "\n" + r.GetAnswer()
	}
	words = plain(words)
	titles := map[string]bool{}
	for i, idea := range m.GetIdeas() {
		before := len(wrong)
		say := func(field, text string) {
			if text != "" {
				wrong = append(wrong, form.Problem{Path: fmt.Sprintf("ideas[%d].%s", i, field), Text: text})
			}
		}
		say("title", unshowable(idea.GetTitle()))
		say("differs", unshowable(idea.GetDiffers()))
		if titles[plain(idea.GetTitle())] {
			say("title", "another one has it")
		}
		titles[plain(idea.GetTitle())] = true
		for j, quote := range idea.GetLeansOn() {
			if q := plain(quote); q == "" || !strings.Contains(words, q) {
				say(fmt.Sprintf("leans_on[%d]", j), "these are no words of the person: quote them letter for letter")
			}
		}
		if len(wrong) == before && len(sound) < count {
			sound = append(sound, &planningv1.Idea{Title: strings.TrimSpace(idea.GetTitle()), Differs: strings.TrimSpace(idea.GetDiffers()), LeansOn: idea.GetLeansOn()})
		}
	}
	if n := len(m.GetIdeas()); n != count {
		wrong = append(wrong, form.Problem{Path: "ideas", Text: fmt.Sprintf("there are %d; think of %d", n, count)})
	}
	return sound, wrong
}

// plain is a text in small letters with single blanks.
func plain(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

var address = regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]*://|\bwww\.|\]\(`)

// unshowable says why a text is not one that a person is shown in a line; "" if it is.
func unshowable(text string) string {
	switch {
	case strings.TrimSpace(text) == "":
		return "it is empty"
	case len(planfile.Hidden(text)) > 0 || strings.ContainsAny(text, "\n\r\t"):
		return "it has characters that can't be seen: write it in one line of plain text"
	case address.MatchString(text):
		return "it has an address or a link: leave that out"
	}
	return ""
}
