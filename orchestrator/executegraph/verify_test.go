package executegraph_test

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
)

// looked is a read that tells whether the mail was sent.
const looked = `mail/find {"to":"a@example.com"}`

func TestWhetherAStepWasDoneIsReadBeforeAPersonIsAsked(t *testing.T) {
	t.Parallel()
	const read, external = commonv1.ToolEffect_TOOL_EFFECT_READ, commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL
	done, failed := executorv1.ExecuteResponse_OUTCOME_DONE, executorv1.ExecuteResponse_OUTCOME_FAILED
	for name, tt := range map[string]struct {
		effect  commonv1.ToolEffect // of the read
		trust   commonv1.ToolTrust
		outcome executorv1.ExecuteResponse_Outcome
		says    string
		asked   string // "" if nobody is
		calls   []string
	}{
		"it was done":             {read, trusted, done, `{"sent":true}`, "", []string{made, sent, looked}},
		"with what it was":        {read, trusted, done, `{"sent":{"id":"1"}}`, "", []string{made, sent, looked}},
		"it is not there":         {read, trusted, done, `{"sent":false}`, "mail/find does not find that it was done", []string{made, sent, looked}},
		"nothing is said of it":   {read, trusted, done, `{"other":true}`, "mail/find does not find that it was done", []string{made, sent, looked}},
		"none of that":            {read, trusted, done, `{"sent":[]}`, "mail/find does not find that it was done", []string{made, sent, looked}},
		"the read fails":          {read, trusted, failed, "", "mail/find could not tell", []string{made, sent, looked}},
		"the read may do more":    {external, trusted, done, `{"sent":true}`, "no answer", []string{made, sent}},
		"nobody has agreed to it": {read, commonv1.ToolTrust_TOOL_TRUST_NEW, done, `{"sent":true}`, "no answer", []string{made, sent}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, plan())
			find := tool("mail", "find", tt.effect)
			find.Trust, find.InputSchema = tt.trust, []byte(`{"type":"object","properties":{"to":{"type":"string"},"since":{}}}`)
			r.exec.tools[1].VerifyOperation, r.exec.tools[1].VerifyPointer = "find", "/sent"
			r.exec.tools = append(r.exec.tools, find)
			r.exec.answer = func(_ int, req *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error) {
				switch req.GetGrant().GetOperation() {
				case "send":
					return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_UNKNOWN, Text: "no answer"}, nil
				case "find":
					return &executorv1.ExecuteResponse{Outcome: tt.outcome, Structured: []byte(tt.says)}, nil
				}
				return &executorv1.ExecuteResponse{Outcome: done, Structured: []byte(`{"path":"Invoices/7.pdf"}`)}, nil
			}
			r.answer(r.waits(), "approve")
			i := r.waits()
			if asked := i.GetState() == "DECIDE"; asked != (tt.asked != "") || !strings.Contains(i.GetExplanation(), tt.asked) {
				t.Fatalf("it waits in %v", i)
			}
			if tt.asked == "" {
				r.answer(i, "done") // the call that a person makes
				r.expect("DONE, make DONE, send DONE, call DONE_BY_HAND", tt.calls...)
				return
			}
			r.answer(i, "abandon")
			r.expect("ABANDONED, make DONE, send UNKNOWN", tt.calls...)
		})
	}
}

const trusted = commonv1.ToolTrust_TOOL_TRUST_TRUSTED
