package reasongraph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/kit/reason/reasonwire"
	"github.com/weft-mesh/weft/orchestrator/graph/graphtest"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
)

const (
	long   = 100_000
	inData = "what was noted"
	// mostEvent is more than any event of a run may have, in bytes: the longest step, or the
	// longest result.
	mostEvent = 64 << 10
)

// A chaotic run is one in which everything that may go wrong does, by chance.
type chaotic struct {
	graphtest.Run[*reasongraph.State]
	rnd      *rand.Rand
	in       *reasonv1.Reasoning
	answered int // steps that the model said
	asked    int
	calls    []string
}

var allowed = [][]string{nil, {"search"}, {"search", "read"}, {"read", "agenda"}, {"read"}, {"nothing_like_it"}}

func newChaotic(t *testing.T, seed uint64) *chaotic {
	t.Helper()
	c := &chaotic{rnd: rand.New(rand.NewPCG(seed, 5))}
	c.T, c.Now = t, time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	c.By = auth.Principal{Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: []auth.Scope{auth.Write}}
	tool := func(name string, needs, makes []string) reasongraph.Tool {
		return reasongraph.Tool{
			Tool: reason.Tool{
				Name: name, Text: "Does " + name + ".", Needs: needs, Makes: makes,
				Input: json.RawMessage(`{"type":"object","properties":{"q":{"type":"string"}},"additionalProperties":false}`),
			},
			Call: func(ctx context.Context, _ *commonv1.CallContext, args json.RawMessage) reason.Result {
				c.calls = append(c.calls, reason.Step{Tool: name, Args: args}.Key()+" "+name)
				return c.result(ctx)
			},
		}
	}
	var err error
	c.Graph, err = reasongraph.New(reasongraph.Deps{
		Planner: chaoticModel{of: c}, Now: func() time.Time { return c.Now },
		Tools: []reasongraph.Tool{tool("search", nil, []string{"notes"}), tool("read", []string{"notes"}, nil), tool("agenda", nil, nil)},
	}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	c.in = &reasonv1.Reasoning{
		Question: "Who?", Depth: commonv1.Depth(c.rnd.IntN(5)), Style: reasonv1.Style(c.rnd.IntN(4)), KeepThoughts: c.rnd.IntN(2) == 0, ForgetResults: c.rnd.IntN(4) == 0,
		Tools: allowed[max(0, c.rnd.IntN(10)-4)],
	}
	c.Begin(c.in)
	return c
}

type chaoticModel struct {
	plannerv1.PlannerServiceClient
	of *chaotic
}

// Think says a step, of which most may be done, or fails.
func (m chaoticModel) Think(ctx context.Context, _ *plannerv1.ThinkRequest, _ ...grpc.CallOption) (*plannerv1.ThinkResponse, error) {
	c := m.of
	c.asked++
	switch c.rnd.IntN(40) {
	case 0:
		return nil, errors.New("no model has an answer")
	case 1:
		<-ctx.Done()
		return nil, ctx.Err()
	case 2:
		panic("the client broke")
	case 3:
		return &plannerv1.ThinkResponse{}, nil
	}
	step := c.step()
	if proto.Size(step) < long { // else it is as none
		c.answered++
	}
	return &plannerv1.ThinkResponse{Step: step, Provenance: &commonv1.Provenance{}}, nil
}

func (c *chaotic) step() *reasonv1.Step {
	valid := call([]string{"search", "read", "agenda"}[c.rnd.IntN(3)], fmt.Sprintf(`{"q":"%d"}`, c.rnd.IntN(20)))
	switch c.rnd.IntN(32) {
	case 0, 1:
		return answer("Anna.")
	case 2:
		return answer("")
	case 3:
		return answer(strings.Repeat("ö", long))
	case 4:
		return &reasonv1.Step{}
	case 5:
		valid.Respond = true
	case 6:
		valid.Thought = strings.Repeat("ö", long)
	case 7:
		valid.Args = `{"q":"` + strings.Repeat("ö", long) + `"}`
	case 8:
		valid.Args = []string{`{"q":1}`, `{"other":1}`, `[]`, `null`, `{`, "{\"q\":\"\x00\"}", strings.Repeat("[", 9000)}[c.rnd.IntN(7)]
	case 9:
		valid.Tool = []string{"rm", "SEARCH", "search ", "write_note", "../search", strings.Repeat("x", long)}[c.rnd.IntN(6)]
	case 10:
		valid.Style = 99
	case 11:
		valid.Args = " {\n\n\"q\" : \"same\" } "
	}
	return valid
}

// result is what a tool returns, or does in its place.
func (c *chaotic) result(ctx context.Context) reason.Result {
	fine := reason.Result{OK: true, Confidence: c.rnd.Float64(), Explanations: []string{"One note."}, Data: json.RawMessage(`"` + inData + `"`)}
	switch c.rnd.IntN(32) {
	case 0:
		return reason.Failed("unavailable", "it is away")
	case 1:
		panic("nil map")
	case 2:
		panic(strings.Repeat("ö", long))
	case 3:
		panic(errors.New("broken \xff text"))
	case 4:
		<-ctx.Done()
		return fine // too late
	case 5:
		<-ctx.Done()
		panic("too late")
	case 6:
		fine.Data = json.RawMessage(`{"notes":`)
	case 7:
		fine.Data = json.RawMessage(`"` + strings.Repeat("ö", long) + `"`)
	case 8:
		fine.Data = json.RawMessage("\"not UTF-8: \xff\"")
	case 9:
		fine.Confidence = []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 7}[c.rnd.IntN(5)]
	case 10:
		fine.OK = false
	case 11:
		fine.Error = &reason.Failure{Code: "both", Message: "it is well, and is not"}
	case 12:
		fine.Explanations = []string{strings.Repeat("ö", long)}
	case 13:
		fine.Explanations = slices.Repeat([]string{"One note."}, long/8)
	case 14:
		fine.Explanations = []string{"not UTF-8: \xff"}
	case 15:
		return reason.Failed(strings.Repeat("c", long), strings.Repeat("ö", long))
	case 16:
		return reason.Failed("not UTF-8: \xff", "not UTF-8: \xff")
	case 17:
		return reason.Result{}
	}
	return fine
}

// Whatever a model says and whatever tools do, a run ends within its caps, and what is kept of
// it can be kept.
func TestWhateverGoesWrongItEndsWithinItsCaps(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // what hangs is given up at once
		ends := map[string]int{}
		for seed := range uint64(300) {
			c := newChaotic(t, seed)
			c.Completed()
			got := told(t, c.Report())
			for _, wrong := range c.broken(got) {
				t.Errorf("seed %d: %s", seed, wrong)
			}
			ends[got.GetAnswer().GetReason()]++
		}
		if ends[""] < 30 || ends["model"] < 30 || ends["steps"] < 30 {
			t.Errorf("they end as %v: one of the ends is hardly seen", ends)
		}
	})
}

// broken tells which promises are broken.
func (c *chaotic) broken(got *reasonv1.ReasonReport) (out []string) {
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if a := got.GetAnswer(); a.GetText() == "" || !slices.Contains([]string{"", "model", "steps"}, a.GetReason()) {
		say("it answers %v", a)
	}
	depth := c.in.GetDepth()
	if depth == commonv1.Depth_DEPTH_UNSPECIFIED {
		depth = commonv1.Depth_DEPTH_FOCUSED
	}
	steps := reason.Steps(depth)
	if len(c.calls) > steps-1 || c.answered > steps*(1+reasongraph.MostMends) || c.asked > 2*steps*(1+reasongraph.MostMends) {
		say("%d calls, after the model was asked %d times and answered %d, in %d steps", len(c.calls), c.asked, c.answered, steps)
	}
	if len(c.calls) != len(got.GetEntries()) {
		say("%d calls, of which %d are told", len(c.calls), len(got.GetEntries()))
	}
	found, came := false, map[string]int{} // how often a call has failed; mostSame once it came well
	well := map[string]int{}               // the last of the calls that came well
	for i, e := range got.GetEntries() {
		key, tool, _ := strings.Cut(c.calls[i], " ")
		if e.GetStep().GetTool() != tool || len(c.in.GetTools()) > 0 && !slices.Contains(c.in.GetTools(), tool) || tool == "read" && !found {
			say("%s is called, of %v", tool, c.in.GetTools())
		}
		if at, ok := well[key]; ok { // a result that is not shown whole any more may be called for again
			if later := i - 1 - at; later >= reason.Window || reason.Shown(later) < len(got.GetEntries()[at].GetResult().GetData()) {
				came[key] = 0
			}
			delete(well, key)
		}
		if came[key] >= 2 {
			say("%s %s is called again", tool, e.GetStep().GetArgs())
		}
		came[key]++
		r := reasonwire.Result(e.GetResult())
		if r.OK {
			came[key], well[key] = 2, i
			found = found || tool == "search"
		}
		if mended := r.Sound(); !proto.Equal(reasonwire.FromResult(mended), e.GetResult()) || (r.Error != nil) == r.OK || len(r.Data) > 32<<10 {
			say("%s returned %.300v", tool, r)
		}
	}
	for _, e := range c.Events {
		if data, err := proto.Marshal(e); err != nil || len(data) > mostEvent {
			say("event %d has %d bytes: %v", e.GetSequence(), len(data), err)
		} else if c.in.GetForgetResults() && bytes.Contains(data, []byte(inData)) {
			say("event %d has what was to be forgotten", e.GetSequence())
		}
	}
	return out
}
