package chaos

import (
	"context"
	"fmt"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/test/mesh"
)

// patience is how long a caller of a role waits for an answer.
const patience = 5 * time.Second

// rolesBeyondCapacity calls a parser and an executor, one after the other and each in its
// process, three times as often as it can answer. The other agents take turns as the parser
// does; a synthesizer without a model answers more than can be asked from the same machine.
func rolesBeyondCapacity(c *trial) {
	s := c.start(Layout{Production: true, Roles: map[string][]string{Executor: (&Site{weft: mesh.Binary(c.T)}).tools(c.mailbox())}})
	c.expect(trust(c.Context(), s.Clients(c.T)[0]))
	for _, role := range []struct {
		name    string
		callers int
		call    func(ctx context.Context, n int) error
	}{
		{"parser", callers, c.parsing(s)},
		{Executor, 32, c.executing(s)}, // it waits for its tools and for NATS more than it computes
	} {
		c.Log(role.name)
		a := &asker{busy: fault.AgentBusy, once: func(ctx context.Context, n int) error {
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			return role.call(ctx, n)
		}}
		c.askTooMuch(a, role.callers, time.Duration(c.some(8, 30))*time.Second)
		if len(a.refusals) == 0 {
			c.Errorf("%s refuses nothing of three times as much as it can do", role.name)
		}
		late := 0
		for _, n := range a.failed {
			late += n
		}
		// How many come too late for their callers depends on what else the machine does.
		if c.long && late > a.next/10 {
			c.Errorf("%s: %d of %d calls failed otherwise: %v", role.name, late, a.next, a.failed)
		}
	}
	for _, fell := range s.Fell() {
		c.Error(fell)
	}
}

func callFor(n int) *commonv1.CallContext {
	return &commonv1.CallContext{Now: timestamppb.New(mesh.Now()), TimeZone: mesh.Zone, Tenant: "local", User: "tester", RunId: fmt.Sprint("run-", n)}
}

// parsing calls the parser with a long note of a diary.
func (c *trial) parsing(s *Site) func(context.Context, int) error {
	api := parserv1.NewParserServiceClient(s.production.role(c.T, "parser"))
	set, err := domains.Builtin()
	if err != nil {
		c.Fatal(err)
	}
	dc := set.Context([]string{"strength", "running", "sleep", "nutrition", "money"})
	var text strings.Builder
	for i := range 200 {
		text.WriteString(diaryNote(i) + "\n")
	}
	return func(ctx context.Context, n int) error {
		_, err := api.Parse(ctx, &parserv1.ParseRequest{Context: callFor(n), Text: text.String(), WrittenAt: timestamppb.New(mesh.Now()), DomainContext: dc})
		return err
	}
}

// executing calls a tool that reads, each time with a grant of its own.
func (c *trial) executing(s *Site) func(context.Context, int) error {
	api := executorv1.NewExecutorServiceClient(s.production.role(c.T, Executor))
	list, err := api.ListTools(c.Context(), &executorv1.ListToolsRequest{Context: callFor(0)})
	if err != nil {
		c.Fatal(err)
	}
	var tool *commonv1.Tool
	for _, t := range list.GetTools() {
		if t.GetOperation() == "list_messages" {
			tool = t
		}
	}
	arguments, err := canonical.JSON([]byte(`{"folder":"sent","limit":3}`))
	if err != nil {
		c.Fatal(err)
	}
	return func(ctx context.Context, n int) error {
		call := callFor(n)
		_, err := api.Execute(ctx, &executorv1.ExecuteRequest{Context: call, Arguments: arguments, Grant: s.production.signer.Sign(&executorv1.Grant{
			Tenant: call.GetTenant(), PlanId: "p1", PlanVersion: 1, StepId: "s1", RunId: call.GetRunId(), Attempt: 1, Server: tool.GetServer(), Operation: tool.GetOperation(),
			DefinitionHash: tool.GetDefinitionHash(), ArgumentsHash: canonical.Hash(arguments), User: call.GetUser(), ApprovalId: "i1", Effect: tool.GetEffect(),
		}, time.Now())})
		return err
	}
}
