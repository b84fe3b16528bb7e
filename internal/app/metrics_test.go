package app

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/identity"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// measured runs a mesh, has it answer a question, and returns the page of its
// metrics.
func measured(t *testing.T, set ...config.Override) string {
	t.Helper()
	return measuredAfter(t, func(weftapi.Client) {}, set...)
}

// measuredAfter is measured once something else was done, too.
func measuredAfter(t *testing.T, do func(weftapi.Client), set ...config.Override) string {
	t.Helper()
	c := settings(t, append(set, config.Override{Path: "metrics.listen", Value: "127.0.0.1:0"})...)
	m, err := build(t.Context(), Options{Config: c, Version: "test", Serves: true, state: insideDir(c.Vault)}, Roles(), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.stack.Stop(drainTime); err != nil {
			t.Error(err)
		}
	})
	api := apptest.Patient(weftapi.NewClient(m.conns[Orchestrator]))
	do(api)
	stream, err := api.ProcessInput(t.Context(),
		&orchestratorv1.ProcessInputRequest{Input: &orchestratorv1.Input{Text: "How long did I sleep last week?"}})
	for err == nil {
		_, err = stream.Recv()
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	res, err := http.Get("http://" + m.addresses()["metrics"] + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	page, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res.Status, err)
	}
	return string(page)
}

var (
	// kinds matches the line of a page that says what kind of metric follows.
	kinds = regexp.MustCompile(`(?m)^# TYPE (\S+) `)
	// called matches the line that counts the calls of a method, by how they ended.
	called = regexp.MustCompile(`(?m)^rpc_client_call_duration_seconds_count\{.*\}`)
	// expression matches what Prometheus is asked in a dashboard or an alert.
	expression = regexp.MustCompile(`(?m)^\s*"?expr"?: .*$`)
	// by matches the labels of one, which are no metrics.
	by = regexp.MustCompile(`by \([^)]*\)`)
	// named matches a metric in an expression, without what a histogram adds to it.
	named = regexp.MustCompile(`\b((?:weft|rpc|gen_ai)_[a-z_]+?)(?:_bucket|_count|_sum)?(?:\{[^}]*\})?(?:\[|\)| )`)
)

// shown returns the metrics that Prometheus may find: those of a page, and those that
// are there once a model was asked, or something went wrong.
func shown(page string) []string {
	all := []string{
		prometheusName(telemetry.MetricDegraded, "_total"),
		prometheusName(telemetry.MetricModelCost, "_total"),
		prometheusName(telemetry.MetricModelTokens, ""),
		prometheusName(telemetry.MetricModelDuration, "_seconds"),
		prometheusName(telemetry.MetricCertificate, "_seconds"),
		prometheusName(telemetry.MetricToolAway, ""),
		prometheusName(telemetry.MetricToolFailures, "_total"),
		prometheusName(telemetry.MetricAgentDropped, "_total"),
		prometheusName(telemetry.MetricStreamBytes, ""), prometheusName(telemetry.MetricStreamCopies, ""),
		prometheusName(telemetry.MetricStreamLost, ""), prometheusName(telemetry.MetricStreamLag, ""),
	}
	for _, kind := range kinds.FindAllStringSubmatch(page, -1) {
		all = append(all, kind[1])
	}
	return all
}

func prometheusName(metric, suffix string) string {
	return strings.ReplaceAll(metric, ".", "_") + suffix
}

func TestPrometheusIsShownWhatIsMeasuredAndNobodysName(t *testing.T) {
	t.Parallel()
	page := measured(t)
	all := shown(page)
	for _, want := range []string{
		prometheusName(telemetry.MetricRunDuration, "_seconds"), prometheusName(telemetry.MetricStepDuration, "_seconds"),
		prometheusName(telemetry.MetricQueueAge, "_seconds"), prometheusName(telemetry.MetricQueueDepth, ""),
		prometheusName(telemetry.MetricRunsActive, ""), prometheusName(telemetry.MetricHealthLost, ""), prometheusName(telemetry.MetricCallsOpen, ""), "rpc_server_call_duration_seconds",
		prometheusName(telemetry.MetricAgentActive, ""), prometheusName(telemetry.MetricAgentQueued, ""),
		"go_goroutines", "go_gc_gomemlimit_bytes", "process_resident_memory_bytes",
	} {
		if !slices.Contains(all, want) {
			t.Errorf("%s is not shown", want)
		}
	}
	for _, private := range []string{"ann", "local", "sleep"} {
		if strings.Contains(page, `"`+private+`"`) {
			t.Errorf("the page tells of %q", private)
		}
	}
	for _, name := range all {
		if _, hist := strings.CutSuffix(name, "_seconds"); hist && strings.Contains(page, name+"_bucket") {
			for _, bound := range []string{"0.005", "10", "3600"} {
				if !regexp.MustCompile(name + `_bucket\{[^}]*le="` + bound + `(\.0)?"`).MatchString(page) {
					t.Errorf("%s has no bucket of %s s", name, bound)
				}
			}
		}
	}
	calls := called.FindAllString(page, -1)
	if len(calls) < 6 {
		t.Errorf("it shows calls of %d methods", len(calls))
	}
	for _, call := range calls {
		if !strings.Contains(call, `rpc_response_status_code="OK"`) {
			t.Errorf("a call of a good run ended as %s", call)
		}
	}
	for _, file := range []string{"deploy/grafana/weft.json", "deploy/prometheus/alerts.yaml"} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		expressions := strings.Join(expression.FindAllString(string(text), -1), "\n") + " "
		names := named.FindAllStringSubmatch(by.ReplaceAllString(expressions, ""), -1)
		if len(names) < 6 {
			t.Errorf("%s names %d metrics", file, len(names))
		}
		for _, name := range names {
			if !slices.Contains(all, name[1]) {
				t.Errorf("%s names %s, which nobody measures", file, name[1])
			}
		}
	}
}

func TestPrometheusIsShownWhatAProcessLacksAndUntilWhenItsCertificatesAreGood(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	now := time.Now()
	if err := identity.Develop(dir, "weft", Roles(), nil, now); err != nil {
		t.Fatal(err)
	}
	file := func(name string) string { return filepath.Join(dir, name) }
	page := measured(t,
		config.Override{Path: "tls.ca", Value: file(identity.AuthorityFile)},
		config.Override{Path: "tls.cert", Value: file("orchestrator.crt")},
		config.Override{Path: "tls.key", Value: file("orchestrator.key")})
	for _, needed := range []string{needsBus, needsDisk, needsRunLog, needsVault} {
		if !regexp.MustCompile(`(?m)^weft_health_lost\{[^}]*weft_condition="` + needed + `"[^}]*\} 0$`).MatchString(page) {
			t.Errorf("%s is not shown as there", needed)
		}
	}
	expiry := regexp.MustCompile(`(?m)^weft_certificate_expiry_seconds\{[^}]*weft_certificate="mesh"[^}]*\} (\S+)$`).FindStringSubmatch(page)
	if expiry == nil {
		t.Fatalf("no expiry of a certificate in %s", page)
	}
	at, err := strconv.ParseFloat(expiry[1], 64)
	if until := time.Unix(int64(at), 0); err != nil || until.Before(now.AddDate(0, 0, 7)) || until.After(now.AddDate(11, 0, 0)) {
		t.Errorf("the certificate is good until %v, %v", until, err)
	}
}

func TestPrometheusIsShownWhichToolServersDoNotAnswer(t *testing.T) {
	t.Parallel()
	page := measuredAfter(t, func(api weftapi.Client) {
		all, err := api.ListTools(t.Context(), &orchestratorv1.ListToolsRequest{Servers: []string{"gone"}})
		if err != nil || len(all.GetServers()) != 1 || all.GetServers()[0].GetState() != commonv1.ToolServer_STATE_UNANSWERED {
			t.Errorf("%v, %v", all, err)
		}
	}, config.Override{Path: "tools.servers.gone.command", Value: "/does/not/exist"}, config.Override{Path: "tools.servers.unused.command", Value: "/neither/does"})
	for server, away := range map[string]string{"gone": "1", "unused": "0"} {
		if !regexp.MustCompile(`(?m)^weft_tool_server_away\{[^}]*weft_tool_server="` + server + `"[^}]*\} ` + away + `$`).MatchString(page) {
			t.Errorf("%s is not shown as %s", server, away)
		}
	}
	if !regexp.MustCompile(`(?m)^weft_tool_server_failures_total\{[^}]*weft_tool_server="gone"[^}]*\} [1-9]`).MatchString(page) {
		t.Error("its failures are not counted")
	}
}

// An operator is told of what is away by whoever looks for it, and not by runs that
// happen to need it.
func TestEachThingThatCanBeAwayHasAnAlert(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile(filepath.Join("..", "..", "deploy", "prometheus", "alerts.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var rules struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	if err := yaml.Unmarshal(file, &rules); err != nil {
		t.Fatal(err)
	}
	alerts := map[string]string{}
	for _, r := range rules.Groups[0].Rules {
		alerts[r.Alert] = r.Expr
	}
	lost, expiry := prometheusName(telemetry.MetricHealthLost, "{"), prometheusName(telemetry.MetricCertificate, "_seconds")
	for alert, metric := range map[string]string{
		"WeftNotReady": lost, "WeftDatabaseAway": lost, "WeftRetrieverAway": lost, "WeftAgentAway": lost, "WeftCertificateExpires": expiry,
		"WeftToolServerAway": prometheusName(telemetry.MetricToolAway, ")"), "WeftToolServerFails": prometheusName(telemetry.MetricToolFailures, "_total"),
	} {
		if !strings.Contains(alerts[alert], metric) || strings.Contains(alerts[alert], "rpc_") {
			t.Errorf("%s asks %q", alert, alerts[alert])
		}
	}
	// Which alert a condition has is told by its name.
	named := regexp.MustCompile(`weft_condition(=~|!~|=)"([^"]*)"`)
	fires := func(alert, condition string) bool {
		m := named.FindStringSubmatch(alerts[alert])
		if m == nil {
			return false
		}
		matches := regexp.MustCompile("^(?:" + m[2] + ")$").MatchString(condition)
		return matches == (m[1] != "!~")
	}
	for condition, want := range map[string]string{
		needsBus: "WeftNotReady", needsRunLog: "WeftNotReady", needsDisk: "WeftNotReady", needsVault: "WeftNotReady",
		needsDatabase: "WeftDatabaseAway", "retriever": "WeftRetrieverAway", "planner": "WeftAgentAway", "observer": "WeftAgentAway",
	} {
		for _, alert := range []string{"WeftNotReady", "WeftDatabaseAway", "WeftRetrieverAway", "WeftAgentAway"} {
			if fires(alert, condition) != (alert == want) {
				t.Errorf("without the %s, %s fires: %t", condition, alert, fires(alert, condition))
			}
		}
	}
}
