package planner_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/examples/tools/calendar"
	"github.com/weft-mesh/weft/examples/tools/invoices"
	"github.com/weft-mesh/weft/examples/tools/mailbox"
	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/examples/tools/toolserver/toolservertest"
	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	"github.com/weft-mesh/weft/services/planner"
)

// A wished is a plan that somebody wants, and what a careful reader has drafted of it.
type wished struct {
	ID    string `yaml:"id"`
	Wish  string `yaml:"wish"`
	Notes []struct {
		Date string `yaml:"date"`
		Text string `yaml:"text"`
	} `yaml:"notes"`
	Reply reply `yaml:"reply"`
}

// A reply is a form mind.v1.Drafting that is filled in.
type reply struct {
	Missing   string   `yaml:"missing" json:"missing"`
	Objective string   `yaml:"objective" json:"objective"`
	Risks     []string `yaml:"risks" json:"risks"`
	Sources   []string `yaml:"sources" json:"sources"`
	Steps     []step   `yaml:"steps" json:"steps"`
}

// A step has its fields in the order in which a form wants them.
type step struct {
	Arguments   string `yaml:"arguments" json:"arguments"`
	Description string `yaml:"description" json:"description"`
	ID          string `yaml:"id" json:"id"`
	Optional    bool   `yaml:"optional" json:"optional"`
	Target      string `yaml:"target" json:"target"`
	Tool        string `yaml:"tool" json:"tool"`
}

func (w wished) answer(t *testing.T) string {
	t.Helper()
	return string(marshal(t, w.Reply))
}

func (w wished) request(tools []*commonv1.Tool) *pb.DraftRequest {
	req := &pb.DraftRequest{
		Context: &commonv1.CallContext{
			Now: timestamppb.New(time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)), TimeZone: "Europe/Berlin", Tenant: "t", User: "u",
			ModelBudget: &commonv1.ModelBudget{Tokens: proto.Int64(50_000)}, // the default of plans.draft_tokens
		},
		Wish: w.Wish, Tools: tools,
	}
	for i, n := range w.Notes {
		day, _ := time.Parse(time.DateOnly, n.Date)
		req.Notes = append(req.Notes, &commonv1.EvidenceNote{Label: fmt.Sprintf("n%d", i+1), Weekday: day.Weekday().String(), Entry: &commonv1.Entry{
			Id: n.Date + "_10-00-00", Date: n.Date, Text: n.Text, Source: &commonv1.SourceRef{Path: n.Date + ".md"},
		}})
	}
	return req
}

// exampleTools are those of the example servers, with the effects that weft demo gives them.
func exampleTools(t *testing.T) (out []*commonv1.Tool) {
	t.Helper()
	add := func(name string, s *toolserver.Server, err error) {
		res, err := toolservertest.Open(t, s, err).ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, listed := range res.Tools {
			out = append(out, &commonv1.Tool{
				Server: name, Operation: listed.Name, Title: listed.Title, Description: listed.Description,
				InputSchema: marshal(t, listed.InputSchema), OutputSchema: marshal(t, listed.OutputSchema),
				Effect: effect(listed.Annotations), Trust: commonv1.ToolTrust_TOOL_TRUST_TRUSTED, DefinitionHash: listed.Name,
			})
		}
	}
	s, err := calendar.New(calendar.Options{Dir: t.TempDir()})
	add("calendar", s, err)
	s, err = invoices.New(invoices.Options{Dir: t.TempDir()})
	add("invoices", s, err)
	s, err = mailbox.New(mailbox.Options{Dir: t.TempDir()})
	add("mail", s, err)
	return out
}

func effect(a *mcp.ToolAnnotations) commonv1.ToolEffect {
	switch {
	case a.ReadOnlyHint:
		return commonv1.ToolEffect_TOOL_EFFECT_READ
	case *a.OpenWorldHint:
		return commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL
	}
	return commonv1.ToolEffect_TOOL_EFFECT_WRITE
}

// What a careful reader drafts is taken as it is, and what of it nobody has said is told.
func TestWhatACarefulReaderDraftsIsTakenAsItIs(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/drafts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all []wished
	if err := yaml.UnmarshalWithOptions(data, &all, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	tools := exampleTools(t)
	for _, w := range all {
		t.Run(w.ID, func(t *testing.T) {
			t.Parallel()
			p := llmtest.Says("ollama", w.answer(t))
			s, err := planner.New(planner.Deps{Mind: mind.ModelThenRules, Model: llmtest.Client(t, "planner", func(c *config.LLM) { c.Window = 128_000 }, p)})
			if err != nil {
				t.Fatal(err)
			}
			res, err := s.Draft(t.Context(), w.request(tools))
			if err != nil || p.Calls() != 1 {
				turns := p.Seen()[len(p.Seen())-1].Turns
				t.Fatalf("after %d calls: %v; it was told %s", p.Calls(), err, turns[len(turns)-1].Text)
			}
			shown := p.Seen()[0].Turns[0].Text
			if n := strings.Count(shown, "<<<tool "); n != len(tools) {
				t.Errorf("%d of %d tools are shown", n, len(tools))
			}
			if n := strings.Count(shown, "<<<note "); n != len(w.Notes) {
				t.Errorf("%d of %d notes are shown", n, len(w.Notes))
			}
			if res.GetMissing() != w.Reply.Missing || (res.GetContent() == nil) != (w.Reply.Missing != "") {
				t.Fatalf("it is %v", res)
			}
			got := res.GetContent()
			if told := got.GetRisks()[min(len(w.Reply.Risks), len(got.GetRisks())):]; len(told) > 0 {
				t.Errorf("code tells %q", told)
			}
			for i, s := range got.GetSteps() {
				want := w.Reply.Steps[i]
				arguments, _ := canonical.JSON([]byte(want.Arguments)) // none of what a person does
				server, operation, _ := strings.Cut(want.Tool, "/")
				if s.GetServer() != server || s.GetOperation() != operation || s.GetArguments() != string(arguments) || s.GetDescription() != want.Description {
					t.Errorf("step %d is %v", i+1, s)
				}
			}
		})
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
