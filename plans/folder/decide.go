package folder

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/progress"
)

// justNow is how long a plan may be known as it was before an answer.
const justNow = 10 * time.Second

// requests writes the files of what waits for an approval, and reads what people have done
// with them.
func (r *round) requests() {
	open := map[string]*request{}
	for _, id := range slices.Sorted(maps.Keys(r.Plans)) {
		for _, q := range requestsOf(r.Plans[id]) {
			open[q.id()] = q
		}
	}
	for _, id := range slices.Sorted(maps.Keys(open)) {
		r.open(open[id], r.byRequest[id])
	}
	for _, id := range slices.Sorted(maps.Keys(r.byRequest)) {
		if open[id] != nil {
			continue
		}
		for _, f := range r.byRequest[id] {
			r.closed(f)
		}
	}
}

// open reads what was done with the file of a request, or writes it.
func (r *round) open(q *request, files []*file) {
	in := map[string][]*file{}
	for _, f := range files {
		switch {
		case !f.settled:
			return // it is being moved
		case f.Field("status") == statusOpen:
			in[f.folder] = append(in[f.folder], f)
		case r.Now.Sub(r.Files[f.path].Since) < justNow:
			return // it was answered, and the plan as it is known may be older
		}
	}
	for _, folder := range Read() {
		if len(in[folder]) < 2 {
			continue
		}
		for _, f := range in[folder] {
			r.alert(f.path, "There is another file of the same request in %s. Neither counts until one of them is removed.", folder)
		}
		return
	}
	switch {
	case len(in[Rejected]) > 0:
		r.reject(q, in[Rejected][0])
	case len(in[Approved]) > 0:
		r.approve(q, in[Approved][0])
	case len(in[Pending]) > 0 || r.there[q.name()]:
	default:
		data, err := q.write()
		if err != nil {
			r.alert("", "%s can't be asked for in a file (%v); weft plans shows it.", q.plan.GetId(), err)
			return
		}
		r.do(Write{Path: r.free(Pending, q.name(), Approved, Rejected), New: data})
	}
}

// moved reports whether a moved file may count, and alerts if not.
func (r *round) moved(q *request, f *file) bool {
	if !q.belongs(f) {
		r.alert(f.path, "Its front matter is not that of what is asked for, and nothing is done. Remove the file, and it is written anew.")
		return false
	}
	if !r.ByFile {
		r.alert(f.path, "Nothing is decided by moving files here (plans.approve_by_file). Use weft plans approve or reject.")
		return false
	}
	return true
}

func (r *round) approve(q *request, f *file) {
	if !r.moved(q, f) {
		return
	}
	words, same := q.compare(f.data)
	if !same && q.call == nil {
		r.propose(q, f)
		return
	}
	if !same || words != "" {
		r.alert(f.path, "Its text was changed, and it does not count as an approval. Remove the file, and it is written anew.")
		return
	}
	var request proto.Message
	what := "version " + itoa(int(q.plan.GetVersion()))
	switch {
	case q.call == nil:
		request = &orchestratorv1.ApprovePlanRequest{
			PlanId: q.plan.GetId(), Version: q.plan.GetVersion(), Hash: q.plan.GetHash(), PauseId: q.pause.GetId(),
		}
	case q.again:
		what = "step " + q.step() + ", once more"
		request = &orchestratorv1.RetryStepRequest{
			PlanId: q.plan.GetId(), Version: q.plan.GetVersion(), StepId: q.step(), ArgumentsHash: q.call.GetArgumentsHash(), PauseId: q.pause.GetId(),
		}
	default:
		what = "step " + q.step()
		request = &orchestratorv1.ApproveStepRequest{
			PlanId: q.plan.GetId(), Version: q.plan.GetVersion(), StepId: q.step(), ArgumentsHash: q.call.GetArgumentsHash(), PauseId: q.pause.GetId(),
		}
	}
	r.decide(f, request, "approved", planfile.Entry{Actor: r.Owner, Action: "Approved " + what})
}

// propose proposes the text that a person made of a plan's request.
func (r *round) propose(q *request, f *file) {
	content, _, err := f.ReadContent()
	switch {
	case err != nil:
		r.alert(f.path, "Its text was changed and can't be read as a plan: %v. Nothing is done.", err)
	case proto.Equal(content, q.plan.GetContent()):
		r.alert(f.path, "Its text was changed, but not the plan, and it does not count as an approval. Remove the file, and it is written anew.")
	default:
		r.decide(f, &orchestratorv1.RevisePlanRequest{
			PlanId: q.plan.GetId(), Version: q.plan.GetVersion(), Content: content, PauseId: q.pause.GetId(),
		}, "changed", planfile.Entry{Actor: r.Owner, Action: "Changed the plan", Reason: "it is proposed as the next version; nothing was approved"})
	}
}

func (r *round) reject(q *request, f *file) {
	if !r.moved(q, f) {
		return
	}
	words, same := q.compare(f.data)
	if !same {
		words = feedback(f.data)
		if q.call == nil {
			words = strings.TrimSpace(words + "\n(The plan's text was changed as well, in " + f.path + ".)")
		}
	}
	var request proto.Message
	what := "version " + itoa(int(q.plan.GetVersion()))
	switch {
	case q.call == nil:
		request = &orchestratorv1.RejectPlanRequest{
			PlanId: q.plan.GetId(), Version: q.plan.GetVersion(), Feedback: words, PauseId: q.pause.GetId(),
		}
	case q.call.GetStep().GetOptional():
		what = "step " + q.step() + ", which is left out"
		request = &orchestratorv1.SkipStepRequest{PlanId: q.plan.GetId(), Version: q.plan.GetVersion(), StepId: q.step(), PauseId: q.pause.GetId()}
	default:
		what = "step " + q.step() + ", and gave up the plan"
		request = &orchestratorv1.AbandonPlanRequest{PlanId: q.plan.GetId(), Version: q.plan.GetVersion(), PauseId: q.pause.GetId()}
	}
	r.decide(f, request, "rejected", planfile.Entry{Actor: r.Owner, Action: "Rejected " + what})
}

func (r *round) decide(f *file, request proto.Message, status string, e planfile.Entry) {
	e.Time = r.Now
	then, err := f.told(status, e)
	if err != nil {
		r.alert(f.path, "It can't be written, and nothing is done: %v", err)
		return
	}
	r.answer(Answer{Key: Key(f.path, f.data), Path: f.path, Request: request, Then: then})
}

// told returns what a file becomes once it was decided on.
func (f *file) told(status string, e planfile.Entry) (*Write, error) {
	data, err := f.changed(func(next *planfile.File) error {
		if err := next.SetFields(planfile.Field{Name: "status", Value: status}); err != nil {
			return err
		}
		return next.Append(e)
	})
	return &Write{Path: f.path, Old: f.data, New: data}, err
}

// compare reports whether a file has the words of the request, and returns those that a
// person has written below.
func (q *request) compare(data []byte) (words string, same bool) {
	body, err := q.body()
	if err != nil {
		return "", false
	}
	have, want := plain(string(data)), plain("\n"+body)
	if rest, ok := strings.CutPrefix(have, want); ok && (rest == "" || rest[0] == '\n') {
		before, _, _ := strings.Cut(rest+"\n", "\n"+logHeading+"\n")
		return strings.TrimSpace(before), true
	}
	return "", false
}

// feedback returns what is written under the last heading of that name.
func feedback(data []byte) string {
	text := plain(string(data)) + "\n"
	at := strings.LastIndex(text, "\n"+feedbackHeading+"\n")
	if at < 0 {
		return ""
	}
	before, _, _ := strings.Cut(text[at+len(feedbackHeading)+1:], "\n"+logHeading+"\n")
	return strings.TrimSpace(before)
}

// plain returns the text below the front matter without what nobody sees: how lines end,
// and blanks there.
func plain(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if len(lines) > 0 && lines[0] == "---" {
		if end := slices.Index(lines[1:], "---"); end >= 0 {
			lines = lines[end+2:]
		}
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return "\n" + strings.Trim(strings.Join(lines, "\n"), "\n")
}

// closed tells a file that what it asks for was decided, and puts it away.
func (r *round) closed(f *file) {
	id := f.Field("plan")
	if !f.settled || id == "" || !r.known(id) {
		return
	}
	p := r.Plans[id]
	if p.GetState() == orchestratorv1.Plan_STATE_CHECKING {
		return // an answer was given, and what came of it is told in a moment
	}
	if f.Field("status") == statusOpen {
		then, err := f.told("decided", planfile.Entry{Time: r.Now, Actor: weft, Action: "Already decided", Reason: outcome(p, f) + "; nothing is done"})
		if err != nil {
			r.alert(f.path, "It can't be written: %v", err)
			return
		}
		r.do(*then)
		return
	}
	if f.folder == Rejected || f.folder == Approved && underWay(p, f) {
		return
	}
	if f.folder == Approved {
		e := planfile.Entry{Time: r.Now, Actor: weft, Action: "Came to an end", Reason: outcome(p, f)}
		if f.Field("status") == "approved" && !slices.ContainsFunc(f.Entries(), func(was planfile.Entry) bool { return was.Action == e.Action }) {
			if then, err := f.told("approved", e); err == nil {
				r.do(*then)
				return
			}
		}
	}
	r.do(Move{From: f.path, To: r.free(DoneActions, path.Base(f.path)), Data: f.data})
}

// underWay reports whether what a file has approved is still being done.
func underWay(p *orchestratorv1.Plan, f *file) bool {
	if p == nil || progress.Ended(p.GetState()) || f.Field("version") != itoa(int(p.GetVersion())) {
		return false
	}
	if step := f.Field("step"); step != "" {
		return stepOf(p, step).GetState() == orchestratorv1.PlanStep_STATE_RUNNING
	}
	switch p.GetState() {
	case orchestratorv1.Plan_STATE_EXECUTING, orchestratorv1.Plan_STATE_WAITING:
		return true
	case orchestratorv1.Plan_STATE_PROPOSED: // it waits for another person's approval
		return f.Field("status") == "approved"
	}
	return false
}

// outcome says how something stands that a file once asked for.
func outcome(p *orchestratorv1.Plan, f *file) string {
	if p == nil {
		return "Weft knows no plan of that id any more"
	}
	request := f.Field("request")
	for _, a := range p.GetApprovals() {
		if p.GetRunId()+"/"+a.GetPauseId() == request {
			return "approved by " + a.GetUser() + "; the plan is " + word(p.GetState())
		}
	}
	if version := f.Field("version"); version != itoa(int(p.GetVersion())) {
		return fmt.Sprintf("it was version %s, and there is version %d", version, p.GetVersion())
	}
	if step := f.Field("step"); step != "" {
		if s := stepOf(p, step); s != nil {
			return fmt.Sprintf("step %s is %s", step, stepWord(s.GetState()))
		}
	}
	return "the plan is " + word(p.GetState())
}
