package chaos

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// Plans proposes plans that send mail, approves what they ask, and tells what the mailbox
// has been called for that nobody approved, or what a plan says was done and was not.
type Plans struct {
	API     weftapi.Client
	Mailbox string // folder of the mailbox
	Server  string // of the mail; "" for mailServer
	N       int
	AtOnce  int // how many people there are
	// BeforeFirst is called when a plan asks for its first mail, before that is approved. Nil
	// for nothing.
	BeforeFirst func()

	crowd
	mu sync.Mutex
	// allowed is how often a mail may be sent: once by an approval, and once more each time
	// that somebody has looked, found none, and had it tried again.
	allowed map[string]int
	done    map[string]bool // mails of which a plan says that they were sent
	asked   map[orchestratorv1.PlanStep_State]int
	doubted map[string]bool // mails of which a plan has said that it does not know
	awaited map[string]bool // for whom plans have said that they wait
	said    Findings
}

const mailServer, sendMail = "mail", "send_message"

// mail is the id of a mail of a plan.
func (p *Plans) mail(i int, step string) string { return fmt.Sprintf("plan-%d-%s", i, step) }

func (p *Plans) proposal(i int) *planv1.Proposal {
	send := func(step string) *planv1.Step {
		return &planv1.Step{
			Id: step, Description: "Write to Ann", Server: cmp.Or(p.Server, mailServer), Operation: sendMail,
			Arguments: fmt.Sprintf(`{"body":"Hello","message_id":%q,"subject":"Plan %d","to":["ann@example.com"]}`, p.mail(i, step), i),
		}
	}
	return &planv1.Proposal{Content: &planv1.Content{
		Objective: fmt.Sprint("Write to Ann twice, ", i),
		Steps: []*planv1.Step{
			send("first"),
			{Id: "look", Description: "See what was sent", Server: cmp.Or(p.Server, mailServer), Operation: "list_messages", Arguments: `{"folder":"sent","limit":3}`},
			send("second"),
		},
	}}
}

// Start has people begin.
func (p *Plans) Start(ctx context.Context) {
	p.allowed, p.done, p.asked, p.said = map[string]int{}, map[string]bool{}, map[orchestratorv1.PlanStep_State]int{}, Findings{}
	p.doubted, p.awaited = map[string]bool{}, map[string]bool{}
	p.start(ctx, p.N, p.AtOnce, func(i int) {
		if err := p.one(ctx, i); err != nil {
			p.find(Stuck, "plan %d: %v", i, err)
		}
	})
}

func (p *Plans) find(what Finding, format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said.add(what, format, args...)
}

// one proposes a plan and answers what it asks until it ends.
func (p *Plans) one(ctx context.Context, i int) error {
	var plan *orchestratorv1.Plan
	err := insist(ctx, func() error {
		res, err := p.API.ProposePlan(ctx, &orchestratorv1.ProposePlanRequest{Proposal: p.proposal(i), RequestId: fmt.Sprint(p.Server, "plan-", i)})
		plan = res.GetPlan()
		return err
	})
	if err != nil {
		return fmt.Errorf("propose: %w", err)
	}
	for id := plan.GetId(); ; {
		switch plan.GetState() {
		case orchestratorv1.Plan_STATE_COMPLETED:
			p.mu.Lock()
			for _, step := range plan.GetSteps() {
				p.done[p.mail(i, step.GetId())] = step.GetId() != "look"
			}
			p.mu.Unlock()
			return nil
		case orchestratorv1.Plan_STATE_FAILED, orchestratorv1.Plan_STATE_CANCELLED, orchestratorv1.Plan_STATE_NEEDS_REVIEW:
			p.find(Failed, "%s is %s: %s %v", id, plan.GetState(), plan.GetReason(), plan.GetProblems())
			return nil
		}
		if o := plan.GetOutage(); o != nil {
			p.mu.Lock()
			p.awaited[o.GetWaitsFor()] = true
			p.mu.Unlock()
		}
		// What is refused was decided before, by a call whose answer was lost, or has changed:
		// the next look tells.
		_ = p.decide(ctx, i, plan)
		err := insist(ctx, func() error {
			res, err := p.API.GetPlan(ctx, &orchestratorv1.GetPlanRequest{PlanId: id})
			if err == nil {
				plan = res.GetPlan()
			}
			return err
		})
		if err == nil {
			err = wait(ctx, pause)
		}
		if err != nil {
			return fmt.Errorf("%s is %s, %s: %w", id, plan.GetState(), plan.GetReason(), err)
		}
	}
}

// decide gives the answer to what a plan asks.
func (p *Plans) decide(ctx context.Context, i int, plan *orchestratorv1.Plan) error {
	if len(plan.GetPauses()) == 0 {
		return nil
	}
	pause := plan.GetPauses()[0].GetId()
	if plan.GetState() == orchestratorv1.Plan_STATE_PROPOSED {
		_, err := p.API.ApprovePlan(ctx, &orchestratorv1.ApprovePlanRequest{
			PlanId: plan.GetId(), Version: plan.GetVersion(), Hash: plan.GetHash(), PauseId: pause,
		})
		return err
	}
	for _, s := range plan.GetSteps() {
		if s.GetState() != orchestratorv1.PlanStep_STATE_PENDING {
			p.mu.Lock()
			p.asked[s.GetState()]++
			if s.GetState() == orchestratorv1.PlanStep_STATE_UNKNOWN {
				p.doubted[p.mail(i, s.GetId())] = true
			}
			p.mu.Unlock()
		}
		switch s.GetState() {
		case orchestratorv1.PlanStep_STATE_APPROVAL:
			if s.GetId() == "first" && p.BeforeFirst != nil {
				p.BeforeFirst()
			}
			p.allow(i, s.GetId(), "by the approval "+pause)
			_, err := p.API.ApproveStep(ctx, &orchestratorv1.ApproveStepRequest{
				PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: s.GetId(), ArgumentsHash: s.GetArgumentsHash(), PauseId: pause,
			})
			return err
		case orchestratorv1.PlanStep_STATE_FAILED, orchestratorv1.PlanStep_STATE_UNKNOWN:
			// A call that is under way has ended by then: its server is told that nobody listens.
			if err := wait(ctx, time.Second); err != nil {
				return err
			}
			if _, err := os.Stat(p.file(p.mail(i, s.GetId()))); err == nil {
				_, err = p.API.MarkDone(ctx, &orchestratorv1.MarkDoneRequest{PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: s.GetId(), PauseId: pause})
				return err
			}
			p.allow(i, s.GetId(), "after "+pause)
			_, err := p.API.RetryStep(ctx, &orchestratorv1.RetryStepRequest{
				PlanId: plan.GetId(), Version: plan.GetVersion(), StepId: s.GetId(), ArgumentsHash: s.GetArgumentsHash(), PauseId: pause,
			})
			return err
		}
	}
	return nil
}

// allow lets a mail be sent once more, however often the answer that says so is repeated.
func (p *Plans) allow(i int, step, why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if key := p.mail(i, step) + " " + why; p.allowed[key] == 0 {
		p.allowed[key] = 1
		p.allowed[p.mail(i, step)]++
	}
}

func (p *Plans) file(mail string) string { return filepath.Join(p.Mailbox, "sent", mail+".eml") }

// insist makes a call until it succeeds.
func insist(ctx context.Context, call func() error) error {
	for {
		err := call()
		if err == nil || ctx.Err() != nil {
			return err
		}
		if wait(ctx, pause) != nil {
			return err
		}
	}
}

// waitedFor reports whether a plan has said that it waits for somebody.
func (p *Plans) waitedFor(who string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.awaited[who]
}

// Check compares what the mailbox was called for with what was approved, and what is sent
// with what the plans say.
func (p *Plans) Check() Findings {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines, err := toolserver.ReadLedger(p.Mailbox)
	if err != nil {
		p.said.add(Other, "read the ledger: %v", err)
	}
	calls := map[string]int{}
	for _, l := range lines {
		if l.Operation != sendMail || l.Outcome != "" {
			continue
		}
		var args struct {
			ID string `json:"message_id"`
		}
		if err := json.Unmarshal(l.Arguments, &args); err != nil {
			p.said.add(Other, "call %d: %v", l.Call, err)
		}
		calls[args.ID]++
	}
	for mail, n := range calls {
		if n > p.allowed[mail] {
			p.said.add(Doubled, "%s was sent %d times, and approved %d times", mail, n, p.allowed[mail])
		}
	}
	for mail, done := range p.done {
		if _, err := os.Stat(p.file(mail)); done && err != nil {
			p.said.add(Lost, "%s was not sent, and its plan says that it was", mail)
		}
	}
	return p.said
}
