package graph_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// noted is a signal whose number goes into the trail.
var noted = graph.Signal[trail]{
	Name: "note", Doc: "is noted", Message: &wrapperspb.Int32Value{},
	Apply: func(s trail, m proto.Message) (trail, error) {
		n := m.(*wrapperspb.Int32Value).GetValue()
		if n < 0 {
			return nil, errors.New("the number is negative")
		}
		return append(slices.Clip(s), "note "+strconv.Itoa(int(n))), nil
	},
}

// goOn is a signal by which waits go on.
var goOn = graph.Signal[trail]{
	Name: "go_on", Doc: "ends waits",
	Apply: func(s trail, _ proto.Message) (trail, error) { return append(slices.Clip(s), "go_on"), nil },
}

// gone ends a wait once a run was told to go on.
func gone(s trail) graph.Outcome {
	if slices.Contains(s, "go_on") {
		return "yes"
	}
	return ""
}

var counted = graph.Query[trail]{
	Name: "count", Doc: "counts what begins with some letters", In: &wrapperspb.StringValue{}, Out: &wrapperspb.Int32Value{},
	Answer: func(s trail, in proto.Message) (proto.Message, error) {
		prefix := in.(*wrapperspb.StringValue).GetValue()
		if prefix == "?" {
			return nil, errors.New("a question mark is no letter")
		}
		n := int32(0)
		for _, at := range s {
			if strings.HasPrefix(at, prefix) {
				n++
			}
		}
		return wrapperspb.Int32(n), nil
	},
}

func signalled(g *graph.Graph[trail], events []*runv1.Event, name string, m proto.Message) ([]*runv1.Event, error) {
	run, err := g.Folded(events)
	if err != nil {
		return nil, err
	}
	s := &runv1.Signalled{Name: name}
	if m != nil {
		if s.Payload, err = anypb.New(m); err != nil {
			return nil, err
		}
	}
	return run.Signal(s, time.Now())
}

func TestSignalsAndQueriesAreCheckedWhenAGraphIsBuilt(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		signals []graph.Signal[trail]
		queries []graph.Query[trail]
		wait    graph.Node[trail]
		want    string
	}{
		"they are fine":                        {signals: []graph.Signal[trail]{noted, goOn}, queries: []graph.Query[trail]{counted}},
		"a query may be called as a signal is": {signals: []graph.Signal[trail]{{Name: "count", Doc: "d", Apply: goOn.Apply}}, queries: []graph.Query[trail]{counted}},
		"a name with a space":                  {signals: []graph.Signal[trail]{{Name: "go on", Doc: "d", Apply: goOn.Apply}}, want: `can't be named "go on"`},
		"no name":                              {queries: []graph.Query[trail]{{Doc: "d", Out: counted.Out, Answer: counted.Answer}}, want: `can't be named ""`},
		"a signal twice":                       {signals: []graph.Signal[trail]{goOn, goOn}, want: "signal go_on is declared twice"},
		"a query twice":                        {queries: []graph.Query[trail]{counted, counted}, want: "query count is declared twice"},
		"a signal without a function":          {signals: []graph.Signal[trail]{{Name: "a", Doc: "d"}}, want: "signal a needs a function"},
		"a query without the type of answers":  {queries: []graph.Query[trail]{{Name: "a", Doc: "d", Answer: counted.Answer}}, want: "query a needs the type"},
		"a signal without a sentence":          {signals: []graph.Signal[trail]{{Name: "a", Apply: goOn.Apply}}, want: "signal a needs a sentence"},
		"an approval that a signal ends":       {wait: graph.Node[trail]{Scope: auth.Approve, Signalled: gone}, want: "no approval"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.wait.State, tt.wait.Kind, tt.wait.Outcomes = "A", graph.Wait, outcomes{"yes": at(graph.End)}
			def := definition(tt.wait)
			def.Signals, def.Queries = tt.signals, tt.queries
			_, err := graph.New(def)
			if tt.want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

func portGraph(t *testing.T) *graph.Graph[trail] {
	t.Helper()
	def := definition(
		graph.Node[trail]{State: "ASK", Kind: graph.Wait, Outcomes: outcomes{"yes": at("LAST")}, Signalled: gone},
		graph.Node[trail]{State: "LAST", Run: to("ok"), Outcomes: outcomes{"ok": at(graph.End)}},
	)
	def.Signals = []graph.Signal[trail]{noted, goOn, {
		Name: "fall", Doc: "panics", Apply: func(trail, proto.Message) (trail, error) { panic("clumsy") },
	}}
	def.Queries = []graph.Query[trail]{counted, {
		Name: "fall", Doc: "panics", Out: counted.Out, Answer: func(trail, proto.Message) (proto.Message, error) { panic("clumsy") },
	}, {
		Name: "lie", Doc: "answers with another type", Out: counted.Out,
		Answer: func(trail, proto.Message) (proto.Message, error) { return wrapperspb.String("one"), nil },
	}}
	g, err := graph.New(def)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestASignalIsFoldedOrRefused(t *testing.T) {
	t.Parallel()
	g := portGraph(t)
	j := &memory{events: []*runv1.Event{start()}}
	if p, err := g.Resume(t.Context(), j.kept(), j, options()); err != nil || p.Status() != graph.Waiting {
		t.Fatal(p.Status(), err)
	}
	for name, tt := range map[string]struct {
		signal string
		with   proto.Message
		want   string // the trail, or part of an error
		more   int    // events beside the signal
	}{
		"what is sent is folded":          {"note", wrapperspb.Int32(7), "note 7", 0},
		"nothing is an empty message":     {"note", nil, "note 0", 0},
		"a wait goes on with it":          {"go_on", nil, "go_on,ASK.yes", 1},
		"a signal that there is not":      {"nothing", nil, `has no signal "nothing"; choose from note, go_on, fall`, 0},
		"another type":                    {"note", wrapperspb.String("x"), "is a google.protobuf.StringValue; note takes a google.protobuf.Int32Value", 0},
		"something where nothing is sent": {"go_on", wrapperspb.Int32(1), "go_on takes nothing", 0},
		"one that the graph refuses":      {"note", wrapperspb.Int32(-1), "the number is negative", 0},
		"one at which the graph panics":   {"fall", nil, "Signals[fall].Apply panicked: clumsy", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			more, err := signalled(g, j.kept(), tt.signal, tt.with)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = strings.Join(data(t, g, append(j.kept(), more...)), ",")
			}
			if !strings.Contains(got, tt.want) || err == nil && len(more) != 1+tt.more {
				t.Errorf("%s (%d events), want %s", got, len(more), tt.want)
			}
		})
	}
}

func TestAQueryIsAnsweredFromTheFold(t *testing.T) {
	t.Parallel()
	g := portGraph(t)
	j := &memory{events: []*runv1.Event{start()}}
	if _, err := g.Resume(t.Context(), j.kept(), j, options()); err != nil {
		t.Fatal(err)
	}
	more, err := signalled(g, j.kept(), "note", wrapperspb.Int32(1))
	if err != nil {
		t.Fatal(err)
	}
	view := g.Open()
	for _, e := range append(j.kept(), more...) {
		if err := view.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	for name, tt := range map[string]struct {
		query string
		in    proto.Message
		want  string
	}{
		"by its input":                  {"count", wrapperspb.String("note"), "value:1"},
		"nothing is an empty message":   {"count", nil, "value:1"},
		"one that there is not":         {"sum", nil, `has no query "sum"; choose from count, fall, lie`},
		"another type":                  {"count", wrapperspb.Int32(1), "count takes a google.protobuf.StringValue"},
		"one that the graph refuses":    {"count", wrapperspb.String("?"), "no letter"},
		"one at which the graph panics": {"fall", nil, "Queries[fall].Answer panicked: clumsy"},
		"an answer of another type":     {"lie", nil, "not with the google.protobuf.Int32Value that it declares"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := view.Query(tt.query, tt.in)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = out.(*wrapperspb.Int32Value).String()
			}
			if !strings.Contains(got, tt.want) {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

func TestTheNextStepSeesASignalThatCameDuringOne(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]graph.Kind{"a pure step": graph.Pure, "an effect": graph.Effect} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, heard := newDisk(), make(chan struct{}, 1)
			var g *graph.Graph[trail]
			var saw trail
			def := definition(
				graph.Node[trail]{State: "FIRST", Kind: graph.Effect, Outcomes: outcomes{"ok": at("NEXT")}, Run: func(context.Context, trail, graph.Step) (graph.Result, error) {
					return graph.Result{Outcome: "ok"}, d.signal(g, 1)
				}},
				graph.Node[trail]{State: "NEXT", Kind: kind, Outcomes: outcomes{"ok": at(graph.End)}, Run: func(_ context.Context, s trail, _ graph.Step) (graph.Result, error) {
					saw = s
					return graph.Result{Outcome: "ok"}, nil
				}},
			)
			def.Signals = []graph.Signal[trail]{noted}
			var err error
			if g, err = graph.New(def); err != nil {
				t.Fatal(err)
			}
			o := options()
			o.Heard, o.Durability = heard, graph.Strict
			events, w := d.read()
			if p, err := g.Resume(t.Context(), events, w, o); err != nil || p.Status() != graph.Completed {
				t.Fatal(p, err)
			}
			if !slices.Equal(saw, trail{"note 1", "FIRST.ok"}) {
				t.Errorf("the next step saw %v", saw)
			}
		})
	}
}

// signal sends the run a signal with a number, as an API server would.
func (d *disk) signal(g *graph.Graph[trail], n int32) error {
	return d.send(g, "note", wrapperspb.Int32(n))
}

func (d *disk) send(g *graph.Graph[trail], name string, m proto.Message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	more, err := signalled(g, d.events, name, m)
	d.events = append(d.events, more...)
	return err
}

// Signals come whenever a record is written, to runs whose workers die and take over from
// each other. Each that was kept counts once, in its place; the run comes to the same.
func TestEachSignalCountsOnceWhoeverDies(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		b := newBuilder(rt, "wait", "short wait", "wait and fork", "flaky")
		def := definition(graph.Node[trail]{})
		def.Start = b.line(graph.End, 2)
		for i := range b.nodes {
			if n := &b.nodes[i]; n.Kind == graph.Wait && len(n.Outcomes["yes"]) > 0 {
				n.Signalled = gone
			}
		}
		def.Nodes, def.Signals = b.nodes, []graph.Signal[trail]{noted, goOn}
		g, err := graph.New(def)
		if err != nil {
			rt.Fatal(err)
		}
		o := anyDurability(rt)
		whole := historyOf(t.Context(), rt, g, o, b.tried)
		heard := make(chan struct{}, 1)
		o.Heard = heard
		d := anyDisk(rt, 12)
		sent := trail{}
		d.come = func(steps int) {
			name, m := "note", proto.Message(wrapperspb.Int32(int32(len(sent))))
			if steps == 5 {
				name, m = "go_on", nil
			}
			run, err := g.Folded(d.kept())
			if err != nil || run.Progress().Status().Ended() {
				return
			}
			if err := d.send(g, name, m); err != nil {
				rt.Error(err)
			}
			if sent = append(sent, "note "+strconv.Itoa(len(sent))); name == "go_on" {
				sent[len(sent)-1] = name
			}
			if steps%2 == 0 {
				select {
				case heard <- struct{}{}:
				default:
				}
			}
			if steps == 3 { // another worker takes the run, and dies
				if err := d.work(t.Context(), g, o, steps); err != nil {
					rt.Error(err)
				}
			}
		}
		for !d.completed() {
			if err := errors.Join(d.work(t.Context(), g, o, -1), d.answer(g)); err != nil {
				rt.Fatal(err)
			}
		}
		run, err := g.Fold(d.events)
		if err != nil {
			rt.Fatal(err)
		}
		of := func(s trail, signals bool) trail {
			return slices.DeleteFunc(slices.Clone(s), func(at string) bool { return signals == strings.Contains(at, ".") })
		}
		if !slices.Equal(of(run.Data, true), sent) {
			rt.Errorf("sent %v, counted %v", sent, of(run.Data, true))
		}
		if !slices.Equal(sorted(of(run.Data, false)), whole.data) {
			rt.Errorf("it came to %v, undisturbed %v", of(run.Data, false), whole.data)
		}
		if err := onlyOnce(d.events); err != nil {
			rt.Error(err)
		}
		for n := 1; n <= len(d.events); n++ { // a fork has those that came before it
			forked, last, err := g.Fork(d.events, int64(n), nil)
			if err != nil {
				rt.Fatal(err)
			}
			want := 0
			for _, e := range d.events[:last] {
				if e.GetSignalled() != nil {
					want++
				}
			}
			if got := of(data(t, g, forked), true); !slices.Equal(got, sent[:want]) {
				rt.Errorf("a fork at %d has %v, want %v", n, got, sent[:want])
			}
		}
	})
}

func (d *disk) kept() []*runv1.Event {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.events)
}
