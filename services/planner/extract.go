package planner

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wire"
	"github.com/weft-mesh/weft/planning/wish"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
)

//go:embed extract.tmpl
var extractText string

var (
	extractPrompt = llm.ParseTemplate(extractText)
	extracting    = form.Of(&mindv1.Extracting{}, mindv1.Comments)
)

const extractTokens = 4096 // that an extraction may have

// extract has a model say what the words of a goal ask for, in constraints that code can hold a
// plan to. Each is checked, and words that none quotes are told to the model, and what is left of
// them to the person.
func (m model) extract(ctx context.Context, call *commonv1.CallContext, g *planningv1.Goal) (*planningv1.Extraction, *commonv1.Provenance, error) {
	zone, set, err := zoneAndTemplates(call)
	if err != nil {
		return nil, nil, err
	}
	now := call.GetNow().AsTime().In(zone)
	words := wire.Words(g)
	p := extractPrompt.Prompt(struct {
		Words, Today, Zone, Mondays, Holidays string
		Replies                               []*planningv1.Reply
		Templates                             []*pattern.Template
	}{g.GetWish() + said(g), llm.Today(call), call.GetTimeZone(), mondaysFrom(now), holidaysFrom(now), g.GetReplies(), special(set)})
	p.MaxTokens, p.Allowance = extractTokens, llm.AllowanceOf(call)
	var got mindv1.Extracting
	var list []wish.Constraint
	from, err := llm.Fill(ctx, m.client, p, extracting, &got, func() (out []form.Problem) {
		list, out = constraints(got.GetConstraints())
		if name := got.GetTemplate(); name != "" && set.Get(name) == nil {
			out = append(out, form.Problem{Path: "template", Text: fmt.Sprintf("there is no template %q; leave it empty if none is for this goal", name)})
		}
		_, faults := wish.FromConstraints(got.GetTitle(), words, list, now)
		for _, f := range faults {
			path := "constraints"
			if f.Index >= 0 {
				path = fmt.Sprintf("constraints[%d]", f.Index)
			}
			out = append(out, form.Problem{Path: path, Text: f.Text})
		}
		return out
	})
	if err != nil {
		return nil, from, err
	}
	out := &planningv1.Extraction{
		Title: strings.TrimSpace(got.GetTitle()), Constraints: wire.FromConstraints(list), Template: got.GetTemplate(), Asks: got.GetAsks(),
		Source: digest(g, now), Model: from.GetModel(),
	}
	if set.Get(out.GetTemplate()) == nil {
		out.Template = pattern.Generic
	}
	return out, from, nil
}

// said is what was said after the wish, as a text that goes on with it.
func said(g *planningv1.Goal) string {
	if len(g.GetSaid()) == 0 {
		return ""
	}
	return "\n" + strings.Join(g.GetSaid(), "\n")
}

// digest stands for what an extraction was made from.
func digest(g *planningv1.Goal, now time.Time) string {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(&planningv1.Goal{Wish: g.GetWish(), Said: g.GetSaid(), Replies: g.GetReplies()})
	if err != nil { // of a message that came over the wire
		return ""
	}
	return canonical.Hash(append(data, civil.DateOf(now).String()...))
}

// special are the templates that are for goals of one kind.
func special(set *pattern.Set) []*pattern.Template {
	return slices.DeleteFunc(slices.Clone(set.Templates), func(t *pattern.Template) bool { return t.Name == pattern.Generic })
}

// constraints reads those of a form.
func constraints(list []*mindv1.ExtractedConstraint) (out []wish.Constraint, wrong []form.Problem) {
	for i, m := range list {
		c := wish.Constraint{
			Kind: wish.Kind(m.GetKind()), Words: m.GetWords(), Minutes: int(m.GetMinutes()), Times: int(m.GetTimes()), Per: m.GetPer(),
			Weeks: int(m.GetWeeks()), Stream: strings.TrimSpace(m.GetStream()),
		}
		for _, name := range m.GetWeekdays() {
			c.Days = append(c.Days, weekday(name))
		}
		say := func(field string, err error) {
			if err != nil {
				wrong = append(wrong, form.Problem{Path: fmt.Sprintf("constraints[%d].%s", i, field), Text: err.Error()})
			}
		}
		var err error
		c.From, err = clock(m.GetFrom())
		say("from", err)
		c.To, err = clock(m.GetUntil())
		say("until", err)
		if c.From > 0 && m.GetUntil() == "" {
			c.To = wholeDay
		}
		c.First, err = date(m.GetFirst())
		say("first", err)
		c.Last, err = date(m.GetLast())
		say("last", err)
		out = append(out, c)
	}
	return out, wrong
}

const wholeDay = 24 * 60 // minutes

// weekday reads "Mon".
func weekday(name string) time.Weekday {
	return time.Weekday(strings.Index("SunMonTueWedThuFriSat", name) / 3)
}

// clock reads "18:30" as minutes since midnight; "" is 0.
func clock(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	hours, minutes, ok := strings.Cut(text, ":")
	h, err := strconv.Atoi(hours)
	n, err2 := strconv.Atoi(minutes)
	if !ok || err != nil || err2 != nil || h < 0 || n < 0 || n > 59 || h*60+n > wholeDay {
		return 0, fmt.Errorf("%q is no time of the day: write it as 18:30", text)
	}
	return h*60 + n, nil
}

// date reads a day; "" is 0.
func date(text string) (civil.Date, error) {
	if text == "" {
		return 0, nil
	}
	return civil.ParseDate(text)
}

// read reads a goal, its words by a model.
func (m model) read(ctx context.Context, req *pb.ReadGoalRequest) (*pb.ReadGoalResponse, *commonv1.Provenance, error) {
	g := proto.CloneOf(req.GetGoal())
	zone, _, err := zoneAndTemplates(req.GetContext())
	if err != nil {
		return nil, nil, err
	}
	from := &commonv1.Provenance{Mind: commonv1.Mind_MIND_MODEL, Model: g.GetExtraction().GetModel()}
	if g.GetExtraction() == nil || g.GetExtraction().GetSource() != digest(g, req.GetContext().GetNow().AsTime().In(zone)) {
		if g.Extraction, from, err = m.extract(ctx, req.GetContext(), g); err != nil {
			return nil, from, err
		}
	}
	read, err := understood(req.GetContext(), g)
	if err != nil {
		return nil, from, err
	}
	read.Extraction = g.GetExtraction()
	return &pb.ReadGoalResponse{Understood: read, Provenance: from}, from, nil
}
