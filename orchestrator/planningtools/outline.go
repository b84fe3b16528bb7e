package planningtools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/wire"
)

func (d Deps) pattern(ctx context.Context, q query) (reason.Result, error) {
	read, err := d.read(ctx, q)
	if err != nil {
		return reason.Result{}, err
	}
	s := read.Selection
	told := fmt.Sprintf("A %s, by the template %s (%.2f of 1): %s.", spaced(string(s.Spec.Pattern)), s.Template.Name, s.Spec.Confidence, strings.Join(s.Reasons, "; "))
	return found(s.Spec.Confidence, map[string]any{
		"pattern": s.Spec.Pattern, "subtype": s.Spec.Subtype, "template": s.Template.Name, "rests_on": s.Template.About,
		"introduced_by": s.Spec.IntroducedBy, "reasons": s.Reasons, "question": s.Question,
	}, told), nil
}

func spaced(word string) string { return strings.ReplaceAll(word, "_", " ") }

// A node is one as a step says it, and as it is told.
type node struct {
	ID        string       `json:"id"`
	Level     string       `json:"level"`
	Title     string       `json:"title"`
	Parent    string       `json:"parent,omitempty"`
	Stream    string       `json:"stream,omitempty"`
	Origin    string       `json:"origin,omitempty"`
	Minutes   int32        `json:"minutes,omitempty"`
	MinChunk  int32        `json:"min_chunk,omitempty"`
	Milestone bool         `json:"milestone,omitempty"`
	NotBefore string       `json:"not_before,omitempty"`
	Due       string       `json:"due,omitempty"`
	Deadline  string       `json:"deadline,omitempty"`
	Repeat    *repeat      `json:"repeat,omitempty"`
	Depends   []dependency `json:"depends,omitempty"`
}

type repeat struct {
	Every int32  `json:"every"`
	Unit  string `json:"unit"`
	Times int32  `json:"times"`
}

type dependency struct {
	On   string `json:"on"`
	Kind string `json:"kind,omitempty"` // "": the other has to be finished first
	Lag  int32  `json:"lag,omitempty"`  // minutes
}

const outlineSchema = `"pattern":{"enum":["milestone_project","recurring_cycle","progressive_accumulation_arc","hybrid_project_cycle","strategic_transformation"]},"subtype":{"type":"string","maxLength":128},` +
	`"nodes":{"type":"array","minItems":1,"maxItems":200,"items":{"type":"object","properties":{"id":{"type":"string"},"level":{"enum":["goal","phase","cycle","sub_goal","task","sub_task","micro_goal"]},"title":{"type":"string"},"parent":{"type":"string"},"stream":{"type":"string"},"origin":{"enum":["system","template","user","model","adaptation"]},` +
	`"minutes":{"type":"integer","minimum":0,"maximum":100000},"min_chunk":{"type":"integer","minimum":0,"maximum":100000},"milestone":{"type":"boolean"},"not_before":` + day + `,"due":` + day + `,"deadline":` + day + `,` +
	`"repeat":{"type":"object","properties":{"every":{"type":"integer","minimum":0,"maximum":1000},"unit":{"enum":["day","week","month"]},"times":{"type":"integer","minimum":0,"maximum":100000}},"required":["every","unit","times"],"additionalProperties":false},` +
	`"depends":{"type":"array","maxItems":100,"items":{"type":"object","properties":{"on":{"type":"string"},"kind":{"enum":["FS","SS","FF","SF"]},"lag":{"type":"integer","minimum":-10000000,"maximum":10000000}},"required":["on"],"additionalProperties":false}}},"required":["id","level","title"],"additionalProperties":false}}`

func fromNode(n *planningv1.Node) node {
	out := node{
		ID: n.GetId(), Level: strings.ToLower(strings.TrimPrefix(n.GetLevel().String(), "LEVEL_")), Title: n.GetTitle(), Parent: n.GetParentId(),
		Stream: n.GetStream(), Origin: n.GetOrigin(), Minutes: n.GetEstimate(), MinChunk: n.GetMinChunk(), Milestone: n.GetMilestone(),
		NotBefore: n.GetNotBefore(), Due: n.GetDue(), Deadline: n.GetDeadline(),
	}
	if r := n.GetRepeat(); r != nil {
		out.Repeat = &repeat{r.GetEvery(), r.GetUnit(), r.GetTimes()}
	}
	for _, d := range n.GetDepends() {
		out.Depends = append(out.Depends, dependency{d.GetOn(), d.GetKind(), d.GetLag()})
	}
	return out
}

func (n node) message() *planningv1.Node {
	out := &planningv1.Node{
		Id: n.ID, Level: planningv1.Level(planningv1.Level_value["LEVEL_"+strings.ToUpper(n.Level)]), Title: n.Title, ParentId: n.Parent,
		Stream: n.Stream, Origin: n.Origin, Estimate: n.Minutes, MinChunk: n.MinChunk, Milestone: n.Milestone,
		NotBefore: n.NotBefore, Due: n.Due, Deadline: n.Deadline,
	}
	if n.Origin == "" { // whoever calls the tool has written it
		out.Origin = string(outline.Model)
	}
	if n.Repeat != nil {
		out.Repeat = &planningv1.Repeat{Every: n.Repeat.Every, Unit: n.Repeat.Unit, Times: n.Repeat.Times}
	}
	for _, d := range n.Depends {
		out.Depends = append(out.Depends, &planningv1.Dependency{On: d.On, Kind: d.Kind, Lag: d.Lag})
	}
	return out
}

func (d Deps) nodes(ctx context.Context, q query) (reason.Result, error) {
	_, laid, err := d.laid(ctx, q)
	if err != nil {
		return reason.Result{}, err
	}
	list := wire.FromOutline(laid.Outline).GetNodes()
	nodes, work := []node{}, 0
	for _, n := range first(list) {
		nodes = append(nodes, fromNode(n))
	}
	for _, t := range laid.Problem.Tasks {
		work += t.Work
	}
	told := fmt.Sprintf("“%s” is a %s of %s, %s of work in all.", laid.Title(), spaced(string(laid.Outline.Pattern.Pattern)), count(len(list), "part"), civil.Length(work))
	return found(sure(laid), struct {
		Title       string   `json:"title"`
		Pattern     string   `json:"pattern"`
		Subtype     string   `json:"subtype,omitempty"`
		NodesInAll  int      `json:"nodes_in_all"`
		Minutes     int      `json:"minutes"`
		Assumptions []string `json:"assumptions,omitempty"`
		Nodes       []node   `json:"nodes"`
	}{
		laid.Title(), string(laid.Outline.Pattern.Pattern), laid.Outline.Pattern.Subtype, len(list), work, texts(laid.Assumptions), nodes,
	}, append([]string{told}, lost(laid)...)...), nil
}

func (d Deps) validate(_ context.Context, _ *commonv1.CallContext, args json.RawMessage) reason.Result {
	var in struct {
		Pattern, Subtype string
		Nodes            []node
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return reason.Failed("bad_arguments", err.Error())
	}
	m := &planningv1.Outline{Pattern: &planningv1.PatternSpec{Pattern: in.Pattern, Subtype: in.Subtype, IntroducedBy: string(outline.BySystem)}}
	for _, n := range in.Nodes {
		m.Nodes = append(m.Nodes, n.message())
	}
	o, err := wire.Outline(m)
	if err != nil {
		return reason.Failed("bad_arguments", err.Error())
	}
	type violation struct {
		Code string   `json:"code"`
		Path []string `json:"path,omitempty"`
		Text string   `json:"text"`
		Fix  string   `json:"suggested_fix,omitempty"`
	}
	list, broken := outline.Check(o), []violation{}
	for _, v := range wire.FromViolations(first(list)) {
		broken = append(broken, violation{v.GetCode(), v.GetPath(), v.GetText(), v.GetFix()})
	}
	told := "It keeps the grammar."
	if len(list) > 0 {
		told = fmt.Sprintf("It breaks the grammar: %s.", count(len(list), "violation"))
	}
	return found(1, map[string]any{"valid": len(list) == 0, "violations": broken}, told)
}

func (d Deps) elicit(ctx context.Context, q query) (reason.Result, error) {
	p, err := d.policy(ctx, q.call, q.args)
	if err != nil {
		return reason.Result{}, err
	}
	in := struct{ Depth int }{planninggraph.Depth(p)}
	if err := json.Unmarshal(q.args, &in); err != nil {
		return reason.Result{}, err
	}
	read, err := d.read(ctx, q)
	if contradicts := (*contradiction)(nil); errors.As(err, &contradicts) {
		return found(1, map[string]any{"questions": []string{}, "contradictions": contradicts.problems}, "It contradicts itself: "+contradicts.Error()+"."), nil
	}
	if err != nil {
		return reason.Result{}, err
	}
	u := wire.FromUnderstood(read)
	type question struct {
		ID      string   `json:"id"`
		Text    string   `json:"text"`
		Choices []string `json:"choices,omitempty"`
		Usual   string   `json:"usual,omitempty"`
		Min     int32    `json:"min,omitempty"`
		Max     int32    `json:"max,omitempty"`
	}
	asked := []question{}
	for _, m := range u.GetQuestions()[:min(in.Depth, len(u.GetQuestions()))] {
		one := question{ID: m.GetId(), Text: m.GetText(), Usual: m.GetDefault(), Min: m.GetMin(), Max: m.GetMax()}
		for _, c := range m.GetChoices() {
			one.Choices = append(one.Choices, c.GetValue())
		}
		asked = append(asked, one)
	}
	var readings []string
	for _, r := range u.GetReadings() {
		readings = append(readings, strings.TrimPrefix(r.GetWords()+": "+r.GetMeans(), ": "))
	}
	return found(u.GetConfidence(), map[string]any{
		"questions": asked, "could_be_asked": len(u.GetQuestions()), "read": readings, "unread": u.GetUnread(), "by": u.GetBy(), "template": u.GetTemplate(),
	}, fmt.Sprintf("%s of %d that could be asked; what is not answered is planned as usual.", count(len(asked), "question"), len(u.GetQuestions()))), nil
}
