package quality

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/examples/tools/calendar"
	"github.com/weft-mesh/weft/examples/tools/invoices"
	"github.com/weft-mesh/weft/examples/tools/mailbox"
	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/mind"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/router"
)

// actionCase says whether an input is something that a tool is to do.
type actionCase struct {
	ID   string `yaml:"id"`
	Text string `yaml:"text"`
	Type string `yaml:"type"` // ACTION, or LOG or QUERY, which both mean that it is not
}

// A reading is what a careful reader has answered to the prompt that a model gets of a case.
type reading struct {
	ID      string `yaml:"id"`
	Verdict string `yaml:"verdict"` // DO or KEEP
	Reason  string `yaml:"reason"`
}

const action = "ACTION"

// readings is the file of a half that holds them, beside its cases.
const readings = "readings"

// Measures of actions. What is taken for an action and is none is not kept as a note.
const (
	takenByRules  = "wrongly taken for one by rules"
	takenByReader = "wrongly taken for one with a reader"
)

func actionsSuite() Suite {
	return Suite{
		Name:    "actions",
		Run:     runActions,
		Targets: []Target{{Measure: takenByRules}, {Measure: takenByReader}},
	}
}

// actionCases reads the cases of a half, and what was read of them.
func actionCases(files map[string][]byte) ([]labelled[actionCase], []reading, error) {
	var read []reading
	if err := yaml.UnmarshalWithOptions(files[readings], &read, yaml.Strict()); err != nil {
		return nil, nil, fmt.Errorf("%s.yaml: %w", readings, err)
	}
	for _, r := range read {
		if r.Verdict != "DO" && r.Verdict != "KEEP" {
			return nil, nil, fmt.Errorf("%s.yaml: %s has the verdict %q", readings, r.ID, r.Verdict)
		}
	}
	files = maps.Clone(files)
	delete(files, readings)
	cases, err := load[actionCase](files)
	return cases, read, err
}

func runActions(ctx context.Context, _ Env, files map[string][]byte) ([]Verdict, error) {
	cases, read, err := actionCases(files)
	if err != nil {
		return nil, err
	}
	set, err := domains.Builtin()
	if err != nil {
		return nil, err
	}
	tools, err := exampleTools(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := router.New(router.Deps{})
	if err != nil {
		return nil, err
	}
	played := newPlayback(cases, read)
	reader, err := played.router()
	if err != nil {
		return nil, err
	}
	return each(cases, func(_ string, c actionCase) (Verdict, error) {
		req := &routerv1.RouteRequest{Context: caller(defaultNow), Text: c.Text, Domains: set.Infos(), Tools: tools}
		byRules, err := rules.Route(ctx, req)
		if err != nil {
			return Verdict{}, fmt.Errorf("%s: %w", c.ID, err)
		}
		byReader, err := reader.Route(ctx, req)
		if err != nil {
			return Verdict{}, fmt.Errorf("%s: %w", c.ID, err)
		}
		asked, err := played.asked(c.ID)
		if err != nil {
			return Verdict{}, err
		}
		return c.judge(byRules, byReader, asked), nil
	})
}

// judge tells how a case went by rules, and with a reader, who may have been asked.
func (c actionCase) judge(byRules, byReader *routerv1.RouteResponse, asked bool) Verdict {
	v := Verdict{Case: c.ID, Text: c.Text}
	wanted := c.Type == action
	for _, way := range []struct {
		name, found, taken string
		res                *routerv1.RouteResponse
	}{
		{"by rules", "found by rules", takenByRules, byRules},
		{"with a reader", "found with a reader", takenByReader, byReader},
	} {
		got := typeOf(way.res)
		measure := way.taken
		if wanted {
			measure = way.found
		}
		v.Marks = append(v.Marks, mark(measure, "", got == action))
		if wanted != (got == action) {
			v.fault("%s it is %s, should be %s (%s)", way.name, got, c.Type, way.res.GetReasoning())
		}
	}
	v.Marks = append(v.Marks, mark("put before a model", "="+c.Type, asked))
	return v
}

// A playback stands in for a model: it answers the prompt of a case as a reader has. To all
// else that a router asks it has no answer.
type playback struct {
	cases []labelled[actionCase]
	read  map[string]reading // by case

	mu     sync.Mutex
	played map[string]error // by case that was asked: nil, or that nobody has read it
	stray  error            // a prompt that is of no case
}

func newPlayback(cases []labelled[actionCase], read []reading) *playback {
	p := &playback{cases: cases, read: map[string]reading{}, played: map[string]error{}}
	for _, r := range read {
		p.read[r.ID] = r
	}
	return p
}

// asked reports whether a case was put before the reader.
func (p *playback) asked(id string) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err, ok := p.played[id]
	return ok, errors.Join(err, p.stray)
}

var errUnread = errors.New("nobody has read this")

var acting = string((&mindv1.Acting{}).ProtoReflect().Descriptor().Name())

func (p *playback) play(q llm.Request) (llm.Reply, error) {
	if q.Form != acting {
		return llm.Reply{}, &llm.Error{Cause: llm.Refused, Err: errUnread}
	}
	prompt := q.Turns[0].Text
	i := slices.IndexFunc(p.cases, func(c labelled[actionCase]) bool {
		return strings.HasPrefix(prompt, llm.Data("input", "", c.want.Text))
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	if i < 0 {
		p.stray = fmt.Errorf("this is of no case:\n%s", prompt)
		return llm.Reply{}, &llm.Error{Cause: llm.Refused, Err: p.stray}
	}
	id := p.cases[i].want.ID
	r, ok := p.read[id]
	p.played[id] = nil
	if !ok {
		p.played[id] = fmt.Errorf("%s: nobody has read this; answer it in %s.yaml with DO or KEEP:\n%s\n\n%s", id, readings, q.System, prompt)
		return llm.Reply{}, &llm.Error{Cause: llm.Refused, Err: errUnread}
	}
	text, err := protojson.Marshal(&mindv1.Acting{Reason: r.Reason, Verdict: r.Verdict})
	return llm.Reply{Text: string(text), Stop: llm.StopEnd}, err
}

// router is a router that asks the reader.
func (p *playback) router() (*router.Service, error) {
	c := config.Default().LLM
	c.DefaultProvider = "ollama"
	model := &llmtest.Scripted{Called: c.DefaultProvider, Play: func(_ int, _ context.Context, q llm.Request, _ func(string)) (llm.Reply, error) {
		return p.play(q)
	}}
	door, err := llm.New(llm.Deps{
		Config: c, Providers: []llm.Provider{model},
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Meter: metricnoop.NewMeterProvider().Meter(""),
	})
	if err != nil {
		return nil, err
	}
	client, err := door.For("router")
	if err != nil {
		return nil, err
	}
	return router.New(router.Deps{Mind: mind.ModelThenRules, Model: client})
}

// exampleTools are the tools of the example servers, as they say themselves.
func exampleTools(ctx context.Context) (tools []*commonv1.Tool, err error) {
	dir, err := os.MkdirTemp("", "weft-quality-tools-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	servers := map[string]func(dir string) (*toolserver.Server, error){
		"mail":     func(dir string) (*toolserver.Server, error) { return mailbox.New(mailbox.Options{Dir: dir}) },
		"invoices": func(dir string) (*toolserver.Server, error) { return invoices.New(invoices.Options{Dir: dir}) },
		"calendar": func(dir string) (*toolserver.Server, error) { return calendar.New(calendar.Options{Dir: dir}) },
	}
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		s, err := servers[name](filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		listed, err := list(ctx, s)
		if err := errors.Join(err, s.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, t := range listed {
			effect := commonv1.ToolEffect_TOOL_EFFECT_WRITE
			if t.Annotations.ReadOnlyHint {
				effect = commonv1.ToolEffect_TOOL_EFFECT_READ
			}
			tools = append(tools, &commonv1.Tool{
				Server: name, Operation: t.Name, Title: t.Title, Description: t.Description, Effect: effect,
			})
		}
	}
	return tools, nil
}

// list asks a server in this process for its tools.
func list(ctx context.Context, s *toolserver.Server) ([]*mcp.Tool, error) {
	near, far := mcp.NewInMemoryTransports()
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, far) }()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "quality", Version: "1"}, nil).Connect(ctx, near, nil)
	if err != nil {
		return nil, err
	}
	res, err := session.ListTools(ctx, nil)
	if err := errors.Join(err, session.Close(), <-served); err != nil {
		return nil, err
	}
	return res.Tools, nil
}
