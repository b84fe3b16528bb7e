package app

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// note is a graph of one step, by name and version.
func note(name string, version int32) (*graph.Graph[string], error) {
	return graph.New(graph.Definition[string]{
		Name: name, Version: version, Start: "WRITE",
		New:   func(*runv1.Started, proto.Message) (string, error) { return "", nil },
		Apply: func(s string, _ graph.Change) string { return s },
		Nodes: []graph.Node[string]{{State: "WRITE", Kind: graph.Wait, Outcomes: map[graph.Outcome][]graph.State{"ok": {graph.End}}}},
	})
}

func TestGraphsThatABinaryCantAddAreToldWithoutAPanic(t *testing.T) {
	t.Parallel()
	of := func(makers ...func() (*graph.Graph[string], error)) func(ConnectAgent) ([]Graph, error) {
		return func(ConnectAgent) (out []Graph, _ error) {
			for _, make := range makers {
				g, err := make()
				if err != nil {
					return nil, err
				}
				out = append(out, g)
			}
			return out, nil
		}
	}
	named := func(name string, version int32) func() (*graph.Graph[string], error) {
		return func() (*graph.Graph[string], error) { return note(name, version) }
	}
	for name, tt := range map[string]struct {
		graphs func(ConnectAgent) ([]Graph, error)
		want   string
	}{
		"two versions are a graph":                {of(named("parcels", 1), named("parcels", 2)), ""},
		"a name of Weft is taken":                 {of(named("notes", 1)), `a graph "notes", but that is one of Weft's; give yours another name`},
		"so is a version of it that Weft has not": {of(named("notes", 77)), `a graph "notes", but that is one of Weft's`},
		"an empty name is none":                   {of(named("", 1)), `a graph can't be named ""`},
		"a name that is no subject is none":       {of(named("Parcels.de", 1)), `a graph can't be named "Parcels.de"`},
		"a version twice":                         {of(named("parcels", 2), named("parcels", 2)), `two graphs are "parcels", version 2`},
		"versions count from 1":                   {of(named("parcels", 0)), `its version is 0; versions count from 1`},
		"a nil graph":                             {func(ConnectAgent) ([]Graph, error) { return []Graph{nil}, nil }, `graph 1 of this binary is nil`},
		"a graph whose error was ignored":         {func(ConnectAgent) ([]Graph, error) { g, _ := note("", 1); return []Graph{g}, nil }, `can't be made: runtime error: invalid memory address`},
		"a panic is told with its line":           {func(ConnectAgent) ([]Graph, error) { panic("no stamps") }, `can't be made: no stamps (at `},
		"an agent that is not there is told":      {func(connect ConnectAgent) ([]Graph, error) { _, err := connect("courier"); return nil, err }, `there is no agent "courier"; the agents are router, planner`},
		"an agent that is there can be connected": {func(connect ConnectAgent) ([]Graph, error) { _, err := connect("planner"); return nil, err }, ``},
		"a definition without New and Apply": {func(ConnectAgent) ([]Graph, error) {
			_, err := graph.New(graph.Definition[int]{Name: "x", Version: 1})
			return nil, err
		}, `New and Apply are needed`},
		"a graph that graph.New refuses is quoted": {of(func() (*graph.Graph[string], error) {
			return graph.New(graph.Definition[string]{Name: "parcels", Version: 1, Start: "PACK"})
		}), `the start state "PACK" is not declared`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all, err := Additions{Graphs: tt.graphs}.AllGraphs(config.Default())
			switch {
			case tt.want == "" && (err != nil || len(all) < 7):
				t.Errorf("%d graphs, %v", len(all), err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("the error is %v, want %s", err, tt.want)
			}
		})
	}
}

func TestAgentsToolsAndDomainsThatABinaryCantAddAreTold(t *testing.T) {
	t.Parallel()
	c := config.Default()
	if err := c.Set("tools.servers.mail.command", "mail"); err != nil {
		t.Fatal(err)
	}
	none := func(grpc.ServiceRegistrar) {}
	server := mcp.NewServer(&mcp.Implementation{Name: "post"}, nil)
	for want, added := range map[string]Additions{
		"": {Agents: []AddedAgent{{"courier", none}}, Tools: []AddedTools{{Name: "courier", Server: server}}},
		`an agent can't be named "planner", because Weft has one of that name`:   {Agents: []AddedAgent{{"planner", none}}},
		`an agent can't be named "orchestrator", because Weft`:                   {Agents: []AddedAgent{{"orchestrator", none}}},
		`an agent can't be named "": a name`:                                     {Agents: []AddedAgent{{"", none}}},
		`an agent named "courier" is added twice`:                                {Agents: []AddedAgent{{"courier", none}, {"courier", none}}},
		`an agent "courier" has no service`:                                      {Agents: []AddedAgent{{Name: "courier"}}},
		`a tool server can't be named "vault", because Weft has one`:             {Tools: []AddedTools{{Name: "vault", Server: server}}},
		`a tool server "post" has no service`:                                    {Tools: []AddedTools{{Name: "post"}}},
		`tools.servers.mail: this binary brings a tool server "mail" of its own`: {Tools: []AddedTools{{Name: "mail", Server: server}}},
		`folder 1 of the domains of this binary is nil`:                          {Domains: []fs.FS{nil}},
	} {
		err := added.check(c)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

func TestDomainsOfABinaryLieBetweenThoseOfWeftAndTheUsers(t *testing.T) {
	t.Parallel()
	file := func(text string) fs.FS { return fstest.MapFS{"garden.yaml": {Data: []byte(text)}} }
	set, err := Additions{Domains: []fs.FS{file("name: garden\ndescription: Beds.\n"), file("name: garden\ndescription: Plants.\n")}}.loadDomains(config.Default())
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Check([]string{"garden", "sleep"}); err != nil {
		t.Error(err)
	}
	for _, d := range set.Infos() {
		if d.GetName() == "garden" && d.GetDescription() != "Plants." {
			t.Errorf("the domain is %v", d)
		}
	}
	_, err = Additions{Domains: []fs.FS{file("name: garden\ncolour: green\n")}}.loadDomains(config.Default())
	if err == nil || !strings.Contains(err.Error(), "domains of this binary 1/garden.yaml:2") {
		t.Errorf("a field that no domain has: %v", err)
	}
}
