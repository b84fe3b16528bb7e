package folder_test

import (
	"bytes"
	"path"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/plans/folder"
)

// FuzzNoFileApprovesWhatWasNotProposed puts any bytes where a request was moved to: if they
// approve something, all that is asked is in them.
func FuzzNoFileApprovesWhatWasNotProposed(f *testing.F) {
	plan, call := proposed(f), executing(f, orchestratorv1.PlanStep_STATE_APPROVAL)
	requests := map[string]string{
		requestName: newDesk(f, plan).text("Pending_Approval/" + requestName),
		callName:    newDesk(f, call).text("Pending_Approval/" + callName),
	}
	for name, text := range requests {
		f.Add(name, []byte(text))
		f.Add(name, []byte(strings.ReplaceAll(text, "\n", "\r\n")))
		f.Add(name, []byte(strings.Replace(text, "client_a", "mallory", 1)))
		f.Add(strings.TrimSuffix(name, ".md")+" 2.md", []byte(text))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		name = "Approved/" + path.Base(path.Clean("/"+name))
		for request, p := range map[string]*orchestratorv1.Plan{requestName: plan, callName: call} {
			d := newDesk(t, p)
			delete(d.in.Files, "Pending_Approval/"+request)
			d.put(name, string(data))
			d.in.Now = d.in.Now.Add(folder.EditQuiet)
			for _, a := range folder.Reconcile(d.in) {
				answer, ok := a.(folder.Answer)
				if !ok {
					continue
				}
				switch r := answer.Request.(type) {
				case *orchestratorv1.ApprovePlanRequest:
					if r.GetHash() != p.GetHash() || r.GetPauseId() != p.GetPauses()[0].GetId() || !holds(data, requests[request]) {
						t.Fatalf("%v is approved by %q", r, data)
					}
				case *orchestratorv1.ApproveStepRequest:
					step := p.GetContent().GetSteps()[1]
					if r.GetArgumentsHash() != canonical.Hash([]byte(step.GetArguments())) || r.GetPauseId() != p.GetPauses()[0].GetId() || !holds(data, requests[request]) {
						t.Fatalf("%v is approved by %q", r, data)
					}
				case *orchestratorv1.RevisePlanRequest:
					if proto.Equal(r.GetContent(), p.GetContent()) {
						t.Fatalf("the same is proposed by %q", data)
					}
				default:
					t.Fatalf("%q asks for %v", data, r)
				}
			}
		}
	})
}

// holds reports whether a file has each line that is below the front matter of a request,
// in their order, and no other line between them.
func holds(data []byte, request string) bool {
	trimmed := func(s string) string {
		var out []string
		for _, line := range strings.Split(s, "\n") {
			out = append(out, strings.TrimRight(line, " \t\r"))
		}
		return strings.Join(out, "\n")
	}
	_, body, _ := strings.Cut(request, "\n---\n")
	return strings.Contains(trimmed(string(data))+"\n", strings.Trim(trimmed(body), "\n"))
}

// TestBytesOfPeopleSurvive has people write anywhere in files, and plans go on: what they
// wrote is there to the end.
func TestBytesOfPeopleSurvive(t *testing.T) {
	t.Parallel()
	const mark = "mine: ✎ kept"
	rapid.Check(t, func(rt *rapid.T) {
		d := newDesk(t, proposed(t))
		name := rapid.SampledFrom(d.names()).Draw(rt, "file")
		lines := strings.SplitAfter(d.text(name), "\n")
		at := rapid.IntRange(0, len(lines)).Draw(rt, "line")
		text := strings.Join(lines[:at], "") + mark + "\n" + strings.Join(lines[at:], "")
		d.put(name, text)
		to := rapid.SampledFrom([]string{"", folder.Approved, folder.Rejected}).Draw(rt, "to")
		if to != "" && path.Dir(name) == folder.Pending {
			d.move(name, to)
		}
		moved := map[string][]byte{}
		for _, state := range rapid.SliceOfN(rapid.SampledFrom([]orchestratorv1.PlanStep_State{1, 2, 3, 5, 6, 7}), 1, 4).Draw(rt, "states") {
			p := executing(t, state)
			if state == orchestratorv1.PlanStep_STATE_DONE {
				p.State = orchestratorv1.Plan_STATE_COMPLETED
			}
			d.plans(p)
			for range 4 {
				d.in.Now = d.in.Now.Add(folder.EditQuiet * 2)
				for _, a := range folder.Reconcile(d.in) {
					switch a := a.(type) {
					case folder.Write:
						d.write(a)
					case folder.Move:
						moved[a.To] = d.in.Files[a.From].Data
						if !bytes.Equal(moved[a.To], a.Data) {
							rt.Fatalf("it moves another %s", a.From)
						}
						delete(d.in.Files, a.From)
						d.in.Done[a.To] = true
					}
				}
			}
		}
		for _, f := range d.in.Files {
			moved[""] = append(moved[""], f.Data...)
		}
		found := 0
		for _, data := range moved {
			found += bytes.Count(data, []byte(mark))
		}
		if found != 1 {
			rt.Fatalf("what somebody wrote in line %d of %s is there %d times", at+1, name, found)
		}
	})
}
