package folder

import (
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/progress"
)

// plans writes the files of plans, and reads what people have written in them.
func (r *round) plans() {
	for _, id := range slices.Sorted(maps.Keys(r.byPlan)) {
		files := r.byPlan[id]
		switch {
		case len(files) > 1:
			for _, f := range files {
				r.alert(f.path, "There is another file of %s. Neither counts, and none is written, until one of them is removed.", id)
			}
		case !files[0].settled || !r.known(id):
		case r.Plans[id] == nil:
			r.alert(files[0].path, "Weft knows no plan %s any more. Its file stays as it is.", id)
		default:
			r.plan(r.Plans[id], files[0])
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.Plans)) {
		p, name := r.Plans[id], id+".md"
		if len(r.byPlan[id]) > 0 || progress.Ended(p.GetState()) || p.GetState() == orchestratorv1.Plan_STATE_DRAFTING || r.there[name] {
			continue
		}
		data, err := newFile(p)
		if err != nil {
			r.alert("", "%s can't be shown as a file (%v); weft plans shows it.", id, err)
			continue
		}
		r.do(Write{Path: r.free(Plans, name), New: data})
	}
}

func newFile(p *orchestratorv1.Plan) ([]byte, error) {
	data, err := planfile.Write(p.GetContent())
	if err != nil {
		return nil, err
	}
	f, err := planfile.Parse(data)
	if err != nil {
		return nil, err
	}
	if err := tell(f, p, true); err != nil {
		return nil, err
	}
	return f.Bytes(), nil
}

// plan reads what a person has written in a plan's file, and tells it how the plan stands.
func (r *round) plan(p *orchestratorv1.Plan, f *file) {
	content, steps, err := f.ReadContent()
	if err != nil {
		r.alert(f.path, "It can't be read as a plan, and nothing of it is done: %v. Mend it, or remove it.", err)
		return
	}
	next, err := planfile.Parse(f.data)
	if err != nil {
		return
	}
	same := proto.Equal(content, p.GetContent())
	switch {
	case same:
	case sum(content) == f.Field("content"): // nobody has changed it, and there is another version
		if err := next.SetContent(p.GetContent()); err != nil {
			r.alert(f.path, "Version %d can't be written into it (%v); weft plans shows it.", p.GetVersion(), err)
		} else {
			same = true
		}
	default:
		if r.edited(p, f, content) {
			return
		}
	}
	if r.ticked(p, f, steps, next) {
		return
	}
	if err := tell(next, p, same); err != nil {
		r.alert(f.path, "It can't be told how the plan stands: %v", err)
		return
	}
	switch data := next.Bytes(); {
	case string(data) != string(f.data):
		r.do(Write{Path: f.path, Old: f.data, New: data})
	case progress.Ended(p.GetState()):
		r.do(Move{From: f.path, To: r.free(DonePlans, path.Base(f.path)), Data: f.data})
	}
}

// edited proposes what a person has made of a plan, and reports whether it did.
func (r *round) edited(p *orchestratorv1.Plan, f *file, content *planv1.Content) bool {
	if f.Field("version") != itoa(int(p.GetVersion())) {
		r.alert(f.path, "It was changed from version %s, and there is version %d by now. Keep your change elsewhere and remove this file, and it is written anew.", f.Field("version"), p.GetVersion())
		return false
	}
	switch p.GetState() {
	case orchestratorv1.Plan_STATE_PROPOSED, orchestratorv1.Plan_STATE_REJECTED, orchestratorv1.Plan_STATE_NEEDS_REVIEW:
	default:
		r.alert(f.path, "The plan was changed here, but it is %s, and the change does nothing.", word(p.GetState()))
		return false
	}
	if r.Now.Sub(r.Files[f.path].Since) < EditQuiet {
		return true // somebody may be writing
	}
	why, refused := r.Refused[Key(f.path, f.data)]
	if refused {
		r.alert(f.path, "The change was refused: %s", why)
		return false
	}
	r.do(Answer{Key: Key(f.path, f.data), Path: f.path, Request: &orchestratorv1.RevisePlanRequest{
		PlanId: p.GetId(), Version: p.GetVersion(), Content: content, PauseId: planPause(p).GetId(),
	}})
	return true
}

// planPause returns the pause that is about the plan and not about a step.
func planPause(p *orchestratorv1.Plan) *orchestratorv1.Pause {
	for _, pause := range p.GetPauses() {
		if pause.GetPayload().MessageIs(&planv1.PlanApproval{}) {
			return pause
		}
	}
	return nil
}

// ticked reads the boxes, and reports whether somebody says that a step is done whose turn
// it is.
func (r *round) ticked(p *orchestratorv1.Plan, f *file, steps []planfile.Step, next *planfile.File) bool {
	for _, s := range steps {
		stands := stepOf(p, s.Id)
		step := contentStep(p, s.Id)
		if !s.Done || stands == nil || step == nil || boxOf(stands) {
			continue
		}
		if step.GetServer() != "" {
			if ok, err := next.Tick(s.Id, false); ok && err == nil {
				_ = next.Append(planfile.Entry{
					Time: r.Now, Actor: weft, Action: "Cleared the box of step " + s.Id,
					Reason: "it is done by a tool, nothing was called, and it is " + stepWord(stands.GetState()) + "; if you did it yourself, say so with weft plans done",
				}) // its error is that of the next change
			}
			continue
		}
		switch {
		case stands.GetState() != orchestratorv1.PlanStep_STATE_BY_HAND:
			r.alert(f.path, "The box of step %s is ticked before its turn. Nothing is done; it counts when its turn comes.", s.Id)
		case !r.ByFile:
			r.alert(f.path, "The box of step %s is ticked, but nothing is decided by files here (plans.approve_by_file). Use weft plans done.", s.Id)
		default:
			if why, refused := r.Refused[Key(f.path, f.data)]; refused {
				r.alert(f.path, "The box of step %s was refused: %s", s.Id, why)
				continue
			}
			r.do(Answer{Key: Key(f.path, f.data), Path: f.path, Request: &orchestratorv1.MarkDoneRequest{
				PlanId: p.GetId(), Version: p.GetVersion(), StepId: s.Id, PauseId: stepPause(p, s.Id).GetId(),
			}})
			return true
		}
	}
	return false
}

// stepPause returns the pause that asks a person to do a step.
func stepPause(p *orchestratorv1.Plan, step string) *orchestratorv1.Pause {
	for _, pause := range p.GetPauses() {
		var call planv1.StepApproval
		if pause.GetPayload().MessageIs(&call) && pause.GetPayload().UnmarshalTo(&call) == nil && call.GetStep().GetId() == step {
			return pause
		}
	}
	return nil
}

func contentStep(p *orchestratorv1.Plan, id string) *planv1.Step {
	for _, s := range p.GetContent().GetSteps() {
		if s.GetId() == id {
			return s
		}
	}
	return nil
}

// boxOf reports whether the box of a step is ticked.
func boxOf(s *orchestratorv1.PlanStep) bool {
	return s.GetState() == orchestratorv1.PlanStep_STATE_DONE || s.GetState() == orchestratorv1.PlanStep_STATE_SKIPPED
}

// sum stands for a content.
func sum(c *planv1.Content) string {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(c)
	if err != nil {
		return ""
	}
	return canonical.Hash(data)
}

// tell writes how a plan stands into its file; whole says that the file has its version.
func tell(f *planfile.File, p *orchestratorv1.Plan, whole bool) error {
	for _, s := range p.GetSteps() {
		if boxOf(s) {
			if _, err := f.Tick(s.GetId(), true); err != nil {
				return err
			}
		}
	}
	var fields []planfile.Field
	for _, field := range fieldsOf(p, whole) {
		if was := f.Field(field.Name); was != field.Value {
			fields = append(fields, field)
		}
	}
	if err := f.SetFields(fields...); err != nil {
		return err
	}
	return f.Append(missing(f.Entries(), entriesOf(p))...)
}

func fieldsOf(p *orchestratorv1.Plan, whole bool) []planfile.Field {
	out := []planfile.Field{{Name: "id", Value: p.GetId()}, {Name: "status", Value: word(p.GetState())}}
	if whole {
		out = append(out,
			planfile.Field{Name: "version", Value: itoa(int(p.GetVersion()))},
			planfile.Field{Name: "hash", Value: p.GetHash()},
			planfile.Field{Name: "content", Value: sum(p.GetContent())})
	}
	var tools []string
	for _, s := range p.GetContent().GetSteps() {
		if tool := s.GetServer() + "/" + s.GetOperation(); s.GetServer() != "" && !slices.Contains(tools, tool) {
			tools = append(tools, tool)
		}
	}
	result := ""
	if progress.Ended(p.GetState()) {
		result = p.GetReason()
	}
	return append(out,
		planfile.Field{Name: "revision", Value: p.GetEtag()},
		planfile.Field{Name: "source_link", Value: p.GetSource()},
		planfile.Field{Name: "proposed_by", Value: p.GetUser()},
		planfile.Field{Name: "planner_model", Value: p.GetDraftedBy()},
		planfile.Field{Name: "created_date", Value: stamp(p.GetCreateTime().AsTime())},
		planfile.Field{Name: "tools_required", Value: strings.Join(tools, ", ")},
		planfile.Field{Name: "blocked_reason", Value: blocked(p)},
		planfile.Field{Name: "execution_run", Value: p.GetExecutionRunId()},
		planfile.Field{Name: "updated_date", Value: stamp(p.GetUpdateTime().AsTime())},
		planfile.Field{Name: "result_summary", Value: strings.Join(strings.Fields(result), " ")})
}

// blocked says what a plan waits for, and since when.
func blocked(p *orchestratorv1.Plan) string {
	if o := p.GetOutage(); o != nil && len(p.GetPauses()) == 0 {
		return "The plan " + progress.WaitsFor(o, stamp)
	}
	if len(p.GetPauses()) == 0 || progress.Ended(p.GetState()) {
		return ""
	}
	pause := p.GetPauses()[0]
	return strings.Join(strings.Fields(pause.GetText()), " ") + " — waiting since " + stamp(pause.GetCreateTime().AsTime())
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
