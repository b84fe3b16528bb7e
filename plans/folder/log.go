package folder

import (
	"fmt"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/plans/planfile"
	"github.com/weft-mesh/weft/plans/progress"
)

const weft = "Weft"

// A line is one of a plan's log. That of which only a later moment is known is told once.
type line struct {
	planfile.Entry
	once bool
}

// entriesOf returns what the API still tells of what has happened to a plan.
func entriesOf(p *orchestratorv1.Plan) []line {
	at := p.GetUpdateTime().AsTime()
	var out []line
	add := func(t time.Time, once bool, actor, action, reason string) {
		if strings.TrimSpace(actor) == "" {
			actor = weft
		}
		out = append(out, line{planfile.Entry{Time: t.UTC(), Actor: actor, Action: action, Reason: brief(reason)}, once})
	}
	add(p.GetCreateTime().AsTime(), false, p.GetUser(), "Proposed", "")
	if p.GetVersion() > 1 {
		add(at, true, weft, "Proposed version "+itoa(int(p.GetVersion())), p.GetReason())
	}
	for _, problem := range p.GetProblems() {
		add(at, true, weft, "Can't be carried out, version "+itoa(int(p.GetVersion())), strings.TrimSpace(problem.GetStepId()+" "+problem.GetMessage()))
	}
	for _, x := range p.GetRejections() {
		add(x.GetTime().AsTime(), false, x.GetUser(), "Rejected version "+itoa(int(x.GetVersion())), x.GetFeedback())
	}
	for _, a := range p.GetApprovals() {
		add(a.GetTime().AsTime(), false, a.GetUser(), "Approved version "+itoa(int(p.GetVersion())), "")
	}
	for _, s := range p.GetSteps() {
		if result := s.GetResult(); result != nil {
			t, once := at, true
			if result.GetCallTime() != nil {
				t, once = result.GetCallTime().AsTime(), false
			}
			by := weft
			if result.GetStatus() == planv1.StepResult_STATUS_DONE_BY_HAND || result.GetStatus() == planv1.StepResult_STATUS_SKIPPED {
				by = result.GetUser()
			}
			add(t, once, by, fmt.Sprintf("Step %s: %s", s.GetId(), resultWord(result.GetStatus())), result.GetText())
		}
	}
	for _, pause := range p.GetPauses() {
		add(pause.GetCreateTime().AsTime(), false, weft, "Waits", pause.GetText())
	}
	if o := p.GetOutage(); o.GetSinceTime() != nil {
		add(o.GetSinceTime().AsTime(), false, weft, "The plan "+progress.WaitsFor(o, nil), "")
	}
	if progress.Ended(p.GetState()) {
		add(at, false, weft, "The plan is "+word(p.GetState()), p.GetReason())
	}
	stable.Sort(out, func(a, b line) int { return a.Time.Truncate(time.Second).Compare(b.Time.Truncate(time.Second)) })
	return out
}

func resultWord(s planv1.StepResult_Status) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(s.String(), "STATUS_")), "_", " ")
}

// mostReason is how many letters of a reason a line has; weft plans shows all of it.
const mostReason = 300

func brief(s string) string {
	s = strings.Join(strings.Fields(planfile.Visible(s)), " ")
	if r := []rune(s); len(r) > mostReason {
		s = string(r[:mostReason]) + "…"
	}
	return s
}

// missing returns the lines that a log does not have yet.
func missing(have []planfile.Entry, want []line) []planfile.Entry {
	told, anyTime := map[string]bool{}, map[string]bool{}
	for _, e := range have {
		told[e.String()] = true
		e.Time = time.Time{}
		anyTime[e.String()] = true
	}
	var out []planfile.Entry
	for _, l := range want {
		always := l.Entry
		always.Time = time.Time{}
		if told[l.String()] || l.once && anyTime[always.String()] {
			continue
		}
		told[l.String()] = true
		out = append(out, l.Entry)
	}
	return out
}
