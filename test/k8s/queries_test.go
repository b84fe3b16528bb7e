package k8s

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/model/textparse"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/tsdb"
	"sigs.k8s.io/yaml"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/roles"
	"github.com/weft-mesh/weft/test/mesh"
)

// A prometheus keeps what it has scraped, and answers queries: the storage, the parsers and
// the engine are those of Prometheus.
type prometheus struct {
	db     *tsdb.DB
	engine *promql.Engine
	parser parser.Parser
	now    time.Time // of the last scrape
}

func openPrometheus(t *testing.T) *prometheus {
	t.Helper()
	db, err := tsdb.Open(t.TempDir(), slog.New(slog.DiscardHandler), nil, tsdb.DefaultOptions(), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &prometheus{db: db, parser: parser.NewParser(parser.Options{}), now: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)}
	p.engine = promql.NewEngine(promql.EngineOpts{MaxSamples: 1e6, Timeout: time.Minute, LookbackDelta: 5 * time.Minute, Parser: p.parser})
	t.Cleanup(func() {
		if err := errors.Join(p.engine.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	return p
}

// scrape reads the page of a process, with the labels that a PodMonitor adds. To the
// Prometheus it is half a minute later than the last time.
func (p *prometheus) scrape(t *testing.T, address string) {
	t.Helper()
	res, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	page, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	read, err := textparse.New(page, res.Header.Get("Content-Type"), labels.NewSymbolTable(), textparse.ParserOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p.now = p.now.Add(30 * time.Second)
	app := p.db.Appender(t.Context())
	for {
		entry, err := read.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if entry != textparse.EntrySeries {
			continue
		}
		var of labels.Labels
		_, _, value := read.Series()
		read.Labels(&of)
		with := labels.NewBuilder(of)
		for name, label := range map[string]string{"job": "weft/weft", "instance": address, "namespace": "weft", "pod": "weft-all-0"} {
			with.Set(name, label)
		}
		if _, err := app.Append(0, with.Labels(), p.now.UnixMilli(), value); err != nil {
			t.Fatal(err)
		}
	}
	if err := app.Commit(); err != nil {
		t.Fatal(err)
	}
}

// ask runs a query.
func (p *prometheus) ask(t *testing.T, expr string) promql.Vector {
	t.Helper()
	q, err := p.engine.NewInstantQuery(t.Context(), p.db, nil, expr, p.now)
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	defer q.Close()
	got := q.Exec(t.Context())
	if got.Err != nil {
		t.Fatalf("%s: %v", expr, got.Err)
	}
	v, err := got.Vector()
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	return slices.Clone(v)
}

// A heldModel is an Ollama server whose model answers with noise, at once or when it is
// let go.
type heldModel struct {
	url     string
	entered chan struct{}

	mu   sync.Mutex
	gate chan struct{} // closed to let calls through
}

func serveHeldModel(t *testing.T) *heldModel {
	t.Helper()
	m := &heldModel{entered: make(chan struct{}, 100), gate: make(chan struct{})}
	close(m.gate)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		m.mu.Lock()
		gate := m.gate
		m.mu.Unlock()
		m.entered <- struct{}{}
		select {
		case <-gate:
		case <-r.Context().Done():
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"model":"m","message":{"role":"assistant","content":"zzz"},"done":true,"done_reason":"stop","prompt_eval_count":100,"eval_count":10}`+"\n")
	}))
	t.Cleanup(srv.Close)
	m.url = srv.URL
	return m
}

// hold has calls wait from now on, until the returned function is called.
func (m *heldModel) hold() (release func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.entered) > 0 {
		<-m.entered
	}
	gate := make(chan struct{})
	m.gate = gate
	return sync.OnceFunc(func() { close(gate) })
}

// rare are metrics that a mesh shows once something has happened that does not happen here:
// a webhook, a certificate, a call that was dropped. Others are NATS's own.
var rare = regexp.MustCompile(`^(weft_webhook_|weft_certificate_|weft_agent_dropped_|gnatsd_|jetstream_)`)

// Each query of the alerts, of the dashboard and of the autoscalers is asked of what a
// running mesh has shown: what it names is there, with the labels that it goes by.
func TestQueriesFindWhatTheyAskFor(t *testing.T) {
	t.Parallel()
	const hard = "Warum war ich letzte Woche müde, und was soll ich ändern?" // of which models are asked
	held := serveHeldModel(t)
	set := func(pairs ...string) (out []config.Override) {
		for _, pair := range pairs {
			path, value, _ := strings.Cut(pair, "=")
			out = append(out, config.Override{Path: path, Value: value})
		}
		return out
	}
	m, process := mesh.Shared(t, mesh.ExampleVault(t), set("metrics.listen=127.0.0.1:0", "tools.servers.gone.command=/does/not/exist",
		"llm.default_provider=ollama", "llm.providers.ollama.api_base="+held.url, "llm.window=32768", "llm.depth=deep")...)
	at := process.Addresses["metrics"]
	p := openPrometheus(t)
	tools, err := m.API.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{Servers: []string{"gone"}})
	if err != nil || len(tools.GetServers()) != 1 {
		t.Fatalf("%v, %v", tools, err)
	}
	p.awaitRest(t, at) // what an autoscaler asks for is there before the first call
	for _, agent := range roles.Names(roles.Agents()) {
		if of := `{gen_ai_agent_name="` + agent + `"}`; len(p.ask(t, "weft_agent_active"+of)) != 1 || len(p.ask(t, "weft_agent_queued"+of)) != 1 {
			t.Errorf("nothing tells what the %s has in flight", agent)
		}
	}
	m.Ask(t, hard)
	p.scrape(t, at)
	m.Ask(t, hard)
	p.awaitRest(t, at)
	for _, name := range []string{"alerts", "dashboard"} {
		for of, expr := range map[string]func(*testing.T) map[string]string{"alerts": alertQueries, "dashboard": panelQueries}[name](t) {
			p.wantFound(t, name+", "+of, expr)
		}
	}
	release := held.hold()
	defer release()
	if _, err := m.API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: mesh.Input(hard)}); err != nil {
		t.Fatal(err)
	}
	select {
	case <-held.entered:
	case <-time.After(time.Minute):
		t.Fatal("no model is asked")
	}
	p.scrape(t, at)
	busy := p.flying(t)
	release()
	if busy["weft_calls_in_flight"] < 1 {
		t.Errorf("calls in flight while a model is asked: %v", busy)
	}
	if busy["weft_runs_active"] < 1 {
		t.Errorf("runs under way while a model is asked: %v", busy)
	}
}

// awaitRest scrapes until nothing is in flight.
func (p *prometheus) awaitRest(t *testing.T, address string) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	late := time.After(time.Minute)
	for {
		p.scrape(t, address)
		now := p.flying(t)
		if now["weft_calls_in_flight"] == 0 && now["weft_runs_active"] == 0 {
			return
		}
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("it does not come to rest: %v", now)
		}
	}
}

// wantFound runs a query, and wants each metric that it names to be there.
func (p *prometheus) wantFound(t *testing.T, of, expr string) {
	t.Helper()
	p.ask(t, expr) // runs
	parsed, err := p.parser.ParseExpr(expr)
	if err != nil {
		t.Fatalf("%s: %v", of, err)
	}
	var by []string
	parser.Inspect(parsed, func(n parser.Node, _ []parser.Node) error {
		switch n := n.(type) {
		case *parser.AggregateExpr:
			by = append(by, n.Grouping...)
		case *parser.VectorSelector:
			if rare.MatchString(n.Name) {
				return nil
			}
			found := p.ask(t, n.Name)
			if len(found) == 0 {
				t.Errorf("%s asks for %s, which nobody shows", of, n.Name)
				return nil
			}
			for _, m := range n.LabelMatchers {
				if m.Name != model.MetricNameLabel && !found[0].Metric.Has(m.Name) {
					t.Errorf("%s: %s has no label %s", of, n.Name, m.Name)
				}
			}
			for _, name := range by {
				if !found[0].Metric.Has(name) {
					t.Errorf("%s: %s has no label %s", of, n.Name, name)
				}
			}
		}
		return nil
	})
}

func alertQueries(t *testing.T) map[string]string {
	t.Helper()
	file, problems := rulefmt.ParseFile(folder+"../prometheus/alerts.yaml", false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	out := map[string]string{}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			out[r.Alert] = r.Expr
		}
	}
	return out
}

func panelQueries(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(folder + "../grafana/weft.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ RefID, Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			out[p.Title+" "+target.RefID] = strings.ReplaceAll(target.Expr, "$__rate_interval", "1m")
		}
	}
	return out
}

// flying asks what the adapter asks for the autoscalers, for the one pod that there is.
func (p *prometheus) flying(t *testing.T) map[string]float64 {
	t.Helper()
	text, err := os.ReadFile(folder + "components/inflight/adapter.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var values struct {
		Rules struct {
			Custom []struct {
				SeriesQuery, MetricsQuery string
				Name                      struct{ As string }
			}
		}
	}
	if err := yaml.Unmarshal(text, &values); err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, r := range values.Rules.Custom {
		series := p.ask(t, r.SeriesQuery)
		if len(series) == 0 {
			t.Fatalf("%s finds no series", r.SeriesQuery)
		}
		var query bytes.Buffer
		if err := template.Must(template.New("").Delims("<<", ">>").Parse(r.MetricsQuery)).Execute(&query, map[string]string{
			"Series": series[0].Metric.Get(model.MetricNameLabel), "LabelMatchers": `namespace="weft",pod=~"weft-all-0"`, "GroupBy": "pod",
		}); err != nil {
			t.Fatal(err)
		}
		got := p.ask(t, query.String())
		if len(got) != 1 || !maps.Equal(got[0].Metric.Map(), map[string]string{"pod": "weft-all-0"}) {
			t.Fatalf("%s: %v", query.String(), got)
		}
		out[r.Name.As] = got[0].F
	}
	return out
}
