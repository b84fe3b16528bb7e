package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// letterPlan is a plan of a step that reads, one that a person does, one that leaves the
// house with what they have found out, and one that may be left out.
const letterPlan = `# Objective
Tell bob that the invoice is paid.

## Context
He asked on Monday.

## Roadmap
- [ ] Look at what was sent (mail/list_messages) ^look
  ` + "```json\n  {\"folder\": \"sent\"}\n  ```" + `
- [ ] Find out his address ^find
- [ ] Send it (mail/send_message → bob@example.com) ^send
  ` + "```json\n" + `  {"to": [{"$from": "find", "pointer": "/to"}], "subject": "Paid", "body": "Dear Bob", "message_id": "m1"}
  ` + "```" + `
- [ ] (optional) Note it down

## Risks
- It may be another Bob.
`

// looks is a plan that only reads, and sends one that sends a letter.
const (
	looks = "# Objective\nLook at what was sent.\n\n## Roadmap\n- [ ] Look (mail/list_messages)\n  ```json\n  {\"folder\": \"sent\"}\n  ```\n"
	sends = "# Objective\nTell bob.\n\n## Roadmap\n- [ ] Send it (mail/send_message → bob@example.com) ^send\n  ```json\n" +
		`  {"to": ["bob@example.com"], "subject": "Paid", "body": "Dear Bob", "message_id": "m1"}` + "\n  ```\n"
)

// newPlanner is a home with a mailbox, which this binary serves as weft, and whose tools
// are agreed to.
func newPlanner(t *testing.T, faults ...string) home {
	t.Helper()
	h := newHome(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := []string{self, "demo", "serve", "mailbox", "--dir", h.mailbox()}
	for _, f := range faults {
		command = append(command, "--fault", f)
	}
	line, err := json.Marshal(command)
	if err != nil {
		t.Fatal(err)
	}
	h.writes(".config/weft/config.yaml", fmt.Sprintf("tools: {servers: {mail: {command: %s, env: [%q], operations: {list_messages: {effect: read}}}}}", line, asWeft+"=yes"))
	h.serve()
	var all orchestratorv1.ListToolsResponse
	h.message(&all, "tools", "ls", "mail")
	if len(all.GetTools()) == 0 {
		t.Fatalf("there are no tools: %v", &all)
	}
	for _, tool := range all.GetTools() {
		h.weft("", "tools", "trust", "mail/"+tool.GetOperation(), "--hash", tool.GetDefinitionHash()).mustExit(t, exitDone)
	}
	return h
}

func (h home) mailbox() string { return filepath.Join(h.dir, "mailbox") }

// writes writes a file into the home, and returns its path.
func (h home) writes(name, text string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o600)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return path
}

// proposes proposes a plan.
func (h home) proposes(text string) *orchestratorv1.Plan {
	h.t.Helper()
	var p orchestratorv1.Plan
	h.message(&p, "plan", h.writes("plan.md", text))
	return &p
}

// stands returns a plan as it stands.
func (h home) stands(id string) *orchestratorv1.Plan {
	h.t.Helper()
	var p orchestratorv1.Plan
	h.message(&p, "plans", "show", id)
	return &p
}

// sent returns the names of the letters that were sent.
func (h home) sent() []string {
	h.t.Helper()
	files, err := os.ReadDir(filepath.Join(h.mailbox(), "sent"))
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		out = append(out, f.Name())
	}
	return out
}
